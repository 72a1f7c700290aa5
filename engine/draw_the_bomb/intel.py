"""Intel: what a seat knows of the top three cards, kept by the referee (section "Intel").

Three slots, positions 0 to 2 from the top; UNKNOWN where the seat knows nothing. The functions
give the slots after something happened; they never look into the deck but for a scout.
"""

from collections.abc import Sequence
from typing import Final

from engine.draw_the_bomb.cards import BOMB, UNKNOWN

__all__ = ["NO_INTEL", "Intel", "after_bottom_draw", "after_hiding", "after_top_draw", "scouted"]

Intel = tuple[int, int, int]

NO_INTEL: Final[Intel] = (UNKNOWN, UNKNOWN, UNKNOWN)


def scouted(deck: Sequence[int]) -> Intel:
    """The top three cards, fewer if fewer are left."""
    cards = [*deck[:3], UNKNOWN, UNKNOWN, UNKNOWN]
    return cards[0], cards[1], cards[2]


def after_top_draw(slots: Intel) -> Intel:
    """Every card comes up by one; of the one that comes into view nothing is known."""
    return slots[1], slots[2], UNKNOWN


def after_bottom_draw(slots: Intel, place: int) -> Intel:
    """Nothing shifts, but the card that lay at `place` is gone: in a small deck a slot named it."""
    return (
        UNKNOWN if place == 0 else slots[0],
        UNKNOWN if place == 1 else slots[1],
        UNKNOWN if place == 2 else slots[2],
    )


def after_hiding(slots: Intel, slot: int) -> Intel:
    """What the hider knows: its bomb at `slot`, what lay there and below one further down."""
    if slot == 0:
        return BOMB, slots[0], slots[1]
    if slot == 1:
        return slots[0], BOMB, slots[1]
    if slot == 2:
        return slots[0], slots[1], BOMB
    return slots
