"""The replay: what a record claims, compared with what its actions lead to."""

from typing import Any

from referee.cards import DECK, in_card_order
from referee.hand import Hand
from referee.match import Match
from referee.report import Report, show
from referee.shape import check_shape
from referee.vocabulary import WHOLE_MATCH, Json, Place


def check_match(record: Json) -> list[str]:
    """All problems of one match record, as `json.loads` gives it; an empty list if it is sound."""
    report = Report(record)
    if check_shape(report, record):
        match = Match(record["rules"])
        decisions = _replay(report, record, match)
        if decisions is not None:
            _check_faults(report, record, match, decisions)
            _check_end(report, record, match, decisions)
    return report.problems


def _is_void(record: Json) -> bool:
    return any(fault["policy"] == "void" for fault in record["faults"])


def _replay(report: Report, record: Json, match: Match) -> dict[Place, int] | None:
    """Replay all hands; return the seat of every decision, one left open at the end included.

    None if something illegal leaves the rest undefined.
    """
    decisions: dict[Place, int] = {}
    for index, element in enumerate(record["hands"]):
        where = f"hand {index}"
        if match.end:
            report.add(where, element, "no deal after the end of the match")
            return None
        if not _check_deal(report, where, element, match):
            return None
        hand = Hand(match, element)
        actions = element["actions"]
        if not _replay_actions(report, where, actions, hand):
            return None
        decisions |= {(index, place): seat for place, (seat, _) in enumerate(actions)}
        if not hand.over:
            decisions[index, len(actions)] = hand.turn
            if not _is_void(record) or index < len(record["hands"]) - 1:
                demanded = f"seat {hand.turn}, one of {show(hand.legal())}"
                report.add(f"{where}, action {len(actions)}", "no action", demanded)
                return None
        _check_results(report, where, element, match, hand)
    return decisions


def _check_deal(report: Report, where: str, element: Json, match: Match) -> bool:
    """Dealer and cards of one deal (3); False if it can't be played."""
    players, dealt, musik = match.players, element["dealt"], element["musik"]
    report.expect(f"{where}, n", element["n"], match.settled)
    report.expect(f"{where}, dealer", element["dealer"], match.dealer)
    report.expect(f"{where}, redeals", element["redeals"], match.redeals)
    sizes = [10 if players == 2 else 7] * players, [2, 2] if players == 2 else [3]
    if players == 4:
        sizes[0][match.dealer] = 0
    counts = [len(part) for part in dealt], [len(part) for part in musik]
    cards = sorted(card for part in dealt + musik for card in part)
    if counts != sizes or cards != sorted(DECK):
        report.expect(f"{where}, numbers of cards", counts, sizes)
        report.expect(f"{where}, cards", cards, sorted(DECK))
        return False
    for part in dealt + musik:
        report.expect(f"{where}, order of cards", part, in_card_order(part))
    return True


def _replay_actions(report: Report, where: str, actions: list[Any], hand: Hand) -> bool:
    for index, action in enumerate(actions):
        place = f"{where}, action {index}"
        if hand.over:
            report.add(place, action, f"no action, the deal is {hand.phase}")
            return False
        if action[0] != hand.turn or action[1] not in hand.legal():
            report.add(place, action, f"seat {hand.turn}, one of {show(hand.legal())}")
            return False
        hand.apply(action[1])
    return True


def _check_results(report: Report, where: str, element: Json, match: Match, hand: Hand) -> None:
    """Compare what a hand wrote; one that is redealt or cut off writes nothing."""
    nothing = [0] * match.players
    played = hand.phase == "played"
    report.expect(f"{where}, redeal", "redeal" in element, hand.phase == "redealt")
    report.expect(f"{where}, before", element["before"], match.scores)
    change = match.close(hand) if hand.over else nothing
    tricks, marriages = (hand.tricks, hand.marriages) if played else (nothing, nothing)
    report.expect(f"{where}, tricks", element["tricks"], tricks)
    report.expect(f"{where}, marriages", element["marriages"], marriages)
    report.expect(f"{where}, change", element["change"], change)
    report.expect(f"{where}, after", element["after"], match.scores)


def _check_faults(report: Report, record: Json, match: Match, decisions: dict[Place, int]) -> None:
    """A fault names a decision that its seat still made itself, or the whole match."""
    faults = [((f["hand"], f["action"]), f["seat"], f["policy"]) for f in record["faults"]]
    substitutions = [(f[0], f[1]) for f in faults if f[2] == "substitute" and f[0] in decisions]
    report.expect("faults, different", len({f[:2] for f in faults}), len(faults))
    for place, seat, policy in faults:
        where = f"fault at {place}"
        if seat not in range(match.players):
            report.add(where, seat, f"a seat below {match.players}")
        if _is_void(record) and policy != "void":
            report.add(where, policy, "void, as in the other faults")
        if place == WHOLE_MATCH:
            continue
        if decisions.get(place) != seat:
            report.add(where, seat, f"the seat that decides here: {decisions.get(place)}")
        elif any(other == seat and earlier < place for earlier, other in substitutions):
            report.add(where, seat, "no fault after the substitution of its seat")


def _check_end(report: Report, record: Json, match: Match, decisions: dict[Place, int]) -> None:
    places = {(fault["hand"], fault["action"]) for fault in record["faults"]}
    stops = {WHOLE_MATCH, max(decisions, default=WHOLE_MATCH)}  # where a void match may stop
    if not match.end and not (_is_void(record) and places & stops):
        report.add("hands", len(record["hands"]), "more: the match is not over")
        return
    report.expect("final", record["final"], match.scores)
    status, winner, ranks = "void", None, [1] * match.players
    if not _is_void(record):
        faults = record["faults"]
        faulty = {fault["seat"] for fault in faults if fault["policy"] == "substitute"}
        status, winner, ranks = match.verdict(faulty)
    report.expect("status", record["status"], status)
    report.expect("winner", record["winner"], winner)
    report.expect("ranks", record["ranks"], ranks)


def check_block(records: list[Json]) -> list[str]:
    """Problems between the matches of one block: every seating must get the same deals."""
    problems: list[str] = []
    block: list[Any] = []
    deals: dict[tuple[int, int], list[Any]] = {}
    for record in records:
        report = Report(record)
        if check_shape(report, record):
            found = [record[key] for key in ("block", "variant", "rules")]
            block = block or found
            report.expect("block, variant and rules", found, block)
            for index, hand in enumerate(record["hands"]):
                deal = [hand[key] for key in ("dealer", "dealt", "musik")]
                same = deals.setdefault((hand["n"], hand["redeals"]), deal)
                report.expect(f"hand {index}, dealer, dealt and musik", deal, same)
        problems += report.problems
    return problems
