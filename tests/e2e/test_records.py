"""What leagues of every variant record, held against rules that know nothing of the engine."""

import json
from itertools import groupby
from pathlib import Path

import pytest
from leagues import ROOT, exported, tournament
from referee import check_block, check_match
from strategies import BOMB_VARIANTS, VARIANTS

from engine import find_variant

SAMPLE = (ROOT / "configs/leagues/entries/sample.py").as_posix()


def write_league_of(folder: Path, variants: list[str], blocks: int, batch: int) -> Path:
    bots = {bot: f"house:{bot}" for bot in ("uniform", "cautious", "greedy")}
    bots["sample"] = f"{SAMPLE}:Sample"
    return write_league(folder, variants, bots, blocks, batch)


def write_league(
    folder: Path, variants: list[str], bots: dict[str, str], blocks: int, batch: int, more: str = ""
) -> Path:
    path = folder / "league.toml"
    path.write_text(
        f'[league]\nname = "records"\nseed = "records"\nvariants = {json.dumps(variants)}\n'
        f"[schedule]\nblocks_per_table = {blocks}\nblocks_per_batch = {batch}\n{more}"
        + "".join(f'[[entries]]\nname = "{name}"\nbot = "{bot}"\n' for name, bot in bots.items())
    )
    return path


def test_every_record_of_every_variant_passes_the_referee(tmp_path: Path) -> None:
    """Four entries, all presets and player counts: each action and each point is legal."""
    league = write_league_of(tmp_path, VARIANTS, blocks=1, batch=1)
    tournament("run", league, "--out", tmp_path / "out", "--workers", 2)
    records = exported(tmp_path / "out")
    assert {record["variant"] for record in records} == set(VARIANTS)
    problems = [problem for record in records for problem in check_match(record)]
    assert problems == []
    for _, block in groupby(records, key=lambda record: record["block"]):
        assert check_block(list(block)) == []


def test_every_record_of_draw_the_bomb_replays_from_itself_alone(tmp_path: Path) -> None:
    """As `export` makes it from the tables, at tables of two to five with copies of entries."""
    bots = {bot: f"house:{bot}" for bot in ("uniform", "reckless", "trickster", "ruthless")}
    league = write_league(tmp_path, BOMB_VARIANTS, bots, 1, 1, more="copies = true\n")
    tournament("run", league, "--out", tmp_path / "out", "--workers", 2)
    records = exported(tmp_path / "out")
    assert {record["variant"] for record in records} == set(BOMB_VARIANTS)
    for record in records:
        game = find_variant(record["variant"]).game
        match = game.replay_match(game.make_rules(record["rules"]), record["hands"])
        for _, action in game.recorded_actions(record["hands"][0]):
            match.apply(action)
        assert json.loads(json.dumps(match.hands)) == record["hands"]
        assert match.verdict is not None
        assert list(match.verdict.ranks) == record["ranks"]
        assert list(match.scores) == record["final"]


def test_tables_take_at_most_60_bytes_a_hand(tmp_path: Path) -> None:
    """Over 100,000 hands of house-3p, all tables and their footers together."""
    league = write_league_of(tmp_path, ["house-3p"], blocks=176, batch=16)
    out = tmp_path / "out"
    shown = tournament("run", league, "--out", out, "--workers", 2, "--inline", "--json")
    hands = json.loads(shown.stdout)["hands"]
    assert hands >= 100_000
    size = sum(path.stat().st_size for path in (out / "results").rglob("*") if path.is_file())
    print(f"{size / hands:.1f} bytes a hand over {hands} hands")
    assert size <= 60 * hands


@pytest.mark.parametrize("variant", ["house-3p", "tabrivio-500-2p-bombs3"])
def test_a_changed_table_is_found_by_verify(tmp_path: Path, variant: str) -> None:
    """One number in one Parquet file: verify names the block."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    league = write_league_of(tmp_path, [variant], blocks=1, batch=1)
    out = tmp_path / "out"
    tournament("run", league, "--out", out, "--workers", 2)
    path = out / "results" / "hand_seats" / f"{variant}.parquet"
    table = pq.read_table(path)
    place = table.schema.get_field_index("change")
    seventh = pc.equal(pa.array(range(len(table))), 7)
    forged = pc.if_else(seventh, pa.scalar(990, pa.int32()), table["change"])
    pq.write_table(table.set_column(place, table.schema.field(place), forged), path)
    found = json.loads(tournament("verify", out, "--sample", 0.01, "--json", code=1).stdout)
    assert [difference["block"] for difference in found["differences"]] == [
        table["match"][7].as_py().partition("-")[0]
    ]
