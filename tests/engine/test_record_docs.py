"""The example in docs/records.md is a match that the engine replays, and the tables are right."""

import json
import re
from pathlib import Path

from engine import find_variant
from engine.draw_the_bomb import action_text

TEXT = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
SECTION = TEXT.partition("## Draw the Bomb")[2]


def test_the_example_of_draw_the_bomb_replays():
    block = re.search(r"```json\n(.*?)```", SECTION, re.DOTALL)
    assert block is not None
    hand = json.loads(block[1])
    _, game, rules = find_variant("bomb-2p")
    match = game.replay_match(rules, [hand])
    for seat, action in game.recorded_actions(hand):
        assert match.to_move == seat
        match.apply(action)
    assert json.loads(json.dumps(match.hands)) == [hand]
    assert match.verdict is not None
    assert match.verdict.ranks == (2, 1)


def test_the_numbers_of_the_actions_are_as_written():
    rows = re.findall(r"^\| `([a-z ]+)` \| (\d+) \|", SECTION, re.MULTILINE)
    assert len(rows) == 8
    assert all(action_text(int(number)) == text for text, number in rows)
