"""A match played again from its record, which must say of chance and of the end what happens."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.draw_the_bomb.actions import DRAW, HIDE_RANDOM, is_steal, play, seat_in
from engine.draw_the_bomb.cards import BOMB, BOTTOM, CUTTERS, RESHUFFLE
from engine.draw_the_bomb.hand import Hand
from engine.draw_the_bomb.match import Match
from engine.draw_the_bomb.record import (
    recorded_deal,
    recorded_fate,
    recorded_outcomes,
    recorded_seats_out,
    recorded_size,
)
from engine.draw_the_bomb.rules import Rules
from engine.errors import RecordError

__all__ = ["Replay"]


class Replay(Match):
    """The match of a recorded hand. It does not choose the recorded actions: the caller plays.

    `apply` also raises RecordError, and changes nothing, at an action that would put another seat
    out than the record says, or that ends the record or the match with chance events or seats in
    `out` left over. The constructor raises it where the record can't be read, or where nothing
    was played but chance or `out` say otherwise.
    """

    def __init__(self, rules: Rules, record: Mapping[str, object]) -> None:
        super().__init__(rules, recorded_deal(rules, record), recorded_fate(record))
        self._outcomes: Final = recorded_outcomes(record)
        self._out: Final = recorded_seats_out(record)
        self._size: Final = recorded_size(record)
        if self._size == 0:
            self._check_end(0, [])

    def apply(self, action: int) -> None:
        """As that of Match, within the record."""
        if action in self.legal:
            self._check(action)
        super().apply(action)

    def _check(self, action: int) -> None:
        hand = self.hand
        out = list(hand.out)
        if _is_fatal(hand, action):
            out.append(hand.to_move)
            if self._out[: len(out)] != out:
                raise _out_error(self._out, out)
        over = len(out) == self.rules.players - 1
        if over or len(hand.actions) + 1 == self._size:
            self._check_end(len(hand.outcomes) + _asks_chance(hand, action), out)

    def _check_end(self, events: int, out: Sequence[int]) -> None:
        found = len(self._outcomes)
        if found > events:
            first = self._outcomes[events]
            raise RecordError(
                f"chance: found {found} outcomes, of which {first!r:.80} is left over; "
                f"allowed: {events}"
            )
        if self._out != out:
            raise _out_error(self._out, out)


def _out_error(found: Sequence[int], out: Sequence[int]) -> RecordError:
    return RecordError(f"out: found {found!s:.80}; allowed: {out}")


def _is_fatal(hand: Hand, action: int) -> bool:
    """Whether the action draws a bomb without cutters."""
    if action == DRAW:
        card = hand.deck[0]
    elif action == play(BOTTOM):
        card = hand.deck[-1]
    else:
        return False
    return card == BOMB and CUTTERS not in hand.hands[hand.to_move]


def _asks_chance(hand: Hand, action: int) -> bool:
    """Whether chance decides something in the action."""
    if is_steal(action):
        return not hand.shields[seat_in(action)]
    return action in (play(RESHUFFLE), HIDE_RANDOM)
