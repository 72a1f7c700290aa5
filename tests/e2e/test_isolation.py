"""Leagues in every tier: the same results, hostile entries charged, the others left in peace."""

import json
import random
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from arena import HOSTILE, works
from leagues import (
    ROOT,
    exported,
    misbehaving,
    processes_with,
    same_results,
    tournament,
    write_league,
)

from engine import Bot, RunningMatch, Setup, derive, fallback, find_game, root_key
from tournament.batch import bot_seed
from tournament.config import load_league
from tournament.isolation.tiers import Tier
from tournament.roster import Roster
from tournament.schedule import Batch, batches

TWO = ("short-2p",)
HOSTILE_ENTRIES = {
    "a": "breakers:Exits",
    "b": "breakers:Daemons",
    "c": "breakers:Garbage",
    "d": "breakers:MemorySplit",
    "e": "smuggler:Smuggler",
}
SOUND = {"e"}
"""It gets nowhere, and plays legally all the same."""
DICE = """
import numpy
from engine import Bot

class Dice(Bot):
    def decide(self, decision):
        legal = [action for action in decision.legal if action < 30_000]
        return legal[numpy.random.randint(100) % len(legal)]
"""


@pytest.fixture(params=[Tier.bwrap, Tier.landlock, Tier.basic])
def tier(request: pytest.FixtureRequest) -> Tier:
    """Each tier that works here."""
    found: Tier = request.param
    works(found)
    return found


def play(folder: Path, league: Path, tier: Tier, code: int | None = 0) -> Path:
    out = folder / f"out-{tier}"
    done = tournament("run", league, "--out", out, "--isolation", tier, code=code)
    assert ("WARNING: isolation basic" in done.stderr) == (tier is Tier.basic)
    assert manifest_of(out)["isolation"] == tier
    return out


def manifest_of(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "manifest.json").read_text())
    return found


def by_table(out: Path, names: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The matches in which nobody but some entries sat."""
    return {each["match"]: each for each in exported(out) if set(each["seats"]) <= set(names)}


@pytest.fixture(scope="module")
def inline(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A league of an honest entry and house bots, and what it gives inline."""
    folder = tmp_path_factory.mktemp("inline")
    entries = {"honest": misbehaving("Honest", folder), "calm": "house:cautious"}
    league = write_league(folder, entries=entries | {"luck": "house:uniform"})
    return league, play(folder, league, Tier.inline)


def test_every_tier_gives_the_bytes_of_inline(
    inline: tuple[Path, Path], tmp_path: Path, tier: Tier
) -> None:
    league, straight = inline
    out = play(tmp_path, league, tier)
    same_results(straight, out)
    found = json.loads(tournament("verify", out, "--isolation", tier, "--json").stdout)
    assert found["differences"] == []


def test_the_strongest_tier_is_the_default(inline: tuple[Path, Path], tmp_path: Path) -> None:
    works(Tier.bwrap)
    tournament("run", inline[0], "--out", tmp_path, "--require-isolation", "bwrap")
    assert manifest_of(tmp_path)["isolation"] == "bwrap"


def test_global_random_numbers_repeat_in_every_tier(tmp_path: Path) -> None:
    """NumPy's too, whether it is imported before the fork or after it."""
    (tmp_path / "dice.py").write_text(DICE)
    entries = {"careless": misbehaving("Careless", tmp_path), "dice": "dice.py:Dice"}
    outs = []
    for tier, preload in ((Tier.bwrap, ""), (Tier.bwrap, '"numpy"'), (Tier.landlock, '"numpy"')):
        works(tier)
        limits = f"memory_mb = 1000\npreload = [{preload}]"
        league = write_league(tmp_path, variants=TWO, entries=entries, limits=limits)
        outs.append(tmp_path / f"{tier}-{bool(preload)}")
        tournament("run", league, "--out", outs[-1], "--isolation", tier)
    same_results(*outs)


def test_every_match_may_have_its_own_processes(tmp_path: Path) -> None:
    """An entry that dies when its process serves two matches never does then."""
    entries = {"bad": misbehaving("CrashesInStep", tmp_path), "calm": "house:cautious"}
    out = tmp_path / "out"
    apart = write_league(tmp_path, variants=TWO, entries=entries, limits='fresh_process = "match"')
    tournament("run", apart, "--out", out)
    assert manifest_of(out)["infrastructure_failures"] == 0
    together = write_league(tmp_path, variants=TWO, entries=entries)
    again = json.loads(tournament("run", together, "--out", out, "--json", code=1).stdout)
    assert again["newly_played_batches"] == 2  # other batches: how processes live is part of them


def test_only_the_hostile_are_charged(tmp_path: Path, tier: Tier) -> None:
    """And the others' matches are those of a league without the hostile."""
    for path in HOSTILE.glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    calm = {"honest": misbehaving("Honest", tmp_path), "calm": "house:cautious"}
    hostile = {name: bot.replace(":", ".py:") for name, bot in HOSTILE_ENTRIES.items()}
    limits = "decision_ms = 500\nmemory_mb = 200"
    quiet = write_league(tmp_path, variants=TWO, entries=calm, blocks=1, batch=1, limits=limits)
    alone = play(tmp_path / "alone", quiet, tier)
    mixed = write_league(
        tmp_path, variants=TWO, entries=calm | hostile, blocks=1, batch=1, limits=limits
    )
    out = play(tmp_path / "mixed", mixed, tier, code=1)
    charged = manifest_of(out)
    assert set(charged["faults"]) == set(hostile) - SOUND
    assert charged["set_aside"] == []
    assert by_table(out, calm) == by_table(alone, calm)


CROWD = {
    "exits": "breakers:Exits",
    "daemons": "breakers:DaemonsThenExit",
    "garbage": "breakers:Garbage",
    "memory": "breakers:MemorySplit",
    "half": "breakers:HalfAnAnswer",
    "segfaults": "breakers:Segfaults",
    "another": "breakers:AnswersAnother",
    "pipes": "breakers:ClosesPipes",
}
"""Eight that break something sooner or later, each in its own way."""


class Dicing(Bot):
    """What configs/leagues/entries/plain.py does, as a Bot."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._dice = random.Random(setup.seed)

    def decide(self, decision: Any) -> int:
        action: int = self._dice.choice(decision.legal)
        return action


class UntilItFaults(Bot):
    """Plays what was recorded, and from the fault on what the fallback does."""

    def __init__(self, record: Mapping[str, Any], seat: int, running: RunningMatch) -> None:
        super().__init__(Setup("", None, seat, 0))
        faults = [fault for fault in record["faults"] if fault["seat"] == seat]
        self._end = (faults[0]["hand"], faults[0]["action"]) if faults else (10**9, 0)
        self._record, self._running = record, running

    def decide(self, decision: Any) -> int:
        hand, action = self._running.position
        if (hand, action) >= self._end:
            return fallback(decision)
        _, text = self._record["hands"][hand]["actions"][action]
        return find_game(self._record["game"]).parse_action(text)


def test_a_crowd_of_hostile_entries_harms_nobody(tmp_path: Path) -> None:
    """What the honest ones got is what the fallback in place of the hostile gives them."""
    works(Tier.bwrap)
    for path in (*HOSTILE.glob("*.py"), ROOT / "configs" / "leagues" / "entries" / "plain.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    house = {name: f"house:{name}" for name in ("uniform", "cautious", "greedy")}
    entries = {
        **house,
        "honest": misbehaving("Honest", tmp_path),
        **{name: bot.replace(":", ".py:") for name, bot in CROWD.items()},
    }
    league = write_league(
        tmp_path,
        variants=TWO,
        entries=entries,
        blocks=1,
        batch=1,
        limits="decision_ms = 500\nmemory_mb = 200",
        more=f'kind = "gauntlet"\nchallengers = {json.dumps([*house, "honest", "plain"])}',
    )
    plain = 'name = "plain"\ncommand = ["python3", "plain.py"]\nfiles = ["plain.py"]'
    league.write_text(f"{league.read_text()}\n[[entries]]\n{plain}\n")
    out = play(tmp_path, league, Tier.bwrap, code=1)
    manifest = manifest_of(out)
    assert set(manifest["faults"]) == set(CROWD)
    assert (manifest["status"], manifest["set_aside"]) == ("complete", [])
    assert processes_with(str(tmp_path)) == []
    held, sources = load_league(league)
    records = {record["match"]: record for record in exported(out)}
    with closing(Roster(sources, tmp_path / "inline", Tier.inline)) as roster:
        for batch in batches(held, root_key(str(held.seed).encode())):
            for seating in range(len(batch.seatings)):
                record = records[f"{batch.blocks[0].id}-{seating}"]
                assert replayed(batch, seating, record, roster) == record["hands"]


def replayed(
    batch: Batch, seating: int, record: Mapping[str, Any], roster: Roster
) -> list[dict[str, Any]]:
    """The hands of a match, with the honest bots at work and the hostile ones replaced."""
    game, rules = roster.game_of(batch.variant)
    block = batch.blocks[0]
    running = game.new_match(rules, derive(block.key, "deal"))
    bots: list[Bot | None] = []
    for seat, place in enumerate(batch.seatings[seating]):
        entry, seed = batch.table[place], bot_seed(block, seating, seat)
        if entry.name in CROWD:
            bots.append(UntilItFaults(record, seat, running))
        elif entry.command:
            bots.append(Dicing(Setup(game.name, rules, seat, seed)))
        else:
            bots.append(roster.inline_bot(entry, batch.variant, seat, seed))
    assert running.run(bots) is None
    hands: list[dict[str, Any]] = json.loads(json.dumps(running.hands))
    return hands


THINKS = """
import time
from engine import Bot

class Thinks(Bot):
    # Honest, and in need of some processor time for its first choice.

    def __init__(self, setup):
        super().__init__(setup)
        self.thought = False

    def decide(self, decision):
        end = time.process_time() + (0 if self.thought else 0.15)
        self.thought = True
        while time.process_time() < end:
            pass
        return decision.legal[0]
"""


def test_who_burns_the_processor_in_anothers_turn_is_charged(tmp_path: Path) -> None:
    """Not the opponent, which runs out of time for it."""
    works(Tier.bwrap)
    for path in HOSTILE.glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "thinks.py").write_text(THINKS)
    entries = {"burner": "breakers.py:BurnsAlways", "thinks": "thinks.py:Thinks"}
    league = write_league(
        tmp_path,
        variants=("bomb-2p",),
        entries=entries,
        blocks=1,
        batch=1,
        limits="decision_ms = 250",
    )
    out = play(tmp_path, league, Tier.bwrap, code=1)
    assert set(manifest_of(out)["faults"]) == {"burner"}
    assert processes_with(str(tmp_path)) == []
