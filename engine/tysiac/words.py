"""A number for each seat in one machine word: copied for nothing, a tuple when somebody looks."""

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

__all__ = ["SEAT_BITS", "by_seat", "word_by_seat"]

SEAT_BITS: Final = 15


def by_seat(word: i64, players: i64) -> tuple[int, ...]:
    """The number of each seat."""
    # Without a loop, and without the name of 15, which plain Python would look up.
    if players == 3:
        return word & 32767, word >> 15 & 32767, word >> 30
    if players == 2:
        return word & 32767, word >> 15
    return word & 32767, word >> 15 & 32767, word >> 30 & 32767, word >> 45


def word_by_seat(numbers: Sequence[int]) -> i64:
    """The word of these numbers, 0 to 32,767 each, of four seats at most."""
    word: i64 = 0
    shift: i64 = 0
    for number in numbers:
        digits: i64 = number
        word |= digits << shift
        shift += SEAT_BITS
    return word
