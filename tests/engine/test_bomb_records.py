"""Draw the Bomb: records replayed give themselves again; as rows they lose nothing."""

import json
import re
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import BOMB_VARIANTS, Walk, examples, played, variant, walks

from engine import Game, RecordError, find_game
from engine.draw_the_bomb import parse_action, texts_of

every_variant = pytest.mark.parametrize("name", BOMB_VARIANTS)
GAME = find_game("draw_the_bomb")
TYPES = {"int8": 7, "int16": 15, "int32": 31}


def as_json(hands: Any) -> Any:
    return json.loads(json.dumps(hands))


def match_of(name: str, walk: Walk) -> tuple[Game, Any, Any]:
    game, rules = variant(name)
    return game, rules, played(game.new_match(rules, walk.key), walk)


def replayed(game: Game, rules: Any, hands: list[Any]) -> Any:
    """From the records alone, as they come out of JSON."""
    replay = game.replay_match(rules, hands)
    for seat, action in game.recorded_actions(hands[0]):
        assert replay.to_move == seat
        replay.apply(action)
    return replay


@every_variant
@examples(20)
@given(walk=walks)
def test_a_replay_gives_the_same_record(name: str, walk: Walk):
    game, rules, match = match_of(name, walk)
    hands = as_json(match.hands)
    replay = replayed(game, rules, hands)
    assert as_json(replay.hands) == hands
    assert (replay.verdict, replay.scores) == (match.verdict, match.scores)


@every_variant
@examples(20)
@given(walk=walks)
def test_hands_as_rows_and_back(name: str, walk: Walk):
    game, rules, match = match_of(name, walk)
    hands = as_json(match.hands)
    (rows,) = game.hand_rows(rules, hands)
    again = game.hand_from_rows(rows, hands[0]["actions"])
    assert as_json(again) == hands[0]
    assert list(again) == list(hands[0])


@every_variant
@examples(10)
@given(walk=walks)
def test_rows_fit_their_columns(name: str, walk: Walk):
    game, rules, match = match_of(name, walk)
    (row,) = game.hand_rows(rules, match.hands)
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


def named(columns: Any, values: Any) -> dict[str, Any]:
    return dict(zip([column.name for column in columns], values, strict=True))


@every_variant
@examples(10)
@given(walk=walks)
def test_rows_say_what_happened(name: str, walk: Walk):
    """Counted from the record alone, they agree with the match played again step by step."""
    game, rules, match = match_of(name, walk)
    (row,) = game.hand_rows(rules, match.hands)
    replay = game.replay_match(rules, match.hands)
    players = range(rules.players)
    turns, draws, hidden = ([0] * rules.players for _ in range(3))
    mover = -1
    for seat, action in game.recorded_actions(match.hands[0]):
        turns[seat] += seat != mover
        mover = seat
        cards = len(replay.hand.deck)
        replay.apply(action)
        draws[seat] += len(replay.hand.deck) < cards
        hidden[seat] += len(replay.hand.deck) > cards
    hand = named(game.hand_columns, row.hand)
    assert hand["deck_left"] == len(replay.hand.deck)
    assert hand["survivor"] == match.verdict.winner
    assert hand["eliminations"] == rules.players - 1
    assert (hand["turns"], hand["draws"], hand["hidden"]) == (sum(turns), sum(draws), sum(hidden))
    for seat in players:
        own = named(game.seat_columns, row.seats[seat])
        survived = seat == match.verdict.winner
        assert own["ended"] == ("survived" if survived else "exploded")
        assert own["out"] == (None if survived else match.scores[seat])
        assert (own["turns"], own["draws"]) == (turns[seat], draws[seat])
        assert own["bombs_drawn"] == hidden[seat] + (not survived)


@every_variant
def test_a_running_hand_is_a_record(name: str):
    """Cut off anywhere it can be written, replayed, tabulated and retold."""
    game, rules = variant(name)
    walk = Walk(5, (), 991)
    match = game.new_match(rules, walk.key)
    step = 0
    while match.verdict is None:
        running = as_json(match.running_hand())
        assert match.position == (0, len(running["actions"]))
        (row,) = game.hand_rows(rules, [running])
        assert as_json(game.hand_from_rows(row, running["actions"])) == running
        assert named(game.hand_columns, row.hand)["survivor"] is None
        assert named(game.hand_columns, row.hand)["deck_left"] == len(match.hand.deck)
        replay = replayed(game, rules, [running])
        assert [replay.observe(seat) for seat in range(rules.players)] == [
            match.observe(seat) for seat in range(rules.players)
        ]
        steps = game.tell_hand(rules, running, ["x"] * rules.players)
        assert steps[-1].startswith("Cut off")
        match.apply(walk.choose(match.legal, step))
        step += 1


@every_variant
def test_a_hand_cut_off_where_a_turn_begins_shows_that_turn(name: str):
    """All cards, the deck and the owed draws: what the entry at fault had before it."""
    game, rules = variant(name)
    walk = Walk(7, (), 993)
    names = [f"name{seat}" for seat in range(rules.players)]
    match = game.new_match(rules, walk.key)
    mover, step = -1, 0
    while match.verdict is None:
        steps = game.tell_hand(rules, as_json(match.running_hand()), names)
        begins = match.to_move != mover
        mover = match.to_move
        *before, turn, end = steps
        assert end.startswith("Cut off")
        assert sum(text.startswith("Turn of") for text in before) == len(before) - 1
        head, *lines = turn.split("\n")
        assert head.startswith(f"Turn of {mover} name{mover}, owes ")
        if begins:
            text = " ".join(" ".join(lines).split())
            assert f"owes {match.hand.debt}: " in head
            assert text.endswith(" ".join(["deck", *texts_of(match.hand.deck)]))
            for seat, alive in enumerate(match.hand.alive):
                assert (f"{seat} name{seat}" in text) == alive
                assert " ".join(texts_of(sorted(match.hand.hands[seat]))) in text
        match.apply(walk.choose(match.legal, step))
        step += 1


def test_a_reshuffled_deck_ends_in_dots_only_where_more_follows():
    """A deck of six cards, and one of seven."""
    rules = GAME.make_rules(
        {"players": 2, "extra_cutters": 0, "actions_dealt": 10, "reshuffles": 20, "blanks": 5}
        | dict.fromkeys(["scouts", "dodges", "bottoms", "redirects", "steals", "shields"], 0)
    )
    deck = ["blank"] * 5 + ["bomb"]
    hand: dict[str, Any] = {
        "dealt": [["reshuffle"] * 10 + ["cutters"]] * 2,
        "deck": deck,
        "actions": [[0, "reshuffle"]],
        "chance": [" ".join(["reshuffle", *deck])],
        "out": [],
    }
    line = f"  0 a  reshuffle  → deck {' '.join(deck)}"
    assert line in "\n".join(GAME.tell_hand(rules, hand, ["a", "b"])).split("\n")
    rules = rules._replace(blanks=6)
    hand |= {"deck": ["blank", *deck], "chance": [" ".join(["reshuffle", *deck, "blank"])]}
    assert f"{line} …" in "\n".join(GAME.tell_hand(rules, hand, ["a", "b"])).split("\n")


@every_variant
@examples(10)
@given(walk=walks)
def test_a_hand_can_always_be_retold(name: str, walk: Walk):
    game, rules, match = match_of(name, walk)
    names = [f"name{seat}" for seat in range(rules.players)]
    (hand,) = as_json(match.hands)
    steps = game.tell_hand(rules, hand, names)
    assert steps[0].startswith("Deal")
    assert steps[-1] == (
        f"End: {match.verdict.winner} {names[match.verdict.winner]} survives; out in order: "
        + ", ".join(f"{seat} {names[seat]}" for seat in hand["out"])
    )
    assert sum(step.startswith("Turn of") for step in steps) == len(steps) - 2
    text = "\n".join(steps)
    assert max(map(len, text.split("\n"))) <= 100
    for seat, action in hand["actions"]:
        assert f"  {seat} {names[seat]}  {action}" in text


# Records that can't be


GOOD = as_json(match_of("bomb-3p", Walk(1, (), 3))[2].hands[0])
RULES = GAME.make_rules({})


@pytest.mark.parametrize(
    "actions",
    [
        None,
        "draw",
        {},
        [[0, "draw"], [1, "Draw"]],
        [[0, "hide 241"]],
        [[0]],
        [0, "draw"],
        [[0, 0]],
        [[0, None]],
        [["0", "draw"]],
        [[True, "draw"]],
        [[0, "draw", 1]],
        ["ab"],
        [{}],
    ],
    ids=str,
)
def test_actions_that_can_not_be_read(actions: object):
    with pytest.raises(RecordError):
        GAME.recorded_actions({**GOOD, "actions": actions})


@pytest.mark.parametrize(
    "change",
    [
        {"dealt": None},
        {"dealt": GOOD["dealt"][:2]},
        {"dealt": ["scout", "dodge", "steal"]},
        {"dealt": [["scout"], *GOOD["dealt"][1:]]},
        {"dealt": [[*GOOD["dealt"][0][:4], "bomb"], *GOOD["dealt"][1:]]},
        {"dealt": [[*GOOD["dealt"][0][:4], 8], *GOOD["dealt"][1:]]},
        {"deck": "blank"},
        {"deck": GOOD["deck"][1:]},
        {"deck": [*GOOD["deck"], "blank"]},
        {"deck": ["joker", *GOOD["deck"][1:]]},
        {"deck": [["blank"], *GOOD["deck"][1:]]},
        {"chance": None},
        {"chance": "steal dodge"},
        {"chance": [3]},
        {"out": None},
        {"out": 1},
        {"out": ["0", "1"]},
        {"out": [True, False]},
        {"actions": None},
    ],
    ids=lambda change: str(change)[:60],
)
def test_a_deal_or_chance_that_can_not_be_read(change: dict[str, object]):
    with pytest.raises(RecordError):
        GAME.replay_match(RULES, [{**GOOD, **change}])


@pytest.mark.parametrize("key", ["dealt", "deck", "chance", "out", "actions"])
def test_a_part_that_is_missing_is_named(key: str):
    hand = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(RecordError, match=key):
        GAME.replay_match(RULES, [hand])


@pytest.mark.parametrize("hands", [[], [GOOD, GOOD]], ids=["none", "two"])
def test_a_match_is_one_hand(hands: list[Any]):
    with pytest.raises(RecordError, match="one hand"):
        GAME.replay_match(RULES, hands)


def test_a_deal_of_another_table_is_refused():
    with pytest.raises(RecordError, match="dealt"):
        GAME.replay_match(GAME.make_rules({"players": 4}), [GOOD])
    with pytest.raises(RecordError, match="not the cards"):
        GAME.replay_match(GAME.make_rules({"blanks": 9}), [GOOD])


class Event(NamedTuple):
    """A recorded hand and its chance event of some kind: by number, and the actions before it."""

    hand: dict[str, Any]
    number: int
    actions: list[int]
    action: int


def event_of(kind: str) -> Event:
    for seed in range(200):
        game, rules, match = match_of("bomb-3p", Walk(seed, (), 5 * seed + 3))
        (hand,) = as_json(match.hands)
        replay = game.replay_match(rules, [hand])
        actions = [action for _, action in game.recorded_actions(hand)]
        for place, action in enumerate(actions):
            number = len(replay.hand.outcomes)
            replay.apply(action)
            happened = len(replay.hand.outcomes) > number
            if happened and game.action_text(action).startswith(kind):
                return Event(hand, number, actions[:place], action)
    raise AssertionError(kind)


def replay_to(event: Event, chance: list[str]) -> Any:
    """The match just before the event, with other outcomes."""
    replay = GAME.replay_match(RULES, [{**event.hand, "chance": chance}])
    for action in event.actions:
        replay.apply(action)
    return replay


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        ("steal", "steal bomb"),
        ("steal", "steal"),
        ("steal", "steal dodge dodge"),
        ("steal", "steal joker"),
        ("steal", "hide 0"),
        ("steal", ""),
        ("reshuffle", "reshuffle"),
        ("reshuffle", "reshuffle bomb bomb"),
        ("reshuffle", "steal dodge"),
        ("hide random", "hide 99"),
        ("hide random", "hide"),
        ("hide random", "hide 00"),
        ("hide random", "reshuffle"),
    ],
)
def test_an_outcome_that_can_not_be_is_named_and_changes_nothing(kind: str, outcome: str):
    event = event_of(kind)
    replay = replay_to(event, [*event.hand["chance"][: event.number], outcome])
    before = [str(replay.running_hand()), *[replay.observe(seat) for seat in range(3)]]
    with pytest.raises(RecordError, match=f"chance event {event.number}"):
        replay.apply(event.action)
    assert [str(replay.running_hand()), *[replay.observe(seat) for seat in range(3)]] == before


@pytest.mark.parametrize("kind", ["steal", "reshuffle", "hide random"])
def test_a_record_without_enough_outcomes_says_so(kind: str):
    event = event_of(kind)
    replay = replay_to(event, event.hand["chance"][: event.number])
    with pytest.raises(RecordError, match=f"no chance event {event.number}"):
        replay.apply(event.action)


def refused(hand: dict[str, Any], place: int, message: str) -> None:
    """Not retold, and not replayed beyond the action before `place`; -1: not even read."""
    with pytest.raises(RecordError, match=message):
        GAME.tell_hand(RULES, hand, ["a", "b", "c"])
    if place < 0:
        with pytest.raises(RecordError, match=message):
            GAME.replay_match(RULES, [hand])
        return
    replay = GAME.replay_match(RULES, [hand])
    actions = [action for _, action in GAME.recorded_actions(hand)]
    for action in actions[:place]:
        replay.apply(action)
    before = [str(replay.running_hand()), *[replay.observe(seat) for seat in range(3)]]
    with pytest.raises(RecordError, match=message):
        replay.apply(actions[place])
    assert [str(replay.running_hand()), *[replay.observe(seat) for seat in range(3)]] == before
    assert replay.verdict is None


def running_hands() -> list[dict[str, Any]]:
    """A match cut off before each of its actions."""
    replay = GAME.replay_match(RULES, [GOOD])
    hands = []
    for _, action in GAME.recorded_actions(GOOD):
        hands.append(as_json(replay.running_hand()))
        replay.apply(action)
    return hands


@pytest.mark.parametrize("outcome", ["hide 3", "steal dodge", ""])
def test_an_outcome_left_over_is_named_at_the_last_action(outcome: str):
    """In a whole match and in one that was cut off, wherever."""
    for hand in [*running_hands(), GOOD]:
        longer = {**hand, "chance": [*hand["chance"], outcome]}
        found = len(longer["chance"])
        message = f"chance: found {found} outcomes, of which '{outcome}'.*; allowed: {found - 1}$"
        refused(longer, len(hand["actions"]) - 1, message)


LOSERS = GOOD["out"]
WINNER = 3 - sum(LOSERS)


@pytest.mark.parametrize(
    "out",
    [[], LOSERS[:1], LOSERS[::-1], [*LOSERS, WINNER], [LOSERS[0], WINNER], [WINNER], [7, -1]],
    ids=str,
)
def test_seats_out_that_are_not_those_of_the_match_are_named(out: list[int]):
    """At the first elimination that says otherwise, and at the last action for what is too much."""
    first = next(place for place, hand in enumerate(running_hands()) if hand["out"]) - 1
    last = len(GOOD["actions"]) - 1
    expected = last if out[:1] == LOSERS[:1] else first
    message = rf"out: found {re.escape(str(out))}; allowed: \["
    refused({**GOOD, "out": out}, expected, message)


def test_a_seat_out_too_many_is_named_where_the_match_was_cut_off():
    for hand in running_hands():
        longer = {**hand, "out": [*hand["out"], WINNER]}
        refused(longer, len(hand["actions"]) - 1, "out: found")


def test_an_action_of_a_seat_that_is_not_to_move_is_not_retold():
    hand = {**GOOD, "actions": [[1, "draw"], [0, "draw"]]}
    with pytest.raises(RecordError, match="seat 0"):
        GAME.tell_hand(RULES, hand, ["a", "b", "c"])


def test_an_action_after_the_end_is_not_retold():
    hand = {**GOOD, "actions": [*GOOD["actions"], [WINNER, "draw"]]}
    with pytest.raises(RecordError, match="over"):
        GAME.tell_hand(RULES, hand, ["a", "b", "c"])


garbage = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["draw"]),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=3), parts),
    max_leaves=8,
)


@examples(200)
@given(key=st.sampled_from(sorted(GOOD)), value=garbage)
def test_whatever_stands_in_a_record_the_answer_is_a_record_error(key: str, value: object):
    hand = {**GOOD, key: value}
    for read in (
        lambda: GAME.recorded_actions(hand),
        lambda: GAME.replay_match(RULES, [hand]),
    ):
        try:
            read()
        except RecordError:
            continue


@examples(200)
@given(text=st.text(max_size=12) | st.sampled_from(["steal 1", "hide 3", "hide random"]))
def test_every_text_is_an_action_or_a_text_error(text: str):
    try:
        action = parse_action(text)
    except ValueError:
        return
    assert GAME.action_text(action) == text
