"""A recorded hand retold for a person, all cards shown, turn by turn."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from engine.draw_the_bomb.actions import (
    HIDE_RANDOM,
    STOPPED,
    action_text,
    is_hide,
    is_steal,
    play,
)
from engine.draw_the_bomb.cards import BOMB, RESHUFFLE, SCOUT, texts_of
from engine.draw_the_bomb.cards import gauge as per_cent
from engine.draw_the_bomb.decision import HIDE
from engine.draw_the_bomb.hand import OVER, Hand
from engine.draw_the_bomb.intel import NO_INTEL
from engine.draw_the_bomb.record import recorded_actions
from engine.draw_the_bomb.replay import Replay
from engine.draw_the_bomb.rules import Rules
from engine.errors import RecordError

__all__ = ["tell_hand"]

_WIDTH: Final = 96
_SHOWN: Final = 6  # cards of a reshuffled deck


def tell_hand(rules: Rules, record: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """One text per step: the deal, each turn with all cards as it began, the end.

    Where the record is cut off, the running turn is told too, even if nothing was done in it.
    Raises RecordError or IllegalActionError where the record contradicts the rules.
    """
    match = Replay(rules, record)
    hand = match.hand
    width = max(len(name) for name in names)
    who = [f"{seat} {name:{width}}" for seat, name in enumerate(names)]
    steps = [f"Deal: {rules.players} players, {_gauge(hand)}, {who[0].strip()} begins"]
    lines: list[str] = []
    mover = -1
    for seat, action in recorded_actions(record):
        if seat != hand.to_move:
            allowed = "none, the match is over" if hand.phase == OVER else f"of seat {hand.to_move}"
            raise RecordError(f"found an action of seat {seat}; allowed: {allowed}")
        if seat != mover:
            steps += ["\n".join(lines)] if lines else []
            lines = _turn_lines(hand, who)
            mover = seat
        done = _apply(match, seat, action, who)
        lines += _wrapped(f"  {who[seat]}  {action_text(action)}{done}", width + 6)
    if lines:
        steps.append("\n".join(lines))
    if hand.phase != OVER and hand.to_move != mover:  # cut off where a turn began
        steps.append("\n".join(_turn_lines(hand, who)))
    steps.append(_end_text(hand, who))
    return steps


def _turn_lines(hand: Hand, who: list[str]) -> list[str]:
    lines = [f"Turn of {who[hand.to_move].strip()}, owes {hand.debt}: {_gauge(hand)}"]
    for seat, name in enumerate(who):
        if not hand.alive[seat]:
            continue
        shield = " [shield]" if hand.shields[seat] else ""
        text = f"    {name}{shield}  {_cards_text(sorted(hand.hands[seat]))}"
        if hand.intel[seat] != NO_INTEL:
            known = [texts_of([card])[0] if card >= 0 else "?" for card in hand.intel[seat]]
            text += f"  (knows {', '.join(known)})"
        lines += _wrapped(text, len(name) + 6)
    return lines + _wrapped(f"    deck  {_cards_text(hand.deck)}", 10)


def _apply(match: Replay, seat: int, action: int, who: list[str]) -> str:
    """Play the action; what came of it, told from the state before and after."""
    hand = match.hand
    cards, own = len(hand.deck), hand.hands[seat]
    match.apply(action)
    if is_hide(action):
        return f"  → {hand.outcomes[-1]}" if action == HIDE_RANDOM else ""
    if len(hand.deck) < cards:
        return _drawn(hand, seat, own)
    last, event = hand.log[-1]
    if event == STOPPED:
        return f"  → the shield of {who[last].strip()} stops it"
    return _shown(hand, seat, action)


def _shown(hand: Hand, seat: int, action: int) -> str:
    """The cards that a steal, a scout or a reshuffle brought to light."""
    if is_steal(action):
        return f"  → {texts_of(hand.hands[seat][-1:])[0]}"
    if action == play(SCOUT):
        return f"  → {_cards_text(hand.deck[:3])}"
    if action == play(RESHUFFLE):
        more = " …" if len(hand.deck) > _SHOWN else ""
        return f"  → deck {_cards_text(hand.deck[:_SHOWN])}{more}"
    return ""


def _drawn(hand: Hand, seat: int, own: tuple[int, ...]) -> str:
    if not hand.alive[seat]:
        return f"  → bomb, no cutters: out, discards {_cards_text(sorted(own))}"
    if hand.phase == HIDE:
        return "  → bomb, cutters spent"
    return f"  → {texts_of(hand.hands[seat][-1:])[0]}"


def _end_text(hand: Hand, who: list[str]) -> str:
    if hand.phase != OVER:
        return f"Cut off: {_gauge(hand)}, {sum(hand.alive)} still playing"
    survivor = hand.alive.index(True)
    order = ", ".join([who[seat].strip() for seat in hand.out])
    return f"End: {who[survivor].strip()} survives; out in order: {order}"


def _gauge(hand: Hand) -> str:
    bombs, cards = hand.deck.count(BOMB), len(hand.deck)
    return f"bombs {bombs} of {cards} cards ({per_cent(bombs, cards)} %)"


def _cards_text(cards: Sequence[int]) -> str:
    return " ".join(texts_of(cards)) if cards else "nothing"


def _wrapped(text: str, indent: int) -> list[str]:
    head = len(text) - len(text.lstrip())
    lines = wrap(text.lstrip(), _WIDTH - head, subsequent_indent=" " * (indent - head))
    return [" " * head + line for line in lines]
