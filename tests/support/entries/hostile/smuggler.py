"""Leaves a card wherever it can at import, and looks there for what another process has left."""

import builtins
import gc
import json
import mmap
import os
import sys
from contextlib import suppress
from pathlib import Path

from engine import Bot, chance

CARD = b"the queen of hearts"
PLACES = ("/tmp/card", "/dev/shm/card", str(Path(__file__).with_name("card")))


def find():
    """Everything here that this process has not put there itself."""
    found = []
    if hasattr(builtins, "card") or hasattr(chance, "card") or "smuggled" in sys.modules:
        found.append("global")
    if any(type(each).__name__ == "Smuggler" for each in gc.get_objects()):
        found.append("object")
    if any(isinstance(each, mmap.mmap) for each in gc.get_objects()):
        found.append("shared mapping")
    if "CARD" in os.environ:
        found.append("environment")
    for place in PLACES:
        with suppress(OSError):
            if Path(place).read_bytes() == CARD:
                found.append(place)
    for number in range(3, 256):
        with suppress(OSError):
            blocking = os.get_blocking(number)
            os.set_blocking(number, False)
            try:
                if os.read(number, 100) == CARD:
                    found.append(f"pipe {number}")
            finally:
                os.set_blocking(number, blocking)
    return found


FOUND = find()
SHARED = mmap.mmap(-1, 4096)
SHARED.write(CARD)
PIPE = os.pipe()
os.write(PIPE[1], CARD)
builtins.card = chance.card = sys.modules["smuggled"] = CARD
os.environ["CARD"] = CARD.decode()
for place in PLACES:
    with suppress(OSError):
        Path(place).write_bytes(CARD)


class Smuggler(Bot):
    def decide(self, decision):
        sys.stderr.write(json.dumps({"found": FOUND, "again": sorted(set(find()))}))
        return decision.legal[0]
