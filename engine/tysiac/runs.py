"""What the search asks of cards, all suits at once and without a branch where it can.

The arithmetic of `tricks` and `cards` for native integers: a set of cards is a mask, a card its
bit, a suit (the trump too) the mask of its six cards, no trump the empty one.
"""

from typing import Final

from mypy_extensions import i64

__all__ = [
    "at_most",
    "bit_of",
    "kept",
    "legal",
    "married",
    "number_of",
    "points_of",
    "poorest",
    "richest",
    "suit_of",
    "unbeaten",
    "what_beats",
    "winner_of",
    "worth",
]

# Masks of ranks, and of the places that a shift by 1, 2 or 4 within the suits may reach.
_NINES: Final = 0x041041
_QUEENS: Final = 0x104104
_NOT_NINES: Final = 0xFBEFBE
_NOT_ACES: Final = 0x7DF7DF
_LOW_FOUR: Final = 0x3CF3CF
_LOW_TWO: Final = 0x0C30C3
_ALL: Final = 0xFFFFFF


def bit_of(card: i64) -> i64:
    """The card by its number from 0."""
    return 1 << card  # compiled, this 1 has 32 bits: enough for 24 cards, not for a key


def number_of(bit: i64) -> i64:
    """The number of a card, from 1."""
    return int(bit).bit_length()


def suit_of(bit: i64) -> i64:
    """The suit of a card."""
    if bit < 0x40:
        return 0x3F
    if bit < 0x1000:
        return 0xFC0
    if bit < 0x40000:
        return 0x3F000
    return 0xFC0000


def what_beats(bit: i64, trump: i64) -> i64:
    """What takes the trick from a card."""
    suit = suit_of(bit)
    return suit & -(bit << 1) | trump & ~suit


def legal(hand: i64, suit: i64, beating: i64) -> i64:
    """What may follow a lead of `suit`, as in `tricks.playable`."""
    choice = hand & suit or hand
    return choice & beating or choice


def kept(choice: i64, c: i64, suit: i64, trump: i64) -> i64:
    """Where all of `choice` would beat the led card of `suit`: those cards that `c` can't beat.

    More cards may be given back than `choice` holds.
    """
    over = c & suit or c & trump
    if choice & suit:
        if over and not over & suit:
            return 0  # it trumps
    elif over & suit:
        return -1  # it must follow suit
    return ~at_most(over)


def at_most(mask: i64) -> i64:
    """The cards that are no higher than the highest of their suit in `mask`."""
    mask |= mask >> 1 & _NOT_ACES
    mask |= mask >> 2 & _LOW_FOUR
    return mask | mask >> 4 & _LOW_TWO


def unbeaten(hand: i64, trump: i64) -> i64:
    """The leads that `hand` can't beat."""
    below = at_most(hand)
    if hand & trump:  # then only suits that it must follow
        return ~below & (below & _NINES) * 63
    return ~below & _ALL


def winner_of(a: i64, b: i64, c: i64, trump: i64) -> i64:
    """Which of three cards takes the trick: 0, 1 or 2. Seats without a card don't."""
    winner: i64 = 0
    beating = what_beats(a, trump)
    if b & beating:
        winner = 1
        beating = what_beats(b, trump)
    if c & beating:
        winner = 2
    return winner


def married(hand: i64) -> i64:
    """The queens whose king is there too."""
    return hand & hand >> 1 & _QUEENS


def worth(queens: i64) -> i64:
    """What the marriages of these queens are worth; a suit stands for its queen."""
    low = (queens >> 2 & 1) * 40 + (queens >> 8 & 1) * 60
    return low + (queens >> 14 & 1) * 80 + (queens >> 20 & 1) * 100


def poorest(hand: i64, others: i64) -> i64:
    """The lowest card of each run; `others` are the cards elsewhere, those of the trick too."""
    queens = married(hand)
    gaps = ~(hand | others)
    follow = (hand & ~(queens << 1)) << 1 & _NOT_NINES
    follow |= (follow & gaps) << 1 & _NOT_NINES
    follow |= (follow & gaps) << 1 & _NOT_NINES
    follow |= (follow & gaps) << 1 & _NOT_NINES
    follow |= (follow & gaps) << 1 & _NOT_NINES
    return hand & ~follow | queens


def richest(hand: i64, others: i64) -> i64:
    """The highest card of each run."""
    queens = married(hand)
    gaps = ~(hand | others)
    follow = (hand & ~queens) >> 1 & _NOT_ACES
    follow |= (follow & gaps) >> 1 & _NOT_ACES
    follow |= (follow & gaps) >> 1 & _NOT_ACES
    follow |= (follow & gaps) >> 1 & _NOT_ACES
    follow |= (follow & gaps) >> 1 & _NOT_ACES
    return hand & ~follow | queens << 1


def points_of(trick: i64) -> i64:
    """Card points of at most three cards."""
    by_suit = (
        (trick >> 1 & _NINES) * 2
        + (trick >> 2 & _NINES) * 3
        + (trick >> 3 & _NINES) * 4
        + (trick >> 4 & _NINES) * 10
        + (trick >> 5 & _NINES) * 11
    )
    return by_suit * _NINES >> 18 & 63  # four sums of six bits, added up in the highest
