"""The resolved league: everything that its results are a function of, as frozen values.

`config` makes one from a league file, the manifest stores it, `schedule` lays it out.
"""

from hashlib import blake2b
from typing import Any, Final

import msgspec

from engine import Game, find_game

__all__ = [
    "DEFAULT_LIMITS",
    "NAME",
    "Entry",
    "League",
    "Limits",
    "Schedule",
    "Variant",
    "seed_commitment",
]

NAME: Final = r"^[a-z0-9_-]{1,64}$"
"""What names of leagues, entries and variants look like."""


class Entry(msgspec.Struct, frozen=True):
    """One bot submission: a row of the leaderboard."""

    name: str
    source: str
    """`house:NAME`, or the path or the command that the league file gave."""
    target: str
    """Name of the house bot, or of the class within the entry's module."""
    module: str
    """Module that holds the class; empty for a house bot and for a command."""
    digest: str
    """Content digest: 64 hexadecimal digits."""
    games: tuple[str, ...]
    """Names of the games that it plays, in order."""
    author: str | None = None
    version: str | None = None
    command: tuple[str, ...] = ()
    """What starts a program that speaks the protocol; empty for a bot in Python."""

    @property
    def is_house(self) -> bool:
        """Whether the bot is one of ours, trusted to run inside a worker."""
        return not self.module and not self.command


class Limits(msgspec.Struct, frozen=True):
    """What an entry may use and what happens when it faults."""

    decision_ms: int
    match_ms: int
    memory_mb: int
    on_fault: str
    strikes: int
    fresh_process: str = "seating"
    """`seating` or `match`: how long a process of an entry lives."""
    preload: tuple[str, ...] = ()
    """Packages that processes of entries have imported before they begin."""


DEFAULT_LIMITS: Final = Limits(
    decision_ms=1000, match_ms=60_000, memory_mb=512, on_fault="substitute", strikes=3
)
"""Those of a league file that says nothing of them."""


class Schedule(msgspec.Struct, frozen=True):
    """Which tables meet, and how often."""

    kind: str
    blocks_per_table: int
    blocks_per_batch: int
    copies: bool
    challengers: tuple[str, ...] = ()


class Variant(msgspec.Struct, frozen=True):
    """A variant with its complete rules."""

    name: str
    game: str
    rules: dict[str, Any]

    def find_game(self) -> Game:
        """The game that this variant is of."""
        return find_game(self.game)


class League(msgspec.Struct, frozen=True):
    """All that results depend on. Entries and variants stand in order of their names."""

    name: str
    seed: str | None
    """An open seed; None where it is secret."""
    commitment: str
    """Names the seed without giving it away: 64 hexadecimal digits."""
    variants: tuple[Variant, ...]
    schedule: Schedule
    limits: Limits
    entries: tuple[Entry, ...]
    disqualify_share: float
    """Share of its matches in which an entry may fault; judged at the end, so in no batch id."""
    engine_digest: str
    runtime: tuple[str, ...]


def seed_commitment(seed: bytes, league: str) -> str:
    """BLAKE2b of seed and league name, in hexadecimal."""
    return blake2b(seed + league.encode(), digest_size=32).hexdigest()
