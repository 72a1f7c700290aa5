"""High Card: everybody plays one of three cards in turn, the highest takes the trick; most win."""

from typing import ClassVar, Final, NamedTuple

from engine.chance import derive, permutation
from engine.errors import IllegalActionError, RecordError, RulesError, TextError
from engine.game import Column, Game, HandRows, Verdict, run_match

CARDS, EACH = 12, 3


class Rules(NamedTuple):
    players: int


class Decision(NamedTuple):
    seat: int
    legal: tuple[int, ...]
    played: tuple[int, ...]
    tricks: tuple[int, ...]


class Match:
    def __init__(self, rules, dealt):
        self.dealt, self.played = dealt, []
        self.scores, self.tricks, self.hands = (0,) * rules.players, [0] * rules.players, []
        self.verdict, self.to_move, self.legal = None, 0, tuple(dealt[0])

    @property
    def position(self):
        return len(self.hands), len(self.played)

    def decision(self):
        return self.observe(self.to_move)

    def observe(self, seat):
        legal = self.legal if seat == self.to_move else ()
        return Decision(seat, legal, tuple(self.played), tuple(self.tricks))

    def apply(self, action):
        if action not in self.legal:
            raise IllegalActionError(f"{action} is none of {self.legal}")
        self.played.append(action)
        players = len(self.dealt)
        done, place = divmod(len(self.played), players)
        if place == 0:
            trick = self.played[-players:]
            self.tricks[trick.index(max(trick))] += 1
        if done == EACH:
            self.hands, self.scores = [self._record()], tuple(self.tricks)
            ranks = tuple(1 + sum(other > own for other in self.tricks) for own in self.tricks)
            winner = ranks.index(1) if ranks.count(1) == 1 else None
            self.verdict = Verdict("tied" if winner is None else "won", winner, ranks)
            self.to_move, self.legal = -1, ()
        else:
            self.to_move = place
            self.legal = tuple(card for card in self.dealt[place] if card not in self.played)

    def run(self, bots, *, once=False):
        return run_match(self, bots, once=once)

    def running_hand(self):
        return None if self.to_move < 0 else self._record()

    def _record(self):
        actions = [[n % len(self.dealt), str(card)] for n, card in enumerate(self.played)]
        return {"dealt": self.dealt, "actions": actions}


class HighCard(Game):
    name: ClassVar = "high_card"
    decision_type: ClassVar = Decision
    wire_type: ClassVar = Decision
    hand_columns: ClassVar = ()
    seat_columns: ClassVar = (Column("dealt", "text", "cards dealt to the seat", varied=True),)

    def make_rules(self, settings):
        players = settings.get("players", 2)
        if set(settings) - {"players"} or players not in range(2, 5) or isinstance(players, bool):
            raise RulesError("rules", dict(settings), "players from 2 to 4")
        return Rules(players)

    def settings(self, rules):
        return {"players": rules.players}

    def differences(self, rules):
        return "house", {}

    def new_match(self, rules, key):
        cards = permutation(derive(key, 0, 0), CARDS)
        starts = range(0, EACH * rules.players, EACH)
        return Match(rules, [sorted(cards[start : start + EACH]) for start in starts])

    def replay_match(self, rules, hands):
        if len(hands) != 1 or len(hands[0]["dealt"]) != rules.players:
            raise RecordError("found another number of hands or seats; allowed: one hand")
        return Match(rules, [list(cards) for cards in hands[0]["dealt"]])

    def recorded_actions(self, hand):
        return [(seat, self.parse_action(text)) for seat, text in hand["actions"]]

    def action_text(self, action):
        if action not in range(CARDS):
            raise TextError(f"no action {action}")
        return str(action)

    def parse_action(self, text):
        if text not in map(str, range(CARDS)):
            raise TextError(f"no action {text!r}")
        return int(text)

    def hand_rows(self, rules, hands):
        return [
            HandRows((), [(" ".join(map(str, cards)),) for cards in hand["dealt"]])
            for hand in hands
        ]

    def hand_from_rows(self, rows, actions):
        return {"dealt": [[*map(int, row[0].split())] for row in rows.seats], "actions": actions}

    def tell_hand(self, rules, hand, names):
        return [f"{names[seat]} plays {card}" for seat, card in hand["actions"]]


GAME: Final = HighCard()
