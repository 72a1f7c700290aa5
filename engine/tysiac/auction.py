"""The auction: how high a seat may bid and when it may ask for a redeal (tysiac.md section 4)."""

from typing import Final

from mypy_extensions import i64

from engine.tysiac.actions import PASS, REDEAL
from engine.tysiac.cards import NINES, card_points, marriage_value
from engine.tysiac.rules import Rules

__all__ = ["FORCED_BID", "HIGHEST_BID", "legal_in_auction", "may_ask_redeal", "top_bid"]

FORCED_BID: Final = 100
_BASE_CAP: Final = 120
HIGHEST_BID: Final = 400
_BIDS: Final = tuple(range(FORCED_BID + 10, HIGHEST_BID + 1, 10))


def top_bid(dealt: i64, rules: Rules) -> i64:
    """The highest bid that the dealt cards allow: musik cards don't count for it."""
    if rules.bid_cap == "none":
        return HIGHEST_BID
    return _BASE_CAP + marriage_value(dealt)


def may_ask_redeal(dealt: i64, rules: Rules) -> bool:
    """Whether the dealt cards are a reason for a redeal under these rules."""
    if rules.players == 2 or rules.redeal == "none":
        return False
    if rules.redeal == "four_nines":
        return dealt & NINES == NINES
    return card_points(dealt) < rules.redeal_threshold and marriage_value(dealt) == 0


def legal_in_auction(standing_bid: i64, cap: i64, redeal: bool) -> tuple[int, ...]:
    """Pass, the redeal where this seat may ask for it, and every raise up to its cap."""
    start = (PASS, REDEAL) if redeal else (PASS,)
    return start + _BIDS[(standing_bid - FORCED_BID) // 10 : (cap - FORCED_BID) // 10]
