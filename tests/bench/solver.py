"""How long the solver takes for a full deal, plain and compiled: run by `make bench`.

Random deals of three players after a plausible exchange (declarer takes the musik and gives its two
poorest cards outside marriages), declarer leading the first trick, no trump. `solve` finds the
value and all best leads, `action_values` the value of every lead. Each build is a process of its
own; they take turns. Milliseconds are those of the processor.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

from builds import Build, serve

from engine.tysiac import (
    CARD_POINTS,
    Position,
    action_values,
    cards_of,
    make_position,
    marriage_suits,
    solve,
)

DEALS = 200
TASKS: dict[str, Callable[[Position], object]] = {"solve": solve, "action_values": action_values}


def first_lead(dice: random.Random) -> Position:
    """A deal where seat 0 is declarer and about to lead."""
    cards = list(range(24))
    dice.shuffle(cards)
    hands = [sum(1 << card for card in cards[start : start + 7]) for start in (0, 7, 14)]
    hands[0] |= sum(1 << card for card in cards[21:])
    married = sum(0b1100 << suit * 6 for suit in marriage_suits(hands[0]))
    poorest = sorted(cards_of(hands[0] & ~married), key=CARD_POINTS.__getitem__)
    for seat, card in zip((1, 2), poorest, strict=False):
        hands[0] ^= 1 << card
        hands[seat] |= 1 << card
    return make_position(hands, declarer=0, leader=0)


def answers() -> Callable[[str], float]:
    """A function that says how many milliseconds a task takes with the deal of a number."""
    dice = random.Random("solver")
    positions = [first_lead(dice) for _ in range(DEALS)]

    def milliseconds(question: str) -> float:
        task, number = question.split()
        position = positions[int(number)]
        start = time.process_time()
        TASKS[task](position)
        return (time.process_time() - start) * 1000

    return milliseconds


def main() -> None:
    builds = [Build(__file__, plain=True), Build(__file__, plain=False)]
    print(f"{f'ms for {DEALS} full deals':28}{'min':>9}{'median':>9}{'p95':>9}{'max':>9}")
    for task in TASKS:
        times = [[build.ask(f"{task} {number}") for build in builds] for number in range(DEALS)]
        for build, own in zip(builds, zip(*times, strict=True), strict=True):
            print(line(f"{task}, {build.name}", own))
    for build in builds:
        build.close()


def line(name: str, times: tuple[float, ...]) -> str:
    p95 = statistics.quantiles(times, n=20)[-1]
    median = statistics.median(times)
    return f"{name:28}{min(times):9.2f}{median:9.2f}{p95:9.2f}{max(times):9.2f}"


if __name__ == "__main__":
    if sys.argv[1:]:
        serve(answers())
    else:
        main()
