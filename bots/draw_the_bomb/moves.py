"""Moves that the better bots share."""

from typing import Final

from engine.draw_the_bomb import (
    BOMB,
    BOTTOM,
    DODGE,
    DRAW,
    REDIRECT,
    RESHUFFLE,
    Decision,
    is_steal,
    play,
    seat_in,
)

__all__ = ["escape", "rob"]

_DODGE_FIRST: Final = (play(DODGE), play(REDIRECT), play(BOTTOM), play(RESHUFFLE))
_REDIRECT_FIRST: Final = (play(REDIRECT), play(DODGE), play(BOTTOM), play(RESHUFFLE))


def escape(decision: Decision, *, by_redirect: bool = False) -> int:
    """A way not to draw the top card, by a redirect rather than a dodge if so wished; else draw."""
    for action in _REDIRECT_FIRST if by_redirect else _DODGE_FIRST:
        if action in decision.legal and _helps(decision, action):
            return action
    return DRAW


def _helps(decision: Decision, action: int) -> bool:
    """Whether the action may bring another card than a bomb."""
    size = decision.deck_size
    if action == play(BOTTOM):
        lowest_known = size <= len(decision.intel) and decision.intel[size - 1] == BOMB
        return decision.bombs < size and not lowest_known
    return action != play(RESHUFFLE) or decision.bombs < size


def rob(decision: Decision) -> int | None:
    """A steal from the unshielded opponent with the most cards; None if there is none."""
    best, most = None, 0
    for action in decision.legal:
        if is_steal(action):
            seat = seat_in(action)
            if not decision.shields[seat] and decision.hand_sizes[seat] > most:
                best, most = action, decision.hand_sizes[seat]
    return best
