"""What holds at every state of every match of every variant."""

from itertools import pairwise
from typing import Any

import pytest
from dealing import start_at
from hypothesis import given
from hypothesis import strategies as st
from strategies import VARIANTS, Walk, examples, played, steps, variant, walks

from engine import IllegalActionError, derive, fallback, find_variant, root_key
from engine.tysiac import BOMB, MARRIAGE_VALUES, card_in, is_meld, parse_action
from engine.tysiac.cards import ALL_CARDS
from engine.tysiac.match import Match

every_variant = pytest.mark.parametrize("name", VARIANTS)

TRIED = (
    -1,
    0,
    1,
    2,
    3,
    9,
    10,
    21,
    33,
    34,
    42,
    61,
    110,
    120,
    200,
    400,
    1100,
    1120,
    2701,
    20001,
    BOMB,
)
"""Actions of every kind, and numbers that are none."""

scores = st.integers(-30, 99).map(lambda tens: tens * 10)


def snapshot(match: Match) -> Any:
    """All that anybody could see of the match."""
    seats = range(match.rules.players)
    return (
        [match.observe(seat) for seat in seats],
        [str(hand) for hand in match.hands],
        match.running_hand(),
        match.position,
        (match.scores, match.verdict, match.to_move, match.legal),
    )


def places_of_cards(match: Match) -> list[int]:
    """Masks of all the places where cards lie now."""
    hand = match.hand
    places = [*hand.hands, sum(1 << card_in(action) for action in hand.plays)]
    if hand.phase in ("auction", "musik"):
        return places + list(hand.deal.musiks)
    if hand.phase == "contract":
        places += [1 << card for _, card in hand.gifts]
    return [*places, hand.side_cards]


@every_variant
@examples(20)
@given(walk=walks)
def test_every_state(name: str, walk: Walk):
    """24 cards lie in disjoint places; the legal actions are ascending and never empty."""
    game, rules = variant(name, max_deals=3)
    match = game.new_match(rules, walk.key)
    for _ in steps(match, walk):
        places = places_of_cards(match)
        assert sum(places) == ALL_CARDS
        assert sum(mask.bit_count() for mask in places) == 24
        legal = match.legal
        assert legal
        assert all(low < high for low, high in pairwise(legal))
        decision = match.decision()
        assert (decision.seat, decision.legal) == (match.to_move, legal)
        assert fallback(decision) == legal[0] != BOMB
        assert all(game.parse_action(game.action_text(action)) == action for action in legal)
    assert match.legal == ()
    assert match.to_move == -1


@every_variant
@examples(8)
@given(walk=walks)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, walk: Walk):
    game, rules = variant(name, max_deals=2)
    match = game.new_match(rules, walk.key)
    for _ in steps(match, walk):
        before = snapshot(match)
        for action in TRIED:
            if action not in match.legal:
                with pytest.raises(IllegalActionError):
                    match.apply(action)
        assert snapshot(match) == before
    before = snapshot(match)[1:]
    with pytest.raises(IllegalActionError):
        match.apply(0)
    assert snapshot(match)[1:] == before


@every_variant
@examples(25)
@given(walk=walks)
def test_the_books_balance(name: str, walk: Walk):
    """Points of a played deal are 120 and the melds; every change is a multiple of ten."""
    game, rules = variant(name, max_deals=4)
    match = played(game.new_match(rules, walk.key), walk)
    scores = [0] * rules.players
    for hand in match.hands:
        assert hand["before"] == scores
        scores = [score + own for score, own in zip(scores, hand["change"], strict=True)]
        assert hand["after"] == scores
        assert all(change % 10 == 0 for change in hand["change"])
        texts = [text for _, text in hand["actions"]]
        melds = [parse_action(text) for text in texts if is_meld(parse_action(text))]
        values = [MARRIAGE_VALUES[card_in(action) // 6] for action in melds]
        assert len(set(values)) == len(values)
        cut_short = "redeal" in hand or "bomb" in texts
        assert sum(hand["tricks"]) == (0 if cut_short else 120)
        assert sum(hand["marriages"]) == sum(values)
        assert ("redeal" in hand) is (texts[-1] == "redeal")
    assert tuple(scores) == match.scores


@every_variant
@examples(15)
@given(walk=walks, start=st.lists(scores, min_size=4, max_size=4))
def test_near_the_target_a_match_is_judged_after_every_deal(
    name: str, walk: Walk, start: list[int]
):
    """From any scores below the target: it goes on exactly while nobody has reached it."""
    game, rules = variant(name, max_deals=6)
    before = [min(score, rules.target - 10) for score in start[: rules.players]]
    match = start_at(game.new_match(rules, walk.key), scores=before)
    for _ in steps(match, walk):
        assert max(match.scores) < rules.target
        assert all(0 <= left <= rules.bomb_limit for left in match.observe(0).bombs_left)
    verdict = match.verdict
    assert verdict is not None
    reached = max(match.scores) >= rules.target
    assert (verdict.status == "unfinished") is (not reached)
    assert (verdict.winner is None) is (verdict.status != "won")
    assert min(verdict.ranks) == 1
    if verdict.winner is not None:
        assert verdict.ranks.count(1) == 1
        assert verdict.ranks[verdict.winner] == 1
        assert match.scores[verdict.winner] >= rules.target
    for one, score in enumerate(match.scores):
        for other, its in enumerate(match.scores):
            if verdict.winner not in (one, other):
                assert (score < its) is (verdict.ranks[one] > verdict.ranks[other])


@every_variant
def test_every_match_ends(name: str):
    """Whatever is played, after `max_deals` deals at the latest."""
    found = find_variant(name)
    for number in range(3):
        walk = Walk(number, (), (0, 77, 12345)[number])
        match = played(found.game.new_match(found.rules, walk.key), walk)
        settled = [hand for hand in match.hands if "redeal" not in hand]
        assert len(settled) <= found.rules.max_deals
        assert match.verdict is not None
        if match.verdict.status == "unfinished":
            assert len(settled) == found.rules.max_deals


@every_variant
def test_a_match_of_redeals_ends(name: str):
    """Whoever may asks for a redeal: `max_redeals` bounds that too."""
    game, rules = variant(name, max_redeals=3, redeal_threshold=121, max_deals=2)
    match = game.new_match(rules, derive(root_key(b"redeals"), name))
    while match.verdict is None:
        match.apply(1 if 1 in match.legal else match.legal[0])
    redealt = [hand["redeals"] for hand in match.hands if "redeal" in hand]
    assert all(number < 3 for number in redealt)
    if rules.players == 2 or rules.redeal == "none":
        assert redealt == []
