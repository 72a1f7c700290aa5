"""What a seat is shown when it must act: everything the rules let it see, and nothing else.

A plain tuple with names: it can't be changed, it holds no reference into the match, and the way
to a bot's process and back is the tuple itself (draw-the-bomb.md, "Seen by all" and "Intel").

Plain Python even where the engine is compiled: whoever sends a decision reads the types below.
"""

from typing import NamedTuple

__all__ = ["HIDE", "TURN", "Decision"]

TURN = "turn"
HIDE = "hide"


class Decision(NamedTuple):
    """One question to one seat. Cards are numbers of their kinds (see `cards`)."""

    seat: int
    """The seat that is asked."""
    legal: tuple[int, ...]
    """The legal actions, ascending; never empty."""
    phase: str
    """`turn`, or `hide` when the seat must put back a bomb that it drew and defused."""
    hand: tuple[int, ...]
    """The cards that the seat holds now, ascending."""
    intel: tuple[int, int, int]
    """The cards that it knows at positions 0, 1 and 2 of the deck; -1 = unknown."""
    hand_sizes: tuple[int, ...]
    """Number of cards that each seat holds."""
    alive: tuple[bool, ...]
    shields: tuple[bool, ...]
    """Whether a shield stands in front of the seat."""
    debts: tuple[int, ...]
    """Draws that each seat owes: 1 or 2 for the seat to move, 0 for all others."""
    bombs: int
    """Bombs in the deck; one that is being hidden is not in it yet."""
    deck_size: int
    """Cards in the deck. `gauge(bombs, deck_size)` is the danger gauge."""
    discards: tuple[int, ...]
    """All cards that are out of the game, in order."""
    log: tuple[tuple[int, int], ...]
    """(seat, event) of all that the table has seen since the deal, in order: each draw and card
    played is its action; then HID (a bomb was hidden), OUT, and STOPPED with the seat whose
    shield stopped the redirect or steal before it.
    """
