"""One deal, from the auction to the last trick."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from referee.cards import (
    MARRIAGE_POINTS,
    card_points,
    in_card_order,
    marriage_points,
    playable,
    strength,
)
from referee.vocabulary import Json

if TYPE_CHECKING:
    from referee.match import Match


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
