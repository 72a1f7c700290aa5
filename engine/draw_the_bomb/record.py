"""The record of a hand: what `export` writes and a replay reads (docs/records.md)."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from engine.draw_the_bomb.actions import action_texts, parse_action
from engine.draw_the_bomb.cards import CUTTERS, RESHUFFLE, card_of, texts_of
from engine.draw_the_bomb.deal import Deal, action_cards, other_cards
from engine.draw_the_bomb.fate import RecordedFate
from engine.draw_the_bomb.hand import Hand
from engine.draw_the_bomb.rules import Rules
from engine.errors import RecordError, TextError

__all__ = [
    "HandRecord",
    "hand_record",
    "recorded_actions",
    "recorded_deal",
    "recorded_fate",
    "recorded_outcomes",
    "recorded_seats_out",
    "recorded_size",
]


class HandRecord(TypedDict):
    """The hand of a match: its cards, all that was done and all that chance decided."""

    dealt: list[list[str]]
    deck: list[str]
    actions: list[tuple[int, str]]
    chance: list[str]
    out: list[int]


def hand_record(hand: Hand) -> HandRecord:
    """The record of `hand` as far as it has been played."""
    return {
        "dealt": [texts_of(cards) for cards in hand.deal.hands],
        "deck": texts_of(hand.deal.deck),
        "actions": action_texts(hand.actions),
        "chance": list(hand.outcomes),
        "out": list(hand.out),
    }


def recorded_deal(rules: Rules, hand: Mapping[str, object]) -> Deal:
    """The deal of a recorded hand; RecordError unless these rules could have dealt it."""
    dealt = _field(hand, "dealt")
    if len(dealt) != rules.players:
        raise RecordError(f"dealt: found {len(dealt)} hands; allowed: {rules.players}")
    hands = tuple([_dealt_hand(rules, cards) for cards in dealt])
    deck = _cards("deck", _field(hand, "deck"))
    pack = action_cards(rules) + other_cards(rules)
    pack += [CUTTERS] * (rules.cutters_dealt * rules.players)
    if sorted([*deck, *[card for cards in hands for card in cards]]) != sorted(pack):
        raise RecordError("dealt and deck: not the cards that these rules play with")
    return Deal(hands, deck)


def _dealt_hand(rules: Rules, texts: object) -> tuple[int, ...]:
    cards = _cards("dealt", texts)
    actions = len([card for card in cards if card <= RESHUFFLE])
    cutters = cards.count(CUTTERS)
    if (actions, cutters, len(cards)) != (
        rules.actions_dealt,
        rules.cutters_dealt,
        rules.actions_dealt + rules.cutters_dealt,
    ):
        allowed = f"{rules.actions_dealt} action cards and {rules.cutters_dealt} cutters"
        raise RecordError(f"dealt: found {texts!r:.80}; allowed: {allowed}")
    return cards


def recorded_fate(hand: Mapping[str, object]) -> RecordedFate:
    """The chance of a recorded hand; RecordError where it is no list of texts."""
    return RecordedFate(recorded_outcomes(hand))


def recorded_outcomes(hand: Mapping[str, object]) -> list[str]:
    """The texts of its chance events; RecordError where they are no list of texts."""
    outcomes: list[str] = []
    for outcome in _field(hand, "chance"):
        if not isinstance(outcome, str):
            raise RecordError(f"chance: found {outcome!r:.80}; allowed: texts")
        outcomes.append(outcome)
    return outcomes


def recorded_seats_out(hand: Mapping[str, object]) -> list[int]:
    """The seats that were out, in order; RecordError where they are no list of numbers."""
    out: list[int] = []
    for seat in _field(hand, "out"):
        if not isinstance(seat, int) or isinstance(seat, bool):
            raise RecordError(f"out: found {seat!r:.80}; allowed: seats")
        out.append(seat)
    return out


def recorded_size(hand: Mapping[str, object]) -> int:
    """The number of its actions; RecordError where they are no list."""
    return len(_field(hand, "actions"))


def recorded_actions(hand: Mapping[str, object]) -> list[tuple[int, int]]:
    """The (seat, action) of a recorded hand; RecordError where a text is no action."""
    parsed: list[tuple[int, int]] = []
    for entry in _field(hand, "actions"):
        if not isinstance(entry, Sequence) or len(entry) != 2:
            raise RecordError(f"action {len(parsed)}: found {entry!r:.80}; allowed: [seat, text]")
        seat, text = entry
        if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(text, str):
            raise RecordError(f"action {len(parsed)}: found {entry!r:.80}; allowed: [seat, text]")
        try:
            parsed.append((seat, parse_action(text)))
        except TextError as error:
            raise RecordError(f"action {len(parsed)}: {error}") from error
    return parsed


def _field(hand: Mapping[str, object], key: str) -> list[object]:
    value = hand.get(key)
    if not isinstance(value, list):
        raise RecordError(f"{key}: found {value!r:.80}; allowed: a list")
    return value


def _cards(key: str, texts: object) -> tuple[int, ...]:
    if not isinstance(texts, list):
        raise RecordError(f"{key}: found {texts!r:.80}; allowed: a list of cards")
    cards: list[int] = []
    for text in texts:
        if not isinstance(text, str):
            raise RecordError(f"{key}: found {text!r:.80}; allowed: a card")
        try:
            cards.append(card_of(text))
        except TextError as error:
            raise RecordError(f"{key}: {error}") from error
    return tuple(cards)
