"""Ranks, winner and status of a match with faults (tournament.md, "Faults")."""

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
