"""The journal: one file per played batch, there whole or not at all; what `run` resumes from.

A file is a digest of all that follows, a line of JSON (the head) and the canonical records,
deflated. Damage anywhere is found before anything of the file is used.
"""

import zlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from tournament.batch import BatchResult, Summary
from tournament.errors import FolderError
from tournament.folder import write_whole
from tournament.records import SCHEMA

__all__ = ["Head", "Journal", "pack", "unpack"]

_SUFFIX = ".batch"
_FAST = 1
_DIGEST_BYTES = 32


class Head(Summary, frozen=True, kw_only=True):
    """What is known of a batch without reading its records."""

    schema: int


def pack(result: BatchResult) -> bytes:
    """The bytes of a journal file. Workers do this, so that it is done in parallel."""
    summary, fields = result.summary, result.summary.__struct_fields__
    head = Head(**{field: getattr(summary, field) for field in fields}, schema=SCHEMA)
    covered = msgspec.json.encode(head) + b"\n" + zlib.compress(result.records, _FAST)
    return _digest_line(covered) + covered


def unpack(content: bytes) -> Iterator[dict[str, Any]]:
    """The match records of a journal file that has just been packed."""
    _, _, body = content.split(b"\n", 2)
    return _decode_body(body)


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
        new, _ = _decode(self._path(batch), content)
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
        head, _ = self._read(batch)
        return head

    def records(self, batch: str) -> Iterator[dict[str, Any]]:
        """The match records of a batch: block by block, seating by seating."""
        _, body = self._read(batch)
        return _decode_body(body)

    def remove(self, batch: str) -> None:
        """Forget a batch."""
        self._path(batch).unlink()

    def _read(self, batch: str) -> tuple[Head, bytes]:
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


def _decode(path: Path, content: bytes) -> tuple[Head, bytes]:
    """Head and deflated records of a journal file's content, all of it checked."""
    split = 2 * _DIGEST_BYTES + 1
    covered = content[split:]
    if content[:split] != _digest_line(covered):
        raise _damaged(path, f"{len(content)} bytes that its digest doesn't stand for")
    line, _, body = covered.partition(b"\n")
    return _decode_head(path, line), body


def _decode_head(path: Path, line: bytes) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _damaged(path, f"an unreadable head ({error})") from None
    if head.schema != SCHEMA:
        raise FolderError(f"{path}: found schema {head.schema}; allowed: {SCHEMA}")
    if head.batch != path.name.removesuffix(_SUFFIX):
        raise _damaged(path, f"the head of batch {head.batch}")
    return head


def _decode_body(body: bytes) -> Iterator[dict[str, Any]]:
    for line in zlib.decompress(body).splitlines():
        record: dict[str, Any] = msgspec.json.decode(line)
        yield record


def _damaged(path: Path, found: str) -> FolderError:
    return FolderError(
        f"{path}: found {found}; allowed: a whole batch file "
        "(delete it to have its batch played again)"
    )
