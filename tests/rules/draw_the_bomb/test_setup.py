"""Section "Setup": the pack, the starting hands, the deck."""

from collections import Counter

import pytest
from strategies import BOMB_VARIANTS, variant

from engine import derive, root_key
from engine.draw_the_bomb import (
    BLANK,
    BOMB,
    CUTTERS,
    RESHUFFLE,
    DrawTheBomb,
    Rules,
    card_of,
    make_rules,
)
from engine.draw_the_bomb.deal import Deal, hand_key, stream_deal
from engine.draw_the_bomb.fate import StreamFate

ACTIONS = ("scout", "dodge", "bottom", "redirect", "steal", "shield", "reshuffle")


def deals(rules: Rules, count: int = 20) -> list[Deal]:
    return [stream_deal(root_key(f"setup {number}".encode()), rules) for number in range(count)]


@pytest.mark.parametrize(
    ("players", "copies", "blanks", "cutters_in_deck", "deck_size"),
    [(2, 4, 8, 1, 30), (3, 4, 8, 1, 27), (4, 4, 8, 2, 25), (5, 5, 10, 2, 31)],
)
def test_the_pack_of_the_house(
    players: int, copies: int, blanks: int, cutters_in_deck: int, deck_size: int
):
    for deal in deals(make_rules({"players": players})):
        assert len(deal.deck) == deck_size
        pack = Counter(deal.deck)
        for hand in deal.hands:
            pack.update(hand)
        assert pack == {
            **{card_of(word): copies for word in ACTIONS},
            BLANK: blanks,
            CUTTERS: players + cutters_in_deck,
            BOMB: players - 1,
        }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_starts_with_four_actions_and_one_cutters(players: int):
    """No bomb and no blank is ever dealt to a starting hand."""
    for deal in deals(make_rules({"players": players}), 200):
        assert len(deal.hands) == players
        for hand in deal.hands:
            assert len(hand) == 5
            assert hand.count(CUTTERS) == 1
            assert sum(card <= RESHUFFLE for card in hand) == 4


@pytest.mark.parametrize("name", BOMB_VARIANTS)
def test_a_variant_deals_what_it_says(name: str):
    _, rules = variant(name)
    for deal in deals(rules):
        cards = Counter(deal.deck)
        assert cards[BOMB] == rules.players - 1
        assert cards[BLANK] == rules.blanks
        assert cards[CUTTERS] == rules.extra_cutters
        for hand in deal.hands:
            cards.update(hand)
            assert hand.count(CUTTERS) == rules.cutters_dealt
            assert len(hand) == rules.cutters_dealt + rules.actions_dealt
        counts = tuple(cards[card] for card in range(RESHUFFLE + 1))
        assert counts == rules.action_counts


def test_every_card_comes_to_every_place():
    """Actions to any seat, bombs to any place of the deck, about equally often."""
    rules = make_rules({"players": 3})
    tops, firsts = Counter[int](), Counter[int]()
    for deal in deals(rules, 3000):
        tops[deal.deck.index(BOMB)] += 1
        firsts.update(hand[0] for hand in deal.hands)
    assert all(1150 < firsts[card] < 1430 for card in range(RESHUFFLE + 1))
    assert len(tops) > 20
    assert 180 < tops[0] < 270


DEALT = [
    ["bottom", "bottom", "dodge", "reshuffle", "cutters"],
    ["redirect", "bottom", "scout", "steal", "cutters"],
]
DECK = (
    "scout bomb scout dodge redirect blank reshuffle reshuffle blank reshuffle steal "
    "redirect shield shield cutters blank scout bottom redirect blank dodge blank "
    "steal blank shield blank shield blank steal dodge"
)


def test_the_first_deal_of_a_stream_is_fixed():
    """Records of old leagues must stay replayable from their seeds."""
    game, rules = DrawTheBomb(), make_rules({"players": 2})
    hand = game.new_match(rules, root_key(b"fixed")).running_hand()
    assert hand is not None
    assert hand["dealt"] == DEALT
    assert hand["deck"] == DECK.split()


def test_the_deal_hangs_on_hand_and_redeal_and_chance_on_its_number():
    """… → hand 0 → redeal 0 → `chance` → event number (tournament.md, determinism 2)."""
    key = root_key(b"path")
    own = derive(key, 0, 0)
    assert hand_key(key) == own
    fate = StreamFate(own)
    deck = list(range(10))
    orders = [fate.order(event, deck) for event in range(5)]
    assert len({tuple(order) for order in orders}) == 5
    assert all(sorted(order) == deck for order in orders)
    assert StreamFate(own).order(3, deck) == orders[3]
    slots = [fate.slot(event, 11) for event in range(300)]
    places = [fate.stolen(event, (7, 7, 7)) for event in range(300)]
    assert set(slots) == set(range(11))
    assert set(places) == {0, 1, 2}
    assert slots[::-1] == [fate.slot(event, 11) for event in reversed(range(300))]
