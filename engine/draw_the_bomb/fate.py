"""Where chance within a match comes from: a deal stream, or a record.

There are three kinds of events: a steal takes a card, a reshuffle orders the deck, a bomb is hidden
at random. Events are counted from 0 in the order in which they happen, all kinds together; event
n is drawn from the key `chance` → n below that of the hand and from nothing that went before.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from engine.chance import derive, integer, permutation
from engine.draw_the_bomb.cards import CARD_TEXTS, card_of, texts_of
from engine.errors import RecordError, TextError

__all__ = ["Fate", "RecordedFate", "StreamFate", "hidden_text", "order_text", "stolen_text"]

_BITS: Final = 160  # so many more than any number of places that no place is likelier


class Fate(ABC):
    """Decides event `event` of a hand; the same for the same arguments."""

    @abstractmethod
    def stolen(self, event: int, hand: Sequence[int]) -> int:
        """The place in a hand, which is not empty, of the card that a thief takes."""

    @abstractmethod
    def order(self, event: int, deck: Sequence[int]) -> list[int]:
        """The cards of the deck as they lie after a reshuffle."""

    @abstractmethod
    def slot(self, event: int, slots: int) -> int:
        """One of so many slots, for a bomb."""


class StreamFate(Fate):
    """Chance below the key of a hand."""

    def __init__(self, key: bytes) -> None:
        self._key: Final = derive(key, "chance")

    def stolen(self, event: int, hand: Sequence[int]) -> int:
        return self._choose(event, len(hand))

    def order(self, event: int, deck: Sequence[int]) -> list[int]:
        order = permutation(derive(self._key, event), len(deck))
        return [deck[place] for place in order]

    def slot(self, event: int, slots: int) -> int:
        return self._choose(event, slots)

    def _choose(self, event: int, places: int) -> int:
        return integer(derive(self._key, event), _BITS) % places


class RecordedFate(Fate):
    """The outcomes of a record, in order; RecordError where one does not fit what is played."""

    def __init__(self, outcomes: Sequence[str]) -> None:
        self._outcomes: Final = outcomes

    def stolen(self, event: int, hand: Sequence[int]) -> int:
        card = self._cards(event, "steal")
        if len(card) != 1 or card[0] not in hand:
            raise self._error(event, "a card that the robbed seat holds")
        return list(hand).index(card[0])

    def order(self, event: int, deck: Sequence[int]) -> list[int]:
        cards = self._cards(event, "reshuffle")
        if sorted(cards) != sorted(deck):
            raise self._error(event, "the cards of the deck in some order")
        return cards

    def slot(self, event: int, slots: int) -> int:
        text = self._text(event)
        for slot in range(slots):
            if text == hidden_text(slot):
                return slot
        raise self._error(event, f"'hide' and a slot from 0 to {slots - 1}")

    def _text(self, event: int) -> str:
        if event >= len(self._outcomes):
            raise RecordError(f"the record has no chance event {event}")
        return self._outcomes[event]

    def _cards(self, event: int, kind: str) -> list[int]:
        first, *words = self._text(event).split(" ")
        if first != kind:
            raise self._error(event, f"the outcome of a {kind}")
        try:
            return [card_of(word) for word in words]
        except TextError as error:
            raise RecordError(f"chance event {event}: {error}") from error

    def _error(self, event: int, allowed: str) -> RecordError:
        found = self._outcomes[event]
        return RecordError(f"chance event {event}: found {found!r:.80}; allowed: {allowed}")


def stolen_text(card: int) -> str:
    """How a record writes the card that a steal took."""
    return f"steal {CARD_TEXTS[card]}"


def order_text(deck: Sequence[int]) -> str:
    """How a record writes the deck after a reshuffle, from its top to its bottom."""
    return " ".join(["reshuffle", *texts_of(deck)])


def hidden_text(slot: int) -> str:
    """How a record writes the slot of a bomb that was hidden at random."""
    return f"hide {slot}"
