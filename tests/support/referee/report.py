"""The problems of a record, and the patterns that its values must fit.

A pattern is a type, a test, a constant, (a, b) = one of these, [a] = a list of a, [a, b] = a
pair, or a dict with a pattern for each key.
"""

import reprlib
from types import FunctionType
from typing import Any


class Report:
    """The problems found in one match."""

    def __init__(self, record: Any) -> None:
        self.match = record.get("match") if isinstance(record, dict) else None
        self.problems: list[str] = []

    def add(self, where: str, found: object, demanded: str) -> None:
        place = f"match {show(self.match)}, {where}"
        self.problems.append(f"{place}: found {show(found)}, the rules demand {demanded}")

    def expect(self, where: str, found: object, demanded: object) -> None:
        if found != demanded:
            self.add(where, found, show(demanded))

    def fits(self, where: str, value: Any, pattern: Any) -> bool:
        """Report where `value` differs from `pattern`; True if it does not."""
        known = len(self.problems)
        if isinstance(pattern, dict) and isinstance(value, dict):
            self.expect(f"{where}, keys", sorted(map(str, value)), sorted(pattern))
            for key in pattern:
                self.fits(f"{where}, {key}", value.get(key), pattern[key])
        elif isinstance(pattern, list) and isinstance(value, list):
            parts = pattern * len(value) if len(pattern) == 1 else pattern
            self.expect(f"{where}, length", len(value), len(parts))
            for index, (item, part) in enumerate(zip(value, parts, strict=False)):
                self.fits(f"{where} {index}", item, part)
        elif isinstance(pattern, tuple):
            if not any(Report(None).fits("", value, one) for one in pattern):
                self.add(where, value, _wording(pattern))
        elif not _fits_simple(value, pattern):
            self.add(where, value, _wording(pattern))
        return len(self.problems) == known


def _fits_simple(value: Any, pattern: Any) -> bool:
    if isinstance(pattern, FunctionType):
        return bool(pattern(value))
    if isinstance(pattern, type):
        return type(value) is pattern  # True is no int here
    return type(value) is type(pattern) and bool(value == pattern)


def _wording(pattern: Any) -> str:
    if isinstance(pattern, tuple):
        return " or ".join(_wording(one) for one in pattern)
    if isinstance(pattern, list):
        return "a list"
    if isinstance(pattern, dict):
        return f"an object of {', '.join(pattern)}"
    return getattr(pattern, "__name__", repr(pattern)).replace("_", " ")


def show(value: object) -> str:
    short = reprlib.Repr()  # bounded, however large or deep a malformed record is
    short.maxlist = short.maxdict = short.maxset = 24
    short.maxstring = short.maxother = 80
    return short.repr(value)
