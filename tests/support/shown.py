"""Decisions as text, as their seats see them one after the other."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

WIDTH = 100
LONG = 80
MOST_TEXTS = 14


class Shown:
    """What each seat has been shown in this deal: later decisions say only what is new."""

    def __init__(
        self,
        action_text: Callable[[int], str],
        formats: Mapping[str, Callable[[Any], str]],
        growing: Sequence[str],
    ) -> None:
        self._action_text = action_text
        self._formats = formats
        """For the fields that are neither numbers nor lists of numbers."""
        self._growing = growing
        self._last: dict[int, dict[str, Any]] = {}

    def step(self, place: str, decision: Any, chosen: int) -> list[str]:
        fields = decision._asdict()
        del fields["seat"], fields["legal"]
        last = self._last.get(decision.seat, {})
        self._last[decision.seat] = fields
        news = [
            f"{name} {self._news(name, value, last.get(name))}"
            for name, value in fields.items()
            if name not in last or value != last[name]
        ]
        texts = [self._action_text(action) for action in decision.legal]
        if len(texts) > MOST_TEXTS:
            texts[MOST_TEXTS - 2 : -1] = ["…"]
            texts[-1] += f" ({len(decision.legal)} in all)"
        head = f"{place} seat {decision.seat}"
        if len(texts) == 1:
            return wrapped(head, news, f" → only {texts[0]}")
        tail = f" → {self._action_text(chosen)}"
        return wrapped(head, news) + wrapped("    legal", texts, tail)

    def _news(self, name: str, value: Any, last: Any) -> str:
        """The value of a field; of one that only grows, what has come to it."""
        if name in self._growing and last and value[: len(last)] == last:
            return f"+ {self._value(name, value[len(last) :])}"
        return self._value(name, value)

    def _value(self, name: str, value: Any) -> str:
        if name in self._formats:
            return self._formats[name](value) or "none"
        if isinstance(value, tuple):
            return "/".join(map(str, value)) or "none"
        return str(value)


def wrapped(head: str, parts: Sequence[str], tail: str = "") -> list[str]:
    """One line, continued with an indent where it is too long; parts stay whole if they can."""
    glued = [part.replace(" ", "\u00a0") if len(part) < LONG else part for part in parts]
    text = f"{head}: {', '.join(glued)}{tail}"
    lines = wrap(
        text,
        WIDTH,
        subsequent_indent=" " * 8,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\u00a0", " ") for line in lines]
