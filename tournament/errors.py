"""What can go wrong around the games. Every message is one line for a person.

TournamentError         exit code 2: what was found, where, what is allowed
├── LeagueError         a league file or an entry that can't be used
├── FolderError         a results folder that is not this league's, or is damaged
└── IsolationError      a tier of isolation that doesn't work here
"""

import re

__all__ = [
    "FolderError",
    "IsolationError",
    "LeagueError",
    "TournamentError",
    "one_line",
    "printable",
]

_LONG_WORD = re.compile(r"\S{200,}")
_WORD_SHOWN = 100


class TournamentError(Exception):
    """Base of the errors that a user can mend."""


class LeagueError(TournamentError):
    """The league file, a variant or an entry is wrong: names file, key, found and allowed."""

    def __init__(self, where: object, key: str, found: object, allowed: str) -> None:
        super().__init__(f"{where}: {key}: found {found}; allowed: {allowed}")


class FolderError(TournamentError):
    """A results folder can't be used as it is. Nothing in it was changed."""


class IsolationError(TournamentError):
    """A process can't be kept as it was asked for; it was not started."""


def printable(char: str) -> str:
    """The character, escaped if it can't be shown."""
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


def one_line(message: str) -> str:
    """The message as one printable line: what can't be shown is escaped, long words are cut."""
    shown = "".join(map(printable, message))
    return _LONG_WORD.sub(lambda word: f"{word[0][:_WORD_SHOWN]}…", shown)
