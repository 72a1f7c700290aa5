"""The fields of a decision, for those that are made by hand: what each can hold."""

from collections.abc import Mapping
from types import GenericAlias
from typing import Any, Final

from engine.errors import PositionError
from engine.tysiac.actions import card_in, is_play

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
    _NUMBERS: "a tuple of whole numbers",
    _PAIRS: "a tuple of (seat, number)",
}

_MOST: Final = {"leaders": 3, "points": 32767, "marriages": 32767}
"""The largest numbers of those that a decision keeps in little room; 0 is the least."""


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
    for action in plays:
        require(is_play(action), "plays", action, "cards, and melds with a queen or king")
    before = max(len(plays) - len(trick), 0)
    laid = tuple([card_in(action) for action in plays[before:]])
    require(trick == laid, "trick", trick, f"{laid}, the last of the plays")
    tricks = 1 - -before // min(players, 3) if leaders or plays else 0
    require(len(leaders) == tricks, "leaders", leaders, f"{tricks} seats, one for each trick")
    leader = leaders[-1] if leaders else -1
    require(values["leader"] == leader, "leader", values["leader"], f"{leader}, the last leader")
    return tuple(values.values())


def _checked(name: str, kind: Any, value: Any) -> Any:
    allowed = _ALLOWED[kind]
    if kind is str:
        require(isinstance(value, str), name, repr(value), allowed)
        return value
    if kind is int:
        require(isinstance(value, int) and abs(value) < 1 << 62, name, value, allowed)
        return int(value)
    require(isinstance(value, tuple), name, value, allowed)
    if kind is _PAIRS:
        pairs = all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
        require(pairs and all(_are_numbers(pair) for pair in value), name, value, allowed)
        return tuple([(int(seat), int(number)) for seat, number in value])
    require(_are_numbers(value), name, value, allowed)
    if name in _MOST:
        most = _MOST[name]
        require(all(0 <= each <= most for each in value), name, value, f"numbers, 0 to {most}")
    return tuple([int(number) for number in value])


def _are_numbers(values: tuple[object, ...]) -> bool:
    return all(isinstance(value, int) for value in values)
