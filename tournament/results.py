"""Compaction: the recorded batches of the current league as Parquet, byte for byte the same.

One file per table and variant. Rows stand in the order of the schedule: tables by their entries,
blocks by number, seatings, hands, seats. Row groups are cut at fixed row counts, so that neither
batch size nor the history of runs shows. The new folder replaces the old one when it is whole.
"""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from engine import EngineError, HandRows, split_actions
from tournament.columns import TABLES
from tournament.errors import FolderError
from tournament.faults import Fault, fault_order
from tournament.folder import RunFolder
from tournament.journal import Journal
from tournament.league import League, Variant
from tournament.records import SCHEMA
from tournament.schedule import Batch
from tournament.tables import schema_of, table_columns

__all__ = ["TableWriter", "compact", "damaged_table", "recorded_digests", "records_from_tables"]

_ROW_GROUP = 131_072


def compact(folder: RunFolder, league: League, recorded: Sequence[Batch]) -> None:
    """Write `results/` anew from the recorded batches, given in the order of the schedule."""
    journal = Journal(folder.journal)
    half = folder.path / ".results.half"
    old = folder.path / ".results-old.half"
    for variant in league.variants:
        of_variant = [batch for batch in recorded if batch.variant == variant]
        _write_variant(half, variant, of_variant, journal)
    if folder.results.exists():
        folder.results.rename(old)
    half.rename(folder.results)
    shutil.rmtree(old, ignore_errors=True)


def _write_variant(
    folder: Path, variant: Variant, recorded: Iterable[Batch], journal: Journal
) -> None:
    game = variant.find_game()
    with ExitStack() as files:
        writers = {
            table: files.enter_context(TableWriter(folder, table, variant)) for table in TABLES
        }
        for batch in recorded:
            for table, rows in journal.tables(batch.id, game).items():
                writers[table].add(rows)


class TableWriter:
    """One Parquet file. What it holds depends on the rows alone, not on how they come in."""

    def __init__(self, folder: Path, table: str, variant: Variant) -> None:
        game = variant.find_game()
        path = folder / table / f"{variant.name}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        texts = [column.name for column in table_columns(table, game) if not column.varied]
        self._waiting: list[pa.Table] = []
        self._rows = 0
        self._file = pq.ParquetWriter(
            path,
            schema_of(table, game),
            compression="zstd",
            compression_level=3,
            use_dictionary=texts,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self._rows:
            self._write(self._rows)
        self._file.close()

    def add(self, rows: pa.Table) -> None:
        """The next rows."""
        self._waiting.append(rows)
        self._rows += rows.num_rows
        while self._rows >= _ROW_GROUP:
            self._write(_ROW_GROUP)

    def _write(self, count: int) -> None:
        """A row group, in one piece: the seams between batches would show in its pages."""
        rows = pa.concat_tables(self._waiting)
        group = rows.slice(0, count).combine_chunks()
        self._file.write_table(group, row_group_size=_ROW_GROUP)
        self._waiting = [rows.slice(count)]
        self._rows -= count


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
            texts = [split_actions(row[2], row[3]) for row in next(actions, [])]
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
