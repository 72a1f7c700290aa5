"""What worker and fork server say to each other, and what a watchman tells the worker.

The worker says first how the server is to work, then sends orders; the server acknowledges each
with one byte. A watchman says lines over the status socket of its process.
"""

import socket
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from tournament.protocol import HEADER_BYTES, frame

__all__ = [
    "ACKNOWLEDGED",
    "ENDED",
    "FAILED",
    "GO",
    "OBEYED",
    "OVERFED",
    "STARTED",
    "STOP",
    "Duty",
    "Order",
    "receive",
    "say",
    "send",
]

ACKNOWLEDGED = b"."
_LARGEST = 64 * 1024

# The first character of a watchman's line.
STARTED = "s"
"""The process of the entry is there: descriptors of the watchman and of it come along."""
FAILED = "f"
"""It could not be walled in, and was not started; the reason follows."""
ENDED = "e"
"""It has ended; its exit code as Python has it follows."""
OVERFED = "m"
"""It is being killed since it went beyond a limit; which one follows."""
OBEYED = "o"
"""What the worker has ordered is done."""

# What the worker may say to a watchman, a byte each.
STOP = b"p"
"""Let nothing of the entry run until further notice."""
GO = b"c"
"""Let it run again."""


class Duty(msgspec.Struct, frozen=True, array_like=True):
    """How a server is to work."""

    tier: str
    preload: tuple[str, ...]
    readable: tuple[str, ...]
    """What the tier `landlock` leaves readable."""


class Order(msgspec.Struct, frozen=True, array_like=True):
    """One process to start; its standard descriptors and a status socket travel beside it."""

    package: str
    """The folder of the entry, as the server sees it."""
    command: tuple[str, ...]
    """A program with its arguments, run in that folder; empty for our shell around a Bot."""
    memory_bytes: int


def send(channel: socket.socket, message: Duty | Order, descriptors: Sequence[int] = ()) -> None:
    """Send a message, and descriptors with it. Raises OSError if nobody is there."""
    content = frame(message)
    sent = socket.send_fds(channel, [content], list(descriptors))
    channel.sendall(content[sent:])


def receive(channel: socket.socket, descriptors: int) -> tuple[bytes, list[int]]:
    """The body of a message and up to so many descriptors; nothing once the other end is closed."""
    content, found, _, _ = socket.recv_fds(channel, HEADER_BYTES, descriptors)
    if len(content) < HEADER_BYTES:
        return b"", found
    left = int.from_bytes(content, "big")
    if left > _LARGEST:
        raise ValueError(f"a message of {left} bytes")
    body = b""
    while len(body) < left:
        part = channel.recv(left - len(body))
        if not part:
            return b"", found
        body += part
    return body, found


def say(status: socket.socket, what: str, text: str = "", descriptors: Sequence[int] = ()) -> None:
    """One line of a watchman; nobody may be there to hear it."""
    line = (what + text.replace("\n", " ") + "\n").encode("utf-8", "backslashreplace")
    with suppress(OSError):
        socket.send_fds(status, [line], list(descriptors))
