"""Records: replayed they give themselves again, as rows they lose nothing, and can be retold."""

import json
from typing import Any

import pytest
from hypothesis import given
from strategies import VARIANTS, Walk, examples, played, variant, walks

from engine import Game, RecordError, find_game
from engine.tysiac import Rules

every_variant = pytest.mark.parametrize("name", VARIANTS)
TYSIAC = find_game("tysiac")
TYPES = {"int8": 7, "int16": 15, "int32": 31}


def as_json(hands: Any) -> Any:
    return json.loads(json.dumps(hands))


def match_of(name: str, walk: Walk, **changes: object) -> tuple[Game, Rules, Any]:
    game, rules = variant(name, **{"max_deals": 4, **changes})
    return game, rules, played(game.new_match(rules, walk.key), walk)


@every_variant
@examples(20)
@given(walk=walks)
def test_a_replay_gives_the_same_records(name: str, walk: Walk):
    """From the records alone, as they come out of JSON."""
    game, rules, match = match_of(name, walk)
    hands = as_json(match.hands)
    replay = game.replay_match(rules, hands)
    for hand in hands:
        for seat, action in game.recorded_actions(hand):
            assert replay.to_move == seat
            replay.apply(action)
    assert as_json(replay.hands) == hands
    assert (replay.verdict, replay.scores) == (match.verdict, match.scores)


@every_variant
@examples(20)
@given(walk=walks)
def test_hands_as_rows_and_back(name: str, walk: Walk):
    game, rules, match = match_of(name, walk)
    hands = as_json(match.hands)
    rows = game.hand_rows(rules, hands)
    again = [
        game.hand_from_rows(row, hand["actions"]) for row, hand in zip(rows, hands, strict=True)
    ]
    assert as_json(again) == hands
    assert [list(hand) for hand in again] == [list(hand) for hand in hands]


@every_variant
@examples(10)
@given(walk=walks)
def test_rows_fit_their_columns(name: str, walk: Walk):
    game, rules, match = match_of(name, walk)
    for row in game.hand_rows(rules, match.hands):
        assert len(row.seats) == rules.players
        tables = [(game.hand_columns, row.hand)] + [(game.seat_columns, seat) for seat in row.seats]
        for columns, values in tables:
            for column, value in zip(columns, values, strict=True):
                if value is None:
                    assert column.nullable, column.name
                elif column.type in TYPES:
                    assert type(value) is int, column.name
                    assert abs(value) < 2 ** TYPES[column.type], column.name
                else:
                    assert type(value) is {"bool": bool, "text": str}[column.type], column.name


EARLY_BARREL = {
    "barrier": None,
    "barrel": {"from": 50, "deals": 2, "penalty": 30},
    "redeal_threshold": 70,
    "max_deals": 7,
}
"""So that a short match comes to a barrel, on it and off, with redeals in between."""


@every_variant
@pytest.mark.parametrize("changes", [{}, EARLY_BARREL], ids=["as it is", "early barrel"])
@examples(10)
@given(walk=walks)
def test_rows_say_what_the_match_knew(name: str, changes: dict[str, object], walk: Walk):
    """Bombs left and who is barred come from the rows alone; the match agrees."""
    game, rules, match = match_of(name, walk, **changes)
    replay = game.replay_match(rules, match.hands)
    names = [column.name for column in game.seat_columns]
    for row, hand in zip(game.hand_rows(rules, match.hands), match.hands, strict=True):
        view = replay.observe(0)
        for seat, values in enumerate(row.seats):
            value = dict(zip(names, values, strict=True))
            on_barrier = rules.barrier is not None and view.scores[seat] >= rules.barrier
            assert value["bombs_left"] == view.bombs_left[seat]
            assert value["barred"] == (on_barrier or view.barrel[seat] > 0)
            assert value["before"] == view.scores[seat]
            if value["barred"] and value["role"] not in ("declarer", None):
                assert value["change"] in (0, -rules.barrel.penalty if rules.barrel else 0)
        for _, action in game.recorded_actions(hand):
            replay.apply(action)


@every_variant
@examples(10)
@given(walk=walks)
def test_a_hand_can_always_be_retold(name: str, walk: Walk):
    game, rules, match = match_of(name, walk)
    names = [f"name{seat}" for seat in range(rules.players)]
    for hand in as_json(match.hands):
        steps = game.tell_hand(rules, hand, names)
        assert steps[0].startswith(f"Deal {hand['n']}")
        assert steps[-1].startswith("Redeal" if "redeal" in hand else "Settlement")
        text = "\n".join(steps)
        assert all(action in text for _, action in hand["actions"])
        assert all(person in text for person in names)


@every_variant
def test_a_running_hand_is_a_record_without_points(name: str):
    """Cut off anywhere it can be written, replayed, tabulated and retold."""
    game, rules = variant(name, max_deals=2)
    walk = Walk(5, (), 991)
    match = game.new_match(rules, walk.key)
    step = 0
    while match.verdict is None:
        running = as_json(match.running_hand())
        assert running["n"] == match.observe(0).n
        assert not any(running["change"] + running["tricks"] + running["marriages"])
        assert running["after"] == running["before"]
        assert match.position == (len(match.hands), len(running["actions"]))
        (row,) = game.hand_rows(rules, [running])
        assert as_json(game.hand_from_rows(row, running["actions"])) == running
        assert game.tell_hand(rules, running, ["x"] * rules.players)
        match.apply(walk.choose(match.legal, step))
        step += 1


# Records that can't be


GOOD = as_json(match_of("house-3p", Walk(1, (), 0))[2].hands[0])


@pytest.mark.parametrize(
    "actions",
    [
        None,
        "pass",
        {},
        [[2, "pass"], [0, "Pass"]],
        [[2, "105"]],
        [[2]],
        [2, "pass"],
        [[2, 0]],
        [[2, None]],
        [[2, "pass", 1]],
    ],
    ids=str,
)
def test_actions_that_can_not_be_read(actions: object):
    with pytest.raises(RecordError):
        TYSIAC.recorded_actions({**GOOD, "actions": actions})


@pytest.mark.parametrize(
    "change",
    [
        {"dealt": None},
        {"dealt": [["9s", "9s"]]},
        {"dealt": [["10h"]]},
        {"dealt": "9s"},
        {"musik": [[1, 2]]},
        {"musik": [3]},
        {"n": "0"},
        {"redeals": None},
    ],
    ids=str,
)
def test_a_deal_that_can_not_be_read(change: dict[str, object]):
    with pytest.raises(RecordError, match="hand 0"):
        TYSIAC.replay_match(TYSIAC.make_rules({}), [{**GOOD, **change}])


@pytest.mark.parametrize("key", ["n", "redeals", "dealt", "musik"])
def test_a_deal_with_a_key_missing(key: str):
    hand = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(RecordError, match=key):
        TYSIAC.replay_match(TYSIAC.make_rules({}), [hand])


def test_a_replay_beyond_its_record_says_so():
    rules = TYSIAC.make_rules({})
    match = TYSIAC.replay_match(rules, [GOOD])
    *actions, (_, last) = TYSIAC.recorded_actions(GOOD)
    for _, action in actions:
        match.apply(action)
    with pytest.raises(RecordError, match="no deal 1 after 0 redeals"):
        match.apply(last)
    with pytest.raises(RecordError, match="no deal 0"):
        TYSIAC.replay_match(rules, [])
