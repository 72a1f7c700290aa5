"""Hands a second beside a peer's, alternating in one process: run by `make bench`.

Ours: batches of house-3p between three `uniform` bots in the worker, from the deal to the packed
journal file, all records built. The peer: schnapsen 0.0.5 (pure Python, a cousin of Tysiąc), one
deal between two of its RandBots. Ratios pair by pair; absolute figures are this machine's today.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from schnapsen.bots import RandBot
from schnapsen.game import SchnapsenGamePlayEngine

from engine import find_variant, root_key
from tournament.batch import play_batch
from tournament.entries import engine_digest
from tournament.isolation.tiers import Tier
from tournament.journal import pack
from tournament.league import Entry, League, Limits, Schedule, Variant
from tournament.roster import Roster
from tournament.schedule import Batch, batches
from tournament.worker import tune_collector

ROUNDS = 7
SECONDS = 2.0


def our_batches() -> list[Batch]:
    found = find_variant("house-3p")
    league = League(
        name="bench",
        seed="bench",
        commitment="",
        variants=(Variant(found.name, found.game.name, found.game.settings(found.rules)),),
        schedule=Schedule("round_robin", 1000, 1, copies=False),
        limits=Limits(1000, 60_000, 512, "substitute", 3),
        entries=tuple(
            Entry(f"uniform-{number}", "house:uniform", "uniform", "", "", ("tysiac",))
            for number in range(3)
        ),
        disqualify_share=0.05,
        engine_digest=engine_digest(),
        runtime=(),
    )
    return list(batches(league, root_key(b"bench")))


def rate(play: Callable[[], int]) -> float:
    """Hands a second of `play`, which plays some and says how many."""
    hands, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        hands += play()
    return hands / elapsed


def main() -> None:
    tune_collector()  # as in a worker
    with tempfile.TemporaryDirectory() as scratch:
        roster = Roster({}, Path(scratch), Tier.inline)
        waiting = iter(our_batches())

        def ours() -> int:
            result = play_batch(next(waiting), roster)
            pack(result)
            return result.summary.hands

        engine = SchnapsenGamePlayEngine()
        dice = random.Random(1)
        one, two = RandBot(random.Random(2), "one"), RandBot(random.Random(3), "two")

        def theirs() -> int:
            engine.play_game(one, two, dice)
            return 1

        rows = [(rate(ours), rate(theirs)) for _ in range(ROUNDS)]
    ratios = [our / their for our, their in rows]
    sys.stdout.write(
        f"{'':24}{'median':>10}{'min':>10}{'max':>10}\n"
        + _line("ours, hands/s", [our for our, _ in rows])
        + _line("schnapsen, hands/s", [their for _, their in rows])
        + _line("ratio", ratios)
    )


def _line(name: str, values: list[float]) -> str:
    figures = (statistics.median(values), min(values), max(values))
    return f"{name:24}" + "".join(f"{figure:10,.2f}" for figure in figures) + "\n"


if __name__ == "__main__":
    main()
