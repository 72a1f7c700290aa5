"""Handing two cards over: gifts to two opponents, or laid aside with two players."""

from engine.tysiac import Decision, give, lay

__all__ = ["hand_over", "opponents"]


def opponents(decision: Decision, players: int) -> list[int]:
    """The other seats that play in this deal, ascending: with four players not the dealer."""
    seat = decision.seat
    out = decision.dealer if players == 4 else seat  # noqa: PLR2004  the fourth sits out
    return [other for other in range(players) if other not in (seat, out)]


def hand_over(decision: Decision, players: int, first: int, second: int) -> int:
    """The action that gives `first` to the lower opponent and `second` to the higher one.

    With two players it lays both aside.
    """
    others = opponents(decision, players)
    if len(others) == 1:
        return lay(min(first, second), max(first, second))
    return give(others[0], first, others[1], second)
