"""Entries are named by their content, and only what was kept is played."""

from pathlib import Path

import pytest

from tournament.entries import (
    EntryFile,
    EntrySpec,
    content_digest,
    keep_entry,
    kept_entry,
    read_entry,
)
from tournament.errors import FolderError, LeagueError

FILES = (EntryFile("alice.py", False, b"x = 1\n"), EntryFile("data/a.bin", True, b"\0"))


def spec(bot: str) -> EntrySpec:
    return EntrySpec("alice", ("tysiac",), bot)


def test_the_digest_does_not_depend_on_order() -> None:
    assert content_digest(FILES) == content_digest(reversed(FILES))


@pytest.mark.parametrize(
    "other",
    [
        (FILES[0],),
        (FILES[0], FILES[1]._replace(executable=False)),
        (FILES[0], FILES[1]._replace(content=b"\1")),
        (FILES[0], FILES[1]._replace(path="data/b.bin")),
        (EntryFile("alice.p", False, b"yx = 1\n"), FILES[1]),
    ],
)
def test_the_digest_depends_on_path_mode_and_bytes(other: tuple[EntryFile, ...]) -> None:
    assert content_digest(other) != content_digest(FILES)


def test_a_folder_is_read_without_its_caches(tmp_path: Path) -> None:
    package = tmp_path / "alice"
    (package / "__pycache__").mkdir(parents=True)
    (package / "__init__.py").write_text("from .brain import Alice\n")
    (package / "brain.py").write_text("")
    (package / "__pycache__" / "brain.cpython-311.pyc").write_bytes(b"junk")
    league = tmp_path / "league.toml"
    entry, files = read_entry(league, spec("alice:Alice"))
    assert [file.path for file in files or ()] == ["alice/__init__.py", "alice/brain.py"]
    assert (entry.module, entry.target) == ("alice", "Alice")


@pytest.mark.parametrize("name", ["json.py", "engine.py", "2fast.py", "my-bot.py"])
def test_a_name_that_python_or_we_have_taken_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("")
    with pytest.raises(LeagueError, match="named like a Python module"):
        read_entry(tmp_path / "league.toml", spec(f"{name}:Alice"))


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    digest = content_digest(FILES)
    keep_entry(tmp_path, digest, FILES)
    keep_entry(tmp_path, digest, FILES)
    assert sorted(kept_entry(tmp_path, digest)) == sorted(FILES)


def test_a_kept_copy_that_was_changed_is_refused(tmp_path: Path) -> None:
    digest = content_digest(FILES)
    keep_entry(tmp_path, digest, FILES)
    (tmp_path / digest / "alice.py").write_bytes(b"x = 2\n")
    with pytest.raises(FolderError, match="does"):
        kept_entry(tmp_path, digest)


def test_a_command_is_digested_with_its_files(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/bin/sh\n")
    league = tmp_path / "league.toml"

    def read(*command: str) -> tuple[str, tuple[EntryFile, ...]]:
        entry, files = read_entry(
            league, EntrySpec("alice", ("tysiac",), None, command, files=("bot",))
        )
        assert not entry.is_house
        assert entry.command == command
        return entry.digest, files or ()

    digest, files = read("./bot")
    assert read("./bot") == (digest, files)
    assert read("./bot", "-v")[0] != digest
    keep_entry(tmp_path / "kept", digest, files)
    assert sorted(kept_entry(tmp_path / "kept", digest)) == sorted(files)
    (tmp_path / "bot").chmod(0o755)
    assert read("./bot")[0] != digest


@pytest.mark.parametrize("name", ["../bot", "/etc/passwd", "no such", "", "a//b", "folder", "gone"])
def test_a_command_gets_only_files_beside_the_league(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(LeagueError, match="found"):
        read_entry(
            tmp_path / "league.toml", EntrySpec("alice", ("tysiac",), None, ("./bot",), (name,))
        )
