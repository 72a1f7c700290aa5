"""Playing to a trick: what may be played and what beats what (tysiac.md section 8)."""

from typing import Final

from engine.tysiac.actions import CARD, MELD
from engine.tysiac.cards import (
    ABOVE,
    CARDS,
    HALF,
    HALF_BITS,
    KINGS,
    QUEENS,
    SUIT_MASKS,
    by_marriages,
    married_queens,
    subsets,
)

__all__ = ["BEATING", "NO_TRUMP", "beats", "legal_follows", "legal_leads", "playable"]

NO_TRUMP: Final = -1

_LOW_PLAYS: Final = subsets(range(CARD, CARD + HALF))
_HIGH_PLAYS: Final = subsets(range(CARD + HALF, CARD + CARDS))
_MELDS: Final = {
    queens: tuple([MELD + card for suit in suits for card in (QUEENS[suit], KINGS[suit])])
    for queens, suits in by_marriages(range(4)).items()
}


def _beating(trump: int) -> tuple[int, ...]:
    """For each card the mask of those that take the trick from it."""
    return tuple(
        [
            ABOVE[best] if trump in (NO_TRUMP, best // 6) else ABOVE[best] | SUIT_MASKS[trump]
            for best in range(CARDS)
        ]
    )


BEATING: Final = tuple([_beating(trump) for trump in (0, 1, 2, 3, NO_TRUMP)])
"""By trump and card the mask of what takes the trick from it; no trump is -1, the last row."""


def beats(card: int, best: int, trump: int) -> bool:
    """Whether `card`, played after `best`, takes the trick from it."""
    return BEATING[trump][best] >> card & 1 == 1


def playable(hand: int, led_suit: int, best: int, trump: int) -> int:
    """The mask of cards that may follow a lead of `led_suit` when `best` wins so far.

    Follow suit and beat the winning card if a card of the led suit can; without the led suit
    beat it with a trump if one can; otherwise any card.
    """
    # Where the led suit can't beat it, being no match for a trump, any card of that suit will do;
    # without the led suit all that could beat it are trumps.
    choice = hand & SUIT_MASKS[led_suit] or hand
    return choice & BEATING[trump][best] or choice


def legal_follows(hand: int, led: int, beating: int) -> tuple[int, ...]:
    """The plays that may follow the card `led` when `beating` would take the trick, ascending."""
    # As in `playable`, without the call.
    choice = hand & SUIT_MASKS[led // 6] or hand
    choice = choice & beating or choice
    return _LOW_PLAYS[choice & HALF_BITS] + _HIGH_PLAYS[choice >> HALF]


def legal_leads(hand: int, may_meld: bool) -> tuple[int, ...]:
    """The plays that may lead, ascending: every card, then every king or queen as a meld."""
    plays = _LOW_PLAYS[hand & HALF_BITS] + _HIGH_PLAYS[hand >> HALF]
    if may_meld and (queens := married_queens(hand)):
        return plays + _MELDS[queens]
    return plays
