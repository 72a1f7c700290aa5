"""Playouts a second, plain and compiled: run by `make bench`.

Every playout has hidden cards of its own, drawn from all that the decision allows, and is played
to the last trick. The decisions are the first of their kind in a match of the variant; "a search"
makes a Playouts and plays once, so it says what a decision costs before the first playout. Both
builds are processes of their own and take turns. Seconds are those of the processor.
"""

import itertools
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from builds import Build, serve

from engine import COMPILED, find_variant, root_key
from engine.tysiac import Playouts

ROUNDS = 15
SECONDS = 0.1
BATCH = 2000 if COMPILED else 50
RANGE = 1_000_000

ROWS = {
    "random, 3 players, declarer's first lead": ("house-3p", "play", 0, "random"),
    "policy, 3 players, declarer's first lead": ("house-3p", "play", 0, "policy"),
    "random, 3 players, an opponent's first card": ("house-3p", "play", 1, "random"),
    "random, 3 players, after four tricks": ("house-3p", "play", 12, "random"),
    "random, 3 players, auction": ("house-3p", "auction", 0, "random"),
    "policy, 3 players, auction": ("house-3p", "auction", 0, "policy"),
    "random, 2 players, declarer's first lead": ("house-2p", "play", 0, "random"),
    "policy, 2 players, declarer's first lead": ("house-2p", "play", 0, "policy"),
    "a search, 3 players, an opponent's first card": ("house-3p", "play", 1, "search"),
    "a search, 3 players, auction": ("house-3p", "auction", 0, "search"),
}


def row(variant_name: str, phase: str, plays: int, kind: str) -> Callable[[int], int]:
    """A function that plays out from a number on and says how often it did."""
    variant = find_variant(variant_name)
    match = variant.game.new_match(variant.rules, root_key(b"playouts"))
    while match.hand.phase != phase or len(match.hand.plays) < plays:
        match.apply(match.legal[0])
    decision = match.decision()

    def search(number: int) -> int:
        Playouts(decision, variant.rules, number).random(decision.legal[0], 1)
        return 1

    playouts = Playouts(decision, variant.rules, 1)
    played: Any = playouts.policy if kind == "policy" else playouts.random

    def play(number: int) -> int:
        played(decision.legal[0], BATCH, number * BATCH % RANGE)
        return BATCH

    return search if kind == "search" else play


def answers() -> Callable[[str], float]:
    """A function that says how often a second the row of a name is played out."""
    plays = {name: row(*where) for name, where in ROWS.items()}
    numbers = itertools.count()

    def rate(name: str) -> float:
        done, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < SECONDS:
            done += plays[name](next(numbers))
        return done / elapsed

    return rate


def main() -> None:
    builds = [Build(__file__, plain=True), Build(__file__, plain=False)]
    rates: dict[str, list[list[float]]] = {name: [] for name in ROWS}
    for _ in range(ROUNDS):
        for name, taken in rates.items():
            taken.append([build.ask(name) for build in builds])
    print(f"{'a second, medians':48}" + "".join(f"{build.name:>12}" for build in builds))
    for name, taken in rates.items():
        medians = [statistics.median(own) for own in zip(*taken, strict=True)]
        print(f"{name:48}" + "".join(f"{median:12,.0f}" for median in medians))
    for build in builds:
        build.close()


if __name__ == "__main__":
    if sys.argv[1:]:
        serve(answers())
    else:
        main()
