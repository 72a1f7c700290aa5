"""Section 4: the auction, its caps, and the redeal of a weak hand."""

import pytest
from dealing import any_deal, cards, deal, legal, play, rules_of, sit_down

from engine import EngineError
from engine.tysiac import Rules

HOUSE = rules_of()
NO_CAP = rules_of(bid_cap="none")
STRONG = "ATs ATc ATd 9h"  # no reason for a redeal, no marriage


def bids(highest: int, lowest: int = 110) -> list[str]:
    return [str(value) for value in range(lowest, highest + 1, 10)]


# Who bids, and how it ends


@pytest.mark.parametrize(
    ("players", "dealer", "script", "declarer", "bid"),
    [
        pytest.param(3, 0, "pass, pass", 1, 100, id="seed 001: nobody raised, forehand at 100"),
        pytest.param(3, 1, "pass, pass", 2, 100, id="forehand is the seat left of the dealer"),
        pytest.param(3, 2, "pass, pass", 0, 100, id="and the seats go round"),
        pytest.param(3, 0, "110, pass, pass", 2, 110, id="the first speaker raised alone"),
        pytest.param(3, 0, "pass, 110, pass", 0, 110, id="the second speaker raised alone"),
        pytest.param(3, 0, "pass, 110, 120, pass", 1, 120, id="forehand defends"),
        pytest.param(3, 0, "110, 200, 250, pass, pass", 1, 250, id="any higher multiple of ten"),
        pytest.param(3, 0, "110, pass, 120, 130, pass", 2, 130, id="who passed is left out"),
        pytest.param(3, 0, "110, 120, pass, 130, pass", 2, 130, id="forehand passed: two go on"),
        pytest.param(4, 0, "pass, pass", 1, 100, id="4 players: the three bid, nobody raised"),
        pytest.param(4, 3, "110, pass, pass", 1, 110, id="4 players: the dealer is jumped over"),
        pytest.param(4, 1, "110, 120, 130, pass, pass", 2, 130, id="4 players: round the dealer"),
        pytest.param(2, 0, "pass", 1, 100, id="seed 001: 2 players, the dealer passes at once"),
        pytest.param(2, 0, "110, pass", 0, 110, id="2 players: the first pass ends it"),
        pytest.param(2, 1, "110, 120, pass", 0, 120, id="2 players: forehand may overbid"),
    ],
)
def test_the_auction_ends_with_one_bidder(
    players: int, dealer: int, script: str, declarer: int, bid: int
):
    rules = rules_of(players=players, bid_cap="none")
    match = sit_down(rules, any_deal(players, dealer), dealer=dealer)
    play(match, script)
    hand = match.hand
    assert hand.phase == ("musik" if players == 2 else "exchange")
    assert (hand.declarer, hand.bid, match.to_move) == (declarer, bid, declarer)
    assert len(hand.auction) == script.count(",") + 1


def test_forehand_becomes_declarer_at_100_without_having_spoken():
    match = sit_down(HOUSE)
    play(match, "pass, pass")
    assert [seat for seat, _ in match.hand.auction] == [2, 0]


@pytest.mark.parametrize(
    ("script", "turns"),
    [
        pytest.param("110, pass, 120, 130, 140, 150, 160", [2, 0, 1, 2, 1, 2, 1], id="one passed"),
        pytest.param("pass, 110, 120, 130, 140, 150", [2, 0, 1, 0, 1, 0], id="the first passed"),
        pytest.param("110, 120, pass, 130, 140, 150", [2, 0, 1, 2, 0, 2], id="forehand passed"),
    ],
)
def test_a_seat_that_passed_never_bids_again(script: str, turns: list[int]):
    """Trap of section 12; seed 001: 'Kto spasuje, w tym rozdaniu już nie licytuje'."""
    match = sit_down(NO_CAP)
    asked = []
    for text in script.split(","):
        asked.append(match.to_move)
        play(match, text)
    assert asked == turns


# Caps


@pytest.mark.parametrize(
    ("held", "cap"),
    [
        pytest.param("ATs ATc ATd 9h", 120, id="seed 001: without a marriage at most 120"),
        pytest.param("KQs ATc ATd 9h", 160, id="spade marriage"),
        pytest.param("KQc ATs ATd 9h", 180, id="club marriage"),
        pytest.param("KQd ATs ATc 9h", 200, id="section 12: diamond marriage, 200 but not 210"),
        pytest.param("KQh ATs ATc 9d", 220, id="heart marriage"),
        pytest.param("KQh KQd AT9s", 300, id="seed 001: hearts and diamonds to 300"),
        pytest.param("KQh KQd KQc 9s", 360, id="section 12: hearts, diamonds, clubs 360"),
        pytest.param("KQs KQc KQd 9h", 300, id="spades, clubs, diamonds"),
        pytest.param("Ks Qc Kd Qh AJ9s", 120, id="halves of marriages count nothing"),
    ],
)
@pytest.mark.parametrize("players", [3, 4])
def test_cap_of_seven_cards(held: str, cap: int, players: int):
    dealer = 0 if players == 3 else 3
    hands = ["", "", held] if players == 3 else ["", held, "", "-"]
    match = sit_down(rules_of(players=players), deal(*hands), dealer=dealer)
    assert [text for text in legal(match) if text.isdigit()] == bids(cap)


@pytest.mark.parametrize(
    ("held", "cap"),
    [
        pytest.param("ATJ9s ATJ9c ATd", 120, id="seed 001: ten cards, no marriage"),
        pytest.param("KQs ATJ9c ATJ9d", 160, id="seed 001: ten cards, 120 and the marriage"),
        pytest.param("KQs KQc KQd KQh 9s 9c", 400, id="all four marriages"),
    ],
)
def test_cap_of_ten_cards_with_two_players(held: str, cap: int):
    match = sit_down(rules_of(players=2), deal(held, "", musik="|"))
    assert legal(match) == ["pass", *bids(cap)]


def test_musik_cards_do_not_count_for_the_cap():
    """Section 12: dealt the heart king with the queen in the musik: the auction goes to 120."""
    match = sit_down(HOUSE, deal("", "", "Kh ATs ATc 9d 9h", musik="Qh"))
    assert legal(match) == ["pass", *bids(120)]


@pytest.mark.parametrize(
    ("rules", "script", "expected"),
    [
        pytest.param(HOUSE, "120", ["pass"], id="120 stands, cap 120: only pass"),
        pytest.param(HOUSE, "110", ["pass", "120"], id="one raise left"),
        pytest.param(NO_CAP, "350", ["pass", *bids(400, 360)], id="no cap: up to 400"),
        pytest.param(NO_CAP, "400", ["pass"], id="no cap: 400 is the highest bid"),
    ],
)
def test_who_cannot_raise_within_its_cap_can_only_pass(
    rules: Rules, script: str, expected: list[str]
):
    match = sit_down(rules, deal(STRONG, "", ""))
    play(match, script)
    assert match.to_move == 0
    assert legal(match) == expected


@pytest.mark.parametrize(
    "text", ["100", "115", "130", "redeal", "bomb", "9s", "declare 120", "musik 0"]
)
def test_what_is_no_raise_or_pass_is_refused(text: str):
    match = sit_down(HOUSE, deal("", "", STRONG))
    with pytest.raises(EngineError):
        play(match, text)
    assert match.position == (0, 0)


# The redeal of a weak hand

WEAK_17 = "JT9s JQ9c 9d"  # 2+10+2+3 = 17


@pytest.mark.parametrize(
    ("settings", "held", "offered"),
    [
        pytest.param({}, "JT9s JQ9c 9d", True, id="seed 001: 17 points and no marriage"),
        pytest.param({}, "JT9s JK9c 9d", False, id="18 points are not fewer than 18"),
        pytest.param({}, "KQs 9c Jd 9d Jh 9h", False, id="11 points with a marriage"),
        pytest.param({}, "Ks Qc 9s 9c 9d 9h Jd", True, id="king and queen of two suits"),
        pytest.param({}, "9s 9c 9d 9h AKs Jc", True, id="four nines, 17 points: points decide"),
        pytest.param({}, "9s 9c 9d 9h AKs Qc", False, id="seed 001: four nines are no reason"),
        pytest.param({"redeal_threshold": 14}, "Ks Kc Qd Jh 9s 9c 9d", True, id="13 of 14"),
        pytest.param({"redeal_threshold": 14}, "Ks Kc Kd Jh 9s 9c 9d", False, id="14 of 14"),
        pytest.param({"redeal_threshold": 0}, "9Js 9Jc 9d 9h Jd", False, id="threshold 0: never"),
        pytest.param({"redeal": "none"}, "9Js 9Jc 9d 9h Jd", False, id="redeal none"),
        pytest.param({"redeal": "four_nines"}, "9s 9c 9d 9h ATs Ac", True, id="four nines"),
        pytest.param({"redeal": "four_nines"}, "9s 9c 9d 9h KQs Ac", True, id="and a marriage"),
        pytest.param({"redeal": "four_nines"}, "9Js 9c 9d Jc Jd Jh", False, id="weak, 3 nines"),
        pytest.param({"max_redeals": 0}, "JT9s JQ9c 9d", False, id="no redeals left"),
    ],
)
def test_who_may_ask_for_a_redeal(settings: dict[str, object], held: str, offered: bool):
    match = sit_down(rules_of(**settings), deal("", "", held))
    assert ("redeal" in legal(match)) is offered


def test_legal_actions_stand_in_ascending_order_with_the_redeal_after_the_pass():
    match = sit_down(HOUSE, deal("", "", WEAK_17))
    assert legal(match) == ["pass", "redeal", "110", "120"]


@pytest.mark.parametrize("preset", ["house", "tabrivio-1000", "tabrivio-500"])
def test_every_preset_knows_the_weak_hand(preset: str):
    match = sit_down(rules_of(preset), deal("", "", WEAK_17))
    assert "redeal" in legal(match)


def test_two_players_never_redeal():
    """Seed 001: 'Słabej karty we dwoje nie ma.'"""
    for redeal in ("weak_hand", "four_nines"):
        rules = rules_of(players=2, redeal=redeal)
        match = sit_down(rules, deal("9Js 9Jc 9Jd 9Jh Qs Qc", ""))
        assert "redeal" not in legal(match)


@pytest.mark.parametrize(
    ("weak_seat", "script", "offered"),
    [
        pytest.param(2, "", True, id="the first speaker's first decision"),
        pytest.param(0, "pass", True, id="the second speaker's first decision"),
        pytest.param(1, "110, pass", True, id="forehand's first decision, after a raise"),
        pytest.param(1, "110, 120", True, id="forehand's first decision, after two raises"),
        pytest.param(2, "110, 120, 130", False, id="after having raised: too late"),
        pytest.param(0, "pass, 110, 120", False, id="the second speaker's second decision"),
        pytest.param(1, "110, pass, 120, 130", False, id="forehand's second decision"),
    ],
)
def test_only_at_its_own_first_decision(weak_seat: int, script: str, offered: bool):
    hands = [WEAK_17 if seat == weak_seat else "" for seat in range(3)]
    match = sit_down(NO_CAP, deal(*hands, musik=""))
    play(match, script)
    assert match.to_move == weak_seat
    assert ("redeal" in legal(match)) is offered


def test_forehand_left_alone_never_had_a_chance_to_ask():
    match = sit_down(HOUSE, deal("", WEAK_17, ""))
    play(match, "pass, pass")
    assert match.hand.phase == "exchange"
    assert "redeal" not in legal(match)


def test_a_redeal_shows_the_hand_changes_no_score_and_the_same_seat_deals():
    """Seed 001, 'Słaba karta'."""
    weak = deal(WEAK_17, "", "")
    match = sit_down(HOUSE, [weak, any_deal(3, 1)], dealer=1, scores=(120, -60, 300), n=4)
    play(match, "redeal")
    record = match.hands[-1]
    assert record["redeal"] is True
    assert record["change"] == record["tricks"] == record["marriages"] == [0, 0, 0]
    assert match.scores == (120, -60, 300)
    assert (match.hand.sheet.n, match.hand.sheet.dealer) == (4, 1)
    for seat in range(3):
        assert match.observe(seat).redealt == ((0, cards(WEAK_17)),)
        assert match.observe(seat).scores == (120, -60, 300)


def test_a_redealt_deal_may_be_redealt_up_to_the_limit():
    weak = deal("", "", WEAK_17)
    match = sit_down(rules_of(max_redeals=2), [weak, weak, weak])
    play(match, "redeal, redeal")
    assert match.hand.redealt == ((2, cards(WEAK_17)),) * 2
    assert "redeal" not in legal(match)


def test_the_next_deal_counts_its_redeals_anew():
    weak = deal("", "", WEAK_17)
    weak_next = deal(WEAK_17, "", "")
    match = sit_down(rules_of(max_redeals=1), [weak, weak], [weak_next], dealer=0)
    play(match, "redeal, pass, pass")
    while len(match.hands) < 2:
        match.apply(match.hand.legal[0])
    assert match.hand.redealt == ()
    assert "redeal" in legal(match)


def test_the_dealer_of_four_is_not_asked_and_the_three_may_redeal():
    match = sit_down(rules_of(players=4), deal("-", "", WEAK_17, ""))
    assert match.to_move == 2
    assert "redeal" in legal(match)
