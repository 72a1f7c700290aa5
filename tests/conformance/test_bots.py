"""What every house bot owes the tournament, in every variant of its game.

Its actions are legal, its matches repeat, and it keeps nothing but what its Setup and its
decisions tell it.
"""

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any, NamedTuple

import pytest

from bots.catalog import house_bot, house_bot_names
from engine import Bot, Game, Setup, derive, find_variant, integer, root_key, variant_names

MEMORYLESS = ("cautious", "greedy", "ruthless", "trickster")
DEALS = 25  # long enough to bring the better bots to barriers and barrels

CASES = [
    pytest.param(variant, bot, id=f"{variant} {bot}")
    for variant in variant_names()
    for bot in house_bot_names(find_variant(variant).game.name)
]
CASES_WITHOUT_MEMORY = [case for case in CASES if case.values[1] in MEMORYLESS]


class Answer(NamedTuple):
    decision: Any
    action: int


class Played(NamedTuple):
    """A finished match: what it recorded, and what each seat was asked and answered."""

    hands: list[Any]
    ranks: tuple[int, ...]
    setups: list[Setup]
    answers: list[list[Answer]]


def short_rules(variant: str) -> tuple[Game, Any]:
    """The rules of a variant, with matches cut short where it counts deals."""
    _, game, rules = find_variant(variant)
    settings = game.settings(rules)
    if "max_deals" in settings:
        settings["max_deals"] = DEALS
    return game, game.make_rules(settings)


def play_match(variant: str, names: tuple[str, ...], seed: str) -> Played:
    game, rules = short_rules(variant)
    key = root_key(seed.encode())
    setups = [
        Setup(game.name, rules, seat, integer(derive(key, "bot", seat), 63))
        for seat in range(len(names))
    ]
    bots = [house_bot(game.name, name)(setup) for name, setup in zip(names, setups, strict=True)]
    match = game.new_match(rules, derive(key, "deal"))
    answers: list[list[Answer]] = [[] for _ in names]
    while match.to_move >= 0:
        seat, decision = match.to_move, match.decision()
        action = bots[seat].decide(decision)
        assert action in decision.legal, (names[seat], decision)
        answers[seat].append(Answer(decision, action))
        match.apply(action)
    return Played(list(match.hands), match.verdict.ranks, setups, answers)


def answers_of(bot: Bot, asked: list[Answer]) -> list[int]:
    return [bot.decide(answer.decision) for answer in asked]


def actions(asked: list[Answer]) -> list[int]:
    return [answer.action for answer in asked]


def seats(variant: str) -> int:
    return find_variant(variant).rules.players


def own_table(variant: str, bot: str) -> Played:
    return play_match(variant, (bot,) * seats(variant), f"{variant} {bot}")


def mixed_tables(variant: str, bot: str) -> Iterator[tuple[str, ...]]:
    """The bot at every seat of a table that it shares with each other bot in turn."""
    players = seats(variant)
    others = [name for name in house_bot_names(find_variant(variant).game.name) if name != bot]
    for other, own in product(others, range(players)):
        yield tuple(bot if seat == own else other for seat in range(players))


@pytest.mark.parametrize(("variant", "bot"), CASES)
def test_plays_legally_beside_every_other_bot(variant, bot):
    for names in mixed_tables(variant, bot):
        assert play_match(variant, names, " ".join(names)).hands


@pytest.mark.parametrize(("variant", "bot"), CASES)
def test_the_same_seeds_give_the_same_match(variant, bot):
    assert own_table(variant, bot) == own_table(variant, bot)


@pytest.mark.parametrize(("variant", "bot"), CASES)
def test_the_same_questions_get_the_same_answers(variant, bot):
    """Whatever else the process has played: a fresh object repeats what another one said."""
    played = own_table(variant, bot)
    for setup, asked in zip(played.setups, played.answers, strict=True):
        fresh = house_bot(setup.game, bot)(setup)
        assert answers_of(fresh, asked) == actions(asked)


@pytest.mark.parametrize(("variant", "bot"), CASES_WITHOUT_MEMORY)
def test_an_answer_needs_no_earlier_question(variant, bot):
    """Asked backwards, the bot answers each decision as it did in the match."""
    played = own_table(variant, bot)
    for setup, asked in zip(played.setups, played.answers, strict=True):
        asked.reverse()
        fresh = house_bot(setup.game, bot)(setup)
        assert answers_of(fresh, asked) == actions(asked)


@pytest.mark.parametrize(("variant", "bot"), CASES)
def test_objects_of_a_bot_share_no_state(variant, bot):
    """Two of them asked in turn, and a copy taken in between, answer as if they were alone."""
    played = own_table(variant, bot)
    make = house_bot(played.setups[0].game, bot)
    one, other = make(played.setups[0]), make(played.setups[1])
    first, second = played.answers[0], played.answers[1]
    half = min(len(first), len(second)) // 2
    for mine, its in zip(first[:half], second[:half], strict=True):
        assert one.decide(mine.decision) == mine.action
        assert other.decide(its.decision) == its.action
    copy = deepcopy(one)
    assert answers_of(one, first[half:]) == actions(first[half:])
    assert answers_of(copy, first[half:]) == actions(first[half:])
