"""Which card to lead: winners, marriages, and else the card that costs least.

Every lead gets a score; the weights were found by playing some hundred thousand hands.
"""

from typing import Final, NamedTuple

from bots.tysiac.marriages import marriages_in
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


class _Weights(NamedTuple):
    winner: int
    """A card that no card still out can beat."""
    unseen: int
    """For each card of a winner's suit still out: an ace among strangers is better kept."""
    points: int
    """For each point of a card that can be beaten."""
    length: int
    """For each own card in the suit of a card that can be beaten."""
    marriage: int
    """Announcing a marriage."""


_NO_TRUMP: Final = _Weights(winner=110, unseen=-55, points=-25, length=0, marriage=40)
_TRUMP: Final = _Weights(winner=60, unseen=-50, points=-30, length=10, marriage=180)

_WINNER_POINTS: Final = 10
_TWO_MARRIAGES: Final = 65  # melding one early leaves time to melding the other
_HALF_OF_MARRIAGE: Final = -60
_DRAWING_TRUMP: Final = 220
_LAST_TRUMP: Final = -150
_BEATABLE_TRUMP: Final = -100
_RUFFED: Final = (-80, -100, -60, -50, 0, 0, 0)  # by the number of cards of the suit still out


def lead(decision: Decision, foes: list[int]) -> int:
    """The play or meld to lead; `foes` are the cards that each opponent may hold."""
    hand, trump = decision.hand, decision.trump
    weights = _TRUMP if trump >= 0 else _NO_TRUMP
    suits = marriage_suits(hand)
    out = 0
    for held in foes:
        out |= held
    melding = is_meld(decision.legal[-1])
    best, best_score = -1, -100_000
    pairs = marriages_in(hand)
    if melding:
        best_score = weights.marriage + (_TWO_MARRIAGES if trump < 0 and len(suits) > 1 else 0)
    for card in cards_of(hand & ~pairs if melding else hand):
        if card // 6 == trump:
            score = _trump_score(card, out)
        else:
            score = _plain_score(card, hand, out, weights)
            if trump >= 0:
                score += _ruff_risk(SUIT_MASKS[card // 6], SUIT_MASKS[trump], foes)
        if pairs >> card & 1:
            score += _HALF_OF_MARRIAGE
        if score > best_score:
            best, best_score = card, score
    return play(best) if best >= 0 else _meld(suits[-1], out)


def _trump_score(card: int, out: int) -> int:
    if ABOVE[card] & out:
        return _BEATABLE_TRUMP + _TRUMP.points * CARD_POINTS[card]
    rest = out & SUIT_MASKS[card // 6]
    return _DRAWING_TRUMP + 10 * rest.bit_count() if rest else _LAST_TRUMP


def _plain_score(card: int, hand: int, out: int, weights: _Weights) -> int:
    mask = SUIT_MASKS[card // 6]
    if ABOVE[card] & out:
        own = (hand & mask).bit_count()
        return weights.points * CARD_POINTS[card] + weights.length * own
    rest = (out & mask).bit_count()
    return weights.winner + _WINNER_POINTS * CARD_POINTS[card] + weights.unseen * rest


def _ruff_risk(suit: int, trump: int, foes: list[int]) -> int:
    """What the danger of a ruff takes off a card of `suit`: 0 if nobody may hold a trump."""
    risk = out = 0
    for held in foes:
        out |= held
    if not out & trump:
        return 0
    risk = _RUFFED[(out & suit).bit_count()]
    for held in foes:
        if held & trump and not held & suit:
            risk = _RUFFED[0]
    return risk


def _meld(suit: int, out: int) -> int:
    """The marriage of `suit`: by its king if that takes the trick, else by its queen."""
    king = KINGS[suit]
    return meld(QUEENS[suit] if ABOVE[king] & out else king)
