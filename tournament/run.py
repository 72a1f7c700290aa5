"""`tournament run`: from a league file to a folder that holds exactly its results."""

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import NamedTuple

from tournament.entries import EntrySource, keep_entry, kept_entry
from tournament.errors import LeagueError
from tournament.executor import Context, Executor, Task
from tournament.folder import RunFolder
from tournament.incidents import write_incidents
from tournament.isolation.tiers import Tier
from tournament.journal import Head, Journal
from tournament.league import Entry, League
from tournament.manifest import Manifest, SetAside, make_manifest, write_manifest
from tournament.plan import Plan, check_same_league, make_plan
from tournament.results import compact
from tournament.roster import Roster
from tournament.runner import Watcher, play_tasks
from tournament.schedule import Batch
from tournament.seats import SeatDied
from tournament.seeds import league_key

__all__ = ["Played", "Settings", "make_executor", "run_league"]


class Settings(NamedTuple):
    """How to play; none of it shows in the results."""

    workers: int
    executor: str = "local"
    address: str | None = None
    tier: Tier = Tier.inline


class Played(NamedTuple):
    """A finished run."""

    manifest: Manifest
    newly_played: int
    plan: Plan


def run_league(
    league: League,
    sources: dict[str, EntrySource],
    folder: RunFolder,
    settings: Settings,
    seed_file: Path | None,
    watch: Callable[[Plan], AbstractContextManager[Watcher]],
) -> Played:
    """Play what `folder` lacks of the league, then compact it.

    A secret seed is read from `seed_file`.

    Raises LeagueError or FolderError before anything is changed if something can't be used, and
    KeyboardInterrupt when told to stop: what was played by then is recorded.
    """
    revealed = check_same_league(league, folder)
    key = league_key(league, seed_file, revealed)
    plan = make_plan(league, folder, key)
    check_imports(plan.missing, sources, settings.tier)
    folder.prepare()
    with folder.locked():
        revealed = check_same_league(league, folder)  # another command may have been faster
        plan = make_plan(league, folder, key)
        for digest, files in sources.items():
            keep_entry(folder.entries, digest, files)
        write_manifest(folder, _manifest(plan, settings, revealed))
        missing = len(plan.missing)
        deaths, set_aside = _play(plan, folder, settings, watch) if missing else (0, ())
        heads = [head for _, head in plan.recorded]
        compact(folder, league, [batch for batch, _ in plan.recorded])
        write_incidents(folder, heads)
        manifest = _manifest(plan, settings, revealed, deaths, set_aside)
        write_manifest(folder, manifest)
    return Played(manifest, missing - len(set_aside), plan)


def make_executor(settings: Settings, context: Context, scratch: Path) -> Executor:
    """Start the executor that the settings name."""
    if settings.executor == "ray":
        from tournament.ray_runner import RayExecutor  # noqa: PLC0415 - costs a second

        return RayExecutor(settings.workers, context, scratch, settings.address)
    from tournament.local_runner import LocalExecutor  # noqa: PLC0415 - only what is used

    return LocalExecutor(settings.workers, context, scratch)


def entries_of(batches: list[Batch]) -> list[Entry]:
    """The file entries that play in some batches, each once, in order."""
    entries = {entry.name: entry for batch in batches for entry in batch.table}
    return [entries[name] for name in sorted(entries) if not entries[name].is_house]


def check_imports(missing: list[Batch], sources: dict[str, EntrySource], tier: Tier) -> None:
    """LeagueError for an entry that can't even be imported, before anything is played.

    What would play inline is tried in a process all the same.
    """
    entries = entries_of(missing)
    if not entries:
        return
    apart = Tier.basic if tier is Tier.inline else tier
    with (
        tempfile.TemporaryDirectory() as scratch,
        closing(Roster(sources, Path(scratch), apart)) as roster,
    ):
        for entry in entries:
            batch = next(batch for batch in missing if entry in batch.table)
            error = _import_error(roster, entry, batch)
            if error:
                last = error.strip().splitlines()[-1]
                allowed = f"a module that imports and defines the engine.Bot {entry.target}"
                if entry.command:
                    allowed = "a program that answers hello with ready (docs/protocol.md)"
                raise LeagueError(entry.source, f"entries.{entry.name}", last, allowed)


def _import_error(roster: Roster, entry: Entry, batch: Batch) -> str:
    with closing(roster.open_process(entry, batch.variant, 0, (), 0, batch.limits)) as process:
        try:
            return process.greet()
        except SeatDied as died:
            words = died.stderr.strip().splitlines()[-1:]
            return ": ".join([died.kind, died.message, *words])


def _play(
    plan: Plan,
    folder: RunFolder,
    settings: Settings,
    watch: Callable[[Plan], AbstractContextManager[Watcher]],
) -> tuple[int, tuple[SetAside, ...]]:
    journal = Journal(folder.journal)

    def record(batch: str, content: bytes) -> Head:
        head = plan.heads[batch] = journal.commit(batch, content)
        return head

    sources = {
        entry.digest: kept_entry(folder.entries, entry.digest) for entry in entries_of(plan.missing)
    }
    context = Context(sources, settings.tier)
    tasks = [Task(batch, {}) for batch in plan.missing]
    with (
        watch(plan) as watcher,
        closing(make_executor(settings, context, folder.scratch)) as executor,
    ):
        outcome = play_tasks(tasks, executor, record, watcher)
    return outcome.deaths, outcome.set_aside


def _manifest(
    plan: Plan,
    settings: Settings,
    revealed: str | None,
    deaths: int = 0,
    set_aside: tuple[SetAside, ...] = (),
) -> Manifest:
    heads = [head for _, head in plan.recorded]
    return make_manifest(
        plan.league,
        heads,
        batches=len(plan.batches),
        isolation=settings.tier,
        infrastructure_failures=deaths + sum(len(head.infrastructure) for head in heads),
        set_aside=set_aside,
        revealed_seed=revealed,
    )
