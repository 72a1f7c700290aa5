"""Full hands and decisions a second, plain and compiled, beside peers: run by `make bench`.

Ours: matches of house-3p between three trivial bots in Python, each handed real Decisions; a hand
goes from the deal to the settlement and its record. A decision is a question with more than one
legal action, answered by a bot; single legal actions are played and not counted. The floor: the
bare calls of the same bots with the Decisions of the same matches, kept: no engine does with less.
The peers, and what they count: `peers.py`. Ratios of hands are to schnapsen's, of decisions to
those of OpenSpiel's oh_hell.
"""

import random
import sys
from collections.abc import Callable
from functools import partial

from contenders import Contender, Count, Play, median_and_ratio, serve, take_turns
from peers import OH_HELL, PEERS, SCHNAPSEN

from engine import Bot, RunningMatch, Setup, find_variant, root_key
from engine.tysiac import Decision

ROUNDS = 100
SECONDS = 0.1
MATCHES = 64
"""Different matches; played over and over."""


class AnyLegal(Bot):
    """Any legal action, as the peers choose."""

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


class Keeping(Bot):
    """Keeps the questions that another bot is asked."""

    def __init__(self, bot: Bot, questions: list[Decision]) -> None:
        super().__init__(bot.setup)
        self.bot = bot
        self.questions = questions

    def decide(self, decision: Decision) -> int:
        self.questions.append(decision)
        return self.bot.decide(decision)


BOTS = {"any legal action": AnyLegal, "first legal action": FirstLegal}
VARIANT = find_variant("house-3p")


def new_match(number: int) -> RunningMatch:
    return VARIANT.game.new_match(VARIANT.rules, root_key(number.to_bytes(8)))


def new_bots(kind: type[Bot], number: int) -> list[Bot]:
    seats = range(VARIANT.rules.players)
    return [kind(Setup("tysiac", VARIANT.rules, seat, number + seat)) for seat in seats]


def kept(kind: type[Bot]) -> list[tuple[int, list[Decision]]]:
    """How many hands each of the matches has, and its questions."""
    found = []
    for number in range(MATCHES):
        match, questions = new_match(number), []
        match.run([Keeping(bot, questions) for bot in new_bots(kind, number)])
        found.append((len(match.hands), questions))
    return found


def matches(kind: type[Bot]) -> Play:
    """The engine and three bots."""
    asked = [len(questions) for _, questions in kept(kind)]

    def play(number: int) -> Count:
        number %= MATCHES
        match = new_match(number)
        match.run(new_bots(kind, number))
        return Count(len(match.hands), asked[number])

    return play


def calls(kind: type[Bot]) -> Play:
    """The bots alone."""
    stored, decide = kept(kind), new_bots(kind, 0)[0].decide

    def play(number: int) -> Count:
        hands, questions = stored[number % MATCHES]
        for question in questions:
            decide(question)
        return Count(hands, len(questions))

    return play


FLOOR: dict[str, Callable[[], Play]] = {
    f"floor, {name}": partial(calls, kind) for name, kind in BOTS.items()
}
OURS: dict[str, Callable[[], Play]] = {name: partial(matches, kind) for name, kind in BOTS.items()}


def main() -> None:
    contenders = [Contender(__file__, name, SECONDS) for name in (*PEERS, *FLOOR)]
    contenders += [
        Contender(__file__, name, SECONDS, plain=plain) for name in OURS for plain in (True, False)
    ]
    able = take_turns(contenders, ROUNDS)
    peers = {contender.name: contender.turns for contender in able}
    heads = [f"{what:>12}{'ratio':>9}{'low':>8}{'high':>8}" for what in ("hands/s", "decisions/s")]
    print(f"{'medians of ' + str(ROUNDS):30}{''.join(heads)}")
    for contender in able:
        columns = [
            median_and_ratio(
                [turn[place] for turn in contender.turns],
                [turn[place] for turn in peers[peer]] if peer in peers else None,
            )
            for place, peer in enumerate((SCHNAPSEN, OH_HELL))
        ]
        build = f", {contender.build}" if contender.name in OURS else ""
        print(f"{contender.name + build:30}{''.join(columns)}")


if __name__ == "__main__":
    if sys.argv[1:]:
        serve(PEERS | FLOOR | OURS)
    else:
        main()
