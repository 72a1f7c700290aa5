"""Open seeds and secret ones: where the key comes from that all deals hang on.

An open seed is a text in the league file: whoever reads it could know the deals. A secret seed is
256 bits in a file that only its owner may read; the league file names its commitment, a hash that
binds the organizer and tells nothing. The seed goes from the file into the runner's memory and as
keys of single batches to the workers, nowhere else, until `tournament reveal`.
"""

import os
import re
import secrets
import stat
from pathlib import Path
from typing import Final

from engine import root_key
from tournament.errors import TournamentError
from tournament.league import NAME, League, seed_commitment

__all__ = ["league_key", "new_seed_file", "read_seed_file"]

SEED_BYTES: Final = 32
_LONGEST_FILE: Final = 1024


def new_seed_file(path: Path, league: str) -> str:
    """Write a new secret seed where no file is yet, mode 0600; its commitment for that league.

    Raises TournamentError for a name that no league can have, and for a file that can't be made.
    """
    if not re.fullmatch(NAME, league):
        allowed = "1 to 64 of the characters a-z 0-9 _ -"
        raise TournamentError(f"seed new: found the name {league!r}; allowed: {allowed}")
    seed = secrets.token_bytes(SEED_BYTES)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise TournamentError(f"{path}: found {error.strerror}; allowed: a new file") from None
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{seed.hex()}\n")
        file.flush()
        os.fsync(file.fileno())
    return seed_commitment(seed, league)


def read_seed_file(path: Path, league: League) -> bytes:
    """The secret seed of a league; TournamentError, which never shows any of it, if it is not."""
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            content = file.read(_LONGEST_FILE)
    except OSError as error:
        found = error.strerror
        raise TournamentError(f"{path}: found {found}; allowed: a readable seed file") from None
    if mode & 0o077:
        found = f"mode {mode:04o}"
        raise TournamentError(f"{path}: found {found}; allowed: 0600, only its owner may read it")
    try:
        seed = bytes.fromhex(content.decode("ascii").strip())
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        allowed = "64 hexadecimal digits, as `tournament seed new` writes them"
        raise TournamentError(f"{path}: found something else than a seed; allowed: {allowed}")
    return _committed(seed.hex(), league, f"{path}")


def _committed(text: str, league: League, where: str = "revealed seed") -> bytes:
    """The seed of a hexadecimal text, held against the league's commitment."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if seed_commitment(seed, league.name) != league.commitment:
        found = f"a seed with another commitment than {league.commitment[:12]}…"
        allowed = f"the seed that the league {league.name!r} committed itself to"
        raise TournamentError(f"{where}: found {found}; allowed: {allowed}")
    return seed


def league_key(league: League, seed_file: Path | None, revealed: str | None = None) -> bytes:
    """The key at the root of a league's deals: of its open, its revealed or its secret seed.

    Raises TournamentError where a secret seed is needed and not given, or given and not needed.
    """
    if league.seed is not None:
        if seed_file is not None:
            found = f"a seed file for the league {league.name!r}, whose seed is open"
            raise TournamentError(f"--seed-file: found {found}; allowed: none")
        return root_key(league.seed.encode())
    if seed_file is not None:
        return root_key(read_seed_file(seed_file, league))
    if revealed is not None:
        return root_key(_committed(revealed, league))
    found = f"none, and the league {league.name!r} has a secret seed"
    raise TournamentError(f"--seed-file: found {found}; allowed: the file with its seed")
