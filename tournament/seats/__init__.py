"""Who answers for a seat: a bot object in this process, or a process of its own.

Here a stronger isolation plugs in: anything that is a `Seat` can serve an entry.
"""

from tournament.seats.base import Answer, NoAction, Seat, SeatDied
from tournament.seats.bystanders import Bystanders
from tournament.seats.inline import BrokenBot, FallbackBot
from tournament.seats.process import ProcessSeat

__all__ = [
    "Answer",
    "BrokenBot",
    "Bystanders",
    "FallbackBot",
    "NoAction",
    "ProcessSeat",
    "Seat",
    "SeatDied",
]
