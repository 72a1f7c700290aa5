"""Batches in Ray actors, on this machine or on a cluster. The only file that imports ray."""

import os
import secrets
import socket
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

from tournament.errors import TournamentError
from tournament.executor import Context, Event, Lost, Played, Task
from tournament.interrupt import stop_on_sigterm

__all__ = ["RayExecutor"]

_UNITS_PER_ACTOR = 2
_ACTOR_SECONDS = 60.0
_NOWHERE = "/"
_OBJECT_STORE_BYTES = 100 * 1024 * 1024
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
    "RAY_DEFAULT_PYTHON_VERSION_MATCH_LEVEL": "minor",
}


class RayExecutor:
    """Some actors of one CPU each, two units deep.

    `address` joins a running cluster (its nodes have this package installed, and room for entries
    in their own temporary folders); None starts Ray on this machine for the time of the run.
    """

    def __init__(self, workers: int, context: Context, scratch: Path, address: str | None) -> None:
        self.workers = workers
        self._scratch = str(scratch.resolve()) if address is None else None
        if address is not None:
            _check_reachable(address)
        self._stdout = _StdoutAside()
        self._ray = _start_ray(workers, address)
        self._context = self._ray.put(context)
        self._actors: list[_Actor] = []
        try:
            for _ in range(workers):
                self._actors.append(self._new_actor())
            self._await_first()
        except BaseException:
            self.close()
            raise

    def wants(self) -> int:
        """How many more units keep every actor busy."""
        return sum(max(0, _UNITS_PER_ACTOR - len(actor.units)) for actor in self._actors)

    def submit(self, unit: Sequence[Task]) -> None:
        """Hand the unit to the actor that has least to do."""
        actor = min(self._actors, key=lambda actor: len(actor.units))
        actor.units.append((deque(unit), actor.handle.play.remote(tuple(unit))))

    def wait(self, seconds: float) -> list[Event]:
        """Batches played and actors lost within `seconds`."""
        waiting = {actor.units[0][1]: actor for actor in self._actors if actor.units}
        if not waiting:
            time.sleep(min(seconds, 0.01))
            return []
        ready, _ = self._ray.wait(list(waiting), num_returns=len(waiting), timeout=0)
        if not ready:
            ready, _ = self._ray.wait(list(waiting), num_returns=1, timeout=seconds)
        events: list[Event] = []
        for generator in ready:
            events.extend(self._next_of(waiting[generator]))
        if not events:
            events.extend(self._give_up_on_the_late())
        return events

    def close(self) -> None:
        """Kill the actors; stop Ray if this executor started it."""
        for actor in self._actors:
            self._ray.kill(actor.handle)
        self._actors.clear()
        self._ray.shutdown()
        self._stdout.give_back()

    def _next_of(self, actor: "_Actor") -> list[Event]:
        tasks, generator = actor.units[0]
        try:
            played: Played = self._ray.get(next(generator))
        except StopIteration:
            actor.units.popleft()
            return []
        except self._ray.exceptions.RayError as error:
            return self._replace(actor, str(error).strip().partition("\n")[0])
        actor.alive = True
        tasks.popleft()
        return [played]

    def _replace(self, actor: "_Actor", cause: str) -> list[Event]:
        self._ray.kill(actor.handle)
        self._actors[self._actors.index(actor)] = self._new_actor()
        tasks = [task for unit, _ in actor.units for task in unit]
        return [Lost(tasks[0], tuple(tasks[1:]), cause)] if tasks else []

    def _give_up_on_the_late(self) -> list[Event]:
        """An actor that no node has room for waits for ever: take its units back."""
        for actor in self._actors:
            actor.alive = actor.alive or bool(self._ray.wait([actor.ready], timeout=0)[0])
            if not actor.alive and time.monotonic() - actor.since > _ACTOR_SECONDS:
                return self._replace(actor, f"Ray gave it no CPU within {_ACTOR_SECONDS:.0f} s")
        return []

    def _new_actor(self) -> "_Actor":
        options = {"num_cpus": 1, "max_restarts": 0, "max_task_retries": 0}
        return _Actor(self._ray.remote(**options)(_Player).remote(self._context, self._scratch))

    def _await_first(self) -> None:
        ready = [actor.ready for actor in self._actors]
        started, _ = self._ray.wait(ready, num_returns=1, timeout=_ACTOR_SECONDS)
        if not started:
            raise TournamentError(
                f"ray: found no free CPU within {_ACTOR_SECONDS:.0f} s; "
                "allowed: a cluster with a free CPU for each worker"
            )


class _StdoutAside:
    """Sends descriptor 1 to standard error: Ray prints there when a worker or a node dies."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._kept = os.dup(1)
        os.dup2(2, 1)

    def give_back(self) -> None:
        sys.stdout.flush()
        os.dup2(self._kept, 1)
        os.close(self._kept)


class _Actor:
    """A handle and what it was given: units in order, each with its stream of results."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle
        self.ready = handle.ready.remote()
        self.since = time.monotonic()
        self.alive = False
        self.units: deque[tuple[deque[Task], Any]] = deque()


class _Player:
    """The actor: the same work as a local worker's."""

    def __init__(self, context: Context, scratch: str | None) -> None:
        from tournament.roster import Roster
        from tournament.worker import tune_collector

        tune_collector()
        self._scratch = tempfile.TemporaryDirectory(prefix="tournament-", dir=scratch)
        self._roster = Roster(context.sources, Path(self._scratch.name), context.tier)

    def ready(self) -> bool:
        return True

    def play(self, unit: tuple[Task, ...]) -> Iterator[Played]:
        from tournament.worker import play_unit

        yield from play_unit(unit, self._roster)


def _check_reachable(address: str) -> None:
    """Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if "://" in address or not colon or not port.isdecimal():
        return  # a form that only Ray understands
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise TournamentError(
            f"ray: found nobody at {address} ({error}); allowed: a reachable --address"
        ) from error


def _start_ray(workers: int, address: str | None) -> Any:
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    if address is None:
        # Ray's servers listen on all interfaces: only who knows the token may talk to them.
        os.environ["RAY_AUTH_MODE"] = "token"
        os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
    import ray

    options: dict[str, Any] = {
        "logging_level": "ERROR",
        "log_to_driver": False,
        "runtime_env": {"env_vars": {"PYTHONHASHSEED": "0"}},
    }
    if address is None:
        options.update(
            num_cpus=workers, include_dashboard=False, object_store_memory=_OBJECT_STORE_BYTES
        )
    try:
        # Ray's workers import from the folder where we are before all others, and a folder
        # `engine` there would be taken for ours.
        with chdir(_NOWHERE):
            ray.init(address=address or "local", **options)
    except SystemExit:  # Ray's own answer to SIGTERM while it starts
        raise KeyboardInterrupt from None
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise TournamentError(
            f"ray: found {str(error).strip().splitlines()[-1]}; allowed: a reachable --address"
        ) from error
    finally:
        stop_on_sigterm()  # Ray has put a handler of its own in place
    return ray
