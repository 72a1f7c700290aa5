"""Every parameter of Draw the Bomb, what it takes and what it refuses."""

import pytest
from strategies import BOMB_VARIANTS

from engine import RulesError, find_game, find_variant
from engine.draw_the_bomb import Rules, house_rules, make_rules
from engine.draw_the_bomb.actions import MOST_CARDS
from engine.draw_the_bomb.deal import action_cards, other_cards

GAME = find_game("draw_the_bomb")
COUNTS = ("scouts", "dodges", "bottoms", "redirects", "steals", "shields", "reshuffles")
FIELDS = ("players", *COUNTS, "blanks", "extra_cutters", "actions_dealt", "cutters_dealt")
RANGES = {
    "players": (2, 5),
    **dict.fromkeys(COUNTS, (0, 20)),
    "blanks": (0, 60),
    "extra_cutters": (0, 10),
    "actions_dealt": (0, 10),
    "cutters_dealt": (0, 5),
}


def refused(settings: dict[str, object]) -> RulesError:
    with pytest.raises(RulesError) as caught:
        make_rules(settings)
    return caught.value


@pytest.mark.parametrize(
    ("players", "copies", "blanks", "extra"),
    [(2, 4, 8, 1), (3, 4, 8, 1), (4, 4, 8, 2), (5, 5, 10, 2)],
)
def test_the_house_preset_by_players(players: int, copies: int, blanks: int, extra: int):
    expected = {
        "players": players,
        **dict.fromkeys(COUNTS, copies),
        "blanks": blanks,
        "extra_cutters": extra,
        "actions_dealt": 4,
        "cutters_dealt": 1,
    }
    rules = make_rules({"preset": "house", "players": players})
    assert rules.settings() == expected
    assert rules == house_rules(players)
    assert rules.bombs == players - 1
    assert GAME.differences(rules) == ("house", {})


def test_three_players_where_none_are_named():
    assert make_rules({}) == make_rules({"players": 3})
    assert list(make_rules({}).settings()) == list(FIELDS)


@pytest.mark.parametrize("key", [key for key in FIELDS if key != "players"])
def test_a_field_may_differ_at_both_ends_of_its_range(key: str):
    plenty = {"actions_dealt": 2, **dict.fromkeys(COUNTS, 5)}
    for value in RANGES[key]:
        rules = make_rules({**plenty, key: value})
        assert getattr(rules, key) == value
        assert make_rules(rules.settings()) == rules


@pytest.mark.parametrize("key", FIELDS)
def test_a_bad_value_is_refused_with_key_found_and_allowed(key: str):
    lowest, highest = RANGES[key]
    for value in (lowest - 1, highest + 1, str(lowest), None, True, 1.5, [2], 10**20):
        error = refused({key: value})
        assert (error.key, error.found) == (key, value)
        assert error.allowed == f"a whole number from {lowest} to {highest}"
        assert str(error) == f"{key}: found {value!r}; allowed: {error.allowed}"


@pytest.mark.parametrize("key", ["seats", "Players", "bombs", "", "scout", "presets"])
def test_an_unknown_key_is_named_with_the_keys_that_exist(key: str):
    error = refused({key: 1})
    assert (error.key, error.found) == (key, 1)
    assert all(name in error.allowed for name in FIELDS)


@pytest.mark.parametrize("preset", ["home", "", 3, None, []])
def test_an_unknown_preset(preset: object):
    error = refused({"preset": preset})
    assert (error.key, error.found, error.allowed) == ("preset", preset, "house")


def test_there_must_be_actions_enough_to_deal():
    few = {**dict.fromkeys(COUNTS, 1), "players": 3}
    error = refused({**few, "actions_dealt": 3})
    assert (error.key, error.found) == ("actions_dealt", 3)
    assert "at most 2" in error.allowed
    assert make_rules({**few, "actions_dealt": 2}).actions_dealt == 2
    assert make_rules({**dict.fromkeys(COUNTS, 0), "actions_dealt": 0}).action_counts == (0,) * 7


def test_no_deck_is_larger_than_there_are_slots_for():
    largest = Rules(**{key: highest for key, (_, highest) in RANGES.items()})
    assert len(action_cards(largest) + other_cards(largest)) < MOST_CARDS


@pytest.mark.parametrize(
    ("name", "differences"),
    [
        ("bomb-2p", {}),
        ("bomb-3p", {}),
        ("bomb-4p", {}),
        ("bomb-5p", {}),
        ("bomb-2p-blanks16", {"blanks": 16}),
        ("bomb-2p-nocutters", {"extra_cutters": 0, "cutters_dealt": 0}),
        ("bomb-3p-noscouts", {"scouts": 0}),
        ("bomb-3p-noshields", {"shields": 0}),
        ("bomb-4p-cutters3", {"extra_cutters": 3}),
        ("bomb-5p-noblanks", {"blanks": 0}),
    ],
)
def test_a_variant_differs_from_the_house_in_what_it_names(
    name: str, differences: dict[str, object]
):
    found = find_variant(name)
    assert found.game.name == "draw_the_bomb"
    assert found.game.differences(found.rules) == ("house", differences)
    assert f"-{found.rules.players}p" in name


def test_every_number_of_players_has_a_variant():
    assert {find_variant(name).rules.players for name in BOMB_VARIANTS} == {2, 3, 4, 5}
