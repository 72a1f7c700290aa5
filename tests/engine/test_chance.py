"""Randomness by path: fixed test vectors, and what the derivation keeps apart."""

from collections import Counter
from hashlib import blake2b
from itertools import permutations as all_orders

import pytest

from engine import derive, integer, permutation, root_key
from engine.chance import Below, shuffle

ROOT = root_key(b"tysiac")


PATHS: dict[str, tuple[str | int, ...]] = {
    "root": (),
    "text 1": ("1",),
    "integer 1": (1,),
    "zero": (0,),
    "negative": (-1,),
    "large": (2**70,),
    "empty text": ("",),
    "polish": ("tysiąc",),
    "a deal": ("deal", 3, 0),
    "deal redealt": ("deal", 3, 1),
    "a bot": ("bot", 0, 2),
}
KEYS = {
    "root": "482087e538065100fa954207c62023317e5db238e5acc1da922996124ab6dd34",
    "text 1": "f737e147c23256af90f5ab394312087c55813ef1b773bd12b51b22d16d2497af",
    "integer 1": "9f27f5d4a11169e3668fed99b560c190a6a17c03d9a51167bce85d7f2d843116",
    "zero": "256805ca24ac18a4a64c62772c1c9e2654bc9d9b95ce40c4e28548492b9fe382",
    "negative": "9712ef691ff72976d538a36f48785d15fabeeb3ee738820eecd330839f65d61e",
    "large": "f2ecfdded14c5d74d1b5ba6bff5f77d001023bbd56f1301d165deea444b370b8",
    "empty text": "21c337da38065f4e6f5562a22fb45a1680905d6bcf7db940d912d04f139cd0f1",
    "polish": "148f28b2fe11baf3bd44724497be906c893898063a1ad61632cd92905573d23e",
    "a deal": "bb84a503477eb375c7c7cf68d8d21dd66fe3f8bc68100addbda6df1b1fd493d7",
    "deal redealt": "618297bfe6785ca846e381e86d5358ba5798bedf9395da81dcded81163848850",
    "a bot": "86d6a21e010e2dedc4e364f7ca8133219daa3691877d6e7b4140ed6096743a32",
}
ROOTS = {
    b"": "eeee7677afd72d5cbcb7ee42433ef4437c9da58d839cfc63e52c1536f61635fc",
    b"any text": "27dfa06571b1c80474de5b95a787c34a3212cfa5dc64d68146693160e82e9ca6",
}
INTEGERS = {
    0: 0,
    1: 0,
    8: 28,
    63: 1033732761425879303,
    128: 38138007381264497639585028722947085385,
}
SHUFFLES = {
    0: [],
    1: [0],
    4: [2, 0, 3, 1],
    24: [23, 19, 3, 0, 12, 9, 4, 15, 21, 1, 10, 13, 14, 22, 20, 2, 11, 8, 17, 6, 7, 16, 18, 5],
    40: [
        7,
        38,
        36,
        24,
        18,
        27,
        10,
        23,
        37,
        6,
        4,
        2,
        3,
        30,
        9,
        34,
        19,
        32,
        22,
        39,
        8,
        31,
        1,
        20,
        35,
        28,
        11,
        26,
        13,
        5,
        25,
        29,
        17,
        12,
        21,
        16,
        15,
        14,
        0,
        33,
    ],
}


@pytest.mark.parametrize("name", PATHS)
def test_keys_are_the_same_on_every_machine(name: str):
    assert derive(ROOT, *PATHS[name]).hex() == KEYS[name]


def test_root_keys_are_the_same_on_every_machine():
    assert root_key(b"").hex() == ROOTS[b""]
    assert root_key(b"any text").hex() == ROOTS[b"any text"]


@pytest.mark.parametrize("bits", INTEGERS)
def test_integers_are_the_same_on_every_machine(bits: int):
    assert integer(ROOT, bits) == INTEGERS[bits]


@pytest.mark.parametrize("size", SHUFFLES)
def test_permutations_are_the_same_on_every_machine(size: int):
    assert permutation(ROOT, size) == SHUFFLES[size]


def test_a_path_goes_step_by_step():
    assert derive(ROOT, "deal", 3, 0) == derive(derive(derive(ROOT, "deal"), 3), 0)
    assert derive(ROOT) == ROOT


def test_texts_and_integers_and_their_joints_are_kept_apart():
    paths = [
        ("1",),
        (1,),
        ("i1",),
        ("s1",),
        (1, 1),
        (11,),
        ("1", "1"),
        ("11",),
        ("1", 1),
        (1, "1"),
        (),
        ("",),
        ("", ""),
        (-1,),
        ("-1",),
    ]
    assert len({derive(ROOT, *path) for path in paths}) == len(paths)


def test_no_path_leads_back_or_meets_another():
    keys = {derive(ROOT, n, redeals) for n in range(50) for redeals in range(20)}
    keys |= {derive(ROOT, n) for n in range(50)}
    assert len(keys | {ROOT}) == 50 * 20 + 50 + 1
    assert all(len(key) == 32 for key in keys)


def test_other_seeds_give_other_roots():
    assert len({root_key(str(seed).encode()) for seed in range(1000)}) == 1000


@pytest.mark.parametrize("bits", [1, 8, 63, 64, 511, 512])
def test_integers_fill_their_bits_and_no_more(bits: int):
    values = [integer(derive(ROOT, n), bits) for n in range(200)]
    assert all(0 <= value < 2**bits for value in values)
    assert max(values) >= 2 ** (bits - 1)


def test_integers_of_fewer_bits_are_the_leading_bits():
    assert integer(ROOT, 20) == integer(ROOT, 63) >> 43


@pytest.mark.parametrize("size", [0, 1, 2, 24, 33, 34, 35, 68, 100, 300])
def test_a_permutation_holds_every_place_once(size: int):
    assert sorted(permutation(ROOT, size)) == list(range(size))


def one_digit_at_a_time(key: bytes, size: int) -> list[int]:
    """The shuffle as it is defined: every swap is the next digit of the whole number."""
    blocks = range(size // 34 + 1)
    digests = [blake2b(b"shuffle%d" % n, key=key, digest_size=32).digest() for n in blocks]
    number, order = int.from_bytes(b"".join(digests), "big"), list(range(size))
    for last in range(size - 1, 0, -1):
        number, other = divmod(number, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


@pytest.mark.parametrize("size", [*range(70), 255, 256, 257, 300])
def test_a_shuffle_goes_digit_by_digit(size: int):
    expected = one_digit_at_a_time(ROOT, size)
    assert permutation(ROOT, size) == expected
    for settled in {1, size // 3, size // 2} - {0}:
        items = list(range(size))
        shuffle(ROOT, items, settled)
        assert items[settled:] == expected[settled:]
        assert set(items) == set(expected)


@pytest.mark.parametrize("step", [0, 1, 255, 256, -1, 2**70])
def test_keys_below_one_are_those_that_are_derived(step: int):
    below = Below(ROOT)
    assert below.at(step) == below.at(step) == derive(ROOT, step)


def test_the_orders_of_four_come_about_equally_often():
    """Chi-square over 24 orders and 24,000 keys: 23 degrees of freedom, far below 60."""
    counts = Counter(tuple(permutation(derive(ROOT, n), 4)) for n in range(24_000))
    assert set(counts) == set(all_orders(range(4)))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 60


def test_every_card_comes_about_equally_often_to_every_place():
    """Each of 24 x 24 cells expects 250 of 6,000; the chi-square has 529 degrees of freedom."""
    cells = Counter(
        (place, card)
        for n in range(6000)
        for place, card in enumerate(permutation(derive(ROOT, "deck", n), 24))
    )
    assert len(cells) == 576
    chi_square = sum((count - 250) ** 2 / 250 for count in cells.values())
    assert 400 < chi_square < 680
