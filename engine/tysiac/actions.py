"""Actions as integers, and their texts (tournament.md, "Record of a match").

One integer says everything about an action, so text and integer convert without a position.
Order is contract: legal actions are always handed out ascending, and the fallback takes the
first. Passing therefore stands first and the bomb, which gives points away, last.
"""

from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import i64

from engine.errors import TextError
from engine.tysiac.cards import CARD_TEXTS, CARDS, card_of

__all__ = [
    "BOMB",
    "CALLS",
    "CARD",
    "DECLARE",
    "GIVE",
    "LAY",
    "MELD",
    "MUSIK",
    "PASS",
    "RECORDED",
    "REDEAL",
    "Recorded",
    "action_text",
    "actions_in",
    "bid",
    "card_in",
    "cards_given",
    "declare",
    "gifts_in",
    "give",
    "is_bid",
    "is_meld",
    "is_play",
    "laid_in",
    "lay",
    "meld",
    "parse_action",
    "play",
    "refusal",
    "value_in",
]

PASS: Final = 0
REDEAL: Final = 1
MUSIK: Final = 2  # + 0 or 1
CARD: Final = 10  # + card
MELD: Final = 40  # + card
_BIDS: Final = range(110, 401, 10)  # a bid is its own value
DECLARE: Final = 1000  # + value
GIVE: Final = 2000  # + ((first seat * 4 + second seat) * 24 + card) * 24 + card
LAY: Final = 20000  # + card * 24 + card
BOMB: Final = 30000

_CONTRACTS: Final = range(100, 401, 10)
_SHOWN: Final = 12  # of the legal actions in an error
_SEAT_PAIRS: Final = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def bid(value: int) -> int:
    """The raise to `value` points (110..400)."""
    return value


def play(card: int) -> int:
    """The card played without announcing anything."""
    return CARD + card


def meld(card: int) -> int:
    """The king or queen led with its marriage announced."""
    return MELD + card


def declare(value: int) -> int:
    """The contract of `value` points."""
    return DECLARE + value


def give(first_seat: int, first: int, second_seat: int, second: int) -> int:
    """One card each for two opponents, the lower seat first."""
    return GIVE + ((first_seat * 4 + second_seat) * CARDS + first) * CARDS + second


def lay(first: int, second: int) -> int:
    """Two cards laid aside (2 players), the lower card first."""
    return LAY + first * CARDS + second


def is_bid(action: int) -> bool:
    """Whether the action raises the bid."""
    return 110 <= action <= 400


def is_meld(action: int) -> bool:
    """Whether the action leads a card and announces its marriage."""
    return MELD <= action < MELD + CARDS


def is_play(action: int) -> bool:
    """Whether the action lays a card: a play, or a meld with a queen or king."""
    return CARD <= action < CARD + CARDS or (is_meld(action) and (action - MELD) % 6 in (2, 3))


def card_in(action: int) -> int:
    """The card that a play or meld puts on the table."""
    return action - MELD if action >= MELD else action - CARD


def value_in(action: int) -> int:
    """The points of a bid or a declaration."""
    return action - DECLARE if action >= DECLARE else action


def gifts_in(action: i64) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two (seat, card) of a give."""
    pair = (action - GIVE) // CARDS
    seats = pair // CARDS
    return (seats // 4, pair % CARDS), (seats % 4, (action - GIVE) % CARDS)


def cards_given(action: i64) -> i64:
    """The mask of the two cards of a give."""
    pair = (action - GIVE) % (CARDS * CARDS)
    return 1 << pair // CARDS | 1 << pair % CARDS


def laid_in(action: int) -> tuple[int, int]:
    """The two cards of a lay."""
    first, second = divmod(action - LAY, CARDS)
    return first, second


def _short_texts() -> dict[int, str]:
    texts = {PASS: "pass", REDEAL: "redeal", BOMB: "bomb", MUSIK: "musik 0", MUSIK + 1: "musik 1"}
    texts.update({value: str(value) for value in _BIDS})
    texts.update({DECLARE + value: f"declare {value}" for value in _CONTRACTS})
    for card, text in enumerate(CARD_TEXTS):
        texts[CARD + card] = text
        if text[0] in "QK":
            texts[MELD + card] = f"{text} meld"
    return texts


def _pair_texts() -> dict[int, str]:
    texts: dict[int, str] = {}
    for first in range(CARDS):
        for second in range(first + 1, CARDS):
            texts[lay(first, second)] = f"lay {CARD_TEXTS[first]} {CARD_TEXTS[second]}"
    return texts


_FIRST_GIFTS: Final = [[f"give {text} {seat}" for text in CARD_TEXTS] for seat in range(4)]
_SECOND_GIFTS: Final = [[f" {text} {seat}" for text in CARD_TEXTS] for seat in range(4)]
_TEXTS: Final = _short_texts() | _pair_texts()
_ACTIONS: Final = {text: action for action, text in _TEXTS.items()}


Recorded = tuple[tuple[int, str], ...]
"""(seat, text) of actions, as they stand in a record."""


def _recorded(seat: int) -> list[Any]:
    entries: list[Any] = [None] * (DECLARE + _CONTRACTS[-1] + 1)
    for action, text in _short_texts().items():
        if action < len(entries):
            entries[action] = (seat, text)
    return entries


RECORDED: Final = [_recorded(seat) for seat in range(4)]
"""By seat and action what stands in a record, gives, lays and bombs apart: records share it."""

CALLS: Final[list[dict[int, tuple[tuple[int, int], ...]]]] = [
    {action: ((seat, action),) for action in (PASS, *_BIDS)} for seat in range(4)
]
"""By seat and action what an auction is lengthened by."""


def action_text(action: int) -> str:
    """The one text of an action; TextError if the integer is no action of Tysiąc."""
    text = _TEXTS.get(action)
    if text is not None:
        return text
    if GIVE <= action < GIVE + 16 * CARDS * CARDS:
        (first_seat, first), (second_seat, second) = gifts_in(action)
        if first_seat < second_seat and first != second:
            return _FIRST_GIFTS[first_seat][first] + _SECOND_GIFTS[second_seat][second]
    raise TextError(f"no action: {action}")


def refusal(asked: str, action: int, legal: Sequence[int]) -> str:
    """What is to be said of an `action` that is none of the `legal` ones."""
    try:
        text = action_text(action)
    except TextError:
        text = "no action at all"
    texts = ", ".join([action_text(each) for each in legal[:_SHOWN]])
    if len(legal) > _SHOWN:
        texts += f", … ({len(legal)} in all)"
    return f"{asked}: {action} ({text}) is not legal; legal: {texts}"


def actions_in(recorded: Recorded) -> list[int]:
    """The actions of texts that are known to be right, gives apart."""
    return [_ACTIONS[text] for _, text in recorded]


def parse_action(text: str) -> int:
    """The action that `text` names exactly; TextError if none."""
    action = _ACTIONS.get(text)
    if action is not None:
        return action
    words = text.split(" ")
    if len(words) == 5 and words[0] == "give":
        for first_seat, second_seat in _SEAT_PAIRS:
            if words[2] == str(first_seat) and words[4] == str(second_seat):
                first, second = card_of(words[1]), card_of(words[3])
                if first != second:
                    return give(first_seat, first, second_seat, second)
    raise TextError(f"no action: {text[:60]!r}")
