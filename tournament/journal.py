"""The journal: one file per played batch, there whole or not at all; what `run` resumes from.

A file is a digest of all that follows, a line of JSON (the head), the canonical records and the
same as tables, each compressed by itself. The records are what counts; the tables save whoever
compacts or queries from making them again. Damage anywhere is found before anything is used.
"""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import pyarrow as pa

from engine import Game
from tournament.batch import BatchResult, Summary
from tournament.columns import TABLES
from tournament.errors import FolderError
from tournament.folder import write_whole
from tournament.records import SCHEMA
from tournament.tables import Tables, decode_table, encode_table, schema_of

__all__ = ["Head", "Journal", "pack", "unpack"]

_SUFFIX = ".batch"
_CODEC = "zstd"
_DIGEST_BYTES = 32
_MOST_BYTES = 1 << 30
_Size = Annotated[int, msgspec.Meta(ge=0, le=_MOST_BYTES)]


class Section(msgspec.Struct, frozen=True):
    """Bytes of a section as it stands in the file, and as it is."""

    packed: _Size
    plain: _Size


class Head(Summary, frozen=True, kw_only=True):
    """What is known of a batch without reading its records."""

    schema: int
    records: Section
    tables: dict[str, Section]


class _Content(NamedTuple):
    """A journal file's content, its digest checked; sections still compressed."""

    path: Path
    head: Head
    body: bytes


def pack(result: BatchResult, tables: Tables) -> bytes:
    """The bytes of a journal file. Workers do this, so that it is done in parallel."""
    summary, fields = result.summary, result.summary.__struct_fields__
    records, body = _compress(result.records)
    sections: dict[str, Section] = {}
    for table, rows in tables.items():
        sections[table], packed = _compress(encode_table(rows))
        body += packed
    head = Head(
        **{field: getattr(summary, field) for field in fields},
        schema=SCHEMA,
        records=records,
        tables=sections,
    )
    covered = msgspec.json.encode(head) + b"\n" + body
    return _digest_line(covered) + covered


def unpack(batch: str, content: bytes) -> Iterator[dict[str, Any]]:
    """The match records of a journal file that has just been packed."""
    return _records(_decode(Path(f"{batch}{_SUFFIX}"), content))


class Journal:
    """The journal folder of a run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def batches(self) -> set[str]:
        """Ids of the batches that have a file here."""
        paths = self._folder.glob(f"*{_SUFFIX}")
        return {path.stem for path in paths if not path.name.startswith(".") and path.is_file()}

    def commit(self, batch: str, content: bytes) -> Head:
        """Record a played batch once: the first whole file wins.

        A later copy must say the same of every reproducible block; FolderError names what
        differs. Returns the head of what is recorded.
        """
        new = _decode(self._path(batch), content).head
        if write_whole(self._path(batch), content, replace=False):
            return new
        old = self.head(batch)
        for before, again in zip(old.blocks, new.blocks, strict=True):
            if before.digest != again.digest and before.reproducible and again.reproducible:
                names = ", ".join(sorted({tally.entry for tally in old.tallies}))
                raise FolderError(
                    f"{self._path(batch)}: found another result for block {before.block} of "
                    f"{names}; allowed: the same each time it is played"
                )
        return old

    def head(self, batch: str) -> Head:
        """The head of a recorded batch; FolderError if anything of the file is damaged."""
        return self._read(batch).head

    def records(self, batch: str) -> Iterator[dict[str, Any]]:
        """The match records of a batch: block by block, seating by seating."""
        return _records(self._read(batch))

    def tables(self, batch: str, game: Game) -> Tables:
        """The same as tables, with a row for each block too."""
        content = self._read(batch)
        start = content.head.records.packed
        tables: dict[str, pa.Table] = {}
        try:
            for table, section in content.head.tables.items():
                rows = _decompress(content, start, section)
                tables[table] = decode_table(rows, schema_of(table, game))
                start += section.packed
        except ValueError as error:
            raise _damaged(content.path, f"tables that can't be read ({error})") from None
        return tables

    def remove(self, batch: str) -> None:
        """Forget a batch."""
        self._path(batch).unlink()

    def _read(self, batch: str) -> _Content:
        path = self._path(batch)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise FolderError(f"{path}: found {error.strerror}; allowed: a batch file") from error
        return _decode(path, content)

    def _path(self, batch: str) -> Path:
        return self._folder / f"{batch}{_SUFFIX}"


def _digest_line(covered: bytes) -> bytes:
    return blake2b(covered, digest_size=_DIGEST_BYTES).hexdigest().encode() + b"\n"


def _decode(path: Path, content: bytes) -> _Content:
    """A journal file's content, all of it checked against its digest, and its sizes."""
    split = 2 * _DIGEST_BYTES + 1
    covered = content[split:]
    if content[:split] != _digest_line(covered):
        raise _damaged(path, f"{len(content)} bytes that its digest doesn't stand for")
    line, _, body = covered.partition(b"\n")
    head = _decode_head(path, line)
    if len(body) != sum(each.packed for each in (head.records, *head.tables.values())):
        raise _damaged(path, f"{len(body)} bytes behind the head")
    return _Content(path, head, body)


def _decode_head(path: Path, line: bytes) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _damaged(path, f"an unreadable head ({error})") from None
    if head.schema != SCHEMA:
        raise FolderError(f"{path}: found schema {head.schema}; allowed: {SCHEMA}")
    if tuple(head.tables) != tuple(TABLES):
        raise _damaged(path, f"the tables {', '.join(head.tables)}")
    if head.batch != path.name.removesuffix(_SUFFIX):
        raise _damaged(path, f"the head of batch {head.batch}")
    return head


def _records(content: _Content) -> Iterator[dict[str, Any]]:
    lines = _decompress(content, 0, content.head.records)
    for line in lines.to_pybytes().splitlines():
        try:
            record: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise _damaged(content.path, f"an unreadable record ({error})") from None
        yield record


def _compress(content: bytes | pa.Buffer) -> tuple[Section, bytes]:
    packed: bytes = pa.compress(content, codec=_CODEC, asbytes=True)
    return Section(len(packed), len(content)), packed


def _decompress(content: _Content, start: int, section: Section) -> pa.Buffer:
    """The plain bytes of the section that starts there, exactly as many as the head says."""
    packed = content.body[start : start + section.packed]
    try:
        return pa.decompress(packed, section.plain, codec=_CODEC)
    except (pa.ArrowException, OSError) as error:
        found = f"a section that isn't {section.plain} bytes, compressed ({error})"
        raise _damaged(content.path, found) from None


def _damaged(path: Path, found: str) -> FolderError:
    return FolderError(
        f"{path}: found {found}; allowed: a whole batch file "
        "(delete it to have its batch played again)"
    )
