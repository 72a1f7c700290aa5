"""The ten kinds of cards; copies of a kind are not told apart (draw-the-bomb.md, "Setup").

A card is the number of its kind. The seven actions come first, so that `card <= RESHUFFLE` says
whether a card can be played at all: blanks, cutters and bombs can't.
"""

from collections.abc import Sequence
from typing import Final

from engine.errors import TextError

__all__ = [
    "BLANK",
    "BOMB",
    "BOTTOM",
    "CARD_TEXTS",
    "CUTTERS",
    "DODGE",
    "REDIRECT",
    "RESHUFFLE",
    "SCOUT",
    "SHIELD",
    "STEAL",
    "UNKNOWN",
    "card_of",
    "gauge",
    "texts_of",
]

SCOUT: Final = 0
DODGE: Final = 1
BOTTOM: Final = 2
REDIRECT: Final = 3
STEAL: Final = 4
SHIELD: Final = 5
RESHUFFLE: Final = 6
BLANK: Final = 7
CUTTERS: Final = 8
BOMB: Final = 9

UNKNOWN: Final = -1
"""Stands in an intel slot that knows nothing."""

CARD_TEXTS: Final = (
    "scout",
    "dodge",
    "bottom",
    "redirect",
    "steal",
    "shield",
    "reshuffle",
    "blank",
    "cutters",
    "bomb",
)
_INDEX: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


def texts_of(cards: Sequence[int]) -> list[str]:
    """The texts of `cards`, in their order."""
    return [CARD_TEXTS[card] for card in cards]


def card_of(text: str) -> int:
    """The card that `text` names; TextError if none."""
    card = _INDEX.get(text)
    if card is None:
        raise TextError(f"no card: {text!r:.60}; cards are {', '.join(CARD_TEXTS)}")
    return card


def gauge(bombs: int, cards: int) -> int:
    """The danger gauge in per cent: bombs ÷ cards in the deck, rounded; 0 for an empty deck."""
    if cards == 0:
        return 0
    return (200 * bombs + cards) // (2 * cards)
