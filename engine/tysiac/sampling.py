"""Where the cards may lie that a seat doesn't see: all ways counted, any of them drawn by number.

What a decision shows rules most ways out. A seat that didn't follow, beat or trump had no card
that it would have had to play; who melded holds the other half until it is played; a shown musik
went to declarer, who gave one card to each opponent or laid two aside; a bid and a contract above
120 say that their marriages were there (tysiac.md sections 4, 5, 7, 8 and 11).

The ways are counted card by card, from the last to the first: how many there are to place the
rest depends on how much room each place has left, and on the marriages that are still owed.
A number below the count is one way: each card goes where the number falls.
"""

from typing import Final, NamedTuple

from mypy_extensions import i64

from engine.errors import EngineError
from engine.tysiac.actions import MELD, card_in, is_bid
from engine.tysiac.cards import ALL_CARDS, MARRIAGE_VALUES, SUIT_MASKS, cards_of
from engine.tysiac.decision import Decision
from engine.tysiac.phases import AUCTION, MUSIK_CHOICE, PLAY
from engine.tysiac.rules import Rules
from engine.tysiac.tricks import BEATING, NO_TRUMP, beats

__all__ = ["FIELD", "Unseen", "seats_from"]

FIELD: Final = 24
"""Bits of one hand in what `Unseen.draw` gives."""

_NOWHERE: Final = 2  # the field of cards that no hand holds
_CUT_OFF: Final = 48  # their bit, above both hands
_BASE_CAP: Final = 120
_ROOM_BITS: Final = 4
_CLAIMS_FROM: Final = 12  # above the rooms of three places
_CLAIM_BITS: Final = 10  # a flag, and the points that are owed
_OWED: Final = (1 << _CLAIM_BITS - 1) - 1
_SHIFT_BITS: Final = 6  # of an edge: the bit of the card, the next node above it
_SHIFT: Final = (1 << _SHIFT_BITS) - 1


class Place(NamedTuple):
    """Somewhere a card may have gone: a hand, a gift, the musik, the cards laid aside."""

    field: int
    """The hand that holds it now: 0 the next seat on the left, 1 the one after it."""
    room: int
    cards: int
    """Mask of the cards that may have gone there."""


class Claim(NamedTuple):
    """Marriages that somebody's bid or contract says were in its hand."""

    owed: int
    """What they are worth at least."""
    known: int
    """Mask of the cards that are known to have been in that hand."""
    held: tuple[int, ...]
    """For each place the mask of the cards that were in that hand if they went there."""


class Shown:
    """What the plays of a decision say of each seat."""

    def __init__(self, decision: Decision, players: int, dealer: int) -> None:
        self.played: Final = [0] * players
        """The cards that each seat has played."""
        self.lacks: Final = [0] * players
        """The cards that each seat can't hold any more."""
        self.melded: Final = [0] * players
        """The halves of its marriages that each seat must still hold."""
        seats = seats_from(0, players, dealer)
        at = 0
        trump = NO_TRUMP
        for leader in decision.leaders:
            led = best = -1
            for seat in seats_from(leader, players, dealer):
                if at == len(decision.plays):
                    break
                action = decision.plays[at]
                at += 1
                card = card_in(action)
                self.played[seat] |= 1 << card
                if led < 0:
                    led = best = card
                    if action >= MELD:
                        trump = card // 6
                        self.melded[seat] |= 1 << (card ^ 1)
                    continue
                self.lacks[seat] |= _lacking(card, led // 6, best, trump)
                if beats(card, best, trump):
                    best = card
        for seat in seats:
            self.melded[seat] &= ~self.played[seat]

    def may_hold(self, seat: int, cards: int) -> int:
        """Those of the unplayed `cards` that `seat` may hold."""
        return (self.may_lie(cards) | cards & self.melded[seat]) & ~self.lacks[seat]

    def may_lie(self, cards: int) -> int:
        """Those of the unplayed `cards` that may be in nobody's hand."""
        for melded in self.melded:
            cards &= ~melded
        return cards


def seats_from(seat: int, players: int, dealer: int) -> tuple[int, ...]:
    """The seats that play in this deal, clockwise from `seat` on."""
    order = [(seat + step) % players for step in range(players)]
    return tuple([each for each in order if players < 4 or each != dealer])


def _lacking(card: int, led_suit: int, best: int, trump: int) -> int:
    """The cards that a seat had to play instead of `card`, so it didn't have them."""
    lacking = 0
    eligible = SUIT_MASKS[led_suit]
    if card // 6 != led_suit:
        lacking = eligible
        eligible = ALL_CARDS
    if not beats(card, best, trump):
        lacking |= BEATING[trump][best] & eligible
    return lacking


class Unseen:
    """The cards that the seat of a decision doesn't see, and each way in which they may lie.

    A way is a dealing of the hidden cards together with what declarer gave to whom or laid
    aside. Each that is consistent with the decision counts once, whatever it makes of the auction
    and the plays beyond what the rules say. (Of a musik that isn't shown to an opponent it is left
    open which of declarer's cards it was: that multiplies every way by the same number.)
    """

    def __init__(self, decision: Decision, rules: Rules) -> None:
        players = rules.players
        order = seats_from(decision.seat, players, decision.dealer)
        self.others: Final = order[1:]
        """The other seats of this deal from the next on the left: the fields of a draw."""
        self._base: int = 0
        self._room: list[int] = []
        self._claims: list[Claim] = []
        self._owed: list[int] = []
        self._cards: list[int] = []
        self._options: list[list[int]] = []
        self._shifts: list[list[int]] = []
        self._free: int = 0
        self._counts: dict[int, int] = {}
        self._nodes: dict[int, int] = {}
        self._table: list[i64] = []

        shown = Shown(decision, players, decision.dealer)
        if decision.phase == PLAY and decision.seat != decision.declarer:
            self._seen_by_opponent(decision, rules, shown)
        else:
            self._seen_by_declarer(decision, rules, shown)
        self.ways: Final = self._count_all()
        """How many ways there are, at least one."""
        if self.ways == 0:
            raise EngineError(f"no cards fit what seat {decision.seat} is shown in this decision")
        self._start: Final[i64] = self._nodes.get(self._key(0, self._state()), 0)
        self._steps: Final[i64] = len(self._cards)
        self._fixed: Final[i64] = self._base
        self._wide: Final[i64] = 1  # a 1 in the code would be shifted as a C int of 32 bits

    def draw(self, number: i64) -> i64:
        """Way `number` (from 0, below `ways`; unchecked): the hands of `others`, FIELD bits each.

        With two players before a musik is taken the second field is musik 0.
        """
        hands = self._fixed
        table = self._table
        node = self._start
        steps = self._steps
        wide = self._wide
        while steps > 0:
            first = table[node]
            if number < first:
                edge = table[node + 2]
            else:
                second = table[node + 1]
                if number < second:
                    number -= first
                    edge = table[node + 3]
                else:
                    number -= second
                    edge = table[node + 4]
            hands |= wide << (edge & _SHIFT)
            node = edge >> _SHIFT_BITS
            steps -= 1
        return hands

    # What the seat knows

    def _seen_by_declarer(self, decision: Decision, rules: Rules, shown: Shown) -> None:
        """Places and claims for who takes part in the auction or is declarer."""
        given = 0
        for seat, card in decision.gave:
            given |= 1 << card
            if not shown.played[seat] >> card & 1:
                self._base |= 1 << card << FIELD * self.others.index(seat)
        open_cards = ALL_CARDS & ~(decision.hand | decision.laid | given)
        for played in shown.played:
            open_cards &= ~played
        dealt = 10 if rules.players == 2 else 7
        places: list[Place] = []
        for field, seat in enumerate(self.others):
            room = dealt - (shown.played[seat] & ~given).bit_count()
            places.append(Place(field, room, shown.may_hold(seat, open_cards)))
        if rules.players == 2:
            if decision.phase in (AUCTION, MUSIK_CHOICE):
                places.append(Place(1, 2, open_cards))
            places.append(Place(_NOWHERE, 2, shown.may_lie(open_cards)))
        elif decision.phase == AUCTION:
            places.append(Place(_NOWHERE, 3, open_cards))
        for field, seat in enumerate(self.others):
            held = [ALL_CARDS if field == place else 0 for place in range(len(places))]
            self._claim_bid(decision, rules, seat, shown.played[seat] & ~given, held)
        self._settle(open_cards, 0, places)

    def _seen_by_opponent(self, decision: Decision, rules: Rules, shown: Shown) -> None:
        """Places and claims for an opponent in the play."""
        declarer, musik = decision.declarer, decision.musik
        played = shown.played[declarer]
        received = 0 if decision.received < 0 else 1 << decision.received
        open_cards = ALL_CARDS & ~decision.hand
        for cards in shown.played:
            open_cards &= ~cards
        kept_size = 10 if rules.players == 2 else 8
        kept = Place(
            self.others.index(declarer),
            kept_size - played.bit_count(),
            shown.may_hold(declarer, open_cards),
        )
        if rules.players == 2:
            # What declarer laid aside may be of the musik, the other musik is not.
            aside = shown.may_lie(open_cards)
            places = [kept, Place(_NOWHERE, 2, aside), Place(_NOWHERE, 2, aside & ~musik)]
            from_dealt = [~musik, ~musik, 0]
            self._claim_bid(decision, rules, declarer, played & ~musik, from_dealt)
            self._claim_contract(decision, played, [ALL_CARDS, 0, 0])
            self._settle(open_cards, 0, places)
            return
        field = 1 - kept.field
        other = self.others[field]
        may_hold = shown.may_hold(other, open_cards)
        if musik == 0:  # not shown: nobody raised, and any card of the other may be the gift
            room = 8 - shown.played[other].bit_count()
            self._claim_contract(decision, played, [ALL_CARDS, 0])
            self._settle(open_cards, 0, [kept, Place(field, room, may_hold)])
            return
        # Of its eight cards one was the gift; it may have been played since.
        its_cards = may_hold | shown.played[other]
        places = [kept, Place(field, 1, its_cards), Place(field, 7, its_cards & ~musik)]
        from_dealt = [~musik, ~musik, 0]
        self._claim_bid(decision, rules, declarer, (played | received) & ~musik, from_dealt)
        self._claim_bid(decision, rules, other, 0, [0, 0, ALL_CARDS])
        self._claim_contract(decision, played, [ALL_CARDS, 0, 0])
        self._settle(open_cards, shown.played[other], places)

    def _claim_bid(
        self, decision: Decision, rules: Rules, seat: int, known: int, held: list[int]
    ) -> None:
        """A bid above 120 needs the marriages in the dealt cards."""
        highest = 0
        if rules.bid_cap == "marriages":
            for bidder, action in decision.auction:
                if bidder == seat and is_bid(action):
                    highest = action
        if highest > _BASE_CAP:
            self._claims.append(Claim(highest - _BASE_CAP, known, tuple(held)))

    def _claim_contract(self, decision: Decision, known: int, held: list[int]) -> None:
        """A contract above the bid and 120 needs the marriages in the cards that are played."""
        if decision.contract > max(decision.bid, _BASE_CAP):
            self._claims.append(Claim(decision.contract - _BASE_CAP, known, tuple(held)))

    # Counting

    def _settle(self, open_cards: int, played: int, places: list[Place]) -> None:
        """Put each card that can go only one way there; the others are free.

        `played` are cards that lie on the table, of which it is open how they came to their seat.
        """
        self._room = [place.room for place in places]
        known = [claim.known for claim in self._claims]
        for card in cards_of(open_cards | played):
            options = [at for at, place in enumerate(places) if place.cards >> card & 1]
            on_table = played >> card & 1
            shifts = [_shift(card, _NOWHERE if on_table else places[at].field) for at in options]
            if len(options) != 1:
                self._free |= 1 << card
                self._cards.append(card)
                self._options.append(options)
                self._shifts.append(shifts)
                continue
            (at,) = options
            self._room[at] -= 1
            self._base |= 1 << shifts[0]
            for index, claim in enumerate(self._claims):
                known[index] |= claim.held[at] & 1 << card
        self._claims = [
            claim._replace(known=cards) for claim, cards in zip(self._claims, known, strict=True)
        ]
        self._owed = [_still_owed(claim) for claim in self._claims]

    def _state(self) -> int:
        """Room left and marriages owed before the first free card, in one number; 0 at the end."""
        state = 0
        for at, room in enumerate(self._room):
            state |= room << _ROOM_BITS * at
        for index, owed in enumerate(self._owed):
            state |= owed << _CLAIMS_FROM + _CLAIM_BITS * index + 1
        return state

    def _key(self, step: int, state: int) -> int:
        return state * 32 + step

    def _count_all(self) -> int:
        if min(self._room) < 0 or sum(self._room) != len(self._cards):
            return 0
        return self._count(0, self._state())

    def _count(self, step: int, state: int) -> int:
        """The ways to place the free cards from `step` on; their nodes go into the table.

        A node is five numbers: how many ways the first option has, the first two, and for each
        option the next node and the bit of the card.
        """
        if step == len(self._cards):
            return 1 if state == 0 else 0
        key = self._key(step, state)
        known = self._counts.get(key)
        if known is not None:
            return known
        total = 0
        sums: list[int] = []
        edges: list[int] = []
        for option, at in enumerate(self._options[step]):
            if not state >> _ROOM_BITS * at & 15:
                continue
            after = self._after(step, at, state)
            count = self._count(step + 1, after)
            if count:
                total += count
                sums.append(total)
                node = self._nodes.get(self._key(step + 1, after), 0)
                edges.append(node << _SHIFT_BITS | self._shifts[step][option])
        self._counts[key] = total
        if total:
            self._nodes[key] = len(self._table)
            missing = 3 - len(edges)
            row = [*sums, total, total][:2] + edges + edges[-1:] * missing
            for number in row:
                self._table.append(number)
        return total

    def _after(self, step: int, at: int, state: int) -> int:
        """The state once the free card `step` went to the place `at`."""
        state -= 1 << _ROOM_BITS * at
        card = self._cards[step]
        if card % 6 not in (2, 3):
            return state
        half = card ^ 1  # king and queen stand side by side
        half_is_free = self._free >> half & 1
        for index, claim in enumerate(self._claims):
            flag = 1 << _CLAIMS_FROM + _CLAIM_BITS * index
            held = claim.held[at] >> card & 1
            if not half_is_free:
                married = held and claim.known >> half & 1
            elif half > card:  # the king comes next
                state |= flag * held
                continue
            else:
                married = held and state & flag
                state &= ~flag
            if married:
                owed = state // (2 * flag) & _OWED
                state -= 2 * flag * min(owed, MARRIAGE_VALUES[card // 6])
        return state


def _shift(card: int, field: int) -> int:
    """The bit of `card` in a draw where it lies in `field`."""
    return _CUT_OFF if field == _NOWHERE else FIELD * field + card


def _still_owed(claim: Claim) -> int:
    """What a claim owes beyond the marriages of which both cards are known."""
    owed = claim.owed
    for suit, value in enumerate(MARRIAGE_VALUES):
        if claim.known >> 6 * suit & 0b1100 == 0b1100:
            owed -= value
    return max(owed, 0)
