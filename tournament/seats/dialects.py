"""How a worker speaks with the process of an entry: frames for Python, lines for any language.

Both say the same things in the same order, and read what comes back completely or not at all.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

import msgspec

from engine import Decision, EngineError, Game, find_game
from tournament import jsonlines
from tournament.jsonlines import BadMessage
from tournament.league import Limits
from tournament.protocol import (
    HEADER_BYTES,
    Hello,
    Ready,
    Reply,
    frame,
    largest_reply,
    shorten,
)
from tournament.seats.base import Answer, NoAction

__all__ = ["Dialect", "Frames", "Lines"]

_LONGEST_QUOTE: Final = 200
_REPLIES: Final = msgspec.msgpack.Decoder(tuple[int, list[Reply]])
_SAYS_NOTHING: Final = "an exception that says nothing"
_NOT_THESE: Final = "the replies are not those to the questions"


class Dialect(ABC):
    """Makes the messages to one process and understands its messages."""

    matches: int
    """Matches that the process plays in step."""
    farewell = b""
    """What is said to it at the end."""

    @abstractmethod
    def hello(self) -> bytes:
        """The first message."""

    @abstractmethod
    def question(self, questions: Sequence[tuple[int, Decision]]) -> bytes:
        """The message that asks (line, decision)."""

    @abstractmethod
    def most(self, questions: int) -> int:
        """How many bytes may be read for the answer to so many questions; 0 is the hello."""

    @abstractmethod
    def missing(self, read: bytes, most: int) -> int:
        """How many more bytes to read at most, 0 when the message is whole. Raises BadMessage."""

    @abstractmethod
    def start_error(self, message: bytes) -> str:
        """Why the entry can't play, or "". Raises BadMessage."""

    @abstractmethod
    def answers(self, message: bytes, questions: Sequence[tuple[int, Decision]]) -> list[Answer]:
        """The answers to the last question, legal or faults. Raises BadMessage."""


class Frames(Dialect):
    """Length and MessagePack, with our shell at the other end (`tournament.host`)."""

    def __init__(self, hello: Hello) -> None:
        self._hello = hello
        self._to_wire = find_game(hello.game).to_wire
        self._round = 0
        self.matches = len(hello.seeds)

    def hello(self) -> bytes:
        return frame(self._hello)

    def question(self, questions: Sequence[tuple[int, Decision]]) -> bytes:
        self._round += 1
        asked = [(line, self._to_wire(decision)) for line, decision in questions]
        return frame((self._round, asked))

    def most(self, questions: int) -> int:
        return largest_reply(max(questions, 1))

    def missing(self, read: bytes, most: int) -> int:
        if len(read) < HEADER_BYTES:
            return HEADER_BYTES + most - len(read)
        size = int.from_bytes(read[:HEADER_BYTES], "big")
        if size > most:
            raise BadMessage(f"a message of {size} bytes, allowed are {most}")
        missing = size + HEADER_BYTES - len(read)
        if missing < 0:
            raise BadMessage(f"{-missing} bytes beyond its message")
        return missing

    def start_error(self, message: bytes) -> str:
        try:
            return msgspec.msgpack.decode(message[HEADER_BYTES:], type=Ready).error
        except msgspec.MsgspecError as error:
            raise BadMessage(f"its first message: {error}") from None

    def answers(self, message: bytes, questions: Sequence[tuple[int, Decision]]) -> list[Answer]:
        try:
            number, replies = _REPLIES.decode(message[HEADER_BYTES:])
        except msgspec.MsgspecError as error:
            raise BadMessage(str(error)) from None
        if number != self._round or len(replies) != len(questions):
            raise BadMessage(_NOT_THESE)
        return [
            reply if isinstance(reply, int) and reply in decision.legal else _no_action(reply)
            for reply, (_, decision) in zip(replies, questions, strict=True)
        ]


class Lines(Dialect):
    """JSON, one message a line: docs/protocol.md."""

    farewell = jsonlines.bye_line()

    def __init__(
        self, game: Game, rules: dict[str, object], seat: int, seeds: Sequence[int], limits: Limits
    ) -> None:
        self._game = game
        self._hello = jsonlines.hello_line(game.name, rules, seat, seeds, limits)
        self._round = 0
        self.matches = len(seeds)

    def hello(self) -> bytes:
        return self._hello

    def question(self, questions: Sequence[tuple[int, Decision]]) -> bytes:
        self._round += 1
        plain = [(line, self._game.plain_decision(decision)) for line, decision in questions]
        return jsonlines.decide_line(self._round, plain)

    def most(self, questions: int) -> int:
        return jsonlines.longest_line(questions)

    def missing(self, read: bytes, most: int) -> int:
        end = read.find(b"\n")
        if end < 0:
            if len(read) >= most:
                raise BadMessage(f"{len(read)} bytes without a line feed, allowed are {most}")
            return most - len(read)
        if end + 1 < len(read):
            raise BadMessage("more than the one line that was asked for")
        return 0

    def start_error(self, message: bytes) -> str:
        jsonlines.read_ready(message)
        return ""

    def answers(self, message: bytes, questions: Sequence[tuple[int, Decision]]) -> list[Answer]:
        texts = jsonlines.read_answer(message, self._round, len(questions))
        return [
            self._answer(text, decision)
            for text, (_, decision) in zip(texts, questions, strict=True)
        ]

    def _answer(self, text: str, decision: Decision) -> Answer:
        try:
            action = self._game.parse_action(text)
        except EngineError as error:
            return NoAction("illegal_action", str(error))
        if action not in decision.legal:
            return NoAction("illegal_action", f"answered {text!r:.{_LONGEST_QUOTE}}")
        return action


def _no_action(reply: Reply) -> NoAction:
    if isinstance(reply, int):
        return NoAction("illegal_action", f"decide() returned {reply}")
    return NoAction("exception", shorten(reply) or _SAYS_NOTHING)
