"""Who plays: from an entry to the bot object or the process that answers for it."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from bots.catalog import house_bot
from engine import Bot, Game, Setup
from tournament.entries import OFFERED, EntrySource, lay_out
from tournament.host import load_class
from tournament.isolation.launcher import Launcher
from tournament.isolation.tiers import Tier
from tournament.league import Entry, Limits, Variant
from tournament.protocol import Hello
from tournament.seats import BrokenBot, ProcessSeat
from tournament.seats.dialects import Dialect, Frames, Lines

__all__ = ["Roster"]

_MEGABYTE = 1024 * 1024


class Roster:
    """Knows the kept files of all entries; lays them out below `scratch` for its processes.

    They run in processes of a tier; `inline` has file entries run in this very process: for an
    author's own debugging only. To be closed.
    """

    def __init__(self, sources: dict[str, EntrySource], scratch: Path, tier: Tier) -> None:
        self._sources = sources
        self._scratch = scratch.resolve()  # a process of an entry starts in another folder
        self._tier = tier
        # A command can't run inline: it gets what a process of the author's own would have.
        self._outside = Tier.basic if tier is Tier.inline else tier
        self._launcher: Launcher | None = None
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
        return entry.is_house or (self._tier is Tier.inline and not entry.command)

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

    def open_process(
        self,
        entry: Entry,
        variant: Variant,
        seat: int,
        seeds: tuple[int, ...],
        process_seed: int,
        limits: Limits,
    ) -> ProcessSeat:
        """A fresh process that plays for the entry; nothing of the entry has run in it yet."""
        launcher = self._launcher_for(limits)
        package = self._package(entry, launcher)
        dialect: Dialect
        if entry.command:
            game, _ = self.game_of(variant)
            dialect = Lines(game, variant.rules, seat, seeds, limits)
        else:
            dialect = Frames(
                Hello(
                    game=variant.game,
                    rules=variant.rules,
                    seat=seat,
                    seeds=seeds,
                    process_seed=process_seed,
                    folder=launcher.seen(package),
                    module=entry.module,
                    target=entry.target,
                )
            )
        process = launcher.start(package, limits.memory_mb * _MEGABYTE, entry.command)
        if self._outside is Tier.basic:
            process.owned = package
        return ProcessSeat(seat, dialect, limits, process)

    def close(self) -> None:
        """End what starts processes."""
        if self._launcher is not None:
            self._launcher.close()

    def _launcher_for(self, limits: Limits) -> Launcher:
        if self._launcher is None:
            self._launcher = Launcher(
                self._outside, self._scratch, offered=OFFERED, preload=limits.preload
            )
        return self._launcher

    def _package(self, entry: Entry, launcher: Launcher) -> Path:
        """The entry's files, where its processes see them and can't change them."""
        package = launcher.packages / entry.digest
        if (
            self._outside is Tier.basic
        ):  # which can't keep a process from its files: to each its own
            launcher.packages.mkdir(exist_ok=True)
            package = Path(tempfile.mkdtemp(dir=launcher.packages))
        if self._outside is Tier.basic or not package.exists():
            lay_out(self._sources[entry.digest], package)
        return package

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

    def _folder_of(self, entry: Entry) -> Path:
        folder = self._folders.get(entry.digest)
        if folder is None:
            folder = self._scratch / entry.digest
            lay_out(self._sources[entry.digest], folder)
            self._folders[entry.digest] = folder
        return folder


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")
