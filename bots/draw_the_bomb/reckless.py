"""A bot that thinks nothing of it."""

from random import Random

from engine import Bot, Setup
from engine.draw_the_bomb import DRAW, TURN, Decision

__all__ = ["Reckless"]


class Reckless(Bot):
    """Plays cards and hides bombs at random; the seed of its setup decides all in turn."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._random = Random(setup.seed)  # noqa: S311 - a game, no secret

    def decide(self, decision: Decision) -> int:
        """Draws every other time; else plays any card, or hides the bomb anywhere."""
        choices = decision.legal
        if decision.phase == TURN:
            if len(choices) == 1 or self._random.random() < 0.5:  # noqa: PLR2004 - a coin
                return DRAW
            choices = choices[1:]
        return choices[int(self._random.random() * len(choices))]
