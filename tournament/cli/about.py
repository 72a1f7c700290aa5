"""Commands that need no league: what there is to play, and match codes."""

from typing import Annotated

import typer

from tournament.cli.options import AsJson
from tournament.cli.printing import flat, print_json, print_line, show

__all__ = ["bots", "code", "schema", "variants"]


def variants(as_json: AsJson = False) -> None:
    """List the variants and in what they differ from their preset."""
    from engine import find_variant, variant_names

    found = [find_variant(name) for name in variant_names()]
    if as_json:
        print_json(
            [
                {
                    "name": variant.name,
                    "game": variant.game.name,
                    "players": variant.rules.players,
                    "rules": variant.game.settings(variant.rules),
                }
                for variant in found
            ]
        )
        return
    rows = []
    for variant in found:
        preset, differences = variant.game.differences(variant.rules)
        text = ", ".join(f"{key} = {flat(value)}" for key, value in differences.items())
        rows.append([variant.name, variant.game.name, variant.rules.players, preset, text])
    show(["variant", "game", "players", "preset", "differs in"], rows, as_json=False)


def bots(as_json: AsJson = False) -> None:
    """List the house bots."""
    from bots.catalog import house_bot, house_bot_names
    from engine import game_names

    rows = []
    for game in game_names():
        for name in house_bot_names(game):
            about = (house_bot(game, name).__doc__ or "").strip().partition("\n")[0]
            rows.append([game, f"house:{name}", about])
    show(["game", "bot", "about"], rows, as_json=as_json)


def code(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A variant by its name.")],
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="A house bot for each seat, in order.")
    ],
    seed: Annotated[
        int | None, typer.Option(help="0 to 2^40 - 1; default: one never used before.")
    ] = None,
) -> None:
    """Make the code of a match of house bots; `tournament replay CODE` plays and shows it."""
    from tournament.codes import encode, new_seed

    names = [bot.removeprefix("house:") for bot in bots]
    print_line(encode(variant, names, new_seed() if seed is None else seed))


def schema() -> None:
    """Print the JSON Schema of the league file."""
    from tournament.config import league_schema

    print_json(league_schema())
