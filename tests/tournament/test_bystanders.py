"""Who is to blame when a seat runs out of time: somebody who computes while it is asked."""

import pytest

from tournament.seats import Bystanders


class Process:
    """Has used so much processor time when it is asked for the first, the second time…"""

    def __init__(self, *seconds: float) -> None:
        self.seconds = list(seconds)

    def cpu_seconds(self) -> float:
        return self.seconds.pop(0) if len(self.seconds) > 1 else self.seconds[0]


def seats(*processes: Process) -> dict[int, Process]:
    return dict(enumerate(processes))


@pytest.mark.parametrize(
    ("one", "other", "burner"),
    [
        (Process(5.0), Process(7.0), None),
        (Process(5.0, 5.9), Process(7.0), 1),
        (Process(5.0, 5.3), Process(7.0, 7.9), 2),
        (Process(5.0, 0.0), Process(7.0), None),  # it has ended, and its time is gone with it
    ],
)
def test_who_computed_most_since_it_became_slow(
    one: Process, other: Process, burner: int | None
) -> None:
    """Also if he has stopped just before anybody looks."""
    bystanders = Bystanders(seats(Process(0.0, 9.0), one, other), asked=0)
    bystanders.watch()
    assert bystanders.burner() == burner


def test_who_computes_now_where_nobody_was_slow() -> None:
    """A match may run out of time by many quick answers."""
    assert Bystanders(seats(Process(0.0), Process(1.0, 1.2)), asked=0).burner() == 1
    assert Bystanders(seats(Process(0.0), Process(1.0)), asked=0).burner() is None
    assert Bystanders(seats(Process(0.0)), asked=0).burner() is None
