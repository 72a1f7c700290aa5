"""A match: deal after deal until somebody reaches the target (tysiac.md sections 3 and 9)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.bot import Bot
from engine.game import Refused, Verdict
from engine.tysiac.background import Sheet
from engine.tysiac.deal import DealSource
from engine.tysiac.decision import Decision
from engine.tysiac.hand import NOBODY, Hand
from engine.tysiac.record import HandRecord, hand_record
from engine.tysiac.rules import Rules
from engine.tysiac.settlement import barrel_after, judge, settle

__all__ = ["Match"]


class Match:
    """The running match. Methods are documented in `engine.game.RunningMatch`."""

    def __init__(self, rules: Rules, deals: DealSource) -> None:
        nothing = (0,) * rules.players
        self.rules: Final = rules
        self._deals: Final = deals
        self.hands: list[HandRecord] = []
        self.scores: tuple[int, ...] = nothing
        self.verdict: Verdict | None = None
        self._sheet: Sheet = Sheet(0, 0, nothing, (rules.bomb_limit,) * rules.players, nothing)
        self.hand: Hand = self._deal(())

    @property
    def to_move(self) -> int:
        """The seat to act, -1 when the match is over."""
        return self.hand.to_move

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions of the seat to act, ascending."""
        return self.hand.legal

    @property
    def position(self) -> tuple[int, int]:
        """(hand, action): the places in the record that the next action will take."""
        return len(self.hands), self.hand.acted

    def decision(self) -> Decision:
        """What the seat to move is asked. Not to be called when the match is over."""
        return self.hand.observe(self.to_move)

    def observe(self, seat: int) -> Decision:
        """What `seat` may see now; `legal` is empty unless it is to move."""
        return self.hand.observe(seat)

    def apply(self, action: int) -> None:
        """Let the seat to move act; IllegalActionError, and no change at all, if it may not."""
        self.hand.apply(action)
        if self.hand.to_move == NOBODY:
            self._after_hand(self.hand)

    def run(self, bots: Sequence[Bot | None], *, once: bool = False) -> Refused | None:
        """Ask `bots` until the end, or until one is missing or refused (see `RunningMatch`)."""
        answers: list[Callable[[Any], object] | None] = [
            None if bot is None else bot.decide for bot in bots
        ]
        asked = False
        while self.verdict is None:
            hand = self.hand
            while (seat := hand.to_move) != NOBODY:
                legal = hand.legal
                if len(legal) == 1:
                    hand.act(legal[0])
                    continue
                decide = answers[seat]
                if decide is None or (once and asked):
                    return None
                answer: object = decide(hand.ask(seat, legal))
                if type(answer) is not int or answer not in legal:
                    return Refused(answer)
                hand.act(answer)
                asked = True
            self._after_hand(hand)
        return None

    def running_hand(self) -> HandRecord | None:
        """The record of the hand that is still being played, None once the match is over."""
        if self.to_move == NOBODY:
            return None
        return hand_record(self.hand, (0,) * self.rules.players)

    def _deal(self, redealt: tuple[tuple[int, int], ...]) -> Hand:
        sheet = self._sheet
        deal = self._deals.deal(sheet.n, len(redealt), sheet.dealer)
        return Hand(self.rules, sheet, deal, redealt)

    def _after_hand(self, hand: Hand) -> None:
        if hand.redeal_asked:
            self.hands.append(hand_record(hand, (0,) * self.rules.players))
            seat = hand.log[-1][0]
            self.hand = self._deal((*hand.redealt, (seat, hand.deal.hands[seat])))
            return
        sheet = self._sheet
        changes = settle(
            self.rules,
            sheet.scores,
            sheet.barrel,
            hand.declarer,
            hand.contract,
            hand.earned,
            hand.bombed,
            hand.sitting_out,
            hand.deal.musiks[0],
        )
        barrel = barrel_after(self.rules, sheet.barrel, sheet.scores, changes)
        self.hands.append(hand_record(hand, changes))
        self.scores = tuple([score + changes[seat] for seat, score in enumerate(sheet.scores)])
        self.verdict = judge(self.rules, self.scores, hand.declarer, sheet.n + 1)
        if self.verdict is None:
            bombs = list(sheet.bombs_left)
            bombs[hand.declarer] -= 1 if hand.bombed else 0
            dealer = (sheet.dealer + 1) % self.rules.players
            self._sheet = Sheet(sheet.n + 1, dealer, self.scores, tuple(bombs), barrel)
            self.hand = self._deal(())
