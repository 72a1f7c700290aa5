"""Section 5: the musik and what declarer gives away or lays aside."""

from itertools import combinations, permutations

import pytest
from dealing import bid_once, cards, deal, legal, play, rules_of, sit_down

from engine import IllegalActionError
from engine.tysiac import Rules, card_of, cards_of, texts_of

HANDS = ("ATs ATc ATJd", "JQKs JQKc 9d", "9s 9c ATKQ9h")
MUSIK = "KQd Jh"
DEALS = {
    3: deal(*HANDS, musik=MUSIK),
    4: deal("-", *HANDS, musik=MUSIK),
    2: deal("ATs ATc ATd ATJ9h", "9JQKs 9JQKc 9Jd", musik="KQd | KQh"),
}
"""With dealer 0 seat 1 is forehand, and the first to speak stands on its left."""


def rules(players: int = 3, *, hidden: bool = False) -> Rules:
    return rules_of(players=players, bomb_limit=0, hidden_musik_at_forced_bid=hidden)


# The musik, 3 and 4 players


@pytest.mark.parametrize(
    ("players", "hidden", "bid", "seeing"),
    [
        pytest.param(3, False, 100, {0, 1, 2}, id="seed 001: the musik is shown to all"),
        pytest.param(3, False, 110, {0, 1, 2}, id="shown for a raised bid"),
        pytest.param(4, False, 100, {0, 1, 2, 3}, id="4 players: shown to all"),
        pytest.param(3, True, 100, {1}, id="seed 001 variant: hidden at the unraised 100"),
        pytest.param(3, True, 110, {0, 1, 2}, id="variant: shown once the bid is raised"),
        pytest.param(4, True, 100, {0, 1}, id="variant: the dealer of four saw it before"),
        pytest.param(4, True, 110, {0, 1, 2, 3}, id="variant, 4 players: shown once raised"),
    ],
)
def test_who_sees_the_musik(players: int, hidden: bool, bid: int, seeing: set[int]):
    match = sit_down(rules(players, hidden=hidden), DEALS[players])
    bid_once(match, 1 if bid == 100 else 2, bid)
    seen = {seat for seat in range(players) if match.observe(seat).musik == cards(MUSIK)}
    unseen = {seat for seat in range(players) if match.observe(seat).musik == 0}
    assert seen == seeing
    assert seen | unseen == set(range(players))


@pytest.mark.parametrize("players", [3, 4])
def test_before_the_end_of_the_auction_only_the_dealer_of_four_sees_the_musik(players: int):
    """Seed 001: 'Od początku widzi musik'."""
    match = sit_down(rules(players), DEALS[players])
    seen = [match.observe(seat).musik for seat in range(players)]
    assert seen == [cards(MUSIK) if players == 4 and seat == 0 else 0 for seat in range(players)]


@pytest.mark.parametrize("players", [3, 4])
def test_a_hidden_musik_stays_hidden_to_the_end_of_the_deal(players: int):
    match = sit_down(rules(players, hidden=True), DEALS[players])
    bid_once(match, 1, 100)
    while not match.hands:
        for seat in range(players):
            sees = seat == 1 or (players == 4 and seat == 0)
            assert match.observe(seat).musik == (cards(MUSIK) if sees else 0)
        match.apply(match.hand.legal[0])


def test_declarer_takes_the_musik():
    match = sit_down(rules(), DEALS[3])
    bid_once(match, 2, 110)
    assert match.hand.hands[2] == cards(HANDS[2]) | cards(MUSIK)


# Gifts


@pytest.mark.parametrize(
    ("players", "declarer", "receivers"),
    [
        pytest.param(3, 0, (1, 2), id="declarer 0"),
        pytest.param(3, 1, (0, 2), id="declarer 1"),
        pytest.param(3, 2, (0, 1), id="declarer 2"),
        pytest.param(4, 1, (2, 3), id="4 players, declarer 1"),
        pytest.param(4, 2, (1, 3), id="4 players, declarer 2: never to the dealer"),
        pytest.param(4, 3, (1, 2), id="4 players, declarer 3"),
    ],
)
def test_one_action_gives_any_two_of_ten_cards_to_the_two_opponents(
    players: int, declarer: int, receivers: tuple[int, int]
):
    """Trap of section 12: the two gifts go to two different opponents."""
    match = sit_down(rules(players), DEALS[players])
    bid_once(match, declarer, 100 if declarer == 1 else 110)
    ten = texts_of(match.hand.hands[declarer])
    low, high = receivers
    assert legal(match) == [f"give {one} {low} {two} {high}" for one, two in permutations(ten, 2)]
    assert len(legal(match)) == 90


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("give Ts 0 9d 2", id="a card that declarer doesn't hold"),
        pytest.param("give Ks 0 Jh 1", id="to declarer itself"),
        pytest.param("give Ks 0 Jh 3", id="to nobody"),
        pytest.param("lay Ts As", id="laid aside"),
        pytest.param("declare 100", id="not given at all"),
        pytest.param("bomb", id="bomb at a table without"),
    ],
)
def test_what_is_no_gift_is_refused(text: str):
    match = sit_down(rules(), DEALS[3])
    bid_once(match, 1, 100)
    with pytest.raises(IllegalActionError, match=f"exchange, seat 1: .*{text}.* is not legal"):
        play(match, text)


def test_after_the_gifts_everybody_holds_eight_cards():
    match = sit_down(rules(), DEALS[3])
    play(match, "pass, pass, give Ks 0 Jh 2, declare 100")
    assert texts_of(match.hand.hands[0]) == texts_of(cards("AKTs ATc ATJd"))
    assert texts_of(match.hand.hands[1]) == texts_of(cards("JQs JQKc 9KQd"))
    assert texts_of(match.hand.hands[2]) == texts_of(cards("9s 9c ATKQJ9h"))


def test_only_giver_and_receiver_know_a_given_card():
    """Seed 001: 'po jednej zakrytej karcie'."""
    match = sit_down(rules(4), DEALS[4])
    play(match, "pass, pass, give Jd 2 Jh 3, declare 100")
    jd, jh = card_of("Jd"), card_of("Jh")
    assert [match.observe(seat).gave for seat in range(4)] == [(), ((2, jd), (3, jh)), (), ()]
    assert [match.observe(seat).received for seat in range(4)] == [-1, -1, jd, jh]


def test_the_gifts_reach_the_opponents_only_with_the_contract():
    match = sit_down(rules(), DEALS[3])
    play(match, "pass, pass, give Ks 0 Jh 2")
    for seat in (0, 2):
        assert match.observe(seat).received == -1
        assert match.observe(seat).hand == cards(HANDS[seat])


# Two players


@pytest.mark.parametrize("script", ["pass", "110, pass"], ids=["at the forced 100", "raised"])
def test_declarer_picks_one_of_two_musiks_blind(script: str):
    match = sit_down(rules(2), DEALS[2])
    play(match, script)
    assert legal(match) == ["musik 0", "musik 1"]
    assert [match.observe(seat).musik for seat in (0, 1)] == [0, 0]


@pytest.mark.parametrize("script", ["pass", "110, pass"], ids=["at the forced 100", "raised"])
@pytest.mark.parametrize(("number", "musik"), [(0, "KQd"), (1, "KQh")])
def test_the_chosen_musik_is_shown_and_taken_and_the_other_stays_hidden(
    script: str, number: int, musik: str
):
    """Seed 001: 'wybiera musik w ciemno i odkrywa go, także przy stu'."""
    match = sit_down(rules(2), DEALS[2])
    play(match, f"{script}, musik {number}")
    declarer = match.to_move
    assert [match.observe(seat).musik for seat in (0, 1)] == [cards(musik)] * 2
    assert match.hand.hands[declarer] == match.hand.deal.hands[declarer] | cards(musik)


def test_declarer_lays_any_two_of_twelve_cards_aside():
    match = sit_down(rules(2), DEALS[2])
    play(match, "pass, musik 1")
    twelve = [*texts_of(match.hand.hands[1])]
    assert len(twelve) == 12
    assert legal(match) == [f"lay {one} {two}" for one, two in combinations(twelve, 2)]
    assert len(legal(match)) == 66


def test_cards_laid_aside_are_known_to_declarer_alone_and_both_hold_ten():
    match = sit_down(rules(2), DEALS[2])
    play(match, "pass, musik 1, lay Kc Kh, declare 100")
    assert [match.observe(seat).laid for seat in (0, 1)] == [0, cards("Kc Kh")]
    assert [mask.bit_count() for mask in match.hand.hands] == [10, 10]
    assert not set(cards_of(match.hand.hands[1])) & set(cards_of(cards("Kc Kh")))
