"""The house bots are an order of strength, and greedy makes most of the contracts it declares."""

from collections.abc import Iterator
from itertools import pairwise, permutations
from statistics import mean

import pytest

from bots.catalog import house_bot
from engine import RunningMatch, Setup, find_variant, root_key


def matches(
    variant: str, table: tuple[str, ...], streams: int
) -> Iterator[tuple[tuple[str, ...], RunningMatch]]:
    """Every seating of `table` on some deal streams, played to its end."""
    _, game, rules = find_variant(variant)
    for stream in range(streams):
        for number, names in enumerate(sorted(set(permutations(table)))):
            match = game.new_match(rules, root_key(f"strength {stream}".encode()))
            bots = [
                house_bot(game.name, name)(Setup(game.name, rules, seat, 100 * number + seat))
                for seat, name in enumerate(names)
            ]
            while match.to_move >= 0:
                match.apply(bots[match.to_move].decide(match.decision()))
            yield names, match


@pytest.mark.parametrize("preset", ["house", "tabrivio-500"])
@pytest.mark.parametrize(
    "order",
    [
        ("greedy", "cautious"),
        ("cautious", "uniform"),
        ("greedy", "cautious", "uniform"),
        ("greedy", "greedy", "cautious", "cautious"),
        ("cautious", "cautious", "uniform", "uniform"),
    ],
    ids=" ".join,
)
def test_the_stronger_bot_ranks_clearly_higher(preset, order):
    ranks: dict[str, list[int]] = {name: [] for name in order}
    for names, match in matches(f"{preset}-{len(order)}p", order, streams=4):
        for name, rank in zip(names, match.verdict.ranks, strict=True):
            ranks[name].append(rank)
    for stronger, weaker in pairwise(ranks):
        assert mean(ranks[stronger]) + 0.3 < mean(ranks[weaker]), ranks


@pytest.mark.parametrize("variant", ["house-2p", "house-3p", "tabrivio-1000-4p"])
def test_greedy_makes_most_of_its_contracts_but_dares_some(variant):
    made: list[bool] = []
    players = find_variant(variant).rules.players
    for _, match in matches(variant, ("greedy",) * players, streams=20):
        for hand in match.hands:
            declarers = [seat for seat, text in hand["actions"] if text.startswith("declare")]
            made.extend(hand["change"][seat] > 0 for seat in declarers)
    assert 0.6 <= mean(made) <= 0.8
