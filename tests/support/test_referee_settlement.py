"""Settlement, barrel and the end of a match, one rule at a time."""

import pytest
from referee import Hand, Match
from referee_records import FOUR, HOUSE, THREE, Json


def settle(rules: Json, scores: list[int], points: list[int], contract: int) -> Match:
    """Settle a hand of three that seat 1 declared; a contract of 0 is a bomb."""
    match = Match({**HOUSE, **rules})
    match.scores = scores
    close(match, points, contract)
    return match


def close(match: Match, points: list[int], contract: int) -> list[int]:
    hand = Hand(match, THREE["hands"][1])
    hand.declarer, hand.contract, hand.tricks = 1, contract, points
    hand.phase = "played" if contract else "bombed"
    return match.close(hand)


THOUSAND = {"target": 1000, "barrier": 800}


@pytest.mark.parametrize(
    ("scores", "points", "contract", "after"),
    [
        ([0, 0, 0], [44, 149, 45], 140, [40, 140, 50]),
        ([0, 0, 0], [56, 138, 71], 140, [60, -140, 70]),
        ([0, 0, 0], [25, 118, 24], 120, [30, -120, 20]),
        ([760, 830, 830], [60, 100, 60], 100, [820, 930, 830]),
        ([0, 830, 0], [0, 119, 0], 120, [0, 710, 0]),
        ([730, 420, 820], [0, 0, 0], 0, [790, 420, 820]),
        ([760, 420, 510], [0, 0, 0], 0, [820, 420, 570]),
    ],
)
def test_settlement(scores: list[int], points: list[int], contract: int, after: list[int]) -> None:
    assert settle(THOUSAND, scores, points, contract).scores == after


@pytest.mark.parametrize(
    ("musik", "scores", "after"),
    [
        (["As", "Qh", "Kh"], [0, 0, 0, 0], [150, 0, 60, 60]),
        (["As", "Ac", "Kh"], [0, 0, 0, 0], [100, 0, 60, 60]),
        (["9s", "Ts", "Kh"], [790, 0, 790, 800], [790, 0, 850, 800]),
        (["Qs", "Ks", "Qc"], [800, 0, 0, 0], [800, 0, 60, 60]),
    ],
)
def test_a_bombed_deal_of_four(musik: list[str], scores: list[int], after: list[int]) -> None:
    match = Match({**HOUSE, **THOUSAND, "players": 4})
    match.scores = scores
    dealt = FOUR["hands"][0]["dealt"]
    hand = Hand(match, {"dealt": dealt, "musik": [musik]})
    hand.phase = "bombed"
    match.close(hand)
    assert (match.scores, match.bombs_used, match.dealer) == (after, [0, 1, 0, 0], 1)


@pytest.mark.parametrize(
    ("scores", "points", "contract", "verdict"),
    [
        ([790, 880, 0], [240, 120, 0], 120, ("won", 1, [2, 1, 3])),  # 1030, 1000, 0
        ([790, 0, 0], [240, 0, 20], 120, ("won", 0, [1, 3, 2])),
        ([790, 0, 790], [210, 0, 210], 120, ("tied", None, [1, 3, 1])),
        ([780, 0, 780], [240, 0, 230], 120, ("won", 0, [1, 3, 2])),
        ([40, 880, 20], [0, 120, 20], 120, ("won", 1, [2, 1, 2])),
    ],
)
def test_end(
    scores: list[int], points: list[int], contract: int, verdict: tuple[str, int | None, list[int]]
) -> None:
    match = settle(THOUSAND, scores, points, contract)
    assert match.end == "target"
    assert match.verdict(set()) == verdict


def test_max_deals_ends_a_match_unfinished() -> None:
    match = settle({**THOUSAND, "max_deals": 1}, [0, 0, 0], [30, 0, 30], 120)
    assert match.end == "max_deals"
    assert match.verdict(set()) == ("unfinished", None, [1, 3, 1])


BARREL: Json = {
    "target": 1000,
    "barrier": None,
    "barrel": {"from": 880, "deals": 2, "penalty": 120},
}


def test_barrel() -> None:
    match = settle(BARREL, [840, 0, 860], [40, 0, 10], 100)
    assert match.scores == [880, -100, 870]  # seat 0 now stands on the barrel
    assert close(match, [60, 0, 0], 100) == [0, -100, 0]
    assert close(match, [0, 0, 0], 0) == [-120, 0, 60]  # its second deal, a bombed one
    assert match.barrel_left == [0, 0, 2]
    assert close(match, [20, 100, 60], 100) == [20, 100, 0]  # off the barrel it writes again


@pytest.mark.parametrize(
    ("points", "after", "barrel_left"),
    [
        (120, 1000, 0),  # the target, reached with the last deal
        (119, 760, 0),  # below the barrel: no penalty
    ],
)
def test_last_deal_on_the_barrel(points: int, after: int, barrel_left: int) -> None:
    match = settle(BARREL, [0, 780, 0], [0, 100, 0], 100)
    close(match, [0, 0, 0], 0)
    close(match, [0, points, 0], 120)
    assert (match.scores[1], match.barrel_left[1]) == (after, barrel_left)


def test_penalty_may_leave_a_seat_on_the_height_of_the_barrel() -> None:
    match = settle(
        {**BARREL, "barrel": {"from": 500, "deals": 1, "penalty": 120}},
        [700, 0, 0],
        [0, 100, 0],
        100,
    )
    assert match.barrel_left == [1, 0, 0]
    assert close(match, [60, 100, 0], 100) == [-120, 100, 0]
    assert match.barrel_left == [0, 0, 0]
    assert close(match, [60, 100, 0], 100) == [60, 100, 0]
    assert match.barrel_left == [1, 0, 0]
