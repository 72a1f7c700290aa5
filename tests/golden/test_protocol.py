"""The schema and the transcripts in docs are what the code says."""

import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from leagues import ROOT
from transcripts import TRANSCRIPTS, transcript

from engine import find_game
from tournament import jsonlines

DOCS = ROOT / "docs"
COMMAND = "python tests/golden/regenerate.py"
RUNNER: Any = jsonlines.Hello | jsonlines.Decide | jsonlines.Bye


def said(name: str, who: str) -> list[dict[str, Any]]:
    lines = (DOCS / "transcripts" / name).read_text(encoding="utf-8").splitlines()
    return [message[who] for message in map(json.loads, lines) if who in message]


def test_the_schema_is_current() -> None:
    found = json.loads((DOCS / "protocol.schema.json").read_text(encoding="utf-8"))
    assert found == jsonlines.protocol_schema(), COMMAND


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_current(name: str) -> None:
    found = (DOCS / "transcripts" / name).read_text(encoding="utf-8")
    assert found == transcript(TRANSCRIPTS[name]), COMMAND


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_holds_messages_of_the_protocol(name: str) -> None:
    hello, *asked, bye = said(name, "runner")
    assert (hello["type"], bye["type"]) == ("hello", "bye")
    for message in (hello, *asked, bye):
        msgspec.convert(message, RUNNER)
    plain = find_game(hello["game"]).plain_type
    ready, *answers = said(name, "entry")
    jsonlines.read_ready(json.dumps(ready).encode())
    for question, answer in zip(asked, answers, strict=True):
        questions = question["questions"]
        line = json.dumps(answer).encode()
        texts = jsonlines.read_answer(line, question["id"], len(questions))
        for each, text in zip(questions, texts, strict=True):
            msgspec.convert(each["decision"], plain)
            assert text in each["decision"]["legal"]


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_sample_entry_holds_its_end_of_a_transcript(name: str) -> None:
    """It gets what the runner says, and each of its answers is a legal one."""
    told = said(name, "runner")
    done = subprocess.run(
        [sys.executable, "-I", ROOT / "configs" / "leagues" / "entries" / "plain.py"],
        input="".join(json.dumps(message) + "\n" for message in told),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    ready, *answers = done.stdout.splitlines()
    jsonlines.read_ready(ready.encode())
    for question, line in zip(told[1:-1], answers, strict=True):
        asked = [each["decision"]["legal"] for each in question["questions"]]
        texts = jsonlines.read_answer(line.encode(), question["id"], len(asked))
        assert all(text in legal for text, legal in zip(texts, asked, strict=True))
