"""Musik, gifts, cards laid aside, and the contract they allow (tysiac.md sections 5 and 7)."""

from typing import Any, Final

from mypy_extensions import i64

from engine.tysiac.actions import BOMB, DECLARE, LAY, give
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
_BOMB: Final = (BOMB,)
_ROOM: Final[list[Any]] = [None] * 90
_ROOM_AND_BOMB: Final = [*_ROOM, BOMB]


def legal_gifts(hand: i64, first_seat: i64, second_seat: i64, bomb: bool) -> tuple[int, ...]:
    """Every way to give one card each of ten to two opponents, ascending, and then the bomb.

    `first_seat` is the lower one; whether the bomb may be used, the caller knows.
    """
    cards: tuple[i64, ...] = cards_of(hand)
    table = _GIFTS[first_seat * 4 + second_seat]
    gifts = (_ROOM_AND_BOMB if bomb else _ROOM).copy()
    place: i64 = 0
    for first in cards:
        row = table[first]
        for second in cards:
            if second != first:
                gifts[place] = row[second]
                place += 1
    return tuple(gifts)


def legal_lays(hand: i64, bomb: bool) -> tuple[int, ...]:
    """Every way to lay two cards aside (2 players), ascending, and then the bomb."""
    cards = cards_of(hand)
    lays = tuple(
        [
            LAY + first * CARDS + second
            for place, first in enumerate(cards)
            for second in cards[place + 1 :]
        ]
    )
    return lays + _BOMB if bomb else lays


def legal_contracts(hand: i64, bid: i64, bomb: bool) -> tuple[int, ...]:
    """The contracts that may be declared on `hand`, the bid and above it up to its cap; the bomb.

    Whoever gave a marriage away may hold a cap below the bid: then the bid alone is allowed.
    """
    cap = max(bid, 120 + marriage_value(hand))
    contracts = _CONTRACTS[(bid - FORCED_BID) // 10 : (cap - FORCED_BID) // 10 + 1]
    return contracts + _BOMB if bomb else contracts
