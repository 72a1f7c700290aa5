"""What a deal changes on the score sheet, and who has won (tysiac.md sections 6, 9 and 10)."""

from engine.game import Verdict
from engine.tysiac.cards import ACES, marriage_value
from engine.tysiac.rules import Rules

__all__ = ["barred", "barrel_after", "judge", "musik_points", "rounded", "settle"]


def rounded(points: int) -> int:
    """To the nearest ten, 5 and more up: 44 → 40, 45 → 50. Never `round()`, which is half-even."""
    return (points + 5) // 10 * 10


def musik_points(musik: int) -> int:
    """What the four-player dealer writes for the musik: 50 an ace, and its marriage."""
    return 50 * (musik & ACES).bit_count() + marriage_value(musik)


def barred(rules: Rules, score: int, barrel_deals: int) -> bool:
    """Whether a seat that isn't declarer writes nothing, judged by the score before the deal."""
    return barrel_deals > 0 or (rules.barrier is not None and score >= rules.barrier)


def settle(
    rules: Rules,
    before: tuple[int, ...],
    barrel: tuple[int, ...],
    declarer: int,
    contract: int,
    earned: tuple[int, ...],
    bombed: bool,
    sitting_out: int,
    musik: int,
) -> list[int]:
    """The change of each seat's score, without a barrel's penalty.

    `earned` is card points plus own marriages by seat; `sitting_out` the four-player dealer or -1;
    `musik` the mask it looks at.
    """
    changes: list[int] = []
    for seat in range(rules.players):
        if seat == declarer:
            made = earned[seat] >= contract
            change = 0 if bombed else contract if made else -contract
        elif barred(rules, before[seat], barrel[seat]):
            change = 0
        elif seat == sitting_out:
            change = musik_points(musik)
        elif bombed:
            change = rules.bomb_points
        else:
            change = rounded(earned[seat])
        changes.append(change)
    return changes


def barrel_after(
    rules: Rules, barrel: tuple[int, ...], before: tuple[int, ...], changes: list[int]
) -> tuple[int, ...]:
    """Deals that each seat has left on the barrel (0 = off it) after this deal.

    Takes the penalty of a seat whose last deal has passed off its entry of `changes`.
    """
    if rules.barrel is None:
        return barrel
    start, deals, penalty = rules.barrel
    left: list[int] = []
    for seat in range(rules.players):
        after = before[seat] + changes[seat]
        if not start <= after < rules.target:
            left.append(0)
        elif barrel[seat] == 0:
            left.append(deals)
        elif barrel[seat] == 1:
            changes[seat] -= penalty
            left.append(0)
        else:
            left.append(barrel[seat] - 1)
    return tuple(left)


def judge(rules: Rules, scores: tuple[int, ...], declarer: int, deals: int) -> Verdict | None:
    """Whether the match is over after `deals` settled deals, and how; None if it goes on."""
    target = rules.target
    for score in scores:
        if score >= target:
            break
    else:
        if deals < rules.max_deals:
            return None
        return Verdict("unfinished", None, _ranks(scores, None))
    if scores[declarer] >= target:
        return Verdict("won", declarer, _ranks(scores, declarer))
    top = max(scores)
    if scores.count(top) > 1:
        return Verdict("tied", None, _ranks(scores, None))
    winner = scores.index(top)
    return Verdict("won", winner, _ranks(scores, winner))


def _ranks(scores: tuple[int, ...], winner: int | None) -> tuple[int, ...]:
    """The winner alone 1, then by score; equal scores share the better rank."""
    ranks: list[int] = []
    for seat, score in enumerate(scores):
        if seat == winner:
            ranks.append(1)
            continue
        rank = 1
        for other, its in enumerate(scores):
            if other == winner or its > score:
                rank += 1
        ranks.append(rank)
    return tuple(ranks)
