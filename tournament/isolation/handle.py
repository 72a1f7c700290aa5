"""What a worker holds of a process: its pipes, how much it uses, how it ended, and its end."""

import os
import select
import shutil
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from tournament.errors import IsolationError
from tournament.isolation.order import ENDED, FAILED, GO, OBEYED, OVERFED, STARTED, STOP
from tournament.isolation.tree import resident_bytes, tree_cpu_seconds

__all__ = ["Ending", "Handle"]

_PATIENCE_SECONDS = 20.0
_ENDING_SECONDS = 1.0
_TAIL = 4096
_MOST_LEFT = 1024 * 1024  # the most that a pipe can hold
_CHUNK = 65536


class Ending(NamedTuple):
    """How a process ended: a fault's kind, and what is to be said of it."""

    kind: str
    message: str


class Handle:
    """One process, from its start to its end, seen from the worker.

    `questions` and `answers` are our ends of its standard input and output; they never block.
    `owned` is a folder that is deleted with it.
    """

    def __init__(self, questions: int, answers: int, errors: int, status: socket.socket) -> None:
        self.questions = questions
        self.answers = answers
        self.errors = errors
        self._status = status
        self._heard = b""
        self._handles: list[int] = []
        self._pid = 0
        self._code: int | None = None
        self._overfed = ""
        self._failed = ""
        self._lost = ""
        self._tail = b""
        self._closed = False
        self._frozen = False
        self._obeyed = 0
        self.owned: Path | None = None

    @classmethod
    def make(cls) -> tuple[Self, list[int]]:
        """A handle without a process, and the descriptors that the process is to get."""
        input_end, questions = os.pipe()
        answers, output_end = os.pipe()
        errors, error_end = os.pipe()
        status, status_end = socket.socketpair()
        for ours in (questions, answers, errors):
            os.set_blocking(ours, False)
        handle = cls(questions, answers, errors, status)
        return handle, [input_end, output_end, error_end, status_end.detach()]

    @property
    def pid(self) -> int:
        """Its number as this process sees it. Raises IsolationError if it could not start."""
        self._await_start()
        return self._pid

    def resident_bytes(self) -> int:
        """Its resident size; that of all that it has started is bounded by its watchman."""
        return resident_bytes(self.pid)

    def cpu_seconds(self) -> float:
        """Processor time that it, and what it has started, has used so far."""
        return tree_cpu_seconds(self._top())

    def freeze(self) -> None:
        """Stop it and all that it has started, until `thaw`."""
        if not self._frozen:
            self._order(STOP)
            self._frozen = True

    def thaw(self) -> None:
        """Let it go on."""
        if self._frozen:
            self._order(GO)
            self._frozen = False

    def _order(self, what: bytes) -> None:
        """Have the watchman do something, and wait until it has, or has ended."""
        self._await_start()
        before = self._obeyed
        deadline = time.monotonic() + _PATIENCE_SECONDS
        with suppress(OSError):
            self._status.send(what)
            while self._obeyed == before and self._listen(deadline):
                pass

    def _top(self) -> int:
        """The watchman over it, below which everything of it lives; itself where none is known."""
        own = self.pid
        return _pid_of(self._handles[0]) if self._handles else own

    def drain_errors(self) -> bool:
        """Take what it has written to standard error, so that it can go on; keep the end.

        Returns False once nothing can come any more.
        """
        for _ in range(_MOST_LEFT // _CHUNK):
            try:
                part = os.read(self.errors, _CHUNK)
            except BlockingIOError:
                return True
            if not part:
                return False
            self._tail = (self._tail + part)[-_TAIL:]
        return True

    def stderr_tail(self) -> str:
        """The last 4 KiB that it wrote to standard error."""
        if not self._closed:
            self.drain_errors()
        return self._tail.decode("utf-8", "replace")

    def ending(self) -> Ending:
        """How it came to its end, once it has closed its pipes; waits a moment for it."""
        self._await_start()
        deadline = time.monotonic() + _ENDING_SECONDS
        while self._code is None and not self._overfed and not self._lost:
            if not self._listen(deadline):
                break
        self._refuse_failed()
        if self._overfed:
            return Ending("memory", self._overfed)
        if self._lost:
            return Ending("crash", f"its watchman ended: {self._lost}")
        if self._code is None:
            return Ending("crash", "closed its end of the pipe")
        if self._code >= 0:
            return Ending("crash", f"exited with code {self._code}")
        return Ending("crash", f"ended by {_signal_name(-self._code)}")

    def dismiss(self) -> None:
        """Tell the watchman to end it, without waiting for that."""
        with suppress(OSError):
            self._status.shutdown(socket.SHUT_WR)

    def kill(self) -> None:
        """End it and everything that it has started, and wait until nothing is left."""
        self.dismiss()
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while self._listen(deadline):
            pass
        # The watchman ends last of all, unless it was killed itself, which only `basic` allows.
        for handle in self._handles:
            if not select.select([handle], [], [], _ENDING_SECONDS)[0]:
                with suppress(ProcessLookupError):
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
                select.select([handle], [], [], _ENDING_SECONDS)

    def close(self) -> None:
        """Kill it, and forget it."""
        if not self._closed:
            self.kill()
            self.drain_errors()
            self._closed = True
            for descriptor in (self.questions, self.answers, self.errors, *self._handles):
                os.close(descriptor)
            self._status.close()
            if self.owned is not None:
                shutil.rmtree(self.owned, ignore_errors=True)

    def _await_start(self) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not self._pid and not self._failed and self._listen(deadline):
            pass
        if not self._pid:
            self._failed = self._failed or "a process that didn't start"
        self._refuse_failed()

    def _refuse_failed(self) -> None:
        if self._failed:
            raise IsolationError(f"isolation: found {self._failed}; allowed: a tier that works")

    def _listen(self, deadline: float) -> bool:
        """Hear what the watchman says next; False if that is nothing, by then or ever."""
        if not select.select([self._status], [], [], max(0, deadline - time.monotonic()))[0]:
            return False
        try:
            heard, handles, _, _ = socket.recv_fds(self._status, _CHUNK, 2)
        except ConnectionResetError:
            return False
        self._handles += handles
        *lines, self._heard = (self._heard + heard).split(b"\n")
        for line in lines:
            self._note(line[:1].decode(), line[1:].decode("utf-8", "replace"))
        return bool(heard)

    def _note(self, what: str, text: str) -> None:
        if what == STARTED:
            self._pid = int(text) if text else _pid_of(self._handles[-1])
        elif what == FAILED and not self._pid:
            self._failed = text
        elif what == FAILED:
            self._lost = text
        elif what == OVERFED:
            self._overfed = text
        elif what == OBEYED:
            self._obeyed += 1
        elif what == ENDED:
            self._code = int(text)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # most of the real-time signals have no name
        return f"signal {number}"


def _pid_of(handle: int) -> int:
    """The number, in our own namespace, of the process that a descriptor stands for."""
    text = Path(f"/proc/self/fdinfo/{handle}").read_text()
    return int(text.partition("\nPid:")[2].split()[0])
