"""Hidden cards change no view: what a seat is shown follows from what it may know."""

import pytest
from dealing import start_at
from hypothesis import given
from strategies import VARIANTS, Walk, examples, steps, variant, walks

from engine import IllegalActionError, derive, permutation, root_key
from engine.tysiac import card_in, cards_of, gifts_in, give, laid_in, lay
from engine.tysiac.actions import GIVE, LAY
from engine.tysiac.cards import ALL_CARDS
from engine.tysiac.deal import Deal
from engine.tysiac.hand import Hand

every_variant = pytest.mark.parametrize("name", VARIANTS)

STATE = (
    *("_calls", "phase", "to_move", "legal", "auction", "bid", "declarer", "raised"),
    *("redeal_asked", "musik_shown", "contract", "bombed", "leader", "trump", "trick", "_plays"),
    *("_before", "_points", "_marriages", "best_seat", "_spoken", "_passed", "_bidders"),
    *("_lead_action", "_in_trick", "_pairs", "_low", "_beaten_by", "_beating", "_unplayed"),
    *("_trick_points", "_tricks_left"),
)
"""What of a running hand is no place of hidden cards."""


def known_to(hand: Hand, seat: int) -> int:
    """The cards whose place `seat` knows, or has ever seen, in this deal."""
    known = hand.hands[seat] | hand.deal.hands[seat]
    known |= sum(1 << card_in(action) for action in hand.plays)
    if hand.musik_shown or seat == hand.declarer:
        known |= hand.musik
    if seat == hand.sitting_out:
        known |= hand.deal.musiks[0]
    if seat == hand.declarer:
        known |= hand.laid
        known |= sum(1 << card for _, card in hand.gifts)
    if hand.phase == "play":
        known |= sum(1 << card for receiver, card in hand.gifts if receiver == seat)
    return known


class Exchange:
    """A way in which the cards that a seat doesn't know could lie instead."""

    def __init__(self, hidden: list[int], order: list[int]) -> None:
        self.image = list(range(24))
        for card, place in zip(hidden, order, strict=True):
            self.image[card] = hidden[place]

    def mask(self, mask: int) -> int:
        return sum(1 << self.image[card] for card in cards_of(mask))

    def deal(self, deal: Deal) -> Deal:
        return Deal(tuple(map(self.mask, deal.hands)), tuple(map(self.mask, deal.musiks)))

    def action(self, action: int) -> int:
        """What a seat does with the exchanged cards where it did `action` with its own."""
        if LAY <= action < LAY + 24 * 24:
            first, second = sorted(self.image[card] for card in laid_in(action))
            return lay(first, second)
        if GIVE <= action < LAY:
            (one, first), (other, second) = gifts_in(action)
            return give(one, self.image[first], other, self.image[second])
        return action


def exchanged(hand: Hand, exchange: Exchange) -> Hand:
    """The same public history over exchanged cards, put together by hand."""
    twin = Hand(hand.rules, hand.sheet, exchange.deal(hand.deal), hand.redealt)
    for name in STATE:
        setattr(twin, name, getattr(hand, name))
    twin._held = [exchange.mask(mask) | ALL_CARDS & ~hand._unplayed for mask in hand.hands]
    twin.musik = exchange.mask(hand.musik)
    twin.laid = exchange.mask(hand.laid)
    twin.side_cards = exchange.mask(hand.side_cards)
    twin.gifts = tuple((seat, exchange.image[card]) for seat, card in hand.gifts)
    return twin


def check_view(hand: Hand, seat: int, key: bytes) -> None:
    hidden = list(cards_of(ALL_CARDS & ~known_to(hand, seat)))
    twin = exchanged(hand, Exchange(hidden, permutation(key, len(hidden))))
    assert twin.observe(seat) == hand.observe(seat)
    for other, (mask, its) in enumerate(zip(hand.hands, twin.hands, strict=True)):
        if mask != its:
            assert twin.observe(other) != hand.observe(other)


@every_variant
@examples(12)
@given(walk=walks)
def test_a_view_is_the_same_wherever_the_hidden_cards_lie(name: str, walk: Walk):
    game, rules = variant(name, max_deals=2)
    match = game.new_match(rules, walk.key)
    for step in steps(match, walk):
        for seat in range(rules.players):
            check_view(match.hand, seat, derive(walk.key, "exchange", step, seat))


def replayed(hand: Hand, seat: int, exchange: Exchange) -> bool:
    """Play the same history over exchanged cards, comparing the views of `seat` all along.

    False if the rules forbid that history: some other seat had to play otherwise.
    """
    original = Hand(hand.rules, hand.sheet, hand.deal, hand.redealt)
    twin = Hand(hand.rules, hand.sheet, exchange.deal(hand.deal), hand.redealt)
    for _, action in hand.actions:
        assert twin.observe(seat) == original.observe(seat)
        original.apply(action)
        try:
            twin.apply(exchange.action(action))
        except IllegalActionError:
            return False
    assert twin.observe(seat) == original.observe(seat)
    return True


@every_variant
def test_a_view_is_the_same_in_another_match_with_the_same_public_history(name: str):
    """Two hidden cards change places in the deal, and all is played anew by the rules."""
    game, rules = variant(name, max_deals=1)
    compared = 0
    for number in range(2):
        walk = Walk(number, (), 4711)
        match = game.new_match(rules, walk.key)
        for step in steps(match, walk):
            if step % 3:
                continue
            hand = match.hand
            for seat in range(rules.players):
                hidden = list(cards_of(ALL_CARDS & ~known_to(hand, seat)))
                if len(hidden) > 1:
                    order = list(range(len(hidden)))
                    one, other = permutation(derive(walk.key, step, seat), len(hidden))[:2]
                    order[one], order[other] = other, one
                    compared += replayed(hand, seat, Exchange(hidden, order))
    assert compared >= 20


@every_variant
@examples(3)
@given(walk=walks)
def test_the_same_sheet_is_shown_to_all(name: str, walk: Walk):
    """Scores, bombs, barrel, auction, contract, plays: public parts are equal in all views."""
    game, rules = variant(name, max_deals=2)
    scores = [rules.target - 120 - 10 * seat for seat in range(rules.players)]
    match = start_at(game.new_match(rules, walk.key), scores=scores)
    for _ in steps(match, walk):
        public = {
            view._replace(seat=0, legal=(), hand=0, dealt=0, musik=0, gave=(), received=-1, laid=0)
            for view in (match.observe(seat) for seat in range(rules.players))
        }
        assert len(public) == 1


def test_the_check_itself_finds_a_leak():
    """A twin in which a known card has moved is told apart."""
    game, rules = variant("house-3p")
    match = game.new_match(rules, root_key(b"leak"))
    own = cards_of(match.hand.hands[0])[0]
    other = cards_of(match.hand.hands[1])[0]
    twin = exchanged(match.hand, Exchange(sorted([own, other]), [1, 0]))
    assert twin.observe(0) != match.observe(0)
    assert twin.observe(2) == match.observe(2)
