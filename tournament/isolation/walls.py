"""The walls around one process of an entry, tier by tier; all of it runs in the fork's children."""

import os
import resource
import secrets
import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path

from tournament.isolation import linux
from tournament.isolation.landlock import restrict_to
from tournament.isolation.order import Order
from tournament.isolation.seccomp import install_filter
from tournament.isolation.tiers import DEVICES, NOBODY, Tier
from tournament.isolation.tree import kill_descendants, signal_below

__all__ = ["PROCESSES", "Wall", "wall_of"]

PROCESSES = 64
"""How many processes and threads an entry may have."""
_OPEN_FILES = 64
_LARGEST_FILE = 16 * 1024 * 1024
_ADDRESS_SPACE_FACTOR = 8
_LOCKED_MEMORY = 65536

_NEW_NAMESPACES = 0x10000000 | 0x20000000 | 0x00020000 | 0x08000000 | 0x40000000
"""user, pid, mount, ipc, net"""
_NOSUID, _NODEV, _NOEXEC = 2, 4, 8
_TEMPORARY = "/tmp"  # noqa: S108 - within the process's own mounts
_MAY_READ_ALL = 1 << 2  # CAP_DAC_READ_SEARCH
_USERS, _USER_COUNT = 61184, 4096  # numbers that no account has


class Wall(ABC):
    """Steps that keep a process in; each raises OSError if the kernel refuses."""

    look_ms = 200
    """How often the watchman looks: all processes of a machine take long to look through."""

    def fork(self) -> int:
        """In the server: fork what is to become the watchman."""
        return os.fork()

    @abstractmethod
    def enclose_watchman(self, order: Order) -> None:
        """In the watchman, before it forks the process of the entry."""

    @abstractmethod
    def enclose_entry(self, order: Order) -> None:
        """In the process of the entry, before a line of it is read."""

    def signal_all(self, number: int) -> None:
        """In the watchman: send a signal to all processes of the entry."""
        signal_below(os.getpid(), number)

    def bury(self) -> None:
        """In the watchman, at the end: kill whatever the entry has left."""
        kill_descendants(os.getpid())


class Namespaces(Wall):
    """The tier `bwrap`: within the server's room a smaller one for each process.

    The watchman is process 1 there: when it ends the kernel kills all that is left. The entry
    can neither trace it nor send it a signal.
    """

    look_ms = 50  # it sees its own processes alone

    def fork(self) -> int:
        return linux.fork_into(_NEW_NAMESPACES)

    def enclose_watchman(self, order: Order) -> None:
        linux.prctl(linux.PR_SET_DUMPABLE, 1)  # else its own /proc/self would not be its own
        own = Path("/proc/self")
        (own / "setgroups").write_text("deny")
        (own / "uid_map").write_text(f"{NOBODY} {NOBODY} 1")
        (own / "gid_map").write_text(f"{NOBODY} {NOBODY} 1")
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
        linux.bind(order.package, str(Path(order.package).parent))
        linux.mount("proc", "/proc", _NOSUID | _NODEV | _NOEXEC, "subset=pid")
        size = f"size={_LARGEST_FILE},nr_inodes=4096,mode=1777"
        linux.mount("tmpfs", _TEMPORARY, _NOSUID | _NODEV, size)
        Path("/proc/self/oom_score_adj").write_text("1000")
        linux.bound_capabilities()
        linux.keep_capabilities()

    def enclose_entry(self, order: Order) -> None:
        _bound(order, PROCESSES + 1)  # the watchman counts
        os.chdir(Path(order.package).parent)
        install_filter()

    def signal_all(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(-1, number)  # all at once: nobody gets away by forking meanwhile

    def bury(self) -> None:
        pass


class Landlock(Wall):
    """The tier `landlock`: no file but what is named, no network, no signal but to oneself.

    Root's entries get a user number of their own. The one capability that they keep, to read
    regardless of permissions, ends at Landlock's rules: it opens our own Python to them where
    that lives in a private folder.
    """

    def __init__(self, readable: tuple[str, ...]) -> None:
        self._readable = readable

    def enclose_watchman(self, order: Order) -> None:
        linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)

    def enclose_entry(self, order: Order) -> None:
        _bound(order, _most_tasks())
        os.chdir(order.package)
        restrict_to((*self._readable, order.package), DEVICES)
        if os.geteuid() == 0:
            _become_nobody_else()
        install_filter(reaching_only=os.getpid())


class Basic(Wall):
    """The tier `basic`: limits and an end for all, with the rights of whoever plays the league.

    Root's entries may read whatever root may, but write and disturb nothing of others: the kernel
    limits the number of processes for everybody but root.
    """

    def enclose_watchman(self, order: Order) -> None:
        if sys.platform == "linux":
            linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)

    def enclose_entry(self, order: Order) -> None:
        os.chdir(order.package)
        if sys.platform != "linux":
            _bound(order, None)
            return
        _bound(order, _most_tasks())
        if os.geteuid() == 0:
            _become_nobody_else()


def wall_of(tier: Tier, readable: tuple[str, ...]) -> Wall:
    """The wall of a tier; `readable` is what Landlock leaves to its processes."""
    if tier is Tier.bwrap:
        return Namespaces()
    if tier is Tier.landlock:
        return Landlock(readable)
    return Basic()


def _become_nobody_else() -> None:
    """Change to a user number that hardly any other process has."""
    number = _USERS + secrets.randbelow(_USER_COUNT)
    linux.bound_capabilities(_MAY_READ_ALL)
    linux.prctl(linux.PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(number, number, number)
    os.setresuid(number, number, number)
    linux.keep_capabilities(_MAY_READ_ALL)
    linux.prctl(linux.PR_SET_DUMPABLE, 1)


def _most_tasks() -> int:
    """The kernel's limit counts all of a user's; root's entries become users of their own."""
    return PROCESSES if os.geteuid() == 0 else _tasks_of_user() - 1 + PROCESSES


def _tasks_of_user() -> int:
    """Processes and threads that this user has now."""
    count = 0
    for process in os.scandir("/proc"):
        if process.name.isdecimal():
            try:
                if process.stat().st_uid == os.getuid():
                    count += len(os.listdir(f"{process.path}/task"))  # noqa: PTH208 - just names
            except OSError:
                continue  # it has ended meanwhile
    return count


def _bound(order: Order, processes: int | None) -> None:
    space = order.memory_bytes * _ADDRESS_SPACE_FACTOR
    limits = [
        (resource.RLIMIT_AS, space),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        # The kernel bounds these for all processes of a user together: nobody may use them up.
        (resource.RLIMIT_MEMLOCK, _LOCKED_MEMORY),
        *([(resource.RLIMIT_SIGPENDING, PROCESSES)] if sys.platform == "linux" else []),
    ]
    if processes is not None:
        limits.append((resource.RLIMIT_NPROC, processes))
    for kind, most in limits:
        _, allowed = resource.getrlimit(kind)  # nobody but root may go beyond that
        limit = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(kind, (limit, limit))
