"""The actions of a hand as the table `actions` holds them: two texts, and back."""

from collections.abc import Sequence
from typing import Any, Final

__all__ = ["join_actions", "split_actions"]

_DIGITS: Final = "0123456789"


def join_actions(actions: Sequence[Sequence[Any]]) -> tuple[str, str]:
    """Who acted, a digit each, and the texts of the actions, joined by a comma."""
    actors: list[str] = []
    texts: list[str] = []
    for action in actions:
        seat: int = action[0]
        actors.append(_DIGITS[seat])
        texts.append(action[1])
    return "".join(actors), ",".join(texts)


def split_actions(actors: str, actions: str) -> list[list[Any]]:
    """The list of actions again; ValueError if the two don't fit together."""
    texts = actions.split(",") if actions else []
    return [[int(seat), text] for seat, text in zip(actors, texts, strict=True)]
