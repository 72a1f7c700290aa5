"""A game that nobody has heard of plays leagues as soon as its folder is there.

tests/support/toy is laid over a copy of the project; not a line of that copy is changed.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from leagues import ROOT, misbehaving, results_of, write_league

TOY = ROOT / "tests" / "support" / "toy"
ROOMS = ("engine", "bots", "tournament", "reports", "configs", "tests/conformance")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with a third game."""
    copy = tmp_path_factory.mktemp("project")
    for room in ROOMS:
        left_out = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / room, copy / room, ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copytree(TOY, copy, dirs_exist_ok=True)
    return copy


def python(project: Path, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(project)},
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def test_it_passes_the_conformance_suite(project: Path) -> None:
    shown = python(project, "-m", "pytest", "-q", "tests/conformance", "-k", "high")
    assert "passed" in shown
    assert "high-card-4p uniform" in python(
        project, "-m", "pytest", "-q", "--collect-only", "tests/conformance", "-k", "high"
    )


def test_it_plays_a_league(project: Path, tmp_path: Path) -> None:
    league = write_league(
        tmp_path,
        variants=("high-card-2p", "high-card-4p", "short-2p"),
        entries={"one": "house:uniform", "honest": misbehaving("Honest", tmp_path)},
        blocks=2,
        batch=1,
        more="copies = true",
    )
    run = ["-m", "tournament.cli", "run", league, "--json", "--workers"]
    first = json.loads(python(project, *run, 1, "--out", tmp_path / "out"))
    assert first["status"] == "complete"
    assert first["faulty_matches_by_entry"] == {}
    assert {row["variant"] for row in first["leaderboard"]} == {
        "high-card-2p",
        "high-card-4p",
        "short-2p",
    }
    second = json.loads(python(project, *run, 2, "--out", tmp_path / "again"))
    assert second["run_digest"] == first["run_digest"]
    assert results_of(tmp_path / "again") == results_of(tmp_path / "out")
    assert "0 differ" in python(project, "-m", "tournament.cli", "verify", tmp_path / "out")
    records = python(project, "-m", "tournament.cli", "export", tmp_path / "out").splitlines()
    match = next(record for record in map(json.loads, records) if record["game"] == "high_card")
    told = python(project, "-m", "tournament.cli", "replay", tmp_path / "out", match["match"])
    assert told.count("plays") == 3 * match["rules"]["players"]
