"""Constructed tables of Draw the Bomb and scripted play: what its rule tests are made of.

Cards and actions are written as in records; a script is `SEAT action` with a comma after each,
so that it says who is to move as well.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from engine import IllegalActionError
from engine.draw_the_bomb import (
    UNKNOWN,
    Rules,
    action_text,
    card_of,
    event_text,
    gauge,
    make_rules,
    parse_action,
    texts_of,
)
from engine.draw_the_bomb.deal import Deal
from engine.draw_the_bomb.fate import RecordedFate
from engine.draw_the_bomb.match import Match


class Case(NamedTuple):
    """A table, what is done at it, and what is found then, by the names in `FOUND`."""

    hands: tuple[str, ...]
    deck: str
    script: str
    expected: dict[str, str]
    chance: tuple[str, ...] = ()


def case(
    name: str, hands: str, deck: str, script: str, /, *, chance: Sequence[str] = (), **expected: str
) -> Any:
    """A Case as a parameter of a test; `hands` by seat with a bar between."""
    split = tuple(hand.strip() for hand in hands.split("|"))
    return pytest.param(Case(split, deck, script, expected, tuple(chance)), id=name)


def cards(text: str) -> tuple[int, ...]:
    return tuple(card_of(word) for word in text.split())


def sit_down(*hands: str, deck: str, chance: Sequence[str] = ()) -> Match:
    """A match with these cards, whatever the rules would deal; `chance` as in a record."""
    rules: Rules = make_rules({"players": len(hands)})
    deal = Deal(tuple(cards(hand) for hand in hands), cards(deck))
    return Match(rules, deal, RecordedFate(chance))


def run(match: Match, script: str) -> None:
    """Let the seats do what the script says, and only them."""
    for entry in script.split(", ") if script else ():
        seat, text = entry.split(maxsplit=1)
        assert match.to_move == int(seat), f"{entry}: seat {match.to_move} is to move"
        match.apply(parse_action(text))


def _words(values: Sequence[int]) -> str:
    return " ".join("?" if card == UNKNOWN else texts_of([card])[0] for card in values)


def _seats(flags: Sequence[bool]) -> str:
    return " ".join(str(seat) for seat, flag in enumerate(flags) if flag)


def _moving(match: Match) -> str:
    hand = match.hand
    return f"{hand.to_move} owes {hand.debt}" if hand.to_move >= 0 else "nobody"


def _gauge(match: Match) -> str:
    view = match.observe(0)
    return f"{view.bombs} of {view.deck_size}, {gauge(view.bombs, view.deck_size)} %"


FOUND: dict[str, Callable[[Match], str]] = {
    "moving": _moving,
    "phase": lambda match: match.hand.phase,
    "legal": lambda match: ", ".join(action_text(action) for action in match.legal),
    "deck": lambda match: _words(match.hand.deck),
    "discards": lambda match: _words(match.observe(0).discards),
    "alive": lambda match: _seats(match.observe(0).alive),
    "shields": lambda match: _seats(match.observe(0).shields),
    "debts": lambda match: " ".join(map(str, match.observe(0).debts)),
    "sizes": lambda match: " ".join(map(str, match.observe(0).hand_sizes)),
    "gauge": _gauge,
    "log": lambda match: ", ".join(
        f"{seat} {event_text(event)}" for seat, event in match.observe(0).log
    ),
    "outcomes": lambda match: ", ".join(match.hand.outcomes),
    "ranks": lambda match: " ".join(map(str, match.verdict.ranks if match.verdict else ())),
    "winner": lambda match: str(match.verdict.winner if match.verdict else None),
    "scores": lambda match: " ".join(map(str, match.scores)),
}


def found(match: Match, name: str) -> str:
    """What is found under a name; `hand_1` and `intel_1` are those of a seat."""
    if name in FOUND:
        return FOUND[name](match)
    word, seat = name.split("_")
    view = match.observe(int(seat))
    return _words({"hand": view.hand, "intel": view.intel}[word])


def check(given: Case) -> None:
    """Play the case; compare what it names. `illegal` names actions that are refused then."""
    match = sit_down(*given.hands, deck=given.deck, chance=given.chance)
    run(match, given.script)
    expected = dict(given.expected)
    for text in filter(None, expected.pop("illegal", "").split(", ")):
        with pytest.raises(IllegalActionError):
            match.apply(parse_action(text))
    assert {name: found(match, name) for name in expected} == expected
