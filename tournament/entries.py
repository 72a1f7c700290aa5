"""Entries: read once, named by the digest of their content, played only from the copy kept.

An entry's files are `(path, executable, bytes)`, relative to the folder that holds its module.
Caches (`__pycache__`, `*.pyc`) are no part of it.
"""

import importlib.metadata
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

import bots
import engine
from bots.catalog import house_bot, house_bot_names
from engine import game_names
from tournament.errors import FolderError, LeagueError
from tournament.league import Entry
from tournament.submissions import (
    EntryFile,
    EntrySource,
    SubmissionError,
    read_listed,
    read_submission,
    walk,
)

__all__ = [
    "OFFERED",
    "EntryFile",
    "EntrySource",
    "EntrySpec",
    "content_digest",
    "engine_digest",
    "keep_entry",
    "kept_entry",
    "lay_out",
    "read_entry",
    "runtime_versions",
]

_TAKEN_NAMES = frozenset({*sys.stdlib_module_names, "engine", "bots", "tournament", "reports"})
_COMMAND_FILE = ".command.json"
OFFERED = ("numpy",)  # what the environment offers to entries beyond the standard library


class EntrySpec(NamedTuple):
    """What a league file says of an entry: either `bot`, or `command` and its `files`."""

    name: str
    games: tuple[str, ...]
    """Names of the games that it is entered for, in order."""
    bot: str | None = None
    command: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    author: str | None = None
    version: str | None = None


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


def read_entry(league: Path, spec: EntrySpec) -> tuple[Entry, EntrySource | None]:
    """The entry that a league file names, and its files (None for a house bot).

    `bot` is `house:NAME`, or FILE.py:CLASS, FOLDER:CLASS or ARCHIVE.zip:CLASS beside the league
    file; `command` starts a program of any kind, of the `files` that it lists. Raises LeagueError.
    """
    if spec.bot is None:
        return _read_command(league, spec)
    key = f"entries.{spec.name}.bot"
    where, _, target = spec.bot.rpartition(":")
    if not where or not target.isidentifier():
        allowed = "house:NAME, FILE.py:CLASS, FOLDER:CLASS or ARCHIVE.zip:CLASS"
        raise LeagueError(league, key, repr(spec.bot), allowed)
    if where == "house":
        played = _games_of_house_bot(league, spec, target)
        return _entry(spec, spec.bot, content_digest(_house_files(target)), target, played), None
    path = league.parent / where
    if not path.stem.isidentifier() or path.stem in _TAKEN_NAMES:
        allowed = "a file or folder named like a Python module, and like none of Python's or ours"
        raise LeagueError(league, key, repr(path.name), allowed)
    with _told(league, key):
        files = read_submission(path)
    entry = _entry(spec, where, content_digest(files), target, spec.games)
    return msgspec.structs.replace(entry, module=path.stem), files


def _read_command(league: Path, spec: EntrySpec) -> tuple[Entry, EntrySource]:
    key = f"entries.{spec.name}.files"
    if not spec.files:
        raise LeagueError(league, key, "nothing", "the files that the command needs")
    with _told(league, key):
        listed = read_listed(league.parent, list(spec.files))
    # The command is a file of the entry, so that its digest covers it wherever it is kept.
    words = EntryFile(_COMMAND_FILE, False, json.dumps(spec.command).encode())
    files = (words, *(file for file in listed if file.path != _COMMAND_FILE))
    entry = _entry(spec, " ".join(spec.command), content_digest(files), "", spec.games)
    return msgspec.structs.replace(entry, command=spec.command), files


def _entry(spec: EntrySpec, source: str, digest: str, target: str, games: tuple[str, ...]) -> Entry:
    return Entry(
        name=spec.name,
        source=source,
        target=target,
        module="",
        digest=digest,
        games=games,
        author=spec.author,
        version=spec.version,
    )


@contextmanager
def _told(league: Path, key: str) -> Iterator[None]:
    """Turn what is wrong with the files of an entry into an error of the league file."""
    try:
        yield
    except SubmissionError as error:
        raise LeagueError(league, key, error.found, error.allowed) from None
    except (OSError, ValueError) as error:  # unreadable, or no possible path at all
        raise LeagueError(league, key, error, "files that can be read") from None


def _house_files(target: str) -> list[EntryFile]:
    """The sources of a house bot: the folder of its game, or its file if it plays any game."""
    root = Path(bots.__path__[0])
    games = [game for game in game_names() if target in house_bot_names(game)]
    places = {house_bot(game, target).__module__.split(".")[1] for game in games}
    files: list[EntryFile] = []
    for place in sorted(places):
        if (root / place).is_dir():
            own = _package_files(str(root / place))
            files += [file._replace(path=f"{place}/{file.path}") for file in own]
        else:
            files += read_listed(root, [f"{place}.py"])
    return files


def _games_of_house_bot(league: Path, spec: EntrySpec, target: str) -> tuple[str, ...]:
    known = {game: house_bot_names(game) for game in spec.games}
    played = tuple(game for game in spec.games if target in known[game])
    if not played:
        allowed = "; ".join(
            f"for {game} {', '.join(f'house:{bot}' for bot in names)}"
            for game, names in known.items()
        )
        raise LeagueError(league, f"entries.{spec.name}.bot", f"'house:{target}'", allowed)
    return played


def _package_files(folder: str) -> list[EntryFile]:
    return [file for file in walk(Path(folder)) if file.path.endswith(".py")]


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
    try:
        files = tuple(walk(place)) if place.is_dir() else ()
    except SubmissionError:
        files = ()
    if content_digest(files) != digest:
        raise FolderError(
            f"{place}: found content that its name doesn't stand for; "
            "allowed: the entry as it was played (delete the folder to have it copied again)"
        )
    return files
