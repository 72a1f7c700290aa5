"""A bot that bids what its hand is worth and counts cards to bring it home."""

from itertools import combinations
from typing import Final

from bots.tysiac.counting import possible_hands
from bots.tysiac.estimate import dealt_value, hand_value
from bots.tysiac.exchange import hand_over
from bots.tysiac.following import follow
from bots.tysiac.leading import lead
from engine import Bot, Setup
from engine.tysiac import (
    AUCTION,
    BOMB,
    CARD_POINTS,
    CONTRACT,
    EXCHANGE,
    PASS,
    PLAY,
    REDEAL,
    Decision,
    Rules,
    cards_of,
    value_in,
)

__all__ = ["Greedy"]

_BID_MARGIN: Final = 10
_BARRED_MARGIN: Final = -5
_LAST_CHANCE_MARGIN: Final = -60
_STOP_MARGIN: Final = -10
_DECLARE_MARGIN: Final = 30
_BOMB_MARGIN: Final = 15


class Greedy(Bot):
    """Values hands by points, marriages and long suits; takes what the count says is safe."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._rules: Final[Rules] = setup.rules
        self._players: Final[int] = setup.rules.players
        self._musik_cards: Final = 2 if self._players == 2 else 3

    def decide(self, decision: Decision) -> int:
        legal = decision.legal
        if len(legal) == 1:
            return legal[0]
        phase = decision.phase
        if phase == PLAY:
            foes = possible_hands(decision, self._players)
            return follow(decision, foes) if decision.trick else lead(decision, foes)
        if phase == AUCTION:
            return self._bid(decision)
        if phase == EXCHANGE:
            return self._hand_over(decision)
        if phase == CONTRACT:
            return self._declare(decision)
        return legal[0]  # the two musiks look alike

    def _bid(self, decision: Decision) -> int:
        if decision.legal[1] == REDEAL:
            return REDEAL
        raised = decision.legal[1]
        worth = dealt_value(decision.dealt, self._musik_cards)
        return raised if raised <= worth - self._margin(decision) else PASS

    def _margin(self, decision: Decision) -> int:
        """How far below its worth a hand is bid."""
        rules, seat, scores = self._rules, decision.seat, decision.scores
        if decision.barrel[seat] == 1 :
            return _LAST_CHANCE_MARGIN
        if scores[decision.declarer] + decision.bid >= rules.target:
            return _STOP_MARGIN
        if decision.barrel[seat] or (rules.barrier is not None and scores[seat] >= rules.barrier):
            return _BARRED_MARGIN
        return _BID_MARGIN

    def _hand_over(self, decision: Decision) -> int:
        hand = decision.hand
        best, best_score, kept = (0, 0), -1000, 0
        for first, second in combinations(cards_of(hand), 2):
            left = hand & ~(1 << first | 1 << second)
            value = hand_value(left)
            score = 2 * value - CARD_POINTS[first] - CARD_POINTS[second]
            if score > best_score:
                best, best_score, kept = (first, second), score, value
        if decision.legal[-1] == BOMB and kept < decision.bid - _BOMB_MARGIN:
            return BOMB
        return hand_over(decision, self._players, *best)

    def _declare(self, decision: Decision) -> int:
        worth = hand_value(decision.hand)
        legal = decision.legal
        if legal[-1] == BOMB:
            if worth < decision.bid - _BOMB_MARGIN:
                return BOMB
            legal = legal[:-1]
        highest = legal[0]
        for action in legal[1:]:
            if value_in(action) <= worth - _DECLARE_MARGIN:
                highest = action
        return highest
