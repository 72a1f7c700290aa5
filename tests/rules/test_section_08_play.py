"""Section 8: following, beating, trumping, melding, taking tricks."""

import pytest
from dealing import deal, legal, play, rules_of, sit_down, stage

from engine import IllegalActionError
from engine.tysiac import Rules
from engine.tysiac.hand import Hand

HOUSE = rules_of()
TWO = rules_of(players=2)


def in_play(*hands: str, trump: str = "", rules: Rules = HOUSE, side_cards: str = "") -> Hand:
    """The play of these cards, seat 0 being declarer and to lead."""
    match = sit_down(rules, dealer=rules.players - 1)
    return stage(match, *hands, declarer=0, trump=trump, side_cards=side_cards)


# What may be played to a trick


@pytest.mark.parametrize(
    ("trump", "played", "held", "expected"),
    [
        # follow the led suit
        pytest.param("", "Js", "9s Ac", "9s", id="follow the led suit, lower too"),
        pytest.param("", "Js", "9s As Ac", "As", id="and beat the winning card"),
        pytest.param("", "Js", "9Ks As Ac", "Ks As", id="with any card that beats it"),
        pytest.param("", "Ks", "9JQs Ac", "9s Js Qs", id="no higher card: any of the suit"),
        pytest.param("", "Js, Ks", "Qs As", "As", id="beat the winning card, not the led one"),
        pytest.param("", "Js, As", "9Qs Ac", "9s Qs", id="nothing beats the ace: any of the suit"),
        pytest.param("", "Js, Ac", "9Qs", "Qs", id="a card off suit does not win the trick"),
        pytest.param("h", "Js", "Qs Ah", "Qs", id="a trump in hand is no excuse"),
        pytest.param("s", "Js", "9Qs Ah", "Qs", id="trumps led: follow and beat"),
        pytest.param("s", "Js, As", "9Qs Ah", "9s Qs", id="trumps led, ace played: any trump"),
        # a trump already wins a plain-suit trick
        pytest.param("h", "Ts, 9h", "A9s", "9s As", id="section 12: both spades are legal"),
        pytest.param("h", "Ts, 9h", "A9s Ah", "9s As", id="and still no trump"),
        # without the led suit: trump
        pytest.param("h", "Js", "9h Ac", "9h", id="void: any trump beats a plain card"),
        pytest.param("h", "Js", "9Ah Ac", "9h Ah", id="void: every trump beats it"),
        pytest.param("h", "Js, As", "9Ah Ac", "9h Ah", id="the ace of the led suit too"),
        pytest.param("h", "Js", "Ac 9d", "9d Ac", id="void, no trump: any card"),
        pytest.param("", "Js", "Ac 9d", "9d Ac", id="void, no trump yet: any card"),
        pytest.param("h", "Ks", "9h 9d", "9h", id="section 12: heart 9 only"),
        # over-trumping
        pytest.param("h", "Ks, Qh", "T9h Ad", "Th", id="section 12: heart 10 only"),
        pytest.param("h", "Ks, Th", "9h Ad", "Ad 9h", id="section 12: only lower trumps: any card"),
        pytest.param("h", "Ks, Jh", "QK9h Ad", "Qh Kh", id="every higher trump, no lower one"),
        pytest.param(
            "h", "Ks, Ah", "TKh 9c Ad", "9c Ad Kh Th", id="the trump ace: any card at all"
        ),
        # trumps led
        pytest.param("h", "Jh, Kh", "QT9h", "Th", id="section 12: heart 10 only, trumps led"),
        pytest.param("h", "Jh, Kh", "Q9h Ad", "9h Qh", id="trumps led, none higher: any trump"),
        pytest.param("h", "Jh", "9s Ad", "9s Ad", id="trumps led, none in hand: any card"),
        pytest.param("h", "9h", "As 9d Jh", "Jh", id="trumps led, the last trump must follow"),
    ],
)
def test_what_may_follow(trump: str, played: str, held: str, expected: str):
    first, *second = played.split(", ")
    hands = [first, *(second or [held])]
    hands.append(held if second else "9c")
    hand = in_play(*hands, trump=trump)
    play(hand, played)
    assert sorted(legal(hand)) == sorted(expected.split())
    assert list(hand.legal) == sorted(hand.legal)


def test_with_two_players_the_same_cards_are_playable():
    hand = in_play("Js", "9s As Ac", trump="h", rules=TWO)
    play(hand, "Js")
    assert legal(hand) == ["As"]


@pytest.mark.parametrize("text", ["9s", "Ah", "Qh", "Ks meld", "pass", "110"])
def test_a_card_against_the_rules_is_refused(text: str):
    hand = in_play("Js", "9s As Ah", "Qh")
    play(hand, "Js")
    with pytest.raises(IllegalActionError, match=r"play, seat 1: .* is not legal; legal: As"):
        play(hand, text)
    assert hand.plays == (10 + 1,)


# Who takes the trick


@pytest.mark.parametrize(
    ("trump", "trick", "taker", "points"),
    [
        pytest.param("", "9s, Js, Qs", 2, 5, id="the highest card of the led suit"),
        pytest.param("", "9s, Ac, Ad", 0, 22, id="cards off suit take nothing"),
        pytest.param("", "9s, Js, Ad", 1, 13, id="even if they are higher"),
        pytest.param("h", "As, Ts, 9h", 2, 21, id="a trump takes it"),
        pytest.param("h", "As, 9h, Jh", 2, 13, id="the highest trump"),
        pytest.param("h", "As, Jh, 9s", 1, 13, id="the trump played first"),
        pytest.param("h", "9h, As, Ac", 0, 22, id="trumps led"),
        pytest.param("s", "Qs, Ks, Ts", 2, 17, id="10 stands above the king"),
        pytest.param("s", "Ts, As, Jc", 1, 23, id="the ace above the 10"),
    ],
)
def test_who_takes_the_trick(trump: str, trick: str, taker: int, points: int):
    """The highest trump, else the highest card of the led suit; the taker leads next."""
    rest = ("9c", "9d", "9h" if trump != "h" else "Qd")
    hands = [f"{card} {other}" for card, other in zip(trick.split(", "), rest, strict=True)]
    hand = in_play(*hands, trump=trump)
    for text in trick.split(", "):
        play(hand, text)
    assert hand.leader == hand.to_move == taker
    assert hand.points[taker] == points == sum(hand.points)
    assert hand.trick == ()


def test_declarer_leads_the_first_trick_and_there_is_no_trump():
    match = sit_down(HOUSE, dealer=1)
    play(match, "110, pass, pass")
    declarer = match.to_move
    while match.hand.phase != "play":
        match.apply(match.hand.legal[0])
    assert match.to_move == match.hand.leader == declarer
    assert match.hand.trump == -1


# Marriages


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        pytest.param("KQh 9s", "9s, Qh, Kh, Qh meld, Kh meld", id="king or queen, melded or not"),
        pytest.param("Kh Qd", "Qd, Kh", id="king and queen of two suits"),
        pytest.param("Kh 9h", "9h, Kh", id="a king alone"),
        pytest.param(
            "KQs KQd",
            "Qs, Ks, Qd, Kd, Qs meld, Ks meld, Qd meld, Kd meld",
            id="two marriages, either",
        ),
    ],
)
def test_who_leads_may_announce_a_marriage(held: str, expected: str):
    hand = in_play(held, "AT9c", "AT9d")
    assert legal(hand) == expected.split(", ")


@pytest.mark.parametrize("card", ["K", "Q"])
@pytest.mark.parametrize(("suit", "value"), [("s", 40), ("c", 60), ("d", 80), ("h", 100)])
def test_a_meld_scores_at_once_and_its_suit_becomes_trump(card: str, suit: str, value: int):
    """Seed 004, and section 12: leading the king counts like leading the queen."""
    low = "Js" if suit != "s" else "Jc"
    hand = in_play(f"KQ{suit}", f"9{suit} {low}", "9J" + ("c" if suit != "c" else "d"))
    play(hand, f"{card}{suit} meld")
    assert hand.marriages == (value, 0, 0)
    assert hand.trump == "scdh".index(suit)


@pytest.mark.parametrize("rules", [HOUSE, rules_of("tabrivio-1000"), TWO], ids=["3", "tab", "2"])
def test_in_the_first_trick_too(rules: Rules):
    """Seed 001: 'Można to zrobić także w pierwszej lewie.'"""
    if rules.players == 2:
        match = sit_down(rules, deal("", "KQh ATs ATc ATd 9h 9s"), dealer=0)
        play(match, "pass, musik 0, lay 9s 9h, declare 100, Kh meld")
    else:
        match = sit_down(rules, deal("", "KQh ATs ATc 9h", "", musik="9s Js 9c"), dealer=0)
        play(match, "pass, pass, give 9s 0 9c 2, declare 100, Kh meld")
    assert match.hand.marriages[1] == 100
    assert match.hand.trump == 3


def test_the_trump_counts_from_this_very_trick_on():
    """Seed 001: 'już w tej lewie bije inne kolory'."""
    hand = in_play("KQh Js", "9h Ts Ac", "As Ad Tc", trump="s")
    play(hand, "Kh meld, 9h")
    assert legal(hand) == ["As", "Tc", "Ad"]
    play(hand, "As")
    assert hand.leader == 0


def test_the_led_card_of_a_meld_is_a_trump_already():
    """Section 12: hearts are trump, club queen led with a meld, heart ace from a void."""
    hand = in_play("KQc", "Ah 9s", "9d Js", trump="h")
    play(hand, "Qc meld, Ah, 9d")
    assert hand.leader == 0
    assert hand.points == (14, 0, 0)


def test_a_follower_must_beat_the_melded_card_with_a_trump_of_the_new_suit():
    hand = in_play("KQh 9s", "AJh As", "9h Ac")
    play(hand, "Qh meld")
    assert legal(hand) == ["Ah"]


def test_the_next_meld_changes_the_trump():
    """Seed 001: 'Następny meldunek zmienia atut.'"""
    hand = in_play("KQh KQs", "9h Jh 9s Js", "9c Jc 9d Jd")
    play(hand, "Kh meld, 9h, 9c / Qs meld")
    assert hand.trump == 0
    assert hand.marriages == (140, 0, 0)
    play(hand, "9s, 9d / Qh, Jh, Jc")
    assert hand.leader == 0
    play(hand, "Ks")
    assert legal(hand) == ["Js"]


def test_an_opponent_melds_as_well():
    hand = in_play("9s Js", "As KQd", "Ts 9c")
    play(hand, "9s, As, Ts / Kd meld")
    assert hand.marriages == (0, 80, 0)
    assert hand.trump == 2


def test_a_suit_can_be_melded_once():
    """After the lead of one the other stands alone."""
    hand = in_play("KQh 9h", "9s Js Qs", "9c Jc Qc")
    play(hand, "Kh meld, 9s, 9c")
    assert legal(hand) == ["9h", "Qh"]


@pytest.mark.parametrize("card", ["Kh", "Qh"])
def test_leading_it_without_announcing_scores_nothing(card: str):
    """Seed 001: 'Kto zagra króla albo damę bez meldunku, punktów za parę nie dostaje.'"""
    hand = in_play("KQh 9h", "9s Js Qs", "9c Jc Qc")
    play(hand, f"{card}, 9s, 9c")
    assert hand.marriages == (0, 0, 0)
    assert hand.trump == -1
    assert not any(text.endswith("meld") for text in legal(hand))


def test_a_followers_king_or_queen_never_melds():
    """Section 12: the pair in a follower's hand is no meld."""
    hand = in_play("9h Js", "KQh", "9c Jc")
    play(hand, "9h")
    assert legal(hand) == ["Qh", "Kh"]
    with pytest.raises(IllegalActionError):
        play(hand, "Kh meld")
    play(hand, "Kh, 9c")
    assert hand.marriages == (0, 0, 0)
    assert legal(hand) == ["Qh"]


def test_the_pair_must_be_in_the_hand_before_the_card_leaves_it():
    """Section 12: both are held when the lead is announced, one is enough for nothing."""
    hand = in_play("KQs", "9c Jc", "9d Jd")
    assert "Ks meld" in legal(hand)
    assert "Qs meld" in legal(hand)
    play(hand, "Ks meld, 9c, 9d")
    assert legal(hand) == ["Qs"]


def test_a_meld_counts_even_if_its_seat_then_takes_no_trick():
    """Section 12: declarer in trick 1."""
    hand = in_play("KQh 9s", "Ah As Ts", "Th Ac Js")
    play(hand, "Kh meld, Ah, Th / As, Js, 9s / Ts, Ac, Qh")
    assert hand.marriages == (100, 0, 0)


@pytest.mark.parametrize(("trick", "melds"), [(1, False), (2, True)])
def test_meld_from_trick_2(trick: int, melds: bool):
    """Seed 001, other tables: 'meldunek dopiero od drugiej lewy'."""
    rules = rules_of(meld_from_trick=2)
    match = sit_down(rules, deal("", "KQh ATs ATc 9h", "", musik="9s Js 9c"), dealer=0)
    play(match, "pass, pass, give 9s 0 9c 2, declare 100")
    if trick == 2:
        play(match, "As")
        match.apply(match.hand.legal[0])
        match.apply(match.hand.legal[0])
    assert match.to_move == 1
    assert ("Kh meld" in legal(match)) is melds


# The last trick of two players


@pytest.mark.parametrize(
    ("hands", "script", "points"),
    [
        pytest.param(("As", "Ts"), "As, Ts", (44, 0), id="declarer takes the last trick"),
        pytest.param(("Ts", "As"), "Ts, As", (0, 44), id="the opponent takes it"),
        pytest.param(("As 9c", "Ts Ac"), "As, Ts, 9c, Ac", (21, 34), id="only the last one counts"),
    ],
)
def test_the_taker_of_the_last_trick_also_gets_the_side_cards(
    hands: tuple[str, str], script: str, points: tuple[int, int]
):
    """Seeds 001 and 004: the unchosen musik and the two cards laid aside, here 23 points."""
    hand = in_play(*hands, rules=TWO, side_cards="ATJ9h")
    play(hand, script)
    assert hand.points == points
    assert hand.phase == "over"


def test_the_side_cards_are_the_other_musik_and_the_cards_laid_aside():
    match = sit_down(TWO, deal("", "KQh ATs ATc ATd 9h 9s", musik="Jh Ah | Th 9d"))
    play(match, "pass, musik 0, lay 9s Ah, declare 100")
    while not match.hands:
        assert sum(match.hand.points) <= 120 - 21
        match.apply(match.hand.legal[0])
    assert sum(match.hands[0]["tricks"]) == 120
