"""The record of a hand: what `export` writes and a replay reads (tournament.md, "Record…")."""

from collections.abc import Mapping, Sequence
from typing import Final, NotRequired, TypedDict

from engine.errors import RecordError, TextError
from engine.tysiac.actions import parse_action
from engine.tysiac.cards import mask_of, texts_of
from engine.tysiac.deal import Deal, RecordedDeals
from engine.tysiac.hand import Hand
from engine.tysiac.phases import OVER

__all__ = ["HandRecord", "hand_record", "recorded_actions", "recorded_deals"]


class HandRecord(TypedDict):
    """One dealt hand; a redealt one carries `redeal` and no points."""

    n: int
    dealer: int
    redeals: int
    redeal: NotRequired[bool]
    dealt: list[list[str]]
    musik: list[list[str]]
    actions: list[tuple[int, str]]
    before: list[int]
    tricks: list[int]
    marriages: list[int]
    change: list[int]
    after: list[int]


# Where the fields of a record stand: a dictionary that is copied and filled need not grow.
_PLAYED_OUT: Final[HandRecord] = {
    "n": 0,
    "dealer": 0,
    "redeals": 0,
    "dealt": [],
    "musik": [],
    "actions": [],
    "before": [],
    "tricks": [],
    "marriages": [],
    "change": [],
    "after": [],
}
_REDEALT: Final[HandRecord] = {  # its mark stands beside the count, for people who read records
    "n": 0,
    "dealer": 0,
    "redeals": 0,
    "redeal": True,
    "dealt": [],
    "musik": [],
    "actions": [],
    "before": [],
    "tricks": [],
    "marriages": [],
    "change": [],
    "after": [],
}


def hand_record(hand: Hand, change: Sequence[int]) -> HandRecord:
    """The record of `hand` with the settled `change` of each seat's score.

    A hand that was redealt, bombed or never finished has no tricks and no marriages.
    """
    sheet = hand.sheet
    record = (_REDEALT if hand.redeal_asked else _PLAYED_OUT).copy()
    record["n"] = sheet.n
    record["dealer"] = sheet.dealer
    record["redeals"] = len(hand.redealt)
    record["dealt"] = [texts_of(mask) for mask in hand.deal.hands]
    record["musik"] = [texts_of(mask) for mask in hand.deal.musiks]
    record["actions"] = hand.log
    record["before"] = list(sheet.scores)
    if hand.phase == OVER and not hand.redeal_asked and not hand.bombed:
        record["tricks"] = list(hand.points)
        record["marriages"] = list(hand.marriages)
    else:
        record["tricks"] = record["marriages"] = [0] * len(sheet.scores)
    record["change"] = list(change)
    record["after"] = [score + change[seat] for seat, score in enumerate(sheet.scores)]
    return record


def recorded_deals(hands: Sequence[Mapping[str, object]]) -> RecordedDeals:
    """The deals of the hands of a record; RecordError where the cards can't be read."""
    deals: dict[tuple[int, int], Deal] = {}
    for place, hand in enumerate(hands):
        try:
            n, redeals = hand["n"], hand["redeals"]
            if not isinstance(n, int) or not isinstance(redeals, int):
                raise RecordError(f"hand {place}: n and redeals must be whole numbers")
            deals[n, redeals] = Deal(_masks(hand["dealt"]), _masks(hand["musik"]))
        except (KeyError, TextError, TypeError) as error:
            raise RecordError(f"hand {place}: {error}") from error
    return RecordedDeals(deals)


def recorded_actions(hand: Mapping[str, object]) -> list[tuple[int, int]]:
    """The (seat, action) of one recorded hand; RecordError where a text is no action."""
    actions = hand.get("actions")
    if not isinstance(actions, list):
        raise RecordError("actions: must be a list of [seat, text]")
    parsed: list[tuple[int, int]] = []
    for entry in actions:
        try:
            seat, text = entry
            parsed.append((seat, parse_action(text)))
        except (AttributeError, TextError, TypeError, ValueError) as error:
            raise RecordError(f"action {len(parsed)}: {error}") from error
    return parsed


def _masks(groups: object) -> tuple[int, ...]:
    if not isinstance(groups, list):
        raise TypeError("dealt and musik must be lists of lists of cards")
    return tuple([mask_of(group) for group in groups])
