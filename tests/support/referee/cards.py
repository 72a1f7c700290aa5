"""The deck, what cards are worth, and which of them may go to a trick."""

from collections.abc import Iterable

SUITS = "scdh"
RANKS = "9JQKTA"
DECK = [rank + suit for suit in SUITS for rank in RANKS]  # in card order
CARD_POINTS = dict(zip(RANKS, (0, 2, 3, 4, 10, 11), strict=True))
MARRIAGE_POINTS = dict(zip(SUITS, (40, 60, 80, 100), strict=True))


def card_points(cards: Iterable[str]) -> int:
    return sum(CARD_POINTS[card[0]] for card in cards)


def marriage_points(cards: Iterable[str]) -> int:
    held = set(cards)
    return sum(MARRIAGE_POINTS[suit] for suit in SUITS if {"Q" + suit, "K" + suit} <= held)


def in_card_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=DECK.index)


def round_to_ten(points: int) -> int:
    return (points + 5) // 10 * 10  # 9: 5 and more up, so 25 is 30 and 45 is 50


def strength(card: str, led: str, trump: str | None) -> int:
    """Order the cards of a trick: trumps, then the led suit, then cards that can't take it."""
    return RANKS.index(card[0]) + 10 * (card[1] == led) + 100 * (card[1] == trump)


def playable(held: list[str], trick: list[str], trump: str | None) -> list[str]:
    """The cards of `held` that may go to a trick in which `trick` already lies (8)."""
    if not trick:
        return held
    led = trick[0][1]
    to_beat = max(strength(card, led, trump) for card in trick)
    winning = [card for card in held if strength(card, led, trump) > to_beat]
    following = [card for card in held if card[1] == led]
    if following:
        return [card for card in following if card in winning] or following
    return winning or held  # void in the led suit, only a higher trump wins
