"""Constructed deals and scripted play: what the rule tests are made of.

Cards are written by suit, `AK9s Th` for ♠A ♠K ♠9 ♥10; a script is action texts with a comma or,
between tricks, a slash after each.
"""

from collections.abc import Sequence
from itertools import chain

from engine.tysiac import PLAY, SUITS, Rules, action_text, make_rules, mask_of, parse_action
from engine.tysiac.background import Sheet
from engine.tysiac.cards import ALL_CARDS, cards_of
from engine.tysiac.deal import Deal, RecordedDeals
from engine.tysiac.hand import Hand
from engine.tysiac.match import Match
from engine.tysiac.tricks import BEATING
from engine.tysiac.words import word_by_seat

_MORE_DEALS = 12


def rules_of(preset: str = "house", **settings: object) -> Rules:
    return make_rules({"preset": preset, **settings})


def cards(text: str) -> int:
    """The mask of cards such as `AK9s Th`."""
    return mask_of([rank + word[-1] for word in text.split() for rank in word[:-1]])


def deal(*hands: str, musik: str = "") -> Deal:
    """A deal of all 24 cards, by seat; `-` sits out, two musiks stand around a `|`.

    A hand or musik that is written short is filled with the lowest cards that are written nowhere.
    """
    players = len(hands)
    musiks = [*musik.split("|"), ""][: 2 if players == 2 else 1]
    sizes = [0 if hand == "-" else 10 if players == 2 else 7 for hand in hands]
    sizes += [2, 2] if players == 2 else [3]
    masks = [0 if text == "-" else cards(text) for text in chain(hands, musiks)]
    written = 0
    for mask in masks:
        assert not written & mask, f"a card twice: {hands}, {musik}"
        written |= mask
    left = list(cards_of(ALL_CARDS & ~written))
    for place, size in enumerate(sizes):
        for _ in range(size - masks[place].bit_count()):
            masks[place] |= 1 << left.pop(0)
    assert not left, f"too many cards in a hand: {hands}, {musik}"
    return Deal(tuple(masks[:players]), tuple(masks[players:]))


def any_deal(players: int, dealer: int) -> Deal:
    """A deal whose cards don't matter."""
    return deal(*["-" if players == 4 and seat == dealer else "" for seat in range(players)])


def sit_down(
    rules: Rules,
    *deals: Deal | list[Deal],
    dealer: int = 0,
    scores: Sequence[int] = (),
    bombs: Sequence[int] = (),
    barrel: Sequence[int] = (),
    n: int = 0,
) -> Match:
    """A match about to play `deals`; a list in it holds a deal and its redeals.

    The sheet starts as given, by default as at the start of a match; after the given deals come
    others whose cards don't matter.
    """
    given: dict[tuple[int, int], Deal] = {(0, 0): any_deal(rules.players, 0)}
    for place, entry in enumerate([*deals, *[[]] * _MORE_DEALS]):
        tries = [*entry] if isinstance(entry, list) else [entry]
        tries.append(any_deal(rules.players, (dealer + place) % rules.players))
        given.update({(n + place, redeals): each for redeals, each in enumerate(tries)})
    match = Match(rules, RecordedDeals(given))
    return start_at(match, dealer=dealer, scores=scores, bombs=bombs, barrel=barrel, n=n)


def start_at(
    match: Match,
    *,
    dealer: int = 0,
    scores: Sequence[int] = (),
    bombs: Sequence[int] = (),
    barrel: Sequence[int] = (),
    n: int = 0,
) -> Match:
    """Let a new match begin with this sheet instead."""
    nothing = (0,) * match.rules.players
    full = (match.rules.bomb_limit,) * match.rules.players
    match.scores = tuple(scores) or nothing
    match._sheet = Sheet(n, dealer, match.scores, tuple(bombs) or full, tuple(barrel) or nothing)
    match.hand = match._deal(())
    return match


def play(match: Match | Hand, script: str) -> None:
    """Let the seats to move do what the script says."""
    for text in script.replace("/", ",").split(","):
        if text.strip():
            match.apply(parse_action(text.strip()))


def play_out(match: Match) -> None:
    """Finish the running deal with the first legal action each time: never a meld or a bomb."""
    played = len(match.hands)
    while len(match.hands) == played:
        match.apply(match.hand.legal[0])


def legal(match: Match | Hand) -> list[str]:
    hand = match.hand if isinstance(match, Match) else match
    return [action_text(action) for action in hand.legal]


def stage(
    match: Match,
    *hands: str,
    declarer: int,
    contract: int = 100,
    leader: int | None = None,
    trump: str = "",
    points: Sequence[int] = (),
    marriages: Sequence[int] = (),
    side_cards: str = "",
) -> Hand:
    """Put the running deal into the middle of its play: so many cards held, so much taken."""
    hand = match.hand
    hand._held = [cards(text) for text in hands]
    hand.phase = PLAY
    hand.declarer = declarer
    hand.bid = hand.contract = contract
    hand.trump = SUITS.index(trump) if trump else -1
    hand._beaten_by = BEATING[hand.trump]
    hand._points = word_by_seat(points)
    hand._marriages = word_by_seat(marriages)
    hand.side_cards = cards(side_cards)
    hand._tricks_left = max(mask.bit_count() for mask in hand.hands)
    hand._lead(declarer if leader is None else leader)
    return hand


def settle_deal(
    match: Match,
    *,
    declarer: int,
    contract: int,
    points: Sequence[int],
    marriages: Sequence[int] = (),
) -> list[int]:
    """Play a last trick worth nothing on top of what the seats have taken; the changes."""
    sitting_out = match.hand.sitting_out
    nines = iter(("9s", "9c", "9d"))
    hands = ["" if seat == sitting_out else next(nines) for seat in range(len(match.scores))]
    stage(
        match,
        *hands,
        declarer=declarer,
        contract=contract,
        points=points,
        marriages=marriages or [0] * len(match.scores),
    )
    play_out(match)
    return match.hands[-1]["change"]


def ace_deal(players: int, dealer: int, taker: int) -> Deal:
    """A deal in which `taker`, once declarer gives it ♥10, takes every trick with aces and tens.

    The musik holds ♥10, and nothing that a four-player dealer could write.
    """
    seats = [seat for seat in range(players) if players < 4 or seat != dealer]
    rest = iter(("KQs Js 9s Kc Jd 9d", "Qc Jc 9c KQd Kh Jh"))
    hands = ["-"] * players
    for seat in seats:
        hands[seat] = "ATs ATc ATd Ah" if seat == taker else next(rest)
    return deal(*hands, musik="Th Qh 9h")


def walk_over(match: Match, *, declarer: int, contract: int, taker: int) -> None:
    """Play an `ace_deal` to its end: 120 card points to `taker`, no marriage to anybody."""
    sitting_out = match.hand.sitting_out
    bid_once(match, declarer, contract)
    opponents = [seat for seat in range(len(match.scores)) if seat not in (declarer, sitting_out)]
    gifts = dict(zip(opponents, ("9h", "Qh"), strict=True))
    if taker != declarer:
        gifts[taker] = "Th"
    gift_texts = " ".join(f"{card} {seat}" for seat, card in gifts.items())
    play(match, f"give {gift_texts}, declare {contract}")
    play_out(match)


def bid_once(match: Match, declarer: int, bid: int) -> None:
    """An auction in which only `declarer` raises, straight to `bid`; forehand stays at 100."""
    while match.hand.phase == "auction":
        raising = match.to_move == declarer and match.hand.bid < bid
        play(match, str(bid) if raising else "pass")


def bomb(match: Match, *, declarer: int) -> None:
    """The lowest auction that `declarer` wins, and the bomb at the moment that the rules set."""
    bid_once(match, declarer, 100 if declarer == match.hand.forehand else 110)
    while "bomb" not in legal(match):
        assert match.hand.phase != PLAY, "no bomb in this deal"
        match.apply(match.hand.legal[0])
    play(match, "bomb")
