"""Positions for the solver: endings at random, and full deals that are solved in a golden."""

import json
import random
from collections.abc import Mapping

from minimax import Minimax

from engine.tysiac import (
    Position,
    action_text,
    card_in,
    card_points,
    is_meld,
    make_position,
    mask_of,
)

PAIRS = tuple((mask_of([f"Q{suit}"]), mask_of([f"K{suit}"])) for suit in "scdh")


def deal_out(
    dice: random.Random, seats: int, tricks: int, marriages: int, meld_from_trick: int = 1
) -> Position:
    """The start of a trick with so many to come; so many marriages are surely held together."""
    playing = min(seats, 3)
    hands = [0] * playing
    for queen, king in dice.sample(PAIRS, marriages):
        room = [seat for seat in range(playing) if hands[seat].bit_count() + 2 <= tricks]
        if room:
            hands[dice.choice(room)] |= queen | king
    cards = [card for card in range(24) if not sum(hands) >> card & 1]
    dice.shuffle(cards)
    for seat in range(playing):
        while hands[seat].bit_count() < tricks:
            hands[seat] |= 1 << cards.pop()
    order = list(range(playing))
    sitting_out = -1
    if seats == 4:
        sitting_out = dice.randrange(4)
        hands.insert(sitting_out, 0)
        order = [seat for seat in range(4) if seat != sitting_out]
    first = tricks == (10 if seats == 2 else 8)
    leader = dice.choice(order)
    return make_position(
        hands,
        declarer=leader if first else dice.choice(order),
        leader=leader,
        trump=-1 if first else dice.randrange(-1, 4),
        side_points=card_points(sum(1 << card for card in cards[:4])) if seats == 2 else 0,
        meld_from_trick=meld_from_trick,
        sitting_out=sitting_out,
    )


def after(position: Position, action: int) -> Position:
    """The position within the same trick after one more card."""
    card, seat = card_in(action), position.to_move()
    hands = list(position.hands)
    hands[seat] ^= 1 << card
    return position._replace(
        hands=tuple(hands),
        trick=(*position.trick, card),
        trump=card // 6 if is_meld(action) else position.trump,
    )


def ending(dice: random.Random, tricks: int) -> Position:
    """Any moment of a trick with so many tricks to come."""
    seats = dice.choice((2, 3, 3, 4))
    last_without_meld = tricks == (10 if seats == 2 else 8)
    meld_from_trick = 2 if last_without_meld and dice.random() < 0.5 else 1
    position = deal_out(dice, seats, tricks, dice.randrange(4), meld_from_trick)
    for _ in range(dice.choice((0, 0, 1, min(seats, 3) - 1))):
        melds = [action for action in position.legal() if is_meld(action)]
        position = after(position, dice.choice(melds or position.legal()))
    return position


# Not every deal: to try everything takes seconds for these and many minutes for others.
FULL_DEALS = {
    f"{seats} players, {marriages} marriages, melds from trick {meld_from_trick}, deal {number}": (
        seats,
        marriages,
        meld_from_trick,
        number,
    )
    for seats, marriages, meld_from_trick, number in (
        (3, 0, 1, 1),
        (3, 0, 1, 2),
        (3, 1, 1, 2),
        (3, 1, 1, 3),
        (3, 2, 2, 3),
        (3, 2, 2, 4),
        (4, 1, 1, 1),
        (2, 0, 1, 1),
        (2, 1, 1, 1),
        (2, 2, 1, 1),
        (2, 2, 2, 1),
    )
}


def full_deal(name: str) -> Position:
    """The first lead of a whole deal."""
    seats, marriages, meld_from_trick, _ = FULL_DEALS[name]
    tricks = 10 if seats == 2 else 8
    return deal_out(random.Random(name), seats, tricks, marriages, meld_from_trick)


def solved(name: str) -> dict[str, int]:
    """Declarer's points after each first lead, found by trying everything."""
    position = full_deal(name)
    values = Minimax(position).values(position)
    return {action_text(action): value for action, value in values.items()}


def solutions_text(solutions: Mapping[str, Mapping[str, int]]) -> str:
    """The golden of all full deals."""
    return json.dumps(solutions, indent=1) + "\n"
