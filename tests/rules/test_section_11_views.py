"""Section 11: what each seat may see, written out in full at every stage of a deal."""

from typing import Any

import pytest
from dealing import any_deal, bomb, cards, deal, play, rules_of, sit_down

from engine.tysiac import Decision, card_of, declare, make_decision, parse_action
from engine.tysiac.background import Background
from engine.tysiac.match import Match

HANDS = ("ATs ATc ATJd", "JQKs JQKc 9d", "9s 9c ATKQ9h")
MUSIK = "KQd Jh"
THREE = deal(*HANDS, musik=MUSIK)
FOUR = deal("-", *HANDS, musik=MUSIK)
TWO = deal("ATs ATc ATd ATJ9h", "9JQKs 9JQKc 9Jd", musik="KQd | KQh")

NOTHING: dict[str, Any] = {
    "legal": (),
    "trump": -1,
    "leader": -1,
    "trick": (),
    "plays": (),
    "leaders": (),
    "n": 0,
    "dealer": 0,
    "redealt": (),
    "auction": (),
    "bid": 100,
    "declarer": 1,
    "contract": 0,
    "musik": 0,
    "gave": (),
    "received": -1,
    "laid": 0,
}


def view(players: int, seat: int, phase: str, hand: str, dealt: str, **seen: Any) -> Decision:
    zeros = (0,) * players
    return make_decision(
        **{
            **NOTHING,
            "seat": seat,
            "phase": phase,
            "hand": cards(hand),
            "dealt": cards(dealt),
            "points": zeros,
            "marriages": zeros,
            "scores": zeros,
            "bombs_left": (1,) * players,
            "barrel": zeros,
            **seen,
        }
    )


def actions(text: str) -> tuple[int, ...]:
    return tuple(parse_action(each) for each in text.split(", "))


def auction(*bids: tuple[int, str]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, parse_action(text)) for seat, text in bids)


def views(match: Match) -> list[Decision]:
    """What every seat sees, without the legal actions of the seat to move."""
    return [match.observe(seat)._replace(legal=()) for seat in range(len(match.scores))]


def test_three_players_through_a_deal():
    passes = auction((2, "pass"), (0, "pass"))
    match = sit_down(rules_of(), THREE)
    assert views(match) == [view(3, seat, "auction", HANDS[seat], HANDS[seat]) for seat in range(3)]
    assert match.decision() == views(match)[2]._replace(
        legal=actions("pass, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 220")
    )

    play(match, "pass")
    assert [each.auction for each in views(match)] == [auction((2, "pass"))] * 3

    play(match, "pass")
    shown: dict[str, Any] = {"auction": passes, "musik": cards(MUSIK)}
    assert views(match) == [
        view(3, 0, "exchange", HANDS[0], HANDS[0], **shown),
        view(3, 1, "exchange", "JQKs JQKc 9KQd Jh", HANDS[1], **shown),
        view(3, 2, "exchange", HANDS[2], HANDS[2], **shown),
    ]

    play(match, "give 9d 0 Jh 2")
    gave = ((0, card_of("9d")), (2, card_of("Jh")))
    assert views(match) == [
        view(3, 0, "contract", HANDS[0], HANDS[0], **shown),
        view(3, 1, "contract", "JQKs JQKc KQd", HANDS[1], gave=gave, **shown),
        view(3, 2, "contract", HANDS[2], HANDS[2], **shown),
    ]
    assert match.decision().legal == tuple(declare(value) for value in range(100, 301, 10))

    play(match, "declare 150")
    shown |= {"contract": 150, "leader": 1, "leaders": (1,)}
    assert views(match) == [
        view(3, 0, "play", "ATs ATc ATJ9d", HANDS[0], received=card_of("9d"), **shown),
        view(3, 1, "play", "JQKs JQKc KQd", HANDS[1], gave=gave, **shown),
        view(3, 2, "play", "9s 9c ATKQJ9h", HANDS[2], received=card_of("Jh"), **shown),
    ]

    play(match, "Ks meld, 9s")
    shown |= {
        "trump": 0,
        "trick": (card_of("Ks"), card_of("9s")),
        "plays": actions("Ks meld, 9s"),
        "marriages": (0, 40, 0),
    }
    assert views(match) == [
        view(3, 0, "play", "ATs ATc ATJ9d", HANDS[0], received=card_of("9d"), **shown),
        view(3, 1, "play", "JQs JQKc KQd", HANDS[1], gave=gave, **shown),
        view(3, 2, "play", "9c ATKQJ9h", HANDS[2], received=card_of("Jh"), **shown),
    ]
    assert match.decision().legal == actions("Ts, As")

    play(match, "Ts")
    shown |= {
        "trick": (),
        "plays": actions("Ks meld, 9s, Ts"),
        "leader": 0,
        "leaders": (1, 0),
        "points": (14, 0, 0),
    }
    assert views(match)[2] == view(
        3, 2, "play", "9c ATKQJ9h", HANDS[2], received=card_of("Jh"), **shown
    )


def test_four_players_the_dealer_sees_the_musik_and_no_hand():
    match = sit_down(rules_of(players=4), FOUR)
    musik = cards(MUSIK)
    assert views(match)[0] == view(4, 0, "auction", "", "", musik=musik)
    assert [each.musik for each in views(match)] == [musik, 0, 0, 0]
    play(match, "pass, pass, give Jh 2 Ts 3, declare 100")
    passes = auction((2, "pass"), (3, "pass"))
    shown: dict[str, Any] = {"auction": passes, "musik": musik}
    play_view: dict[str, Any] = {"contract": 100, "leader": 1, "leaders": (1,)}
    assert views(match)[0] == view(4, 0, "play", "", "", **shown, **play_view)


def test_two_players_through_a_deal():
    match = sit_down(rules_of(players=2), TWO)
    dealt = ("ATs ATc ATd ATJ9h", "9JQKs 9JQKc 9Jd")
    assert views(match) == [view(2, seat, "auction", dealt[seat], dealt[seat]) for seat in (0, 1)]

    play(match, "pass")
    passed = auction((0, "pass"))
    assert views(match) == [
        view(2, seat, "musik", dealt[seat], dealt[seat], auction=passed) for seat in (0, 1)
    ]

    play(match, "musik 1")
    shown: dict[str, Any] = {"auction": passed, "musik": cards("KQh")}
    assert views(match) == [
        view(2, 0, "exchange", dealt[0], dealt[0], **shown),
        view(2, 1, "exchange", dealt[1] + " KQh", dealt[1], **shown),
    ]

    play(match, "lay 9d Jd, declare 120")
    shown |= {"contract": 120, "leader": 1, "leaders": (1,)}
    assert views(match) == [
        view(2, 0, "play", dealt[0], dealt[0], **shown),
        view(2, 1, "play", "9JQKs 9JQKc KQh", dealt[1], laid=cards("9Jd"), **shown),
    ]


def test_a_hidden_musik_is_in_no_view_but_declarers():
    match = sit_down(rules_of(hidden_musik_at_forced_bid=True), THREE)
    play(match, "pass, pass, give 9d 0 Jh 2, declare 100")
    assert [each.musik for each in views(match)] == [0, cards(MUSIK), 0]


def test_scores_bombs_and_barrel_are_everybodys():
    rules = rules_of(bomb_limit=3, barrel={"from": 880, "deals": 3, "penalty": 120})
    match = sit_down(rules, THREE, scores=(880, -30, 410), bombs=(3, 0, 2), barrel=(2, 0, 0), n=7)
    for each in views(match):
        assert (each.scores, each.bombs_left, each.barrel) == (
            (880, -30, 410),
            (3, 0, 2),
            (2, 0, 0),
        )
        assert (each.n, each.dealer) == (7, 0)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_only_the_seat_to_move_is_told_its_legal_actions(seat: int):
    match = sit_down(rules_of(), THREE)
    while not match.hands:
        legal = match.observe(seat).legal
        assert legal == (match.hand.legal if match.to_move == seat else ())
        match.apply(match.hand.legal[0])


def test_a_redeal_shows_the_weak_hand_to_all_and_no_other():
    weak = deal("", "", "9Js 9Jc 9Jd 9h")
    match = sit_down(rules_of(), [weak, THREE])
    play(match, "redeal")
    shown = ((2, cards("9Js 9Jc 9Jd 9h")),)
    assert views(match) == [
        view(3, seat, "auction", HANDS[seat], HANDS[seat], redealt=shown) for seat in range(3)
    ]


def test_the_next_deal_starts_with_nothing_of_the_last():
    match = sit_down(rules_of(), any_deal(3, 0), THREE)
    bomb(match, declarer=1)
    expected = {"n": 1, "dealer": 1, "declarer": 2, "scores": (60, 0, 60), "bombs_left": (1, 0, 1)}
    assert views(match) == [
        view(3, seat, "auction", HANDS[seat], HANDS[seat], **expected) for seat in range(3)
    ]


def test_a_view_can_not_be_changed_and_refers_to_nothing_of_the_match():
    match = sit_down(rules_of(), THREE)
    play(match, "pass, pass")
    before = match.observe(0)
    parts = _reached(before)
    assert {type(part) for part in parts} == {int, str}
    play(match, "give 9d 0 Jh 2")
    assert _reached(before) == parts
    for name in before._fields:
        with pytest.raises(AttributeError):
            setattr(before, name, getattr(before, name))


def _reached(value: Any) -> list[object]:
    """All to which a value leads, whatever its attributes are called."""
    if isinstance(value, tuple):
        return [part for each in value for part in _reached(each)]
    if not isinstance(value, Decision | Background):
        return [value]
    names = [name for name in dir(value) if not name.startswith("__")]
    found = [getattr(value, name) for name in names]
    return [part for each in found if not callable(each) for part in _reached(each)]
