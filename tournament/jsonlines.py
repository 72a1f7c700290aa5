"""The protocol for entries in any language: JSON, one message a line, docs/protocol.md.

The runner writes `hello`, then one `decide` per round, then `bye`; the entry answers `hello` with
`ready` and each `decide` with `answer`. What an entry writes is bounded before it is read (see
`longest_line`) and read here completely or not at all.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

import msgspec

from engine import find_game, game_names
from tournament.league import Limits

__all__ = [
    "PROTOCOL",
    "Answers",
    "BadMessage",
    "bye_line",
    "decide_line",
    "hello_line",
    "longest_line",
    "protocol_schema",
    "read_answer",
    "read_ready",
]

PROTOCOL: Final = 1
_LONGEST_TEXT: Final = 200
"""No action of any game has a longer text."""
_OVERHEAD: Final = 1024

Message = TypeVar("Message", bound=msgspec.Struct)
ActionText = Annotated[str, msgspec.Meta(max_length=_LONGEST_TEXT)]


class BadMessage(ValueError):  # noqa: N818 - it is the entry's message that is bad
    """A line that is no message of this protocol; says what is wrong with it."""


class MatchLine(msgspec.Struct, frozen=True):
    """One of the matches that the process plays in step."""

    line: int
    seed: str
    """The entry's own seed for this match, decimal: it can be more than 53 bits long."""


class TimeAndMemory(msgspec.Struct, frozen=True):
    """What the process may use."""

    decision_ms: int
    match_ms: int
    memory_mb: int


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="type"):
    """The first line: the game, the rules, the seat, and the matches to come."""

    protocol: int
    game: str
    rules: dict[str, Any]
    seat: int
    matches: list[MatchLine]
    limits: TimeAndMemory


class Question(msgspec.Struct, frozen=True):
    """One decision to make."""

    line: int
    decision: Mapping[str, Any]


class Decide(msgspec.Struct, frozen=True, tag="decide", tag_field="type"):
    """The decisions of one round."""

    id: int
    questions: list[Question]


class Bye(msgspec.Struct, frozen=True, tag="bye", tag_field="type"):
    """Nothing will follow."""


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="type", forbid_unknown_fields=True):
    """The answer to `hello`."""


class Answers(
    msgspec.Struct, frozen=True, tag="answer", tag_field="type", forbid_unknown_fields=True
):
    """The answer to `decide`: its id, and one text of `legal` per question, in their order."""

    id: int
    actions: list[ActionText]


_MESSAGES: Final = msgspec.json.Decoder(Ready | Answers)  # of two, so that a type must be there


def hello_line(
    game: str, rules: dict[str, Any], seat: int, seeds: Sequence[int], limits: Limits
) -> bytes:
    """The line that opens a seating: one seed per match."""
    hello = Hello(
        PROTOCOL,
        game,
        rules,
        seat,
        [MatchLine(line, str(seed)) for line, seed in enumerate(seeds)],
        TimeAndMemory(limits.decision_ms, limits.match_ms, limits.memory_mb),
    )
    return msgspec.json.encode(hello) + b"\n"


def decide_line(number: int, questions: Sequence[tuple[int, Mapping[str, Any]]]) -> bytes:
    """The line that asks (match line, decision as texts) in round `number`."""
    asked = [Question(line, decision) for line, decision in questions]
    return msgspec.json.encode(Decide(number, asked)) + b"\n"


def bye_line() -> bytes:
    """The last line."""
    return msgspec.json.encode(Bye()) + b"\n"


def longest_line(questions: int) -> int:
    """How many bytes the answer to so many questions may have, its line feed included."""
    return _OVERHEAD + questions * (4 * _LONGEST_TEXT + 8)


def read_ready(line: bytes) -> None:
    """Check the answer to `hello`; BadMessage says what is wrong with it."""
    _decode(line, Ready)


def read_answer(line: bytes, number: int, questions: int) -> list[str]:
    """The action texts of the answer to round `number`; BadMessage if it isn't that."""
    answers = _decode(line, Answers)
    if answers.id != number:
        found = f"the answer to request {answers.id!r:.30}"
        raise BadMessage(f"found {found}; allowed: that to {number}")
    if len(answers.actions) != questions:
        found = f"{len(answers.actions)} actions"
        raise BadMessage(f"found {found}; allowed: {questions}, one for each question")
    return answers.actions


def protocol_schema() -> dict[str, Any]:
    """The JSON Schema of all messages, and of the decisions of each game."""
    messages = (Hello, Ready, Decide, Answers, Bye)
    games = [find_game(name) for name in game_names()]
    types: list[Any] = [*messages, *(game.plain_type for game in games)]
    schemas, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    count = len(messages)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"tysiac-tournament protocol {PROTOCOL}",
        "anyOf": list(schemas[:count]),
        "decisions": {
            game.name: schema for game, schema in zip(games, schemas[count:], strict=True)
        },
        "$defs": definitions,
    }


def _decode(line: bytes, kind: type[Message]) -> Message:
    try:
        message = _MESSAGES.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(f"found a line that can't be read ({error})") from None
    if not isinstance(message, kind):
        raise BadMessage(f"found another message than {kind.__struct_config__.tag}")
    return message
