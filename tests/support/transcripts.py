"""Worked transcripts of the protocol: docs/transcripts, made by playing."""

import json
from typing import Any

from engine import derive, find_variant, root_key
from tournament.jsonlines import bye_line, decide_line, hello_line
from tournament.league import Limits

TRANSCRIPTS = {"tysiac.jsonl": "house-2p", "draw-the-bomb.jsonl": "bomb-2p"}
SEAT = 1
MATCHES = 2
ROUNDS = 4
LIMITS = Limits(1000, 60_000, 512, "substitute", 3)


def transcript(variant: str) -> str:
    """What runner and entry say to each other in the first rounds, a message a line.

    The entry takes the last action that is legal; the seat beside it the first.
    """
    _, game, rules = find_variant(variant)
    key = root_key(b"transcript")
    matches = [game.new_match(rules, derive(key, number)) for number in range(MATCHES)]
    seeds = [7319, 2**53 + 1]
    said = [_runner(hello_line(game.name, game.settings(rules), SEAT, seeds, LIMITS))]
    said.append(_entry({"type": "ready"}))
    for number in range(1, ROUNDS + 1):
        for match in matches:
            while match.to_move >= 0 and (match.to_move != SEAT or len(match.legal) == 1):
                match.apply(match.legal[0])
        asked = [
            (line, game.plain_decision(match.decision())) for line, match in enumerate(matches)
        ]
        said.append(_runner(decide_line(number, asked)))
        actions = [match.legal[-1] for match in matches]
        texts = [game.action_text(action) for action in actions]
        said.append(_entry({"type": "answer", "id": number, "actions": texts}))
        for match, action in zip(matches, actions, strict=True):
            match.apply(action)
    said.append(_runner(bye_line()))
    return "\n".join(said) + "\n"


def _runner(line: bytes) -> str:
    return json.dumps({"runner": json.loads(line)}, separators=(",", ":"))


def _entry(message: dict[str, Any]) -> str:
    return json.dumps({"entry": message}, separators=(",", ":"))
