"""An entry in a process of its own: one per seat and seating, gone with all that it started."""

import os
import select
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from engine import Decision
from tournament.isolation.handle import Handle
from tournament.jsonlines import BadMessage
from tournament.league import Limits
from tournament.seats.base import Answer, NoAction, Seat, SeatDied
from tournament.seats.dialects import Dialect

__all__ = ["ProcessSeat"]

_START_SECONDS = 20.0
_LOOK_SECONDS = 0.02
_LOOK_SHARE = 1 / 8  # of the time allowed, after which the processor time is looked at
_STALLED_SHARE = 0.5  # less CPU than this share of the wall time: the machine stood still, not we


class ProcessSeat(Seat):
    """Serves one seat of all lines of a seating from a fresh process.

    `shares` are the seconds per decision of each message; `peak_bytes` the largest resident size
    that was seen.
    """

    def __init__(self, seat: int, dialect: Dialect, limits: Limits, process: Handle) -> None:
        self._seat = seat
        self._dialect = dialect
        self._limits = limits
        self._spent = [0.0] * dialect.matches
        self.decisions = 0
        self.seconds = 0.0
        self.shares: list[float] = []
        self.peak_bytes = 0
        self._process = process
        self._poll = select.poll()
        self._poll.register(process.answers, select.POLLIN)
        self._poll.register(process.errors, select.POLLIN)
        self._listening = True  # until it has closed its standard error
        self._looked = 0.0
        self._greeted = False
        self._start_error = ""

    def ask(
        self,
        questions: Sequence[tuple[int, Decision]],
        when_slow: Callable[[], None] | None = None,
    ) -> list[Answer]:
        """Send one message, wait for its reply, check it. Raises SeatDied.

        `when_slow` is called once if the answer isn't there after an eighth of its time.
        """
        if self.greet():
            return [NoAction("exception", self._start_error)] * len(questions)
        allowed = self._limits.decision_ms / 1000 * len(questions)
        start = time.monotonic()
        most = self._dialect.most(len(questions))
        deadline = _Deadline(self._process, allowed, when_slow)
        message = self._exchange(self._dialect.question(questions), deadline, most)
        self._account(questions, time.monotonic() - start)
        try:
            return self._dialect.answers(message, questions)
        except BadMessage as error:
            raise self._died("protocol", str(error)) from None

    def greet(self) -> str:
        """Say hello if that hasn't been done: why the entry can't play, or "". Raises SeatDied."""
        if not self._greeted:
            self._greeted = True
            most = self._dialect.most(0)
            deadline = _Deadline(self._process, _START_SECONDS)
            message = self._exchange(self._dialect.hello(), deadline, most)
            try:
                self._start_error = self._dialect.start_error(message)
            except BadMessage as error:
                raise self._died("protocol", str(error)) from None
        return self._start_error

    def cpu_seconds(self) -> float:
        """Processor time that its process and what that has started have used."""
        return self._process.cpu_seconds()

    def freeze(self) -> None:
        """Let nothing of it run while it is another's turn."""
        self._process.freeze()

    def thaw(self) -> None:
        """Let it run again."""
        self._process.thaw()

    def dismiss(self) -> None:
        """Say farewell, and have the process end soon, without waiting for it."""
        with suppress(OSError):  # it may be gone, or not listen any more
            os.write(self._process.questions, self._dialect.farewell)
        self._process.dismiss()

    def close(self) -> None:
        """Kill the process and all that it has started: nothing of it is left."""
        self._process.close()

    def stderr_tail(self) -> str:
        """The last 4 KiB that the entry wrote to standard error."""
        return self._process.stderr_tail()

    def _account(self, questions: Sequence[tuple[int, Decision]], seconds: float) -> None:
        self.decisions += len(questions)
        self.seconds += seconds
        share = seconds / len(questions)
        self.shares.append(share)
        for line, _ in questions:
            self._spent[line] += share
            if self._spent[line] * 1000 > self._limits.match_ms:
                raise self._died("timeout", f"over {self._limits.match_ms} ms in one match")
        now = time.monotonic()
        if now - self._looked > _LOOK_SECONDS:  # its watchman looks too; this names the decision
            self._looked = now
            resident = self._process.resident_bytes()
            self.peak_bytes = max(self.peak_bytes, resident)
            if resident > self._limits.memory_mb * 1024 * 1024:
                raise self._died("memory", f"over {self._limits.memory_mb} MB")

    def _exchange(self, message: bytes, deadline: "_Deadline", most: int) -> bytes:
        """Send a message and read one of at most `most` bytes in time."""
        self._refuse_early_answers()
        self._send(message, deadline)
        return self._receive(deadline, most)

    def _refuse_early_answers(self) -> None:
        for descriptor, event in self._poll.poll(0):
            if descriptor == self._process.answers and event & select.POLLIN:
                raise self._died("protocol", "it answered before it was asked")

    def _send(self, message: bytes, deadline: "_Deadline") -> None:
        view = memoryview(message)
        while view:
            try:
                view = view[os.write(self._process.questions, view) :]
            except BlockingIOError:
                self._await_room(deadline)
            except BrokenPipeError:
                raise self._died(*self._process.ending()) from None

    def _await_room(self, deadline: "_Deadline") -> None:
        """Wait until the process has read some of a long question."""
        poll = select.poll()
        poll.register(self._process.questions, select.POLLOUT)
        if self._listening:
            poll.register(self._process.errors, select.POLLIN)
        self._wait(poll, self._process.questions, deadline)

    def _receive(self, deadline: "_Deadline", most: int) -> bytes:
        read = b""
        try:
            while missing := self._dialect.missing(read, most):
                self._wait(self._poll, self._process.answers, deadline)
                part = os.read(self._process.answers, missing)
                if not part:
                    raise self._died(*self._process.ending())
                read += part
        except BadMessage as error:
            raise self._died("protocol", str(error)) from None
        return read

    def _wait(self, poll: select.poll, descriptor: int, deadline: "_Deadline") -> None:
        """Wait for the process to read or write, and take what it says on standard error."""
        while True:
            ready = [number for number, _ in poll.poll(deadline.left_ms())]
            if self._process.errors in ready and not self._process.drain_errors():
                poll.unregister(self._process.errors)
                if poll is not self._poll:
                    self._poll.unregister(self._process.errors)
                self._listening = False
            if descriptor in ready:
                return
            if deadline.passed():
                raise self._died("timeout", f"no answer within {deadline.seconds:g} s")

    def _died(self, kind: str, message: str) -> SeatDied:
        self._process.kill()
        return SeatDied(self._seat, kind, message, self.stderr_tail())


class _Deadline:
    """Time for one message: extended once if the process got little of the processor.

    Its processor time is looked at only after a while, so that a quick answer costs nothing.
    """

    def __init__(
        self, process: Handle, seconds: float, when_slow: Callable[[], None] | None = None
    ) -> None:
        self._process = process
        self._when_slow = when_slow
        self.seconds = seconds
        self._watched = seconds * (1 - _LOOK_SHARE)
        self._end = time.monotonic() + seconds
        self._cpu: float | None = None
        self._extended = False

    def left_ms(self) -> float:
        left = self._end - time.monotonic()
        if self._cpu is None:
            left -= self._watched
        return max(0.0, left * 1000)

    def passed(self) -> bool:
        now = time.monotonic()
        if self._cpu is None and now >= self._end - self._watched:
            self._cpu = self._process.cpu_seconds()
            if self._when_slow is not None:
                self._when_slow()
        if now < self._end:
            return False
        used = self._process.cpu_seconds() - (self._cpu or 0.0)
        if self._extended or used >= self._watched * _STALLED_SHARE:
            return True
        self._extended = True
        self._end = now + self.seconds
        return False
