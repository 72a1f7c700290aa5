"""Readable playthroughs: a short match of a variant, every decision shown as its seat saw it.

A playthrough is regenerated from its plan; nothing in it depends on anything but the engine.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shown import Shown, wrapped

from engine import derive, find_variant, integer, root_key
from engine.game import Game
from engine.tysiac import (
    AUCTION,
    BOMB,
    CARD_POINTS,
    CARD_TEXTS,
    CONTRACT,
    EXCHANGE,
    MARRIAGE_VALUES,
    PLAY,
    REDEAL,
    SUITS,
    Decision,
    Rules,
    action_text,
    card_in,
    card_points,
    gifts_in,
    is_bid,
    is_meld,
    laid_in,
    marriage_suits,
    marriage_value,
    texts_of,
)


class Plan(NamedTuple):
    """Which match of a variant is shown: deals `first` to `first + deals - 1` of stream `seed`."""

    seed: int = 0
    first: int = 0
    deals: int = 4


# Chosen so that each shows what its variant is about.
PLANS = {
    "house-2p": Plan(5, 16, 5),
    "house-2p-nobomb": Plan(0, 10, 5),
    "house-3p": Plan(367, 19, 4),
    "house-3p-barrel": Plan(0, 19, 4),
    "house-3p-barrier900": Plan(0, 14, 4),
    "house-3p-bomb120": Plan(0, 5, 4),
    "house-3p-bombs3": Plan(0, 0, 5),
    "house-3p-fournines": Plan(1, 10, 4),
    "house-3p-hidden-musik": Plan(0, 0, 4),
    "house-3p-meld2": Plan(0, 6, 4),
    "house-3p-nobarrier": Plan(1, 15, 4),
    "house-3p-nobomb": Plan(0, 5, 4),
    "house-3p-nocap": Plan(0, 17, 4),
    "house-3p-noredeal": Plan(4, 9, 4),
    "house-3p-redeal14": Plan(0, 24, 4),
    "house-4p": Plan(9, 19, 4),
    "house-4p-nobomb": Plan(0, 0, 4),
    "tabrivio-1000-2p": Plan(19, 12, 5),
    "tabrivio-1000-2p-bombs0": Plan(2, 16, 4),
    "tabrivio-1000-2p-bombs3": Plan(0, 8, 5),
    "tabrivio-1000-3p": Plan(29, 16, 5),
    "tabrivio-1000-3p-bombs0": Plan(1, 19, 4),
    "tabrivio-1000-3p-bombs3": Plan(0, 14, 5),
    "tabrivio-1000-4p": Plan(2, 13, 5),
    "tabrivio-1000-4p-bombs0": Plan(8, 20, 4),
    "tabrivio-1000-4p-bombs3": Plan(0, 21, 5),
    "tabrivio-500-2p": Plan(23, 15, 5),
    "tabrivio-500-2p-bombs0": Plan(0, 3, 4),
    "tabrivio-500-2p-bombs3": Plan(0, 0, 5),
    "tabrivio-500-3p": Plan(10, 6, 5),
    "tabrivio-500-3p-bombs0": Plan(1, 4, 4),
    "tabrivio-500-3p-bombs3": Plan(0, 8, 5),
    "tabrivio-500-4p": Plan(0, 7, 5),
    "tabrivio-500-4p-bombs0": Plan(1, 8, 4),
    "tabrivio-500-4p-bombs3": Plan(0, 10, 5),
}


def lines_of(name: str) -> list[str]:
    """The lines of the golden of a variant."""
    return playthrough(name, PLANS.get(name, Plan()))


def playthrough(name: str, plan: Plan) -> list[str]:
    """The lines of a playthrough: before its first deal only the score sheet."""
    variant = find_variant(name)
    game: Game = variant.game
    settings = {**game.settings(variant.rules), "max_deals": plan.first + plan.deals}
    rules = game.make_rules(settings)
    key = root_key(f"playthrough {name} {plan.seed}".encode())
    match = game.new_match(rules, key)
    lines = [f"{name}, stream {plan.seed}, from deal {plan.first} on"]
    lines += wrapped("rules", [f"{field} {value}" for field, value in settings.items()])
    shown = _nothing_shown()
    while match.verdict is None:
        decision: Decision = match.decision()
        hand, step = match.position
        visible = decision.n >= plan.first
        if step == 0:
            shown = _nothing_shown()
            if visible:
                lines += ["", *_deal_lines(match.running_hand() or {})]
        number = integer(derive(key, "policy", hand, step), 32)
        chosen = choose(decision, rules, number)
        if visible:
            lines += shown.step(f"{hand}.{step}", decision, chosen)
        match.apply(chosen)
        if len(match.hands) > hand:
            lines += _result_lines(match.hands[hand], visible)
    return [*lines, "", f"{match.verdict}"]


# A player with some sense, the same in every run


def choose(decision: Decision, rules: Rules, number: int) -> int:
    """Bid on marriages, keep pairs and high cards, bomb what looks lost, lead melds and aces."""
    if len(decision.legal) == 1:
        return decision.legal[0]
    if decision.phase == AUCTION:
        return _bid(decision, rules, number)
    if decision.phase == PLAY:
        return _play(decision, number)
    return _exchange(decision, number)


def _exchange(decision: Decision, number: int) -> int:
    *actions, last = decision.legal
    if last == BOMB and (number % 4 == 0 or _hopes(decision.hand) < decision.bid - 20):
        return BOMB
    if last != BOMB:
        actions.append(last)
    if decision.phase == EXCHANGE:
        return min(actions, key=_loss(decision.hand))
    if decision.phase == CONTRACT:
        return actions[:3][-1 if _hopes(decision.hand) > decision.bid + 60 else 0]
    return actions[number % 2]


def _hopes(hand: int) -> int:
    return 2 * card_points(hand) + marriage_value(hand) - 20


def _bid(decision: Decision, rules: Rules, number: int) -> int:
    if REDEAL in decision.legal:
        return REDEAL
    daring = 60 if rules.bid_cap == "none" and number % 3 == 0 else 0
    limit = _hopes(decision.hand) + number % 3 * 10 + daring
    raises = [action for action in decision.legal if is_bid(action) and action <= limit]
    if not raises:
        return decision.legal[0]
    return raises[-1] if number % 7 == 0 else raises[0]


def _loss(hand: int) -> Any:
    pairs = marriage_suits(hand)

    def worth(card: int) -> int:
        paired = card // 6 in pairs and CARD_TEXTS[card][0] in "QK"
        return CARD_POINTS[card] + (MARRIAGE_VALUES[card // 6] if paired else 0)

    def loss(action: int) -> int:
        if action_text(action).startswith("lay"):
            return sum(worth(card) for card in laid_in(action))
        return sum(worth(card) for _, card in gifts_in(action))

    return loss


def _play(decision: Decision, number: int) -> int:
    legal = decision.legal
    if number % 6 == 0:
        return legal[number // 6 % len(legal)]
    if is_meld(legal[-1]):
        return legal[-1]
    if not decision.trick:
        return max(legal, key=lambda action: CARD_POINTS[card_in(action)])
    return min(legal, key=lambda action: CARD_POINTS[card_in(action)])


# What is written


def _nothing_shown() -> Shown:
    return Shown(action_text, _FORMATS, growing=("plays", "leaders", "auction"))


def _cards(mask: int) -> str:
    return " ".join(texts_of(mask))


def _plays(actions: tuple[int, ...]) -> str:
    return " ".join(action_text(action).replace(" ", "-") for action in actions)


# Fields that are neither numbers nor lists of numbers.
_FORMATS: dict[str, Callable[[Any], str]] = {
    "hand": _cards,
    "dealt": _cards,
    "musik": _cards,
    "laid": _cards,
    "trump": lambda suit: SUITS[suit] if suit >= 0 else "",
    "received": lambda card: CARD_TEXTS[card] if card >= 0 else "",
    "trick": lambda cards: " ".join(CARD_TEXTS[card] for card in cards),
    "plays": _plays,
    "auction": lambda bids: " ".join(f"{seat}:{action_text(action)}" for seat, action in bids),
    "gave": lambda gifts: " ".join(f"{CARD_TEXTS[card]}:{seat}" for seat, card in gifts),
    "redealt": lambda hands: " ".join(f"{seat}:{'+'.join(texts_of(mask))}" for seat, mask in hands),
}


def _deal_lines(hand: Mapping[str, Any]) -> Iterator[str]:
    again = f", redeal {hand['redeals']}" if hand["redeals"] else ""
    yield f"deal {hand['n']}{again}, dealer {hand['dealer']}, scores {_sums(hand['before'])}"
    for seat, cards in enumerate(hand["dealt"]):
        yield f"    seat {seat}: {' '.join(cards) or 'sits out'}"
    yield f"    musik: {' | '.join(' '.join(cards) for cards in hand['musik'])}"


def _result_lines(hand: Mapping[str, Any], visible: bool) -> list[str]:
    if not visible:
        ending = "redealt" if "redeal" in hand else f"change {_sums(hand['change'])}"
        return [
            f"deal {hand['n']}, dealer {hand['dealer']}: {ending}, after {_sums(hand['after'])}"
        ]
    if "redeal" in hand:
        return ["redealt"]
    sums = [f"{name} {_sums(hand[name])}" for name in ("tricks", "marriages", "change", "after")]
    return [f"settled: {', '.join(sums)}"]


def _sums(values: Sequence[int]) -> str:
    return "/".join(map(str, values))
