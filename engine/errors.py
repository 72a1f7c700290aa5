"""What can go wrong in the engine.

EngineError (a ValueError)
├── RulesError          a setting that no game could be played with
├── UnknownNameError    a game or a variant that does not exist
├── TextError           a card or an action text that can't be read
├── PositionError       cards that can't lie like this in any deal
├── IllegalActionError  an action that the rules forbid here; the match is unchanged
└── RecordError         a record that contradicts the rules
"""

__all__ = [
    "EngineError",
    "IllegalActionError",
    "PositionError",
    "RecordError",
    "RulesError",
    "TextError",
    "UnknownNameError",
]


_LONGEST = 400


class EngineError(ValueError):
    """Base of all errors that the engine raises on purpose."""


class RulesError(EngineError):
    """A rule setting that can't be: names the key, what was found and what is allowed."""

    def __init__(self, key: str, found: object, allowed: str) -> None:
        super().__init__(f"{key}: found {found!r}; allowed: {allowed}")
        self.key = key
        self.found = found
        self.allowed = allowed


class UnknownNameError(EngineError):
    """A name that no catalog holds: says which names exist."""


class TextError(EngineError):
    """A text that is no card or action."""


class PositionError(EngineError):
    """A position that can't be: says what was found, where, and what is allowed."""

    def __init__(self, place: str, found: object, allowed: str) -> None:
        super().__init__(f"{place}: found {_text(found)}; allowed: {allowed}")


def _text(found: object) -> str:
    """Any value as a text of bounded length."""
    try:
        text = str(found)
    except Exception:
        return f"something ({type(found).__name__}) that can't be shown"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


class IllegalActionError(EngineError):
    """An action that is not legal now. Nothing has changed."""


class RecordError(EngineError):
    """A record that no match under its rules could have produced."""
