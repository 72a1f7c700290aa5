"""Compaction: the recorded batches of the current league as Parquet, byte for byte the same.

One file per table and variant. Rows stand in the order of the schedule: tables by their entries,
blocks by number, seatings, hands, seats. Row groups are cut at fixed row counts, so that neither
batch size nor the history of runs shows. The new folder replaces the old one when it is whole.
"""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from engine import Column, EngineError, Game, HandRows
from tournament.columns import TABLES
from tournament.errors import FolderError
from tournament.faults import Fault, fault_order
from tournament.folder import RunFolder
from tournament.journal import Head, Journal
from tournament.league import League, Variant
from tournament.records import SCHEMA
from tournament.schedule import Batch, Block

__all__ = [
    "Rows",
    "compact",
    "damaged_table",
    "fill_rows",
    "recorded_digests",
    "records_from_tables",
    "schema_of",
    "table_columns",
]

_ROW_GROUP = 131_072
_TYPES = {
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "bool": pa.bool_(),
    "text": pa.string(),
}


def table_columns(table: str, game: Game) -> tuple[Column, ...]:
    """All columns of a table for a game."""
    if table == "hands":
        return TABLES[table] + game.hand_columns
    if table == "hand_seats":
        return TABLES[table] + game.seat_columns
    return TABLES[table]


def schema_of(table: str, game: Game) -> pa.Schema:
    """The Arrow schema of a table; meanings and schema version travel in its metadata."""
    fields = [
        pa.field(
            column.name,
            _TYPES[column.type],
            nullable=column.nullable,
            metadata={"meaning": column.meaning},
        )
        for column in table_columns(table, game)
    ]
    return pa.schema(fields, metadata={"schema_version": str(SCHEMA)})


class Rows:
    """Rows of all tables for one variant, filled from match records."""

    def __init__(self, variant: Variant) -> None:
        self._game = variant.find_game()
        self._rules = self._game.make_rules(variant.rules)
        self.tables: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}

    def add_block(self, batch: Batch, block: Block, digest: str, reproducible: bool) -> None:
        """The row of a block."""
        members = ",".join(entry.name for entry in batch.table)
        self.tables["blocks"].append(
            (
                block.id,
                block.stream,
                batch.variant.name,
                block.number,
                members,
                digest,
                reproducible,
            )
        )

    def add_match(self, block: Block, seating: int, record: dict[str, Any]) -> None:
        """The rows of a match."""
        name, seats, hands = record["match"], record["seats"], record["hands"]
        self.tables["matches"].append(
            (
                name,
                block.id,
                block.stream,
                record["variant"],
                record["game"],
                seating,
                ",".join(seats),
                record["status"],
                record["winner"],
                len(hands),
            )
        )
        faults = _faults_by_seat(record)
        self.tables["match_seats"].extend(
            (
                name,
                seat,
                entry,
                record["ranks"][seat],
                record["final"][seat],
                bool(faults[seat]),
                faults[seat],
            )
            for seat, entry in enumerate(seats)
        )
        self._add_hands(name, hands)

    def _add_hands(self, name: str, hands: Sequence[dict[str, Any]]) -> None:
        hand_rows, seat_rows = self.tables["hands"], self.tables["hand_seats"]
        actions = self.tables["actions"]
        for place, rows in enumerate(self._game.hand_rows(self._rules, hands)):
            hand_rows.append((name, place, *rows.hand))
            for seat, row in enumerate(rows.seats):
                seat_rows.append((name, place, seat, *row))
            played = hands[place]["actions"]
            actors = "".join([str(seat) for seat, _ in played])
            actions.append((name, place, actors, ",".join([text for _, text in played])))

    def take(self, table: str, most: int) -> pa.Table:
        """Take up to `most` rows out of a table, as Arrow."""
        rows = self.tables[table][:most]
        del self.tables[table][:most]
        schema = schema_of(table, self._game)
        columns = zip(*rows, strict=True) if rows else [()] * len(schema)
        arrays = [
            pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)
        ]
        return pa.Table.from_arrays(arrays, schema=schema)


def _faults_by_seat(record: dict[str, Any]) -> list[str]:
    faults: list[list[str]] = [[] for _ in record["seats"]]
    for fault in record["faults"]:
        hand, action = fault["hand"], fault["action"]
        place = "::" if hand is None else f"{hand}:{action}:"
        faults[fault["seat"]].append(place + fault["policy"])
    return [",".join(texts) for texts in faults]


def fill_rows(rows: Rows, batch: Batch, journal: Journal, head: Head) -> None:
    """Add all rows of a recorded batch."""
    records = journal.records(batch.id)
    for block, played in zip(batch.blocks, head.blocks, strict=True):
        rows.add_block(batch, block, played.digest, played.reproducible)
        for seating in range(len(batch.seatings)):
            rows.add_match(block, seating, next(records))


def compact(folder: RunFolder, league: League, recorded: Sequence[tuple[Batch, Head]]) -> None:
    """Write `results/` anew from the recorded batches, given in the order of the schedule."""
    journal = Journal(folder.journal)
    half = folder.path / ".results.half"
    old = folder.path / ".results-old.half"
    for variant in league.variants:
        of_variant = [(batch, head) for batch, head in recorded if batch.variant == variant]
        _write_variant(half, variant, of_variant, journal)
    if folder.results.exists():
        folder.results.rename(old)
    half.rename(folder.results)
    shutil.rmtree(old, ignore_errors=True)


def _write_variant(
    folder: Path, variant: Variant, recorded: Iterable[tuple[Batch, Head]], journal: Journal
) -> None:
    game = variant.find_game()
    rows = Rows(variant)
    writers = {}
    for table in TABLES:
        path = folder / table / f"{variant.name}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        schema = schema_of(table, game)
        texts = [column.name for column in table_columns(table, game) if not column.varied]
        writers[table] = pq.ParquetWriter(
            path, schema, compression="zstd", compression_level=3, use_dictionary=texts
        )
    try:
        for batch, head in recorded:
            fill_rows(rows, batch, journal, head)
            for table, writer in writers.items():
                while len(rows.tables[table]) >= _ROW_GROUP:
                    writer.write_table(rows.take(table, _ROW_GROUP), row_group_size=_ROW_GROUP)
        for table, writer in writers.items():
            if rows.tables[table]:
                writer.write_table(rows.take(table, _ROW_GROUP), row_group_size=_ROW_GROUP)
    finally:
        for writer in writers.values():
            writer.close()


def recorded_digests(folder: Path, variant: Variant) -> list[tuple[str, str]]:
    """(block, digest) as the table `blocks` of a variant states them."""
    names = [column.name for column in TABLES["blocks"]]
    block, digest = names.index("block"), names.index("digest")
    return [(row[block], row[digest]) for row in _rows(folder, "blocks", variant)]


def records_from_tables(folder: Path, variant: Variant) -> Iterator[dict[str, Any]]:
    """The match records again, from the Parquet files of a variant alone, in their order.

    Raises FolderError where a table is missing, damaged or at odds with the others.
    """
    game = variant.find_game()
    hands = _by_match(folder, "hands", variant)
    seats = _by_match(folder, "hand_seats", variant)
    actions = _by_match(folder, "actions", variant)
    match_seats = _by_match(folder, "match_seats", variant)
    players = variant.rules["players"]
    for match in _rows(folder, "matches", variant):
        try:
            own_seats = next(seats, [])
            rows = [
                HandRows(hand[2:], [seat[3:] for seat in own_seats[start : start + players]])
                for start, hand in zip(
                    range(0, len(own_seats), players), next(hands, []), strict=True
                )
            ]
            texts = [_action_list(row[2], row[3]) for row in next(actions, [])]
            played = [game.hand_from_rows(row, text) for row, text in zip(rows, texts, strict=True)]
            yield _record(variant, match, next(match_seats, []), played)
        except (ValueError, TypeError, LookupError, EngineError):
            found = f"rows of match {match[0]} that don't fit together"
            raise damaged_table(folder / f"*/{variant.name}.parquet", found) from None


def _record(
    variant: Variant,
    match: tuple[Any, ...],
    seats: list[tuple[Any, ...]],
    hands: list[dict[str, Any]],
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "match": match[0],
        "block": match[1],
        "game": match[4],
        "variant": match[3],
        "rules": variant.rules,
        "seats": [row[2] for row in seats],
        "status": match[7],
        "faults": [
            msgspec.to_builtins(fault) for fault in sorted(_fault_list(seats), key=fault_order)
        ],
        "winner": match[8],
        "ranks": [row[3] for row in seats],
        "final": [row[4] for row in seats],
        "hands": hands,
    }


def _fault_list(rows: list[tuple[Any, ...]]) -> list[Fault]:
    faults: list[Fault] = []
    for row in rows:
        for text in row[6].split(",") if row[6] else ():
            hand, action, policy = text.split(":")
            known = bool(hand)
            faults.append(
                Fault(row[1], int(hand) if known else None, int(action) if known else None, policy)
            )
    return faults


def _action_list(actors: str, actions: str) -> list[list[Any]]:
    texts = actions.split(",") if actions else []
    return [[int(seat), text] for seat, text in zip(actors, texts, strict=True)]


def _by_match(folder: Path, table: str, variant: Variant) -> Iterator[list[tuple[Any, ...]]]:
    """Rows of a table, grouped by the match in their first column."""
    group: list[tuple[Any, ...]] = []
    for row in _rows(folder, table, variant):
        if group and group[0][0] != row[0]:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _rows(folder: Path, table: str, variant: Variant) -> Iterator[tuple[Any, ...]]:
    path = folder / table / f"{variant.name}.parquet"
    try:
        with pq.ParquetFile(path) as file:
            _check_schema(path, file.schema_arrow, table, variant)
            for batch in file.iter_batches(16_384):
                yield from zip(*[column.to_pylist() for column in batch.columns], strict=True)
    except (OSError, pa.ArrowException) as error:
        raise damaged_table(path, str(error)) from None


def _check_schema(path: Path, found: pa.Schema, table: str, variant: Variant) -> None:
    if not found.equals(schema_of(table, variant.find_game())):
        raise damaged_table(path, f"the columns {', '.join(found.names)}")


def damaged_table(path: Path, found: str) -> FolderError:
    """The error for a result table that can't be used."""
    return FolderError(
        f"{path}: found {found}; allowed: the table as `run` wrote it "
        "(`run` writes it anew from the journal)"
    )
