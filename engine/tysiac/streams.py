"""Fast random numbers for playouts: the same plain and compiled, in any process.

Multiply with carry, all within 62 bits, so that nothing overflows where integers are of 64 bits.
The factor makes a period of 2**60: factor * 2**32 - 1 and factor * 2**31 - 1 are primes. A state
is an integer that is handed on; nothing is kept here.
"""

from typing import Final

from mypy_extensions import i64

__all__ = ["begun", "drawn", "following", "way_in"]

_LOW: Final = 0xFFFFFFFF
_FACTOR: Final = 698769069
_STEP: Final = 1013904223
_MIX: Final = 886418789
_MIX_AGAIN: Final = 715827883
_LOW_HALF: Final = 0x7FFFFFFF
_STATE: Final = 0x1FFFFFFFFFFFFFFF


def begun(key: i64, number: i64) -> i64:
    """The state from which playout `number` draws all its numbers."""
    mixed = key + number * _STEP
    mixed ^= mixed >> 28
    mixed = (mixed & _LOW_HALF) * _MIX + (mixed >> 31)
    mixed ^= mixed >> 29
    mixed = (mixed & _LOW_HALF) * _MIX_AGAIN + (mixed >> 31)
    mixed ^= mixed >> 31
    return mixed & _STATE | 1


def following(stream: i64) -> i64:
    """The next state."""
    return (stream & _LOW) * _FACTOR + (stream >> 32)


def drawn(stream: i64) -> i64:
    """What a state stands for, a number of 32 bits: its two halves, one over the other."""
    return (stream ^ stream >> 32) & _LOW


def way_in(stream: i64, ways: i64) -> i64:
    """A number below `ways` from the next two states.

    Of 61 bits: with less than 2**22 ways none is favoured by more than 2**-39.
    """
    high = following(stream)
    low = following(high)
    return (drawn(high) << 29 | drawn(low) >> 3) % ways
