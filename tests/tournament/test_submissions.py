"""Submissions: what a hostile file, folder or archive can't do."""

import io
import os
import stat
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tournament import submissions
from tournament.entries import content_digest
from tournament.submissions import SubmissionError, read_submission

GOOD = {"alice/__init__.py": b"from .brain import Alice\n", "alice/brain.py": b"x = 1\n"}


def archive(
    folder: Path,
    files: Mapping[str, bytes],
    change: Callable[[zipfile.ZipInfo], None] | None = None,
) -> Path:
    path = folder / "alice.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = (stat.S_IFREG | 0o644) << 16
            if change is not None:
                change(member)
            made.writestr(member, content)
    return path


def test_file_folder_and_archive_of_one_package_are_the_same_entry(tmp_path: Path) -> None:
    (tmp_path / "folder" / "alice").mkdir(parents=True)
    for name, content in GOOD.items():
        (tmp_path / "folder" / name).write_bytes(content)
    folder = read_submission(tmp_path / "folder" / "alice")
    packed = read_submission(archive(tmp_path, GOOD))
    inner = {name.removeprefix("alice/"): content for name, content in GOOD.items()}
    assert read_submission(archive(tmp_path, inner)) == packed == folder
    assert content_digest(packed) == content_digest(folder)


def test_an_archive_of_one_file(tmp_path: Path) -> None:
    (file,) = read_submission(archive(tmp_path, {"alice.py": b"x"}))
    assert file == ("alice.py", False, b"x")


def test_caches_are_no_part_of_it(tmp_path: Path) -> None:
    more = {"alice/__pycache__/brain.cpython-311.pyc": b"junk", "alice/brain.pyc": b"junk"}
    assert len(read_submission(archive(tmp_path, GOOD | more))) == 2


@pytest.mark.parametrize(
    "name",
    [
        "../evil.py",
        "alice/../../evil.py",
        "/etc/cron.d/evil",
        "alice//evil.py",
        "./alice/evil.py",
        "alice\\evil.py",
        "C:evil.py",
        "alice/e vil.py",
        "alice/\x1b[31m.py",
        "alice/\u202eyp.live.py",
        "alice/\u0430lice.py",  # the first letter is Cyrillic
        "alice/new\nline.py",
        "alice/" + "x" * 200,
    ],
)
def test_a_name_that_is_no_plain_path_inside_is_refused(tmp_path: Path, name: str) -> None:
    path = archive(tmp_path, GOOD | {name: b"x"})
    with pytest.raises(SubmissionError, match="the name"):
        read_submission(path)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["alice.zip"]


@pytest.mark.parametrize(
    "kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFDIR]
)
def test_only_regular_files_are_taken_from_an_archive(tmp_path: Path, kind: int) -> None:
    def change(member: zipfile.ZipInfo) -> None:
        if member.filename.endswith("brain.py"):
            member.external_attr = (kind | 0o777) << 16

    with pytest.raises(SubmissionError, match="no regular file"):
        read_submission(archive(tmp_path, GOOD, change))


def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path, GOOD)
    with zipfile.ZipFile(path, "a") as made, pytest.warns(UserWarning, match="Duplicate"):
        made.writestr("alice/brain.py", b"another")
    with pytest.raises(SubmissionError, match="twice"):
        read_submission(path)


def test_a_bomb_is_noticed_before_it_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever size the archive claims: what comes out is counted."""
    monkeypatch.setattr(submissions, "LARGEST_ENTRY", 4_000_000)
    content = archive(tmp_path, GOOD | {"alice/data.bin": bytes(50_000_000)}).read_bytes()
    lie = (10).to_bytes(4, "little")
    for text in (content, content.replace((50_000_000).to_bytes(4, "little"), lie)):
        (tmp_path / "alice.zip").write_bytes(text)
        with pytest.raises(SubmissionError, match=r"more than 4000000 bytes|can't be read"):
            read_submission(tmp_path / "alice.zip")


@pytest.mark.parametrize(
    "names", [["a", "a/b.py"], ["a/b.py", "a"], ["a", "a/"], ["x/y", "x/y/z/w.py"]]
)
def test_a_file_that_is_a_folder_too_is_refused(tmp_path: Path, names: list[str]) -> None:
    with pytest.raises(SubmissionError, match=r"a file and a folder|no regular file"):
        read_submission(archive(tmp_path, {"alice.py": b"", **dict.fromkeys(names, b"")}))


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_only_what_every_unpacker_knows_is_taken(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "alice.zip", "w", method) as made:
        made.writestr("alice.py", b"x = 1\n" * 100)
    with pytest.raises(SubmissionError, match="compressed in another way"):
        read_submission(tmp_path / "alice.zip")


def test_many_files_are_refused(tmp_path: Path) -> None:
    many = {f"alice/f{number}.py": b"" for number in range(submissions.MOST_FILES)}
    with pytest.raises(SubmissionError, match="more than 2000 files"):
        read_submission(archive(tmp_path, GOOD | many))


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path, {"alice.py": b"x"})
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(SubmissionError, match="encrypted"):
        read_submission(path)


@pytest.mark.parametrize("cut", range(0, 300, 7))
def test_a_damaged_archive_is_refused_or_whole(tmp_path: Path, cut: int) -> None:
    path = archive(tmp_path, GOOD)
    whole, content = read_submission(path), path.read_bytes()
    path.write_bytes(content[: len(content) - cut])
    found = read_or_refusal(path)
    assert found == whole if cut == 0 else "allowed" in str(found)
    flipped = bytearray(content)
    flipped[cut % len(content)] ^= 0x55
    path.write_bytes(flipped)
    found = read_or_refusal(path)  # some bits say nothing of the content
    assert not isinstance(found, SubmissionError) or "allowed" in str(found)


def read_or_refusal(path: Path) -> object:
    try:
        return read_submission(path)
    except SubmissionError as error:
        return error


def test_no_archive_at_all(tmp_path: Path) -> None:
    for content in (b"", b"PK", b"x" * 1000, io.BytesIO().getvalue()):
        (tmp_path / "alice.zip").write_bytes(content)
        with pytest.raises(SubmissionError, match="can't be read"):
            read_submission(tmp_path / "alice.zip")


@pytest.mark.parametrize("files", [{}, {"readme.txt": b""}, {"bob/__init__.py": b""}])
def test_an_archive_without_the_module(tmp_path: Path, files: dict[str, bytes]) -> None:
    with pytest.raises(SubmissionError, match="no module"):
        read_submission(archive(tmp_path, files))


@pytest.mark.parametrize("what", ["link", "folder link", "pipe"])
def test_a_folder_holds_regular_files_alone(tmp_path: Path, what: str) -> None:
    package = tmp_path / "alice"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (tmp_path / "secret.txt").write_text("not yours")
    if what == "link":
        (package / "data.txt").symlink_to(tmp_path / "secret.txt")
    elif what == "folder link":
        (package / "data").symlink_to(tmp_path)
    else:
        os.mkfifo(package / "data")
    with pytest.raises(SubmissionError, match=r"a link|no regular file"):
        read_submission(package)


def test_a_file_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("")
    (tmp_path / "alice.py").symlink_to(tmp_path / "real.py")
    with pytest.raises(OSError, match="symbolic links"):
        read_submission(tmp_path / "alice.py")
