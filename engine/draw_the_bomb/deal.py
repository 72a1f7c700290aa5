"""The cards of a match before its first turn (draw-the-bomb.md, "Setup")."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.chance import derive, permutation
from engine.draw_the_bomb.cards import BLANK, BOMB, CUTTERS
from engine.draw_the_bomb.rules import Rules

__all__ = ["Deal", "action_cards", "hand_key", "other_cards", "stream_deal"]

_HAND: Final = 0
_REDEALS: Final = 0


class Deal(NamedTuple):
    """The hand of each seat in the order dealt, and the deck from its top to its bottom."""

    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]


def hand_key(key: bytes) -> bytes:
    """The key of the only hand of a match on the deal stream below `key`: hand 0, redeal 0."""
    return derive(key, _HAND, _REDEALS)


def stream_deal(key: bytes, rules: Rules) -> Deal:
    """The deal that the key of a hand stands for.

    Each seat takes its action cards from the shuffled actions, in ascending order of seats, and
    its cutters; all that is left and no seat is dealt makes up the deck, shuffled.
    """
    actions = _shuffled(derive(key, "actions"), action_cards(rules))
    cutters = (CUTTERS,) * rules.cutters_dealt
    size = rules.actions_dealt
    hands = [
        tuple(actions[seat * size : (seat + 1) * size]) + cutters for seat in range(rules.players)
    ]
    left = actions[rules.players * size :] + other_cards(rules)
    return Deal(tuple(hands), tuple(_shuffled(derive(key, "deck"), left)))


def action_cards(rules: Rules) -> list[int]:
    """All action cards of the pack."""
    cards: list[int] = []
    for card, copies in enumerate(rules.action_counts):
        cards += [card] * copies
    return cards


def other_cards(rules: Rules) -> list[int]:
    """What is shuffled into the deck besides the actions that are left: never dealt."""
    return [BLANK] * rules.blanks + [CUTTERS] * rules.extra_cutters + [BOMB] * rules.bombs


def _shuffled(key: bytes, cards: Sequence[int]) -> list[int]:
    return [cards[place] for place in permutation(key, len(cards))]
