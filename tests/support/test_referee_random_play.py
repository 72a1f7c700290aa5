"""Matches of random legal actions are sound."""

import json
import random

import pytest
from referee import DECK, Hand, Match, check_match, in_card_order
from referee_records import HOUSE, TABRIVIO, Json, element, record


def play(rules: Json, seed: int) -> Json:
    """The record of a match of random legal actions."""
    rng = random.Random(seed)
    match = Match(rules)
    hands = []
    while not match.end:
        hands.append(play_hand(match, rng))
    status, winner, ranks = match.verdict(set())
    return {**record(rules, hands, winner, ranks), "status": status}


def play_hand(match: Match, rng: random.Random) -> Json:
    cards = iter(rng.sample(DECK, len(DECK)))
    each, musiks = (10, [2, 2]) if match.players == 2 else (7, [3])
    sizes = [each] * match.players
    if match.players == 4:
        sizes[match.dealer] = 0
    dealt = [in_card_order(next(cards) for _ in range(size)) for size in sizes]
    musik = [in_card_order(next(cards) for _ in range(size)) for size in musiks]
    place = match.settled, match.dealer, match.redeals
    hand = Hand(match, {"dealt": dealt, "musik": musik})
    lines, before = [], match.scores
    while not hand.over:
        options = hand.legal()
        text = rng.choice([options[0], options[-1], rng.choice(options)])  # ends: bombs, melds
        lines.append(f"{hand.turn} {text}")
        hand.apply(text)
    played = hand.phase == "played"
    return element(
        place,
        [" ".join(cards) for cards in dealt],
        [" ".join(cards) for cards in musik],
        lines,
        before=before,
        tricks=hand.tricks if played else [0] * match.players,
        marriages=hand.marriages if played else [0] * match.players,
        change=match.close(hand),
        after=match.scores,
    )


VARIANTS: list[Json] = [
    HOUSE,
    {**TABRIVIO, "bomb_limit": 2, "target": 300, "barrier": 240},
    {**HOUSE, "target": 300, "barrier": None, "bid_cap": "none", "meld_from_trick": 2},
    {**HOUSE, "target": 200, "redeal": "four_nines", "bomb_limit": 0},
    {
        **TABRIVIO,
        "target": 400,
        "barrier": 390,
        "barrel": {"from": 150, "deals": 1, "penalty": 40},
        "redeal_threshold": 40,
        "max_redeals": 2,
    },
]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_random_play_is_sound(variant: int, players: int) -> None:
    rules = {**VARIANTS[variant], "players": players, "max_deals": 12}
    for seed in range(10):
        assert check_match(json.loads(json.dumps(play(rules, seed)))) == []
