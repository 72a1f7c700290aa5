"""One deal from the auction to its last trick, as a state machine of plain integers.

The hand knows the rules of a single deal; scores, dealers and the end of the match are the
business of `match`. Each phase has a method that opens it and one for what follows its action.
"""

from typing import Final

from engine.errors import IllegalActionError, TextError
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
)
from engine.tysiac.auction import FORCED_BID, legal_in_auction, may_ask_redeal, top_bid
from engine.tysiac.cards import CARD_POINTS, CARDS, MARRIAGE_VALUES, card_points
from engine.tysiac.deal import Deal
from engine.tysiac.decision import AUCTION, CONTRACT, EXCHANGE, MUSIK_CHOICE, PLAY, Decision
from engine.tysiac.exchange import legal_contracts, legal_gifts, legal_lays
from engine.tysiac.rules import Rules
from engine.tysiac.tricks import BEATING, NO_TRUMP, legal_follows, legal_leads

__all__ = ["NOBODY", "OVER", "Hand", "Sheet"]

NOBODY: Final = -1
OVER: Final = "over"
_MUSIK_CHOICES: Final = (MUSIK, MUSIK + 1)
_new_tuple: Final = tuple.__new__
# What tuples are lengthened by: to join two is faster than to unpack one into a third.
_ALONE: Final = [(value,) for value in range(MELD + CARDS)]


class Sheet:
    """What stands on the table before a deal; the same for all its redeals."""

    def __init__(
        self,
        n: int,
        dealer: int,
        scores: tuple[int, ...],
        bombs_left: tuple[int, ...],
        barrel: tuple[int, ...],
    ) -> None:
        self.n: Final = n
        self.dealer: Final = dealer
        self.scores: Final = scores
        self.bombs_left: Final = bombs_left
        self.barrel: Final = barrel
        self.facts: Final = (n, dealer, scores, bombs_left, barrel)
        """All of it, as it stands in every Decision."""


class Hand:
    """The running deal: `to_move` is the seat to act, `legal` its actions, ascending.

    At the end `phase` is OVER, `to_move` NOBODY and `legal` empty.
    """

    # More attributes than a plain object finds quickly (30): slots take a fifth off every action.
    __slots__ = (
        *("rules", "sheet", "deal", "redealt", "sitting_out", "forehand"),
        *("_left", "_seats_in_trick", "_meld_from", "_backgrounds"),
        *("hands", "actions", "phase", "to_move", "legal"),
        *("auction", "bid", "declarer", "raised", "redeal_asked"),
        *("_spoken", "_passed", "_bidders"),
        *("musik", "musik_shown", "gifts", "laid", "side_cards", "contract", "bombed"),
        *("leader", "trump", "trick", "plays", "leaders", "points", "marriages"),
        *("best_seat", "_beating", "_tricks_left"),
    )

    def __init__(
        self, rules: Rules, sheet: Sheet, deal: Deal, redealt: tuple[tuple[int, int], ...]
    ) -> None:
        players = rules.players
        self.rules: Final = rules
        self.sheet: Final = sheet
        self.deal: Final = deal
        self.redealt: Final = redealt
        self.sitting_out: Final = sheet.dealer if players == 4 else NOBODY
        self.forehand: Final = (sheet.dealer + 1) % players
        self._left: Final = _left_of(players, self.sitting_out)
        self._seats_in_trick: Final = 2 if players == 2 else 3
        self._meld_from: Final = rules.meld_from_trick

        self.hands: list[int] = list(deal.hands)
        self.actions: list[tuple[int, int]] = []
        self.phase: str = AUCTION
        self.to_move: int = self._left[self.forehand]
        self.legal: tuple[int, ...] = ()

        self.auction: tuple[tuple[int, int], ...] = ()
        self.bid: int = FORCED_BID
        self.declarer: int = self.forehand
        self.raised: bool = False
        self.redeal_asked: bool = False
        self._spoken: int = 0
        self._passed: int = 0
        self._bidders: int = self._seats_in_trick

        self.musik: int = 0
        self.musik_shown: bool = False
        self.gifts: tuple[tuple[int, int], ...] = ()
        self.laid: int = 0
        self.side_cards: int = 0
        self.contract: int = 0
        self.bombed: bool = False

        self.leader: int = NOBODY
        self.trump: int = NO_TRUMP
        self.trick: tuple[int, ...] = ()
        self.plays: tuple[int, ...] = ()
        self.leaders: tuple[int, ...] = ()
        self.points: tuple[int, ...] = (0,) * players
        self.marriages: tuple[int, ...] = (0,) * players
        self._beating: int = 0
        self.best_seat: int = NOBODY
        self._tricks_left: int = 10 if players == 2 else 8
        self._backgrounds: list[tuple[object, ...] | None] = [None] * players
        self._ask_bidder()

    def apply(self, action: int) -> None:
        """Let the seat to move do `action`; IllegalActionError, and no change, if it may not."""
        if action not in self.legal:
            raise IllegalActionError(self._refusal(action))
        self.act(action)

    def act(self, action: int) -> None:
        """Let the seat to move do `action`, which is known to be legal."""
        seat = self.to_move
        self.actions.append((seat, action))
        phase = self.phase
        if phase == PLAY:
            self._play(seat, action)
        elif phase == AUCTION:
            self._after_bid(seat, action)
        elif phase == MUSIK_CHOICE:
            self._after_musik_choice(action)
        elif action == BOMB:
            self.bombed = True
            self._end()
        elif phase == EXCHANGE:
            self._after_exchange(action)
        else:
            self.contract = action - DECLARE
            self._start_play()

    # Auction (section 4)

    def _ask_bidder(self) -> None:
        seat = self.to_move
        dealt = self.deal.hands[seat]
        redeal = (
            not self._spoken >> seat & 1
            and len(self.redealt) < self.rules.max_redeals
            and may_ask_redeal(dealt, self.rules)
        )
        self.legal = legal_in_auction(self.bid, top_bid(dealt, self.rules), redeal)

    def _after_bid(self, seat: int, action: int) -> None:
        if action == REDEAL:
            self.redeal_asked = True
            self._end()
            return
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
        self.auction = tuple(self.actions)
        self.to_move = self.declarer
        if self.rules.players == 2:
            self.phase = MUSIK_CHOICE
            self.legal = _MUSIK_CHOICES
            return
        self.musik = self.deal.musiks[0]
        self.musik_shown = self.raised or not self.rules.hidden_musik_at_forced_bid
        self._take_musik()

    # Musik, exchange, bomb, contract (sections 5 to 7)

    def _after_musik_choice(self, action: int) -> None:
        choice = action - MUSIK
        self.musik = self.deal.musiks[choice]
        self.side_cards = self.deal.musiks[1 - choice]
        self.musik_shown = True
        self._take_musik()

    def _take_musik(self) -> None:
        declarer = self.declarer
        self.hands[declarer] |= self.musik
        self.phase = EXCHANGE
        if self.rules.players == 2:
            legal = legal_lays(self.hands[declarer])
        else:
            one = self._left[declarer]
            other = self._left[one]
            legal = legal_gifts(self.hands[declarer], min(one, other), max(one, other))
        self.legal = legal + self._bomb("before_exchange")

    def _bomb(self, moment: str) -> tuple[int, ...]:
        rules = self.rules
        allowed = (
            rules.bomb_when == moment
            and self.sheet.bombs_left[self.declarer] > 0
            and (rules.bomb_on == "any_contract" or not self.raised)
        )
        return (BOMB,) if allowed else ()

    def _after_exchange(self, action: int) -> None:
        if self.rules.players == 2:
            first, second = laid_in(action)
            self.laid = 1 << first | 1 << second
            self.side_cards |= self.laid
            self.hands[self.declarer] &= ~self.laid
        else:
            self.gifts = gifts_in(action)
            for _, card in self.gifts:
                self.hands[self.declarer] &= ~(1 << card)
        self.phase = CONTRACT
        contracts = legal_contracts(self.hands[self.declarer], self.bid)
        self.legal = contracts + self._bomb("after_exchange")

    # Play (section 8)

    def _start_play(self) -> None:
        # Only now do the gifts reach the opponents: of a bombed deal they see no card.
        for seat, card in self.gifts:
            self.hands[seat] |= 1 << card
        self.phase = PLAY
        self._lead(self.declarer)

    def _lead(self, seat: int) -> None:
        self.leader = seat
        self.leaders += _ALONE[seat]
        self.trick = ()
        self.to_move = seat
        self.legal = legal_leads(self.hands[seat], len(self.leaders) >= self._meld_from)

    def _play(self, seat: int, action: int) -> None:
        # The hot path: four of five actions are plays.
        card = action - CARD
        if action >= MELD:
            card = action - MELD
            self._meld(seat, card // 6)
        hands = self.hands
        hands[seat] ^= 1 << card
        self.plays += _ALONE[action]
        trick = self.trick
        if not trick or self._beating >> card & 1:
            self._beating = BEATING[self.trump][card]
            self.best_seat = seat
        self.trick = trick = trick + _ALONE[card]
        if len(trick) == self._seats_in_trick:
            self._take_trick(self.best_seat, trick)
        else:
            self.to_move = seat = self._left[seat]
            self.legal = legal_follows(hands[seat], trick[0], self._beating)

    def _meld(self, seat: int, suit: int) -> None:
        self.trump = suit
        melded = list(self.marriages)
        melded[seat] += MARRIAGE_VALUES[suit]
        self.marriages = tuple(melded)

    def _take_trick(self, seat: int, trick: tuple[int, ...]) -> None:
        gain = 0
        for card in trick:
            gain += CARD_POINTS[card]
        self._tricks_left -= 1
        if self._tricks_left == 0:
            gain += card_points(self.side_cards)
        points = list(self.points)
        points[seat] += gain
        self.points = tuple(points)
        if self._tricks_left == 0:
            self._end()
        else:
            self._lead(seat)

    def _end(self) -> None:
        self.phase = OVER
        self.to_move = NOBODY
        self.legal = ()

    # What a seat may see (section 11)

    def observe(self, seat: int) -> Decision:
        """The Decision of `seat` now; its `legal` is empty unless the seat is to move."""
        background = self._backgrounds[seat]
        if background is None:
            background = self._background(seat)
            if self.phase == PLAY:
                self._backgrounds[seat] = background  # nothing in it changes any more
        moving: tuple[object, ...] = (
            seat,
            self.legal if seat == self.to_move else (),
            self.phase,
            self.hands[seat],
            self.trump,
            self.leader,
            self.trick,
            self.plays,
            self.leaders,
            self.points,
            self.marriages,
        )
        # This skips the generated constructor: a third of the cost, once per decision.
        return _new_tuple(Decision, moving + background)

    def _background(self, seat: int) -> tuple[object, ...]:
        dealt = self.deal.hands[seat]
        auction = tuple(self.actions) if self.phase == AUCTION else self.auction
        shared = (self.redealt, auction, self.bid, self.declarer, self.contract)
        return (*self.sheet.facts, dealt, *shared, *self._own_view(seat))

    def _own_view(self, seat: int) -> tuple[object, ...]:
        """The musik, what the seat gave, received and laid aside."""
        musik = self.musik if self.musik_shown else 0
        if seat == self.declarer:
            return self.musik, self.gifts, NOBODY, self.laid
        if seat == self.sitting_out:
            return self.deal.musiks[0], (), NOBODY, 0
        received = NOBODY
        if self.phase == PLAY:
            for receiver, card in self.gifts:
                if receiver == seat:
                    received = card
        return musik, (), received, 0

    def _refusal(self, action: int) -> str:
        try:
            text = action_text(action)
        except TextError:
            text = "no action at all"
        legal = ", ".join([action_text(each) for each in self.legal[:12]])
        if len(self.legal) > 12:
            legal += f", … ({len(self.legal)} in all)"
        return f"{self.phase}, seat {self.to_move}: {action} ({text}) is not legal; legal: {legal}"


def _left_of(players: int, sitting_out: int) -> tuple[int, ...]:
    """For each seat the next playing seat on its left."""
    left: list[int] = []
    for seat in range(players):
        following = (seat + 1) % players
        if following == sitting_out:
            following = (following + 1) % players
        left.append(following)
    return tuple(left)
