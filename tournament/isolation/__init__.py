"""Processes for entries that nobody has to trust: in the strongest tier that works here.

`probe` finds the tier, `launcher` starts processes for the worker, `server` and `warden` run on
the other side: the fork server, and the watchman over each process of an entry.
"""

from tournament.isolation.tiers import Tier

__all__ = ["Tier"]
