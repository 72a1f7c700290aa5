"""What `cautious` does, position by position."""

import pytest

from bots.tysiac.cautious import Cautious
from engine.tysiac import AUCTION, CONTRACT, EXCHANGE, MUSIK_CHOICE


@pytest.mark.parametrize("hand", ["AKQTJs AKh", "9s JQc QTd 9Jh"])
def test_passes_whatever_it_holds(ask, hand):
    assert ask(Cautious, AUCTION, hand=hand, legal="pass, 110, 120") == "pass"


def test_asks_for_a_redeal_when_it_may(ask):
    legal = "pass, redeal, 110, 120"
    assert ask(Cautious, AUCTION, hand="9Js 9Jc 9Jd 9h", legal=legal) == "redeal"


def test_takes_the_first_of_two_hidden_musiks(ask):
    legal = "musik 0, musik 1"
    assert ask(Cautious, MUSIK_CHOICE, hand="AKs", legal=legal, players=2) == "musik 0"


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("9AKs 9Ac KTd QTAh", "give 9s 0 9c 2"),
        ("JAs JAKc JTd ATh 9h", "give 9h 0 Js 2"),
        ("KQTAs KQc KQd KQh", "give Ts 0 As 2"),
    ],
    ids=["nines first", "then knaves", "an ace before a marriage"],
)
def test_gives_its_lowest_cards_and_keeps_marriages(ask, hand, given):
    assert ask(Cautious, EXCHANGE, hand=hand) == given


def test_lays_its_lowest_cards_aside(ask):
    assert ask(Cautious, EXCHANGE, hand="9TAKs 9TAKc JTAKd", players=2) == "lay 9s 9c"


@pytest.mark.parametrize(
    ("hand", "action"),
    [("9JATs 9JATc KTd", "bomb"), ("KQAh ATs ATc 9JQd", "give 9d 0 Jd 2")],
    ids=["no marriage", "a marriage"],
)
def test_bombs_before_giving_if_all_it_holds_is_below_the_contract(ask, hand, action):
    assert ask(Cautious, EXCHANGE, hand=hand, bomb=True) == action


@pytest.mark.parametrize(
    ("hand", "action"),
    [("9JATs 9JAc Kd", "bomb"), ("KQAh ATs ATc 9d", "declare 100")],
    ids=["no marriage", "a marriage"],
)
def test_bombs_in_place_of_declaring_on_the_same_grounds(ask, hand, action):
    assert ask(Cautious, CONTRACT, hand=hand, legal="declare 100", bomb=True) == action


def test_declares_no_more_than_the_bid(ask):
    legal = "declare 120, declare 130, declare 140"
    assert ask(Cautious, CONTRACT, hand="AKQTh ATs Ac Ad", bid=120, legal=legal) == "declare 120"


@pytest.mark.parametrize(
    ("place", "card"),
    [
        ({"hand": "AKs KQc KQd 9h"}, "Qd meld"),
        ({"hand": "ATs JAc Qd Kh"}, "Jc"),
        ({"hand": "KQs ATc", "legal": "Qs, Ks, Tc, Ac"}, "Tc"),
        ({"hand": "9JTs Ah", "trick": "Qs"}, "Ts"),
        ({"hand": "9JTs Ah", "trick": "As"}, "9s"),
        ({"hand": "KQs 9Ac", "trick": "9d"}, "9c"),
        ({"hand": "KQs JAc", "trick": "Th Ah"}, "Jc"),
        ({"hand": "KQs Ac", "trick": "Th Ah"}, "Ac"),
    ],
    ids=[
        "melds its best marriage by the queen",
        "leads the lowest card",
        "leads no half of a marriage that it can't meld yet",
        "beats only because it must",
        "follows with the lowest card",
        "throws the lowest card away",
        "keeps a marriage for a knave",
        "keeps a marriage even for an ace",
    ],
)
def test_in_play_it(ask, place, card):
    assert ask(Cautious, **place) == card
