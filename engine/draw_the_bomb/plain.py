"""A decision in texts and lists: what an entry that doesn't speak Python is asked.

Field by field the same as `Decision`; cards, actions and events of the log are texts, and a slot
of intel that knows nothing is None.

Plain Python even where the engine is compiled: the JSON Schema is made from the types below.
"""

from typing import TypedDict

from engine.draw_the_bomb.actions import action_text, event_text
from engine.draw_the_bomb.cards import CARD_TEXTS, UNKNOWN, texts_of
from engine.draw_the_bomb.decision import Decision

__all__ = ["PlainDecision", "plain_decision"]


class PlainDecision(TypedDict):
    """What each field means stands at the field of the same name of `Decision`."""

    seat: int
    legal: list[str]
    phase: str
    hand: list[str]
    intel: list[str | None]
    hand_sizes: list[int]
    alive: list[bool]
    shields: list[bool]
    debts: list[int]
    bombs: int
    deck_size: int
    discards: list[str]
    log: list[tuple[int, str]]


def plain_decision(decision: Decision) -> PlainDecision:
    """The decision as JSON can hold it."""
    return {
        "seat": decision.seat,
        "legal": [action_text(action) for action in decision.legal],
        "phase": decision.phase,
        "hand": texts_of(decision.hand),
        "intel": [None if card == UNKNOWN else CARD_TEXTS[card] for card in decision.intel],
        "hand_sizes": list(decision.hand_sizes),
        "alive": list(decision.alive),
        "shields": list(decision.shields),
        "debts": list(decision.debts),
        "bombs": decision.bombs,
        "deck_size": decision.deck_size,
        "discards": texts_of(decision.discards),
        "log": [(seat, event_text(event)) for seat, event in decision.log],
    }
