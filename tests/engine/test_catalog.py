"""Games and variants by name; settings and rules are two forms of one thing."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import engine.draw_the_bomb
from engine import UnknownNameError, find_game, find_variant, game_names, variant_names
from engine.catalog import variant_folder
from engine.tysiac import PRESETS

TYSIAC = find_game("tysiac")


def test_names_stand_in_order_and_once():
    names = variant_names()
    assert names == sorted(set(names))
    assert game_names() == sorted(set(game_names()))


def test_every_file_in_the_folder_is_a_variant():
    assert sorted(path.stem for path in variant_folder().glob("*.*")) == variant_names()


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_is_found_by_its_name(name: str):
    variant = find_variant(name)
    assert variant.name == name
    assert variant.game.name in game_names()


@pytest.mark.parametrize("name", variant_names())
def test_settings_round_trip(name: str):
    _, game, rules = find_variant(name)
    assert game.make_rules(game.settings(rules)) == rules
    preset, differences = game.differences(rules)
    settings = {"preset": preset, "players": rules.players, **differences}
    assert game.make_rules(settings) == rules


def test_no_two_variants_have_the_same_rules():
    rules = [find_variant(name).rules for name in variant_names()]
    assert len(set(rules)) == len(rules)


@pytest.mark.parametrize("name", ["", "house", "House-3p", "house-3p.toml", "../variants/house-3p"])
def test_any_other_name_is_unknown(name: str):
    with pytest.raises(UnknownNameError):
        find_variant(name)


@pytest.mark.parametrize("name", ["", "Tysiac", "tysiąc", "poker"])
def test_an_unknown_game(name: str):
    with pytest.raises(UnknownNameError, match=r"games: .*tysiac"):
        find_game(name)


def test_the_public_names_of_the_engine_exist():
    for module in (engine, engine.draw_the_bomb, engine.tysiac):
        assert len(module.__all__) == len(set(module.__all__))
        assert all(hasattr(module, name) for name in module.__all__)


def test_the_engine_imports_the_standard_library_only():
    """Bots' processes start from it, and it may be compiled by itself."""
    allowed = sys.stdlib_module_names | {"engine", "mypy_extensions"}
    for path in sorted(Path(engine.__file__).parent.rglob("*.py")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(("import ", "from ")):
                assert line.split()[1].split(".")[0] in allowed, f"{path}: {line}"


tens = st.integers(0, 40).map(lambda value: value * 10)
settings_of_rules = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(sorted(PRESETS)),
        "players": st.integers(2, 4),
        "target": st.integers(91, 300).map(lambda value: value * 10),
        "barrier": st.none() | st.integers(1, 90).map(lambda value: value * 10),
        "bomb_limit": st.integers(0, 5),
        "bomb_on": st.sampled_from(["any_contract", "unraised_forced_bid"]),
        "bomb_when": st.sampled_from(["after_exchange", "before_exchange"]),
        "bomb_points": tens,
        "redeal": st.sampled_from(["weak_hand", "four_nines", "none"]),
        "redeal_threshold": st.integers(0, 121),
        "max_redeals": st.integers(0, 300),
        "meld_from_trick": st.integers(1, 2),
        "bid_cap": st.sampled_from(["marriages", "none"]),
        "barrel": st.none()
        | st.fixed_dictionaries(
            {
                "from": st.integers(1, 49).map(lambda value: value * 10),
                "deals": st.integers(1, 9),
                "penalty": tens,
            }
        ),
        "max_deals": st.integers(1, 500),
    },
)


@examples(200)
@given(settings=settings_of_rules)
def test_any_valid_settings_round_trip(settings: dict[str, object]):
    if settings.get("preset") == "tabrivio-500":
        settings.setdefault("target", 1000)
    rules = TYSIAC.make_rules(settings)
    complete = TYSIAC.settings(rules)
    assert {**complete, **{k: v for k, v in settings.items() if k != "preset"}} == complete
    assert TYSIAC.make_rules(complete) == rules
    preset, differences = TYSIAC.differences(rules)
    again = {"preset": preset, "players": rules.players, **differences}
    assert TYSIAC.make_rules(again) == rules
