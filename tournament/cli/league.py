"""Commands on a league as a whole: run, status, verify, gc, and its secret seed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tournament.cli.options import (
    EXIT_FAULTS,
    EXIT_INCOMPLETE,
    Address,
    AsJson,
    ExecutorName,
    ExecutorOption,
    Folder,
    Inline,
    Isolation,
    RequireIsolation,
    SeedFile,
    Workers,
    find_tier,
    fix_hash_seed,
    interruptible,
    make_settings,
    open_folder,
)
from tournament.cli.printing import flat, print_json, print_line, say, show_end, show_leaderboard

if TYPE_CHECKING:
    from tournament.manifest import Manifest
    from tournament.plan import Plan

__all__ = ["gc", "new_seed", "reveal", "run", "status", "verify"]


def run(
    league: Annotated[Path, typer.Argument(metavar="LEAGUE", help="League file (TOML).")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Results folder; default: runs/NAME.")
    ] = None,
    workers: Workers = None,
    executor: ExecutorOption = ExecutorName.local,
    address: Address = None,
    inline: Inline = False,
    seed_file: SeedFile = None,
    isolation: Isolation = None,
    require_isolation: RequireIsolation = None,
    as_json: AsJson = False,
) -> None:
    """Play what is missing of a league, then show leaderboard and run digest."""
    from reports.warehouse import build_database, open_warehouse
    from tournament.config import load_league
    from tournament.folder import RunFolder
    from tournament.progress import Progress
    from tournament.run import run_league

    fix_hash_seed()
    found, sources = load_league(league)
    folder = RunFolder(out or Path("runs") / found.name)
    tier = find_tier(isolation, require_isolation, inline=inline, needed=bool(sources))
    settings = make_settings(workers, executor, address, tier)
    with interruptible():
        played = run_league(found, sources, folder, settings, seed_file, Progress)
    build_database(folder, played.plan)
    with open_warehouse(folder, played.plan) as warehouse:
        rows = warehouse.leaderboard()
    if as_json:
        print_json(
            {
                "folder": str(folder.path),
                "newly_played_batches": played.newly_played,
                **_summary(played.manifest),
                "leaderboard": [row._asdict() for row in rows],
            }
        )
    else:
        show_leaderboard(rows, played.manifest)
        show_end(played.manifest, played.newly_played, folder)
    raise typer.Exit(_exit_code(played.manifest))


def status(folder: Folder, as_json: AsJson = False) -> None:
    """Show what is done, missing and failing; also while a run goes on."""
    from tournament.plan import superseded

    run_folder, manifest, plan = open_folder(folder)
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
        print_json(facts)
    else:
        from reports.tables import text_table

        print_line(text_table(["what", "state"], [[key, flat(facts[key])] for key in facts]))


def verify(
    folder: Folder,
    sample: Annotated[
        float, typer.Option(metavar="P", help="Share of the batches to replay, 0 to 1.")
    ] = 1.0,
    workers: Workers = None,
    executor: ExecutorOption = ExecutorName.local,
    address: Address = None,
    inline: Inline = False,
    seed_file: SeedFile = None,
    isolation: Isolation = None,
    require_isolation: RequireIsolation = None,
    as_json: AsJson = False,
) -> None:
    """Derive results again and name every block, match, hand and entry that differs."""
    from tournament.errors import TournamentError
    from tournament.progress import Progress
    from tournament.verify import verify_folder

    fix_hash_seed()
    if not 0 <= sample <= 1:
        raise TournamentError(f"--sample: found {sample}; allowed: a share from 0 to 1")
    run_folder, _, plan = open_folder(folder, seed_file, to_play=True)
    needed = any(not entry.is_house for entry in plan.league.entries)
    tier = find_tier(isolation, require_isolation, inline=inline, needed=needed)
    settings = make_settings(workers, executor, address, tier)
    with interruptible(), Progress(plan._replace(heads={})) as progress:
        found = verify_folder(run_folder, plan, sample, settings, progress)
    if as_json:
        print_json(
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

        print_line(
            f"{found.blocks_read} blocks read from the tables, "
            f"{found.blocks_replayed} replayed: {len(found.differences)} differ"
        )
        if found.differences:
            print_line(text_table(found.differences[0]._fields, found.differences))
    if found.differences:
        raise typer.Exit(EXIT_FAULTS)
    if found.unplayable or not plan.complete:
        raise typer.Exit(EXIT_INCOMPLETE)


def reveal(
    folder: Folder,
    seed_file: Annotated[Path, typer.Option(metavar="FILE", help="The league's secret seed.")],
) -> None:
    """Publish the secret seed in the manifest; from then on the league admits no new entry."""
    from tournament.errors import FolderError
    from tournament.manifest import reveal as write_revealed
    from tournament.seeds import read_seed_file

    with open_folder(folder)[0].locked():
        run_folder, manifest, _ = open_folder(folder)
        if manifest.league.seed is not None:
            raise FolderError(f"{folder}: found an open seed; allowed: a league with a secret one")
        write_revealed(run_folder, manifest, read_seed_file(seed_file, manifest.league))
    print_line(f"revealed: {run_folder.manifest} holds the seed; anyone can verify now")


def new_seed(
    league: Annotated[str, typer.Argument(metavar="NAME", help="Name of the league.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Seed file to make; default: NAME.seed.")
    ] = None,
) -> None:
    """Make a secret seed in a new file, and show what the league file says of it."""
    from tournament.seeds import new_seed_file

    path = out or Path(f"{league}.seed")
    commitment = new_seed_file(path, league)
    say(f"{path}: keep it to yourself until the league is over, and don't lose it")
    print_line(f'seed_commitment = "{commitment}"')


def gc(folder: Folder) -> None:
    """Delete recorded batches that the current league no longer holds."""
    from tournament.journal import Journal
    from tournament.plan import superseded

    with open_folder(folder)[0].locked():
        run_folder, _, plan = open_folder(folder)  # as it is while nobody else can change it
        gone = superseded(plan, run_folder)
        for batch in gone:
            Journal(run_folder.journal).remove(batch)
    print_line(f"{len(gone)} superseded batches deleted")


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
