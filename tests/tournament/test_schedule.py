"""Tables, seatings, blocks and batches, and what their names and keys depend on."""

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import pytest

from engine import find_variant
from tournament.league import Entry, League, Limits, Schedule, Variant
from tournament.schedule import Batch, batches, lay_tables, seatings

LIMITS = Limits(1000, 60_000, 512, "substitute", 3)


def entry(name: str, digest: str = "d", author: str | None = None) -> Entry:
    return Entry(name, "house:uniform", "uniform", "", digest, author)


def league(
    *entries: Entry,
    variants: tuple[str, ...] = ("house-3p",),
    blocks: int = 4,
    batch: int = 2,
    copies: bool = False,
    kind: str = "round_robin",
    challengers: tuple[str, ...] = (),
    seed: str = "seed",
    limits: Limits = LIMITS,
    engine_digest: str = "engine",
) -> League:
    found = [find_variant(name) for name in variants]
    return League(
        name="league",
        seed=seed,
        variants=tuple(
            Variant(each.name, each.game.name, each.game.settings(each.rules)) for each in found
        ),
        schedule=Schedule(kind, blocks, batch, copies, challengers),
        limits=limits,
        entries=tuple(sorted(entries, key=lambda each: each.name)),
        engine_digest=engine_digest,
        runtime=("python",),
    )


ABCD = [entry(name) for name in "abcd"]


def names(tables: Iterable[Iterable[Entry]]) -> list[str]:
    return ["".join(each.name for each in table) for table in tables]


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (3, {}, ["abc", "abd", "acd", "bcd"]),
        (2, {}, ["ab", "ac", "ad", "bc", "bd", "cd"]),
        (4, {}, ["abcd"]),
        (3, {"kind": "gauntlet", "challengers": ("d",)}, ["abd", "acd", "bcd"]),
        (2, {"kind": "gauntlet", "challengers": ("c", "d")}, ["ac", "ad", "bc", "bd"]),
    ],
)
def test_tables(players: int, options: dict[str, Any], expected: list[str]) -> None:
    assert names(lay_tables(league(*ABCD, **options), players)) == expected


def test_copies_fill_tables_but_an_entry_never_meets_itself_alone() -> None:
    two = league(entry("a"), entry("b"), copies=True)
    assert names(lay_tables(two, 3)) == ["aab", "abb"]
    assert names(lay_tables(two, 2)) == ["ab"]


def test_entries_of_one_author_meet_only_at_tables_of_two() -> None:
    own = league(entry("a", author="x"), entry("b", author="x"), entry("c"), entry("d"))
    assert names(lay_tables(own, 3)) == ["acd", "bcd"]
    assert "ab" in names(lay_tables(own, 2))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seatings(players: int) -> None:
    table = ABCD[:players]
    assert set(seatings(table)) == set(permutations(range(players)))


def test_copies_are_not_told_apart_by_seatings() -> None:
    assert len(seatings([entry("a"), entry("a"), entry("b")])) == 3
    assert len(seatings([entry("a"), entry("a"), entry("b"), entry("b")])) == 6


def by_table(laid: League) -> dict[str, list[Batch]]:
    found: dict[str, list[Batch]] = {}
    for batch in batches(laid):
        found.setdefault("".join(each.name for each in batch.table), []).append(batch)
    return found


def test_a_newcomer_changes_no_other_table() -> None:
    before, after = by_table(league(*ABCD[:3])), by_table(league(*ABCD))
    assert after["abc"] == before["abc"]


def test_a_changed_entry_changes_its_own_tables_alone() -> None:
    before = by_table(league(*ABCD))
    after = by_table(league(*ABCD[:3], entry("d", digest="new")))
    assert after["abc"] == before["abc"]
    for table in ("abd", "acd", "bcd"):
        for old, new in zip(before[table], after[table], strict=True):
            assert old.id != new.id
            assert {block.key for block in old.blocks}.isdisjoint(block.key for block in new.blocks)


def test_more_blocks_keep_the_old_batches() -> None:
    small, large = by_table(league(*ABCD, blocks=4)), by_table(league(*ABCD, blocks=8))
    assert all(large[table][:2] == small[table] for table in small)


def test_blocks_do_not_depend_on_batch_size_engine_or_limits() -> None:
    plain = [block for batch in batches(league(*ABCD)) for block in batch.blocks]
    strict = Limits(1, 1, 1, "void", 1)
    for other in (
        league(*ABCD, batch=4),
        league(*ABCD, engine_digest="other"),
        league(*ABCD, limits=strict),
    ):
        assert [block for batch in batches(other) for block in batch.blocks] == plain


def test_batch_ids_depend_on_all_that_shapes_results() -> None:
    plain = {batch.id for batch in batches(league(*ABCD))}
    assert len(plain) == 4 * 2
    strict = Limits(1, 1, 1, "void", 1)
    for other in (
        league(*ABCD, batch=4),
        league(*ABCD, engine_digest="other"),
        league(*ABCD, limits=strict),
        league(*ABCD, seed="other"),
        league(*ABCD, variants=("house-3p-nobomb",)),
    ):
        assert plain.isdisjoint(batch.id for batch in batches(other))


def test_every_block_has_its_own_key_stream_and_id() -> None:
    laid = league(*ABCD, variants=("house-2p", "house-3p"), blocks=6)
    blocks = [block for batch in batches(laid) for block in batch.blocks]
    for values in (
        {block.key for block in blocks},
        {block.id for block in blocks},
        {block.stream for block in blocks},
    ):
        assert len(values) == len(blocks) == (6 + 4) * 6


def test_names_and_keys_are_golden() -> None:
    """They name published results: a change here breaks every league that was ever played."""
    batch = next(batches(league(*ABCD)))
    assert batch.blocks[0].id == GOLDEN["block"]
    assert batch.blocks[0].key.hex() == GOLDEN["key"]
    assert batch.blocks[0].stream == GOLDEN["stream"]
    assert batch.id == GOLDEN["batch"]


GOLDEN = {
    "block": "0740bcd0cddf2013",
    "key": "bc647e7a9136cc69cb330873d51cfeff04e129719e995e1f76325ba9c2b635f3",
    "stream": "90fd44235890edcb",
    "batch": "81f8f1880be880246d22a572eb958998",
}
