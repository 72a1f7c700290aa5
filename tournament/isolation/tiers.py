"""The tiers of isolation, from the strongest to none."""

from enum import StrEnum

__all__ = ["DEVICES", "NOBODY", "TRIED", "Tier"]

DEVICES = tuple(f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom"))
"""The devices that a process of an entry may use."""
NOBODY = 65534
"""The user number under which entries run."""


class Tier(StrEnum):
    """How an entry is kept from everything that is not its own; see docs/isolation.md."""

    bwrap = "bwrap"
    landlock = "landlock"
    basic = "basic"
    inline = "inline"

    def reaches(self, other: "Tier") -> bool:
        """Whether this tier is at least as strong as another."""
        order = list(Tier)
        return order.index(self) <= order.index(other)


TRIED = (Tier.bwrap, Tier.landlock, Tier.basic)
"""What is tried, in this order, where nobody names a tier; `inline` is only ever asked for."""
