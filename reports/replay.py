"""Find a recorded match and retell its hands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine import Variant
from tournament.codes import decode, play_coded
from tournament.errors import TournamentError
from tournament.folder import RunFolder
from tournament.journal import Journal
from tournament.plan import Plan

__all__ = ["HandStory", "find_match", "parse_place", "tell_code", "tell_match"]

_MOST_DIGITS = 9


class HandStory(NamedTuple):
    """One hand for a person: a title and its steps in order."""

    title: str
    steps: list[str]


def parse_place(text: str) -> tuple[str, int | None]:
    """`MATCH` or `MATCH:HAND` → match id or code, and place of the hand. Raises TournamentError."""
    match, colon, hand = text.partition(":")
    if colon and not (hand.isdecimal() and len(hand) < _MOST_DIGITS):
        raise TournamentError(f"replay: found {text!r}; allowed: MATCH or MATCH:HAND")
    return match, int(hand) if colon else None


def find_match(folder: RunFolder, plan: Plan, match: str) -> dict[str, Any]:
    """The record of a match; TournamentError if no recorded batch holds it."""
    journal = Journal(folder.journal)
    block, _, _ = match.partition("-")
    for batch, _ in plan.recorded:
        if any(own.id == block for own in batch.blocks):
            for record in journal.records(batch.id):
                if record["match"] == match:
                    return record
    example = f"{plan.recorded[0][0].blocks[0].id}-0" if plan.recorded else "none yet"
    raise TournamentError(
        f"replay: found no match {match!r} in {folder.path}; "
        f"allowed: a match of the table `matches`, such as {example}"
    )


def tell_match(plan: Plan, record: dict[str, Any], hand: int | None) -> Iterator[HandStory]:
    """The hands of a recorded match (or one of them) retold step by step, all cards shown."""
    variant = next(each for each in plan.league.variants if each.name == record["variant"])
    game = variant.find_game()
    named = Variant(variant.name, game, game.make_rules(variant.rules))
    return _tell(record["match"], named, record["seats"], record["hands"], hand)


def tell_code(code: str, hand: int | None) -> Iterator[HandStory]:
    """The match of a code, played now and retold the same way."""
    match = decode(code)
    return _tell(code, match.variant, match.bots, play_coded(match), hand)


def _tell(
    name: str,
    variant: Variant,
    seats: Sequence[str],
    hands: Sequence[Mapping[str, Any]],
    hand: int | None,
) -> Iterator[HandStory]:
    if hand is not None and hand >= len(hands):
        allowed = f"0 to {len(hands) - 1} for {name}"
        raise TournamentError(f"replay: found hand {hand}; allowed: {allowed}")
    for place in range(len(hands)) if hand is None else [hand]:
        steps = variant.game.tell_hand(variant.rules, hands[place], seats)
        yield HandStory(f"{name}:{place}  {variant.name}", steps)
