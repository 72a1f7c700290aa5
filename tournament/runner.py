"""Play what is missing: hand out units, record batches, replace what died, go on."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from tournament.executor import Executor, Lost, Played, Task
from tournament.interrupt import deferred_signals
from tournament.journal import Head
from tournament.manifest import SetAside

__all__ = ["Outcome", "Watcher", "play_tasks"]

_UNIT_SECONDS = 0.5
_MOST_DEATHS = 3
_POLL_SECONDS = 0.2


class Watcher(Protocol):
    """Who wants to know how it goes."""

    def recorded(self, head: Head) -> None:
        """A batch has been recorded."""

    def tick(self) -> None:
        """Some time has passed."""


class Outcome(NamedTuple):
    """What is left to say when nothing is left to play."""

    deaths: int
    set_aside: tuple[SetAside, ...]


def play_tasks(
    tasks: Sequence[Task],
    executor: Executor,
    record: Callable[[str, bytes], Head],
    watcher: Watcher,
) -> Outcome:
    """Play all tasks; `record` takes each batch's id and journal file as soon as it is played.

    A batch during which a worker dies three times is set aside. When this is interrupted, what
    has already arrived is still recorded.
    """
    missing = deque(tasks)
    deaths: dict[str, int] = {}
    set_aside: list[SetAside] = []
    pace = _Pace(executor.workers)
    open_tasks = len(missing)
    with deferred_signals() as stopping:
        while open_tasks:
            while missing and executor.wants():
                size = pace.unit_size(len(missing))
                executor.submit([missing.popleft() for _ in range(size)])
            for event in executor.wait(_POLL_SECONDS):
                if isinstance(event, Played):
                    watcher.recorded(record(event.batch, event.content))
                    pace.played()
                    open_tasks -= 1
                elif _lost(event, missing, deaths, set_aside):
                    open_tasks -= 1
            watcher.tick()
            if stopping():
                _record_what_arrived(executor, record)
                raise KeyboardInterrupt
    return Outcome(sum(deaths.values()), tuple(set_aside))


def _record_what_arrived(executor: Executor, record: Callable[[str, bytes], Head]) -> None:
    while events := executor.wait(0):
        for event in events:
            if isinstance(event, Played):
                record(event.batch, event.content)
            else:
                return  # workers die for good now


def _lost(
    event: Lost, missing: deque[Task], deaths: dict[str, int], set_aside: list[SetAside]
) -> bool:
    """Put back what a dead worker held; True if its suspect is given up."""
    missing.extendleft(reversed(event.others))
    batch = event.suspect.batch.id
    deaths[batch] = deaths.get(batch, 0) + 1
    if deaths[batch] < _MOST_DEATHS:
        missing.appendleft(event.suspect)
        return False
    set_aside.append(SetAside(batch, event.cause))
    return True


class _Pace:
    """How many batches make a unit: about half a second of work, less towards the end."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._start = time.monotonic()
        self._played = 0

    def played(self) -> None:
        self._played += 1

    def unit_size(self, missing: int) -> int:
        if not self._played:
            return 1
        seconds = (time.monotonic() - self._start) * self._workers / self._played
        fitting = int(_UNIT_SECONDS / seconds) if seconds > 0 else 1
        return max(1, min(fitting, missing // (2 * self._workers)))
