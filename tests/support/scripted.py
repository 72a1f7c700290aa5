"""A bot that plays a script: action texts in order, then the first legal action for ever."""

from collections.abc import Iterable
from typing import Any

from engine import Bot, Decision, Setup
from engine.tysiac import action_text, parse_action


class Scripted(Bot):
    """Says `action_text` what was asked in `asked`, and answers from its script.

    A script entry is an action text, or anything else: an exception is raised, another value
    returned as it is.
    """

    def __init__(self, setup: Setup, script: Iterable[Any] = ()) -> None:
        super().__init__(setup)
        self.script = list(script)
        self.asked: list[list[str]] = []

    def decide(self, decision: Decision) -> int:
        self.asked.append([action_text(action) for action in decision.legal])
        if not self.script:
            return decision.legal[0]
        entry = self.script.pop(0)
        if isinstance(entry, BaseException):
            raise entry
        answer: int = parse_action(entry) if isinstance(entry, str) else entry
        return answer
