"""House bots are found by name, and a wrong name is answered with the right ones."""

import pytest

from bots.catalog import house_bot, house_bot_names
from bots.tysiac.cautious import Cautious
from bots.tysiac.greedy import Greedy
from bots.uniform import Uniform
from engine import Bot, UnknownNameError


def test_names_are_sorted():
    names = house_bot_names("tysiac")
    assert names == sorted(names)
    assert {"cautious", "greedy", "uniform"} <= set(names)


@pytest.mark.parametrize(
    ("name", "bot"), [("cautious", Cautious), ("greedy", Greedy), ("uniform", Uniform)]
)
def test_a_name_gives_a_class_of_bots(name, bot):
    assert house_bot("tysiac", name) is bot
    assert issubclass(bot, Bot)


def test_every_bot_says_in_one_line_what_it_does():
    for name in house_bot_names("tysiac"):
        summary = (house_bot("tysiac", name).__doc__ or "").partition("\n")[0]
        assert summary.endswith("."), name


def test_what_a_caller_does_with_the_names_changes_nothing():
    house_bot_names("tysiac").clear()
    assert house_bot("tysiac", "greedy") is Greedy


def test_an_unknown_bot_is_answered_with_those_there_are():
    with pytest.raises(UnknownNameError, match=r"'greedi'.*tysiac.*cautious, greedy, uniform"):
        house_bot("tysiac", "greedi")


def test_an_unknown_game_is_answered_with_the_games():
    with pytest.raises(UnknownNameError, match=r"'chess'.*tysiac"):
        house_bot_names("chess")
    with pytest.raises(UnknownNameError, match=r"'chess'.*tysiac"):
        house_bot("chess", "uniform")
