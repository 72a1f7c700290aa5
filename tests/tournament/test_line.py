"""One match in a worker: who is asked, what a fault does, what is written down."""

from typing import Any

import pytest
from scripted import Scripted

from engine import Setup
from engine.tysiac import Tysiac
from tournament.league import Limits
from tournament.line import Line

GAME = Tysiac()
RULES = GAME.make_rules({"preset": "house", "players": 2, "max_deals": 2})
DEALT = [
    ["9s", "Js", "Qs", "Ks", "9c", "Jc", "Qc", "Kc", "9d", "Jd"],
    ["Ts", "As", "Tc", "Ac", "Td", "Ad", "9h", "Jh", "Qh", "Kh"],
]
DEAL = {"n": 0, "redeals": 0, "dealt": DEALT, "musik": [["Qd", "Kd"], ["Th", "Ah"]]}


def play(
    *scripts: list[object], on_fault: str = "substitute", forced: dict[Any, Any] | None = None
) -> tuple[Line, list[Scripted]]:
    """A match of two deals of the same cards between two scripted bots."""
    bots = [
        Scripted(Setup("tysiac", RULES, seat, 0), script) for seat, script in enumerate(scripts)
    ]
    line = Line(
        "match",
        GAME.replay_match(RULES, [DEAL, DEAL | {"n": 1}]),
        ["zero", "one"],
        list(bots),
        Limits(1000, 60_000, 512, on_fault, 2),
        forced or {},
    )
    line.run_inline()
    return line, bots


def actions(line: Line, hand: int) -> list[tuple[int, str]]:
    return list(line.hands()[hand]["actions"])


def test_a_script_is_played_and_then_the_first_legal_action() -> None:
    line, _ = play(["110", "130"], ["120"])
    assert actions(line, 0)[:5] == [
        (0, "110"),
        (1, "120"),
        (0, "130"),
        (1, "pass"),
        (0, "musik 0"),
    ]
    assert line.faults == []
    assert line.over


def test_only_choices_are_asked_but_all_actions_are_recorded() -> None:
    line, bots = play([], [])
    assert all(len(legal) > 1 for bot in bots for legal in bot.asked)
    recorded = sum(len(hand["actions"]) for hand in line.hands())
    assert recorded > sum(len(bot.asked) for bot in bots)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (ValueError("no"), "exception"),
        (SystemExit(1), "exception"),
        ("110", "illegal_action"),
        (10**30, "illegal_action"),
        (True, "exception"),
        (None, "exception"),
        (0.0, "exception"),
    ],
)
def test_a_fault_is_placed_and_the_fallback_answers(answer: object, kind: str) -> None:
    """Seat 0 passes; seat 1 chooses a musik badly."""
    line, bots = play(["pass"], [answer])
    (fault,) = line.faults
    assert (fault.seat, fault.hand, fault.action, fault.policy) == (1, 0, 1, "substitute")
    assert line.reports[0].kind == kind
    assert actions(line, 0)[:2] == [(0, "pass"), (1, "musik 0")]
    assert len(bots[1].asked) == 1  # it is never asked again
    assert line.verdict().ranks == (1, 2)


def test_strikes_let_the_seat_play_on_until_the_last() -> None:
    line, bots = play(["pass"], [ValueError("one"), "lay 9h Jh", 0], on_fault="strikes")
    assert [fault.policy for fault in line.faults] == ["strike", "substitute"]
    assert len(bots[1].asked) == 3
    assert (1, "lay 9h Jh") in actions(line, 0)


def test_void_stops_the_match_where_it_is() -> None:
    line, _ = play(["pass"], [ValueError("no")], on_fault="void")
    assert line.over
    assert actions(line, 0) == [(0, "pass")]
    assert (line.verdict().status, line.verdict().ranks) == ("void", (1, 1))


def test_a_forced_fault_happens_without_asking() -> None:
    line, bots = play(["pass"], [], forced={(1, 0, 1): ("timeout", "no answer")})
    assert bots[1].asked == []
    assert line.reports[0].kind == "timeout"
    assert not line.reproducible
