"""A secret seed: bound by its commitment, shown to nobody before it is revealed."""

import json
import re
import shutil
import stat
import subprocess
import time
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

import pytest
from leagues import ROOT, command, misbehaving, results_of, tournament, write_league

from engine import root_key

NAME = "secret-cup"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league with a secret seed, its seed file, and its results in `out`."""
    folder = tmp_path_factory.mktemp("secret")
    shown = tournament("seed", "new", NAME, "--out", folder / "cup.seed").stdout
    league = write_league(
        folder,
        name=NAME,
        variants=("short-2p",),
        entries={
            "greedy": "house:greedy",
            "uniform": "house:uniform",
            "honest": misbehaving("Honest", folder),
        },
    )
    text = league.read_text()
    league.write_text(re.sub(r'seed = ".*"\n', shown, text, count=1))
    return folder


@pytest.fixture
def played(folder: Path, tmp_path: Path, traces: str) -> Path:
    """A copy of the league and its results, to be changed."""
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture(scope="module")
def traces(folder: Path) -> str:
    """What the run showed, and what all processes had in their arguments and environments."""
    seen: set[bytes] = set()
    arguments = ("run", folder / "league.toml", "--out", folder / "out", "--workers", 2)
    run = subprocess.Popen(
        command(*arguments, "--seed-file", folder / "cup.seed"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=ROOT,
    )
    with run:
        while run.poll() is None:
            for path in Path("/proc").glob("[0-9]*"):
                for name in ("cmdline", "environ"):
                    with suppress(OSError):  # gone in the meantime
                        seen.add((path / name).read_bytes())
            time.sleep(0.02)
        assert run.stdout is not None
        seen.add(run.stdout.read())
    assert run.returncode == 0
    return b"\n".join(seen).decode("latin-1")


def seed_of(folder: Path) -> bytes:
    return bytes.fromhex((folder / "cup.seed").read_text())


def words_for(seed: bytes) -> list[bytes]:
    key = root_key(seed)
    return [
        form
        for secret in (seed, key)
        for form in (secret, secret.hex().encode(), b64encode(secret))
    ]


def test_a_new_seed_is_a_file_for_its_owner_alone(folder: Path) -> None:
    path = folder / "cup.seed"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(seed_of(folder)) == 32
    done = tournament("seed", "new", NAME, "--out", path, code=2)
    assert "File exists" in done.stderr


def test_nothing_that_a_run_writes_or_shows_holds_the_seed(folder: Path, traces: str) -> None:
    files = [path for path in (folder / "out").rglob("*") if path.is_file()]
    assert len(files) > 5
    for word in words_for(seed_of(folder)):
        assert word.decode("latin-1") not in traces
        for path in files:
            assert word not in path.read_bytes(), path
    assert "(secret seed)" in traces
    manifest = json.loads((folder / "out" / "manifest.json").read_text())
    assert (manifest["seed"], manifest["league"]["seed"]) == ("secret", None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("none", ["--seed-file", "has a secret seed"]),
        ("missing", ["No such file"]),
        ("open to all", ["mode 0644", "0600"]),
        ("another", ["another commitment"]),
        ("no seed", ["something else than a seed"]),
        ("binary", ["something else than a seed"]),
    ],
)
def test_a_wrong_seed_file(played: Path, change: str, words: list[str]) -> None:
    path = played / "cup.seed"
    seed = seed_of(played)
    if change == "missing":
        path.unlink()
    elif change == "open to all":
        path.chmod(0o644)
    elif change != "none":
        content = {"another": b"0" * 64, "no seed": seed.hex()[:-2].encode(), "binary": seed}
        path.write_bytes(content[change])
    more = [] if change == "none" else ["--seed-file", path]
    for arguments in (
        ["run", played / "league.toml", "--out", played / "new"],
        ["verify", played / "out"],
    ):
        (line,) = tournament(*arguments, *more, code=2).stderr.splitlines()
        for word in words:
            assert word in line
        assert seed.hex()[:-2] not in line
    assert not (played / "new").exists()


def test_a_seed_file_for_an_open_seed_is_refused(played: Path) -> None:
    league = write_league(played / "open", variants=("short-2p",))
    done = tournament("run", league, "--seed-file", played / "cup.seed", code=2)
    assert "whose seed is open" in done.stderr


@pytest.mark.parametrize("seeds", ["", 'seed = "a"\nseed_commitment = "{c}"\n'])
def test_a_league_has_one_kind_of_seed(played: Path, seeds: str) -> None:
    league = played / "league.toml"
    (line,) = re.findall(r"seed_commitment = .*\n", league.read_text())
    text = league.read_text().replace(line, seeds.replace("{c}", "0" * 64))
    league.write_text(text)
    error = tournament("run", league, code=2).stderr
    assert "seed_commitment" in error
    assert "found" in error


def test_only_after_the_reveal_can_anybody_verify(played: Path) -> None:
    out, seed = played / "out", played / "cup.seed"
    before = results_of(out)
    assert "0 differ" in tournament("verify", out, "--seed-file", seed).stdout
    tournament("reveal", out, "--seed-file", seed)
    seed.unlink()
    assert "0 differ" in tournament("verify", out).stdout
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["seed"] == "revealed"
    again = tournament("run", played / "league.toml", "--out", out).stdout
    assert "; 0 batches newly played" in again
    assert "(revealed seed)" in again
    assert results_of(out) == before
    assert json.loads((out / "manifest.json").read_text()) == manifest


@pytest.mark.parametrize("seed", ["00" * 32, "zz", ""])
def test_a_revealed_seed_is_held_against_the_commitment(played: Path, seed: str) -> None:
    """Nobody can commit to one seed and reveal another."""
    out = played / "out"
    tournament("reveal", out, "--seed-file", played / "cup.seed")
    path = out / "manifest.json"
    path.write_text(path.read_text().replace(seed_of(played).hex(), seed))
    for arguments in (["verify", out], ["run", played / "league.toml", "--out", out]):
        (line,) = tournament(*arguments, code=2).stderr.splitlines()
        assert "another commitment" in line


@pytest.mark.parametrize("name", ["Autumn Cup", "", "a" * 65, "ü"])
def test_a_name_that_no_league_can_have_gets_no_seed(tmp_path: Path, name: str) -> None:
    done = tournament("seed", "new", name, "--out", tmp_path / "x.seed", code=2)
    assert "a-z 0-9" in done.stderr
    assert not (tmp_path / "x.seed").exists()


def test_no_entry_joins_after_the_reveal(played: Path) -> None:
    out, league = played / "out", played / "league.toml"
    tournament("reveal", out, "--seed-file", played / "cup.seed")
    late = '\n[[entries]]\nname = "late"\nbot = "house:cautious"\n'
    league.write_text(league.read_text() + late)
    done = tournament("run", league, "--out", out, code=2)
    assert "'late' after the seed was revealed" in done.stderr


def test_an_open_seed_cannot_be_revealed(played: Path) -> None:
    league = write_league(played / "open", variants=("short-2p",))
    tournament("run", league, "--out", played / "open" / "out")
    done = tournament("reveal", played / "open" / "out", "--seed-file", played / "cup.seed", code=2)
    assert "open seed" in done.stderr
