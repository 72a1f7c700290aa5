"""All commands under one name, and what becomes of errors: one line and an exit code."""

import os
import sys
from typing import Annotated, Any

import typer

import tournament
from tournament.cli import about, author, league, query
from tournament.cli.options import EXIT_INTERRUPTED, EXIT_USAGE
from tournament.cli.printing import print_line, say

__all__ = ["app", "main"]

# What a wrong command line raises: typer exports only this subclass of it.
_UsageError: Any = typer.BadParameter.__mro__[1]

app = typer.Typer(
    help="Deterministic tournaments of card-game bots: a league is a build.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
config_app = typer.Typer(help="About the league file.")
app.add_typer(config_app, name="config")
config_app.command()(about.schema)
seed_app = typer.Typer(help="About secret seeds.")
app.add_typer(seed_app, name="seed")
seed_app.command("new")(league.new_seed)
for command in (
    league.run,
    league.status,
    query.leaderboard,
    query.points,
    query.sql,
    query.export,
    league.verify,
    author.check,
    query.replay,
    league.gc,
    league.reveal,
    about.variants,
    about.bots,
    about.code,
):
    app.command()(command)


def main() -> None:
    """Run the command line; one line and exit code 2 for what a user can mend."""
    try:
        sys.exit(_run())
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whoever read us has had enough
        sys.exit(0)


def _run() -> int:
    from engine import EngineError
    from tournament.errors import TournamentError
    from tournament.interrupt import stop_on_sigterm

    stop_on_sigterm()
    try:
        code: int | None = app(standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except _UsageError as error:
        where = error.ctx.command_path if error.ctx else "tournament"
        found = error.format_message().rstrip(".")
        _say_error(f"command line: found: {found}; allowed: what `{where} --help` says")
        return EXIT_USAGE
    except (TournamentError, EngineError) as error:
        _say_error(str(error))
        return EXIT_USAGE
    return code or 0


def _say_error(message: str) -> None:
    from tournament.errors import one_line

    say(f"error: {one_line(message)}")


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from engine import COMPILED

        build = "compiled" if COMPILED else "plain Python"
        print_line(f"tysiac-tournament {tournament.__version__}, engine: {build}")
    elif context.invoked_subcommand is None:
        print_line(context.get_help())
