"""What the property tests share: walks through matches, and how many examples to try."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from engine import find_variant, root_key, variant_names
from engine.game import Game, RunningMatch


class Walk(NamedTuple):
    """A deal stream and the choices along it; a shorter, lower walk is the quieter match."""

    seed: int
    choices: tuple[int, ...]
    tail: int

    @property
    def key(self) -> bytes:
        return root_key(f"walk {self.seed}".encode())

    def choose(self, legal: Sequence[int], step: int) -> int:
        """One of the legal actions; the ends of the list come often, for that is where pass,
        redeal, bomb and meld stand, and draw, steal and the bomb hidden at random.
        """
        if step < len(self.choices):
            value = self.choices[step]
        else:
            value = self.tail * (2 * step + 1) * 2_654_435_761 >> 7
        taste, place = value % 8, value // 8
        if taste < 3:
            return legal[0]
        if taste == 3:
            return legal[min(1, len(legal) - 1)]
        if taste == 4:
            return legal[-1]
        return legal[place % len(legal)]


walks = st.builds(
    Walk,
    seed=st.integers(0, 2**32),
    choices=st.lists(st.integers(0, 1023), max_size=60).map(tuple),
    tail=st.integers(0, 2**32),
)


VARIANTS = [name for name in variant_names() if find_variant(name).game.name == "tysiac"]
BOMB_VARIANTS = [
    name for name in variant_names() if find_variant(name).game.name == "draw_the_bomb"
]


def examples(count: int) -> settings:
    """The same examples in every run, however slow the machine."""
    return settings(max_examples=count, derandomize=True, deadline=None)


def variant(name: str, **changes: object) -> tuple[Game, Any]:
    """The game and the rules of a variant, with some settings changed."""
    found = find_variant(name)
    return found.game, found.game.make_rules({**found.game.settings(found.rules), **changes})


def steps(match: RunningMatch, walk: Walk) -> Iterator[int]:
    """Play `match` to its end along `walk`; before each action its number is yielded."""
    step = 0
    while match.verdict is None:
        yield step
        match.apply(walk.choose(match.legal, step))
        step += 1


def played(match: Any, walk: Walk) -> Any:
    for _ in steps(match, walk):
        pass
    return match
