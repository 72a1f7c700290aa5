"""What an entry writes is read completely or refused, whatever it is."""

import json
import random
from typing import Any

import pytest

from engine import find_game
from tournament.jsonlines import (
    BadMessage,
    bye_line,
    decide_line,
    hello_line,
    longest_line,
    protocol_schema,
    read_answer,
    read_ready,
)
from tournament.league import Limits

LIMITS = Limits(1000, 60_000, 512, "substitute", 3)
GOOD = b'{"type":"answer","id":7,"actions":["pass","Th"]}\n'

BAD_ANSWERS = {
    "nothing": b"\n",
    "no JSON": b"pass\n",
    "half a line": GOOD[:20],
    "two messages": GOOD.rstrip() + GOOD,
    "NaN": GOOD.replace(b"7", b"NaN"),
    "Infinity": GOOD.replace(b"7", b"Infinity"),
    "1e999": GOOD.replace(b"7", b"1e999"),
    "a flag for a number": GOOD.replace(b"7", b"true"),
    "a fraction": GOOD.replace(b"7", b"7.5"),
    "a text for a number": GOOD.replace(b"7", b'"7"'),
    "4000 digits": GOOD.replace(b"7", b"7" * 4000),
    "another id": GOOD.replace(b"7", b"8"),
    "no id": GOOD.replace(b'"id":7,', b""),
    "another type": GOOD.replace(b"answer", b"ready"),
    "no type": GOOD.replace(b'"type":"answer",', b""),
    "an unknown key": GOOD.replace(b'"id"', b'"x":1,"id"'),
    "too few": GOOD.replace(b',"Th"', b""),
    "too many": GOOD.replace(b'"Th"', b'"Th","Th"'),
    "numbers": GOOD.replace(b'"Th"', b"12"),
    "null": GOOD.replace(b'"Th"', b"null"),
    "no list": GOOD.replace(b'["pass","Th"]', b'"pass"'),
    "a long text": GOOD.replace(b"Th", b"T" * 201),
    "deep nesting": GOOD.replace(b'"Th"', b"[" * 100_000),
    "deep nesting closed": GOOD.replace(b'"Th"', b"[" * 50_000 + b"]" * 50_000),
    "deep unknown key": GOOD.replace(b'"id"', b'"x":' + b"[" * 100_000),
    "lone surrogate": GOOD.replace(b"Th", b"\\ud800"),
    "bad UTF-8": GOOD.replace(b"Th", b"\xff\xfe"),
    "UTF-16": GOOD.decode().encode("utf-16"),
    "BOM": b"\xef\xbb\xbf" + GOOD,
    "a list": b"[1,2]\n",
    "a number": b"1\n",
    "NUL": b"\0\n",
}


@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_a_bad_answer_is_refused(case: str) -> None:
    with pytest.raises(BadMessage, match="found"):
        read_answer(BAD_ANSWERS[case], 7, 2)


@pytest.mark.parametrize(
    "line",
    [
        GOOD,
        GOOD.replace(b"\n", b"\r\n"),
        b' { "actions" : [ "pass", "Th" ], "id" : 7, "type" : "answer" } \n',
        GOOD.replace(b"pass", b"p\\u0061ss"),
        GOOD.replace(b'"id"', b'"id":3,"id"'),  # of a repeated key the last counts
    ],
)
def test_a_good_answer_in_any_spelling(line: bytes) -> None:
    assert read_answer(line, 7, 2) == ["pass", "Th"]


def test_texts_of_any_kind_come_through_as_they_are() -> None:
    texts = ["\u2028", "\0", "\x1b[31m", "\u202e", "żółć", "😀" * 200]
    line = json.dumps({"type": "answer", "id": 0, "actions": texts}).encode()
    assert read_answer(line, 0, len(texts)) == texts
    raw = json.dumps({"type": "answer", "id": 0, "actions": texts}, ensure_ascii=False).encode()
    assert read_answer(raw, 0, len(texts)) == texts
    assert len(raw) < longest_line(len(texts))


def test_no_bytes_break_the_reader() -> None:
    dice = random.Random(1)
    for _ in range(5000):
        line = bytearray(GOOD)
        for _ in range(dice.randrange(1, 4)):
            line[dice.randrange(len(line))] = dice.randrange(256)
        try:
            texts = read_answer(bytes(line), 7, 2)
        except BadMessage:
            continue
        assert len(texts) == 2


@pytest.mark.parametrize("line", [b'{"type":"ready"}\n', b'{"type": "ready"}\r\n'])
def test_ready(line: bytes) -> None:
    read_ready(line)


@pytest.mark.parametrize(
    "line", [b"", b"ready\n", b'{"type":"hello"}\n', b'{"type":"ready","x":1}']
)
def test_not_ready(line: bytes) -> None:
    with pytest.raises(BadMessage):
        read_ready(line)


def test_what_the_runner_says() -> None:
    hello = hello_line("tysiac", {"players": 2}, 1, [5, 2**63 - 1], LIMITS)
    assert hello.endswith(b"\n")
    assert json.loads(hello) == {
        "type": "hello",
        "protocol": 1,
        "game": "tysiac",
        "rules": {"players": 2},
        "seat": 1,
        "matches": [{"line": 0, "seed": "5"}, {"line": 1, "seed": "9223372036854775807"}],
        "limits": {"decision_ms": 1000, "match_ms": 60000, "memory_mb": 512},
    }
    decide = decide_line(3, [(1, {"legal": ["pass"]})])
    assert json.loads(decide) == {
        "type": "decide",
        "id": 3,
        "questions": [{"line": 1, "decision": {"legal": ["pass"]}}],
    }
    assert json.loads(bye_line()) == {"type": "bye"}


def test_the_schema_names_every_field_of_every_decision() -> None:
    schema = protocol_schema()
    for name in ("tysiac", "draw_the_bomb"):
        place = schema["decisions"][name]["$ref"].rpartition("/")[2]
        fields = set(schema["$defs"][place]["properties"])
        decision_type: Any = find_game(name).decision_type
        assert fields == set(decision_type._fields)
