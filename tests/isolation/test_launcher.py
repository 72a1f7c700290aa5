"""The fork server and its handles: any command, restarts, ends, and the choice of a tier."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from arena import Arena, works
from leagues import ROOT, misbehaving, tournament, write_league

from tournament.errors import IsolationError
from tournament.isolation import probe
from tournament.isolation.handle import Handle
from tournament.isolation.launcher import Launcher
from tournament.isolation.seccomp import make_filter
from tournament.isolation.syscalls import NUMBERS
from tournament.isolation.tiers import Tier
from tournament.league import Limits
from tournament.protocol import Hello
from tournament.seats import ProcessSeat, SeatDied, process
from tournament.seats.dialects import Frames

MEMORY = 128 * 1024 * 1024


def run(arena: Arena, *command: str, memory: int = MEMORY) -> Handle:
    package = arena.roster._launcher_for(Limits(1000, 1000, 64, "void", 3)).packages / "command"
    package.mkdir(parents=True, exist_ok=True)
    launcher = arena.roster._launcher
    assert launcher is not None
    return launcher.start(package, memory, command)


def said(handle: Handle) -> bytes:
    """All that a process says until it closes its standard output."""
    os.set_blocking(handle.answers, True)
    found = b""
    while part := os.read(handle.answers, 65536):
        found += part
    return found


def test_any_program_of_the_system_runs(arena: Arena) -> None:
    with closing(run(arena, "/bin/sh", "-c", "read line; echo got $line; exit 3")) as handle:
        os.write(handle.questions, b"a question\n")
        assert said(handle) == b"got a question\n"
        assert handle.ending() == ("crash", "exited with code 3")


def test_a_program_that_is_not_there_says_so(arena: Arena) -> None:
    with closing(run(arena, "./rusty")) as handle:
        assert said(handle) == b""
        assert handle.ending() == ("crash", "exited with code 1")
        assert "No such file" in handle.stderr_tail()


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("head -c 100000000 /dev/zero; sleep 100", "protocol"),
        ("yes garbage", "protocol"),
        ("exec >&-; sleep 100", "crash"),
        ("head -c 4 >/dev/null; exec <&-; sleep 100", "timeout"),
        ("head -c 4 >/dev/null; printf '\\0\\0\\0\\100half'; sleep 100", "timeout"),
        ("kill -STOP $$", "timeout"),
        ("trap '' TERM HUP INT; while :; do :; done", "timeout"),
    ],
)
def test_a_foreign_program_breaks_only_itself(
    arena: Arena, script: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_START_SECONDS", 0.3)
    hello = Hello("tysiac", {}, 0, (1,), 1, "", "", "")
    seat = ProcessSeat(
        0, Frames(hello), Limits(300, 1000, 64, "void", 3), run(arena, "/bin/sh", "-c", script)
    )
    with closing(seat), pytest.raises(SeatDied) as died:
        seat.greet()
    assert died.value.kind == kind
    assert arena.none_left()


def test_a_program_that_reads_nothing_times_out(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the question is larger than the pipe."""
    monkeypatch.setattr(process, "_START_SECONDS", 0.3)
    hello = Hello("tysiac", {"x": "y" * 1_000_000}, 0, (1,), 1, "", "", "")
    seat = ProcessSeat(
        0, Frames(hello), Limits(300, 1000, 64, "void", 3), run(arena, "/bin/sleep", "100")
    )
    with closing(seat), pytest.raises(SeatDied, match="no answer"):
        seat.greet()


def test_a_dead_server_is_replaced(arena: Arena) -> None:
    with closing(run(arena, "/bin/true")):
        pass
    launcher = arena.roster._launcher
    assert launcher is not None
    assert launcher._server is not None
    os.killpg(launcher._server._process.pid, signal.SIGKILL)
    assert launcher._server._orders.recv(1) == b""  # it is gone, not only bwrap around it
    with closing(run(arena, "/bin/echo", "again")) as handle:
        assert said(handle) == b"again\n"


WORKER = """
import sys
sys.path.insert(0, {support!r})
from pathlib import Path
from arena import Arena
from tournament.isolation.tiers import Tier
arena = Arena(Tier({tier!r}), Path({scratch!r}))
seat = arena.open("breakers:Daemons")
seat.ask([(0, arena.decision)])
print("playing", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("tier", ["bwrap", "landlock", "basic"])
def test_nothing_outlives_a_killed_worker(tier: str, tmp_path: Path) -> None:
    """SIGKILL for the worker: server, watchmen and the daemons of an entry go with it."""
    works(Tier(tier))
    code = WORKER.format(tier=tier, scratch=str(tmp_path), support=str(ROOT / "tests/support"))
    worker = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    with worker.stdin, worker.stdout:
        assert worker.stdout.readline() == b"playing\n"
        arena = Arena(Tier(tier), tmp_path)
        assert arena.has_several()
        worker.kill()
        worker.wait()
    assert arena.none_left(server=True)


def test_the_filter_is_whole_on_both_machines() -> None:
    for machine in NUMBERS:
        assert len(make_filter(machine, 7)) % 8 == 0
        assert len(make_filter(machine, None)) < len(make_filter(machine, 7)) < 4096 * 8


def test_the_strongest_tier_that_works_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "why_not", lambda tier: "no" if tier is Tier.bwrap else "")
    assert probe.choose_tier(None, None, needed=True) is Tier.landlock
    assert probe.choose_tier(None, Tier.basic, needed=True) is Tier.landlock
    assert probe.choose_tier(Tier.basic, None, needed=True) is Tier.basic
    assert probe.choose_tier(None, None, needed=False) is Tier.inline
    for asked, required in ((Tier.bwrap, None), (None, Tier.bwrap), (Tier.inline, Tier.basic)):
        with pytest.raises(IsolationError, match=r"isolation: found .*; allowed: "):
            probe.choose_tier(asked, required, needed=False)


def test_a_tier_that_does_not_work_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "no program bwrap" in probe.why_not(Tier.bwrap)


def test_a_required_tier_fails_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, exit code 2, and nothing is played."""
    monkeypatch.setenv("PATH", str(tmp_path))  # where there is no bwrap
    entries = {"honest": misbehaving("Honest", tmp_path), "calm": "house:cautious"}
    league = write_league(tmp_path, entries=entries, variants=("short-2p",))
    out = tmp_path / "out"
    for option in ("--require-isolation", "--isolation"):
        done = tournament("run", league, "--out", out, option, "bwrap", code=2)
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("error: isolation: found none that works (bwrap: ")
    assert not out.exists()


def test_a_launcher_says_where_a_process_sees_its_package(tmp_path: Path) -> None:
    assert Launcher(Tier.bwrap, tmp_path).seen(tmp_path / "packages" / "x") == "/bot"
    assert Launcher(Tier.basic, tmp_path).seen(tmp_path / "x") == str(tmp_path / "x")
