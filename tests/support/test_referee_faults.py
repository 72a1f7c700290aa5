"""Faults of a record: sound ones pass, others are reported."""

from copy import deepcopy

import pytest
from referee import check_match
from referee_records import FOUR, TWO, Json, with_faults


def cut_off(hand: int, length: int) -> Json:
    """TWO, stopped in the middle of a hand by a fault of a void match."""
    changed = deepcopy(TWO)
    hands = changed["hands"][: hand + 1]
    nothing = [0, 0]
    hands[-1].update(tricks=nothing, marriages=nothing, change=nothing, after=hands[-1]["before"])
    hands[-1]["actions"] = hands[-1]["actions"][:length]
    ends = {"status": "void", "winner": None, "ranks": [1, 1], "final": hands[-1]["before"]}
    return {**changed, "hands": hands, **ends}


VOID = {"status": "void", "winner": None}
SOUND_FAULTS = {
    "strike": with_faults(TWO, (0, 1, 1, "strike")),
    "substitute": with_faults(TWO, (0, 1, 1, "substitute"), winner=1, ranks=[2, 1]),
    "crash": with_faults(TWO, (0, None, None, "substitute"), winner=1, ranks=[2, 1]),
    "strikes": with_faults(
        TWO,
        (0, 0, 0, "strike"),
        (0, 1, 1, "strike"),
        (0, 1, 3, "substitute"),
        winner=1,
        ranks=[2, 1],
    ),
    "all": with_faults(
        TWO,
        (0, 1, 1, "substitute"),
        (1, 1, 0, "substitute"),
        status="tied",
        winner=None,
        ranks=[1, 1],
    ),
    "winner": with_faults(FOUR, (1, 0, 2, "substitute"), winner=0, ranks=[1, 4, 3, 2]),
    "two of four": with_faults(
        FOUR,
        (1, 0, 2, "substitute"),
        (0, None, None, "substitute"),
        winner=3,
        ranks=[3, 3, 2, 1],
    ),
    "void": with_faults(TWO, (0, 1, 1, "void"), ranks=[1, 1], **VOID),
    "void, cut off": with_faults(cut_off(1, 7), (1, 1, 7, "void")),
    "void, first action": with_faults(cut_off(0, 0), (0, 0, 0, "void")),
    "void, crash": with_faults(cut_off(1, 7), (0, None, None, "void")),
}
BAD_FAULTS = {
    "ranks": with_faults(TWO, (0, 1, 1, "substitute"), winner=1),
    "winner": with_faults(TWO, (0, 1, 1, "substitute"), ranks=[2, 1]),
    "strike ranked last": with_faults(TWO, (0, 1, 1, "strike"), winner=1, ranks=[2, 1]),
    "share": with_faults(
        FOUR,
        (1, 0, 2, "substitute"),
        (0, None, None, "substitute"),
        winner=3,
        ranks=[4, 3, 2, 1],
    ),
    "other seat": with_faults(TWO, (0, 1, 0, "strike")),
    "no such action": with_faults(TWO, (0, 1, 99, "strike")),
    "no such hand": with_faults(TWO, (0, 5, 0, "strike")),
    "no such seat": with_faults(TWO, (2, None, None, "substitute")),
    "half a place": with_faults(TWO, (0, 1, None, "substitute"), winner=1, ranks=[2, 1]),
    "twice": with_faults(TWO, (0, 1, 1, "strike"), (0, 1, 1, "strike")),
    "two at a decision": with_faults(
        TWO, (0, 1, 1, "strike"), (0, 1, 1, "substitute"), winner=1, ranks=[2, 1]
    ),
    "after a substitution": with_faults(
        TWO, (0, 1, 1, "substitute"), (0, 1, 3, "strike"), winner=1, ranks=[2, 1]
    ),
    "policy": with_faults(TWO, (0, 1, 1, "forgive")),
    "two policies": with_faults(TWO, (0, 1, 1, "void"), (1, 1, 2, "strike"), ranks=[1, 1], **VOID),
    "void with a winner": with_faults(TWO, (0, 1, 1, "void")),
    "cut off without a fault": cut_off(1, 7),
    "cut off elsewhere": with_faults(cut_off(1, 7), (0, 1, 1, "void")),
    "cut off by another seat": with_faults(cut_off(1, 7), (0, 1, 7, "void")),
    "cut off, goes on": with_faults(
        {**cut_off(0, 1), "hands": [cut_off(0, 1)["hands"][0], TWO["hands"][0]]},
        (1, None, None, "void"),
        final=[60, 0],
    ),
    "cut off, not void": with_faults(cut_off(1, 7), (1, 1, 7, "substitute")),
    "cut off, settled": {
        **with_faults(cut_off(1, 7), (1, 1, 7, "void")),
        "final": [180, 90],
    },
}


@pytest.mark.parametrize("name", SOUND_FAULTS)
def test_sound_faults_pass(name: str) -> None:
    assert check_match(SOUND_FAULTS[name]) == []


@pytest.mark.parametrize("name", BAD_FAULTS)
def test_bad_faults_are_reported(name: str) -> None:
    assert check_match(BAD_FAULTS[name])
