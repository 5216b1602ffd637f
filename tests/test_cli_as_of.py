"""As of then: what was recorded up to an event, a time, the end of a day (design 4)."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from events.append import append
from events.model import Event, SessionClosed
from events.moment import AfterEvent, AtTime, parse_moment
from events.written import Raw, read_event
from tests.dealing import result
from tests.test_cli import DONE, NOT_FOUND, USAGE, Document, done, refused, run, stand_apart
from tests.test_replay_session import deal, opening, settled

WON: Final = result(contract="8", caller="B", trumps="H", tricks=8)
LOST: Final = result(contract="8", caller="B", trumps="H", tricks=6)


def events(*raws: Raw) -> list[Event]:
    return [read_event(raw) for raw in raws]


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Local time is that of Berlin."""
    with monkeypatch.context() as zone:
        zone.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two sessions; of the first the last entry but one bears no time."""
    stand_apart(tmp_path, monkeypatch)
    done("init", "book", "--game", "boston")
    monkeypatch.setenv("TRICKBOOK_BOOK", "book")
    first = tmp_path / "book/sessions/0001.jsonl"
    append(first, events(opening()), at="2026-11-28T20:00:00Z", by="anna")
    won = events(deal(1, "A"), WON, settled("-25 115 -25 -25", "0"))
    append(first, won, at="2026-11-28T20:10:00Z", by="anna")
    lost = events(deal(2, "B"), LOST, settled("35 -145 35 35", "80"))
    append(first, lost, at="2026-11-28T22:59:59Z", by="anna")
    append(first, events(deal(3, "C"), LOST, settled("25 -75 25 25", "80")))
    append(first, [SessionClosed()], at="2026-11-28T23:00:00Z", by="anna")
    second = tmp_path / "book/sessions/0002.jsonl"
    append(second, events(opening()), at="2026-11-29T20:00:00Z", by="anna")
    return tmp_path / "book"


def deals(*names: str) -> list[str]:
    return [document["deal"] for document in run("replay", *names, "--json").documents]


def number(session: str, kind: str) -> list[str]:
    return [row["event"] for row in run("log", session, "--type", kind, "--json").documents]


def test_an_event_cuts_its_session_and_no_other() -> None:
    second = number("1", "deal_settled")[1]
    assert deals("--as-of", second) == ["1.1", "1.2"]
    assert len(run("list", "--as-of", second, "--json").documents) == 2
    rows = run("log", "1", "--as-of", second, "--json").documents
    assert (rows[-1]["event"], rows[-1]["type"]) == (second, "deal_settled")


def test_a_cut_within_an_entry_leaves_the_deal_open() -> None:
    stated = number("1", "result_stated")[1]
    (cut,) = run("replay", "1.2", "--as-of", stated, "--json").documents
    assert (cut["recorded"], cut["contract"], cut["made"]) == (None, "8", False)
    assert run("audit", "1", "--as-of", stated).code == DONE


def test_a_time_cuts_before_the_first_entry_recorded_later() -> None:
    assert deals("--as-of", "2026-11-28T20:09:59Z") == []
    assert deals("--as-of", "2026-11-28T20:10:00Z") == ["1.1"]
    assert deals("--as-of", "2026-11-28T21:10:00+01:00") == ["1.1"]
    assert deals("--as-of", "2026-11-28 21:10") == ["1.1"]  # in Berlin


def test_an_entry_without_a_time_goes_with_the_one_before() -> None:
    assert deals("--as-of", "2026-11-28T22:59:59Z") == ["1.1", "1.2", "1.3"]
    assert deals("--as-of", "2026-11-28T22:59:58Z") == ["1.1"]


def test_a_day_means_its_end_in_local_time() -> None:
    status: Document = run("status", "--as-of", "2026-11-28", "--json").document
    assert (status["session"], status["closed"], status["deals"]) == ("1", False, 3)
    assert run("status", "--as-of", "2026-11-29", "--json").document["session"] == "2"
    assert run("status", "--as-of", "2026-11-27", "--json").document["session"] is None


def test_a_session_opened_later_was_not_there() -> None:
    assert [row["session"] for row in run("list", "--as-of", "2026-11-28", "--json").documents] == [
        "1"
    ]
    refused(run("replay", "2", "--as-of", "2026-11-28"), NOT_FOUND, "no session 2")


def test_the_audit_of_a_cut_log_finds_no_missing_seal() -> None:
    for event in range(12):
        assert run("audit", "--as-of", f"1@{event}").code == DONE, event
    assert run("audit").code == 1  # the third deal is settled wrongly
    assert run("audit", "--as-of", "2026-11-28T22:00:00Z").code == DONE


def test_every_reading_command_takes_it() -> None:
    for command in (
        ("show", "1.2"),
        ("replay", "1.2"),
        ("audit", "1.2"),
        ("explain", "1.2"),
        ("log", "1.2"),
        ("blame", "1.2"),
        ("diff", "1.2"),
        ("list", "1"),
        ("sheet", "1"),
    ):
        assert run(*command, "--as-of", "2026-11-29").code == DONE, command
    for name in ("show", "replay", "audit", "explain", "log", "blame", "diff"):
        refused(run(name, "1.2", "--as-of", "2026-11-28T20:30:00Z"), NOT_FOUND, "1.2")


def test_a_file_is_cut_like_a_book() -> None:
    file = "book/sessions/0001.jsonl"
    assert deals(file, "--as-of", "2026-11-28T20:10:00Z") == ["1.1"]
    rows = run("log", file, "--as-of", "2026-11-28T20:10:00Z", "--json").documents
    assert rows[-1]["type"] == "sealed"
    assert run("audit", file, "--as-of", "1@5", "--json").document["deals"] == 1


@pytest.mark.parametrize(
    "when", ["", "yesterday", "2026", "2026-13-01", "2026-11-29T25:00", "12", "1@x", "9999-12-31T"]
)
def test_what_is_no_moment_is_told_what_is_accepted(when: str) -> None:
    for command in (("status",), ("replay",), ("log",), ("audit",), ("explain", "1.1")):
        ran = run(*command, "--as-of", when)
        assert ran.code == USAGE, (command, ran)
        for accepted in ("12@61", "2026-11-29", "2026-11-29T20:51"):
            assert accepted in " ".join(ran.err.split()), ran.err


def test_an_event_that_is_not_there() -> None:
    refused(run("replay", "--as-of", "1@99"), NOT_FOUND, "no event 1@99")
    refused(run("replay", "--as-of", "7@1"), NOT_FOUND, "no session 7")


@pytest.mark.parametrize("command", [["status"], ["list"], ["show", "last.1"], ["replay", "last"]])
def test_before_the_first_event_nothing_had_been_recorded(command: list[str]) -> None:
    ran = run(*command, "--as-of", "1750-01-01")
    assert "nothing had been recorded by then" in ran.out + ran.err, ran


def test_moments_are_read() -> None:
    assert parse_moment("12@61") == AfterEvent(12, 61)
    day = parse_moment("2026-11-29")
    assert isinstance(day, AtTime)
    assert day.time.isoformat() == "2026-11-29T22:59:59.999999+00:00"


def test_statistics_tell_of_logs_in_which_a_time_changes_nothing(book: Path) -> None:
    untold = run("stats", "player", "--as-of", "2026-11-28")
    assert "without times" not in untold.err
    append(book / "sessions/0003.jsonl", events(opening(), deal(1, "A"), WON))
    told = run("stats", "player", "--as-of", "2026-11-28")
    assert "! 1 of 3 logs without times: --as-of changes nothing there" in told.err
    assert "without times" not in run("stats", "player", "--as-of", "1@2").err
