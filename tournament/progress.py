"""How a run goes: a live display on a terminal, plain lines elsewhere. Always on stderr."""

import sys
import time
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from tournament.journal import Head
from tournament.plan import Plan
from tournament.schedule import Batch, players_of

__all__ = ["Progress"]

_REFRESH_SECONDS = 0.25
_LINE_SECONDS = 5.0
_LEADERS = 3


class Progress:
    """Watches a run: blocks, matches, hands a second, time left, leaders."""

    def __init__(self, plan: Plan) -> None:
        self._batches: dict[str, Batch] = {batch.id: batch for batch in plan.batches}
        self._blocks = sum(len(batch.blocks) for batch in plan.batches)
        self._matches = sum(batch.matches for batch in plan.batches)
        self._blocks_done = self._matches_done = self._hands_played = self._matches_played = 0
        self._points: dict[str, tuple[float, int]] = {}
        self._faults = 0
        self._ticked = False
        for head in plan.heads.values():
            self._count(head)
        self._start = self._shown = time.monotonic()
        self._live: Live | None = None
        if sys.stderr.isatty():
            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()
        if self._ticked:
            _say(self._line())

    def recorded(self, head: Head) -> None:
        """A batch has been recorded."""
        self._count(head)
        self._hands_played += head.hands
        self._matches_played += head.matches

    def tick(self) -> None:
        """Show the state if it is time to."""
        self._ticked = True
        now = time.monotonic()
        interval = _LINE_SECONDS if self._live is None else _REFRESH_SECONDS
        if now - self._shown < interval:
            return
        self._shown = now
        if self._live is None:
            _say(self._line())
        else:
            self._live.update(Text(f"{self._line()}{self._leaders()}"), refresh=True)

    def _count(self, head: Head) -> None:
        opponents = players_of(self._batches[head.batch].variant) - 1
        self._blocks_done += len(head.blocks)
        self._matches_done += head.matches
        for tally in head.tallies:
            points, matches = self._points.get(tally.entry, (0.0, 0))
            points += tally.halves / (2 * opponents)
            self._points[tally.entry] = (points, matches + tally.matches)
            self._faults += tally.faults

    def _line(self) -> str:
        seconds = time.monotonic() - self._start
        rate = self._hands_played / seconds if seconds > 0 else 0.0
        left = self._matches - self._matches_done
        parts = [
            f"blocks {self._blocks_done}/{self._blocks}",
            f"matches {self._matches_done}/{self._matches}",
            f"{rate:,.0f} hands/s",
        ]
        if left and self._matches_played:
            parts.append(f"{_clock(left * seconds / self._matches_played)} left")
        if self._faults:
            parts.append(f"{self._faults} faulty")
        return "  ".join(parts)

    def _leaders(self) -> str:
        means = [
            (points / matches, name) for name, (points, matches) in self._points.items() if matches
        ]
        best = sorted(means, key=lambda pair: (-pair[0], pair[1]))[:_LEADERS]
        leaders = ", ".join(f"{name} {mean:.3f}" for mean, name in best)
        return f"\nleading: {leaders}" if leaders else ""


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
