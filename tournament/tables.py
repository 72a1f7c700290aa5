"""The rows of a played batch: from match records to Arrow, and through the journal file.

Workers make them while the records are at hand, so that compaction only has to put them together.
In the journal each table of a batch is an Arrow stream.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pyarrow as pa

from engine import Column, Game, join_actions
from tournament.batch import BatchResult, PlayedBlock
from tournament.columns import BLOCKS, MATCH_SEATS, MATCHES, TABLES
from tournament.records import SCHEMA
from tournament.schedule import Batch

__all__ = [
    "Tables",
    "decode_table",
    "encode_table",
    "make_tables",
    "schema_of",
    "table_columns",
]

Tables = Mapping[str, pa.Table]
"""Some rows of each table, by its name."""

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


@cache
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


def make_tables(batch: Batch, result: BatchResult) -> Tables:
    """The tables of a batch that has just been played."""
    game, records = batch.variant.find_game(), result.matches
    columns = {
        "blocks": _columns(_block_rows(batch, result.summary.blocks), BLOCKS),
        "matches": _columns(_match_rows(batch, records), MATCHES),
        "match_seats": _columns(_match_seat_rows(records), MATCH_SEATS),
        **_hand_columns(game, game.make_rules(batch.variant.rules), records),
    }
    return {table: _table(columns[table], schema_of(table, game)) for table in TABLES}


def _block_rows(batch: Batch, played: Iterable[PlayedBlock]) -> Iterator[tuple[Any, ...]]:
    members = ",".join(entry.name for entry in batch.table)
    for block, its in zip(batch.blocks, played, strict=True):
        names = (block.id, block.stream, batch.variant.name)
        yield (*names, block.number, members, its.digest, its.reproducible)


def _match_rows(batch: Batch, records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Any, ...]]:
    places = ((block, seating) for block in batch.blocks for seating in range(len(batch.seatings)))
    for (block, seating), record in zip(places, records, strict=True):
        yield (
            record["match"],
            block.id,
            block.stream,
            record["variant"],
            record["game"],
            seating,
            ",".join(record["seats"]),
            record["status"],
            record["winner"],
            len(record["hands"]),
        )


def _match_seat_rows(records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Any, ...]]:
    for record in records:
        name, ranks, final = record["match"], record["ranks"], record["final"]
        faults = _faults_by_seat(record)
        for seat, entry in enumerate(record["seats"]):
            yield name, seat, entry, ranks[seat], final[seat], bool(faults[seat]), faults[seat]


def _faults_by_seat(record: Mapping[str, Any]) -> list[str]:
    faults: list[list[str]] = [[] for _ in record["seats"]]
    for fault in record["faults"]:
        hand, action = fault["hand"], fault["action"]
        place = "::" if hand is None else f"{hand}:{action}:"
        faults[fault["seat"]].append(place + fault["policy"])
    return [",".join(texts) for texts in faults]


def _hand_columns(
    game: Game, rules: Any, records: Iterable[Mapping[str, Any]]
) -> dict[str, Sequence[Sequence[Any]]]:
    """The columns of the three tables with a row for every hand, or for every seat of one."""
    matches: list[str] = []
    places: list[int] = []
    hand_rows: list[tuple[Any, ...]] = []
    seat_rows: list[tuple[Any, ...]] = []
    actors: list[str] = []
    actions: list[str] = []
    players = 1
    for record in records:
        hands, players = record["hands"], len(record["seats"])
        matches += [record["match"]] * len(hands)
        places += range(len(hands))
        for own, seats in game.hand_rows(rules, hands):
            hand_rows.append(own)
            seat_rows += seats
        for hand in hands:
            by, texts = join_actions(hand["actions"])
            actors.append(by)
            actions.append(texts)
    each_seat = [*range(players)]
    return {
        "hands": [matches, places, *_columns(hand_rows, game.hand_columns)],
        "hand_seats": [
            [match for match in matches for _ in each_seat],
            [place for place in places for _ in each_seat],
            each_seat * len(places),
            *_columns(seat_rows, game.seat_columns),
        ],
        "actions": [matches, places, actors, actions],
    }


def encode_table(rows: pa.Table) -> pa.Buffer:
    """The Arrow stream of a table."""
    sink = pa.BufferOutputStream()
    bare = pa.schema([field.remove_metadata() for field in rows.schema])
    with pa.ipc.new_stream(sink, bare) as stream:
        stream.write(rows)
    return sink.getvalue()


def decode_table(content: pa.Buffer, schema: pa.Schema) -> pa.Table:
    """What was encoded; ValueError if it is anything but a table of this schema."""
    try:
        with pa.ipc.open_stream(content) as stream:
            if not stream.schema.equals(schema):
                raise ValueError(f"the columns {', '.join(stream.schema.names)}")
            rows = pa.Table.from_arrays(stream.read_all().columns, schema=schema)
        rows.validate(full=True)
    except (pa.ArrowException, OSError) as error:
        raise ValueError(str(error).partition("\n")[0]) from None
    for column, field in zip(rows.columns, schema, strict=True):
        if column.null_count and not field.nullable:
            raise ValueError(f"null in the column {field.name}")
    return rows


def _columns(rows: Iterable[tuple[Any, ...]], columns: Sequence[Column]) -> Sequence[Sequence[Any]]:
    return list(zip(*rows, strict=True)) or [()] * len(columns)


def _table(columns: Sequence[Sequence[Any]], schema: pa.Schema) -> pa.Table:
    arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)
