"""Commands that ask a results folder: leaderboard, points, sql, export, replay."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from tournament.cli.options import (
    EXIT_INCOMPLETE,
    AsJson,
    Folder,
    Inline,
    Isolation,
    SeedFile,
    find_tier,
    open_folder,
    warn_if_incomplete,
)
from tournament.cli.printing import print_json, print_line, show, show_leaderboard
from tournament.isolation.tiers import Tier

__all__ = ["export", "leaderboard", "points", "replay", "sql"]


def leaderboard(
    folder: Folder,
    variant: Annotated[str | None, typer.Option(help="Only this variant.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the leaderboard: mean rank points with a 95 % interval over blocks."""
    from reports.warehouse import open_warehouse
    from tournament.errors import TournamentError

    run_folder, manifest, plan = open_folder(folder)
    names = [each.name for each in plan.league.variants]
    if variant is not None and variant not in names:
        raise TournamentError(f"--variant: found {variant!r}; allowed: {', '.join(names)}")
    warn_if_incomplete(plan)
    with open_warehouse(run_folder, plan) as warehouse:
        rows = warehouse.leaderboard(variant)
    if as_json:
        print_json([row._asdict() for row in rows])
    else:
        show_leaderboard(rows, manifest)


def points(folder: Folder, as_json: AsJson = False) -> None:
    """Show totals and means of the game's own points: no rating."""
    from reports.warehouse import open_warehouse

    run_folder, _, plan = open_folder(folder)
    warn_if_incomplete(plan)
    with open_warehouse(run_folder, plan) as warehouse:
        answer = warehouse.points()
    show(answer.columns, answer.rows, as_json=as_json)


def sql(
    folder: Folder,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A DuckDB query.")],
    as_json: AsJson = False,
) -> None:
    """Query blocks, matches, match_seats, hands, hand_seats, actions, faults, timings, ..."""
    from reports.warehouse import open_warehouse

    run_folder, _, plan = open_folder(folder)
    warn_if_incomplete(plan)
    with open_warehouse(run_folder, plan) as warehouse:
        answer = warehouse.query(query)
    show(answer.columns, answer.rows, as_json=as_json)


def export(folder: Folder) -> None:
    """Print every match record, one line of JSON each; exit code 3 if some are missing."""
    from tournament.journal import Journal
    from tournament.records import canonical
    from tournament.results import records_from_tables

    run_folder, manifest, plan = open_folder(folder)
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
    if not plan.complete:
        warn_if_incomplete(plan)
        raise typer.Exit(EXIT_INCOMPLETE)


def replay(
    where: Annotated[
        str, typer.Argument(metavar="DIR|CODE[:HAND]", help="Results folder, or a match code.")
    ],
    match: Annotated[
        str | None, typer.Argument(metavar="MATCH[:HAND]", help="Match, or one hand of it.")
    ] = None,
    fault: Annotated[
        int | None,
        typer.Option(metavar="N", help="Ask the entry again at fault N of the match (from 1)."),
    ] = None,
    isolation: Isolation = None,
    inline: Inline = False,
    seed_file: SeedFile = None,
) -> None:
    """Step through a match or a hand, all cards shown; Enter goes on, q ends."""
    from reports.replay import find_match, parse_place, tell_code, tell_match
    from tournament.errors import TournamentError

    name, hand = parse_place(where if match is None else match)
    if fault is not None:
        if match is None:
            raise TournamentError("--fault: found no match; allowed: DIR MATCH --fault N")
        tier = find_tier(isolation, None, inline=inline, needed=True)
        _show_fault(Path(where), name, fault, tier, seed_file)
        return
    if match is None and Path(where).is_dir():
        allowed = "DIR MATCH[:HAND] (see table matches), or a match code"
        raise TournamentError(f"replay: found {where!r} and no match; allowed: {allowed}")
    if match is None:
        stories = tell_code(name, hand)
    else:
        run_folder, _, plan = open_folder(Path(where))
        stories = tell_match(plan, find_match(run_folder, plan, name), hand)
    stepping = sys.stdin.isatty() and sys.stdout.isatty()
    for story in stories:
        print_line(story.title)
        for step in story.steps:
            print_line(step)
            if stepping and _is_enough():
                return


def _show_fault(path: Path, match: str, number: int, tier: Tier, seed_file: Path | None) -> None:
    from reports.replay import find_match
    from tournament.refault import ask_again

    folder, _, plan = open_folder(path, seed_file, to_play=True)
    again = ask_again(plan, folder, find_match(folder, plan, match), number, tier)
    report = again.report
    print_line(f"{match}: {report.entry} on seat {report.seat}, {report.kind}, {report.policy}")
    print_line(f"recorded at {report.where}: {report.message}")
    print_line(f"asked {again.asked} decisions on the way")
    if again.strayed:
        print_line(f"it strayed from the record at {again.strayed}")
    if again.decision:
        print_line(f"decision: {again.decision}")
        print_line(f"now: {again.answer}")
    else:
        print_line("decision: none, no single one was to blame")
    if again.stderr:
        print_line(f"standard error:\n{again.stderr.rstrip()}")


def _is_enough() -> bool:
    """Wait for Enter; whether the reader had rather stop."""
    try:
        return input().strip().lower() == "q"
    except EOFError:
        return True
