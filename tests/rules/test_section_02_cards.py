"""Section 2: the pack, its order, its points, its marriages, its written form."""

from itertools import combinations

import pytest
from dealing import cards

from engine import TextError
from engine.tysiac import (
    ABOVE,
    ALL_CARDS,
    CARD_POINTS,
    CARD_TEXTS,
    card_of,
    card_points,
    cards_of,
    marriage_suits,
    marriage_value,
    mask_of,
    texts_of,
)


def test_the_pack_has_24_cards_in_the_order_of_suits_by_marriage_value():
    assert list(CARD_TEXTS) == [rank + suit for suit in "scdh" for rank in "9JQKTA"]
    assert cards_of(ALL_CARDS) == tuple(range(24))
    assert texts_of(ALL_CARDS) == list(CARD_TEXTS)


@pytest.mark.parametrize(
    ("rank", "points"),
    [("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0)],
    ids=lambda value: f"seed 004 {value}",
)
@pytest.mark.parametrize("suit", "scdh")
def test_card_points(rank: str, points: int, suit: str):
    assert CARD_POINTS[card_of(rank + suit)] == points
    assert card_points(cards(rank + suit)) == points


def test_all_cards_together_are_worth_120():
    """Seeds 001 and 004."""
    assert card_points(ALL_CARDS) == sum(CARD_POINTS) == 120


@pytest.mark.parametrize(
    ("held", "value"),
    [
        pytest.param("KQs", 40, id="seed 004 spades"),
        pytest.param("KQc", 60, id="seed 004 clubs"),
        pytest.param("KQd", 80, id="seed 004 diamonds"),
        pytest.param("KQh", 100, id="seed 004 hearts"),
        pytest.param("KQh KQd", 180, id="seed 001 marriages add up"),
        pytest.param("KQs KQc KQd KQh", 280, id="all four"),
        pytest.param("Ks Qc", 0, id="king and queen of two suits"),
        pytest.param("ATJ9s", 0, id="neither king nor queen"),
        pytest.param("Kh Qd Kd", 80, id="a half beside a whole"),
    ],
)
def test_marriage_value(held: str, value: int):
    assert marriage_value(cards(held)) == value


def test_marriage_suits_names_each_whole_pair():
    assert marriage_suits(cards("KQs Kc KQh Qd")) == [0, 3]


@pytest.mark.parametrize("suit", "scdh")
def test_a_higher_card_stands_above_every_lower_card_of_its_suit_only(suit: str):
    for lower, higher in combinations("9JQKTA", 2):
        above = ABOVE[card_of(lower + suit)]
        assert above >> card_of(higher + suit) & 1
    assert [ABOVE[card_of(rank + suit)].bit_count() for rank in "9JQKTA"] == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    "text", ["", "h", "T", "th", "TH", "10h", "hT", " Th", "Th ", "Tx", "8h", "Thh", "\u2665T"]
)
def test_a_text_that_is_no_card_is_refused_by_name(text: str):
    with pytest.raises(TextError, match="no card: ") as caught:
        card_of(text)
    assert repr(text) in str(caught.value)


def test_a_card_written_twice_is_refused():
    with pytest.raises(TextError, match="card twice: 'Th'"):
        mask_of(["Th", "9s", "Th"])
