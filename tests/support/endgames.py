"""Positions whose play tree is counted to its end, and the count through the engine."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dealing import deal, play, rules_of, sit_down

from engine.tysiac import Rules, action_text, parse_action
from engine.tysiac.hand import Hand


class Endgame(NamedTuple):
    """A deal, what has happened in it, and how many plays deep the tree is counted."""

    hands: tuple[str, ...]
    musik: str
    auction: str
    """Up to the declared contract."""
    plays: str
    depth: int
    rules: Rules = rules_of(bomb_limit=0)
    dealer: int = 2


class Tree(NamedTuple):
    """What a play tree holds."""

    plays: list[int]
    """How many plays there are at each depth."""
    below: dict[str, int]
    """How many ends the tree has below each first play."""
    points: list[int]
    """Card points of each seat, summed over the ends."""
    marriages: list[int]


TWO = rules_of(players=2, bomb_limit=0)
FOUR = rules_of(players=4, bomb_limit=0)
OPENING = (
    ("T9s Kc Qd AKQh", "KQJs 9c K9d Th", "TQJc ATJd Jh"),
    "As Ac 9h",
    "pass, pass, give 9h 1 Ac 2, declare 120",
)

ENDGAMES = {
    "3 players, 4 tricks, no trump yet": Endgame(
        ("Qs Tc AJ9d A9h", "Ts KQJc TQd Th", "9s A9c Kd KQJh"),
        "AKJs",
        "pass, pass, give As 1 Ks 2, declare 100",
        "Ah, Th, Qh / 9h, As, Jh / Ks, Qs, Ts / Td, Kd, Ad",
        depth=12,
    ),
    "3 players, 4 tricks, diamonds trump": Endgame(
        ("QJ9s Tc Ad ATh", "AKs AJc KQ9d", "Q9c TJd KQJh"),
        "Ts Kc 9h",
        "pass, pass, give 9s 1 Kc 2, declare 100",
        "Qs, As, Kc / Qd meld, Td, Ad / Ah, 9d, Jh / 9s, Jd, Js",
        depth=12,
    ),
    "3 players, 4 tricks, clubs trump, spades and hearts to meld": Endgame(
        ("A9s 9c TKQd Th", "TJs AKQc A9d", "KQs Jc Jd AQJh"),
        "Tc K9h",
        "pass, pass, give Th 1 Kh 2, declare 100",
        "Td, Ad, Jd / Kc meld, Jc, Tc / 9h, Th, Ah / Jh, 9c, Qc",
        depth=12,
    ),
    "2 players, 5 tricks, diamonds trump, three more to meld": Endgame(
        ("Js KQc AKQJd TQJh", "TKQs T9c T9d AK9h"),
        "As Ac | 9s Jc",
        "pass, musik 0, lay Js Qh, declare 100",
        "Ac, 9c / Ad, 9d / Th, Ah / 9h, Jh / Kd meld, Td",
        depth=10,
        rules=TWO,
        dealer=1,
    ),
    "2 players, 5 tricks, no trump yet, side cards": Endgame(
        ("KQ9s Jc KQ9d KQJh", "ATs ATQc ATJd T9h"),
        "Kc Ah | Js 9c",
        "pass, musik 0, lay Kh Ah, declare 100",
        "9s, As / Th, Qh / Ad, 9d / Ac, Kc / Tc, Jc",
        depth=10,
        rules=TWO,
        dealer=1,
    ),
    "4 players, 4 tricks, spades trump": Endgame(
        ("-", "QJs ATc ATJd", "Ts Kc 9d TKQJh", "A9s 9c KQd A9h"),
        "Ks QJc",
        "pass, pass, give Tc 2 Jc 3, declare 100",
        "Ac, Tc, 9c / Ad, 9d, Kd / Ks meld, Ts, As / Ah, Qs, Jh",
        depth=12,
        rules=FOUR,
        dealer=0,
    ),
    "3 players, the first two tricks": Endgame(*OPENING, "", depth=6),
    "3 players, the first two tricks, melds from the second on": Endgame(
        *OPENING, "", depth=6, rules=rules_of(bomb_limit=0, meld_from_trick=2)
    ),
}


def count(endgame: Endgame) -> Tree:
    """The play tree of the endgame, by the engine.

    Each of its positions is played anew from the deal: a running hand can't be copied.
    """
    dealt = deal(*endgame.hands, musik=endgame.musik)
    start = sit_down(endgame.rules, dealt, dealer=endgame.dealer).hand
    play(start, f"{endgame.auction} / {endgame.plays}")
    before = [action for _, action in start.actions]
    seats = len(endgame.hands)
    plays, below = [0] * endgame.depth, dict[str, int]()
    points, marriages = [0] * seats, [0] * seats
    lines: list[list[int]] = [[]]
    while lines:
        line = lines.pop()
        hand = Hand(endgame.rules, start.sheet, dealt, ())
        for action in before + line:
            hand.apply(action)
        if len(line) < endgame.depth:
            plays[len(line)] += len(hand.legal)
            lines += [[*line, action] for action in hand.legal]
            continue
        first = action_text(line[0])
        below[first] = below.get(first, 0) + 1
        points = _added(points, hand.points)
        marriages = _added(marriages, hand.marriages)
    return Tree(plays, below, points, marriages)


def perft_text(trees: Mapping[str, Tree]) -> str:
    """The golden of all trees; `below` in the order of actions."""
    content = {
        name: tree._replace(below=dict(sorted(tree.below.items(), key=_by_action)))._asdict()
        for name, tree in trees.items()
    }
    return json.dumps(content, indent=2) + "\n"


def _by_action(entry: tuple[str, int]) -> int:
    return parse_action(entry[0])


def _added(sums: list[int], values: Sequence[int]) -> list[int]:
    return [total + value for total, value in zip(sums, values, strict=True)]
