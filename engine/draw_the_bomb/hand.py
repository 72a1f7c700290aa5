"""One match from its deal to its last survivor, as a state machine of plain integers.

It always ends. No card but a bomb ever goes back into the deck, and a bomb goes back only at the
cost of cutters that are then out of the game; every card played is out of the game too. So there
are at most as many plays as cards, as many draws as cards in the deck and cutters in the game, and
as many hidings as cutters.
"""

from typing import Final

from engine.draw_the_bomb.actions import (
    DRAW,
    HID,
    HIDE_RANDOM,
    OUT,
    STEAL_FROM,
    STOPPED,
    action_text,
    card_in,
    hide,
    play,
    seat_in,
    slot_in,
    steal,
)
from engine.draw_the_bomb.cards import (
    BOMB,
    BOTTOM,
    CUTTERS,
    DODGE,
    REDIRECT,
    RESHUFFLE,
    SCOUT,
    SHIELD,
    STEAL,
)
from engine.draw_the_bomb.deal import Deal
from engine.draw_the_bomb.decision import HIDE, TURN, Decision
from engine.draw_the_bomb.fate import Fate, hidden_text, order_text, stolen_text
from engine.draw_the_bomb.intel import (
    NO_INTEL,
    Intel,
    after_bottom_draw,
    after_hiding,
    after_top_draw,
    scouted,
)
from engine.draw_the_bomb.rules import Rules
from engine.errors import IllegalActionError, TextError

__all__ = ["NOBODY", "OVER", "Hand"]

NOBODY: Final = -1
OVER: Final = "over"
_PLAYED_ALONE: Final = (SCOUT, DODGE, BOTTOM, REDIRECT, SHIELD, RESHUFFLE)


class Hand:
    """The running hand: `to_move` is the seat to act, `legal` its actions, ascending.

    Seat 0 begins. At the end `phase` is OVER, `to_move` NOBODY and `legal` empty.
    """

    def __init__(self, rules: Rules, deal: Deal, fate: Fate) -> None:
        players = rules.players
        self.rules: Final = rules
        self.deal: Final = deal
        self._fate: Final = fate

        self.hands: list[tuple[int, ...]] = list(deal.hands)
        """Cards in the order in which they came: a steal takes one by its place, so that which
        card it is does not depend on what the others are.
        """
        self.deck: list[int] = list(deal.deck)
        """From its top to its bottom."""
        self.discards: tuple[int, ...] = ()
        self.alive: list[bool] = [True] * players
        self.shields: list[bool] = [False] * players
        self.intel: list[Intel] = [NO_INTEL] * players
        self.out: list[int] = []
        """Seats in the order of their elimination."""

        self.actions: list[tuple[int, int]] = []
        self.outcomes: list[str] = []
        """Texts of the chance events so far."""
        self.log: tuple[tuple[int, int], ...] = ()
        self.phase: str = TURN
        self.to_move: int = 0
        self.debt: int = 1
        """Draws that the seat to move owes."""
        self.legal: tuple[int, ...] = self._legal_turn()

    def apply(self, action: int) -> None:
        """Let the seat to move do `action`; IllegalActionError, and no change, if it may not.

        RecordError, and no change either, if a record has no outcome for it.
        """
        if action not in self.legal:
            raise IllegalActionError(self._refusal(action))
        seat = self.to_move
        if self.phase == HIDE:
            self._hide(seat, action)
        elif action == DRAW:
            self._tell(seat, DRAW)
            self._draw_top(seat)
        elif action >= STEAL_FROM:
            self._steal(seat, seat_in(action))
        elif action == play(RESHUFFLE):
            self._reshuffle(seat)
        else:
            self._play(seat, card_in(action))
        self.actions.append((seat, action))
        self._ask()

    def next_alive(self, seat: int) -> int:
        """The next living seat clockwise."""
        seat = (seat + 1) % self.rules.players
        while not self.alive[seat]:
            seat = (seat + 1) % self.rules.players
        return seat

    # What may be done

    def _ask(self) -> None:
        if self.phase == TURN:
            self.legal = self._legal_turn()
        elif self.phase == HIDE:
            slots = len(self.deck) + 1
            self.legal = (*range(hide(slots - 1), hide(0) + 1), HIDE_RANDOM)
        else:
            self.legal = ()

    def _legal_turn(self) -> tuple[int, ...]:
        hand = self.hands[self.to_move]
        legal = [DRAW] + [play(card) for card in _PLAYED_ALONE if card in hand]
        if STEAL in hand:
            own = self.to_move
            for seat, cards in enumerate(self.hands):  # the dead hold none
                legal += [steal(seat)] if cards and seat != own else []
        return tuple(legal)

    # Cards played

    def _play(self, seat: int, card: int) -> None:
        self._spend(seat, card)
        self._tell(seat, play(card))
        if card == SCOUT:
            self.intel[seat] = scouted(self.deck)
        elif card == SHIELD:
            self.shields[seat] = True
        elif card == DODGE:
            self._pay()
        elif card == BOTTOM:
            self._draw_bottom(seat)
        else:
            self._redirect(seat)

    def _redirect(self, seat: int) -> None:
        target = self.next_alive(seat)
        self._begin_turn(target, 1 if self._stopped_by_shield(target) else 2)

    def _steal(self, thief: int, target: int) -> None:
        if self.shields[target]:
            self._spend(thief, STEAL)
            self._tell(thief, steal(target))
            self._stopped_by_shield(target)
            return
        hand = self.hands[target]
        place = self._fate.stolen(len(self.outcomes), hand)
        self._spend(thief, STEAL)
        self._tell(thief, steal(target))
        self.hands[target] = hand[:place] + hand[place + 1 :]
        self.hands[thief] += (hand[place],)
        self.outcomes.append(stolen_text(hand[place]))

    def _reshuffle(self, seat: int) -> None:
        self.deck = self._fate.order(len(self.outcomes), self.deck)
        self._spend(seat, RESHUFFLE)
        self._tell(seat, play(RESHUFFLE))
        self.outcomes.append(order_text(self.deck))
        self.intel = [NO_INTEL] * self.rules.players

    def _stopped_by_shield(self, target: int) -> bool:
        if not self.shields[target]:
            return False
        self.shields[target] = False
        self._tell(target, STOPPED)
        return True

    # Draws and bombs

    def _draw_top(self, seat: int) -> None:
        card = self.deck.pop(0)
        self.intel = [after_top_draw(slots) for slots in self.intel]
        self._take(seat, card)

    def _draw_bottom(self, seat: int) -> None:
        card = self.deck.pop()
        place = len(self.deck)
        self.intel = [after_bottom_draw(slots, place) for slots in self.intel]
        self._take(seat, card)

    def _take(self, seat: int, card: int) -> None:
        if card != BOMB:
            self.hands[seat] += (card,)
            self._pay()
        elif CUTTERS in self.hands[seat]:
            self._spend(seat, CUTTERS)
            self.phase = HIDE
        else:
            self._eliminate(seat)

    def _hide(self, seat: int, action: int) -> None:
        if action == HIDE_RANDOM:
            slot = self._fate.slot(len(self.outcomes), len(self.deck) + 1)
            self.outcomes.append(hidden_text(slot))
            own = NO_INTEL
        else:
            slot = slot_in(action)
            own = after_hiding(self.intel[seat], slot)
        self.deck.insert(slot, BOMB)
        self.intel = [NO_INTEL] * self.rules.players
        self.intel[seat] = own
        self._tell(seat, HID)
        self.phase = TURN
        self._pay()

    def _eliminate(self, seat: int) -> None:
        self.discards += (*sorted(self.hands[seat]), BOMB)
        self.hands[seat] = ()
        self.alive[seat] = False
        self.shields[seat] = False
        self.intel[seat] = NO_INTEL
        self.out.append(seat)
        self._tell(seat, OUT)
        if len(self.out) == self.rules.players - 1:
            self.phase = OVER
            self.to_move = NOBODY
            self.debt = 0
        else:
            self._begin_turn(self.next_alive(seat), 1)

    # Turns

    def _pay(self) -> None:
        """One owed draw is done; while any are left the same seat goes on."""
        self.debt -= 1
        if self.debt == 0:
            self._begin_turn(self.next_alive(self.to_move), 1)

    def _begin_turn(self, seat: int, debt: int) -> None:
        self.to_move = seat
        self.debt = debt

    def _spend(self, seat: int, card: int) -> None:
        hand = self.hands[seat]
        place = hand.index(card)
        self.hands[seat] = hand[:place] + hand[place + 1 :]
        self.discards += (card,)

    def _tell(self, seat: int, event: int) -> None:
        self.log += ((seat, event),)

    # What a seat may see

    def observe(self, seat: int) -> Decision:
        """The Decision of `seat` now; its `legal` is empty unless the seat is to move."""
        players = range(self.rules.players)
        return Decision(
            seat=seat,
            legal=self.legal if seat == self.to_move else (),
            phase=self.phase,
            hand=tuple(sorted(self.hands[seat])),
            intel=self.intel[seat],
            hand_sizes=tuple([len(cards) for cards in self.hands]),
            alive=tuple(self.alive),
            shields=tuple(self.shields),
            debts=tuple([self.debt if each == self.to_move else 0 for each in players]),
            bombs=self.deck.count(BOMB),
            deck_size=len(self.deck),
            discards=self.discards,
            log=self.log,
        )

    def _refusal(self, action: int) -> str:
        try:
            text = action_text(action)
        except TextError:
            text = "no action at all"
        legal = ", ".join([action_text(each) for each in self.legal[:12]])
        if len(self.legal) > 12:
            legal += f", … ({len(self.legal)} in all)"
        return f"{self.phase}, seat {self.to_move}: {action} ({text}) is not legal; legal: {legal}"
