"""Tables to stdout, everything else to stderr."""

import json
import math
import sys
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from tournament.errors import printable

if TYPE_CHECKING:
    from reports.leaderboard import Standing
    from tournament.folder import RunFolder
    from tournament.manifest import Manifest

__all__ = ["flat", "print_json", "print_line", "say", "show", "show_end", "show_leaderboard"]


def show_leaderboard(rows: "Sequence[Standing]", manifest: "Manifest") -> None:
    """One table per variant, under its name and the kind of the seed."""
    from reports.tables import text_table

    for variant in sorted({row.variant for row in rows}):
        print_line(f"{variant}  ({manifest.seed} seed)")
        own = [row for row in rows if row.variant == variant]
        shown = 0 if any(row.disqualified for row in own) else 1  # a column of noes says nothing
        columns = slice(1, len(rows[0]._fields) - shown)
        print_line(text_table(rows[0]._fields[columns], [list(row)[columns] for row in own]) + "\n")


def show_end(manifest: "Manifest", newly_played: int, folder: "RunFolder") -> None:
    """Counts, faults, what was set aside, where it stands and the run digest."""
    print_line(
        f"{manifest.matches} matches, {manifest.hands} hands; {newly_played} batches newly played"
    )
    for entry, count in manifest.faults.items():
        print_line(f"faults: {entry} in {count} matches (table faults in `tournament sql`)")
    for each in manifest.set_aside:
        print_line(f"set aside: batch {each.batch}, {each.cause}")
    print_line(f"results: {folder.path}")
    print_line(f"run digest: {manifest.run_digest or 'none, the league is incomplete'}")


def show(columns: Sequence[str], rows: Sequence[Sequence[Any]], *, as_json: bool) -> None:
    """A table as text or as a JSON list of objects."""
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        from reports.tables import text_table

        print_line(text_table(columns, rows))


def flat(value: object) -> str:
    """A value of a rule or a count on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {flat(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(flat(each) for each in value) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)


def print_line(text: str) -> None:
    """To stdout. What entries have said may be among it: nothing of it steers the terminal."""
    sys.stdout.write(f"{_harmless(text)}\n")


def print_json(value: object) -> None:
    """Strict JSON: what it has no word for (NaN, dates) becomes null or text."""
    print_line(json.dumps(_strict(value), default=str, allow_nan=False))


def _strict(value: object) -> object:
    if isinstance(value, float | Decimal):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _strict(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(each) for each in value]
    return value


def say(text: str) -> None:
    """To stderr, as harmlessly."""
    sys.stderr.write(f"{_harmless(text)}\n")


def _harmless(text: str) -> str:
    """The text with all escaped but what can be shown, tabs and line feeds."""
    if text.replace("\n", "").isprintable():  # quick, for tables that are long
        return text
    return "".join([char if char in "\n\t" else printable(char) for char in text])
