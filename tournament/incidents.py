"""What is kept apart from the results: faults with their stories, and times.

Nothing here is digested: messages and durations differ from run to run.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from engine import Column
from tournament.folder import RunFolder
from tournament.journal import Head

__all__ = ["FAULTS", "TIMINGS", "fault_table", "timing_table", "write_incidents"]

FAULTS: Final = (
    Column("entry", "text", "entry that is charged"),
    Column("match", "text", "id of the match"),
    Column("seat", "int32", "seat of the entry in that match"),
    Column("hand", "int32", "place of the hand in the record; null if none", nullable=True),
    Column("action", "int32", "place of the action in the hand; null if none", nullable=True),
    Column("kind", "text", "illegal_action, exception, crash, timeout, memory, protocol, …"),
    Column("policy", "text", "what followed: substitute, strike or void"),
    Column("message", "text", "what happened, with the traceback of an exception"),
    Column("stderr", "text", "end of what the entry wrote to standard error"),
    Column("command", "text", "command that asks the entry again at that place"),
)
TIMINGS: Final = (
    Column("batch", "text", "id of the batch"),
    Column("entry", "text", "entry whose process answered"),
    Column("seating", "int32", "number of the seating"),
    Column("seat", "int32", "seat of the entry"),
    Column("decisions", "int32", "decisions answered"),
    Column("microseconds", "int64", "wall time that the answers took"),
)
_TYPES: Final = {"text": pa.string(), "int32": pa.int32(), "int64": pa.int64()}


def fault_table(heads: Sequence[Head], folder: Path) -> pa.Table:
    """All faults of the recorded batches."""
    return _table(FAULTS, _fault_rows(heads, folder))


def timing_table(heads: Sequence[Head]) -> pa.Table:
    """Times of all processes of the recorded batches."""
    rows = (
        (
            head.batch,
            timing.entry,
            timing.seating,
            timing.seat,
            timing.decisions,
            timing.microseconds,
        )
        for head in heads
        for timing in head.timings
    )
    return _table(TIMINGS, rows)


def write_incidents(folder: RunFolder, heads: Sequence[Head]) -> None:
    """Write both tables beside the results."""
    pq.write_table(fault_table(heads, folder.path), folder.faults / "faults.parquet")
    pq.write_table(timing_table(heads), folder.timings / "timings.parquet")


def _fault_rows(heads: Sequence[Head], folder: Path) -> Iterator[tuple[Any, ...]]:
    for head in heads:
        numbers: dict[str, int] = {}
        for fault in head.faults:
            number = numbers[fault.match] = numbers.get(fault.match, 0) + 1
            yield (
                fault.entry,
                fault.match,
                fault.seat,
                fault.hand,
                fault.action,
                fault.kind,
                fault.policy,
                fault.message,
                fault.stderr,
                f"tournament replay {folder} {fault.match} --fault {number}",
            )


def _table(columns: Sequence[Column], rows: Iterator[tuple[Any, ...]]) -> pa.Table:
    schema = pa.schema([(column.name, _TYPES[column.type]) for column in columns])
    values = list(zip(*rows, strict=True)) or [()] * len(schema)
    arrays = [pa.array(value, field.type) for value, field in zip(values, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)
