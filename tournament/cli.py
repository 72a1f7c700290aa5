"""The command line: thin commands over the rest. Tables to stdout, everything else to stderr."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tournament

if TYPE_CHECKING:
    from reports.leaderboard import Standing
    from tournament.folder import RunFolder
    from tournament.manifest import Manifest
    from tournament.plan import Plan

__all__ = ["app", "main"]

EXIT_FAULTS = 1
EXIT_USAGE = 2
EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130

app = typer.Typer(
    help="Deterministic tournaments of card-game bots: a league is a build.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
config_app = typer.Typer(help="About the league file.", no_args_is_help=True)
app.add_typer(config_app, name="config")


class ExecutorName(StrEnum):
    """Where batches are played."""

    local = "local"
    ray = "ray"


Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Results folder of a league.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Worker processes; default: all cores.")]
ExecutorOption = Annotated[ExecutorName, typer.Option(help="Local processes or Ray actors.")]
Address = Annotated[
    str | None, typer.Option(help="Ray cluster to join; default: Ray on this machine.")
]
Inline = Annotated[
    bool,
    typer.Option("--inline", help="Run file entries inside the workers. Only for your own code."),
]


def main() -> None:
    """Run the command line; one line and exit code 2 for what a user can mend."""
    from engine import EngineError
    from tournament.errors import TournamentError
    from tournament.interrupt import stop_on_sigterm

    stop_on_sigterm()
    try:
        app()
    except (TournamentError, EngineError) as error:
        _say(f"error: {error}")
        sys.exit(EXIT_USAGE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whoever read us has had enough
        sys.exit(0)


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        _print(f"tysiac-tournament {tournament.__version__}")
        raise typer.Exit


@app.command()
def run(
    league: Annotated[Path, typer.Argument(metavar="LEAGUE", help="League file (TOML).")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Results folder; default: runs/NAME.")
    ] = None,
    workers: Workers = None,
    executor: ExecutorOption = ExecutorName.local,
    address: Address = None,
    inline: Inline = False,
    as_json: AsJson = False,
) -> None:
    """Play what is missing of a league, then show leaderboard and run digest."""
    from reports.warehouse import build_database, open_warehouse
    from tournament.config import load_league
    from tournament.folder import RunFolder
    from tournament.progress import Progress
    from tournament.run import run_league

    _fix_hash_seed()
    found, sources = load_league(league)
    folder = RunFolder(out or Path("runs") / found.name)
    settings = _settings(workers, executor, address, inline=inline)
    with _interruptible():
        played = run_league(found, sources, folder, settings, Progress)
    build_database(folder, played.plan)
    with open_warehouse(folder, played.plan) as warehouse:
        rows = warehouse.leaderboard()
    if as_json:
        _print_json(
            {
                "folder": str(folder.path),
                "newly_played_batches": played.newly_played,
                **_summary(played.manifest),
                "leaderboard": [row._asdict() for row in rows],
            }
        )
    else:
        _show_leaderboard(rows, played.manifest)
        _show_end(played.manifest, played.newly_played, folder)
    raise typer.Exit(_exit_code(played.manifest))


@app.command()
def status(folder: Folder, as_json: AsJson = False) -> None:
    """Show what is done, missing and failing; also while a run goes on."""
    from tournament.plan import superseded

    run_folder, manifest, plan = _open(folder)
    heads = [head for _, head in plan.recorded]
    missing: dict[str, int] = {}
    for batch in plan.missing:
        missing[batch.variant.name] = missing.get(batch.variant.name, 0) + 1
    facts = {
        "league": plan.league.name,
        "seed": manifest.seed,
        "complete": plan.complete,
        "batches_done": len(heads),
        "batches": len(plan.batches),
        "matches_done": sum(head.matches for head in heads),
        "matches": sum(batch.matches for batch in plan.batches),
        "hands": sum(head.hands for head in heads),
        "missing_batches_by_variant": missing,
        "faulty_matches_by_entry": _faulty(plan),
        "set_aside": [each.batch for each in manifest.set_aside],
        "infrastructure_failures": manifest.infrastructure_failures,
        "superseded_batches": len(superseded(plan, run_folder)),
        "run_digest": manifest.run_digest if plan.complete else None,
    }
    if as_json:
        _print_json(facts)
    else:
        from reports.tables import text_table

        _print(text_table(["what", "state"], [[key, _flat(facts[key])] for key in facts]))


@app.command()
def leaderboard(
    folder: Folder,
    variant: Annotated[str | None, typer.Option(help="Only this variant.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the leaderboard: mean rank points with a 95 % interval over blocks."""
    from reports.warehouse import open_warehouse
    from tournament.errors import TournamentError

    run_folder, manifest, plan = _open(folder)
    names = [each.name for each in plan.league.variants]
    if variant is not None and variant not in names:
        raise TournamentError(f"--variant: found {variant!r}; allowed: {', '.join(names)}")
    with open_warehouse(run_folder, plan) as warehouse:
        rows = warehouse.leaderboard(variant)
    if as_json:
        _print_json([row._asdict() for row in rows])
    else:
        _show_leaderboard(rows, manifest)


@app.command()
def points(folder: Folder, as_json: AsJson = False) -> None:
    """Show totals and means of the game's own points: no rating."""
    from reports.warehouse import open_warehouse

    run_folder, _, plan = _open(folder)
    with open_warehouse(run_folder, plan) as warehouse:
        answer = warehouse.points()
    _show(answer.columns, answer.rows, as_json=as_json)


@app.command()
def sql(
    folder: Folder,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A DuckDB query.")],
    as_json: AsJson = False,
) -> None:
    """Query blocks, matches, match_seats, hands, hand_seats, actions, faults, timings, ..."""
    from reports.warehouse import open_warehouse

    run_folder, _, plan = _open(folder)
    with open_warehouse(run_folder, plan) as warehouse:
        answer = warehouse.query(query)
    _show(answer.columns, answer.rows, as_json=as_json)


@app.command()
def export(folder: Folder) -> None:
    """Print every match record, one line of JSON each."""
    from tournament.journal import Journal
    from tournament.records import canonical
    from tournament.results import records_from_tables

    run_folder, manifest, plan = _open(folder)
    journal = Journal(run_folder.journal)
    if plan.complete and manifest.status == "complete":
        for variant in plan.league.variants:
            for record in records_from_tables(run_folder.results, variant):
                sys.stdout.buffer.write(canonical(record))
    else:
        for batch, _ in plan.recorded:
            for record in journal.records(batch.id):
                sys.stdout.buffer.write(canonical(record))
    sys.stdout.buffer.flush()


@app.command()
def verify(
    folder: Folder,
    sample: Annotated[
        float, typer.Option(metavar="P", min=0, max=1, help="Share of the batches to replay.")
    ] = 1.0,
    workers: Workers = None,
    executor: ExecutorOption = ExecutorName.local,
    address: Address = None,
    inline: Inline = False,
    as_json: AsJson = False,
) -> None:
    """Derive results again and name every block, match, hand and entry that differs."""
    from tournament.progress import Progress
    from tournament.verify import verify_folder

    _fix_hash_seed()
    run_folder, _, plan = _open(folder)
    settings = _settings(workers, executor, address, inline=inline)
    with _interruptible(), Progress(plan._replace(heads={})) as progress:
        found = verify_folder(run_folder, plan, sample, settings, progress)
    if as_json:
        _print_json(
            {
                "blocks_read": found.blocks_read,
                "batches_replayed": found.batches_replayed,
                "blocks_replayed": found.blocks_replayed,
                "unplayable_batches": found.unplayable,
                "differences": [each._asdict() for each in found.differences],
            }
        )
    else:
        from reports.tables import text_table

        _print(
            f"{found.blocks_read} blocks read from the tables, "
            f"{found.blocks_replayed} replayed: {len(found.differences)} differ"
        )
        if found.differences:
            _print(text_table(found.differences[0]._fields, found.differences))
    if found.differences:
        raise typer.Exit(EXIT_FAULTS)
    if found.unplayable or not plan.complete:
        raise typer.Exit(EXIT_INCOMPLETE)


@app.command()
def replay(
    folder: Folder,
    match: Annotated[str, typer.Argument(metavar="MATCH[:HAND]", help="Match, or one hand of it.")],
) -> None:
    """Step through a match or a hand, all cards shown; Enter goes on, q ends."""
    from reports.replay import find_match, parse_place, tell_match

    run_folder, _, plan = _open(folder)
    name, hand = parse_place(match)
    record = find_match(run_folder, plan, name)
    stepping = sys.stdin.isatty() and sys.stdout.isatty()
    for story in tell_match(plan, record, hand):
        _print(story.title)
        for step in story.steps:
            _print(step)
            if stepping and input().strip().lower() == "q":
                return


@app.command()
def gc(folder: Folder) -> None:
    """Delete recorded batches that the current league no longer holds."""
    from tournament.journal import Journal
    from tournament.plan import superseded

    run_folder, _, plan = _open(folder)
    with run_folder.locked():
        gone = superseded(plan, run_folder)
        for batch in gone:
            Journal(run_folder.journal).remove(batch)
    _print(f"{len(gone)} superseded batches deleted")


@app.command()
def variants(as_json: AsJson = False) -> None:
    """List the variants and in what they differ from their preset."""
    from engine import find_variant, variant_names

    found = [find_variant(name) for name in variant_names()]
    if as_json:
        _print_json(
            [
                {
                    "name": variant.name,
                    "game": variant.game.name,
                    "players": variant.rules.players,
                    "rules": variant.game.settings(variant.rules),
                }
                for variant in found
            ]
        )
        return
    rows = []
    for variant in found:
        preset, differences = variant.game.differences(variant.rules)
        text = ", ".join(f"{key} = {_flat(value)}" for key, value in differences.items())
        rows.append([variant.name, variant.game.name, variant.rules.players, preset, text])
    _show(["variant", "game", "players", "preset", "differs in"], rows, as_json=False)


@app.command()
def bots(as_json: AsJson = False) -> None:
    """List the house bots."""
    from bots.catalog import house_bot, house_bot_names
    from engine import game_names

    rows = []
    for game in game_names():
        for name in house_bot_names(game):
            about = (house_bot(game, name).__doc__ or "").strip().partition("\n")[0]
            rows.append([game, f"house:{name}", about])
    _show(["game", "bot", "about"], rows, as_json=as_json)


@config_app.command()
def schema() -> None:
    """Print the JSON Schema of the league file."""
    from tournament.config import league_schema

    _print_json(league_schema())


def _fix_hash_seed() -> None:
    """Start over with PYTHONHASHSEED=0, which every process of a run has."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        sys.stdout.flush()
        again = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})


@contextmanager
def _interruptible() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        _say("interrupted: what was finished is recorded; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED) from None


def _settings(
    workers: int | None, executor: ExecutorName, address: str | None, *, inline: bool
) -> Any:
    from tournament.run import Settings

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    kind = "ray" if address is not None else executor.value
    return Settings(workers or cores or 1, kind, address, inline)


def _open(path: Path) -> "tuple[RunFolder, Manifest, Plan]":
    from tournament.folder import RunFolder
    from tournament.manifest import read_manifest
    from tournament.plan import make_plan

    folder = RunFolder(path)
    manifest = read_manifest(folder)
    return folder, manifest, make_plan(manifest.league, folder)


def _summary(manifest: "Manifest") -> dict[str, Any]:
    return {
        "status": manifest.status,
        "seed": manifest.seed,
        "matches": manifest.matches,
        "hands": manifest.hands,
        "faulty_matches_by_entry": manifest.faults,
        "set_aside": [{"batch": each.batch, "cause": each.cause} for each in manifest.set_aside],
        "infrastructure_failures": manifest.infrastructure_failures,
        "run_digest": manifest.run_digest,
    }


def _faulty(plan: "Plan") -> dict[str, int]:
    from tournament.manifest import faulty_matches

    return faulty_matches([head for _, head in plan.recorded])


def _exit_code(manifest: "Manifest") -> int:
    if manifest.status != "complete":
        return EXIT_INCOMPLETE
    return EXIT_FAULTS if manifest.faults else 0


def _show_leaderboard(rows: "Sequence[Standing]", manifest: "Manifest") -> None:
    from reports.tables import text_table

    for variant in sorted({row.variant for row in rows}):
        _print(f"{variant}  ({manifest.seed} seed)")
        own = [row[1:] for row in rows if row.variant == variant]
        _print(text_table(rows[0]._fields[1:], own) + "\n")


def _show_end(manifest: "Manifest", newly_played: int, folder: "RunFolder") -> None:
    _print(
        f"{manifest.matches} matches, {manifest.hands} hands; {newly_played} batches newly played"
    )
    for entry, count in manifest.faults.items():
        _print(f"faults: {entry} in {count} matches (table faults in `tournament sql`)")
    for each in manifest.set_aside:
        _print(f"set aside: batch {each.batch}, {each.cause}")
    _print(f"results: {folder.path}")
    _print(f"run digest: {manifest.run_digest or 'none, the league is incomplete'}")


def _show(columns: Sequence[str], rows: Sequence[Sequence[Any]], *, as_json: bool) -> None:
    if as_json:
        _print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        from reports.tables import text_table

        _print(text_table(columns, rows))


def _flat(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_flat(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(_flat(each) for each in value) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _print_json(value: object) -> None:
    _print(json.dumps(value, default=str))


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    main()
