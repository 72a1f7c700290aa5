"""`tournament check` tells an author what a league would find out."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from leagues import MISBEHAVING, ROOT, tournament, write_league

SAMPLES = ROOT / "configs" / "leagues" / "entries"
RANDOM = '''
import os
from engine import Bot


class Dice(Bot):
    """Draws its luck from the system."""

    def decide(self, decision):
        return decision.legal[os.urandom(1)[0] % len(decision.legal)]
'''
ONE_GAME = """
from engine import Bot


class Player(Bot):
    def decide(self, decision):
        return decision.legal[0] if decision.bid else decision.legal[-1]
"""


def checked(*arguments: object, code: int = 0) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(tournament("check", *arguments, "--json", code=code).stdout)
    return report


def test_a_sound_entry_is_ready(tmp_path: Path) -> None:
    bot = f"{SAMPLES / 'sample.py'}:Sample"
    found = checked(bot, "--variant", "house-2p", "--variant", "bomb-3p")
    assert found["ok"]
    assert [row["variant"] for row in found["variants"]] == ["bomb-3p", "house-2p"]
    for row in found["variants"]:
        assert row["findings"] == []
        assert row["decisions"] > row["matches"] > 0
        assert 0 < row["p50_ms"] <= row["p95_ms"] <= row["max_ms"]
        assert row["peak_mb"] > 5
    shown = tournament("check", bot, "--variant", "bomb-2p").stdout
    assert shown.endswith("verdict: ready to submit\n")


@pytest.mark.parametrize(
    ("name", "kind", "words", "advice"),
    [
        ("Careless", "state between matches", "became", "module-level"),
        ("Raises", "exception", "ValueError", "Catch"),
        ("Exits", "crash", "exited with code 7", "os._exit"),
        ("Illegal", "illegal_action", "returned 9", "decision.legal"),
        ("Sleeps", "timeout", "no answer within", "faster"),
    ],
)
def test_what_is_to_be_mended_is_named(
    tmp_path: Path, name: str, kind: str, words: str, advice: str
) -> None:
    shutil.copy(MISBEHAVING, tmp_path)
    league = write_league(tmp_path, variants=("short-2p",), limits="decision_ms = 200")
    found = checked(f"{MISBEHAVING}:{name}", "--league", league, code=1)
    assert not found["ok"]
    (row,) = found["variants"]
    assert [finding["kind"] for finding in row["findings"]] == [kind]
    (finding,) = row["findings"]
    assert words in finding["message"]
    assert advice in finding["advice"]


def test_luck_from_the_system_is_named_by_check_and_verify(tmp_path: Path) -> None:
    (tmp_path / "dice.py").write_text(RANDOM)
    found = checked(f"{tmp_path / 'dice.py'}:Dice", "--variant", "house-2p", code=1)
    (finding,) = found["variants"][0]["findings"]
    assert finding["kind"] == "not repeatable"
    assert "os.urandom" in finding["advice"]
    entries = {"dice": "dice.py:Dice", "uniform": "house:uniform"}
    league = write_league(tmp_path, variants=("short-2p",), entries=entries)
    tournament("run", league, "--out", tmp_path / "out")
    told = json.loads(tournament("verify", tmp_path / "out", "--json", code=1).stdout)
    assert {difference["entry"] for difference in told["differences"]} == {"dice"}


def test_an_entry_of_a_league_is_checked_by_its_name(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "plain.py", tmp_path)
    league = write_league(tmp_path, variants=("short-2p", "bomb-2p"))
    command = 'command = ["python3", "plain.py"]\nfiles = ["plain.py"]'
    league.write_text(f'{league.read_text()}\n[[entries]]\nname = "plain"\n{command}\n')
    found = checked("plain", "--league", league)
    assert found["ok"]
    assert len(found["variants"]) == 2


def test_an_entry_of_a_league_is_asked_for_its_own_games_only(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ONE_GAME)
    league = write_league(tmp_path, variants=("short-2p", "bomb-2p"), more="copies = true")
    entry = 'name = "mine"\nbot = "mine.py:Player"\ngames = ["tysiac"]'
    league.write_text(f"{league.read_text()}\n[[entries]]\n{entry}\n")
    found = checked("mine", "--league", league)
    assert [each["variant"] for each in found["variants"]] == ["short-2p"]
    refused = tournament("check", "mine", "--league", league, "--game", "draw_the_bomb", code=2)
    assert "--game: found 'draw_the_bomb'; allowed: tysiac" in refused.stderr


def test_who_plays_one_game_asks_for_no_other(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ONE_GAME)
    bot = f"{tmp_path / 'mine.py'}:Player"
    asked = (bot, "--variant", "house-2p", "--variant", "bomb-2p")
    assert not checked(*asked, code=1)["ok"]
    found = checked(*asked, "--game", "tysiac")
    assert found["ok"]
    assert [each["variant"] for each in found["variants"]] == ["house-2p"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gone.py:Gone"], "not there"),
        (["nonsense"], "FILE.py:CLASS"),
        (["house:uniform"], "house bot"),
        ([f"{MISBEHAVING}:Honest", "--variant", "house-9p"], "'house-9p'"),
        ([f"{MISBEHAVING}:Honest", "--game", "chess"], "draw_the_bomb, tysiac"),
        (
            [f"{MISBEHAVING}:Honest", "--game", "tysiac", "--variant", "bomb-2p"],
            "variants of tysiac",
        ),
        ([f"{MISBEHAVING}:Honest", "--league", "gone.toml"], "nothing there"),
    ],
)
def test_a_check_of_nothing(arguments: list[str], words: str) -> None:
    (line,) = tournament("check", *arguments, code=2).stderr.splitlines()
    assert line.startswith("error: ")
    assert words in line
    assert "allowed" in line
