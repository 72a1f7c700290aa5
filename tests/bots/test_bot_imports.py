"""House bots stand on the engine's public names alone, as any entry does."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bots

FOLDER = Path(bots.__file__).parent
ALLOWED = {"engine", "engine.tysiac", "engine.draw_the_bomb"}


def imported(source: str) -> Iterator[str]:
    """The modules that a source imports from, relative ones with their dots."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def is_allowed(module: str) -> bool:
    top = module.partition(".")[0]
    return module in ALLOWED or top == "bots" or top in sys.stdlib_module_names


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.relative_to(FOLDER).as_posix()
)
def test_imports_only_public_names_and_the_standard_library(path):
    foreign = {module for module in imported(path.read_text()) if not is_allowed(module)}
    assert not foreign


@pytest.mark.parametrize(
    "line",
    [
        "import numpy",
        "import engine.tysiac.match",
        "from engine.tysiac.hand import Hand",
        "from tournament import entries",
        "from .. import engine",
    ],
)
def test_the_check_sees(line):
    assert not all(is_allowed(module) for module in imported(line))
