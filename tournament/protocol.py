"""What a worker and the process of an entry say to each other: frames of msgpack.

A frame is a length (4 bytes, big endian) and that many bytes. The worker says `Hello` once and
then sends in each round its number and a list of questions; the process answers with that number
and one reply per question, in the same order. Decisions travel as tuples (`Game.to_wire`).
"""

from typing import Any

import msgspec

__all__ = ["HEADER_BYTES", "Hello", "Ready", "Reply", "frame", "largest_reply", "shorten"]

HEADER_BYTES = 4
_TEXT_LIMIT = 4000


class Hello(msgspec.Struct, frozen=True, array_like=True):
    """All that a process is told before its first question."""

    game: str
    rules: dict[str, Any]
    seat: int
    seeds: tuple[int, ...]
    """Seed of the bot of each line, in order."""
    process_seed: int
    """Seeds the global generators of the process."""
    folder: str
    module: str
    target: str


class Ready(msgspec.Struct, frozen=True, array_like=True):
    """The process has imported its entry, or says why it can't."""

    error: str


Reply = int | str
"""The answer to one question: an action, or the exception that came instead of one."""


def frame(message: object) -> bytes:
    """The bytes of a message, with their length in front."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEADER_BYTES, "big") + body


def largest_reply(questions: int) -> int:
    """How many bytes the reply to so many questions may have at most."""
    return 1024 + questions * (_TEXT_LIMIT * 4 + 64)


def shorten(text: str) -> str:
    """The end of a text, as much as a reply may hold, in plain UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()[-_TEXT_LIMIT:]
