"""Leagues in every tier: the same results, hostile entries charged, the others left in peace."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from arena import HOSTILE, works
from leagues import exported, misbehaving, same_results, tournament, write_league

from tournament.isolation.tiers import Tier

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
