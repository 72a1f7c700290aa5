"""Which card to play to a trick that another seat led.

The rules leave no choice between taking a trick and leaving it (tysiac.md section 8): of the
legal cards either all beat the winning one, or none does. The weights were found by playing.
"""

from typing import Final

from bots.tysiac.counting import marriages_in
from engine.tysiac import ABOVE, CARD_POINTS, Decision, beats, card_in

__all__ = ["follow"]

_POINT: Final = -5  # for each point given away
_HALF_OF_MARRIAGE: Final = -42
_GUARD_OF_TEN: Final = -27
_LAST_OF_SUIT: Final = -7
_WINNER: Final = -4

_TEN: Final = 0b010000
_ACE: Final = 0b100000


def follow(decision: Decision, out: int, last: bool) -> int:
    """The play that follows when the cards in `out` may be in other hands.

    `last` says that nobody plays to the trick after this seat.
    """
    legal, trick, trump = decision.legal, decision.trick, decision.trump
    winning = trick[0]
    for card in trick[1:]:
        if beats(card, winning, trump):
            winning = card
    if not beats(card_in(legal[0]), winning, trump):
        return _discard(decision, out)
    highest = legal[-1]  # safe now, who knows later
    return highest if last or not ABOVE[card_in(highest)] & out else legal[0]


def _discard(decision: Decision, out: int) -> int:
    """The card that is missed least."""
    hand = decision.hand
    pairs = marriages_in(hand)
    best, best_score = -1, -1000
    for action in decision.legal:
        card = card_in(action)
        suit = card // 6
        score = _POINT * CARD_POINTS[card]
        if pairs >> card & 1:
            score += _HALF_OF_MARRIAGE
        if not ABOVE[card] & out:
            score += _WINNER
        score += _suit_score(hand >> 6 * suit & 63, out >> 6 * suit & 63)
        if score > best_score:
            best, best_score = action, score
    return best


def _suit_score(own: int, out: int) -> int:
    """What a suit loses with any card; both masks are shifted down to the suit's six bits."""
    held = own.bit_count()
    if held == 1:
        return _LAST_OF_SUIT
    if held == 2 and own & _TEN and out & _ACE:  # noqa: PLR2004 - the ten and its guard
        return _GUARD_OF_TEN
    return 0
