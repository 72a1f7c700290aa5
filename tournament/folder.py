"""The folder of a run: where everything stands, who may write, and how files get there whole."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournament.errors import FolderError

__all__ = ["RunFolder", "is_half", "write_whole"]

_HALF = ".half"


class RunFolder:
    """Paths below one results folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = path / "manifest.json"
        self.entries = path / "entries"
        self.journal = path / "journal"
        self.results = path / "results"
        self.timings = path / "timings"
        self.faults = path / "faults"
        self.database = path / "league.duckdb"
        self.scratch = path / ".scratch"

    def prepare(self) -> None:
        """Make the folders that a run writes to; FolderError where that is impossible."""
        try:
            for folder in (self.entries, self.journal, self.timings, self.faults):
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            found = f"{self.path}: found {error.strerror or error}"
            raise FolderError(f"{found}; allowed: a folder that can be written") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the folder alone, clean of what a killed run left half-written."""
        with (self.path / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FolderError(
                    f"{self.path}: found another run at work here; allowed: one at a time"
                ) from None
            self._sweep()
            try:
                yield
            finally:
                shutil.rmtree(self.scratch, ignore_errors=True)

    def _sweep(self) -> None:
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        for folder in (self.path, self.journal, self.entries):
            for half in folder.glob(f".*{_HALF}"):
                if half.is_dir():
                    shutil.rmtree(half)
                else:
                    half.unlink()


def is_half(name: str) -> bool:
    """Whether a file of this name is what a killed run left half-written."""
    return name.startswith(".") and name.endswith(_HALF)


def write_whole(path: Path, content: bytes, *, replace: bool) -> bool:
    """Write a file so that it is there whole or not at all.

    Without `replace` an existing file wins: False is returned and nothing is changed.
    """
    half = path.parent / f".{path.name}.{os.getpid()}{_HALF}"
    with half.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if replace:
        half.replace(path)
        return True
    try:
        os.link(half, path)
    except FileExistsError:
        return False
    finally:
        half.unlink()
    return True
