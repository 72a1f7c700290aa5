"""Positions to ask a bot about, written as a person would write them."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from engine import Bot, Setup
from engine.tysiac import (
    AUCTION,
    BOMB,
    EXCHANGE,
    KINGS,
    PLAY,
    QUEENS,
    SUITS,
    Decision,
    action_text,
    beats,
    card_of,
    cards_of,
    give,
    lay,
    make_decision,
    make_rules,
    marriage_suits,
    mask_of,
    meld,
    parse_action,
    play,
    playable,
)


def mask(text: str) -> int:
    """The cards of `AKs 9h`: ranks, then their suit."""
    return mask_of([rank + word[-1] for word in text.split() for rank in word[:-1]])


def legal_plays(hand: int, trick: tuple[int, ...], trump: int) -> list[int]:
    if not trick:
        melds = [meld(card[suit]) for suit in marriage_suits(hand) for card in (QUEENS, KINGS)]
        return [play(card) for card in cards_of(hand)] + melds
    best = trick[0]
    for card in trick[1:]:
        best = card if beats(card, best, trump) else best
    return [play(card) for card in cards_of(playable(hand, trick[0] // 6, best, trump))]


def legal_exchanges(hand: int, players: int) -> list[int]:
    pairs = list(permutations(cards_of(hand), 2))
    if players == 2:
        return [lay(first, second) for first, second in pairs if first < second]
    return [give(0, first, 2, second) for first, second in pairs]


def legal_actions(
    phase: str, hand: int, trick: tuple[int, ...], trump: int, players: int
) -> list[int]:
    if phase == EXCHANGE:
        return legal_exchanges(hand, players)
    return legal_plays(hand, trick, trump)


@pytest.fixture
def position() -> Callable[..., Decision]:
    """Builds a Decision of seat 1, by default on an empty score sheet with dealer 0.

    `legal` are action texts, by default all exchanges or plays; `bomb` adds the bomb to them.
    """

    def build(
        phase: str = PLAY,
        *,
        hand: str,
        legal: str = "",
        bomb: bool = False,
        trick: str = "",
        played: str = "",
        trump: str = "",
        players: int = 3,
        **fields: Any,
    ) -> Decision:
        held = mask(hand)
        cards = tuple(card_of(text) for text in trick.split())
        suit = SUITS.index(trump) if trump else -1
        if legal:
            actions = [parse_action(text) for text in legal.split(", ")]
        else:
            actions = legal_actions(phase, held, cards, suit, players)
        nothing = (0,) * players
        before = cards_of(mask(played))
        leader = (1 - len(cards)) % players if phase == PLAY else -1
        tricks = 1 - -len(before) // min(players, 3) if phase == PLAY else 0
        return make_decision(
            **{
                "seat": 1,
                "legal": tuple(actions + [BOMB] * bomb),
                "phase": phase,
                "hand": held,
                "trump": suit,
                "leader": leader,
                "trick": cards,
                "plays": tuple(play(card) for card in (*before, *cards)),
                "leaders": (leader,) * tricks,
                "points": nothing,
                "marriages": nothing,
                "n": 0,
                "dealer": 0,
                "scores": nothing,
                "bombs_left": (1,) * players,
                "barrel": nothing,
                "dealt": held,
                "redealt": (),
                "auction": (),
                "bid": 100,
                "declarer": 2 if phase == AUCTION else 1,
                "contract": 0 if phase == AUCTION else 100,
                "musik": 0,
                "gave": (),
                "received": -1,
                "laid": 0,
                **fields,
            }
        )

    return build


@pytest.fixture
def ask(position: Callable[..., Decision]) -> Callable[..., str]:
    """Asks a fresh bot about a position; `rules` are settings on top of the house preset."""

    def answer(bot: type[Bot], *args: Any, rules: dict[str, object] | None = None, **fields: Any):
        decision = position(*args, **fields)
        settings = {"players": len(decision.scores), **(rules or {})}
        action = bot(Setup("tysiac", make_rules(settings), 1, 0)).decide(decision)
        assert action in decision.legal
        return action_text(action)

    return answer
