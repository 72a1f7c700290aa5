"""What every kind of seat promises."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from engine import Decision

__all__ = ["Answer", "NoAction", "Seat", "SeatDied"]


class NoAction(NamedTuple):
    """The fault that came instead of a legal action."""

    kind: str
    message: str


Answer = int | NoAction
"""A legal action, or what came instead of one."""


class SeatDied(Exception):  # noqa: N818 - an event that the rules provide for, not an error
    """The process of a seat is gone, or was ended for going beyond its limits."""

    def __init__(self, seat: int, kind: str, message: str, stderr: str) -> None:
        super().__init__(f"seat {seat}: {kind}: {message}")
        self.seat = seat
        self.kind = kind
        self.message = message
        self.stderr = stderr


class Seat(ABC):
    """One seat of one seating, for all lines (matches) that are played in step."""

    decisions: int
    """Questions answered so far."""
    seconds: float
    """Wall time that the answers took."""

    @abstractmethod
    def ask(self, questions: Sequence[tuple[int, Decision]]) -> list[Answer]:
        """Answers to (line, decision) in the same order. Raises SeatDied."""

    def dismiss(self) -> None:  # noqa: B027 - a hint that may be ignored
        """Let whatever serves this seat begin to end; `close` waits for it."""

    @abstractmethod
    def close(self) -> None:
        """End whatever serves this seat, and wait until it is gone."""

    @abstractmethod
    def stderr_tail(self) -> str:
        """The end of what the entry wrote to standard error."""
