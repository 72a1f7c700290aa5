"""Section 10, the barrel: from 880, three deals, a penalty of 120."""

from collections.abc import Callable

import pytest
from dealing import (
    ace_deal,
    bomb,
    deal,
    legal,
    play,
    play_out,
    rules_of,
    settle_deal,
    sit_down,
    walk_over,
)

from engine import Verdict
from engine.tysiac.match import Match

BARREL = {"from": 880, "deals": 3, "penalty": 120}
RULES = rules_of("tabrivio-1000", barrel=BARREL, barrier=None)
WITH_BARRIER = rules_of(barrel=BARREL)

Deed = Callable[[Match], object]


def made(declarer: int, contract: int = 100) -> Deed:
    """A contract made by taking all 120 points: the opponents write 0."""
    return lambda match: settle_deal(
        match, declarer=declarer, contract=contract, points=_all_to(match, declarer)
    )


def failed(declarer: int, contract: int = 100, points_to: int | None = None) -> Deed:
    """A contract failed; all 120 points go to one opponent."""

    def deed(match: Match) -> None:
        players = len(match.scores)
        taker = (declarer + 1) % players if points_to is None else points_to
        settle_deal(match, declarer=declarer, contract=contract, points=_all_to(match, taker))

    return deed


def bombed(declarer: int) -> Deed:
    return lambda match: bomb(match, declarer=declarer)


def _all_to(match: Match, seat: int) -> list[int]:
    return [120 if each == seat else 0 for each in range(len(match.scores))]


def course(match: Match, deeds: list[Deed]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """(scores, deals left on the barrel) after each deal."""
    states = []
    for deed in deeds:
        deed(match)
        states.append((match.scores, match.hand.sheet.barrel))
    return states


# Seat 0 comes to 880 and more in the first deal; what happens to it then.
@pytest.mark.parametrize(
    ("start", "deeds", "states"),
    [
        pytest.param(
            (790, 0, 0),
            [made(0), made(1), made(1), made(1)],
            [
                ((890, 0, 0), (3, 0, 0)),
                ((890, 100, 0), (2, 0, 0)),
                ((890, 200, 0), (1, 0, 0)),
                ((770, 300, 0), (0, 0, 0)),
            ],
            id="three deals without the target: it falls off with the penalty",
        ),
        pytest.param(
            (780, 0, 0),
            [made(0)],
            [((880, 0, 0), (3, 0, 0))],
            id="exactly 880 stands on it",
        ),
        pytest.param(
            (770, 0, 0),
            [made(0)],
            [((870, 0, 0), (0, 0, 0))],
            id="870 does not",
        ),
        pytest.param(
            (790, 0, 0),
            [made(0), failed(0, 100), failed(1, 100, points_to=0)],
            [
                ((890, 0, 0), (3, 0, 0)),
                ((790, 120, 0), (0, 0, 0)),
                ((910, 20, 0), (3, 0, 0)),
            ],
            id="a failed contract leaves it at once without the penalty",
        ),
        pytest.param(
            (790, 0, 0),
            [made(0), made(1), made(2), failed(0, 120)],
            [
                ((890, 0, 0), (3, 0, 0)),
                ((890, 100, 0), (2, 0, 0)),
                ((890, 100, 100), (1, 0, 0)),
                ((770, 220, 100), (0, 0, 0)),
            ],
            id="below 880 in the last of its deals: no penalty on top",
        ),
        pytest.param(
            (790, 0, 0),
            [made(0), bombed(1), bombed(2), made(2)],
            [
                ((890, 0, 0), (3, 0, 0)),
                ((890, 0, 60), (2, 0, 0)),
                ((890, 60, 60), (1, 0, 0)),
                ((770, 60, 160), (0, 0, 0)),
            ],
            id="bombed deals count, and the bombs of others write it nothing",
        ),
        pytest.param(
            (790, 0, 0),
            [made(0), bombed(0), made(1), made(2)],
            [
                ((890, 0, 0), (3, 0, 0)),
                ((890, 60, 60), (2, 0, 0)),
                ((890, 160, 60), (1, 0, 0)),
                ((770, 160, 160), (0, 0, 0)),
            ],
            id="a deal that it bombs itself counts",
        ),
        pytest.param(
            (790, 0, 0),
            [made(0), failed(1, 100, points_to=0), failed(2, 100, points_to=0)],
            [
                ((890, 0, 0), (3, 0, 0)),
                ((890, -100, 0), (2, 0, 0)),
                ((890, -100, -100), (1, 0, 0)),
            ],
            id="as an opponent it writes 0",
        ),
        pytest.param(
            (780, 0, 0),
            [made(0), made(0), made(1), made(1)],
            [
                ((880, 0, 0), (3, 0, 0)),
                ((980, 0, 0), (2, 0, 0)),
                ((980, 100, 0), (1, 0, 0)),
                ((860, 200, 0), (0, 0, 0)),
            ],
            id="a contract counts; it does not begin the three deals anew",
        ),
        pytest.param(
            (880, 780, 0),
            [made(2), made(1), made(2), made(2), made(2)],
            [
                ((880, 780, 100), (3, 0, 0)),
                ((880, 880, 100), (2, 3, 0)),
                ((880, 880, 200), (1, 2, 0)),
                ((760, 880, 300), (0, 1, 0)),
                ((760, 760, 400), (0, 0, 0)),
            ],
            id="two seats stand on it, each with its own count",
        ),
        pytest.param(
            (850, 0, 0),
            [bombed(1), made(2)],
            [((910, 0, 60), (3, 0, 0)), ((910, 0, 160), (2, 0, 0))],
            id="an opponent's points or 60 may bring it there",
        ),
    ],
)
def test_the_course_of_a_barrel(
    start: tuple[int, ...],
    deeds: list[Deed],
    states: list[tuple[tuple[int, ...], tuple[int, ...]]],
):
    match = sit_down(RULES, dealer=2, scores=start)
    assert course(match, deeds) == states
    assert match.verdict is None


def test_who_reaches_the_target_from_the_barrel_has_won():
    match = sit_down(RULES, dealer=2, scores=(900, 0, 0), barrel=(1, 0, 0))
    settle_deal(match, declarer=0, contract=100, points=[120, 0, 0])
    assert match.scores == (1000, 0, 0)
    assert match.verdict == Verdict("won", 0, (1, 2, 2))


def test_the_penalty_is_part_of_the_change_also_when_another_wins_in_that_deal():
    match = sit_down(RULES, dealer=2, scores=(990, 900, 0), barrel=(1, 2, 0))
    settle_deal(match, declarer=1, contract=100, points=[0, 120, 0])
    assert match.hands[-1]["change"] == [-120, 100, 0]
    assert match.scores == (870, 1000, 0)
    assert match.verdict == Verdict("won", 1, (2, 1, 3))


def test_the_penalty_is_part_of_the_change_of_a_bombed_deal():
    match = sit_down(RULES, dealer=2, scores=(900, 0, 0), barrel=(1, 0, 0))
    bomb(match, declarer=1)
    assert match.hands[-1]["change"] == [-120, 0, 60]


def test_the_penalty_also_follows_a_contract_made_in_the_last_deal():
    match = sit_down(RULES, dealer=2, scores=(880, 0, 0), barrel=(1, 0, 0))
    settle_deal(match, declarer=0, contract=100, points=[120, 0, 0])
    assert match.hands[-1]["change"] == [100 - 120, 0, 0]


class TestASmallPenalty:
    """Still at 880 or above after the penalty: off the barrel, on it again a settlement later."""

    RULES = rules_of(barrel={**BARREL, "penalty": 50}, barrier=None)

    def test_it_stands_off_for_a_deal_and_then_again(self):
        match = sit_down(self.RULES, dealer=2, scores=(980, 0, 0), barrel=(1, 0, 0))
        states = course(match, [made(1), made(1), made(1), made(1), made(1)])
        assert states == [
            ((930, 100, 0), (0, 0, 0)),
            ((930, 200, 0), (3, 0, 0)),
            ((930, 300, 0), (2, 0, 0)),
            ((930, 400, 0), (1, 0, 0)),
            ((880, 500, 0), (0, 0, 0)),
        ]

    def test_off_the_barrel_it_writes_as_an_opponent(self):
        match = sit_down(self.RULES, dealer=2, scores=(980, 0, 0), barrel=(1, 0, 0))
        made(1)(match)
        settle_deal(match, declarer=1, contract=100, points=[40, 20, 60])
        assert match.scores == (970, 0, 60)

    def test_but_not_with_a_barrier_below(self):
        rules = rules_of(barrel={**BARREL, "penalty": 50})
        match = sit_down(rules, dealer=2, scores=(980, 0, 0), barrel=(1, 0, 0))
        made(1)(match)
        settle_deal(match, declarer=1, contract=100, points=[40, 20, 60])
        assert match.scores == (930, 0, 60)


def test_one_deal_only():
    rules = rules_of(barrel={**BARREL, "deals": 1}, barrier=None)
    match = sit_down(rules, dealer=2, scores=(790, 0, 0))
    assert course(match, [made(0), made(1)]) == [
        ((890, 0, 0), (1, 0, 0)),
        ((770, 100, 0), (0, 0, 0)),
    ]


def test_a_redeal_is_no_deal_of_the_barrel():
    weak = deal("", "", "9Js 9Jc 9Jd 9h")
    match = sit_down(RULES, [weak, weak], scores=(900, 0, 0), barrel=(2, 0, 0))
    play(match, "redeal, redeal")
    assert match.hand.sheet.barrel == (2, 0, 0)
    assert match.scores == (900, 0, 0)


def test_deals_sat_out_as_dealer_of_four_count_and_write_nothing():
    rules = rules_of(players=4, barrel=BARREL, barrier=None)
    dealt = deal("-", "", "", "", musik="As Ac Ad")
    match = sit_down(rules, dealt, scores=(900, 0, 0, 0), barrel=(3, 0, 0, 0))
    settle_deal(match, declarer=1, contract=100, points=[0, 120, 0, 0])
    assert match.scores == (900, 100, 0, 0)
    assert match.hand.sheet.barrel == (2, 0, 0, 0)


def test_the_last_deal_sat_out_costs_the_penalty():
    rules = rules_of(players=4, barrel=BARREL, barrier=None)
    dealt = deal("-", "", "", "", musik="As Ac Ad")
    match = sit_down(rules, dealt, scores=(900, 0, 0, 0), barrel=(1, 0, 0, 0))
    settle_deal(match, declarer=1, contract=100, points=[0, 120, 0, 0])
    assert match.hands[-1]["change"] == [-120, 100, 0, 0]


def test_every_seat_sees_who_stands_on_the_barrel():
    match = sit_down(RULES, dealer=2, scores=(790, 0, 0))
    made(0)(match)
    assert [match.observe(seat).barrel for seat in range(3)] == [(3, 0, 0)] * 3


def test_without_a_barrel_nobody_stands_on_it():
    match = sit_down(rules_of(barrier=None), dealer=2, scores=(790, 0, 0))
    assert course(match, [made(0), made(1), made(1), made(1)])[-1] == ((890, 300, 0), (0, 0, 0))


def test_barrier_and_barrel_together():
    """From 800 to 870 the barrier alone bars; from 880 the barrel counts its deals besides."""
    match = sit_down(WITH_BARRIER, dealer=2, scores=(800, 0, 0))
    states = course(
        match, [failed(1, points_to=0), made(0), failed(1, points_to=0), made(2), made(2)]
    )
    assert states == [
        ((800, -100, 0), (0, 0, 0)),
        ((900, -100, 0), (3, 0, 0)),
        ((900, -200, 0), (2, 0, 0)),
        ((900, -200, 100), (1, 0, 0)),
        ((780, -200, 200), (0, 0, 0)),
    ]


def test_a_whole_barrel_card_by_card():
    """Five played deals from 800 on: up to 900, three deals as an opponent, down to 780."""
    deals = [ace_deal(3, dealer, taker) for dealer, taker in ((2, 0), (0, 1), (1, 2), (2, 1))]
    match = sit_down(WITH_BARRIER, *deals, dealer=2, scores=(800, 0, 0))
    for declarer, contract in ((0, 100), (1, 120), (2, 100), (1, 110)):
        walk_over(match, declarer=declarer, contract=contract, taker=declarer)
    assert [hand["after"] for hand in match.hands] == [
        [900, 0, 0],
        [900, 120, 0],
        [900, 120, 100],
        [780, 230, 100],
    ]
    assert legal(match)[0] == "pass"
    play_out(match)
