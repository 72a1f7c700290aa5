"""A sample entry that speaks the protocol of docs/protocol.md itself: Python without our package.

It answers with a legal action that hangs on its own seed and on how often it was asked, so that
its matches repeat. In a league file:

    command = ["python3", "plain.py"]
    files = ["plain.py"]
"""

import json
import random
import sys

dice: dict[int, random.Random] = {}

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        dice = {match["line"]: random.Random(int(match["seed"])) for match in message["matches"]}
        reply = {"type": "ready"}
    elif message["type"] == "decide":
        actions = [
            dice[question["line"]].choice(question["decision"]["legal"])
            for question in message["questions"]
        ]
        reply = {"type": "answer", "id": message["id"], "actions": actions}
    else:  # "bye": nothing will follow
        break
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()
