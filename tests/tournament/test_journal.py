"""A batch is committed once: the first whole file wins, later ones are compared."""

from pathlib import Path

import pytest

from tournament.batch import BatchResult, PlayedBlock, Summary, Tally
from tournament.errors import FolderError
from tournament.journal import Journal, pack, unpack


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
    return BatchResult(summary, records)


def test_what_is_committed_comes_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    content = pack(result(records=b'{"match":"m-0"}\n{"match":"m-1"}\n'))
    head = journal.commit("b", content)
    assert journal.batches() == {"b"}
    assert journal.head("b") == head
    records = [{"match": "m-0"}, {"match": "m-1"}]
    assert list(journal.records("b")) == list(unpack(content)) == records


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
