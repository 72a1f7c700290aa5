"""The phases of a hand by name, as constants that the compiled engine need not look up."""

from typing import Final

__all__ = ["AUCTION", "CONTRACT", "EXCHANGE", "MUSIK_CHOICE", "OVER", "PLAY"]

AUCTION: Final = "auction"
MUSIK_CHOICE: Final = "musik"
EXCHANGE: Final = "exchange"
CONTRACT: Final = "contract"
PLAY: Final = "play"
OVER: Final = "over"
