"""Ctrl-C and SIGTERM: they stop a run between two steps, never in the middle of one."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["deferred_signals", "stop_on_sigterm"]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def stop_on_sigterm() -> None:
    """Let SIGTERM raise KeyboardInterrupt, as Ctrl-C does, so that everything is cleaned up."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@contextmanager
def deferred_signals() -> Iterator[Callable[[], bool]]:
    """While this lasts signals only take note; the function given says whether one came."""
    came: list[int] = []

    def take_note(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, take_note) for number in _SIGNALS}
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
