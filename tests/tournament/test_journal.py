"""A batch is committed once: the first whole file wins, later ones are compared."""

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest

from engine import find_game
from tournament.batch import BatchResult, PlayedBlock, Summary, Tally
from tournament.columns import TABLES
from tournament.errors import FolderError
from tournament.journal import Journal, unpack
from tournament.journal import pack as pack_with
from tournament.tables import Tables, schema_of

TYSIAC = find_game("tysiac")
RECORDS = b'{"match":"m-0"}\n{"match":"m-1"}\n'


def result(digest: str = "d", *, reproducible: bool = True, records: bytes = b"") -> BatchResult:
    summary = Summary(
        batch="b",
        blocks=(PlayedBlock("block", digest, reproducible),),
        tallies=(Tally("alice", 1, 0, 2, 0), Tally("bob", 1, 0, 0, 0)),
        matches=1,
        hands=3,
        faults=(),
        infrastructure=(),
        timings=(),
    )
    return BatchResult(summary, [], records)


def tables(**changed: pa.Table) -> Tables:
    return {table: schema_of(table, TYSIAC).empty_table() for table in TABLES} | changed


def pack(played: BatchResult, rows: Tables | None = None) -> bytes:
    return pack_with(played, tables() if rows is None else rows)


def actions_of(*texts: str | None) -> pa.Table:
    count = len(texts)
    columns = [["m-0"] * count, [0] * count, ["0"] * count, texts]
    schema = schema_of("actions", TYSIAC)
    arrays = [pa.array(values, each.type) for values, each in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def forge(content: bytes, *, body: bytes | None = None, **sections: object) -> bytes:
    """The content with another body or other sizes in its head, and the digest that fits it."""
    _, line, own = content.split(b"\n", 2)
    head = msgspec.json.encode(msgspec.json.decode(line) | sections)
    covered = head + b"\n" + (own if body is None else body)
    return blake2b(covered, digest_size=32).hexdigest().encode() + b"\n" + covered


def read_all(folder: Path, content: bytes) -> None:
    (folder / "b.batch").write_bytes(content)
    journal = Journal(folder)
    journal.head("b")
    list(journal.records("b"))
    journal.tables("b", TYSIAC)


def test_what_is_committed_comes_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    rows = tables(actions=actions_of("pass"))
    content = pack(result(records=RECORDS), rows)
    head = journal.commit("b", content)
    assert journal.batches() == {"b"}
    assert journal.head("b") == head
    records = [{"match": "m-0"}, {"match": "m-1"}]
    assert list(journal.records("b")) == list(unpack("b", content)) == records
    assert journal.tables("b", TYSIAC) == rows


def test_an_equal_copy_is_dropped(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.commit("b", pack(result()))
    journal.commit("b", pack(result()))
    assert [path.name for path in tmp_path.iterdir()] == ["b.batch"]


def test_a_different_copy_is_an_error_that_names_the_entries(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    first = journal.commit("b", pack(result("one")))
    with pytest.raises(FolderError, match="block of alice, bob"):
        journal.commit("b", pack(result("two")))
    assert journal.head("b") == first


@pytest.mark.parametrize("which", [0, 1])
def test_a_different_copy_of_what_hangs_on_the_clock_is_dropped(tmp_path: Path, which: int) -> None:
    journal = Journal(tmp_path)
    copies = [
        pack(result("one", reproducible=which != 0)),
        pack(result("two", reproducible=which != 1)),
    ]
    first = journal.commit("b", copies[0])
    assert journal.commit("b", copies[1]) == first


def test_a_file_under_another_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.batch").write_bytes(pack(result()))
    with pytest.raises(FolderError, match="head of batch b"):
        Journal(tmp_path).head("other")


def test_a_half_written_file_is_no_batch(tmp_path: Path) -> None:
    (tmp_path / ".b.batch.123.half").write_bytes(pack(result())[:50])
    assert Journal(tmp_path).batches() == set()


# Damage: a digest that doesn't fit, and files made to have one that does


def test_every_cut_and_every_flipped_byte_is_found(tmp_path: Path) -> None:
    whole = pack(result(records=RECORDS), tables(actions=actions_of("pass", "110")))
    read_all(tmp_path, whole)
    for place in range(len(whole)):
        flipped = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        for damaged in (whole[:place], flipped):
            with pytest.raises(FolderError, match=r"found .*; allowed: a whole batch file"):
                read_all(tmp_path, damaged)


def test_whatever_stands_in_a_forged_body_has_no_other_error(tmp_path: Path) -> None:
    whole = pack(result(records=RECORDS), tables(actions=actions_of("pass", "110")))
    body = whole.split(b"\n", 2)[2]
    for place in range(len(body)):
        forged = body[:place] + bytes([body[place] ^ 0x10]) + body[place + 1 :]
        with suppress(FolderError):
            read_all(tmp_path, forge(whole, body=forged))


@pytest.mark.parametrize("table", [None, "hands"])
@pytest.mark.parametrize(
    ("field", "size"), [("plain", 0), ("plain", 1), ("plain", 1 << 29), ("packed", 0)]
)
def test_a_section_of_another_size_than_the_head_says(
    tmp_path: Path, table: str | None, field: str, size: int
) -> None:
    whole = pack(result(records=RECORDS))
    head = msgspec.json.decode(whole.split(b"\n", 2)[1])
    (head["records"] if table is None else head["tables"][table])[field] = size
    with pytest.raises(FolderError, match="bytes"):
        read_all(tmp_path, forge(whole, **head))


@pytest.mark.parametrize("size", [-1, 1 << 40])
def test_impossible_sizes_are_an_unreadable_head(tmp_path: Path, size: int) -> None:
    forged = forge(pack(result()), records={"packed": 0, "plain": size})
    with pytest.raises(FolderError, match="unreadable head"):
        read_all(tmp_path, forged)


@pytest.mark.parametrize("records", [b"{\n", b"[]\n", b"\xff\n"])
def test_unreadable_records(tmp_path: Path, records: bytes) -> None:
    with pytest.raises(FolderError, match="unreadable record"):
        read_all(tmp_path, pack(result(records=records)))


def test_other_tables(tmp_path: Path) -> None:
    some = {table: rows for table, rows in tables().items() if table != "hands"}
    with pytest.raises(FolderError, match="the tables blocks, matches, match_seats, hand_seats"):
        read_all(tmp_path, pack(result(), some))


def test_tables_of_other_columns(tmp_path: Path) -> None:
    strange = tables(actions=schema_of("actions", TYSIAC).empty_table().drop_columns(["actors"]))
    with pytest.raises(FolderError, match="the columns match, hand, actions"):
        read_all(tmp_path, pack(result(), strange))


def test_null_in_a_column_that_has_none(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="null in the column actions"):
        read_all(tmp_path, pack(result(), tables(actions=actions_of(None))))


def test_a_file_of_before_there_were_tables(tmp_path: Path) -> None:
    line = msgspec.json.decode(pack(result()).split(b"\n", 2)[1])
    old = {name: value for name, value in line.items() if name not in ("records", "tables")}
    covered = msgspec.json.encode(old) + b"\nrecords"
    digest = blake2b(covered, digest_size=32).hexdigest().encode()
    with pytest.raises(FolderError, match=r"unreadable head .*; allowed: .*delete it to have"):
        read_all(tmp_path, digest + b"\n" + covered)
