"""Compiles the engine with mypyc where a C compiler is found; plain Python is the fallback.

`TYSIAC_ENGINE=compiled` makes a failure an error, `TYSIAC_ENGINE=plain` compiles nothing. An
editable install stays plain unless it is forced: compiled files would hide what is edited.
"""

import os
import shlex
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SWITCH = "TYSIAC_ENGINE"
MODES = ("auto", "compiled", "plain")
PLAIN = (
    "engine/bot.py",
    "engine/draw_the_bomb/decision.py",
    "engine/draw_the_bomb/plain.py",
    "engine/tysiac/plain.py",
)
"""Modules that are never compiled; why, stands there."""


def mode() -> str:
    """What the environment asks for."""
    found = os.environ.get(SWITCH, "auto")
    if found not in MODES:
        raise SystemExit(f"error: {SWITCH}: found {found!r}; allowed: {', '.join(MODES)}")
    return found


def say(text: str) -> None:
    """Tell whoever installs (pip shows it with -v)."""
    sys.stderr.write(f"engine: {text}\n")


def obstacle() -> str | None:
    """Why the engine should stay plain, None if it can be compiled."""
    if mode() == "plain":
        return f"{SWITCH}=plain"
    if mode() == "compiled":
        return None
    if "editable_wheel" in sys.argv:
        return "an editable install"
    words = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if not words or shutil.which(words[0]) is None:
        return "no C compiler"
    if find_spec("mypyc") is None:
        return "no mypyc"
    return None


def extensions() -> list[Extension]:
    """All modules of the engine as one compiled group; none if there is an obstacle."""
    reason = obstacle()
    if reason is not None:
        say(f"plain Python ({reason})")
        return []
    from mypyc.build import mypycify

    found = sorted(path.as_posix() for path in Path("engine").rglob("*.py"))
    sources = [path for path in found if path not in PLAIN]
    options = [f"--config-file={os.devnull}"]
    compiled: list[Extension] = mypycify(
        [*options, *sources], opt_level="3", debug_level="0", group_name="tysiac_engine"
    )
    for extension in compiled:
        # A new compiler's new warning is no reason to stay plain. Hidden symbols are called
        # directly, which takes a twentieth off a hand, as the third level of optimising does.
        extra = ["-Wno-error", "-fvisibility=hidden"]
        extension.extra_compile_args = [*extension.extra_compile_args, *extra]
    return compiled


class BuildAllOrNone(build_ext):
    """Where one extension fails, none is kept: half an engine would not import."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if mode() == "compiled":
                raise
            say(f"plain Python (compiling failed: {type(error).__name__})")
            for path in map(Path, self.get_outputs()):
                path.unlink(missing_ok=True)
            self.extensions = []
        else:
            if self.extensions:
                say("compiled")


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNone})
