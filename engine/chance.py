"""The one source of randomness: keys derived by path with a keyed hash, never in sequence.

A key is 32 bytes. `derive(key, "deal", 3, 0)` names one event below it; whoever knows a key can
derive everything below it and nothing beside or above it. The same path gives the same key on
every machine and in every Python: test vectors stand in tests/engine/test_chance.py.
"""

from hashlib import blake2b
from typing import Final, TypeVar

from mypy_extensions import i64

__all__ = ["Below", "derive", "integer", "permutation", "root_key", "shuffle"]

Item = TypeVar("Item")

KEY_BYTES: Final = 32
_SMALL: Final = 256


def _splits() -> list[tuple[int, int]]:
    """For each number of items: how many are left after one split, and what it divides by.

    A split takes as many digits as fit into 30 bits, one digit of Python's own large integers:
    these divide by so small a number in one pass, and the compiled engine does the rest natively.
    """
    splits = [(0, 1)]
    for size in range(1, _SMALL + 1):
        rest, product = size - 1, size
        while rest > 1 and product * rest < 1 << 30:
            product *= rest
            rest -= 1
        splits.append((rest, product))
    return splits


_AFTER: Final = [after for after, _ in _splits()]
_PRODUCTS: Final = [product for _, product in _splits()]
# Nearly all steps are small numbers, and nearly all shuffles need one block.
_STEPS: Final = [f"i{step}".encode() for step in range(_SMALL)]
_ONE_BLOCK: Final = b"shuffle0"
_BLOCK_ITEMS: Final = 34
_from_bytes: Final = int.from_bytes
_divide: Final = divmod


def root_key(seed: bytes) -> bytes:
    """The key at the root of all paths of one league or one match."""
    return blake2b(seed, digest_size=KEY_BYTES, person=b"tysiac root").digest()


def derive(key: bytes, *path: str | int) -> bytes:
    """The key at `path` below `key`: one keyed BLAKE2b per step, texts and integers kept apart."""
    for step in path:
        key = blake2b(_part(step), key=key, digest_size=KEY_BYTES).digest()
    return key


def _part(step: str | int) -> bytes:
    if isinstance(step, str):
        return f"s{step}".encode()
    return _STEPS[step] if 0 <= step < _SMALL else f"i{step}".encode()


class Below:
    """Derives many keys one step below one: like `derive`, with the key set up once for all."""

    def __init__(self, key: bytes) -> None:
        self._keyed: Final = blake2b(key=key, digest_size=KEY_BYTES)

    def at(self, step: int) -> bytes:
        """The key at `step` below."""
        state = self._keyed.copy()
        state.update(_part(step))
        return state.digest()


def integer(key: bytes, bits: int) -> int:
    """The non-negative integer of at most `bits` (up to 512) bits that `key` stands for."""
    digest = blake2b(b"integer", key=key, digest_size=64).digest()
    return int.from_bytes(digest, "big") >> (512 - bits)


def permutation(key: bytes, size: int) -> list[int]:
    """The shuffle of 0..size-1 that `key` stands for (Fisher-Yates, uniform up to 2**-128)."""
    order = list(range(size))
    shuffle(key, order)
    return order


def shuffle(key: bytes, items: list[Item], settle: int = 1) -> None:
    """Shuffle `items` in place, as `permutation` would order their places.

    The first `settle` of them are the right ones, but in no particular order.

    The swaps are the digits of one large number in factorial base, so no draw is ever rejected
    and the cost does not depend on luck.
    """
    size = len(items)
    if size < _BLOCK_ITEMS:
        number = _from_bytes(blake2b(_ONE_BLOCK, key=key, digest_size=32).digest(), "big")
    else:
        number = _large_number(key, size)
    last: i64 = size
    end: i64 = settle
    while last > end:
        # Digits are split off some at a time: small numbers divide faster than the large one.
        if last <= _SMALL:
            after: i64 = _AFTER[last]
            number, rest = _divide(number, _PRODUCTS[last])
        else:
            after = last - 1
            number, rest = _divide(number, last)
        digits: i64 = rest
        after = max(after, end)
        while last > after:
            other = digits % last
            digits //= last
            last -= 1
            items[last], items[other] = items[other], items[last]


def _large_number(key: bytes, size: int) -> int:
    """34! and 128 bits more fit into one block of 256 bits, 68! into two."""
    number = 0
    for block in range(size // _BLOCK_ITEMS + 1):
        digest = blake2b(f"shuffle{block}".encode(), key=key, digest_size=32).digest()
        number = (number << 256) | _from_bytes(digest, "big")
    return number
