"""Every command as a user types it."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from leagues import (
    ROOT,
    command,
    exported,
    processes_with,
    same_results,
    start,
    tournament,
    wait_for_batch,
    write_league,
)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_league(tmp_path_factory.mktemp("league"), variants=("short-3p", "short-2p"))


@pytest.fixture(scope="module")
def played(league: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("played") / "out"
    tournament("run", league, "--out", out)
    return out


def test_run_shows_leaderboard_and_digest(league: Path, played: Path) -> None:
    shown = tournament("run", league, "--out", played).stdout
    assert "short-3p  (open seed)" in shown
    assert "rank_points" in shown
    assert (
        f"run digest: {json.loads((played / 'manifest.json').read_text())['run_digest']}" in shown
    )


def test_leaderboard_has_an_interval_and_no_points(played: Path) -> None:
    rows = json.loads(tournament("leaderboard", played, "--json").stdout)
    assert {row["variant"] for row in rows} == {"short-2p", "short-3p"}
    for row in rows:
        assert row["low"] <= row["rank_points"] <= row["high"]
        assert not {"total", "score", "points"} & set(row)
    for variant, players in (("short-2p", 2), ("short-3p", 3)):
        own = [row for row in rows if row["variant"] == variant]
        assert [row["place"] for row in own] == [1, 2, 3]
        total = sum(row["rank_points"] * row["matches"] for row in own)
        matches = sum(row["matches"] for row in own) / players
        assert total == pytest.approx(matches * players / 2)  # what one wins others lose
    one = json.loads(tournament("leaderboard", played, "--variant", "short-2p", "--json").stdout)
    assert one == [row for row in rows if row["variant"] == "short-2p"]


def test_points_stand_apart(played: Path) -> None:
    rows = json.loads(tournament("points", played, "--json").stdout)
    finals: dict[tuple[str, str], int] = {}
    for record in exported(played):
        for entry, final in zip(record["seats"], record["final"], strict=True):
            key = (record["variant"], entry)
            finals[key] = finals.get(key, 0) + final
    assert {(row["variant"], row["entry"]): row["total"] for row in rows} == finals
    assert all("rank_points" not in row for row in rows)


def test_sql_reads_every_table(played: Path) -> None:
    for table in ("blocks", "matches", "match_seats", "hands", "hand_seats", "actions", "points"):
        query = f"select count(*) as n from {table}"
        assert json.loads(tournament("sql", played, query, "--json").stdout)[0]["n"] > 0
    joined = "select count(*) as n from hands join actions using (match, hand)"
    hands = "select count(*) as n from hands"
    assert tournament("sql", played, joined).stdout == tournament("sql", played, hands).stdout


def test_every_column_has_its_meaning_in_the_database(played: Path) -> None:
    query = (
        "select table_name || '.' || column_name as name from duckdb_columns() "
        "where comment is null and not internal"
    )
    assert json.loads(tournament("sql", played, query, "--json").stdout) == []


def test_the_database_file_opens_by_itself(played: Path) -> None:
    import duckdb

    with duckdb.connect(str(played / "league.duckdb"), read_only=True) as database:
        ((count,),) = database.execute("select count(*) from hands").fetchall()
        assert count > 0
        assert database.execute("select * from leaderboard").fetchall()


def test_the_database_can_be_deleted_and_rebuilt(league: Path, played: Path) -> None:
    (played / "league.duckdb").unlink()
    tournament("run", league, "--out", played)
    assert (played / "league.duckdb").exists()


def test_a_match_code_is_played_and_shown() -> None:
    bots = ["house:greedy", "cautious", "uniform"]
    code = tournament("code", "house-3p", *bots, "--seed", 1).stdout.strip()
    assert len(code) <= 16
    told = tournament("replay", f"{code}:0").stdout
    assert told.startswith(f"{code}:0  house-3p\n")
    assert told.count("Settlement") == 1
    assert (
        tournament("replay", f"{code.lower()[:4]}-{code[4:]}:0").stdout.splitlines()[1:]
        == (told.splitlines()[1:])
    )
    assert (
        tournament("code", "house-3p", *bots).stdout != tournament("code", "house-3p", *bots).stdout
    )


def test_replay_tells_one_hand_or_all(played: Path) -> None:
    record = exported(played)[0]
    one = tournament("replay", played, f"{record['match']}:1").stdout
    assert one.startswith(f"{record['match']}:1")
    assert one.count("Settlement") == 1
    for name in record["seats"]:
        assert name in one
    whole = tournament("replay", played, record["match"]).stdout
    assert whole.count(record["match"]) == len(record["hands"])


def test_replay_steps_on_a_terminal(played: Path) -> None:
    """Enter goes on, q ends."""
    match = exported(played)[0]["match"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command("replay", played, match), stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT
    ) as process:
        os.close(theirs)
        time.sleep(1.5)
        shown = os.read(ours, 65536).decode()
        assert "Deal 0" in shown
        assert "Settlement" not in shown
        os.write(ours, b"\nq\n")
        assert process.wait(10) == 0
    os.close(ours)


def test_status_of_a_finished_league(played: Path) -> None:
    state = json.loads(tournament("status", played, "--json").stdout)
    assert state["complete"]
    assert state["batches_done"] == state["batches"]
    assert "run_digest" in tournament("status", played).stdout


def test_variants_bots_schema() -> None:
    variants = json.loads(tournament("variants", "--json").stdout)
    assert all(set(each) == {"name", "game", "players", "rules"} for each in variants)
    names = {each["name"] for each in variants}
    expected = {f"house-{p}p{b}" for p in (2, 3, 4) for b in ("", "-nobomb")} | {
        f"tabrivio-{t}-{p}p{b}"
        for t in (1000, 500)
        for p in (2, 3, 4)
        for b in ("", "-bombs0", "-bombs3")
    }
    assert expected <= names
    assert "bomb_limit = 3" in tournament("variants").stdout
    bots = json.loads(tournament("bots", "--json").stdout)
    assert {row["bot"] for row in bots} >= {"house:uniform", "house:cautious", "house:greedy"}
    schema = json.loads(tournament("config", "schema").stdout)
    assert set(schema["properties"]) == {"league", "schedule", "limits", "entries"}


def test_help_and_version_import_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from tournament.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('ray', 'duckdb', 'pyarrow', 'numpy') if name in sys.modules])\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    ).stdout
    assert shown.splitlines()[-1] == "[]"
    assert tournament("--version").stdout.startswith("tysiac-tournament ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_at_once_and_the_next_run_goes_on(
    league: Path, played: Path, tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    process = start("run", league, "--out", out, "--workers", 2)
    wait_for_batch(out)
    told = time.monotonic()
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130, said
    assert time.monotonic() - told < 5
    assert "interrupted" in said
    assert processes_with(str(out)) == []
    kept = len(list((out / "journal").glob("*.batch")))
    assert kept >= 1
    done = json.loads(tournament("run", league, "--out", out, "--json").stdout)
    assert done["newly_played_batches"] == 8 - kept
    same_results(played, out)


def test_a_running_league_can_be_queried(tmp_path: Path) -> None:
    """status, sql, leaderboard and export while batches come in, each block once."""
    league = write_league(tmp_path, variants=("short-3p",), blocks=64, batch=2)
    out = tmp_path / "out"
    process = start("run", league, "--out", out, "--workers", 1)
    wait_for_batch(out)
    process.send_signal(signal.SIGSTOP)  # still at work, but not while we look
    try:
        state = json.loads(tournament("status", out, "--json").stdout)
        query = "select count(*) as n, count(distinct match) as m from matches"
        (counted,) = json.loads(tournament("sql", out, query, "--json").stdout)
        assert 0 < counted["n"] == counted["m"] == state["matches_done"]
        assert len(exported(out, code=3)) == counted["n"]
        assert json.loads(tournament("leaderboard", out, "--json").stdout)
    finally:
        process.send_signal(signal.SIGCONT)
        process.communicate(timeout=120)
    assert process.returncode == 0


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    league = write_league(tmp_path, variants=("short-3p",), blocks=64, batch=2)
    out = tmp_path / "out"
    process = start("run", league, "--out", out, "--workers", 1)
    wait_for_batch(out)
    process.send_signal(signal.SIGSTOP)
    try:
        assert "another run" in tournament("run", league, "--out", out, code=2).stderr
    finally:
        process.send_signal(signal.SIGCONT)
        process.communicate(timeout=120)


def test_progress_is_plain_lines_when_not_a_terminal(league: Path, tmp_path: Path) -> None:
    said = tournament("run", league, "--out", tmp_path / "out").stderr
    assert "blocks 16/16  matches 48/48" in said
    assert "\x1b" not in said


def test_gauntlet_seats_one_challenger_at_each_table(tmp_path: Path) -> None:
    entries = dict.fromkeys(("a", "b", "c", "new"), "house:cautious")
    more = 'kind = "gauntlet"\nchallengers = ["new"]'
    league = write_league(tmp_path, entries=entries, more=more, blocks=1, batch=1)
    tournament("run", league, "--out", tmp_path / "out")
    tables = {tuple(sorted(record["seats"])) for record in exported(tmp_path / "out")}
    assert tables == {("a", "b", "new"), ("a", "c", "new"), ("b", "c", "new")}


def test_two_entries_of_one_author_do_not_meet_at_three(tmp_path: Path) -> None:
    league = write_league(
        tmp_path, entries={}, variants=("short-3p", "short-2p"), blocks=1, batch=1
    )
    authors = {"a": "ann", "b": "ann", "c": "bob", "d": "cid"}
    league.write_text(
        league.read_text()
        + "".join(
            f'[[entries]]\nname = "{name}"\nbot = "house:cautious"\nauthor = "{author}"\n'
            for name, author in authors.items()
        )
    )
    tournament("run", league, "--out", tmp_path / "out")
    tables = {tuple(sorted(record["seats"])) for record in exported(tmp_path / "out")}
    assert {table for table in tables if len(table) == 3} == {("a", "c", "d"), ("b", "c", "d")}
    assert ("a", "b") in tables
