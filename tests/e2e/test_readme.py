"""The README shows real output: this very leaderboard and this very digest."""

from pathlib import Path

from leagues import ROOT, tournament


def test_the_quickstart_in_the_readme_is_what_you_get(tmp_path: Path) -> None:
    shown = tournament("run", "configs/leagues/quickstart.toml", "--out", tmp_path / "out").stdout
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for line in shown.splitlines() if line and not line.startswith("results: ")]
    assert [line for line in lines if line not in readme] == []


def test_the_code_in_the_readme_is_what_you_get() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    bots = ("ruthless", "trickster", "reckless")
    code = tournament("code", "bomb-3p", *bots, "--seed", 7).stdout.strip()
    assert f"{code}\n$ tournament replay {code}\n" in readme


def test_the_league_in_the_readme_is_the_quickstart() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert (ROOT / "configs/leagues/quickstart.toml").read_text(encoding="utf-8").strip() in readme
