"""Section 10: every parameter, what it takes and what it refuses."""

from pathlib import Path
from typing import Any

import pytest
from strategies import VARIANTS

from engine import (
    RulesError,
    UnknownNameError,
    find_game,
    find_variant,
    read_variant,
)
from engine.tysiac import PRESETS, Barrel, Rules, make_rules

FIELDS = {
    "players": 3,
    "target": 1000,
    "barrier": 800,
    "bomb_limit": 1,
    "bomb_on": "unraised_forced_bid",
    "bomb_when": "before_exchange",
    "bomb_points": 60,
    "redeal": "weak_hand",
    "redeal_threshold": 18,
    "max_redeals": 100,
    "meld_from_trick": 1,
    "hidden_musik_at_forced_bid": False,
    "bid_cap": "marriages",
    "barrel": None,
    "max_deals": 200,
}
BARREL = {"from": 880, "deals": 3, "penalty": 120}


# Presets


@pytest.mark.parametrize(
    ("preset", "differences"),
    [
        ("house", {}),
        ("tabrivio-1000", {"bomb_on": "any_contract", "bomb_when": "after_exchange"}),
        (
            "tabrivio-500",
            {
                "bomb_on": "any_contract",
                "bomb_when": "after_exchange",
                "target": 500,
                "barrier": 400,
            },
        ),
    ],
)
def test_the_table_of_presets(preset: str, differences: dict[str, object]):
    assert make_rules({"preset": preset}).settings() == {**FIELDS, **differences}
    assert PRESETS[preset].settings() == {**FIELDS, **differences}


def test_house_is_the_preset_where_none_is_named():
    assert make_rules({}) == make_rules({"preset": "house"})


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_preset_is_played_by_2_3_and_4(preset: str, players: int):
    assert make_rules({"preset": preset, "players": players}).players == players


def test_settings_are_complete_and_give_the_rules_again():
    for preset in PRESETS:
        rules = make_rules({"preset": preset, "barrel": {"from": 300, "deals": 2, "penalty": 50}})
        assert list(rules.settings()) == list(FIELDS)
        assert make_rules(rules.settings()) == rules


# Valid values


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("players", value) for value in (2, 3, 4)],
        *[("target", value) for value in (810, 1000, 2500, 1_000_000)],
        *[("barrier", value) for value in (10, 400, 800, 900, 990, None)],
        *[("bomb_limit", value) for value in (0, 1, 2, 3, 50)],
        *[("bomb_on", value) for value in ("any_contract", "unraised_forced_bid")],
        *[("bomb_when", value) for value in ("after_exchange", "before_exchange")],
        *[("bomb_points", value) for value in (0, 10, 60, 120)],
        *[("redeal", value) for value in ("weak_hand", "four_nines", "none")],
        *[("redeal_threshold", value) for value in (0, 14, 18, 20, 121)],
        *[("max_redeals", value) for value in (0, 1, 100)],
        *[("meld_from_trick", value) for value in (1, 2)],
        *[("hidden_musik_at_forced_bid", value) for value in (False, True)],
        *[("bid_cap", value) for value in ("marriages", "none")],
        *[("barrel", value) for value in (None, BARREL, {**BARREL, "penalty": 0})],
        *[("max_deals", value) for value in (1, 200, 10_000)],
    ],
    ids=str,
)
def test_a_valid_value_is_taken_as_it_is(key: str, value: object):
    settings = make_rules({key: value}).settings()
    assert settings == {**FIELDS, key: value}


def test_the_smallest_target():
    assert make_rules({"target": 100, "barrier": None}).target == 100
    assert make_rules({"target": 100, "barrier": 90}).barrier == 90


def test_a_barrel_is_a_value():
    assert make_rules({"barrel": BARREL}).barrel == Barrel(start=880, deals=3, penalty=120)


@pytest.mark.parametrize("key", ["barrier", "barrel"])
def test_none_in_a_file_stands_for_no_barrier_and_no_barrel(key: str):
    """TOML has no null."""
    assert make_rules({key: "none"}).settings()[key] is None


# Settings that can't be


def refused(settings: dict[str, object]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        make_rules(settings)
    return caught.value


WRONG_NUMBERS = ["3", 3.0, True, None, [3], {}]

BAD: list[tuple[str, object, str]] = [
    # key, value, a part of what is allowed
    *[("players", value, "from 2 to 4") for value in (0, 1, 5, -2, *WRONG_NUMBERS)],
    *[("target", value, "from 100") for value in (0, 90, -1000, 1005, 1_000_010, *WRONG_NUMBERS)],
    *[("barrier", value, "10") for value in (0, -10, 805, "800", 800.0, True, [800])],
    *[("bomb_limit", value, "from 0") for value in (-1, *WRONG_NUMBERS)],
    *[("bomb_points", value, "steps of 10") for value in (-10, 65, *WRONG_NUMBERS)],
    *[("redeal_threshold", value, "from 0 to 121") for value in (-1, 122, *WRONG_NUMBERS)],
    *[("max_redeals", value, "from 0") for value in (-1, 10_001, *WRONG_NUMBERS)],
    *[("meld_from_trick", value, "from 1 to 2") for value in (0, 3, *WRONG_NUMBERS)],
    *[("max_deals", value, "from 1") for value in (0, -1, 10_001, *WRONG_NUMBERS)],
    *[("hidden_musik_at_forced_bid", value, "true, false") for value in (0, 1, "true", None)],
    *[("bomb_on", value, "any_contract, unraised_forced_bid") for value in ("always", 1, None)],
    *[("bomb_when", value, "after_exchange, before_exchange") for value in ("never", "", None)],
    *[("redeal", value, "weak_hand, four_nines, none") for value in ("nines", False, None)],
    *[("bid_cap", value, "marriages, none") for value in (None, 120, "NONE")],
    *[("preset", value, "house, tabrivio-1000, tabrivio-500") for value in ("home", 3, None, [])],
    *[("barrel", value, "from, deals, penalty") for value in (880, True, [], "880", {})],
    ("barrel", {"from": 880, "deals": 3}, "from, deals, penalty"),
    ("barrel", {**BARREL, "until": 990}, "from, deals, penalty"),
]


@pytest.mark.parametrize(
    ("key", "value", "allowed"), BAD, ids=[f"{key}={value!r}" for key, value, _ in BAD]
)
def test_a_bad_value_is_refused_with_key_found_and_allowed(key: str, value: object, allowed: str):
    error = refused({key: value})
    assert (error.key, error.found) == (key, value)
    assert allowed in error.allowed
    assert str(error) == f"{key}: found {value!r}; allowed: {error.allowed}"


@pytest.mark.parametrize(
    ("part", "value"),
    [
        *[("from", value) for value in (0, -10, 885, "880", True, None, 880.0)],
        *[("deals", value) for value in (0, -1, "3", True, None, 1.5)],
        *[("penalty", value) for value in (-10, 125, "120", True, None)],
    ],
    ids=str,
)
def test_a_bad_part_of_a_barrel_is_named(part: str, value: object):
    error = refused({"barrel": {**BARREL, part: value}})
    assert (error.key, error.found) == (f"barrel.{part}", value)
    assert "whole number" in error.allowed


@pytest.mark.parametrize("key", ["seats", "Players", "bomb-limit", "", "presets", "barrel.from"])
def test_an_unknown_key_is_named_with_the_keys_that_exist(key: str):
    error = refused({key: 1})
    assert (error.key, error.found) == (key, 1)
    assert all(name in error.allowed for name in FIELDS)


@pytest.mark.parametrize(
    ("settings", "key", "found", "allowed"),
    [
        pytest.param(
            {"preset": "house", "target": 500}, "target", 500, "tabrivio-500", id="house to 500"
        ),
        pytest.param(
            {"preset": "house", "target": 500, "barrier": 400},
            "target",
            500,
            "tabrivio-500",
            id="house to 500 with a barrier of its own",
        ),
        pytest.param(
            {"barrier": 1000}, "barrier", 1000, "less than the target 1000", id="barrier at target"
        ),
        pytest.param({"barrier": 1200}, "barrier", 1200, "less than", id="barrier above target"),
        pytest.param({"target": 800}, "barrier", 800, "less than", id="target at the barrier"),
        pytest.param(
            {"preset": "tabrivio-500", "barrier": 500}, "barrier", 500, "target 500", id="500"
        ),
        pytest.param(
            {"barrel": {**BARREL, "from": 1000}},
            "barrel",
            1000,
            "less than the target 1000",
            id="barrel at target",
        ),
        pytest.param(
            {"preset": "tabrivio-500", "barrel": BARREL}, "barrel", 880, "target 500", id="barrel"
        ),
        pytest.param(
            {"players": 2, "hidden_musik_at_forced_bid": True},
            "hidden_musik_at_forced_bid",
            True,
            "2 players",
            id="hidden musik with 2 players",
        ),
    ],
)
def test_a_contradiction_is_refused(
    settings: dict[str, object], key: str, found: object, allowed: str
):
    error = refused(settings)
    assert (error.key, error.found) == (key, found)
    assert allowed in error.allowed


# Variant files


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        pytest.param("game = ", "", "readable TOML", id="no TOML"),
        pytest.param('preset = "house"', "game", "tysiac", id="no game"),
        pytest.param('game = "poker"', "game", "tysiac", id="no such game"),
        pytest.param('game = "tysiac"\ncolour = 1', "colour", "game, preset, rules", id="key"),
        pytest.param('game = "tysiac"\nrules = 3', "rules", "table", id="rules not a table"),
        pytest.param('game = "tysiac"\npreset = "x"', "preset", "house", id="no such preset"),
        pytest.param('game = "tysiac"\n[rules]\nseats = 3', "seats", "players", id="rules key"),
        pytest.param('game = "tysiac"\n[rules]\nplayers = 5', "players", "2 to 4", id="5 players"),
        pytest.param(
            'game = "tysiac"\n[rules]\nplayers = true', "players", "2 to 4", id="bool for int"
        ),
        pytest.param('game = "tysiac"\n[rules]\nbomb_limit = -1', "bomb_limit", "0", id="limit"),
        pytest.param(
            'game = "tysiac"\n[rules]\nbarrel = {from = 885, deals = 3, penalty = 120}',
            "barrel.from",
            "steps of 10",
            id="off the tens",
        ),
        pytest.param(
            'game = "tysiac"\npreset = "house"\n[rules]\ntarget = 500',
            "target",
            "tabrivio-500",
            id="house to 500",
        ),
    ],
)
def test_a_bad_variant_file_is_named(text: str, key: str, allowed: str, tmp_path: Path):
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        read_variant(path)
    message = str(caught.value)
    assert str(path) in message
    assert "found" in message
    assert key in caught.value.key
    assert allowed in caught.value.allowed


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path):
    with pytest.raises(RulesError, match=r"missing\.toml"):
        read_variant(tmp_path / "missing.toml")
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError, match=r"bytes\.toml"):
        read_variant(path)


def test_a_good_variant_file(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text('game = "tysiac"\npreset = "tabrivio-500"\n[rules]\nbarrier = "none"\n')
    variant = read_variant(path)
    assert (variant.name, variant.game.name) == ("mine", "tysiac")
    assert variant.rules == make_rules({"preset": "tabrivio-500", "barrier": None})


# The variants that come with the project


def test_every_form_that_the_seeds_name_has_a_variant():
    """The three tables by 2, 3 and 4 players, bombs off or several, and each other table."""
    names = set(VARIANTS)
    tables = {
        *[f"house-{players}p" for players in (2, 3, 4)],
        *[f"house-{players}p-nobomb" for players in (2, 3, 4)],
        *[
            f"tabrivio-{target}-{players}p{bombs}"
            for target in (500, 1000)
            for players in (2, 3, 4)
            for bombs in ("", "-bombs0", "-bombs3")
        ],
    }
    others = ("barrel", "barrier900", "meld2", "hidden-musik", "bombs3", "bomb120", "fournines")
    assert tables <= names
    assert {f"house-3p-{other}" for other in others} <= names
    assert {"house-3p-redeal14", "house-3p-noredeal", "house-3p-nocap"} <= names


@pytest.mark.parametrize("name", VARIANTS)
def test_the_name_of_a_variant_says_its_table(name: str):
    rules = find_variant(name).rules
    assert isinstance(rules, Rules)
    assert f"{rules.players}p" in name
    assert rules.target == (500 if name.startswith("tabrivio-500") else 1000)
    assert rules.bomb_on == ("any_contract" if "tabrivio" in name else "unraised_forced_bid")


@pytest.mark.parametrize(
    ("name", "differences"),
    [
        ("house-3p", {}),
        ("house-4p-nobomb", {"bomb_limit": 0}),
        ("house-3p-barrel", {"barrel": BARREL}),
        ("house-3p-barrier900", {"barrier": 900}),
        ("house-3p-nobarrier", {"barrier": None}),
        ("house-3p-bomb120", {"bomb_points": 120}),
        ("house-3p-bombs3", {"bomb_limit": 3}),
        ("house-3p-fournines", {"redeal": "four_nines"}),
        ("house-3p-noredeal", {"redeal": "none"}),
        ("house-3p-redeal14", {"redeal_threshold": 14}),
        ("house-3p-hidden-musik", {"hidden_musik_at_forced_bid": True}),
        ("house-3p-meld2", {"meld_from_trick": 2}),
        ("house-3p-nocap", {"bid_cap": "none"}),
        ("tabrivio-1000-2p-bombs3", {"bomb_limit": 3}),
        ("tabrivio-500-4p-bombs0", {"bomb_limit": 0}),
    ],
)
def test_a_variant_differs_from_its_preset_in_what_it_names(name: str, differences: dict[str, Any]):
    variant = find_variant(name)
    preset, found = variant.game.differences(variant.rules)
    assert name.startswith(preset)
    assert found == differences


def test_an_unknown_name_lists_what_there_is():
    with pytest.raises(UnknownNameError, match="house-3p"):
        find_variant("house-5p")
    with pytest.raises(UnknownNameError, match="tysiac"):
        find_game("poker")
