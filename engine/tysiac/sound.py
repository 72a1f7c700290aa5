"""Whether a Decision is one that a table could show: whoever plays it on relies on that.

A bot may make decisions of its own (`_replace`), and rules that are let loose on a hand with a card
too few never come to an end. What can't be seen from the decision alone, whether hidden cards fit
it, is found where they are counted (`sampling`).
"""

from operator import index
from typing import Final, cast

from engine.game import Decision as AnyDecision
from engine.tysiac.actions import (
    MUSIK,
    PASS,
    REDEAL,
    card_in,
    is_bid,
)
from engine.tysiac.auction import FORCED_BID, HIGHEST_BID, legal_in_auction
from engine.tysiac.cards import CARDS
from engine.tysiac.decision import Decision
from engine.tysiac.exchange import legal_contracts, legal_gifts, legal_lays
from engine.tysiac.fields import require
from engine.tysiac.phases import AUCTION, CONTRACT, EXCHANGE, MUSIK_CHOICE, PLAY
from engine.tysiac.rules import Rules
from engine.tysiac.sampling import seats_from
from engine.tysiac.tricks import legal_leads

__all__ = ["require_sound", "require_types", "whole"]

_PHASES: Final = (AUCTION, MUSIK_CHOICE, EXCHANGE, CONTRACT, PLAY)
_MOST_MARRIAGES: Final = 280


def whole(number: int) -> int:
    """The same integer on both builds: a bool counts as one; TypeError for what is none."""
    return int(index(number))


def require_sound(decision: Decision, rules: Rules) -> None:
    """Raise PositionError where a decision contradicts the rules, or one field another.

    `legal` must hold only actions of the phase that the seat's cards allow; whether it holds all
    of them is the asker's business.
    """
    players = rules.players
    found = len(decision.scores)
    require(found == players, "players", f"{found} in the decision", f"{players}, as in the rules")
    require(0 <= decision.dealer < players, "dealer", decision.dealer, "a seat")
    seats = seats_from(0, players, decision.dealer)
    for name, seat in (("seat", decision.seat), ("declarer", decision.declarer)):
        require(seat in seats, name, seat, "a seat that plays")
    require(decision.phase in _PHASES, "phase", decision.phase, ", ".join(_PHASES))
    _require_numbers(decision, players, seats)
    if decision.phase == PLAY:
        _require_plays(decision, players, seats)
    else:
        shown = (decision.plays, decision.leaders, decision.trick)
        require(shown == ((), (), ()), "plays", shown, f"none in the phase {decision.phase}")
    possible = _possible(decision, players, seats)
    for action in decision.legal:
        require(action in possible, "legal", action, f"actions of {decision.phase} with its cards")


def require_types(decision: AnyDecision, rules: Rules) -> Decision:
    """The decision, if both are of Tysiąc; PositionError if one is something else.

    Callers take a decision of any game, since compiled code itself would say TypeError.
    """
    for name, value, kind in (("decision", decision, Decision), ("rules", rules, Rules)):
        found = f"{type(value).__module__}.{type(value).__name__}"
        require(isinstance(value, kind), name, found, f"{kind.__module__}.{kind.__name__}")
    return cast("Decision", decision)


def _require_numbers(decision: Decision, players: int, seats: tuple[int, ...]) -> None:
    """What is called, melded, taken and given: cards and suits are what they are by themselves."""
    bid, contract = decision.bid, decision.contract
    require(FORCED_BID <= bid <= HIGHEST_BID, "bid", bid, f"{FORCED_BID} to {HIGHEST_BID}")
    require(0 <= contract <= HIGHEST_BID, "contract", contract, f"0 to {HIGHEST_BID}")
    for name, points, most in (
        ("points", decision.points, 120),
        ("marriages", decision.marriages, _MOST_MARRIAGES),
    ):
        require(sum(points) <= most, name, points, f"{players} numbers, 0 to {most} together")
    gave = decision.gave
    for seat, card in gave:
        sound = seat in seats and seat != decision.seat and 0 <= card < CARDS
        require(sound and len(gave) == 2, "gave", gave, "(seat, card) of one card to each other")
    require(len(dict(gave)) == len(gave), "gave", gave, "(seat, card) of one card to each other")
    for seat, action in decision.auction:
        sound = seat in seats and (action == PASS or is_bid(action))
        require(sound, "auction", decision.auction, "(seat, action): passes and bids")


def _require_plays(decision: Decision, players: int, seats: tuple[int, ...]) -> None:
    """Every play a card of its own, the trick no longer than a round, and the seat on turn."""
    on_table = len(decision.plays) % len(seats)
    found = f"{len(decision.trick)} cards"
    require(len(decision.trick) == on_table, "trick", found, f"{on_table}, as by the plays")
    leaders = decision.leaders
    require(set(leaders) <= set(seats), "leaders", leaders, "seats that play")
    turn = seats_from(decision.leader, players, decision.dealer)[on_table]
    require(decision.seat == turn, "seat", decision.seat, f"{turn}, whose turn it is")
    played = 0
    for action in decision.plays:
        card = 1 << card_in(action)
        require(not (played | decision.hand) & card, "plays", action, "no card twice")
        played |= card


def _possible(decision: Decision, players: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The actions of the phase that the cards of the seat allow."""
    hand = decision.hand
    if decision.phase == AUCTION:
        return (REDEAL, *legal_in_auction(FORCED_BID, HIGHEST_BID, False))
    if decision.phase == MUSIK_CHOICE:
        return (MUSIK, MUSIK + 1) if players == 2 else ()
    if decision.phase == CONTRACT:
        return legal_contracts(hand, decision.bid, True)
    if decision.phase == PLAY:
        return legal_leads(hand, not decision.trick)
    if players == 2:
        return legal_lays(hand, True)
    require(hand.bit_count() == 10, "hand", f"{hand.bit_count()} cards", "10 in the exchange")
    one, other = [seat for seat in seats if seat != decision.seat]
    return legal_gifts(hand, one, other, True)
