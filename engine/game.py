"""What every game offers: the vocabulary between referee, bots and tournament.

A `Game` is static: it reads rules, starts matches and explains records. A `RunningMatch` is
dynamic: it asks the seat to move (`decision`) and takes its answer (`apply`). A `Bot` sees one
`Setup` at the start of a match and one `Decision` at a time, never the match.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, ClassVar, NamedTuple, Protocol

from mypy_extensions import mypyc_attr

from engine.bot import Bot

__all__ = [
    "Column",
    "Decision",
    "Game",
    "HandRows",
    "Refused",
    "RunningMatch",
    "Verdict",
    "fallback",
    "run_match",
]


class Decision(Protocol):
    """A question to one seat: a frozen value of what that seat may see (each game adds its own)."""

    @property
    def seat(self) -> int:
        """The seat that is asked."""

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions in ascending order; never empty."""


class Verdict(NamedTuple):
    """How a match ended by its rules: `status` is won, tied or unfinished; ranks start at 1."""

    status: str
    winner: int | None
    ranks: tuple[int, ...]


class Refused(NamedTuple):
    """An answer of a bot that is no legal action; nothing was played."""

    answer: Any


class RunningMatch(Protocol):
    """A match being played. `to_move` is -1 and `verdict` is set when it is over."""

    verdict: Verdict | None
    scores: tuple[int, ...]

    @property
    def to_move(self) -> int:
        """The seat to move."""

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions of the seat to move, ascending; empty when it is over."""

    @property
    def hands(self) -> Sequence[Mapping[str, Any]]:
        """Records of the finished hands."""

    @property
    def position(self) -> tuple[int, int]:
        """(hand, action): the places in the record that the next action takes."""

    def decision(self) -> Decision:
        """What the seat to move is asked."""

    def observe(self, seat: int) -> Decision:
        """What any seat may see now; `legal` is empty unless it is to move."""

    def apply(self, action: int) -> None:
        """Play an action; IllegalActionError, and no change at all, if it isn't legal."""

    def run(self, bots: Sequence[Bot | None], *, once: bool = False) -> Refused | None:
        """Ask `bots` (by seat) wherever there is a choice, and play all single legal actions.

        Ends at the end of the match, at a choice of a seat without a bot, with `once` at the
        second choice, or at an answer that it refuses. Whatever a bot raises passes through.
        """

    def running_hand(self) -> Mapping[str, Any] | None:
        """The record so far of the hand in play, None once the match is over."""


class Column(NamedTuple):
    """One column that a game adds to `hands` or `hand_seats`."""

    name: str
    type: str
    """int8, int16, int32, bool or text."""
    meaning: str
    nullable: bool = False
    varied: bool = False
    """Whether hardly two rows have the same value: it is stored without a dictionary then."""


class HandRows(NamedTuple):
    """A hand as table rows: values in the order of the game's columns, one row per seat."""

    hand: tuple[Any, ...]
    seats: list[tuple[Any, ...]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game as the tournament knows it. Stateless; every method is a pure function."""

    name: ClassVar[str]
    """Lower-case name in variant files and records."""
    decision_type: ClassVar[Any]
    """The class of its decisions: a NamedTuple of built-in types, or what has the same methods."""
    wire_type: ClassVar[Any]
    """The type in which they travel (`to_wire`); a NamedTuple is its own."""
    plain_type: ClassVar[Any] = dict[str, Any]
    """The type of its decisions as texts (`plain_decision`), a TypedDict: for the JSON Schema."""
    hand_columns: ClassVar[tuple[Column, ...]]
    seat_columns: ClassVar[tuple[Column, ...]]

    @abstractmethod
    def make_rules(self, settings: Mapping[str, object]) -> Any:
        """Validated, complete rules; RulesError names key, found and allowed."""

    @abstractmethod
    def settings(self, rules: Any) -> dict[str, object]:
        """The complete settings of `rules`, among them `players`, the seats at a table.

        `make_rules` of them gives `rules` again.
        """

    @abstractmethod
    def differences(self, rules: Any) -> tuple[str, dict[str, object]]:
        """The nearest preset and the settings in which `rules` differs from it."""

    def seatings(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seatings of a block: by seat the place in the table of whoever sits there.

        All of them unless a game states a balanced choice: every place as often on every seat,
        and any two places as often neighbours, one on the other's left.
        """
        return tuple(permutations(range(players)))

    @abstractmethod
    def new_match(self, rules: Any, key: bytes) -> RunningMatch:
        """A match on the deal stream below `key` (32 bytes)."""

    @abstractmethod
    def replay_match(self, rules: Any, hands: Sequence[Mapping[str, Any]]) -> RunningMatch:
        """A match that will deal what `hands` recorded; RecordError if it can't be read."""

    @abstractmethod
    def recorded_actions(self, hand: Mapping[str, Any]) -> list[tuple[int, int]]:
        """The (seat, action) of a recorded hand; RecordError if one can't be read."""

    @abstractmethod
    def action_text(self, action: int) -> str:
        """The one text of an action; TextError if it is none."""

    @abstractmethod
    def parse_action(self, text: str) -> int:
        """The action of a text; TextError if it is none."""

    def to_wire(self, decision: Any) -> Any:
        """The decision in built-in values: an instance of `wire_type`."""
        return decision

    def from_wire(self, values: Any) -> Any:
        """The decision again of what `to_wire` gave."""
        return values

    def plain_decision(self, decision: Any) -> Mapping[str, Any]:
        """The decision as JSON can hold it, for entries in other languages.

        The fields by name, actions as texts; a game puts its cards and the like into texts too.
        """
        plain: dict[str, Any] = decision._asdict()
        plain["legal"] = [self.action_text(action) for action in decision.legal]
        return plain

    @abstractmethod
    def hand_rows(self, rules: Any, hands: Sequence[Mapping[str, Any]]) -> list[HandRows]:
        """The table rows of all hands of a match."""

    @abstractmethod
    def hand_from_rows(self, rows: HandRows, actions: list[list[Any]]) -> dict[str, Any]:
        """The hand record that gave these rows and actions; the inverse of `hand_rows`."""

    @abstractmethod
    def tell_hand(self, rules: Any, hand: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """The hand retold for a person, all cards shown: one text (of some lines) per step."""


def fallback(decision: Decision) -> int:
    """The house fallback: the first legal action.

    Games number their actions so that the first is the quiet one (in Tysiąc: pass, give and play
    the lowest cards, declare no more than the bid, never bomb; in Draw the Bomb: draw, and hide a
    bomb at the bottom).
    """
    return decision.legal[0]


def run_match(match: RunningMatch, bots: Sequence[Bot | None], *, once: bool) -> Refused | None:
    """`RunningMatch.run` for a match without a loop of its own."""
    asked = False
    while (seat := match.to_move) >= 0:
        legal = match.legal
        if len(legal) == 1:
            match.apply(legal[0])
            continue
        bot = bots[seat]
        if bot is None or (once and asked):
            break
        answer: object = bot.decide(match.decision())
        if type(answer) is not int or answer not in legal:
            return Refused(answer)
        match.apply(answer)
        asked = True
    return None
