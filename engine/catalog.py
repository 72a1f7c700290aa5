"""Games and variants by name."""

import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

from engine.errors import RulesError, UnknownNameError
from engine.game import Game

__all__ = ["Variant", "find_game", "find_variant", "game_names", "read_variant", "variant_names"]

_VARIANT_KEYS = ("game", "preset", "rules")


class Variant(NamedTuple):
    """A named (game, rules)."""

    name: str
    game: Game
    rules: Any


def game_names() -> list[str]:
    """Names of all games, in order: each is a package beside this file with a `game.GAME`."""
    here = [str(Path(__file__).parent)]
    return sorted(module.name for module in iter_modules(here) if module.ispkg)


def find_game(name: str) -> Game:
    """The game of that name; UnknownNameError says which there are."""
    names = game_names()
    if name not in names:
        raise UnknownNameError(f"no game {name!r}; games: {', '.join(names)}")
    game: Game = import_module(f"engine.{name}.game").GAME
    return game


def variant_folder() -> Path:
    """Where the variants that come with the project stand."""
    return Path(__file__).parent.parent / "configs" / "variants"


def variant_names() -> list[str]:
    """Names of the variants that come with the project, in order."""
    return sorted(path.stem for path in variant_folder().glob("*.toml"))


def find_variant(name: str) -> Variant:
    """The variant of that name; UnknownNameError says which there are."""
    if name not in variant_names():
        raise UnknownNameError(f"no variant {name!r}; variants: {', '.join(variant_names())}")
    return read_variant(variant_folder() / f"{name}.toml")


def read_variant(path: Path) -> Variant:
    """The variant in a file: `game`, `preset` and a table `rules` of what differs from it.

    Raises RulesError, naming file, key, what was found and what is allowed.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:  # ValueError: NUL in a path, bad text
        raise RulesError(str(path), str(error), "a readable TOML file") from error
    try:
        return _variant(path.stem, content)
    except RulesError as error:
        raise RulesError(f"{path}: {error.key}", error.found, error.allowed) from error


def _variant(name: str, content: Mapping[str, object]) -> Variant:
    for key, value in content.items():
        if key not in _VARIANT_KEYS:
            raise RulesError(key, value, f"the keys {', '.join(_VARIANT_KEYS)}")
    game_name = content.get("game")
    try:
        game = find_game(str(game_name))
    except UnknownNameError as error:
        raise RulesError("game", game_name, str(error)) from error
    rules = content.get("rules", {})
    if not isinstance(rules, Mapping):
        raise RulesError("rules", rules, "a table of settings")
    settings = dict(rules)
    if "preset" in content:
        settings["preset"] = content["preset"]
    return Variant(name, game, game.make_rules(settings))
