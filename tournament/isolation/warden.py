"""The watchman over one process of an entry: it walls it in, watches it, and ends all it leaves.

A watchman is a fork of the server that never runs a line of the entry. It ends, and everything
below it, when the entry's process ends, when that takes too much, and when the worker hangs up or
dies: the other end of the status socket is the worker's alone.
"""

import errno
import gc
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from tournament.isolation import linux
from tournament.isolation.order import (
    ENDED,
    FAILED,
    GO,
    OBEYED,
    OVERFED,
    STARTED,
    STOP,
    Order,
    say,
)
from tournament.isolation.tree import usage_below
from tournament.isolation.walls import PROCESSES, Wall

__all__ = ["watch"]

_MOST_DESCRIPTORS = 4096
_PATIENCE = 100
_RETRY_SECONDS = 0.05
_SIGNALS = {STOP: signal.SIGSTOP, GO: signal.SIGCONT}


def watch(order: Order, wall: Wall, pipes: list[int], run: Callable[[], None]) -> NoReturn:
    """Become the watchman over a new process that does `run` and then exits.

    `pipes`: standard input, output and error of that process, and the status socket.
    """
    status = socket.socket(fileno=pipes[3])
    try:
        signal.set_wakeup_fd(-1)
        os.setsid()
        bell = _ring_for_children()
        wall.enclose_watchman(order)
        if sys.platform == "linux":
            linux.prctl(linux.PR_SET_DUMPABLE, 0)  # nobody may look into it, its own user neither
        child = os.fork()
        if child == 0:
            _become_entry(order, wall, pipes, status, run)
        _tell_start(status, child)
        for pipe in pipes[:3]:
            os.close(pipe)
        _look_after(order, wall, status, bell, child)
    except BaseException as error:
        say(status, FAILED, f"{type(error).__name__}: {error}")
    with suppress(BaseException):
        wall.bury()
    os._exit(0)


def _become_entry(
    order: Order, wall: Wall, pipes: list[int], status: socket.socket, run: Callable[[], None]
) -> NoReturn:
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        if sys.platform == "linux":
            linux.prctl(linux.PR_SET_DUMPABLE, 1)
        wall.enclose_entry(order)
    except BaseException as error:
        say(status, FAILED, f"{type(error).__name__}: {error}")
        os._exit(code)
    try:
        for number in range(3):
            os.dup2(pipes[number], number)
        os.closerange(3, _MOST_DESCRIPTORS)
        status.detach()
        gc.enable()
        run()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code & 0xFF)


def _ring_for_children() -> int:
    """A descriptor that becomes readable whenever a child ends."""
    bell, rope = os.pipe()
    os.set_blocking(bell, False)
    os.set_blocking(rope, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(rope, warn_on_full_buffer=False)
    return bell


def _tell_start(status: socket.socket, child: int) -> None:
    if not hasattr(os, "pidfd_open"):
        say(status, STARTED, str(child))
        return
    handles = [os.pidfd_open(os.getpid()), os.pidfd_open(child)]
    for _ in range(_PATIENCE):
        try:
            socket.send_fds(status, [f"{STARTED}\n".encode()], handles)
        except OSError as error:
            if error.errno != errno.ETOOMANYREFS:
                break
            time.sleep(_RETRY_SECONDS)  # others' descriptors are on their way; they arrive
        else:
            break
    for handle in handles:
        os.close(handle)


def _look_after(order: Order, wall: Wall, status: socket.socket, bell: int, child: int) -> None:
    """Return when nothing below this process may go on."""
    poll = select.poll()
    poll.register(status, select.POLLIN)
    poll.register(bell, select.POLLIN)
    while True:
        code = _reap(child)
        if code is not None:
            say(status, ENDED, str(code))
            return
        ready = [descriptor for descriptor, _ in poll.poll(wall.look_ms)]
        if status.fileno() in ready and not _obey(status, wall):
            return
        if bell in ready:
            with suppress(BlockingIOError):
                os.read(bell, 4096)
        reason = _overfed(order)
        if reason:
            say(status, OVERFED, reason)
            return


def _obey(status: socket.socket, wall: Wall) -> bool:
    """Do what the worker orders; False if it has hung up."""
    orders = status.recv(64)
    for place in range(len(orders)):
        what = orders[place : place + 1]
        if what in _SIGNALS:
            wall.signal_all(_SIGNALS[what])
        say(status, OBEYED)
    return bool(orders)


def _reap(child: int) -> int | None:
    """Reap what has ended; the exit code of `child` if that was among it."""
    found = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == child:
                found = os.waitstatus_to_exitcode(ended[1])
    return found


def _overfed(order: Order) -> str:
    usage = usage_below(os.getpid())
    if usage.resident_bytes > order.memory_bytes:
        return f"over {order.memory_bytes // 2**20} MB"
    if usage.processes > PROCESSES:
        return f"over {PROCESSES} processes"
    return ""
