"""Write all goldens anew, to be reviewed as a diff: python tests/golden/regenerate.py."""

import json
import sys
from pathlib import Path

GOLDEN = Path(__file__).parent
sys.path[:0] = [str(GOLDEN.parent.parent), str(GOLDEN.parent / "support")]


def main() -> None:
    from endgames import ENDGAMES, count, perft_text
    from goldens import golden_text
    from solved import FULL_DEALS, solutions_text, solved
    from transcripts import TRANSCRIPTS, transcript

    from engine import variant_names
    from tournament.jsonlines import protocol_schema

    folder = GOLDEN / "playthroughs"
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for name in variant_names():
        (folder / f"{name}.txt").write_text(golden_text(name), encoding="utf-8")
    trees = {name: count(endgame) for name, endgame in ENDGAMES.items()}
    (GOLDEN / "perft.json").write_text(perft_text(trees), encoding="utf-8")
    solutions = {name: solved(name) for name in FULL_DEALS}  # takes a minute
    (GOLDEN / "solutions.json").write_text(solutions_text(solutions), encoding="utf-8")
    docs = GOLDEN.parent.parent / "docs"
    schema = json.dumps(protocol_schema(), indent=1) + "\n"
    (docs / "protocol.schema.json").write_text(schema, encoding="utf-8")
    (docs / "transcripts").mkdir(exist_ok=True)
    for name, variant in TRANSCRIPTS.items():
        (docs / "transcripts" / name).write_text(transcript(variant), encoding="utf-8")


if __name__ == "__main__":
    main()
