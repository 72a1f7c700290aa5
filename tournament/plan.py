"""What a league wants and what a folder already holds of it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tournament.errors import FolderError
from tournament.folder import RunFolder, is_half
from tournament.journal import Head, Journal
from tournament.league import League
from tournament.manifest import read_manifest
from tournament.schedule import Batch, batches

__all__ = ["Plan", "check_same_league", "disqualified", "make_plan", "superseded"]


class Plan(NamedTuple):
    """The batches of a league in the order of the schedule, and the heads of the recorded ones."""

    league: League
    batches: tuple[Batch, ...]
    heads: dict[str, Head]

    @property
    def recorded(self) -> list[tuple[Batch, Head]]:
        """Recorded batches with their heads, in the order of the schedule."""
        return [(batch, self.heads[batch.id]) for batch in self.batches if batch.id in self.heads]

    @property
    def missing(self) -> list[Batch]:
        """Batches still to be played, in the order of the schedule."""
        return [batch for batch in self.batches if batch.id not in self.heads]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return len(self.heads) == len(self.batches)


def make_plan(league: League, folder: RunFolder, key: bytes | None = None) -> Plan:
    """Lay the league out and read what is recorded of it; FolderError if a file is damaged.

    With the league's `key` its batches can be played.
    """
    journal = Journal(folder.journal)
    wanted = tuple(batches(league, key))
    present = journal.batches()
    heads = {batch.id: journal.head(batch.id) for batch in wanted if batch.id in present}
    return Plan(league, wanted, heads)


def superseded(plan: Plan, folder: RunFolder) -> list[str]:
    """Recorded batches that the current league no longer holds."""
    wanted = {batch.id for batch in plan.batches}
    return sorted(Journal(folder.journal).batches() - wanted)


def disqualified(plan: Plan) -> list[str]:
    """Entries that faulted in more than the league's share of their matches, sorted.

    Judged once, on the complete league; until then nobody is.
    """
    if not plan.complete:
        return []
    played: dict[str, int] = {}
    faulty: dict[str, int] = {}
    for head in plan.heads.values():
        for tally in head.tallies:
            matches = tally.matches + tally.void
            played[tally.entry] = played.get(tally.entry, 0) + matches
            faulty[tally.entry] = faulty.get(tally.entry, 0) + tally.faults
    share = Fraction(str(plan.league.disqualify_share))  # as it was written, not as it is stored
    return [name for name in sorted(played) if faulty[name] > share * played[name]]


def check_same_league(league: League, folder: RunFolder) -> str | None:
    """FolderError if the folder holds another league, or something that is no run.

    Returns the seed that was revealed in it, if any.
    """
    path = folder.path
    if not path.exists():
        return None
    if not path.is_dir():
        raise FolderError(f"{path}: found a file; allowed: a folder, or a name that is free")
    if not folder.manifest.exists():
        strange = sorted(_strangers(folder))
        if strange:
            raise FolderError(
                f"{path}: found {strange[0]!r} and no manifest.json; "
                "allowed: an empty folder, or one that `run` made"
            )
        return None
    manifest = read_manifest(folder)
    held = manifest.league
    if (held.name, held.commitment) != (league.name, league.commitment):
        what = "another seed" if held.name == league.name else f"the league {held.name!r}"
        raise FolderError(
            f"{path}: found {what}; allowed: a folder of the league {league.name!r} "
            f"with seed commitment {league.commitment[:12]}…"
        )
    if manifest.revealed_seed is not None:
        known = {(entry.name, entry.digest) for entry in held.entries}
        for entry in league.entries:
            if (entry.name, entry.digest) not in known:
                raise FolderError(
                    f"{path}: found the new entry {entry.name!r} after the seed was revealed; "
                    "allowed: the entries of before (play a new league, with a new seed)"
                )
    return manifest.revealed_seed


def _strangers(folder: RunFolder) -> Sequence[str]:
    ours = {
        folder.entries.name,
        folder.journal.name,
        folder.timings.name,
        folder.faults.name,
        folder.scratch.name,
        ".lock",
    }
    if folder.journal.is_dir():  # only then are these ours to replace
        ours |= {folder.results.name, folder.database.name}
    names = [path.name for path in folder.path.iterdir()]
    return [name for name in names if name not in ours and not is_half(name)]
