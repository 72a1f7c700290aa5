"""Bad input: one line that says what was found where and what is allowed; nothing is lost."""

import json
from pathlib import Path

import pytest
from leagues import results_of, tournament, write_league

GOOD = """
[league]
name = "test"
seed = "s"
variants = ["house-2p"]

[schedule]
blocks_per_table = 2
blocks_per_batch = 1

[[entries]]
name = "a"
bot = "house:uniform"

[[entries]]
name = "b"
bot = "house:cautious"
"""

BLOCKS = "blocks_per_table = 2\nblocks_per_batch = 1"

CASES = {
    "unknown key": (("seed = ", "sede = "), ["league.sede", "name, seed, variants"]),
    "unknown section": (("[schedule]", "[shedule]"), ["shedule", "schedule"]),
    "missing key": (('name = "test"', ""), ["league.name", "required"]),
    "wrong type": (("blocks_per_table = 2", 'blocks_per_table = "2"'), ["blocks_per_table", "'2'"]),
    "flag for a number": (
        ("blocks_per_table = 2", "blocks_per_table = true"),
        ["blocks_per_table", "True"],
    ),
    "no blocks": (("blocks_per_table = 2", "blocks_per_table = 0"), ["blocks_per_table", "0"]),
    "not a multiple": (
        (
            "blocks_per_table = 2\nblocks_per_batch = 1",
            "blocks_per_table = 33\nblocks_per_batch = 16",
        ),
        ["blocks_per_table", "33", "32 or 48"],
    ),
    "less than a batch": (
        (
            "blocks_per_table = 2\nblocks_per_batch = 1",
            "blocks_per_table = 3\nblocks_per_batch = 16",
        ),
        ["blocks_per_table", "3", "nearest 16"],
    ),
    "unknown kind": (("[schedule]", '[schedule]\nkind = "swiss"'), ["'swiss'", "gauntlet"]),
    "unknown variant": (("house-2p", "house-5p"), ["'house-5p'", "house-3p"]),
    "variant file missing": (("house-2p", "mine.toml"), ["mine.toml", "No such file"]),
    "unknown house bot": (("house:uniform", "house:genius"), ["'house:genius'", "house:greedy"]),
    "bot without class": (("house:uniform", "alice.py"), ["'alice.py'", "FILE.py:CLASS"]),
    "entry file missing": (("house:uniform", "alice.py:Alice"), ["alice.py", "not there"]),
    "name with a capital": (('name = "a"', 'name = "A"'), ["entries.0.name", "'A'", "a-z"]),
    "name twice": (('name = "a"', 'name = "b"'), ["'b' twice"]),
    "too few entries": (("house-2p", "house-3p"), ["2 entries", "house-3p", "copies"]),
    "gauntlet without challenger": (
        ("[schedule]", '[schedule]\nkind = "gauntlet"'),
        ["challengers", "a, b"],
    ),
    "challenger without gauntlet": (
        ("[schedule]", '[schedule]\nchallengers = ["a"]'),
        ["challengers", "gauntlet"],
    ),
    "no TOML": (("[league]", "[league"), ["TOML"]),
}


def one_line_error(*arguments: object) -> str:
    """The error of a command that must fail with exit code 2 and one line."""
    done = tournament(*arguments, code=2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert "found" in line
    assert "allowed" in line
    return line


@pytest.mark.parametrize("case", CASES)
def test_a_bad_league_file(tmp_path: Path, case: str) -> None:
    (old, new), words = CASES[case]
    assert old in GOOD
    league = tmp_path / "league.toml"
    league.write_text(GOOD.replace(old, new, 1))
    line = one_line_error("run", league, "--out", tmp_path / "out")
    assert str(league) in line
    for word in words:
        assert word in line
    assert not (tmp_path / "out").exists()


def test_a_league_file_that_is_not_there(tmp_path: Path) -> None:
    assert "nothing there" in one_line_error("run", tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import nothing_like_this\n", ["nothing_like_this"]),
        ("def broken(:\n", ["SyntaxError"]),
        ("x = 1\n", ["has no class Alice"]),
        ("class Alice:\n    pass\n", ["engine.Bot"]),
        ("import os\nos._exit(4)\n", ["exited with code 4"]),
    ],
)
def test_an_entry_that_cannot_be_imported(tmp_path: Path, source: str, words: list[str]) -> None:
    (tmp_path / "alice.py").write_text(source)
    league = tmp_path / "league.toml"
    league.write_text(GOOD.replace("house:uniform", "alice.py:Alice"))
    line = one_line_error("run", league, "--out", tmp_path / "out")
    for word in ["entries.a", *words]:
        assert word in line
    assert not (tmp_path / "out").exists()


def test_a_variant_file_with_a_contradiction(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game = "tysiac"\n[rules]\nbarrier = 1000\n')
    league = tmp_path / "league.toml"
    league.write_text(GOOD.replace("house-2p", "mine.toml"))
    line = one_line_error("run", league)
    assert "mine.toml" in line
    assert "less than the target 1000" in line


@pytest.fixture
def played(tmp_path: Path) -> Path:
    league = write_league(tmp_path, variants=("short-2p",), blocks=2, batch=1)
    tournament("run", league, "--out", tmp_path / "out")
    return tmp_path / "out"


def test_a_folder_of_another_league(tmp_path: Path, played: Path) -> None:
    before = results_of(played)
    other = write_league(tmp_path, variants=("short-2p",), name="other")
    line = one_line_error("run", other, "--out", played)
    assert "'test'" in line
    assert "'other'" in line
    assert results_of(played) == before


def test_a_folder_played_with_another_seed(tmp_path: Path, played: Path) -> None:
    other = write_league(tmp_path, variants=("short-2p",), seed="another")
    assert "another seed" in one_line_error("run", other, "--out", played)


def test_a_folder_that_is_something_else(tmp_path: Path) -> None:
    league = write_league(tmp_path, variants=("short-2p",))
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.png").write_bytes(b"")
    assert "cat.png" in one_line_error("run", league, "--out", tmp_path / "photos")
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["cat.png"]


@pytest.mark.parametrize("damage", ["cut", "flip", "head", "empty"])
def test_a_damaged_journal_file(tmp_path: Path, played: Path, damage: str) -> None:
    before = results_of(played)
    path = min((played / "journal").glob("*.batch"))
    content = path.read_bytes()
    path.write_bytes(
        {
            "cut": content[:-10],
            "flip": content[:-10] + bytes([content[-10] ^ 1]) + content[-9:],
            "head": b"{" + content,
            "empty": b"",
        }[damage]
    )
    line = one_line_error("run", tmp_path / "league.toml", "--out", played)
    assert str(path) in line
    assert "delete it" in line
    assert results_of(played) == before
    path.unlink()
    tournament("run", tmp_path / "league.toml", "--out", played)
    assert results_of(played) == before


def test_an_older_schema(tmp_path: Path, played: Path) -> None:
    path = played / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["schema"] = 0
    path.write_text(json.dumps(manifest))
    for arguments in (
        ["run", tmp_path / "league.toml", "--out", played],
        ["leaderboard", played],
        ["verify", played],
    ):
        assert "schema 0" in one_line_error(*arguments)


def test_a_manifest_that_is_none(played: Path) -> None:
    (played / "manifest.json").write_text("[]")
    assert "manifest.json" in one_line_error("status", played)


def test_commands_on_a_folder_that_is_not_there(tmp_path: Path) -> None:
    for command in ("status", "leaderboard", "points", "export", "verify", "gc"):
        assert "manifest.json" in one_line_error(command, tmp_path / "none")


def test_a_kept_entry_that_was_changed(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text(
        "from engine import Bot\n\nclass Alice(Bot):\n"
        "    def decide(self, decision):\n        return decision.legal[0]\n"
    )
    league = tmp_path / "league.toml"
    league.write_text(GOOD.replace("house:uniform", "alice.py:Alice"))
    tournament("run", league, "--out", tmp_path / "out")
    (kept,) = (tmp_path / "out" / "entries").glob("*/alice.py")
    kept.write_text(kept.read_text() + "\n")
    line = one_line_error("verify", tmp_path / "out")
    assert "entries" in line


@pytest.mark.parametrize(
    ("query", "word"), [("select nonsense", "nonsense"), ("select * from no_table", "no_table")]
)
def test_a_wrong_query(played: Path, query: str, word: str) -> None:
    assert word in one_line_error("sql", played, query)


def test_a_match_that_is_not_there(played: Path) -> None:
    assert "'nothing-0'" in one_line_error("replay", played, "nothing-0")
    match = json.loads(tournament("sql", played, "select match from matches", "--json").stdout)
    assert "hand 99" in one_line_error("replay", played, match[0]["match"] + ":99")
    assert "MATCH:HAND" in one_line_error("replay", played, match[0]["match"] + ":x")


def test_a_variant_that_the_league_does_not_hold(played: Path) -> None:
    assert "short-2p" in one_line_error("leaderboard", played, "--variant", "house-3p")


def test_ray_that_cannot_be_reached(tmp_path: Path) -> None:
    league = write_league(tmp_path, variants=("short-2p",))
    done = tournament("run", league, "--out", tmp_path / "out", "--address", "127.0.0.1:1", code=2)
    assert done.stderr.splitlines()[-1].startswith("error: ray: found")
