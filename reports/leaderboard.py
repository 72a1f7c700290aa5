"""The leaderboard: mean rank points by entry and variant, with an interval over deal streams.

Rank points of a match are the share of opponents that an entry beat, equal ones counting half.
In-game points never enter.
"""

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any, Final, NamedTuple

from engine import Column
from reports.intervals import mean_interval

__all__ = ["LEADERBOARD", "Counts", "Standing", "StreamPoints", "standings"]

LEADERBOARD: Final = (
    Column("variant", "text", "name of the variant"),
    Column("place", "int32", "place by mean rank points; null if nothing rates it", nullable=True),
    Column("entry", "text", "name of the entry"),
    Column(
        "rank_points",
        "double",
        "mean share of opponents beaten, equal ones half: 0 to 1; null if nothing rates it",
        nullable=True,
    ),
    Column("low", "double", "lower end of the 95 % interval over deal streams", nullable=True),
    Column("high", "double", "upper end of the 95 % interval over deal streams", nullable=True),
    Column("matches", "int64", "matches that count (seats, if copies of it met)"),
    Column("blocks", "int64", "rated blocks: the independent deal streams behind the interval"),
    Column("wins", "int64", "matches won alone"),
    Column("faults", "int64", "matches in which it faulted, void ones too"),
    Column("disqualified", "bool", "whether it faulted too often: its blocks rate nobody"),
)


class StreamPoints(NamedTuple):
    """What an entry won on one rated deal stream, as `rank_points.sql` sums it."""

    variant: str
    entry: str
    stream: str
    halves: int
    halves_possible: int


class Counts(NamedTuple):
    """What an entry did in all its matches, as `played.sql` counts it."""

    variant: str
    entry: str
    matches: int
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
    disqualified: bool


def standings(
    played: Iterable[Counts], rated: Iterable[StreamPoints], disqualified: Collection[str]
) -> list[Standing]:
    """The leaderboard: variants by name, best first, entries that nothing rates at the end.

    `played` and `rated` are sorted by variant and entry.
    """
    points = {
        key: [row.halves / row.halves_possible for row in rows]
        for key, rows in groupby(rated, key=lambda row: (row.variant, row.entry))
    }
    table: list[Standing] = []
    for _, of_variant in groupby(played, key=lambda row: row.variant):
        rows = [
            _standing(row, points.get((row.variant, row.entry), []), row.entry in disqualified)
            for row in of_variant
        ]
        rows.sort(key=_by_points)
        table.extend(
            row if row.rank_points is None else row._replace(place=place)
            for place, row in enumerate(rows, 1)
        )
    return table


def _standing(counts: Counts, points: list[float], disqualified: bool) -> Standing:
    mean, low, high = mean_interval(points) if points else (None, None, None)
    return Standing(
        variant=counts.variant,
        place=None,
        entry=counts.entry,
        rank_points=mean,
        low=low,
        high=high,
        matches=counts.matches,
        blocks=len(points),
        wins=counts.wins,
        faults=counts.faults,
        disqualified=disqualified,
    )


def _by_points(row: Standing) -> tuple[Any, ...]:
    return row.rank_points is None, -(row.rank_points or 0.0), row.disqualified, row.entry
