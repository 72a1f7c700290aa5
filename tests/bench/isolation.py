"""What isolation costs, in each tier that works here.

Start: from the order to the moment at which the three processes of a seating have imported their
entry. End: until nothing of them is left. Both from the warm server. Overhead: what a decision
takes beyond the bot's own call in this process, in messages of 32, 128 and as many decisions as a
message has on average in a batch of the default size; and the same for a program that speaks JSON.
"""

import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from bots.catalog import house_bot
from engine import Bot, Setup, derive, find_variant
from tournament.entries import EntryFile
from tournament.isolation.probe import why_not
from tournament.isolation.tiers import TRIED, Tier
from tournament.league import Entry, Limits, Variant
from tournament.roster import Roster

ROUNDS = 20
SEATS = 3
PROCESSES = 9
MESSAGES = 60
DEFAULT_BATCH = 16
ENTRY = Entry("mine", "mine.py", "Mine", "mine", "0" * 64, ("tysiac",))
PROGRAM = Entry(
    "program", "program.py", "", "", "1" * 64, ("tysiac",), command=("python3", "program.py")
)
SOURCE = b"""from engine import Bot

class Mine(Bot):
    def decide(self, decision):
        return decision.legal[0]
"""


JSON_SOURCE = b"""import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        reply = {"type": "ready"}
    elif message["type"] == "decide":
        actions = [question["decision"]["legal"][0] for question in message["questions"]]
        reply = {"type": "answer", "id": message["id"], "actions": actions}
    else:
        break
    sys.stdout.write(json.dumps(reply) + "\\n")
    sys.stdout.flush()
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
        sources = {
            ENTRY.digest: (EntryFile("mine.py", False, SOURCE),),
            PROGRAM.digest: (EntryFile("program.py", False, JSON_SOURCE),),
        }
        self.roster = Roster(sources, scratch, tier)

    def open(self, lines: int, preload: tuple[str, ...] = (), entry: Entry = ENTRY) -> Any:
        limits = Limits(1000, 3_600_000, 512, "substitute", 3, "seating", preload)
        return self.roster.open_process(entry, self.variant, 0, (1,) * lines, 3, limits)

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

    def overhead(self, size: int, entry: Entry) -> float:
        """Microseconds of a decision beyond the bot's own call: the median message's.

        Of several processes: it matters whether the system puts one beside us or elsewhere.
        """
        match = self.game.new_match(self.rules, derive(b"k" * 32, "deal"))
        while len(match.legal) == 1:
            match.apply(match.legal[0])
        questions = [(line, match.decision()) for line in range(size)]
        spent = []
        for _ in range(PROCESSES):
            with closing(self.open(size, entry=entry)) as seat:
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
        return (statistics.median(spent) - inline) / size * 1e6


def mean_message() -> float:
    """Decisions in a message of an entry beside house bots, in a batch of the default size."""
    _, game, rules = find_variant("house-3p")
    key = derive(b"k" * 32, "batch")
    matches = [game.new_match(rules, derive(key, number)) for number in range(DEFAULT_BATCH)]
    bots: list[Bot | None] = [None]
    bots += [house_bot("tysiac", "greedy")(Setup("tysiac", rules, seat, seat)) for seat in (1, 2)]
    messages = decisions = 0
    while True:
        asked = [match for match in matches if match.run(bots) is None and match.to_move == 0]
        if not asked:
            return decisions / messages
        messages, decisions = messages + 1, decisions + len(asked)
        for match in asked:
            match.apply(match.legal[0])


def main() -> None:
    """Print a table: milliseconds to start and end, microseconds per decision."""
    mean = round(mean_message())
    sizes = (32, 128, mean)
    heads = [f"{kind} {size}" for kind in ("Bot", "JSON") for size in sizes]
    print(f"decisions in a message at the default batch size: {mean}")
    print(f"{'tier':20}{'start':>8}{'worst':>8}{'end':>8}" + "".join(f"{h:>10}" for h in heads))
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
                    costs = [bench.overhead(n, e) for e in (ENTRY, PROGRAM) for n in sizes]
            figures = [statistics.median(starts), max(starts), statistics.median(ends)]
            name = f"{tier}{' with numpy' if preload else ''}"
            print(
                f"{name:20}"
                + "".join(f"{figure:8.1f}" for figure in figures)
                + "".join(f"{cost:10.1f}" for cost in costs)
            )


if __name__ == "__main__":
    main()
