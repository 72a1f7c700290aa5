"""A match: one hand, to the last survivor (draw-the-bomb.md, "A drawn bomb")."""

from collections.abc import Sequence
from typing import Final

from engine.bot import Bot
from engine.draw_the_bomb.deal import Deal
from engine.draw_the_bomb.decision import Decision
from engine.draw_the_bomb.fate import Fate
from engine.draw_the_bomb.hand import NOBODY, Hand
from engine.draw_the_bomb.record import HandRecord, hand_record
from engine.draw_the_bomb.rules import Rules
from engine.game import Refused, Verdict, run_match

__all__ = ["Match"]


class Match:
    """The running match: `to_move` is the seat to act (-1 when it is over), `legal` its actions.

    The score of a seat is the number of opponents that it has outlived so far: at the end
    players - 1 for the winner, 0 for the first that was out.
    """

    def __init__(self, rules: Rules, deal: Deal, fate: Fate) -> None:
        self.rules: Final = rules
        self.hands: list[HandRecord] = []
        self.scores: tuple[int, ...] = (0,) * rules.players
        self.verdict: Verdict | None = None
        self.hand: Final = Hand(rules, deal, fate)
        self.to_move: int = self.hand.to_move
        self.legal: tuple[int, ...] = self.hand.legal

    @property
    def position(self) -> tuple[int, int]:
        """(hand, action): the places in the record that the next action will take."""
        return len(self.hands), len(self.hand.actions)

    def decision(self) -> Decision:
        """What the seat to move is asked. Not to be called when the match is over."""
        return self.hand.observe(self.to_move)

    def observe(self, seat: int) -> Decision:
        """What `seat` may see now; `legal` is empty unless it is to move."""
        return self.hand.observe(seat)

    def apply(self, action: int) -> None:
        """Let the seat to move act; IllegalActionError, and no change at all, if it may not."""
        hand = self.hand
        before = len(hand.out)
        hand.apply(action)
        self.to_move = hand.to_move
        self.legal = hand.legal
        if len(hand.out) > before:
            self.scores = _outlived(hand)
            if hand.to_move == NOBODY:
                self._end(hand)

    def run(self, bots: Sequence[Bot | None], *, once: bool = False) -> Refused | None:
        """Ask `bots` until the end, or until one is missing or refused (see `RunningMatch`)."""
        return run_match(self, bots, once=once)

    def running_hand(self) -> HandRecord | None:
        """The record of the hand that is still being played, None once the match is over."""
        if self.to_move == NOBODY:
            return None
        return hand_record(self.hand)

    def _end(self, hand: Hand) -> None:
        self.hands.append(hand_record(hand))
        players = self.rules.players
        ranks = tuple([players - score for score in self.scores])
        self.verdict = Verdict("won", ranks.index(1), ranks)


def _outlived(hand: Hand) -> tuple[int, ...]:
    scores = [len(hand.out)] * hand.rules.players
    for place, seat in enumerate(hand.out):
        scores[seat] = place
    return tuple(scores)
