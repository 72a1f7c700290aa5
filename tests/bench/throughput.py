"""Hands a second beside a peer's, alternating in one process: run by `make bench`.

Ours: batches of house-3p between three `uniform` bots in the worker, from the deal to the packed
journal file, all records built. The peer: schnapsen, if it is installed. Ratios pair by pair;
absolute figures are this machine's today.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from house_league import house_league
from peers import SCHNAPSEN, schnapsen

from engine import root_key
from tournament.batch import play_batch
from tournament.isolation.tiers import Tier
from tournament.journal import pack
from tournament.roster import Roster
from tournament.schedule import batches
from tournament.tables import make_tables
from tournament.worker import tune_collector

ROUNDS = 7
SECONDS = 2.0


def rate(play: Callable[[], int]) -> float:
    """Hands a second of `play`, which plays some and says how many."""
    hands, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        hands += play()
    return hands / elapsed


def main() -> None:
    try:
        deal = schnapsen()
    except ImportError as error:
        print(f"throughput: skipped, no {SCHNAPSEN}: {error}")
        return
    tune_collector()  # as in a worker
    with tempfile.TemporaryDirectory() as scratch:
        roster = Roster({}, Path(scratch), Tier.inline)
        waiting = batches(house_league("uniform", 1000, 1), root_key(b"bench"))

        def ours() -> int:
            batch = next(waiting)
            result = play_batch(batch, roster)
            pack(result, make_tables(batch, result))
            return result.summary.hands

        def theirs() -> int:
            return int(deal(0).hands)

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
