"""The shape of a record: keys, types and rules, before any deal is replayed."""

from typing import Any

from referee.report import Report
from referee.vocabulary import Json


def multiple_of_ten(value: Any) -> bool:
    return type(value) is int and value % 10 == 0


def zero_or_more(value: Any) -> bool:
    return type(value) is int and value >= 0


def one_or_more(value: Any) -> bool:
    return type(value) is int and value >= 1


RULES: Json = {  # 10
    "players": (2, 3, 4),
    "target": multiple_of_ten,
    "barrier": (multiple_of_ten, None),
    "bomb_limit": zero_or_more,
    "bomb_on": ("any_contract", "unraised_forced_bid"),
    "bomb_when": ("before_exchange", "after_exchange"),
    "bomb_points": multiple_of_ten,
    "redeal": ("weak_hand", "four_nines", "none"),
    "redeal_threshold": zero_or_more,
    "max_redeals": zero_or_more,
    "meld_from_trick": (1, 2),
    "hidden_musik_at_forced_bid": bool,
    "bid_cap": ("marriages", "none"),
    "barrel": (
        {"from": multiple_of_ten, "deals": one_or_more, "penalty": multiple_of_ten},
        None,
    ),
    "max_deals": one_or_more,
}
FAULT: Json = {
    "seat": int,
    "hand": (int, None),
    "action": (int, None),
    "policy": ("substitute", "strike", "void"),
}
RECORD: Json = {
    "schema": 1,
    "match": str,
    "block": str,
    "game": "tysiac",
    "variant": str,
    "rules": RULES,
    "seats": [str],
    "status": str,
    "faults": [FAULT],
    "winner": (int, None),
    "ranks": [int],
    "final": [int],
    "hands": [dict],
}
HAND_TOP: Json = {"n": int, "dealer": int, "redeals": int}
HAND_REST: Json = {
    "dealt": [[str]],
    "musik": [[str]],
    "actions": [[int, str]],
    **{key: [int] for key in ("before", "tricks", "marriages", "change", "after")},
}
HAND: Json = {**HAND_TOP, **HAND_REST}
REDEALT_HAND: Json = {**HAND_TOP, "redeal": True, **HAND_REST}


def check_shape(report: Report, record: Any) -> bool:
    """Check what depends on no deal: keys, types, rules; False if the rest can't be judged."""
    if not report.fits("record", record, RECORD):
        return False
    report.expect("order of keys", list(record), list(RECORD))
    _check_rules(report, record["rules"])
    report.expect("number of seats", len(record["seats"]), record["rules"]["players"])
    for index, element in enumerate(record["hands"]):
        pattern = REDEALT_HAND if "redeal" in element else HAND
        if report.fits(f"hand {index}", element, pattern):
            report.expect(f"hand {index}, order of keys", list(element), list(pattern))
    return not report.problems


def _check_rules(report: Report, rules: Json) -> None:
    """Contradictions between rules (10)."""
    target, barrier, barrel = rules["target"], rules["barrier"], rules["barrel"]
    if target < 100:
        report.add("rules, target", target, "100 or more")
    if barrier is not None and barrier >= target:
        report.add("rules, barrier", barrier, f"less than the target {target}")
    if barrel is not None and barrel["from"] >= target:
        report.add("rules, barrel", barrel, f"`from` less than the target {target}")
    if rules["hidden_musik_at_forced_bid"] and rules["players"] == 2:
        report.add("rules, hidden_musik_at_forced_bid", True, "False with 2 players")
