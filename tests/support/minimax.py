"""What a position is worth by trying everything: no bounds, no pruning, no order of plays.

By the rules of `tricks` alone, and nothing of the solver but the form of a Position.
"""

from engine.tysiac import CARD_POINTS, MARRIAGE_VALUES, Position, card_in, is_meld
from engine.tysiac.tricks import BEATING, legal_follows, legal_leads


class Minimax:
    """Declarer's points from any position of one hand, remembered where a trick begins."""

    def __init__(self, position: Position) -> None:
        count = len(position.hands)
        playing = [seat for seat in range(count) if seat != position.sitting_out]
        self.left = {seat: playing[place - len(playing) + 1] for place, seat in enumerate(playing)}
        self.first_meld = (10 if count == 2 else 8) + 1 - position.meld_from_trick
        self.declarer = position.declarer
        self.side_points = position.side_points
        self.known: dict[tuple[tuple[int, ...], int, int], int] = {}

    def values(self, position: Position) -> dict[int, int]:
        """Declarer's points after each legal action."""
        seat = position.leader
        played: list[tuple[int, int]] = []
        for card in position.trick:
            played.append((seat, card))
            seat = self.left[seat]
        return self.after_each(position.hands, seat, played, position.trump)

    def after_each(
        self, hands: tuple[int, ...], seat: int, played: list[tuple[int, int]], trump: int
    ) -> dict[int, int]:
        hand = hands[seat]
        if played:
            best = self.winner(played, trump)[1]
            low = played[0][1] // 6 * 6  # the lowest card of the suit that was led
            legal = legal_follows(hand, low, BEATING[trump][best])
        else:
            legal = legal_leads(hand, hand.bit_count() <= self.first_meld)
        values = {}
        for action in legal:
            card = card_in(action)
            suit, gain = trump, 0
            if is_meld(action):
                suit = card // 6
                gain = MARRIAGE_VALUES[suit] if seat == self.declarer else 0
            rest = tuple(
                held & ~(1 << card) if owner == seat else held for owner, held in enumerate(hands)
            )
            values[action] = gain + self.after(rest, seat, [*played, (seat, card)], suit)
        return values

    def after(
        self, hands: tuple[int, ...], seat: int, played: list[tuple[int, int]], trump: int
    ) -> int:
        if len(played) < len(self.left):
            seat = self.left[seat]
            values = self.after_each(hands, seat, played, trump).values()
            return max(values) if seat == self.declarer else min(values)
        taker, _ = self.winner(played, trump)
        points = sum(CARD_POINTS[card] for _, card in played)
        if not any(hands):
            return points + self.side_points if taker == self.declarer else 0
        return (points if taker == self.declarer else 0) + self.lead(hands, taker, trump)

    def lead(self, hands: tuple[int, ...], seat: int, trump: int) -> int:
        key = hands, seat, trump
        if key not in self.known:
            values = self.after_each(hands, seat, [], trump).values()
            self.known[key] = max(values) if seat == self.declarer else min(values)
        return self.known[key]

    @staticmethod
    def winner(played: list[tuple[int, int]], trump: int) -> tuple[int, int]:
        taker, best = played[0]
        for seat, card in played[1:]:
            if BEATING[trump][best] >> card & 1:
                taker, best = seat, card
        return taker, best
