"""Playing to a trick: what may be played and what beats what (tysiac.md section 8)."""

from typing import Final

from mypy_extensions import i64

from engine.tysiac.actions import CARD, MELD
from engine.tysiac.cards import (
    ABOVE,
    BYTE,
    CARDS,
    KINGS,
    QUEENS,
    SUIT_MASKS,
    by_bytes,
    by_marriages,
    married_queens,
    subsets,
)

__all__ = ["BEATING", "NO_TRUMP", "beats", "legal_follows", "legal_leads", "playable"]

NO_TRUMP: Final = -1

_PLAYS: Final = by_bytes(range(CARD, CARD + CARDS))
_LOW_PLAYS: Final = _PLAYS[0]
_MIDDLE_PLAYS: Final = _PLAYS[1]
_HIGH_PLAYS: Final = _PLAYS[2]
_PLAYS_IN_SUIT: Final = [subsets(range(CARD + low, CARD + low + 6)) for low in range(CARDS)]
"""By the lowest card of a suit and the six bits of that suit."""
_MELDS: Final = {
    queens: tuple([MELD + card for suit in suits for card in (QUEENS[suit], KINGS[suit])])
    for queens, suits in by_marriages(range(4)).items()
}


def _beating(trump: int) -> list[i64]:
    """For each card the mask of those that take the trick from it."""
    return [
        ABOVE[best] if trump in (NO_TRUMP, best // 6) else ABOVE[best] | SUIT_MASKS[trump]
        for best in range(CARDS)
    ]


BEATING: Final = [_beating(trump) for trump in (0, 1, 2, 3, NO_TRUMP)]
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


def legal_follows(hand: i64, low: i64, beating: i64) -> tuple[int, ...]:
    """What may follow a lead, ascending.

    `low` is the lowest card of the led suit, `beating` the mask of what would take the trick.
    """
    # The same as `playable`. Mostly one has the suit, and one look-up tells it all.
    own = hand >> low & 63
    if own:
        return _PLAYS_IN_SUIT[low][own & beating >> low or own]
    cards = hand & beating or hand
    return _LOW_PLAYS[cards & BYTE] + _MIDDLE_PLAYS[cards >> 8 & BYTE] + _HIGH_PLAYS[cards >> 16]


def legal_leads(hand: i64, may_meld: bool) -> tuple[int, ...]:
    """The plays that may lead, ascending: every card, then every king or queen as a meld."""
    plays = _LOW_PLAYS[hand & BYTE] + _MIDDLE_PLAYS[hand >> 8 & BYTE] + _HIGH_PLAYS[hand >> 16]
    if may_meld and (queens := married_queens(hand)):
        return plays + _MELDS[queens]
    return plays
