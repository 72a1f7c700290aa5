"""Draw the Bomb: hidden cards change no view, wherever they lie and whatever chance does."""

import pytest
from hypothesis import given
from strategies import BOMB_VARIANTS, Walk, examples, steps, variant, walks

from engine import derive, permutation, root_key
from engine.draw_the_bomb import (
    BOMB,
    BOTTOM,
    DRAW,
    SCOUT,
    UNKNOWN,
    card_in,
    is_hide,
    is_steal,
    play,
    seat_in,
)
from engine.draw_the_bomb.deal import hand_key
from engine.draw_the_bomb.fate import StreamFate
from engine.draw_the_bomb.hand import Hand
from engine.draw_the_bomb.match import Match

every_variant = pytest.mark.parametrize("name", BOMB_VARIANTS)

DECK = -1
Place = tuple[int, int]
"""(seat, place in its hand) or (DECK, place from the top)."""


def cards_at(hand: Hand) -> dict[Place, int]:
    cards = {(DECK, place): card for place, card in enumerate(hand.deck)}
    for seat in range(len(hand.hands)):
        cards.update(zip(hand_of(hand, seat), hand.hands[seat], strict=True))
    return cards


def hand_of(hand: Hand, seat: int) -> list[Place]:
    return [(seat, place) for place in range(len(hand.hands[seat]))]


def known_to(hand: Hand, seat: int) -> set[Place]:
    """The places whose cards `seat` knows now: its own hand and its intel."""
    slots = [(DECK, place) for place, card in enumerate(hand.intel[seat]) if card != UNKNOWN]
    return {*hand_of(hand, seat), *slots}


def shown_to_all(hand: Hand, action: int) -> set[Place]:
    """The places whose cards everybody sees by `action`."""
    if is_hide(action):
        return set()
    mover = hand.to_move
    played = set() if action == DRAW else {(mover, hand.hands[mover].index(card_in(action)))}
    drawn = drawn_by(hand, action)
    if drawn is None or hand.deck[drawn] != BOMB:
        return played
    return {(DECK, drawn), *hand_of(hand, mover)}  # cutters, or all that it holds


def drawn_by(hand: Hand, action: int) -> int | None:
    return {DRAW: 0, play(BOTTOM): len(hand.deck) - 1}.get(action)


def shown_to_mover(hand: Hand, action: int, fate: StreamFate) -> set[Place]:
    """The places whose cards whoever does `action` sees by it."""
    drawn = drawn_by(hand, action)
    if drawn is not None:
        return {(DECK, drawn)}
    if action == play(SCOUT):
        return {(DECK, place) for place in range(min(3, len(hand.deck)))}
    if is_steal(action):
        target = seat_in(action)
        return {(target, fate.stolen(len(hand.outcomes), hand.hands[target]))}
    return set()


def exchange(hand: Hand, fixed: set[Place], safe: set[Place], key: bytes) -> None:
    """Put all cards that don't lie at fixed places in another order.

    Bombs stay in the deck, and away from the places that all will see to be safe.
    """
    cards = cards_at(hand)
    free = [place for place in cards if place not in fixed]
    bombs = [place for place in free if place[0] == DECK and place not in safe]
    for name, places in (("bombs", bombs), ("others", free)):
        movable = [place for place in places if name == "bombs" or cards[place] != BOMB]
        order = permutation(derive(key, name), len(movable))
        moved = [cards[movable[source]] for source in order]
        cards.update(zip(movable, moved, strict=True))
    hand.deck = [cards[DECK, place] for place in range(len(hand.deck))]
    hand.hands = [
        tuple([cards[place] for place in hand_of(hand, seat)]) for seat in range(len(hand.hands))
    ]


def match_at(match: Match, key: bytes) -> Match:
    """The same match once more, on the same stream."""
    again = Match(match.rules, match.hand.deal, StreamFate(hand_key(key)))
    for _, action in match.hand.actions:
        again.apply(action)
    return again


def check_view(match: Match, key: bytes, seat: int, action: int) -> bool:
    """Whether hidden cards could be exchanged; the view of `seat` did not tell, then or after."""
    hand = match.hand
    shown = shown_to_all(hand, action)
    if seat == match.to_move:
        shown |= shown_to_mover(hand, action, StreamFate(hand_key(key)))
    drawn = drawn_by(hand, action)
    safe = set() if drawn is None or hand.deck[drawn] == BOMB else {(DECK, drawn)}
    original, twin = match_at(match, key), match_at(match, key)
    place = len(hand.actions)
    exchange(twin.hand, known_to(hand, seat) | shown, safe, derive(key, "exchange", place, seat))
    exchanged = (twin.hand.hands, twin.hand.deck) != (hand.hands, hand.deck)
    assert twin.observe(seat) == original.observe(seat)
    original.apply(action)
    twin.apply(action)
    assert twin.observe(seat) == original.observe(seat)
    return exchanged


@every_variant
@examples(4)
@given(walk=walks)
def test_a_view_is_the_same_wherever_the_hidden_cards_lie(name: str, walk: Walk):
    """Now, and after the next action: a card that a steal takes, a reshuffle or a bomb hidden at
    random tells nothing of the cards that the seat does not get to see by it.
    """
    game, rules = variant(name)
    match = game.new_match(rules, walk.key)
    checked = exchanged = 0
    for step in steps(match, walk):
        for seat in range(rules.players):
            checked += 1
            exchanged += check_view(match, walk.key, seat, walk.choose(match.legal, step))
    assert 2 * exchanged > checked


def test_the_check_itself_finds_a_leak():
    """Where a card that the seat has seen changes places, its view differs."""
    game, rules = variant("bomb-3p")
    match = game.new_match(rules, root_key(b"leak"))
    before = [match.observe(seat) for seat in range(3)]
    exchange(match.hand, set(hand_of(match.hand, 2)), set(), root_key(b"exchange"))
    after = [match.observe(seat) for seat in range(3)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True]


@every_variant
@examples(5)
@given(walk=walks)
def test_public_parts_are_equal_in_all_views(name: str, walk: Walk):
    game, rules = variant(name)
    match = game.new_match(rules, walk.key)
    for _ in steps(match, walk):
        views = [match.observe(seat) for seat in range(rules.players)]
        public = {view._replace(seat=0, legal=(), hand=(), intel=(-1, -1, -1)) for view in views}
        assert len(public) == 1
        for seat, view in enumerate(views):
            assert view.legal == (match.legal if seat == match.to_move else ())
            assert len(view.hand) == view.hand_sizes[seat]
            assert list(view.hand) == sorted(match.hand.hands[seat])
