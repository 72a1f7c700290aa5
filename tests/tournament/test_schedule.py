"""Tables, seatings, blocks and batches, and what their names and keys depend on."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec
import pytest

from engine import find_game, find_variant, root_key
from tournament.league import Entry, League, Limits, Schedule, Variant, seed_commitment
from tournament.schedule import Batch, lay_tables, seatings
from tournament.schedule import batches as lay_batches

LIMITS = Limits(1000, 60_000, 512, "substitute", 3)


def entry(
    name: str,
    digest: str = "d",
    author: str | None = None,
    games: tuple[str, ...] = ("tysiac",),
) -> Entry:
    return Entry(name, "house:uniform", "uniform", "", digest, games, author)


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
        commitment=seed_commitment(seed.encode(), "league"),
        variants=tuple(
            Variant(each.name, each.game.name, each.game.settings(each.rules)) for each in found
        ),
        schedule=Schedule(kind, blocks, batch, copies, challengers),
        limits=limits,
        entries=tuple(sorted(entries, key=lambda each: each.name)),
        disqualify_share=0.05,
        engine_digest=engine_digest,
        runtime=("python",),
    )


def batches(laid: League) -> Iterator[Batch]:
    assert laid.seed is not None
    return lay_batches(laid, root_key(laid.seed.encode()))


ABCD = [entry(name) for name in "abcd"]


def tables_of(laid: League, players: int) -> list[str]:
    """The tables that the league lays for the house rules of so many players."""
    found = find_variant(f"house-{players}p")
    variant = Variant(found.name, found.game.name, found.game.settings(found.rules))
    return ["".join(each.name for each in table) for table in lay_tables(laid, variant)]


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
    assert tables_of(league(*ABCD, **options), players) == expected


def test_copies_fill_tables_but_an_entry_never_meets_itself_alone() -> None:
    two = league(entry("a"), entry("b"), copies=True)
    assert tables_of(two, 3) == ["aab", "abb"]
    assert tables_of(two, 2) == ["ab"]


def test_entries_of_one_author_meet_only_at_tables_of_two() -> None:
    own = league(entry("a", author="x"), entry("b", author="x"), entry("c"), entry("d"))
    assert tables_of(own, 3) == ["acd", "bcd"]
    assert "ab" in tables_of(own, 2)


def test_only_entries_that_play_the_game_sit_at_its_tables() -> None:
    mixed = league(*ABCD[:3], entry("d", games=("draw_the_bomb",)), entry("e", games=()))
    assert tables_of(mixed, 3) == ["abc"]
    assert tables_of(league(*ABCD[:2], entry("d", games=())), 3) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seatings(players: int) -> None:
    table = ABCD[:players]
    every = tuple(permutations(range(players)))
    assert find_game("tysiac").seatings(players) == every
    assert seatings(table, every[::-1]) == every


@pytest.mark.parametrize(("names", "different"), [("aab", 3), ("aabb", 6), ("abbb", 4)])
def test_copies_are_not_told_apart_by_seatings(names: str, different: int) -> None:
    table = [entry(name) for name in names]
    assert len(seatings(table, list(permutations(range(len(table)))))) == different


def test_copies_are_told_apart_where_balance_needs_it() -> None:
    rotations = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert len(seatings([entry(name) for name in "abab"], rotations)) == 2
    uneven = [*rotations, (0, 2, 1, 3), (1, 0, 3, 2)]
    assert seatings([entry(name) for name in "abab"], uneven) == tuple(sorted(uneven))


def test_a_plan_without_the_key_is_the_same_plan_without_secrets() -> None:
    laid = league(*ABCD)
    for open_one, secret in zip(batches(laid), lay_batches(laid), strict=True):
        assert secret.id == open_one.id
        for block, same in zip(secret.blocks, open_one.blocks, strict=True):
            assert block.key == b""
            assert msgspec.structs.replace(same, key=b"") == block


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
