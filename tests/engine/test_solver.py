"""The solver against a search that tries everything, and against the engine's own play."""

import pickle
import random
from typing import Any

import pytest
from dealing import cards, deal, play, rules_of, sit_down
from hypothesis import given
from hypothesis import strategies as st
from minimax import Minimax
from solved import ending, full_deal
from strategies import examples

from engine import PositionError, derive, find_variant, root_key
from engine.tysiac import (
    PLAY,
    Position,
    Rules,
    action_text,
    action_values,
    card_of,
    card_points,
    make_position,
    parse_action,
    position_of,
    solve,
)
from engine.tysiac.hand import Hand
from engine.tysiac.tricks import NO_TRUMP

# One trick, one card each.
HANDS = (cards("As"), cards("9s"), cards("Ts"))


def solution_in(values: dict[int, int], position: Position) -> tuple[int, tuple[int, ...]]:
    """Value and best actions by the value of each."""
    choose = max if position.to_move() == position.declarer else min
    value = choose(values.values())
    return value, tuple(action for action, found in values.items() if found == value)


def best_texts(position: Position) -> list[str]:
    return [action_text(action) for action in solve(position).best]


# Against everything that could be tried


@pytest.mark.parametrize(
    ("tricks", "number"), [(1, 200), (2, 1500), (3, 1000), (4, 150), (5, 12), (6, 2)]
)
def test_endings_are_worth_what_trying_everything_finds(tricks: int, number: int):
    dice = random.Random(f"endings of {tricks}")
    for _ in range(number):
        position = ending(dice, tricks)
        values = Minimax(position).values(position)
        assert action_values(position) == values, position
        assert solve(position) == solution_in(values, position), position


@examples(300)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_any_ending_is_worth_what_trying_everything_finds(dice: random.Random, tricks: int):
    position = ending(dice, tricks)
    values = Minimax(position).values(position)
    assert action_values(position) == values
    assert solve(position) == solution_in(values, position)


# In play


def hand_in_play(name: str, number: int) -> Hand:
    """A running hand of a variant, right before its first lead."""
    variant = find_variant(name)
    dice = random.Random(f"{name} {number}")
    match = variant.game.new_match(variant.rules, derive(root_key(b"solver"), name, number))
    while match.hand.phase != PLAY:
        legal = match.legal
        match.apply(legal[0] if match.hand.phase == "auction" else dice.choice(legal))
    return match.hand


def position_in(hand: Hand) -> Position:
    return position_of(hand.observe(hand.to_move), hand.rules, hand.hands)


def taken(hand: Hand) -> int:
    return hand.points[hand.declarer] + hand.marriages[hand.declarer]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(("house-3p", number) for number in range(6)),
        *(("house-3p-meld2", number) for number in range(2)),
        *(("house-2p", number) for number in range(4)),
        *(("house-4p", number) for number in range(3)),
    ],
)
def test_best_play_of_all_sides_gives_the_value(name: str, number: int):
    """Whichever of the best actions they choose, and at every step on the way."""
    hand, dice = hand_in_play(name, number), random.Random(number)
    value = solve(position_in(hand)).value
    while hand.phase == PLAY:
        position = position_in(hand)
        assert position.to_move() == hand.to_move
        assert position.legal() == hand.legal
        left, best = solve(position)
        assert taken(hand) + left == value
        hand.act(dice.choice(best))
    assert taken(hand) == value


@pytest.mark.parametrize("name", ["house-2p", "house-3p", "house-3p-meld2", "house-4p"])
def test_a_play_leads_where_its_value_says(name: str):
    """Play at random: what follows a play is worth what the play was said to be worth."""
    hand, dice = hand_in_play(name, 9), random.Random(name)
    while len(hand.leaders) < 3:
        hand.act(dice.choice(hand.legal))
    while hand.phase == PLAY:
        before, values = taken(hand), action_values(position_in(hand))
        assert tuple(values) == hand.legal
        action = dice.choice(hand.legal)
        hand.act(action)
        left = solve(position_in(hand)).value if hand.phase == PLAY else 0
        assert taken(hand) + left == before + values[action]


def test_the_example_of_the_documentation():
    assert solve(make_position(HANDS, declarer=0, leader=0)) == (21, (15,))


def test_side_cards_go_with_the_last_trick():
    hands = cards("As"), cards("9s")
    assert solve(make_position(hands, declarer=0, leader=1, side_points=23)).value == 34
    assert solve(make_position(hands, declarer=1, leader=1, side_points=23)).value == 0


def test_a_meld_counts_and_its_trump_takes_the_trick():
    """Section 12: hearts trump, clubs melded, hearts lead from a void no longer take it."""
    hands = cards("KQc"), cards("Ah 9s"), cards("9d Js")
    position = make_position(hands, declarer=0, leader=0, trump=3)
    assert solve(position).value == 60 + 4 + 3 + 11 + 2
    assert best_texts(position) == ["Qc meld", "Kc meld"]
    assert action_values(position)[parse_action("Kc")] == 0


def test_what_the_others_meld_makes_trump_and_counts_for_nothing():
    """Declarer's last ace is trumped by the queen, which takes the jack too."""
    hands = cards("As Ac Ad"), cards("KQd 9c"), cards("9s J9h")
    values = action_values(make_position(hands, declarer=0, leader=1))
    assert values[parse_action("Kd")] == 42
    assert values[parse_action("Kd meld")] == 42 - 11 - 3 - 2


def test_no_meld_before_its_trick():
    hands = cards("KQs ATJh AK9d"), cards("AT9s KQ9h TQd"), cards("J9c ATKc Js Jd Qc")
    first = make_position(hands, declarer=0, leader=0, meld_from_trick=2)
    assert len(action_values(first)) == 8
    assert len(action_values(first._replace(meld_from_trick=1))) == 10
    hands = cards("KQs"), cards("ATs"), cards("Jc 9c")
    later = make_position(hands, declarer=0, leader=0, meld_from_trick=2)
    assert best_texts(later) == ["Qs meld", "Ks meld"]


# The answer is a function of the position


def test_the_order_of_questions_changes_no_answer():
    dice = random.Random("purity")
    positions = [ending(dice, dice.randrange(1, 6)) for _ in range(60)]
    solutions = [solve(position) for position in positions]
    values = [action_values(position) for position in positions]
    places = list(range(len(positions)))
    dice.shuffle(places)
    for place in places:
        assert action_values(positions[place]) == values[place]
        assert solve(positions[place]) == solutions[place]
        assert solve(positions[place]) == solutions[place]


def test_it_does_not_matter_who_sits_where():
    dice = random.Random("seats")
    for _ in range(200):
        position = ending(dice, 3)
        count = len(position.hands)
        hands = position.hands[-1:] + position.hands[:-1]
        turned = position._replace(
            hands=hands,
            declarer=(position.declarer + 1) % count,
            leader=(position.leader + 1) % count,
            sitting_out=(position.sitting_out + 1) % 4 if count == 4 else -1,
        )
        assert solve(turned) == solve(position)


def test_a_seat_that_sits_out_changes_nothing():
    dice = random.Random("sitting out")
    for _ in range(200):
        position = ending(dice, 3)
        if len(position.hands) != 3:
            continue
        four = position._replace(hands=(*position.hands, 0), sitting_out=3)
        assert solve(four) == solve(position)


def test_positions_and_solutions_are_values():
    position = full_deal("3 players, 1 marriages, melds from trick 1, deal 2")
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert solve(again) == solve(position)
    with pytest.raises(AttributeError):
        position.trump = 0


def test_after_the_last_trick_nothing_is_left():
    over = make_position([0, 0, 0], declarer=1, leader=2)
    assert solve(over) == (0, ())
    assert action_values(over) == {}


# Bad input


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": [cards("As")]}, "hands: found 1 seats; allowed: 2 to 4"),
        ({"hands": [0] * 5}, "hands: found 5 seats; allowed: 2 to 4"),
        ({"hands": [*HANDS, 0]}, "sitting_out: found -1; allowed: 0 to 3 with 4 seats, else -1"),
        ({"sitting_out": 2}, "sitting_out: found 2; allowed: 0 to 3 with 4 seats, else -1"),
        ({"sitting_out": -2}, "sitting_out: found -2; allowed: 0 to 3 with 4 seats, else -1"),
        ({"declarer": 3}, "declarer: found 3; allowed: a seat that plays"),
        ({"leader": -1}, "leader: found -1; allowed: a seat that plays"),
        (
            {"hands": [*HANDS, 0], "sitting_out": 0},
            "declarer: found 0; allowed: a seat that plays",
        ),
        ({"trump": 4}, "trump: found 4; allowed: 0 to 3, or -1 for none"),
        ({"trump": -2}, "trump: found -2; allowed: 0 to 3, or -1 for none"),
        ({"meld_from_trick": 3}, "meld_from_trick: found 3; allowed: 1 or 2"),
        ({"side_points": 1}, "side_points: found 1; allowed: 0 to 0"),
        (
            {"hands": HANDS[:2], "side_points": 110},
            "side_points: found 110; allowed: 0 to 109",
        ),
        ({"trick": [0, 1, 2]}, "trick: found 3 cards; allowed: fewer than 3"),
        ({"trick": [24]}, "trick: found [24]; allowed: different cards, 0 to 23"),
        ({"trick": [7, 7]}, "trick: found [7, 7]; allowed: different cards, 0 to 23"),
        (
            {"hands": [1 << 24, 1, 2]},
            "hand of seat 0: found 16777216; allowed: a mask, 0 to 16777215",
        ),
        ({"hands": [-1, 1, 2]}, "hand of seat 0: found -1; allowed: a mask, 0 to 16777215"),
        ({"hands": [1 << 70, 1, 2]}, f"hand of seat 0: found {1 << 70}; allowed: a mask"),
        (
            {"hands": [HANDS[0], HANDS[0], HANDS[2]]},
            "hand of seat 1: found As; allowed: no card twice",
        ),
        ({"trick": [card_of("9s")]}, "hand of seat 1: found 9s; allowed: no card twice"),
        ({"trick": [card_of("9h")]}, "hand of seat 0: found 1 cards; allowed: 0"),
        (
            {"hands": [HANDS[0], HANDS[1], cards("AKs")]},
            "hand of seat 2: found As; allowed: no card twice",
        ),
        (
            {"hands": [HANDS[0], HANDS[1], cards("TKs")]},
            "hand of seat 2: found 2 cards; allowed: 1",
        ),
        (
            {"hands": [0x1FF, 0x1FF << 9, 0x3F << 18]},
            "hands: found 9 cards; allowed: 1 to 8",
        ),
        ({"hands": [0, 0, 0], "trick": [3]}, "hands: found 0 cards; allowed: 1 to 8"),
    ],
)
def test_positions_that_no_deal_leads_to_are_refused(changes: dict[str, Any], message: str):
    """By the maker of positions, and by the solver if they were made past it."""
    parts = {"hands": HANDS, "declarer": 0, "leader": 0} | changes
    with pytest.raises(PositionError) as caught:
        make_position(**parts)
    assert str(caught.value).startswith(message)
    defaults = {"trick": (), "trump": NO_TRUMP, "side_points": 0, "meld_from_trick": 1}
    parts = defaults | {"sitting_out": -1} | parts
    position = Position(**parts | {key: tuple(parts[key]) for key in ("hands", "trick")})
    for ask in (solve, action_values):
        with pytest.raises(PositionError) as caught:
            ask(position)
        assert str(caught.value).startswith(message)


def running(rules: Rules) -> Hand:
    """A hand with one card on the table."""
    two = rules.players == 2
    dealt = deal(*["" for _ in range(rules.players)])
    hand = sit_down(rules, dealt, dealer=rules.players - 1).hand
    exchange = "musik 0, lay 9s Js" if two else "give 9s 1 Js 2"
    play(hand, f"{'' if two else 'pass, '}pass, {exchange}, declare 100")
    hand.act(hand.legal[0])
    return hand


def test_a_decision_of_another_phase_is_no_position():
    hand = sit_down(rules_of(), deal("", "", ""), dealer=2).hand
    with pytest.raises(PositionError, match="phase: found auction; allowed: play"):
        position_of(hand.observe(0), hand.rules, hand.hands)


def test_a_decision_of_another_game_is_no_position():
    hand = sit_down(rules_of(), deal("", "", ""), dealer=2).hand
    with pytest.raises(PositionError, match="decision: found builtins"):
        position_of(hand.observe(0).as_tuple(), hand.rules, hand.hands)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sitting_out": 3}, "sitting_out: found 3; allowed: 0 to 3 with 4 seats, else -1"),
        ({"sitting_out": 77}, "sitting_out: found 77"),
        ({"sitting_out": -2}, "sitting_out: found -2"),
    ],
)
def test_nobody_sits_out_of_three(change: dict[str, int], message: str):
    with pytest.raises(PositionError, match=message):
        make_position([1, 2, 4], declarer=0, leader=0, **change)


@pytest.mark.parametrize("name", ["declarer", "leader", "side_points", "meld_from_trick"])
def test_a_fraction_is_no_number_on_either_build(name: str):
    with pytest.raises(TypeError):
        make_position([1, 2], **{"declarer": 0, "leader": 0} | {name: 1.0})


def test_a_decision_refuses_hands_that_contradict_it():
    hand = running(rules_of())
    decision, hands = hand.observe(1), hand.hands
    played = decision.trick[0]

    def refusal(*masks: int) -> str:
        with pytest.raises(PositionError) as caught:
            position_of(decision, hand.rules, masks)
        return str(caught.value)

    assert position_of(decision, hand.rules, hands).hands == tuple(hands)
    assert refusal(-1, *hands[1:]) == "hand of seat 0: found -1; allowed: a mask, 0 to 16777215"
    assert refusal(hands[0] | 1 << 70, *hands[1:]).startswith("hand of seat 0: found 1180591620717")
    assert refusal(*hands[:2]) == "hands: found 2 seats; allowed: 3"
    assert refusal(hands[0], hands[2], hands[1]).startswith("hand of seat 1: found ")
    assert "neither played nor" in refusal(hands[0] | 1 << played, *hands[1:])
    assert "neither played nor" in refusal(hands[0], hands[1], hands[2] | hands[1])
    lowest = hands[2] & -hands[2]
    assert refusal(hands[0], hands[1], hands[2] ^ lowest).startswith("cards held by no seat: ")
    assert refusal(hands[0] | lowest, hands[1], hands[2] ^ lowest) == (
        "hand of seat 0: found 8 cards; allowed: 7"
    )


def test_two_hands_leave_four_side_cards():
    hand = running(rules_of(players=2))
    decision, (own, other) = hand.observe(0), hand.hands
    position = position_of(decision, hand.rules, (own, other))
    assert position.side_points == card_points(hand.side_cards)
    with pytest.raises(PositionError, match="the two musik cards and the two laid aside"):
        position_of(decision, hand.rules, (own, other & other - 1))
