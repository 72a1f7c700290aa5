"""Reading what an author hands in: a file, a package folder or a zip archive of one.

Nothing of it is executed and nothing is unpacked to disk: bounded reads into memory, names of
plain characters, regular files only.
"""

import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

__all__ = ["EntryFile", "EntrySource", "SubmissionError", "read_listed", "read_submission", "walk"]

LARGEST_ENTRY: Final = 64 * 1024 * 1024
MOST_FILES: Final = 2000
_LONGEST_NAME: Final = 200
_PART: Final = re.compile(r"[A-Za-z0-9_.-]+")
_NAMES: Final = f"at most {_LONGEST_NAME} of the characters A-Z a-z 0-9 _ - . and / between them"
_CHUNK: Final = 1 << 20
_ENCRYPTED: Final = 1
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class EntryFile(NamedTuple):
    """One file of an entry."""

    path: str
    executable: bool
    content: bytes


EntrySource = tuple[EntryFile, ...]


class SubmissionError(ValueError):
    """A submission that can't be taken: what was found in it, and what is allowed."""

    def __init__(self, found: str, allowed: str) -> None:
        super().__init__(f"found {found}; allowed: {allowed}")
        self.found = found
        self.allowed = allowed


def read_submission(path: Path) -> EntrySource:
    """The files of a `.py` file, a package folder or a `.zip`, sorted, below the module's name.

    Raises SubmissionError, and OSError if something can't be read.
    """
    name = path.stem
    if path.is_dir():
        files = _in_package(name, list(walk(path)))
    elif path.suffix == ".zip" and path.is_file():
        files = _in_package(name, _read_zip(path))
    elif path.suffix == ".py" and path.is_file():
        files = [_read_file(path, path.name, LARGEST_ENTRY)]
    else:
        found = f"{path}, which is {'none of these' if path.exists() else 'not there'}"
        raise SubmissionError(found, "an existing .py file, package folder or .zip of one")
    return tuple(sorted(files))


def read_listed(folder: Path, names: list[str]) -> EntrySource:
    """The named files below `folder`; raises as `read_submission`."""
    files: list[EntryFile] = []
    for name in sorted(set(names)):
        _check_name(name)
        path = folder / name
        if not path.is_file():
            raise SubmissionError(f"{name}, which is no file", "files beside the league file")
        files.append(_read_file(path, name, _room(files)))
    return tuple(files)


def walk(folder: Path) -> Iterator[EntryFile]:
    """The files below a folder, in order of their paths, without caches of Python."""
    held: list[EntryFile] = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if _is_cache(name):
            continue
        kind = path.lstat().st_mode
        if stat.S_ISDIR(kind):
            continue
        _check_name(name)
        if not stat.S_ISREG(kind):
            found = f"{name}, which is {'a link' if stat.S_ISLNK(kind) else 'no regular file'}"
            raise SubmissionError(found, "regular files and folders alone")
        held.append(_read_file(path, name, _room(held)))
        yield held[-1]


def _read_file(path: Path, name: str, most: int) -> EntryFile:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise SubmissionError(f"{name}, which is no regular file", "regular files")
        content = file.read(most + 1)
    if len(content) > most:
        raise _too_large()
    return EntryFile(name, bool(status.st_mode & 0o100), content)


def _read_zip(path: Path) -> list[EntryFile]:
    if path.stat().st_size > LARGEST_ENTRY:
        raise _too_large()
    try:
        with zipfile.ZipFile(path) as archive:
            return _members(archive)
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        OSError,
    ) as error:
        if isinstance(error, SubmissionError):
            raise
        raise SubmissionError(f"an archive that can't be read ({error})", "a .zip file") from None


def _members(archive: zipfile.ZipFile) -> list[EntryFile]:
    files: list[EntryFile] = []
    names: set[str] = set()
    for member in archive.infolist():
        name = member.filename
        if _is_cache(name):
            continue
        _check_name(name.removesuffix("/"))
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in {0, stat.S_IFDIR if member.is_dir() else stat.S_IFREG}:
            raise SubmissionError(f"{name}, which is no regular file", "regular files and folders")
        if member.is_dir():
            continue
        if member.compress_type not in _METHODS:
            raise SubmissionError(f"{name}, compressed in another way", "stored or deflated files")
        if name in names:
            raise SubmissionError(f"{name} twice", "each name once")
        if member.flag_bits & _ENCRYPTED:
            raise SubmissionError(f"{name}, which is encrypted", "files without a password")
        names.add(name)
        executable = bool(member.external_attr >> 16 & 0o100)
        files.append(EntryFile(name, executable, _inflate(archive, member, _room(files))))
    _check_folders(names, [name for name in archive.namelist() if name.endswith("/")])
    return files


def _check_folders(names: set[str], folders: list[str]) -> None:
    """Refuse a name that is a file here and a folder there."""
    above = {parent.as_posix() for name in names for parent in PurePosixPath(name).parents}
    for name in sorted(names & (above | {folder.rstrip("/") for folder in folders})):
        raise SubmissionError(f"{name}, which is a file and a folder", "one of the two")


def _inflate(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    """The content of a member, whatever size it claims: reading stops beyond `most` bytes."""
    parts: list[bytes] = []
    with archive.open(member) as file:
        while part := file.read(_CHUNK):
            most -= len(part)
            if most < 0:
                raise _too_large()
            parts.append(part)
    return b"".join(parts)


def _in_package(name: str, files: list[EntryFile]) -> list[EntryFile]:
    """The files below the folder `name`: as they are, or all moved into it."""
    paths = {file.path for file in files}
    if "__init__.py" in paths:
        return [file._replace(path=f"{name}/{file.path}") for file in files]
    if paths & {f"{name}/__init__.py", f"{name}.py"}:
        return files
    raise SubmissionError("no module in it", f"a package with an __init__.py, or {name}.py")


def _room(files: list[EntryFile]) -> int:
    """How many bytes may follow; raises if one more file would be too many."""
    if len(files) >= MOST_FILES:
        raise SubmissionError(f"more than {MOST_FILES} files", f"at most {MOST_FILES}")
    return LARGEST_ENTRY - sum(len(file.content) for file in files)


def _check_name(name: str) -> None:
    parts = name.split("/")
    plain = all(_PART.fullmatch(part) and part not in {".", ".."} for part in parts)
    if not plain or len(name) > _LONGEST_NAME:
        raise SubmissionError(f"the name {name!r}", _NAMES)


def _is_cache(name: str) -> bool:
    return "__pycache__" in name.split("/") or name.endswith(".pyc")


def _too_large() -> SubmissionError:
    return SubmissionError(f"more than {LARGEST_ENTRY} bytes", f"at most {LARGEST_ENTRY} bytes")
