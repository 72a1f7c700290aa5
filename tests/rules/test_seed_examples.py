"""The worked examples of the seeds, played card by card from the deal to the score sheet."""

from typing import NamedTuple

import pytest
from dealing import deal, play, rules_of, sit_down

from engine.tysiac import Rules


class Example(NamedTuple):
    """A deal and its whole script; with 3 and 2 players seat 0 is declarer, with 4 seat 1."""

    hands: tuple[str, ...]
    musik: str
    script: str
    tricks: list[int]
    marriages: list[int]
    before: list[int]
    change: list[int]
    rules: Rules = rules_of()
    dealer: int = 2


EXAMPLES = {
    "seed 001: you 74 and hearts on 120, Basia 29 and spades, Frank 17": Example(
        ("T9s Kc Qd AKQh", "KQJs 9c K9d Th", "TQJc ATJd Jh"),
        "As Ac 9h",
        "pass, pass, give 9h 1 Ac 2, declare 120"
        "/ Kh meld, Th, Jh / Ks meld, Qc, As / Qh, 9h, Ac / Qd, Kd, Td"
        "/ Jc, Kc, 9c / 9s, Js, Ad / Qs, Jd, Ts / Ah, 9d, Tc",
        tricks=[74, 29, 17],
        marriages=[100, 40, 0],
        before=[0, 0, 0],
        change=[120, 70, 20],
    ),
    "seed 001: 119 on 120 takes the 120 off": Example(
        ("Ts KJd KQJ9h", "AKJc AQd ATh", "AKQ9s T9c 9d"),
        "Js Qc Td",
        "pass, pass, give Jh 1 Kd 2, declare 120"
        "/ Qh meld, Th, Kd / Kc, Tc, Qc / 9d, Jd, Ad / Jc, 9c, Kh"
        "/ Js, Ah, Ks / Qd, 9s, Td / 9h, Jh, Qs / Ac, As, Ts",
        tricks=[19, 84, 17],
        marriages=[100, 0, 0],
        before=[0, 0, 0],
        change=[-120, 80, 20],
    ),
    "seed 001: 24 is 20 and 25 is 30": Example(
        ("Js ATJc TKJh", "TQs Qc KQJd Ah", "K9s K9c AT9d"),
        "As Q9h",
        "pass, pass, give Js 1 Jc 2, declare 100"
        "/ Qh, Ah, Td / Qd, Ad, As / Jc, Tc, Qc / Ac, Kd, Kc"
        "/ Kh, Ts, 9d / Th, Js, 9c / Jh, Jd, Ks / 9h, Qs, 9s",
        tricks=[71, 24, 25],
        marriages=[0, 0, 0],
        before=[0, 0, 0],
        change=[-100, 20, 30],
    ),
    "seed 004: 109 and spades, 149 on 140, writes 140": Example(
        ("ATKQs AKc Td", "9s Tc AKJ9d Jh", "Js Jc ATKQ9h"),
        "Q9c Qd",
        "pass, pass, give Qc 1 Kc 2, declare 140"
        "/ Ks meld, 9s, Js / Ts, Tc, 9h / As, Ad, Th / Ac, Qc, Jc"
        "/ Qd, Kd, Kh / 9d, Kc, Td / Qs, Jd, Ah / 9c, Jh, Qh",
        tricks=[109, 11, 0],
        marriages=[40, 0, 0],
        before=[0, 0, 0],
        change=[140, 10, 0],
    ),
    "seed 004: 98 and spades, 138 on 140, loses 140": Example(
        ("AKQs AJ9c Ad", "TJ9s TQd QJh", "KQc KJ9d T9h"),
        "Tc AKh",
        "pass, pass, give 9c 1 Kh 2, declare 140"
        "/ Ks meld, Ts, Kc / 9c, Qc, Tc / Jc, 9s, Jd / Qh, Th, Ah"
        "/ Ad, Qd, Kd / Qs, Js, Kh / As, Td, 9h / Ac, Jh, 9d",
        tricks=[98, 22, 0],
        marriages=[40, 0, 0],
        before=[0, 0, 0],
        change=[-140, 20, 0],
    ),
    "seed 004: 44 is 40 and 45 is 50": Example(
        ("ATJs J9c Jd Th", "Qs AKc Qd AQJh", "Ks TQc AK9d Kh"),
        "9s Td 9h",
        "pass, pass, give Ts 1 9h 2, declare 100"
        "/ Jd, Qd, Kd / Tc, 9c, Ac / Qh, Kh, Th / 9s, Ts, Ks"
        "/ Kc, Qc, Jc / Qs, 9h, As / Td, Jh, Ad / 9d, Js, Ah",
        tricks=[31, 44, 45],
        marriages=[0, 0, 0],
        before=[0, 0, 0],
        change=[-100, 40, 50],
    ),
    "seed 004: 56 is 60": Example(
        ("Kc KJ9d AKJh", "9s T9c ATQd Th", "TKQJs AJc Qh"),
        "As Qc 9h",
        "pass, pass, give 9d 1 Kc 2, declare 100"
        "/ Kh, Th, Qh / Tc, Ac, Qc / Ks, As, 9s / 9h, Qd, Js"
        "/ Kd, Td, Jc / Ad, Ts, Jd / 9c, Kc, Jh / Qs, Ah, 9d",
        tricks=[20, 56, 44],
        marriages=[0, 0, 0],
        before=[0, 0, 0],
        change=[-100, 60, 40],
    ),
    "seed 004: 71 is 70": Example(
        ("ATJs KQd K9h", "T9c ATJ9d Th", "Q9s AKQJc Jh"),
        "Ks AQh",
        "pass, pass, give As 1 9h 2, declare 100"
        "/ Qd, Ad, 9h / Tc, Ac, Qh / Jh, Kh, Th / 9d, 9s, Kd"
        "/ Ks, As, Qs / Td, Jc, Ah / 9c, Kc, Js / Qc, Ts, Jd",
        tricks=[4, 71, 45],
        marriages=[0, 0, 0],
        before=[0, 0, 0],
        change=[-100, 70, 50],
    ),
    "seed 004: at 830 an opponent's 74 and 40 write 0": Example(
        ("KQ9c K9d T9h", "KQ9s ATJc Ad", "Ts TQJd AQJh"),
        "AJs Kh",
        "pass, pass, give Kh 1 9d 2, declare 100"
        "/ Kc meld, Ac, Ah / Qs meld, Ts, As / Qc, Tc, Td / 9s, Qd, Js"
        "/ 9c, Jc, Jh / Ks, 9d, 9h / Ad, Jd, Kd / Kh, Qh, Th",
        tricks=[46, 74, 0],
        marriages=[60, 40, 0],
        before=[0, 830, 0],
        change=[100, 0, 0],
    ),
    "section 12: 118 on 120 is lost, never mind 120 rounded": Example(
        ("ATs ATQc Ad Ah", "Js Kc TJd TKJh", "K9s KQ9d Q9h"),
        "Qs J9c",
        "pass, pass, give Jc 1 Ah 2, declare 120"
        "/ As, Js, Ks / 9c, Jc, 9s / Jd, Qd, Ad / Ac, Kc, Kd"
        "/ Qs, Kh, Ah / Tc, Td, Qh / Qc, Jh, 9d / Ts, Th, 9h",
        tricks=[118, 2, 0],
        marriages=[0, 0, 0],
        before=[0, 0, 0],
        change=[-120, 0, 0],
    ),
    "seed 004, section 12: 95, and 23 of side cards with the last trick, make 110": Example(
        ("ATKs ATKc 9s 9c TJh", "QJs QJc KQJ9d KQh"),
        "ATd | A9h",
        "pass, musik 0, lay Jh Th, declare 110"
        "/ 9s, Js / Qs, Ks / As, Kh / Ts, Qh / Ac, Jc"
        "/ Tc, Qc / Kc, Jd / Ad, Qd / Td, Kd / 9c, 9d",
        tricks=[118, 2],
        marriages=[0, 0],
        before=[0, 0],
        change=[110, 0],
        rules=rules_of(players=2),
        dealer=1,
    ),
    "seed 001: the dealer of four writes 50 for the ace and the marriage of its musik": Example(
        ("-", "ATs ATQc T9d", "KQJs Kc Jd T9h", "9s J9c KQd AJh"),
        "Ad KQh",
        "pass, pass, give 9d 2 Kh 3, declare 100"
        "/ Qc, Kc, Jc / Jd, Kd, Td / Ts, Ks, 9s / Ad, 9d, Qd"
        "/ Tc, Qs, 9c / As, Js, Ah / Ac, Th, Jh / Qh, 9h, Kh",
        tricks=[0, 104, 9, 7],
        marriages=[0, 0, 0, 0],
        before=[0, 0, 0, 0],
        change=[150, 100, 10, 10],
        rules=rules_of(players=4),
        dealer=0,
    ),
    "seed 000: the bomb at 420, 510 and 830": Example(
        ("T9s Kc Qd AKQh", "KQJs 9c K9d Th", "TQJc ATJd Jh"),
        "As Ac 9h",
        "pass, pass, give 9h 1 Ac 2, bomb",
        tricks=[0, 0, 0],
        marriages=[0, 0, 0],
        before=[420, 510, 830],
        change=[0, 60, 0],
        rules=rules_of("tabrivio-1000"),
    ),
}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_worked_example(example: Example):
    match = sit_down(
        example.rules,
        deal(*example.hands, musik=example.musik),
        dealer=example.dealer,
        scores=example.before,
    )
    play(match, example.script)
    record = match.hands[0]
    assert record["tricks"] == example.tricks
    assert record["marriages"] == example.marriages
    assert record["change"] == example.change
    assert list(match.scores) == [
        score + change for score, change in zip(example.before, example.change, strict=True)
    ]
