"""What several commands share: options, exit codes, settings, opening a folder."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tournament.cli.printing import say
from tournament.isolation.tiers import Tier

if TYPE_CHECKING:
    from tournament.folder import RunFolder
    from tournament.manifest import Manifest
    from tournament.plan import Plan
    from tournament.run import Settings

__all__ = [
    "EXIT_FAULTS",
    "EXIT_INCOMPLETE",
    "EXIT_INTERRUPTED",
    "EXIT_USAGE",
    "Address",
    "AsJson",
    "ExecutorName",
    "ExecutorOption",
    "Folder",
    "Inline",
    "Isolation",
    "RequireIsolation",
    "SeedFile",
    "Workers",
    "find_tier",
    "fix_hash_seed",
    "interruptible",
    "make_settings",
    "open_folder",
    "warn_if_incomplete",
]

EXIT_FAULTS = 1
EXIT_USAGE = 2
EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130


class ExecutorName(StrEnum):
    """Where batches are played."""

    local = "local"
    ray = "ray"


Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Results folder of a league.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Workers = Annotated[int | None, typer.Option(min=1, help="Worker processes; default: all cores.")]
ExecutorOption = Annotated[ExecutorName, typer.Option(help="Local processes or Ray actors.")]
Address = Annotated[
    str | None, typer.Option(help="Ray cluster to join; default: Ray on this machine.")
]
Inline = Annotated[
    bool,
    typer.Option("--inline", help="Run file entries inside the workers. Only for your own code."),
]
SeedFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The secret seed of a league that has one.")
]


Isolation = Annotated[
    Tier | None,
    typer.Option(help="How entries are kept apart; default: the strongest tier that works here."),
]
RequireIsolation = Annotated[
    Tier | None, typer.Option(help="Play nothing unless a tier at least as strong as this works.")
]


def fix_hash_seed() -> None:
    """Start over with PYTHONHASHSEED=0, which every process of a run has."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        sys.stdout.flush()
        again = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn Ctrl-C and SIGTERM into a line that says what to do next, and exit code 130."""
    try:
        yield
    except KeyboardInterrupt:
        say("interrupted: what was finished is recorded; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED) from None


def find_tier(isolation: Tier | None, required: Tier | None, *, inline: bool, needed: bool) -> Tier:
    """The tier to play in; `needed` says whether any entry needs a process. IsolationError."""
    from tournament.errors import IsolationError
    from tournament.isolation.probe import choose_tier

    if inline and isolation not in {None, Tier.inline}:
        raise IsolationError(f"--inline: found --isolation {isolation}; allowed: one of the two")
    tier = choose_tier(Tier.inline if inline else isolation, required, needed=needed)
    if tier is Tier.basic:
        say(
            "WARNING: isolation basic: entries can read your files, use the network and meddle "
            "with each other; play only entries that you trust (install bubblewrap for more)"
        )
    return tier


def make_settings(
    workers: int | None, executor: ExecutorName, address: str | None, tier: Tier
) -> "Settings":
    """How to play, from what the options say; an address means Ray."""
    from tournament.run import Settings

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    kind = "ray" if address is not None else executor.value
    return Settings(workers or cores or 1, kind, address, tier)


def open_folder(
    path: Path, seed_file: Path | None = None, *, to_play: bool = False
) -> "tuple[RunFolder, Manifest, Plan]":
    """A results folder, its manifest, and what is recorded; FolderError if it can't be read.

    The batches of the plan can be played only if that is asked for: it may take a seed file.
    """
    from tournament.folder import RunFolder
    from tournament.manifest import read_manifest
    from tournament.plan import make_plan
    from tournament.seeds import league_key

    folder = RunFolder(path)
    manifest = read_manifest(folder)
    league = manifest.league
    key = league_key(league, seed_file, manifest.revealed_seed) if to_play else None
    return folder, manifest, make_plan(league, folder, key)


def warn_if_incomplete(plan: "Plan") -> None:
    """Say on stderr that an answer stands on a part of the league alone."""
    if not plan.complete:
        total = len(plan.batches)
        say(f"incomplete: {len(plan.heads)} of {total} batches recorded; `run` plays the others")
