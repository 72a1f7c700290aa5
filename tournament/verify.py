"""`tournament verify`: derive results again and name everything that differs.

First the tables are turned back into records and held against the recorded digests, then a share
of the batches is played again and held against the records, fault for fault and action for action.
"""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tournament.compare import Difference, compare_matches
from tournament.entries import engine_digest, kept_entry, runtime_versions
from tournament.errors import FolderError
from tournament.executor import Context, Task
from tournament.faults import CLOCK_KINDS
from tournament.folder import RunFolder
from tournament.journal import Head, Journal, unpack
from tournament.line import Forced
from tournament.plan import Plan
from tournament.records import block_digest, canonical
from tournament.results import recorded_digests, records_from_tables
from tournament.run import Settings, entries_of, make_executor
from tournament.runner import Watcher, play_tasks
from tournament.schedule import Batch

__all__ = ["Verification", "sample_batches", "verify_folder"]

_SAMPLE_BITS = 64


class Verification(NamedTuple):
    """What was compared and what differs."""

    blocks_read: int
    batches_replayed: int
    blocks_replayed: int
    differences: tuple[Difference, ...]
    unplayable: tuple[str, ...]


def verify_folder(
    folder: RunFolder, plan: Plan, share: float, settings: Settings, watcher: Watcher
) -> Verification:
    """Compare the tables with the journal, then replay a share (0 to 1) of the batches.

    Raises FolderError where this engine or runtime is not the one that played the league.
    """
    _check_same_engine(folder, plan)
    chosen = sample_batches(plan, share)
    differences = list(_compare_tables(folder, plan))
    replayed, unplayable = _replay(folder, plan, chosen, settings, watcher)
    journal = Journal(folder.journal)
    for batch in chosen:
        if batch.id in replayed:
            differences.extend(
                compare_matches(journal.records(batch.id), unpack(batch.id, replayed[batch.id]))
            )
    return Verification(
        blocks_read=sum(len(head.blocks) for head in plan.heads.values()),
        batches_replayed=len(replayed),
        blocks_replayed=sum(len(batch.blocks) for batch in chosen if batch.id in replayed),
        differences=tuple(differences),
        unplayable=unplayable,
    )


def sample_batches(plan: Plan, share: float) -> list[Batch]:
    """A share of the recorded batches, at least one; the same whenever it is asked for."""
    recorded = [batch for batch, _ in plan.recorded]
    if share >= 1 or not recorded:
        return recorded

    def lot(batch: Batch) -> int:
        digest = blake2b(f"verify {batch.id}".encode(), digest_size=_SAMPLE_BITS // 8).digest()
        return int.from_bytes(digest, "big")

    count = max(1, round(share * len(recorded)))
    drawn = {batch.id for batch in sorted(recorded, key=lot)[:count]}
    return [batch for batch in recorded if batch.id in drawn]


def _check_same_engine(folder: RunFolder, plan: Plan) -> None:
    league = plan.league
    for what, recorded, ours in (
        ("engine digest", league.engine_digest, engine_digest()),
        ("runtime", ", ".join(league.runtime), ", ".join(runtime_versions())),
    ):
        if recorded != ours:
            raise FolderError(f"{folder.manifest}: found {what} {recorded}; allowed: {ours}")


def _replay(
    folder: RunFolder, plan: Plan, chosen: list[Batch], settings: Settings, watcher: Watcher
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    replayed: dict[str, bytes] = {}

    def keep(batch: str, content: bytes) -> Head:
        replayed[batch] = content
        return plan.heads[batch]

    tasks = [Task(batch, _forced_faults(plan.heads[batch.id])) for batch in chosen]
    sources = {
        entry.digest: kept_entry(folder.entries, entry.digest) for entry in entries_of(chosen)
    }
    if not tasks:
        return {}, ()
    with tempfile.TemporaryDirectory() as scratch:
        context = Context(sources, settings.tier)
        with closing(make_executor(settings, context, Path(scratch))) as executor:
            outcome = play_tasks(tasks, executor, keep, watcher)
    return replayed, tuple(each.batch for each in outcome.set_aside)


def _forced_faults(head: Head) -> dict[str, Forced]:
    """The recorded faults that hang on the clock, by match: they are forced, not awaited."""
    forced: dict[str, dict[tuple[int, int, int], tuple[str, str]]] = {}
    for fault in head.faults:
        if fault.kind in CLOCK_KINDS and fault.hand is not None and fault.action is not None:
            place = (fault.seat, fault.hand, fault.action)
            forced.setdefault(fault.match, {})[place] = (fault.kind, fault.message)
    return dict(forced)


def _compare_tables(folder: RunFolder, plan: Plan) -> Iterator[Difference]:
    """Blocks whose records, made from the tables alone, don't have the recorded digest.

    What the tables hold beyond the journal, whose file is missing then, can't be compared.
    """
    missing = {block.id for batch in plan.missing for block in batch.blocks}
    digests = {block.block: block.digest for head in plan.heads.values() for block in head.blocks}
    seen: set[str] = set()
    for variant in plan.league.variants:
        for block, told in recorded_digests(folder.results, variant):
            if block not in missing and told != digests.get(block):
                recorded = digests.get(block, "nothing")
                yield Difference(block, None, None, None, None, recorded, f"table blocks: {told}")
        records = records_from_tables(folder.results, variant)
        for block, matches in groupby(records, key=lambda record: record["block"]):
            derived = block_digest(canonical(match) for match in matches)
            if block in missing:
                continue
            recorded = digests.get(block, "nothing")
            seen.add(block)
            if derived != recorded:
                yield Difference(block, None, None, None, None, recorded, f"tables: {derived}")
    for block in sorted(set(digests) - seen):
        yield Difference(block, None, None, None, None, digests[block], "tables: nothing")
