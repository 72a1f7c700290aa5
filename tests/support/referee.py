"""The independent referee: re-derives a Tysiac match from its exported record.

Written from the rule text alone, slowly and plainly, so that a mistake of the engine can't hide
behind the same mistake here. Numbers in comments are sections of tysiac.md. At every decision
`Hand.legal` lists all canonical action texts, so one membership test judges rules and spelling.

Where an illegal action leaves the rest of a match undefined the replay stops there; where only a
number is wrong, it goes on with the right one.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from itertools import combinations, permutations
from types import FunctionType
from typing import Any

Json = dict[str, Any]
Place = tuple[int, int]  # (index in `hands`, index in `actions`) of a decision

SUITS = "scdh"
RANKS = "9JQKTA"
DECK = [rank + suit for suit in SUITS for rank in RANKS]  # in card order
WHOLE_MATCH = (None, None)  # the place of a fault that no single decision made
CARD_POINTS = dict(zip(RANKS, (0, 2, 3, 4, 10, 11), strict=True))
MARRIAGE_POINTS = dict(zip(SUITS, (40, 60, 80, 100), strict=True))


# Cards


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


# One deal


class Hand:
    """One deal, action by action: `turn` and `legal()` say what may come next.

    `phase` runs through auction, musik (2 players), exchange, contract and play, and ends as
    redealt, bombed or played.
    """

    def __init__(self, match: Match, deal: Json) -> None:
        self.match = match
        self.rules = match.rules
        self.held: list[list[str]] = [list(cards) for cards in deal["dealt"]]
        self.musik: list[list[str]] = [list(cards) for cards in deal["musik"]]
        # 3: forehand first; of four the dealer sits out.
        on_the_left = range(match.dealer + 1, match.dealer + 1 + min(match.players, 3))
        self.playing = [seat % match.players for seat in on_the_left]
        # 4: the seat after forehand speaks first; the front of this queue is to speak.
        self.bidders = self.playing[1:] + self.playing[:1]
        self.turn = self.bidders[0]
        self.spoken: set[int] = set()
        self.phase = "auction"
        self.raised = False
        self.contract = 100  # the highest bid, then what is declared
        self.declarer = self.playing[0]
        self.side: list[str] = []  # 2 players: what the last trick also takes
        self.trump: str | None = None
        self.trick: dict[int, str] = {}
        self.trick_number = 1
        self.tricks = [0] * match.players
        self.marriages = [0] * match.players

    @property
    def over(self) -> bool:
        return self.phase in ("redealt", "bombed", "played")

    def legal(self) -> list[str]:
        """Every action text that is allowed now."""
        match self.phase:
            case "auction":
                return self._auction_options()
            case "musik":
                return ["musik 0", "musik 1"]
            case "exchange":
                return self._exchange_options() + self._bomb_option("before_exchange")
            case "contract":
                return self._contract_options() + self._bomb_option("after_exchange")
            case "play":
                return self._card_options()
        return []

    def apply(self, text: str) -> None:
        """Carry out an action that `legal` lists."""
        word, *rest = text.split()
        if word == "pass":
            self._speak(still_in=False)
        elif word.isdigit():
            self.contract, self.declarer, self.raised = int(word), self.turn, True
            self._speak(still_in=True)
        elif word == "redeal":
            self.phase = "redealt"
        elif word == "musik":
            self._take_musik(int(rest[0]))
        elif word == "bomb":
            self.phase = "bombed"
        elif word == "give":
            self._part_with(rest[0], self.held[int(rest[1])])
            self._part_with(rest[2], self.held[int(rest[3])])
        elif word == "lay":
            self._part_with(rest[0], self.side)
            self._part_with(rest[1], self.side)
        elif word == "declare":
            self.contract = int(rest[0])
            self.phase = "play"
        else:
            self._play(word, meld=bool(rest))

    def _auction_options(self) -> list[str]:
        capped = self.rules["bid_cap"] == "marriages"
        cap = 120 + marriage_points(self.held[self.turn]) if capped else 400
        bids = [str(bid) for bid in range(self.contract + 10, cap + 1, 10)]
        return ["pass", *bids] + (["redeal"] if self._may_ask_redeal() else [])

    def _may_ask_redeal(self) -> bool:
        if self.rules["players"] == 2 or self.turn in self.spoken:  # 4: first decision only
            return False
        if self.match.redeals >= self.rules["max_redeals"] or self.rules["redeal"] == "none":
            return False
        cards = self.held[self.turn]
        if self.rules["redeal"] == "four_nines":
            return sum(card[0] == "9" for card in cards) == 4
        weak = card_points(cards) < self.rules["redeal_threshold"]
        return weak and marriage_points(cards) == 0

    def _speak(self, still_in: bool) -> None:
        speaker, *others = self.bidders
        self.spoken.add(speaker)
        self.bidders = others + [speaker] * still_in
        self.turn = self.bidders[0]
        if len(self.bidders) > 1:
            return
        if self.rules["players"] == 2:
            self.phase = "musik"
        else:
            self._take_musik(0)

    def _take_musik(self, chosen: int) -> None:
        self.held[self.declarer] += self.musik[chosen]
        self.side = [c for i, cards in enumerate(self.musik) if i != chosen for c in cards]
        self.phase = "exchange"

    def _exchange_options(self) -> list[str]:
        cards = in_card_order(self.held[self.declarer])
        if self.rules["players"] == 2:
            return [f"lay {one} {two}" for one, two in combinations(cards, 2)]
        low, high = sorted(seat for seat in self.playing if seat != self.declarer)
        return [f"give {one} {low} {two} {high}" for one, two in permutations(cards, 2)]

    def _bomb_option(self, moment: str) -> list[str]:
        allowed = (
            self.rules["bomb_when"] == moment
            and self.match.bombs_used[self.declarer] < self.rules["bomb_limit"]
            and not (self.raised and self.rules["bomb_on"] == "unraised_forced_bid")
        )
        return ["bomb"] if allowed else []

    def _part_with(self, card: str, receiver: list[str]) -> None:
        self.held[self.declarer].remove(card)
        receiver.append(card)
        self.phase = "contract"

    def _contract_options(self) -> list[str]:
        # 7: a bid above the cap of the hand that is left may only be kept.
        cap = max(self.contract, 120 + marriage_points(self.held[self.declarer]))
        return [f"declare {points}" for points in range(self.contract, cap + 1, 10)]

    def _card_options(self) -> list[str]:
        held = self.held[self.turn]
        cards = playable(held, list(self.trick.values()), self.trump)
        if self.trick or self.trick_number < self.rules["meld_from_trick"]:
            return list(cards)  # 8: only a led card melds
        other = {"K": "Q", "Q": "K"}
        melds = [f"{card} meld" for card in cards if other.get(card[0], "") + card[1] in held]
        return cards + melds

    def _play(self, card: str, meld: bool) -> None:
        self.held[self.turn].remove(card)
        if meld:
            self.trump = card[1]  # 8: already in this trick
            self.marriages[self.turn] += MARRIAGE_POINTS[card[1]]
        self.trick[self.turn] = card
        place = self.playing.index(self.turn)
        self.turn = self.playing[(place + 1) % len(self.playing)]
        if len(self.trick) == len(self.playing):
            self._close_trick()

    def _close_trick(self) -> None:
        led = next(iter(self.trick.values()))[1]
        taker = max(self.trick, key=lambda seat: strength(self.trick[seat], led, self.trump))
        self.tricks[taker] += card_points(self.trick.values())
        self.trick = {}
        self.trick_number += 1
        self.turn = taker
        if not self.held[taker]:
            self.tricks[taker] += card_points(self.side)
            self.phase = "played"


# The match


class Match:
    """Scores, dealer, bombs and barrel from deal to deal, and how the match ends."""

    def __init__(self, rules: Json) -> None:
        self.rules = rules
        self.players: int = rules["players"]
        self.scores = [0] * self.players
        self.bombs_used = [0] * self.players
        self.barrel_left = [0] * self.players  # deals left on the barrel, 0 = not on it
        self.settled = 0
        self.redeals = 0
        self.end: str | None = None  # "target" or "max_deals"
        self.first: int | None = None  # who alone is first by the rules

    @property
    def dealer(self) -> int:
        return self.settled % self.players  # 3

    def close(self, hand: Hand) -> list[int]:
        """Settle a finished hand and return the change of every seat's score."""
        if hand.phase == "redealt":
            self.redeals += 1
            return [0] * self.players
        change = [self._earned(hand, seat) for seat in range(self.players)]
        for seat, earned in enumerate(change):
            change[seat] -= self._barrel_penalty(seat, self.scores[seat] + earned)
        self.scores = [score + more for score, more in zip(self.scores, change, strict=True)]
        self.bombs_used[hand.declarer] += hand.phase == "bombed"
        self.settled += 1
        self.redeals = 0
        self._judge(hand.declarer)
        return change

    def _earned(self, hand: Hand, seat: int) -> int:
        bombed = hand.phase == "bombed"
        points = hand.tricks[seat] + hand.marriages[seat]
        if seat == hand.declarer:  # 9: the raw total, and the contract only
            return 0 if bombed else hand.contract if points >= hand.contract else -hand.contract
        if self._barred(seat):
            return 0
        if seat not in hand.playing:  # 9: the dealer of four, after a bomb too
            aces = sum(card[0] == "A" for card in hand.musik[0])
            return 50 * aces + marriage_points(hand.musik[0])
        return int(self.rules["bomb_points"]) if bombed else round_to_ten(points)

    def _barred(self, seat: int) -> bool:
        barrier = self.rules["barrier"]  # 9: judged by the score before the deal
        at_barrier = barrier is not None and self.scores[seat] >= barrier
        return at_barrier or self.barrel_left[seat] > 0

    def _barrel_penalty(self, seat: int, score: int) -> int:
        """Count this deal on the barrel (10), given the score that it earned."""
        barrel = self.rules["barrel"]
        if barrel is None:
            return 0
        in_range = barrel["from"] <= score < self.rules["target"]
        if not in_range:
            self.barrel_left[seat] = 0
        elif self.barrel_left[seat] == 0:
            self.barrel_left[seat] = barrel["deals"]
        else:
            self.barrel_left[seat] -= 1
            if self.barrel_left[seat] == 0:
                return int(barrel["penalty"])
        return 0

    def _judge(self, declarer: int) -> None:
        best = max(self.scores)
        if best >= self.rules["target"]:
            self.end = "target"
            if self.scores[declarer] >= self.rules["target"]:
                self.first = declarer  # 9: whatever the others have
            elif self.scores.count(best) == 1:
                self.first = self.scores.index(best)
        elif self.settled == self.rules["max_deals"]:
            self.end = "max_deals"

    def verdict(self, faulty: set[int]) -> tuple[str, int | None, list[int]]:
        """Status, winner and ranks of an ended match; `faulty` seats share the last place."""

        def order(seat: int) -> tuple[bool, int]:
            return seat != self.first, -self.scores[seat]

        sound = [seat for seat in range(self.players) if seat not in faulty]
        ranks = [len(sound) + 1] * self.players
        for seat in sound:
            ranks[seat] = 1 + sum(order(other) < order(seat) for other in sound)
        if self.end == "max_deals":
            return "unfinished", None, ranks
        if ranks.count(1) == 1:
            return "won", ranks.index(1), ranks
        return "tied", None, ranks


# Shape of a record


def multiple_of_ten(value: Any) -> bool:
    return type(value) is int and value % 10 == 0


def zero_or_more(value: Any) -> bool:
    return type(value) is int and value >= 0


def one_or_more(value: Any) -> bool:
    return type(value) is int and value >= 1


# A pattern is a type, a test, a constant, (a, b) = one of these, [a] = a list of a, [a, b] = a
# pair, or a dict with a pattern for each key.
RULES: Json = {  # 10
    "players": (2, 3, 4),
    "target": multiple_of_ten,
    "barrier": (multiple_of_ten, None),
    "bomb_limit": zero_or_more,
    "bomb_on": ("any_contract", "unraised_forced_bid"),
    "bomb_when": ("before_exchange", "after_exchange"),
    "bomb_points": multiple_of_ten,
    "redeal": ("weak_hand", "four_nines", "none"),
    "redeal_threshold": zero_or_more,
    "max_redeals": zero_or_more,
    "meld_from_trick": (1, 2),
    "hidden_musik_at_forced_bid": bool,
    "bid_cap": ("marriages", "none"),
    "barrel": (
        {"from": multiple_of_ten, "deals": one_or_more, "penalty": multiple_of_ten},
        None,
    ),
    "max_deals": one_or_more,
}
FAULT: Json = {
    "seat": int,
    "hand": (int, None),
    "action": (int, None),
    "policy": ("substitute", "strike", "void"),
}
RECORD: Json = {
    "schema": 1,
    "match": str,
    "block": str,
    "game": "tysiac",
    "variant": str,
    "rules": RULES,
    "seats": [str],
    "status": str,
    "faults": [FAULT],
    "winner": (int, None),
    "ranks": [int],
    "final": [int],
    "hands": [dict],
}
HAND_TOP: Json = {"n": int, "dealer": int, "redeals": int}
HAND_REST: Json = {
    "dealt": [[str]],
    "musik": [[str]],
    "actions": [[int, str]],
    **{key: [int] for key in ("before", "tricks", "marriages", "change", "after")},
}
HAND: Json = {**HAND_TOP, **HAND_REST}
REDEALT_HAND: Json = {**HAND_TOP, "redeal": True, **HAND_REST}


class Report:
    """The problems found in one match."""

    def __init__(self, record: Any) -> None:
        self.match = record.get("match") if isinstance(record, dict) else None
        self.problems: list[str] = []

    def add(self, where: str, found: object, demanded: str) -> None:
        place = f"match {show(self.match)}, {where}"
        self.problems.append(f"{place}: found {show(found)}, the rules demand {demanded}")

    def expect(self, where: str, found: object, demanded: object) -> None:
        if found != demanded:
            self.add(where, found, show(demanded))

    def fits(self, where: str, value: Any, pattern: Any) -> bool:
        """Report where `value` differs from `pattern`; True if it does not."""
        known = len(self.problems)
        if isinstance(pattern, dict) and isinstance(value, dict):
            self.expect(f"{where}, keys", sorted(map(str, value)), sorted(pattern))
            for key in pattern:
                self.fits(f"{where}, {key}", value.get(key), pattern[key])
        elif isinstance(pattern, list) and isinstance(value, list):
            parts = pattern * len(value) if len(pattern) == 1 else pattern
            self.expect(f"{where}, length", len(value), len(parts))
            for index, (item, part) in enumerate(zip(value, parts, strict=False)):
                self.fits(f"{where} {index}", item, part)
        elif isinstance(pattern, tuple):
            if not any(Report(None).fits("", value, one) for one in pattern):
                self.add(where, value, _wording(pattern))
        elif not _fits_simple(value, pattern):
            self.add(where, value, _wording(pattern))
        return len(self.problems) == known


def _fits_simple(value: Any, pattern: Any) -> bool:
    if isinstance(pattern, FunctionType):
        return bool(pattern(value))
    if isinstance(pattern, type):
        return type(value) is pattern  # True is no int here
    return type(value) is type(pattern) and bool(value == pattern)


def _wording(pattern: Any) -> str:
    if isinstance(pattern, tuple):
        return " or ".join(_wording(one) for one in pattern)
    if isinstance(pattern, list):
        return "a list"
    if isinstance(pattern, dict):
        return f"an object of {', '.join(pattern)}"
    return getattr(pattern, "__name__", repr(pattern)).replace("_", " ")


def show(value: object) -> str:
    short = reprlib.Repr()  # bounded, however large or deep a malformed record is
    short.maxlist = short.maxdict = short.maxset = 24
    short.maxstring = short.maxother = 80
    return short.repr(value)


def check_shape(report: Report, record: Any) -> bool:
    """Check what depends on no deal: keys, types, rules; False if the rest can't be judged."""
    if not report.fits("record", record, RECORD):
        return False
    report.expect("order of keys", list(record), list(RECORD))
    _check_rules(report, record["rules"])
    report.expect("number of seats", len(record["seats"]), record["rules"]["players"])
    for index, element in enumerate(record["hands"]):
        pattern = REDEALT_HAND if "redeal" in element else HAND
        if report.fits(f"hand {index}", element, pattern):
            report.expect(f"hand {index}, order of keys", list(element), list(pattern))
    return not report.problems


def _check_rules(report: Report, rules: Json) -> None:
    """Contradictions between rules (10)."""
    target, barrier, barrel = rules["target"], rules["barrier"], rules["barrel"]
    if target < 100:
        report.add("rules, target", target, "100 or more")
    if barrier is not None and barrier >= target:
        report.add("rules, barrier", barrier, f"less than the target {target}")
    if barrel is not None and barrel["from"] >= target:
        report.add("rules, barrel", barrel, f"`from` less than the target {target}")
    if rules["hidden_musik_at_forced_bid"] and rules["players"] == 2:
        report.add("rules, hidden_musik_at_forced_bid", True, "False with 2 players")


# The replay


def check_match(record: Json) -> list[str]:
    """All problems of one match record, as `json.loads` gives it; an empty list if it is sound."""
    report = Report(record)
    if check_shape(report, record):
        match = Match(record["rules"])
        decisions = _replay(report, record, match)
        if decisions is not None:
            _check_faults(report, record, match, decisions)
            _check_end(report, record, match, decisions)
    return report.problems


def _is_void(record: Json) -> bool:
    return any(fault["policy"] == "void" for fault in record["faults"])


def _replay(report: Report, record: Json, match: Match) -> dict[Place, int] | None:
    """Replay all hands; return the seat of every decision, one left open at the end included.

    None if something illegal leaves the rest undefined.
    """
    decisions: dict[Place, int] = {}
    for index, element in enumerate(record["hands"]):
        where = f"hand {index}"
        if match.end:
            report.add(where, element, "no deal after the end of the match")
            return None
        if not _check_deal(report, where, element, match):
            return None
        hand = Hand(match, element)
        actions = element["actions"]
        if not _replay_actions(report, where, actions, hand):
            return None
        decisions |= {(index, place): seat for place, (seat, _) in enumerate(actions)}
        if not hand.over:
            decisions[index, len(actions)] = hand.turn
            if not _is_void(record) or index < len(record["hands"]) - 1:
                demanded = f"seat {hand.turn}, one of {show(hand.legal())}"
                report.add(f"{where}, action {len(actions)}", "no action", demanded)
                return None
        _check_results(report, where, element, match, hand)
    return decisions


def _check_deal(report: Report, where: str, element: Json, match: Match) -> bool:
    """Dealer and cards of one deal (3); False if it can't be played."""
    players, dealt, musik = match.players, element["dealt"], element["musik"]
    report.expect(f"{where}, n", element["n"], match.settled)
    report.expect(f"{where}, dealer", element["dealer"], match.dealer)
    report.expect(f"{where}, redeals", element["redeals"], match.redeals)
    sizes = [10 if players == 2 else 7] * players, [2, 2] if players == 2 else [3]
    if players == 4:
        sizes[0][match.dealer] = 0
    counts = [len(part) for part in dealt], [len(part) for part in musik]
    cards = sorted(card for part in dealt + musik for card in part)
    if counts != sizes or cards != sorted(DECK):
        report.expect(f"{where}, numbers of cards", counts, sizes)
        report.expect(f"{where}, cards", cards, sorted(DECK))
        return False
    for part in dealt + musik:
        report.expect(f"{where}, order of cards", part, in_card_order(part))
    return True


def _replay_actions(report: Report, where: str, actions: list[Any], hand: Hand) -> bool:
    for index, action in enumerate(actions):
        place = f"{where}, action {index}"
        if hand.over:
            report.add(place, action, f"no action, the deal is {hand.phase}")
            return False
        if action[0] != hand.turn or action[1] not in hand.legal():
            report.add(place, action, f"seat {hand.turn}, one of {show(hand.legal())}")
            return False
        hand.apply(action[1])
    return True


def _check_results(report: Report, where: str, element: Json, match: Match, hand: Hand) -> None:
    """Compare what a hand wrote; one that is redealt or cut off writes nothing."""
    nothing = [0] * match.players
    played = hand.phase == "played"
    report.expect(f"{where}, redeal", "redeal" in element, hand.phase == "redealt")
    report.expect(f"{where}, before", element["before"], match.scores)
    change = match.close(hand) if hand.over else nothing
    tricks, marriages = (hand.tricks, hand.marriages) if played else (nothing, nothing)
    report.expect(f"{where}, tricks", element["tricks"], tricks)
    report.expect(f"{where}, marriages", element["marriages"], marriages)
    report.expect(f"{where}, change", element["change"], change)
    report.expect(f"{where}, after", element["after"], match.scores)


def _check_faults(report: Report, record: Json, match: Match, decisions: dict[Place, int]) -> None:
    """A fault names a decision that its seat still made itself, or the whole match."""
    faults = [((f["hand"], f["action"]), f["seat"], f["policy"]) for f in record["faults"]]
    substitutions = [(f[0], f[1]) for f in faults if f[2] == "substitute" and f[0] in decisions]
    report.expect("faults, different", len({f[:2] for f in faults}), len(faults))
    for place, seat, policy in faults:
        where = f"fault at {place}"
        if seat not in range(match.players):
            report.add(where, seat, f"a seat below {match.players}")
        if _is_void(record) and policy != "void":
            report.add(where, policy, "void, as in the other faults")
        if place == WHOLE_MATCH:
            continue
        if decisions.get(place) != seat:
            report.add(where, seat, f"the seat that decides here: {decisions.get(place)}")
        elif any(other == seat and earlier < place for earlier, other in substitutions):
            report.add(where, seat, "no fault after the substitution of its seat")


def _check_end(report: Report, record: Json, match: Match, decisions: dict[Place, int]) -> None:
    places = {(fault["hand"], fault["action"]) for fault in record["faults"]}
    stops = {WHOLE_MATCH, max(decisions, default=WHOLE_MATCH)}  # where a void match may stop
    if not match.end and not (_is_void(record) and places & stops):
        report.add("hands", len(record["hands"]), "more: the match is not over")
        return
    report.expect("final", record["final"], match.scores)
    status, winner, ranks = "void", None, [1] * match.players
    if not _is_void(record):
        faults = record["faults"]
        faulty = {fault["seat"] for fault in faults if fault["policy"] == "substitute"}
        status, winner, ranks = match.verdict(faulty)
    report.expect("status", record["status"], status)
    report.expect("winner", record["winner"], winner)
    report.expect("ranks", record["ranks"], ranks)


def check_block(records: list[Json]) -> list[str]:
    """Problems between the matches of one block: every seating must get the same deals."""
    problems: list[str] = []
    block: list[Any] = []
    deals: dict[tuple[int, int], list[Any]] = {}
    for record in records:
        report = Report(record)
        if check_shape(report, record):
            found = [record[key] for key in ("block", "variant", "rules")]
            block = block or found
            report.expect("block, variant and rules", found, block)
            for index, hand in enumerate(record["hands"]):
                deal = [hand[key] for key in ("dealer", "dealt", "musik")]
                same = deals.setdefault((hand["n"], hand["redeals"]), deal)
                report.expect(f"hand {index}, dealer, dealt and musik", deal, same)
        problems += report.problems
    return problems
