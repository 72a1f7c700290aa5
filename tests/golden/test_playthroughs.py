"""Every variant has a readable playthrough, and the engine still plays it line by line."""

from itertools import zip_longest
from pathlib import Path

import pytest
from goldens import golden_text

from engine import variant_names

FOLDER = Path(__file__).parent / "playthroughs"
COMMAND = "python tests/golden/regenerate.py"


def first_difference(found: str, golden: str) -> str | None:
    """Where two texts part, with the lines before it; None if nowhere."""
    pairs = list(zip_longest(found.splitlines(), golden.splitlines()))
    for number, (line, its) in enumerate(pairs, 1):
        if line != its:
            before = [f"      {same}" for same, _ in pairs[max(0, number - 4) : number - 1]]
            return "\n".join([f"line {number}:", *before, f"golden: {its}", f"engine: {line}"])
    return None if found == golden else "the line ends differ"


def test_goldens_and_variants_go_together():
    goldens = {path.stem for path in FOLDER.iterdir()}
    variants = set(variant_names())
    assert not variants - goldens, f"without a golden; {COMMAND} writes it"
    assert not goldens - variants, f"goldens without a variant; {COMMAND} removes them"


@pytest.mark.parametrize("name", variant_names())
def test_playthrough(name: str):
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    difference = first_difference(golden_text(name), golden)
    assert difference is None, f"{name}: {difference}\nIf it is meant: {COMMAND}"


@pytest.mark.parametrize("name", variant_names())
def test_a_golden_can_be_reviewed(name: str):
    """At most 400 lines of 100 columns, and it shows how the match stood at its end."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 400
    assert max(map(len, lines)) <= 100
    assert lines[-1].startswith("Verdict(status=")


def test_the_first_differing_line_is_named():
    assert first_difference("a\nb\n", "a\nb\n") is None
    assert first_difference("a\nb\n", "a\nc\n") == "line 2:\n      a\ngolden: c\nengine: b"
    assert first_difference("a\n", "a\nc\n") == "line 2:\n      a\ngolden: c\nengine: None"
    assert first_difference("a", "a\n") == "the line ends differ"
