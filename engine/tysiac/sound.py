"""Whether a Decision is one that a table could show: whoever plays it on relies on that.

A bot may make decisions of its own (`_replace`), and rules that are let loose on a hand with a card
too few never come to an end. What can't be seen from the decision alone, whether hidden cards fit
it, is found where they are counted (`sampling`).
"""

from operator import index
from typing import Final

from engine.errors import PositionError
from engine.tysiac.actions import (
    BOMB,
    CARD,
    MUSIK,
    PASS,
    REDEAL,
    card_in,
    is_bid,
    is_meld,
)
from engine.tysiac.auction import FORCED_BID, HIGHEST_BID, legal_in_auction
from engine.tysiac.cards import ALL_CARDS, CARDS
from engine.tysiac.decision import Decision
from engine.tysiac.exchange import legal_contracts, legal_gifts, legal_lays
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
    _require(found == players, "players", f"{found} in the decision", f"{players}, as in the rules")
    _require(0 <= decision.dealer < players, "dealer", decision.dealer, "a seat")
    seats = seats_from(0, players, decision.dealer)
    for name, seat in (("seat", decision.seat), ("declarer", decision.declarer)):
        _require(seat in seats, name, seat, "a seat that plays")
    _require(decision.phase in _PHASES, "phase", decision.phase, ", ".join(_PHASES))
    _require_numbers(decision, players, seats)
    if decision.phase == PLAY:
        _require_plays(decision, players, seats)
    else:
        shown = (decision.plays, decision.leaders, decision.trick)
        _require(shown == ((), (), ()), "plays", shown, f"none in the phase {decision.phase}")
    possible = _possible(decision, players, seats)
    for action in decision.legal:
        _require(action in possible, "legal", action, f"actions of {decision.phase} with its cards")


def _require(sound: bool, place: str, found: object, allowed: str) -> None:
    if not sound:
        raise PositionError(place, found, allowed)


def require_types(decision: object, rules: object) -> None:
    """Raise PositionError for what is no Decision or no Rules of Tysiąc."""
    for name, value, kind in (("decision", decision, Decision), ("rules", rules, Rules)):
        found = f"{type(value).__module__}.{type(value).__name__}"
        _require(isinstance(value, kind), name, found, f"{kind.__module__}.{kind.__name__}")


def _require_numbers(decision: Decision, players: int, seats: tuple[int, ...]) -> None:
    """Cards, suits and points in their ranges."""
    _require(-1 <= decision.trump < 4, "trump", decision.trump, "0 to 3, or -1 for none")
    _require(-1 <= decision.received < CARDS, "received", decision.received, "a card, or -1")
    for name, mask in (
        ("hand", decision.hand),
        ("musik", decision.musik),
        ("laid", decision.laid),
    ):
        _require(0 <= mask <= ALL_CARDS, name, mask, f"a mask, 0 to {ALL_CARDS}")
    bid, contract = decision.bid, decision.contract
    _require(FORCED_BID <= bid <= HIGHEST_BID, "bid", bid, f"{FORCED_BID} to {HIGHEST_BID}")
    _require(0 <= contract <= HIGHEST_BID, "contract", contract, f"0 to {HIGHEST_BID}")
    for name, points, most in (
        ("points", decision.points, 120),
        ("marriages", decision.marriages, _MOST_MARRIAGES),
    ):
        sound = len(points) == players and min(points) >= 0 and sum(points) <= most
        _require(sound, name, points, f"{players} numbers, 0 to {most} together")
    for seat, card in decision.gave:
        sound = seat in seats and 0 <= card < CARDS
        _require(sound, "gave", decision.gave, "(seat, card) of two cards")
    for seat, action in decision.auction:
        sound = seat in seats and (action == PASS or is_bid(action))
        _require(sound, "auction", decision.auction, "(seat, action): passes and bids")


def _require_plays(decision: Decision, players: int, seats: tuple[int, ...]) -> None:
    """Every play a card of its own, the trick the last of them, and the seat on turn."""
    tricks, on_table = divmod(len(decision.plays), len(seats))
    leaders = decision.leaders
    sound = len(leaders) == tricks + 1 and set(leaders) <= set(seats)
    _require(sound, "leaders", leaders, f"{tricks + 1} seats that play, one for each trick")
    _require(decision.leader == leaders[-1], "leader", decision.leader, f"{leaders[-1]}")
    turn = seats_from(decision.leader, players, decision.dealer)[on_table]
    _require(decision.seat == turn, "seat", decision.seat, f"{turn}, whose turn it is")
    played = 0
    for action in decision.plays:
        sound = CARD <= action < CARD + CARDS or (is_meld(action) and card_in(action) % 6 in (2, 3))
        _require(sound, "plays", action, "cards, and melds with a queen or king")
        card = 1 << card_in(action)
        _require(not (played | decision.hand) & card, "plays", action, "no card twice")
        played |= card
    trick = tuple([card_in(action) for action in decision.plays[len(decision.plays) - on_table :]])
    _require(decision.trick == trick, "trick", decision.trick, f"{trick}, the last of the plays")


def _possible(decision: Decision, players: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The actions of the phase that the cards of the seat allow."""
    hand = decision.hand
    if decision.phase == AUCTION:
        return (REDEAL, *legal_in_auction(FORCED_BID, HIGHEST_BID, False))
    if decision.phase == MUSIK_CHOICE:
        return (MUSIK, MUSIK + 1) if players == 2 else ()
    if decision.phase == CONTRACT:
        return (*legal_contracts(hand, decision.bid), BOMB)
    if decision.phase == PLAY:
        return legal_leads(hand, not decision.trick)
    if players == 2:
        return (*legal_lays(hand), BOMB)
    one, other = [seat for seat in seats if seat != decision.seat]
    return (*legal_gifts(hand, one, other), BOMB)
