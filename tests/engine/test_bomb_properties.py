"""Draw the Bomb: what holds at every state of every match, over all tables and odd packs."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import BOMB_VARIANTS, Walk, examples, played, steps, variant, walks

from engine import Game, IllegalActionError, fallback, find_game, root_key
from engine.draw_the_bomb import (
    BOMB,
    CUTTERS,
    DRAW,
    HIDE,
    HIDE_RANDOM,
    UNKNOWN,
    Rules,
    hide,
    play,
    steal,
)
from engine.draw_the_bomb.deal import Deal
from engine.draw_the_bomb.match import Match

every_variant = pytest.mark.parametrize("name", BOMB_VARIANTS)
GAME = find_game("draw_the_bomb")
COUNTS = ("scouts", "dodges", "bottoms", "redirects", "steals", "shields", "reshuffles")
TRIED = (
    *(-1, DRAW, 5, 8, 15, 759, 1002, 2000, 2001, 2002),
    *[play(card) for card in (0, 1, 2, 3, 5, 6)],
    *[steal(seat) for seat in range(5)],
    *[hide(slot) for slot in (0, 1, 2, 3, 20, 240)],
    HIDE_RANDOM,
)
"""Actions of every kind, and numbers that are none."""

odd_rules = st.builds(
    lambda counts, **settings: GAME.make_rules(
        {
            **dict(zip(COUNTS, counts, strict=True)),
            **settings,
            "actions_dealt": min(settings["actions_dealt"], sum(counts) // settings["players"]),
        }
    ),
    st.lists(st.integers(0, 6), min_size=7, max_size=7),
    players=st.integers(2, 5),
    blanks=st.integers(0, 6),
    extra_cutters=st.integers(0, 3),
    actions_dealt=st.integers(0, 6),
    cutters_dealt=st.integers(0, 2),
)
"""Down to a deck of nothing but bombs, up to hands full of cards."""


def pack(deal: Deal) -> Counter[int]:
    cards = Counter(deal.deck)
    for hand in deal.hands:
        cards.update(hand)
    return cards


def check_state(match: Match) -> None:
    hand = match.hand
    living = sum(hand.alive)
    hiding = hand.phase == HIDE
    # Cards are conserved; the bombs in the deck are one fewer than the living.
    cards = Counter(hand.deck) + Counter(hand.discards) + Counter([BOMB] * hiding)
    for held in hand.hands:
        cards.update(held)
        assert BOMB not in held
    assert cards == pack(hand.deal)
    assert hand.deck.count(BOMB) == living - 1 - hiding
    # Nobody dead moves, holds, owes or is protected.
    for seat, alive in enumerate(hand.alive):
        assert alive or not (hand.hands[seat] or hand.shields[seat] or seat == match.to_move)
    # Intel is right wherever it claims to know.
    for slots in hand.intel:
        for place, card in enumerate(slots):
            assert card in (UNKNOWN, *hand.deck[place : place + 1])
    # Legal actions are ascending and never empty, and the first is the quiet one.
    legal = match.legal
    assert all(low < high for low, high in pairwise(legal))
    assert legal[0] == (hide(len(hand.deck)) if hiding else DRAW)
    assert match.decision().legal == legal
    assert fallback(match.decision()) == legal[0]
    assert hand.debt in (1, 2)
    assert all(GAME.parse_action(GAME.action_text(action)) == action for action in legal)


def check_end(match: Match) -> None:
    hand, verdict = match.hand, match.verdict
    assert verdict is not None
    assert (match.to_move, match.legal, hand.debt) == (-1, (), 0)
    assert sum(hand.alive) == 1
    assert BOMB not in hand.deck
    assert verdict.status == "won"
    assert verdict.winner == hand.alive.index(True)
    assert sorted(verdict.ranks) == list(range(1, match.rules.players + 1))
    assert [verdict.ranks[seat] for seat in hand.out] == list(range(match.rules.players, 1, -1))
    assert match.scores == tuple(match.rules.players - rank for rank in verdict.ranks)
    assert len(match.hands) == 1
    assert match.running_hand() is None


def check_length(match: Match) -> None:
    """The bound that the docstring of `hand` gives."""
    cards = pack(match.hand.deal)
    deck, cutters = len(match.hand.deal.deck), cards[CUTTERS]
    assert len(match.hand.actions) <= cards.total() + (deck + cutters) + cutters


@every_variant
@examples(25)
@given(walk=walks)
def test_every_state(name: str, walk: Walk):
    game, rules = variant(name)
    match = game.new_match(rules, walk.key)
    for _ in steps(match, walk):
        check_state(match)
    check_end(match)
    check_length(match)


@examples(300)
@given(rules=odd_rules, walk=walks)
def test_every_state_with_any_pack(rules: Rules, walk: Walk):
    match = GAME.new_match(rules, walk.key)
    for _ in steps(match, walk):
        check_state(match)
    check_end(match)
    check_length(match)


def snapshot(match: Match) -> Any:
    """All that anybody could see of the match, and all that nobody can."""
    hand = match.hand
    return (
        [match.observe(seat) for seat in range(match.rules.players)],
        str((match.hands, match.running_hand(), match.position)),
        (match.scores, match.verdict, match.to_move, match.legal),
        str((hand.hands, hand.deck, hand.outcomes, hand.actions)),
    )


@every_variant
@examples(8)
@given(walk=walks)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, walk: Walk):
    game, rules = variant(name)
    match = game.new_match(rules, walk.key)
    for _ in steps(match, walk):
        before = snapshot(match)
        for action in TRIED:
            if action not in match.legal:
                with pytest.raises(IllegalActionError):
                    match.apply(action)
        assert snapshot(match) == before
    before = snapshot(match)
    for action in TRIED:
        with pytest.raises(IllegalActionError):
            match.apply(action)
    assert snapshot(match) == before


@every_variant
@examples(6)
@given(walk=walks)
def test_the_same_choices_on_the_same_stream_are_the_same_match(name: str, walk: Walk):
    game, rules = variant(name)
    one = played(game.new_match(rules, walk.key), walk)
    assert snapshot(played(game.new_match(rules, walk.key), walk)) == snapshot(one)


def first_events(game: Game, rules: Rules, key: bytes, walk: Walk) -> list[str]:
    return played(game.new_match(rules, key), walk).hands[0]["chance"]


def test_another_stream_deals_and_decides_otherwise():
    game, rules = variant("bomb-3p")
    walk = Walk(0, (), 4711)
    outcomes = {str(first_events(game, rules, root_key(bytes([seed])), walk)) for seed in range(9)}
    assert len(outcomes) > 5


@examples(60)
@given(walk=walks, other=walks)
def test_the_deal_does_not_depend_on_the_play(walk: Walk, other: Walk):
    game, rules = variant("bomb-4p")
    hands = [played(game.new_match(rules, walk.key), each).hands[0] for each in (walk, other)]
    assert hands[0]["dealt"] == hands[1]["dealt"]
    assert hands[0]["deck"] == hands[1]["deck"]
