"""Match codes: one text for one match, checked against every slip of the pen."""

import random
from itertools import pairwise

import pytest

from bots.catalog import coded_bots, house_bot_names
from engine import find_variant, game_names, variant_names
from tournament.codes import PERSON, SEED_BITS, CodedMatch, decode, encode, play_coded
from tournament.errors import TournamentError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
VECTOR = "6HN0S100000001B"
LAST = "6HN0S1ZZZZZZZZA"


def a_match(variant: str, dice: random.Random) -> tuple[list[str], int]:
    found = find_variant(variant)
    names = [*house_bot_names(found.game.name), PERSON]
    return dice.choices(names, k=found.rules.players), dice.randrange(1 << SEED_BITS)


@pytest.mark.parametrize("variant", variant_names())
def test_a_code_stands_for_its_match(variant: str) -> None:
    dice = random.Random(variant)
    for _ in range(20):
        bots, seed = a_match(variant, dice)
        code = encode(variant, bots, seed)
        assert len(code) <= 16
        assert decode(code) == CodedMatch(find_variant(variant), tuple(bots), seed)


def test_every_house_bot_has_a_number() -> None:
    numbered = coded_bots()
    assert len(set(numbered)) == len(numbered) < 16
    assert set(numbered) == {bot for game in game_names() for bot in house_bot_names(game)}


def test_vectors() -> None:
    assert encode("house-3p", ["greedy", "cautious", "uniform"], 1) == VECTOR
    assert encode("house-3p", ["greedy", "cautious", "uniform"], (1 << 40) - 1) == LAST


def test_a_code_is_read_as_people_write_it() -> None:
    code = encode("house-2p", ["uniform", "greedy"], 0x10101)
    written = code.lower().replace("0", "o").replace("1", "l")
    assert written != code.lower()
    assert decode(f"{written[:4]}-{written[4:9]} {written[9:]}") == decode(code)


@pytest.mark.parametrize("variant", ["house-2p", "house-3p", "tabrivio-1000-4p"])
def test_every_wrong_character_and_every_swap_is_found(variant: str) -> None:
    bots, seed = a_match(variant, random.Random(7))
    code = encode(variant, bots, seed)
    slips = [
        code[:place] + sign + code[place + 1 :]
        for place in range(len(code))
        for sign in ALPHABET
        if sign != code[place]
    ]
    slips += [
        code[:place] + after + before + code[place + 2 :]
        for place, (before, after) in enumerate(pairwise(code))
        if before != after
    ]
    for slip in slips:
        with pytest.raises(TournamentError, match="check sign"):
            decode(slip)


def test_no_text_breaks_the_reader() -> None:
    dice = random.Random(1)
    texts = ["", "-", "U", "ABC", "\0", "é", "0" * 5000, VECTOR[:-1], VECTOR + "0"]
    texts += ["".join(dice.choices(ALPHABET, k=dice.randrange(20))) for _ in range(3000)]
    refusals = []
    for text in texts:
        try:
            match = decode(text)
        except TournamentError as error:
            refusals.append(str(error))
        else:
            assert encode(match.variant.name, match.bots, match.seed) == text
    assert len(refusals) > 2000  # a few may be codes
    assert all("allowed" in refusal for refusal in refusals)


@pytest.mark.parametrize(
    ("variant", "bots", "seed", "words"),
    [
        ("house-9p", ["uniform"], 0, "'house-9p'"),
        ("house-2p", ["uniform"], 0, "2 for house-2p"),
        ("house-2p", ["uniform", "genius"], 0, "'genius'"),
        ("house-2p", ["uniform", "uniform"], 1 << 40, "1099511627775"),
        ("house-2p", ["uniform", "uniform"], -1, "-1"),
    ],
)
def test_what_has_no_code(variant: str, bots: list[str], seed: int, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        encode(variant, bots, seed)


def test_the_same_code_repeats_every_decision() -> None:
    code = encode("tabrivio-500-2p", ["greedy", "uniform"], 12345)
    hands = play_coded(decode(code))
    assert hands == play_coded(decode(code))
    assert hands != play_coded(decode(encode("tabrivio-500-2p", ["greedy", "uniform"], 12346)))


def test_the_same_seed_deals_the_same_cards_to_other_bots() -> None:
    one, two = (
        play_coded(decode(encode("house-3p", [bot, "uniform", "cautious"], 99)))
        for bot in ("greedy", "uniform")
    )
    assert [one[0]["dealt"], one[0]["musik"]] == [two[0]["dealt"], two[0]["musik"]]


def test_a_person_must_play_for_himself() -> None:
    with pytest.raises(TournamentError, match="person on seat 1"):
        play_coded(decode(encode("house-2p", ["uniform", PERSON], 5)))
