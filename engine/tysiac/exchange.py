"""Musik, gifts, cards laid aside, and the contract they allow (tysiac.md sections 5 and 7)."""

from typing import Any, Final

from mypy_extensions import i64

from engine.tysiac.actions import DECLARE, LAY, give
from engine.tysiac.auction import FORCED_BID, HIGHEST_BID
from engine.tysiac.cards import CARDS, cards_of, marriage_value

__all__ = ["legal_contracts", "legal_gifts", "legal_lays"]

_GIFTS: Final[list[list[list[Any]]]] = [  # Any: the compiled engine hands them on as they stand
    [list(range(row, row + CARDS)) for row in range(base, base + CARDS * CARDS, CARDS)]
    for base in [give(pair // 4, 0, pair % 4, 0) for pair in range(16)]
]
"""Of two seats (first * 4 + second) the row of each first card: gives in order of the second.

Ninety gifts are picked from here, much faster than they are computed.
"""

_CONTRACTS: Final = tuple(range(DECLARE + FORCED_BID, DECLARE + HIGHEST_BID + 1, 10))


def legal_gifts(hand: i64, first_seat: i64, second_seat: i64) -> tuple[int, ...]:
    """Every way to give one card each to two opponents (lower seat first), ascending."""
    cards = cards_of(hand)
    table = _GIFTS[first_seat * 4 + second_seat]
    rows = [table[first] for first in cards]
    gifts = [row[second] for row in rows for second in cards]
    del gifts[:: len(cards) + 1]  # the diagonal: no card goes to both
    return tuple(gifts)


def legal_lays(hand: i64) -> tuple[int, ...]:
    """Every way to lay two cards aside (2 players), ascending."""
    cards = cards_of(hand)
    return tuple(
        [
            LAY + first * CARDS + second
            for place, first in enumerate(cards)
            for second in cards[place + 1 :]
        ]
    )


def legal_contracts(hand: i64, bid: i64) -> tuple[int, ...]:
    """The contracts that may be declared on `hand`: the bid, and above it up to its cap.

    Whoever gave a marriage away may hold a cap below the bid: then the bid alone is allowed.
    """
    cap = max(bid, 120 + marriage_value(hand))
    return _CONTRACTS[(bid - FORCED_BID) // 10 : (cap - FORCED_BID) // 10 + 1]
