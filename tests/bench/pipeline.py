"""A league of `greedy` bots through the whole pipeline: run by `make bench`.

Outside bots and engine: what a worker does with a batch, from the unit that it receives to the
journal file that it sends, records and tables included, less the same matches with nothing but
engine and bots; one after the other in this process, in processor time, batch by batch.
One worker and two: from the first unit handed out to the last journal file, by the clock; the runs
take turns. Two need two idle cores: beside other work their figures mean nothing. The runner's
share of the time of one worker, by its processor, is what two workers can't halve.
Compaction and leaderboard: all that `tournament run` does after the last journal file, in processor
time beside that of the one local worker. Memory: that worker's peak after a tenth of the batches
and after all of them.
"""

import json
import os
import pickle
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from house_league import house_league

from engine import COMPILED, derive
from reports.warehouse import build_database, open_warehouse
from tournament.batch import bot_seed
from tournament.executor import Context, Executor, Task
from tournament.folder import RunFolder
from tournament.incidents import write_incidents
from tournament.isolation.tiers import Tier
from tournament.journal import Head, Journal
from tournament.local_runner import LocalExecutor
from tournament.plan import Plan, make_plan
from tournament.results import compact
from tournament.roster import Roster
from tournament.run import Settings, make_executor
from tournament.runner import play_tasks
from tournament.schedule import Batch, batches
from tournament.seeds import league_key
from tournament.worker import play_unit, tune_collector

BLOCKS_PER_BATCH = 16
BLOCKS = 80 * BLOCKS_PER_BATCH
ROUNDS = 3
EXECUTORS = ("local", "ray")
WORKERS = (1, 2)
LEAGUE = house_league("greedy", BLOCKS, BLOCKS_PER_BATCH)


class Run(NamedTuple):
    """A league that was played: seconds by the clock, all others are the processor's."""

    hands: int
    seconds: float
    runner: float
    workers: float
    compaction: float
    leaderboard: float
    megabytes: list[float]


class Watch:
    """Notes when the first unit is handed out, and how large a local worker is."""

    def __init__(self, executor: Executor, tasks: int) -> None:
        self.executor = executor
        self.tenth = tasks // 10
        self.recorded_batches = 0
        self.megabytes: list[float] = []
        self.start = self.start_runner = 0.0
        self._submit = executor.submit
        executor.submit = self.submit

    def submit(self, unit: Sequence[Task]) -> None:
        if not self.start:
            self.start, self.start_runner = time.perf_counter(), time.process_time()
        self._submit(unit)

    def recorded(self, head: Head) -> None:
        self.recorded_batches += 1
        if self.recorded_batches == self.tenth:
            self.look()

    def tick(self) -> None:
        """Nothing to show."""

    def look(self) -> None:
        """The peak memory of the first worker in megabytes, 0 if it is no child of ours."""
        if isinstance(self.executor, LocalExecutor):
            status = Path(f"/proc/{self.executor._workers[0]._process.pid}/status").read_text()
            self.megabytes.append(int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024)
        else:
            self.megabytes.append(0.0)


def run(settings: Settings) -> Run:
    """Play the league as `tournament run` does."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = RunFolder(Path(scratch) / "run")
        folder.prepare()
        with folder.locked():
            plan = make_plan(LEAGUE, folder, league_key(LEAGUE, None))
            journal = Journal(folder.journal)

            def record(batch: str, content: bytes) -> Head:
                head = plan.heads[batch] = journal.commit(batch, content)
                return head

            tasks = [Task(batch, {}) for batch in plan.missing]
            context = Context({}, settings.tier)
            with closing(make_executor(settings, context, folder.scratch)) as executor:
                watch = Watch(executor, len(tasks))
                play_tasks(tasks, executor, record, watch)
                seconds = time.perf_counter() - watch.start
                runner = time.process_time() - watch.start_runner
                watch.look()
        hands = sum(head.hands for head in plan.heads.values())
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        workers = ended.ru_utime + ended.ru_stime
        return Run(hands, seconds, runner, workers, *settle(folder, plan), watch.megabytes)


def settle(folder: RunFolder, plan: Plan) -> tuple[float, float]:
    """Processor seconds of compaction, and those of database and leaderboard."""
    start = time.process_time()
    compact(folder, LEAGUE, [batch for batch, _ in plan.recorded])
    write_incidents(folder, [head for _, head in plan.recorded])
    compacted = time.process_time()
    build_database(folder, plan)
    with open_warehouse(folder, plan) as warehouse:
        assert len(warehouse.leaderboard()) == len(LEAGUE.entries)
    return compacted - start, time.process_time() - compacted


def run_apart(executor: str, workers: int) -> Run:
    """A run in a process of its own, like that of the command."""
    command = [sys.executable, __file__, executor, str(workers)]
    return Run(*json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


def outside_shares() -> list[float]:
    """Batch by batch the share of a worker's time that is neither the bots' nor the engine's."""
    shares = []
    with (
        tempfile.TemporaryDirectory() as scratch,
        closing(Roster({}, Path(scratch), Tier.inline)) as roster,
        Path(os.devnull).open("wb") as nowhere,
    ):
        parent = Connection(os.dup(nowhere.fileno()), readable=False)
        for number, batch in enumerate(batches(LEAGUE, league_key(LEAGUE, None))):
            unit = pickle.dumps((Task(batch, {}),))

            def worker(unit: bytes = unit) -> None:
                for played in play_unit(pickle.loads(unit), roster):
                    parent.send(played)

            def bare(batch: Batch = batch) -> None:
                play_bare(batch, roster)

            order = (worker, bare) if number % 2 else (bare, worker)
            spent = {what: processor_seconds(what) for what in order}
            shares.append(1 - spent[bare] / spent[worker])
    return shares[1:]  # the first batch has imported and filled what is kept


def play_bare(batch: Batch, roster: Roster) -> None:
    """The matches of a batch: engine and bots, and nothing done with the records."""
    game, rules = roster.game_of(batch.variant)
    for block in batch.blocks:
        for number, seating in enumerate(batch.seatings):
            match = game.new_match(rules, derive(block.key, "deal"))
            bots = [
                roster.inline_bot(
                    batch.table[place], batch.variant, seat, bot_seed(block, number, seat)
                )
                for seat, place in enumerate(seating)
            ]
            match.run(bots)


def processor_seconds(what: Callable[[], None]) -> float:
    start = time.process_time()
    what()
    return time.process_time() - start


def quartiles(values: Sequence[float], form: str) -> str:
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{median:{form}}{low:{form}}{high:{form}}"


def main() -> None:
    """Print the tables."""
    busy = os.getloadavg()[0]
    runs: dict[tuple[str, int], list[Run]] = {(e, w): [] for e in EXECUTORS for w in WORKERS}
    for _ in range(ROUNDS):
        for (executor, workers), done in runs.items():
            done.append(run_apart(executor, workers))
    one = runs["local", 1]
    build = "compiled" if COMPILED else "plain"
    print(
        f"{one[0].hands:,} hands of greedy, {build}; medians of {ROUNDS}; load before: {busy:.1f}"
    )
    heads = ("1 worker", "hands/s", "2 workers", "ratio", "low", "high", "runner")
    print(f"{'':32}{''.join(f'{head:>10}' for head in heads)}")
    for executor in EXECUTORS:
        single, double = (runs[executor, workers] for workers in WORKERS)
        seconds = [statistics.median(each.seconds for each in some) for some in (single, double)]
        ratios = [slow.seconds / fast.seconds for slow, fast in zip(single, double, strict=True)]
        runner = statistics.median(each.runner / each.seconds for each in single)
        print(
            f"{executor + ', seconds':32}{seconds[0]:10.2f}{one[0].hands / seconds[0]:10,.0f}"
            f"{seconds[1]:10.2f}{quartiles(ratios, '10.2f')}{runner:10.1%}"
        )
    for what in ("compaction", "leaderboard"):
        spent = [getattr(each, what) for each in one]
        share = statistics.median(getattr(each, what) / each.workers for each in one)
        print(f"{what + ', seconds':32}{statistics.median(spent):10.2f}{share:10.1%} of 1 worker")
    tenth, whole = (statistics.median(each.megabytes[place] for each in one) for place in range(2))
    print(f"{'worker, peak MB at 1/10, at end':32}{tenth:10.1f}{whole:10.1f}")
    tune_collector()  # as in a worker
    print(f"{'outside bots and engine':32}{quartiles(outside_shares(), '10.1%')}")


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(run(Settings(int(sys.argv[2]), sys.argv[1]))))
    else:
        main()
