"""One frozen `Rules` value and how settings become one (tysiac.md section 10)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.errors import RulesError

__all__ = ["PRESETS", "Barrel", "Rules", "make_rules"]

_LARGEST: Final = 1_000_000  # keeps every score within 32 bits, even over the longest match


class Barrel(NamedTuple):
    """From `start` points on a seat has `deals` settled deals to finish, or loses `penalty`."""

    start: int
    deals: int
    penalty: int


class Rules(NamedTuple):
    """All parameters of a match. Make one with `make_rules`, which refuses contradictions."""

    players: int
    target: int
    barrier: int | None
    bomb_limit: int
    bomb_on: str
    bomb_when: str
    bomb_points: int
    redeal: str
    redeal_threshold: int
    max_redeals: int
    meld_from_trick: int
    hidden_musik_at_forced_bid: bool
    bid_cap: str
    barrel: Barrel | None
    max_deals: int

    def settings(self) -> dict[str, object]:
        """The complete settings under their names in variant files and records."""
        barrel = self.barrel
        return {
            "players": self.players,
            "target": self.target,
            "barrier": self.barrier,
            "bomb_limit": self.bomb_limit,
            "bomb_on": self.bomb_on,
            "bomb_when": self.bomb_when,
            "bomb_points": self.bomb_points,
            "redeal": self.redeal,
            "redeal_threshold": self.redeal_threshold,
            "max_redeals": self.max_redeals,
            "meld_from_trick": self.meld_from_trick,
            "hidden_musik_at_forced_bid": self.hidden_musik_at_forced_bid,
            "bid_cap": self.bid_cap,
            "barrel": None
            if barrel is None
            else {"from": barrel.start, "deals": barrel.deals, "penalty": barrel.penalty},
            "max_deals": self.max_deals,
        }


_HOUSE: Final = Rules(
    players=3,
    target=1000,
    barrier=800,
    bomb_limit=1,
    bomb_on="unraised_forced_bid",
    bomb_when="before_exchange",
    bomb_points=60,
    redeal="weak_hand",
    redeal_threshold=18,
    max_redeals=100,
    meld_from_trick=1,
    hidden_musik_at_forced_bid=False,
    bid_cap="marriages",
    barrel=None,
    max_deals=200,
)
_TABRIVIO_1000: Final = _HOUSE._replace(bomb_on="any_contract", bomb_when="after_exchange")

PRESETS: Final[Mapping[str, Rules]] = {
    "house": _HOUSE,
    "tabrivio-1000": _TABRIVIO_1000,
    "tabrivio-500": _TABRIVIO_1000._replace(target=500, barrier=400),
}

_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "bomb_on": ("any_contract", "unraised_forced_bid"),
    "bomb_when": ("after_exchange", "before_exchange"),
    "redeal": ("weak_hand", "four_nines", "none"),
    "bid_cap": ("marriages", "none"),
}
_RANGES: Final[Mapping[str, tuple[int, int, int]]] = {
    # lowest, highest, step
    "players": (2, 4, 1),
    "target": (100, _LARGEST, 10),
    "bomb_limit": (0, _LARGEST, 1),
    "bomb_points": (0, _LARGEST, 10),
    "redeal_threshold": (0, 121, 1),
    "max_redeals": (0, 10_000, 1),
    "meld_from_trick": (1, 2, 1),
    "max_deals": (1, 10_000, 1),
}
_BARREL_KEYS: Final = ("from", "deals", "penalty")


def make_rules(settings: Mapping[str, object]) -> Rules:
    """Rules from a `preset` (default `house`) and any fields that differ from it.

    `barrier` and `barrel` take None or the text "none" for "there is none". Raises RulesError,
    which names the key, what was found and what is allowed.
    """
    preset = settings.get("preset", "house")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesError("preset", preset, _one_of(tuple(PRESETS)))
    fields = PRESETS[preset].settings()
    for key, value in settings.items():
        if key != "preset":
            if key not in fields:
                raise RulesError(key, value, f"no such key; keys are {', '.join(fields)}")
            fields[key] = value
    rules = Rules(
        players=_integer("players", fields["players"]),
        target=_integer("target", fields["target"]),
        barrier=_barrier(fields["barrier"]),
        bomb_limit=_integer("bomb_limit", fields["bomb_limit"]),
        bomb_on=_choice("bomb_on", fields["bomb_on"]),
        bomb_when=_choice("bomb_when", fields["bomb_when"]),
        bomb_points=_integer("bomb_points", fields["bomb_points"]),
        redeal=_choice("redeal", fields["redeal"]),
        redeal_threshold=_integer("redeal_threshold", fields["redeal_threshold"]),
        max_redeals=_integer("max_redeals", fields["max_redeals"]),
        meld_from_trick=_integer("meld_from_trick", fields["meld_from_trick"]),
        hidden_musik_at_forced_bid=_switch(
            "hidden_musik_at_forced_bid", fields["hidden_musik_at_forced_bid"]
        ),
        bid_cap=_choice("bid_cap", fields["bid_cap"]),
        barrel=_barrel(fields["barrel"]),
        max_deals=_integer("max_deals", fields["max_deals"]),
    )
    _check_together(rules, settings)
    return rules


def _check_together(rules: Rules, settings: Mapping[str, object]) -> None:
    if settings.get("preset", "house") == "house" and rules.target == 500 and "preset" in settings:
        raise RulesError("target", 500, "the preset house is played to 1000; use tabrivio-500")
    if rules.barrier is not None and rules.barrier >= rules.target:
        raise RulesError("barrier", rules.barrier, f"less than the target {rules.target}, or none")
    if rules.barrel is not None and rules.barrel.start >= rules.target:
        allowed = f"from less than the target {rules.target}, or none"
        raise RulesError("barrel", rules.barrel.start, allowed)
    if rules.hidden_musik_at_forced_bid and rules.players == 2:
        allowed = "false with 2 players, whose musik is always shown"
        raise RulesError("hidden_musik_at_forced_bid", True, allowed)


def _one_of(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _bounded(key: str, value: object, lowest: int, highest: int, step: int) -> int:
    allowed = f"a whole number from {lowest} to {highest}"
    if step > 1:
        allowed += f" in steps of {step}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError(key, value, allowed)
    if not lowest <= value <= highest or value % step:
        raise RulesError(key, value, allowed)
    return value


def _integer(key: str, value: object) -> int:
    lowest, highest, step = _RANGES[key]
    return _bounded(key, value, lowest, highest, step)


def _choice(key: str, value: object) -> str:
    if not isinstance(value, str) or value not in _CHOICES[key]:
        raise RulesError(key, value, _one_of(_CHOICES[key]))
    return value


def _switch(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise RulesError(key, value, "true, false")
    return value


def _barrier(value: object) -> int | None:
    if value is None or value == "none":
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError("barrier", value, 'points in steps of 10, or "none"')
    return _bounded("barrier", value, 10, _LARGEST, 10)


def _barrel(value: object) -> Barrel | None:
    if value is None or value == "none":
        return None
    if not isinstance(value, Mapping) or set(value) != set(_BARREL_KEYS):
        raise RulesError("barrel", value, '{from, deals, penalty}, or "none"')
    return Barrel(
        _bounded("barrel.from", value["from"], 10, _LARGEST, 10),
        _bounded("barrel.deals", value["deals"], 1, 10_000, 1),
        _bounded("barrel.penalty", value["penalty"], 0, _LARGEST, 10),
    )
