"""Choosing cards in a playout: by a number that is drawn, or sensibly.

The legal plays are those of `tricks`, in the same order, found without a call or a tuple. A suit
is said by the lowest bit of its cards (0, 6, 12, 18), so that a shift gives its six cards; a trump
that no card has stands for none.
"""

from typing import Final

from mypy_extensions import i64

from engine.tysiac.cards import CARD_POINTS, CARDS, MARRIAGE_VALUES

__all__ = [
    "MARRIAGE",
    "MELDED",
    "NO_SUIT",
    "SENSIBLY",
    "SUIT_OF",
    "WORTH",
    "exchanged",
    "followed",
    "led",
    "rotated",
    "takes",
]

NO_SUIT: Final = 24
MELDED: Final = 32
"""Added to a card that is led with its marriage announced: the next bit above all cards."""
SENSIBLY: Final = -1
"""Stands in place of a number that is drawn, below 2**32."""

_NONE: Final = -1
_ALWAYS_TOP: Final = 0xFFFFFFFF
_QUEENS: Final = 0x104104
_NINES: Final = 0x041041
_SUIT: Final = 63

# Tables by six bits of a suit or by card; bytes are the fastest there is on both builds.
_COUNT: Final = bytes([cards.bit_count() for cards in range(64)])
_PICK: Final = bytes(
    [
        ([rank for rank in range(6) if cards >> rank & 1] + [0] * 8)[at]
        for cards in range(64)
        for at in range(8)
    ]
)
"""By suit * 8 + place the rank of the card that stands there, counted from the lowest."""
_TOP: Final = bytes([max(cards.bit_length() - 1, 0) for cards in range(64)])
SUIT_OF: Final = bytes([card // 6 * 6 for card in range(CARDS)])
"""The lowest bit of a card's suit: 0, 6, 12 or 18."""
_HIGHER: Final = bytes([62 << card % 6 & _SUIT for card in range(CARDS)])
WORTH: Final = bytes(CARD_POINTS)
MARRIAGE: Final = bytes([MARRIAGE_VALUES[card // 6] for card in range(CARDS)])


def rotated(a: i64, b: i64, c: i64, by: i64, three: bool) -> tuple[i64, i64, i64]:
    """The same, begun `by` seats later; with two players `c` stays what it is."""
    if by == 0:
        return a, b, c
    if not three:
        return b, a, c
    if by == 1:
        return b, c, a
    return c, a, b


def takes(card: i64, best: i64, trump: i64) -> bool:
    """Whether `card` takes the trick from `best`; `tricks.beats` with shifts for suits."""
    suit: i64 = SUIT_OF[card]
    if suit == SUIT_OF[best]:
        return card > best
    return suit == trump


def led(hand: i64, out: i64, size: i64, trump: i64, melding: bool, draw: i64) -> i64:
    """The card to lead from a hand of `size` when the others hold `out`; a meld is 32 + card."""
    queens = hand & hand >> 1 & _QUEENS if melding else 0
    if draw < 0:
        return _sensible_lead(hand, out, trump, queens)
    if queens == 0:
        return _at(hand, size * draw >> 32)
    melds: i64 = 0
    rest = queens
    while rest:
        rest &= rest - 1
        melds += 2
    at = (size + melds) * draw >> 32
    return _at(hand, at) if at < size else MELDED + _at(queens | queens << 1, at - size)


def followed(hand: i64, suit: i64, best: i64, size: i64, trump: i64, draw: i64, last: bool) -> i64:
    """The card that follows a lead of `suit` where `best` wins so far; see `tricks.playable`."""
    # The rules leave no choice between taking and losing: where one card takes, all must.
    taking = losing = draw
    if draw < 0:
        taking = _ALWAYS_TOP if last else 0
        losing = 0
    best_suit: i64 = SUIT_OF[best]
    own = hand >> suit & _SUIT
    if own:
        higher: i64 = own & _HIGHER[best] if best_suit == suit else 0
        return suit + (_picked(higher, taking) if higher else _picked(own, losing))
    own = hand >> trump & _SUIT
    if best_suit == trump:
        own &= _HIGHER[best]
    if own:
        return trump + _picked(own, taking)
    return _missed_least(hand, trump) if draw < 0 else _at(hand, size * draw >> 32)


def _picked(cards: i64, draw: i64) -> i64:
    """One of the `cards` of a suit, lowest to highest as `draw` goes from 0 to 2**32."""
    return _PICK[cards << 3 | _COUNT[cards] * draw >> 32]


def _at(hand: i64, at: i64) -> i64:
    """The card at place `at` of a hand, in card order."""
    suit: i64 = 0
    while True:
        own = hand >> suit & _SUIT
        held: i64 = _COUNT[own]
        if at < held:
            return suit + _PICK[own << 3 | at]
        at -= held
        suit += 6


def _sensible_lead(hand: i64, out: i64, trump: i64, queens: i64) -> i64:
    """What `Playouts.policy` leads; `queens` are those whose marriage may be melded."""
    suit: i64 = 18
    if queens:
        while not queens >> suit & _SUIT:
            suit -= 6
        # The king where it is the highest of its suit, else the queen.
        return MELDED + suit + (2 if out >> suit & 0b110000 else 3)
    best: i64 = _NONE
    most: i64 = 0
    while suit >= 0:
        own = hand >> suit & _SUIT
        if own > out >> suit & _SUIT:  # then its highest card is the highest of all
            card: i64 = suit + _TOP[own]
            worth: i64 = WORTH[card]
            if worth >= most:
                best = card
                most = worth
        suit -= 6
    return best if best >= 0 else _missed_least(hand, trump)


def _missed_least(hand: i64, trump: i64) -> i64:
    """The lowest card that is no trump and no half of a marriage, if possible."""
    queens = hand & hand >> 1 & _QUEENS
    cards = hand & ~(queens | queens << 1)
    trumps: i64 = _SUIT << trump  # of 30 bits where there is none: no more than a C int holds
    if cards & ~trumps:
        cards &= ~trumps
    elif not cards:
        cards = hand
    rank: i64 = 0
    while not cards >> rank & _NINES:
        rank += 1
    suit: i64 = 0
    while not cards >> rank + suit & 1:
        suit += 6
    return rank + suit


def exchanged(
    own: i64, one: i64, other: i64, declarer: i64, musik: i64, three: bool
) -> tuple[i64, i64, i64]:
    """The hands once `declarer` has the musik and has parted with two cards."""
    if declarer == 0:
        hand = own | musik
    elif declarer == 1:
        hand = one | musik
    else:
        hand = other | musik
    bit: i64 = 1
    first = bit << _missed_least(hand, NO_SUIT)
    second = bit << _missed_least(hand ^ first, NO_SUIT)
    hand ^= first | second
    if not three:
        first = second = 0
    if declarer == 0:
        return hand, one | first, other | second
    if declarer == 1:
        return own | second, hand, other | first
    return own | first, one | second, hand
