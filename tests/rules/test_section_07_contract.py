"""Section 7: what declarer may declare."""

import pytest
from dealing import deal, legal, play, rules_of, sit_down

from engine import IllegalActionError

ACES = "ATs ATc ATd"


def declares(highest: int, lowest: int = 100) -> list[str]:
    return [f"declare {value}" for value in range(lowest, highest + 1, 10)]


@pytest.mark.parametrize(
    ("held", "musik", "script", "expected"),
    [
        pytest.param(
            f"{ACES} 9h",
            "9s 9d Jh",
            "pass, pass, give 9s 0 9d 2",
            declares(120),
            id="seed 001: without a marriage from the bid to 120",
        ),
        pytest.param(
            f"{ACES} 9h",
            "9s 9d Jh",
            "110, pass, 120, pass, give 9s 0 9d 2",
            declares(120, 120),
            id="a bid of 120 without a marriage: 120",
        ),
        pytest.param(
            f"{ACES} Kh",
            "9JQh",
            "pass, pass, give 9h 0 Jh 2",
            declares(220),
            id="section 12: heart queen from the musik, both kept: to 220",
        ),
        pytest.param(
            f"{ACES} Kh",
            "9JQh",
            "pass, pass, give 9h 0 Qh 2",
            declares(120),
            id="the queen given away: to 120",
        ),
        pytest.param(
            "ATs Kd KQc KQh",
            "Qd 9s Jh",
            "110, pass, 150, pass, give 9s 0 Jh 2",
            declares(360, 150),
            id="seed 001: all marriages in hand now, from the bid on",
        ),
        pytest.param(
            "KQs ATc ATd Ah",
            "9c 9d Jh",
            "110, pass, 160, pass, give Ks 0 9c 2",
            declares(160, 160),
            id="section 12: 160 bid on the spades, one given away: exactly 160",
        ),
        pytest.param(
            "KQs KQc ATd Ah",
            "9c 9d Jh",
            "110, pass, 210, pass, give Ks 0 9c 2",
            declares(210, 210),
            id="bid 210 above a cap of 180: the bid alone",
        ),
        pytest.param(
            "KQs KQc ATd Ah",
            "9c 9d Jh",
            "110, pass, 150, pass, give Ks 0 9c 2",
            declares(180, 150),
            id="bid 150 below a cap of 180: up to it",
        ),
        pytest.param(
            "KQs KQc ATd Ah",
            "9c 9d Jh",
            "110, pass, 180, pass, give Ks 0 9c 2",
            declares(180, 180),
            id="bid exactly at the cap",
        ),
    ],
)
def test_contract(held: str, musik: str, script: str, expected: list[str]):
    """Seat 1 is forehand and declarer; the eight cards that it keeps set the cap."""
    rules = rules_of(bomb_limit=0)
    match = sit_down(rules, deal("", held, "", musik=musik))
    play(match, script)
    assert match.to_move == 1
    assert legal(match) == expected


@pytest.mark.parametrize(
    ("bid", "expected"),
    [
        pytest.param(110, declares(120, 110), id="110: the contract's cap stays 120"),
        pytest.param(300, declares(300, 300), id="300: the bid"),
        pytest.param(400, declares(400, 400), id="400: the bid"),
    ],
)
def test_without_a_cap_in_the_auction_the_contract_keeps_its_own(bid: int, expected: list[str]):
    """Section 10, `bid_cap`."""
    rules = rules_of(bid_cap="none", bomb_limit=0)
    match = sit_down(rules, deal("", "", f"{ACES} 9h", musik="9s 9d Jh"))
    play(match, f"{bid}, pass, pass, give 9s 0 9d 1")
    assert legal(match) == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("pass, musik 0, lay 9s 9c", declares(260), id="both marriages kept"),
        pytest.param("pass, musik 0, lay 9s Ks", declares(220), id="a king laid aside"),
        pytest.param("pass, musik 1, lay 9s 9c", declares(160), id="the other musik"),
        pytest.param("110, 160, pass, musik 1, lay Qs Ks", declares(160, 160), id="bid above cap"),
    ],
)
def test_two_players_the_ten_cards_kept_set_the_cap(script: str, expected: list[str]):
    held = "ATKQ9s 9c ATd Ah Kh"
    rules = rules_of(players=2, bomb_limit=0)
    match = sit_down(rules, deal("", held, musik="Qh Jh | Jd Jc"))
    play(match, script)
    assert legal(match) == expected


@pytest.mark.parametrize(
    "text", ["declare 100", "declare 170", "pass", "160", "9c", "give 9d 0 Jh 2", "bomb"]
)
def test_any_other_declaration_is_refused(text: str):
    match = sit_down(rules_of(bomb_limit=0), deal("", "KQs ATc ATd Ah", "", musik="9c 9d Jh"))
    play(match, "110, pass, 160, pass, give Ks 0 9c 2")
    with pytest.raises(IllegalActionError, match="contract, seat 1"):
        play(match, text)
    assert legal(match) == ["declare 160"]


def test_the_declared_contract_is_public():
    match = sit_down(rules_of(), deal("", f"{ACES} Kh", "", musik="9JQh"))
    play(match, "pass, pass, give 9h 0 Jh 2, declare 200")
    assert [match.observe(seat).contract for seat in range(3)] == [200, 200, 200]
    assert [match.observe(seat).bid for seat in range(3)] == [100, 100, 100]
