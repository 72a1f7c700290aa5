"""Section 12: the traps that other engines fell into, one row or test for each sentence.

Several are also rows of the section that states the rule; here they stand together.
"""

import pytest
from dealing import (
    any_deal,
    deal,
    legal,
    play,
    rules_of,
    settle_deal,
    sit_down,
    stage,
)

from engine import Verdict
from engine.tysiac.hand import Hand

HOUSE = rules_of()
TABRIVIO_500 = rules_of("tabrivio-500", barrier=None)


def in_play(*hands: str, trump: str = "") -> Hand:
    """The play of these cards, seat 0 being declarer and to lead."""
    return stage(sit_down(HOUSE, dealer=2), *hands, declarer=0, trump=trump)


# Counting


@pytest.mark.parametrize(
    ("contract", "points", "marriages", "change"),
    [
        pytest.param(100, [50, 45, 25], [60, 0, 0], [100, 50, 30], id="45 to 50, 25 to 30"),
        pytest.param(100, [75, 25, 20], [40, 0, 0], [100, 30, 20], id="25 to 30, not 20"),
        pytest.param(140, [109, 11, 0], [40, 0, 0], [140, 10, 0], id="149 on 140: +140"),
        pytest.param(140, [98, 22, 0], [40, 0, 0], [-140, 20, 0], id="138 on 140: -140"),
        pytest.param(120, [118, 2, 0], [0, 0, 0], [-120, 0, 0], id="118 on 120: -120"),
        pytest.param(100, [74, 29, 17], [40, 40, 0], [100, 70, 20], id="29 and spades: 70"),
    ],
)
def test_counting(contract: int, points: list[int], marriages: list[int], change: list[int]):
    match = sit_down(HOUSE, dealer=2)
    assert (
        settle_deal(match, declarer=0, contract=contract, points=points, marriages=marriages)
        == change
    )


def test_the_total_is_rounded_once_and_not_each_trick():
    """Two tricks of 4 are 8 and write 10; trick by trick they would write 0."""
    match = sit_down(HOUSE, dealer=2)
    stage(match, "9s 9c", "Ks Jc", "9h Jd", declarer=0)
    play(match, "9s, Ks, 9h / Jc, Jd, 9c")
    assert match.hands[0]["tricks"] == [0, 8, 0]
    assert match.hands[0]["change"] == [-100, 10, 0]


# Marriages


@pytest.mark.parametrize("lead", ["Kh meld", "Qh meld"])
def test_a_meld_counts_although_its_seat_takes_no_trick_and_king_counts_like_queen(lead: str):
    match = sit_down(HOUSE, dealer=2)
    stage(match, "KQh 9s", "ATh As", "Ac JTs", declarer=0)
    other = "Qh" if lead[0] == "K" else "Kh"
    play(match, f"{lead}, Ah, Ac / Th, Js, {other} / As, Ts, 9s")
    assert match.hands[0]["tricks"][0] == 0
    assert match.hands[0]["marriages"] == [100, 0, 0]
    assert match.hands[0]["change"] == [100, 60, 0]


def test_a_followers_king_or_queen_never_melds():
    hand = in_play("9h Js", "KQh", "9c Jc")
    play(hand, "9h")
    assert legal(hand) == ["Qh", "Kh"]
    play(hand, "Qh, 9c")
    assert hand.marriages == (0, 0, 0)


def test_the_pair_test_looks_at_the_hand_before_the_card_leaves_it():
    hand = in_play("KQd", "9c Jc", "9s Js")
    assert legal(hand) == ["Qd", "Kd", "Qd meld", "Kd meld"]
    play(hand, "Qd meld")
    assert hand.marriages == (80, 0, 0)


def test_the_led_card_of_a_meld_is_already_trump():
    hand = in_play("KQc", "Ah 9s", "9d Js", trump="h")
    play(hand, "Qc meld, Ah, 9d")
    assert hand.leader == 0


# Following


@pytest.mark.parametrize(
    ("trump", "trick", "third", "expected"),
    [
        pytest.param("h", "Ts, 9h", "A9s", "9s As", id="spade 10, heart 9: ace and 9 legal"),
        pytest.param("h", "Jh, Kh", "QT9h", "Th", id="heart J, K: heart 10 only"),
        pytest.param("h", "Ks", "9h 9d", "9h", id="spade K: heart 9 only"),
        pytest.param("h", "Ks, Qh", "T9h Ad", "Th", id="spade K, heart Q: heart 10 only"),
        pytest.param("h", "Ks, Th", "9h Ad", "Ad 9h", id="spade K, heart 10: both"),
    ],
)
def test_following(trump: str, trick: str, third: str, expected: str):
    led, *second = trick.split(", ")
    hands = [led, *second, third] if second else [led, third, "9c"]
    hand = in_play(*hands, trump=trump)
    play(hand, trick)
    assert " ".join(legal(hand)) == expected


# Auction and contract


def test_a_seat_that_passed_never_bids_again():
    match = sit_down(rules_of(bid_cap="none"))
    play(match, "pass, 110, 120, 130, 140")
    assert match.to_move == 0
    play(match, "150, 160, 170, 180")
    assert [seat for seat, _ in match.hand.actions] == [2, 0, 1, 0, 1, 0, 1, 0, 1]


@pytest.mark.parametrize(
    ("held", "musik", "top"),
    [
        pytest.param("KQd ATs ATc 9h", "", "200", id="diamond pair: 200 legal, 210 not"),
        pytest.param("KQh KQd KQc 9s", "", "360", id="hearts, diamonds, clubs: 360"),
        pytest.param("Kh ATs ATc 9d 9h", "Qh", "120", id="the queen lies in the musik: 120"),
    ],
)
def test_the_cap_of_the_auction(held: str, musik: str, top: str):
    match = sit_down(HOUSE, deal("", "", held, musik=musik))
    assert legal(match)[-1] == top


def test_a_queen_from_the_musik_raises_the_contract():
    match = sit_down(HOUSE, deal("", "Kh ATs ATc 9d 9h", "", musik="Qh Js Jc"))
    play(match, "pass, pass, give Js 0 Jc 2")
    assert legal(match)[-1] == "declare 220"


def test_a_bid_that_the_kept_cards_no_longer_carry():
    match = sit_down(HOUSE, deal("", "KQs ATc ATd Ah", "", musik="9c 9d Jh"))
    play(match, "110, pass, 160, pass, give Qs 0 9c 2")
    assert legal(match) == ["declare 160"]


def test_the_two_gifts_go_to_two_different_opponents():
    match = sit_down(HOUSE, any_deal(3, 0))
    play(match, "pass, pass")
    for text in legal(match)[:-1]:
        word, _, first, _, second = text.split()
        assert (word, first, second) == ("give", "0", "2")
    assert legal(match)[-1] == "bomb"


# The score sheet


@pytest.mark.parametrize(
    ("before", "declarer", "contract", "points", "after"),
    [
        pytest.param((760, 0, 0), 1, 100, [60, 50, 10], 820, id="760 and 60 are 820, not 800"),
        pytest.param((830, 0, 0), 0, 100, [110, 10, 0], 930, id="830 and a made 100"),
        pytest.param((830, 0, 0), 0, 120, [110, 10, 0], 710, id="830 and a failed 120"),
        pytest.param((830, 0, 0), 1, 100, [74, 36, 10], 830, id="830 as an opponent"),
    ],
)
def test_the_barrier(
    before: tuple[int, ...], declarer: int, contract: int, points: list[int], after: int
):
    match = sit_down(HOUSE, dealer=2, scores=before)
    settle_deal(match, declarer=declarer, contract=contract, points=points)
    assert match.scores[0] == after


def test_two_players_the_last_trick_brings_the_side_cards_to_the_contract():
    """95, and ♥A ♥10 ♥9 ♥J with the last trick: 118 makes 110."""
    match = sit_down(rules_of(players=2), dealer=1)
    stage(match, "9s", "9c", declarer=0, contract=110, points=[95, 2], side_cards="AT9Jh")
    play(match, "9s, 9c")
    assert match.hands[0]["tricks"] == [118, 2]
    assert match.hands[0]["change"] == [110, 0]


def test_two_players_without_the_last_trick_it_fails():
    match = sit_down(rules_of(players=2), dealer=1)
    stage(match, "9s", "Js", declarer=0, contract=110, points=[95, 0], side_cards="AT9Jh")
    play(match, "9s, Js")
    assert match.hands[0]["tricks"] == [95, 25]
    assert match.hands[0]["change"] == [-110, 30]


def test_declarer_1000_opponent_1030_declarer_wins():
    match = sit_down(rules_of(barrier=None), dealer=2, scores=(900, 990, 0))
    settle_deal(match, declarer=0, contract=100, points=[70, 40, 10], marriages=[40, 0, 0])
    assert match.scores == (1000, 1030, 10)
    assert match.verdict == Verdict("won", 0, (1, 2, 3))


def test_target_500_declarer_fails_and_both_opponents_reach_it_equal():
    match = sit_down(TABRIVIO_500, dealer=2, scores=(480, 460, 470))
    settle_deal(match, declarer=0, contract=100, points=[50, 40, 30])
    assert match.scores == (380, 500, 500)
    assert match.verdict == Verdict("tied", None, (3, 1, 1))
