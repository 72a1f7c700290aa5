"""Section "Turn": what a player may do, how a turn ends, what each action does."""

import pytest
from bomb_table import Case, case, check

DECK = "blank scout steal shield dodge blank bomb"


@pytest.mark.parametrize(
    "given",
    [
        case("seat 0 begins and owes 1", "|", DECK, "", moving="0 owes 1", legal="draw"),
        case(
            "a draw ends the turn; the card is in hand",
            "|",
            DECK,
            "0 draw",
            moving="1 owes 1",
            hand_0="blank",
            deck="scout steal shield dodge blank bomb",
        ),
        case(
            "after the last seat comes seat 0",
            "||",
            DECK,
            "0 draw, 1 draw, 2 draw",
            moving="0 owes 1",
        ),
        case(
            "any number of cards, then a draw",
            "scout shield shield dodge|",
            DECK,
            "0 scout, 0 shield, 0 shield",
            moving="0 owes 1",
            hand_0="dodge",
        ),
        case(
            "each action that is held can be played, in a fixed order",
            "reshuffle shield steal redirect bottom dodge scout|blank",
            DECK,
            "",
            legal="draw, scout, dodge, bottom, redirect, shield, reshuffle, steal 1",
        ),
        case(
            "two of a kind are one action",
            "scout scout|",
            DECK,
            "",
            legal="draw, scout",
        ),
        case("a blank can't be played", "blank|", DECK, "", legal="draw"),
        case("cutters can't be played", "cutters|", DECK, "", legal="draw", illegal="hide 0"),
        case(
            "a card that is not held can't be played",
            "scout|dodge",
            DECK,
            "",
            illegal="dodge, bottom, redirect, shield, reshuffle, steal 1, hide random",
        ),
        case(
            "a card played is discarded for all to see",
            "scout dodge|",
            DECK,
            "0 scout, 0 dodge",
            discards="scout dodge",
            log="0 scout, 0 dodge",
        ),
        case(
            "a card drawn can be played in the same turn while another draw is owed",
            "redirect|",
            "dodge blank bomb",
            "0 redirect, 1 draw",
            moving="1 owes 1",
            legal="draw, dodge",
        ),
        case(
            "cards may be played in between two draws",
            "redirect|scout",
            DECK,
            "0 redirect, 1 draw, 1 scout, 1 draw",
            moving="0 owes 1",
            hand_1="scout blank",
        ),
    ],
)
def test_a_turn(given: Case):
    check(given)


@pytest.mark.parametrize(
    "given",
    [
        case("dodge: the draw is done without drawing", "dodge|", DECK, "0 dodge", deck=DECK),
        case("dodge ends a turn of one draw", "dodge|", DECK, "0 dodge", moving="1 owes 1"),
        case(
            "trap: owes 2 and dodges: owes 1",
            "redirect|dodge",
            DECK,
            "0 redirect, 1 dodge",
            moving="1 owes 1",
        ),
        case(
            "two dodges do both draws",
            "redirect|dodge dodge",
            DECK,
            "0 redirect, 1 dodge, 1 dodge",
            moving="0 owes 1",
            deck=DECK,
        ),
        case(
            "bottom: the lowest card instead of the top",
            "bottom|",
            "blank scout steal",
            "0 bottom",
            moving="1 owes 1",
            hand_0="steal",
            deck="blank scout",
        ),
        case(
            "bottom does one draw of two",
            "redirect|bottom",
            "bomb blank scout",
            "0 redirect, 1 bottom",
            moving="1 owes 1",
        ),
        case(
            "redirect: the next owes 2",
            "redirect||",
            DECK,
            "0 redirect",
            moving="1 owes 2",
            debts="0 2 0",
            deck=DECK,
        ),
        case(
            "redirects don't add up: who owes 2 leaves 2",
            "redirect|redirect|",
            DECK,
            "0 redirect, 1 redirect",
            moving="2 owes 2",
        ),
        case(
            "a redirect closes what is left of two",
            "redirect|redirect|",
            DECK,
            "0 redirect, 1 draw, 1 redirect",
            moving="2 owes 2",
        ),
        case(
            "two players redirect at each other",
            "redirect|redirect",
            DECK,
            "0 redirect, 1 redirect",
            moving="0 owes 2",
        ),
        case(
            "two draws, both by the same seat",
            "redirect||",
            DECK,
            "0 redirect, 1 draw, 1 draw",
            moving="2 owes 1",
            hand_1="scout blank",
        ),
        case(
            "a redirect goes past the dead",
            "redirect||",
            "blank bomb blank blank bomb",
            "0 draw, 1 draw, 2 draw, 0 redirect",
            moving="2 owes 2",
        ),
    ],
)
def test_draws_owed(given: Case):
    check(given)


@pytest.mark.parametrize(
    "given",
    [
        case(
            "scout: the top three into its own slots",
            "scout|",
            DECK,
            "0 scout",
            intel_0="blank scout steal",
            intel_1="? ? ?",
            deck=DECK,
        ),
        case(
            "scout: fewer if fewer are left",
            "scout|",
            "blank bomb",
            "0 scout",
            intel_0="blank bomb ?",
        ),
        case("scout costs no draw", "scout|", DECK, "0 scout", moving="0 owes 1"),
        case(
            "reshuffle: the deck in another order",
            "reshuffle|",
            "blank scout bomb",
            "0 reshuffle",
            chance=["reshuffle bomb blank scout"],
            deck="bomb blank scout",
            moving="0 owes 1",
        ),
    ],
)
def test_looking_and_shuffling(given: Case):
    check(given)


@pytest.mark.parametrize(
    "given",
    [
        case(
            "a card moves from the robbed hand to the thief's",
            "steal|scout dodge",
            DECK,
            "0 steal 1",
            chance=["steal dodge"],
            hand_0="dodge",
            hand_1="scout",
            discards="steal",
            moving="0 owes 1",
        ),
        case(
            "cutters can be stolen",
            "steal|cutters",
            DECK,
            "0 steal 1",
            chance=["steal cutters"],
            hand_0="cutters",
            hand_1="",
        ),
        case(
            "what is stolen can be played at once",
            "steal|scout",
            DECK,
            "0 steal 1",
            chance=["steal scout"],
            legal="draw, scout",
        ),
        case(
            "any living opponent, not oneself",
            "blank|steal|blank|blank",
            DECK,
            "0 draw",
            legal="draw, steal 0, steal 2, steal 3",
            illegal="steal 1, steal 4",
        ),
        case(
            "an opponent without cards can't be chosen",
            "steal||blank",
            DECK,
            "",
            legal="draw, steal 2",
            illegal="steal 1",
        ),
        case(
            "with nobody to choose it can't be played",
            "steal|",
            DECK,
            "",
            legal="draw",
        ),
        case(
            "nor behind a shield: it must hold a card",
            "redirect|shield dodge dodge|steal",
            DECK,
            "0 redirect, 1 shield, 1 dodge, 1 dodge",
            moving="2 owes 1",
            sizes="0 0 1",
            legal="draw",
        ),
        case(
            "the dead hold nothing to steal",
            "blank||steal",
            "blank bomb blank blank bomb",
            "0 draw, 1 draw",
            legal="draw, steal 0",
            illegal="steal 1",
        ),
    ],
)
def test_steal(given: Case):
    check(given)


@pytest.mark.parametrize(
    "given",
    [
        case("stands in front of its player", "shield|", DECK, "0 shield", shields="0"),
        case(
            "stays through turns until it is needed",
            "shield|",
            DECK,
            "0 shield, 0 draw, 1 draw, 0 draw, 1 draw",
            shields="0",
        ),
        case(
            "a second adds nothing while one stands",
            "shield shield|redirect redirect",
            DECK,
            "0 shield, 0 shield, 0 draw, 1 redirect, 0 draw, 1 redirect",
            shields="",
            moving="0 owes 2",
            discards="shield shield redirect redirect",
        ),
        case(
            "stops a redirect: the turn ends all the same, the target owes 1",
            "shield|redirect",
            DECK,
            "0 shield, 0 draw, 1 redirect",
            shields="",
            moving="0 owes 1",
            log="0 shield, 0 draw, 1 redirect, 0 shield stopped it",
        ),
        case(
            "a stopped redirect closes both draws",
            "shield|redirect|redirect",
            DECK,
            "0 shield, 0 draw, 1 redirect, 2 redirect",
            shields="",
            moving="0 owes 1",
        ),
        case(
            "stops a steal: nothing moves, the steal is spent",
            "shield scout|steal",
            DECK,
            "0 shield, 0 draw, 1 steal 0",
            shields="",
            hand_0="scout blank",
            hand_1="",
            discards="shield steal",
            outcomes="",
            moving="1 owes 1",
        ),
        case(
            "is gone after one steal: the next one takes a card",
            "shield scout|steal steal",
            DECK,
            "0 shield, 0 draw, 1 steal 0, 1 steal 0",
            chance=["steal scout"],
            hand_0="blank",
            hand_1="scout",
        ),
        case(
            "is gone after one redirect",
            "shield|redirect redirect",
            DECK,
            "0 shield, 0 draw, 1 redirect, 0 draw, 1 redirect",
            moving="0 owes 2",
        ),
        case(
            "protects nobody else",
            "shield||redirect",
            DECK,
            "0 shield, 0 draw, 1 draw, 2 draw, 0 draw, 1 draw",
            shields="0",
            moving="2 owes 1",
        ),
        case(
            "stops no bomb",
            "shield|",
            "bomb blank",
            "0 shield, 0 draw",
            alive="1",
            shields="",
            winner="1",
        ),
    ],
)
def test_shield(given: Case):
    check(given)
