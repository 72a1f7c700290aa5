"""Decisions of Tysiąc as values: compared, copied, changed, and made by hand."""

import contextlib
import copy
import pickle
from typing import Any

import pytest
from strategies import VARIANTS, variant

from engine import Bot, PositionError, Setup, permutation, root_key
from engine.tysiac import BOMB, PASS, Decision, make_decision
from engine.tysiac.decision import from_tuple

every_variant = pytest.mark.parametrize("name", VARIANTS)


def decisions(name: str, most: int = 60) -> list[Decision]:
    """What all seats are shown in the course of a match that is played at random."""
    game, rules = variant(name)
    match = game.new_match(rules, root_key(name.encode()))
    shown: list[Decision] = []
    while match.verdict is None and len(shown) < most:
        shown += [match.observe(seat) for seat in range(rules.players)]
        choice = permutation(root_key(bytes([len(shown)])), len(match.legal))[0]
        match.apply(match.legal[choice])
    return shown


def some_decision() -> Decision:
    """After four plays: a trick is taken, another has begun."""
    return next(each for each in decisions("house-3p", 200) if len(each.plays) == 4)


@every_variant
def test_the_same_values_are_the_same_decision(name: str):
    shown = decisions(name)
    for decision in shown:
        for again in (
            pickle.loads(pickle.dumps(decision)),
            copy.copy(decision),
            copy.deepcopy(decision),
            from_tuple(decision.as_tuple()),
            make_decision(**decision._asdict()),
            decision._replace(),
        ):
            assert again == decision
            assert hash(again) == hash(decision)
            assert again.as_tuple() == decision.as_tuple()
    assert len(set(shown)) == len({decision.as_tuple() for decision in shown}) > 10


def test_it_differs_from_all_else():
    decision = some_decision()
    assert decision != decision._replace(n=1)
    assert decision != decision.as_tuple()
    assert decision != object()


def test_its_text_makes_it_again():
    decision = some_decision()
    assert eval(repr(decision), {"Decision": make_decision}) == decision


def test_its_fields_come_in_order():
    decision = some_decision()
    values = tuple(getattr(decision, name) for name in decision._fields)
    assert values == decision.as_tuple()
    assert decision._asdict() == dict(zip(decision._fields, values, strict=True))


def test_a_meld_that_led_stays_one():
    """Also where the trick shows its card alone."""
    decision = some_decision()
    melded = decision._replace(trick=(3,), plays=(*decision.plays[:-1], 43))
    assert melded.plays[-1] == 43
    assert melded._replace(trick=(2,), plays=(*decision.plays[:-1], 12)).plays[-1] == 12
    assert pickle.loads(pickle.dumps(melded)).plays == melded.plays


def test_a_view_of_who_is_not_asked_is_one_too():
    decision = some_decision()
    assert decision._replace(legal=()).legal == ()
    assert decision._replace(legal=(PASS, BOMB)).legal == (PASS, BOMB)


class Odd(int):
    """A number with an arithmetic of its own."""

    def __int__(self) -> int:
        return 1 << 80

    def __abs__(self) -> int:
        return 0

    def __repr__(self) -> str:
        raise ValueError


class OddText(str):
    """A text that may refer to whatever refers to it."""

    __slots__ = ("whatever",)


class OddTuple(tuple[int, ...]):
    """A tuple that says other values than it holds."""

    __slots__ = ()

    def __iter__(self) -> Any:
        return iter((9, 9, 9))


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"seat": 1.0}, "seat: found 1.0; allowed: a whole number"),
    ({"seat": None}, "seat: found None"),
    ({"hand": 1 << 62}, "hand: found 4611686018427387904"),
    ({"n": -(1 << 62)}, "n: found -4611686018427387904"),
    ({"phase": 3}, "phase: found 3; allowed: a text"),
    ({"legal": [10]}, "legal: found [10]; allowed: a tuple of whole numbers"),
    ({"legal": (10, "11")}, "legal: found (10, '11')"),
    ({"auction": ((0,),)}, "auction: found ((0,),); allowed: a tuple of (seat, number)"),
    ({"gave": ((0, 1.5),)}, "gave: found ((0, 1.5),)"),
    ({"redealt": (0, 1)}, "redealt: found (0, 1)"),
    ({"scores": (0,)}, "scores: found (0,); allowed: 2 to 4 numbers"),
    ({"scores": (0,) * 5}, "scores: found (0, 0, 0, 0, 0)"),
    ({"points": (0, 0)}, "points: found (0, 0); allowed: 3 numbers, as scores"),
    ({"points": (0, 0, -1)}, "points: found (0, 0, -1); allowed: numbers, 0 to 32767"),
    ({"marriages": (0, 1 << 15, 0)}, "marriages: found (0, 32768, 0)"),
    ({"leaders": (0, 4)}, "leaders: found (0, 4); allowed: seats, 0 to 3"),
    ({"leaders": (0,)}, "leaders: found (0,); allowed: 2 seats, one for each trick"),
    ({"leaders": ()}, "leaders: found ()"),
    ({"leader": -1}, "leader: found -1; allowed: "),
    ({"trick": ()}, "leaders: found "),
    ({"trick": (99,)}, "trick: found (99,); allowed: "),
    ({"plays": (10, 34, 12, 13)}, "plays: found 34; allowed: cards, and melds"),
    ({"plays": (10, 11, 12, 40)}, "plays: found 40"),
    ({"plays": ()}, "trick: found "),
    ({"plays": (10, 43, 12, 13)}, "plays: found 43; allowed: cards, and melds with a queen or"),
    ({"hand": 1 << 24}, "hand: found 16777216; allowed: a mask, 0 to 16777215"),
    ({"trump": 4}, "trump: found 4; allowed: 0 to 3, or -1 for none"),
    ({"received": 24}, "received: found 24; allowed: a card, or -1"),
    ({"scores": (0, 0, 1 << 62)}, "scores: found (0, 0, 4611686018427387904); allowed: a tuple"),
    ({"hand": 10**5000}, "hand: found something (int) that can't be shown; allowed: a mask"),
    ({"hand": Odd(3)}, "hand: found something (Odd) that can't be shown"),
    ({"points": (Odd(3), 0, 0)}, "points: found something (tuple) that can't be shown"),
    ({"phase": OddText("play")}, "phase: found play; allowed: a text"),
    ({"scores": OddTuple((1, 2, 3))}, "scores: found (1, 2, 3); allowed: a tuple"),
]


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE)
def test_what_no_decision_can_hold_is_named(changes: dict[str, Any], message: str):
    decision = some_decision()
    before = decision.as_tuple()
    with pytest.raises(PositionError) as caught:
        decision._replace(**changes)
    assert str(caught.value).startswith(message)
    assert decision.as_tuple() == before


def test_a_truth_is_a_number_on_every_build():
    decision = some_decision()._replace(seat=True, scores=(True, 0, 0))
    assert [type(value) for value in (decision.seat, *decision.scores)] == [int] * 4


class Meddler(Bot):
    """Assigns whatever it can find in what it is shown."""

    def decide(self, decision: Decision) -> int:
        choice = decision.legal[-1] if decision.legal[-1] != BOMB else decision.legal[0]
        meddle(decision)
        return choice


def meddle(value: Any) -> None:
    for name in dir(value):
        if name.startswith("__"):
            continue
        with contextlib.suppress(Exception):
            found = getattr(value, name)
            if type(found).__module__.startswith("engine."):
                meddle(found)
            setattr(value, name, type(found)())
    with contextlib.suppress(Exception):
        value.__init__()


class Quiet(Bot):
    """Chooses as Meddler does."""

    def decide(self, decision: Decision) -> int:
        return decision.legal[-1] if decision.legal[-1] != BOMB else decision.legal[0]


@every_variant
def test_a_bot_changes_no_match_through_what_it_is_shown(name: str):
    records = []
    for kind in (Quiet, Meddler):
        game, rules = variant(name, max_deals=5)
        match = game.new_match(rules, root_key(b"meddled"))
        match.run([kind(Setup("tysiac", rules, seat, 0)) for seat in range(rules.players)])
        records.append((match.hands, match.scores, match.verdict))
    assert records[0] == records[1]


def test_names_are_checked():
    decision = some_decision()
    with pytest.raises(TypeError, match="none of its fields: trumps"):
        decision._replace(trumps=1)
    fields = decision._asdict()
    del fields["hand"]
    with pytest.raises(TypeError, match="missing in a decision, or none of its fields: hand"):
        make_decision(**fields)
