"""What an author's class is made from: plain Python even where the engine is compiled.

A subclass of a compiled class would lose its own attributes when it is copied or pickled.
"""

from typing import Any, NamedTuple

__all__ = ["Bot", "Setup"]


class Setup(NamedTuple):
    """What a bot is told once, before its first decision of a match."""

    game: str
    rules: Any
    """The rules value of the game (`engine.tysiac.Rules`, `engine.draw_the_bomb.Rules`)."""
    seat: int
    seed: int
    """0 ≤ seed < 2**63, the bot's own for this match; says nothing about the deals."""


class Bot:
    """Base of all bots: one object per match and seat. Subclasses define `decide`."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def decide(self, decision: Any) -> int:
        """Return one of `decision.legal`.

        Only asked where there is a choice: the referee plays a single legal action by itself.
        What has happened in between stands in the next decision.
        """
        # No abstract class: an author's class needs no metaclass of ours. One without a `decide` is
        # refused before it plays (`tournament.host.load_class`).
        raise NotImplementedError
