"""Playouts are played by the engine's own rules, whatever the numbers say.

The reference below plays on a `Hand`, one legal action after the other, fed by the same random
numbers; it knows nothing of how the playouts go about it.
"""

import copy
import hashlib
import pickle
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from strategies import VARIANTS, Walk, steps, variant

from engine import Bot, EngineError, IllegalActionError, PositionError, Setup, root_key
from engine.tysiac import (
    AUCTION,
    BOMB,
    CONTRACT,
    EXCHANGE,
    PASS,
    PLAY,
    REDEAL,
    Decision,
    Rules,
    card_in,
    card_points,
    cards_of,
    gifts_in,
    give,
    is_meld,
    laid_in,
    marriage_suits,
    value_in,
)
from engine.tysiac.background import Sheet
from engine.tysiac.cards import ALL_CARDS
from engine.tysiac.deal import Deal
from engine.tysiac.hand import Hand
from engine.tysiac.playouts import MOST_PLAYOUTS, Playouts, Sums
from engine.tysiac.sampling import FIELD, seats_from

AUTHORS = Path(__file__).parent.parent.parent / "docs" / "authors.md"

every_variant = pytest.mark.parametrize("name", VARIANTS)

MUSIK_1 = 3

GOLDEN = "5a57655bc34f802b"
"""Digest of the sums of a walk through three variants: the same plain and compiled."""


# The reference


class Numbers:
    """The random numbers of a playout: multiply with carry, begun anew by number."""

    def __init__(self, key: int, number: int) -> None:
        state = key + number * 1013904223
        state ^= state >> 28
        state = (state & 2**31 - 1) * 886418789 + (state >> 31)
        state ^= state >> 29
        state = (state & 2**31 - 1) * 715827883 + (state >> 31)
        state ^= state >> 31
        self.state = state & 2**61 - 1 | 1

    def __next__(self) -> int:
        self.state = (self.state & 2**32 - 1) * 698769069 + (self.state >> 32)
        return (self.state ^ self.state >> 32) & 2**32 - 1

    def way(self, ways: int) -> int:
        return (next(self) << 29 | next(self) >> 3) % ways


def least_missed(hand: int, trump: int) -> int:
    """The lowest card, but no half of a marriage and no trump unless there is nothing else."""

    def harm(card: int) -> tuple[bool, bool, int, int]:
        half = card % 6 in (2, 3) and card // 6 in marriage_suits(hand)
        return half, card // 6 == trump, card % 6, card // 6

    return min(cards_of(hand), key=harm)


def exchanged(hands: list[int], declarer: int, seats: tuple[int, ...], musik: int) -> None:
    hands[declarer] |= musik
    for place in (1, 2):
        card = least_missed(hands[declarer], -1)
        hands[declarer] ^= 1 << card
        if len(seats) == 3:
            hands[seats[(seats.index(declarer) + place) % 3]] |= 1 << card


def at_the_lead(playouts: Playouts, number: int, action: int) -> tuple[list[int], int, int]:
    """Hands, declarer and contract once the play begins after `action`, over the sample's cards."""
    decision, players = playouts.decision, playouts.rules.players
    seats = seats_from(decision.seat, players, decision.dealer)
    hands = list(playouts.sample(number))
    declarer = decision.declarer
    contract = decision.contract or decision.bid
    if decision.phase == CONTRACT:
        contract = value_in(action)
    elif decision.phase == EXCHANGE and players == 2:
        for card in laid_in(action):
            hands[decision.seat] ^= 1 << card
    elif decision.phase == EXCHANGE:
        for receiver, card in gifts_in(action):
            hands[decision.seat] ^= 1 << card
            hands[receiver] |= 1 << card
    else:
        if decision.phase == AUCTION and action != PASS:
            declarer, contract = decision.seat, value_in(action)
        exchanged(hands, declarer, seats, musik(playouts, number, action, hands))
    return hands, declarer, contract


def musik(playouts: Playouts, number: int, action: int, hands: list[int]) -> int:
    """The musik that is taken: of two the one that is chosen, in an auction the first."""
    rest = ALL_CARDS & ~sum(hands)
    if playouts.rules.players > 2:
        return rest
    way = Numbers(key_of(playouts), number).way(playouts.unseen.ways)
    first = playouts.unseen.draw(way) >> FIELD & ALL_CARDS
    return rest & ~first if action == MUSIK_1 else first


def opened(playouts: Playouts, number: int, action: int) -> Hand:
    """A Hand at the play that follows `action`, or where it is one, over the sample's cards."""
    decision, rules = playouts.decision, playouts.rules
    if decision.phase == PLAY:
        hands, declarer, contract = before_the_play(playouts, number)
    else:
        hands, declarer, contract = at_the_lead(playouts, number, action)
    sheet = Sheet(0, decision.dealer, decision.scores, decision.bombs_left, decision.barrel)
    hand = Hand(rules, sheet, Deal(tuple(hands), (0, 0)), ())
    hand.phase, hand.declarer, hand.contract = PLAY, declarer, contract
    hand.side_cards = ALL_CARDS & ~sum(hands)
    hand._lead(declarer)
    for played in decision.plays:
        hand.apply(played)
    return hand


def before_the_play(playouts: Playouts, number: int) -> tuple[list[int], int, int]:
    """The sample's hands with all that has been played back in them."""
    decision, players = playouts.decision, playouts.rules.players
    hands = list(playouts.sample(number))
    plays = iter(decision.plays)
    for leader in decision.leaders:
        for seat in seats_from(leader, players, decision.dealer):
            played = next(plays, None)
            if played is not None:
                hands[seat] |= 1 << card_in(played)
    return hands, decision.declarer, decision.contract


def key_of(playouts: Playouts) -> int:
    return playouts._key


def sensible(hand: Hand) -> int:
    """The policy, said in terms of legal actions."""
    legal, own = hand.legal, hand.hands[hand.to_move]
    others = sum(hand.hands) & ~own
    melds = [action for action in legal if is_meld(action)]
    if melds:
        queen, king = melds[-2:]
        suit_out = others >> card_in(queen) // 6 * 6 & 0b110000
        return queen if suit_out else king
    cards = [card_in(action) for action in legal]
    if not hand.trick:
        winners = [
            card
            for card in cards
            if not any(other // 6 == card // 6 and other > card for other in cards_of(others | own))
        ]
        if winners:
            return 10 + max(winners, key=lambda card: (card_points(1 << card), -card))
        return 10 + least_missed(own, hand.trump)
    if hand._beating >> cards[0] & 1:
        last = len(hand.trick) == hand._seats_in_trick - 1
        return legal[-1] if last else legal[0]
    if cards[0] // 6 == hand.trick[0] // 6:
        return legal[0]
    return 10 + least_missed(own, hand.trump)


def reference(playouts: Playouts, action: int, number: int, policy: bool) -> Sums:
    numbers = Numbers(key_of(playouts), number)
    numbers.way(playouts.unseen.ways)
    hand = opened(playouts, number, action)
    if playouts.decision.phase == PLAY:
        hand.apply(action)
    while hand.phase == PLAY:
        if policy:
            hand.apply(sensible(hand))
        else:
            hand.apply(hand.legal[next(numbers) * len(hand.legal) >> 32])
    made = hand.points[hand.declarer] + hand.marriages[hand.declarer] >= hand.contract
    return Sums(1, hand.declarer, hand.contract, int(made), hand.points, hand.marriages)


def decisions(name: str, seed: int, deals: int = 2) -> Iterator[tuple[Decision, Rules]]:
    game, rules = variant(name, max_deals=deals)
    walk = Walk(seed, (), 31 * seed + 7)
    match = game.new_match(rules, walk.key)
    for _ in steps(match, walk):
        yield match.decision(), rules


@every_variant
def test_playouts_are_played_by_the_rules(name: str):
    for at, (decision, rules) in enumerate(decisions(name, 11)):
        playouts = Playouts(decision, rules, 3)
        for index in {0, at % len(playouts.actions), len(playouts.actions) - 1}:
            action = playouts.actions[index]
            number = at % 5
            for policy in (False, True):
                played = playouts.policy if policy else playouts.random
                assert played(action, 1, number) == reference(playouts, action, number, policy)


@every_variant
def test_all_card_points_are_taken(name: str):
    for decision, rules in decisions(name, 12, deals=1):
        playouts = Playouts(decision, rules, 4)
        for sums in (
            playouts.random(playouts.actions[-1], 9),
            playouts.policy(playouts.actions[0], 9),
        ):
            assert sum(sums.points) == 120 * 9
            assert sum(sums.marriages) <= 280 * 9
            assert all(value % 20 == 0 for value in sums.marriages)
            assert 0 <= sums.made <= sums.playouts == 9


# What a playout depends on


def some_decision(phase: str = PLAY, plays: int = 4, name: str = "house-3p") -> Playouts:
    for seed in range(50):
        for decision, rules in decisions(name, seed):
            if decision.phase == phase and len(decision.plays) >= plays and len(decision.legal) > 1:
                return Playouts(decision, rules, 6)
    raise AssertionError("no such decision")


def totals(sums: Sums) -> tuple[int, ...]:
    return (sums.playouts, sums.made, *sums.points, *sums.marriages)


@pytest.mark.parametrize("method", [Playouts.random, Playouts.policy])
def test_playouts_go_on_by_number(method: Callable[..., Sums]):
    playouts = some_decision()
    action = playouts.actions[0]
    parts = [method(playouts, action, 7), method(playouts, action, 13, 7)]
    whole = method(playouts, action, 20)
    assert totals(whole) == tuple(map(sum, zip(*map(totals, parts), strict=True)))


def test_what_was_asked_before_changes_nothing():
    playouts, again = some_decision(), some_decision()
    first, *_, last = playouts.actions
    expected = playouts.random(first, 50), playouts.sample(3)
    again.policy(last, 5)
    again.random(last, 3, 1)
    assert (again.random(first, 50), again.sample(3)) == expected


def test_other_seeds_and_numbers_give_other_cards():
    playouts = some_decision(plays=1)
    other = Playouts(playouts.decision, playouts.rules, 7)
    cards = [playouts.sample(number) for number in range(20)]
    assert len(set(cards)) > 10
    assert cards != [other.sample(number) for number in range(20)]
    assert playouts.sample() == cards[0]


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_playouts_can_be_copied(copied: Callable[[Playouts], Playouts]):
    playouts = some_decision()
    action = playouts.actions[0]
    assert copied(playouts).random(action, 30) == playouts.random(action, 30)


def test_the_sums_are_the_same_on_every_build():
    digest = hashlib.sha256()
    for name in ("house-2p", "house-3p-meld2", "tabrivio-1000-4p"):
        for decision, rules in decisions(name, 13):
            playouts = Playouts(decision, rules, 2**63 - 1)
            for action in playouts.actions[-3:]:
                sums = playouts.random(action, 5, 1000), playouts.policy(action, 5)
                digest.update(repr((playouts.sample(9), sums)).encode())
    assert digest.hexdigest()[:16] == GOLDEN


def test_hidden_cards_change_no_sum():
    """Two deals in which a seat is asked the same."""
    _, rules = variant("house-3p")
    sheet = Sheet(0, 0, (0, 0, 0), (1, 1, 1), (0, 0, 0))
    one, two, three, musik_cards = 0x7F, 0x7F << 7, 0x7F << 14, 0x7 << 21
    asked = [
        Hand(rules, sheet, Deal(hands, (musik_cards,)), ()).observe(2)
        for hands in ((one, two, three), (two, one, three))
    ]
    first, second = (Playouts(decision, rules, 1) for decision in asked)
    for action in first.actions:
        assert first.random(action, 50) == second.random(action, 50)


EXAMPLE = re.compile(r"```python\n(from engine import Bot\nfrom engine\.tysiac .*?)```", re.DOTALL)
EXAMPLES = EXAMPLE.findall(AUTHORS.read_text())


def test_there_are_two_examples():
    assert ["Playouts" in text for text in EXAMPLES] == [True, True]
    assert ["action_values" in text for text in EXAMPLES] == [False, True]


@pytest.mark.parametrize("name", ["house-2p", "house-3p", "tabrivio-1000-4p"])
@pytest.mark.parametrize("text", EXAMPLES, ids=["searcher", "solver"])
def test_the_examples_for_authors_play_a_match(text: str, name: str):
    """As pasted, but for fewer playouts and samples."""
    names: dict[str, Any] = {}
    exec(text.replace(", 200)", ", 4)").replace("range(10)", "range(1)"), names)
    (example,) = [
        found for found in names.values() if isinstance(found, type) and Bot in found.__bases__
    ]
    game, rules = variant(name, max_deals=1)
    match = game.new_match(rules, root_key(b"searchers"))
    bots = [example(Setup("tysiac", rules, seat, seat)) for seat in range(rules.players)]
    assert match.run(bots) is None
    assert match.verdict is not None


def test_earned_is_what_counts_for_the_contract():
    sums = Sums(2, 1, 100, 1, (20, 100, 120), (0, 80, 0))
    assert [sums.earned(seat) for seat in range(3)] == [20, 180, 120]


# What is refused


def test_what_ends_the_deal_is_not_played_out():
    found = set()
    for name in ("house-3p", "tabrivio-1000-3p"):
        for seed in range(12):
            for decision, rules in decisions(name, seed):
                for action in set(decision.legal) & {REDEAL, BOMB}:
                    playouts = Playouts(decision, rules, 0)
                    assert action not in playouts.actions
                    with pytest.raises(EngineError, match="ends the deal"):
                        playouts.random(action, 1)
                    found.add(action)
    assert found == {REDEAL, BOMB}


def refused(**changes: Any) -> str:
    """The message with which Playouts refuses a decision that is changed so."""
    playouts = some_decision()
    seed = changes.pop("seed", 0)
    rules = playouts.rules._replace(players=changes.pop("players", 3))
    with pytest.raises(EngineError) as caught:
        Playouts(playouts.decision._replace(**changes), rules, seed)
    return str(caught.value)


def test_bad_input_is_named():
    assert (
        refused(legal=())
        == f"seat {some_decision().decision.seat} is not to move: there is nothing to play out"
    )
    assert refused(players=4) == "players: found 3 in the decision; allowed: 4, as in the rules"
    assert refused(seed=-1) == "seed: found -1; allowed: 0 to 2**63 - 1"
    assert refused(seed=2**63).startswith("seed: found 9223372036854775808")
    playouts = some_decision()
    action = playouts.actions[0]
    for count in (0, -1, MOST_PLAYOUTS + 1):
        with pytest.raises(EngineError, match=f"count: found {count}; allowed: 1 to 1048576"):
            playouts.random(action, count)
    for first in (-1, MOST_PLAYOUTS - 9, 2**70):
        with pytest.raises(EngineError, match=f"first: found {first}; allowed: 0 to 1048566"):
            playouts.policy(action, 10, first)
    with pytest.raises(EngineError, match="number: found -5; allowed: 0 to 1048575"):
        playouts.sample(-5)
    seat = playouts.decision.seat
    message = rf"play, seat {seat}: 0 \(pass\) is not legal; legal: "
    with pytest.raises(IllegalActionError, match=message):
        playouts.random(PASS, 1)


NOT_SOUND: list[tuple[str, dict[str, Any], str]] = [
    (PLAY, {"dealer": 3}, "dealer: found 3"),
    (PLAY, {"seat": 10**6}, "seat: found 1000000"),
    (PLAY, {"declarer": -1}, "declarer: found -1"),
    (PLAY, {"phase": "tea"}, "phase: found tea; allowed: auction, musik"),
    (PLAY, {"trump": 2**40}, "trump: found 1099511627776"),
    (PLAY, {"received": 2**64}, "received: found 18446744073709551616"),
    (PLAY, {"hand": 1 << 24}, "hand: found 16777216; allowed: a mask"),
    (PLAY, {"musik": -1}, "musik: found -1"),
    (PLAY, {"bid": 90}, "bid: found 90; allowed: 100 to 400"),
    (PLAY, {"contract": 2**70}, "contract: found"),
    (PLAY, {"points": (100, 100, 0)}, "points: found (100, 100, 0)"),
    (PLAY, {"marriages": (0, 0)}, "marriages: found (0, 0)"),
    (PLAY, {"gave": ((5, 0), (1, 2))}, "gave: found"),
    (PLAY, {"gave": ((0, 0), (1, 1), (2, 2))}, "gave: found"),
    (CONTRACT, {"gave": ((0, 0), (0, 1))}, "gave: found"),
    (PLAY, {"auction": ((0, 510),)}, "auction: found"),
    (PLAY, {"leaders": (0,)}, "leaders: found (0,)"),
    (PLAY, {"leader": -1}, "leader: found -1"),
    (PLAY, {"trick": (3,)}, "trick: found (3,)"),
    (PLAY, {"plays": (10, 10, 11, 12), "trick": (2,)}, "plays: found 10; allowed: no card twice"),
    (PLAY, {"plays": (45, 10, 11, 12)}, "plays: found 45; allowed: cards, and melds"),
    (PLAY, {"legal": (PASS,)}, "legal: found 0; allowed: actions of play with its cards"),
    (PLAY, {"legal": (40,)}, "legal: found 40"),
    (EXCHANGE, {"hand": 0b11}, "hand: found 2 cards; allowed: 10 in the exchange"),
    (EXCHANGE, {"hand": (1 << 11) - 1}, "hand: found 11 cards"),
    (EXCHANGE, {"legal": (10,)}, "legal: found 10; allowed: actions of exchange"),
    (EXCHANGE, {"legal": (20_000, 10**9)}, "legal: found 20000"),
    (
        EXCHANGE,
        {"plays": (10,), "trick": (0,), "leaders": (0,), "leader": 0},
        "plays: found ((10,), (0,), (0,)); allowed: none",
    ),
    (CONTRACT, {"legal": (1_990,)}, "legal: found 1990"),
    (AUCTION, {"legal": (1_100,)}, "legal: found 1100; allowed: actions of auction"),
    (AUCTION, {"phase": "musik", "legal": (2,)}, "legal: found 2"),
]


@pytest.mark.parametrize(("phase", "changes", "message"), NOT_SOUND)
def test_a_decision_that_no_table_shows_is_named(phase: str, changes: dict[str, Any], message: str):
    """Played out, it would never end, or end in nonsense."""
    playouts = some_decision(phase, plays=4 if phase == PLAY else 0)
    with pytest.raises(PositionError) as caught:
        Playouts(playouts.decision._replace(**changes), playouts.rules, 5)
    assert str(caught.value).startswith(message)


def test_a_card_that_is_not_held_can_be_neither_given_nor_played():
    playouts = some_decision(EXCHANGE, plays=0)
    decision = playouts.decision
    one, other = sorted(playouts.unseen.others)
    held, twice, *_ = cards_of(decision.hand)
    (missing, *_) = cards_of(ALL_CARDS & ~decision.hand)
    for action in (
        give(one, held, other, missing),
        give(one, held, other, held),
        give(min(one, decision.seat), held, max(one, decision.seat), twice),
    ):
        with pytest.raises(PositionError, match="legal: found"):
            Playouts(decision._replace(legal=(action,)), playouts.rules, 5)


def test_a_hand_with_a_card_too_few_fits_no_others():
    playouts = some_decision()
    decision = playouts.decision
    (rest, *_) = [card for card in cards_of(decision.hand) if 10 + card != decision.legal[0]]
    less = decision._replace(hand=decision.hand ^ 1 << rest, legal=decision.legal[:1])
    with pytest.raises(EngineError, match="no cards fit"):
        Playouts(less, playouts.rules, 5)


@pytest.mark.parametrize("name", ["house-2p", "house-3p", "house-4p"])
def test_whatever_is_changed_it_ends(name: str):
    """In sums or in an error that says what is wrong; a table would have to time it out else."""
    dice = random.Random(name)
    outcomes = set()
    for decision, rules in decisions(name, 3, deals=1):
        for _ in range(12):
            field = dice.choice(decision._fields)
            value = getattr(decision, field)
            if isinstance(value, int):
                value = dice.choice((-1, 0, 1, 2, 3, 9, 25, 130, 2**24, 2**70))
            elif isinstance(value, tuple):
                value = tuple(dice.sample(value, dice.randrange(len(value) + 1)))
            try:
                playouts = Playouts(decision._replace(**{field: value}), rules, 1)
                for action in playouts.actions[:2]:
                    playouts.random(action, 2)
                    playouts.policy(action, 2)
            except EngineError:
                outcomes.add("refused")
            else:
                outcomes.add("played")
    assert outcomes == {"refused", "played"}


def test_only_a_decision_of_this_game_can_be_played_out():
    playouts = some_decision()
    game, rules = variant("bomb-2p")
    foreign = game.new_match(rules, root_key(b"foreign")).decision()
    for decision, of_rules, found in (
        (foreign, playouts.rules, "decision: found engine.draw_the_bomb"),
        (playouts.decision.as_tuple(), playouts.rules, "decision: found builtins.tuple"),
        (playouts.decision, rules, "rules: found engine.draw_the_bomb"),
    ):
        with pytest.raises(PositionError, match=found):
            Playouts(decision, of_rules, 1)


def test_numbers_are_the_same_on_every_build():
    """A truth counts as a number, a fraction as none."""
    playouts = some_decision()
    action = playouts.actions[0]
    again = Playouts(playouts.decision, playouts.rules, True)
    assert again.sample() == Playouts(playouts.decision, playouts.rules, 1).sample()
    assert playouts.random(action, True) == playouts.random(action, 1)
    for wrong in (1.5, "1", None):
        with pytest.raises(TypeError):
            playouts.random(action, wrong)
        with pytest.raises(TypeError):
            playouts.sample(wrong)
        with pytest.raises(TypeError):
            Playouts(playouts.decision, playouts.rules, wrong)
