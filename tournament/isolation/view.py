"""What of this machine a process of an entry may see: the system's programs, Python, our shell.

Our shell is `engine`, `tournament` and the packages that they need, and what the environment
offers to entries: nothing else of the environment that the runner lives in.
"""

import importlib.metadata
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import engine
import tournament

__all__ = ["interpreter", "python_folder", "shell", "system_links", "system_paths"]

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("/etc/ld.so.cache", "/etc/alternatives")  # the loader's; programs by their usual names
_NEEDED = ("msgspec", "mypy_extensions")
_COMPILED = "tysiac_engine__mypyc*"  # what the modules of a compiled engine share, beside it


def interpreter() -> str:
    """The Python program itself, not a virtual environment's link to it."""
    return str(Path(sys.executable).resolve())


def python_folder() -> str | None:
    """Where that Python lives; None if that is among the system's own programs."""
    folder = Path(sys.base_prefix).resolve()
    return None if folder.is_relative_to("/usr") else str(folder)


def system_paths() -> list[str]:
    """Folders and files of the system that can be read, links left out."""
    paths = [Path(path) for path in (*_SYSTEM, *_SETTINGS)]
    return [str(path) for path in paths if path.exists() and not path.is_symlink()]


def system_links() -> list[tuple[str, str]]:
    """(target, path) of the system's folders that are links."""
    paths = [Path(path) for path in _SYSTEM]
    return [(str(path.readlink()), str(path)) for path in paths if path.is_symlink()]


def shell(offered: Iterable[str]) -> dict[str, str]:
    """Names that can be imported, and where each stands; `offered` are packages for entries."""
    found = {
        package.__name__: str(Path(package.__path__[0]).resolve())
        for package in (engine, tournament)
    }
    beside = Path(found["engine"]).parent
    found.update((path.name, str(path)) for path in beside.glob(_COMPILED))
    for name in (*_NEEDED, *offered):
        found.update(_parts(name))
    return found


def _parts(name: str) -> Iterator[tuple[str, str]]:
    """What a distribution has put beside its siblings: modules, libraries, its description."""
    distribution = importlib.metadata.distribution(name)
    names = {file.parts[0] for file in distribution.files or ()}
    for part in sorted(names - {"..", "__pycache__"}):
        path = Path(str(distribution.locate_file(part)))
        if path.exists():
            yield part, str(path.resolve())
