"""The play with all cards known: what it is worth to declarer, and which plays are best.

For bots that guess the hidden hands and ask what each guess would be worth:

    from engine.tysiac import position_of, solve

    position = position_of(decision, self.setup.rules, hands)  # hands: a mask for each seat
    value, best = solve(position)

The value is what declarer still takes from here to the end of the hand: card points, those of the
side cards too, and marriages. Declarer makes it as high as it can, all others together as low as
they can; what they meld counts for nothing but the trump that it makes. Whether the contract is
made is then `decision.points[d] + decision.marriages[d] + value >= decision.contract`, d being
`decision.declarer`.

The answer depends on the position alone: every call searches anew, with a table of at most 65,536
entries that is gone when it returns. `tests/bench/solver.py` says how long that takes.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.errors import PositionError
from engine.game import Decision as AnyDecision
from engine.tysiac.actions import card_in
from engine.tysiac.cards import ALL_CARDS, CARDS, SUIT_MASKS, card_points, texts_of
from engine.tysiac.phases import PLAY
from engine.tysiac.rules import Rules
from engine.tysiac.search import Search
from engine.tysiac.sound import require_types, whole
from engine.tysiac.tricks import BEATING, NO_TRUMP, legal_follows, legal_leads

__all__ = ["Position", "Solution", "action_values", "make_position", "position_of", "solve"]

_NOBODY: Final = -1
_SIDE_CARDS: Final = 4


class Position(NamedTuple):
    """A moment of the play, all cards open. `make_position` and `position_of` make sound ones."""

    hands: tuple[int, ...]
    """By seat the mask of the cards that it holds now; 0 for the seat that sits out."""
    declarer: int
    leader: int
    """Seat that leads the running trick."""
    trick: tuple[int, ...]
    """Cards of the running trick, in order from its leader."""
    trump: int
    """Suit 0..3 (s c d h), or -1 before the first meld."""
    side_points: int
    """Card points of the side cards, which the last trick takes (2 players; else 0)."""
    meld_from_trick: int
    """The first trick whose leader may meld, as in the rules."""
    sitting_out: int
    """The four-player dealer, else -1."""

    def seats(self) -> list[int]:
        """The playing seats in the order of the running trick."""
        count = len(self.hands)
        order = [(self.leader + step) % count for step in range(count)]
        return [seat for seat in order if seat != self.sitting_out]

    def to_move(self) -> int:
        """The seat to play."""
        return self.seats()[len(self.trick)]

    def tricks_left(self) -> int:
        """How many tricks are to come, the running one included."""
        return self.hands[self.to_move()].bit_count()

    def may_meld(self) -> bool:
        """Whether a marriage may be melded in the running trick, if it is not yet led."""
        return self.tricks_left() <= _melds_left(self)

    def legal(self) -> tuple[int, ...]:
        """The legal actions of the seat to move, ascending; none after the last trick."""
        hand = self.hands[self.to_move()]
        if not self.trick:
            return legal_leads(hand, self.may_meld())
        best = self.trick[0]
        for card in self.trick[1:]:
            if BEATING[self.trump][best] >> card & 1:
                best = card
        low = self.trick[0] // 6 * 6
        return legal_follows(hand, low, BEATING[self.trump][best])


class Solution(NamedTuple):
    """What a position is worth, and to which actions."""

    value: int
    """Points that declarer still takes, all sides playing their best."""
    best: tuple[int, ...]
    """All actions of the seat to move that keep the value, ascending; none after the last trick."""


def make_position(
    hands: Sequence[int],
    *,
    declarer: int,
    leader: int,
    trick: Sequence[int] = (),
    trump: int = NO_TRUMP,
    side_points: int = 0,
    meld_from_trick: int = 1,
    sitting_out: int = _NOBODY,
) -> Position:
    """A position from its parts, named as in Position; PositionError if no deal leads to it.

    >>> ace, nine, ten = (1 << card_of(text) for text in ("As", "9s", "Ts"))
    >>> solve(make_position([ace, nine, ten], declarer=0, leader=0))
    Solution(value=21, best=(15,))
    """
    position = Position(
        tuple([whole(hand) for hand in hands]),
        whole(declarer),
        whole(leader),
        tuple([whole(card) for card in trick]),
        whole(trump),
        whole(side_points),
        whole(meld_from_trick),
        whole(sitting_out),
    )
    _check(position)
    return position


def position_of(decision: AnyDecision, rules: Rules, hands: Sequence[int]) -> Position:
    """The position that a bot is in if the seats hold `hands` now, a mask for each.

    The bot's own hand is among them, 0 stands for a seat that sits out. PositionError if the
    decision is not one of the play, or contradicts the hands: if its own hand is another one, if
    cards have been played or are missing, or if a seat holds more or fewer than it must.
    """
    shown = require_types(decision, rules)
    if shown.phase != PLAY:
        raise PositionError("phase", shown.phase, PLAY)
    if len(hands) != rules.players:
        raise PositionError("hands", f"{len(hands)} seats", f"{rules.players}")
    _check_masks(hands)
    if not 0 <= shown.seat < rules.players:
        raise PositionError("seat", shown.seat, f"0 to {rules.players - 1}")
    if hands[shown.seat] != shown.hand:
        own = _texts(shown.hand)
        raise PositionError(f"hand of seat {shown.seat}", _texts(hands[shown.seat]), own)
    played = 0
    for action in shown.plays:
        played |= 1 << card_in(action)
    unseen = ALL_CARDS & ~played
    for seat, hand in enumerate(hands):
        if hand & ~unseen:
            allowed = "cards that are neither played nor another seat's"
            raise PositionError(f"hand of seat {seat}", _texts(hand & ~unseen), allowed)
        unseen &= ~hand
    two = rules.players == 2
    if unseen.bit_count() != (_SIDE_CARDS if two else 0):
        allowed = "the two musik cards and the two laid aside" if two else "no card"
        raise PositionError("cards held by no seat", _texts(unseen), allowed)
    return make_position(
        hands,
        declarer=shown.declarer,
        leader=shown.leader,
        trick=shown.trick,
        trump=shown.trump,
        side_points=card_points(unseen),
        meld_from_trick=rules.meld_from_trick,
        sitting_out=shown.dealer if rules.players == 4 else _NOBODY,
    )


def solve(position: Position) -> Solution:
    """The value and all best actions; PositionError as in `make_position`."""
    _check(position)
    legal = position.legal()
    if not legal:
        return Solution(0, ())
    search = _search(position)
    value = search.value()
    if len(legal) == 1:
        return Solution(value, legal)
    if position.to_move() == position.declarer:
        best = [action for action in legal if search.reaches(action, value)]
    else:
        best = [action for action in legal if not search.reaches(action, value + 1)]
    return Solution(value, tuple(best))


def action_values(position: Position) -> dict[int, int]:
    """What declarer still takes after each legal action, all sides playing their best from then on.

    Ascending by action; PositionError as in `make_position`. It takes longer than `solve`, which
    learns of the other actions only that they are worse.
    """
    _check(position)
    search = _search(position)
    return {action: search.value(action) for action in position.legal()}


def _search(position: Position) -> Search:
    seats = position.seats()
    hands = [position.hands[seat] for seat in seats]
    who = seats.index(position.declarer)
    if len(seats) == 2:
        hands.insert(1, 0)
        who *= 2
    on_table = [1 << card for card in position.trick]
    points = card_points(sum(hands) | sum(on_table)) + position.side_points
    on_table += [0, 0]
    return Search(
        (hands[0], hands[1], hands[2]),
        (on_table[0], on_table[1]),
        who,
        0 if position.trump == NO_TRUMP else SUIT_MASKS[position.trump],
        position.tricks_left(),
        points,
        _melds_left(position),
    )


def _melds_left(position: Position) -> int:
    """How many tricks are left when the first one comes in which may be melded."""
    return _tricks(position) + 1 - position.meld_from_trick


def _tricks(position: Position) -> int:
    """The tricks of a whole deal."""
    return 10 if len(position.hands) == 2 else 8


def _texts(mask: int) -> str:
    return " ".join(texts_of(mask & ALL_CARDS)) or "none"


def _check(position: Position) -> None:
    """PositionError if no deal leads to the position."""
    count = len(position.hands)
    if not 2 <= count <= 4:
        raise PositionError("hands", f"{count} seats", "2 to 4")
    if position.sitting_out not in (range(4) if count == 4 else (_NOBODY,)):
        allowed = "0 to 3 with 4 seats, else -1"
        raise PositionError("sitting_out", position.sitting_out, allowed)
    for name, seat in (("declarer", position.declarer), ("leader", position.leader)):
        if not 0 <= seat < count or seat == position.sitting_out:
            raise PositionError(name, seat, "a seat that plays")
    if not NO_TRUMP <= position.trump < 4:
        raise PositionError("trump", position.trump, "0 to 3, or -1 for none")
    if position.meld_from_trick not in (1, 2):
        raise PositionError("meld_from_trick", position.meld_from_trick, "1 or 2")
    in_play = _check_cards(position)
    most = 120 - card_points(in_play) if count == 2 else 0
    if not 0 <= position.side_points <= most:
        raise PositionError("side_points", position.side_points, f"0 to {most}")


def _check_masks(hands: Sequence[int]) -> None:
    for seat, hand in enumerate(hands):
        if not 0 <= hand <= ALL_CARDS:
            raise PositionError(f"hand of seat {seat}", hand, f"a mask, 0 to {ALL_CARDS}")


def _check_cards(position: Position) -> int:
    """The cards in play; PositionError for cards that are none or twice, or uneven hands."""
    seats = position.seats()
    trick = position.trick
    if len(trick) >= len(seats):
        raise PositionError("trick", f"{len(trick)} cards", f"fewer than {len(seats)}")
    in_play = 0
    for card in trick:
        if not 0 <= card < CARDS or in_play >> card & 1:
            raise PositionError("trick", list(trick), "different cards, 0 to 23")
        in_play |= 1 << card
    _check_masks(position.hands)
    for seat, hand in enumerate(position.hands):
        if hand & in_play:
            raise PositionError(f"hand of seat {seat}", _texts(hand & in_play), "no card twice")
        in_play |= hand
    left = position.tricks_left()
    if left > _tricks(position) or (trick and not left):
        raise PositionError("hands", f"{left} cards", f"1 to {_tricks(position)}")
    for seat, hand in enumerate(position.hands):
        due = 0 if seat == position.sitting_out else left - (seat in seats[: len(trick)])
        if hand.bit_count() != due:
            raise PositionError(f"hand of seat {seat}", f"{hand.bit_count()} cards", f"{due}")
    return in_play
