"""One match as a batch plays it: the running match, who answers for each seat, its faults."""

import traceback
from collections.abc import Mapping, Sequence
from typing import Any

from engine import Bot, IllegalActionError, RunningMatch, Setup, Verdict
from tournament.faults import CLOCK_KINDS, PROCESS_KINDS, Fault, FaultReport, judge_with_faults
from tournament.league import Limits
from tournament.seats import Answer, FallbackBot, NoAction

__all__ = ["Forced", "Line"]

Forced = Mapping[tuple[int, int, int], tuple[str, str]]
"""Faults to force, for `verify`: (seat, hand, action) → (kind, message)."""


class Line:
    """A match in play. `bots[seat]` is None where a process answers."""

    def __init__(
        self,
        match_id: str,
        match: RunningMatch,
        names: Sequence[str],
        bots: list[Bot | None],
        limits: Limits,
        forced: Forced,
    ) -> None:
        self.id = match_id
        self.match = match
        self.names = names
        self.bots = bots
        self.faults: list[Fault] = []
        self.reports: list[FaultReport] = []
        self.void = False
        self.reproducible = True
        self._limits = limits
        self._forced = forced
        self._strikes = [0] * len(names)
        self._fallback = FallbackBot(Setup("", None, 0, 0))

    @property
    def over(self) -> bool:
        """Whether nobody has anything to do in it any more."""
        return self.void or self.match.to_move < 0

    def run_inline(self) -> None:
        """Play on until a process must answer, or to the end."""
        match, forced = self.match, self._forced
        while not self.over:
            seat = match.to_move
            if len(match.legal) > 1:
                if forced and (seat, *match.position) in forced:
                    kind, message = forced[seat, *match.position]
                    self.take(NoAction(kind, message), "", dead=kind in PROCESS_KINDS)
                    continue
                if self.bots[seat] is None:
                    return
            # All of a match without faults is one call, compiled where the engine is.
            try:
                refused = match.run(self.bots, once=bool(forced))
            except BaseException:
                self.take(NoAction("exception", traceback.format_exc()), "")
            else:
                if refused is not None:
                    self.take(self._no_answer(refused.answer), "")

    def _no_answer(self, given: object) -> NoAction:
        """What is wrong with what a bot has `given` instead of a legal action."""
        if type(given) is not int:
            message = f"decide() returned {given!r:.200}, which is no action"
            return NoAction("exception", message)
        try:
            self.match.apply(given)
        except IllegalActionError as error:
            return NoAction("illegal_action", str(error))
        raise AssertionError(f"{given} was refused and is legal")

    def take(self, answer: Answer, stderr: str, *, dead: bool = False) -> None:
        """Play an answer of the seat to move; a fault is charged and the fallback answers.

        `dead` says that nobody is left to play on for the seat, whatever the policy.
        """
        match = self.match
        action = answer
        if isinstance(action, NoAction):
            place = match.position
            self.charge(match.to_move, place, action.kind, action.message, stderr, dead=dead)
            if self.void:
                return
            action = self._fallback.decide(match.decision())
        match.apply(action)

    def charge(
        self,
        seat: int,
        place: tuple[int, int] | None,
        kind: str,
        message: str,
        stderr: str,
        *,
        dead: bool = False,
    ) -> None:
        """Write a fault at `place` (hand, action) down and let the policy act on the seat."""
        policy = self._limits.on_fault
        if policy == "strikes":
            self._strikes[seat] += 1
            final = dead or self._strikes[seat] >= self._limits.strikes
            policy = "substitute" if final else "strike"
        if policy == "void":
            self.void = True
        elif policy == "substitute":
            self.bots[seat] = self._fallback
        self.reproducible &= kind not in CLOCK_KINDS
        hand, action = (None, None) if place is None else place
        self.faults.append(Fault(seat, hand, action, policy))
        self.reports.append(
            FaultReport(
                self.names[seat], self.id, seat, hand, action, kind, policy, message, stderr
            )
        )

    def verdict(self) -> Verdict:
        """How it ended, faults counted."""
        players = len(self.names)
        verdict = self.match.verdict
        if self.void or verdict is None:
            return Verdict("void", None, (1,) * players)
        faulty = {fault.seat for fault in self.faults if fault.policy == "substitute"}
        return judge_with_faults(verdict, faulty)

    def hands(self) -> list[Mapping[str, Any]]:
        """The hand records, that of a hand cut off by a void match included."""
        running = self.match.running_hand() if self.void else None
        return [*self.match.hands, *([] if running is None else [running])]
