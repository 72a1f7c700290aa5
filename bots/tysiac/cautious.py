"""A bot that never wants to be declarer and makes the least of it when it must."""

from bots.tysiac.counting import marriages_in
from bots.tysiac.exchange import hand_over
from engine import Bot
from engine.tysiac import (
    AUCTION,
    BOMB,
    EXCHANGE,
    PASS,
    PLAY,
    REDEAL,
    Decision,
    card_in,
    card_points,
    cards_of,
    is_meld,
    marriage_value,
)

__all__ = ["Cautious"]


class Cautious(Bot):
    """Passes, bombs a hopeless contract, melds what it has and plays its lowest cards."""

    def decide(self, decision: Decision) -> int:
        legal = decision.legal
        phase = decision.phase
        if phase == PLAY:
            if is_meld(legal[-1]):
                return legal[-2]  # the queen of its best marriage, the king stays high
            return _lowest(legal, decision.hand)
        if phase == AUCTION:
            return REDEAL if REDEAL in legal[:2] else PASS
        if legal[-1] == BOMB and _hopeless(decision):
            return BOMB
        if phase == EXCHANGE:
            return self._hand_over(decision)
        return legal[0]  # the blind choice of a musik, or the lowest contract

    def _hand_over(self, decision: Decision) -> int:
        pairs = marriages_in(decision.hand)
        order = sorted(cards_of(decision.hand), key=lambda card: _harm(card, pairs))
        return hand_over(decision, order[0], order[1])


def _hopeless(decision: Decision) -> bool:
    """Whether all cards and marriages in hand together are not worth the contract."""
    hand = decision.hand
    return card_points(hand) + marriage_value(hand) < decision.bid


def _lowest(plays: tuple[int, ...], hand: int) -> int:
    """The lowest card, marriages last; between suits the first."""
    pairs = marriages_in(hand)
    best, least = plays[0], _harm(card_in(plays[0]), pairs)
    for action in plays[1:]:
        harm = _harm(card_in(action), pairs)
        if harm < least:
            best, least = action, harm
    return best


def _harm(card: int, pairs: int) -> int:
    """What it costs to part with `card`: its rank, and more than any rank for a marriage."""
    return card % 6 + (pairs >> card & 1) * 6
