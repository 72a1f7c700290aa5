"""Play a batch: one seating after the other, the streams of a seating in strict rounds.

A seating is served by fresh processes, one per seat that needs one. If one dies, the seating is
played again from the start; if it dies again, match by match, so that the match that kills it is
known; if then none does, its entry is charged in every match of the seating. Nothing of an
abandoned attempt is kept.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

import msgspec

from engine import Bot, Decision, derive, integer
from tournament.faults import CLOCK_KINDS, PROCESS_KINDS, FaultReport, InfrastructureReport
from tournament.line import Forced, Line
from tournament.records import block_digest, canonical, match_id, match_record
from tournament.roster import Roster
from tournament.schedule import Batch, Block
from tournament.seats import Answer, Bystanders, NoAction, ProcessSeat, SeatDied

__all__ = [
    "BatchResult",
    "PlayedBlock",
    "Summary",
    "Tally",
    "Timing",
    "bot_seed",
    "play_batch",
    "process_seed",
]

_SEED_BITS = 63
_ATTEMPTS_IN_STEP = 2
_BURNT = "used the processor while it was another's turn, which then ran out of time"


class PlayedBlock(msgspec.Struct, frozen=True):
    """A block and the digest of its records."""

    block: str
    digest: str
    reproducible: bool


class Tally(msgspec.Struct, frozen=True):
    """Counts of one entry in a batch. `halves` are half points won against single opponents.

    `matches` and `halves` are those of matches that count; `void` ones stand apart.
    """

    entry: str
    matches: int
    void: int
    halves: int
    faults: int


class Timing(msgspec.Struct, frozen=True):
    """Decisions that the process of a seat answered, and the wall time they took."""

    entry: str
    seating: int
    seat: int
    decisions: int
    microseconds: int


class Summary(msgspec.Struct, frozen=True):
    """What is to be said of a played batch beside its records."""

    batch: str
    blocks: tuple[PlayedBlock, ...]
    tallies: tuple[Tally, ...]
    matches: int
    hands: int
    faults: tuple[FaultReport, ...]
    infrastructure: tuple[InfrastructureReport, ...]
    timings: tuple[Timing, ...]


class BatchResult(NamedTuple):
    """A played batch: its matches block by block, seating by seating, and their canonical lines."""

    summary: Summary
    matches: list[dict[str, Any]]
    records: bytes


ForcedFaults = Mapping[str, Forced]
"""Faults to force, by match."""


class _Seating(NamedTuple):
    """One seating of a batch, ready to be played any number of times."""

    batch: Batch
    roster: Roster
    number: int
    forced: ForcedFaults
    timings: list[Timing]

    @property
    def entries(self) -> list[int]:
        """Place in the table of whoever sits on each seat."""
        return list(self.batch.seatings[self.number])


def play_batch(batch: Batch, roster: Roster, forced: ForcedFaults | None = None) -> BatchResult:
    """Play all blocks of `batch` in all seatings; a pure function of its arguments.

    `forced` holds faults to force at their recorded positions instead of asking.
    """
    infrastructure: list[InfrastructureReport] = []
    timings: list[Timing] = []
    by_seating = [
        _play_seating(_Seating(batch, roster, number, forced or {}, timings), infrastructure)
        for number in range(len(batch.seatings))
    ]
    blocks: list[PlayedBlock] = []
    matches: list[dict[str, Any]] = []
    records: list[bytes] = []
    for place, block in enumerate(batch.blocks):
        lines = [seating[place] for seating in by_seating]
        played = [match_record(batch, block, line) for line in lines]
        texts = [canonical(record) for record in played]
        reproducible = all(line.reproducible for line in lines)
        blocks.append(PlayedBlock(block.id, block_digest(texts), reproducible))
        matches.extend(played)
        records.extend(texts)
    lines = [line for seating in by_seating for line in seating]
    summary = Summary(
        batch=batch.id,
        blocks=tuple(blocks),
        tallies=_tallies(lines),
        matches=len(lines),
        hands=sum(len(line.hands()) for line in lines),
        faults=tuple(report for line in lines for report in line.reports),
        infrastructure=tuple(infrastructure),
        timings=tuple(timings),
    )
    return BatchResult(summary, matches, b"".join(records))


def _play_seating(seating: _Seating, infrastructure: list[InfrastructureReport]) -> list[Line]:
    blocks = seating.batch.blocks
    if seating.batch.limits.fresh_process == "match":
        alone = [_play_group(seating, [block], infrastructure) for block in blocks]
        return [line for lines in alone for line in lines]
    return _play_group(seating, blocks, infrastructure)


def _play_group(
    seating: _Seating, blocks: Sequence[Block], infrastructure: list[InfrastructureReport]
) -> list[Line]:
    """Play the matches of some blocks that share processes."""
    death: SeatDied | None = None
    for _ in range(_ATTEMPTS_IN_STEP):
        try:
            return _play_in_step(seating, blocks)
        except SeatDied as died:
            death = died
            what = f"seating {seating.number}, seat {died.seat}: {died.kind}"
            infrastructure.append(InfrastructureReport(seating.batch.id, what, died.message))
    assert death is not None
    lines = [_play_alone(seating, block) for block in blocks]
    # The deaths were the entry's own, so they are faults now and no failure of the machine.
    del infrastructure[-_ATTEMPTS_IN_STEP:]
    if not any(report.kind in PROCESS_KINDS for line in lines for report in line.reports):
        for line in lines:
            message = f"{death.kind}: {death.message}"
            line.charge(death.seat, None, "crash_in_step", message, death.stderr, dead=True)
            line.reproducible &= death.kind not in CLOCK_KINDS
    return lines


def _play_in_step(seating: _Seating, blocks: Sequence[Block]) -> list[Line]:
    """Play the matches of some streams in rounds. Raises SeatDied, and keeps nothing then."""
    lines = [_open_line(seating, block) for block in blocks]
    with _Processes(seating, blocks) as seats:
        while questions := _gather(lines):
            for seat in sorted(questions):
                places = questions[seat]
                asked = [(place, lines[place].match.decision()) for place in places]
                answers = seats.ask(seat, asked)
                for place, answer in zip(places, answers, strict=True):
                    stderr = seats.stderr_tail(seat) if isinstance(answer, NoAction) else ""
                    lines[place].take(answer, stderr)
    return lines


def _play_alone(seating: _Seating, block: Block) -> Line:
    """Play one match; a seat whose process dies is charged there and then.

    Only the process of the seat to move may run: no other can be the reason for its death.
    """
    line = _open_line(seating, block)
    with _Processes(seating, [block], alone=True) as seats:
        while questions := _gather([line]):
            (seat,) = questions
            try:
                (answer,) = seats.ask(seat, [(0, line.match.decision())])
            except SeatDied as died:
                line.take(NoAction(died.kind, died.message), died.stderr, dead=True)
            else:
                stderr = seats.stderr_tail(seat) if isinstance(answer, NoAction) else ""
                line.take(answer, stderr)
    return line


def _gather(lines: Sequence[Line]) -> dict[int, list[int]]:
    """Let inline bots play on; then the lines that wait for each seat's process."""
    questions: dict[int, list[int]] = {}
    for place, line in enumerate(lines):
        line.run_inline()
        if not line.over:
            questions.setdefault(line.match.to_move, []).append(place)
    return questions


def _open_line(seating: _Seating, block: Block) -> Line:
    batch, roster = seating.batch, seating.roster
    game, rules = roster.game_of(batch.variant)
    entries = [batch.table[place] for place in seating.entries]
    bots: list[Bot | None] = [
        roster.inline_bot(entry, batch.variant, seat, bot_seed(block, seating.number, seat))
        for seat, entry in enumerate(entries)
    ]
    name = match_id(block, seating.number)
    return Line(
        name,
        game.new_match(rules, derive(block.key, "deal")),
        [entry.name for entry in entries],
        bots,
        batch.limits,
        seating.forced.get(name, {}),
    )


def bot_seed(block: Block, seating: int, seat: int) -> int:
    """The seed of a bot for one match: a path of its own below the block's key."""
    return integer(derive(block.key, "bot", seating, seat), _SEED_BITS)


def process_seed(first: Block, seating: int, seat: int) -> int:
    """Seeds the global generators of a process that serves a seating from block `first` on."""
    return integer(derive(first.key, "process", seating, seat), _SEED_BITS)


class _Processes:
    """The processes that serve one attempt at a seating; all are gone on leaving."""

    def __init__(self, seating: _Seating, blocks: Sequence[Block], *, alone: bool = False) -> None:
        self._seating = seating
        self._blocks = blocks
        self._alone = alone
        self._seats: dict[int, ProcessSeat] = {}

    def __enter__(self) -> Self:
        batch, roster, number = self._seating.batch, self._seating.roster, self._seating.number
        try:
            for seat, place in enumerate(self._seating.entries):
                entry = batch.table[place]
                if not roster.plays_inline(entry):
                    seeds = tuple(bot_seed(block, number, seat) for block in self._blocks)
                    seed = process_seed(self._blocks[0], number, seat)
                    self._seats[seat] = roster.open_process(
                        entry, batch.variant, seat, seeds, seed, batch.limits
                    )
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def ask(self, seat: int, questions: Sequence[tuple[int, Decision]]) -> list[Answer]:
        if self._alone:
            for other, process in self._seats.items():
                if other != seat:
                    process.freeze()
            self._seats[seat].thaw()
        bystanders = Bystanders(self._seats, seat)
        try:
            return self._seats[seat].ask(questions, bystanders.watch)
        except SeatDied as died:
            culprit = bystanders.burner() if died.kind == "timeout" else None
            if culprit is None:
                raise
            stderr = self._seats[culprit].stderr_tail()
            raise SeatDied(culprit, "timeout", _BURNT, stderr) from died

    def stderr_tail(self, seat: int) -> str:
        return self._seats[seat].stderr_tail()

    def _close(self) -> None:
        for process in self._seats.values():
            process.dismiss()
        for seat, process in self._seats.items():
            process.close()
            entry = self._seating.batch.table[self._seating.entries[seat]]
            microseconds = round(process.seconds * 1_000_000)
            self._seating.timings.append(
                Timing(entry.name, self._seating.number, seat, process.decisions, microseconds)
            )


def _tallies(lines: Sequence[Line]) -> tuple[Tally, ...]:
    """Matches, half points and faulty matches by entry; void matches count for nobody."""
    matches: dict[str, int] = {}
    void: dict[str, int] = {}
    halves: dict[str, int] = {}
    faults: dict[str, int] = {}
    for line in lines:
        ranks = line.verdict().ranks
        charged = {fault.seat for fault in line.faults}
        for seat, name in enumerate(line.names):
            matches[name] = matches.get(name, 0) + (not line.void)
            void[name] = void.get(name, 0) + line.void
            won = sum((rank > ranks[seat]) + (rank >= ranks[seat]) for rank in ranks) - 1
            halves[name] = halves.get(name, 0) + (0 if line.void else won)
            faults[name] = faults.get(name, 0) + (seat in charged)
    return tuple(
        Tally(name, matches[name], void[name], halves[name], faults[name])
        for name in sorted(matches)
    )
