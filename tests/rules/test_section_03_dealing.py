"""Section 3: seats, who deals, who plays, how many cards."""

import pytest
from dealing import (
    ace_deal,
    any_deal,
    bomb,
    cards,
    deal,
    play,
    play_out,
    rules_of,
    sit_down,
    walk_over,
)

from engine import find_game, root_key
from engine.tysiac.cards import ALL_CARDS

TYSIAC = find_game("tysiac")


@pytest.mark.parametrize(
    ("players", "hand_sizes", "musik_sizes"),
    [
        pytest.param(3, [7, 7, 7], [3], id="seed 001: seven each, three in the musik"),
        pytest.param(2, [10, 10], [2, 2], id="seed 001: two players, ten each, two musiks of two"),
        pytest.param(4, [0, 7, 7, 7], [3], id="seed 001: the dealer of four gets no cards"),
    ],
)
def test_cards_dealt(players: int, hand_sizes: list[int], musik_sizes: list[int]):
    match = TYSIAC.new_match(rules_of(players=players), root_key(b"cards dealt"))
    dealt = match.hand.deal
    assert [mask.bit_count() for mask in dealt.hands] == hand_sizes
    assert [mask.bit_count() for mask in dealt.musiks] == musik_sizes
    assert sum(dealt.hands) + sum(dealt.musiks) == ALL_CARDS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_deals_first_then_the_next_on_the_left(players: int):
    """[fixed here] and seed 001: after every settled deal the next seat deals."""
    match = TYSIAC.new_match(rules_of(players=players, redeal="none"), root_key(b"dealers"))
    for _ in range(2 * players):
        play_out(match)
    assert [hand["dealer"] for hand in match.hands] == [*range(players)] * 2
    assert [hand["n"] for hand in match.hands] == [*range(2 * players)]


@pytest.mark.parametrize(
    ("players", "dealer", "order"),
    [
        pytest.param(3, 0, [2, 0, 1], id="3 players, seat 0 deals"),
        pytest.param(3, 1, [0, 1, 2], id="3 players, seat 1 deals"),
        pytest.param(3, 2, [1, 2, 0], id="3 players, seat 2 deals"),
        pytest.param(2, 0, [0, 1], id="2 players, seat 0 deals"),
        pytest.param(2, 1, [1, 0], id="2 players, seat 1 deals"),
        pytest.param(4, 0, [2, 3, 1], id="4 players, seat 0 sits out"),
        pytest.param(4, 1, [3, 0, 2], id="4 players, seat 1 sits out"),
        pytest.param(4, 2, [0, 1, 3], id="4 players, seat 2 sits out"),
        pytest.param(4, 3, [1, 2, 0], id="4 players, seat 3 sits out"),
    ],
)
def test_order_of_speech_forehand_last(players: int, dealer: int, order: list[int]):
    """The seat left of forehand speaks first; with 2 players that is the dealer."""
    rules = rules_of(players=players, bid_cap="none")
    match = sit_down(rules, any_deal(players, dealer), dealer=dealer)
    spoken = []
    for value in range(110, 110 + 10 * len(order), 10):
        spoken.append(match.to_move)
        play(match, str(value))
    assert spoken == order
    assert match.to_move == order[0]


def test_the_next_seat_deals_after_a_bombed_deal_too():
    """Seed 001: 'after every settled deal, after a bomb too'."""
    match = sit_down(rules_of())
    bomb(match, declarer=1)
    assert match.hand.sheet.dealer == 1
    assert match.hand.sheet.n == 1


def test_the_same_seat_deals_again_after_a_redeal():
    """Seed 001: 'ten sam gracz rozdaje jeszcze raz'; the number of the deal stays."""
    weak = deal("", "", "9Js 9Jc 9Jd 9h")
    match = sit_down(rules_of(), [weak, weak], dealer=0)
    play(match, "redeal, redeal")
    assert match.hand.sheet.dealer == 0
    assert [(hand["n"], hand["dealer"], hand["redeals"]) for hand in match.hands] == [
        (0, 0, 0),
        (0, 0, 1),
    ]


def test_all_three_hold_eight_cards_in_play_and_both_ten_with_two_players():
    match = sit_down(rules_of(), ace_deal(3, 0, 1))
    play(match, "pass, pass, give 9h 0 Qh 2, declare 100")
    assert [mask.bit_count() for mask in match.hand.hands] == [8, 8, 8]
    match = sit_down(rules_of(players=2), deal("", "", musik="AKs | AKh"))
    play(match, "pass, musik 1")
    assert match.hand.hands[1] & cards("AKh") == cards("AKh")
    match.apply(match.hand.legal[0])
    assert [mask.bit_count() for mask in match.hand.hands] == [10, 10]


def test_the_dealer_of_four_is_never_asked_and_never_plays():
    match = sit_down(rules_of(players=4), ace_deal(4, 2, 3), dealer=2)
    walk_over(match, declarer=3, contract=100, taker=3)
    record = match.hands[0]
    assert {seat for seat, _ in record["actions"]} == {0, 1, 3}
    assert record["dealt"][2] == []
    assert record["tricks"][2] == 0
