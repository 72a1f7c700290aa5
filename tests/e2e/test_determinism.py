"""The determinism contract: same league, same bytes, whoever plays it and whatever dies."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from leagues import (
    ROOT,
    digest_of,
    exported,
    kill,
    misbehaving,
    processes_with,
    results_of,
    same_results,
    start,
    tournament,
    wait_for_batch,
    write_league,
)

GAMES = ("short-3p", "bomb-2p")
"""Tysiąc and Draw the Bomb in one league; each house bot plays what it knows."""
MIXED = {bot: f"house:{bot}" for bot in ("uniform", "cautious", "greedy", "ruthless")}

TYSIAC = {name: bot for name, bot in MIXED.items() if name != "ruthless"}


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four house bots and a file entry, at tables of two games."""
    folder = tmp_path_factory.mktemp("league")
    entries = MIXED | {"honest": misbehaving("Honest", folder)}
    return write_league(folder, variants=GAMES, entries=entries)


@pytest.fixture(scope="module")
def straight(league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The league played straight through by one worker."""
    out = tmp_path_factory.mktemp("straight") / "out"
    tournament("run", league, "--out", out, "--workers", 1)
    return out


def test_two_workers_give_the_bytes_of_one(league: Path, straight: Path, tmp_path: Path) -> None:
    tournament("run", league, "--out", tmp_path / "out", "--workers", 2)
    same_results(straight, tmp_path / "out")


def test_ray_gives_the_bytes_of_local_processes(
    league: Path,
    straight: Path,
    tmp_path: Path,
    ray_address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also from a folder with packages that are named like ours."""
    for name in ("engine", "tournament"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('a stranger')")
    monkeypatch.setenv("PYTHONSAFEPATH", "1")  # as the installed program is started
    out, ray = tmp_path / "out", ("--address", ray_address)
    tournament("run", league, "--out", out, "--workers", 2, *ray, folder=tmp_path)
    same_results(straight, out)


def test_inline_gives_the_bytes_of_processes(league: Path, straight: Path, tmp_path: Path) -> None:
    tournament("run", league, "--out", tmp_path / "out", "--workers", 2, "--inline")
    same_results(straight, tmp_path / "out")


@pytest.mark.parametrize("batch", [1, 4])
def test_batch_size_does_not_show(league: Path, straight: Path, tmp_path: Path, batch: int) -> None:
    entries = MIXED | {"honest": misbehaving("Honest", tmp_path)}
    other = write_league(tmp_path, variants=GAMES, entries=entries, blocks=4, batch=batch)
    tournament("run", other, "--out", tmp_path / "out", "--workers", 2)
    same_results(straight, tmp_path / "out")


def test_order_in_the_league_file_does_not_show(straight: Path, tmp_path: Path) -> None:
    entries = {"honest": misbehaving("Honest", tmp_path)} | dict(reversed(MIXED.items()))
    other = write_league(tmp_path, variants=GAMES[::-1], entries=entries)
    tournament("run", other, "--out", tmp_path / "out", "--workers", 2)
    same_results(straight, tmp_path / "out")


def test_hash_seed_and_folder_do_not_show(
    league: Path, straight: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "12345")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    tournament("run", league, "--out", tmp_path / "elsewhere" / "out", "--workers", 2)
    same_results(straight, tmp_path / "elsewhere" / "out")


def test_relative_paths_with_spaces_do_not_show(
    league: Path, straight: Path, tmp_path: Path
) -> None:
    """Also the default results folder: runs/NAME where the command is given."""
    here = tmp_path / "my leagues 'é'"
    here.mkdir()
    tournament("run", os.path.relpath(league, here), "--workers", 2, folder=here)
    same_results(straight, here / "runs" / "test")
    rows = tournament("sql", "runs/test", "select count(*) from hands", folder=here)
    assert rows.stdout.startswith("count_star()")


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_at_random_moments_and_resumed(
    league: Path, straight: Path, tmp_path: Path, seed: int
) -> None:
    """SIGKILL several times: nothing is lost or doubled, and no process is left behind."""
    out = tmp_path / "out"
    moments = random.Random(seed)
    for _ in range(5):
        process = start("run", league, "--out", out, "--workers", 2)
        time.sleep(0.4 + 1.2 * moments.random())
        kill(process)
        _none_left(str(out))
    tournament("run", league, "--out", out, "--workers", 2)
    same_results(straight, out)


def test_killed_on_ray_and_resumed_locally(
    league: Path, straight: Path, tmp_path: Path, ray_address: str
) -> None:
    out = tmp_path / "out"
    process = start("run", league, "--out", out, "--workers", 2, "--address", ray_address)
    wait_for_batch(out)
    kill(process)
    tournament("run", league, "--out", out, "--workers", 2)
    same_results(straight, out)


def test_killed_between_compaction_and_manifest(
    league: Path, straight: Path, tmp_path: Path
) -> None:
    """Each block is read once, from journal or results, whatever the kill left of both."""
    out = tmp_path / "out"
    tournament("run", league, "--out", out, "--workers", 2)
    (out / "league.duckdb").unlink()
    count = "select count(*) as n, count(distinct match) as m from matches"
    whole = json.loads(tournament("sql", out, count, "--json").stdout)
    (out / "results").rename(out / ".results-old.half")
    assert json.loads(tournament("sql", out, count, "--json").stdout) == whole
    tournament("run", league, "--out", out)
    same_results(straight, out)
    assert not list(out.glob(".*.half"))


def test_running_again_plays_nothing(league: Path, straight: Path) -> None:
    before = results_of(straight)
    again = json.loads(tournament("run", league, "--out", straight, "--json").stdout)
    assert again["newly_played_batches"] == 0
    assert results_of(straight) == before


def test_verify_finds_no_difference(straight: Path) -> None:
    found = json.loads(tournament("verify", straight, "--workers", 2, "--json").stdout)
    assert found["differences"] == []
    assert found["blocks_replayed"] == found["blocks_read"] > 0


def test_export_from_tables_has_the_recorded_digests(straight: Path) -> None:
    """Anyone can derive the run digest again: by the program in docs/digests.md."""
    text = (ROOT / "docs" / "digests.md").read_text(encoding="utf-8")
    program = text.split("```python\n")[1].split("```")[0]
    derived = subprocess.run(
        [sys.executable, "-I", "-c", program],
        input=tournament("export", straight).stdout,
        capture_output=True,
        text=True,
        check=True,
    )
    assert derived.stdout.strip() == digest_of(straight)


def test_a_new_entry_changes_no_existing_block(tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = write_league(tmp_path, variants=GAMES, entries=MIXED)
    tournament("run", before, "--out", out, "--workers", 2)
    old = {record["match"]: record for record in exported(out)}
    entries = MIXED | {"honest": misbehaving("Honest", tmp_path)}
    after = write_league(tmp_path, variants=GAMES, entries=entries)
    grown = json.loads(tournament("run", after, "--out", out, "--json").stdout)
    new = {record["match"]: record for record in exported(out)}
    assert {match: new[match] for match in old} == old
    assert grown["newly_played_batches"] == (3 + 2) * 2  # the tables with the newcomer


def test_more_blocks_keep_the_old_batches(tmp_path: Path) -> None:
    out = tmp_path / "out"
    tournament("run", write_league(tmp_path, blocks=2), "--out", out)
    old = exported(out)
    grown = json.loads(
        tournament("run", write_league(tmp_path, blocks=6), "--out", out, "--json").stdout
    )
    assert grown["newly_played_batches"] == 2
    assert [record for record in exported(out) if record in old] == old


def test_fewer_blocks_leave_superseded_batches_until_gc(tmp_path: Path) -> None:
    out, straight = tmp_path / "out", tmp_path / "straight"
    tournament("run", write_league(tmp_path, blocks=4), "--out", out)
    small = write_league(tmp_path, blocks=2)
    tournament("run", small, "--out", out)
    tournament("run", small, "--out", straight)
    same_results(straight, out)
    assert len(list((out / "journal").glob("*.batch"))) == 2
    assert "1 superseded" in tournament("gc", out).stdout
    assert len(list((out / "journal").glob("*.batch"))) == 1


def test_a_changed_entry_replays_only_its_own_tables(tmp_path: Path) -> None:
    out = tmp_path / "out"
    entries = TYSIAC | {"honest": misbehaving("Honest", tmp_path)}
    league = write_league(tmp_path, entries=entries)
    tournament("run", league, "--out", out, "--workers", 2)
    source = tmp_path / "misbehaving.py"
    source.write_text(source.read_text() + "\n# another version\n")
    again = json.loads(tournament("run", league, "--out", out, "--json").stdout)
    assert again["newly_played_batches"] == 3 * 2  # of four tables the three with the entry


def test_an_edit_during_a_run_changes_nothing(tmp_path: Path) -> None:
    """The copy in entries/ is what is played, whatever happens to the source meanwhile."""
    entries = {"honest": misbehaving("Honest", tmp_path)} | TYSIAC
    league = write_league(tmp_path, entries=entries, blocks=8)
    straight, out = tmp_path / "straight", tmp_path / "out"
    tournament("run", league, "--out", straight, "--workers", 1)
    process = start("run", league, "--out", out, "--workers", 1)
    wait_for_batch(out)
    (tmp_path / "misbehaving.py").write_text("raise RuntimeError('edited')\n")
    process.communicate(timeout=120)
    assert process.returncode == 0
    same_results(straight, out)


def test_a_careless_entry_repeats(tmp_path: Path) -> None:
    """Module-level state and global random numbers repeat at any worker count and after kills."""
    entries = {"careless": misbehaving("Careless", tmp_path)} | TYSIAC
    league = write_league(tmp_path, entries=entries)
    one, two, killed = (tmp_path / name for name in ("one", "two", "killed"))
    tournament("run", league, "--out", one, "--workers", 1)
    tournament("run", league, "--out", two, "--workers", 2)
    process = start("run", league, "--out", killed, "--workers", 2)
    time.sleep(1.5)
    kill(process)
    tournament("run", league, "--out", killed, "--workers", 2)
    same_results(one, two, killed)


def test_verify_names_a_nondeterministic_entry(tmp_path: Path) -> None:
    entries = {"dice": misbehaving("Nondeterministic", tmp_path), "calm": "house:cautious"}
    league = write_league(tmp_path, variants=("short-2p",), entries=entries)
    tournament("run", league, "--out", tmp_path / "out")
    found = json.loads(tournament("verify", tmp_path / "out", "--json", code=1).stdout)
    assert {difference["entry"] for difference in found["differences"]} == {"dice"}


def test_copies_of_an_entry_meet(tmp_path: Path) -> None:
    two = {"greedy": "house:greedy", "uniform": "house:uniform"}
    league = write_league(
        tmp_path, variants=("short-4p",), entries=two, blocks=1, batch=1, more="copies = true"
    )
    tournament("run", league, "--out", tmp_path / "out", "--workers", 2)
    tables = {tuple(sorted(record["seats"])) for record in exported(tmp_path / "out")}
    assert len(tables) == 3  # one, two or three of a kind; never four


def _none_left(text: str) -> None:
    deadline = time.monotonic() + 10
    while processes_with(text) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_with(text) == []
