"""Hands as table rows, and back: the columns that Tysiąc adds to `hands` and `hand_seats`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game import Column, HandRows
from engine.tysiac.actions import is_bid, parse_action, value_in
from engine.tysiac.rules import Rules
from engine.tysiac.settlement import barred, barrel_after

__all__ = ["HAND_COLUMNS", "SEAT_COLUMNS", "hand_from_rows", "hand_rows"]

HAND_COLUMNS: Final = (
    Column("number", "int16", "number of the deal within the match, from 0; redeals don't count"),
    Column("dealer", "int8", "seat that dealt"),
    Column("forehand", "int8", "seat that held the forced bid of 100"),
    Column("declarer", "int8", "seat that won the auction; null if redealt or cut off", True),
    Column("bid", "int16", "winning bid in points; null if redealt or cut off", True),
    Column("contract", "int16", "declared contract in points; null if none was", True),
    Column("made", "bool", "whether the contract was made; null if it wasn't played out", True),
    Column("bombed", "bool", "whether declarer bombed the deal"),
    Column("redealt", "bool", "whether the deal was thrown in for a redeal: no play, no points"),
    Column("redeals", "int16", "redeals of this deal before this hand"),
    Column("musik_0", "text", "cards of the (first) musik", varied=True),
    Column("musik_1", "text", "cards of the second musik, with 2 players", True, True),
    Column("musik_taken", "int8", "number of the musik that declarer took", True),
    Column("trumps", "text", "suits in the order in which they were melded, of s c d h"),
)
SEAT_COLUMNS: Final = (
    Column("role", "text", "declarer, opponent or dealer (sits out); null as declarer is", True),
    Column("before", "int32", "score in points before the hand"),
    Column("change", "int32", "points written for the hand"),
    Column("card_points", "int16", "card points taken, side cards included, unrounded"),
    Column("marriages", "int16", "points of the marriages melded"),
    Column("barred", "bool", "whether barrier or barrel bar it from writing unless as declarer"),
    Column("bombs_left", "int32", "bombs left before the hand"),
    Column("dealt", "text", "cards dealt to the seat", varied=True),
)


def hand_rows(rules: Rules, hands: Sequence[Mapping[str, Any]]) -> list[HandRows]:
    """The rows of all hands of a match: bombs and barrel are carried from hand to hand."""
    rows: list[HandRows] = []
    bombs = [rules.bomb_limit] * rules.players
    barrel = (0,) * rules.players
    for hand in hands:
        row = _hand_row(rules, hand)
        declarer, bombed, redealt = row[3], row[7], row[8]
        rows.append(HandRows(row, _seat_rows(rules, hand, declarer, bombs, barrel)))
        if bombed:
            bombs[declarer] -= 1
        if not redealt and rules.barrel is not None:
            barrel = barrel_after(rules, barrel, tuple(hand["before"]), list(hand["change"]))
    return rows


def _hand_row(rules: Rules, hand: Mapping[str, Any]) -> tuple[Any, ...]:
    dealer: int = hand["dealer"]
    forehand = (dealer + 1) % rules.players
    bidder, bid = forehand, 100
    contract: int | None = None
    musik_taken: int | None = None if rules.players == 2 else 0
    auction_over = bombed = False
    trumps = ""
    actions: list[Any] = hand["actions"]
    for action in actions:
        text: str = action[1]
        if len(text) == 2 or text == "pass":
            continue  # a card, as most of them are
        if text.endswith("meld"):
            trumps += text[1]
        elif text.startswith("musik"):
            musik_taken = int(text[-1])
            auction_over = True
        elif text == "bomb":
            bombed = True
        elif text.startswith(("give", "lay")):
            auction_over = True
        elif text.startswith("declare"):
            contract = value_in(parse_action(text))
        elif is_bid(parse_action(text)):
            bidder, bid = action[0], int(text)
    decided = auction_over or bombed
    musiks: list[list[str]] = hand["musik"]
    return (
        hand["n"],
        dealer,
        forehand,
        bidder if decided else None,
        bid if decided else None,
        contract,
        None if contract is None else _made(hand, bidder, contract),
        bombed,
        "redeal" in hand,
        hand["redeals"],
        " ".join(musiks[0]),
        " ".join(musiks[1]) if len(musiks) > 1 else None,
        musik_taken if decided else None,
        trumps,
    )


def _made(hand: Mapping[str, Any], declarer: int, contract: int) -> bool | None:
    tricks: list[int] = hand["tricks"]
    marriages: list[int] = hand["marriages"]
    return tricks[declarer] + marriages[declarer] >= contract if sum(tricks) == 120 else None


def _seat_rows(
    rules: Rules,
    hand: Mapping[str, Any],
    declarer: int | None,
    bombs: list[int],
    barrel: tuple[int, ...],
) -> list[tuple[Any, ...]]:
    sitting_out: int = hand["dealer"] if rules.players == 4 else -1
    before: list[int] = hand["before"]
    change: list[int] = hand["change"]
    tricks: list[int] = hand["tricks"]
    marriages: list[int] = hand["marriages"]
    dealt: list[list[str]] = hand["dealt"]
    return [
        (
            None
            if declarer is None
            else "declarer"
            if seat == declarer
            else "dealer"
            if seat == sitting_out
            else "opponent",
            before[seat],
            change[seat],
            tricks[seat],
            marriages[seat],
            barred(rules, before[seat], barrel[seat]),
            bombs[seat],
            " ".join(dealt[seat]),
        )
        for seat in range(rules.players)
    ]


def hand_from_rows(rows: HandRows, actions: list[list[Any]]) -> dict[str, Any]:
    """The hand record of these rows: the inverse of `hand_rows`."""
    number, dealer, redealt, redeals = rows.hand[0], rows.hand[1], rows.hand[8], rows.hand[9]
    musiks = [text for text in rows.hand[10:12] if text is not None]
    before = [seat[1] for seat in rows.seats]
    change = [seat[2] for seat in rows.seats]
    return {
        "n": number,
        "dealer": dealer,
        "redeals": redeals,
        **({"redeal": True} if redealt else {}),
        "dealt": [seat[7].split() for seat in rows.seats],
        "musik": [text.split() for text in musiks],
        "actions": actions,
        "before": before,
        "tricks": [seat[3] for seat in rows.seats],
        "marriages": [seat[4] for seat in rows.seats],
        "change": change,
        "after": [score + own for score, own in zip(before, change, strict=True)],
    }
