"""A league of one house bot against itself: one table of house-3p."""

from engine import find_variant
from tournament.entries import engine_digest
from tournament.league import DEFAULT_LIMITS, Entry, League, Schedule, Variant


def house_league(bot: str, blocks: int, blocks_per_batch: int) -> League:
    found = find_variant("house-3p")
    return League(
        name="bench",
        seed="bench",
        commitment="",
        variants=(Variant(found.name, found.game.name, found.game.settings(found.rules)),),
        schedule=Schedule("round_robin", blocks, blocks_per_batch, copies=False),
        limits=DEFAULT_LIMITS,
        entries=tuple(
            Entry(f"{bot}-{number}", f"house:{bot}", bot, "", "", ("tysiac",))
            for number in range(found.rules.players)
        ),
        disqualify_share=0.05,
        engine_digest=engine_digest(),
        runtime=(),
    )
