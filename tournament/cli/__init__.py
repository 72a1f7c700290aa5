"""The command line: thin commands over the rest."""

from tournament.cli.main import app, main

__all__ = ["app", "main"]
