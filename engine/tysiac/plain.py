"""A decision in texts and lists: what an entry that doesn't speak Python is asked.

Field by field the same as `Decision`; cards, actions and suits are texts as in the record, sets
of cards are lists in card order, and what is not there is None.

Plain Python even where the engine is compiled: the JSON Schema is made from the types below.
"""

from typing import TypedDict

from engine.tysiac.actions import action_text
from engine.tysiac.cards import CARD_TEXTS, SUITS, texts_of
from engine.tysiac.decision import Decision

__all__ = ["PlainDecision", "plain_decision"]


class PlainDecision(TypedDict):
    """What each field means stands at the field of the same name of `Decision`."""

    seat: int
    legal: list[str]
    phase: str
    hand: list[str]
    trump: str | None
    leader: int | None
    trick: list[str]
    plays: list[str]
    leaders: list[int]
    points: list[int]
    marriages: list[int]
    n: int
    dealer: int
    scores: list[int]
    bombs_left: list[int]
    barrel: list[int]
    dealt: list[str]
    redealt: list[tuple[int, list[str]]]
    auction: list[tuple[int, str]]
    bid: int
    declarer: int | None
    contract: int | None
    musik: list[str]
    gave: list[tuple[int, str]]
    received: str | None
    laid: list[str]


def plain_decision(decision: Decision) -> PlainDecision:
    """The decision as JSON can hold it."""
    return {
        "seat": decision.seat,
        "legal": [action_text(action) for action in decision.legal],
        "phase": decision.phase,
        "hand": texts_of(decision.hand),
        "trump": None if decision.trump < 0 else SUITS[decision.trump],
        "leader": _seat(decision.leader),
        "trick": [CARD_TEXTS[card] for card in decision.trick],
        "plays": [action_text(action) for action in decision.plays],
        "leaders": list(decision.leaders),
        "points": list(decision.points),
        "marriages": list(decision.marriages),
        "n": decision.n,
        "dealer": decision.dealer,
        "scores": list(decision.scores),
        "bombs_left": list(decision.bombs_left),
        "barrel": list(decision.barrel),
        "dealt": texts_of(decision.dealt),
        "redealt": [(seat, texts_of(mask)) for seat, mask in decision.redealt],
        "auction": [(seat, action_text(action)) for seat, action in decision.auction],
        "bid": decision.bid,
        "declarer": _seat(decision.declarer),
        "contract": decision.contract or None,
        "musik": texts_of(decision.musik),
        "gave": [(seat, CARD_TEXTS[card]) for seat, card in decision.gave],
        "received": None if decision.received < 0 else CARD_TEXTS[decision.received],
        "laid": texts_of(decision.laid),
    }


def _seat(seat: int) -> int | None:
    return None if seat < 0 else seat
