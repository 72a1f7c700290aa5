"""Counting cards."""

from typing import Final

from engine.tysiac import ALL_CARDS, KINGS, QUEENS, Decision, card_in, marriage_suits, meld, play

__all__ = ["cards_out", "marriages_in"]

_FIRST_PLAY: Final = play(0)
_BITS: Final = tuple(
    1 << card_in(action) if action >= _FIRST_PLAY else 0 for action in range(meld(23) + 1)
)
_PAIRS: Final = tuple(1 << queen | 1 << king for queen, king in zip(QUEENS, KINGS, strict=True))


def cards_out(decision: Decision) -> int:
    """The mask of cards that others may hold: neither played, held nor laid aside by the seat.

    With two players a few of them lie face down instead.
    """
    placed = decision.hand | decision.laid
    for action in decision.plays:
        placed |= _BITS[action]
    return ALL_CARDS & ~placed


def marriages_in(hand: int) -> int:
    """The mask of the kings and queens that stand together in `hand`."""
    pairs = 0
    for suit in marriage_suits(hand):
        pairs |= _PAIRS[suit]
    return pairs
