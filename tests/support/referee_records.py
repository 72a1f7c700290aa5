"""Sound records, written by hand, and what the tests of the referee build others with."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

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


def put(*path_and_value: Any) -> Mutation:
    """Set what stands at a path of keys and indices."""
    *path, last, value = path_and_value

    def mutate(changed: Json) -> None:
        target: Any = changed
        for key in path:
            target = target[key]
        target[last] = value

    return mutate


def with_faults(sound: Json, *faults: tuple[int, int | None, int | None, str], **ends: Any) -> Json:
    keys = ("seat", "hand", "action", "policy")
    entries = [dict(zip(keys, fault, strict=True)) for fault in faults]
    return {**deepcopy(sound), "faults": entries, **ends}
