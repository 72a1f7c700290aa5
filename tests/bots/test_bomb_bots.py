"""Trickster and ruthless in the situations that they are made for; the order of their strength."""

from collections import Counter
from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from bots.catalog import house_bot
from bots.draw_the_bomb.reading import bomb_likely, bomb_on_top, high_danger
from engine import Setup, derive, find_game, find_variant, integer, root_key
from engine.draw_the_bomb import (
    BOTTOM,
    DRAW,
    HID,
    HIDE_RANDOM,
    RESHUFFLE,
    Decision,
    action_text,
    card_of,
    hide,
    make_rules,
    parse_action,
    play,
)

EVENTS = {"hid": HID}


def cards(text: str) -> tuple[int, ...]:
    return tuple(card_of(word) for word in text.split())


def legal_turn(hand: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[int, ...]:
    texts = ["draw"]
    for word in ("scout", "dodge", "bottom", "redirect", "shield", "reshuffle"):
        texts += [word] if card_of(word) in hand else []
    if card_of("steal") in hand:
        texts += [f"steal {seat}" for seat, size in enumerate(sizes) if seat and size]
    return tuple(sorted(parse_action(text) for text in texts))


def decision(
    hand: str,
    *,
    intel: str = "? ? ?",
    bombs: int = 1,
    deck_size: int = 20,
    log: str = "",
    sizes: tuple[int, ...] = (0, 5, 4),
    debt: int = 1,
    hiding: bool = False,
    **fields: Any,
) -> Decision:
    """A Decision of seat 0; `log` holds SEAT and an action or `hid`, joined by a comma."""
    held = cards(hand)
    players = len(sizes)
    known = tuple(-1 if word == "?" else card_of(word) for word in intel.split())
    events = [entry.split(maxsplit=1) for entry in log.split(", ")] if log else []
    slots = (*range(hide(deck_size), hide(0) + 1), HIDE_RANDOM)
    return Decision(
        **{
            "seat": 0,
            "legal": slots if hiding else legal_turn(held, sizes),
            "phase": "hide" if hiding else "turn",
            "hand": tuple(sorted(held)),
            "intel": known,
            "hand_sizes": (len(held), *sizes[1:]),
            "alive": (True,) * players,
            "shields": (False,) * players,
            "debts": (debt, *(0,) * (players - 1)),
            "bombs": bombs,
            "deck_size": deck_size,
            "discards": (),
            "log": tuple(
                (int(seat), EVENTS[word] if word in EVENTS else parse_action(word))
                for seat, word in events
            ),
            **fields,
        }
    )


def answer(bot: str, asked: Decision) -> str:
    rules = make_rules({"players": len(asked.alive)})
    action = house_bot("draw_the_bomb", bot)(Setup("draw_the_bomb", rules, 0, 0)).decide(asked)
    assert action in asked.legal
    return action_text(action)


@pytest.mark.parametrize(
    ("bot", "asked", "expected"),
    [
        pytest.param("trickster", decision("cutters scout dodge"), "draw", id="in calm it draws"),
        pytest.param("ruthless", decision("cutters scout dodge"), "draw", id="so does ruthless"),
        pytest.param(
            "trickster",
            decision("cutters dodge redirect", intel="bomb ? ?"),
            "dodge",
            id="a known bomb is dodged",
        ),
        pytest.param(
            "trickster",
            decision("cutters redirect", intel="bomb ? ?"),
            "redirect",
            id="or redirected",
        ),
        pytest.param(
            "ruthless",
            decision("cutters dodge redirect", intel="bomb ? ?"),
            "redirect",
            id="ruthless redirects it first",
        ),
        pytest.param(
            "trickster",
            decision("cutters bottom reshuffle", intel="bomb ? ?"),
            "bottom",
            id="or left lying by a draw from the bottom",
        ),
        pytest.param(
            "trickster",
            decision("cutters bottom reshuffle", intel="bomb blank bomb", bombs=2, deck_size=3),
            "reshuffle",
            id="but not where a bomb is known there",
        ),
        pytest.param(
            "trickster",
            decision("cutters bottom reshuffle", bombs=2, deck_size=2),
            "draw",
            id="nothing helps where all cards are bombs",
        ),
        pytest.param(
            "trickster",
            decision("cutters dodge", bombs=2, deck_size=2),
            "dodge",
            id="the gauge alone tells of a bomb",
        ),
        pytest.param(
            "trickster",
            decision("cutters scout", bombs=2, deck_size=8),
            "draw",
            id="25 % is not high",
        ),
        pytest.param(
            "trickster",
            decision("cutters scout", bombs=2, deck_size=7),
            "scout",
            id="above 25 % it scouts",
        ),
        pytest.param(
            "trickster",
            decision("cutters scout", bombs=2, deck_size=7, intel="blank ? ?"),
            "draw",
            id="what is known need not be scouted",
        ),
        pytest.param(
            "trickster", decision("steal scout"), "steal 1", id="without cutters it steals"
        ),
        pytest.param(
            "trickster",
            decision("steal scout", sizes=(0, 3, 6)),
            "steal 2",
            id="from the largest hand",
        ),
        pytest.param(
            "trickster",
            decision("steal scout", sizes=(0, 3, 6), shields=(False, False, True)),
            "steal 1",
            id="not against a shield",
        ),
        pytest.param(
            "trickster",
            decision("steal scout", sizes=(0, 0, 6), shields=(False, False, True)),
            "draw",
            id="if nobody else is left it keeps the steal",
        ),
        pytest.param("trickster", decision("steal cutters"), "draw", id="with cutters it doesn't"),
        pytest.param(
            "trickster",
            decision("cutters dodge", log="2 draw, 2 hid"),
            "dodge",
            id="after somebody hid a bomb the top is likely it",
        ),
        pytest.param(
            "trickster",
            decision("cutters dodge scout", log="2 draw, 2 hid"),
            "scout",
            id="better to look",
        ),
        pytest.param(
            "trickster",
            decision("cutters dodge", log="1 draw, 1 hid, 2 draw"),
            "draw",
            id="not once somebody has drawn",
        ),
        pytest.param(
            "trickster",
            decision("cutters dodge", log="1 draw, 1 hid, 2 reshuffle"),
            "draw",
            id="nor after a reshuffle",
        ),
        pytest.param(
            "trickster",
            decision("cutters dodge", log="1 draw, 1 hid, 2 dodge"),
            "dodge",
            id="a dodge in between changes nothing",
        ),
        pytest.param(
            "trickster",
            decision("cutters dodge", log="0 draw, 0 hid"),
            "draw",
            id="its own hidden bomb it knows of",
        ),
        pytest.param(
            "ruthless",
            decision("cutters shield redirect", log="2 draw, 2 hid"),
            "shield",
            id="ruthless shields itself before the redirect that will come back",
        ),
        pytest.param(
            "ruthless",
            decision("cutters shield redirect", log="2 draw, 2 hid", shields=(True, False, False)),
            "redirect",
            id="one shield is enough",
        ),
        pytest.param(
            "ruthless", decision("cutters shield"), "draw", id="in calm it keeps its shield"
        ),
        pytest.param("ruthless", decision("dodge", hiding=True), "hide 0", id="hides on top"),
        pytest.param(
            "ruthless",
            decision("dodge", hiding=True, debt=2),
            "hide 20",
            id="but not on top of itself",
        ),
        pytest.param(
            "ruthless",
            decision("redirect", hiding=True, debt=2),
            "hide 0",
            id="unless it can redirect",
        ),
        pytest.param("trickster", decision("dodge", hiding=True), "hide 20", id="hides below"),
    ],
)
def test_in_a_situation(bot: str, asked: Decision, expected: str):
    assert answer(bot, asked) == expected


def test_readings_of_the_top():
    assert bomb_on_top(decision("", intel="bomb ? ?"))
    assert not bomb_on_top(decision("", intel="? bomb ?"))
    assert not bomb_likely(decision("", log="2 draw, 2 hid", intel="blank ? ?"))
    assert high_danger(decision("", bombs=1, deck_size=3))
    assert not high_danger(decision("", bombs=1, deck_size=4))


def test_reckless_does_everything_at_some_time():
    """Every card and every place for a bomb; a draw every other time."""
    rules = make_rules({})
    bot = house_bot("draw_the_bomb", "reckless")(Setup("draw_the_bomb", rules, 0, 7))
    turn = decision("scout dodge bottom redirect steal shield reshuffle")
    seen = Counter(bot.decide(turn) for _ in range(2000))
    assert set(seen) == set(turn.legal)
    assert 0.45 < seen[DRAW] / 2000 < 0.55
    assert seen[play(RESHUFFLE)] > 60 < seen[play(BOTTOM)]
    hiding = decision("scout", hiding=True)
    assert {bot.decide(hiding) for _ in range(2000)} == set(hiding.legal)


def outlived(variant: str, order: tuple[str, str], blocks: int) -> list[float]:
    """By block, how many more opponents a seat of the first outlives, seats mirrored."""
    _, game, rules = find_variant(variant)
    players = rules.players
    differences: list[float] = []
    for block in range(blocks):
        key = root_key(f"strength {block}".encode())
        sums = dict.fromkeys(order, 0.0)
        for seat in range(players):
            for one, rest in (order, order[::-1]):
                names = [one if each == seat else rest for each in range(players)]
                scores = played(game.name, rules, names, derive(key, seat, one), key)
                for name in order:
                    sums[name] += mean(
                        score for its, score in zip(names, scores, strict=True) if its == name
                    )
        differences.append((sums[order[0]] - sums[order[1]]) / (2 * players))
    return differences


def played(name: str, rules: Any, names: list[str], own: bytes, key: bytes) -> tuple[int, ...]:
    match = find_game(name).new_match(rules, derive(key, "deal"))
    bots = [
        house_bot(name, bot)(Setup(name, rules, seat, integer(derive(own, seat), 63)))
        for seat, bot in enumerate(names)
    ]
    while match.to_move >= 0:
        match.apply(bots[match.to_move].decide(match.decision()))
    return match.scores


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("bot", ["trickster", "ruthless"])
def test_both_better_bots_clearly_outlive_reckless(bot: str, players: int):
    """The 95 % interval of the difference, by block, is clear of zero."""
    differences = outlived(f"bomb-{players}p", (bot, "reckless"), blocks=40)
    half = 1.96 * stdev(differences) / sqrt(len(differences))
    assert mean(differences) - half > 0, (mean(differences), half)
