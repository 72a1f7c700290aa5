"""Misbehaving entries: the right one is charged, by the policy, and everybody else is served."""

import json
from pathlib import Path
from typing import Any

import pytest
from leagues import exported, misbehaving, processes_with, tournament, write_league
from referee import check_match

TWO = "short-2p"


def play(folder: Path, name: str, *, limits: str = "", code: int | None = 1, **more: Any) -> Path:
    """Play a small league of one misbehaving entry against `cautious`; gives the run folder."""
    entries = {"bad": misbehaving(name, folder), "calm": "house:cautious"}
    league = write_league(
        folder, variants=(TWO,), entries=entries, blocks=2, batch=2, limits=limits, **more
    )
    tournament("run", league, "--out", folder / "out", "--workers", 1, code=code)
    return folder / "out"


def faults_of(out: Path) -> list[dict[str, Any]]:
    found = tournament("sql", out, "select * from faults order by match, hand, action", "--json")
    rows: list[dict[str, Any]] = json.loads(found.stdout)
    return rows


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("Raises", "exception", "no idea what to play"),
        ("Illegal", "illegal_action", "returned 9"),
        ("WrongType", "exception", "returned True"),
        ("HugeNumber", "exception", "no action"),
        ("Text", "exception", "returned 'pass'"),
        ("BrokenConstructor", "exception", "cannot start"),
        ("SystemExits", "exception", "SystemExit"),
        ("Exits", "crash", "exited with code 7"),
        ("Segfaults", "crash", "SIGSEGV"),
        ("RaisesStrangely", "exception", "udc80"),
        ("CannotBeShown", "exception", "can't be shown"),
        ("WritesGarbage", "protocol", "bytes"),
        ("PatchesUs", "protocol", "array"),
    ],
)
def test_a_fault_is_charged_and_the_fallback_plays_on(
    tmp_path: Path, name: str, kind: str, message: str
) -> None:
    out = play(tmp_path, name)
    faults = faults_of(out)
    assert {(fault["entry"], fault["kind"]) for fault in faults} == {("bad", kind)}
    assert all(message in fault["message"] for fault in faults)
    records = exported(out)
    assert len(records) == 4
    for record in records:
        assert check_match(record) == []
        bad = record["seats"].index("bad")
        (fault,) = record["faults"]
        assert (fault["seat"], fault["policy"]) == (bad, "substitute")
        assert (record["winner"], record["ranks"][bad]) in {(1 - bad, 2), (None, 2)}
    assert processes_with(str(tmp_path)) == []


def test_the_fallback_takes_over_at_the_very_decision(tmp_path: Path) -> None:
    """Everything before the fault is the entry's own; from there on the first legal action."""
    out = play(tmp_path, "Raises")
    for record in exported(out):
        (fault,) = record["faults"]
        hand = record["hands"][fault["hand"]]
        assert hand["n"] == 1
        seat, text = hand["actions"][fault["action"]]
        assert seat == fault["seat"]
        assert len(text) == 2  # a card, played by the fallback


def test_stderr_and_the_command_stand_in_the_fault_row(tmp_path: Path) -> None:
    out = play(tmp_path, "Raises")
    fault = faults_of(out)[0]
    assert "about to fail" in fault["stderr"]
    program, *arguments = fault["command"].split()
    assert program == "tournament"
    assert "no idea what to play" in tournament(*arguments).stdout


def test_deleting_its_own_files_disturbs_nobody(tmp_path: Path) -> None:
    """Each process has a copy of its own."""
    out = play(tmp_path, "DeletesItself", code=0)
    assert faults_of(out) == []


def test_printing_and_reading_disturb_nobody(tmp_path: Path) -> None:
    out = play(tmp_path, "Chatty", code=0)
    assert faults_of(out) == []


@pytest.mark.parametrize("how", [[], ["--inline"]])
def test_a_fault_can_be_asked_again(tmp_path: Path, how: list[str]) -> None:
    """By the very command that the table of faults names; the entry fails at the same place."""
    out = play(tmp_path, "Raises")
    fault = faults_of(out)[0]
    words = fault["command"].split()
    assert words[:2] == ["tournament", "replay"]
    told = tournament(*words[1:], *how).stdout
    assert f"hand {fault['hand']}, action {fault['action']}" in told
    assert told.count("ValueError: no idea what to play") == 2  # then and now
    assert "strayed" not in told
    assert "'legal': [" in told
    error = tournament(*words[1:-1], 2, code=2).stderr
    assert "allowed: 1 to 1" in error


def test_flooding_stderr_is_bounded(tmp_path: Path) -> None:
    out = play(tmp_path, "Floods", code=None)
    assert all(len(fault["stderr"]) <= 4096 for fault in faults_of(out))


def test_strikes_forgive_twice(tmp_path: Path) -> None:
    out = play(tmp_path, "Illegal", limits='on_fault = "strikes"\nstrikes = 3')
    for record in exported(out):
        assert [fault["policy"] for fault in record["faults"]] == [
            "strike",
            "strike",
            "substitute",
        ]
        assert check_match(record) == []


def test_void_matches_count_for_nobody(tmp_path: Path) -> None:
    out = play(tmp_path, "Raises", limits='on_fault = "void"')
    for record in exported(out):
        assert (record["status"], record["winner"], record["ranks"]) == ("void", None, [1, 1])
        assert check_match(record) == []
    rows = json.loads(tournament("leaderboard", out, "--json").stdout)
    assert [(row["entry"], row["disqualified"], row["faults"]) for row in rows] == [
        ("calm", False, 0),
        ("bad", True, len(exported(out))),
    ]
    assert all(row["rank_points"] is None and row["matches"] == 0 for row in rows)


@pytest.mark.parametrize(
    ("name", "kind"), [("Sleeps", "timeout"), ("Loops", "timeout"), ("StopsItself", "timeout")]
)
def test_a_time_out_is_charged_and_marks_the_block(tmp_path: Path, name: str, kind: str) -> None:
    out = play(tmp_path, name, limits="decision_ms = 50")
    assert {fault["kind"] for fault in faults_of(out)} == {kind}
    query = "select bool_or(reproducible) as any from blocks"
    assert json.loads(tournament("sql", out, query, "--json").stdout) == [{"any": False}]
    found = json.loads(tournament("verify", out, "--json").stdout)  # the fault is forced
    assert found["differences"] == []


def test_too_much_memory_is_charged(tmp_path: Path) -> None:
    out = play(tmp_path, "Eats", limits="memory_mb = 100")
    assert {fault["kind"] for fault in faults_of(out)} <= {"memory", "exception"}


def test_a_death_only_in_step_is_charged_in_every_match(tmp_path: Path) -> None:
    out = play(tmp_path, "CrashesInStep")
    assert {fault["kind"] for fault in faults_of(out)} == {"crash_in_step"}
    for record in exported(out):
        assert [(fault["hand"], fault["action"]) for fault in record["faults"]] == [(None, None)]
        assert check_match(record) == []


def test_a_death_that_does_not_repeat_is_the_machines(tmp_path: Path) -> None:
    """In the tier that lets an entry leave a mark outside."""
    misbehaving("CrashesOnce", tmp_path)
    entry = tmp_path / "once.py"
    marks = tmp_path / "marks"
    marks.mkdir()
    marks.chmod(0o777)  # root's entries are other users
    marker = f"\nCrashesOnce.marker = Path({str(marks / 'crashed')!r})\n"
    entry.write_text((tmp_path / "misbehaving.py").read_text() + marker)
    entries = {"bad": "once.py:CrashesOnce", "calm": "house:cautious"}
    league = write_league(tmp_path, variants=(TWO,), entries=entries, blocks=2, batch=2)
    out = tmp_path / "out"
    tournament("run", league, "--out", out, "--workers", 1, "--isolation", "basic")
    assert faults_of(out) == []
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["infrastructure_failures"] == 1


def test_sound_seats_are_ranked_among_themselves(tmp_path: Path) -> None:
    entries = {
        "bad": misbehaving("Exits", tmp_path),
        "calm": "house:cautious",
        "luck": "house:uniform",
    }
    limits = "disqualify_share = 1.0"
    league = write_league(tmp_path, entries=entries, blocks=1, batch=1, limits=limits)
    tournament("run", league, "--out", tmp_path / "out", code=1)
    for record in exported(tmp_path / "out"):
        assert check_match(record) == []
        assert record["ranks"][record["seats"].index("bad")] == 3
    rows = json.loads(tournament("leaderboard", tmp_path / "out", "--json").stdout)
    assert {row["entry"]: row["faults"] for row in rows} == {"bad": 6, "calm": 0, "luck": 0}


def test_an_entry_that_faults_too_often_is_disqualified(tmp_path: Path) -> None:
    """Its row says so, and its blocks rate nobody: the others stand as if it hadn't come."""
    honest = {"calm": "house:cautious", "luck": "house:uniform", "good": "house:greedy"}
    league = write_league(tmp_path / "without", entries=honest)
    tournament("run", league, "--out", tmp_path / "without" / "out")
    alone = json.loads(tournament("leaderboard", tmp_path / "without" / "out", "--json").stdout)
    entries = {**honest, "bad": misbehaving("Exits", tmp_path / "with")}
    league = write_league(tmp_path / "with", entries=entries)
    shown = tournament("run", league, "--out", tmp_path / "with" / "out", code=1).stdout
    assert "disqualified" in shown
    rows = json.loads(tournament("leaderboard", tmp_path / "with" / "out", "--json").stdout)
    counted = {"matches", "wins"}  # of all matches, also of those that rate nobody
    assert [
        {key: value for key, value in row.items() if key not in counted} for row in rows[:-1]
    ] == [{key: value for key, value in row.items() if key not in counted} for row in alone]
    assert (rows[-1]["entry"], rows[-1]["disqualified"]) == ("bad", True)
    assert (rows[-1]["place"], rows[-1]["rank_points"]) == (None, None)
    assert rows[-1]["faults"] == rows[-1]["matches"] > 0


@pytest.mark.parametrize("executor", ["local", "ray"])
def test_a_batch_that_kills_its_worker_thrice_is_set_aside(
    tmp_path: Path, executor: str, request: pytest.FixtureRequest
) -> None:
    """The rest of the league is played, and the exit code says that something is missing."""
    entries = {
        "bomb": misbehaving("KillsWorker", tmp_path),
        "calm": "house:cautious",
        "luck": "house:uniform",
    }
    league = write_league(tmp_path, variants=(TWO,), entries=entries, blocks=1, batch=1)
    out = tmp_path / "out"
    where = ["--workers", 1]
    if executor == "ray":
        where += ["--address", request.getfixturevalue("ray_address")]
    done = tournament("run", league, "--out", out, "--inline", "--json", *where, code=3)
    summary = json.loads(done.stdout)
    assert summary["status"] == "incomplete"
    assert len(summary["set_aside"]) == 2
    assert all(each["cause"] for each in summary["set_aside"])
    assert summary["run_digest"] is None
    assert {row["entry"] for row in summary["leaderboard"]} == {"calm", "luck"}
    state = json.loads(tournament("status", out, "--json").stdout)
    assert (state["batches_done"], state["batches"]) == (1, 3)
