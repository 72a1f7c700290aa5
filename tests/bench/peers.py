"""Random play in other libraries, as their own documentation has it: one deal per call.

A decision is every choice of a player that the library's loop asks for, single legal actions
included (a quarter of OpenSpiel's), which ours are not; chance is none, though the loop plays it.
All choose as our `any legal action` does.
"""

import random
from collections.abc import Callable

from contenders import Count, Play

SCHNAPSEN = "schnapsen"
OH_HELL = "open_spiel oh_hell"


def schnapsen() -> Play:
    """A deal of schnapsen (pure Python, a cousin of Tysiąc) between two of its RandBots."""
    from schnapsen.bots import RandBot
    from schnapsen.game import SchnapsenGamePlayEngine

    class Counting(RandBot):
        asked = 0

        def get_move(self, perspective, leader_move):
            self.asked += 1
            return super().get_move(perspective, leader_move)

    game, dice = SchnapsenGamePlayEngine(), random.Random(1)

    def play(_: int) -> Count:
        one, two = Counting(dice, "one"), Counting(dice, "two")
        game.play_game(one, two, dice)
        return Count(1, one.asked + two.asked)

    return play


def open_spiel(name: str) -> Play:
    """A deal of a game of OpenSpiel, which is written in C++; the loop is Python."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)

    def play(_: int) -> Count:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(dice.random() * len(legal))])
                decisions += 1
        return Count(1, decisions)

    return play


def rlcard(name: str) -> Play:
    """A deal of a game of RLCard (Python)."""
    import rlcard

    env, dice = rlcard.make(name, config={"seed": 1}), random.Random(1)

    def play(_: int) -> Count:
        state, _player = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _player = env.step(legal[int(dice.random() * len(legal))])
            decisions += 1
        return Count(1, decisions)

    return play


PEERS: dict[str, Callable[[], Play]] = {
    SCHNAPSEN: schnapsen,
    OH_HELL: lambda: open_spiel("oh_hell"),
    "open_spiel skat": lambda: open_spiel("skat"),
    "rlcard gin rummy": lambda: rlcard("gin-rummy"),
}
