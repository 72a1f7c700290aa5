"""The shell around an entry, in the entry's own process.

It takes the pipe away from the entry's reach (standard output becomes standard error), seeds the
global generators, and only then imports the entry. It knows no seed of the deals, no other seat
and no name. Limits and walls stand around it already (`tournament.isolation`).
"""

import ctypes
import importlib
import importlib.machinery
import io
import os
import random
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import GenericAlias, ModuleType
from typing import Any, BinaryIO, cast

import msgspec

from engine import Bot, Setup, find_game
from tournament.protocol import HEADER_BYTES, Hello, Ready, Reply, frame, shorten

__all__ = ["die_with_parent", "load_class", "serve"]

_PR_SET_PDEATHSIG = 1


def serve() -> None:
    """Serve one seat of one seating until the pipe closes."""
    questions, answers = _take_pipes()
    hello = msgspec.msgpack.decode(_read_frame(questions), type=Hello)
    _seed_globals(hello.process_seed)
    game = find_game(hello.game)
    try:
        bot_class = load_class(hello.folder, hello.module, hello.target)
        bots = _make_bots(bot_class, hello, game.make_rules(hello.rules))
        error = ""
    except BaseException:
        bots, error = [], _last_error()
    answers.write(frame(Ready(error)))
    answers.flush()
    question = GenericAlias(tuple, (int, game.wire_type))
    message = GenericAlias(tuple, (int, GenericAlias(list, (question,))))
    decode = msgspec.msgpack.Decoder(message).decode
    while True:
        number, asked = decode(_read_frame(questions))
        replies = [_answer(bots[line], game.from_wire(values)) for line, values in asked]
        answers.write(frame((number, replies)))
        answers.flush()


def load_class(folder: str, module: str, target: str) -> type[Bot]:
    """Import `module` from `folder` and return its class `target`.

    TypeError if it is no Bot, or one that decides nothing.
    """
    sys.path.insert(0, folder)
    found = getattr(importlib.import_module(module), target, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        raise TypeError(f"{module} has no class {target} that is an engine.Bot")
    if found.decide is Bot.decide:
        raise TypeError(f"{module}.{target} has no method decide(self, decision)")
    return found


def _make_bots(bot_class: type[Bot], hello: Hello, rules: Any) -> list[Bot | str]:
    """One bot per line; in place of one that could not be made, its error."""
    bots: list[Bot | str] = []
    for seed in hello.seeds:
        try:
            bots.append(bot_class(Setup(hello.game, rules, hello.seat, seed)))
        except BaseException:
            bots.append(_last_error())
    return bots


def _answer(bot: Bot | str, decision: Any) -> Reply:
    if isinstance(bot, str):
        return bot
    try:
        action = bot.decide(decision)
    except BaseException:
        return _last_error()
    if type(action) is int and -(2**63) <= action < 2**63:
        return action
    return shorten(f"decide() returned {_quote(action)}, which is no action")


def _quote(value: object) -> str:
    try:
        return f"{value!r:.200} ({type(value).__name__})"
    except BaseException:
        return f"something ({type(value).__name__}) that can't be shown"


def _last_error() -> str:
    return shorten(traceback.format_exc())


def _read_frame(pipe: BinaryIO) -> bytes:
    head = pipe.read(HEADER_BYTES)
    if len(head) < HEADER_BYTES:
        raise SystemExit(0)  # the worker is done with us
    return pipe.read(int.from_bytes(head, "big"))


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Move the pipes off descriptors 0 and 1, so that input() and print() can't touch them."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    sys.stdin = io.StringIO()
    sys.stdout, sys.stderr = _unbuffered(1), _unbuffered(2)
    return questions, answers


def _unbuffered(descriptor: int) -> io.TextIOWrapper:
    """A text stream in which nothing waits: the process will be killed, not ended."""
    raw = io.FileIO(descriptor, "w", closefd=False)
    buffer = cast("BinaryIO", raw)  # as under `python -u`
    return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", write_through=True)


def die_with_parent() -> None:
    """Have the kernel kill this process when the one that started it is gone (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == 1:
            raise SystemExit(1)


def _seed_globals(seed: int) -> None:
    """Seed `random` now, and NumPy's legacy generator now or whenever the entry imports it."""
    random.seed(seed)
    loaded = sys.modules.get("numpy.random")
    if loaded is not None:
        loaded.seed(seed % 2**32)
    else:
        sys.meta_path.insert(0, _SeedNumpy(seed))


class _SeedNumpy(MetaPathFinder):
    """Finds numpy.random as ever, but has it seeded as soon as it is there."""

    def __init__(self, seed: int) -> None:
        self._seed = seed % 2**32

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != "numpy.random":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return spec
        spec.loader = _SeedingLoader(name, spec.loader.path, self._seed)
        return spec


class _SeedingLoader(importlib.machinery.SourceFileLoader):
    """Loads numpy.random and seeds its legacy global generator at once."""

    def __init__(self, name: str, path: str, seed: int) -> None:
        super().__init__(name, path)
        self._seed = seed

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        module.seed(self._seed)
