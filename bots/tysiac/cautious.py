"""A bot that never wants to be declarer and makes the least of it when it must."""

from typing import Final

from bots.tysiac.exchange import hand_over
from engine import Bot
from engine.tysiac import (
    AUCTION,
    BOMB,
    EXCHANGE,
    PLAY,
    REDEAL,
    SUITS,
    Decision,
    card_in,
    card_points,
    cards_of,
    is_meld,
    marriage_suits,
    marriage_value,
)

__all__ = ["Cautious"]

_PAIR: Final = 0b001100  # queen and king among the six cards of a suit
_PAIRS: Final = tuple(_PAIR << 6 * suit for suit in range(len(SUITS)))


class Cautious(Bot):
    """Passes, bombs a hopeless contract, melds what it has and plays its lowest cards."""

    def decide(self, decision: Decision) -> int:
        legal = decision.legal
        if len(legal) == 1:
            return legal[0]
        phase = decision.phase
        if phase == PLAY:
            return legal[-1] if is_meld(legal[-1]) else _lowest(legal, decision.hand)
        if phase == AUCTION:
            return REDEAL if legal[1] == REDEAL else legal[0]
        if legal[-1] == BOMB and _hopeless(decision):
            return BOMB
        if phase == EXCHANGE:
            return self._hand_over(decision)
        return legal[0]  # the blind choice of a musik, or the lowest contract

    def _hand_over(self, decision: Decision) -> int:
        pairs = _pairs(decision.hand)
        order = sorted(cards_of(decision.hand), key=lambda card: _harm(card, pairs))
        return hand_over(decision, self.setup.rules.players, order[0], order[1])


def _hopeless(decision: Decision) -> bool:
    """Whether all cards and marriages in hand together are not worth the contract."""
    hand = decision.hand
    return card_points(hand) + marriage_value(hand) < decision.bid


def _lowest(plays: tuple[int, ...], hand: int) -> int:
    """The lowest card, marriages last; between suits the first."""
    pairs = _pairs(hand)
    best, least = plays[0], _harm(card_in(plays[0]), pairs)
    for action in plays[1:]:
        harm = _harm(card_in(action), pairs)
        if harm < least:
            best, least = action, harm
    return best


def _harm(card: int, pairs: int) -> int:
    """What it costs to part with `card`: its rank, and more than any rank for a marriage."""
    return card % 6 + (pairs >> card & 1) * 6


def _pairs(hand: int) -> int:
    pairs = 0
    for suit in marriage_suits(hand):
        pairs |= _PAIRS[suit]
    return pairs
