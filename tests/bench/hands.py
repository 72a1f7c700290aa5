"""Full hands a second, plain and compiled, beside a peer's: run by `make bench`.

Ours: matches of house-3p between three trivial bots in Python, each handed real Decisions; a hand
goes from the deal to the settlement and its record. The peer: schnapsen 0.0.5 (pure Python, a
cousin of Tysiąc), one deal between two of its RandBots. Each contender is a process of its own;
they take turns, so that a busy machine is busy for all. Seconds are those of the processor.
"""

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engine import COMPILED, Bot, Setup, find_variant, root_key
from engine.tysiac import Decision
from tournament.worker import tune_collector

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 40
SECONDS = 0.25
PEER = "schnapsen"


class AnyLegal(Bot):
    """Any legal action, as the peer's RandBot."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.random = random.Random(setup.seed).random

    def decide(self, decision: Decision) -> int:
        legal = decision.legal
        return legal[int(self.random() * len(legal))]


class FirstLegal(Bot):
    """The least that a bot can do."""

    def decide(self, decision: Decision) -> int:
        return decision.legal[0]


BOTS = {"any legal action": AnyLegal, "first legal action": FirstLegal}


def our_match(bot: type[Bot]) -> Callable[[int], int]:
    """A function that plays a match by its number and says how many hands it had."""
    variant = find_variant("house-3p")

    def play(number: int) -> int:
        match = variant.game.new_match(variant.rules, root_key(number.to_bytes(8)))
        seats = range(variant.rules.players)
        match.run([bot(Setup("tysiac", variant.rules, seat, number + seat)) for seat in seats])
        return len(match.hands)

    return play


def their_deal() -> Callable[[int], int]:
    """A function that plays one deal of schnapsen."""
    from schnapsen.bots import RandBot
    from schnapsen.game import SchnapsenGamePlayEngine

    game, dice = SchnapsenGamePlayEngine(), random.Random(1)
    one, two = RandBot(random.Random(2), "one"), RandBot(random.Random(3), "two")

    def play(_: int) -> int:
        game.play_game(one, two, dice)
        return 1

    return play


def serve(play: Callable[[int], int]) -> None:
    """Answer each line with the hands a second of one turn; the first line with the build."""
    tune_collector()  # as in a worker
    number = 0
    print("compiled" if COMPILED else "plain", flush=True)
    for _ in sys.stdin:
        hands, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < SECONDS:
            hands += play(number)
            number += 1
        print(hands / elapsed, flush=True)


class Contender:
    """A process that plays whenever it is its turn."""

    def __init__(self, who: str, *, plain: bool) -> None:
        # Beside the installed, compiled packages stand the sources: plain is what they give.
        environment = os.environ | ({"PYTHONPATH": str(ROOT)} if plain else {})
        self.process = subprocess.Popen(
            [sys.executable, __file__, who],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        build = self.answer().strip()
        self.name = f"{who}, {build}" if who in BOTS else who
        self.rates: list[float] = []

    def answer(self) -> str:
        line = self.process.stdout.readline()
        assert line, "the contender is dead"
        return line

    def turn(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.rates.append(float(self.answer()))

    def close(self) -> None:
        self.process.communicate()


def main() -> None:
    contenders = [Contender(PEER, plain=False)]
    contenders += [Contender(who, plain=plain) for who in BOTS for plain in (True, False)]
    for _ in range(ROUNDS):
        for contender in contenders:
            contender.turn()
    print(f"{'hands/s, medians':32}{'':>10}{'ratio':>10}{'low':>8}{'high':>8}")
    for contender in contenders:
        contender.close()
        print(line(contender.name, contender.rates, contenders[0].rates))


def line(name: str, rates: list[float], peer: list[float]) -> str:
    """Medians, and the ratio round by round with its quartiles."""
    low, ratio, high = statistics.quantiles(
        [own / its for own, its in zip(rates, peer, strict=True)], n=4
    )
    return f"{name:32}{statistics.median(rates):10,.0f}{ratio:10.2f}{low:8.2f}{high:8.2f}"


if __name__ == "__main__":
    if sys.argv[1:]:
        (who,) = sys.argv[1:]
        serve(their_deal() if who == PEER else our_match(BOTS[who]))
    else:
        main()
