"""Hidden cards are drawn from all dealings and exchanges that a decision allows, each once.

What is allowed is found here by trying: deal, play the same history by the engine's own rules, and
see whether the seat is asked the same.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import pytest
from strategies import VARIANTS, Walk, steps, variant

from engine import EngineError, IllegalActionError, derive, integer, root_key
from engine.tysiac import (
    AUCTION,
    CONTRACT,
    EXCHANGE,
    MARRIAGE_VALUES,
    PLAY,
    SUIT_MASKS,
    Decision,
    Rules,
    card_in,
    cards_of,
    give,
    is_meld,
    lay,
    mask_of,
)
from engine.tysiac.actions import BOMB, GIVE, LAY, REDEAL
from engine.tysiac.background import Sheet
from engine.tysiac.cards import ALL_CARDS
from engine.tysiac.deal import Deal
from engine.tysiac.hand import Hand
from engine.tysiac.playouts import Playouts
from engine.tysiac.sampling import FIELD, Unseen, seats_from

every_variant = pytest.mark.parametrize("name", VARIANTS)


def mask(cards: Any) -> int:
    return sum(1 << card for card in cards)


def hands_of(unseen: Unseen, number: int) -> tuple[int, ...]:
    drawn = unseen.draw(number)
    return tuple(drawn >> FIELD * field & ALL_CARDS for field in range(len(unseen.others)))


def others_hands(hand: Hand, unseen: Unseen) -> tuple[int, ...]:
    """What the others hold, gifts on their way to them included."""
    gifts = dict(hand.gifts) if hand.phase == CONTRACT else {}
    return tuple(
        hand.hands[seat] | (1 << gifts[seat] if seat in gifts else 0) for seat in unseen.others
    )


# Every history, tried


def exchanges(hand: Hand, seat: int, deal: Deal) -> Iterator[int]:
    """What declarer may have given or laid aside as far as `seat` knows."""
    actual = next((action for _, action in hand.actions if GIVE <= action < BOMB), 0)
    if seat == hand.declarer or actual == 0:
        yield actual
        return
    held = deal.hands[hand.declarer] | deal.musiks[chosen(hand)]
    if actual >= LAY:
        for first, second in combinations(cards_of(held), 2):
            yield lay(first, second)
        return
    received = dict(hand.gifts)[seat]
    (other,) = [each for each, _ in hand.gifts if each != seat]
    if held >> received & 1:
        for card in cards_of(held & ~(1 << received)):
            gifts = sorted([(seat, received), (other, card)])
            yield give(gifts[0][0], gifts[0][1], gifts[1][0], gifts[1][1])


def chosen(hand: Hand) -> int:
    return next((action - 2 for _, action in hand.actions if action in (2, 3) and two(hand)), 0)


def two(hand: Hand) -> bool:
    return hand.rules.players == 2 and hand.phase != AUCTION


def deals(hand: Hand, seat: int) -> Iterator[Deal]:
    """Every deal in which `seat` was dealt its cards and the shown musik lay where it was."""
    own = hand.deal.hands[seat]
    shown = hand.musik if hand.musik_shown or seat == hand.declarer else 0
    hidden = ALL_CARDS & ~own & ~shown
    others = seats_from(seat, hand.rules.players, hand.sheet.dealer)[1:]
    for first in combinations(cards_of(hidden), 10 if len(others) == 1 else 7):
        hands = [0] * hand.rules.players
        hands[seat] = own
        hands[others[0]] = mask(first)
        rest = hidden & ~mask(first)
        if len(others) == 1:
            if shown:
                musiks = [rest, rest]
                musiks[chosen(hand)] = shown
                yield Deal(tuple(hands), tuple(musiks))
                continue
            for musik in combinations(cards_of(rest), 2):
                yield Deal(tuple(hands), (mask(musik), rest & ~mask(musik)))
            continue
        for second in combinations(cards_of(rest), 7):
            hands[others[1]] = mask(second)
            yield Deal(tuple(hands), (shown or rest & ~mask(second),))


def replayed(hand: Hand, deal: Deal, exchange: int) -> Hand | None:
    """The same history over another deal and exchange, None if the rules forbid it."""
    twin = Hand(hand.rules, hand.sheet, deal, hand.redealt)
    try:
        for _, action in hand.actions:
            twin.apply(exchange if GIVE <= action < BOMB else action)
    except IllegalActionError:
        return None
    return twin


def all_ways(hand: Hand, seat: int, unseen: Unseen) -> Counter[tuple[int, ...]]:
    asked = hand.observe(seat)
    ways: Counter[tuple[int, ...]] = Counter()
    for deal in deals(hand, seat):
        for exchange in exchanges(hand, seat, deal):
            twin = replayed(hand, deal, exchange)
            if twin is not None and twin.observe(seat) == asked:
                ways[others_hands(twin, unseen)] += 1
    return ways


class Eager(NamedTuple):
    """A match in which seats bid and declare what their marriages allow, and meld."""

    name: str
    seed: int

    def hands(self) -> Iterator[Hand]:
        game, rules = variant(self.name, max_deals=4)
        key = root_key(f"eager {self.seed}".encode())
        match = game.new_match(rules, key)
        step = 0
        while match.verdict is None:
            yield match.hand
            match.apply(self.choose(match.hand, derive(key, step)))
            step += 1

    def choose(self, hand: Hand, key: bytes) -> int:
        legal = [action for action in hand.legal if action not in (BOMB, REDEAL)]
        if hand.phase == AUCTION:
            return legal[-1] if legal[-1] > 120 else legal[min(self.seed % 2, len(legal) - 1)]
        if hand.phase == CONTRACT or is_meld(legal[-1]):
            return legal[-1]
        return legal[integer(key, 32) % len(legal)]


def claims(decision: Decision, seat: int) -> bool:
    """Whether the bid of another seat, or its contract, says something of its marriages."""
    bids = [action for bidder, action in decision.auction if bidder != seat]
    own = decision.seat == decision.declarer
    return max(bids, default=0) > 120 or (not own and decision.contract > max(120, decision.bid))


CASES = {
    "3p, declarer has the musik": ("house-3p", EXCHANGE, True, 0, False),
    "3p, declarer against a bid": ("house-3p", EXCHANGE, True, 0, True),
    "3p, gifts are chosen": ("house-3p", CONTRACT, True, 0, True),
    "3p, declarer in the play": ("house-3p", PLAY, True, 7, True),
    "3p, opponent at once": ("house-3p", PLAY, False, 1, False),
    "3p, opponent against marriages": ("house-3p", PLAY, False, 2, True),
    "3p, opponent after some tricks": ("house-3p", PLAY, False, 8, True),
    "3p, opponent near the end": ("house-3p", PLAY, False, 14, True),
    "3p, no cap": ("house-3p-nocap", PLAY, False, 5, True),
    "4p, opponent": ("house-4p", PLAY, False, 6, True),
    "4p, declarer": ("house-4p", PLAY, True, 9, True),
    "2p, auction": ("house-2p", AUCTION, False, 0, True),
    "2p, musiks": ("house-2p", "musik", True, 0, True),
    "2p, declarer has a musik": ("house-2p", EXCHANGE, True, 0, True),
    "2p, cards are laid aside": ("house-2p", CONTRACT, True, 0, True),
    "2p, declarer in the play": ("house-2p", PLAY, True, 5, True),
    "2p, opponent at once": ("house-2p", PLAY, False, 1, False),
    "2p, opponent against marriages": ("house-2p", PLAY, False, 3, True),
    "2p, opponent after some tricks": ("house-2p", PLAY, False, 9, True),
}


def find(name: str, phase: str, declarer: bool, plays: int, claimed: bool) -> Hand:
    """The first decision of that kind in some eager match."""
    for seed in range(100):
        for hand in Eager(name, seed).hands():
            if (
                hand.phase == phase
                and len(hand.plays) >= plays
                and (hand.to_move == hand.declarer) == declarer
                and claims(hand.observe(hand.to_move), hand.to_move) == claimed
            ):
                return hand
    raise AssertionError("no such decision")


@pytest.mark.parametrize("case", CASES)
def test_the_ways_are_all_histories_that_the_rules_allow(case: str):
    hand = find(*CASES[case])
    unseen = Unseen(hand.observe(hand.to_move), hand.rules)
    expected = all_ways(hand, hand.to_move, unseen)
    assert expected[others_hands(hand, unseen)] > 0
    assert unseen.ways == expected.total()
    assert Counter(hands_of(unseen, number) for number in range(unseen.ways)) == expected


def off_suit(hand: Hand) -> Iterator[tuple[int, bool, bool]]:
    """Plays off the led suit, no trump led: (seat, a trump lay there, it is a trump)."""
    players, trump = hand.rules.players, -1
    seats_a_trick = 2 if players == 2 else 3
    for trick, leader in enumerate(hand.leaders):
        seats = seats_from(leader, players, hand.sheet.dealer)
        plays = hand.plays[trick * seats_a_trick : (trick + 1) * seats_a_trick]
        suits = [card_in(play) // 6 for play in plays]
        if plays and is_meld(plays[0]):
            trump = suits[0]
        for place, (seat, suit) in enumerate(zip(seats, suits, strict=False)):
            if suit != suits[0] != trump >= 0:
                yield seat, trump in suits[:place], suit == trump


@pytest.mark.parametrize(
    ("name", "trumped"),
    [(name, False) for name in ("house-2p", "house-3p", "house-4p")]
    + [("house-3p", True), ("house-4p", True)],
)
@pytest.mark.parametrize("declarer", [False, True])
def test_who_did_not_trump_or_overtrump_could_not(name: str, trumped: bool, declarer: bool):
    """The first decisions at which another seat has shown so and trumps are out."""
    checked = 0
    for seed in range(200):
        for hand in Eager(name, seed).hands():
            seat = hand.to_move
            if hand.phase != PLAY or (seat == hand.declarer) != declarer or len(hand.plays) < 5:
                continue
            shown = [each for each in off_suit(hand) if each[0] != seat]
            played = mask(card_in(action) for action in hand.plays)
            trumps_out = SUIT_MASKS[hand.trump] & ~played & ~hand.hands[seat]
            if any(lies == trumped and not its for _, lies, its in shown) and trumps_out:
                unseen = Unseen(hand.observe(seat), hand.rules)
                expected = all_ways(hand, seat, unseen)
                assert Counter(map(partial(hands_of, unseen), range(unseen.ways))) == expected
                checked += 1
                break
        if checked == 2:
            return
    raise AssertionError("no such decision")


def third_seat_bid(hand: Hand) -> bool:
    """An opponent is asked, and the other opponent once bid above 120."""
    known = (hand.to_move, hand.declarer)
    highest = max((bid for seat, bid in hand.auction if seat not in known), default=0)
    return hand.to_move != hand.declarer and highest > 120


def half_is_held(hand: Hand) -> bool:
    """Somebody else has melded and still holds the other half."""
    return any(
        is_meld(action) and seat != hand.to_move and hand.hands[seat] >> (card_in(action) ^ 1) & 1
        for seat, action in hand.actions
    )


def declared_more(hand: Hand) -> bool:
    """An opponent is asked, and the contract alone says that there are marriages."""
    return hand.to_move != hand.declarer and hand.contract > max(120, hand.bid)


RARE = {
    "3p, third seat bid": ("house-3p", third_seat_bid),
    "4p, third seat bid": ("house-4p", third_seat_bid),
    "2p, half is held": ("house-2p", half_is_held),
    "3p, half is held": ("house-3p", half_is_held),
    "2p, declared more": ("house-2p", declared_more),
    "3p, declared more": ("house-3p", declared_more),
}


@pytest.mark.parametrize("case", RARE)
def test_the_ways_are_all_histories_where_something_rare_was_shown(case: str):
    """Some decisions of the play: the first two of declarer and of an opponent, if it is theirs."""
    name, shown = RARE[case]
    left = {True: 2, False: 2}
    for seed in range(12):
        for hand in Eager(name, seed).hands():
            own = hand.to_move == hand.declarer
            if hand.phase == PLAY and len(hand.plays) > 3 and left[own] and shown(hand):
                unseen = Unseen(hand.observe(hand.to_move), hand.rules)
                expected = all_ways(hand, hand.to_move, unseen)
                assert Counter(map(partial(hands_of, unseen), range(unseen.ways))) == expected
                left[own] -= 1
                break
    assert left[False] == 0


def test_behind_a_musik_that_is_not_shown_the_ways_are_hands():
    """Any card of the other opponent may be the gift, and any of declarer's the musik."""
    hand = hidden_musik()
    seat = hand.to_move
    unseen = Unseen(hand.observe(seat), hand.rules)
    true = others_hands(hand, unseen)
    hidden = sum(true)
    splits = [mask(one) for one in combinations(cards_of(hidden), true[0].bit_count())]
    expected = {
        (one, hidden & ~one) for one in splits if dealable(hand, seat, (one, hidden & ~one), unseen)
    }
    drawn = [hands_of(unseen, number) for number in range(unseen.ways)]
    assert true in expected
    assert sorted(drawn) == sorted(expected)


def hidden_musik() -> Hand:
    for seed in range(100):
        for hand in Eager("house-3p-hidden-musik", seed).hands():
            opponent = hand.phase == PLAY and hand.to_move != hand.declarer
            if opponent and not hand.musik_shown and len(hand.plays) >= 8:
                return hand
    raise AssertionError("no such decision")


@pytest.mark.parametrize(
    "bids", [(), ((1, 140), (2, 150)), ((1, 160), (2, 180)), ((2, 260),), ((1, 300), (2, 210))]
)
def test_bids_in_an_auction_speak_of_marriages(bids: tuple[tuple[int, int], ...]):
    """Seat 0 holds no king and no queen: the eight are dealt in every way, the rest is counted."""
    _, rules = variant("house-3p")
    sheet = Sheet(0, 0, (0, 0, 0), (1, 1, 1), (0, 0, 0))
    held = mask_of(["9s", "Js", "Ts", "As", "9c", "Jc", "Tc"])
    rest = [card for card in range(24) if not held >> card & 1]
    hands = held, mask(rest[:7]), mask(rest[7:14])
    decision = Hand(rules, sheet, Deal(hands, (mask(rest[14:]),)), ()).observe(0)
    unseen = Unseen(decision._replace(auction=bids), rules)
    owed = {seat: action - 120 for seat, action in bids}
    ways = 0
    for places in product(range(3), repeat=8):
        pairs = list(zip(places[::2], places[1::2], strict=True))
        worth = [
            sum(MARRIAGE_VALUES[suit] for suit, pair in enumerate(pairs) if pair == (place, place))
            for place in range(2)
        ]
        room = [7 - places.count(0), 7 - places.count(1), 3 - places.count(2)]
        if min(room) >= 0 and all(worth[seat - 1] >= least for seat, least in owed.items()):
            ways += comb(9, room[0]) * comb(9 - room[0], room[1])
    assert unseen.ways == ways
    assert len(unseen._table) < 5 * 1500


# Samples of every variant


def dealable(hand: Hand, seat: int, drawn: tuple[int, ...], unseen: Unseen) -> bool:
    """Whether some deal and exchange that end in the `drawn` hands lead to the same question."""
    held = [0] * hand.rules.players
    held[seat] = hand.hands[seat]
    for other, cards in zip(unseen.others, drawn, strict=False):
        held[other] = cards
    for player, action in hand.actions[len(hand.actions) - len(hand.plays) :]:
        held[player] |= 1 << card_in(action)
    gifts_open = [None] if seat == hand.declarer or not hand.gifts else [*range(24)]
    return any(tried(hand, seat, held, gift) for gift in gifts_open)


def tried(hand: Hand, seat: int, held: list[int], gift: int | None) -> bool:
    dealt = list(held)
    exchange = next((action for _, action in hand.actions if GIVE <= action < BOMB), 0)
    if hand.gifts:
        gifts = dict(hand.gifts)
        if gift is not None:
            (other,) = [each for each in gifts if each != seat]
            if not held[other] >> gift & 1:
                return False
            gifts[other] = gift
        (one, first), (two, second) = sorted(gifts.items())
        exchange = give(one, first, two, second)
        for receiver, card in gifts.items():
            dealt[receiver] &= ~(1 << card)
            dealt[hand.declarer] |= 1 << card
    dealt[seat] = hand.deal.hands[seat]
    if hand.phase != AUCTION and seat != hand.declarer:
        shown = hand.musik if hand.musik_shown else mask(cards_of(dealt[hand.declarer])[:3])
        dealt[hand.declarer] &= ~shown
    rest = ALL_CARDS & ~sum(dealt)
    twin = replayed(hand, Deal(tuple(dealt), (rest,)), exchange)
    return twin is not None and twin.observe(seat) == hand.observe(seat)


@every_variant
def test_every_sample_could_have_been_dealt(name: str):
    """By three and four it is played anew from the deal; by two what is known lies where it is."""
    for seed in range(2):
        for step, hand in enumerate(Eager(name, seed).hands()):
            if step % 3 and len(hand.plays) != 1:
                continue
            seat = hand.to_move
            playouts = Playouts(hand.observe(seat), hand.rules, 5)
            for number in range(2):
                hands = playouts.sample(number)
                check_sizes(hand, hands, playouts.unseen)
                if hand.rules.players > 2:
                    drawn = tuple(hands[other] for other in playouts.unseen.others)
                    assert dealable(hand, seat, drawn, playouts.unseen)


def check_sizes(hand: Hand, hands: tuple[int, ...], unseen: Unseen) -> None:
    true = list(hand.hands)
    for seat, cards in zip(unseen.others, others_hands(hand, unseen), strict=True):
        true[seat] = cards
    assert [cards.bit_count() for cards in hands] == [cards.bit_count() for cards in true]
    assert (
        sum(cards.bit_count() for cards in hands)
        == sum(hands[0:0]) + mask(card for cards in hands for card in cards_of(cards)).bit_count()
    )
    assert hands[hand.to_move] == true[hand.to_move]


@every_variant
def test_the_true_cards_can_be_drawn(name: str):
    game, rules = variant(name, max_deals=3)
    for seed in range(3):
        walk = Walk(seed, (), 99 + seed)
        match = game.new_match(rules, walk.key)
        for _ in steps(match, walk):
            unseen = Unseen(match.decision(), rules)
            assert leads_to(unseen, others_hands(match.hand, unseen), match.hand)


def leads_to(unseen: Unseen, hands: tuple[int, ...], hand: Hand) -> bool:
    """Whether some way through the nodes of the table puts every card where it is."""
    fields = list(hands)
    if len(hands) == 1:
        chosen_yet = hand.phase not in (AUCTION, "musik")
        fields.append(0 if chosen_yet else hand.deal.musiks[0])
    true = fields[0] | fields[1] << FIELD
    nodes = {unseen._start}
    for card in unseen._cards:
        bit = 1 << card | 1 << card + FIELD
        nodes = {
            edge >> 6
            for node in nodes
            for edge in unseen._table[node + 2 : node + 5]
            if true & bit == 1 << (edge & 63) & (bit | true)
        }
    free = sum(1 << card | 1 << card + FIELD for card in unseen._cards)
    return bool(nodes) and unseen._fixed & (1 << 2 * FIELD) - 1 == true & ~free


# The draw by a playout's number


def test_samples_are_spread_evenly():
    """Chi-square over the ways of declarer's first lead, with a fixed seed."""
    hand = find("house-2p", PLAY, True, 0, False)
    playouts = Playouts(hand.observe(hand.to_move), hand.rules, 1)
    ways, count = playouts.unseen.ways, 20_000
    assert ways == 66
    seen = Counter(playouts.sample(number) for number in range(count))
    expected = count / ways
    chi_square = sum((seen[hands] - expected) ** 2 / expected for hands in seen)
    assert len(seen) == ways
    assert abs(chi_square - (ways - 1)) < 4 * (2 * (ways - 1)) ** 0.5


def test_what_never_was_is_refused():
    hand = find("house-3p", PLAY, False, 8, False)
    decision = hand.observe(hand.to_move)
    rules: Rules = hand.rules
    held = cards_of(decision.hand)
    for wrong in (
        decision._replace(hand=decision.hand ^ 1 << held[0]),
        decision._replace(hand=ALL_CARDS),
        decision._replace(contract=390),
    ):
        with pytest.raises(EngineError, match="no cards fit"):
            Unseen(wrong, rules)
