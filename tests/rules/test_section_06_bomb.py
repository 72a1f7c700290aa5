"""Section 6: the bomb, in both forms, at every table."""

import pytest
from dealing import bid_once, bomb, cards, deal, legal, play, rules_of, sit_down

from engine import Verdict
from engine.tysiac import Rules

HOUSE = rules_of()
TABRIVIO = rules_of("tabrivio-1000")
TABRIVIO_500 = rules_of("tabrivio-500")

PRESETS = ["house", "tabrivio-1000", "tabrivio-500"]


def offers(rules: Rules, bid: int, bombs: list[int] | None = None) -> list[str]:
    """The phases of one deal in which declarer (seat 1 at 100, else seat 2) may bomb."""
    match = sit_down(rules, bombs=bombs or ())
    bid_once(match, 1 if bid == 100 else (2 if rules.players > 2 else 0), bid)
    phases = []
    while match.hand.phase != "play":
        if "bomb" in legal(match):
            assert legal(match)[-1] == "bomb"
            phases.append(match.hand.phase)
        match.apply(match.hand.legal[0])
    return phases


# When


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("preset", "settings", "bid", "phases"),
    [
        pytest.param("house", {}, 100, ["exchange"], id="seed 001: forced 100, before giving"),
        pytest.param("house", {}, 110, [], id="seed 001: never on a raised bid"),
        pytest.param("tabrivio-1000", {}, 100, ["contract"], id="seed 000: in place of declaring"),
        pytest.param("tabrivio-1000", {}, 110, ["contract"], id="seed 000: on any contract"),
        pytest.param("tabrivio-500", {}, 120, ["contract"], id="seed 000: to 500 as well"),
        pytest.param("house", {"bomb_limit": 0}, 100, [], id="seed 001: a table without bombs"),
        pytest.param("tabrivio-1000", {"bomb_limit": 0}, 110, [], id="seed 000: bombs off"),
        pytest.param("house", {"bomb_limit": 3}, 110, [], id="more bombs don't widen the reason"),
        pytest.param("house", {"bomb_on": "any_contract"}, 110, ["exchange"], id="house, any bid"),
        pytest.param(
            "tabrivio-1000",
            {"bomb_on": "unraised_forced_bid"},
            110,
            [],
            id="tabrivio, forced bid only, raised",
        ),
        pytest.param(
            "tabrivio-1000",
            {"bomb_on": "unraised_forced_bid"},
            100,
            ["contract"],
            id="tabrivio, forced bid only",
        ),
    ],
)
def test_the_moment_of_the_bomb(
    preset: str, settings: dict[str, object], bid: int, phases: list[str], players: int
):
    assert offers(rules_of(preset, players=players, **settings), bid) == phases


def test_a_forced_bid_that_forehand_had_to_defend_is_raised():
    match = sit_down(rules_of(bid_cap="none"))
    play(match, "110, pass, 120, pass")
    assert match.to_move == match.hand.forehand == 1
    assert "bomb" not in legal(match)


def test_with_two_players_the_house_bomb_comes_after_the_musik_before_laying_aside():
    """Seed 001: 'Bombę rzuca się po wzięciu musiku, przed odłożeniem kart.'"""
    match = sit_down(rules_of(players=2))
    play(match, "pass")
    assert legal(match) == ["musik 0", "musik 1"]
    play(match, "musik 0")
    assert legal(match)[0].startswith("lay")
    assert legal(match)[-1] == "bomb"


# What it writes


@pytest.mark.parametrize(
    ("settings", "before", "declarer", "after"),
    [
        pytest.param({}, [420, 510, 830], 0, [420, 570, 830], id="seed 000: the worked example"),
        pytest.param({}, [0, 730, 0], 0, [0, 790, 60], id="seed 000: 730 to 790"),
        pytest.param({}, [0, 820, 0], 0, [0, 820, 60], id="seed 000: 820 stays"),
        pytest.param(
            {}, [0, 760, 0], 0, [0, 820, 60], id="seed 000: 760 to 820, above the barrier"
        ),
        pytest.param({}, [0, 800, 790], 0, [0, 800, 850], id="exactly on the barrier: nothing"),
        pytest.param({}, [900, 0, 0], 0, [900, 60, 60], id="declarer above the barrier: +-0"),
        pytest.param({}, [-240, -60, 0], 0, [-240, 0, 60], id="scores below 0"),
        pytest.param({"bomb_points": 120}, [0, 0, 800], 0, [0, 120, 800], id="120 a bomb"),
        pytest.param({"bomb_points": 0}, [0, 10, 20], 0, [0, 10, 20], id="0 a bomb"),
        pytest.param({"barrier": None}, [0, 820, 0], 0, [0, 880, 60], id="no barrier"),
        pytest.param({"barrier": 900}, [0, 890, 900], 0, [0, 950, 900], id="barrier at 900"),
        pytest.param({}, [420, 830], 0, [420, 830], id="seed 000: 2 players, on the barrier"),
        pytest.param({}, [420, 730], 0, [420, 790], id="seed 000: 2 players, the one opponent"),
    ],
)
@pytest.mark.parametrize("preset", ["house", "tabrivio-1000"])
def test_declarer_0_opponents_60_barrier_nothing(
    preset: str, settings: dict[str, object], before: list[int], declarer: int, after: list[int]
):
    players = len(before)
    match = sit_down(
        rules_of(preset, players=players, **settings), dealer=players - 1, scores=before, n=3
    )
    bomb(match, declarer=declarer)
    record = match.hands[0]
    assert record["after"] == after == list(match.scores)
    assert record["tricks"] == record["marriages"] == [0] * players


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param([0, 390, 400], [0, 450, 400], id="seed 000: the barrier of 500 is 400"),
        pytest.param([0, 340, 390], [0, 400, 450], id="from below it"),
    ],
)
def test_the_match_to_500(before: list[int], after: list[int]):
    match = sit_down(TABRIVIO_500, dealer=2, scores=before)
    bomb(match, declarer=0)
    assert list(match.scores) == after


@pytest.mark.parametrize(
    ("musik", "before", "change"),
    [
        pytest.param("KQs 9h", [0, 0, 0, 0], [40, 0, 60, 60], id="seed 001: marriage in the musik"),
        pytest.param("As Ac 9h", [0, 0, 0, 0], [100, 0, 60, 60], id="two aces, never the 60"),
        pytest.param("Js Jc 9h", [0, 0, 0, 0], [0, 0, 60, 60], id="nothing in the musik: nothing"),
        pytest.param("As Ac 9h", [800, 0, 0, 0], [0, 0, 60, 60], id="dealer on the barrier"),
        pytest.param("As Ac 9h", [790, 0, 800, 0], [100, 0, 0, 60], id="opponent on the barrier"),
    ],
)
@pytest.mark.parametrize("preset", ["house", "tabrivio-1000"])
def test_the_dealer_of_four_writes_its_musik_and_no_60(
    preset: str, musik: str, before: list[int], change: list[int]
):
    dealt = deal("-", "", "", "", musik=musik)
    match = sit_down(rules_of(preset, players=4), dealt, scores=before)
    bomb(match, declarer=1)
    assert match.hands[0]["change"] == change


def test_from_760_barred_from_the_next_deal_on():
    """Seed 000: 'Ograniczenie zacznie działać od następnego rozdania.'"""
    match = sit_down(HOUSE, dealer=2, scores=(0, 0, 760))
    bomb(match, declarer=0)
    assert match.scores == (0, 60, 820)
    bomb(match, declarer=1)
    assert match.scores == (60, 60, 820)


def test_passing_never_costs_and_gives_nobody_anything():
    """Seed 000: 'Pas … nie powoduje dopisania punktów pozostałym.'"""
    match = sit_down(TABRIVIO)
    bid_once(match, 0, 110)
    assert match.scores == (0, 0, 0)
    assert match.hand.sheet.bombs_left == (1, 1, 1)


# The limit


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_limit_holds_per_player_and_match(preset: str, limit: int):
    """Seed 000: one use of the limit is spent, of nobody else's."""
    rules = rules_of(preset, bomb_limit=limit, bomb_points=0)
    match = sit_down(rules, dealer=2)
    for use in range(limit):
        for declarer in range(3):
            expected = tuple(limit - use - (seat < declarer) for seat in range(3))
            for seat in range(3):
                assert match.observe(seat).bombs_left == expected
            bomb(match, declarer=declarer)
    assert match.observe(0).bombs_left == (0, 0, 0)
    bid_once(match, 0, 100)
    while match.hand.phase != "play":
        assert "bomb" not in legal(match)
        match.apply(match.hand.legal[0])


def test_a_spent_limit_leaves_the_others_theirs():
    assert offers(HOUSE, 100, bombs=[1, 0, 1]) == []
    assert offers(HOUSE, 100, bombs=[0, 1, 0]) == ["exchange"]


def test_a_deal_that_is_played_spends_no_bomb():
    match = sit_down(TABRIVIO)
    while not match.hands:
        match.apply(match.hand.legal[0])
    assert match.hand.sheet.bombs_left == (1, 1, 1)


def test_the_next_auction_is_unchanged():
    """Seed 000: 'Nie zmienia zasad kolejnej licytacji'."""
    strong = deal("ATs ATc ATd 9h", "", "")
    match = sit_down(HOUSE, strong, strong)
    bomb(match, declarer=1)
    assert match.to_move == 0
    assert legal(match) == ["pass", "110", "120"]
    assert (match.hand.bid, match.hand.declarer) == (100, 2)


# The end of a match


@pytest.mark.parametrize(
    ("settings", "before", "after", "verdict"),
    [
        pytest.param(
            {"barrier": None},
            [0, 950, 0],
            (0, 1010, 60),
            Verdict("won", 1, (3, 1, 2)),
            id="seed 000: the 60 may take an opponent to the target",
        ),
        pytest.param(
            {"barrier": 990},
            [990, 950, 960],
            (990, 1010, 1020),
            Verdict("won", 2, (3, 2, 1)),
            id="two opponents: the higher score",
        ),
        pytest.param(
            {"barrier": None},
            [0, 950, 950],
            (0, 1010, 1010),
            Verdict("tied", None, (3, 1, 1)),
            id="two opponents, equal: no winner",
        ),
        pytest.param({}, [990, 790, 0], (990, 850, 60), None, id="a bomb by itself ends nothing"),
    ],
)
def test_the_match_is_judged_as_after_any_deal(
    settings: dict[str, object],
    before: list[int],
    after: tuple[int, ...],
    verdict: Verdict | None,
):
    match = sit_down(rules_of(**settings), dealer=2, scores=before)
    bomb(match, declarer=0)
    assert match.scores == after
    assert match.verdict == verdict


def test_in_the_tabrivio_order_the_opponents_see_no_card_of_a_bombed_deal():
    """[fixed here]: the chosen cards never reach them."""
    dealt = deal("ATs ATc ATd 9h", "9JQKs 9Jc 9d", "QKc JQd TQKh", musik="Kd Jh Ah")
    match = sit_down(TABRIVIO, dealt)
    play(match, "pass, pass, give Ks 0 Ah 2")
    for seat, hand in ((0, "ATs ATc ATd 9h"), (2, "QKc JQd TQKh")):
        view = match.observe(seat)
        assert (view.hand, view.received, view.gave) == (cards(hand), -1, ())
        assert view.musik == cards("Kd Jh Ah")
    play(match, "bomb")
    assert [text for _, text in match.hands[0]["actions"]] == [
        "pass",
        "pass",
        "give Ks 0 Ah 2",
        "bomb",
    ]
