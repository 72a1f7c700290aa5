"""`tournament check`: what the author of an entry wants to know before a league does.

The entry plays some matches of each variant in its sandbox, against house bots and against
itself, four times over: twice the same way, once with fresh processes for each match, once in
another order of matches. What differs then tells what the entry leans on.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from bots.catalog import house_bot_names
from engine import derive, root_key
from tournament.batch import BatchResult, play_batch
from tournament.compare import compare_matches
from tournament.entries import EntrySource
from tournament.isolation.tiers import Tier
from tournament.league import Entry, Limits, Variant
from tournament.roster import Roster
from tournament.schedule import Batch, Block, players_of
from tournament.seats import ProcessSeat

__all__ = ["Finding", "Report", "check_entry"]

BLOCKS: Final = 2
_MEGABYTE: Final = 1024 * 1024
_QUANTILES: Final = {"p50_ms": 0.5, "p95_ms": 0.95, "max_ms": 1.0}

_ADVICE: Final = {
    "illegal_action": "decide() must return one of decision.legal, as an int.",
    "exception": "An exception costs the match: the traceback shows where. Catch what you expect.",
    "crash": "Your process ended. Look for os._exit, sys.exit, a segfault or a lost parent.",
    "timeout": "Over the time limit. Decide faster, or bound your search by time.",
    "memory": "Over the memory limit. Keep less, or ask the organizer for more.",
    "protocol": "Something else than answers came out of your process.",
    "crash_in_step": "Your process dies only when it serves several matches: look for shared "
    "state.",
    "not repeatable": "The same questions with the same seeds got other answers. Draw all luck "
    "from random.Random(setup.seed): no os.urandom, no clock, no unseeded generator, no order of "
    "id(), no threads that race.",
    "state between matches": "Answers depend on which other matches the same process plays. Keep "
    "all state in the Bot object: no module-level variable, no class attribute, no global random.",
}


class Finding(NamedTuple):
    """Something to mend."""

    variant: str
    kind: str
    where: str
    """Match, hand and action, as far as one is to blame."""
    message: str
    advice: str


class Report(NamedTuple):
    """What came of it in one variant."""

    variant: str
    matches: int
    decisions: int
    p50_ms: float
    p95_ms: float
    max_ms: float
    peak_mb: int
    findings: tuple[Finding, ...]


def check_entry(
    entry: Entry,
    files: EntrySource,
    variants: Sequence[Variant],
    limits: Limits,
    tier: Tier,
) -> Iterator[Report]:
    """Play the entry in each of the variants and report; house bots sit beside it."""
    with tempfile.TemporaryDirectory() as scratch:
        roster = _WatchingRoster({entry.digest: files}, Path(scratch), tier)
        with closing(roster):
            for variant in variants:
                yield _check_variant(entry, variant, limits, roster)


class _WatchingRoster(Roster):
    """Remembers the seats that it opens, for their times and sizes."""

    seats: list[ProcessSeat]

    def open_process(self, *arguments: Any) -> ProcessSeat:
        seat = super().open_process(*arguments)
        self.seats.append(seat)
        return seat


def _check_variant(
    entry: Entry, variant: Variant, limits: Limits, roster: _WatchingRoster
) -> Report:
    roster.seats = []
    plain = [_batch(table, variant, limits) for table in _tables(entry, variant)]
    played = [play_batch(batch, roster) for batch in plain]
    findings = _faults(entry, variant, played)
    if not findings:
        findings = _differences(variant, plain, played, roster)
    shares = sorted(share for seat in roster.seats for share in seat.shares)
    return Report(
        variant=variant.name,
        matches=sum(result.summary.matches for result in played),
        decisions=sum(seat.decisions for seat in roster.seats),
        **{name: _quantile(shares, part) * 1000 for name, part in _QUANTILES.items()},
        peak_mb=max((seat.peak_bytes for seat in roster.seats), default=0) // _MEGABYTE,
        findings=tuple(findings),
    )


def _tables(entry: Entry, variant: Variant) -> list[tuple[Entry, ...]]:
    """The entry beside house bots, and among its own copies."""
    players = players_of(variant)
    others = islice(cycle(house_bot_names(variant.game)), players - 1)
    house = [
        Entry(f"house-{seat}", f"house:{name}", name, "", name, (variant.game,))
        for seat, name in enumerate(others)
    ]
    return [(entry, *house), (entry,) * players]


def _batch(table: tuple[Entry, ...], variant: Variant, limits: Limits) -> Batch:
    """A small batch in which the first of the table sits first and last."""
    places = tuple(range(len(table)))
    key = derive(root_key(b"check"), variant.name, len({entry.name for entry in table}))
    blocks = [
        Block(f"check{number}", f"check{number}", number, derive(key, number))
        for number in range(BLOCKS)
    ]
    return Batch("check", variant, table, (places, places[::-1]), tuple(blocks), limits)


def _faults(entry: Entry, variant: Variant, played: Sequence[BatchResult]) -> list[Finding]:
    """One finding for each kind of fault: the first of its kind."""
    found: dict[str, Finding] = {}
    for result in played:
        for fault in result.summary.faults:
            if fault.entry == entry.name and fault.kind not in found:
                where = f"{fault.match}, {fault.where}"
                text = fault.message if not fault.stderr else f"{fault.message}\n{fault.stderr}"
                advice = _ADVICE.get(fault.kind, "")
                found[fault.kind] = Finding(variant.name, fault.kind, where, text, advice)
        for failure in result.summary.infrastructure:
            text = f"{failure.what}: {failure.cause}"
            found.setdefault(
                "crash", Finding(variant.name, "crash", failure.batch, text, _ADVICE["crash"])
            )
    return [found[kind] for kind in sorted(found)]


def _differences(
    variant: Variant, plain: Sequence[Batch], played: Sequence[BatchResult], roster: Roster
) -> list[Finding]:
    """What changes when nothing has changed, or when only the company of a match has."""
    ways: list[tuple[str, str, Callable[[Batch], Batch]]] = [
        ("not repeatable", "played again the same way", lambda batch: batch),
        ("state between matches", "each match in fresh processes", _alone),
        ("state between matches", "matches in another order", _reversed),
    ]
    for kind, how, change in ways:
        for batch, before in zip(plain, played, strict=True):
            again = play_batch(change(batch), roster)
            first = next(compare_matches(_records(before), _records(again)), None)
            if first is not None:
                where = f"{first.match}, hand {first.hand}, action {first.action}"
                text = f"{how}: {first.recorded} became {first.derived}"
                return [Finding(variant.name, kind, where, text, _ADVICE[kind])]
    return []


def _alone(batch: Batch) -> Batch:
    limits = msgspec.structs.replace(batch.limits, fresh_process="match")
    return msgspec.structs.replace(batch, limits=limits)


def _reversed(batch: Batch) -> Batch:
    return msgspec.structs.replace(batch, blocks=batch.blocks[::-1])


def _records(result: BatchResult) -> Iterator[dict[str, Any]]:
    records = [msgspec.json.decode(line) for line in result.records.splitlines()]
    return iter(sorted(records, key=lambda record: str(record["match"])))


def _quantile(ordered: Sequence[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
