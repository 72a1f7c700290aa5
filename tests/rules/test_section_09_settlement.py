"""Section 9: what a deal writes on the score sheet, and how a match ends."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from dealing import ace_deal, bomb, deal, rules_of, settle_deal, sit_down, walk_over

from engine import IllegalActionError, Verdict, find_game, root_key
from engine.tysiac import Rules
from engine.tysiac.settlement import rounded

HOUSE = rules_of()
TABRIVIO_500 = rules_of("tabrivio-500")
FOUR = rules_of(players=4)


def settled(
    rules: Rules,
    before: list[int],
    contract: int,
    points: list[int],
    marriages: list[int],
    musik: str = "",
) -> list[int]:
    """The changes of a deal that seat 0 declared (with four players seat 1: seat 0 deals)."""
    players = rules.players
    dealer = 0 if players == 4 else players - 1
    hands = ["-" if players == 4 and seat == dealer else "" for seat in range(players)]
    match = sit_down(rules, deal(*hands, musik=musik), dealer=dealer, scores=before)
    declarer = (dealer + 1) % players
    return settle_deal(
        match, declarer=declarer, contract=contract, points=points, marriages=marriages
    )


# The declarer


@pytest.mark.parametrize(
    ("contract", "points", "marriage", "change"),
    [
        pytest.param(140, 109, 40, 140, id="seed 004: 149 on 140"),
        pytest.param(140, 98, 40, -140, id="seed 004: 138 on 140"),
        pytest.param(120, 74, 100, 120, id="seed 001: 174 on 120"),
        pytest.param(120, 19, 100, -120, id="seed 001: 119 on 120"),
        pytest.param(120, 118, 0, -120, id="section 12: 118 on 120, never the rounded total"),
        pytest.param(120, 116, 0, -120, id="116 on 120"),
        pytest.param(120, 120, 0, 120, id="exactly the contract"),
        pytest.param(100, 100, 0, 100, id="100 on the forced bid"),
        pytest.param(100, 99, 0, -100, id="99 on the forced bid"),
        pytest.param(100, 95, 0, -100, id="95 would round to 100"),
        pytest.param(100, 120, 280, 100, id="nothing over the contract"),
        pytest.param(400, 120, 280, 400, id="the highest contract, made"),
        pytest.param(400, 119, 280, -400, id="the highest contract, one short"),
        pytest.param(300, 0, 0, -300, id="nothing at all"),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_declarer_writes_plus_or_minus_the_contract(
    contract: int, points: int, marriage: int, change: int, players: int
):
    rest = [120 - points] + [0] * (players - 2)
    changes = settled(
        rules_of(players=players),
        [0] * players,
        contract,
        [points, *rest],
        [marriage] + [0] * (players - 1),
    )
    assert changes[0] == change


def test_the_score_may_fall_below_zero():
    """Seed 001: 'wynik może spaść poniżej zera'."""
    match = sit_down(HOUSE, dealer=2, scores=(50, 0, 0))
    settle_deal(match, declarer=0, contract=100, points=[20, 60, 40])
    assert match.scores == (-50, 60, 40)


# The opponents


@pytest.mark.parametrize(
    ("points", "marriage", "change"),
    [
        pytest.param(44, 0, 40, id="seed 004: 44 to 40"),
        pytest.param(45, 0, 50, id="seed 004 and section 12: 45 to 50, not half-even"),
        pytest.param(56, 0, 60, id="seed 004: 56 to 60"),
        pytest.param(71, 0, 70, id="seed 004: 71 to 70"),
        pytest.param(24, 0, 20, id="seed 001: 24 to 20"),
        pytest.param(25, 0, 30, id="seed 001 and section 12: 25 to 30, not half-even"),
        pytest.param(29, 40, 70, id="seed 001: 29 and the spades, 69 to 70"),
        pytest.param(17, 0, 20, id="seed 001: 17 to 20"),
        pytest.param(4, 0, 0, id="4 to 0"),
        pytest.param(5, 0, 10, id="5 to 10"),
        pytest.param(0, 100, 100, id="a marriage without a trick"),
        pytest.param(65, 60, 130, id="125 to 130"),
        pytest.param(120, 280, 400, id="everything"),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_opponents_write_their_total_rounded_once(
    points: int, marriage: int, change: int, players: int
):
    rest = [0] * (players - 2)
    changes = settled(
        rules_of(players=players),
        [0] * players,
        100,
        [120 - points, points, *rest],
        [0, marriage, *rest],
    )
    assert changes[1] == change


def test_every_total_rounds_half_up():
    for total in range(401):
        tens = (Decimal(total) / 10).quantize(Decimal(1), ROUND_HALF_UP)
        assert rounded(total) == int(tens) * 10


def test_a_whole_deal_of_seed_001():
    """You 74 and hearts on 120, Basia 29 and spades, Frank 17."""
    assert settled(HOUSE, [0, 0, 0], 120, [74, 29, 17], [100, 40, 0]) == [120, 70, 20]
    assert settled(HOUSE, [0, 0, 0], 120, [19, 84, 17], [100, 0, 0]) == [-120, 80, 20]


# The barrier


@pytest.mark.parametrize(
    ("rules", "before", "contract", "points", "marriages", "after"),
    [
        pytest.param(
            HOUSE,
            [0, 830, 0],
            100,
            [46, 74, 0],
            [100, 40, 0],
            [100, 830, 0],
            id="seed 004: 830, 74 and a marriage of 40 as an opponent: 0",
        ),
        pytest.param(
            HOUSE,
            [0, 760, 0],
            100,
            [60, 60, 0],
            [60, 0, 0],
            [100, 820, 0],
            id="seed 004: 760 to 820",
        ),
        pytest.param(
            HOUSE, [0, 800, 790], 100, [50, 30, 40], [60, 0, 0], [100, 800, 830], id="800 and 790"
        ),
        pytest.param(
            HOUSE,
            [830, 0, 0],
            100,
            [110, 10, 0],
            [0, 0, 0],
            [930, 10, 0],
            id="section 12: made 100",
        ),
        pytest.param(
            HOUSE,
            [830, 0, 0],
            120,
            [110, 10, 0],
            [0, 0, 0],
            [710, 10, 0],
            id="section 12: failed 120",
        ),
        pytest.param(
            TABRIVIO_500,
            [0, 400, 390],
            100,
            [50, 30, 40],
            [60, 0, 0],
            [100, 400, 430],
            id="seed 004: the barrier of 500 is 400",
        ),
        pytest.param(
            rules_of(barrier=900),
            [0, 890, 900],
            100,
            [50, 30, 40],
            [60, 0, 0],
            [100, 920, 900],
            id="seed 001, other tables: barrier at 900",
        ),
        pytest.param(
            rules_of(barrier=None),
            [0, 890, 960],
            100,
            [50, 30, 30],
            [60, 0, 0],
            [100, 920, 990],
            id="no barrier",
        ),
        pytest.param(
            rules_of(players=2), [0, 830], 100, [50, 70], [60, 0], [100, 830], id="two players"
        ),
    ],
)
def test_the_barrier_is_judged_by_the_score_before_the_deal(
    rules: Rules,
    before: list[int],
    contract: int,
    points: list[int],
    marriages: list[int],
    after: list[int],
):
    changes = settled(rules, before, contract, points, marriages)
    assert [score + change for score, change in zip(before, changes, strict=True)] == after


def test_after_passing_the_barrier_the_next_deal_writes_nothing():
    """Seed 004: 'Ograniczenie zacznie działać od kolejnego rozdania.'"""
    match = sit_down(HOUSE, dealer=2, scores=(0, 760, 0))
    settle_deal(match, declarer=0, contract=100, points=[20, 60, 40])
    assert match.scores == (-100, 820, 40)
    settle_deal(match, declarer=2, contract=100, points=[20, 60, 40])
    assert match.scores == (-80, 820, -60)


def test_falling_below_the_barrier_lets_an_opponent_write_again():
    match = sit_down(HOUSE, dealer=2, scores=(830, 0, 0))
    settle_deal(match, declarer=0, contract=120, points=[20, 60, 40])
    settle_deal(match, declarer=1, contract=100, points=[60, 20, 40])
    assert match.scores == (710 + 60, 60 - 100, 40 + 40)


# The dealer of four


@pytest.mark.parametrize(
    ("musik", "before", "written"),
    [
        pytest.param("As 9c 9d", 0, 50, id="seed 001: an ace, 50"),
        pytest.param("As Ac 9d", 0, 100, id="two aces"),
        pytest.param("As Ac Ad", 0, 150, id="three aces"),
        pytest.param("KQs 9d", 0, 40, id="seed 001: the marriage, spades"),
        pytest.param("KQc 9d", 0, 60, id="clubs"),
        pytest.param("KQd 9s", 0, 80, id="diamonds"),
        pytest.param("KQh 9d", 0, 100, id="hearts"),
        pytest.param("KQh Ah", 0, 150, id="a marriage and an ace"),
        pytest.param("Ks Qc 9d", 0, 0, id="king and queen of two suits"),
        pytest.param("Ts Tc Td", 0, 0, id="card points don't count"),
        pytest.param("KQh Ah", 800, 0, id="seed 001: from 800 on nothing"),
        pytest.param("KQh Ah", 790, 150, id="790: all of it"),
    ],
)
def test_the_dealer_of_four_writes_its_musik(musik: str, before: int, written: int):
    changes = settled(FOUR, [before, 0, 0, 0], 100, [0, 60, 30, 30], [0] * 4, musik)
    assert changes == [written, -100, 30, 30]


# The end of the match


@pytest.mark.parametrize(
    ("rules", "before", "contract", "points", "verdict"),
    [
        pytest.param(HOUSE, [890, 0, 0], 100, [100, 20, 0], None, id="990: the next deal"),
        pytest.param(
            HOUSE, [900, 0, 0], 100, [100, 20, 0], ("won", 0, (1, 2, 3)), id="declarer at 1000"
        ),
        pytest.param(
            rules_of(barrier=None),
            [900, 990, 0],
            100,
            [100, 20, 0],
            ("won", 0, (1, 2, 3)),
            id="seed 001, section 12: declarer, even when an opponent has more",
        ),
        pytest.param(
            rules_of(barrier=None),
            [880, 990, 0],
            120,
            [100, 20, 0],
            ("won", 1, (2, 1, 3)),
            id="seed 004: only one is there, an opponent",
        ),
        pytest.param(
            rules_of(barrier=None),
            [0, 990, 980],
            120,
            [70, 20, 30],
            ("tied", None, (3, 1, 1)),
            id="seed 004: both opponents equal at the top: no winner",
        ),
        pytest.param(
            rules_of(barrier=None),
            [0, 990, 980],
            120,
            [60, 20, 40],
            ("won", 2, (3, 2, 1)),
            id="seed 004: otherwise the highest score",
        ),
        pytest.param(
            rules_of(barrier=None),
            [1110, 990, 0],
            120,
            [60, 20, 40],
            ("won", 1, (2, 1, 3)),
            id="declarer falls out of the set by losing its contract",
        ),
        pytest.param(
            rules_of("tabrivio-500", barrier=None),
            [480, 460, 470],
            100,
            [50, 40, 30],
            ("tied", None, (3, 1, 1)),
            id="section 12: 500, declarer fails, both opponents reach 500",
        ),
        pytest.param(
            TABRIVIO_500, [400, 0, 0], 100, [100, 20, 0], ("won", 0, (1, 2, 3)), id="500: won"
        ),
        pytest.param(
            rules_of(players=2, barrier=None),
            [900, 990],
            100,
            [100, 20],
            ("won", 0, (1, 2)),
            id="two players: declarer first",
        ),
        pytest.param(
            HOUSE,
            [900, 40, 50],
            100,
            [100, 20, 0],
            ("won", 0, (1, 2, 3)),
            id="ranks behind the winner by score",
        ),
        pytest.param(
            HOUSE,
            [900, 40, 60],
            100,
            [100, 20, 0],
            ("won", 0, (1, 2, 2)),
            id="equal scores share the better rank",
        ),
    ],
)
def test_the_end_of_a_match(
    rules: Rules,
    before: list[int],
    contract: int,
    points: list[int],
    verdict: tuple[str, int | None, tuple[int, ...]] | None,
):
    match = sit_down(rules, dealer=rules.players - 1, scores=before)
    settle_deal(match, declarer=0, contract=contract, points=points)
    assert match.verdict == (None if verdict is None else Verdict(*verdict))
    assert (match.to_move == -1) is (verdict is not None)


def test_declarer_1000_and_opponent_1030():
    """Section 12: declarer wins; the opponent is second although it has more."""
    match = sit_down(rules_of(barrier=None), dealer=2, scores=(900, 990, 0))
    settle_deal(match, declarer=0, contract=100, points=[70, 40, 10], marriages=[40, 0, 0])
    assert match.scores == (1000, 1030, 10)
    assert match.verdict == Verdict("won", 0, (1, 2, 3))


def test_ranks_of_four_players_behind_a_declarer_with_fewer_points():
    rules = rules_of(players=4, barrier=None)
    match = sit_down(rules, deal("-", "", "", "", musik="9s Js Ts"), scores=(900, 900, 990, 990))
    settle_deal(match, declarer=1, contract=100, points=[0, 100, 10, 10])
    assert match.scores == (900, 1000, 1000, 1000)
    assert match.verdict == Verdict("won", 1, (4, 1, 2, 2))


def test_the_dealer_of_four_may_win_by_its_musik():
    rules = rules_of(players=4, barrier=None)
    match = sit_down(rules, deal("-", "", "", "", musik="As Ac Ad"), scores=(850, 100, 200, 300))
    settle_deal(match, declarer=1, contract=100, points=[0, 50, 40, 30])
    assert match.scores == (1000, 0, 240, 330)
    assert match.verdict == Verdict("won", 0, (1, 4, 3, 2))


# max_deals


@pytest.mark.parametrize(
    ("before", "verdict"),
    [
        pytest.param((0, 0, 0), Verdict("unfinished", None, (1, 2, 2)), id="ranked by score"),
        pytest.param((0, 300, 0), Verdict("unfinished", None, (2, 1, 3)), id="the lead of before"),
        pytest.param((0, 100, 100), Verdict("unfinished", None, (1, 1, 1)), id="all equal"),
        pytest.param((900, 0, 0), Verdict("won", 0, (1, 2, 2)), id="won in the last deal"),
    ],
)
def test_max_deals_ends_a_match_unfinished(before: tuple[int, ...], verdict: Verdict):
    rules = rules_of(max_deals=1)
    match = sit_down(rules, ace_deal(3, 2, 0), dealer=2, scores=before)
    walk_over(match, declarer=0, contract=100, taker=0)
    assert match.verdict == verdict


def test_max_deals_counts_settled_deals_bombed_ones_too_but_no_redeals():
    weak = deal("", "", "9Js 9Jc 9Jd 9h")
    match = sit_down(rules_of(max_deals=2), [weak, ace_deal(3, 0, 1)])
    match.apply(1)
    bomb(match, declarer=1)
    assert match.verdict is None
    settle_deal(match, declarer=2, contract=100, points=[40, 40, 40])
    assert match.scores == (100, 40, -40)
    assert match.verdict == Verdict("unfinished", None, (1, 2, 3))
    assert [hand["n"] for hand in match.hands] == [0, 0, 1]


def test_a_match_that_is_over_takes_no_action():
    match = sit_down(rules_of(max_deals=1))
    settle_deal(match, declarer=1, contract=100, points=[40, 40, 40])
    assert match.to_move == -1
    assert match.running_hand() is None
    with pytest.raises(IllegalActionError, match="over"):
        match.apply(0)
    assert len(match.hands) == 1


def test_scores_carry_from_deal_to_deal():
    game = find_game("tysiac")
    match = game.new_match(rules_of(max_deals=5, redeal="none"), root_key(b"carry"))
    while match.verdict is None:
        match.apply(match.decision().legal[0])
    for earlier, later in zip(match.hands, match.hands[1:], strict=False):
        assert later["before"] == earlier["after"]
    assert tuple(match.hands[-1]["after"]) == match.scores
