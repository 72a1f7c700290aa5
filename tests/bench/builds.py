"""The engine plain and compiled, each in a process of its own, so that they can take turns."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from engine import COMPILED

SOURCES = Path(__file__).parent.parent.parent


def environment(*, plain: bool) -> dict[str, str]:
    """That of a process: the sources, beside the installed, compiled packages, are plain."""
    return os.environ | ({"PYTHONPATH": str(SOURCES)} if plain else {})


def serve(answer: Callable[[str], float]) -> None:
    """Say which build this is, then answer each line with a number."""
    print("compiled" if COMPILED else "plain", flush=True)
    for line in sys.stdin:
        print(answer(line.strip()), flush=True)


class Build:
    """A process of `script`, which serves when it is given an argument."""

    def __init__(self, script: str, *, plain: bool) -> None:
        self._process = subprocess.Popen(
            [sys.executable, script, "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(plain=plain),
        )
        self.name = self._line()

    def ask(self, question: str) -> float:
        self._process.stdin.write(f"{question}\n")
        self._process.stdin.flush()
        return float(self._line())

    def close(self) -> None:
        self._process.communicate()

    def _line(self) -> str:
        line = self._process.stdout.readline()
        assert line, "the build is dead"
        return line.strip()
