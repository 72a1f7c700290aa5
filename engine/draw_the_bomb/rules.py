"""One frozen `Rules` value and how settings become one (draw-the-bomb.md, "Setup")."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.errors import RulesError

__all__ = ["PRESET", "Rules", "house_rules", "make_rules"]

PRESET: Final = "house"
_DEFAULT_PLAYERS: Final = 3
_MANY_PLAYERS: Final = 4  # from so many on, two cutters more lie in the deck
_MOST_PLAYERS: Final = 5  # with so many, more copies of each action and more blanks


class Rules(NamedTuple):
    """All parameters of a match. Make one with `make_rules`, which refuses contradictions.

    The first counts are copies in the whole pack; a game without shields has `shields` 0.
    """

    players: int
    scouts: int
    dodges: int
    bottoms: int
    redirects: int
    steals: int
    shields: int
    reshuffles: int
    blanks: int
    extra_cutters: int
    """Cutters that are shuffled into the deck."""
    actions_dealt: int
    """Action cards dealt to each seat, from the actions alone."""
    cutters_dealt: int

    @property
    def bombs(self) -> int:
        """Bombs in the deck at the start: one fewer than players."""
        return self.players - 1

    @property
    def action_counts(self) -> tuple[int, ...]:
        """Copies of each action in the pack, in card order."""
        return (
            self.scouts,
            self.dodges,
            self.bottoms,
            self.redirects,
            self.steals,
            self.shields,
            self.reshuffles,
        )

    def settings(self) -> dict[str, object]:
        """The complete settings under their names in variant files and records."""
        return {
            "players": self.players,
            "scouts": self.scouts,
            "dodges": self.dodges,
            "bottoms": self.bottoms,
            "redirects": self.redirects,
            "steals": self.steals,
            "shields": self.shields,
            "reshuffles": self.reshuffles,
            "blanks": self.blanks,
            "extra_cutters": self.extra_cutters,
            "actions_dealt": self.actions_dealt,
            "cutters_dealt": self.cutters_dealt,
        }


_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    # Together never more cards than a deck may hold (`actions.MOST_CARDS`).
    "players": (2, 5),
    "scouts": (0, 20),
    "dodges": (0, 20),
    "bottoms": (0, 20),
    "redirects": (0, 20),
    "steals": (0, 20),
    "shields": (0, 20),
    "reshuffles": (0, 20),
    "blanks": (0, 60),
    "extra_cutters": (0, 10),
    "actions_dealt": (0, 10),
    "cutters_dealt": (0, 5),
}


def house_rules(players: int) -> Rules:
    """The preset `house` at a table of so many."""
    each, blanks = (5, 10) if players == _MOST_PLAYERS else (4, 8)
    return Rules(
        players=players,
        scouts=each,
        dodges=each,
        bottoms=each,
        redirects=each,
        steals=each,
        shields=each,
        reshuffles=each,
        blanks=blanks,
        extra_cutters=2 if players >= _MANY_PLAYERS else 1,
        actions_dealt=4,
        cutters_dealt=1,
    )


def make_rules(settings: Mapping[str, object]) -> Rules:
    """Rules from the preset `house` (the only one) and any fields that differ from it.

    What the preset says follows from `players` (default 3). Raises RulesError, which names the
    key, what was found and what is allowed.
    """
    preset = settings.get("preset", PRESET)
    if preset != PRESET:
        raise RulesError("preset", preset, PRESET)
    players = _integer("players", settings.get("players", _DEFAULT_PLAYERS))
    fields = house_rules(players).settings()
    for key, value in settings.items():
        if key != "preset":
            if key not in fields:
                raise RulesError(key, value, f"no such key; keys are {', '.join(fields)}")
            fields[key] = value
    rules = Rules(
        players=players,
        scouts=_integer("scouts", fields["scouts"]),
        dodges=_integer("dodges", fields["dodges"]),
        bottoms=_integer("bottoms", fields["bottoms"]),
        redirects=_integer("redirects", fields["redirects"]),
        steals=_integer("steals", fields["steals"]),
        shields=_integer("shields", fields["shields"]),
        reshuffles=_integer("reshuffles", fields["reshuffles"]),
        blanks=_integer("blanks", fields["blanks"]),
        extra_cutters=_integer("extra_cutters", fields["extra_cutters"]),
        actions_dealt=_integer("actions_dealt", fields["actions_dealt"]),
        cutters_dealt=_integer("cutters_dealt", fields["cutters_dealt"]),
    )
    _check_together(rules)
    return rules


def _check_together(rules: Rules) -> None:
    actions = sum(rules.action_counts)
    if rules.actions_dealt * rules.players > actions:
        most = actions // rules.players
        allowed = f"at most {most}: there are {actions} action cards for {rules.players} players"
        raise RulesError("actions_dealt", rules.actions_dealt, allowed)


def _integer(key: str, value: object) -> int:
    lowest, highest = _RANGES[key]
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise RulesError(key, value, f"a whole number from {lowest} to {highest}")
    return value
