"""Which card to lead: winners, marriages, and else the card that costs least.

Every lead gets a score; the weights were found by playing some hundred thousand hands.
"""

from typing import Final

from bots.tysiac.counting import marriages_in
from engine.tysiac import (
    ABOVE,
    CARD_POINTS,
    KINGS,
    QUEENS,
    SUIT_MASKS,
    Decision,
    cards_of,
    is_meld,
    marriage_suits,
    meld,
    play,
)

__all__ = ["lead"]

_WINNER: Final = 22
_WINNER_AFTER_MELD: Final = 12
_WINNER_POINT: Final = 2  # for each of its points
_STILL_OUT: Final = -11  # for each card out of a winner's suit: kept, it beats what they lead
_BEATABLE_POINT: Final = -6  # for each point that may be lost
_HALF_OF_MARRIAGE: Final = -60

_MARRIAGE: Final = 8
_FIRST_OF_MARRIAGES: Final = 21  # the earlier one is melded, the likelier is the other
_MARRIAGE_AGAINST_TRUMP: Final = 36

_TRUMP_THAT_DRAWS: Final = 44
_TRUMP_IN_RESERVE: Final = -30
_BEATABLE_TRUMP: Final = -32


def lead(decision: Decision, out: int) -> int:
    """The play or meld to lead when the cards in `out` may be in other hands."""
    hand, trump = decision.hand, decision.trump
    melding = is_meld(decision.legal[-1])
    pairs = marriages_in(hand)
    best, best_score = -1, _marriage_score(hand, trump) if melding else -1000
    for card in cards_of(hand & ~pairs if melding else hand):
        if card // 6 == trump:
            score = _trump_score(card, out)
        else:
            score = _plain_score(card, out, _WINNER if trump < 0 else _WINNER_AFTER_MELD)
        if pairs >> card & 1:
            score += _HALF_OF_MARRIAGE
        if score > best_score:
            best, best_score = card, score
    return play(best) if best >= 0 else _meld(marriage_suits(hand)[-1], out)


def _marriage_score(hand: int, trump: int) -> int:
    if trump >= 0:
        return _MARRIAGE_AGAINST_TRUMP
    return _MARRIAGE if len(marriage_suits(hand)) == 1 else _FIRST_OF_MARRIAGES


def _trump_score(card: int, out: int) -> int:
    if ABOVE[card] & out:
        return _BEATABLE_TRUMP + _BEATABLE_POINT * CARD_POINTS[card]
    return _TRUMP_THAT_DRAWS if out & SUIT_MASKS[card // 6] else _TRUMP_IN_RESERVE


def _plain_score(card: int, out: int, winner: int) -> int:
    points = CARD_POINTS[card]
    if ABOVE[card] & out:
        return _BEATABLE_POINT * points
    still_out = (out & SUIT_MASKS[card // 6]).bit_count()
    return winner + _WINNER_POINT * points + _STILL_OUT * still_out


def _meld(suit: int, out: int) -> int:
    """The marriage of `suit`: by its king if that takes the trick, else by its queen."""
    king = KINGS[suit]
    return meld(QUEENS[suit] if ABOVE[king] & out else king)
