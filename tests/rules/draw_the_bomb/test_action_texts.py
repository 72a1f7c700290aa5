"""Every action has one text and every text one action (docs/records.md)."""

import pytest

from engine import TextError
from engine.draw_the_bomb import (
    HIDE_RANDOM,
    STEAL,
    action_text,
    card_in,
    card_of,
    event_text,
    hide,
    is_hide,
    is_steal,
    parse_action,
    play,
    seat_in,
    slot_in,
    steal,
)

PLAIN = ("scout", "dodge", "bottom", "redirect", "shield", "reshuffle")
TEXTS = {
    "draw",
    *PLAIN,
    *[f"steal {seat}" for seat in range(5)],
    *[f"hide {slot}" for slot in range(241)],
    "hide random",
}


def test_integers_and_texts_are_in_bijection():
    found: dict[int, str] = {}
    for action in range(-50, 3000):
        try:
            found[action] = action_text(action)
        except TextError:
            continue
    assert set(found.values()) == TEXTS
    assert len(found) == len(TEXTS)
    assert all(parse_action(text) == action for action, text in found.items())
    assert all(event_text(action) == text for action, text in found.items())


def test_constructors_and_accessors_agree():
    for word in PLAIN:
        action = play(card_of(word))
        assert (action_text(action), card_in(action)) == (word, card_of(word))
        assert not is_steal(action)
        assert not is_hide(action)
    for seat in range(5):
        assert (seat_in(steal(seat)), card_in(steal(seat))) == (seat, STEAL)
        assert is_steal(steal(seat))
    for slot in range(241):
        assert slot_in(hide(slot)) == slot
        assert is_hide(hide(slot))
        assert not is_steal(hide(slot))
    assert is_hide(HIDE_RANDOM)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", 0),
        ("scout", 1),
        ("dodge", 2),
        ("bottom", 3),
        ("redirect", 4),
        ("shield", 6),
        ("reshuffle", 7),
        ("steal 0", 10),
        ("steal 4", 14),
        ("hide 240", 760),
        ("hide 5", 995),
        ("hide 0", 1000),
        ("hide random", 1001),
    ],
)
def test_the_numbers_are_contract(text: str, action: int):
    """Bots and records of other languages rely on them."""
    assert parse_action(text) == action
    assert action_text(action) == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("Draw", id="capital"),
        pytest.param(" draw", id="leading space"),
        pytest.param("draw ", id="trailing space"),
        pytest.param("draw\n", id="line end"),
        pytest.param("blank", id="a blank can't be played"),
        pytest.param("cutters", id="cutters can't be played"),
        pytest.param("bomb", id="nor a bomb"),
        pytest.param("steal", id="a steal from nobody"),
        pytest.param("steal 5", id="no such seat"),
        pytest.param("steal 01", id="leading zero"),
        pytest.param("steal  1", id="two spaces"),
        pytest.param("hide", id="hidden nowhere"),
        pytest.param("hide -1", id="above the top"),
        pytest.param("hide 241", id="below any deck"),
        pytest.param("hide 05", id="slot with a leading zero"),
        pytest.param("hide \uff15", id="other digits"),
        pytest.param("hide top", id="the top is slot 0"),
        pytest.param("out", id="an event is no action"),
        pytest.param("hid a bomb", id="nor is this"),
    ],
)
def test_any_other_text_is_refused(text: str):
    with pytest.raises(TextError):
        parse_action(text)


@pytest.mark.parametrize("number", [-1, 5, 8, 9, 15, 759, 1002, 2003, 10**20])
def test_any_other_number_is_refused(number: int):
    with pytest.raises(TextError):
        action_text(number)
    with pytest.raises(TextError):
        event_text(number)
