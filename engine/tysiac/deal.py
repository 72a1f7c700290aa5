"""Where the cards of a deal come from: a deal stream, or a record (tysiac.md section 3)."""

from abc import ABC, abstractmethod
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from engine.chance import Below, derive, shuffle
from engine.errors import RecordError
from engine.tysiac.cards import CARDS

__all__ = ["Deal", "DealSource", "RecordedDeals", "StreamDeals"]

_HAND_SIZE: Final = {2: 10, 3: 7, 4: 7}
_MUSIKS: Final[dict[int, tuple[int, ...]]] = {2: (2, 2), 3: (3,), 4: (3,)}
_BITS: Final = tuple([1 << card for card in range(CARDS)])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Deal:
    """The dealt cards as masks: one per seat (0 for the four-player dealer), one per musik."""

    __slots__ = ("hands", "musiks")

    def __init__(self, hands: tuple[int, ...], musiks: tuple[int, ...]) -> None:
        self.hands: Final = hands
        self.musiks: Final = musiks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self.hands == other.hands and self.musiks == other.musiks

    def __hash__(self) -> int:
        return hash((self.hands, self.musiks))


class DealSource(ABC):
    """Gives the cards of hand `n` after `redeals` redeals, whatever happened before."""

    @abstractmethod
    def deal(self, n: int, redeals: int, dealer: int) -> Deal:
        """The cards; the same for the same arguments."""


class StreamDeals(DealSource):
    """The endless deals below one stream key: hand n of every match on it has the same cards."""

    def __init__(self, key: bytes, players: int) -> None:
        self._keys: Final = Below(key)
        self._players: Final = players
        self._size: Final = _HAND_SIZE[players]
        self._musiks: Final = _MUSIKS[players]

    def deal(self, n: int, redeals: int, dealer: int) -> Deal:
        """Shuffle by the key of (n, redeals); seats take their cards in ascending order."""
        cards = list(_BITS)
        size: i64 = self._size
        shuffle(derive(self._keys.at(n), redeals), cards, size)  # the first hand needs no order
        start: i64 = 0
        hands: list[int] = []
        for seat in range(self._players):
            if self._players == 4 and seat == dealer:
                hands.append(0)
            else:
                hands.append(_mask(cards, start, start + size))
                start += size
        musiks: list[int] = []
        for size in self._musiks:
            musiks.append(_mask(cards, start, start + size))
            start += size
        return Deal(tuple(hands), tuple(musiks))


def _mask(cards: list[int], start: i64, end: i64) -> i64:
    mask: i64 = 0
    while start < end:
        mask |= cards[start]
        start += 1
    return mask


class RecordedDeals(DealSource):
    """The deals of a record, in the order in which they were dealt."""

    def __init__(self, deals: dict[tuple[int, int], Deal]) -> None:
        self._deals: Final = deals

    def deal(self, n: int, redeals: int, dealer: int) -> Deal:
        """The recorded cards; RecordError if the record holds no such deal."""
        deal = self._deals.get((n, redeals))
        if deal is None:
            raise RecordError(f"the record has no deal {n} after {redeals} redeals")
        return deal
