"""Entries that go beyond a limit, break the protocol, or won't die."""

import contextlib
import ctypes
import gc
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
import time

from engine import Bot


class Legal(Bot):
    def decide(self, decision):
        return decision.legal[0]


def pipes():
    """The shell's own pipes: descriptors beyond the standard ones that are pipes."""
    found = []
    for number in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                found.append(number)
        except OSError:
            continue
    return found


def say_raw(content):
    for number in pipes():
        try:
            while content:
                content = content[os.write(number, content) :]
        except OSError:
            continue


class ForkBomb(Bot):
    def decide(self, decision):
        while True:
            try:
                os.fork()
            except OSError:
                time.sleep(0.01)


class CountsItsChildren(Legal):
    """Tells how many processes it can have beside itself."""

    def decide(self, decision):
        children = 0
        with contextlib.suppress(BlockingIOError):
            while children < 500:
                if os.fork() == 0:
                    signal.pause()
                children += 1
        sys.stderr.write(f"{children} children")
        return super().decide(decision)


class MemoryBomb(Bot):
    def decide(self, decision):
        self.food = []
        while True:
            self.food.append(bytearray(b"x" * 10_000_000))


class MemorySplit(Bot):
    """Eight children that each stay below the limit, and are far above it together."""

    def decide(self, decision):
        for _ in range(8):
            if os.fork() == 0:
                food = bytearray(b"x" * 40_000_000)
                time.sleep(3600)
                del food
        time.sleep(3600)


class Loops(Bot):
    def decide(self, decision):
        while True:
            pass


class Sleeps(Bot):
    def decide(self, decision):
        time.sleep(3600)


class StopsItself(Bot):
    def decide(self, decision):
        os.kill(os.getpid(), signal.SIGSTOP)
        return decision.legal[0]


class MisnamesItself(Bot):
    """Its name in /proc is no text, and looks like the end of a name and more."""

    def decide(self, decision):
        ctypes.CDLL(None).prctl(15, b"\xff\xfe) Z 1 1 (")
        time.sleep(3600)


class Stubborn(Bot):
    """Ignores every signal that can be ignored."""

    def decide(self, decision):
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        time.sleep(3600)


class Daemons(Legal):
    """Leaves daemons behind: forked twice, in sessions of their own, deaf and stopped."""

    def decide(self, decision):
        for stopped in (False, True, False):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.setsid()
                    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                        signal.signal(number, signal.SIG_IGN)
                    if stopped:
                        with contextlib.suppress(OSError):
                            os.kill(os.getpid(), signal.SIGSTOP)
                    while True:
                        time.sleep(3600)
                os._exit(0)
        return super().decide(decision)


class DaemonsThenExit(Daemons):
    def decide(self, decision):
        super().decide(decision)
        os._exit(5)


class KillsItsWatchman(Daemons):
    """Leaves daemons behind, and kills whoever would kill them."""

    def decide(self, decision):
        action = super().decide(decision)
        with contextlib.suppress(OSError):
            os.kill(os.getppid(), signal.SIGKILL)
        return action


class Exits(Bot):
    def decide(self, decision):
        os._exit(7)


class Segfaults(Bot):
    def decide(self, decision):
        ctypes.string_at(0)


class DiesNamelessly(Bot):
    """Of a signal that has no name."""

    def decide(self, decision):
        os.kill(os.getpid(), 40)


class StarvesItsWatchman(Bot):
    """Takes from it what it needs to look around, and ends."""

    def decide(self, decision):
        for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_AS, resource.RLIMIT_CPU):
            with contextlib.suppress(OSError):
                resource.prlimit(os.getppid(), kind, (0, 0))
        time.sleep(0.3)
        os._exit(9)


class Garbage(Bot):
    def decide(self, decision):
        say_raw(b"\xff\x00garbage" * 1000)
        return decision.legal[0]


class HalfAnAnswer(Bot):
    def decide(self, decision):
        say_raw(b"\x00\x00\x00\x40half")
        time.sleep(3600)


class Endless(Bot):
    """A hundred megabytes and no end of the message."""

    def decide(self, decision):
        say_raw(b"\x7f" * 100_000_000)
        return decision.legal[0]


class ClosesPipes(Bot):
    def decide(self, decision):
        os.closerange(3, 64)
        time.sleep(3600)


class FloodsErrors(Legal):
    """A hundred megabytes on standard error, and then a legal answer."""

    def decide(self, decision):
        for _ in range(100):
            sys.stderr.write("spam" * 250_000)
        return super().decide(decision)


class AnswersTwice(Legal):
    """Its second answer is there before anybody has asked."""

    def decide(self, decision):
        def later():
            time.sleep(0.05)
            say_raw(b"\x00\x00\x00\x04\x92\x02\x91\x00")

        threading.Thread(target=later, daemon=True).start()
        return super().decide(decision)


class AnswersAnother(Legal):
    """Answers to a round that it wasn't asked in."""

    def decide(self, decision):
        say_raw(b"\x00\x00\x00\x04\x92\x09\x91\x00")
        return super().decide(decision)


class Burns(Legal):
    """Goes on computing while it is the opponent's turn."""

    def decide(self, decision):
        for _ in range(2):
            if os.fork() == 0:
                while True:
                    pass
        return super().decide(decision)


class Comets(Legal):
    """Processes that fork and end at once: where one is looked for, its child goes on."""

    def decide(self, decision):
        if os.fork() == 0:
            os.setsid()
            while True:
                if os.fork() > 0:
                    os._exit(0)
        return super().decide(decision)


class BurnsAWhile(Legal):
    """Stops just before anybody looks at who computes now."""

    def decide(self, decision):
        if os.fork() == 0:
            end = time.monotonic() + 1.5
            while time.monotonic() < end:
                pass
            os._exit(0)
        return super().decide(decision)


class Patches(Legal):
    """Looks through frames and objects of its process, and changes what it finds."""

    def decide(self, decision):
        frame = sys._getframe()
        while frame:
            frame.f_locals.clear()
            frame = frame.f_back
        names = {type(each).__module__ for each in gc.get_objects()}
        for name in ("batch", "roster", "schedule", "line", "records"):
            if f"tournament.{name}" in sys.modules or f"tournament.{name}" in names:
                raise RuntimeError("the runner is here")
        return super().decide(decision)


class Spawns(Legal):
    """Runs a program of the system that outlives its answer."""

    def decide(self, decision):
        subprocess.Popen(["/bin/sleep", "3600"])
        return super().decide(decision)


class BurnsAlways(Legal):
    """Fills every core with processes of its own, whoever's turn it is."""

    def __init__(self, setup):
        super().__init__(setup)
        for _ in range(24):
            if os.fork() == 0:
                os.setsid()
                while True:
                    pass
