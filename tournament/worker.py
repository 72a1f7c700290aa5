"""A local worker: takes units from its parent over a socket, plays them, sends batches back."""

import gc
import os
import pickle
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

from tournament.batch import play_batch
from tournament.executor import Context, Played, Task
from tournament.host import die_with_parent
from tournament.journal import pack
from tournament.roster import Roster
from tournament.tables import make_tables

__all__ = ["main", "play_unit", "tune_collector"]

_COLLECT_AFTER = 50_000


def play_unit(unit: Sequence[Task], roster: Roster) -> Iterator[Played]:
    """Play the tasks of a unit one after the other."""
    for task in unit:
        result = play_batch(task.batch, roster, task.forced)
        yield Played(task.batch.id, pack(result, make_tables(task.batch, result)))


def tune_collector() -> None:
    """Collect garbage rarely: records are many, and there is hardly a cycle among them."""
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER, 20, 20)


def main(descriptor: int, scratch: Path) -> None:
    """Serve the parent at the other end of `descriptor` until it hangs up."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    os.dup2(2, 1)  # what a bot prints is no result
    parent = Connection(descriptor)
    context: Context = parent.recv()
    tune_collector()
    with (
        tempfile.TemporaryDirectory(dir=scratch) as folder,
        closing(Roster(context.sources, Path(folder), context.tier)) as roster,
    ):
        while True:
            try:
                unit: tuple[Task, ...] = parent.recv()
            except (EOFError, ConnectionResetError, pickle.UnpicklingError):
                return
            for played in play_unit(unit, roster):
                parent.send(played)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
