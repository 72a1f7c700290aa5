"""Play trees counted to their ends: by the engine, by a plain count here, and as recorded."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from endgames import ENDGAMES, Endgame, Tree, count, perft_text

GOLDEN = Path(__file__).parent / "perft.json"

# Section 8 once more, in words and sets and nothing of the engine.

ORDER = "9JQKTA"
POINTS = {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
MELDS = {"s": 40, "c": 60, "d": 80, "h": 100}


class Position(NamedTuple):
    """Cards held and on the table, `trick` as (seat, card); `turn` is the seat to play."""

    held: tuple[frozenset[str], ...]
    turn: int
    trick: tuple[tuple[int, str], ...]
    trump: str
    done: int
    """Tricks that have been taken."""
    points: tuple[int, ...]
    marriages: tuple[int, ...]


def beats(card: str, other: str, trump: str) -> bool:
    if card[1] == other[1]:
        return ORDER.index(card[0]) > ORDER.index(other[0])
    return card[1] == trump


def best_of(trick: tuple[tuple[int, str], ...], trump: str) -> tuple[int, str]:
    best = trick[0]
    for entry in trick[1:]:
        if beats(entry[1], best[1], trump):
            best = entry
    return best


def legal_texts(position: Position, meld_from_trick: int) -> set[str]:
    held = position.held[position.turn]
    if not position.trick:
        partner = {"K": "Q", "Q": "K"}
        melds = {f"{card} meld" for card in held if partner.get(card[0], "?") + card[1] in held}
        return set(held) | (melds if position.done + 1 >= meld_from_trick else set())
    led = position.trick[0][1][1]
    _, winning = best_of(position.trick, position.trump)
    same_suit = {card for card in held if card[1] == led}
    higher = {card for card in held if beats(card, winning, position.trump)}
    if same_suit:
        return same_suit & higher or same_suit
    return higher or set(held)


def after(position: Position, text: str, side_cards: set[str]) -> Position:
    card, seat = text[:2], position.turn
    trump, marriages = position.trump, list(position.marriages)
    if text.endswith("meld"):
        trump = card[1]
        marriages[seat] += MELDS[trump]
    held = list(position.held)
    held[seat] -= {card}
    trick = (*position.trick, (seat, card))
    players = [each for each in range(len(held)) if held[each] or each in dict(trick)]
    turn = players[(players.index(seat) + 1) % len(players)]
    points, done = list(position.points), position.done
    if len(trick) == len(players):
        turn, _ = best_of(trick, trump)
        taken = {played for _, played in trick}
        if not any(held):
            taken |= side_cards
        points[turn] += sum(POINTS[played[0]] for played in taken)
        trick, done = (), done + 1
    return Position(tuple(held), turn, trick, trump, done, tuple(points), tuple(marriages))


def split(cards: str) -> set[str]:
    """`AK9s Th` as single cards."""
    return {rank + word[-1] for word in cards.split() for rank in word[:-1]}


def first_lead(endgame: Endgame) -> tuple[Position, set[str]]:
    """The position after the auction, and the side cards; forehand is declarer at 100."""
    seats = len(endgame.hands)
    declarer = (endgame.dealer + 1) % seats
    held = [set() if hand == "-" else split(hand) for hand in endgame.hands]
    musiks = [split(cards) for cards in endgame.musik.split("|")]
    side_cards: set[str] = set()
    words = endgame.auction.replace(",", "").split()
    if "lay" in words:
        chosen = int(words[words.index("musik") + 1])
        held[declarer] |= musiks[chosen]
        side_cards = set(words[words.index("lay") + 1 :][:2])
        held[declarer] -= side_cards
        side_cards |= musiks[1 - chosen]
    else:
        held[declarer] |= musiks[0]
        one, first, other, second = words[words.index("give") + 1 :][:4]
        for card, seat in ((one, first), (other, second)):
            held[declarer].remove(card)
            held[int(seat)].add(card)
    nothing = (0,) * seats
    frozen = tuple(frozenset(cards) for cards in held)
    return Position(frozen, declarer, (), "", 0, nothing, nothing), side_cards


def plain_count(endgame: Endgame) -> Tree:
    position, side_cards = first_lead(endgame)
    for text in endgame.plays.replace("/", ",").split(","):
        if text.strip():
            assert text.strip() in legal_texts(position, endgame.rules.meld_from_trick)
            position = after(position, text.strip(), side_cards)
    seats = len(endgame.hands)
    plays, below = [0] * endgame.depth, dict[str, int]()
    points, marriages = [0] * seats, [0] * seats

    def descend(here: Position, depth: int, first: str) -> None:
        if depth == endgame.depth:
            below[first] = below.get(first, 0) + 1
            for seat in range(seats):
                points[seat] += here.points[seat]
                marriages[seat] += here.marriages[seat]
            return
        texts = legal_texts(here, endgame.rules.meld_from_trick)
        plays[depth] += len(texts)
        for text in texts:
            descend(after(here, text, side_cards), depth + 1, first or text)

    descend(position, 0, "")
    return Tree(plays, below, points, marriages)


@pytest.fixture(scope="module")
def golden() -> dict[str, Tree]:
    content = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return {name: Tree(**tree) for name, tree in content.items()}


@pytest.mark.parametrize("name", ENDGAMES)
def test_the_engine_counts_what_is_recorded(name: str, golden: dict[str, Tree]):
    """On a difference `below`, the ends under each first play, says where to look."""
    assert count(ENDGAMES[name]) == golden[name]


@pytest.mark.parametrize("name", ENDGAMES)
def test_a_plain_count_by_section_8_finds_the_same(name: str, golden: dict[str, Tree]):
    assert plain_count(ENDGAMES[name]) == golden[name]


def test_every_endgame_is_recorded_in_the_form_that_is_written(golden: dict[str, Tree]):
    assert list(golden) == list(ENDGAMES)
    assert perft_text(golden) == GOLDEN.read_text(encoding="utf-8")


def test_the_endgames_hold_what_they_are_for(golden: dict[str, Tree]):
    """Marriages of every seat that plays, and changes of trump to several suits."""
    assert all(sum(tree.plays) > 1000 for tree in golden.values())
    assert all(any(tree.marriages) for tree in golden.values())
    first, later = (golden[name] for name in list(ENDGAMES)[-2:])
    assert [text for text in first.below if "meld" in text] == ["Qh meld", "Kh meld"]
    assert not [text for text in later.below if "meld" in text]
