"""Trees of processes, as /proc shows them: what they use, and their end."""

import os
import resource
import signal
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

__all__ = [
    "Usage",
    "cpu_seconds",
    "descendants",
    "kill_descendants",
    "kill_orphans",
    "resident_bytes",
    "signal_below",
    "tree_cpu_seconds",
    "usage_below",
]


class Usage(NamedTuple):
    """What the living processes of a tree use together."""

    processes: int
    resident_bytes: int


def usage_below(pid: int) -> Usage:
    """What all processes below `pid` use; nothing where the system doesn't tell."""
    found = descendants(pid)
    return Usage(len(found), sum(map(resident_bytes, found)))


def resident_bytes(pid: int) -> int:
    """Resident size of one process; 0 where the system doesn't tell."""
    with suppress(OSError, IndexError):
        return int(_stat(pid)[21]) * resource.getpagesize()
    return 0


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and its reaped children; 0 where nobody tells."""
    with suppress(OSError, IndexError):
        return sum(map(int, _stat(pid)[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def tree_cpu_seconds(pid: int) -> float:
    """Processor time of a process and of all that live below it."""
    return cpu_seconds(pid) + sum(map(cpu_seconds, descendants(pid)))


def signal_below(pid: int, number: int) -> None:
    """Send a signal to every process below `pid`, also to those that are born meanwhile."""
    done: set[int] = set()
    while new := set(descendants(pid)) - done:
        for process in new:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, number)
        done |= new


def descendants(pid: int) -> list[int]:
    """All processes below `pid`, parents before their children."""
    children = _children_of_all()
    found = list(children.get(pid, ()))
    for process in found:  # it grows meanwhile
        found += children.get(process, ())
    return found


def kill_descendants(pid: int) -> None:
    """Kill everything below this very process, and wait until nothing is there.

    Orphans come to it, since it is a subreaper, and are found in the next round.
    """
    while True:
        for process in descendants(pid):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return


def kill_orphans(known: Collection[int]) -> None:
    """Kill the children of this very process that are not `known`, with all below them."""
    for child in set(_children_of_all().get(os.getpid(), ())) - set(known):
        for process in (child, *descendants(child)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def _children_of_all() -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    with suppress(FileNotFoundError):  # there is no /proc but on Linux
        for entry in os.scandir("/proc"):
            if entry.name.isdecimal():
                with suppress(OSError, IndexError):
                    pid = int(entry.name)
                    children.setdefault(int(_stat(pid)[1]), []).append(pid)
    return children


def _stat(pid: int) -> list[bytes]:
    """Fields of /proc/PID/stat from the third, the state, on.

    The second is a name that a process gives itself: any bytes, brackets and spaces among them.
    """
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
