"""A bot that bids what its hand is worth and counts cards to bring it home."""

from itertools import combinations
from typing import Final

from bots.tysiac.counting import cards_out
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
    bid,
    cards_of,
    value_in,
)

__all__ = ["Greedy"]

# How far a bid or contract stays below the worth of the hand: nothing above it is written, all
# of it is lost. A contract has more room, for there declarer is free to ask less.
_BID_MARGIN: Final = 20
_BARRED_MARGIN: Final = 0  # a pass writes nothing
_STOPPING_MARGIN: Final = -30  # a pass may lose the match
_LAST_DEAL_MARGIN: Final = -60  # a pass costs the penalty of the barrel
_CONTRACT_MARGIN: Final = 30
_WORTH_KEEPING: Final = 120  # where a redeal may be had
_BOMB_MARGIN: Final = 15  # a contract so far above the worth is bombed


class Greedy(Bot):
    """Bids what points, marriages and long suits are worth; plays by the cards still out."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._rules: Final[Rules] = setup.rules
        two = self._rules.players == 2  # noqa: PLR2004 - the rules for two players
        self._musik_cards: Final = 2 if two else 3
        self._followers: Final = 1 if two else 2

    def decide(self, decision: Decision) -> int:
        phase = decision.phase
        if phase == PLAY:
            return self._play(decision)
        if phase == AUCTION:
            return self._bid(decision)
        if phase == EXCHANGE:
            return self._exchange(decision)
        if phase == CONTRACT:
            return self._declare(decision)
        return decision.legal[0]  # the two musiks look alike

    def _bid(self, decision: Decision) -> int:
        worth = dealt_value(decision.dealt, self._musik_cards)
        if worth < _WORTH_KEEPING and REDEAL in decision.legal[:2]:
            return REDEAL
        lowest = decision.bid + 10
        if lowest <= worth - self._bid_margin(decision) and lowest in decision.legal:
            return bid(lowest)
        return PASS

    def _bid_margin(self, decision: Decision) -> int:
        rules, seat, scores = self._rules, decision.seat, decision.scores
        if decision.barrel[seat] == 1:
            return _LAST_DEAL_MARGIN
        if scores[decision.declarer] + decision.bid >= rules.target:
            return _STOPPING_MARGIN
        if decision.barrel[seat] or (rules.barrier is not None and scores[seat] >= rules.barrier):
            return _BARRED_MARGIN
        return _BID_MARGIN

    def _exchange(self, decision: Decision) -> int:
        """Keep the hand that is worth most; what goes costs half its points."""
        hand = decision.hand
        given, best_score, worth = (0, 0), -1000, 0
        for first, second in combinations(cards_of(hand), 2):
            value = hand_value(hand & ~(1 << first | 1 << second))
            score = 2 * value - CARD_POINTS[first] - CARD_POINTS[second]
            if score > best_score:
                given, best_score, worth = (first, second), score, value
        if decision.legal[-1] == BOMB and worth < decision.bid - _BOMB_MARGIN:
            return BOMB
        return hand_over(decision, *given)

    def _declare(self, decision: Decision) -> int:
        """The highest contract within the margin, but no more than the match needs."""
        worth = hand_value(decision.hand)
        if decision.legal[-1] == BOMB and worth < decision.bid - _BOMB_MARGIN:
            return BOMB
        needed = self._rules.target - decision.scores[decision.seat]
        contract = decision.legal[0]
        for action in decision.legal[1:]:
            enough = value_in(contract) >= needed
            if action == BOMB or enough or value_in(action) > worth - _CONTRACT_MARGIN:
                break
            contract = action
        return contract

    def _play(self, decision: Decision) -> int:
        out = cards_out(decision)
        if not decision.trick:
            return lead(decision, out)
        return follow(decision, out, last=len(decision.trick) == self._followers)
