"""The seatings of Draw the Bomb are balanced (decision 0008)."""

from collections import Counter
from itertools import permutations

import pytest

from engine.draw_the_bomb import DrawTheBomb

SEATINGS = {players: DrawTheBomb().seatings(players) for players in (2, 3, 4, 5)}

every_table = pytest.mark.parametrize("players", SEATINGS)


@every_table
def test_they_are_different_orders_of_all_entries(players: int):
    rows = SEATINGS[players]
    assert len(rows) == players * (players - 1)
    assert list(rows) == sorted(set(rows))
    assert all(sorted(row) == list(range(players)) for row in rows)
    assert rows[0] == tuple(range(players))


@every_table
def test_every_entry_sits_equally_often_at_every_seat(players: int):
    places = Counter((entry, seat) for row in SEATINGS[players] for seat, entry in enumerate(row))
    assert len(places) == players * players
    assert set(places.values()) == {players - 1}


@every_table
def test_every_entry_sits_equally_often_on_the_left_of_every_other(players: int):
    """On the left: at the next seat clockwise, whom a redirect hits."""
    neighbours = Counter(
        (row[seat], row[(seat + 1) % players])
        for row in SEATINGS[players]
        for seat in range(players)
    )
    assert len(neighbours) == players * (players - 1)
    assert set(neighbours.values()) == {players}


@every_table
def test_every_pair_sits_at_every_pair_of_seats_exactly_once(players: int):
    pairs = Counter(
        (one, row[one], other, row[other])
        for row in SEATINGS[players]
        for one, other in permutations(range(players), 2)
    )
    assert len(pairs) == (players * (players - 1)) ** 2
    assert set(pairs.values()) == {1}


def test_with_two_and_three_they_are_all_orders_and_with_four_the_even_ones():
    for players in (2, 3):
        assert SEATINGS[players] == tuple(permutations(range(players)))
    assert SEATINGS[4] == tuple(row for row in permutations(range(4)) if _even(row))


def _even(row: tuple[int, ...]) -> bool:
    pairs = [(one, other) for place, one in enumerate(row) for other in row[place + 1 :]]
    return sum(one > other for one, other in pairs) % 2 == 0
