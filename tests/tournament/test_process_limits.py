"""`fresh_process` and `preload`: read from [limits], checked, and part of what a batch is."""

from pathlib import Path

import pytest
from leagues import write_league

from tournament.config import load_league
from tournament.errors import LeagueError
from tournament.schedule import batches


def ids(folder: Path, limits: str) -> set[str]:
    league, _ = load_league(write_league(folder, limits=limits))
    return {batch.id for batch in batches(league)}


def test_how_processes_live_is_part_of_a_batch(tmp_path: Path) -> None:
    usual = ids(tmp_path, "")
    assert ids(tmp_path, 'fresh_process = "seating"') == usual
    assert not ids(tmp_path, 'fresh_process = "match"') & usual


def test_only_what_entries_may_import_can_be_preloaded(tmp_path: Path) -> None:
    league, _ = load_league(write_league(tmp_path, limits='preload = ["numpy", "numpy"]'))
    assert league.limits.preload == ("numpy",)
    with pytest.raises(LeagueError, match=r"limits\.preload\.0: found 'ray'; allowed: 'numpy'"):
        load_league(write_league(tmp_path, limits='preload = ["ray"]'))
    with pytest.raises(LeagueError, match=r"limits\.fresh_process: found 'never'; allowed: "):
        load_league(write_league(tmp_path, limits='fresh_process = "never"'))
