"""House bots are found by name, and a wrong name is answered with the right ones."""

import pytest

from bots.catalog import house_bot, house_bot_names
from bots.draw_the_bomb.reckless import Reckless
from bots.draw_the_bomb.ruthless import Ruthless
from bots.draw_the_bomb.trickster import Trickster
from bots.tysiac.cautious import Cautious
from bots.tysiac.greedy import Greedy
from bots.uniform import Uniform
from engine import Bot, UnknownNameError, game_names

BOTS = {
    "draw_the_bomb": {
        "reckless": Reckless,
        "ruthless": Ruthless,
        "trickster": Trickster,
        "uniform": Uniform,
    },
    "tysiac": {"cautious": Cautious, "greedy": Greedy, "uniform": Uniform},
}


@pytest.mark.parametrize("game", game_names())
def test_names_are_sorted(game):
    names = house_bot_names(game)
    assert names == sorted(names)
    assert set(BOTS[game]) <= set(names)


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, bots in BOTS.items() for name in bots]
)
def test_a_name_gives_a_class_of_bots(game, name):
    bot = BOTS[game][name]
    assert house_bot(game, name) is bot
    assert issubclass(bot, Bot)


@pytest.mark.parametrize("game", game_names())
def test_every_bot_says_in_one_line_what_it_does(game):
    for name in house_bot_names(game):
        summary = (house_bot(game, name).__doc__ or "").partition("\n")[0]
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
