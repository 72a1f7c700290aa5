"""The texts of a decision say what the decision says: it can be made again from them."""

import random
from typing import Any

import pytest

from engine import derive, find_variant, root_key, variant_names
from engine.draw_the_bomb.actions import event_text
from engine.draw_the_bomb.cards import card_of as kind_of
from engine.tysiac.actions import parse_action
from engine.tysiac.cards import SUITS, card_of, mask_of


def tysiac_again(plain: dict[str, Any]) -> dict[str, Any]:
    """The fields of the decision that these texts came from."""
    return plain | {
        "legal": tuple(parse_action(text) for text in plain["legal"]),
        "hand": mask_of(plain["hand"]),
        "trump": -1 if plain["trump"] is None else SUITS.index(plain["trump"]),
        "leader": -1 if plain["leader"] is None else plain["leader"],
        "trick": tuple(card_of(text) for text in plain["trick"]),
        "plays": tuple(parse_action(text) for text in plain["plays"]),
        "dealt": mask_of(plain["dealt"]),
        "redealt": tuple((seat, mask_of(cards)) for seat, cards in plain["redealt"]),
        "auction": tuple((seat, parse_action(text)) for seat, text in plain["auction"]),
        "declarer": -1 if plain["declarer"] is None else plain["declarer"],
        "contract": plain["contract"] or 0,
        "musik": mask_of(plain["musik"]),
        "gave": tuple((seat, card_of(text)) for seat, text in plain["gave"]),
        "received": -1 if plain["received"] is None else card_of(plain["received"]),
        "laid": mask_of(plain["laid"]),
    }


def bomb_again(game: Any, plain: dict[str, Any]) -> dict[str, Any]:
    return plain | {
        "legal": tuple(game.parse_action(text) for text in plain["legal"]),
        "hand": tuple(kind_of(text) for text in plain["hand"]),
        "intel": tuple(-1 if text is None else kind_of(text) for text in plain["intel"]),
        "discards": tuple(kind_of(text) for text in plain["discards"]),
    }


def frozen(value: Any) -> Any:
    return tuple(frozen(each) for each in value) if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("variant", variant_names())
def test_a_decision_can_be_made_again_from_its_texts(variant: str) -> None:
    _, game, rules = find_variant(variant)
    dice = random.Random(variant)
    for number in range(2):
        match = game.new_match(rules, derive(root_key(b"plain"), variant, number))
        for _ in range(400):
            if match.to_move < 0:
                break
            decision = match.decision()
            plain = game.plain_decision(decision)
            if game.name == "tysiac":
                again = tysiac_again(plain)
            else:
                again = bomb_again(game, plain)
                events = [(seat, event_text(event)) for seat, event in decision.log]
                assert plain["log"] == events
                again["log"] = decision.log
            assert {key: frozen(value) for key, value in again.items()} == decision._asdict()
            match.apply(dice.choice(match.legal))
