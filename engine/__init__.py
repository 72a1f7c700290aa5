"""The referee: games, rules, decisions, records. Standard library only (and mypy_extensions).

Public vocabulary for bots and tournaments; `engine.tysiac` and
`engine.draw_the_bomb` hold what belongs to one game alone.
"""

from types import FunctionType
from typing import Final

from engine.action_lists import join_actions, split_actions
from engine.bot import Bot, Setup
from engine.catalog import Variant, find_game, find_variant, game_names, read_variant, variant_names
from engine.chance import derive, integer, permutation, root_key
from engine.errors import (
    EngineError,
    IllegalActionError,
    PositionError,
    RecordError,
    RulesError,
    TextError,
    UnknownNameError,
)
from engine.game import (
    Column,
    Decision,
    Game,
    HandRows,
    Refused,
    RunningMatch,
    Verdict,
    fallback,
)

__all__ = [
    "COMPILED",
    "Bot",
    "Column",
    "Decision",
    "EngineError",
    "Game",
    "HandRows",
    "IllegalActionError",
    "PositionError",
    "RecordError",
    "Refused",
    "RulesError",
    "RunningMatch",
    "Setup",
    "TextError",
    "UnknownNameError",
    "Variant",
    "Verdict",
    "derive",
    "fallback",
    "find_game",
    "find_variant",
    "game_names",
    "integer",
    "join_actions",
    "permutation",
    "read_variant",
    "root_key",
    "split_actions",
    "variant_names",
]

COMPILED: Final = not isinstance(derive, FunctionType)
"""Whether this engine was compiled to C; it plays alike either way."""
