"""A recorded hand retold for a person, all cards shown, step by step."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.tysiac.actions import action_text, is_meld
from engine.tysiac.background import Sheet
from engine.tysiac.cards import MARRIAGE_VALUES, card_points, texts_of
from engine.tysiac.hand import Hand
from engine.tysiac.phases import PLAY
from engine.tysiac.record import recorded_actions, recorded_deals
from engine.tysiac.rules import Rules

__all__ = ["tell_hand"]

_SUIT_NAMES = ("spades", "clubs", "diamonds", "hearts")


def tell_hand(rules: Rules, record: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """One text per step: the deal, each action before the play, each trick, the settlement.

    Raises RecordError or IllegalActionError where the record contradicts the rules.
    """
    hand = _open_hand(rules, record)
    width = max(len(name) for name in names)
    who = [f"{seat} {name:{width}}" for seat, name in enumerate(names)]
    steps = [_deal_text(hand, record, who)]
    trick: list[str] = []
    for seat, action in recorded_actions(record):
        before = hand.points
        playing = hand.phase == PLAY
        if playing and not hand.trick:
            trick = [_holdings(hand, who)]
        hand.apply(action)
        line = f"  {who[seat]}  {action_text(action)}"
        if not playing:
            steps.append(line)
            continue
        if is_meld(action):
            line += f"  → +{MARRIAGE_VALUES[hand.trump]}, {_SUIT_NAMES[hand.trump]} are trump"
        trick.append(line)
        if hand.phase != PLAY or not hand.trick:
            trick.append(_taken(hand, before, who))
            steps.append("\n".join(trick))
    steps.append(_settlement_text(record, who))
    return steps


def _open_hand(rules: Rules, record: Mapping[str, Any]) -> Hand:
    scores = tuple(record["before"])
    full = (rules.bomb_limit,) * rules.players
    sheet = Sheet(record["n"], record["dealer"], scores, full, (0,) * rules.players)
    deal = recorded_deals([record]).deal(record["n"], record["redeals"], record["dealer"])
    # Earlier redeals of this deal count against max_redeals; whose they were changes nothing here.
    return Hand(rules, sheet, deal, ((0, 0),) * record["redeals"])


def _deal_text(hand: Hand, record: Mapping[str, Any], who: list[str]) -> str:
    again = f", redeal {record['redeals']}" if record["redeals"] else ""
    lines = [f"Deal {record['n']}{again}: seat {record['dealer']} deals, forehand {hand.forehand}"]
    for seat, mask in enumerate(hand.deal.hands):
        cards = _cards_text(mask) if mask else "(sits out)"
        lines.append(f"  {who[seat]}  {record['before'][seat]:5}  {cards}")
    for number, musik in enumerate(hand.deal.musiks):
        label = f"musik {number}" if len(hand.deal.musiks) > 1 else "musik"
        lines.append(f"  {label:{len(who[0])}}         {_cards_text(musik)}")
    return "\n".join(lines)


def _holdings(hand: Hand, who: list[str]) -> str:
    lines = [f"Trick {len(hand.leaders)}"]
    for seat, mask in enumerate(hand.hands):
        if mask:
            lines.append(f"    {who[seat]}  holds {_cards_text(mask)}")
    return "\n".join(lines)


def _taken(hand: Hand, before: tuple[int, ...], who: list[str]) -> str:
    gained = [now - then for now, then in zip(hand.points, before, strict=True)]
    points = sum(gained)
    taker = hand.best_seat
    side = card_points(hand.side_cards) if hand.phase != PLAY else 0
    extra = f", {side} of them from side cards" if side else ""
    return f"  → {who[taker].strip()} takes {points}{extra}"


def _settlement_text(record: Mapping[str, Any], who: list[str]) -> str:
    if "redeal" in record:
        return "Redeal: the cards are thrown in, no score changes"
    lines = ["Settlement             cards  marriages  change  score"]
    for seat, name in enumerate(who):
        lines.append(
            f"  {name:20} {record['tricks'][seat]:5}  {record['marriages'][seat]:9}"
            f"  {record['change'][seat]:+6}  {record['after'][seat]:5}"
        )
    return "\n".join(lines)


def _cards_text(mask: int) -> str:
    return " ".join(texts_of(mask))
