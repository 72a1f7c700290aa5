"""What may be bid, declared and played, one rule at a time."""

import pytest
from referee import DECK, Hand, Match, playable
from referee_records import HOUSE, THREE


@pytest.mark.parametrize(
    ("held", "trick", "trump", "allowed"),
    [
        ("As 9s", "Ts 9h", "h", "As 9s"),  # a trump already wins: any card of the suit
        ("Qh Th 9h", "Jh Kh", "h", "Th"),
        ("9h 9d", "Ks", "h", "9h"),
        ("Th 9h Ad", "Ks Qh", "h", "Th"),
        ("9h Ad", "Ks Th", "h", "9h Ad"),  # only a lower trump: any card
        ("Js Qs Ad", "Ts", None, "Js Qs"),
        ("Js As Ad", "Ts 9s", None, "As"),
        ("9c Ad", "Ts", None, "9c Ad"),
    ],
)
def test_playable(held: str, trick: str, trump: str | None, allowed: str) -> None:
    assert playable(held.split(), trick.split(), trump) == allowed.split()


@pytest.mark.parametrize(
    ("held", "options"),
    [
        ("9s 9c 9d 9h Js Jc Jd", ["pass", "110", "120", "redeal"]),
        ("9s 9c 9d 9h As Jc Tc", ["pass", "110", "120"]),  # 23 points
        ("9s 9c 9d 9h Qs Ks Jd", ["pass", "110", "120", "130", "140", "150", "160"]),
    ],
)
def test_auction_options(held: str, options: list[str]) -> None:
    others = [card for card in DECK if card not in held.split()]
    dealt = [others[:7], others[7:14], held.split()]
    hand = Hand(Match(HOUSE), {"dealt": dealt, "musik": [others[14:]]})
    assert (hand.turn, hand.legal()) == (2, options)


def test_forehand_may_ask_for_a_redeal_when_first_raised_and_never_later() -> None:
    weak = "9s 9c 9d 9h Js Jc Jd"
    others = [card for card in DECK if card not in weak.split()]
    deal = {"dealt": [others[:7], weak.split(), others[7:14]], "musik": [others[14:]]}
    hand = Hand(Match({**HOUSE, "bid_cap": "none"}), deal)
    hand.apply("110")
    hand.apply("pass")
    assert hand.turn == 1
    assert "redeal" in hand.legal()
    hand.apply("120")
    hand.apply("130")
    assert hand.turn == 1
    assert "redeal" not in hand.legal()


def test_two_players_never_ask_for_a_redeal() -> None:
    weak = ["9s", "9c", "9d", "9h", "Js", "Jc", "Jd", "Jh", "Qs", "Qc"]
    others = [card for card in DECK if card not in weak]
    deal = {"dealt": [weak, others[:10]], "musik": [others[10:12], others[12:]]}
    assert Hand(Match({**HOUSE, "players": 2}), deal).legal() == ["pass", "110", "120"]


def contracts(declarer_held: str, bid: int) -> list[str]:
    hand = Hand(Match(HOUSE), THREE["hands"][1])
    hand.held[hand.declarer] = declarer_held.split()
    hand.contract = bid
    hand.phase = "contract"
    return hand.legal()


def test_a_bid_above_the_marriages_left_may_only_be_kept() -> None:
    assert contracts("Ks As 9c Ac 9d Ad Jh Ah", 160) == ["declare 160"]
    assert contracts("Ks Qs 9c Ac 9d Ad Jh Ah", 150) == ["declare 150", "declare 160"]
