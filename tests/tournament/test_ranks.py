"""Ranks, winner and status of a match with faults (tournament.md, "Faults")."""

from itertools import combinations, permutations

import pytest

from engine import Verdict
from tournament.faults import judge_with_faults


@pytest.mark.parametrize(
    ("verdict", "faulty", "expected"),
    [
        (("won", 0, (1, 2, 3)), set(), ("won", 0, (1, 2, 3))),
        (("won", 0, (1, 2, 3)), {0}, ("won", 1, (3, 1, 2))),
        (("won", 0, (1, 2, 3)), {0, 1}, ("won", 2, (2, 2, 1))),
        (("won", 0, (1, 2, 3)), {2}, ("won", 0, (1, 2, 3))),
        (("won", 0, (1, 2, 2)), {0}, ("tied", None, (3, 1, 1))),
        (("won", 0, (1, 2)), {0, 1}, ("tied", None, (1, 1))),
        (("tied", None, (1, 1, 3)), {0}, ("won", 1, (3, 1, 2))),
        (("tied", None, (1, 1, 3)), {2}, ("tied", None, (1, 1, 3))),
        (("unfinished", None, (1, 2, 3)), {0}, ("unfinished", None, (3, 1, 2))),
        (("won", 3, (4, 3, 2, 1)), {3, 1}, ("won", 2, (2, 3, 1, 3))),
    ],
)
def test_sound_seats_come_first(
    verdict: tuple[str, int | None, tuple[int, ...]],
    faulty: set[int],
    expected: tuple[str, int | None, tuple[int, ...]],
) -> None:
    assert judge_with_faults(Verdict(*verdict), faulty) == Verdict(*expected)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_draw_the_bomb_ranks_are_as_its_records_say(players: int) -> None:
    """Every order of elimination with every set of faulty seats (docs/records.md)."""
    seats = range(players)
    faults = [set(faulty) for size in range(players + 1) for faulty in combinations(seats, size)]
    for final in permutations(seats):  # by seat the number of opponents outlived
        plain = Verdict("won", final.index(players - 1), tuple(players - own for own in final))
        assert judge_with_faults(plain, set()) == plain
        for faulty in faults[1:]:
            status, winner, ranks = judge_with_faults(plain, faulty)
            sound = sorted(set(seats) - faulty, key=lambda seat: -final[seat])
            assert [ranks[seat] for seat in sound] == list(range(1, len(sound) + 1))
            assert {ranks[seat] for seat in faulty} == {len(sound) + 1}
            assert (status, winner) == (("won", sound[0]) if sound else ("tied", None))
