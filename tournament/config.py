"""The league file: TOML in, a resolved `League` out, or one line that says what is wrong."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

import engine
from engine import EngineError, UnknownNameError, find_variant, read_variant, variant_names
from tournament.entries import (
    EntrySource,
    EntrySpec,
    engine_digest,
    read_entry,
    runtime_versions,
)
from tournament.errors import LeagueError
from tournament.league import (
    DEFAULT_LIMITS,
    NAME,
    Entry,
    League,
    Limits,
    Schedule,
    Variant,
    seed_commitment,
)
from tournament.schedule import check_tables

__all__ = ["LeagueFile", "league_schema", "load_league"]

_LONGEST_QUOTE = 80
_LARGEST_FILE = 16 * 1024 * 1024
_A_VARIANT = "a variant file that can be used"
Name = Annotated[str, StringConstraints(pattern=NAME)]
Positive = Annotated[int, Field(ge=1, le=1_000_000)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LeagueSection(_Section):
    """[league]: what is played."""

    name: Name = Field(description="Names the league; one results folder holds one league.")
    seed: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = Field(
        default=None, description="An open seed: any text. Whoever knows it knows the deals."
    )
    seed_commitment: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = Field(
        default=None, description="Instead: what `tournament seed new` printed for a secret seed."
    )
    variants: list[str] = Field(
        min_length=1,
        description="Names as `tournament variants` lists them, or paths of variant files.",
    )


class ScheduleSection(_Section):
    """[schedule]: who meets whom, how often."""

    kind: Literal["round_robin", "gauntlet"] = "round_robin"
    blocks_per_table: Positive = Field(
        default=32, description="Deal streams per table; each is played in all seatings."
    )
    blocks_per_batch: Positive = Field(
        default=16, description="Blocks that are played, recorded and replayed as one."
    )
    copies: bool = Field(default=False, description="Whether a table may hold copies of an entry.")
    challengers: list[Name] = Field(
        default=[], description="For a gauntlet: the entries that meet all the others."
    )


class LimitsSection(_Section):
    """[limits]: what an entry may use; what a fault costs."""

    decision_ms: Positive = Field(
        default=DEFAULT_LIMITS.decision_ms, description="Time for one decision."
    )
    match_ms: Positive = Field(
        default=DEFAULT_LIMITS.match_ms, description="Time for all decisions of a match."
    )
    memory_mb: Annotated[int, Field(ge=64, le=1_000_000)] = Field(
        default=DEFAULT_LIMITS.memory_mb, description="Memory of an entry's process."
    )
    on_fault: Literal["substitute", "strikes", "void"] = "substitute"
    strikes: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=3, description="Under `strikes`: the fault from which on a seat is substituted."
    )
    disqualify_share: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = Field(
        default=0.05, description="An entry that faults in more of its matches is disqualified."
    )
    fresh_process: Literal["seating", "match"] = Field(
        default="seating",
        description="What gets processes of its own: a seating of a batch, or each match.",
    )
    preload: list[Literal["numpy"]] = Field(
        default=[], description="Packages that every process of an entry has imported already."
    )


class EntrySection(_Section):
    """[[entries]]: one bot."""

    name: Name
    bot: str | None = Field(
        default=None,
        description="`house:NAME`; FILE.py:CLASS, FOLDER:CLASS or ARCHIVE.zip:CLASS beside this "
        "file.",
    )
    command: list[Annotated[str, StringConstraints(min_length=1, max_length=1000)]] | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        description="Instead: a program that speaks the protocol, with its arguments.",
    )
    files: list[str] = Field(
        default=[], max_length=2000, description="Files beside this file that the command needs."
    )
    author: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    version: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    games: list[str] | None = Field(
        default=None, min_length=1, description="Games that it plays; default: all that it can."
    )


class LeagueFile(_Section):
    """A league file."""

    league: LeagueSection
    schedule: ScheduleSection = ScheduleSection()
    limits: LimitsSection = LimitsSection()
    entries: list[EntrySection] = Field(min_length=1)


def league_schema() -> dict[str, Any]:
    """The JSON Schema of the league file."""
    return LeagueFile.model_json_schema()


def load_league(path: Path) -> tuple[League, dict[str, EntrySource]]:
    """Read a league file and its entries.

    Returns the league and, by digest, the files of its entries. Raises LeagueError.
    """
    content = _parse(path)
    sections = _validate(path, content)
    schedule = _schedule(path, sections)
    variants = tuple(
        sorted((_variant(path, name) for name in sections.league.variants), key=lambda v: v.name)
    )
    _refuse_doubles(path, "league.variants", [variant.name for variant in variants])
    _refuse_doubles(path, "entries.name", [entry.name for entry in sections.entries])
    entries: list[Entry] = []
    sources: dict[str, EntrySource] = {}
    games = sorted({variant.game for variant in variants})
    for section in sorted(sections.entries, key=lambda section: section.name):
        entry, source = read_entry(path, _spec(path, section, games))
        entries.append(entry)
        if source is not None:
            sources[entry.digest] = source
    limits = sections.limits
    league = League(
        name=sections.league.name,
        seed=sections.league.seed,
        commitment=_commitment(path, sections.league),
        variants=variants,
        schedule=schedule,
        limits=Limits(
            decision_ms=limits.decision_ms,
            match_ms=limits.match_ms,
            memory_mb=limits.memory_mb,
            on_fault=limits.on_fault,
            strikes=limits.strikes,
            fresh_process=limits.fresh_process,
            preload=tuple(sorted(set(limits.preload))),
        ),
        entries=tuple(entries),
        disqualify_share=limits.disqualify_share,
        engine_digest=engine_digest(),
        runtime=runtime_versions(),
    )
    check_tables(path, league)
    return league, sources


def _parse(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            found = f"more than {_LARGEST_FILE} bytes"
            raise LeagueError(path, "league file", found, "a TOML file of less")
        return tomllib.loads(content.decode("utf-8-sig"))
    except FileNotFoundError:
        raise LeagueError(path, "league file", "nothing there", "a TOML file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LeagueError(path, "league file", error, "a readable TOML file") from error
    except (ValueError, RecursionError) as error:  # of its own, and for numbers without end
        raise LeagueError(path, "TOML", error, "valid TOML") from error


def _validate(path: Path, content: dict[str, Any]) -> LeagueFile:
    try:
        return LeagueFile.model_validate(content)
    except ValidationError as error:
        # A misspelt key is also a missing one: say first what is there.
        errors = sorted(error.errors(), key=lambda each: each["type"] == "missing")
        raise LeagueError(path, *_explain(errors[0])) from None


def _explain(error: Any) -> tuple[str, str, str]:
    """Key, found and allowed of one pydantic error."""
    key = ".".join(str(part) for part in error["loc"])
    kind, context = error["type"], error.get("ctx", {})
    if kind == "missing":
        return key, "nothing", "this key is required"
    found = _shorten(error["input"])
    if kind == "extra_forbidden":
        known = ", ".join(_keys(error["loc"][:-1]))
        return key, f"an unknown key with {found}", f"the keys {known}"
    if kind == "string_pattern_mismatch":
        allowed = "1 to 64 of the characters a-z 0-9 _ -"
        return key, found, allowed if context["pattern"] == NAME else "64 digits 0-9 a-f"
    if kind == "literal_error":
        return key, found, str(context["expected"])
    if kind == "too_short":
        return key, found, f"at least {context['min_length']}"
    return key, found, str(error["msg"]).removeprefix("Input should be ")


def _shorten(found: object) -> str:
    text = repr(found)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"


def _keys(location: tuple[Any, ...]) -> list[str]:
    models: dict[str, type[BaseModel]] = {
        "league": LeagueSection,
        "schedule": ScheduleSection,
        "limits": LimitsSection,
        "entries": EntrySection,
    }
    model = models[location[0]] if location else LeagueFile
    return list(model.model_fields)


def _schedule(path: Path, sections: LeagueFile) -> Schedule:
    section = sections.schedule
    blocks, batch = section.blocks_per_table, section.blocks_per_batch
    if blocks % batch:
        below, above = blocks // batch * batch, (blocks // batch + 1) * batch
        nearest = f"{below} or {above}" if below else f"{above}"
        allowed = f"a multiple of blocks_per_batch = {batch}, the nearest {nearest}"
        raise LeagueError(path, "schedule.blocks_per_table", blocks, allowed)
    names = [entry.name for entry in sections.entries]
    if section.kind == "gauntlet":
        wrong = [name for name in section.challengers if name not in names]
        if wrong or not section.challengers:
            found = repr(wrong[0]) if wrong else "nothing"
            allowed = f"for a gauntlet one or more of {', '.join(names)}"
            raise LeagueError(path, "schedule.challengers", found, allowed)
    elif section.challengers:
        found = _shorten(section.challengers)
        raise LeagueError(path, "schedule.challengers", found, "only with kind = 'gauntlet'")
    return Schedule(
        kind=section.kind,
        blocks_per_table=blocks,
        blocks_per_batch=batch,
        copies=section.copies,
        challengers=tuple(sorted(set(section.challengers))),
    )


def _variant(path: Path, name: str) -> Variant:
    is_file = name.endswith(".toml")
    try:
        found = read_variant(path.parent / name) if is_file else find_variant(name)
    except UnknownNameError:
        allowed = f"a path that ends with .toml, or one of {', '.join(variant_names())}"
        raise LeagueError(path, "league.variants", repr(name), allowed) from None
    except EngineError as error:
        raise LeagueError(path, "league.variants", f"{name!r}: {error}", _A_VARIANT) from None
    if not re.match(NAME, found.name):
        raise LeagueError(path, "league.variants", repr(name), "a file name of a-z 0-9 _ -")
    if is_file and found.name in variant_names() and found != engine.find_variant(found.name):
        allowed = "a name that no variant of the project has"
        raise LeagueError(path, "league.variants", repr(name), allowed)
    return Variant(found.name, found.game.name, found.game.settings(found.rules))


def _commitment(path: Path, section: LeagueSection) -> str:
    if (section.seed is None) == (section.seed_commitment is None):
        found = "nothing" if section.seed is None else "both a seed and a seed_commitment"
        allowed = 'seed = "…" (open) or seed_commitment = "…" (secret)'
        raise LeagueError(path, "league.seed", found, allowed)
    if section.seed is not None:
        return seed_commitment(section.seed.encode(), section.name)
    return str(section.seed_commitment)


def _spec(path: Path, section: EntrySection, games: list[str]) -> EntrySpec:
    if (section.bot is None) == (section.command is None):
        found = "nothing" if section.bot is None else "both a bot and a command"
        raise LeagueError(path, f"entries.{section.name}.bot", found, "a bot or a command")
    if section.files and section.command is None:
        key = f"entries.{section.name}.files"
        raise LeagueError(path, key, section.files[0], "files only beside a command")
    return EntrySpec(
        section.name,
        tuple(_games_of(path, section, games)),
        section.bot,
        tuple(section.command or ()),
        tuple(section.files),
        section.author,
        section.version,
    )


def _games_of(path: Path, section: EntrySection, games: list[str]) -> list[str]:
    """Those games of the league that an entry is entered for."""
    if section.games is None:
        return games
    for game in section.games:
        if game not in games:
            key = f"entries.{section.name}.games"
            raise LeagueError(path, key, repr(game), f"games of this league: {', '.join(games)}")
    return [game for game in games if game in section.games]


def _refuse_doubles(path: Path, key: str, names: list[str]) -> None:
    for name in sorted(names):
        if names.count(name) > 1:
            raise LeagueError(path, key, f"{name!r} twice", "each name once")
