"""Two records of the same match, and the first place in which they differ."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tournament.records import canonical

__all__ = ["Difference", "compare_matches"]


class Difference(NamedTuple):
    """One place where what was derived is not what is recorded."""

    block: str
    match: str | None
    hand: int | None
    action: int | None
    entry: str | None
    recorded: str
    derived: str


def compare_matches(
    recorded: Iterator[dict[str, Any]], derived: Iterator[dict[str, Any]]
) -> Iterator[Difference]:
    """The first place in which each match differs, for those that do; both in one order."""
    for old, new in zip(recorded, derived, strict=True):
        if canonical(old) != canonical(new):
            yield _first_difference(old, new)


def _first_difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
    """The first action, hand or result in which two records of one match differ."""
    block, match = old["block"], old["match"]
    for place, (hand, again) in enumerate(zip(old["hands"], new["hands"], strict=False)):
        if hand == again:
            continue
        step = _first_step(hand["actions"], again["actions"])
        if step is None:
            told = [_first_key(hand, again), _first_key(again, hand)]
            return Difference(block, match, place, None, None, *told)
        action, recorded, derived = step
        seat = (recorded or derived)[0]
        entry = old["seats"][seat]
        return Difference(block, match, place, action, entry, _action(recorded), _action(derived))
    results = [str([record[key] for key in ("faults", "ranks", "final")]) for record in (old, new)]
    return Difference(block, match, None, None, None, *results)


def _first_step(
    old: Sequence[Sequence[Any]], new: Sequence[Sequence[Any]]
) -> tuple[int, Sequence[Any], Sequence[Any]] | None:
    for action in range(max(len(old), len(new))):
        recorded = old[action] if action < len(old) else ()
        derived = new[action] if action < len(new) else ()
        if list(recorded) != list(derived):
            return action, recorded, derived
    return None


def _action(action: Sequence[Any]) -> str:
    return str(action[1]) if action else "nothing"


def _first_key(hand: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first key in which a hand differs from another, and its value."""
    different = [f"{key} {hand[key]}" for key in hand if hand[key] != other.get(key)]
    return different[0] if different else "nothing"
