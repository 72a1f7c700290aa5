"""Which tier to play in: found by running something in each, never by what a machine claims."""

import os
import select
import tempfile
from contextlib import closing
from pathlib import Path

from tournament.errors import IsolationError
from tournament.isolation.launcher import Launcher
from tournament.isolation.tiers import TRIED, Tier

__all__ = ["choose_tier", "why_not"]

_ANSWER_SECONDS = 10.0
_MEMORY = 64 * 1024 * 1024
_WORD = b"echo"


def choose_tier(asked: Tier | None, required: Tier | None, *, needed: bool) -> Tier:
    """The tier asked for, or the strongest that works here; at least as strong as `required`.

    Where no process is `needed`, since only house bots play, and nothing else was asked for,
    that is `inline`. Raises IsolationError.
    """
    if asked is None and required is None and not needed:
        return Tier.inline
    if asked is not None and required is not None and not asked.reaches(required):
        raise IsolationError(f"isolation: found {asked}; allowed: at least {required}, as required")
    reasons: list[str] = []
    for tier in TRIED if asked is None else (asked,):
        if required is not None and not tier.reaches(required):
            break
        reason = why_not(tier)
        if not reason:
            return tier
        reasons.append(reason)
    allowed = f"{asked or required or 'any tier'} on a machine where it works"
    found = "; ".join(reasons)
    raise IsolationError(f"isolation: found none that works ({found}); allowed: {allowed}")


def why_not(tier: Tier) -> str:
    """Why a tier doesn't work on this machine, or "": has a program in it repeat a word."""
    if tier is Tier.inline:
        return ""
    with tempfile.TemporaryDirectory() as scratch, closing(Launcher(tier, Path(scratch))) as tried:
        try:
            package = tried.packages / "probe"
            package.mkdir(parents=True)
            with closing(tried.start(package, _MEMORY, ["/bin/cat"])) as process:
                os.write(process.questions, _WORD)
                heard = select.select([process.answers], [], [], _ANSWER_SECONDS)[0]
                if not heard or os.read(process.answers, len(_WORD)) != _WORD:
                    words = process.stderr_tail().strip() or process.ending().message
                    return f"{tier}: {words}"
        except (IsolationError, OSError) as error:
            return f"{tier}: {error}"
    return ""
