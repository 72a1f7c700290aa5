"""Faults as data: what a policy makes of one, and what it does to the ranks.

Kinds: `illegal_action`, `exception`, `crash`, `timeout`, `memory`, `protocol`, `crash_in_step`.
"""

from collections.abc import Collection

import msgspec

from engine import Verdict

__all__ = [
    "CLOCK_KINDS",
    "PROCESS_KINDS",
    "Fault",
    "FaultReport",
    "InfrastructureReport",
    "fault_order",
    "judge_with_faults",
]

CLOCK_KINDS = ("timeout", "memory")
"""Kinds that depend on the machine: they make a block not reproducible."""
PROCESS_KINDS = ("crash", "timeout", "memory", "protocol")
"""Kinds that leave no process behind that could play on."""


class Fault(msgspec.Struct, frozen=True):
    """A fault as the match record holds it; `hand` and `action` are places in the record."""

    seat: int
    hand: int | None
    action: int | None
    policy: str
    """substitute, strike or void."""


def fault_order(fault: Fault) -> tuple[bool, int, int, int]:
    """Sort key of the faults of a record: by place, those without one last."""
    return fault.hand is None, fault.hand or 0, fault.action or 0, fault.seat


class FaultReport(msgspec.Struct, frozen=True):
    """A fault as its author wants to read it; not digested."""

    entry: str
    match: str
    seat: int
    hand: int | None
    action: int | None
    kind: str
    policy: str
    message: str
    stderr: str

    @property
    def where(self) -> str:
        """The place in its match, for people."""
        if self.hand is None:
            return "no single decision"
        return f"hand {self.hand}, action {self.action}"


class InfrastructureReport(msgspec.Struct, frozen=True):
    """A failure that is nobody's fault: a worker's death, or a process death not repeated."""

    batch: str
    what: str
    cause: str


def judge_with_faults(verdict: Verdict, faulty: Collection[int]) -> Verdict:
    """Rank the sound seats among themselves from 1; the substituted seats share the next place.

    The winner is the sound seat that alone is first. An unfinished match stays one, without
    a winner.
    """
    if not faulty:
        return verdict
    sound = [rank for seat, rank in enumerate(verdict.ranks) if seat not in faulty]
    ranks = tuple(
        len(sound) + 1 if seat in faulty else 1 + sum(other < rank for other in sound)
        for seat, rank in enumerate(verdict.ranks)
    )
    if verdict.status == "unfinished":
        return Verdict("unfinished", None, ranks)
    first = [seat for seat in range(len(ranks)) if ranks[seat] == 1 and seat not in faulty]
    if len(first) == 1:
        return Verdict("won", first[0], ranks)
    return Verdict("tied", None, ranks)
