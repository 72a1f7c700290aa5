"""House bots by name."""

from bots.draw_the_bomb.reckless import Reckless
from bots.draw_the_bomb.ruthless import Ruthless
from bots.draw_the_bomb.trickster import Trickster
from bots.tysiac.cautious import Cautious
from bots.tysiac.greedy import Greedy
from bots.uniform import Uniform
from engine import Bot, UnknownNameError, find_game

__all__ = ["coded_bots", "house_bot", "house_bot_names"]


def _house_bots(game: str) -> dict[str, type[Bot]]:
    own: dict[str, dict[str, type[Bot]]] = {
        "draw_the_bomb": {"reckless": Reckless, "ruthless": Ruthless, "trickster": Trickster},
        "tysiac": {"cautious": Cautious, "greedy": Greedy},
    }
    return {**own.get(find_game(game).name, {}), "uniform": Uniform}


def coded_bots() -> tuple[str, ...]:
    """The house bots in the order of their numbers in match codes, from 1 on.

    Codes stay what they are as long as names are appended and never reordered.
    """
    return ("uniform", "cautious", "greedy", "reckless", "trickster", "ruthless")


def house_bot_names(game: str) -> list[str]:
    """The names of the house bots that play `game`, sorted; UnknownNameError if it is no game."""
    return sorted(_house_bots(game))


def house_bot(game: str, name: str) -> type[Bot]:
    """The class of the house bot `name`; UnknownNameError says which `game` has."""
    found = _house_bots(game).get(name)
    if found is None:
        names = ", ".join(house_bot_names(game))
        raise UnknownNameError(f"no house bot {name!r} plays {game}; house bots: {names}")
    return found
