"""From a league to tables, blocks and batches, each named by a hash of its content.

Nothing here depends on the order of a league file: entries meet in order of their names, and
every key hangs on the path seed → variant → table → block, so that adding, removing or changing
an entry touches only its own tables.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import msgspec

from engine import derive
from tournament.errors import LeagueError
from tournament.league import Entry, League, Limits, Variant

__all__ = ["Batch", "Block", "batches", "check_tables", "lay_tables", "players_of", "seatings"]


_MOST_BATCHES = 100_000  # each a file in the journal, and known to the runner at once


class Block(msgspec.Struct, frozen=True):
    """One deal stream at one table, to be played in all seatings."""

    id: str
    """16 hexadecimal digits; its matches are called `ID-SEATING`."""
    stream: str
    """Names the deal stream: 16 hexadecimal digits."""
    number: int
    key: bytes
    """The secret of this block alone: its deals and its bots' seeds hang below it.

    Empty in a plan that is only read.
    """


class Batch(msgspec.Struct, frozen=True):
    """A run of blocks of one table: played, committed and replayed as one."""

    id: str
    """32 hexadecimal digits, a hash of everything that the results depend on."""
    variant: Variant
    table: tuple[Entry, ...]
    seatings: tuple[tuple[int, ...], ...]
    """For each seating the place in `table` of whoever sits on seat 0, 1, …"""
    blocks: tuple[Block, ...]
    limits: Limits

    @property
    def matches(self) -> int:
        """Matches in this batch."""
        return len(self.blocks) * len(self.seatings)


def batches(league: League, key: bytes | None = None) -> Iterator[Batch]:
    """All batches of the league: by variant, then table, then block number.

    Only with the league's `key` can they be played; without it the keys of their blocks are empty.
    """
    for variant in league.variants:
        for table in lay_tables(league, variant):
            yield from _batches_of(league, key, variant, table)


def players_of(variant: Variant) -> int:
    """Seats at a table of this variant."""
    players: int = variant.rules["players"]
    return players


def lay_tables(league: League, variant: Variant) -> Iterator[tuple[Entry, ...]]:
    """The tables of a variant, in order: members by name, tables by their members."""
    schedule, players = league.schedule, players_of(variant)
    entries = [entry for entry in league.entries if variant.game in entry.games]
    choose = combinations_with_replacement if schedule.copies else combinations
    for table in choose(entries, players):
        names = {entry.name for entry in table}
        if len(names) == 1 and len(entries) > 1:
            continue  # an entry among its own copies tells nothing
        if schedule.kind == "gauntlet":
            challengers = [name for name in sorted(names) if name in schedule.challengers]
            if len(challengers) != 1:
                continue
        if players > 2 and _shares_author(table):  # noqa: PLR2004 - two at a table can't collude
            continue
        yield table


def _shares_author(table: Sequence[Entry]) -> bool:
    authors = {entry.name: entry.author for entry in table if entry.author is not None}
    return len(set(authors.values())) < len(authors)


def check_tables(path: Path, league: League) -> None:
    """Raise LeagueError if a variant has no table, an entry none at all, or batches abound."""
    seated: set[str] = set()
    per_table = league.schedule.blocks_per_table // league.schedule.blocks_per_batch
    count = 0
    for variant in league.variants:
        players = players_of(variant)
        tables = list(lay_tables(league, variant))
        if not tables:
            able = sum(variant.game in entry.games for entry in league.entries)
            raise LeagueError(
                path,
                "entries",
                f"{able} of the entries for {variant.game}, which fill no table of {players} "
                f"for {variant.name}",
                "enough entries (of different authors at tables of three or more), "
                "or copies = true under [schedule]",
            )
        seated.update(entry.name for table in tables for entry in table)
        count += len(tables) * per_table
        if count > _MOST_BATCHES:
            found = f"{league.schedule.blocks_per_table}, which makes over {_MOST_BATCHES} batches"
            allowed = f"at most {_MOST_BATCHES} batches in a league: raise blocks_per_batch"
            raise LeagueError(path, "schedule.blocks_per_table", found, allowed)
    for entry in league.entries:
        if entry.name not in seated:
            allowed = "entries that the schedule seats at some table"
            raise LeagueError(path, f"entries.{entry.name}", "no table for it", allowed)


def seatings(
    table: Sequence[Entry], orders: Sequence[tuple[int, ...]]
) -> tuple[tuple[int, ...], ...]:
    """The seatings of a table, out of the `orders` that its game states.

    Copies of an entry are not told apart: of the orders that seat the same names alike one is
    enough, as long as all occur equally often. Where they don't, all are played: balance first.
    """
    alike: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    for order in sorted(orders):
        alike.setdefault(tuple(table[place].name for place in order), []).append(order)
    if len({len(same) for same in alike.values()}) > 1:
        return tuple(sorted(orders))
    return tuple(sorted(same[0] for same in alike.values()))


def _batches_of(
    league: League, league_key: bytes | None, variant: Variant, table: tuple[Entry, ...]
) -> Iterator[Batch]:
    who = [[entry.name, entry.digest] for entry in table]
    key = None if league_key is None else derive(league_key, variant.name, json.dumps(who))
    orders = seatings(table, variant.find_game().seatings(len(table)))
    stream_of: list[object] = [variant.name, variant.game, variant.rules, who, league.commitment]
    blocks = [
        _block(key, stream_of, orders, number) for number in range(league.schedule.blocks_per_table)
    ]
    size = league.schedule.blocks_per_batch
    for start in range(0, len(blocks), size):
        chunk = tuple(blocks[start : start + size])
        content = [
            variant.game,
            variant.name,
            variant.rules,
            who,
            league.commitment,
            [block.number for block in chunk],
            orders,
            msgspec.to_builtins(league.limits),
            league.engine_digest,
            league.runtime,
        ]
        yield Batch(_hash(content, 16), variant, table, orders, chunk, league.limits)


def _block(
    key: bytes | None, stream_of: list[object], orders: tuple[tuple[int, ...], ...], number: int
) -> Block:
    stream = _hash([*stream_of, number], 8)
    own = b"" if key is None else derive(key, number)
    return Block(_hash([stream, orders], 8), stream, number, own)


def _hash(content: object, size: int) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=size).hexdigest()
