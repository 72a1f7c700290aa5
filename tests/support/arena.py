"""A place to meet hostile entries: one seat at a time, in each tier that works here."""

import os
import time
from pathlib import Path

import pytest
from leagues import ROOT

from engine import Decision, find_variant
from engine.chance import derive
from tournament.entries import EntryFile
from tournament.isolation.probe import why_not
from tournament.isolation.tiers import Tier
from tournament.league import Entry, Limits, Variant
from tournament.roster import Roster
from tournament.seats import ProcessSeat

HOSTILE = ROOT / "tests" / "support" / "entries" / "hostile"


class Arena:
    """Opens seats for classes of hostile entries, and knows what is left of them."""

    def __init__(self, tier: Tier, scratch: Path) -> None:
        self.tier = tier
        self.scratch = scratch
        self._files = {path.stem: path.read_bytes() for path in HOSTILE.glob("*.py")}
        sources = {
            name: (EntryFile(f"{name}.py", False, content),)
            for name, content in self._files.items()
        }
        self.roster = Roster(sources, scratch, tier)
        found = find_variant("house-3p")
        self.variant = Variant(found.name, found.game.name, found.game.settings(found.rules))
        self.match = found.game.new_match(found.rules, derive(b"x" * 32, "deal"))
        while len(self.match.legal) == 1:
            self.match.apply(self.match.legal[0])

    @property
    def decision(self) -> Decision:
        return self.match.decision()

    def open(
        self, target: str, *, lines: int = 1, decision_ms: int = 2000, memory_mb: int = 256
    ) -> ProcessSeat:
        """A seat for `MODULE:CLASS` of the hostile entries."""
        module, _, name = target.partition(":")
        entry = Entry(module, f"{module}.py", name, module, module, ("tysiac",))
        limits = Limits(decision_ms, 60_000, memory_mb, "substitute", 3)
        return self.roster.open_process(entry, self.variant, 0, (1,) * lines, 5, limits)

    def left(self) -> list[int]:
        """Processes that still see this arena's files: by their folder or their mounts."""
        found = []
        for process in Path("/proc").iterdir():
            if not process.name.isdecimal() or int(process.name) == os.getpid():
                continue
            try:
                where = str((process / "cwd").readlink())
                mounts = (process / "mountinfo").read_text()
            except OSError:
                continue
            if str(self.scratch) in where or str(self.scratch) in mounts:
                found.append(int(process.name))
        return found

    def of_entries(self) -> list[int]:
        """Of these the ones that are neither the fork server nor bwrap around it."""
        if self.tier is not Tier.bwrap:
            return self.left()  # whose folder is not in this arena
        return [pid for pid in self.left() if _depth(pid) > _depth(os.getpid()) + 1]

    def has_several(self) -> bool:
        """Whether within a second more than one process of an entry is there."""
        deadline = time.monotonic() + 1
        while len(self.of_entries()) <= 1:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def none_left(self, *, server: bool = False) -> bool:
        """Whether within a second no process of an entry is left, nor `server` and all."""
        deadline = time.monotonic() + 1
        while found := self.left() if server else self.of_entries():
            if time.monotonic() > deadline:
                return not found
            time.sleep(0.01)
        return True


def _depth(pid: int) -> int:
    """In how many pid namespaces a process is; 0 once it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return len(status.partition("NSpid:")[2].splitlines()[0].split())


def works(tier: Tier) -> None:
    """Skip, with the reason, where a tier doesn't work; in CI that is a failure for bwrap."""
    reason = why_not(tier)
    if reason and tier is Tier.bwrap and os.environ.get("CI"):
        pytest.fail(f"CI must have it: {reason}")
    if reason:
        pytest.skip(reason)
