"""What `greedy` does, position by position."""

import pytest

from bots.tysiac.greedy import Greedy
from engine.tysiac import AUCTION, CONTRACT, EXCHANGE, MUSIK_CHOICE

RAISES = "pass, 110, 120"
BARREL = {"barrier": "none", "barrel": {"from": 880, "deals": 3, "penalty": 120}}

# Seat 2 has raised; these two hands lie just under and well over what a first raise asks for.
MIDDLING = "AJTs 9Ac Kd Qh"
STRONG = "KQAh ATs 9Jc"


def test_bids_a_strong_hand_ten_higher_and_no_more(ask):
    assert ask(Greedy, AUCTION, hand=STRONG, legal=RAISES) == "110"


def test_passes_a_middling_hand(ask):
    assert ask(Greedy, AUCTION, hand=MIDDLING, legal=RAISES) == "pass"


def test_leaves_the_auction_where_the_bid_passes_what_it_can_make(ask):
    legal = "pass, 210, 220"
    assert ask(Greedy, AUCTION, hand=STRONG, bid=200, legal=legal) == "pass"


def test_does_not_bid_above_its_cap(ask):
    assert ask(Greedy, AUCTION, hand="ATKs ATKc Ah", bid=120, legal="pass") == "pass"


@pytest.mark.parametrize(
    "place",
    [
        {"scores": (0, 800, 0)},
        {"scores": (0, 900, 0), "barrel": (0, 3, 0), "rules": BARREL},
        {"scores": (0, 900, 0), "barrel": (0, 1, 0), "rules": BARREL},
        {"scores": (0, 0, 900)},
    ],
    ids=["on the barrier", "on the barrel", "in its last deal there", "against a winning contract"],
)
def test_bids_a_middling_hand_where_a_pass_costs_more(ask, place):
    assert ask(Greedy, AUCTION, hand=MIDDLING, legal=RAISES, **place) == "110"


def test_a_seat_below_a_raised_barrier_still_passes(ask):
    place = {"scores": (0, 800, 0), "rules": {"barrier": 900}}
    assert ask(Greedy, AUCTION, hand=MIDDLING, legal=RAISES, **place) == "pass"


def test_asks_for_a_redeal_of_a_weak_hand(ask):
    legal = "pass, redeal, 110, 120"
    assert ask(Greedy, AUCTION, hand="9Js 9Jc 9Jd 9h", legal=legal) == "redeal"


def test_keeps_four_nines_that_come_with_a_strong_suit(ask):
    legal = "pass, redeal, 110, 120"
    assert ask(Greedy, AUCTION, hand="9s 9c 9d 9KQAh", legal=legal) == "110"


def test_takes_the_first_of_two_hidden_musiks(ask):
    legal = "musik 0, musik 1"
    assert ask(Greedy, MUSIK_CHOICE, hand="AKs", legal=legal, players=2) == "musik 0"


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("KQTAh ATs 9c Jd ATd", "give 9c 0 Jd 2"),
        ("KQTh KQs ATc JTAd", "give Tc 0 Jd 2"),
        ("9JQKAs 9c 9d AKQh", "give 9c 0 9d 2"),
    ],
    ids=["low cards", "tens before marriages", "short suits before long ones"],
)
def test_gives_what_its_hand_misses_least(ask, hand, given):
    assert ask(Greedy, EXCHANGE, hand=hand) == given


def test_lays_aside_what_its_hand_misses_least(ask):
    assert ask(Greedy, EXCHANGE, hand="KQTAh ATs Jc 9d ATd KQs", players=2) == "lay Jc 9d"


@pytest.mark.parametrize(
    ("hand", "bid", "bombs"),
    [("9Js JQKc 9QTd QJh", 100, True), ("KQAh ATs JQc 9QTd", 100, False)],
    ids=["hopeless", "a marriage"],
)
def test_bombs_before_giving_when_its_best_hand_is_worth_much_less(ask, hand, bid, bombs):
    answer = ask(Greedy, EXCHANGE, hand=hand, bid=bid, bomb=True)
    assert (answer == "bomb") == bombs


@pytest.mark.parametrize(
    ("bid", "action"), [(140, "declare 140"), (200, "bomb")], ids=["within reach", "far off"]
)
def test_bombs_in_place_of_a_contract_far_above_its_worth(ask, bid, action):
    legal = f"declare {bid}"
    answer = ask(Greedy, CONTRACT, hand="KQAh ATs JQc 9d", bid=bid, legal=legal, bomb=True)
    assert answer == action


CONTRACTS = ", ".join(f"declare {value}" for value in range(100, 221, 10))


def test_declares_more_than_the_bid_on_a_strong_hand(ask):
    assert ask(Greedy, CONTRACT, hand="KQTAh ATs Ac 9d", legal=CONTRACTS) == "declare 160"


def test_declares_no_more_than_it_needs_to_win_the_match(ask):
    place = {"hand": "KQTAh ATs Ac 9d", "legal": CONTRACTS, "scores": (0, 880, 0)}
    assert ask(Greedy, CONTRACT, **place) == "declare 120"


def test_declares_the_bid_where_its_worth_leaves_no_room(ask):
    assert ask(Greedy, CONTRACT, hand="KQs ATc Ad 9QJh", legal=CONTRACTS) == "declare 100"


@pytest.mark.parametrize(
    ("place", "action"),
    [
        ({"hand": "AJ9s KQh", "played": "QKs"}, "As"),
        ({"hand": "As KQh 9c"}, "Qh meld"),
        ({"hand": "KQc KQh As 9d"}, "Qh meld"),
        ({"hand": "KQc As", "trump": "h"}, "Qc meld"),
        ({"hand": "KQc 9d", "played": "ATc"}, "Kc meld"),
        ({"hand": "AKh As 9d", "trump": "h"}, "Ah"),
        ({"hand": "AKh As 9d", "trump": "h", "played": "9JQTh 9JQKTs"}, "As"),
        ({"hand": "AKh 9d", "trump": "h", "played": "9JQTh"}, "9d"),
        ({"hand": "Ts 9Jd", "played": "A9Js"}, "Ts"),
        ({"hand": "Ts 9Jd", "played": "9Js"}, "9d"),
        ({"hand": "KQc Td", "legal": "Qc, Kc, Td"}, "Td"),
    ],
    ids=[
        "cashes the ace of a suit of which little is out, before it melds",
        "keeps an ace of a suit that is all out and melds first",
        "melds the better marriage first",
        "takes the trump over with a marriage before anything else",
        "melds by a king that can't be beaten",
        "draws trumps with the highest",
        "cashes side suits once no trump is out",
        "keeps its last trumps in reserve",
        "cashes a ten whose ace is gone",
        "leads low while the ace is out",
        "breaks no marriage that it can't meld yet",
    ],
)
def test_leading_it(ask, place, action):
    assert ask(Greedy, **place) == action


@pytest.mark.parametrize(
    ("place", "action"),
    [
        ({"hand": "TKs 9c", "trick": "9s Js"}, "Ts"),
        ({"hand": "TKs 9c", "trick": "9s"}, "Ks"),
        ({"hand": "TKs 9c", "trick": "9s", "played": "As"}, "Ts"),
        ({"hand": "TKs 9c", "trick": "9s", "players": 2}, "Ts"),
        ({"hand": "9QTs Ac", "trick": "As"}, "9s"),
        ({"hand": "JTs JQKc", "trick": "Ad 9d"}, "Jc"),
        ({"hand": "KQs Kc", "trick": "Ad 9d"}, "Kc"),
        ({"hand": "Js JQc", "trick": "Ad 9d"}, "Jc"),
        ({"hand": "As Th", "trick": "9c Jc", "trump": "h"}, "Th"),
    ],
    ids=[
        "takes with its highest card, the last to play",
        "takes with its lowest while a higher one is behind it",
        "takes with its highest when none is left to beat it",
        "is the last to play, second of two",
        "leaves its lowest card where it can't take",
        "keeps the guard of a ten",
        "keeps a marriage before a lone king",
        "keeps the last card of a suit",
        "ruffs because it must",
    ],
)
def test_following_it(ask, place, action):
    assert ask(Greedy, **place) == action


def test_counts_the_cards_that_it_laid_aside(ask, position):
    place = {"hand": "Ts 9d", "players": 2}
    assert ask(Greedy, **place) == "9d"
    assert ask(Greedy, **place, laid=position(hand="AKQJ9s").hand) == "Ts"
