"""Who plays: from an entry to the bot object or the process that answers for it."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from bots.catalog import house_bot
from engine import Bot, Game, Setup
from tournament.entries import EntrySource, lay_out
from tournament.host import load_class
from tournament.league import Entry, Limits, Variant
from tournament.protocol import Hello
from tournament.seats import BrokenBot, ProcessSeat

__all__ = ["Roster"]


class Roster:
    """Knows the kept files of all entries; lays them out below `scratch` for its processes.

    `inline` lets file entries run in this very process: for an author's own debugging only.
    """

    def __init__(self, sources: dict[str, EntrySource], scratch: Path, *, inline: bool) -> None:
        self._sources = sources
        self._scratch = scratch.resolve()  # a process of an entry starts in another folder
        self._inline = inline
        self._folders: dict[str, Path] = {}
        self._classes: dict[tuple[str, str], type[Bot]] = {}
        self._games: dict[str, tuple[Game, Any]] = {}

    def game_of(self, variant: Variant) -> tuple[Game, Any]:
        """The game and the rules value of a variant."""
        found = self._games.get(variant.name)
        if found is None:
            game = variant.find_game()
            found = self._games[variant.name] = (game, game.make_rules(variant.rules))
        return found

    def plays_inline(self, entry: Entry) -> bool:
        """Whether the entry's bot lives in this process."""
        return entry.is_house or self._inline

    def inline_bot(self, entry: Entry, variant: Variant, seat: int, seed: int) -> Bot | None:
        """A new bot object for one match, or None if a process plays for the entry."""
        if not self.plays_inline(entry):
            return None
        _, rules = self.game_of(variant)
        setup = Setup(variant.game, rules, seat, seed)
        try:
            return self._class_of(entry, variant.game)(setup)
        except BaseException as error:
            return BrokenBot(setup, error)

    def hello(
        self,
        entry: Entry,
        variant: Variant,
        seat: int,
        seeds: tuple[int, ...],
        process_seed: int,
        limits: Limits,
    ) -> Hello:
        """What a process that plays for the entry is told first; its folder becomes its own."""
        return Hello(
            game=variant.game,
            rules=variant.rules,
            seat=seat,
            seeds=seeds,
            process_seed=process_seed,
            folder=self._fresh_copy(entry),
            module=entry.module,
            target=entry.target,
            memory_bytes=limits.memory_mb * 1024 * 1024,
        )

    def open_process(self, hello: Hello, limits: Limits) -> ProcessSeat:
        """A fresh process; nothing of the entry has run in it yet."""
        return ProcessSeat(hello, limits)

    def _class_of(self, entry: Entry, game: str) -> type[Bot]:
        key = (game, entry.digest + entry.target)
        found = self._classes.get(key)
        if found is None:
            if entry.is_house:
                found = house_bot(game, entry.target)
            else:
                # Two entries may call their modules alike: forget the other one's.
                for name in [name for name in sys.modules if _within(name, entry.module)]:
                    del sys.modules[name]
                found = load_class(str(self._folder_of(entry)), entry.module, entry.target)
            self._classes[key] = found
        return found

    def _fresh_copy(self, entry: Entry) -> str:
        """A copy for one process alone: what that does to its files reaches no other."""
        folder = tempfile.mkdtemp(dir=self._scratch)
        lay_out(self._sources[entry.digest], Path(folder))
        return folder

    def _folder_of(self, entry: Entry) -> Path:
        folder = self._folders.get(entry.digest)
        if folder is None:
            folder = self._scratch / entry.digest
            lay_out(self._sources[entry.digest], folder)
            self._folders[entry.digest] = folder
        return folder


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")
