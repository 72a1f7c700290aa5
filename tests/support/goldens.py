"""The golden of any variant: each game has its own way to be shown."""

import bomb_playthrough
import playthrough

from engine import find_variant

LINES = {"draw_the_bomb": bomb_playthrough.lines_of, "tysiac": playthrough.lines_of}


def golden_text(name: str) -> str:
    """The golden of a variant."""
    return "\n".join(LINES[find_variant(name).game.name](name)) + "\n"
