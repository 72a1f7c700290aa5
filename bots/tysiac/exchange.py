"""Parting with two cards."""

from engine.tysiac import Decision, gifts_in, give, lay

__all__ = ["hand_over"]


def hand_over(decision: Decision, first: int, second: int) -> int:
    """The action that gives `first` to the lower opponent and `second` to the higher one.

    With two players it lays both aside.
    """
    if len(decision.scores) == 2:  # noqa: PLR2004 - the rules for two players
        return lay(min(first, second), max(first, second))
    (one, _), (other, _) = gifts_in(decision.legal[0])
    return give(one, first, other, second)
