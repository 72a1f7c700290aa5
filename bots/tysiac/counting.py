"""Counting cards: what each opponent may still hold, told by the cards played so far."""

from typing import Final

from engine.tysiac import ABOVE, ALL_CARDS, SUIT_MASKS, Decision, card_in, is_meld, meld, play

__all__ = ["possible_hands"]

_CARD: Final = play(0)
_BITS: Final = tuple(
    1 << card_in(action) if action >= _CARD else 0 for action in range(meld(23) + 1)
)


def _left_seats(players: int, dealer: int) -> tuple[int, ...]:
    """For each seat the next playing seat on its left; a fourth player that deals sits out."""
    sitting_out = dealer if players == 4 else -1  # noqa: PLR2004
    left: list[int] = []
    for seat in range(players):
        following = (seat + 1) % players
        left.append((following + 1) % players if following == sitting_out else following)
    return tuple(left)


_LEFT: Final = tuple(
    tuple(_left_seats(players, dealer) for dealer in range(players)) for players in range(5)
)


def possible_hands(decision: Decision, players: int) -> list[int]:
    """For each opponent the mask of cards that it may hold, the next on the left first.

    That is every card which the seat can't place, without those that the opponent would have had
    to play before (tysiac.md section 8): the led suit, a higher card of it, a trump.
    """
    left = _LEFT[players][decision.dealer]
    plays = decision.plays
    lacks = [0] * players
    size = 2 if players == 2 else 3  # noqa: PLR2004
    trump = 0
    start = 0
    for leader in decision.leaders:
        trick = plays[start : start + size]
        if trick:
            if is_meld(trick[0]):
                trump = SUIT_MASKS[card_in(trick[0]) // 6]
            _note_lacks(lacks, trick, leader, left, trump)
        start += size
    placed = decision.hand | decision.laid
    for action in plays:
        placed |= _BITS[action]
    hands: list[int] = []
    seat = left[decision.seat]
    while seat != decision.seat:
        hands.append(ALL_CARDS & ~(placed | lacks[seat]))
        seat = left[seat]
    return hands


def _note_lacks(
    lacks: list[int], trick: tuple[int, ...], leader: int, left: tuple[int, ...], trump: int
) -> None:
    """Add to `lacks` the cards that the followers in `trick` showed not to hold."""
    best = card_in(trick[0])
    suit = SUIT_MASKS[best // 6]
    ruffed = False
    seat = leader
    for action in trick[1:]:
        seat = left[seat]
        card = action - _CARD
        bit = 1 << card
        if bit & suit:
            if card > best and not ruffed:
                best = card
            elif not ruffed:
                lacks[seat] |= ABOVE[best]
        else:
            lacks[seat] |= suit
            if bit & trump and (card > best or not ruffed):
                best, ruffed = card, True
            else:
                lacks[seat] |= ABOVE[best] if ruffed else trump
