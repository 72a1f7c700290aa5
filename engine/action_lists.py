"""The actions of a hand as the table `actions` holds them: two texts, and back."""

from typing import Any, Final

__all__ = ["join_actions", "split_actions"]

_DIGITS: Final = "0123456789"


def join_actions(actions: list[Any]) -> tuple[str, str]:
    """Who acted, a digit each, and the texts of the actions, joined by a comma."""
    actors = [_digit(action[0]) for action in actions]
    texts = [action[1] for action in actions]
    return "".join(actors), ",".join(texts)


def _digit(seat: int) -> str:
    return _DIGITS[seat]


def split_actions(actors: str, actions: str) -> list[list[Any]]:
    """The list of actions again; ValueError if the two don't fit together."""
    texts = actions.split(",") if actions else []
    return [[int(seat), text] for seat, text in zip(actors, texts, strict=True)]
