"""The match: settlement of its deals, and how it ends."""

from referee.cards import marriage_points, round_to_ten
from referee.hand import Hand
from referee.vocabulary import Json


class Match:
    """Scores, dealer, bombs and barrel from deal to deal, and how the match ends."""

    def __init__(self, rules: Json) -> None:
        self.rules = rules
        self.players: int = rules["players"]
        self.scores = [0] * self.players
        self.bombs_used = [0] * self.players
        self.barrel_left = [0] * self.players  # deals left on the barrel, 0 = not on it
        self.settled = 0
        self.redeals = 0
        self.end: str | None = None  # "target" or "max_deals"
        self.first: int | None = None  # who alone is first by the rules

    @property
    def dealer(self) -> int:
        return self.settled % self.players  # 3

    def close(self, hand: Hand) -> list[int]:
        """Settle a finished hand and return the change of every seat's score."""
        if hand.phase == "redealt":
            self.redeals += 1
            return [0] * self.players
        change = [self._earned(hand, seat) for seat in range(self.players)]
        for seat, earned in enumerate(change):
            change[seat] -= self._barrel_penalty(seat, self.scores[seat] + earned)
        self.scores = [score + more for score, more in zip(self.scores, change, strict=True)]
        self.bombs_used[hand.declarer] += hand.phase == "bombed"
        self.settled += 1
        self.redeals = 0
        self._judge(hand.declarer)
        return change

    def _earned(self, hand: Hand, seat: int) -> int:
        bombed = hand.phase == "bombed"
        points = hand.tricks[seat] + hand.marriages[seat]
        if seat == hand.declarer:  # 9: the raw total, and the contract only
            return 0 if bombed else hand.contract if points >= hand.contract else -hand.contract
        if self._barred(seat):
            return 0
        if seat not in hand.playing:  # 9: the dealer of four, after a bomb too
            aces = sum(card[0] == "A" for card in hand.musik[0])
            return 50 * aces + marriage_points(hand.musik[0])
        return int(self.rules["bomb_points"]) if bombed else round_to_ten(points)

    def _barred(self, seat: int) -> bool:
        barrier = self.rules["barrier"]  # 9: judged by the score before the deal
        at_barrier = barrier is not None and self.scores[seat] >= barrier
        return at_barrier or self.barrel_left[seat] > 0

    def _barrel_penalty(self, seat: int, score: int) -> int:
        """Count this deal on the barrel (10), given the score that it earned."""
        barrel = self.rules["barrel"]
        if barrel is None:
            return 0
        in_range = barrel["from"] <= score < self.rules["target"]
        if not in_range:
            self.barrel_left[seat] = 0
        elif self.barrel_left[seat] == 0:
            self.barrel_left[seat] = barrel["deals"]
        else:
            self.barrel_left[seat] -= 1
            if self.barrel_left[seat] == 0:
                return int(barrel["penalty"])
        return 0

    def _judge(self, declarer: int) -> None:
        best = max(self.scores)
        if best >= self.rules["target"]:
            self.end = "target"
            if self.scores[declarer] >= self.rules["target"]:
                self.first = declarer  # 9: whatever the others have
            elif self.scores.count(best) == 1:
                self.first = self.scores.index(best)
        elif self.settled == self.rules["max_deals"]:
            self.end = "max_deals"

    def verdict(self, faulty: set[int]) -> tuple[str, int | None, list[int]]:
        """Status, winner and ranks of an ended match; `faulty` seats share the last place."""

        def order(seat: int) -> tuple[bool, int]:
            return seat != self.first, -self.scores[seat]

        sound = [seat for seat in range(self.players) if seat not in faulty]
        ranks = [len(sound) + 1] * self.players
        for seat in sound:
            ranks[seat] = 1 + sum(order(other) < order(seat) for other in sound)
        if self.end == "max_deals":
            return "unfinished", None, ranks
        if ranks.count(1) == 1:
            return "won", ranks.index(1), ranks
        return "tied", None, ranks
