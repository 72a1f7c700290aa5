"""A bot to copy: it bids on its marriages, leads its best card and follows as low as it can.

One object plays one match for one seat. `decide` gets what the seat may see (every field is
described in `engine.tysiac.Decision`) and returns one of `decision.legal`.
"""

from random import Random

from engine import Bot, Setup
from engine.tysiac import (
    AUCTION,
    BOMB,
    CONTRACT,
    EXCHANGE,
    PASS,
    PLAY,
    Decision,
    card_in,
    gifts_in,
    is_bid,
    is_meld,
    laid_in,
    marriage_value,
)


class Sample(Bot):
    """Simple, complete, and easy to beat."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        # The only randomness that repeats: the seed of this match and seat.
        self.random = Random(setup.seed)

    def decide(self, decision: Decision) -> int:
        if decision.phase == AUCTION:
            return self.bid(decision)
        if decision.phase == EXCHANGE:
            return self.exchange(decision)
        if decision.phase == CONTRACT:
            return decision.legal[0]  # no more than we bid
        if decision.phase == PLAY:
            return self.play(decision)
        return self.random.choice(decision.legal)  # which of the two musiks, unseen

    def bid(self, decision: Decision) -> int:
        """Go up by ten as long as half of what our marriages are worth covers it."""
        worth = 100 + marriage_value(decision.dealt) // 2
        raises = [action for action in decision.legal if is_bid(action) and action <= worth]
        return raises[0] if raises else PASS

    def exchange(self, decision: Decision) -> int:
        """Part with the two cards of the lowest rank that leave every marriage together."""

        def loss(action: int) -> int:
            if action == BOMB:
                return 1000  # not for us
            if self.setup.rules.players == 2:
                cards = laid_in(action)
            else:
                (_, first), (_, second) = gifts_in(action)
                cards = (first, second)
            left = decision.hand & ~sum(1 << card for card in cards)
            broken = marriage_value(decision.hand) - marriage_value(left)
            return broken + sum(card % 6 for card in cards)

        return min(decision.legal, key=loss)

    def play(self, decision: Decision) -> int:
        """Lead a marriage, else the highest card; follow with the lowest."""
        melds = [action for action in decision.legal if is_meld(action)]
        if melds:
            return melds[-1]
        ranks = {action: card_in(action) % 6 for action in decision.legal}
        if decision.trick:
            return min(decision.legal, key=ranks.__getitem__)
        return max(decision.legal, key=ranks.__getitem__)
