"""Playing to a trick: what may be played and what beats what (tysiac.md section 8)."""

from typing import Final

from engine.tysiac.actions import CARD, MELD
from engine.tysiac.cards import ABOVE, CARDS, KINGS, QUEENS, SUIT_MASKS, halves, marriage_suits

__all__ = ["NO_TRUMP", "beats", "legal_follows", "legal_leads", "playable"]

NO_TRUMP: Final = -1

_LOW_PLAYS, _HIGH_PLAYS = halves(range(CARD, CARD + CARDS))


def _plays(mask: int) -> tuple[int, ...]:
    return _LOW_PLAYS[mask & 0xFFF] + _HIGH_PLAYS[mask >> 12]


def beats(card: int, best: int, trump: int) -> bool:
    """Whether `card`, played after `best`, takes the trick from it."""
    suit = card // 6
    if suit == best // 6:
        return card > best
    return suit == trump


def playable(hand: int, led_suit: int, best: int, trump: int) -> int:
    """The mask of cards that may follow a lead of `led_suit` when `best` wins so far.

    Follow suit and beat the winning card if a card of the led suit can; without the led suit
    beat it with a trump if one can; otherwise any card.
    """
    in_suit = hand & SUIT_MASKS[led_suit]
    if in_suit:
        # A trump that already won the trick can't be beaten by the led suit: ABOVE is then empty.
        return in_suit & ABOVE[best] or in_suit
    if trump >= 0:
        trumps = hand & SUIT_MASKS[trump]
        if best // 6 == trump:
            trumps &= ABOVE[best]
        if trumps:
            return trumps
    return hand


def legal_follows(hand: int, led_suit: int, best: int, trump: int) -> tuple[int, ...]:
    """The plays that may follow, ascending."""
    return _plays(playable(hand, led_suit, best, trump))


def legal_leads(hand: int, may_meld: bool) -> tuple[int, ...]:
    """The plays that may lead, ascending: every card, then every king or queen as a meld."""
    plays = _plays(hand)
    if not may_meld:
        return plays
    suits = marriage_suits(hand)
    if not suits:
        return plays
    melds: list[int] = []
    for suit in suits:
        melds.append(MELD + QUEENS[suit])
        melds.append(MELD + KINGS[suit])
    return plays + tuple(melds)
