"""What our shell's side of the pipe may say: anything, and the worker lives."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Decision, find_variant, root_key
from tournament.jsonlines import BadMessage
from tournament.protocol import Hello, frame
from tournament.seats import NoAction
from tournament.seats.dialects import Frames

ROUND = 1
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=9)
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)  # fmt: skip


def asked(questions: int) -> tuple[Frames, list[tuple[int, Decision]]]:
    """A dialect that has asked its first round."""
    found = find_variant("house-3p")
    match = found.game.new_match(found.rules, root_key(b"frames"))
    frames = Frames(Hello("tysiac", {}, 0, (1,) * questions, 2, "/bot", "mine", "Mine"))
    questions_of_round = [(line, match.decision()) for line in range(questions)]
    frames.question(questions_of_round)
    return frames, questions_of_round


def test_an_action_or_what_came_instead() -> None:
    frames, questions = asked(4)
    legal = questions[0][1].legal[0]
    answers = frames.answers(frame((ROUND, [legal, 12345, "boom", ""])), questions)
    assert answers == [
        legal,
        NoAction("illegal_action", "decide() returned 12345"),
        NoAction("exception", "boom"),
        NoAction("exception", "an exception that says nothing"),
    ]


def test_only_the_end_of_a_long_text_is_kept() -> None:
    frames, questions = asked(1)
    (answer,) = frames.answers(frame((ROUND, ["x" * 16_000 + "end"])), questions)
    assert isinstance(answer, NoAction)
    assert len(answer.message) == 4000
    assert answer.message.endswith("xend")


@pytest.mark.parametrize("reply", [(2, [0]), (1, []), (1, [0, 0]), (1, [True]), (1, [None]), [0]])
def test_another_round_another_number_another_kind(reply: object) -> None:
    frames, questions = asked(1)
    with pytest.raises(BadMessage):
        frames.answers(frame(reply), questions)


@given(st.binary(max_size=60) | ANYTHING.map(msgspec.msgpack.encode))
def test_any_bytes_are_answers_or_a_bad_message(body: bytes) -> None:
    frames, questions = asked(1)
    message = len(body).to_bytes(4, "big") + body
    try:
        assert frames.missing(message, frames.most(1)) == 0
        (answer,) = frames.answers(message, questions)
    except BadMessage:
        return
    assert isinstance(answer, NoAction) or answer in questions[0][1].legal
