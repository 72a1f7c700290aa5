"""The 24 cards as bits of one integer (tysiac.md section 2).

A card is an index 0..23: suit * 6 + rank, suits s c d h (by marriage value), ranks 9 J Q K T A
(by trick order). A set of cards is a mask with bit `1 << card`. Ascending bits are card order.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from mypy_extensions import i64

from engine.errors import TextError

__all__ = [
    "ABOVE",
    "ACES",
    "ALL_CARDS",
    "BYTE",
    "CARDS",
    "CARD_POINTS",
    "CARD_TEXTS",
    "KINGS",
    "MARRIAGE_VALUES",
    "NINES",
    "QUEENS",
    "SUITS",
    "SUIT_MASKS",
    "by_bytes",
    "by_marriages",
    "card_of",
    "card_points",
    "cards_of",
    "marriage_suits",
    "marriage_value",
    "married_queens",
    "mask_of",
    "subsets",
    "texts_of",
]

Item = TypeVar("Item")

CARDS: Final = 24
ALL_CARDS: Final = (1 << CARDS) - 1
SUITS: Final = "scdh"
RANKS: Final = "9JQKTA"
MARRIAGE_VALUES: Final = (40, 60, 80, 100)
"""Value of the marriage of each suit, spades to hearts."""

_RANK_POINTS: Final = (0, 2, 3, 4, 10, 11)

CARD_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_POINTS: Final = tuple([_RANK_POINTS[card % 6] for card in range(CARDS)])
SUIT_MASKS: Final = (0x3F, 0x3F << 6, 0x3F << 12, 0x3F << 18)
NINES: Final = 0x041041
ACES: Final = NINES << 5
QUEENS: Final = tuple(suit * 6 + 2 for suit in range(4))
KINGS: Final = tuple(suit * 6 + 3 for suit in range(4))
ABOVE: Final = tuple(
    SUIT_MASKS[card // 6] & ~((1 << (card + 1)) - 1) & ALL_CARDS for card in range(CARDS)
)
"""For each card the mask of the higher cards of its suit."""

_QUEEN_BITS: Final = 0x104104

# What a mask holds is looked up by its three bytes, never counted. Larger tables would save a step
# and lose more: what is looked up would hardly ever lie in the processor's cache.
BYTE: Final = 255


def subsets(items: Sequence[Item]) -> list[tuple[Item, ...]]:
    """A look-up table: for each mask of places in `items` the items that stand there."""
    rows: list[tuple[Item, ...]] = [()]
    for item in items:
        rows += [(*row, item) for row in rows]  # the same again, with the next bit set
    return rows


def by_marriages(of_suit: Sequence[Item]) -> dict[int, tuple[Item, ...]]:
    """Look-up table for `married_queens`: the items of the suits of those queens."""
    return {
        sum([1 << QUEENS[suit] for suit in suits]): tuple([of_suit[suit] for suit in suits])
        for suits in subsets(range(4))
    }


def married_queens(mask: i64) -> i64:
    """The queens in `mask` whose king, the next higher bit, lies in it too."""
    return mask & mask >> 1 & _QUEEN_BITS


def by_bytes(items: Sequence[Item]) -> list[list[tuple[Item, ...]]]:
    """Three look-up tables, one for each byte of a mask, of the items that stand there."""
    return [subsets(items[start : start + 8]) for start in range(0, CARDS, 8)]


_CARDS: Final = by_bytes(range(CARDS))
_LOW_CARDS: Final = _CARDS[0]
_MIDDLE_CARDS: Final = _CARDS[1]
_HIGH_CARDS: Final = _CARDS[2]
_TEXTS: Final = [[list(row) for row in table] for table in by_bytes(CARD_TEXTS)]
_LOW_TEXTS: Final = _TEXTS[0]
_MIDDLE_TEXTS: Final = _TEXTS[1]
_HIGH_TEXTS: Final = _TEXTS[2]
_POINTS: Final[list[list[i64]]] = [[sum(row) for row in table] for table in by_bytes(CARD_POINTS)]
_LOW_POINTS: Final = _POINTS[0]
_MIDDLE_POINTS: Final = _POINTS[1]
_HIGH_POINTS: Final = _POINTS[2]
_MARRIED: Final = by_marriages(range(4))
_WORTH: Final = {queens: sum(row) for queens, row in by_marriages(MARRIAGE_VALUES).items()}
_INDEX: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


def cards_of(mask: i64) -> tuple[int, ...]:
    """The cards in `mask`, ascending."""
    return _LOW_CARDS[mask & BYTE] + _MIDDLE_CARDS[mask >> 8 & BYTE] + _HIGH_CARDS[mask >> 16]


def texts_of(mask: i64) -> list[str]:
    """The texts of the cards in `mask`, in card order."""
    low, middle, high = mask & BYTE, mask >> 8 & BYTE, mask >> 16
    return _LOW_TEXTS[low] + _MIDDLE_TEXTS[middle] + _HIGH_TEXTS[high]


def card_points(mask: i64) -> i64:
    """Card points of `mask`: 0..120."""
    return _LOW_POINTS[mask & BYTE] + _MIDDLE_POINTS[mask >> 8 & BYTE] + _HIGH_POINTS[mask >> 16]


def marriage_suits(mask: int) -> list[int]:
    """The suits whose king and queen both lie in `mask`."""
    return list(_MARRIED[married_queens(mask)])


def marriage_value(mask: i64) -> i64:
    """Summed value of the marriages in `mask`: 0..280."""
    queens = mask & mask >> 1 & _QUEEN_BITS  # as in `married_queens`, without the call
    return _WORTH[queens] if queens else 0


def card_of(text: str) -> int:
    """The card that `text` (rank, then suit: `Th`) names; TextError if none."""
    card = _INDEX.get(text)
    if card is None:
        raise TextError(f"no card: {text!r}; a card is one of 9JQKTA and one of shdc, as in 'Th'")
    return card


def mask_of(texts: list[str]) -> int:
    """The mask of distinct card texts; TextError for a wrong or a repeated one."""
    mask = 0
    for text in texts:
        bit = 1 << card_of(text)
        if mask & bit:
            raise TextError(f"card twice: {text!r}")
        mask |= bit
    return mask
