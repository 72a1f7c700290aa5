"""Musik, gifts, cards laid aside, and the contract they allow (tysiac.md sections 5 and 7)."""

from operator import itemgetter
from typing import Final

from engine.tysiac.actions import DECLARE, LAY, give
from engine.tysiac.cards import CARDS, cards_of, marriage_value

__all__ = ["legal_contracts", "legal_gifts", "legal_lays"]

_GIFTS: Final = [
    [list(range(row, row + CARDS)) for row in range(base, base + CARDS * CARDS, CARDS)]
    for base in [give(pair // 4, 0, pair % 4, 0) for pair in range(16)]
]
"""Of two seats (first * 4 + second) the row of each first card: gives in order of the second.

Ninety gifts are picked from here as they stand, much faster than they are computed.
"""


def legal_gifts(hand: int, first_seat: int, second_seat: int) -> tuple[int, ...]:
    """Every way to give one card each to two opponents (lower seat first), ascending."""
    cards = cards_of(hand)
    pick = itemgetter(*cards)
    gifts: list[int] = []
    for row in pick(_GIFTS[first_seat * 4 + second_seat]):
        gifts += pick(row)
    del gifts[:: len(cards) + 1]  # the diagonal: no card goes to both
    return tuple(gifts)


def legal_lays(hand: int) -> tuple[int, ...]:
    """Every way to lay two cards aside (2 players), ascending."""
    cards = cards_of(hand)
    return tuple(
        [
            LAY + first * CARDS + second
            for place, first in enumerate(cards)
            for second in cards[place + 1 :]
        ]
    )


def legal_contracts(hand: int, bid: int) -> tuple[int, ...]:
    """The contracts that may be declared on `hand`: the bid, and above it up to its cap.

    Whoever gave a marriage away may hold a cap below the bid: then the bid alone is allowed.
    """
    cap = max(bid, 120 + marriage_value(hand))
    return tuple(range(DECLARE + bid, DECLARE + cap + 1, 10))
