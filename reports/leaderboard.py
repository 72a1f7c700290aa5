"""The leaderboard: mean rank points by entry and variant, with an interval over deal streams.

Rank points of a match are the share of opponents that an entry beat, equal ones counting half.
In-game points never enter.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final, NamedTuple

from engine import Column
from reports.intervals import mean_interval

__all__ = ["LEADERBOARD", "Standing", "StreamPoints", "disqualified_standing", "standings"]

LEADERBOARD: Final = (
    Column("variant", "text", "name of the variant"),
    Column("place", "int32", "place by mean rank points; null if disqualified", nullable=True),
    Column("entry", "text", "name of the entry"),
    Column(
        "rank_points",
        "double",
        "mean share of opponents beaten, equal ones half: 0 to 1; null if disqualified",
        nullable=True,
    ),
    Column("low", "double", "lower end of the 95 % interval over deal streams", nullable=True),
    Column("high", "double", "upper end of the 95 % interval over deal streams", nullable=True),
    Column("matches", "int64", "matches played (seats, if copies of it met)"),
    Column("blocks", "int64", "blocks: the independent deal streams behind the interval"),
    Column("wins", "int64", "matches won alone"),
    Column("faults", "int64", "matches in which it faulted"),
    Column("disqualified", "bool", "whether it faulted too often: its blocks rate nobody"),
)


class StreamPoints(NamedTuple):
    """What an entry won on one deal stream, as `rank_points.sql` sums it."""

    variant: str
    entry: str
    stream: str
    matches: int
    halves: int
    halves_possible: int
    wins: int
    faults: int


class Standing(NamedTuple):
    """One row of the leaderboard, in the order of LEADERBOARD."""

    variant: str
    place: int | None
    entry: str
    rank_points: float | None
    low: float | None
    high: float | None
    matches: int
    blocks: int
    wins: int
    faults: int
    disqualified: bool = False


def disqualified_standing(
    variant: str, entry: str, matches: int, blocks: int, faults: int
) -> Standing:
    """The row of an entry that faulted too often."""
    return Standing(variant, None, entry, None, None, None, matches, blocks, 0, faults, True)


def standings(rows: Iterable[StreamPoints]) -> list[Standing]:
    """The leaderboard of rows sorted by variant and entry: variants by name, best first."""
    table: list[Standing] = []
    for variant, of_variant in groupby(rows, key=lambda row: row.variant):
        entries = [
            _standing(variant, entry, list(own))
            for entry, own in groupby(of_variant, key=lambda row: row.entry)
        ]
        entries.sort(key=_by_points)
        table.extend(row._replace(place=place) for place, row in enumerate(entries, 1))
    return table


def _standing(variant: str, entry: str, rows: list[StreamPoints]) -> Standing:
    mean, low, high = mean_interval([row.halves / row.halves_possible for row in rows])
    return Standing(
        variant=variant,
        place=0,
        entry=entry,
        rank_points=mean,
        low=low,
        high=high,
        matches=sum(row.matches for row in rows),
        blocks=len(rows),
        wins=sum(row.wins for row in rows),
        faults=sum(row.faults for row in rows),
    )


def _by_points(row: Standing) -> tuple[Any, ...]:
    return -(row.rank_points or 0.0), row.entry
