"""Bad input: one line that says what was found where and what is allowed; nothing is lost."""

import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
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
    "unknown key": (
        ("seed = ", "sede = "),
        ["league.sede", "name, seed, seed_commitment, variants"],
    ),
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
    "too few entries": (("house-2p", "house-3p"), ["2 of the entries", "house-3p", "copies"]),
    "gauntlet without challenger": (
        ("[schedule]", '[schedule]\nkind = "gauntlet"'),
        ["challengers", "a, b"],
    ),
    "challenger without gauntlet": (
        ("[schedule]", '[schedule]\nchallengers = ["a"]'),
        ["challengers", "gauntlet"],
    ),
    "no TOML": (("[league]", "[league"), ["TOML"]),
    "brackets without end": (('seed = "s"', "seed = " + "[" * 3000), ["TOML"]),
    "digits without end": (
        ("blocks_per_table = 2", "blocks_per_table = " + "9" * 5000),
        ["TOML", "4300 digits"],
    ),
    "line feed in a key": (
        ("seed = ", '"se\\ned" = '),
        [r"league.se\ned", "name, seed, seed_commitment, variants"],
    ),
    "variant with NUL": (("house-2p", "a\\u0000.toml"), [r"a\x00.toml", "null byte"]),
    "bot with NUL": (("house:uniform", "a\\u0000.py:A"), [r"a\x00.py"]),
    "path without end": (("house:uniform", "x" * 5000 + ".py:A"), ["entries.a.bot", "too long"]),
    "batches without end": (
        ("blocks_per_table = 2", "blocks_per_table = 1000000"),
        ["blocks_per_table", "1000000", "100000 batches", "blocks_per_batch"],
    ),
    "neither bot nor command": (('bot = "house:uniform"', ""), ["entries.a.bot", "a command"]),
    "both bot and command": (
        ('bot = "house:uniform"', 'bot = "house:uniform"\ncommand = ["./x"]'),
        ["entries.a.bot", "both"],
    ),
    "command without files": (
        ('bot = "house:uniform"', 'command = ["./x"]'),
        ["entries.a.files", "nothing"],
    ),
    "command with a file elsewhere": (
        ('bot = "house:uniform"', 'command = ["./x"]\nfiles = ["../x"]'),
        ["entries.a.files", "'../x'"],
    ),
    "game of no variant": (
        ('bot = "house:uniform"', 'bot = "house:uniform"\ngames = ["chess"]'),
        ["entries.a.games", "'chess'", "tysiac"],
    ),
    "no memory": (
        ("[schedule]", "[limits]\nmemory_mb = 1\n[schedule]"),
        ["limits.memory_mb", "found 1;", "64"],
    ),
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


def test_a_league_file_without_end() -> None:
    assert "more than 16777216 bytes" in one_line_error("run", "/dev/zero")


def test_a_league_file_that_is_not_there(tmp_path: Path) -> None:
    assert "nothing there" in one_line_error("run", tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import nothing_like_this\n", ["nothing_like_this"]),
        ("def broken(:\n", ["SyntaxError"]),
        ("x = 1\n", ["has no class Alice"]),
        ("class Alice:\n    pass\n", ["engine.Bot"]),
        ("from engine import Bot\nclass Alice(Bot):\n    pass\n", ["decide(self, decision)"]),
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


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a league file and, in `out`, its results."""
    folder = tmp_path_factory.mktemp("original")
    league = write_league(folder, variants=("short-2p",), blocks=2, batch=1)
    tournament("run", league, "--out", folder / "out")
    return folder


@pytest.fixture
def played(tmp_path: Path, original: Path) -> Path:
    """Results of this test's own, of the league beside them."""
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
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


@pytest.mark.parametrize("damage", ["cut", "flip", "head", "count", "empty", "no body"])
def test_a_damaged_journal_file(tmp_path: Path, played: Path, damage: str) -> None:
    before = results_of(played)
    path = min((played / "journal").glob("*.batch"))
    content = path.read_bytes()
    path.write_bytes(
        {
            "cut": content[:-10],
            "flip": content[:-10] + bytes([content[-10] ^ 1]) + content[-9:],
            "head": b"{" + content,
            "count": content.replace(b'"matches":2', b'"matches":3', 1),
            "no body": content[: content.index(b"}\n")],
            "empty": b"",
        }[damage]
    )
    assert path.read_bytes() != content
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


@pytest.mark.parametrize("content", ["[]", "{}", "", '{"schema": 1}', '{"schema": "1"}', "\udcff"])
def test_a_manifest_that_is_none(played: Path, content: str) -> None:
    (played / "manifest.json").write_bytes(content.encode(errors="surrogateescape"))
    assert "manifest.json" in one_line_error("status", played)


def test_a_manifest_that_was_deleted_is_written_again(tmp_path: Path, played: Path) -> None:
    path = played / "manifest.json"
    before = path.read_bytes()
    path.unlink()
    done = tournament("run", tmp_path / "league.toml", "--out", played)
    assert "; 0 batches newly played" in done.stdout
    assert path.read_bytes() == before


def test_results_without_a_journal_are_not_ours_to_replace(tmp_path: Path) -> None:
    league = write_league(tmp_path, variants=("short-2p",))
    mine = tmp_path / "lab" / "results" / "thesis.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("years of work")
    assert "'results'" in one_line_error("run", league, "--out", tmp_path / "lab")
    assert mine.read_text() == "years of work"


@pytest.mark.parametrize(
    ("table", "damage"),
    [
        ("blocks", "missing"),
        ("hands", "empty"),
        ("matches", "folder missing"),
        ("hand_seats", "other columns"),
    ],
)
def test_a_damaged_result_table(tmp_path: Path, played: Path, damage: str, table: str) -> None:
    before = results_of(played)
    path = played / "results" / table / "short-2p.parquet"
    if damage == "missing":
        path.unlink()
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "folder missing":
        shutil.rmtree(played / "results")
    else:
        shutil.copy(played / "results" / "matches" / "short-2p.parquet", path)
    assert "results" in one_line_error("verify", played)
    tournament("run", tmp_path / "league.toml", "--out", played)
    assert results_of(played) == before


@pytest.mark.parametrize("command", ["export", "leaderboard", "points"])
def test_a_missing_result_table(played: Path, command: str) -> None:
    (played / "results" / "hands" / "short-2p.parquet").unlink()
    assert "short-2p.parquet" in one_line_error(command, played)


def test_a_table_that_lost_rows(played: Path) -> None:
    path = played / "results" / "actions" / "short-2p.parquet"
    table = pq.read_table(path)
    pq.write_table(table.slice(0, len(table) - 1), path)
    line = one_line_error("verify", played)
    assert "don't fit together" in line


def test_a_batch_that_is_lost_is_missed_aloud(played: Path) -> None:
    whole = tournament("export", played).stdout
    min((played / "journal").glob("*.batch")).unlink()
    part = tournament("export", played, code=3)
    assert set(part.stdout.splitlines()) < set(whole.splitlines())
    assert "incomplete: 5 of 6 batches" in part.stderr
    assert "incomplete" in tournament("leaderboard", played).stderr
    assert "0 differ" in tournament("verify", played, code=3).stdout


def test_a_folder_called_like_a_batch_is_none(played: Path) -> None:
    (played / "journal" / "x.batch").mkdir()
    assert "0 superseded" in tournament("gc", played).stdout


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
    ("query", "word"),
    [
        ("select nonsense", "nonsense"),
        ("select * from no_table", "no_table"),
        ("", "no result"),
    ],
)
def test_a_wrong_query(played: Path, query: str, word: str) -> None:
    assert word in one_line_error("sql", played, query)


def test_a_match_that_is_not_there(played: Path) -> None:
    assert "'nothing-0'" in one_line_error("replay", played, "nothing-0")
    match = json.loads(tournament("sql", played, "select match from matches", "--json").stdout)
    assert "hand 99" in one_line_error("replay", played, match[0]["match"] + ":99")
    assert "MATCH:HAND" in one_line_error("replay", played, match[0]["match"] + ":x")
    assert "no match" in one_line_error("replay", played)
    assert "check sign" in one_line_error("replay", "A3N-1K")
    assert "hand 99" in one_line_error("replay", "6HN0S100000001B:99")


def test_a_variant_that_the_league_does_not_hold(played: Path) -> None:
    assert "short-2p" in one_line_error("leaderboard", played, "--variant", "house-3p")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["run", "l.toml", "--workers", "0"], "--workers"),
        (["run", "l.toml", "--executor", "x"], "'x'"),
        (["verify", "d", "--sample", "2"], "2.0"),
        (["verify", "d", "--sample", "nan"], "nan"),
        (["status", "d", "--nonsense"], "--nonsense"),
        (["status"], "DIR"),
        (["config"], "command"),
        (["nonsense"], "'nonsense'"),
    ],
)
def test_a_wrong_command_line(arguments: list[str], word: str) -> None:
    assert word in one_line_error(*arguments)


def test_ray_that_cannot_be_reached(tmp_path: Path) -> None:
    league = write_league(tmp_path, variants=("short-2p",))
    done = tournament("run", league, "--out", tmp_path / "out", "--address", "127.0.0.1:1", code=2)
    assert done.stderr.splitlines()[-1].startswith("error: ray: found")
