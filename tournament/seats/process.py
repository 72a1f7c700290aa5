"""An entry in a plain child process: one per seat and seating, killed with its group."""

import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

import tournament
from engine import Decision
from tournament.league import Limits
from tournament.protocol import HEADER_BYTES, Hello, Ready, Reply, frame, largest_reply
from tournament.seats.base import Answer, Seat, SeatDied

__all__ = ["ProcessSeat"]

_START_SECONDS = 20.0
_STDERR_TAIL = 4096
_STALLED_SHARE = 0.5  # less CPU than this share of the wall time: the machine stood still, not we
_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONPATH": str(Path(tournament.__file__).parent.parent),
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
}


class ProcessSeat(Seat):
    """Serves one seat of all lines of a seating from a fresh process."""

    def __init__(self, hello: Hello, limits: Limits) -> None:
        self._seat = hello.seat
        self._folder = hello.folder
        self._limits = limits
        self._spent = [0.0] * len(hello.seeds)
        self.decisions = 0
        self.seconds = 0.0
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed in close()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-m", "tournament.host"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env=_ENVIRONMENT,
            cwd=hello.folder,
            start_new_session=True,
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._questions = self._process.stdin.fileno()
        self._answers = self._process.stdout.fileno()
        os.set_blocking(self._questions, False)
        os.set_blocking(self._answers, False)
        self._hello: bytes | None = frame(hello)
        self._start_error = ""

    def ask(self, questions: Sequence[tuple[int, Decision]]) -> list[Answer]:
        """Send one message, wait for its reply, check it. Raises SeatDied."""
        if self.greet():
            return [Answer(None, "exception", self._start_error) for _ in questions]
        allowed = self._limits.decision_ms / 1000 * len(questions)
        start = time.monotonic()
        body = self._exchange(frame(list(questions)), allowed, largest_reply(len(questions)))
        self._account(questions, time.monotonic() - start)
        return self._check(questions, body)

    def greet(self) -> str:
        """Say hello if that hasn't been done: why the entry can't play, or "". Raises SeatDied."""
        if self._hello is None:
            return self._start_error
        hello, self._hello = self._hello, None
        body = self._exchange(hello, _START_SECONDS, largest_reply(1))
        try:
            self._start_error = msgspec.msgpack.decode(body, type=Ready).error
        except msgspec.MsgspecError as error:
            raise self._died("protocol", f"its first message: {error}") from None
        return self._start_error

    def close(self) -> None:
        """Kill the process and its group, delete its folder: nothing of it is left."""
        self._kill()
        shutil.rmtree(self._folder, ignore_errors=True)
        for pipe in (self._process.stdin, self._process.stdout, self._stderr):
            if pipe is not None:
                pipe.close()

    def stderr_tail(self) -> str:
        """The last 4 KiB that the entry wrote to standard error."""
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - _STDERR_TAIL))
        return self._stderr.read().decode("utf-8", "replace")

    def _check(self, questions: Sequence[tuple[int, Decision]], body: bytes) -> list[Answer]:
        try:
            replies = msgspec.msgpack.decode(body, type=list[Reply])
        except msgspec.MsgspecError as error:
            raise self._died("protocol", str(error)) from None
        if [reply.line for reply in replies] != [line for line, _ in questions]:
            raise self._died("protocol", "the replies are not those to the questions")
        answers = []
        for (_, decision), reply in zip(questions, replies, strict=True):
            if reply.action is None:
                answers.append(Answer(None, "exception", reply.error))
            elif reply.action not in decision.legal:
                message = f"decide() returned {reply.action}"
                answers.append(Answer(None, "illegal_action", message))
            else:
                answers.append(Answer(reply.action))
        return answers

    def _account(self, questions: Sequence[tuple[int, Decision]], seconds: float) -> None:
        self.decisions += len(questions)
        self.seconds += seconds
        share = seconds / len(questions)
        for line, _ in questions:
            self._spent[line] += share
            if self._spent[line] * 1000 > self._limits.match_ms:
                raise self._died("timeout", f"over {self._limits.match_ms} ms in one match")
        resident = self._resident_bytes()
        if resident > self._limits.memory_mb * 1024 * 1024:
            raise self._died("memory", f"over {self._limits.memory_mb} MB")

    def _exchange(self, message: bytes, seconds: float, most: int) -> bytes:
        """Send a message and read one frame of at most `most` bytes within `seconds`."""
        deadline = _Deadline(self._process.pid, seconds)
        self._send(message, deadline)
        size = int.from_bytes(self._receive(HEADER_BYTES, deadline), "big")
        if size > most:
            raise self._died("protocol", f"a message of {size} bytes, allowed are {most}")
        return self._receive(size, deadline)

    def _send(self, message: bytes, deadline: "_Deadline") -> None:
        view = memoryview(message)
        while view:
            self._wait(self._questions, select.POLLOUT, deadline)
            try:
                view = view[os.write(self._questions, view) :]
            except BrokenPipeError:
                raise self._died("crash", self._exit_text()) from None

    def _receive(self, size: int, deadline: "_Deadline") -> bytes:
        parts = bytearray()
        while len(parts) < size:
            self._wait(self._answers, select.POLLIN, deadline)
            part = os.read(self._answers, size - len(parts))
            if not part:
                raise self._died("crash", self._exit_text())
            parts += part
        return bytes(parts)

    def _wait(self, descriptor: int, event: int, deadline: "_Deadline") -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        while not poll.poll(deadline.left_ms()):
            if deadline.passed():
                raise self._died("timeout", f"no answer within {deadline.seconds:g} s")

    def _died(self, kind: str, message: str) -> SeatDied:
        self._kill()
        return SeatDied(self._seat, kind, message, self.stderr_tail())

    def _exit_text(self) -> str:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its end of the pipe"
        if code >= 0:
            return f"exited with code {code}"
        return f"ended by {signal.Signals(-code).name}"

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _resident_bytes(self) -> int:
        try:
            fields = Path(f"/proc/{self._process.pid}/statm").read_text().split()
        except OSError:
            return 0
        return int(fields[1]) * resource.getpagesize() if len(fields) > 1 else 0


class _Deadline:
    """Time for one message: extended once if the process got little of the processor."""

    def __init__(self, pid: int, seconds: float) -> None:
        self._pid = pid
        self.seconds = seconds
        self._cpu = _cpu_seconds(pid)
        self._end = time.monotonic() + seconds
        self._extended = False

    def left_ms(self) -> float:
        return max(0.0, (self._end - time.monotonic()) * 1000)

    def passed(self) -> bool:
        if time.monotonic() < self._end:
            return False
        used = _cpu_seconds(self._pid) - self._cpu
        if self._extended or used >= self.seconds * _STALLED_SHARE:
            return True
        self._extended = True
        self._end = time.monotonic() + self.seconds
        return False


def _cpu_seconds(pid: int) -> float:
    """User and system time of a process so far; 0 where the system doesn't tell."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    fields = text.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
