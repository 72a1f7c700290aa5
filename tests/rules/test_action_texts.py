"""Every action has one text and every text one action (tournament.md, "Record of a match")."""

import pytest

from engine import TextError
from engine.tysiac import (
    CARD_TEXTS,
    action_text,
    bid,
    card_in,
    card_of,
    declare,
    gifts_in,
    give,
    is_bid,
    is_meld,
    laid_in,
    lay,
    meld,
    parse_action,
    play,
    value_in,
)

BIDS = range(110, 401, 10)
CONTRACTS = range(100, 401, 10)
PAIRS = [(one, other) for one in range(24) for other in range(24) if one != other]


def all_texts() -> set[str]:
    """The texts that the format allows, written down without the engine."""
    texts = {"pass", "redeal", "bomb", "musik 0", "musik 1", *CARD_TEXTS}
    texts |= {str(value) for value in BIDS}
    texts |= {f"declare {value}" for value in CONTRACTS}
    texts |= {f"{rank}{suit} meld" for rank in "QK" for suit in "scdh"}
    for one, other in PAIRS:
        first, second = CARD_TEXTS[one], CARD_TEXTS[other]
        if one < other:
            texts.add(f"lay {first} {second}")
        texts |= {f"give {first} {low} {second} {high}" for high in range(4) for low in range(high)}
    return texts


def test_integers_and_texts_are_in_bijection():
    found: dict[int, str] = {}
    for action in range(-50, 40_000):
        try:
            found[action] = action_text(action)
        except TextError:
            continue
    assert set(found.values()) == all_texts()
    assert len(found) == len(all_texts()) == 3686
    assert all(parse_action(text) == action for action, text in found.items())


def test_constructors_and_accessors_agree():
    for value in BIDS:
        assert is_bid(bid(value))
        assert value_in(bid(value)) == value
    for value in CONTRACTS:
        assert value_in(declare(value)) == value
        assert not is_bid(declare(value))
    for card in range(24):
        assert card_in(play(card)) == card
        assert not is_meld(play(card))
        if CARD_TEXTS[card][0] in "QK":
            assert card_in(meld(card)) == card
            assert is_meld(meld(card))
    for one, other in PAIRS:
        assert gifts_in(give(0, one, 2, other)) == ((0, one), (2, other))
        assert gifts_in(give(1, one, 3, other)) == ((1, one), (3, other))
        assert laid_in(lay(one, other)) == (one, other)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", 0),
        ("redeal", 1),
        ("musik 1", 3),
        ("9s", 10),
        ("Ah", 33),
        ("Qs meld", 42),
        ("Kh meld", 61),
        ("110", 110),
        ("declare 120", 1120),
        ("give 9s 1 Jd 2", give(1, card_of("9s"), 2, card_of("Jd"))),
        ("lay 9s Ah", lay(card_of("9s"), card_of("Ah"))),
        ("bomb", 30_000),
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
        pytest.param("Pass", id="capital"),
        pytest.param(" pass", id="leading space"),
        pytest.param("pass ", id="trailing space"),
        pytest.param("pass\n", id="line end"),
        pytest.param("100", id="the forced bid is no action"),
        pytest.param("115", id="bid off the tens"),
        pytest.param("410", id="bid above 400"),
        pytest.param("0110", id="leading zero"),
        pytest.param("+110", id="sign"),
        pytest.param("\uff11\uff11\uff10", id="other digits"),
        pytest.param("declare 90", id="contract below 100"),
        pytest.param("declare 125", id="contract off the tens"),
        pytest.param("declare 410", id="contract above 400"),
        pytest.param("declare", id="contract without points"),
        pytest.param("musik 2", id="third musik"),
        pytest.param("musik", id="no musik"),
        pytest.param("10h", id="ten in figures"),
        pytest.param("th", id="lower-case ten"),
        pytest.param("Th meld", id="a ten melds nothing"),
        pytest.param("Kh  meld", id="two spaces"),
        pytest.param("Kh Meld", id="capital meld"),
        pytest.param("give 9s 2 Jd 1", id="seats not ascending"),
        pytest.param("give 9s 1 Jd 1", id="both gifts to one seat"),
        pytest.param("give 9s 1 9s 2", id="one card twice"),
        pytest.param("give 9s 1", id="one gift"),
        pytest.param("give 9s 1 Jd 4", id="no such seat"),
        pytest.param("give 9s 01 Jd 2", id="seat with a leading zero"),
        pytest.param("give 9x 1 Jd 2", id="no such card"),
        pytest.param("give 9s 1 Jd 2 ", id="space at the end of a gift"),
        pytest.param("lay Jd 9s", id="cards not in card order"),
        pytest.param("lay 9s 9s", id="one card laid twice"),
        pytest.param("lay 9s", id="one card laid"),
    ],
)
def test_any_other_text_is_refused(text: str):
    with pytest.raises(TextError):
        parse_action(text)
