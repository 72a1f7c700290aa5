"""The manifest: what was to be played, what has been, and the digest that stands for it."""

import importlib.metadata
import platform
from collections.abc import Sequence

import msgspec

import tournament
from tournament.errors import FolderError
from tournament.folder import RunFolder, write_whole
from tournament.journal import Head
from tournament.league import League
from tournament.records import SCHEMA, run_digest

__all__ = [
    "Manifest",
    "SetAside",
    "faulty_matches",
    "make_manifest",
    "read_manifest",
    "reveal",
    "seed_kind",
    "write_manifest",
]


class _Versioned(msgspec.Struct):
    """What a manifest of any version says."""

    schema: int


class SetAside(msgspec.Struct, frozen=True):
    """A batch whose worker died too often."""

    batch: str
    cause: str


class Manifest(msgspec.Struct, frozen=True):
    """`manifest.json`. Everything but the counts of failures is a function of the league."""

    schema: int
    engine_version: str
    league: League
    seed: str
    """open, secret or revealed."""
    revealed_seed: str | None
    """The secret seed, hexadecimal, once it was revealed."""
    seed_commitment: str
    isolation: str
    python: str
    packages: dict[str, str]
    status: str
    """complete or incomplete."""
    batches: int
    batches_done: int
    blocks: int
    matches: int
    hands: int
    faults: dict[str, int]
    """Faulty matches by entry."""
    not_reproducible: int
    infrastructure_failures: int
    set_aside: tuple[SetAside, ...]
    run_digest: str | None
    """Set when the league is complete."""


def make_manifest(
    league: League,
    heads: Sequence[Head],
    *,
    batches: int,
    isolation: str,
    infrastructure_failures: int,
    set_aside: Sequence[SetAside],
    revealed_seed: str | None = None,
) -> Manifest:
    """The manifest of a league of which `heads` are recorded."""
    complete = len(heads) == batches
    blocks = [block for head in heads for block in head.blocks]
    return Manifest(
        schema=SCHEMA,
        engine_version=tournament.__version__,
        league=league,
        seed=seed_kind(league, revealed_seed),
        revealed_seed=revealed_seed,
        seed_commitment=league.commitment,
        isolation=isolation,
        python=platform.python_version(),
        packages={
            name: importlib.metadata.version(name) for name in ("duckdb", "msgspec", "pyarrow")
        },
        status="complete" if complete else "incomplete",
        batches=batches,
        batches_done=len(heads),
        blocks=len(blocks),
        matches=sum(head.matches for head in heads),
        hands=sum(head.hands for head in heads),
        faults=faulty_matches(heads),
        not_reproducible=sum(not block.reproducible for block in blocks),
        infrastructure_failures=infrastructure_failures,
        set_aside=tuple(set_aside),
        run_digest=run_digest([block.digest for block in blocks]) if complete else None,
    )


def seed_kind(league: League, revealed_seed: str | None) -> str:
    """What every table says of the seed: open, secret or revealed."""
    if league.seed is not None:
        return "open"
    return "secret" if revealed_seed is None else "revealed"


def reveal(folder: RunFolder, manifest: Manifest, seed: bytes) -> None:
    """Write the secret seed into the manifest, for everybody to verify with."""
    revealed = msgspec.structs.replace(manifest, seed="revealed", revealed_seed=seed.hex())
    write_manifest(folder, revealed)


def faulty_matches(heads: Sequence[Head]) -> dict[str, int]:
    """By entry the number of matches in which it faulted; entries without one left out."""
    counts: dict[str, int] = {}
    for head in heads:
        for tally in head.tallies:
            if tally.faults:
                counts[tally.entry] = counts.get(tally.entry, 0) + tally.faults
    return dict(sorted(counts.items()))


def write_manifest(folder: RunFolder, manifest: Manifest) -> None:
    """Replace the manifest in one step."""
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
    write_whole(folder.manifest, text, replace=True)


def read_manifest(folder: RunFolder) -> Manifest:
    """The manifest of a run folder; FolderError if there is none or it can't be read."""
    path = folder.manifest
    try:
        content = path.read_bytes()
    except OSError as error:
        found = error.strerror or str(error)
        raise FolderError(f"{path}: found {found}; allowed: a folder that `run` made") from None
    try:
        schema = msgspec.json.decode(content, type=_Versioned).schema
        if schema != SCHEMA:
            allowed = f"schema {SCHEMA} (this version's; play the league into another folder)"
            raise FolderError(f"{path}: found schema {schema}; allowed: {allowed}")
        return msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise FolderError(f"{path}: found {error}; allowed: a manifest of this version") from None
