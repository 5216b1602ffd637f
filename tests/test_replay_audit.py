"""The audit: every code through a log, every slip in an amount, and silence only for what is right.

The naive model at the end knows Boston from the rules alone: events are texts, hands are lists.
"""

import ast
import io
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
import replay as package
from core.breach import Severity
from core.cards import FULL_PACK, parse_card
from core.counters import amount_text
from core.games.boston import BOSTON
from events.append import LogWriter
from events.book import Book, BookError, make_book
from events.model import DealSettled, Event, SessionClosed
from events.written import Raw, Unread, read_event, write_event
from replay.audit import Context, Finding, audit_session, gravest, unchecked
from replay.auditing import Report, audit_targets
from replay.documents import deal_document
from replay.findings import CODES
from replay.recorder.script import deal_script
from replay.session import SessionLog, replay_session
from replay.source import sessions_of
from replay.steps import steps_of
from tests import test_replay_audit_partners as partners
from tests.dealing import claim, hands, result, stopped
from tests.rulebook_text import TABLES
from tests.test_replay_reducer import EVENTS, LIKELY, disturbed
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    FILE,
    NAMES,
    SESSION,
    Said,
    counted,
    deal,
    events_in,
    events_of,
    findings_of,
    log_of,
    noted,
    opening,
    player,
    read,
    seats,
    settled,
    simulated_logs,
    sitting,
    told,
    voided,
)

RUNGS: Final = (
    "5", "6", "7", "little-misere", "8", "9", "grand-misere", "10", "11", "little-spread", "12",
    "grand-spread", "13",
)  # fmt: skip
DEAL: Final = deal(1, "A")
ALL_HANDS: Final = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
PASSES: Final = ("call C pass", "call D pass", "call A pass")
EIGHT: Final = (DEAL, "call B 8H", *PASSES)
UNNAMED: Final = (DEAL, "call B 8", *PASSES)
MISERE: Final = (DEAL, "call B little-misere", *PASSES)
SPREAD: Final = (DEAL, "call B grand-spread", *PASSES)
TRICK: Final = ("play B AH", "play C AD", "play D AC", "play A AS")

VOID: Final = voided(1, "cancelled")


def claimed(offence: str, seat: str, event: int) -> dict[str, Any]:
    """Write a claim about an event."""
    return {"type": "irregularity_claimed", "offence": offence, "seat": seat, "event": event}


def ruled(*remedies: dict[str, Any], **said: object) -> dict[str, Any]:
    """Write a ruling."""
    return {"type": "ruled", "remedies": list(remedies), **said}


# -- every code -----------------------------------------------------------------------------------


class Case(NamedTuple):
    """A log and what is found in it, step and event as in ``12.1:b2``, ``12@3``."""

    said: tuple[Said, ...]
    place: str
    event: int
    rule: str
    recorded: str | None = None
    expected: str | None = None
    difference: str | None = None


CASES: Final[Mapping[str, Case]] = {
    # what cannot be read
    "unreadable-event": Case((DEAL, Unread("no card 1Z", newer=False)), "12.1:deal", 2, "C-2"),
    "newer-event": Case((DEAL, Unread("no event “hat”", newer=True)), "12.1:deal", 2, "C-2"),
    # corrections
    "correction-refused": Case(
        (DEAL, {"type": "event_corrected", "first": 1, "last": 2, "stands": []}), "12", 2, "C-2"
    ),
    # the auction
    "unknown-call": Case(
        (DEAL, "call B piccolissimo"),
        *("12.1:b1", 2, "3", "piccolissimo", ", ".join(("pass", "keep", "keep-over", *RUNGS))),
    ),
    "call-out-of-turn": Case((DEAL, "call C 8H"), "12.1:b1", 2, "AB(c)", "C", "B"),
    "insufficient-call": Case((DEAL, "call B 8H", "call C 7"), "12.1:b2", 3, "AB(b)", "C"),
    "call-after-pass": Case(
        (DEAL, "call B pass", "call C 5", "call D pass", "call A pass", "call B 6"),
        *("12.1:b5", 6, "AB(c)", "B"),
    ),
    "call-after-auction": Case((*EIGHT, "call B 9H"), "12.1:b5", 6, "AB(c)", "B"),
    "keep-out-of-place": Case((DEAL, "call B keep"), "12.1:b1", 2, "AB(c)", "B"),
    # between auction and lead
    "trump-without-contract": Case((DEAL, "trump B H"), "12.1:x1", 2, "AB(c)"),
    "trump-by-another": Case((*UNNAMED, "trump C S"), "12.1:x1", 6, "AB(c)", "C", "B"),
    "trump-after-lead": Case((*EIGHT, "play B KS", "trump B H"), "12.1:x1", 7, "C-3"),
    "trump-not-named": Case((*UNNAMED, "play B KS"), "12.1:t1.1", 6, "C-3", "KS"),
    "wrong-trump": Case((*EIGHT, "trump B S"), "12.1:x1", 6, "AB-G4", "S", "H"),
    "discard-without-contract": Case((DEAL, "discard B KS"), "12.1:x1", 2, "AB(d)"),
    "second-discard": Case((*MISERE, "discard B KS", "discard B QS"), "12.1:x2", 7, "AB(d)", "QS"),
    "discard-after-lead": Case((*MISERE, "play B 2H", "discard A KC"), "12.1:x1", 7, "C-3"),
    "discard-not-recorded": Case((*MISERE, "play B 2H"), "12.1:t1.1", 6, "C-3"),
    "needless-exposure": Case((*EIGHT, "expose B"), "12.1:x1", 6, "AB(d)", "B"),
    "second-exposure": Case((*SPREAD, "expose B", "expose B"), "12.1:x2", 7, "AB(d)", "B"),
    "late-exposure": Case((*SPREAD, "play B 2H", "expose B"), "12.1:x1", 7, "C-3", "B"),
    "exposure-not-recorded": Case((*SPREAD, "play B 2H"), "12.1:t1.1", 6, "C-3"),
    "out-of-order": Case((DEAL, "call B little-spread", *PASSES, "expose B"), "12.1:x1", 6, "C-3"),
    # cards
    "wrong-card-count": Case((DEAL, hands(A="AK...")), "12.1:deal", 2, "3", "2", "13"),
    "card-in-two-hands": Case(
        (DEAL, hands(A="AKQJT98765432..."), hands(B="A.KQJT98765432..")),
        *("12.1:deal", 3, "2.2", "AS"),
    ),
    "hands-contradict": Case(
        (*EIGHT, "play B KS", hands(B=".AKQJT98765432..")), "12.1:deal", 7, "2.2", "KS"
    ),
    "card-already-played": Case(
        (*EIGHT, ALL_HANDS, "play B AH", "play C AH"), "12.1:t1.2", 8, "2.2", "AH"
    ),
    "card-not-held": Case((*EIGHT, ALL_HANDS, "play B AS"), "12.1:t1.1", 7, "2.2", "AS"),
    "no-card-left": Case((*EIGHT, *("take B",) * 13, "play B AS"), "12.1:t14.1", 19, "2.3", "AS"),
    "second-card-to-trick": Case(
        (*EIGHT, ALL_HANDS, "play B AH", "play B KH"), "12.1:t1.2", 8, "W5", "KH"
    ),
    "lead-out-of-turn": Case((*EIGHT, ALL_HANDS, "play C AD"), "12.1:t1.1", 7, "W3", "AD", "B"),
    "play-out-of-turn": Case(
        (*EIGHT, ALL_HANDS, "play B AH", "play D AC"), "12.1:t1.2", 8, "W4", "AC", "C"
    ),
    "revoke": Case(
        (*EIGHT, hands(C=".2.AKQJT9876543."), "play B AH", "play C AD"),
        *("12.1:t1.2", 8, "2.3", "AD"),
    ),
    "play-after-end": Case(
        (*EIGHT, ALL_HANDS, "concede B", "play B AH"), "12.1:t1.1", 8, "C-3", "AH"
    ),
    "play-before-auction-end": Case((DEAL, "call B 8H", "play B AH"), "12.1:t1.1", 3, "C-3", "AH"),
    "auction-not-recorded": Case((DEAL, "play B AH"), "12.1:t1.1", 2, "C-3"),
    "act-not-in-game": Case((DEAL, "turn 7D"), "12.1:end", 2, "3", "turn 7D"),
    # tricks and the end
    "trick-unfinished": Case((*EIGHT, "play B AH", "take B"), "12.1:t1.4", 7, "2.3", "B"),
    "no-such-trick": Case((*EIGHT, "take B 1"), "12.1:t1.4", 6, "2.3", "1"),
    "no-trick-left": Case((*EIGHT, *("take B",) * 14), "12.1:t14.4", 19, "C-3", "B"),
    "wrong-winner": Case((*EIGHT, *TRICK, "take C 1"), "12.1:t1.4", 10, "2.3", "C", "B"),
    "nothing-to-concede": Case((DEAL, "concede B"), "12.1:claim", 2, "AB(d)"),
    "second-concession": Case((*EIGHT, "concede A", "concede A"), "12.1:claim", 7, "AB(d)"),
    "late-concession": Case(
        (*EIGHT, *("take B",) * 8, "concede A"), "12.1:claim", 14, "AB-G19", "A"
    ),
    "nothing-to-stop": Case((DEAL, stopped()), "12.1:claim", 2, "C-3"),
    "stopped-too-early": Case((*EIGHT, stopped()), "12.1:claim", 6, "C-3"),
    "second-end": Case((*EIGHT, "concede B", stopped()), "12.1:claim", 7, "C-3"),
    "nothing-to-claim": Case((DEAL, claim(B=13)), "12.1:claim", 2, "C-3"),
    "claim-count": Case((*EIGHT, claim(B=14)), "12.1:claim", 6, "C-3", "14", "13"),
    # offences and rulings
    "exposed-card": Case((*EIGHT, "show B KS"), "12.1:x1", 6, "W1", "KS"),
    "claimed-offence": Case(
        (*EIGHT, "play B 5C", "play C 2H", claimed("revoke", "C", 7)),
        *("12.1:t1.2", 8, "C-2", "revoke"),
    ),
    "claim-denied": Case(
        (*EIGHT, ALL_HANDS, *TRICK, claimed("revoke", "C", 8)),
        *("12.1:t1.2", 11, "C-2", "revoke"),
    ),
    "late-claim": Case((DEAL, VOID, deal(1, "A"), claimed("cards", "D", 1)), "12.1:deal", 4, "W8"),
    "card-stands": Case((*EIGHT, ruled({"remedy": "back", "seat": "C"})), "12.1:end", 6, "W6", "C"),
    "ruling-on-nothing": Case((*EIGHT, ruled(event=99)), "12.1:end", 6, "C-2", "99"),
    "ruling-tricks": Case(
        (*EIGHT, ruled({"remedy": "tricks", "count": 14, "giver": "B", "taker": "A"})),
        *("12.1:end", 6, "2.3", "14", "1 to 13"),
    ),
    "ruling-amount": Case(
        (*EIGHT, ruled({"remedy": "pay", "amount": "5/2", "payer": "B"})),
        *("12.1:end", 6, "C-1", "5/2"),
    ),
    # results and settlement
    "no-partners": Case(
        (DEAL, result(contract="8", caller="B", partner="C", tricks=8)), "12.1:end", 2, "AB(a)"
    ),
    "unknown-contract": Case(
        (DEAL, result(contract="demand")),
        *("12.1:end", 2, "3", "demand", ", ".join(BOSTON.ladder_by_key)),
    ),
    "tricks-count": Case(
        (DEAL, result(contract="8", caller="B", tricks=14)),
        *("12.1:end", 2, "2.3", "14", "0 to 13"),
    ),
    "result-differs": Case(
        (*EIGHT, result(contract="9", caller="B", tricks=6)), "12.1:end", 6, "C-2", "9", "8"
    ),
    "wrong-amount": Case(
        (DEAL, EIGHT_LOST, settled("35 -145 35 36", "79")),
        *("12.1:end", 3, "AB_FAIL", "36", "35", "1"),
    ),
    "wrong-pool": Case(
        (DEAL, EIGHT_LOST, settled("35 -144 35 35", "79")),
        *("12.1:end", 3, "AB(e)", "79", "80", "-1"),
    ),
    "not-balanced": Case(
        (DEAL, settled(EIGHT_LOST_NET, "161/2")),
        *("12.1:end", 2, "2.4", "1/2", "0", "1/2"),
    ),
    "count-differs": Case(
        (DEAL, EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), counted(B="850")),
        *("12.1:end", 4, "2.4", "850", "845", "5"),
    ),
    "second-result": Case(
        (DEAL, EIGHT_LOST, result(contract="9")),
        *("12.1:end", 3, "C-2", "9", "8H by B, 6 tricks"),
    ),
    "no-open-deal": Case(("call B 8H",), "12", 1, "C-2"),
    "not-settled": Case((DEAL, deal(2, "B")), "12.1:end", 1, "C-2"),
    # the session
    "unfit-seats": Case((DEAL, seats(A="Eva")), "12", 2, "C-2"),
    "second-session": Case((DEAL, opening(dealer="C")), "12", 2, "C-2"),
    "session-closed": Case(({"type": "session_closed"}, DEAL), "12", 2, "C-2"),
    "deal-open": Case((DEAL, {"type": "session_closed"}), "12", 2, "C-2"),
    "deal-after-last": Case(
        (deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), deal(13, "B")), "12", 4, "C-2"
    ),
    "misdeal-by-another": Case((DEAL, voided(1, seat="C")), "12", 2, "C-2"),
    "not-of-a-session": Case(({"type": "player_added", "id": "a", "name": "Ada"},), "12", 1, "C-2"),
    "wrong-deal-number": Case((deal(3, "A"),), "12.1:deal", 1, "AB(a)", "3", "1"),
    "wrong-dealer": Case((deal(1, "C"),), "12.1:deal", 1, "2.11", "C", "A"),
}
"""Codes that a log of Boston can lead to, opened in the usual way."""


@pytest.mark.parametrize("code", CASES)
def test_each_finding_tells_its_place_its_rule_and_what_differs(code: str) -> None:
    case = CASES[code]
    finding = next(one for one in findings_of(sitting(*case.said)) if one.code == code)
    assert (finding.severity, finding.file) == (CODES[code][0], FILE)
    assert (finding.place, finding.event) == (case.place, f"{SESSION}@{case.event}")
    assert finding.rule == case.rule
    assert finding[7:10] == (case.recorded, case.expected, case.difference)
    assert (finding.provable, finding.state) == (None, "open")
    assert finding.message[0] != " "


def with_a_book(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:  # noqa: ANN401
    """Let Boston be another game for this test."""
    monkeypatch.setattr("replay.session.BY_KEY", {"boston": replace(BOSTON, **changes)})


def test_a_seat_that_is_not_there_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_book(monkeypatch, seats=(3,), cards_each={3: 13})
    three = opening(players={seat: player(seat) for seat in "ABC"})
    assert told(log_of(three, DEAL, "call D 8H")) == ["no-such-seat 12.1:b1 @2"]
    assert told(log_of(three, deal(1, "D"))) == ["no-such-seat 12 @1"]


def test_a_card_that_the_pack_does_not_have_is_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_book(monkeypatch, pack=FULL_PACK & ~(1 << parse_card("2S")))
    said = (DEAL, hands(A="AKQJT98765432..."))
    assert told(sitting(*said)) == ["card-not-in-pack 12.1:deal @2"]


def test_events_without_a_session_are_impossible() -> None:
    (finding,) = findings_of(log_of(DEAL))
    assert (finding.code, finding.severity, finding.place) == ("no-session", "impossible", "12")
    assert (finding.event, finding.rule) == ("12@0", "C-2")


def test_what_cannot_be_read_before_a_session_is_found_as_well() -> None:
    log = log_of(Unread("hat", newer=True), Unread("1Z", newer=False), opening())
    assert told(log) == ["newer-event 12 @0", "unreadable-event 12 @1"]


def bytes_of(*entries: Sequence[Said]) -> bytes:
    """Write entries as a log."""
    stream = io.BytesIO()
    writer = LogWriter(stream)
    for entry in entries:
        writer.entry(events_in(read(*entry)))
    return stream.getvalue()


GOOD: Final = bytes_of([opening()], [DEAL, EIGHT_LOST, settled(EIGHT_LOST_NET, "80")])


@pytest.mark.parametrize(
    ("code", "data", "event", "line"),
    [
        ("torn-line", GOOD + b'{"events":[', 4, 3),
        ("not-an-entry", GOOD + b"[]\n", 4, 3),
        ("not-canonical", GOOD + b'{"seq":4,"events":["call B 8H"]}\n', 4, 3),
        ("wrong-sequence", GOOD + b'{"events":[{"type":"session_closed"}],"seq":9}\n', 4, 3),
        (
            "broken-seal",
            GOOD
            + b'{"events":[{"bytes":1,"sha256":"'
            + b"0" * 64
            + b'","type":"sealed"}],"seq":4}\n',
            4,
            3,
        ),
        ("unreadable-event", GOOD + b'{"events":["play A 1Z"],"seq":4}\n', 4, None),
        ("newer-event", GOOD + b'{"events":["juggle A"],"seq":4}\n', 4, None),
        ("unknown-edition", GOOD.replace(b'"boston"', b'"tarok"'), None, None),
        ("unfit-session", GOOD.replace(b'"exact"', b'"half"'), None, None),
    ],
)
def test_what_is_wrong_with_the_file_is_found_with_its_line(
    tmp_path: Path, code: str, data: bytes, event: int | None, line: int | None
) -> None:
    path = tmp_path / "0012.jsonl"
    path.write_bytes(data)
    (log,) = sessions_of(path, FILE)
    finding = next(one for one in findings_of(log) if one.code == code)
    assert (finding.severity, finding.place, finding.rule) == ("unreadable", "12", "C-2")
    assert finding.event == (None if event is None else f"12@{event}")
    assert line is None or finding.message.startswith(f"{FILE}:{line}: ")


OF_THE_FILE: Final = {
    "torn-line", "not-an-entry", "not-canonical", "wrong-sequence", "broken-seal",
    "unknown-edition", "unfit-session",
}  # fmt: skip
BY_ANOTHER_BOOK: Final = {
    *("no-such-seat", "card-not-in-pack", "turned-not-recorded"),
    *("wrong-draw", "nothing-to-draw", "talon-contradicts"),
    *("hand-without-places", "lead-from-hand", "covered-card-played"),
    *("covered-card-seen", "uncovered-card-played"),
}


def test_every_code_has_a_case() -> None:
    others = {*OF_THE_FILE, *BY_ANOTHER_BOOK, *partners.CASES, "no-session"}
    assert set(CODES) == {*CASES, *others}


# -- the list of codes ----------------------------------------------------------------------------

SEVERITY_OF: Final = {
    "impossible": "impossible",
    "irregular": "irregular",
    "note": "note",
    "_difference": "difference",
    "Fault": "unreadable",
}
AT_THE_TABLE: Final = {"decide.py", "draft.py", "stated.py"}
"""What is refused at the table never comes into a log: those codes are no findings."""


def sources() -> Iterator[Path]:
    """Give the sources that make findings."""
    for root in (core, package):
        for path in Path(str(root.__file__)).parent.rglob("*.py"):
            if path.name != "findings.py":
                yield path
    yield Path(str(core.__file__)).parents[1] / "events" / "log.py"


def constants(path: Path) -> set[str]:
    """Give all texts of a source."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def raised(path: Path) -> Iterator[tuple[str, str]]:
    """Give the codes that a source raises by one of the makers, each with its severity."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        first, name = node.args[0], getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in SEVERITY_OF and isinstance(first, ast.Constant):
            yield str(first.value), SEVERITY_OF[name]


def test_every_code_of_the_list_stands_in_the_source() -> None:
    said = set[str]().union(*map(constants, sources()))
    assert sorted(set(CODES) - said) == []


def test_every_code_of_the_source_is_in_the_list_with_its_severity() -> None:
    found = {one for path in sources() if path.name not in AT_THE_TABLE for one in raised(path)}
    assert len(found) > 40
    assert {(code, CODES.get(code, ("", ""))[0]) for code, _ in found} == found


def test_every_code_has_a_meaning_and_is_written_in_kebab_case() -> None:
    for code, (severity, meaning) in CODES.items():
        assert code.replace("-", "").isalpha()
        assert code == code.lower()
        assert severity in {one.value for one in Severity}
        assert len(meaning) > 10


def test_codes_are_met_as_they_are_listed() -> None:
    """No log of the samples and the cases leads to a code or severity that is not listed."""
    for case in CASES.values():
        for finding in findings_of(sitting(*case.said)):
            assert CODES[finding.code][0] == finding.severity


# -- findings together ----------------------------------------------------------------------------

MANY: Final[tuple[Said, ...]] = (
    *(DEAL, "call B 8H", "call D pass", "call C 7", Unread("what?", newer=False)),
    *("call A pass", *TRICK, settled(". . . .")),
    *(deal(7, "D"), EIGHT_LOST, settled("35 -144 35 35", "80")),
    *("play A KS", counted("75"), deal(8, "A"), "concede A"),
)


def test_findings_come_file_first_then_deal_by_deal_then_what_lies_between() -> None:
    places = [one.place.partition(":")[0] for one in findings_of(sitting(*MANY))]
    assert [place for place, _ in itertools.groupby(places)] == [
        "12.1",
        "12.2",
        "12.3",
        "12",
        "12.2",
    ]


def test_acts_are_found_in_the_order_in_which_they_were_done() -> None:
    first = [one for one in findings_of(sitting(*MANY)) if one.place.startswith("12.1:b")]
    assert [one.event for one in first] == ["12@3", "12@4", "12@6"]


def test_every_finding_has_an_address() -> None:
    for one in findings_of(sitting(*MANY)):
        assert one.event is not None
        assert one.event.startswith("12@")
        assert one.place.startswith("12")


def test_faults_and_refused_corrections_come_before_the_deals(tmp_path: Path) -> None:
    path = tmp_path / "0012.jsonl"
    path.write_bytes(GOOD + b'{"events":["take A"],"seq":9}\n' + b"{}\n")
    (log,) = sessions_of(path)
    codes = [one.code for one in findings_of(log)]
    assert codes[:2] == ["wrong-sequence", "not-an-entry"]


def test_the_gravest_of_the_open_findings_counts() -> None:
    found = findings_of(sitting(*MANY))
    assert gravest(found) is Severity.UNREADABLE
    assert gravest([one for one in found if one.severity != "unreadable"]) is Severity.IMPOSSIBLE
    assert gravest([one._replace(state="ruled") for one in found]) is None
    assert gravest([]) is None


def missing(*said: Said) -> list[str]:
    """Tell the checks of the only deal of a session that could not be made."""
    (one,) = replay_session(sitting(*said).chunks)
    found = list(unchecked(one, Context(FILE, SESSION)))
    assert all(each.place == "12.1" for each in found)
    return [f"{each.check}: {each.missing}" for each in found]


def test_a_check_that_cannot_be_made_is_not_passed() -> None:
    cards = "follow suit: the cards were not recorded"
    assert missing(DEAL, EIGHT_LOST, settled(EIGHT_LOST_NET, "80")) == [cards]
    not_taken = "settlement: what the table took was not recorded"
    assert missing(DEAL, EIGHT_LOST) == [cards, not_taken]
    assert missing(DEAL, settled(EIGHT_LOST_NET)) == ["settlement: the result is not known"]
    assert missing(DEAL, voided(1)) == []
    assert missing(DEAL) == [not_taken]


def test_cards_and_hands_that_nobody_noted_leave_suits_unchecked() -> None:
    played = ("play B AH", "play C ?", "play D AC", "play A AS", "take B")
    found = missing(*EIGHT, ALL_HANDS, *played, claim(B=12), settled(". . . ."))
    assert found == ["follow suit: cards not noted in t1"]
    seen = hands(A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJ.?????????")
    found = missing(*EIGHT, seen, *TRICK, claim(B=12), settled(". . . ."))
    assert found == ["follow suit: the hands of C, D are not known"]


def test_a_deal_given_up_before_the_lead_has_no_cards_to_check() -> None:
    said = (*EIGHT, ALL_HANDS, "concede B", settled("25 -115 25 25", "80"))
    assert missing(*said) == []


def test_a_complete_deal_leaves_nothing_unchecked() -> None:
    said = (*EIGHT, ALL_HANDS, *TRICK, claim(B=12), settled("-25 115 -25 -25", "0"))
    assert missing(*said) == []
    assert told(sitting(*said)) == []


# -- what does not belong where it stands ---------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        pytest.param((DEAL, {"type": "player_added", "id": "a", "name": "Ada"}), id="players"),
        pytest.param((DEAL, opening(dealer="C")), id="a session in a deal"),
        pytest.param((opening(dealer="C"),), id="a second session"),
        pytest.param(({"type": "session_closed"}, DEAL), id="a deal after the close"),
        pytest.param(
            (deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"), deal(13, "B")),
            id="a thirteenth deal",
        ),
        pytest.param((DEAL, voided(1, seat="C")), id="a misdeal by another than the dealer"),
        pytest.param(
            (DEAL, EIGHT_LOST, result(contract="9", caller="C", tricks=3)), id="two results"
        ),
        pytest.param((DEAL, {"type": "session_closed"}), id="a close while a deal is open"),
    ],
)
def test_c_2_what_the_table_refuses_is_not_passed_over_by_the_audit(said: tuple[Said, ...]) -> None:
    found = [one for one in findings_of(sitting(*said)) if one.code != "wrong-deal-number"]
    assert found != []


# -- every slip in an amount is found -------------------------------------------------------------


def test_a_slip_of_one_counter_is_found_in_each_of_50_settlements() -> None:
    slips = 0
    for log in simulated_logs(72, 51):
        wrong, expected = slipped(log)
        found = [one for one in findings_of(wrong) if one.code == "wrong-amount"]
        assert [of_slip(one) for one in found] == expected
        assert {one.code for one in findings_of(wrong)} == {"wrong-amount"}
        slips += len(expected)
    assert slips >= 50


class Slip(NamedTuple):
    """Where an amount is wrong, and by what."""

    deal: str
    event: str | None
    name: str
    recorded: str | None
    expected: str | None
    difference: str | None


def of_slip(finding: Finding) -> Slip:
    """Read a finding of a wrong amount."""
    place, name = finding.place, finding.message.partition(" (")[0]
    difference = finding.difference
    told = f"recorded with {finding.recorded}, the rules give {finding.expected}"
    assert told.replace("-", "−") in finding.message
    return Slip(place, finding.event, name, finding.recorded, finding.expected, difference)


def slipped(log: SessionLog) -> tuple[SessionLog, list[Slip]]:
    """Write one counter too much for one player of each settled deal, then for the next one."""
    chunks = list(log.chunks)
    expected: list[Slip] = []
    for place, (first, run) in enumerate(chunks[1:], 1):
        last = run[-1]
        if isinstance(last, DealSettled):
            seat, by = place % 4, 12 if place % 2 else -12
            wrong = {**last.net, seat: last.net[seat] + by}
            chunks[place] = (first, (*run[:-1], DealSettled(net=wrong, pool=last.pool)))
            said, due = amount_text(wrong[seat]), amount_text(last.net[seat])
            where, number = f"{log.number}.{place}:end", f"{log.number}@{first + len(run) - 1}"
            expected.append(Slip(where, number, NAMES[seat], said, due, amount_text(by)))
    return log._replace(chunks=tuple(chunks)), expected


def test_a_slip_of_one_counter_in_the_pool_is_found_once() -> None:
    for log in simulated_logs(72, 51):
        for place, (first, run) in enumerate(log.chunks[1:4], 1):
            last = run[-1]
            if not isinstance(last, DealSettled) or last.pool is None:
                continue
            wrong = DealSettled(net=last.net, pool=last.pool + 12)
            chunks = list(log.chunks[: place + 1])
            chunks[place] = (first, (*run[:-1], wrong))
            found = findings_of(log._replace(chunks=tuple(chunks)))
            assert [one.code for one in found] == ["wrong-pool"]
            assert (found[0].recorded, found[0].expected) == (
                amount_text(last.pool + 12),
                amount_text(last.pool),
            )


def test_2_4_amounts_that_nobody_noted_are_compared_with_nothing() -> None:
    assert told(sitting(DEAL, EIGHT_LOST, settled("35 . 35 35", "80"))) == []
    assert told(sitting(DEAL, EIGHT_LOST, settled(EIGHT_LOST_NET))) == []
    unknown = (DEAL, settled(". . . ."), deal(2, "B"), EIGHT_LOST, settled("1 2 3 4", "5"))
    assert told(sitting(*unknown)) == []


def test_2_4_recorded_figures_are_summed_where_the_rules_give_none() -> None:
    slip = "35 -145 35 34"
    (amount,) = findings_of(sitting(DEAL, EIGHT_LOST, settled(slip, "80")))
    assert (amount.code, amount.difference) == ("wrong-amount", "-1")  # it says why already
    (sum_,) = findings_of(sitting(*EIGHT, *TRICK, settled(slip, "80")))
    assert (sum_.code, sum_.recorded, sum_.difference) == ("not-balanced", "-1", "-1")
    assert told(sitting(*EIGHT, *TRICK, settled("35 -145 35 35", "80"))) == []
    assert told(sitting(*EIGHT, *TRICK, settled("35 -145 35 .", "80"))) == []
    assert told(sitting(*EIGHT, *TRICK, settled(slip))) == []


def test_a_rule_is_named_also_for_who_pays_nothing() -> None:
    said = (DEAL, result(contract="misere-partout", by_seat=dict.fromkeys("ABC", 4) | {"D": 1}))
    finding = findings_of(sitting(*said, settled("-10 -10 -10 31", "40")))[0]
    assert (finding.rule, finding.recorded, finding.expected) == ("AB(e)", "31", "30")
    cancelled = (*EIGHT, "concede B", voided(1, "cancelled"))
    assert told(sitting(*cancelled)) == []
    nothing = (*EIGHT[:1], "call B 5H", *PASSES, "concede A", "concede C", "concede D")
    (first, *_) = findings_of(sitting(*nothing, settled("-10 31 -10 -10", "39")))
    assert first.rule == "AB_WIN"


def test_an_amount_of_one_whom_no_payment_touches_is_found_by_the_section() -> None:
    four_four_four = result(contract="misere-partout", by_seat={"A": 5, "B": 5, "C": 3, "D": 0})
    said = (DEAL, four_four_four, settled("-35 -35 21 50", "40"))
    assert findings_of(sitting(*said))[0].rule == "AB(e)"


def test_a_count_is_compared_with_the_figures_of_its_moment() -> None:
    eight = (EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    said = (DEAL, *eight, counted("80", A="1025"), deal(2, "B"), counted("80", B="845"))
    assert told(sitting(*said)) == []
    assert told(sitting(*said, counted("81"))) == ["count-differs 12.2:end @7"]
    assert told(sitting(counted(A="1"))) == ["count-differs 12.0:end @1"]


def test_a_count_at_a_seat_where_nobody_sits_is_compared_with_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_a_book(monkeypatch, seats=(3,), cards_each={3: 13})
    three = opening(players={seat: player(seat) for seat in "ABC"})
    assert told(log_of(three, counted(D="7"))) == []


# -- lawful deals are clean -----------------------------------------------------------------------


def clean(deals: int, seed: int, **options: str) -> int:
    """Audit simulated deals, in which nothing is to be found; gives how many."""
    seen = 0
    for log in simulated_logs(deals, seed, **options):
        for one, findings in audit_session(log):
            assert findings == []
            if one is not None:
                assert list(unchecked(one, Context(FILE, 1))) == []
                seen += 1
    return seen


WHOLE: Final = {"division": "whole", "lost_slam": "stop", "preference_binding": "suit_or_better"}


def test_240_simulated_deals_audit_clean() -> None:
    assert clean(120, 4) + clean(120, 4, division="whole", lost_slam="stop") == 240


@pytest.mark.sweep
def test_1200_simulated_deals_audit_clean() -> None:
    assert clean(800, 61) + clean(400, 62, **WHOLE) == 1200


# -- whatever stands in a log ---------------------------------------------------------------------


def everything(log: SessionLog) -> int:
    """Ask a log for all that can be asked; gives how many findings there are."""
    count = 0
    for one, findings in audit_session(log):
        count += len(findings)
        if one is not None:
            list(unchecked(one, Context(FILE, SESSION)))
            deal_document(one, FILE, SESSION, findings)
            steps_of(one)
            deal_script(one)
    return count


@given(
    st.integers(0, 4),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2), EVENTS | LIKELY), max_size=3),
)
def test_no_event_of_any_kind_anywhere_crashes_the_audit(
    which: int, changes: list[tuple[float, int, Event]]
) -> None:
    log = simulated_logs(72, 51)[which]
    events = events_of(log._replace(chunks=log.chunks[:4]))
    mixed = disturbed(events, changes)
    everything(log._replace(chunks=((0, mixed),)))
    single = tuple((number, (event,)) for number, event in enumerate(mixed))
    everything(log._replace(chunks=single))


@given(st.lists(EVENTS, max_size=12))
def test_no_row_of_events_crashes_the_audit(events: list[Event]) -> None:
    opened = read_event(opening())
    log = SessionLog(FILE, SESSION, ((0, (opened, *events)),), ())
    everything(log)
    everything(log._replace(chunks=((0, tuple(events)),) if events else ()))


# -- a naive model of Boston ----------------------------------------------------------------------

COLOUR: Final = dict(zip("SCHD", "CSDH", strict=True))
RANKS: Final = "23456789TJQKA"


class UnlawfulError(Exception):
    """The naive model has something against a deal."""


def demand(right: object, what: str) -> None:
    """Object unless something is right."""
    if not right:
        raise UnlawfulError(what)


@dataclass
class Naive:
    """A deal of Boston played by the rules, act by act; anything else is unlawful."""

    eldest: int
    turned: str
    options: Mapping[str, str]
    hands: list[list[str]] = field(default_factory=list)
    queue: list[int] = field(default_factory=list)
    passed: set[int] = field(default_factory=set)
    top: tuple[int, int, str, int] | None = None
    trump: str = ""
    out: set[int] = field(default_factory=set)
    is_open: bool = False
    table: list[str] = field(default_factory=list)
    turn: int = 0
    taken: list[int] = field(default_factory=lambda: [0] * 4)
    conceded: set[int] = field(default_factory=set)
    ended: str = ""
    in_time: bool = False
    rest: list[int] = field(default_factory=lambda: [0] * 4)

    def __post_init__(self) -> None:
        self.queue = [(self.eldest + step) % 4 for step in range(4)]
        self.turn = self.eldest

    # the auction

    @property
    def contract(self) -> str:
        return "misere-partout" if self.top is None else RUNGS[self.top[0]]

    @property
    def caller(self) -> int | None:
        return None if self.top is None else self.top[3]

    def is_skipped(self, seat: int) -> bool:
        """Whether nothing is left that a seat could call (AB-G5)."""
        if self.top is None:
            return False
        rung, level, _, _ = self.top
        if seat in self.passed:
            return rung >= RUNGS.index("grand-spread")
        return (rung, level) == (12, 2)

    def settle_turns(self) -> None:
        while self.queue and self.is_skipped(self.queue[0]):
            self.queue.pop(0)

    def call(self, seat: int, said: str) -> None:
        self.settle_turns()
        demand(self.queue and self.queue[0] == seat, "call out of turn")
        self.queue.pop(0)
        if said == "pass":
            self.passed.add(seat)
            return
        bid = self.bid(said)
        demand(self.top is None or bid[:2] > self.top[:2], "insufficient call")
        demand(seat not in self.passed or "-" in RUNGS[bid[0]], "number after a pass")
        self.top = (*bid, seat)
        self.queue = [(seat + step) % 4 for step in (1, 2, 3)]

    def bid(self, said: str) -> tuple[int, int, str]:
        """Rank a call: rung, preference, and the suit that it binds to."""
        second = COLOUR[self.turned]
        if said in {"keep", "keep-over"}:
            demand(self.top is not None and "-" not in self.contract, "keep out of place")
            rung = 0 if self.top is None else self.top[0]
            return (rung, 1, second) if said == "keep" else (rung, 2, self.turned)
        suit = said[-1] if said[-1] in "SHDC" and said[0].isdigit() else ""
        word = said.removesuffix(suit)
        demand(word in RUNGS, "no such call")
        level = 2 if suit == self.turned else 1 if suit == second else 0
        return RUNGS.index(word), level, suit

    # between auction and lead

    def after_auction(self) -> None:
        self.settle_turns()
        demand(not self.queue, "the auction is not over")

    def name_trump(self, seat: int, suit: str) -> None:
        self.after_auction()
        demand(seat == self.caller and self.contract.isdigit(), "no trumps of his to name")
        demand(not self.has_begun, "trumps after the lead")
        bound = "" if self.top is None else self.top[2]
        level = 0 if self.top is None else self.top[1]
        better = {self.turned: 2, COLOUR[self.turned]: 1}.get(suit, 0) > level
        free = self.options["preference_binding"] == "suit_or_better" and better
        demand(bound in {"", suit} or free, "trumps that the call does not allow")
        self.trump = suit

    @property
    def has_begun(self) -> bool:
        return bool(self.table or any(self.taken) or self.ended)

    def discard(self, seat: int, card: str) -> None:
        self.after_auction()
        demand(self.contract.startswith("little"), "no discard in this contract")
        demand(not self.has_begun and seat not in self.out, "a second or late discard")
        self.out.add(seat)
        self.part(seat, card)

    def expose(self, seat: int) -> None:
        self.after_auction()
        demand(self.contract.endswith("spread") and seat == self.caller, "needless exposure")
        demand(self.contract.startswith("grand") or len(self.out) == 4, "exposed before discards")
        demand(not self.has_begun and not self.is_open, "a second or late exposure")
        self.is_open = True

    # the play

    def before_play(self) -> None:
        self.after_auction()
        if self.contract.isdigit() and not self.trump:
            bound = "" if self.top is None else self.top[2]
            demand(bound, "trumps are not named")
            self.trump = bound
        demand(not self.contract.startswith("little") or len(self.out) == 4, "discards missing")
        demand(self.is_open or not self.contract.endswith("spread"), "exposure missing")
        demand(not self.ended, "after the end")

    def part(self, seat: int, card: str) -> None:
        demand(card in self.hands[seat], "card not held")
        self.hands[seat].remove(card)

    def play(self, seat: int, card: str) -> None:
        self.before_play()
        demand(seat == self.turn, "out of turn")
        led = self.table[0][1] if self.table else ""
        can_follow = any(one[1] == led for one in self.hands[seat])
        self.part(seat, card)
        demand(card[1] == led or not can_follow, "revoke")
        self.table.append(card)
        self.turn = (seat + 1) % 4
        if len(self.table) == 4:
            self.finish_trick()

    def finish_trick(self) -> None:
        led = self.table[0][1]
        best = max(self.table, key=lambda c: (c[1] == self.trump, c[1] == led, RANKS.index(c[0])))
        leader = self.turn
        self.turn = (leader + self.table.index(best)) % 4
        self.taken[self.turn] += 1
        self.table = []
        lost_misere = "-" in self.contract and self.turn == self.caller
        stops = self.options["lost_slam"] == "stop" and self.contract == "13"
        if self.is_out or lost_misere or (stops and self.turn != self.caller):
            self.ended = "played"

    @property
    def all_tricks(self) -> int:
        return 12 if self.contract.startswith("little") else 13

    @property
    def is_out(self) -> bool:
        return sum(self.taken) == self.all_tricks

    @property
    def left(self) -> int:
        return self.all_tricks - sum(self.taken)

    def is_certain(self) -> bool:
        """Whether the contract is made or lost already."""
        if self.caller is None:
            return False
        mine = self.taken[self.caller]
        if not self.contract.isdigit():
            return mine > 0 or not self.left
        return mine >= int(self.contract) or mine + self.left < int(self.contract)

    def concede(self, seat: int) -> None:
        self.after_auction()
        demand(self.caller is not None, "nobody plays against anybody")
        demand(not self.ended and not self.is_certain(), "a late concession")
        demand(seat not in self.conceded, "a second concession")
        self.conceded.add(seat)
        if self.caller in self.conceded:
            self.ended = "given up"
        elif len(self.conceded) == 3:
            others = {seat for seat in range(4) if seat != self.caller}
            played = {(self.turn - 1 - back) % 4 for back in range(len(self.table))}
            early = not sum(self.taken) or (sum(self.taken) == 1 and not played & others)
            self.ended, self.in_time = "conceded", early

    def end(self, how: str, tricks: Mapping[str, int]) -> None:
        self.after_auction()
        demand(not self.ended, "a second end")
        if how == "claim":
            self.rest = [tricks.get(letter, 0) for letter in "ABCD"]
            demand(sum(self.rest) == self.left, "a claim of other tricks than are left")
            self.taken = [mine + more for mine, more in zip(self.taken, self.rest, strict=True)]
            self.ended = "claim"
            return
        demand(self.contract.isdigit() and self.caller is not None, "nothing to stop")
        mine = self.taken[self.caller or 0]
        lost = mine + self.left < 13
        made = mine >= int(self.contract)
        demand(lost if self.contract == "13" else made, "stopped too early")
        self.ended = "stopped"

    # the money

    def settlement(self) -> tuple[list[int], int]:
        """Who gains what in counters, and the pool after it: forty, as for a first deal."""
        demand(self.ended, "not over")
        if self.caller is None:
            return partout(self.taken), 40
        made, short = self.result()
        figure = win(self.contract) if made or "-" in self.contract else fail(self.contract, short)
        net = [(-1 if made else 1) * figure] * 4
        net[self.caller] = (3 if made else -3) * figure
        keeps_pool = self.ended == "conceded" and self.in_time and self.contract in {"5", "6"}
        moves = 0 if keeps_pool else 40
        net[self.caller] += moves if made else -moves
        return net, 40 + (-moves if made else moves)

    def result(self) -> tuple[bool, int]:
        """Whether the contract is made, and how many tricks are missing."""
        mine = self.taken[self.caller or 0]
        if self.ended in {"conceded", "given up"}:
            return self.ended == "conceded", 1
        if not self.contract.isdigit():
            return mine == 0, 0
        if not self.is_out and mine < int(self.contract):
            return False, 1  # the unplayed tricks are the caller's (AB-G1)
        return mine >= int(self.contract), int(self.contract) - mine


def win(contract: str) -> int:
    """Look up what success pays."""
    codes = {"little-misere": "LM", "grand-misere": "GM", "little-spread": "LS"}
    code = codes.get(contract, "GS" if contract == "grand-spread" else contract)
    table = TABLES["AB_WIN"]
    return int(table.rows[0][table.head.index(code)])


def fail(contract: str, short: int) -> int:
    """Look up what failure pays."""
    row = next(row for row in TABLES["AB_FAIL"].rows if row[0] == contract)
    return int(row[short])


def partout(taken: Sequence[int]) -> list[int]:
    """Give what each gains in a misère partout (3(e))."""
    most = max(taken)
    leaders = [seat for seat in range(4) if taken[seat] == most]
    gains = [10 * (most - mine) for mine in taken]
    paid = sum(gains) // len(leaders)
    return [-paid if seat in leaders else gains[seat] for seat in range(4)]


def hand_cards(text: str) -> list[str]:
    """Read a hand as cards."""
    suits = text.split(".")
    return [rank + suit for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks]


def naive_judges(opened: Raw, raws: Sequence[Raw]) -> None:
    """Judge the only deal of a session, from its opening to its settlement.

    Raises:
        UnlawfulError: something is not by the rules.

    """
    assert isinstance(opened, dict)
    options: Mapping[str, str] = dict(opened["options"])  # type: ignore[call-overload]
    first, *acts, last = raws
    assert isinstance(first, dict)
    dealer = str(first["dealer"])
    demand(first["number"] == 1 and dealer == opened["dealer"], "another deal was due")
    naive = Naive(("ABCD".index(dealer) + 1) % 4, str(first["turned"])[-1], options)
    for act in acts:
        naive_does(naive, act)
    assert isinstance(last, dict)
    net, pool = naive.settlement()
    said: Mapping[str, str] = dict(last["net"])  # type: ignore[call-overload]
    demand(said == dict(zip("ABCD", map(str, net), strict=True)), "other amounts")
    demand(last["pool"] == str(pool), "another pool")


def naive_does(naive: Naive, act: Raw) -> None:
    """Let an act happen in the naive model."""
    if isinstance(act, dict):
        kind = act["type"]
        if kind == "hands_dealt":
            dealt: Mapping[str, str] = dict(act["hands"])  # type: ignore[call-overload]
            naive.hands = [hand_cards(dealt[letter]) for letter in "ABCD"]
            cards = sorted(card for hand in naive.hands for card in hand)
            demand(len(cards) == 52 == len(set(cards)), "not the whole pack")
            demand(all(len(hand) == 13 for hand in naive.hands), "wrong number of cards")
        elif kind == "play_ended":
            naive.end(str(act["how"]), act.get("tricks", {}))  # type: ignore[arg-type]
        return
    verb, letter, *rest = act.split()
    does: dict[str, Callable[..., None]] = {
        "call": naive.call, "trump": naive.name_trump, "discard": naive.discard,
        "expose": naive.expose, "play": naive.play, "concede": naive.concede,
    }  # fmt: skip
    does[verb]("ABCD".index(letter), *rest)


def single_deals(deals: int, seed: int, **options: str) -> list[tuple[Raw, list[Raw]]]:
    """Simulate deals, each the first of a session, settled by the naive model."""
    found: list[tuple[Raw, list[Raw]]] = []
    for log in simulated_logs(deals, seed, **options):
        (opened,) = map(write_event, events_in(log.chunks[0][1]))
        for _, run in log.chunks[1:]:
            if isinstance(run[0], SessionClosed):
                continue
            first, *acts, last = map(write_event, events_in(run))
            assert isinstance(first, dict)
            assert isinstance(opened, dict)
            assert isinstance(last, dict)
            if last["type"] == "deal_settled":
                begun = {**opened, "dealer": first["dealer"]}
                found.append((begun, naively_settled(begun, [{**first, "number": 1}, *acts])))
    return found


def naively_settled(opened: Mapping[str, Any], raws: list[Raw]) -> list[Raw]:
    """Add the settlement that the naive model finds."""
    dealer = "ABCD".index(str(opened["dealer"]))
    first, *acts = raws
    assert isinstance(first, dict)
    naive = Naive((dealer + 1) % 4, str(first["turned"])[-1], opened["options"])
    for act in acts:
        naive_does(naive, act)
    net, pool = naive.settlement()
    return [*raws, settled(" ".join(map(str, net)), str(pool))]


# -- one event changed ----------------------------------------------------------------------------


def is_silent(opened: Raw, raws: Sequence[Raw]) -> bool:
    """Whether the audit finds nothing, and the settlement has been checked."""
    events = read(opened, *raws)
    log = SessionLog(FILE, SESSION, ((0, events[:1]), (1, events[1:])), ())
    for one, findings in audit_session(log):
        skipped = [] if one is None else unchecked(one, Context(FILE, SESSION))
        if findings or any(each.check == "settlement" for each in skipped):
            return False
    return True


def is_lawful(opened: Raw, raws: Sequence[Raw]) -> bool:
    """Whether the naive model has nothing against a session of one deal."""
    try:
        naive_judges(opened, raws)
    except UnlawfulError:
        return False
    return True


CARDS: Final = [rank + suit for suit in "SHDC" for rank in RANKS]
CALLS: Final = [
    "pass", "keep", "keep-over", *RUNGS, *(f"{n}{s}" for n in ("5", "8", "13") for s in "SHDC"),
]  # fmt: skip


def changed_act(act: str, dice: random.Random) -> str:
    """Change the seat, or what was said or played."""
    verb, letter, *rest = act.split()
    if not rest or dice.random() < 0.3:
        return " ".join([verb, dice.choice("ABCD"), *rest])
    choices = {"call": CALLS, "trump": list("SHDC")}.get(verb, CARDS)
    return f"{verb} {letter} {dice.choice(choices)}"


def changed_record(raw: Mapping[str, Any], dice: random.Random) -> dict[str, Any]:
    """Change something that a record says."""
    letter = dice.choice("ABCD")
    match raw["type"]:
        case "deal_opened":
            name, value = dice.choice(
                [("dealer", letter), ("turned", dice.choice(CARDS)), ("number", dice.randrange(3))]
            )
            return {**raw, name: value}
        case "hands_dealt":
            return {**raw, "hands": exchanged(raw["hands"], dice)}
        case "play_ended" if "tricks" in raw:
            other = dice.choice("ABCD")
            tricks = {**raw["tricks"]}
            moved = min(tricks[letter], 1)
            tricks[letter] -= moved
            tricks[other] += dice.choice([0, moved, moved, moved])
            return {**raw, "tricks": tricks}
        case "deal_settled":
            slip = str(int(raw["net"][letter]) + dice.choice([-1, 0, 1, 5]))
            pool = str(int(raw["pool"]) + dice.choice([0, 0, 1]))
            return {**raw, "net": {**raw["net"], letter: slip}, "pool": pool}
        case _:
            return dict(raw)


def exchanged(dealt: Mapping[str, str], dice: random.Random) -> dict[str, str]:
    """Exchange two cards between two hands, or give a card to two of them."""
    by_seat = {seat: hand_cards(text) for seat, text in dealt.items()}
    one, other = dice.sample("ABCD", 2)
    mine, his = dice.choice(by_seat[one]), dice.choice(by_seat[other])
    by_seat[one] = [card for card in by_seat[one] if card != mine] + [his]
    if dice.random() < 0.9:
        by_seat[other] = [card for card in by_seat[other] if card != his] + [mine]
    return {seat: hand_written(cards) for seat, cards in by_seat.items()}


def hand_written(cards: Sequence[str]) -> str:
    """Write a hand."""
    ordered = sorted(cards, key=lambda card: -RANKS.index(card[0]))
    return ".".join("".join(card[0] for card in ordered if card[1] == suit) for suit in "SHDC")


def changed_opening(opened: Mapping[str, Any], dice: random.Random) -> dict[str, Any]:
    """Change a name, a setting or the first dealer of a session."""
    name, value = dice.choice(
        [
            ("lost_slam", "stop"),
            ("preference_binding", "suit_or_better"),
            ("initial_balance", "77"),
            ("division", "whole"),
        ]
    )
    return dice.choice(
        [
            {**opened, "dealer": dice.choice("ABCD")},
            {**opened, "options": {**opened["options"], name: value}},
            {**opened, "players": {**opened["players"], "A": player("Eva")}},
        ]
    )


def one_changed(
    opened: Mapping[str, Any], raws: Sequence[Raw], dice: random.Random
) -> tuple[Raw, list[Raw]]:
    """Change one event of a deal, or the opening of its session."""
    at = dice.randrange(-1, len(raws))
    if at < 0:
        return changed_opening(opened, dice), list(raws)
    told_ = list(raws)
    raw = told_[at]
    told_[at] = changed_act(raw, dice) if isinstance(raw, str) else changed_record(raw, dice)
    return dict(opened), told_


def silent_only_where_lawful(deals: int, seed: int, changes: int, **options: str) -> Counter[str]:
    """Compare the audit with the naive model; gives how often it was silent, and how often not."""
    dice = random.Random(seed)
    seen: Counter[str] = Counter()
    for opened, raws in single_deals(deals, seed, **options):
        assert is_silent(opened, raws)
        for _ in range(changes):
            assert isinstance(opened, dict)
            begun, told_ = one_changed(opened, raws, dice)
            silent, lawful = is_silent(begun, told_), is_lawful(begun, told_)
            assert (silent, difference(raws, told_)) == (lawful, difference(raws, told_))
            seen["silent" if silent else "found"] += 1
    return seen


def difference(raws: Sequence[Raw], told_: Sequence[Raw]) -> list[tuple[Raw, Raw]]:
    """Tell what was changed into what."""
    return [(one, other) for one, other in zip(raws, told_, strict=True) if one != other]


def test_the_naive_model_plays_simulated_deals_to_their_end() -> None:
    found = single_deals(120, 4) + single_deals(60, 71, **WHOLE)
    assert len(found) > 160
    for opened, raws in found:
        naive_judges(opened, raws)


def test_the_audit_is_silent_only_where_a_changed_deal_is_lawful_all_the_same() -> None:
    seen = silent_only_where_lawful(120, 4, 8)
    assert seen["silent"] > 20
    assert seen["found"] > 400


@pytest.mark.parametrize(
    "options",
    [{"lost_slam": "stop"}, {"preference_binding": "suit_or_better"}],
    ids=lambda options: next(iter(options)),
)
def test_the_audit_is_silent_only_where_lawful_under_other_options(options: dict[str, str]) -> None:
    assert silent_only_where_lawful(40, 72, 8, **options)["found"] > 150


@pytest.mark.sweep
def test_the_audit_is_silent_only_where_lawful_over_thousands_of_changes() -> None:
    seen = silent_only_where_lawful(400, 73, 25) + silent_only_where_lawful(100, 74, 25, **WHOLE)
    assert seen.total() > 9000


def test_an_overcalled_call_a_note_and_a_name_leave_the_audit_silent() -> None:
    opened = opening()
    before = (DEAL, ALL_HANDS, "call B 5")
    after = (
        *("call C 8H", "call D pass", "call A pass", "call B pass"),
        *("concede A", "concede B", "concede D"),
        settled("-25 -25 115 -25", "0"),
    )
    silent = [told(log_of(opened, *before, *after))]
    silent += [
        told(log_of(opened, *before[:2], f"call B {other}", *after)) for other in ("7", "5S")
    ]
    silent += [told(log_of(opened, *before, noted("rain"), *after))]
    names = {seat: player(name) for seat, name in zip("ABCD", "wxyz", strict=True)}
    silent += [told(log_of({**opened, "players": names, "title": "Sunday"}, *before, *after))]
    assert silent == [[], [], [], [], []]
    assert told(log_of(opened, *before[:2], "call B 9", *after)) == ["insufficient-call 12.1:b2 @4"]


# -- reports --------------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Make a book of two sessions, the second with slips."""
    made = make_book(tmp_path / "book", "tests", "boston", "white counter")
    good = bytes_of([opening()], [DEAL, EIGHT_LOST, settled(EIGHT_LOST_NET, "80")])
    slips = bytes_of(
        [opening()],
        [DEAL, "call C 8H", EIGHT_LOST, settled("35 -144 35 35", "80")],
        [deal(2, "B"), EIGHT_LOST],
        ["play A KS"],
    )
    made.next_log().write_bytes(good)
    made.next_log().write_bytes(slips)
    return made


def test_a_report_counts_the_gravest_first(book: Book) -> None:
    report = audit_targets(book, [], None)
    assert report.deals == 3
    assert list(report.counts()) == ["irregular", "difference"]
    assert report.summary() == (
        "3 findings in 3 deals (2 irregular, 1 difference); 4 checks not possible"
    )
    assert not report.damaged
    document = report.document(Severity.DIFFERENCE)
    assert (document["schema"], document["ok"], document["deals"]) == (
        "trickbook.audit/1",
        False,
        3,
    )
    assert document["counts"] == {"irregular": 2, "difference": 1}
    assert report.document(Severity.IMPOSSIBLE)["ok"] is True


def test_a_report_of_one_deal_leaves_out_the_rest(book: Book) -> None:
    report = audit_targets(book, ["1.1"], None)
    assert (report.deals, report.findings) == (1, [])
    assert report.summary() == "0 findings in 1 deal; 1 check not possible"
    assert audit_targets(book, ["2.1"], None).deals == 1


def test_a_report_of_one_code_leaves_out_the_others(book: Book) -> None:
    assert {one.code for one in audit_targets(book, [], "wrong-*").findings} == {"wrong-amount"}
    report = audit_targets(book, ["2"], "call-*")
    assert report.summary().startswith("1 finding in 2 deals (1 irregular)")


def test_a_report_of_a_deal_that_is_not_there_says_so(book: Book) -> None:
    with pytest.raises(BookError, match=r"no deal 1\.9; the last of session 1 is 1\.1"):
        audit_targets(book, ["1.9"], None)


@pytest.mark.parametrize(
    ("line", "damaged"),
    [
        (b'{"events":["play A 1Z"],"seq":4}\n', True),
        (b"[]\n", True),
        (b'{"events":["juggle A"],"seq":4}\n', False),
        (b'{"events":["call A 8H"],"seq":4}\n', False),
    ],
)
def test_a_damaged_log_is_told_apart_whatever_code_is_asked_for(
    book: Book, line: bytes, *, damaged: bool
) -> None:
    path = book.logs()[0]
    path.write_bytes(path.read_bytes() + line)
    assert audit_targets(book, [], None).damaged is damaged
    assert audit_targets(book, [], "revoke").damaged is damaged


def test_a_finding_that_was_ruled_fails_no_audit() -> None:
    found = findings_of(sitting(DEAL, EIGHT_LOST, settled("35 -144 35 35", "80")))
    assert Report(findings=found).fails(Severity.DIFFERENCE)
    assert not Report(findings=[one._replace(state="ruled") for one in found]).fails(Severity.NOTE)
