"""Musik, gifts, cards laid aside, and the contract they allow (tysiac.md sections 5 and 7)."""

from engine.tysiac.actions import DECLARE, GIVE, LAY
from engine.tysiac.cards import CARDS, cards_of, marriage_value

__all__ = ["legal_contracts", "legal_gifts", "legal_lays"]


def legal_gifts(hand: int, first_seat: int, second_seat: int) -> tuple[int, ...]:
    """Every way to give one card each to two opponents (lower seat first), ascending."""
    cards = cards_of(hand)
    base = GIVE + (first_seat * 4 + second_seat) * CARDS * CARDS
    gifts: list[int] = []
    for place, first in enumerate(cards):
        row = base + first * CARDS
        gifts += [row + second for second in cards[:place] + cards[place + 1 :]]
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
