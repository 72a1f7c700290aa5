"""The search behind `solver`: how many points declarer still takes, all cards being known.

A zero-window alpha-beta over plain integers: it asks whether declarer takes `need` points, and asks
again until it knows how many. The hands are passed in the order of the running trick (`a` leads,
then `b`, then `c`), and `who` says which of them is declarer's: 0, 1 or 2. So no list is touched,
and positions that differ only in who sits where meet in the table. With two seats `b` is empty and
never plays. A set of cards is a mask, a card its bit, a suit (the trump too) the mask of its six
cards; no trump is the empty one. Where compiled, `i64` is a machine's integer; conditions with a
number in them are written out as statements, or that number would become a Python object first.

Three consequences of section 8 keep the tree small:

* Who can beat must beat. So whose trick it will be follows from the cards led and held: it is known
  after the second card, whatever the third seat chooses, and mostly before the first.
* Cards of one hand with no card of another between them, a run, take and lose the same tricks. To
  play one for the other moves the difference of their points from one trick to another and does
  nothing else. So where it is known whose trick this is, one card of a run is enough: the richest
  if it is one's own side's, else the poorest. Where it isn't known, the difference is a bound.
* King and queen in one hand can stand for each other, since either melds; but no ten or jack can
  stand for one of them, as that would keep the pair. They are a run of their own.
"""

from typing import Final, final

from mypy_extensions import i64

from engine.tysiac.actions import CARD, MELD
from engine.tysiac.runs import (
    at_most,
    bit_of,
    kept,
    legal,
    married,
    number_of,
    points_of,
    poorest,
    richest,
    suit_of,
    unbeaten,
    what_beats,
    winner_of,
    worth,
)

__all__ = ["Search"]

_NO_ACTION: Final = -1

_MOST_MARRIED: Final = 280
_TOO_MUCH: Final = 511
"""More than there is to take; nine bits hold it."""

# An entry of the table, from its lowest bit: the move (6 bits), the upper and the lower bound (9
# bits each), and of the mixed key what the slot doesn't say. The key is mixed one to one, so slot
# and remainder together are the whole key: no two positions are taken for one another.
_KEY_BITS: Final = 52
_KEY_MASK: Final = 0xFFFFFFFFFFFFF
_MIXER: Final = 0x9E3779B97F4A7  # odd: multiplying by it modulo 2**52 can be undone
_SHORT: Final = 5
_SHORT_SLOT_BITS: Final = 14  # not fewer: the entry must stay below 2**62
_SLOT_BITS: Final = 16
_MELDED: Final = 24
"""A lead is the number of a card from 1, and so much more if it melds."""


@final
class Search:
    """The search below one position, with a table of its own.

    Methods that take `need` give a bound of what declarer takes from there on: at least `need` and
    no more than the truth, or below `need` and no less than the truth. `left` counts the tricks
    from the running one on, `rest` the card points that nobody has taken yet.
    """

    def __init__(
        self,
        hands: tuple[int, int, int],
        trick: tuple[int, int],
        who: int,
        trump: int,
        left: int,
        rest: int,
        melds_left: int,
    ) -> None:
        """The hands and the one or two cards on the table (0 = none yet) stand in trick order.

        A lead may meld when no more than `melds_left` tricks are left.
        """
        self._a: Final[i64] = hands[0]
        self._b: Final[i64] = hands[1]
        self._c: Final[i64] = hands[2]
        self._first: Final[i64] = trick[0]
        self._second: Final[i64] = trick[1]
        self._who: Final[i64] = who
        self._trump: Final[i64] = trump
        self._left: Final[i64] = left
        self._rest: Final[i64] = rest
        self._melds_left: Final[i64] = melds_left
        self._two: Final[bool] = hands[1] | trick[1] == 0
        slot_bits = _SHORT_SLOT_BITS if left <= _SHORT else _SLOT_BITS
        self._key_bits: Final[i64] = _KEY_BITS - slot_bits
        self._key_mask: Final[i64] = _KEY_MASK >> slot_bits
        self._table: Final[list[i64]] = [0] * (1 << slot_bits)

    def value(self, action: int = _NO_ACTION) -> int:
        """What declarer takes from here on, or after an action of the seat to move."""
        low: i64 = 0
        high: i64 = self._rest + _MOST_MARRIED
        while low < high:
            need = (low + high + 1) // 2
            bound = self._bound(action, need)
            if bound >= need:
                low = bound
            else:
                high = bound
        return low

    def reaches(self, action: int, need: int) -> bool:
        """Whether declarer takes `need` points after an action of the seat to move."""
        return self._bound(action, need) >= need

    def _here(self, need: i64) -> i64:
        """The bound of the position itself."""
        a, b, c = self._a, self._b, self._c
        who, trump, left, rest = self._who, self._trump, self._left, self._rest
        if not self._first:
            return self._lead(a, b, c, who, trump, left, rest, need)
        if not self._second:
            return self._led(a, b, c, who, trump, left, rest, need, self._first)
        return self._followed(a, b, c, who, trump, left, rest, need, self._first, self._second)

    def _bound(self, action: i64, need: i64) -> i64:
        """The bound of the position, or of what it becomes by an action."""
        if action == _NO_ACTION:
            return self._here(need)
        a, b, c = self._a, self._b, self._c
        who, trump, left, rest = self._who, self._trump, self._left, self._rest
        first, second = self._first, self._second
        if action >= MELD:
            bit = bit_of(action - MELD)
            trump = suit_of(bit)
            gain: i64 = 0
            if who == 0:
                gain = worth(trump)
            return gain + self._led(a ^ bit, b, c, who, trump, left, rest, need - gain, bit)
        bit = bit_of(action - CARD)
        if not first:
            return self._led(a ^ bit, b, c, who, trump, left, rest, need, bit)
        if not second and not self._two:
            return self._followed(a, b ^ bit, c, who, trump, left, rest, need, first, bit)
        trick = first | second | bit
        winner = winner_of(first, second, bit, trump)
        return self._taken(a, b, c ^ bit, who, trump, left, rest, need, trick, winner)

    def _lead(
        self, a: i64, b: i64, c: i64, who: i64, trump: i64, left: i64, rest: i64, need: i64
    ) -> i64:
        """Hand `a` is to lead: by simple bounds, by the table, or by trying its leads."""
        if need <= 0:
            return 0
        own = a
        if who != 0:
            own = b if who == 1 else c
        most = rest + worth(married(own))
        if most < need:
            return most
        if left == 1:
            if winner_of(a, b, c, trump) == who:
                return rest
            return 0
        trumps = (trump & 1) + (trump >> 5 & 2) + (trump >> 12 & 1) * 3 + (trump >> 16 & 4)
        key = (((a | c) << 24 | b | c) << 4 | who * 5 + trumps) * _MIXER & _KEY_MASK
        slot = key >> self._key_bits
        key = key & self._key_mask
        entry = self._table[slot]
        low: i64 = 0
        high: i64 = _TOO_MUCH
        move: i64 = 0
        if entry and entry >> 24 == key:
            low = entry >> 15 & 511
            high = entry >> 6 & 511
            if low >= need or high < need:
                return low if low >= need else high
            move = entry & 63
        best = self._best_lead(a, b, c, who, trump, left, rest, need, move)
        value = best >> 6
        if value >= need:
            low = value
        else:
            high = value
        self._table[slot] = ((key << 9 | low) << 9 | high) << 6 | best & 63
        return value

    def _best_lead(
        self,
        a: i64,
        b: i64,
        c: i64,
        who: i64,
        trump: i64,
        left: i64,
        rest: i64,
        need: i64,
        move: i64,
    ) -> i64:
        """The bound and the lead that gives it, `bound << 6 | lead`; `move` is tried first.

        Leads that surely take the trick for the leader's side come first and those that surely
        don't last. Once a lead has decided about `need`, the later ones are passed over.
        """
        others = b | c
        best: i64 = -1 << 6
        sure = unbeaten(b, trump) & unbeaten(c, trump)
        lost = ~sure
        if who != 0:
            best = _TOO_MUCH << 6
            sure = unbeaten(b if who == 1 else c, trump)
            lost = ~sure & unbeaten(c if who == 1 else b, trump)
        plain: i64 = 0
        meld: i64 = 0
        if move > _MELDED:
            meld = bit_of(move - _MELDED - 1)
            suit = suit_of(meld)
            best = self._try(a, b, c, who, suit, left, rest, need, best, meld, meld, _MELDED, 0)
        elif move:
            plain = bit_of(move - 1)
            best = self._try(a, b, c, who, trump, left, rest, need, best, plain, plain, 0, 0)
        if who == 0:
            best = self._melds(a, b, c, who, left, rest, need, best, meld)
        leads = richest(a, others) & sure
        best = self._try(a, b, c, who, trump, left, rest, need, best, leads, leads, 0, plain)
        starts = poorest(a, others)
        leads = a & ~sure & ~lost
        best = self._try(a, b, c, who, trump, left, rest, need, best, leads, starts, 0, plain)
        leads = starts & lost
        best = self._try(a, b, c, who, trump, left, rest, need, best, leads, leads, 0, plain)
        if who != 0:
            best = self._melds(a, b, c, who, left, rest, need, best, meld)
        return best

    def _melds(
        self,
        a: i64,
        b: i64,
        c: i64,
        who: i64,
        left: i64,
        rest: i64,
        need: i64,
        best: i64,
        tried: i64,
    ) -> i64:
        """The better of `best` and the leads that meld, without the lead `tried`."""
        if left > self._melds_left:
            return best
        queens = married(a)
        above = at_most(b | c)
        while queens:
            queen = queens & -queens
            queens = queens ^ queen
            leads = queen | queen << 1
            if not above & queen << 1:
                leads = queen << 1  # nobody can beat the king: the richer one
            elif who == 0:
                leads = queen
            suit = suit_of(queen)
            best = self._try(
                a, b, c, who, suit, left, rest, need, best, leads, queen, _MELDED, tried
            )
        return best

    def _try(
        self,
        a: i64,
        b: i64,
        c: i64,
        who: i64,
        trump: i64,
        left: i64,
        rest: i64,
        need: i64,
        best: i64,
        leads: i64,
        starts: i64,
        meld: i64,
        tried: i64,
    ) -> i64:
        """The better of `best` and `leads`, without the lead `tried`.

        `starts` has the lowest card of each run; `meld` is _MELDED if the leads meld `trump`.
        """
        gain: i64 = 0
        if meld and who == 0:
            gain = worth(trump)
        before: i64 = 0
        bound: i64 = 0
        while leads and (best >> 6 >= need) != (who == 0):
            bit = leads & -leads
            leads = leads ^ bit
            if bit & starts:
                before = 0
            if bit == tried:
                continue
            least: i64 = -1
            if before:  # only where opponents lead: of declarer's runs one card is left
                least = bound - points_of(bit) + points_of(before)
            if least >= need:
                bound = least
            else:
                bound = gain + self._led(a ^ bit, b, c, who, trump, left, rest, need - gain, bit)
            before = bit
            if (bound > best >> 6) == (who == 0) and bound != best >> 6:
                best = bound << 6 | number_of(bit) + meld
        return best

    def _led(
        self,
        a: i64,
        b: i64,
        c: i64,
        who: i64,
        trump: i64,
        left: i64,
        rest: i64,
        need: i64,
        led: i64,
    ) -> i64:
        """One card is on the table, and hand `b` is to follow."""
        if self._two:
            return self._followed(a, b, c, who, trump, left, rest, need, led, 0)
        suit = suit_of(led)
        beating = what_beats(led, trump)
        choice = legal(b, suit, beating)
        won: i64 = 0  # with which cards the trick will be won by the side of `b`
        if choice & beating:
            won = -1
            if who != 0:
                won = kept(choice, c, suit, trump)
        elif who != 1 and (legal(c, suit, beating) & beating != 0) == (who == 0):
            won = -1
        others = a | c | led
        choice = choice & (richest(b, others) & won | poorest(b, others) & ~won)
        best: i64 = -1
        if who != 1:
            best = _TOO_MUCH
        while choice and (best >= need) != (who == 1):
            bit = choice & -choice
            choice = choice ^ bit
            bound = self._followed(a, b ^ bit, c, who, trump, left, rest, need, led, bit)
            if (bound > best) == (who == 1):
                best = bound
        return best

    def _followed(
        self,
        a: i64,
        b: i64,
        c: i64,
        who: i64,
        trump: i64,
        left: i64,
        rest: i64,
        need: i64,
        led: i64,
        second: i64,
    ) -> i64:
        """Hand `c` is to complete the trick."""
        beating = what_beats(led, trump)
        winner: i64 = 0
        if second & beating:
            beating = what_beats(second, trump)
            winner = 1
        choice = legal(c, suit_of(led), beating)
        if choice & beating:
            winner = 2
        others = a | b | led | second
        if (winner == who) == (who == 2):
            choice = choice & richest(c, others)
        else:
            choice = choice & poorest(c, others)
        best: i64 = -1
        if who != 2:
            best = _TOO_MUCH
        trick = led | second
        while choice and (best >= need) != (who == 2):
            bit = choice & -choice
            choice = choice ^ bit
            bound = self._taken(a, b, c ^ bit, who, trump, left, rest, need, trick | bit, winner)
            if (bound > best) == (who == 2):
                best = bound
        return best

    def _taken(
        self,
        a: i64,
        b: i64,
        c: i64,
        who: i64,
        trump: i64,
        left: i64,
        rest: i64,
        need: i64,
        trick: i64,
        winner: i64,
    ) -> i64:
        """The trick is complete, and `winner` (0, 1 or 2) leads the next."""
        points = rest  # the last trick takes the side cards too
        if left > 1:
            points = points_of(trick)
        gain: i64 = 0
        if winner == who:
            gain = points
        if left == 1:
            return gain
        left = left - 1
        rest = rest - points
        need = need - gain
        if winner == 0:
            return gain + self._lead(a, b, c, who, trump, left, rest, need)
        if self._two:
            return gain + self._lead(c, b, a, 2 - who, trump, left, rest, need)
        who = who - winner
        if who < 0:
            who = who + 3
        if winner == 1:
            return gain + self._lead(b, c, a, who, trump, left, rest, need)
        return gain + self._lead(c, a, b, who, trump, left, rest, need)
