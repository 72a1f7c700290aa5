"""One deal from the auction to its last trick, as a state machine of plain integers.

The hand knows the rules of a single deal; scores, dealers and the end of the match are the
business of `match`. Each phase has a method that opens it and one for what follows its action.
"""

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from engine.errors import IllegalActionError
from engine.tysiac.actions import (
    BOMB,
    CALLS,
    CARD,
    DECLARE,
    MELD,
    MUSIK,
    PASS,
    RECORDED,
    REDEAL,
    Recorded,
    action_text,
    actions_in,
    cards_given,
    gifts_in,
    laid_in,
    parse_action,
    refusal,
)
from engine.tysiac.auction import FORCED_BID, legal_in_auction, may_ask_redeal, top_bid
from engine.tysiac.background import Background, Pairs, Sheet
from engine.tysiac.cards import ALL_CARDS, CARD_POINTS, CARDS, MARRIAGE_VALUES, card_points
from engine.tysiac.deal import Deal
from engine.tysiac.decision import Decision, leaders_in
from engine.tysiac.exchange import legal_contracts, legal_gifts, legal_lays
from engine.tysiac.phases import AUCTION, CONTRACT, EXCHANGE, MUSIK_CHOICE, OVER, PLAY
from engine.tysiac.rules import Rules
from engine.tysiac.tricks import BEATING, NO_TRUMP, legal_follows, legal_leads
from engine.tysiac.words import SEAT_BITS, by_seat

__all__ = ["NOBODY", "Hand"]

NOBODY: Final = -1
_MUSIK_CHOICES: Final = (MUSIK, MUSIK + 1)
_NONE: Final[tuple[int, ...]] = ()
# Tricks of one card, and of one and another.
_ALONE: Final[list[tuple[int, ...]]] = [(card,) for card in range(CARDS)]
_PAIRS: Final[list[list[tuple[int, ...]]]] = [
    [(first, second) for second in range(CARDS)] for first in range(CARDS)
]


def _laid() -> list[tuple[i64, i64, i64, i64]]:
    laid: list[tuple[i64, i64, i64, i64]] = [(0, 0, 0, 0)] * (MELD + CARDS)
    for card, points in enumerate(CARD_POINTS):
        laid[CARD + card] = laid[MELD + card] = (card, 1 << card, points, card // 6 * 6)
    return laid


_LAID: Final = _laid()
"""What a play or meld lays: the card, its bit, its points, and the lowest card of its suit."""


def _left_of(players: int, sitting_out: int) -> list[i64]:
    """For each seat the next playing seat on its left."""
    left: list[i64] = []
    for seat in range(players):
        following = (seat + 1) % players
        if following == sitting_out:
            following = (following + 1) % players
        left.append(following)
    return left


_LEFT: Final = [
    [_left_of(players, sitting_out) for sitting_out in range(-1, players)] for players in (2, 3, 4)
]
"""By players - 2 and the seat that sits out + 1."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Hand:
    """The running deal: `to_move` is the seat to act, `legal` its actions, ascending.

    At the end `phase` is OVER, `to_move` NOBODY and `legal` empty.
    """

    # More attributes than a plain object finds quickly (30): slots take a fifth off every action.
    __slots__ = (
        *("rules", "sheet", "deal", "redealt", "sitting_out", "forehand"),
        *("_left", "_seats_in_trick", "_meld_from", "_backgrounds"),
        *("_held", "_unplayed", "_calls", "phase", "to_move", "legal"),
        *("auction", "bid", "declarer", "raised", "redeal_asked"),
        *("_spoken", "_passed", "_bidders"),
        *("musik", "musik_shown", "gifts", "laid", "side_cards", "contract", "bombed"),
        *("leader", "trump", "trick", "best_seat"),
        *("_plays", "_before", "_points", "_marriages", "_tricks_left"),
        *("_lead_action", "_in_trick", "_pairs", "_low", "_beaten_by", "_beating"),
        *("_trick_points",),
    )

    def __init__(self, rules: Rules, sheet: Sheet, deal: Deal, redealt: Pairs) -> None:
        players = rules.players
        self.rules: Final = rules
        self.sheet: Final = sheet
        self.deal: Final = deal
        self.redealt: Final = redealt
        self.sitting_out: i64 = sheet.dealer if players == 4 else NOBODY
        self.forehand: i64 = (sheet.dealer + 1) % players
        self._left: list[i64] = _LEFT[players - 2][self.sitting_out + 1]
        self._seats_in_trick: i64 = 2 if players == 2 else 3

        # What a seat holds: these, without what has been played.
        self._held: list[i64] = list(deal.hands)
        self._unplayed: i64 = ALL_CARDS
        self.phase: str = AUCTION
        self.to_move: i64 = self._left[self.forehand]
        self.legal: tuple[int, ...] = _NONE

        # What has been done before the play and in it: (seat, text), as in the record.
        self._calls: list[Any] = []
        self._plays: list[Any] = []

        self.auction: Pairs = ()
        self.bid: i64 = FORCED_BID
        self.declarer: i64 = self.forehand
        self.raised: bool = False
        self.redeal_asked: bool = False
        self._spoken: i64 = 0
        self._passed: i64 = 0
        self._bidders: i64 = self._seats_in_trick

        self.musik: i64 = 0
        self.musik_shown: bool = False
        self.gifts: Pairs = ()
        self.laid: i64 = 0
        self.side_cards: i64 = 0
        self.contract: i64 = 0
        self.bombed: bool = False

        self.leader: i64 = NOBODY
        self.trump: i64 = NO_TRUMP
        self.trick: tuple[int, ...] = _NONE
        self.best_seat: i64 = NOBODY
        self._before: Recorded = ()  # the plays before this trick
        self._points: i64 = 0  # as words (`words`)
        self._marriages: i64 = 0
        self._lead_action: i64 = 0
        self._in_trick: i64 = 0
        self._pairs: list[tuple[int, ...]] = _ALONE  # the tricks that begin with the card led
        self._low: i64 = 0  # the lowest card of the suit that is led
        self._beaten_by: list[i64] = BEATING[NO_TRUMP]
        self._beating: i64 = 0  # what would take the trick
        self._trick_points: i64 = 0
        self._tricks_left: i64 = 10 if players == 2 else 8
        self._meld_from: i64 = self._tricks_left + 1 - rules.meld_from_trick
        self._backgrounds: list[Background | None] = [None] * players
        self._ask_bidder()

    @property
    def hands(self) -> list[int]:
        """By seat the mask of the cards that it holds now."""
        return [mask & self._unplayed for mask in self._held]

    @property
    def log(self) -> list[Any]:
        """(seat, text) of all that has been done."""
        return self._calls + self._plays

    @property
    def acted(self) -> int:
        """How many actions that are."""
        return len(self._calls) + len(self._plays)

    @property
    def actions(self) -> list[tuple[int, int]]:
        """(seat, action) so far."""
        return [(seat, parse_action(text)) for seat, text in self.log]

    @property
    def plays(self) -> tuple[int, ...]:
        """All plays so far, as actions."""
        return tuple(actions_in(tuple(self._plays)))

    @property
    def leaders(self) -> tuple[int, ...]:
        """Leader of each trick so far."""
        return leaders_in(self._before, self.leader, self._seats_in_trick)

    @property
    def points(self) -> tuple[int, ...]:
        """Card points that each seat has taken."""
        return by_seat(self._points, self.rules.players)

    @property
    def marriages(self) -> tuple[int, ...]:
        """Points that each seat has melded."""
        return by_seat(self._marriages, self.rules.players)

    @property
    def earned(self) -> tuple[int, ...]:
        """Both together."""
        return by_seat(self._points + self._marriages, self.rules.players)

    def apply(self, action: int) -> None:
        """Let the seat to move do `action`; IllegalActionError, and no change, if it may not."""
        if action not in self.legal:
            asked = f"{self.phase}, seat {self.to_move}"
            raise IllegalActionError(refusal(asked, action, self.legal))
        self.act(action)

    def act(self, action: i64) -> None:
        """Let the seat to move do `action`, which is known to be legal."""
        seat = self.to_move
        if self.leader == NOBODY:
            self._act_before_play(seat, action)
            return
        # The hot path: most actions are plays.
        self._plays.append(RECORDED[seat][action])
        card, bit, points, low = _LAID[action]
        if action >= MELD:
            self._meld(seat, card // 6)
        self._unplayed ^= bit
        self._trick_points += points
        in_trick = self._in_trick + 1
        if in_trick == 1:
            self._low = low
            self._beating = self._beaten_by[card]
            self.best_seat = seat
            self.trick = _ALONE[card]
            self._pairs = _PAIRS[card]
            self._lead_action = action
        else:
            if self._beating & bit:
                self._beating = self._beaten_by[card]
                self.best_seat = seat
            if in_trick == self._seats_in_trick:
                self._take_trick(self.best_seat, card)
                return
            self.trick = self._pairs[card]
        self._in_trick = in_trick
        self.to_move = seat = self._left[seat]
        self.legal = legal_follows(self._held[seat] & self._unplayed, self._low, self._beating)

    def _act_before_play(self, seat: i64, action: i64) -> None:
        recorded = RECORDED[seat]
        self._calls.append(
            recorded[action] if action < len(recorded) else (seat, action_text(action))
        )
        if self.phase == AUCTION:
            self._after_bid(seat, action)
        elif self.phase == MUSIK_CHOICE:
            self._after_musik_choice(action)
        elif action == BOMB:
            self.bombed = True
            self._end()
        elif self.phase == EXCHANGE:
            self._after_exchange(action)
        else:
            self.contract = action - DECLARE
            self._start_play()

    # Auction (section 4)

    def _ask_bidder(self) -> None:
        seat = self.to_move
        dealt = self._held[seat]
        redeal = (
            not self._spoken >> seat & 1
            and len(self.redealt) < self.rules.max_redeals
            and may_ask_redeal(dealt, self.rules)
        )
        self.legal = legal_in_auction(self.bid, top_bid(dealt, self.rules), redeal)

    def _after_bid(self, seat: i64, action: i64) -> None:
        if action == REDEAL:
            self.redeal_asked = True
            self._end()
            return
        self.auction += CALLS[seat][action]
        self._spoken |= 1 << seat
        if action == PASS:
            self._passed |= 1 << seat
            self._bidders -= 1
            if self._bidders == 1:
                self._end_auction()
                return
        else:
            self.bid = action
            self.declarer = seat
            self.raised = True
        seat = self._left[seat]
        while self._passed >> seat & 1:
            seat = self._left[seat]
        self.to_move = seat
        self._ask_bidder()

    def _end_auction(self) -> None:
        self.to_move = self.declarer
        if self._seats_in_trick == 2:
            self.phase = MUSIK_CHOICE
            self.legal = _MUSIK_CHOICES
            return
        self.musik = self.deal.musiks[0]
        self.musik_shown = self.raised or not self.rules.hidden_musik_at_forced_bid
        self._take_musik()

    # Musik, exchange, bomb, contract (sections 5 to 7)

    def _after_musik_choice(self, action: i64) -> None:
        choice = action - MUSIK
        self.musik = self.deal.musiks[choice]
        self.side_cards = self.deal.musiks[1 - choice]
        self.musik_shown = True
        self._take_musik()

    def _take_musik(self) -> None:
        declarer = self.declarer
        held: i64 = self._held[declarer] | self.musik
        self._held[declarer] = held
        self.phase = EXCHANGE
        bomb = self._may_bomb("before_exchange")
        if self._seats_in_trick == 2:
            self.legal = legal_lays(held, bomb)
            return
        one: i64 = self._left[declarer]
        other: i64 = self._left[one]
        self.legal = legal_gifts(held, min(one, other), max(one, other), bomb)

    def _may_bomb(self, moment: str) -> bool:
        rules = self.rules
        return (
            rules.bomb_when == moment
            and self.sheet.bombs_left[self.declarer] > 0
            and (rules.bomb_on == "any_contract" or not self.raised)
        )

    def _after_exchange(self, action: i64) -> None:
        held: i64 = self._held[self.declarer]
        if self._seats_in_trick == 2:
            first, second = laid_in(action)
            self.laid = 1 << first | 1 << second
            self.side_cards |= self.laid
            held &= ~self.laid
        else:
            self.gifts = gifts_in(action)
            held &= ~cards_given(action)
        self._held[self.declarer] = held
        self.phase = CONTRACT
        self.legal = legal_contracts(held, self.bid, self._may_bomb("after_exchange"))

    # Play (section 8)

    def _start_play(self) -> None:
        # Only now do the gifts reach the opponents: of a bombed deal they see no card.
        for seat, card in self.gifts:
            self._held[seat] |= 1 << card
        self.phase = PLAY
        self._lead(self.declarer)

    def _lead(self, seat: i64) -> None:
        self.leader = seat
        self._before = tuple(self._plays)
        self.trick = _NONE
        self._in_trick = 0
        self._trick_points = 0
        self.to_move = seat
        may_meld = self._tricks_left <= self._meld_from
        self.legal = legal_leads(self._held[seat] & self._unplayed, may_meld)

    def _meld(self, seat: i64, suit: i64) -> None:
        self.trump = suit
        self._beaten_by = BEATING[suit]
        worth: i64 = MARRIAGE_VALUES[suit]
        self._marriages += worth << SEAT_BITS * seat

    def _take_trick(self, seat: i64, last_card: i64) -> None:
        gain = self._trick_points
        self._tricks_left -= 1
        if self._tricks_left == 0:
            gain += card_points(self.side_cards)
        self._points += gain << SEAT_BITS * seat
        if self._tricks_left == 0:
            self.trick += (last_card,)  # the last trick stays on the table
            for each in range(self.rules.players):
                self._backgrounds[each] = None  # it is another phase
            self._end()
            return
        self._lead(seat)

    def _end(self) -> None:
        self.phase = OVER
        self.to_move = NOBODY
        self.legal = _NONE

    # What a seat may see (section 11)

    def observe(self, seat: i64) -> Decision:
        """The Decision of `seat` now; its `legal` is empty unless the seat is to move."""
        return self.ask(seat, self.legal if seat == self.to_move else _NONE)

    def ask(self, seat: i64, legal: tuple[int, ...]) -> Decision:
        """The Decision of `seat`, for which these actions are legal."""
        background = self._backgrounds[seat]
        if background is None:
            background = self._background(seat)
            if self.leader != NOBODY:
                self._backgrounds[seat] = background  # nothing in it changes before the end
        return Decision(
            legal,
            self._held[seat] & self._unplayed,
            self.trick,
            self._lead_action,
            self.trump,
            self._before,
            self.leader,
            self._points,
            self._marriages,
            background,
        )

    def _background(self, seat: i64) -> Background:
        """What `seat` sees that does not change any more during the play."""
        # What only some have seen: the musik, and what the seat gave, received and laid aside.
        musik: i64 = self.musik if self.musik_shown else 0
        gave: Pairs = ()
        received: i64 = NOBODY
        laid: i64 = 0
        if seat == self.declarer:
            musik, gave, laid = self.musik, self.gifts, self.laid
        elif seat == self.sitting_out:
            musik = self.deal.musiks[0]
        elif self.leader != NOBODY:
            for receiver, card in self.gifts:
                if receiver == seat:
                    received = card
        return Background(
            seat,
            self.phase,
            self.sheet,
            self.deal.hands[seat],
            self.redealt,
            self.auction,
            self.bid,
            self.declarer,
            self.contract,
            musik,
            gave,
            received,
            laid,
        )
