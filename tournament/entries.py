"""Entries: read once, named by the digest of their content, played only from the copy kept.

An entry's files are `(path, executable, bytes)`, relative to the folder that holds its module.
Caches (`__pycache__`, `*.pyc`) are no part of it.
"""

import importlib.metadata
import sys
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import bots
import engine
from bots.catalog import house_bot, house_bot_names
from engine import UnknownNameError
from tournament.errors import FolderError, LeagueError
from tournament.league import Entry

__all__ = [
    "OFFERED",
    "EntryFile",
    "EntrySource",
    "content_digest",
    "engine_digest",
    "keep_entry",
    "kept_entry",
    "lay_out",
    "read_entry",
    "runtime_versions",
]

_LARGEST_ENTRY = 64 * 1024 * 1024
_TAKEN_NAMES = frozenset({*sys.stdlib_module_names, "engine", "bots", "tournament", "reports"})
OFFERED = ("numpy",)  # what the environment offers to entries beyond the standard library


class EntryFile(NamedTuple):
    """One file of an entry."""

    path: str
    executable: bool
    content: bytes


EntrySource = tuple[EntryFile, ...]


def content_digest(files: Iterable[EntryFile]) -> str:
    """Hash of the sorted (path, mode, bytes); of the mode only whether it can be executed."""
    digest = blake2b(digest_size=32)
    for path, executable, content in sorted(files):
        head = f"{path}\0{'x' if executable else '-'}\0{len(content)}\0"
        digest.update(head.encode())
        digest.update(content)
    return digest.hexdigest()


def engine_digest() -> str:
    """Hash of the sources of the engine, the fallback included; compiled files don't count."""
    return content_digest(_package_files(engine.__path__[0]))


def runtime_versions() -> tuple[str, ...]:
    """What entries run on, as far as it can change what they do."""
    packages = [f"{name} {importlib.metadata.version(name)}" for name in OFFERED]
    return (f"python {sys.version_info.major}.{sys.version_info.minor}", *packages)


def read_entry(
    league: Path,
    name: str,
    bot: str,
    games: Sequence[str],
    author: str | None,
    version: str | None,
) -> tuple[Entry, EntrySource | None]:
    """The entry that a league file names, and its files (None for a house bot).

    `bot` is `house:NAME`, `FILE.py:CLASS` or `FOLDER:CLASS`, paths beside the league file.
    Raises LeagueError.
    """
    where, _, target = bot.rpartition(":")
    if not where or not target.isidentifier():
        allowed = "house:NAME, FILE.py:CLASS or FOLDER:CLASS"
        raise LeagueError(league, f"entries.{name}.bot", repr(bot), allowed)
    if where == "house":
        for game in games:
            _check_house_bot(league, name, game, target)
        digest = content_digest(_package_files(bots.__path__[0]))
        entry = Entry(name, bot, target, "", digest, author, version)
        return entry, None
    path = league.parent / where
    try:
        files = _read_files(league, name, path)
    except (OSError, ValueError) as error:  # unreadable, or no possible path at all
        key = f"entries.{name}.bot"
        raise LeagueError(league, key, error, "a .py file or package folder") from None
    entry = Entry(name, where, target, path.stem, content_digest(files), author, version)
    return entry, files


def _check_house_bot(league: Path, name: str, game: str, target: str) -> None:
    try:
        house_bot(game, target)
    except UnknownNameError:
        allowed = ", ".join(f"house:{bot}" for bot in house_bot_names(game))
        raise LeagueError(
            league, f"entries.{name}.bot", f"'house:{target}'", f"for {game}: {allowed}"
        ) from None


def _read_files(league: Path, name: str, path: Path) -> EntrySource:
    key = f"entries.{name}.bot"
    if not path.stem.isidentifier() or path.stem in _TAKEN_NAMES:
        allowed = "a file or folder named like a Python module, and like none of Python's or ours"
        raise LeagueError(league, key, repr(path.name), allowed)
    if path.is_dir():
        files = tuple(
            EntryFile(f"{path.name}/{file.path}", file.executable, file.content)
            for file in _walk(path)
        )
        if not any(file.path == f"{path.name}/__init__.py" for file in files):
            raise LeagueError(league, key, path, "a folder with an __init__.py")
    elif path.is_file() and path.suffix == ".py":
        files = (_read_file(path, path.name),)
    else:
        found = f"{path}, which is {'no .py file' if path.exists() else 'not there'}"
        raise LeagueError(league, key, found, "an existing .py file or package folder")
    size = sum(len(file.content) for file in files)
    if size > _LARGEST_ENTRY:
        raise LeagueError(league, key, f"{size} bytes", f"at most {_LARGEST_ENTRY} bytes")
    return files


def _package_files(folder: str) -> list[EntryFile]:
    return [file for file in _walk(Path(folder)) if file.path.endswith(".py")]


def _walk(folder: Path) -> list[EntryFile]:
    paths = [
        path
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    ]
    return [_read_file(path, path.relative_to(folder).as_posix()) for path in sorted(paths)]


def _read_file(path: Path, name: str) -> EntryFile:
    return EntryFile(name, bool(path.stat().st_mode & 0o100), path.read_bytes())


def lay_out(files: EntrySource, folder: Path) -> None:
    """Write the files of an entry below `folder`."""
    for name, executable, content in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o755 if executable else 0o644)


def keep_entry(folder: Path, digest: str, files: EntrySource) -> None:
    """Keep a copy of an entry as `folder/DIGEST/`; an existing whole copy is left alone."""
    place = folder / digest
    if place.exists():
        kept_entry(folder, digest)
        return
    half = folder / f".{digest}.half"
    lay_out(files, half)
    half.rename(place)


def kept_entry(folder: Path, digest: str) -> EntrySource:
    """The files of the kept copy; FolderError if it is missing or was changed."""
    place = folder / digest
    files = tuple(_walk(place)) if place.is_dir() else ()
    if content_digest(files) != digest:
        raise FolderError(
            f"{place}: found content that its name doesn't stand for; "
            "allowed: the entry as it was played (delete the folder to have it copied again)"
        )
    return files
