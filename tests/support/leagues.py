"""Write league files, run the command line, and read what it leaves."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
MISBEHAVING = ROOT / "tests" / "support" / "entries" / "misbehaving.py"
HOUSE = ("uniform", "cautious", "greedy")


def write_league(
    folder: Path,
    *,
    variants: Sequence[str] = ("short-3p",),
    entries: Mapping[str, str] | None = None,
    blocks: int = 4,
    batch: int = 2,
    seed: str = "tests",
    name: str = "test",
    more: str = "",
    limits: str = "",
) -> Path:
    """A league file in `folder`; `entries` maps names to bots (default: the house bots).

    The variants `short-3p` and `short-2p` are written beside it: a few deals a match.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for players in (2, 3, 4):
        write_variant(folder, f"short-{players}p", players=players, max_deals=4)
    bots = entries if entries is not None else {bot: f"house:{bot}" for bot in HOUSE}
    known = [
        f"{variant}.toml" if (folder / f"{variant}.toml").exists() else variant
        for variant in variants
    ]
    text = (
        f'[league]\nname = "{name}"\nseed = "{seed}"\nvariants = {json.dumps(known)}\n\n'
        f"[schedule]\nblocks_per_table = {blocks}\nblocks_per_batch = {batch}\n{more}\n"
        f"[limits]\n{limits}\n"
    )
    text += "".join(
        f'\n[[entries]]\nname = "{entry}"\nbot = "{bot}"\n' for entry, bot in bots.items()
    )
    path = folder / "league.toml"
    path.write_text(text)
    return path


def write_variant(folder: Path, name: str, **rules: object) -> None:
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in rules.items())
    (folder / f"{name}.toml").write_text(f'game = "tysiac"\npreset = "house"\n\n[rules]\n{lines}')


def misbehaving(name: str, folder: Path) -> str:
    """The `bot` of one class of misbehaving.py, copied into the league's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "misbehaving.py").write_bytes(MISBEHAVING.read_bytes())
    return f"misbehaving.py:{name}"


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "tournament.cli", *map(str, arguments)]


def tournament(
    *arguments: object, code: int | None = 0, timeout: float = 240, folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run the command line in `folder`; fails unless it exits with `code` (None: any)."""
    done = subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=timeout,
        check=False,
    )
    if code is not None:
        assert done.returncode == code, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start the command line in a process group of its own."""
    return subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )


def wait_for_batch(out: Path) -> None:
    """Return as soon as a running league has recorded its first batch."""
    deadline = time.monotonic() + 60
    while not list((out / "journal").glob("*.batch")) and time.monotonic() < deadline:
        time.sleep(0.02)


def kill(process: subprocess.Popen[str]) -> None:
    """SIGKILL for the runner alone: its workers must die by themselves."""
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()


def digest_of(folder: Path) -> str:
    """The run digest in a folder's manifest."""
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    digest: str = manifest["run_digest"]
    return digest


def results_of(folder: Path) -> dict[str, str]:
    """Digest of every file in `results/`, by name."""
    results = folder / "results"
    return {
        path.relative_to(results).as_posix(): blake2b(path.read_bytes()).hexdigest()
        for path in sorted(results.rglob("*"))
        if path.is_file()
    }


def same_results(*folders: Path) -> None:
    """Assert that folders hold the same result bytes and the same run digest."""
    first, *others = folders
    for other in others:
        assert results_of(other) == results_of(first)
        assert digest_of(other) == digest_of(first)


def exported(folder: Path, code: int = 0) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in tournament("export", folder, code=code).stdout.splitlines()
    ]


def processes_with(text: str) -> list[int]:
    """Processes whose command line, folder or environment mentions `text`."""
    found = []
    for process in Path("/proc").iterdir():
        if not process.name.isdecimal() or int(process.name) == os.getpid():
            continue
        try:
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            where = str((process / "cwd").readlink())
        except OSError:
            continue
        if text in line or text in where:
            found.append(int(process.name))
    return found
