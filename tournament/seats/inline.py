"""Bots in the worker itself: house bots, and an author's own under `--inline`."""

from typing import Any

from engine import Bot, Setup, fallback

__all__ = ["BrokenBot", "FallbackBot"]


class FallbackBot(Bot):
    """Plays the house fallback for a seat whose entry has faulted."""

    def decide(self, decision: Any) -> int:
        """Return the first legal action."""
        return fallback(decision)


class BrokenBot(Bot):
    """Stands in for a bot whose constructor raised: its first decision raises that again."""

    def __init__(self, setup: Setup, error: BaseException) -> None:
        super().__init__(setup)
        self._error = error

    def decide(self, decision: Any) -> int:
        """Raise what the constructor raised."""
        raise self._error
