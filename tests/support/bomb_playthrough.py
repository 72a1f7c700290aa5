"""Readable playthroughs of Draw the Bomb: a match, every decision shown as its seat saw it."""

from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from shown import WIDTH, Shown, wrapped

from engine import derive, find_variant, integer, root_key
from engine.draw_the_bomb import (
    BOMB,
    BOTTOM,
    CARD_TEXTS,
    DODGE,
    DRAW,
    HIDE,
    REDIRECT,
    RESHUFFLE,
    Decision,
    action_text,
    event_text,
    play,
    texts_of,
)

# The streams, chosen so that each shows as many of the rules as it can.
SEEDS = {
    "bomb-2p": 55,
    "bomb-2p-blanks16": 126,
    "bomb-2p-nocutters": 96,
    "bomb-3p": 6,
    "bomb-3p-noscouts": 76,
    "bomb-3p-noshields": 5,
    "bomb-4p": 6,
    "bomb-4p-cutters3": 65,
    "bomb-5p": 17,
    "bomb-5p-noblanks": 60,
}


def lines_of(name: str) -> list[str]:
    """The lines of the golden of a variant."""
    return playthrough(name, SEEDS.get(name, 0))


def playthrough(name: str, seed: int) -> list[str]:
    variant = find_variant(name)
    game, rules = variant.game, variant.rules
    key = root_key(f"playthrough {name} {seed}".encode())
    match = game.new_match(rules, key)
    lines = [f"{name}, stream {seed}"]
    settings = game.settings(rules)
    lines += wrapped("rules", [f"{field} {value}" for field, value in settings.items()])
    lines += ["", *_deal_lines(match.running_hand() or {}), ""]
    shown = Shown(action_text, _FORMATS, growing=("discards", "log"))
    chances = 0
    while match.verdict is None:
        decision: Decision = match.decision()
        _, step = match.position
        chosen = choose(decision, integer(derive(key, "policy", step), 32))
        lines += shown.step(str(step), decision, chosen)
        match.apply(chosen)
        outcomes = (match.running_hand() or match.hands[-1])["chance"]
        for outcome in outcomes[chances:]:
            lines += _indented(f"chance: {outcome}")
        chances = len(outcomes)
    return [*lines, "", f"out {_seats(match.hands[0]['out'])}", "", f"{match.verdict}"]


def choose(decision: Decision, number: int) -> int:
    """Run from a known bomb; else draw, or half the time do anything."""
    legal = decision.legal
    if decision.phase == HIDE:
        return (legal[0], legal[-1], legal[-2], legal[number // 4 % len(legal)])[number % 4]
    if decision.intel[0] == BOMB:
        for card in (DODGE, REDIRECT, BOTTOM, RESHUFFLE):
            if play(card) in legal:
                return play(card)
    return legal[number // 2 % len(legal)] if number % 2 else DRAW


def _deal_lines(hand: Mapping[str, Any]) -> Iterator[str]:
    for seat, cards in enumerate(hand["dealt"]):
        yield f"seat {seat}: {' '.join(cards)}"
    yield from _indented(f"deck: {' '.join(hand['deck'])}", "")


def _indented(text: str, indent: str = "    ") -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=" " * 8)


def _seats(seats: Any) -> str:
    return " ".join(map(str, seats))


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(texts_of(cards))


def _flags(flags: tuple[bool, ...]) -> str:
    return _seats(seat for seat, flag in enumerate(flags) if flag)


def _log(log: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{seat}:{event_text(event).replace(' ', '-')}" for seat, event in log)


_FORMATS: dict[str, Callable[[Any], str]] = {
    "hand": _cards,
    "intel": lambda slots: "/".join(CARD_TEXTS[card] if card >= 0 else "?" for card in slots),
    "alive": _flags,
    "shields": _flags,
    "discards": _cards,
    "log": lambda log: " ".join(
        f"{seat}:{event_text(event).replace(' ', '-')}" for seat, event in log
    ),
}
