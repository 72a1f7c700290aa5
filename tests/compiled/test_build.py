"""The compiled engine is the same engine: run by `make compiled`, where it is imported."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from leagues import ROOT, misbehaving, same_results, write_league

import engine
from bots.catalog import house_bot
from engine import Setup, find_variant, root_key
from tournament.entries import engine_digest

COMPILED_ROOT = Path(engine.__file__).parent.parent
ENTRIES = {f"{bot}-{n}": f"house:{bot}" for bot in ("uniform", "greedy") for n in (1, 2)}
SAY_DIGEST = "import engine, tournament.entries as e; print(engine.COMPILED, e.engine_digest())"


def python(root: Path, *arguments: object) -> str:
    """Run Python on the packages below `root` and nothing else of ours."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(root)},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_this_engine_is_compiled() -> None:
    assert engine.COMPILED
    assert COMPILED_ROOT != ROOT
    assert python(COMPILED_ROOT, "-m", "tournament.cli", "--version").endswith("compiled\n")


def test_its_digest_is_that_of_the_sources() -> None:
    assert python(COMPILED_ROOT, "-c", SAY_DIGEST) == f"True {engine_digest()}\n"
    assert python(ROOT, "-c", SAY_DIGEST) == f"False {engine_digest()}\n"


def test_a_league_has_the_bytes_of_the_plain_engine(tmp_path: Path) -> None:
    """House bots in the worker, and an entry whose process imports the engine too."""
    variants = ("short-2p", "short-3p", "tabrivio-1000-4p", "bomb-2p")
    entries = ENTRIES | {"honest": misbehaving("Honest", tmp_path)}
    league = write_league(tmp_path, variants=variants, entries=entries, blocks=2)
    for name, root in (("compiled", COMPILED_ROOT), ("plain", ROOT)):
        run = ("-m", "tournament.cli", "run", league, "--out", tmp_path / name, "--workers", 2)
        python(root, *run)
    same_results(tmp_path / "compiled", tmp_path / "plain")


@pytest.mark.parametrize("bot", ["uniform", "greedy"])
def test_a_bot_can_be_copied_and_pickled(bot: str) -> None:
    variant = find_variant("house-3p")
    match = variant.game.new_match(variant.rules, root_key(b"pickle"))
    one = house_bot("tysiac", bot)(Setup("tysiac", variant.rules, match.to_move, 1))
    others = [copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
    decision = pickle.loads(pickle.dumps(match.decision()))
    assert decision == match.decision()
    assert {other.decide(decision) for other in others} == {one.decide(decision)}


def test_a_value_of_the_wrong_type_is_refused() -> None:
    variant = find_variant("house-3p")
    match = variant.game.new_match(variant.rules, root_key(b"types"))
    with pytest.raises(TypeError):
        match.apply("pass")
    with pytest.raises(engine.IllegalActionError):
        match.apply(10**30)


def test_a_running_match_can_not_be_changed_through_a_view() -> None:
    variant = find_variant("house-3p")
    decision = variant.game.new_match(variant.rules, root_key(b"view")).decision()
    for value in (decision, decision._background):
        names = [name for name in dir(value) if not name.startswith("__")]
        assert len(names) > 9
        for name in names:
            with pytest.raises(AttributeError):
                setattr(value, name, 0)
