"""The one source of randomness: keys derived by path with a keyed hash, never in sequence.

A key is 32 bytes. `derive(key, "deal", 3, 0)` names one event below it; whoever knows a key can
derive everything below it and nothing beside or above it. The same path gives the same key on
every machine and in every Python: test vectors stand in tests/engine/test_chance.py.
"""

from hashlib import blake2b
from math import perm
from typing import Final

__all__ = ["derive", "integer", "permutation", "root_key", "shuffle"]

KEY_BYTES: Final = 32


def root_key(seed: bytes) -> bytes:
    """The key at the root of all paths of one league or one match."""
    return blake2b(seed, digest_size=KEY_BYTES, person=b"tysiac root").digest()


def derive(key: bytes, *path: str | int) -> bytes:
    """The key at `path` below `key`: one keyed BLAKE2b per step, texts and integers kept apart."""
    for step in path:
        part = f"i{step}" if isinstance(step, int) else f"s{step}"
        key = blake2b(part.encode(), key=key, digest_size=KEY_BYTES).digest()
    return key


def integer(key: bytes, bits: int) -> int:
    """The non-negative integer of at most `bits` (up to 512) bits that `key` stands for."""
    digest = blake2b(b"integer", key=key, digest_size=64).digest()
    return int.from_bytes(digest, "big") >> (512 - bits)


def permutation(key: bytes, size: int) -> list[int]:
    """The shuffle of 0..size-1 that `key` stands for (Fisher-Yates, uniform up to 2**-128)."""
    order = list(range(size))
    shuffle(key, order)
    return order


def shuffle(key: bytes, items: list[int], settle: int = 1) -> None:
    """Shuffle `items` in place, as `permutation` would order their places.

    The first `settle` of them are the right ones, but in no particular order.

    The swaps are the digits of one large number in factorial base, so no draw is ever rejected
    and the cost does not depend on luck.
    """
    size = len(items)
    number = 0
    for block in range(size // 34 + 1):  # 34! and 128 bits more fit into 256 bits, 68! into 512
        digest = blake2b(f"shuffle{block}".encode(), key=key, digest_size=32).digest()
        number = (number << 256) | int.from_bytes(digest, "big")
    last = size
    while last > settle:
        # Digits are split off five at a time: small numbers divide faster than the large one.
        rest = max(last - 5, settle)
        number, digits = divmod(number, perm(last, last - rest))
        while last > rest:
            other = digits % last
            digits //= last
            last -= 1
            items[last], items[other] = items[other], items[last]
