"""Deal streams: hand n is the same deal whatever happened before it."""

from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import VARIANTS, Walk, examples, played, variant, walks

from engine import derive, permutation, root_key
from engine.tysiac import CARD_TEXTS
from engine.tysiac.deal import StreamDeals
from engine.tysiac.match import Match

every_variant = pytest.mark.parametrize("name", VARIANTS)


def dealt(match: Match) -> dict[tuple[int, int], Any]:
    return {(hand["n"], hand["redeals"]): (hand["dealt"], hand["musik"]) for hand in match.hands}


@every_variant
@examples(6)
@given(one=walks, other=walks)
def test_the_deals_of_a_stream_do_not_depend_on_the_play(name: str, one: Walk, other: Walk):
    game, rules = variant(name, max_deals=5)
    first = dealt(played(game.new_match(rules, one.key), one))
    second = dealt(played(game.new_match(rules, one.key), other))
    shared = first.keys() & second.keys()
    assert (0, 0) in shared
    assert all(first[place] == second[place] for place in shared)


def test_variants_with_as_many_players_share_the_deals_of_a_key():
    key = root_key(b"shared")
    for players in (2, 3, 4):
        deals = []
        for name in VARIANTS:
            game, rules = variant(name)
            if rules.players == players:
                deals.append(game.new_match(rules, key).hand.deal)
        assert len(set(deals)) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_other_keys_numbers_and_redeals_give_other_deals(players: int):
    streams = [StreamDeals(root_key(str(seed).encode()), players) for seed in range(5)]
    deals = {
        stream.deal(n, redeals, 0) for stream in streams for n in range(10) for redeals in range(5)
    }
    assert len(deals) == 5 * 10 * 5


@examples(50)
@given(n=st.integers(0, 10_000), redeals=st.integers(0, 100), dealer=st.integers(0, 3))
def test_a_deal_is_one_shuffle_cut_into_hands_and_musik(n: int, redeals: int, dealer: int):
    """Seats take their cards in ascending order, the four-player dealer none."""
    key = root_key(b"cut")
    order = permutation(derive(key, n, redeals), 24)
    deal = StreamDeals(key, 4).deal(n, redeals, dealer)
    seats = [seat for seat in range(4) if seat != dealer]
    expected = [sum(1 << card for card in order[start : start + 7]) for start in (0, 7, 14)]
    assert [deal.hands[seat] for seat in seats] == expected
    assert deal.hands[dealer] == 0
    assert deal.musiks == (sum(1 << card for card in order[21:]),)


DEALT = [
    ["Qs", "As", "Jc", "Ac", "Qd", "Td", "Kh"],
    ["9s", "Js", "Ks", "9c", "Tc", "Qh", "Ah"],
    ["Qc", "Kc", "9d", "Jd", "Ad", "9h", "Jh"],
]
MUSIK = [["Ts", "Kd", "Th"]]


def test_the_first_deal_of_a_stream_is_fixed():
    """Records of old leagues must stay replayable from their seeds."""
    game, rules = variant("house-3p")
    hand = game.new_match(rules, root_key(b"fixed")).running_hand()
    assert hand is not None
    assert (hand["dealt"], hand["musik"]) == (DEALT, MUSIK)
    assert sorted(chain(*hand["dealt"], *hand["musik"])) == sorted(CARD_TEXTS)
