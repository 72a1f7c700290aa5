"""Batches in processes of this machine: the default executor."""

import os
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path

import tournament
from tournament.executor import Context, Event, Lost, Played, Task

__all__ = ["LocalExecutor"]

_UNITS_PER_WORKER = 2  # one in play, one waiting, so that no worker idles between two


class LocalExecutor:
    """Some worker processes, each with its own socket."""

    def __init__(self, workers: int, context: Context, scratch: Path) -> None:
        self.workers = workers
        self._context = context
        self._scratch = scratch
        self._workers: list[_Worker] = []
        try:
            for _ in range(workers):
                self._workers.append(_Worker(context, scratch))
        except BaseException:
            self.close()
            raise

    def wants(self) -> int:
        """How many more units keep every worker busy."""
        return sum(max(0, _UNITS_PER_WORKER - worker.units()) for worker in self._workers)

    def submit(self, unit: Sequence[Task]) -> None:
        """Hand the unit to the worker that has least to do."""
        min(self._workers, key=_Worker.units).give(tuple(unit))

    def wait(self, seconds: float) -> list[Event]:
        """Batches played and workers lost within `seconds`."""
        by_connection: dict[object, _Worker] = {
            worker.connection: worker for worker in self._workers
        }
        events: list[Event] = []
        for connection in wait([worker.connection for worker in self._workers], seconds):
            worker = by_connection[connection]
            try:
                played: Played = worker.connection.recv()
            except (EOFError, OSError):
                events.extend(self._replace(worker))
            else:
                worker.done(played.batch)
                events.append(played)
        return events

    def close(self) -> None:
        """Kill all workers; the processes of entries die with them."""
        for worker in self._workers:
            worker.kill()
        self._workers.clear()

    def _replace(self, worker: "_Worker") -> list[Event]:
        cause = worker.kill()
        self._workers[self._workers.index(worker)] = _Worker(self._context, self._scratch)
        tasks = worker.tasks()
        return [Lost(tasks[0], tuple(tasks[1:]), cause)] if tasks else []


class _Worker:
    """One worker process and what it was given, in order."""

    def __init__(self, context: Context, scratch: Path) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "tournament.worker",
                    str(theirs.fileno()),
                    str(scratch),
                ],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={
                    **os.environ,
                    "PYTHONHASHSEED": "0",
                    "PYTHONPATH": str(Path(tournament.__file__).parent.parent),
                },
            )
        self.connection: Connection[object, Played] = Connection(ours.detach())
        self._units: deque[deque[Task]] = deque()
        self.connection.send(context)

    def units(self) -> int:
        return len(self._units)

    def tasks(self) -> list[Task]:
        return [task for unit in self._units for task in unit]

    def give(self, unit: tuple[Task, ...]) -> None:
        self._units.append(deque(unit))
        with suppress(OSError):  # it has died: `wait` will find its end of the socket closed
            self.connection.send(unit)

    def done(self, batch: str) -> None:
        first = self._units[0]
        assert first[0].batch.id == batch
        first.popleft()
        if not first:
            self._units.popleft()

    def kill(self) -> str:
        """Make sure that it is gone; says how it ended."""
        try:
            code: int | None = self._process.wait(0.2)  # a dead one is a moment from being reaped
        except subprocess.TimeoutExpired:
            code = None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.connection.close()
        if code is None:
            return "worker killed"
        return (
            f"worker ended by {signal.Signals(-code).name}"
            if code < 0
            else (f"worker exited with code {code}")
        )
