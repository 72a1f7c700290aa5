"""Entries in other languages play beside ours, and results don't tell how they were asked."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from arena import works
from leagues import ROOT, digest_of, same_results, tournament, write_league

from engine import derive, find_variant, root_key
from tournament.batch import play_batch
from tournament.entries import EntryFile
from tournament.isolation.tiers import Tier
from tournament.league import Entry, Limits, Variant
from tournament.roster import Roster
from tournament.schedule import Batch, Block

SAMPLES = ROOT / "configs" / "leagues" / "entries"
FRAMES = '''
import random
from engine import Bot


class Plain(Bot):
    """The twin of plain.py, as a Bot."""

    def __init__(self, setup):
        super().__init__(setup)
        self.dice = random.Random(setup.seed)

    def decide(self, decision):
        return self.dice.choice(decision.legal)
'''


def league_of(folder: Path, *entries: str, variants: tuple[str, ...] = ("short-2p",)) -> Path:
    league = write_league(folder, variants=variants, entries={"uniform": "house:uniform"})
    for name in ("plain.py", "patient.js"):
        shutil.copy(SAMPLES / name, folder)
    text = "".join(f"\n[[entries]]\n{entry}\n" for entry in entries)
    league.write_text(league.read_text() + text)
    return league


PLAIN = 'name = "plain"\ncommand = ["python3", "plain.py"]\nfiles = ["plain.py"]'
PATIENT = 'name = "patient"\ncommand = ["node", "patient.js"]\nfiles = ["patient.js"]'


@pytest.mark.parametrize("tier", [Tier.bwrap, Tier.landlock, Tier.basic])
def test_programs_in_two_languages_play_both_games(tmp_path: Path, tier: Tier) -> None:
    works(tier)
    league = league_of(tmp_path, PLAIN, PATIENT, variants=("short-2p", "bomb-2p"))
    out = tmp_path / "out"
    done = tournament("run", league, "--out", out, "--isolation", tier, "--json")
    summary = json.loads(done.stdout)
    assert (summary["status"], summary["faulty_matches_by_entry"]) == ("complete", {})
    assert "0 differ" in tournament("verify", out, "--isolation", tier).stdout
    other = tmp_path / "two"
    tournament("run", league, "--out", other, "--workers", 2, "--isolation", tier)
    same_results(out, other)


@pytest.mark.parametrize("variant", ["house-2p", "bomb-2p"])
def test_lines_and_frames_give_the_same_records(tmp_path: Path, variant: str) -> None:
    """The same bot as a program and as a Bot, on the same deals with the same seeds."""
    twin = Entry("plain", "", "Plain", "twin", "digest", ("tysiac", "draw_the_bomb"))
    program = msgspec.structs.replace(twin, target="", module="", command=("python3", "plain.py"))
    files = {
        twin: EntryFile("twin.py", False, FRAMES.encode()),
        program: EntryFile("plain.py", False, (SAMPLES / "plain.py").read_bytes()),
    }
    records = []
    for entry, file in files.items():
        roster = Roster({"digest": (file,)}, tmp_path / entry.source, Tier.basic)
        with closing(roster):
            result = play_batch(a_batch(variant, entry), roster)
        assert result.summary.faults == ()
        records.append(result.records)
    assert records[0] == records[1]


def a_batch(variant: str, entry: Entry) -> Batch:
    found = find_variant(variant)
    settings = found.game.settings(found.rules)
    key = derive(root_key(b"languages"), variant)
    return Batch(
        "batch",
        Variant(found.name, found.game.name, settings),
        (entry, entry),
        ((0, 1), (1, 0)),
        tuple(Block(f"b{n}", f"s{n}", n, derive(key, n)) for n in range(3)),
        Limits(2000, 60_000, 512, "substitute", 3),
    )


def test_a_program_that_lies_is_charged(tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello':\n"
        '        print(\'{"type":"ready"}\', flush=True)\n'
        "    elif message['type'] == 'decide':\n"
        "        actions = ['fly'] * len(message['questions'])\n"
        "        reply = {'type': 'answer', 'id': message['id'], 'actions': actions}\n"
        "        print(json.dumps(reply), flush=True)\n"
    )
    liar = 'name = "liar"\ncommand = ["python3", "liar.py"]\nfiles = ["liar.py"]'
    league = league_of(tmp_path, liar)
    tournament("run", league, "--out", tmp_path / "out", code=1)
    query = "select distinct entry, kind from faults"
    found = json.loads(tournament("sql", tmp_path / "out", query, "--json").stdout)
    assert found == [{"entry": "liar", "kind": "illegal_action"}]
    assert digest_of(tmp_path / "out")


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("print('hello, world', flush=True)\nimport time; time.sleep(60)", "protocol"),
        ("raise SystemExit(7)", "exited with code 7"),
        (
            'import sys\nsys.stdin.readline()\nprint(\'{"type":"ready"}\\n{}\', flush=True)',
            "one line",
        ),
    ],
)
def test_a_program_that_speaks_otherwise_is_refused_at_once(
    tmp_path: Path, program: str, words: str
) -> None:
    (tmp_path / "odd.py").write_text(program)
    league = league_of(
        tmp_path, 'name = "odd"\ncommand = ["python3", "odd.py"]\nfiles = ["odd.py"]'
    )
    (line,) = tournament("run", league, "--out", tmp_path / "out", code=2).stderr.splitlines()
    assert "entries.odd" in line
    assert words in line
    assert not (tmp_path / "out").exists()
