"""What a decision tells about the top of the deck."""

from typing import Final

from engine.draw_the_bomb import (
    BOMB,
    BOTTOM,
    DRAW,
    HID,
    RESHUFFLE,
    UNKNOWN,
    Decision,
    play,
)

__all__ = ["bomb_likely", "bomb_on_top", "high_danger", "top_unknown"]

_TOUCHES_THE_DECK: Final = (DRAW, play(BOTTOM), play(RESHUFFLE))


def bomb_on_top(decision: Decision) -> bool:
    """Whether the seat knows that the top card is a bomb, by its intel or by the gauge alone."""
    return decision.intel[0] == BOMB or decision.bombs == decision.deck_size


def top_unknown(decision: Decision) -> bool:
    """Whether the top card may be anything."""
    return decision.intel[0] == UNKNOWN and 0 < decision.bombs < decision.deck_size


def bomb_likely(decision: Decision) -> bool:
    """Whether another seat hid a bomb and nobody has drawn or shuffled since."""
    if not top_unknown(decision):
        return False
    for seat, event in reversed(decision.log):
        if event == HID:
            return seat != decision.seat
        if event in _TOUCHES_THE_DECK:
            return False
    return False


def high_danger(decision: Decision) -> bool:
    """Whether the gauge stands above 25 %."""
    return 4 * decision.bombs > decision.deck_size
