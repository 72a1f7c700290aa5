"""The bot that knows no game: any legal action, each as likely as the other."""

from random import Random

from engine import Bot, Decision, Setup

__all__ = ["Uniform"]


class Uniform(Bot):
    """Plays every game there is; the seed of its setup decides all its answers in turn."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._random = Random(setup.seed)  # noqa: S311 - a game, no secret

    def decide(self, decision: Decision) -> int:
        legal = decision.legal
        return legal[int(self._random.random() * len(legal))]
