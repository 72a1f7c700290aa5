"""Which card to play to a trick that another seat led.

The rules leave no choice between taking a trick and leaving it (tysiac.md section 8): of the
legal cards either all beat the winning one, or none does.
"""

from typing import Final

from bots.tysiac.marriages import marriages_in
from engine.tysiac import ABOVE, CARD_POINTS, SUIT_MASKS, Decision, beats, card_in

__all__ = ["follow"]

_POINTS: Final = -20
_RANK: Final = -10
_POINTS_TO_FRIEND: Final = -140  # a fellow opponent is as much a rival as declarer
_HALF_OF_MARRIAGE: Final = -210
_TRUMP: Final = -110
_GUARD_OF_TEN: Final = -90
_LAST_OF_SUIT: Final = -30
_WINNER: Final = -20


def follow(decision: Decision, foes: list[int]) -> int:
    """The play that follows; `foes` are the cards that each opponent may hold, the next first."""
    legal, trick, trump = decision.legal, decision.trick, decision.trump
    winning = trick[0]
    for card in trick[1:]:
        if beats(card, winning, trump):
            winning = card
    if beats(card_in(legal[0]), winning, trump):
        return _take(legal, 0 if len(trick) == len(foes) else foes[0])
    return _discard(decision, winning, foes)


def _take(legal: tuple[int, ...], behind: int) -> int:
    """The highest card if none of `behind` can beat it: it is safe now, who knows later."""
    highest = legal[-1]
    return legal[0] if ABOVE[card_in(highest)] & behind else highest


def _discard(decision: Decision, winning: int, foes: list[int]) -> int:
    """The card that is missed least."""
    hand, trump, trick = decision.hand, decision.trump, decision.trick
    pairs = marriages_in(hand)
    out = 0
    for held in foes:
        out |= held
    points = _POINTS
    if len(trick) > 1 and decision.seat != decision.declarer:
        declarers = trick[0 if decision.leader == decision.declarer else 1]
        if declarers != winning:
            points = _POINTS_TO_FRIEND
    best, best_score = -1, -100_000
    for action in decision.legal:
        card = card_in(action)
        suit = card // 6
        own = hand & SUIT_MASKS[suit]
        score = points * CARD_POINTS[card] + _RANK * (card % 6)
        if pairs >> card & 1:
            score += _HALF_OF_MARRIAGE
        if suit == trump:
            score += _TRUMP
        count = own.bit_count()
        if count == 1:
            score += _LAST_OF_SUIT
        elif count == 2 and own >> (suit * 6 + 4) & 1 and out >> (suit * 6 + 5) & 1:
            score += _GUARD_OF_TEN
        if not ABOVE[card] & out:
            score += _WINNER
        if score > best_score:
            best, best_score = action, score
    return best
