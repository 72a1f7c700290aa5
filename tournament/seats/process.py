"""An entry in a process of its own: one per seat and seating, gone with all that it started."""

import os
import select
import time
from collections.abc import Sequence

import msgspec

from engine import Decision
from tournament.isolation.handle import Handle
from tournament.league import Limits
from tournament.protocol import HEADER_BYTES, Hello, Ready, Reply, frame, largest_reply
from tournament.seats.base import Answer, Seat, SeatDied

__all__ = ["ProcessSeat"]

_START_SECONDS = 20.0
_STALLED_SHARE = 0.5  # less CPU than this share of the wall time: the machine stood still, not we


class ProcessSeat(Seat):
    """Serves one seat of all lines of a seating from a fresh process."""

    def __init__(self, hello: Hello, limits: Limits, process: Handle) -> None:
        self._seat = hello.seat
        self._limits = limits
        self._spent = [0.0] * len(hello.seeds)
        self.decisions = 0
        self.seconds = 0.0
        self._process = process
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

    def dismiss(self) -> None:
        """Have the process end soon, without waiting for it."""
        self._process.dismiss()

    def close(self) -> None:
        """Kill the process and all that it has started: nothing of it is left."""
        self._process.close()

    def stderr_tail(self) -> str:
        """The last 4 KiB that the entry wrote to standard error."""
        return self._process.stderr_tail()

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
        if self._process.resident_bytes() > self._limits.memory_mb * 1024 * 1024:
            raise self._died("memory", f"over {self._limits.memory_mb} MB")

    def _exchange(self, message: bytes, seconds: float, most: int) -> bytes:
        """Send a message and read one frame of at most `most` bytes within `seconds`."""
        deadline = _Deadline(self._process, seconds)
        self._refuse_early_answers()
        self._send(message, deadline)
        size = int.from_bytes(self._receive(HEADER_BYTES, deadline), "big")
        if size > most:
            raise self._died("protocol", f"a message of {size} bytes, allowed are {most}")
        return self._receive(size, deadline)

    def _refuse_early_answers(self) -> None:
        poll = select.poll()
        poll.register(self._process.answers, select.POLLIN)
        if any(event & select.POLLIN for _, event in poll.poll(0)):
            raise self._died("protocol", "it answered before it was asked")

    def _send(self, message: bytes, deadline: "_Deadline") -> None:
        view = memoryview(message)
        while view:
            self._wait(self._process.questions, select.POLLOUT, deadline)
            try:
                view = view[os.write(self._process.questions, view) :]
            except BrokenPipeError:
                raise self._died(*self._process.ending()) from None

    def _receive(self, size: int, deadline: "_Deadline") -> bytes:
        parts = bytearray()
        while len(parts) < size:
            self._wait(self._process.answers, select.POLLIN, deadline)
            part = os.read(self._process.answers, size - len(parts))
            if not part:
                raise self._died(*self._process.ending())
            parts += part
        return bytes(parts)

    def _wait(self, descriptor: int, event: int, deadline: "_Deadline") -> None:
        """Wait for the process to read or write, and take what it says on standard error."""
        errors = self._process.errors
        poll = select.poll()
        poll.register(descriptor, event)
        poll.register(errors, select.POLLIN)
        while True:
            ready = dict(poll.poll(deadline.left_ms()))
            if ready.pop(errors, 0) and not self._process.drain_errors():
                poll.unregister(errors)
            if ready:
                return
            if deadline.passed():
                raise self._died("timeout", f"no answer within {deadline.seconds:g} s")

    def _died(self, kind: str, message: str) -> SeatDied:
        self._process.kill()
        return SeatDied(self._seat, kind, message, self.stderr_tail())


class _Deadline:
    """Time for one message: extended once if the process got little of the processor."""

    def __init__(self, process: Handle, seconds: float) -> None:
        self._process = process
        self.seconds = seconds
        self._cpu = process.cpu_seconds()
        self._end = time.monotonic() + seconds
        self._extended = False

    def left_ms(self) -> float:
        return max(0.0, (self._end - time.monotonic()) * 1000)

    def passed(self) -> bool:
        if time.monotonic() < self._end:
            return False
        used = self._process.cpu_seconds() - self._cpu
        if self._extended or used >= self.seconds * _STALLED_SHARE:
            return True
        self._extended = True
        self._end = time.monotonic() + self.seconds
        return False
