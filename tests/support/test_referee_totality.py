"""Whatever a record holds, the referee reports it and raises nothing."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from referee import check_match
from referee_records import FOUR, HOUSE, THREE, TWO, Json, put, with_faults


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in items:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from leaves(part, (*path, key))


JUNK: list[Any] = [None, True, 1.5, -1, 10**30, "", "x", [], ["x"], {}, {"x": 1}]
FREE = {"match", "block", "variant", "seats", "rules"}  # other values may be as sound


@pytest.mark.parametrize("sound", [TWO, THREE, FOUR], ids=["two", "three", "four"])
def test_any_junk_anywhere_is_reported_and_raises_nothing(sound: Json) -> None:
    faulty = with_faults(sound, (1, len(sound["hands"]) - 1, 2, "strike"))
    for path in leaves(faulty):
        for junk in JUNK:
            changed = deepcopy(faulty)
            put(*path, junk)(changed)
            problems = check_match(changed)
            assert problems or path[0] in FREE or changed == faulty or path == ("faults",), path


@pytest.mark.parametrize("junk", [*JUNK, {"match": [], "rules": {}}, {"rules": HOUSE}])
def test_what_is_no_record_is_reported(junk: Any) -> None:
    assert check_match(junk)


def test_every_key_and_its_order_count() -> None:
    for key in TWO:
        changed = deepcopy(TWO)
        value = changed.pop(key)
        assert check_match(changed)
        changed[key] = value
        assert (check_match(changed) == []) == (key == "hands")  # the last key stays last
