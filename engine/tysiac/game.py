"""Tysiąc as the tournament knows it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from engine.game import Column, Game, HandRows
from engine.tysiac.actions import action_text, parse_action
from engine.tysiac.deal import StreamDeals
from engine.tysiac.decision import Decision, from_tuple
from engine.tysiac.fields import AS_TUPLE
from engine.tysiac.match import Match
from engine.tysiac.plain import PlainDecision, plain_decision
from engine.tysiac.record import recorded_actions, recorded_deals
from engine.tysiac.retell import tell_hand
from engine.tysiac.rules import PRESETS, Rules, make_rules
from engine.tysiac.tables import HAND_COLUMNS, SEAT_COLUMNS, hand_from_rows, hand_rows

__all__ = ["GAME", "Tysiac"]


class Tysiac(Game):
    """The Game of tysiac.md. Methods are documented in `engine.game`."""

    name: ClassVar[str] = "tysiac"
    decision_type: ClassVar[Any] = Decision
    wire_type: ClassVar[Any] = AS_TUPLE
    plain_type: ClassVar[Any] = PlainDecision
    hand_columns: ClassVar[tuple[Column, ...]] = HAND_COLUMNS
    seat_columns: ClassVar[tuple[Column, ...]] = SEAT_COLUMNS

    def make_rules(self, settings: Mapping[str, object]) -> Rules:
        return make_rules(settings)

    def settings(self, rules: Rules) -> dict[str, object]:
        return rules.settings()

    def differences(self, rules: Rules) -> tuple[str, dict[str, object]]:
        own = rules.settings()
        best, best_differences = "", own
        for preset, base in PRESETS.items():
            settings = base.settings()
            differences = {
                key: value
                for key, value in own.items()
                if key != "players" and settings[key] != value
            }
            if len(differences) < len(best_differences):
                best, best_differences = preset, differences
        return best, best_differences

    def new_match(self, rules: Rules, key: bytes) -> Match:
        return Match(rules, StreamDeals(key, rules.players))

    def replay_match(self, rules: Rules, hands: Sequence[Mapping[str, Any]]) -> Match:
        return Match(rules, recorded_deals(hands))

    def recorded_actions(self, hand: Mapping[str, Any]) -> list[tuple[int, int]]:
        return recorded_actions(hand)

    def action_text(self, action: int) -> str:
        return action_text(action)

    def parse_action(self, text: str) -> int:
        return parse_action(text)

    def to_wire(self, decision: Decision) -> Any:
        return decision.as_tuple()

    def from_wire(self, values: Any) -> Decision:
        return from_tuple(values)

    def plain_decision(self, decision: Decision) -> PlainDecision:
        return plain_decision(decision)

    def hand_rows(self, rules: Rules, hands: Sequence[Mapping[str, Any]]) -> list[HandRows]:
        return hand_rows(rules, hands)

    def hand_from_rows(self, rows: HandRows, actions: list[list[Any]]) -> dict[str, Any]:
        return hand_from_rows(rows, actions)

    def tell_hand(self, rules: Rules, hand: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        return tell_hand(rules, hand, names)


GAME: Final = Tysiac()
