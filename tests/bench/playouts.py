"""Playouts a second, plain and compiled: run by `make bench`.

Every playout has hidden cards of its own, drawn from all that the decision allows, and is played
to the last trick. The decisions are the first of their kind in a match of the variant; "a search"
makes a Playouts and plays once, so it says what a decision costs before the first playout. Both
builds are processes of their own and take turns. Seconds are those of the processor.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import COMPILED, find_variant, root_key
from engine.tysiac import Playouts

ROOT = Path(__file__).parent.parent.parent
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


def serve() -> None:
    """Answer each line, the name of a row, with its rate; the first line with the build."""
    print("compiled" if COMPILED else "plain", flush=True)
    plays = {name: row(*where) for name, where in ROWS.items()}
    number = 0
    for line in sys.stdin:
        play = plays[line.strip()]
        done, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < SECONDS:
            done += play(number)
            number += 1
        print(done / elapsed, flush=True)


class Build:
    """A process that plays whenever it is its turn."""

    def __init__(self, *, plain: bool) -> None:
        # Beside the installed, compiled packages stand the sources: plain is what they give.
        environment = os.environ | ({"PYTHONPATH": str(ROOT)} if plain else {})
        self.process = subprocess.Popen(
            [sys.executable, __file__, "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.name = self.answer()
        self.rates: dict[str, list[float]] = {name: [] for name in ROWS}

    def answer(self) -> str:
        line = self.process.stdout.readline()
        assert line, "the process is dead"
        return line.strip()

    def turn(self, name: str) -> None:
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        self.rates[name].append(float(self.answer()))

    def median(self, name: str) -> float:
        return statistics.median(self.rates[name])


def main() -> None:
    builds = [Build(plain=True), Build(plain=False)]
    for _ in range(ROUNDS):
        for name in ROWS:
            for build in builds:
                build.turn(name)
    print(f"{'a second, medians':48}" + "".join(f"{build.name:>12}" for build in builds))
    for name in ROWS:
        print(f"{name:48}" + "".join(f"{build.median(name):12,.0f}" for build in builds))
    for build in builds:
        build.process.communicate()


if __name__ == "__main__":
    if sys.argv[1:]:
        serve()
    else:
        main()
