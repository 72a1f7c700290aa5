"""What a seat is shown when it must act: everything the rules let it see, and nothing else.

A frozen value (tysiac.md section 11) that holds no reference into the match. It is made more often
than anything else and hardly ever read whole: so it holds numbers and what it shares with others
like it, and puts together what it shows when it is asked.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from engine.tysiac.actions import CARD, RECORDED, Recorded, actions_in
from engine.tysiac.background import Background, Pairs, Sheet
from engine.tysiac.fields import FIELDS, checked
from engine.tysiac.words import by_seat, word_by_seat

__all__ = ["Decision", "from_tuple", "leaders_in", "make_decision"]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Decision:
    """One question to one seat. Cards are 0..23, sets of cards are masks (see `cards`).

    Made by the match; by hand with `make_decision`. It can be compared, hashed, copied and pickled,
    and has `_fields`, `_asdict()` and `_replace(...)` as a named tuple has them.
    """

    __slots__ = (
        *("_legal", "_hand", "_trick", "_lead", "_trump", "_before"),
        *("_leader", "_points", "_marriages", "_background"),
    )

    _fields: ClassVar[tuple[str, ...]] = tuple(FIELDS)

    def __init__(
        self,
        legal: tuple[int, ...],
        hand: i64,
        trick: tuple[int, ...],
        lead: i64,
        trump: i64,
        before: Recorded,
        leader: i64,
        points: i64,
        marriages: i64,
        background: Background,
    ) -> None:
        self._legal: Final = legal
        self._hand: Final = hand
        self._trick: Final = trick
        self._lead: Final = lead
        self._trump: Final = trump
        self._before: Final = before
        self._leader: Final = leader
        self._points: Final = points
        self._marriages: Final = marriages
        self._background: Final = background

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self._background.seat

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions, ascending; empty only for a seat that is not asked."""
        return self._legal

    @property
    def phase(self) -> str:
        """`auction`, `musik`, `exchange`, `contract` or `play`."""
        return self._background.phase

    @property
    def hand(self) -> int:
        """Mask of the cards that the seat holds now."""
        return self._hand

    @property
    def trump(self) -> int:
        """Suit 0..3 (s c d h), or -1 before the first meld."""
        return self._trump

    @property
    def leader(self) -> int:
        """Seat that leads the current trick, -1 before the play."""
        return self._leader

    @property
    def trick(self) -> tuple[int, ...]:
        """Cards of the current trick, in order from its leader."""
        return self._trick

    @property
    def plays(self) -> tuple[int, ...]:
        """All plays of this hand in order, as actions (so that melds show)."""
        plays = actions_in(self._before)
        if self._trick:
            plays.append(self._lead)
            for card in self._trick[1:]:
                plays.append(CARD + card)
        return tuple(plays)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Leader of each trick so far, the current one included."""
        return leaders_in(self._before, self._leader, min(len(self._background.scores), 3))

    @property
    def points(self) -> tuple[int, ...]:
        """Card points that each seat has taken in tricks."""
        return by_seat(self._points, len(self._background.scores))

    @property
    def marriages(self) -> tuple[int, ...]:
        """Points that each seat has melded."""
        return by_seat(self._marriages, len(self._background.scores))

    @property
    def n(self) -> int:
        """Number of the deal within the match, from 0; a redeal does not count."""
        return self._background.n

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._background.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores before this deal."""
        return self._background.scores

    @property
    def bombs_left(self) -> tuple[int, ...]:
        """Bombs that each seat has left."""
        return self._background.bombs_left

    @property
    def barrel(self) -> tuple[int, ...]:
        """Deals that each seat has left on the barrel; 0 = not on it."""
        return self._background.barrel

    @property
    def dealt(self) -> int:
        """Mask of the cards that were dealt to the seat."""
        return self._background.dealt

    @property
    def redealt(self) -> Pairs:
        """(seat, mask) of the weak hands that redeals of this deal have shown."""
        return self._background.redealt

    @property
    def auction(self) -> Pairs:
        """(seat, action) of the auction so far."""
        return self._background.auction

    @property
    def bid(self) -> int:
        """The standing bid, 100 at first."""
        return self._background.bid

    @property
    def declarer(self) -> int:
        """The seat that holds the standing bid; after the auction, declarer."""
        return self._background.declarer

    @property
    def contract(self) -> int:
        """The declared contract, 0 before."""
        return self._background.contract

    @property
    def musik(self) -> int:
        """Mask of the musik, if this seat has seen it, else 0."""
        return self._background.musik

    @property
    def gave(self) -> Pairs:
        """(seat, card) that this seat gave away as declarer."""
        return self._background.gave

    @property
    def received(self) -> int:
        """The card that declarer gave this seat, or -1."""
        return self._background.received

    @property
    def laid(self) -> int:
        """Mask of the cards that this seat laid aside (2 players)."""
        return self._background.laid

    def as_tuple(self) -> tuple[object, ...]:
        """The values of all fields in order."""
        background = self._background
        return (
            background.seat,
            self._legal,
            background.phase,
            self._hand,
            self._trump,
            self.leader,
            self._trick,
            self.plays,
            self.leaders,
            self.points,
            self.marriages,
            background.n,
            background.dealer,
            background.scores,
            background.bombs_left,
            background.barrel,
            background.dealt,
            background.redealt,
            background.auction,
            background.bid,
            background.declarer,
            background.contract,
            background.musik,
            background.gave,
            background.received,
            background.laid,
        )

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self.as_tuple(), strict=True))

    def _replace(self, **changes: Any) -> "Decision":
        """The decision with other values in some of its fields; errors as in `make_decision`."""
        return make_decision(**{**self._asdict(), **changes})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self.as_tuple() == other.as_tuple()

    def __hash__(self) -> int:
        return hash(self.as_tuple())

    def __repr__(self) -> str:
        fields = [f"{name}={value!r}" for name, value in self._asdict().items()]
        return f"Decision({', '.join(fields)})"

    def __reduce__(self) -> tuple[Callable[[tuple[Any, ...]], "Decision"], tuple[Any, ...]]:
        return from_tuple, (self.as_tuple(),)


def leaders_in(plays: Recorded, leader: i64, size: i64) -> tuple[int, ...]:
    """Who led the tricks of these (seat, text), `size` cards each, and who leads now."""
    if leader < 0:
        return ()
    leaders = [plays[place][0] for place in range(0, len(plays), size)]
    leaders.append(leader)
    return tuple(leaders)


def from_tuple(values: tuple[Any, ...]) -> Decision:
    """The decision with these values in its fields, which aren't checked."""
    sheet = Sheet(values[11], values[12], values[13], values[14], values[15])
    background = Background(
        values[0],
        values[2],
        sheet,
        values[16],
        values[17],
        values[18],
        values[19],
        values[20],
        values[21],
        values[22],
        values[23],
        values[24],
        values[25],
    )
    trick: tuple[int, ...] = values[6]
    plays: tuple[int, ...] = values[7]
    leaders: tuple[int, ...] = values[8]
    before = len(plays) - len(trick)
    lead = plays[before] if trick else 0
    size = min(len(background.scores), 3)
    recorded = [RECORDED[leaders[place // size]][plays[place]] for place in range(before)]
    points, marriages = word_by_seat(values[9]), word_by_seat(values[10])
    return Decision(
        values[1],
        values[3],
        trick,
        lead,
        values[4],
        tuple(recorded),
        values[5],
        points,
        marriages,
        background,
    )


def make_decision(**fields: Any) -> Decision:
    """The decision with these values in its fields, all of them, by name.

    TypeError for a name that is missing or none. PositionError for a value that no decision could
    hold, with the place, what was found and what is allowed; whether the rest fits together is
    asked by whoever relies on it (`sound`).
    """
    wrong = sorted(set(fields) ^ set(FIELDS))
    if wrong:
        raise TypeError(f"missing in a decision, or none of its fields: {', '.join(wrong)}")
    return from_tuple(checked(fields))
