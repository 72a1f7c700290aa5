"""Section "Seen by all": the gauge, the public log, and what others are not shown."""

import pytest
from bomb_table import Case, case, check, run, sit_down

from engine.draw_the_bomb import HID, OUT, STOPPED, Decision, gauge, parse_action


@pytest.mark.parametrize(
    ("bombs", "cards", "per_cent"),
    [
        pytest.param(1, 3, 33, id="trap: 1 of 3 is 33 %"),
        pytest.param(2, 3, 67, id="rounded to the nearest"),
        pytest.param(1, 8, 13, id="a half is rounded up"),
        pytest.param(1, 4, 25, id="a quarter"),
        pytest.param(0, 7, 0, id="no bomb"),
        pytest.param(0, 0, 0, id="empty deck, its bomb being hidden"),
        pytest.param(1, 1, 100, id="only a bomb"),
        pytest.param(4, 4, 100, id="trap: never above 100 %"),
        pytest.param(1, 30, 3, id="house deck of two"),
    ],
)
def test_the_gauge(bombs: int, cards: int, per_cent: int):
    assert gauge(bombs, cards) == per_cent


@pytest.mark.parametrize(
    "given",
    [
        case("bombs and cards in the deck", "||", "blank bomb bomb", "", gauge="2 of 3, 67 %"),
        case("it moves with a draw", "||", "blank bomb bomb", "0 draw", gauge="2 of 2, 100 %"),
        case(
            "a bomb that is being hidden is not in the deck",
            "cutters|",
            "bomb blank blank",
            "0 draw",
            gauge="0 of 2, 0 %",
        ),
        case(
            "and is again when it has been hidden",
            "cutters|",
            "bomb blank blank",
            "0 draw, 0 hide 1",
            gauge="1 of 3, 33 %",
        ),
        case(
            "cards in each hand",
            "dodge cutters|steal|",
            "blank bomb bomb",
            "0 dodge, 1 draw",
            sizes="1 2 0",
        ),
        case(
            "every card played, every draw, and what came of it",
            "cutters dodge|shield||redirect steal",
            "blank blank bomb bomb bomb blank blank blank",
            "0 dodge, 1 shield, 1 draw, 2 draw, 3 steal 1, 3 redirect, 0 draw, 0 hide 0, 0 draw",
            log="0 dodge, 1 shield, 1 draw, 2 draw, 3 steal 1, 1 shield stopped it, 3 redirect, "
            "0 draw, 0 hid a bomb, 0 draw, 0 out",
        ),
    ],
)
def test_what_all_see(given: Case):
    check(given)


@pytest.mark.parametrize("choice", ["hide 0", "hide 1", "hide 3", "hide random"])
def test_the_place_of_a_hidden_bomb_stays_secret(choice: str):
    """Not even whether it was chosen or left to chance."""
    match = sit_down("cutters", "scout", "", deck="bomb blank blank blank bomb", chance=["hide 2"])
    run(match, f"0 draw, 0 {choice}")
    for seat in (1, 2):
        view = match.observe(seat)
        assert view.log == ((0, parse_action("draw")), (0, HID))
        other = sit_down("cutters", "scout", "", deck="bomb blank blank blank bomb")
        run(other, "0 draw, 0 hide 4")
        assert other.observe(seat) == view


def test_a_thief_and_the_robbed_learn_the_card_and_nobody_else_does():
    views = []
    for card in ("dodge", "cutters"):
        match = sit_down("steal", "dodge cutters", "", deck="blank bomb", chance=[f"steal {card}"])
        run(match, "0 steal 1")
        views.append([match.observe(seat) for seat in range(3)])
    one, other = views
    assert [one[seat] == other[seat] for seat in range(3)] == [False, False, True]
    assert one[0].hand == (parse_action("dodge") - 1,)
    assert one[1].hand != other[1].hand


def test_events_of_the_log_are_no_actions():
    match = sit_down("", "", deck="blank bomb")
    for event in (HID, OUT, STOPPED):
        assert event not in match.legal
        assert event > parse_action("hide random")


def test_a_decision_can_travel():
    """Built-in types only, all the way down."""
    match = sit_down("scout cutters", "", deck="blank bomb")
    run(match, "0 scout")

    def plain(value: object) -> bool:
        if type(value) is tuple:
            return all(plain(part) for part in value)
        return type(value) in (int, str, bool)

    view = match.decision()
    assert isinstance(view, Decision)
    assert plain(tuple(view))
