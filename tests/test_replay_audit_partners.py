"""Findings that only the games with partners, honours and carte blanche can lead to."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import pytest

from core.games import BY_KEY
from replay.findings import CODES
from replay.session import SessionLog
from tests.dealing import hands, result
from tests.test_replay_session import (
    Said,
    deal,
    findings_of,
    log_of,
    opening,
    settled,
    voided,
)

PASSES: Final = ("call C pass", "call D pass", "call A pass")
SEVEN: Final = ("call B 7D", *PASSES)
OPENED: Final = (5, 8)
"""Number of the first event after the auction `SEVEN`, and after a partner was asked for there."""


class Case(NamedTuple):
    """A deal of a game, and what is found in it; more options than the game's own may be set."""

    game: str
    said: tuple[Said, ...]
    step: str
    event: int
    rule: str
    options: Mapping[str, str] = {}
    turned: str | None = None


def sat(case: Case) -> SessionLog:
    """Make the log of a session with one deal, dealt by A."""
    book = BY_KEY[case.game]
    start = opening(game=case.game, options=book.resolve(case.options))
    turned = "S" if case.game == RF else case.turned
    return log_of(start, deal(1, "A", turned), *case.said)


ALL_HANDS: Final = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
SLAM: Final = result(contract="13", caller="B", trumps="D", tricks=13, honours=0)
SLAM_OF_FOUR: Final = result(contract="13", caller="B", trumps="D", tricks=13, honours=4)
PAIR: Final = result(contract="7", caller="B", partner="C", trumps="D", tricks=9)
PAIR_OF_RB: Final = result(contract="6", caller="A", partner="B", trumps="D", tricks=9)
SIX: Final = result(contract="6", caller="B", trumps="S", tricks=6, honours=0, jack="A")
EIGHT: Final = result(contract="8", caller="B", trumps="S", tricks=7, honours=0, jack="A")
DEMAND: Final = result(
    contract="demand", caller="A", partner="B", trumps="S", tricks=7, partner_tricks=2, jack="C"
)

RF: Final = "russian-fontainebleau"
SENIOR: Final = (result(thrown_in=True), settled("0 0 0 0", "50"), deal(2, "D", "H"))
"""The second deal of the Russian account: spades are senior, hearts junior, C is eldest."""
SOLO: Final = result(contract="6", caller="B", trumps="H", tricks=7, jack="B")
AGREED: Final = result(contract="6", caller="B", trumps="H", tricks=7, agreed="9")
PAIR_OF_RF: Final = result(
    contract="demand", caller="A", partner="C", trumps="H", tricks=7, jack="B"
)

CASES: Final[Mapping[str, list[Case]]] = {
    "insufficient-call": [
        Case("fontainebleau", ("call B 7D", "call C 7H"), "b2", 3, "BF(b)"),
        Case("fontainebleau", ("call B 7D", "call C little-misere"), "b2", 3, "BF(b)"),
        Case("russian", ("call B 7D", "call C 7D-solo"), "b2", 3, "RB(b)"),
    ],
    "call-after-pass": [
        Case(
            "fontainebleau",
            ("call B pass", "call C 5S", "call D pass", "call A 6S", "call B grand-spread"),
            "b5",
            6,
            "BF(c)",
        )
    ],
    "self-raise": [
        Case("fontainebleau", ("call B 7D", "call C pass", "call B 8D"), "b3", 4, "BF(c)")
    ],
    "misere-after-accepting": [
        Case(
            "french",
            (
                *("call D demand", "call C accept", "call B 6S", "call A pass", "call D pass"),
                "call C grand-misere",
            ),
            *("b6", 7, "FB(c)"),
        )
    ],
    "aces-not-held": [Case("french", (ALL_HANDS, "call D misere-four-aces"), "b1", 3, "FB-G24")],
    "demander-in-another-suit": [
        Case(
            "french",
            (
                *("call D demand", "lay D KH", "call C 6S", "call B pass", "call A pass"),
                "call D 6D",
            ),
            *("b5", 7, "FB-G8"),
        )
    ],
    "turned-not-dealers": [
        Case("french", (hands(C="AKQ.AK7.AKQ.AKQJ"),), "deal", 1, "FB(a)", turned="7H"),
        Case("french", (hands(A="AKQ.AK6.AKQ.AKQJ"),), "deal", 1, "FB(a)", turned="7H"),
    ],
    "laid-without-bid": [Case("french", ("lay D KH",), "x1", 2, "FB-G28")],
    "wrong-laid-card": [
        Case("french", ("call D demand", "lay D KS"), "x1", 3, "FB-G7", turned="7H")
    ],
    "solo-below-bid": [Case("french", ("call D 9D", "lay D KS"), "x1", 3, "FB-G8")],
    "laid-again": [Case("french", ("call D demand", "lay D KH", "lay D QH"), "x2", 4, "FB-G28")],
    "laid-card-not-opened": [
        Case(
            "french",
            ("call D 6S", "call C pass", "call B pass", "call A pass", "play D KS"),
            *("t1.1", 6, "C-3"),
        )
    ],
    "no-concession": [
        Case(
            "french",
            (result(contract="6", caller="B", trumps="S", paid=True),),
            *("end", 2, "FB-G30"),
        ),
        Case(
            "french",
            (result(contract="6", caller="B", trumps="S", given=True, jack="A"),),
            *("end", 2, "FB-G30"),
        ),
        Case(
            "french",
            ("call D grand-misere", "call C pass", "call B pass", "call A pass", "concede C"),
            *("claim", 6, "FB-G30"),
        ),
    ],
    "call-without-suit": [Case("fontainebleau", ("call B 7",), "b1", 2, "BF(c)")],
    "ask-out-of-place": [
        Case("fontainebleau", ("call B ask",), "b1", 2, "BF(c)"),
        Case("fontainebleau", (*SEVEN, "call C ask"), "b5", 6, "BF(c)"),
        Case("fontainebleau", (*SEVEN, "call B ask", "call B ask"), "b6", 7, "BF(c)"),
        Case("fontainebleau", ("call B 11D", *PASSES, "call B ask"), "b5", 6, "BF(c)"),
        Case("fontainebleau", ("call B 13D", *PASSES, "call B ask"), "b5", 6, "BF(c)"),
        Case("fontainebleau", ("call B piccolissimo", *PASSES, "call B ask"), "b5", 6, "BF(c)"),
        Case("russian", ("call B 5D-solo", *PASSES, "call B ask"), "b5", 6, "RB(c)"),
        Case("russian", ("call B 9D", *PASSES, "call B ask"), "b5", 6, "RB(c)"),
    ],
    "answer-out-of-place": [
        Case("fontainebleau", ("call B accept",), "b1", 2, "BF(c)"),
        Case("fontainebleau", (*SEVEN, "call C accept"), "b5", 6, "BF(c)"),
        Case("russian", ("call B 8D-solo", *PASSES, "call C accept"), "b5", 6, "RB(c)"),
    ],
    "call-out-of-turn": [
        Case("fontainebleau", (*SEVEN, "call B ask", "call D accept"), "b6", 7, "BF(c)"),
        Case("russian", (*SEVEN, "call D accept"), "b5", 6, "RB(c)"),
    ],
    "second-carte-blanche": [Case("russian", (*SEVEN, "cb C", "cb C"), "x2", 7, "RB(d)")],
    "carte-blanche-out-of-place": [
        Case("russian", ("cb C",), "x1", 2, "RB-G1"),
        Case("russian", ("call B 7NT", *PASSES, "cb C"), "x1", 6, "RB-G1"),
        Case("russian", ("call B grand-misere", *PASSES, "cb C"), "x1", 6, "RB-G1"),
        Case("russian", (*SEVEN, "take B", "cb C"), "x1", 7, "RB-G1"),
        Case(
            "russian",
            (result(contract="7", caller="B", trumps="NT", carte_blanche=["C"]),),
            "end",
            2,
            "RB(d)",
        ),
        Case(
            "russian",
            ("call B pass", "cb C"),
            "x1",
            3,
            "RB-G1",
            {"carte_blanche": "no_court_card"},
        ),
    ],
    "carte-blanche-not-held": [
        Case("russian", (ALL_HANDS, *SEVEN, "cb C"), "x1", 7, "RB(d)"),
        Case("russian", (*SEVEN, ALL_HANDS, result(carte_blanche=["C"])), "end", 7, "RB(d)"),
    ],
    "no-honours": [
        Case("fontainebleau", (result(contract="7", trumps="NT", honours=4),), "end", 2, "BF(e)"),
        Case("russian", (result(contract="grand-misere", honours=0),), "end", 2, "RB(e)"),
        Case("fontainebleau", (result(contract="7", trumps="D", honours=5),), "end", 2, "BF(e)"),
    ],
    "honours-not-held": [
        Case(
            "fontainebleau",
            (ALL_HANDS, "call B 8H", *PASSES, *("take B",) * 13, result(honours=3)),
            "end",
            20,
            "BF(e)",
        ),
        Case("russian", (*SEVEN, ALL_HANDS, result(tricks=9, honours=4)), "end", 7, "RB(e)"),
    ],
    "no-partners": [
        Case("fontainebleau", (result(contract="11", caller="A", partner="B"),), "end", 2, "BF(c)"),
        Case("russian", (result(contract="9", caller="A", partner="B"),), "end", 2, "RB(c)"),
    ],
    "late-concession": [
        Case("fontainebleau", (*SEVEN, "take B", "concede B"), "claim", 7, "BF-G14"),
        Case("fontainebleau", (*SEVEN, "take C", "take C", "concede C"), "claim", 8, "BF-G22"),
    ],
    "wrong-table": [
        Case("fontainebleau", (SLAM, settled("-350 1055 -350 -350", "0")), "end", 3, "BF-G12"),
        Case(
            "fontainebleau",
            (SLAM, settled("-500 1505 -500 -500", "0")),
            "end",
            3,
            "BF-G12",
            {"slam_table": "2"},
        ),
    ],
    "wrong-doubling": [
        # the deal is a simple: six made pays 6, and the jack 2
        Case("french", (SIX, settled("0 42 -16 -16", "0")), "end", 3, "FB(e)"),
        Case(RF, (*SENIOR, SOLO, settled("36 -158 36 36", "100")), "end", 6, "RF(e)"),
    ],
    "wrong-partner-pays": [
        Case("french", (DEMAND, settled("-22 -2 11 3", "20")), "end", 3, "FB-G19"),
        Case("french", (DEMAND, settled("-12 -12 11 3", "20")), "end", 3, "FB-G19"),
        Case(RF, (*SENIOR, PAIR_OF_RF, settled("-60 10 -2 2", "100")), "end", 6, "RF-G13"),
        Case(RF, (*SENIOR, PAIR_OF_RF, settled("-2 10 -60 2", "100")), "end", 6, "RF-G13"),
    ],
    "wrong-number": [
        Case("french", (EIGHT, settled("-2 32 -10 -10", "0")), "end", 3, "FB-G8"),
        Case(RF, (*SENIOR, SOLO, settled("-14 92 -14 -14", "0")), "end", 6, "RF-G4"),
        Case(
            RF,
            (*SENIOR, SOLO, settled("18 -104 18 18", "100")),
            "end",
            6,
            "RF-G4",
            {"rf_solo_required": "6"},
        ),
    ],
    "wrong-honours": [
        Case("fontainebleau", (SLAM, settled("-520 1565 -520 -520", "0")), "end", 3, "BF(e)"),
        Case("russian", (SLAM, settled("-510 1535 -510 -510", "0")), "end", 3, "BF(e)"),
        Case(
            "fontainebleau",
            (SLAM_OF_FOUR, settled("-520 1565 -520 -520", "0")),
            "end",
            3,
            "BF(e)",
            {"honours": "false"},
        ),
    ],
    "suit-not-played": [
        Case(RF, (*SENIOR, "call C 6D"), "b1", 5, "RF-G18"),
        Case(RF, (*SENIOR, result(contract="13", caller="C", trumps="D")), "end", 5, "RF-G21"),
    ],
    "suit-told": [Case(RF, (*SENIOR, "call C 7H"), "b1", 5, "RF-G21")],
    "agreed-amount": [
        Case(RF, (*SENIOR, result(contract="grand-misere", agreed="1/2")), "end", 5, "C-1"),
    ],
    "needless-agreement": [
        Case(RF, (*SENIOR, AGREED), "end", 5, "RF-G10"),
        Case("french", (result(contract="grand-misere", agreed="9"),), "end", 2, "C-2"),
    ],
    "wrong-partner-target": [
        # nine would be enough for nine tricks, and none over for seven alone
        Case("fontainebleau", (PAIR, settled("-110 225/2 225/2 -110", "0")), "end", 3, "BF-G6"),
        Case("fontainebleau", (PAIR, settled("160 -240 -240 160", "165")), "end", 3, "BF-G6"),
        # six and three, as in Fontainebleau, would have been made
        Case("russian", (PAIR_OF_RB, settled("225/2 225/2 -110 -110", "0")), "end", 3, "BF-G6"),
    ],
}
MISREADINGS: Final = (
    *("wrong-table", "wrong-partner-target", "wrong-honours"),
    *("wrong-doubling", "wrong-partner-pays", "wrong-number"),
)
SAID: Final = [(code, case) for code, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(("code", "case"), SAID)
def test_each_finding_tells_its_place_and_its_rule(code: str, case: Case) -> None:
    finding = next(one for one in findings_of(sat(case)) if one.code == code)
    assert finding.severity == CODES[code][0]
    place = 1 + (case.said[: len(SENIOR)] == SENIOR)
    assert (finding.place, finding.event) == (f"12.{place}:{case.step}", f"12@{case.event}")
    assert finding.rule == case.rule


@pytest.mark.parametrize("code", MISREADINGS)
def test_a_misreading_is_named_beside_the_amounts_that_are_wrong(code: str) -> None:
    for case in CASES[code]:
        assert {one.code for one in findings_of(sat(case))} >= {code, "wrong-amount"}


@pytest.mark.parametrize(
    "said",
    [
        (SLAM, settled("-500 1505 -500 -500", "0")),
        (PAIR, settled("135 -405/2 -405/2 135", "140")),
        (PAIR, settled("135 -405/2 -405/2 136", "140")),
    ],
)
def test_what_is_right_or_otherwise_wrong_is_no_misreading(said: tuple[Said, ...]) -> None:
    found = findings_of(sat(Case("fontainebleau", said, "", 0, "")))
    assert not {one.code for one in found} & {*MISREADINGS}


@pytest.mark.parametrize(
    "said",
    [
        (SIX, settled("0 26 -8 -8", "0")),
        (DEMAND, settled("-2 -22 11 3", "20")),
        (EIGHT, settled("18 -48 10 10", "20")),
    ],
)
def test_what_french_boston_settles_rightly_is_no_misreading(said: tuple[Said, ...]) -> None:
    assert findings_of(sat(Case("french", said, "", 0, ""))) == []


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("fontainebleau", (*SEVEN, "call B ask", "call C pass", "call D accept", "take B")),
        ("fontainebleau", (*SEVEN, "call B ask", "call C pass", "call D pass", "call A pass")),
        ("fontainebleau", ("call B 10D", *PASSES, "call B ask", "call C accept")),
        ("russian", (*SEVEN, "call C accept", "cb D", "take B")),
        ("russian", (*SEVEN, "take B")),
        ("russian", ("call B 5D", *PASSES, "call B ask", "call C accept")),
        ("russian", ("call B 7D-solo", "call C 8D", "call D pass", "call A 8NT-solo")),
        ("fontainebleau", ("call B 7D", "call C 7NT", "call D piccolissimo", "call A 8S")),
        ("fontainebleau", (*SEVEN, "concede C", "concede D", "concede A")),
        ("fontainebleau", (*SEVEN, "concede B")),
    ],
)
def test_what_is_lawful_is_not_found(game: str, said: tuple[Said, ...]) -> None:
    assert findings_of(sat(Case(game, said, "", 0, ""))) == []


@pytest.mark.parametrize(
    ("number", "dealer", "codes"),
    [(2, "D", set[str]()), (1, "A", {"wrong-deal-number", "wrong-dealer"})],
)
def test_2_11_a_misdeal_is_no_finding_but_who_deals_after_it_may_be(
    number: int, dealer: str, codes: set[str]
) -> None:
    start = opening(game="french", options=BY_KEY["french"].resolve({}))
    misdealt = (deal(1, "A", "7H"), voided(1, seat="A"))
    log = log_of(start, *misdealt, deal(number, dealer, "7H"))
    assert {finding.code for finding in findings_of(log)} == codes
