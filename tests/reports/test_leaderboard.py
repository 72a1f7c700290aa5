"""Means and intervals of the leaderboard."""

import math
import random

import pytest

from reports.intervals import mean_interval, t_quantile
from reports.leaderboard import Counts, StreamPoints, standings
from reports.tables import text_table


@pytest.mark.parametrize(
    ("probability", "freedom", "quantile"),
    [
        (0.975, 1, 12.7062047),
        (0.975, 2, 4.3026527),
        (0.975, 3, 3.1824463),
        (0.975, 10, 2.2281389),
        (0.975, 31, 2.0395134),
        (0.975, 200, 1.9718962),
        (0.975, 201, 1.9718365),
        (0.975, 1000, 1.9623391),
        (0.95, 5, 2.0150484),
    ],
)
def test_t_quantiles_are_those_of_the_tables(
    probability: float, freedom: int, quantile: float
) -> None:
    assert t_quantile(probability, freedom) == pytest.approx(quantile, abs=2e-6)


def test_an_interval_covers_as_often_as_it_says() -> None:
    dice = random.Random(1)
    covered = 0
    for _ in range(2000):
        _, low, high = mean_interval([dice.random() for _ in range(12)])
        assert low is not None
        assert high is not None
        covered += low <= 0.5 <= high
    assert 0.93 < covered / 2000 < 0.97


def test_a_mean_does_not_depend_on_order() -> None:
    dice = random.Random(2)
    values = [dice.random() * 10 ** dice.randrange(-9, 9) for _ in range(500)]
    first = mean_interval(values)
    dice.shuffle(values)
    assert mean_interval(values) == first


def test_one_block_has_no_interval() -> None:
    assert mean_interval([0.5]) == (0.5, None, None)


def test_standings_average_over_streams_not_matches() -> None:
    played = [Counts("v", "a", 8, 6, 1), Counts("v", "b", 8, 2, 0), Counts("w", "b", 2, 0, 0)]
    rated = [
        StreamPoints("v", "a", "s1", 12, 12),
        StreamPoints("v", "a", "s2", 0, 4),
        StreamPoints("v", "b", "s1", 0, 12),
        StreamPoints("v", "b", "s2", 4, 4),
        StreamPoints("w", "b", "s3", 1, 4),
    ]
    first, second, third = standings(played, rated, [])
    assert (first.entry, first.rank_points, first.place) == ("a", 0.5, 1)
    assert (first.matches, first.blocks, first.wins, first.faults) == (8, 2, 6, 1)
    assert (second.entry, second.place) == ("b", 2)
    assert (third.variant, third.place, third.low) == ("w", 1, None)
    assert math.isclose(first.low or 0, 0.5 - 12.7062047 * math.sqrt(0.5 / 2), rel_tol=1e-6)


def test_who_has_no_rated_block_is_shown_without_a_place() -> None:
    """Disqualified itself, or always at a table with one who is; what it did is counted."""
    played = [Counts("v", name, 6, wins, wins) for wins, name in enumerate("abcd")]
    rated = [StreamPoints("v", "c", "s1", 3, 12), StreamPoints("v", "d", "s1", 9, 12)]
    rows = standings(played, rated, ["a"])
    assert [(row.entry, row.place, row.disqualified) for row in rows] == [
        ("d", 1, False),
        ("c", 2, False),
        ("b", None, False),
        ("a", None, True),
    ]
    assert [(row.rank_points, row.blocks) for row in rows[2:]] == [(None, 0), (None, 0)]
    assert [(row.matches, row.wins, row.faults) for row in rows] == [
        (6, 3, 3),
        (6, 2, 2),
        (6, 1, 1),
        (6, 0, 0),
    ]


def test_a_text_table_is_aligned() -> None:
    assert text_table(["name", "n"], [["a", 1], ["bcd", None], ["e", 12]]) == (
        "name   n\na      1\nbcd    -\ne     12"
    )
