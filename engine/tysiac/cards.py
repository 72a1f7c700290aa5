"""The 24 cards as bits of one integer (tysiac.md section 2).

A card is an index 0..23: suit * 6 + rank, suits s c d h (by marriage value), ranks 9 J Q K T A
(by trick order). A set of cards is a mask with bit `1 << card`. Ascending bits are card order.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from engine.errors import TextError

__all__ = [
    "ABOVE",
    "ALL_CARDS",
    "CARDS",
    "CARD_POINTS",
    "CARD_TEXTS",
    "KINGS",
    "MARRIAGE_VALUES",
    "NINES",
    "QUEENS",
    "SUITS",
    "SUIT_MASKS",
    "card_of",
    "card_points",
    "cards_of",
    "halves",
    "marriage_suits",
    "marriage_value",
    "mask_of",
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
CARD_POINTS: Final = tuple(_RANK_POINTS[card % 6] for card in range(CARDS))
SUIT_MASKS: Final = (0x3F, 0x3F << 6, 0x3F << 12, 0x3F << 18)
NINES: Final = 0x041041
QUEENS: Final = tuple(suit * 6 + 2 for suit in range(4))
KINGS: Final = tuple(suit * 6 + 3 for suit in range(4))
ABOVE: Final = tuple(
    SUIT_MASKS[card // 6] & ~((1 << (card + 1)) - 1) & ALL_CARDS for card in range(CARDS)
)
"""For each card the mask of the higher cards of its suit."""

_QUEEN_BITS: Final = sum(1 << queen for queen in QUEENS)

# What a mask holds is looked up by its two halves of 12 bits, never counted.
_HALF: Final = 12
_HALF_BITS: Final = (1 << _HALF) - 1


def halves(of_card: Sequence[Item]) -> tuple[list[tuple[Item, ...]], list[tuple[Item, ...]]]:
    """Look-up tables for the low and the high half of a mask: the items of the cards in it."""
    return _half(of_card[:_HALF]), _half(of_card[_HALF:])


def _half(items: Sequence[Item]) -> list[tuple[Item, ...]]:
    rows: list[tuple[Item, ...]] = [()]
    for item in items:
        rows += [(*row, item) for row in rows]  # the same again, with the next bit set
    return rows


_LOW_CARDS, _HIGH_CARDS = halves(range(CARDS))
_LOW_TEXTS, _HIGH_TEXTS = halves(CARD_TEXTS)
_LOW_POINTS, _HIGH_POINTS = [[sum(row) for row in half] for half in halves(CARD_POINTS)]
_INDEX: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards in `mask`, ascending."""
    return _LOW_CARDS[mask & _HALF_BITS] + _HIGH_CARDS[mask >> _HALF]


def texts_of(mask: int) -> list[str]:
    """The texts of the cards in `mask`, in card order."""
    return list(_LOW_TEXTS[mask & _HALF_BITS] + _HIGH_TEXTS[mask >> _HALF])


def card_points(mask: int) -> int:
    """Card points of `mask`: 0..120."""
    return _LOW_POINTS[mask & _HALF_BITS] + _HIGH_POINTS[mask >> _HALF]


def _queens_with_king(mask: int) -> int:
    """The queens in `mask` whose king, the next higher bit, lies in it too."""
    return mask & mask >> 1 & _QUEEN_BITS


def marriage_suits(mask: int) -> list[int]:
    """The suits whose king and queen both lie in `mask`."""
    pairs = _queens_with_king(mask)
    if not pairs:
        return []
    return [suit for suit in range(4) if pairs & SUIT_MASKS[suit]]


def marriage_value(mask: int) -> int:
    """Summed value of the marriages in `mask`: 0..280."""
    if not _queens_with_king(mask):
        return 0
    return sum([MARRIAGE_VALUES[suit] for suit in marriage_suits(mask)])


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
