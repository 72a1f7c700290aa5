"""The result tables: their columns, types and meanings, from one place.

Arrow schemas, the comments in DuckDB and docs/data-dictionary.md are all made from this.
`hands` and `hand_seats` hold the columns of a game besides these.
"""

from typing import Final

from engine import Column

__all__ = ["ACTIONS", "BLOCKS", "HANDS", "HAND_SEATS", "MATCHES", "MATCH_SEATS", "TABLES"]

MATCH: Final = Column("match", "text", "id of the match: BLOCK-SEATING")
HAND: Final = Column("hand", "int16", "place of the hand in the match, from 0; redeals count")
SEAT: Final = Column("seat", "int8", "seat at the table, clockwise from 0")

BLOCKS: Final = (
    Column("block", "text", "id of the block: one table, one deal stream, all seatings"),
    Column("stream", "text", "id of the deal stream; cluster errors on it"),
    Column("variant", "text", "name of the variant"),
    Column("number", "int32", "number of the block at its table"),
    Column("table_entries", "text", "entries of the table by name, joined by a comma"),
    Column("digest", "text", "block digest, hexadecimal", varied=True),
    Column("reproducible", "bool", "false if a time-out or memory fault shaped it"),
)
MATCHES: Final = (
    MATCH,
    Column("block", "text", "id of the block"),
    Column("stream", "text", "id of the deal stream"),
    Column("variant", "text", "name of the variant"),
    Column("game", "text", "name of the game"),
    Column("seating", "int16", "number of the seating within the block"),
    Column("seats", "text", "entries by seat, joined by a comma"),
    Column("status", "text", "won, tied, unfinished (max_deals) or void"),
    Column("winner", "int8", "seat of the winner; null if there is none", nullable=True),
    Column("hands_played", "int16", "hands in the record, redealt ones included"),
)
MATCH_SEATS: Final = (
    MATCH,
    SEAT,
    Column("entry", "text", "name of the entry"),
    Column("rank", "int8", "place in the match from 1; equal seats share the better one"),
    Column("final", "int32", "score at the end in points of the game"),
    Column("fault", "bool", "whether the entry faulted in this match"),
    Column("faults", "text", "its faults as hand:action:policy, joined by a comma"),
)
HANDS: Final = (MATCH, HAND)
HAND_SEATS: Final = (MATCH, HAND, SEAT)
ACTIONS: Final = (
    MATCH,
    HAND,
    Column("actors", "text", "seat of each action, one digit each", varied=True),
    Column("actions", "text", "texts of the actions in order, joined by a comma", varied=True),
)
TABLES: Final = {
    "blocks": BLOCKS,
    "matches": MATCHES,
    "match_seats": MATCH_SEATS,
    "hands": HANDS,
    "hand_seats": HAND_SEATS,
    "actions": ACTIONS,
}
