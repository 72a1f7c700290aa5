"""What every game owes the tournament, in every variant: `engine.game` as a test.

A game that passes plays leagues without a line elsewhere.
"""

import random
from itertools import combinations, permutations
from typing import Any

import msgspec
import pytest

from engine import (
    IllegalActionError,
    RulesError,
    TextError,
    derive,
    find_game,
    find_variant,
    game_names,
    join_actions,
    root_key,
    split_actions,
    variant_names,
)

VARIANTS = variant_names()
MATCHES = 3


def playable(variant: str) -> tuple[Any, Any]:
    """Game and rules, with matches cut short where deals are counted."""
    _, game, rules = find_variant(variant)
    settings = game.settings(rules)
    if "max_deals" in settings:
        settings["max_deals"] = 6
    return game, game.make_rules(settings)


def play(match: Any, dice: random.Random, watch: Any = None) -> Any:
    """Play at random to the end."""
    while match.to_move >= 0:
        if watch is not None:
            watch(match)
        match.apply(dice.choice(match.legal))
    return match


def matches(variant: str) -> Any:
    game, rules = playable(variant)
    for number in range(MATCHES):
        key = derive(root_key(variant.encode()), number)
        yield game, rules, key, random.Random(f"{variant} {number}")


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_found_by_its_name(name):
    assert find_game(name).name == name
    assert any(find_variant(variant).game.name == name for variant in VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_settings_and_rules_say_the_same(variant):
    _, game, rules = find_variant(variant)
    settings = game.settings(rules)
    assert settings["players"] == rules.players
    assert game.make_rules(settings) == rules
    assert msgspec.json.decode(msgspec.json.encode(settings)) == settings
    _, differences = game.differences(rules)
    assert differences.items() <= settings.items()


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("settings", [{"nonsense": 1}, {"players": 1}, {"players": "2"}])
def test_impossible_settings_are_refused(name, settings):
    with pytest.raises(RulesError, match="found"):
        find_game(name).make_rules(settings)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_goes_by_the_rules_of_the_house(variant):
    """Legal actions, views, positions, the end: as `RunningMatch` promises."""
    for game, rules, key, dice in matches(variant):

        def watch(match, game=game, rules=rules):
            seat, legal = match.to_move, match.legal
            assert list(legal) == sorted(set(legal)) != []
            decision = match.decision()
            assert (decision.seat, decision.legal) == (seat, legal)
            assert decision == match.observe(seat)
            assert type(decision) is game.decision_type
            packed = msgspec.msgpack.encode(game.to_wire(decision))
            unpacked = msgspec.msgpack.decode(packed, type=game.wire_type)
            assert game.from_wire(unpacked) == decision
            plain = game.plain_decision(decision)
            text = msgspec.json.encode(plain)
            assert msgspec.json.encode(msgspec.json.decode(text, type=game.plain_type)) == text
            assert set(plain) == set(decision._fields)
            assert [game.parse_action(text) for text in plain["legal"]] == list(legal)
            for other in range(rules.players):
                assert match.observe(other).seat == other
                assert other == seat or match.observe(other).legal == ()
            for action in legal:
                assert game.parse_action(game.action_text(action)) == action
            before = (match.position, match.scores, match.decision(), match.running_hand())
            for wrong in (-1, legal[-1] + 1, 10**6):
                if wrong not in legal:
                    with pytest.raises(IllegalActionError):
                        match.apply(wrong)
            after = (match.position, match.scores, match.decision(), match.running_hand())
            assert after == before
            hand, action = match.position
            assert hand == len(match.hands)
            assert action == len(match.running_hand()["actions"])

        match = play(game.new_match(rules, key), dice, watch)
        assert (match.to_move, match.legal, match.running_hand()) == (-1, (), None)
        status, winner, ranks = match.verdict
        assert status in {"won", "tied", "unfinished"}
        assert len(ranks) == len(match.scores) == rules.players
        assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        assert winner is None or ranks[winner] == 1
        assert (winner is not None) == (status == "won")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_hangs_on_its_key_alone(variant):
    for game, rules, key, dice in matches(variant):
        state = dice.getstate()
        first = play(game.new_match(rules, key), dice)
        dice.setstate(state)
        second = play(game.new_match(rules, key), dice)
        assert list(first.hands) == list(second.hands)
        other = game.new_match(rules, derive(key, "other"))
        assert play(other, dice).hands[0]["dealt"] != first.hands[0]["dealt"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_replays_its_match(variant):
    for game, rules, key, dice in matches(variant):
        played = play(game.new_match(rules, key), dice)
        hands = msgspec.json.decode(msgspec.json.encode(list(played.hands)))
        again = game.replay_match(rules, hands)
        for hand in hands:
            for seat, action in game.recorded_actions(hand):
                assert again.to_move == seat
                again.apply(action)
        assert msgspec.json.encode(list(again.hands)) == msgspec.json.encode(list(played.hands))
        assert (again.verdict, again.scores) == (played.verdict, played.scores)


@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_of_tables_hold_the_whole_record(variant):
    for game, rules, key, dice in matches(variant):
        hands = list(play(game.new_match(rules, key), dice).hands)
        for hand, rows in zip(hands, game.hand_rows(rules, hands), strict=True):
            assert len(rows.hand) == len(game.hand_columns)
            assert {len(row) for row in rows.seats} == {len(game.seat_columns)}
            assert len(rows.seats) == rules.players
            actions = [list(action) for action in hand["actions"]]
            again = game.hand_from_rows(rows, actions)
            assert msgspec.json.encode(again) == msgspec.json.encode(hand)
            assert split_actions(*join_actions(hand["actions"])) == actions
            assert game.tell_hand(rules, hand, [f"seat {n}" for n in range(rules.players)])


@pytest.mark.parametrize("name", game_names())
def test_a_text_that_is_no_action_is_refused(name):
    for text in ("", " ", "nonsense", "\0", "9" * 5000, "draw draw"):
        with pytest.raises(TextError):
            find_game(name).parse_action(text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_seatings_are_fair(variant):
    """Every entry as often on every seat, every two as often neighbours, none twice alike."""
    _, game, rules = find_variant(variant)
    players = rules.players
    seatings = game.seatings(players)
    assert len(set(seatings)) == len(seatings) <= 24
    assert set(seatings) <= set(permutations(range(players)))
    for seat in range(players):
        there = [seating[seat] for seating in seatings]
        assert {there.count(entry) for entry in range(players)} == {len(seatings) // players}
    left = [
        (seating[seat], seating[(seat + 1) % players])
        for seating in seatings
        for seat in range(players)
    ]
    pairs = [pair for two in combinations(range(players), 2) for pair in permutations(two)]
    assert len({left.count(pair) for pair in pairs}) == 1
