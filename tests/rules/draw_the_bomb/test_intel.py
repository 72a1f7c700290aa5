"""Section "Intel": what a seat knows of the top three cards."""

import pytest
from bomb_table import Case, case, check

DECK = "blank dodge steal shield cutters"


@pytest.mark.parametrize(
    "given",
    [
        case("nothing at first", "|", DECK, "", intel_0="? ? ?", intel_1="? ? ?"),
        case(
            "scouted cards come in order from the top",
            "scout|",
            DECK,
            "0 scout",
            intel_0="blank dodge steal",
            intel_1="? ? ?",
        ),
        case(
            "known [x,y,z]: a top draw leaves [y,z,?]",
            "scout|",
            DECK,
            "0 scout, 0 draw",
            intel_0="dodge steal ?",
        ),
        case(
            "whoever draws from the top",
            "scout|",
            DECK,
            "0 scout, 0 draw, 1 draw",
            intel_0="steal ? ?",
        ),
        case(
            "until nothing is known",
            "scout|",
            DECK,
            "0 scout, 0 draw, 1 draw, 0 draw",
            intel_0="? ? ?",
        ),
        case(
            "every player's slots shift",
            "scout dodge|scout",
            DECK,
            "0 scout, 0 dodge, 1 scout, 1 draw",
            intel_0="dodge steal ?",
            intel_1="dodge steal ?",
        ),
        case(
            "a dodge shifts nothing",
            "scout dodge|",
            DECK,
            "0 scout, 0 dodge",
            intel_0="blank dodge steal",
        ),
        case(
            "a bottom draw shifts nothing",
            "scout bottom|",
            DECK,
            "0 scout, 0 bottom",
            intel_0="blank dodge steal",
        ),
        case(
            "a bottom draw from three cards clears the slot that named it",
            "scout bottom|",
            "blank dodge steal",
            "0 scout, 0 bottom",
            intel_0="blank dodge ?",
        ),
        case(
            "from two",
            "scout bottom|",
            "blank dodge",
            "0 scout, 0 bottom",
            intel_0="blank ? ?",
        ),
        case(
            "from one",
            "scout redirect|bottom scout",
            "dodge",
            "0 scout, 0 redirect, 1 scout, 1 bottom",
            intel_0="? ? ?",
            intel_1="? ? ?",
        ),
        case(
            "for everybody that knew it",
            "scout dodge|bottom",
            "blank dodge steal",
            "0 scout, 0 dodge, 1 bottom",
            intel_0="blank dodge ?",
        ),
        case(
            "a new scout says what is there now",
            "scout scout|",
            DECK,
            "0 scout, 0 draw, 1 draw, 0 scout",
            intel_0="steal shield cutters",
        ),
        case(
            "a reshuffle clears everyone's",
            "scout dodge|scout reshuffle",
            "blank dodge steal",
            "0 scout, 0 dodge, 1 scout, 1 reshuffle",
            chance=["reshuffle blank dodge steal"],
            intel_0="? ? ?",
            intel_1="? ? ?",
        ),
        case(
            "an explosion only shifts",
            "scout||",
            "blank bomb dodge steal bomb",
            "0 scout, 0 draw, 1 draw",
            intel_0="dodge ? ?",
        ),
        case(
            "a steal changes nothing",
            "scout|steal scout",
            DECK,
            "0 scout, 0 draw, 1 steal 0",
            chance=["steal blank"],
            intel_0="dodge steal ?",
        ),
    ],
)
def test_what_is_known(given: Case):
    check(given)


KNOWN = "scout cutters|scout"
BOMBED = "bomb blank dodge steal shield"


@pytest.mark.parametrize(
    "given",
    [
        case(
            "known [x,y,z] after the draw, own bomb on top: [B,x,y]",
            "scout cutters bottom|",
            "blank dodge steal shield bomb",
            "0 scout, 0 bottom, 0 hide 0",
            intel_0="bomb blank dodge",
            deck="bomb blank dodge steal shield",
        ),
        case(
            "own bomb at 1: slots shift down from there",
            "scout cutters bottom|",
            "blank dodge steal shield bomb",
            "0 scout, 0 bottom, 0 hide 1",
            intel_0="blank bomb dodge",
        ),
        case(
            "own bomb at 2",
            "scout cutters bottom|",
            "blank dodge steal shield bomb",
            "0 scout, 0 bottom, 0 hide 2",
            intel_0="blank dodge bomb",
        ),
        case(
            "own bomb below: what is known above stays",
            "scout cutters bottom|",
            "blank dodge steal shield bomb",
            "0 scout, 0 bottom, 0 hide 3",
            intel_0="blank dodge steal",
        ),
        case(
            "drawn from the top: first up by one, then down by one",
            KNOWN,
            BOMBED,
            "0 scout, 0 draw, 0 hide 0",
            intel_0="bomb blank dodge",
        ),
        case(
            "what is not known stays unknown",
            "cutters|",
            BOMBED,
            "0 draw, 0 hide 1",
            intel_0="? bomb ?",
        ),
        case(
            "a bomb that was hidden comes up with the draws of others",
            "cutters|",
            BOMBED,
            "0 draw, 0 hide 1, 1 draw",
            intel_0="bomb ? ?",
        ),
        case(
            "everyone else's is cleared by a bomb far below too",
            "scout dodge|cutters",
            "bomb blank dodge steal shield",
            "0 scout, 0 dodge, 1 draw, 1 hide 4",
            intel_0="? ? ?",
            intel_1="? ? ?",
        ),
        case(
            "hidden at random: its own is cleared too",
            KNOWN,
            BOMBED,
            "0 scout, 0 draw, 0 hide random",
            chance=["hide 0"],
            intel_0="? ? ?",
            intel_1="? ? ?",
        ),
        case(
            "an empty deck takes the bomb: the hider knows it",
            "cutters|",
            "bomb",
            "0 draw, 0 hide 0",
            intel_0="bomb ? ?",
            intel_1="? ? ?",
        ),
    ],
)
def test_hidden_bombs(given: Case):
    check(given)
