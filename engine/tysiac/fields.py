"""The fields of a decision, for those that are made by hand: what each can hold."""

from collections.abc import Mapping
from types import GenericAlias
from typing import Any, Final

from engine.errors import PositionError
from engine.tysiac.actions import card_in, is_meld, is_play
from engine.tysiac.cards import ALL_CARDS, CARDS

__all__ = ["AS_TUPLE", "FIELDS", "checked", "require"]

_NUMBERS: Final[Any] = GenericAlias(tuple, (int, ...))
_PAIRS: Final[Any] = GenericAlias(tuple, (GenericAlias(tuple, (int, int)), ...))

FIELDS: Final[dict[str, Any]] = {
    "seat": int,
    "legal": _NUMBERS,
    "phase": str,
    "hand": int,
    "trump": int,
    "leader": int,
    "trick": _NUMBERS,
    "plays": _NUMBERS,
    "leaders": _NUMBERS,
    "points": _NUMBERS,
    "marriages": _NUMBERS,
    "n": int,
    "dealer": int,
    "scores": _NUMBERS,
    "bombs_left": _NUMBERS,
    "barrel": _NUMBERS,
    "dealt": int,
    "redealt": _PAIRS,
    "auction": _PAIRS,
    "bid": int,
    "declarer": int,
    "contract": int,
    "musik": int,
    "gave": _PAIRS,
    "received": int,
    "laid": int,
}
"""By name, in order, the type of each."""

AS_TUPLE: Final[Any] = GenericAlias(tuple, tuple(FIELDS.values()))
"""The type of a decision as a tuple."""

_ALLOWED: Final[dict[Any, str]] = {
    int: "a whole number of at most 62 bits",
    str: "a text",
    _NUMBERS: "a tuple of whole numbers, each of at most 62 bits",
    _PAIRS: "a tuple of (seat, number), each of at most 62 bits",
}

_MASK: Final = (0, ALL_CARDS, f"a mask, 0 to {ALL_CARDS}")
_WORD: Final = (0, 32767, "numbers, 0 to 32767")
_LIMITS: Final = {
    "hand": _MASK,
    "trump": (-1, 3, "0 to 3, or -1 for none"),
    "leaders": (0, 3, "seats, 0 to 3"),
    "points": _WORD,
    "marriages": _WORD,
    "dealt": _MASK,
    "musik": _MASK,
    "received": (-1, CARDS - 1, "a card, or -1"),
    "laid": _MASK,
}
"""From, to, and that in words; other numbers have 62 bits at most."""
_MOST: Final = (1 << 62) - 1


def require(sound: bool, place: str, found: object, allowed: str) -> None:
    """Raise PositionError unless `sound`."""
    if not sound:
        raise PositionError(place, found, allowed)


def checked(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values of a decision in order, of built-in types only.

    PositionError for what it can't hold, and where one says what another says differently.
    """
    values = {name: _checked(name, kind, fields[name]) for name, kind in FIELDS.items()}
    players = len(values["scores"])
    require(2 <= players <= 4, "scores", values["scores"], "2 to 4 numbers")
    for name in ("points", "marriages"):
        require(len(values[name]) == players, name, values[name], f"{players} numbers, as scores")
    trick, plays, leaders = values["trick"], values["plays"], values["leaders"]
    size = min(players, 3)
    before = max(len(plays) - len(trick), 0)
    for place, action in enumerate(plays):
        leads = place == before or (place < before and place % size == 0)
        sound = is_play(action) and (leads or not is_meld(action))
        require(sound, "plays", action, "cards, and melds with a queen or king that lead")
    laid = tuple([card_in(action) for action in plays[before:]])
    require(trick == laid, "trick", trick, f"{laid}, the last of the plays")
    tricks = 1 - -before // size if leaders or plays else 0
    require(len(leaders) == tricks, "leaders", leaders, f"{tricks} seats, one for each trick")
    leader = leaders[-1] if leaders else -1
    require(values["leader"] == leader, "leader", values["leader"], f"{leader}, the last leader")
    return tuple(values.values())


def _checked(name: str, kind: Any, value: Any) -> Any:
    allowed = _ALLOWED[kind]
    if kind is str:
        require(type(value) is str, name, value, allowed)
        return value
    if kind is int:
        return _number(name, value, value, allowed)
    require(type(value) is tuple, name, value, allowed)
    if kind is _NUMBERS:
        return tuple([_number(name, each, value, allowed) for each in value])
    require(all(type(pair) is tuple and len(pair) == 2 for pair in value), name, value, allowed)
    return tuple(
        [
            (_number(name, seat, value, allowed), _number(name, number, value, allowed))
            for seat, number in value
        ]
    )


def _number(name: str, number: Any, found: object, allowed: str) -> int:
    """The number as an integer; what has an arithmetic of its own is none."""
    require(type(number) in (int, bool), name, found, allowed)
    low, high, limits = _LIMITS.get(name, (-_MOST, _MOST, allowed))
    require(low <= number <= high, name, found, limits)
    return int(number)
