"""The tables of a batch: what the record says, and files that show nothing of its batches."""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from leagues import ROOT

from engine import find_variant
from tournament import results
from tournament.batch import BatchResult, PlayedBlock, Summary
from tournament.columns import TABLES
from tournament.league import DEFAULT_LIMITS, Entry, Variant
from tournament.records import canonical
from tournament.schedule import Batch, Block
from tournament.tables import decode_table, encode_table, make_tables, schema_of

FOUND = find_variant("house-3p")
GAME = FOUND.game
VARIANT = Variant(FOUND.name, GAME.name, GAME.settings(FOUND.rules))
TABLE = tuple(Entry(name, "house:uniform", name, "", "", ("tysiac",)) for name in ("a", "b", "c"))
ORDERS = ((0, 1, 2), (2, 1, 0))


def hand(number: int) -> dict[str, Any]:
    return {
        "n": number,
        "dealer": number % 3,
        "redeals": 0,
        "dealt": [["9s"], ["Ts"], ["Js"]],
        "musik": [["Qh"]],
        "actions": [[1, "110"], [2, "pass"]] if number else [],
        "before": [number, 0, 0],
        "tricks": [0, 0, 0],
        "marriages": [0, 0, 0],
        "change": [1, 0, 0],
        "after": [number + 1, 0, 0],
    }


def batch_of(numbers: Sequence[int]) -> Batch:
    blocks = tuple(Block(f"b{number}", f"s{number}", number, b"") for number in numbers)
    return Batch("batch", VARIANT, TABLE, ORDERS, blocks, DEFAULT_LIMITS)


def played(batch: Batch, hands: int = 3) -> BatchResult:
    """A result of the batch in which the first seat has faulted once, and the whole match."""
    faults = [
        {"seat": 0, "hand": 1, "action": 0, "policy": "strike"},
        {"seat": 0, "hand": None, "action": None, "policy": "substitute"},
    ]
    matches = [
        {
            "match": f"{block.id}-{seating}",
            "block": block.id,
            "game": VARIANT.game,
            "variant": VARIANT.name,
            "rules": VARIANT.rules,
            "seats": [TABLE[place].name for place in order],
            "status": "unfinished",
            "faults": faults,
            "winner": None,
            "ranks": [3, 1, 1],
            "final": [hands, 0, 0],
            "hands": [hand(number) for number in range(hands)],
        }
        for block in batch.blocks
        for seating, order in enumerate(ORDERS)
    ]
    told = tuple(PlayedBlock(block.id, f"digest of {block.id}", True) for block in batch.blocks)
    summary = Summary("batch", told, (), len(matches), hands * len(matches), (), (), ())
    return BatchResult(summary, matches, b"".join(map(canonical, matches)))


def test_rows_say_what_the_records_say() -> None:
    batch = batch_of([4, 5])
    tables = make_tables(batch, played(batch))
    counts = {table: rows.num_rows for table, rows in tables.items()}
    assert counts == {
        "blocks": 2,
        "matches": 4,
        "match_seats": 12,
        "hands": 12,
        "hand_seats": 36,
        "actions": 12,
    }
    assert tables["blocks"].to_pylist()[1] == {
        "block": "b5",
        "stream": "s5",
        "variant": "house-3p",
        "number": 5,
        "table_entries": "a,b,c",
        "digest": "digest of b5",
        "reproducible": True,
    }
    second = tables["matches"].to_pylist()[1]
    assert (second["match"], second["seating"], second["seats"]) == ("b4-1", 1, "c,b,a")
    assert (second["status"], second["winner"], second["hands_played"]) == ("unfinished", None, 3)
    seats = tables["match_seats"].to_pylist()
    assert seats[3] == {
        "match": "b4-1",
        "seat": 0,
        "entry": "c",
        "rank": 3,
        "final": 3,
        "fault": True,
        "faults": "1:0:strike,::substitute",
    }
    assert not seats[4]["fault"]
    keys = [tuple(row.values())[:3] for row in tables["hand_seats"].to_pylist()]
    assert keys[:10] == [("b4-0", place, seat) for place in range(3) for seat in range(3)] + [
        ("b4-1", 0, 0)
    ]
    assert [row["before"] for row in tables["hand_seats"].to_pylist()[:6]] == [0, 0, 0, 1, 0, 0]
    assert [row["number"] for row in tables["hands"].to_pylist()] == [0, 1, 2] * 4
    own = [(row["hand"], row["actors"], row["actions"]) for row in tables["actions"].to_pylist()]
    assert own[:3] == [(0, "", ""), (1, "12", "110,pass"), (2, "12", "110,pass")]


@pytest.mark.parametrize("hands", [0, 1])
def test_tables_come_back_as_they_were(hands: int) -> None:
    batch = batch_of([0])
    tables = make_tables(batch, played(batch, hands))
    assert tuple(tables) == tuple(TABLES)
    for table, rows in tables.items():
        again = decode_table(encode_table(rows), schema_of(table, GAME))
        assert again.equals(rows, check_metadata=True)
        assert again.schema.equals(schema_of(table, GAME), check_metadata=True)


def test_tables_of_another_game_are_refused() -> None:
    batch = batch_of([0])
    content = encode_table(make_tables(batch, played(batch))["hands"])
    with pytest.raises(ValueError, match="the columns match, hand, number"):
        decode_table(content, schema_of("hands", find_variant("bomb-2p").game))


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_damage_gives_other_values_or_a_value_error(mask: int) -> None:
    batch = batch_of([0])
    schema = schema_of("hand_seats", GAME)
    content = encode_table(make_tables(batch, played(batch, 1))["hand_seats"]).to_pybytes()
    for place in range(0, len(content), 3):
        damaged = content[:place] + bytes([content[place] ^ mask]) + content[place + 1 :]
        for wrong in (damaged, content[:place]):
            with suppress(ValueError):
                decode_table(pa.py_buffer(wrong), schema)


@pytest.mark.parametrize("cuts", [[], [5], [1, 2, 3, 4], [7, 8, 30], [0, 0, 10, 20, 35]])
def test_seams_between_batches_do_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cuts: list[int]
) -> None:
    """Not even where they cross the row groups; nor does a null that is in one batch alone."""
    monkeypatch.setattr(results, "_ROW_GROUP", 10)
    batch = batch_of(range(6))
    rows = make_tables(batch, played(batch))["hands"]
    rows = pa.concat_tables([rows.slice(20), rows.slice(0, 15)])
    files = []
    for name, places in (("whole", []), ("parts", cuts)):
        with results.TableWriter(tmp_path / name, "hands", VARIANT) as writer:
            for start, end in zip([0, *places], [*places, rows.num_rows], strict=True):
                writer.add(rows.slice(start, end - start))
        files.append(tmp_path / name / "hands" / "house-3p.parquet")
    assert files[0].read_bytes() == files[1].read_bytes()
    assert pq.read_table(files[0]).equals(rows)
    groups = pq.read_metadata(files[0])
    sizes = [groups.row_group(number).num_rows for number in range(groups.num_row_groups)]
    assert sizes == [10] * (rows.num_rows // 10) + [rows.num_rows % 10]


@pytest.mark.parametrize("module", ["tournament.host", "tournament.isolation.server"])
def test_what_serves_entries_does_without_arrow(module: str) -> None:
    look = f"import sys, {module}; print([name for name in sys.modules if 'pyarrow' in name])"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout == b"[]\n"
