"""docs/draw-the-bomb.md: its numbers are those of the rules, and the other pages lead to it."""

import re

import pytest
from leagues import ROOT

from engine import RulesError
from engine.draw_the_bomb import CARD_TEXTS, RESHUFFLE, house_rules, make_rules

TEXT = (ROOT / "docs" / "draw-the-bomb.md").read_text(encoding="utf-8")
SETUP = TEXT.partition("## Setup")[2].partition("\n## ")[0]


def test_the_settings_are_all_there_with_the_counts_of_the_house():
    """In the table of Setup: settings, meaning, then a column for 2, 3, 4 and 5 players."""
    rows = [row.strip("| ").split(" | ") for row in re.findall(r"^\| `.*$", SETUP, re.MULTILINE)]
    counts = {name: row[2:6] for row in rows for name in re.findall(r"`(\w+)`", row[0])}
    house = [house_rules(players).settings() for players in (2, 3, 4, 5)]
    expected = {name: [str(own[name]) for own in house] for name in house[0] if name != "players"}
    assert counts == expected


def test_the_ranges_are_those_that_are_taken():
    plenty = {"actions_dealt": 0}
    for row in re.findall(r"^\| `.*$", SETUP, re.MULTILINE):
        lowest, highest = map(int, row.strip("| ").split(" | ")[-1].split(" to "))
        for name in re.findall(r"`(\w+)`", row.split(" | ")[0]):
            many = {**plenty, **dict.fromkeys(("scouts", "dodges"), 20), name: highest}
            assert getattr(make_rules(many), name) == highest
            for wrong in (lowest - 1, highest + 1):
                with pytest.raises(RulesError):
                    make_rules({**plenty, name: wrong})


def test_every_action_card_has_a_row():
    turn = TEXT.partition("## A turn")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", turn, re.MULTILINE) == list(CARD_TEXTS[: RESHUFFLE + 1])


@pytest.mark.parametrize("page", ["README.md", "docs/records.md", "docs/authors.md"])
def test_other_pages_lead_to_the_rules(page: str):
    links = re.findall(r"\(([\w/.-]*draw-the-bomb\.md)\)", (ROOT / page).read_text("utf-8"))
    targets = {((ROOT / page).parent / link).resolve() for link in links}
    assert (ROOT / "docs" / "draw-the-bomb.md").resolve() in targets
