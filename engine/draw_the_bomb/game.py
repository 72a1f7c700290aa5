"""Draw the Bomb as the tournament knows it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from engine.draw_the_bomb.actions import action_text, parse_action
from engine.draw_the_bomb.deal import hand_key, stream_deal
from engine.draw_the_bomb.decision import Decision
from engine.draw_the_bomb.fate import StreamFate
from engine.draw_the_bomb.match import Match
from engine.draw_the_bomb.plain import PlainDecision, plain_decision
from engine.draw_the_bomb.record import recorded_actions
from engine.draw_the_bomb.replay import Replay
from engine.draw_the_bomb.retell import tell_hand
from engine.draw_the_bomb.rules import PRESET, Rules, house_rules, make_rules
from engine.draw_the_bomb.seatings import seatings
from engine.draw_the_bomb.tables import HAND_COLUMNS, SEAT_COLUMNS, hand_from_rows, hand_rows
from engine.errors import RecordError
from engine.game import Column, Game, HandRows

__all__ = ["GAME", "DrawTheBomb"]


class DrawTheBomb(Game):
    """The Game of draw-the-bomb.md. Methods are documented in `engine.game`."""

    name: ClassVar[str] = "draw_the_bomb"
    decision_type: ClassVar[Any] = Decision
    wire_type: ClassVar[Any] = Decision
    plain_type: ClassVar[Any] = PlainDecision
    hand_columns: ClassVar[tuple[Column, ...]] = HAND_COLUMNS
    seat_columns: ClassVar[tuple[Column, ...]] = SEAT_COLUMNS

    def make_rules(self, settings: Mapping[str, object]) -> Rules:
        return make_rules(settings)

    def settings(self, rules: Rules) -> dict[str, object]:
        return rules.settings()

    def differences(self, rules: Rules) -> tuple[str, dict[str, object]]:
        house = house_rules(rules.players).settings()
        own = rules.settings()
        return PRESET, {key: value for key, value in own.items() if house[key] != value}

    def new_match(self, rules: Rules, key: bytes) -> Match:
        own = hand_key(key)
        return Match(rules, stream_deal(own, rules), StreamFate(own))

    def replay_match(self, rules: Rules, hands: Sequence[Mapping[str, Any]]) -> Match:
        if len(hands) != 1:
            raise RecordError(f"found {len(hands)} hands; allowed: 1, for a match is one hand")
        return Replay(rules, hands[0])

    def recorded_actions(self, hand: Mapping[str, Any]) -> list[tuple[int, int]]:
        return recorded_actions(hand)

    def action_text(self, action: int) -> str:
        return action_text(action)

    def parse_action(self, text: str) -> int:
        return parse_action(text)

    def plain_decision(self, decision: Decision) -> PlainDecision:
        return plain_decision(decision)

    def hand_rows(self, rules: Rules, hands: Sequence[Mapping[str, Any]]) -> list[HandRows]:
        return hand_rows(rules, hands)

    def hand_from_rows(self, rows: HandRows, actions: list[list[Any]]) -> dict[str, Any]:
        return hand_from_rows(rows, actions)

    def tell_hand(self, rules: Rules, hand: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        return tell_hand(rules, hand, names)

    def seatings(self, players: int) -> tuple[tuple[int, ...], ...]:
        return seatings(players)


GAME: Final = DrawTheBomb()
