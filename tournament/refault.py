"""A recorded fault once more: the match up to that decision, and the entry asked again."""

import tempfile
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from engine import Decision
from tournament.batch import bot_seed, process_seed
from tournament.entries import kept_entry
from tournament.errors import TournamentError
from tournament.faults import FaultReport
from tournament.folder import RunFolder
from tournament.isolation.tiers import Tier
from tournament.plan import Plan
from tournament.roster import Roster
from tournament.schedule import Batch
from tournament.seats import NoAction, SeatDied

__all__ = ["AskedAgain", "ask_again"]


class AskedAgain(NamedTuple):
    """What was recorded, and what the entry does now."""

    report: FaultReport
    asked: int
    """Decisions that the entry was asked on the way, the one at fault not counted."""
    strayed: str
    """Where it first answered otherwise than recorded on the way, or ""."""
    decision: str
    """The decision at fault, as texts; empty where no single one was to blame."""
    answer: str
    """The answer now: an action, or what came instead of one."""
    stderr: str


def ask_again(
    plan: Plan, folder: RunFolder, record: dict[str, Any], number: int, tier: Tier
) -> AskedAgain:
    """Replay `record` up to its fault `number` (from 1) and ask the entry there again.

    It is asked all its decisions on the way, so that it comes there with what it knew. The plan
    must be one that can be played. Raises TournamentError if there is no such fault.
    """
    batch, report = _find(plan, record, number)
    place = next(place for place, entry in enumerate(batch.table) if entry.name == report.entry)
    seating = int(record["match"].rpartition("-")[2])
    block = next(block for block in batch.blocks if block.id == record["block"])
    entry = batch.table[place]
    files = kept_entry(folder.entries, entry.digest)
    with (
        tempfile.TemporaryDirectory() as scratch,
        closing(Roster({entry.digest: files}, Path(scratch), tier)) as roster,
    ):
        seed = bot_seed(block, seating, report.seat)
        asker: _Inline | _Apart
        if tier is Tier.inline and not entry.command:
            asker = _Inline(roster.inline_bot(entry, batch.variant, report.seat, seed))
        else:
            own = process_seed(block, seating, report.seat)
            asker = _Apart(
                roster.open_process(entry, batch.variant, report.seat, (seed,), own, batch.limits)
            )
        with closing(asker):
            return _replay(batch, record, report, asker)


def _find(plan: Plan, record: dict[str, Any], number: int) -> tuple[Batch, FaultReport]:
    for batch, head in plan.recorded:
        reports = [fault for fault in head.faults if fault.match == record["match"]]
        if any(block.id == record["block"] for block in batch.blocks):
            if not 1 <= number <= len(reports):
                allowed = f"1 to {len(reports)}" if reports else "a match with a fault"
                raise TournamentError(
                    f"--fault: found {number} for {record['match']}; allowed: {allowed}"
                )
            return batch, reports[number - 1]
    raise TournamentError(f"--fault: found no batch of {record['match']}; allowed: a recorded one")


def _replay(
    batch: Batch, record: dict[str, Any], report: FaultReport, asker: "_Inline | _Apart"
) -> AskedAgain:
    game = batch.variant.find_game()
    match = game.replay_match(game.make_rules(batch.variant.rules), record["hands"])
    asked, strayed = 0, ""
    for seat, action in _actions(game, record):
        here = match.position
        at_fault = here == (report.hand, report.action)
        if seat == report.seat and (len(match.legal) > 1 or at_fault):
            decision = match.decision()
            answer = asker.ask(decision)
            if at_fault or not isinstance(answer, int):
                plain = dict(game.plain_decision(decision))
                told = game.action_text(answer) if isinstance(answer, int) else answer
                return AskedAgain(report, asked, strayed, str(plain), told, asker.stderr())
            asked += 1
            if answer != action and not strayed:
                now, then = game.action_text(answer), game.action_text(action)
                strayed = f"hand {here[0]}, action {here[1]}: {now}, recorded {then}"
        match.apply(action)
    return AskedAgain(report, asked, strayed, "", "", asker.stderr())


def _actions(game: Any, record: dict[str, Any]) -> Iterator[tuple[int, int]]:
    for hand in record["hands"]:
        yield from game.recorded_actions(hand)


class _Inline:
    """Asks a bot object in this very process, where a debugger can stop it."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def ask(self, decision: Decision) -> int | str:
        try:
            action = self._bot.decide(decision)
        except BaseException:
            return traceback.format_exc()
        return action if action in decision.legal else f"{action!r:.200}, which is not legal"

    def stderr(self) -> str:
        return ""

    def close(self) -> None:
        """Nothing is open."""


class _Apart:
    """Asks a process, as a league does."""

    def __init__(self, seat: Any) -> None:
        self._seat = seat

    def ask(self, decision: Decision) -> int | str:
        try:
            (answer,) = self._seat.ask([(0, decision)])
        except SeatDied as died:
            return f"{died.kind}: {died.message}"
        return answer.message if isinstance(answer, NoAction) else int(answer)

    def stderr(self) -> str:
        return str(self._seat.stderr_tail())

    def close(self) -> None:
        self._seat.close()
