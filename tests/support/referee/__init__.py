"""The independent referee: re-derives a Tysiac match from its exported record.

Written from the rule text alone, slowly and plainly, so that a mistake of the engine can't hide
behind the same mistake here. Numbers in comments are sections of tysiac.md. At every decision
`Hand.legal` lists all canonical action texts, so one membership test judges rules and spelling.

Where an illegal action leaves the rest of a match undefined the replay stops there; where only a
number is wrong, it goes on with the right one.
"""

from referee.cards import DECK, in_card_order, playable
from referee.check import check_block, check_match
from referee.hand import Hand
from referee.match import Match

__all__ = ["DECK", "Hand", "Match", "check_block", "check_match", "in_card_order", "playable"]
