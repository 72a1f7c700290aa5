"""Actions as integers, their texts, and what the table sees of them (docs/records.md).

One integer says everything about an action, so text and integer convert without a position.
Order is contract: legal actions are handed out ascending, and the fallback takes the first. So
drawing stands first, and of the places for a bomb the lowest: the higher a slot's number, the
lower its action, for at the bottom a bomb is safest for whoever hides it.
"""

from collections.abc import Sequence
from typing import Final

from engine.draw_the_bomb.cards import CARD_TEXTS, RESHUFFLE, STEAL
from engine.errors import TextError

__all__ = [
    "DRAW",
    "HID",
    "HIDE_RANDOM",
    "MOST_CARDS",
    "OUT",
    "STEAL_FROM",
    "STOPPED",
    "action_text",
    "action_texts",
    "card_in",
    "event_text",
    "hide",
    "is_hide",
    "is_steal",
    "parse_action",
    "play",
    "seat_in",
    "slot_in",
    "steal",
]

DRAW: Final = 0
_PLAY: Final = 1  # + card, but for a steal
STEAL_FROM: Final = 10  # + seat
_HIDE_ON_TOP: Final = 1000  # - slot
HIDE_RANDOM: Final = 1001

HID: Final = 2000
"""In the log: the seat has hidden a bomb, at a place that it chose or at random."""
OUT: Final = 2001
"""In the log: the seat drew a bomb without cutters."""
STOPPED: Final = 2002
"""In the log: the shield of the seat stopped the redirect or steal before it, and is gone."""

MOST_SEATS: Final = 5
MOST_CARDS: Final = 240
"""No deck is larger, whatever the rules."""


def play(card: int) -> int:
    """An action card played, all but a steal."""
    return _PLAY + card


def steal(seat: int) -> int:
    """A steal from `seat`."""
    return STEAL_FROM + seat


def hide(slot: int) -> int:
    """The bomb put back so that `slot` cards lie above it."""
    return _HIDE_ON_TOP - slot


def is_steal(action: int) -> bool:
    """Whether the action is a steal."""
    return STEAL_FROM <= action < STEAL_FROM + MOST_SEATS


def is_hide(action: int) -> bool:
    """Whether the action puts a bomb back, at a chosen slot or at random."""
    return _HIDE_ON_TOP - MOST_CARDS <= action <= HIDE_RANDOM


def card_in(action: int) -> int:
    """The card that a play or a steal spends."""
    return STEAL if action >= STEAL_FROM else action - _PLAY


def seat_in(action: int) -> int:
    """The seat that a steal is aimed at."""
    return action - STEAL_FROM


def slot_in(action: int) -> int:
    """The slot of a hide: the number of cards above the bomb."""
    return _HIDE_ON_TOP - action


def _texts() -> dict[int, str]:
    texts = {DRAW: "draw", HIDE_RANDOM: "hide random"}
    for card in range(RESHUFFLE + 1):
        if card != STEAL:
            texts[play(card)] = CARD_TEXTS[card]
    texts.update({steal(seat): f"steal {seat}" for seat in range(MOST_SEATS)})
    texts.update({hide(slot): f"hide {slot}" for slot in range(MOST_CARDS + 1)})
    return texts


_TEXTS: Final = _texts()
_ACTIONS: Final = {text: action for action, text in _TEXTS.items()}
_EVENTS: Final = {HID: "hid a bomb", OUT: "out", STOPPED: "shield stopped it"}


def action_text(action: int) -> str:
    """The one text of an action; TextError if the integer is no action of Draw the Bomb."""
    text = _TEXTS.get(action)
    if text is None:
        raise TextError(f"no action: {action}")
    return text


def action_texts(actions: Sequence[tuple[int, int]]) -> list[tuple[int, str]]:
    """(seat, text) for each (seat, action)."""
    return [(seat, _TEXTS[action]) for seat, action in actions]


def event_text(event: int) -> str:
    """The text of an entry of the log: an action that all saw, or what came of it."""
    return _EVENTS.get(event) or action_text(event)


def parse_action(text: str) -> int:
    """The action that `text` names exactly; TextError if none."""
    action = _ACTIONS.get(text)
    if action is None:
        raise TextError(f"no action: {text!r:.60}")
    return action
