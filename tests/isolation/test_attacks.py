"""Every attack on host, opponents and records fails, and the entry itself is charged."""

import json
import time
from contextlib import closing
from typing import Any

import pytest
from arena import Arena

from tournament.seats import Bystanders, ProcessSeat, SeatDied

REFUSED = ("PermissionError", "OSError", "FileNotFoundError")


def report_of(arena: Arena, target: str) -> dict[str, object]:
    with closing(arena.open(target)) as seat:
        assert seat.ask([(0, arena.decision)])[0] in arena.decision.legal
        found: dict[str, object] = json.loads(seat.stderr_tail())
        return found


def death_of(arena: Arena, seat: ProcessSeat) -> SeatDied:
    """What kills a seat within two questions."""
    with closing(seat):
        return died_of(arena, seat, questions=2)


def died_of(arena: Arena, seat: ProcessSeat, questions: int) -> SeatDied:
    """Ask so often; fails unless the seat dies of it."""
    try:
        for _ in range(questions):
            seat.ask([(0, arena.decision)])
    except SeatDied as died:
        return died
    raise AssertionError("it still lives")


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest) -> dict[str, dict[str, object]]:
    """What an entry finds when it looks around, by tier."""
    return {}


def snooped(arena: Arena, seen: dict[str, dict[str, object]]) -> dict[str, object]:
    if arena.tier not in seen:
        seen[arena.tier] = report_of(arena, "snoop:Snoop")
    return seen[arena.tier]


@pytest.mark.parametrize(
    "attempt",
    [
        *("passwd", "shadow", "own_file", "own_folder", "load"),
        *("tcp", "udp", "abstract", "pathname", "datagram_pair", "bound_pair"),
        "passed_descriptor",
        *("parent_memory", "parent_environment", "ptrace", "read_memory"),
        *("user_namespace", "clone3", "mount", "io_uring", "bpf", "perf", "keys"),
        *("memfd", "shm", "sysinfo", "page_cache", "lock"),
        *("mode", "times", "attribute"),
        *("limit", "rank", "scheduler", "pipe_size", "owner"),
    ],
)
def test_an_attempt_is_refused(
    walled: Arena, seen: dict[str, dict[str, object]], attempt: str
) -> None:
    assert str(snooped(walled, seen)[attempt]).startswith(REFUSED)


def test_it_sees_no_file_of_others(walled: Arena, seen: dict[str, dict[str, object]]) -> None:
    (walled.scratch / "league.toml").write_text("secret")
    outside = snooped(walled, seen)["outside"]
    assert isinstance(outside, list)
    assert [path for path in outside if not path.startswith("/etc/")] == []
    assert "league.toml" not in str(snooped(walled, seen)["siblings"])


def test_it_has_its_pipes_and_a_bare_environment(
    walled: Arena, seen: dict[str, dict[str, object]]
) -> None:
    found = snooped(walled, seen)
    assert found["descriptors"] == [3, 4]
    environment: Any = found["environment"]
    assert set(environment) - {"PWD"} == {
        *("HOME", "LANG", "OPENBLAS_NUM_THREADS", "OPENSSL_CONF", "PATH"),
        *("PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONPATH"),
    }
    assert found["uid"] != 0


@pytest.mark.parametrize("attempt", ["session", "affinity", "clock"])
def test_it_learns_nothing_of_other_processes(
    landlock: Arena, seen: dict[str, dict[str, object]], attempt: str
) -> None:
    """Where no namespace hides them."""
    assert str(snooped(landlock, seen)[attempt]).startswith(REFUSED)


def test_what_programs_need_works(walled: Arena, seen: dict[str, dict[str, object]]) -> None:
    """Pairs of sockets, children, an event loop with its signals."""
    found = snooped(walled, seen)
    assert (found["stream_pair"], found["asyncio_child"]) == ("got 'word'",) * 2
    assert found["own_limits"] == "got (64, 64)"


def test_its_room_is_its_own(bwrap: Arena, seen: dict[str, dict[str, object]]) -> None:
    """Process numbers, a temporary folder of 16 MB, no shared memory."""
    found = snooped(bwrap, seen)
    assert found["processes"] == "got ['1', '2']"
    assert str(found["temporary"]).startswith("16 MB, OSError: [Errno 28]")
    assert str(found["shared_memory"]).startswith("0 MB, OSError: [Errno 30]")


def test_nothing_passes_between_seats_and_seatings(walled: Arena) -> None:
    """Not by global, object, shared mapping, pipe, file or environment; nor at the same time."""
    first, second = walled.open("smuggler:Smuggler"), walled.open("smuggler:Smuggler")
    with closing(first), closing(second):
        for seat in (first, second):
            assert seat.ask([(0, walled.decision)])[0] in walled.decision.legal
            report = json.loads(seat.stderr_tail())
            assert report["found"] == []
            assert "shared mapping" in report["again"]  # it does find its own card
    assert report_of(walled, "smuggler:Smuggler")["found"] == []


@pytest.mark.parametrize(
    ("target", "kind", "message"),
    [
        ("Exits", "crash", "exited with code 7"),
        ("DaemonsThenExit", "crash", "exited with code 5"),
        ("Segfaults", "crash", "SIGSEGV"),
        ("DiesNamelessly", "crash", "signal 40"),
        ("StarvesItsWatchman", "crash", ""),
        ("Garbage", "protocol", "bytes"),
        ("HalfAnAnswer", "timeout", "no answer"),
        ("Endless", "protocol", "bytes"),
        ("ClosesPipes", "crash", "closed its end"),
        ("AnswersAnother", "protocol", ""),
        ("Loops", "timeout", "no answer"),
        ("Sleeps", "timeout", "no answer"),
        ("StopsItself", "timeout", "no answer"),
        ("MisnamesItself", "timeout", "no answer"),
        ("Stubborn", "timeout", "no answer"),
    ],
)
def test_it_is_charged_and_gone(arena: Arena, target: str, kind: str, message: str) -> None:
    died = death_of(arena, arena.open(f"breakers:{target}", decision_ms=300))
    assert (died.kind, died.seat) == (kind, 0)
    assert message in died.message
    assert arena.none_left()


def test_a_fork_bomb_is_bounded(arena: Arena) -> None:
    died = death_of(arena, arena.open("breakers:ForkBomb", decision_ms=500))
    assert died.kind in {"timeout", "memory"}
    assert arena.none_left()


def test_the_kernel_bounds_its_processes(arena: Arena) -> None:
    """Forks outrun whoever looks at them now and then."""
    with closing(arena.open("breakers:CountsItsChildren", memory_mb=8192)) as seat:
        seat.ask([(0, arena.decision)])
        assert seat.stderr_tail() == "63 children"


@pytest.mark.parametrize("target", ["MemoryBomb", "MemorySplit"])
def test_too_much_memory_is_charged(arena: Arena, target: str) -> None:
    died = death_of(arena, arena.open(f"breakers:{target}", decision_ms=10_000, memory_mb=200))
    assert (died.kind, died.message) == ("memory", "over 200 MB")
    assert arena.none_left()


@pytest.mark.parametrize("target", ["Daemons", "Spawns", "Burns"])
def test_what_it_starts_ends_with_it(arena: Arena, target: str) -> None:
    with closing(arena.open(f"breakers:{target}")) as seat:
        assert seat.ask([(0, arena.decision)])[0] in arena.decision.legal
        assert arena.has_several()  # so that their end means something
    assert arena.none_left()


def test_what_keeps_moving_can_be_stopped(bwrap: Arena) -> None:
    """The others may not run while a seat plays alone."""
    with closing(bwrap.open("breakers:Comets")) as seat:
        seat.ask([(0, bwrap.decision)])
        seat.freeze()
        before = seat.cpu_seconds()
        time.sleep(0.3)
        assert seat.cpu_seconds() == before
        seat.thaw()
        time.sleep(0.3)
        assert seat.cpu_seconds() > before
    assert bwrap.none_left()


def test_killing_its_watchman_saves_nobody(arena: Arena) -> None:
    """Only the tier `basic` lets an entry do that at all."""
    with closing(arena.open("breakers:KillsItsWatchman")) as seat:
        seat.ask([(0, arena.decision)])
    assert arena.none_left()


def test_a_flood_on_standard_error_is_no_fault(arena: Arena) -> None:
    with closing(arena.open("breakers:FloodsErrors", decision_ms=20_000)) as seat:
        assert seat.ask([(0, arena.decision)]) == [arena.match.legal[0]]
        assert seat.stderr_tail() == "spam" * 1024


def test_an_answer_before_the_question_is_charged(arena: Arena) -> None:
    with closing(arena.open("breakers:AnswersTwice")) as seat:
        seat.ask([(0, arena.decision)])
        time.sleep(0.2)  # its second answer comes while nobody has asked
        assert "before it was asked" in died_of(arena, seat, questions=1).message


def test_who_burns_the_processor_harms_no_opponent(arena: Arena) -> None:
    """An opponent that gets little of the processor isn't charged for it."""
    with closing(arena.open("breakers:Burns")) as one, closing(arena.open("breakers:Legal")) as two:
        one.ask([(0, arena.decision)])
        assert {two.ask([(0, arena.decision)])[0] for _ in range(20)} <= set(arena.decision.legal)


def test_who_has_burnt_it_is_found_though_he_has_stopped(arena: Arena) -> None:
    """What a seat is slow beside is looked at while it is slow, not only afterwards."""
    burner = arena.open("breakers:BurnsAWhile")
    victim = arena.open("breakers:Sleeps", decision_ms=1000)
    with closing(burner), closing(victim):
        burner.ask([(0, arena.decision)])
        bystanders = Bystanders({0: victim, 1: burner}, asked=0)
        with pytest.raises(SeatDied, match="timeout"):
            victim.ask([(0, arena.decision)], bystanders.watch)
        assert bystanders.burner() == 1


def test_a_quick_seat_costs_no_look(arena: Arena) -> None:
    looks: list[int] = []
    with closing(arena.open("breakers:Legal")) as seat:
        for _ in range(20):
            seat.ask([(0, arena.decision)], lambda: looks.append(1))
    assert looks == []


def test_the_runner_is_not_in_its_process(arena: Arena) -> None:
    """Frames and objects lead to our shell, which it may break for itself, and no further."""
    with closing(arena.open("breakers:Patches")) as seat:
        assert seat.ask([(0, arena.decision)]) == [arena.match.legal[0]]
