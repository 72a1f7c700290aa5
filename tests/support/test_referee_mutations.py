"""The referee must be able to fail: sound records pass, and every mutation of one is reported."""

from copy import deepcopy
from typing import Any

import pytest
from referee import check_block, check_match
from referee_records import FOUR, THREE, TWO, Json, Mutation, actions, put


@pytest.mark.parametrize("sound", [TWO, THREE, FOUR], ids=["two", "three", "four"])
def test_sound_records_pass(sound: Json) -> None:
    assert check_match(sound) == []


def act(hand: int, old: str, new: str | None = None) -> Mutation:
    """Replace the text of an action, written as `seat text`; without `new` drop the action."""

    def mutate(changed: Json) -> None:
        found = changed["hands"][hand]["actions"]
        place = found.index(actions(old)[0])
        found[place : place + 1] = actions(new) if new else []

    return mutate


def add(hand: int, new: str) -> Mutation:
    return lambda changed: changed["hands"][hand]["actions"].extend(actions(new))


def rule(key: str, value: Any) -> Mutation:
    return put("rules", key, value)


def hand_result(hand: int, **values: list[int]) -> Mutation:
    return lambda changed: changed["hands"][hand].update(values)


def score(change: list[int], after: list[int]) -> Mutation:
    """Another result of the last hand, carried consistently to the end."""

    def mutate(changed: Json) -> None:
        changed["hands"][-1].update(change=change, after=after)
        changed["final"] = after

    return mutate


def repeat_last_hand(changed: Json) -> None:
    changed["hands"].append(deepcopy(changed["hands"][-1]))


def drop(*path: Any) -> Mutation:
    def mutate(changed: Json) -> None:
        target: Any = changed
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]

    return mutate


def keys_reversed(changed: Json) -> None:
    hand = changed["hands"][-1]
    changed["hands"][-1] = {key: hand[key] for key in reversed(hand)}


MUTATIONS: list[tuple[str, Json, Mutation, str]] = [
    # Auction
    ("bid over the cap", TWO, act(1, "1 110", "1 170"), "hand 1, action 0"),
    ("bid off the tens", TWO, act(1, "0 120", "0 115"), "hand 1, action 1"),
    ("bid not higher", TWO, act(1, "0 120", "0 110"), "hand 1, action 1"),
    ("bid with a zero in front", TWO, act(1, "0 120", "0 0120"), "hand 1, action 1"),
    ("bid after passing", THREE, act(1, "1 150", "0 150"), "seat 1"),
    ("auction goes on", THREE, act(1, "2 pass", "2 160"), "action 7"),
    ("no last pass", THREE, act(1, "2 pass"), "action 6"),
    ("forehand speaks first", FOUR, act(0, "2 pass", "1 pass"), "seat 2"),
    ("the dealer of four speaks", FOUR, act(0, "3 pass", "0 pass"), "seat 3"),
    ("redeal with a marriage", THREE, act(1, "2 110", "2 redeal"), "hand 1, action 0"),
    ("redeal at a second decision", THREE, act(1, "0 pass", "0 redeal"), "hand 1, action 4"),
    ("redeal of two players", TWO, act(0, "0 pass", "0 redeal"), "hand 0, action 0"),
    ("redeal not allowed", THREE, rule("redeal", "none"), "hand 0, action 0"),
    ("redeal not weak enough", THREE, rule("redeal_threshold", 6), "hand 0, action 0"),
    ("too many redeals", THREE, rule("max_redeals", 0), "hand 0, action 0"),
    ("redeal not marked", THREE, drop("hands", 0, "redeal"), "redeal"),
    ("redeal marked false", THREE, put("hands", 0, "redeal", False), "redeal"),
    ("redeal not counted", THREE, put("hands", 1, "redeals", 0), "redeals"),
    ("next dealer after a redeal", THREE, put("hands", 1, "dealer", 1), "dealer"),
    ("redeal counts as a deal", THREE, put("hands", 1, "n", 1), "hand 1, n"),
    # Musik, exchange, bomb, contract
    ("third musik", TWO, act(0, "1 musik 1", "1 musik 2"), "hand 0, action 1"),
    ("no musik chosen", TWO, act(0, "1 musik 1"), "hand 0, action 1"),
    ("the other musik", TWO, act(1, "0 musik 0", "0 musik 1"), "hand 1, action 4"),
    ("cards laid in wrong order", TWO, act(1, "0 lay 9c Kd", "0 lay Kd 9c"), "action 4"),
    ("one card laid twice", TWO, act(1, "0 lay 9c Kd", "0 lay 9c 9c"), "action 4"),
    ("gifts in wrong order", THREE, act(1, "1 give Ac 0 9d 2", "1 give 9d 2 Ac 0"), "action 7"),
    ("both gifts to one", THREE, act(1, "1 give Ac 0 9d 2", "1 give Ac 0 9d 0"), "action 7"),
    ("gift not held", THREE, act(1, "1 give Ac 0 9d 2", "1 give Ac 0 Jd 2"), "action 7"),
    ("gift to the dealer", FOUR, act(0, "1 give Js 2 Kd 3", "1 give Js 0 Kd 3"), "action 2"),
    ("bomb off", TWO, rule("bomb_limit", 0), "hand 0, action 2"),
    ("bomb too early", TWO, rule("bomb_when", "after_exchange"), "hand 0, action 2"),
    ("bomb too late", THREE, act(1, "1 declare 200", "1 bomb"), "hand 1, action 8"),
    ("bomb on a raised bid", THREE, act(1, "1 give Ac 0 9d 2", "1 bomb"), "hand 1, action 7"),
    ("contract below the bid", TWO, act(1, "0 declare 120", "0 declare 110"), "action 5"),
    ("contract above the cap", TWO, act(1, "0 declare 120", "0 declare 230"), "action 5"),
    ("contract off the tens", TWO, act(1, "0 declare 120", "0 declare 125"), "action 5"),
    # Play
    ("missing beat", FOUR, act(0, "3 Th", "3 Jh"), "hand 0, action 6"),
    ("missing trump", FOUR, act(0, "3 Qc", "3 9d"), "hand 0, action 15"),
    ("missing trump of two", TWO, act(1, "0 9s", "0 Jh"), "hand 1, action 21"),
    ("not following", THREE, act(1, "2 Jc", "2 Td"), "hand 1, action 10"),
    ("card not held", THREE, act(1, "2 Jc", "2 9c"), "hand 1, action 10"),
    ("card played twice", THREE, act(1, "2 Qc", "2 Jd"), "hand 1, action 31"),
    ("wrong winner of a trick", TWO, act(1, "1 Ks meld", "0 As"), "hand 1, action 10"),
    ("wrong seat to play", THREE, act(1, "2 Jc", "0 Tc"), "hand 1, action 10"),
    ("meld of a follower", THREE, act(1, "2 Ks", "2 Ks meld"), "hand 1, action 19"),
    ("meld without the pair", TWO, act(1, "0 Qh", "0 Qh meld"), "hand 1, action 22"),
    ("meld of an ace", TWO, act(1, "0 Ah", "0 Ah meld"), "hand 1, action 6"),
    ("meld too early", FOUR, rule("meld_from_trick", 2), "hand 0, action 4"),
    ("meld left out", TWO, act(1, "0 Kh meld", "0 Kh"), "hand 1, marriages"),
    ("card written otherwise", THREE, act(1, "2 Td", "2 10d"), "hand 1, action 25"),
    ("two blanks", TWO, act(1, "0 Kh meld", "0 Kh  meld"), "hand 1, action 8"),
    ("last card missing", THREE, act(1, "0 Ac"), "hand 1, action 32"),
    ("action after the end", THREE, add(1, "1 pass"), "hand 1, action 33"),
    ("action after a bomb", TWO, add(0, "0 Ac"), "hand 0, action 3"),
    ("action after a redeal", THREE, add(0, "0 pass"), "hand 0, action 1"),
    # Deal
    ("card twice", TWO, put("hands", 1, "dealt", 0, 0, "Ts"), "hand 1, cards"),
    ("no such card", TWO, put("hands", 1, "dealt", 0, 0, "9x"), "hand 1, cards"),
    ("cards out of order", TWO, lambda r: r["hands"][1]["dealt"][0].reverse(), "order of cards"),
    ("musik out of order", FOUR, lambda r: r["hands"][0]["musik"][0].reverse(), "order of cards"),
    (
        "a card more for one seat",
        THREE,
        lambda r: r["hands"][1]["dealt"][0].append(r["hands"][1]["musik"][0].pop()),
        "numbers of cards",
    ),
    (
        "musik among the seats",
        THREE,
        lambda r: r["hands"][1]["dealt"].append(r["hands"][1]["musik"].pop()),
        "numbers of cards",
    ),
    ("musiks exchanged", TWO, lambda r: r["hands"][1]["musik"].reverse(), "hand 1, action 4"),
    ("wrong dealer", TWO, put("hands", 1, "dealer", 0), "hand 1, dealer"),
    ("wrong number", TWO, put("hands", 1, "n", 2), "hand 1, n"),
    # Settlement
    ("side cards left out", TWO, hand_result(1, tricks=[75, 28]), "hand 1, tricks"),
    ("side cards to declarer", TWO, hand_result(1, tricks=[92, 28]), "hand 1, tricks"),
    ("opponent's meld left out", TWO, hand_result(1, marriages=[100, 0]), "marriages"),
    ("rounded half to even", TWO, score([120, 80], [180, 80]), "hand 1, change"),
    ("opponent without melds", TWO, score([120, 50], [180, 50]), "hand 1, change"),
    ("declarer writes points", TWO, score([180, 90], [240, 90]), "hand 1, change"),
    ("made contract lost", THREE, score([90, -200, 0], [90, -200, 0]), "hand 1, change"),
    ("bid instead of contract", THREE, score([90, 150, 0], [90, 150, 0]), "hand 1, change"),
    ("bomb costs", TWO, hand_result(0, change=[60, -100], after=[60, -100]), "hand 0, change"),
    ("bomb pays nothing", TWO, hand_result(0, change=[0, 0], after=[0, 0]), "hand 0, change"),
    ("card points of a bomb", TWO, hand_result(0, tricks=[60, 60]), "hand 0, tricks"),
    ("a redeal changes scores", THREE, hand_result(0, change=[10, 0, 0]), "hand 0, change"),
    ("musik not written", FOUR, score([0, 100, 20, 80], [0, 100, 20, 80]), "hand 0, change"),
    ("before", TWO, hand_result(1, before=[0, 60]), "hand 1, before"),
    ("after", TWO, hand_result(1, after=[120, 90]), "hand 1, after"),
    ("barred seat writes", TWO, rule("barrier", 0), "change"),
    # End
    ("best score wins", FOUR, put("winner", 0), "winner"),
    ("no winner", TWO, put("winner", None), "winner"),
    ("wrong ranks", FOUR, put("ranks", [1, 2, 4, 3]), "ranks"),
    ("tied", TWO, put("status", "tied"), "status"),
    ("unfinished", TWO, put("status", "unfinished"), "status"),
    ("void without a fault", TWO, put("status", "void"), "status"),
    ("final", TWO, put("final", [180, 85]), "final"),
    ("hand after the end", TWO, repeat_last_hand, "hand 2"),
    ("hand missing", TWO, drop("hands", 1), "not over"),
    ("no hands", TWO, put("hands", []), "not over"),
    ("target not reached", TWO, rule("target", 200), "not over"),
    ("max_deals passed", TWO, rule("max_deals", 1), "hand 1"),
    # Shape
    ("schema", TWO, put("schema", 2), "schema"),
    ("other game", TWO, put("game", "draw_the_bomb"), "game"),
    ("seats", TWO, put("seats", ["ann"]), "seats"),
    ("order of hand keys", TWO, keys_reversed, "order of keys"),
    ("rule missing", TWO, drop("rules", "barrel"), "rules, keys"),
    ("rule unknown", TWO, rule("colour", 1), "rules, keys"),
    ("players", TWO, rule("players", 5), "players"),
    ("target off the tens", TWO, rule("target", 105), "target"),
    ("target too low", TWO, rule("target", 90), "target"),
    ("barrier at the target", TWO, rule("barrier", 100), "barrier"),
    ("a rule that is no integer", TWO, rule("bomb_limit", True), "bomb_limit"),
    ("negative limit", TWO, rule("bomb_limit", -1), "bomb_limit"),
    ("hidden musik of two", TWO, rule("hidden_musik_at_forced_bid", True), "hidden_musik"),
    ("barrel", TWO, rule("barrel", {"from": 100, "deals": 3, "penalty": 120}), "barrel"),
    ("barrel of no deals", TWO, rule("barrel", {"from": 90, "deals": 0, "penalty": 0}), "barrel"),
]


@pytest.mark.parametrize(
    ("sound", "mutate", "reported"),
    [mutation[1:] for mutation in MUTATIONS],
    ids=[mutation[0] for mutation in MUTATIONS],
)
def test_mutation_is_reported(sound: Json, mutate: Mutation, reported: str) -> None:
    changed = deepcopy(sound)
    mutate(changed)
    problems = check_match(changed)
    assert problems
    assert reported in problems[0]
    assert problems[0].startswith("match 'm1'")


def test_a_redeal_for_four_nines_is_sound_where_the_rules_have_it() -> None:
    changed = deepcopy(THREE)
    changed["rules"]["redeal"] = "four_nines"
    assert check_match(changed) == []


def test_the_matches_of_a_block_have_the_same_deals() -> None:
    turned = {**deepcopy(TWO), "match": "m2", "seats": ["bob", "ann"]}
    assert check_block([TWO, turned]) == []
    turned["hands"][1]["musik"].reverse()
    assert "hand 1" in check_block([TWO, turned])[0]
    assert check_block([TWO, {**TWO, "block": "b2"}])
    assert check_block([TWO, {**TWO, "hands": None}])
