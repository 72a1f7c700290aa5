"""Entries that break one rule each, for the tests of faults. All else they do is legal."""

import contextlib
import ctypes
import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

from engine import Bot


class Honest(Bot):
    """Plays the last legal action, always."""

    def decide(self, decision):
        return decision.legal[-1] if decision.legal[-1] < 30_000 else decision.legal[-2]


class Raises(Honest):
    """Raises at its first card of the second deal."""

    def decide(self, decision):
        if decision.phase == "play" and decision.n >= 1:
            sys.stderr.write("about to fail\n")
            raise ValueError("no idea what to play")
        return super().decide(decision)


class Illegal(Honest):
    """Answers with an action that is never legal."""

    def decide(self, decision):
        return 9 if decision.phase == "play" else super().decide(decision)


class WrongType(Honest):
    """Answers True, which Python takes for 1."""

    def decide(self, decision):
        return True if decision.phase == "auction" else super().decide(decision)


class HugeNumber(Honest):
    def decide(self, decision):
        return 10**4000


class Text(Honest):
    def decide(self, decision):
        return "pass"


class BrokenConstructor(Honest):
    def __init__(self, setup):
        raise RuntimeError("cannot start")


class Chatty(Honest):
    """Legal, but prints all the time and reads standard input."""

    def decide(self, decision):
        print("thinking", decision)
        sys.stdin.read()
        return super().decide(decision)


class Exits(Honest):
    """Ends its process in the third deal."""

    def decide(self, decision):
        if decision.n >= 2:
            os._exit(7)
        return super().decide(decision)


class SystemExits(Honest):
    def decide(self, decision):
        raise SystemExit(3)


class Segfaults(Honest):
    def decide(self, decision):
        if decision.phase == "play":
            ctypes.string_at(0)
        return super().decide(decision)


class Sleeps(Honest):
    """Sleeps for ever when the second deal is played."""

    def decide(self, decision):
        if decision.phase == "play" and decision.n == 1:
            time.sleep(3600)
        return super().decide(decision)


class Loops(Honest):
    def decide(self, decision):
        while decision.phase == "play":
            pass
        return super().decide(decision)


class Eats(Honest):
    """Takes more memory than it may."""

    def decide(self, decision):
        if decision.phase == "play":
            self.food = bytearray(200_000_000)
            self.food[::4096] = b"x" * len(self.food[::4096])
        return super().decide(decision)


class Floods(Honest):
    """Writes megabytes to standard error."""

    def decide(self, decision):
        sys.stderr.write("spam " * 20_000)
        return super().decide(decision)


class CrashesInStep(Honest):
    """Dies whenever its process has to serve more than one match."""

    objects = 0

    def __init__(self, setup):
        super().__init__(setup)
        CrashesInStep.objects += 1

    def decide(self, decision):
        if CrashesInStep.objects > 1:
            os._exit(1)
        return super().decide(decision)


class CrashesOnce(Honest):
    """Dies at its first decision, once: a marker file, whose path a test sets, says so."""

    marker = Path()

    def decide(self, decision):
        if not self.marker.exists():
            self.marker.touch()
            os._exit(1)
        return super().decide(decision)


class Careless(Honest):
    """Keeps a counter over all matches of its process and draws from the global generator."""

    asked = 0

    def decide(self, decision):
        Careless.asked += 1
        legal = [action for action in decision.legal if action < 30_000]
        return legal[(Careless.asked + random.randrange(100)) % len(legal)]


class DeletesItself(Honest):
    """Deletes its own files, its folder included."""

    def decide(self, decision):
        shutil.rmtree(Path(__file__).parent, ignore_errors=True)
        return super().decide(decision)


class WritesGarbage(Honest):
    """Writes into every descriptor that it finds."""

    def decide(self, decision):
        for descriptor in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(descriptor, b"\xff" * 100)
        return super().decide(decision)


class StopsItself(Honest):
    def decide(self, decision):
        if decision.phase == "play":
            os.kill(os.getpid(), signal.SIGSTOP)
        return super().decide(decision)


class RaisesStrangely(Honest):
    """An exception that is no Exception, with a text that is no text."""

    def decide(self, decision):
        raise KeyboardInterrupt("\udc80" * 50_000)


class CannotBeShown(Honest):
    def decide(self, decision):
        class Nothing:
            def __repr__(self):
                raise RuntimeError

        return Nothing()


class PatchesUs(Honest):
    """Replaces our shell's own functions in its process."""

    def decide(self, decision):
        sys.modules["tournament.host"].frame = lambda message: b"\0\0\0\1x"
        return super().decide(decision)


class KillsWorker(Honest):
    """Ends the process that it plays in: the worker, when it plays inline."""

    def decide(self, decision):
        os._exit(23)


class Nondeterministic(Honest):
    def decide(self, decision):
        legal = [action for action in decision.legal if action < 30_000]
        return legal[os.urandom(1)[0] % len(legal)]
