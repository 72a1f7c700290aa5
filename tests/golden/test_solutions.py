"""Full deals: the solver finds what `make goldens` found by trying everything."""

import json
from pathlib import Path

import pytest
from solved import FULL_DEALS, full_deal, solutions_text, solved

from engine.tysiac import action_text, action_values, solve

GOLDEN = Path(__file__).parent / "solutions.json"
QUICK = "2 players, 0 marriages, melds from trick 1, deal 1"


@pytest.fixture(scope="module")
def golden() -> dict[str, dict[str, int]]:
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FULL_DEALS)
def test_the_solver_finds_what_is_recorded(name: str, golden: dict[str, dict[str, int]]):
    position, recorded = full_deal(name), golden[name]
    values = action_values(position)
    assert {action_text(action): value for action, value in values.items()} == recorded
    value = max(recorded.values())  # declarer leads
    best = tuple(action for action, found in values.items() if found == value)
    assert solve(position) == (value, best)


def test_every_deal_is_recorded_in_the_form_that_is_written(golden: dict[str, dict[str, int]]):
    assert list(golden) == list(FULL_DEALS)
    assert solutions_text(golden) == GOLDEN.read_text(encoding="utf-8")


def test_what_is_recorded_is_what_trying_everything_finds(golden: dict[str, dict[str, int]]):
    """The quickest of them; `make goldens` does the others."""
    assert solved(QUICK) == golden[QUICK]


def test_the_deals_hold_what_they_are_for(golden: dict[str, dict[str, int]]):
    """Melds that are best, melds that are not, and leads of one deal that differ widely."""
    melds = [
        (value, max(values.values()))
        for values in golden.values()
        for text, value in values.items()
        if "meld" in text
    ]
    assert any(value == best for value, best in melds)
    assert any(value < best for value, best in melds)
    assert any(max(values.values()) - min(values.values()) > 60 for values in golden.values())
