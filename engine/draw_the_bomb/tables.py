"""Hands as table rows, and back: the columns that Draw the Bomb adds to `hands`, `hand_seats`.

A turn ends with another seat to move, always: so a turn is a run of actions of one seat, and all
columns can be counted from the record without playing it again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.draw_the_bomb.cards import CARD_TEXTS, RESHUFFLE
from engine.draw_the_bomb.rules import Rules
from engine.game import Column, HandRows

__all__ = ["HAND_COLUMNS", "SEAT_COLUMNS", "hand_from_rows", "hand_rows"]

_ACTION_CARDS: Final = CARD_TEXTS[: RESHUFFLE + 1]

HAND_COLUMNS: Final = (
    Column("players", "int8", "seats at the table"),
    Column("deck_size", "int16", "cards in the deck before the first turn"),
    Column("deck_left", "int16", "cards in the deck at the end"),
    Column("turns", "int16", "turns begun by all seats"),
    Column("draws", "int16", "cards drawn from top and bottom, bombs included"),
    Column("hidden", "int16", "bombs that were defused and put back"),
    Column("eliminations", "int8", "seats that were out at the end"),
    Column("survivor", "int8", "seat that was left; null if the match was cut off", True),
    Column("deck", "text", "cards of the deck before the first turn, from its top", varied=True),
    Column(
        "chance", "text", "outcomes of the chance events in order, joined by a comma", varied=True
    ),
)
SEAT_COLUMNS: Final = (
    Column("ended", "text", "survived, exploded, or playing if the match was cut off"),
    Column("out", "int8", "seats that were out before it; null if it never was", True),
    Column("turns", "int16", "turns that the seat began"),
    Column("draws", "int16", "cards that it drew from top and bottom, bombs included"),
    Column("bombs_drawn", "int16", "bombs that it drew and either hid or was out by"),
    Column("bombs_hidden", "int16", "bombs that it defused and put back"),
    *[
        Column(f"played_{card}", "int16", f"cards of the kind {card} that it played")
        for card in _ACTION_CARDS
    ],
    Column("dealt", "text", "cards dealt to the seat", varied=True),
)


def hand_rows(rules: Rules, hands: Sequence[Mapping[str, Any]]) -> list[HandRows]:
    """The rows of a match: it has one hand, and its one hand tells all."""
    return [_rows(rules, hand) for hand in hands]


def _rows(rules: Rules, hand: Mapping[str, Any]) -> HandRows:
    players = rules.players
    done: list[dict[str, int]] = [{} for _ in range(players)]
    turns = [0] * players
    mover = -1
    for seat, text in hand["actions"]:
        word = text.split(" ")[0]
        done[seat][word] = done[seat].get(word, 0) + 1
        if seat != mover:
            turns[seat] += 1
            mover = seat
    out = list(hand["out"])
    over = len(out) == players - 1
    seats = [
        _seat_row(done[seat], turns[seat], hand["dealt"][seat], _place_in(out, seat), over)
        for seat in range(players)
    ]
    draws = sum([row[3] for row in seats])
    hidden = sum([row[5] for row in seats])
    left = [seat for seat in range(players) if seat not in out]
    return HandRows(
        (
            players,
            len(hand["deck"]),
            len(hand["deck"]) - draws + hidden,
            sum(turns),
            draws,
            hidden,
            len(out),
            left[0] if over else None,
            " ".join(hand["deck"]),
            ",".join(hand["chance"]),
        ),
        seats,
    )


def _place_in(out: list[int], seat: int) -> int | None:
    return out.index(seat) if seat in out else None


def _seat_row(
    done: Mapping[str, int], turns: int, dealt: list[str], out: int | None, over: bool
) -> tuple[Any, ...]:
    hidden = done.get("hide", 0)
    ended = "playing" if out is None else "exploded"
    if over and out is None:
        ended = "survived"
    return (
        ended,
        out,
        turns,
        done.get("draw", 0) + done.get("bottom", 0),
        hidden + (0 if out is None else 1),
        hidden,
        *[done.get(card, 0) for card in _ACTION_CARDS],
        " ".join(dealt),
    )


def hand_from_rows(rows: HandRows, actions: list[list[Any]]) -> dict[str, Any]:
    """The hand record of these rows: the inverse of `hand_rows`."""
    places = {row[1]: seat for seat, row in enumerate(rows.seats) if row[1] is not None}
    deck, chance = rows.hand[8], rows.hand[9]
    return {
        "dealt": [row[-1].split() for row in rows.seats],
        "deck": deck.split(),
        "actions": actions,
        "chance": chance.split(",") if chance else [],
        "out": [places[place] for place in range(len(places))],
    }
