"""How fast a seating of three Python entries starts, in each tier.

Start: from the order to the moment at which all three processes have imported their entry. End:
until nothing of them is left. Both from the warm server, median and worst of some rounds.
"""

import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path

from engine import find_variant
from tournament.entries import EntryFile
from tournament.isolation.probe import why_not
from tournament.isolation.tiers import TRIED, Tier
from tournament.league import Entry, Limits, Variant
from tournament.roster import Roster

ROUNDS = 20
SEATS = 3
SOURCE = (
    b"from engine import Bot\n\nclass Mine(Bot):\n    def decide(self, decision):\n        pass\n"
)


def measure(tier: Tier, preload: tuple[str, ...]) -> tuple[list[float], list[float]]:
    """Milliseconds that each round took to start, and to end."""
    entry = Entry("mine", "mine.py", "Mine", "mine", "0" * 64)
    found = find_variant("house-3p")
    variant = Variant(found.name, found.game.name, found.game.settings(found.rules))
    limits = Limits(1000, 60_000, 512, "substitute", 3, "seating", preload)
    starts, ends = [], []
    with tempfile.TemporaryDirectory() as scratch:
        sources = {entry.digest: (EntryFile("mine.py", False, SOURCE),)}
        with closing(Roster(sources, Path(scratch), tier)) as roster:
            for _ in range(ROUNDS + 1):
                begin = time.perf_counter()
                seats = [
                    roster.open_process(entry, variant, seat, (1, 2), 3, limits)
                    for seat in range(SEATS)
                ]
                assert [seat.greet() for seat in seats] == [""] * SEATS
                ready = time.perf_counter()
                for seat in seats:
                    seat.dismiss()
                for seat in seats:
                    seat.close()
                starts.append((ready - begin) * 1000)
                ends.append((time.perf_counter() - ready) * 1000)
    return starts[1:], ends[1:]  # the first round has started the server


def main() -> None:
    for tier in TRIED:
        reason = why_not(tier)
        if reason:
            print(f"{tier}: skipped, {reason}")
            continue
        for preload in ((), ("numpy",)):
            starts, ends = measure(tier, preload)
            with_what = " with numpy" if preload else ""
            print(
                f"{tier}{with_what}: start of {SEATS} median {statistics.median(starts):.1f} ms, "
                f"worst {max(starts):.1f} ms; end median {statistics.median(ends):.1f} ms"
            )


if __name__ == "__main__":
    main()
