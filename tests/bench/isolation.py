"""What isolation costs, in each tier that works here.

Start: from the order to the moment at which the three processes of a seating have imported their
entry. End: until nothing of them is left. Both from the warm server. Overhead: what a decision
takes beyond the bot's own call in this process, in messages of 32.
"""

import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from engine import Bot, Setup, derive, find_variant
from tournament.entries import EntryFile
from tournament.isolation.probe import why_not
from tournament.isolation.tiers import TRIED, Tier
from tournament.league import Entry, Limits, Variant
from tournament.roster import Roster

ROUNDS = 20
SEATS = 3
MESSAGE, MESSAGES = 32, 300
ENTRY = Entry("mine", "mine.py", "Mine", "mine", "0" * 64, ("tysiac",))
SOURCE = b"""from engine import Bot

class Mine(Bot):
    def decide(self, decision):
        return decision.legal[0]
"""


class Mine(Bot):
    """What plays in the processes, for here."""

    def decide(self, decision: Any) -> int:
        return int(decision.legal[0])


class Bench:
    """One tier, with one entry."""

    def __init__(self, tier: Tier, scratch: Path) -> None:
        self.game, rules = find_variant("house-3p")[1:]
        self.variant = Variant("house-3p", self.game.name, self.game.settings(rules))
        self.rules = rules
        self.roster = Roster({ENTRY.digest: (EntryFile("mine.py", False, SOURCE),)}, scratch, tier)

    def open(self, lines: int, preload: tuple[str, ...] = ()) -> Any:
        limits = Limits(1000, 3_600_000, 512, "substitute", 3, "seating", preload)
        return self.roster.open_process(ENTRY, self.variant, 0, (1,) * lines, 3, limits)

    def starts(self, preload: tuple[str, ...]) -> tuple[list[float], list[float]]:
        """Milliseconds that each round took to start, and to end."""
        starts, ends = [], []
        for _ in range(ROUNDS + 1):
            begin = time.perf_counter()
            seats = [self.open(2, preload) for _ in range(SEATS)]
            assert [seat.greet() for seat in seats] == [""] * SEATS
            ready = time.perf_counter()
            for seat in seats:
                seat.dismiss()
            for seat in seats:
                seat.close()
            starts.append((ready - begin) * 1000)
            ends.append((time.perf_counter() - ready) * 1000)
        return starts[1:], ends[1:]  # the first round has started the server

    def overhead(self) -> float:
        """Microseconds of a decision beyond the bot's own call: the median message's."""
        match = self.game.new_match(self.rules, derive(b"k" * 32, "deal"))
        while len(match.legal) == 1:
            match.apply(match.legal[0])
        questions = [(line, match.decision()) for line in range(MESSAGE)]
        spent = []
        with closing(self.open(MESSAGE)) as seat:
            seat.greet()
            for _ in range(MESSAGES):
                begin = time.perf_counter()
                seat.ask(questions)
                spent.append(time.perf_counter() - begin)
        bot = Mine(Setup(self.game.name, self.rules, 0, 1))
        begin = time.perf_counter()
        for _ in range(MESSAGES):
            for _, decision in questions:
                bot.decide(decision)
        inline = (time.perf_counter() - begin) / MESSAGES
        return (statistics.median(spent) - inline) / MESSAGE * 1e6


def main() -> None:
    """Print a line per tier."""
    for tier in TRIED:
        reason = why_not(tier)
        if reason:
            print(f"{tier}: skipped, {reason}")
            continue
        for preload in ((), ("numpy",)):
            with tempfile.TemporaryDirectory() as scratch:
                bench = Bench(tier, Path(scratch))
                with closing(bench.roster):
                    starts, ends = bench.starts(preload)
                    overhead = bench.overhead()
            print(
                f"{tier}{' with numpy' if preload else ''}: start of {SEATS} median "
                f"{statistics.median(starts):.1f} ms, worst {max(starts):.1f} ms; end median "
                f"{statistics.median(ends):.1f} ms; overhead {overhead:.1f} µs per decision"
            )


if __name__ == "__main__":
    main()
