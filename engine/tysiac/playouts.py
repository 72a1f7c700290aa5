"""Playing a decision out over and over, for bots that search.

    playouts = Playouts(decision, self.setup.rules, self.setup.seed)
    return max(
        playouts.actions,
        key=lambda action: playouts.random(action, 200).earned(decision.seat),
    )

Each playout has a number. By that number the hidden cards are drawn, uniformly from all dealings
and exchanges that are consistent with the decision (`sampling` says what that is), and by that
number every play is chosen to the last trick. So playout 17 is the same in every process and on
both builds, it deals the same cards whichever action is asked for, and more playouts are had by
going on with `first`. Only the decision is read: nobody's hidden cards are known here.

From which decisions one can play out:

* play: the action is played, and the trick goes on;
* contract: the play begins, `made` counts for the declared contract;
* exchange: the cards change hands, the contract is the bid;
* musik (2 players): that musik is taken, and the two cards that are missed least are laid aside;
* auction: after a bid everybody else passes, after a pass the standing bid is left alone. Whoever
  has it takes the musik, parts with the two cards that it misses least (the lower one to the seat
  on its left) and plays the bid.

A redeal and a bomb end the deal: there is nothing to play out, and to ask is an error. All
others are `Playouts.actions`.
"""

from typing import Final, NamedTuple, final

from mypy_extensions import i64

from engine.chance import integer, root_key
from engine.errors import EngineError, IllegalActionError
from engine.game import Decision as AnyDecision
from engine.tysiac.actions import (
    BOMB,
    CARD,
    DECLARE,
    MELD,
    MUSIK,
    PASS,
    REDEAL,
    action_text,
    gifts_in,
    laid_in,
    refusal,
)
from engine.tysiac.cards import ALL_CARDS, card_points
from engine.tysiac.choosing import (
    MARRIAGE,
    MELDED,
    NO_SUIT,
    SENSIBLY,
    SUIT_OF,
    WORTH,
    exchanged,
    followed,
    led,
    rotated,
    takes,
)
from engine.tysiac.decision import Decision
from engine.tysiac.phases import AUCTION, EXCHANGE, MUSIK_CHOICE, PLAY
from engine.tysiac.rules import Rules
from engine.tysiac.sampling import FIELD, Unseen, seats_from
from engine.tysiac.sound import require_sound, require_types, whole
from engine.tysiac.streams import begun, drawn, following, way_in

__all__ = ["MOST_PLAYOUTS", "Playouts", "Sums"]

MOST_PLAYOUTS: Final = 1 << 20
"""Numbers of playouts are below this."""

_ENDS: Final = (REDEAL, BOMB)
_BEFORE_EXCHANGE: Final = (AUCTION, MUSIK_CHOICE, EXCHANGE)

# What declarer takes before the play begins.
_NO_MUSIK: Final = 0
_MUSIK_0: Final = 1  # the first of two
_REST: Final = 2  # all that lies in no hand

_NONE: Final = -1
_HAND: Final = 0xFFFFFF

# A result is three numbers of 16 bits: card points, and marriages above them.
_MELD_SHIFT: Final = 7
_POINTS: Final = 0x7F
_SEAT_SHIFT: Final = 16
_MELDS: Final = 0x1FF


class Sums(NamedTuple):
    """What came of some playouts, added up; whole numbers throughout."""

    playouts: int
    """How many were played."""
    declarer: int
    """The seat that declares in them."""
    contract: int
    """The points that declarer plays for in them."""
    made: int
    """How often declarer's card points and marriages reached the contract."""
    points: tuple[int, ...]
    """Card points by seat, with what was taken before; they add up to 120 a playout."""
    marriages: tuple[int, ...]
    """Marriages by seat, with what was melded before."""

    def earned(self, seat: int) -> int:
        """Card points and marriages of `seat`; divided by `playouts`, what to expect."""
        return self.points[seat] + self.marriages[seat]


@final
class Playouts:
    """All that may come of one decision.

    `seed` is the bot's own (`setup.seed`, 0 ≤ seed < 2**63). Raises EngineError for a decision
    that asks nothing, that is not of these rules, or that no cards could have led to.
    """

    def __init__(self, decision: AnyDecision, rules: Rules, seed: int) -> None:
        shown = require_types(decision, rules)
        if not shown.legal:
            raise EngineError(f"seat {shown.seat} is not to move: there is nothing to play out")
        require_sound(shown, rules)
        seed = whole(seed)
        if not 0 <= seed < 1 << 63:
            raise EngineError(f"seed: found {seed}; allowed: 0 to 2**63 - 1")
        self.decision: Final = shown
        self.rules: Final = rules
        self.seed: Final = seed
        self.actions: Final = tuple([each for each in shown.legal if each not in _ENDS])
        """The legal actions that can be played out, ascending."""
        self.unseen: Final = Unseen(shown, rules)
        """The hidden cards; `unseen.ways` is the number of ways in which they may lie."""
        place = (shown.n, len(shown.redealt), len(shown.auction), len(shown.plays))
        self._key: Final[i64] = integer(root_key(f"playouts {seed} {place}".encode()), 60)
        self._ways: Final[i64] = self.unseen.ways
        if _sizes(shown, rules) != [hand.bit_count() for hand in self.sample()]:
            raise EngineError(f"no play of {rules.players} seats has led to this decision")

    def __reduce__(self) -> tuple[type["Playouts"], tuple[Decision, Rules, int]]:
        return Playouts, (self.decision, self.rules, self.seed)

    def sample(self, number: int = 0) -> tuple[int, ...]:
        """The hands by seat in playout `number`, as masks; 0 for the four-player dealer.

        They are the hands before the action; in a contract decision the gifts have arrived. What
        no hand holds then lies in a musik or aside.
        """
        number = whole(number)
        if not 0 <= number < MOST_PLAYOUTS:
            raise EngineError(f"number: found {number}; allowed: 0 to {MOST_PLAYOUTS - 1}")
        hands = [0] * self.rules.players
        hands[self.decision.seat] = self.decision.hand
        stream = begun(self._key, number)
        drawn: int = self.unseen.draw(way_in(stream, self._ways))
        for field, seat in enumerate(self.unseen.others):
            hands[seat] = drawn >> FIELD * field & ALL_CARDS
        return tuple(hands)

    def random(self, action: int, count: int, first: int = 0) -> Sums:
        """Playouts `first` to `first + count` after `action`, every legal play equally likely.

        Melds are plays of their own, as in `Decision.legal`. Raises IllegalActionError for an
        action that isn't legal, EngineError for one that ends the deal.
        """
        return self._play(action, count, first, False)

    def policy(self, action: int, count: int, first: int = 0) -> Sums:
        """As `random`, but everybody plays sensibly, so that nothing but the cards is chance.

        Who leads melds its best marriage, else leads the most valuable card that none beats, else
        the card it misses least: the lowest, no trump, no half of a marriage. Who follows takes
        the trick with its lowest card, or as the last with its highest, if it must beat;
        otherwise it plays the card it misses least.
        """
        return self._play(action, count, first, True)

    def _play(self, action: int, count: int, first: int, policy: bool) -> Sums:
        decision = self.decision
        if action not in decision.legal:
            asked = f"{decision.phase}, seat {decision.seat}"
            raise IllegalActionError(refusal(asked, action, decision.legal))
        if action in _ENDS:
            raise EngineError(f"{action_text(action)} ends the deal: there is nothing to play out")
        count, first = whole(count), whole(first)
        _check_numbers(count, first)
        start = Start(decision, self.rules, self.unseen, action)
        totals = self._add_up(start, count, first, policy)
        points = [0] * self.rules.players
        marriages = [0] * self.rules.players
        for at, seat in enumerate(start.seats):
            points[seat] = totals[2 * at]
            marriages[seat] = totals[2 * at + 1]
        for seat in range(self.rules.players):
            points[seat] += count * decision.points[seat]
            marriages[seat] += count * decision.marriages[seat]
        made = totals[-1]
        return Sums(count, start.declarer, start.contract, made, tuple(points), tuple(marriages))

    def _add_up(self, start: "Start", count: i64, first: i64, policy: bool) -> list[int]:
        """Points and marriages of each of `start.seats`, and how often the contract was made."""
        unseen = self.unseen
        key = self._key
        ways = self._ways
        own_before = start.own
        gift_to_one = start.gift_to_one
        gift_to_other = start.gift_to_other
        musik_taken = start.musik_taken
        three = start.three
        declarer_shift = start.declarer_at * _SEAT_SHIFT
        needed = start.needed
        made: i64 = 0
        own_points: i64 = 0
        own_melds: i64 = 0
        one_points: i64 = 0
        one_melds: i64 = 0
        other_points: i64 = 0
        other_melds: i64 = 0
        number = first
        while number < first + count:
            stream = begun(key, number)
            number += 1
            hands = unseen.draw(way_in(stream, ways))
            own = own_before
            one = hands & _HAND | gift_to_one
            other = hands >> FIELD & _HAND | gift_to_other
            if musik_taken != _NO_MUSIK:
                musik = other if musik_taken == _MUSIK_0 else _HAND & ~(own | one | other)
                if not three:
                    other = 0
                own, one, other = exchanged(own, one, other, start.leader_at, musik, three)
            result = start.play_out(own, one, other, following(following(stream)), policy)
            own_points += result & _POINTS
            own_melds += result >> _MELD_SHIFT & _MELDS
            one_points += result >> _SEAT_SHIFT & _POINTS
            one_melds += result >> _SEAT_SHIFT + _MELD_SHIFT & _MELDS
            other_points += result >> 2 * _SEAT_SHIFT & _POINTS
            other_melds += result >> 2 * _SEAT_SHIFT + _MELD_SHIFT & _MELDS
            earned = result >> declarer_shift
            if (earned & _POINTS) + (earned >> _MELD_SHIFT & _MELDS) >= needed:
                made += 1
        totals: list[int] = [own_points, own_melds, one_points, one_melds]
        return [*totals, other_points, other_melds, made]


class Start:
    """Where the playouts of one action begin."""

    def __init__(self, decision: Decision, rules: Rules, unseen: Unseen, action: int) -> None:
        self.seats: Final = (decision.seat, *unseen.others)
        """The seats of this deal in the order of all that follows: own, one, other."""
        self.three: Final = rules.players > 2
        self.declarer: int = decision.declarer
        self.contract: int = decision.contract or decision.bid
        self.own: i64 = decision.hand
        self.gift_to_one: i64 = 0
        self.gift_to_other: i64 = 0
        self.musik_taken: i64 = _NO_MUSIK
        self.size: i64 = 8 if self.three else 10
        self.lead: i64 = _NONE
        self.second: i64 = _NONE
        self.third: i64 = _NONE
        self.trump: i64 = NO_SUIT if decision.trump < 0 else 6 * decision.trump
        self.melding: bool = rules.meld_from_trick <= max(1, len(decision.leaders))
        self.untaken: i64 = card_points(ALL_CARDS) - sum(decision.points)
        """Card points that nobody has yet: with two players the side cards are among them."""

        phase = decision.phase
        leader = decision.leader
        if phase == PLAY:
            self._play(decision, action)
        else:
            if phase == AUCTION:
                self.musik_taken = _MUSIK_0 if rules.players == 2 else _REST
                if action != PASS:
                    self.declarer = decision.seat
                    self.contract = action
            elif phase == MUSIK_CHOICE:
                self.musik_taken = _MUSIK_0 if action == MUSIK else _REST
            elif phase == EXCHANGE:
                self._part(decision, action)
            else:
                self.contract = action - DECLARE
            leader = self.declarer
        self.leader_at: Final[i64] = self.seats.index(leader)
        self.declarer_at: Final[i64] = self.seats.index(self.declarer)
        before = decision.points[self.declarer] + decision.marriages[self.declarer]
        self.needed: Final[i64] = self.contract - before
        """What the declarer still has to take and to meld."""

    def _play(self, decision: Decision, action: int) -> None:
        self.size -= len(decision.leaders) - 1
        card = action - MELD + MELDED if action >= MELD else action - CARD
        # Cards on the table are out of their hands already; to take them out again does no harm.
        cards = [*decision.trick, card, _NONE, _NONE]
        self.lead, self.second, self.third = cards[0], cards[1], cards[2]

    def _part(self, decision: Decision, action: int) -> None:
        if not self.three:
            first, second = laid_in(action)
            self.own ^= 1 << first | 1 << second
            return
        for seat, card in gifts_in(action):
            self.own ^= 1 << card
            if seat == self.seats[1]:
                self.gift_to_one = 1 << card
            else:
                self.gift_to_other = 1 << card

    def play_out(  # noqa: PLR0915 - the hot loop stands in one piece
        self, own: i64, one: i64, other: i64, stream: i64, policy: bool
    ) -> i64:
        """Play to the last trick and say what each seat took and melded, in _SEAT_SHIFT bits.

        Hands and points are rotated, so that `a` leads and `b` and `c` follow.
        """
        three = self.three
        size = self.size
        lead = self.lead
        second = self.second
        third = self.third
        trump = self.trump
        melding = self.melding
        untaken = self.untaken
        at = self.leader_at
        a, b, c = rotated(own, one, other, at, three)
        points_a: i64 = 0
        points_b: i64 = 0
        points_c: i64 = 0
        bit: i64 = 1
        sensibly: i64 = SENSIBLY if policy else 0  # -1, and so is it with any number drawn

        while size > 0:
            if lead < 0:
                stream = following(stream)
                lead = led(a, b | c, size, trump, melding, drawn(stream) | sensibly)
            if lead >= MELDED:
                lead -= MELDED
                trump = SUIT_OF[lead]
                points_a += MARRIAGE[lead] << _MELD_SHIFT
            a &= ~(bit << lead)
            suit: i64 = SUIT_OF[lead]
            best = lead
            winner: i64 = 0

            if second < 0:
                stream = following(stream)
                draw = drawn(stream) | sensibly
                second = followed(b, suit, best, size, trump, draw, not three)
            b &= ~(bit << second)
            gain: i64 = WORTH[lead] + WORTH[second]
            if takes(second, best, trump):
                best = second
                winner = 1

            if three:
                if third < 0:
                    stream = following(stream)
                    draw = drawn(stream) | sensibly
                    third = followed(c, suit, best, size, trump, draw, True)
                c &= ~(bit << third)
                gain += WORTH[third]
                if takes(third, best, trump):
                    winner = 2

            untaken -= gain
            size -= 1
            if size == 0:
                gain += untaken  # the side cards, with two players (section 8)
            a, b, c = rotated(a, b, c, winner, three)
            points_a, points_b, points_c = rotated(points_a, points_b, points_c, winner, three)
            points_a += gain
            at += winner
            lead = second = third = _NONE
            melding = True

        back = 2 * at % 3 if three else at & 1  # two turns more for each make it whole turns
        points_a, points_b, points_c = rotated(points_a, points_b, points_c, back, three)
        return points_a | points_b << _SEAT_SHIFT | points_c << 2 * _SEAT_SHIFT


def _sizes(decision: Decision, rules: Rules) -> list[int]:
    """How many cards each seat must have in what `Playouts.sample` gives.

    The loops above end because every hand holds a card for each trick to come.
    """
    seats = seats_from(0, rules.players, decision.dealer)
    sizes = [0] * rules.players
    two = rules.players == 2
    dealt, played = (10, 10) if two else (7, 8)
    for seat in seats:
        sizes[seat] = dealt if decision.phase in _BEFORE_EXCHANGE else played
    if decision.phase == EXCHANGE:
        sizes[decision.seat] += 2 if two else 3
    if decision.phase != PLAY:
        return sizes
    order = seats_from(decision.leader, rules.players, decision.dealer)
    tricks = len(decision.leaders) - 1
    done = len(decision.trick)
    for seat in seats:
        sizes[seat] -= tricks + (1 if seat in order[:done] else 0)
    return sizes


def _check_numbers(count: int, first: int) -> None:
    if not 1 <= count <= MOST_PLAYOUTS:
        raise EngineError(f"count: found {count}; allowed: 1 to {MOST_PLAYOUTS}")
    if not 0 <= first <= MOST_PLAYOUTS - count:
        raise EngineError(f"first: found {first}; allowed: 0 to {MOST_PLAYOUTS - count}")
