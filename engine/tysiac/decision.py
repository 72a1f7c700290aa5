"""What a seat is shown when it must act: everything the rules let it see, and nothing else.

A plain tuple with names: it can't be changed, it holds no reference into the match, and the way
to a bot's process and back is the tuple itself (tysiac.md section 11).

Plain Python even where the engine is compiled: whoever sends a decision reads the types below.
"""

from typing import NamedTuple

__all__ = ["Decision"]


class Decision(NamedTuple):
    """One question to one seat. Cards are 0..23, sets of cards are masks (see `cards`)."""

    seat: int
    """The seat that is asked."""
    legal: tuple[int, ...]
    """The legal actions, ascending; never empty."""
    phase: str
    """`auction`, `musik`, `exchange`, `contract` or `play`."""
    hand: int
    """Mask of the cards that the seat holds now."""
    trump: int
    """Suit 0..3 (s c d h), or -1 before the first meld."""
    leader: int
    """Seat that leads the current trick, -1 before the play."""
    trick: tuple[int, ...]
    """Cards of the current trick, in order from its leader."""
    plays: tuple[int, ...]
    """All plays of this hand in order, as actions (so that melds show)."""
    leaders: tuple[int, ...]
    """Leader of each trick so far, the current one included."""
    points: tuple[int, ...]
    """Card points that each seat has taken in tricks."""
    marriages: tuple[int, ...]
    """Points that each seat has melded."""
    n: int
    """Number of the deal within the match, from 0; a redeal does not count."""
    dealer: int
    scores: tuple[int, ...]
    """Scores before this deal."""
    bombs_left: tuple[int, ...]
    barrel: tuple[int, ...]
    """Deals that each seat has left on the barrel; 0 = not on it."""
    dealt: int
    """Mask of the cards that were dealt to the seat."""
    redealt: tuple[tuple[int, int], ...]
    """(seat, mask) of the weak hands that redeals of this deal have shown."""
    auction: tuple[tuple[int, int], ...]
    """(seat, action) of the auction so far."""
    bid: int
    """The standing bid, 100 at first."""
    declarer: int
    """The seat that holds the standing bid; after the auction, declarer."""
    contract: int
    """The declared contract, 0 before."""
    musik: int
    """Mask of the musik, if this seat has seen it, else 0."""
    gave: tuple[tuple[int, int], ...]
    """(seat, card) that this seat gave away as declarer."""
    received: int
    """The card that declarer gave this seat, or -1."""
    laid: int
    """Mask of the cards that this seat laid aside (2 players)."""
