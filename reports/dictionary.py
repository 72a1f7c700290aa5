"""docs/data-dictionary.md, made from the columns of the tables: `python -m reports.dictionary`."""

from collections.abc import Sequence
from pathlib import Path

from engine import Column, find_game, game_names
from reports.leaderboard import LEADERBOARD
from reports.warehouse import POINTS
from tournament.columns import TABLES
from tournament.incidents import FAULTS, TIMINGS

__all__ = ["dictionary_text"]

_INTRODUCTION = """\
# Data dictionary

Made by `python -m reports.dictionary`; the same texts are comments in DuckDB.
`results/TABLE/VARIANT.parquet` holds the tables of one variant; in `tournament sql` and
`league.duckdb` each table is one view over all variants. In a league of several games the columns
that a game does not have are null in its rows of `hands` and `hand_seats`.
"""
_ABOUT = {
    "blocks": "one row a block",
    "matches": "one row a match",
    "match_seats": "one row a match and seat",
    "hands": "one row a dealt hand",
    "hand_seats": "one row a hand and seat",
    "actions": "one row a hand: enough to replay it with the cards of `hands` and `hand_seats`",
}


def dictionary_text() -> str:
    """The data dictionary as Markdown."""
    parts = [_INTRODUCTION]
    for table, columns in TABLES.items():
        parts.append(_section(table, _ABOUT[table], columns))
        for name in game_names():
            game = find_game(name)
            own = {"hands": game.hand_columns, "hand_seats": game.seat_columns}.get(table, ())
            if own:
                parts.append(f"Columns of the game `{name}`:\n\n{_rows(own)}")
    parts.append(
        _section("leaderboard", "rating by entry and variant, never with points", LEADERBOARD)
    )
    parts.append(_section("points", "in-game points, never with a rating", POINTS))
    parts.append(_section("faults", "one row a fault; kept in `faults/`, not digested", FAULTS))
    parts.append(
        _section("timings", "one row a seat's process; kept in `timings/`, not digested", TIMINGS)
    )
    return "\n".join(parts)


def _section(name: str, about: str, columns: Sequence[Column]) -> str:
    return f"## {name}\n\n{about[0].upper()}{about[1:]}.\n\n{_rows(columns)}"


def _rows(columns: Sequence[Column]) -> str:
    lines = ["| column | type | meaning |", "|---|---|---|"]
    for column in columns:
        null = " (nullable)" if column.nullable else ""
        meaning = column.meaning.replace("|", "\\|")
        lines.append(f"| `{column.name}` | {column.type}{null} | {meaning} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    path = Path(__file__).parent.parent / "docs" / "data-dictionary.md"
    path.write_text(dictionary_text(), encoding="utf-8")
