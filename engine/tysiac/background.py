"""What a deal is played on, and what all decisions of a seat during the play share."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

__all__ = ["Background", "Pairs", "Sheet"]

Pairs = tuple[tuple[int, int], ...]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Sheet:
    """What stands on the table before a deal; the same for all its redeals."""

    __slots__ = ("barrel", "bombs_left", "dealer", "n", "scores")

    def __init__(
        self,
        n: int,
        dealer: int,
        scores: tuple[int, ...],
        bombs_left: tuple[int, ...],
        barrel: tuple[int, ...],
    ) -> None:
        self.n: Final = n
        self.dealer: Final = dealer
        self.scores: Final = scores
        self.bombs_left: Final = bombs_left
        self.barrel: Final = barrel


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Background:
    """What one seat sees of a deal that does not change any more during the play."""

    __slots__ = (
        *("seat", "phase", "n", "dealer", "scores", "bombs_left", "barrel"),
        *("dealt", "redealt", "auction", "bid", "declarer", "contract"),
        *("musik", "gave", "received", "laid"),
    )

    def __init__(
        self,
        seat: i64,
        phase: str,
        sheet: Sheet,
        dealt: i64,
        redealt: Pairs,
        auction: Pairs,
        bid: i64,
        declarer: i64,
        contract: i64,
        musik: i64,
        gave: Pairs,
        received: i64,
        laid: i64,
    ) -> None:
        self.seat: Final = seat
        self.phase: Final = phase
        # Not the sheet itself: the match goes by it, and in plain Python it could be changed.
        self.n: Final = sheet.n
        self.dealer: Final = sheet.dealer
        self.scores: Final = sheet.scores
        self.bombs_left: Final = sheet.bombs_left
        self.barrel: Final = sheet.barrel
        self.dealt: Final = dealt
        self.redealt: Final = redealt
        self.auction: Final = auction
        self.bid: Final = bid
        self.declarer: Final = declarer
        self.contract: Final = contract
        self.musik: Final = musik
        self.gave: Final = gave
        self.received: Final = received
        self.laid: Final = laid
