"""The command line that puts the fork server into a room of its own.

The room has the programs of the system, Python, our shell and the packages of the entries, all
read-only, and nothing else. The server keeps the right to make namespaces, since it makes some for
every process; the processes don't (see `walls`).
"""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from tournament.isolation.tiers import DEVICES, NOBODY
from tournament.isolation.view import python_folder, shell, system_links, system_paths

__all__ = ["PACKAGES", "SHELL", "room"]

PACKAGES = "/bot"
"""Where the packages of entries stand; each process sees there its own package instead."""
SHELL = "/shell"
_STAGE = "/tmp"  # noqa: S108 - within the outer room, where nobody else is


def room(
    command: Sequence[str], packages: Path, offered: Sequence[str], environment: Mapping[str, str]
) -> list[str]:
    """The command that runs `command` in the room. Raises FileNotFoundError without bwrap."""
    program = shutil.which("bwrap")
    if program is None:
        raise FileNotFoundError("no program bwrap")
    shown = [(path, path) for path in system_paths()]
    python = python_folder()
    if python is not None:
        shown.append((python, python))
    shown += [(path, f"{SHELL}/{name}") for name, path in shell(offered).items()]
    shown.append((str(packages), PACKAGES))
    if os.geteuid() != 0:
        return [program, *_inner(shown, environment), "--", *command]
    staged = [(f"{_STAGE}/{place}", target) for place, (_, target) in enumerate(shown)]
    stage = [
        word for place, (source, _) in enumerate(shown) for word in _show(source, staged[place][0])
    ]
    return [
        *(program, "--die-with-parent", "--dev-bind", "/", "/", "--tmpfs", _STAGE, *stage, "--"),
        *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"),
        *(program, *_inner(staged, environment), "--", *command),
    ]


def _inner(shown: Sequence[tuple[str, str]], environment: Mapping[str, str]) -> list[str]:
    words = ["--die-with-parent", "--new-session", "--unshare-all", "--unshare-user"]
    words += ["--uid", str(NOBODY), "--gid", str(NOBODY), "--cap-drop", "ALL", "--hostname", "bot"]
    words.append("--clearenv")
    for name, value in environment.items():
        words += ["--setenv", name, value]
    for source, target in shown:
        words += _show(source, target)
    for target, path in system_links():
        words += ["--symlink", target, path]
    # Not --dev: its pseudo-terminals would be shared by all processes of the server.
    words += ["--proc", "/proc", "--tmpfs", "/dev"]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    words += ["--symlink", "/proc/self/fd", "/dev/fd"]
    words += ["--dir", "/dev/shm", "--dir", "/tmp"]  # noqa: S108 - empty folders in the room itself
    words += ["--remount-ro", "/dev", "--remount-ro", "/"]
    return words


def _show(source: str, target: str) -> list[str]:
    return ["--ro-bind", source, target]
