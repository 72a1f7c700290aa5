"""The referee must be able to fail: sound records pass, and every mutation of one is reported."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from referee import DECK, Hand, Match, check_block, check_match, in_card_order, playable

Json = dict[str, Any]
Mutation = Callable[[Json], None]

HOUSE: Json = {
    "players": 3,
    "target": 100,
    "barrier": 80,
    "bomb_limit": 1,
    "bomb_on": "unraised_forced_bid",
    "bomb_when": "before_exchange",
    "bomb_points": 60,
    "redeal": "weak_hand",
    "redeal_threshold": 18,
    "max_redeals": 100,
    "meld_from_trick": 1,
    "hidden_musik_at_forced_bid": False,
    "bid_cap": "marriages",
    "barrel": None,
    "max_deals": 200,
}
TABRIVIO: Json = {**HOUSE, "bomb_on": "any_contract", "bomb_when": "after_exchange"}


# Records written by hand


def actions(*lines: str) -> list[Any]:
    pairs = [text.strip().split(" ", 1) for line in lines for text in line.split(",")]
    return [[int(seat), text] for seat, text in pairs]


def element(
    place: tuple[int, int, int],  # n, dealer, redeals
    dealt: list[str],
    musik: list[str],
    lines: list[str],
    **results: list[int],
) -> Json:
    return {
        **dict(zip(("n", "dealer", "redeals"), place, strict=True)),
        **({"redeal": True} if lines[-1].endswith("redeal") else {}),
        "dealt": [cards.split() for cards in dealt],
        "musik": [cards.split() for cards in musik],
        "actions": actions(*lines),
        **{key: results[key] for key in ("before", "tricks", "marriages", "change", "after")},
    }


def record(rules: Json, hands: list[Json], winner: int | None, ranks: list[int]) -> Json:
    return {
        "schema": 1,
        "match": "m1",
        "block": "b1",
        "game": "tysiac",
        "variant": "test",
        "rules": rules,
        "seats": ["ann", "bob", "cid", "dan"][: rules["players"]],
        "status": "tied" if winner is None else "won",
        "faults": [],
        "winner": winner,
        "ranks": ranks,
        "final": hands[-1]["after"],
        "hands": hands,
    }


# Seat 1 bombs the forced 100; then seat 0 makes 120 and seat 1 writes 45 + 40 = 85 as 90.
TWO = record(
    {**HOUSE, "players": 2},
    [
        element(
            (0, 0, 0),
            ["9s Js Qs Ts As 9c Jc Kc Tc Ac", "Ks Qc 9d Jd Qd Kd Td Ad 9h Jh"],
            ["Qh Kh", "Th Ah"],
            ["0 pass, 1 musik 1, 1 bomb"],
            before=[0, 0],
            tricks=[0, 0],
            marriages=[0, 0],
            change=[60, 0],
            after=[60, 0],
        ),
        element(
            (1, 1, 0),
            ["9s Ts As 9c Ac Jd Ad Qh Kh Ah", "Js Qs Ks Jc Kc Tc 9d Qd 9h Th"],
            ["Kd Jh", "Qc Td"],
            [
                "1 110, 0 120, 1 pass",
                "0 musik 0, 0 lay 9c Kd, 0 declare 120",
                "0 Ah, 1 9h",  # 11 to seat 0
                "0 Kh meld, 1 Th",  # 14 to seat 1
                "1 Ks meld, 0 Ts",  # 14 to seat 0
                "0 As, 1 Qs",  # 14 to seat 0
                "0 Ac, 1 Kc",  # 15 to seat 0
                "0 Ad, 1 9d",  # 11 to seat 0
                "0 Jd, 1 Qd",  # 5 to seat 1
                "1 Tc, 0 9s",  # 10 to seat 0, which must trump
                "0 Qh, 1 Js",  # 5 to seat 1
                "1 Jc, 0 Jh",  # 4 to seat 1, and 17: Qc Td 9c Kd
            ],
            before=[60, 0],
            tricks=[75, 45],
            marriages=[100, 40],
            change=[120, 90],
            after=[180, 90],
        ),
    ],
    winner=0,
    ranks=[1, 2],
)

# Seat 2 asks for a redeal; then seat 1 wins a long auction and makes 200.
THREE = record(
    HOUSE,
    [
        element(
            (0, 0, 0),
            ["Qs Ks Ts As Qc Kc Tc", "Ac Qd Kd Td Ad Jh Qh", "9s Js 9c Jc 9d Jd 9h"],
            ["Kh Th Ah"],
            ["2 redeal"],
            before=[0, 0, 0],
            tricks=[0, 0, 0],
            marriages=[0, 0, 0],
            change=[0, 0, 0],
            after=[0, 0, 0],
        ),
        element(
            (0, 0, 1),
            ["9s Js Kc Tc Qd Kd 9h", "As 9c Ac 9d Qh Kh Ah", "Qs Ks Jc Qc Jd Td Jh"],
            ["Ts Ad Th"],
            [
                "2 110, 0 120, 1 130, 2 140, 0 pass, 1 150, 2 pass",
                "1 give Ac 0 9d 2, 1 declare 200",
                "1 9c, 2 Jc, 0 Tc",  # 12 to seat 0
                "0 Kd meld, 1 Ad, 2 9d",  # 15 to seat 1
                "1 Kh meld, 2 Jh, 0 9h",  # 6 to seat 1, which keeps the lead
                "1 Ts, 2 Ks, 0 9s",  # 14
                "1 As, 2 Qs, 0 Js",  # 16
                "1 Ah, 2 Td, 0 Qd",  # 24
                "1 Th, 2 Jd, 0 Kc",  # 16
                "1 Qh, 2 Qc, 0 Ac",  # 17
            ],
            before=[0, 0, 0],
            tricks=[12, 108, 0],
            marriages=[80, 100, 0],
            change=[90, 200, 0],
            after=[90, 200, 0],
        ),
    ],
    winner=1,
    ranks=[2, 1, 3],
)

# The dealer writes 150 for the musik, but seat 1 reaches the target as declarer.
FOUR = record(
    {**TABRIVIO, "players": 4},
    [
        element(
            (0, 0, 0),
            ["", "Js Ks Tc Ac Kd Ad Ah", "9s Qs 9c Jc Jd Qd 9h", "Ts Qc Kc 9d Td Jh Th"],
            ["As Qh Kh"],
            [
                "2 pass, 3 pass",
                "1 give Js 2 Kd 3, 1 declare 100",
                "1 Qh meld, 2 9h, 3 Th",  # 13 to seat 3, which must beat
                "3 Kc meld, 1 Ac, 2 9c",  # 15 to seat 1
                "1 As, 2 Js, 3 Ts",  # 23 to seat 1
                "1 Ks, 2 Qs, 3 Qc",  # 10 to seat 3, which must trump
                "3 Td, 1 Ad, 2 Jd",  # 23 to seat 1
                "1 Ah, 2 Jc, 3 Jh",  # 15 to seat 2
                "2 Qd, 3 Kd, 1 Tc",  # 17 to seat 1
                "1 Kh, 2 9s, 3 9d",  # 4 to seat 1
            ],
            before=[0, 0, 0, 0],
            tricks=[0, 82, 15, 23],
            marriages=[0, 100, 0, 60],
            change=[150, 100, 20, 80],
            after=[150, 100, 20, 80],
        ),
    ],
    winner=1,
    ranks=[2, 1, 4, 3],
)


@pytest.mark.parametrize("sound", [TWO, THREE, FOUR], ids=["two", "three", "four"])
def test_sound_records_pass(sound: Json) -> None:
    assert check_match(sound) == []


# Mutations


def act(hand: int, old: str, new: str | None = None) -> Mutation:
    """Replace the text of an action, written as `seat text`; without `new` drop the action."""

    def mutate(changed: Json) -> None:
        found = changed["hands"][hand]["actions"]
        place = found.index(actions(old)[0])
        found[place : place + 1] = actions(new) if new else []

    return mutate


def add(hand: int, new: str) -> Mutation:
    return lambda changed: changed["hands"][hand]["actions"].extend(actions(new))


def put(*path_and_value: Any) -> Mutation:
    """Set what stands at a path of keys and indices."""
    *path, last, value = path_and_value

    def mutate(changed: Json) -> None:
        target: Any = changed
        for key in path:
            target = target[key]
        target[last] = value

    return mutate


def rule(key: str, value: Any) -> Mutation:
    return put("rules", key, value)


def hand_result(hand: int, **values: list[int]) -> Mutation:
    return lambda changed: changed["hands"][hand].update(values)


def score(change: list[int], after: list[int]) -> Mutation:
    """Another result of the last hand, carried consistently to the end."""

    def mutate(changed: Json) -> None:
        changed["hands"][-1].update(change=change, after=after)
        changed["final"] = after

    return mutate


def repeat_last_hand(changed: Json) -> None:
    changed["hands"].append(deepcopy(changed["hands"][-1]))


def drop(*path: Any) -> Mutation:
    def mutate(changed: Json) -> None:
        target: Any = changed
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]

    return mutate


def keys_reversed(changed: Json) -> None:
    hand = changed["hands"][-1]
    changed["hands"][-1] = {key: hand[key] for key in reversed(hand)}


MUTATIONS: list[tuple[str, Json, Mutation, str]] = [
    # Auction
    ("bid over the cap", TWO, act(1, "1 110", "1 170"), "hand 1, action 0"),
    ("bid off the tens", TWO, act(1, "0 120", "0 115"), "hand 1, action 1"),
    ("bid not higher", TWO, act(1, "0 120", "0 110"), "hand 1, action 1"),
    ("bid with a zero in front", TWO, act(1, "0 120", "0 0120"), "hand 1, action 1"),
    ("bid after passing", THREE, act(1, "1 150", "0 150"), "seat 1"),
    ("auction goes on", THREE, act(1, "2 pass", "2 160"), "action 7"),
    ("no last pass", THREE, act(1, "2 pass"), "action 6"),
    ("forehand speaks first", FOUR, act(0, "2 pass", "1 pass"), "seat 2"),
    ("the dealer of four speaks", FOUR, act(0, "3 pass", "0 pass"), "seat 3"),
    ("redeal with a marriage", THREE, act(1, "2 110", "2 redeal"), "hand 1, action 0"),
    ("redeal at a second decision", THREE, act(1, "0 pass", "0 redeal"), "hand 1, action 4"),
    ("redeal of two players", TWO, act(0, "0 pass", "0 redeal"), "hand 0, action 0"),
    ("redeal not allowed", THREE, rule("redeal", "none"), "hand 0, action 0"),
    ("redeal not weak enough", THREE, rule("redeal_threshold", 6), "hand 0, action 0"),
    ("too many redeals", THREE, rule("max_redeals", 0), "hand 0, action 0"),
    ("redeal not marked", THREE, drop("hands", 0, "redeal"), "redeal"),
    ("redeal marked false", THREE, put("hands", 0, "redeal", False), "redeal"),
    ("redeal not counted", THREE, put("hands", 1, "redeals", 0), "redeals"),
    ("next dealer after a redeal", THREE, put("hands", 1, "dealer", 1), "dealer"),
    ("redeal counts as a deal", THREE, put("hands", 1, "n", 1), "hand 1, n"),
    # Musik, exchange, bomb, contract
    ("third musik", TWO, act(0, "1 musik 1", "1 musik 2"), "hand 0, action 1"),
    ("no musik chosen", TWO, act(0, "1 musik 1"), "hand 0, action 1"),
    ("the other musik", TWO, act(1, "0 musik 0", "0 musik 1"), "hand 1, action 4"),
    ("cards laid in wrong order", TWO, act(1, "0 lay 9c Kd", "0 lay Kd 9c"), "action 4"),
    ("one card laid twice", TWO, act(1, "0 lay 9c Kd", "0 lay 9c 9c"), "action 4"),
    ("gifts in wrong order", THREE, act(1, "1 give Ac 0 9d 2", "1 give 9d 2 Ac 0"), "action 7"),
    ("both gifts to one", THREE, act(1, "1 give Ac 0 9d 2", "1 give Ac 0 9d 0"), "action 7"),
    ("gift not held", THREE, act(1, "1 give Ac 0 9d 2", "1 give Ac 0 Jd 2"), "action 7"),
    ("gift to the dealer", FOUR, act(0, "1 give Js 2 Kd 3", "1 give Js 0 Kd 3"), "action 2"),
    ("bomb off", TWO, rule("bomb_limit", 0), "hand 0, action 2"),
    ("bomb too early", TWO, rule("bomb_when", "after_exchange"), "hand 0, action 2"),
    ("bomb too late", THREE, act(1, "1 declare 200", "1 bomb"), "hand 1, action 8"),
    ("bomb on a raised bid", THREE, act(1, "1 give Ac 0 9d 2", "1 bomb"), "hand 1, action 7"),
    ("contract below the bid", TWO, act(1, "0 declare 120", "0 declare 110"), "action 5"),
    ("contract above the cap", TWO, act(1, "0 declare 120", "0 declare 230"), "action 5"),
    ("contract off the tens", TWO, act(1, "0 declare 120", "0 declare 125"), "action 5"),
    # Play
    ("missing beat", FOUR, act(0, "3 Th", "3 Jh"), "hand 0, action 6"),
    ("missing trump", FOUR, act(0, "3 Qc", "3 9d"), "hand 0, action 15"),
    ("missing trump of two", TWO, act(1, "0 9s", "0 Jh"), "hand 1, action 21"),
    ("not following", THREE, act(1, "2 Jc", "2 Td"), "hand 1, action 10"),
    ("card not held", THREE, act(1, "2 Jc", "2 9c"), "hand 1, action 10"),
    ("card played twice", THREE, act(1, "2 Qc", "2 Jd"), "hand 1, action 31"),
    ("wrong winner of a trick", TWO, act(1, "1 Ks meld", "0 As"), "hand 1, action 10"),
    ("wrong seat to play", THREE, act(1, "2 Jc", "0 Tc"), "hand 1, action 10"),
    ("meld of a follower", THREE, act(1, "2 Ks", "2 Ks meld"), "hand 1, action 19"),
    ("meld without the pair", TWO, act(1, "0 Qh", "0 Qh meld"), "hand 1, action 22"),
    ("meld of an ace", TWO, act(1, "0 Ah", "0 Ah meld"), "hand 1, action 6"),
    ("meld too early", FOUR, rule("meld_from_trick", 2), "hand 0, action 4"),
    ("meld left out", TWO, act(1, "0 Kh meld", "0 Kh"), "hand 1, marriages"),
    ("card written otherwise", THREE, act(1, "2 Td", "2 10d"), "hand 1, action 25"),
    ("two blanks", TWO, act(1, "0 Kh meld", "0 Kh  meld"), "hand 1, action 8"),
    ("last card missing", THREE, act(1, "0 Ac"), "hand 1, action 32"),
    ("action after the end", THREE, add(1, "1 pass"), "hand 1, action 33"),
    ("action after a bomb", TWO, add(0, "0 Ac"), "hand 0, action 3"),
    ("action after a redeal", THREE, add(0, "0 pass"), "hand 0, action 1"),
    # Deal
    ("card twice", TWO, put("hands", 1, "dealt", 0, 0, "Ts"), "hand 1, cards"),
    ("no such card", TWO, put("hands", 1, "dealt", 0, 0, "9x"), "hand 1, cards"),
    ("cards out of order", TWO, lambda r: r["hands"][1]["dealt"][0].reverse(), "order of cards"),
    ("musik out of order", FOUR, lambda r: r["hands"][0]["musik"][0].reverse(), "order of cards"),
    (
        "a card more for one seat",
        THREE,
        lambda r: r["hands"][1]["dealt"][0].append(r["hands"][1]["musik"][0].pop()),
        "numbers of cards",
    ),
    (
        "musik among the seats",
        THREE,
        lambda r: r["hands"][1]["dealt"].append(r["hands"][1]["musik"].pop()),
        "numbers of cards",
    ),
    ("musiks exchanged", TWO, lambda r: r["hands"][1]["musik"].reverse(), "hand 1, action 4"),
    ("wrong dealer", TWO, put("hands", 1, "dealer", 0), "hand 1, dealer"),
    ("wrong number", TWO, put("hands", 1, "n", 2), "hand 1, n"),
    # Settlement
    ("side cards left out", TWO, hand_result(1, tricks=[75, 28]), "hand 1, tricks"),
    ("side cards to declarer", TWO, hand_result(1, tricks=[92, 28]), "hand 1, tricks"),
    ("opponent's meld left out", TWO, hand_result(1, marriages=[100, 0]), "marriages"),
    ("rounded half to even", TWO, score([120, 80], [180, 80]), "hand 1, change"),
    ("opponent without melds", TWO, score([120, 50], [180, 50]), "hand 1, change"),
    ("declarer writes points", TWO, score([180, 90], [240, 90]), "hand 1, change"),
    ("made contract lost", THREE, score([90, -200, 0], [90, -200, 0]), "hand 1, change"),
    ("bid instead of contract", THREE, score([90, 150, 0], [90, 150, 0]), "hand 1, change"),
    ("bomb costs", TWO, hand_result(0, change=[60, -100], after=[60, -100]), "hand 0, change"),
    ("bomb pays nothing", TWO, hand_result(0, change=[0, 0], after=[0, 0]), "hand 0, change"),
    ("card points of a bomb", TWO, hand_result(0, tricks=[60, 60]), "hand 0, tricks"),
    ("a redeal changes scores", THREE, hand_result(0, change=[10, 0, 0]), "hand 0, change"),
    ("musik not written", FOUR, score([0, 100, 20, 80], [0, 100, 20, 80]), "hand 0, change"),
    ("before", TWO, hand_result(1, before=[0, 60]), "hand 1, before"),
    ("after", TWO, hand_result(1, after=[120, 90]), "hand 1, after"),
    ("barred seat writes", TWO, rule("barrier", 0), "change"),
    # End
    ("best score wins", FOUR, put("winner", 0), "winner"),
    ("no winner", TWO, put("winner", None), "winner"),
    ("wrong ranks", FOUR, put("ranks", [1, 2, 4, 3]), "ranks"),
    ("tied", TWO, put("status", "tied"), "status"),
    ("unfinished", TWO, put("status", "unfinished"), "status"),
    ("void without a fault", TWO, put("status", "void"), "status"),
    ("final", TWO, put("final", [180, 85]), "final"),
    ("hand after the end", TWO, repeat_last_hand, "hand 2"),
    ("hand missing", TWO, drop("hands", 1), "not over"),
    ("no hands", TWO, put("hands", []), "not over"),
    ("target not reached", TWO, rule("target", 200), "not over"),
    ("max_deals passed", TWO, rule("max_deals", 1), "hand 1"),
    # Shape
    ("schema", TWO, put("schema", 2), "schema"),
    ("other game", TWO, put("game", "draw_the_bomb"), "game"),
    ("seats", TWO, put("seats", ["ann"]), "seats"),
    ("order of hand keys", TWO, keys_reversed, "order of keys"),
    ("rule missing", TWO, drop("rules", "barrel"), "rules, keys"),
    ("rule unknown", TWO, rule("colour", 1), "rules, keys"),
    ("players", TWO, rule("players", 5), "players"),
    ("target off the tens", TWO, rule("target", 105), "target"),
    ("target too low", TWO, rule("target", 90), "target"),
    ("barrier at the target", TWO, rule("barrier", 100), "barrier"),
    ("a rule that is no integer", TWO, rule("bomb_limit", True), "bomb_limit"),
    ("negative limit", TWO, rule("bomb_limit", -1), "bomb_limit"),
    ("hidden musik of two", TWO, rule("hidden_musik_at_forced_bid", True), "hidden_musik"),
    ("barrel", TWO, rule("barrel", {"from": 100, "deals": 3, "penalty": 120}), "barrel"),
    ("barrel of no deals", TWO, rule("barrel", {"from": 90, "deals": 0, "penalty": 0}), "barrel"),
]


@pytest.mark.parametrize(
    ("sound", "mutate", "reported"),
    [mutation[1:] for mutation in MUTATIONS],
    ids=[mutation[0] for mutation in MUTATIONS],
)
def test_mutation_is_reported(sound: Json, mutate: Mutation, reported: str) -> None:
    changed = deepcopy(sound)
    mutate(changed)
    problems = check_match(changed)
    assert problems
    assert reported in problems[0]
    assert problems[0].startswith("match 'm1'")


def test_a_redeal_for_four_nines_is_sound_where_the_rules_have_it() -> None:
    changed = deepcopy(THREE)
    changed["rules"]["redeal"] = "four_nines"
    assert check_match(changed) == []


# Faults


def with_faults(sound: Json, *faults: tuple[int, int | None, int | None, str], **ends: Any) -> Json:
    keys = ("seat", "hand", "action", "policy")
    entries = [dict(zip(keys, fault, strict=True)) for fault in faults]
    return {**deepcopy(sound), "faults": entries, **ends}


def cut_off(hand: int, length: int) -> Json:
    """TWO, stopped in the middle of a hand by a fault of a void match."""
    changed = deepcopy(TWO)
    hands = changed["hands"][: hand + 1]
    nothing = [0, 0]
    hands[-1].update(tricks=nothing, marriages=nothing, change=nothing, after=hands[-1]["before"])
    hands[-1]["actions"] = hands[-1]["actions"][:length]
    ends = {"status": "void", "winner": None, "ranks": [1, 1], "final": hands[-1]["before"]}
    return {**changed, "hands": hands, **ends}


VOID = {"status": "void", "winner": None}
SOUND_FAULTS = {
    "strike": with_faults(TWO, (0, 1, 1, "strike")),
    "substitute": with_faults(TWO, (0, 1, 1, "substitute"), winner=1, ranks=[2, 1]),
    "crash": with_faults(TWO, (0, None, None, "substitute"), winner=1, ranks=[2, 1]),
    "strikes": with_faults(
        TWO,
        (0, 0, 0, "strike"),
        (0, 1, 1, "strike"),
        (0, 1, 3, "substitute"),
        winner=1,
        ranks=[2, 1],
    ),
    "all": with_faults(
        TWO,
        (0, 1, 1, "substitute"),
        (1, 1, 0, "substitute"),
        status="tied",
        winner=None,
        ranks=[1, 1],
    ),
    "winner": with_faults(FOUR, (1, 0, 2, "substitute"), winner=0, ranks=[1, 4, 3, 2]),
    "two of four": with_faults(
        FOUR,
        (1, 0, 2, "substitute"),
        (0, None, None, "substitute"),
        winner=3,
        ranks=[3, 3, 2, 1],
    ),
    "void": with_faults(TWO, (0, 1, 1, "void"), ranks=[1, 1], **VOID),
    "void, cut off": with_faults(cut_off(1, 7), (1, 1, 7, "void")),
    "void, first action": with_faults(cut_off(0, 0), (0, 0, 0, "void")),
    "void, crash": with_faults(cut_off(1, 7), (0, None, None, "void")),
}
BAD_FAULTS = {
    "ranks": with_faults(TWO, (0, 1, 1, "substitute"), winner=1),
    "winner": with_faults(TWO, (0, 1, 1, "substitute"), ranks=[2, 1]),
    "strike ranked last": with_faults(TWO, (0, 1, 1, "strike"), winner=1, ranks=[2, 1]),
    "share": with_faults(
        FOUR,
        (1, 0, 2, "substitute"),
        (0, None, None, "substitute"),
        winner=3,
        ranks=[4, 3, 2, 1],
    ),
    "other seat": with_faults(TWO, (0, 1, 0, "strike")),
    "no such action": with_faults(TWO, (0, 1, 99, "strike")),
    "no such hand": with_faults(TWO, (0, 5, 0, "strike")),
    "no such seat": with_faults(TWO, (2, None, None, "substitute")),
    "half a place": with_faults(TWO, (0, 1, None, "substitute"), winner=1, ranks=[2, 1]),
    "twice": with_faults(TWO, (0, 1, 1, "strike"), (0, 1, 1, "strike")),
    "two at a decision": with_faults(
        TWO, (0, 1, 1, "strike"), (0, 1, 1, "substitute"), winner=1, ranks=[2, 1]
    ),
    "after a substitution": with_faults(
        TWO, (0, 1, 1, "substitute"), (0, 1, 3, "strike"), winner=1, ranks=[2, 1]
    ),
    "policy": with_faults(TWO, (0, 1, 1, "forgive")),
    "two policies": with_faults(TWO, (0, 1, 1, "void"), (1, 1, 2, "strike"), ranks=[1, 1], **VOID),
    "void with a winner": with_faults(TWO, (0, 1, 1, "void")),
    "cut off without a fault": cut_off(1, 7),
    "cut off elsewhere": with_faults(cut_off(1, 7), (0, 1, 1, "void")),
    "cut off by another seat": with_faults(cut_off(1, 7), (0, 1, 7, "void")),
    "cut off, goes on": with_faults(
        {**cut_off(0, 1), "hands": [cut_off(0, 1)["hands"][0], TWO["hands"][0]]},
        (1, None, None, "void"),
        final=[60, 0],
    ),
    "cut off, not void": with_faults(cut_off(1, 7), (1, 1, 7, "substitute")),
    "cut off, settled": {
        **with_faults(cut_off(1, 7), (1, 1, 7, "void")),
        "final": [180, 90],
    },
}


@pytest.mark.parametrize("name", SOUND_FAULTS)
def test_sound_faults_pass(name: str) -> None:
    assert check_match(SOUND_FAULTS[name]) == []


@pytest.mark.parametrize("name", BAD_FAULTS)
def test_bad_faults_are_reported(name: str) -> None:
    assert check_match(BAD_FAULTS[name])


# Rules, one by one


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


# Random play


def play(rules: Json, seed: int) -> Json:
    """The record of a match of random legal actions."""
    rng = random.Random(seed)
    match = Match(rules)
    hands = []
    while not match.end:
        hands.append(play_hand(match, rng))
    status, winner, ranks = match.verdict(set())
    return {**record(rules, hands, winner, ranks), "status": status}


def play_hand(match: Match, rng: random.Random) -> Json:
    cards = iter(rng.sample(DECK, len(DECK)))
    each, musiks = (10, [2, 2]) if match.players == 2 else (7, [3])
    sizes = [each] * match.players
    if match.players == 4:
        sizes[match.dealer] = 0
    dealt = [in_card_order(next(cards) for _ in range(size)) for size in sizes]
    musik = [in_card_order(next(cards) for _ in range(size)) for size in musiks]
    place = match.settled, match.dealer, match.redeals
    hand = Hand(match, {"dealt": dealt, "musik": musik})
    lines, before = [], match.scores
    while not hand.over:
        options = hand.legal()
        text = rng.choice([options[0], options[-1], rng.choice(options)])  # ends: bombs, melds
        lines.append(f"{hand.turn} {text}")
        hand.apply(text)
    played = hand.phase == "played"
    return element(
        place,
        [" ".join(cards) for cards in dealt],
        [" ".join(cards) for cards in musik],
        lines,
        before=before,
        tricks=hand.tricks if played else [0] * match.players,
        marriages=hand.marriages if played else [0] * match.players,
        change=match.close(hand),
        after=match.scores,
    )


VARIANTS: list[Json] = [
    HOUSE,
    {**TABRIVIO, "bomb_limit": 2, "target": 300, "barrier": 240},
    {**HOUSE, "target": 300, "barrier": None, "bid_cap": "none", "meld_from_trick": 2},
    {**HOUSE, "target": 200, "redeal": "four_nines", "bomb_limit": 0},
    {
        **TABRIVIO,
        "target": 400,
        "barrier": 390,
        "barrel": {"from": 150, "deals": 1, "penalty": 40},
        "redeal_threshold": 40,
        "max_redeals": 2,
    },
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_random_play_is_sound(variant: int, players: int) -> None:
    rules = {**VARIANTS[variant], "players": players, "max_deals": 12}
    for seed in range(10):
        assert check_match(json.loads(json.dumps(play(rules, seed)))) == []


# Totality


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in items:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from leaves(part, (*path, key))


JUNK: list[Any] = [None, True, 1.5, -1, 10**30, "", "x", [], ["x"], {}, {"x": 1}]
FREE = {"match", "block", "variant", "seats", "rules"}  # other values may be as sound


@pytest.mark.parametrize("sound", [TWO, THREE, FOUR], ids=["two", "three", "four"])
def test_any_junk_anywhere_is_reported_and_raises_nothing(sound: Json) -> None:
    faulty = with_faults(sound, (1, len(sound["hands"]) - 1, 2, "strike"))
    for path in leaves(faulty):
        for junk in JUNK:
            changed = deepcopy(faulty)
            put(*path, junk)(changed)
            problems = check_match(changed)
            assert problems or path[0] in FREE or changed == faulty or path == ("faults",), path


@pytest.mark.parametrize("junk", [*JUNK, {"match": [], "rules": {}}, {"rules": HOUSE}])
def test_what_is_no_record_is_reported(junk: Any) -> None:
    assert check_match(junk)


def test_every_key_and_its_order_count() -> None:
    for key in TWO:
        changed = deepcopy(TWO)
        value = changed.pop(key)
        assert check_match(changed)
        changed[key] = value
        assert (check_match(changed) == []) == (key == "hands")  # the last key stays last


# Blocks


def test_the_matches_of_a_block_have_the_same_deals() -> None:
    turned = {**deepcopy(TWO), "match": "m2", "seats": ["bob", "ann"]}
    assert check_block([TWO, turned]) == []
    turned["hands"][1]["musik"].reverse()
    assert "hand 1" in check_block([TWO, turned])[0]
    assert check_block([TWO, {**TWO, "block": "b2"}])
    assert check_block([TWO, {**TWO, "hands": None}])
