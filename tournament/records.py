"""The record of a match and its canonical bytes: what digests are made of.

A block digest is BLAKE2b over the block's records in order of their seatings, each followed by
a line feed, so that anyone can derive it again from what `export` writes.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from tournament.faults import fault_order
from tournament.line import Line
from tournament.schedule import Batch, Block

__all__ = ["SCHEMA", "block_digest", "canonical", "match_id", "match_record", "run_digest"]

SCHEMA = 1


def match_id(block: Block, seating: int) -> str:
    """The name of a match: its block and the number of the seating."""
    return f"{block.id}-{seating}"


def match_record(batch: Batch, block: Block, line: Line) -> dict[str, Any]:
    """The record of a finished match, as `export` writes it."""
    verdict = line.verdict()
    return {
        "schema": SCHEMA,
        "match": line.id,
        "block": block.id,
        "game": batch.variant.game,
        "variant": batch.variant.name,
        "rules": batch.variant.rules,
        "seats": list(line.names),
        "status": verdict.status,
        "faults": [msgspec.to_builtins(fault) for fault in sorted(line.faults, key=fault_order)],
        "winner": verdict.winner,
        "ranks": list(verdict.ranks),
        "final": list(line.match.scores),
        "hands": line.hands(),
    }


def canonical(record: dict[str, Any]) -> bytes:
    """The bytes of a record: JSON without spaces, keys as they stand, a line feed."""
    return msgspec.json.encode(record) + b"\n"


def block_digest(lines: Iterable[bytes]) -> str:
    """Digest of the canonical records of one block, in order of their seatings."""
    digest = blake2b(digest_size=32)
    for line in lines:
        digest.update(line)
    return digest.hexdigest()


def run_digest(block_digests: Sequence[str]) -> str:
    """Digest of a league: over its sorted block digests, a line each."""
    text = "".join(f"{digest}\n" for digest in sorted(block_digests))
    return blake2b(text.encode(), digest_size=32).hexdigest()
