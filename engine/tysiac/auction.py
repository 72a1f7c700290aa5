"""The auction: how high a seat may bid and when it may ask for a redeal (tysiac.md section 4)."""

from typing import Final

from engine.tysiac.actions import PASS, REDEAL
from engine.tysiac.cards import NINES, card_points, marriage_value
from engine.tysiac.rules import Rules

__all__ = ["FORCED_BID", "legal_in_auction", "may_ask_redeal", "top_bid"]

FORCED_BID: Final = 100
_BASE_CAP: Final = 120
_HIGHEST_CAP: Final = 400
_BIDS: Final = tuple(range(FORCED_BID + 10, _HIGHEST_CAP + 1, 10))


def top_bid(dealt: int, rules: Rules) -> int:
    """The highest bid that the dealt cards allow: musik cards don't count for it."""
    if rules.bid_cap == "none":
        return _HIGHEST_CAP
    return _BASE_CAP + marriage_value(dealt)


def may_ask_redeal(dealt: int, rules: Rules) -> bool:
    """Whether the dealt cards are a reason for a redeal under these rules."""
    if rules.players == 2 or rules.redeal == "none":
        return False
    if rules.redeal == "four_nines":
        return dealt & NINES == NINES
    return card_points(dealt) < rules.redeal_threshold and marriage_value(dealt) == 0


def legal_in_auction(standing_bid: int, cap: int, redeal: bool) -> tuple[int, ...]:
    """Pass, the redeal where this seat may ask for it, and every raise up to its cap."""
    start = (PASS, REDEAL) if redeal else (PASS,)
    return start + _BIDS[(standing_bid - FORCED_BID) // 10 : (cap - FORCED_BID) // 10]
