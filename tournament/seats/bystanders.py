"""The seats whose turn it is not: who of them takes the processor from the one that is asked."""

import time
from collections.abc import Mapping

from tournament.seats.process import ProcessSeat

__all__ = ["Bystanders"]

_LOOK_SECONDS = 0.3
_BURNING_SHARE = 0.2


class Bystanders:
    """All `seats` but the one that is asked."""

    def __init__(self, seats: Mapping[int, ProcessSeat], asked: int) -> None:
        self._seats = seats
        self._asked = asked
        self._before: dict[int, float] = {}
        self._since = 0.0

    def watch(self) -> None:
        """Note the processor time of each."""
        self._since = time.monotonic()
        self._before = {
            seat: process.cpu_seconds()
            for seat, process in sorted(self._seats.items())
            if seat != self._asked
        }

    def burner(self) -> int | None:
        """Who has computed most since `watch`, or else does so now; None if nobody does much."""
        if not self._before:
            self.watch()
            if self._before:  # somebody else has a process
                time.sleep(_LOOK_SECONDS)
        passed = time.monotonic() - self._since
        used = {seat: self._seats[seat].cpu_seconds() - was for seat, was in self._before.items()}
        most = max(used, key=lambda seat: used[seat], default=None)
        return most if most is not None and used[most] >= passed * _BURNING_SHARE else None
