"""Commands for authors of entries: check."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tournament.cli.options import (
    EXIT_FAULTS,
    AsJson,
    Isolation,
    RequireIsolation,
    find_tier,
    interruptible,
)
from tournament.cli.printing import print_json, print_line, say

if TYPE_CHECKING:
    from tournament.check import Report
    from tournament.entries import EntrySource
    from tournament.league import Entry, Limits, Variant

__all__ = ["check"]


def check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="FILE.py:CLASS, FOLDER:CLASS or ARCHIVE.zip:CLASS; or, with "
            "--league, the name of one of its entries.",
        ),
    ],
    league: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Take variants and limits from this league file."),
    ] = None,
    variant: Annotated[
        list[str] | None, typer.Option(help="Only this variant; may be given more than once.")
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(help="Only variants of this game; may be given more than once."),
    ] = None,
    isolation: Isolation = None,
    require_isolation: RequireIsolation = None,
    as_json: AsJson = False,
) -> None:
    """Try an entry in its sandbox: legality, faults, repeatability, shared state, time, memory."""
    from tournament.check import check_entry

    entry, files, variants, limits = _subject(bot, league)
    variants = _chosen(variants, variant or [], game or [])
    tier = find_tier(isolation, require_isolation, inline=False, needed=True)
    reports = []
    with interruptible():
        for report in check_entry(entry, files, variants, limits, tier):
            reports.append(report)
            say(f"{report.variant}: {'ok' if not report.findings else 'see below'}")
    good = bool(reports) and not any(report.findings for report in reports)
    if as_json:
        print_json(
            {
                "entry": entry.source,
                "digest": entry.digest,
                "isolation": tier,
                "ok": good,
                "variants": [
                    {**row._asdict(), "findings": [each._asdict() for each in row.findings]}
                    for row in reports
                ],
            }
        )
    else:
        _show(reports)
        print_line("verdict: ready to submit" if good else "verdict: something to mend first")
    if not good:
        raise typer.Exit(EXIT_FAULTS)


def _subject(bot: str, league: Path | None) -> "tuple[Entry, EntrySource, list[Variant], Limits]":
    """The entry to check, its files, and the variants of its games, under which limits."""
    from engine import find_variant, game_names, variant_names
    from tournament.config import load_league
    from tournament.entries import EntrySpec, read_entry
    from tournament.errors import TournamentError
    from tournament.league import DEFAULT_LIMITS, Variant

    if league is None:
        found = [find_variant(name) for name in variant_names()]
        variants = [Variant(v.name, v.game.name, v.game.settings(v.rules)) for v in found]
        limits = DEFAULT_LIMITS
        entry, files = read_entry(Path("check"), EntrySpec("yours", tuple(game_names()), bot))
    else:
        held, sources = load_league(league)
        variants, limits = list(held.variants), held.limits
        mine = [each for each in held.entries if each.name == bot]
        if mine:
            entry, files = mine[0], sources.get(mine[0].digest)
        else:
            games = tuple(sorted({each.game for each in variants}))
            entry, files = read_entry(Path("check"), EntrySpec("yours", games, bot))
    if files is None:
        raise TournamentError(f"check: found a house bot, {bot!r}; allowed: an entry of your own")
    return entry, files, [each for each in variants if each.game in entry.games], limits


def _chosen(variants: "list[Variant]", names: list[str], games: list[str]) -> "list[Variant]":
    """The variants of these names and of these games; all, where nothing is given."""
    from tournament.errors import TournamentError

    for option, given, known in (
        ("--variant", names, [each.name for each in variants]),
        ("--game", games, sorted({each.game for each in variants})),
    ):
        for found in given:
            if found not in known:
                raise TournamentError(f"{option}: found {found!r}; allowed: {', '.join(known)}")
    wanted = [
        each
        for each in variants
        if (not names or each.name in names) and (not games or each.game in games)
    ]
    if not wanted:
        raise TournamentError(
            f"--variant: found {', '.join(names)}; allowed: variants of {', '.join(games)}"
        )
    return wanted


def _show(reports: "list[Report]") -> None:
    from reports.tables import text_table

    columns = ("variant", "matches", "decisions", "p50_ms", "p95_ms", "max_ms", "peak_mb")
    rows = [
        [*report[: len(columns)], "ok" if not report.findings else "mend"] for report in reports
    ]
    print_line(text_table([*columns, "verdict"], rows))
    shown: set[str] = set()
    for report in reports:
        for finding in report.findings:
            print_line(f"\n{finding.kind} in {finding.variant}: {finding.where}")
            if finding.kind not in shown:  # the rest says the same again
                shown.add(finding.kind)
                print_line("\n".join(f"  {line}" for line in finding.message.splitlines()))
                print_line(f"  → {finding.advice}")
