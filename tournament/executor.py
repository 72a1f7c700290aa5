"""The one shape of everything that can play batches: local processes, Ray actors.

A unit is some tasks for one worker; how batches are grouped into units never shows in a result.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tournament.entries import EntrySource
from tournament.isolation.tiers import Tier
from tournament.line import Forced
from tournament.schedule import Batch

__all__ = ["Context", "Event", "Executor", "Lost", "Played", "Task"]


class Context(NamedTuple):
    """What a worker must know before its first task. It holds no seed and no key."""

    sources: dict[str, EntrySource]
    tier: Tier


class Task(NamedTuple):
    """One batch to play, and the faults to force in it (for `verify`)."""

    batch: Batch
    forced: dict[str, Forced]


class Played(NamedTuple):
    """A batch was played; `content` is its journal file."""

    batch: str
    content: bytes


class Lost(NamedTuple):
    """A worker died. `suspect` was in play; `others` only waited behind it."""

    suspect: Task
    others: tuple[Task, ...]
    cause: str


Event = Played | Lost


class Executor(Protocol):
    """Plays units. A worker that dies is replaced; what it held comes back as `Lost`."""

    workers: int

    def wants(self) -> int:
        """How many more units it would take now, so that no worker waits."""

    def submit(self, unit: Sequence[Task]) -> None:
        """Hand out a unit."""

    def wait(self, seconds: float) -> list[Event]:
        """What has happened; waits up to `seconds` for something to happen."""

    def close(self) -> None:
        """Stop at once and leave no process behind."""
