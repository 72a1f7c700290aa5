"""Contenders that take turns, each a process of its own: a busy machine is busy for all.

Seconds are those of the processor. Who can't play is left out, and says why.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from builds import environment

from engine import COMPILED
from tournament.worker import tune_collector


class Count(NamedTuple):
    """What was played; in one turn of a contender, what was played a second."""

    hands: float
    decisions: float


Play = Callable[[int], Count]
"""Plays the game of a number, from 0 on."""


def serve(contenders: Mapping[str, Callable[[], Play]]) -> None:
    """Be the contender of the command line: first say who, then answer each line with a turn."""
    name, seconds = sys.argv[1], float(sys.argv[2])
    try:
        play = contenders[name]()
    except Exception as error:
        print(json.dumps(["", f"{type(error).__name__}: {error}"]))
        return
    tune_collector()  # as in a worker
    print(json.dumps(["compiled" if COMPILED else "plain", ""]), flush=True)
    number = 0
    for _ in sys.stdin:
        hands = decisions = 0.0
        start = time.process_time()
        while (elapsed := time.process_time() - start) < seconds:
            count = play(number)
            hands += count.hands
            decisions += count.decisions
            number += 1
        print(json.dumps([hands / elapsed, decisions / elapsed]), flush=True)


class Contender:
    """A process of `script`, which serves; it plays whenever it is its turn."""

    def __init__(self, script: str, name: str, seconds: float, *, plain: bool = False) -> None:
        self.name = name
        self.turns: list[Count] = []
        self.process = subprocess.Popen(
            [sys.executable, script, name, str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(plain=plain),
        )
        self.build, self.why_not = self._answer()

    def turn(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.turns.append(Count(*self._answer()))

    def close(self) -> None:
        self.process.communicate()

    def _answer(self) -> list:
        line = self.process.stdout.readline()
        assert line, f"{self.name} is dead"
        return json.loads(line)


def take_turns(contenders: Sequence[Contender], rounds: int) -> list[Contender]:
    """Those that can play, after so many rounds; the others are named with their reasons."""
    able = [contender for contender in contenders if not contender.why_not]
    for _ in range(rounds):
        for contender in able:
            contender.turn()
    for contender in contenders:
        contender.close()
        if contender.why_not:
            print(f"{contender.name}: skipped, {contender.why_not}")
    return able


def median_and_ratio(own: Sequence[float], peer: Sequence[float] | None) -> str:
    """The median, and the ratio to a peer round by round with its quartiles."""
    text = f"{statistics.median(own):12,.0f}"
    if peer is None:
        return text + f"{'-':>9}{'-':>8}{'-':>8}"
    ratios = [mine / its for mine, its in zip(own, peer, strict=True)]
    low, ratio, high = statistics.quantiles(ratios, n=4)
    return text + f"{ratio:9.2f}{low:8.2f}{high:8.2f}"
