"""Where the marriages lie in a hand."""

from typing import Final

from engine.tysiac import KINGS, QUEENS, marriage_suits

__all__ = ["marriages_in"]

_PAIRS: Final = tuple(1 << queen | 1 << king for queen, king in zip(QUEENS, KINGS, strict=True))


def marriages_in(hand: int) -> int:
    """The mask of the kings and queens that stand together in `hand`."""
    pairs = 0
    for suit in marriage_suits(hand):
        pairs |= _PAIRS[suit]
    return pairs
