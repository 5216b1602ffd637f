"""Looking on the command line: status, list, show, log, replay."""

from pathlib import Path
from typing import Final

import pytest

from tests.test_cli import (
    DAMAGED,
    DEALS,
    DONE,
    EVENING,
    FINDINGS,
    FIRST_LOG,
    NOT_FOUND,
    SESSION,
    USAGE,
    done,
    events,
    make_book,
    refused,
    run,
    stand_apart,
)


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return make_book(tmp_path, EVENING)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return make_book(tmp_path, SESSION)


# -- status, list ---------------------------------------------------------------------------------


def test_status_of_an_open_session(table: Path) -> None:
    done("add", "b 8h 6")
    told = done("status")
    for word in ("session 1 open", "deal 2 next, dealer Boris", "pool 80", "Ada 1025", "Boris 845"):
        assert word in told
    document = run("status", "--json").document
    assert document == {
        "schema": "trickbook.status/1",
        "book": str(table),
        "session": "1",
        "game": "boston",
        "closed": False,
        "deals": 1,
        "voided": 0,
        "open_deal": None,
        "number": 2,
        "dealer": "B",
        "pool": "80",
        "players": {"A": "Ada", "B": "Boris", "C": "Chloé", "D": "Dmitri"},
        "balances": {"A": "1025", "B": "845", "C": "1025", "D": "1025"},
        "findings": 0,
    }


def test_list_tells_of_a_session_that_is_damaged(book: Path) -> None:
    assert "damaged" not in done("list")
    log = book / FIRST_LOG
    log.write_bytes(log.read_bytes().replace(b"Boris", b"Borus", 1))
    told = run("list")
    assert (told.code, told.out.splitlines()[1].endswith("damaged")) == (DAMAGED, True)


def test_status_of_an_empty_book(tmp_path: Path) -> None:
    make_book(tmp_path)
    assert "trickbook open" in done("status")
    assert run("status", "--json").document["session"] is None
    assert done("list") == "nothing recorded yet\n"
    assert run("list", "--json").documents == []
    assert run("audit").code == DONE


@pytest.mark.usefixtures("book")
def test_the_sessions_are_listed() -> None:
    (row,) = run("list", "--json").documents
    wanted = {"session": "1", "game": "boston", "played": "2026-11-29", "deals": 4}
    assert row | wanted | {"state": "closed"} == row
    assert "2026-11-29" in done("list")


def test_what_nobody_knows_is_null_in_json(table: Path) -> None:
    (row,) = run("list", "--json", "--book", str(table)).documents
    assert row["played"] is None
    assert [row for row in run("log", "--json").documents if "—" in row.values()] == []


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("command", ["list", "close", "head", "verify"])
def test_a_deal_is_not_a_session(command: str) -> None:
    refused(run(command, "1.1"), USAGE, "1.1", "more than a session")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("option", ["log --type call", "audit --code revok", "audit --code x-*"])
def test_a_kind_that_there_is_not_is_not_merely_not_found(option: str) -> None:
    refused(run(*option.split()), USAGE, option.rsplit(maxsplit=1)[-1], "trickbook schema")


@pytest.mark.usefixtures("book")
def test_one_part_at_a_time_is_shown() -> None:
    refused(run("show", "1.1", "--auction", "--play"), USAGE, "--auction and --play")


def test_a_place_without_sessions_has_none_yet(tmp_path: Path) -> None:
    make_book(tmp_path)
    for command in ("log", "close", "undo"):
        refused(run(command), NOT_FOUND, "no session yet")


def test_what_is_neither_log_nor_folder() -> None:
    refused(run("verify", "/dev/null"), NOT_FOUND, "neither a log")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("command", ["list", "close", "head", "log", "verify"])
def test_what_is_no_session(command: str) -> None:
    for session in ("x", "", "1.x", "last-", "lastly", "1 2", "-1"):
        refused(run(command, "--", session), USAGE)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("command", ["list", "close", "head", "log", "verify"])
def test_a_session_that_is_not_there(command: str) -> None:
    for session in ("2", "0", "last-1", "999999999"):
        refused(run(command, session), NOT_FOUND)


@pytest.mark.usefixtures("book")
def test_the_deals_are_listed() -> None:
    rows = run("list", "1", "--json").documents
    assert [row["deal"] for row in rows] == ["1.1", "1.2", "1.3", "1.4"]
    assert [row["findings"] for row in rows] == [1, 0, 4, 0]
    assert "Boris 8♥ alone · took 6, 2 short" in done("list", "1")
    assert done("list", "last") == done("list", "1")


def test_a_voided_deal_keeps_its_place(table: Path) -> None:
    done("record", stdin="b 8h 6\ncancel\nmisdeal b\nc 9s =\n")
    rows = run("list", "1", "--json").documents
    assert [(row["deal"], row["number"]) for row in rows] == [
        ("1.1", 1),
        ("1.2", 2),
        ("1.3", 2),
        ("1.4", 2),
    ]
    replayed = run("replay", "--json", "--book", str(table)).documents
    assert [deal["voided"] for deal in replayed] == [None, "cancelled", "misdeal", None]
    assert replayed[1]["payments"] == []
    assert [p["rule"] for p in replayed[2]["payments"]] == ["AB(f)"]
    assert "cancelled" in done("show", "1.2")
    assert run("audit").code == DONE


# -- show -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
def test_show_draws_the_table_at_a_step() -> None:
    told = done("show", "1.1:t6.2")
    for word in ("t6.2", "Boris 8♥", "to play: Chloé (C); lawful: ♦3"):
        assert word in told


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("step", ["deal", "b1", "b8", "x1", "t1.1", "t6.3", "t13.4", "end"])
def test_each_step_is_shown(step: str) -> None:
    document = run("show", f"1.1:{step}", "--json").document
    assert (document["deal"], document["step"]) == ("1.1", step)
    assert " ".join(document) == (
        "schema deal step seat hands inferred table leader turn lawful tricks trumps talon text"
    )
    assert done("show", f"1.1:{step}") == document["text"] + "\n"


@pytest.mark.usefixtures("book")
def test_show_for_programs() -> None:
    document = run("show", "1.1:t6.2", "--json").document
    assert document["schema"] == "trickbook.show/1"
    assert document["table"] == ["KD", "AD"]
    assert (document["leader"], document["turn"], document["trumps"]) == ("A", "C", "H")
    assert document["lawful"] == ["3D"]
    assert document["hands"]["C"] == "KT95.7.3.KJ"
    assert document["tricks"] == {"A": 2, "B": 2, "C": 1, "D": 0}


@pytest.mark.usefixtures("book")
def test_a_seat_sees_its_own_hand_only() -> None:
    document = run("show", "1.1:t6.2", "--seat", "b", "--json").document
    assert document["seat"] == "B"
    assert document["hands"]["B"] == ".9854.T87."
    assert [document["hands"][seat] for seat in "ACD"] == [
        "...???????",
        "...????????",
        "...????????",
    ]
    assert document["lawful"] == []
    assert "♦3" not in document["text"]


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("part", "words", "others"),
    [
        ("--auction", ["B 5 · C pass", "A keep"], ["t1 ", "AB_FAIL"]),
        ("--play", ["t6   A ♦K  B ♦A  C ♥7  D ♦5  → C"], ["A keep", "AB_FAIL"]),
        ("--payments", ["AB_FAIL", "35 each = 105", "sum 0"], ["t6 ", "A keep"]),
        ("--script", ["deal 1 dealer A", "auction 5 p p k 8", "trump h", "done"], ["AB_FAIL"]),
    ],
)
def test_a_part_of_a_deal(part: str, words: list[str], others: list[str]) -> None:
    told = done("show", "1.1", part)
    assert [word for word in words if word not in told] == []
    assert [word for word in others if word in told] == []


def test_a_script_that_is_shown_records_the_same(book: Path) -> None:
    scripts = [done("show", f"1.{deal}", "--script") for deal in range(1, DEALS + 1)]
    again = make_book(book / "again", SESSION)
    done("--book", str(again), "record", stdin="".join(scripts))
    assert events(again)[1:] == events(book)[1:-1]


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["1.9"], NOT_FOUND, "1.4"),
        (["1.0"], NOT_FOUND, "1.0"),
        (["7.1"], NOT_FOUND, "7"),
        (["last-1.1"], NOT_FOUND, "last-1"),
        (["1.1:t14.1"], NOT_FOUND, "t14.1"),
        (["1.1:zz"], NOT_FOUND, "zz"),
        (["1"], USAGE, "12.8"),
        (["1@3"], USAGE, "12.8"),
        (["x"], USAGE, "12.8"),
        ([""], USAGE, "12.8"),
        (["1.1:"], USAGE, "12.8"),
        ([FIRST_LOG], USAGE, FIRST_LOG),
        (["\u0661.\u0661"], USAGE, "12.8"),  # Arabic digits
        (["1.1", "--seat", "E"], USAGE, "E"),
        (["1.1", "--seat", ""], USAGE, "seat"),
    ],
)
def test_what_cannot_be_shown(arguments: list[str], code: int, word: str) -> None:
    refused(run("show", *arguments), code, word)
    refused(run("show", *arguments, "--json"), code, word)


@pytest.mark.usefixtures("book")
def test_a_seat_does_not_know_the_payments_before_the_end() -> None:
    refused(run("show", "1.1:t3.1", "--seat", "B", "--payments"), USAGE, "the payments at t3.1")
    assert "took" in done("show", "1.1", "--seat", "B", "--payments")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("address", ["1.4", "last.4", "1.last", "last.last", "last-0.4", "01.04"])
def test_addresses_of_the_last(address: str) -> None:
    assert done("show", address) == done("show", "1.4")


def test_tricks_that_nobody_noted_are_not_zero(table: Path) -> None:
    done("add", "b 8h 6", "--book", str(table))
    document = run("show", "1.1", "--json").document
    assert document["tricks"] is None or None in document["tricks"].values()
    assert document["turn"] is None  # the deal is over


# -- log ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
def test_the_log_as_written() -> None:
    rows = run("log", "--json").documents
    assert [row["event"] for row in rows] == [f"1@{number}" for number in range(len(rows))]
    assert (rows[0]["type"], rows[0]["by"]) == ("session_opened", "anna")
    assert rows[-1]["type"] == "sealed"
    assert done("log", "-n", "3").splitlines() == done("log").splitlines()[-3:]
    assert done("log", "1") == done("log", "last") == done("log")


@pytest.mark.usefixtures("book")
def test_the_log_of_a_deal() -> None:
    rows = run("log", "1.3", "--json").documents
    assert [row["type"] for row in rows[:3]] == ["deal_opened", "result_stated", "deal_settled"]
    assert done("log", "1.last").startswith(done("log", "1.4").splitlines()[0])


@pytest.mark.usefixtures("book")
def test_the_log_by_type_and_by_scorer() -> None:
    calls = run("log", "--type", "call_made", "--json").documents
    assert [row["text"] for row in calls][:4] == [
        "call B 5",
        "call C pass",
        "call D pass",
        "call A keep",
    ]
    assert done("log", "--by", "nobody") == ""
    assert len(run("log", "--by", "anna", "--json").documents) > len(calls)


@pytest.mark.usefixtures("book")
def test_the_log_at_an_event() -> None:
    (row,) = run("log", "1@38", "--json").documents
    assert (row["event"], row["text"]) == ("1@38", "play C 7H")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("count", ["0", "-1", "-99"])
def test_the_log_shows_no_more_than_is_asked_for(count: str) -> None:
    ran = run("log", "-n", count)
    assert ran.code == USAGE or (count, ran.out) == ("0", "")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("target", ["1.9", "2", "last-1", "./none.jsonl", "1.0", "1@9999"])
def test_a_log_that_is_not_there(target: str) -> None:
    refused(run("log", target), NOT_FOUND)


# -- several sessions in one file -----------------------------------------------------------------


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """A loose file with three sessions of 12, 12 and 6 deals, voided ones besides."""
    done("simulate", "boston", "--deals", "30", "--seed", "7", "-o", "several.jsonl")
    return tmp_path / "several.jsonl"


@pytest.mark.usefixtures("several")
def test_a_loose_file_is_a_book_of_its_sessions() -> None:
    rows = run("--book", "several.jsonl", "list", "--json").documents
    assert [row["session"] for row in rows] == ["1", "2", "3"]
    assert sum(row["deals"] + row["voided"] for row in rows) == 30
    deals = run("replay", "several.jsonl", "--json").documents
    assert len(deals) == 30
    assert {deal["session"] for deal in deals} == {"1", "2", "3"}
    second = [deal for deal in deals if deal["session"] == "2"]
    assert run("--book", "several.jsonl", "replay", "2", "--json").documents == second
    assert run("--book", "several.jsonl", "replay", "last-1", "--json").documents == second
    assert run("--book", "several.jsonl", "replay", "2.1", "--json").documents == second[:1]
    refused(run("--book", "several.jsonl", "replay", "4"), NOT_FOUND, "4")


@pytest.mark.usefixtures("several")
def test_the_log_of_one_session_among_several() -> None:
    whole = run("log", "several.jsonl", "--json").documents
    rows = [run("--book", "several.jsonl", "log", str(n), "--json").documents for n in (1, 2, 3)]
    assert [row[0]["type"] for row in rows] == ["session_opened"] * 3
    assert sum(map(len, rows)) == len(whole)
    last = run("--book", "several.jsonl", "log", "1.last", "--json").documents
    assert last[-1] == rows[0][-1]


# -- replay ---------------------------------------------------------------------------------------

REPLAY_KEYS: Final = (
    "schema file session deal number game edition options players dealer turned belle hands"
    " inferred talon"
    " discards calls contract caller partner trumps target made tricks play contributions payments"
    " net pool division points recorded balances level rulings findings"
)


@pytest.mark.usefixtures("book")
def test_replay_for_programs() -> None:
    deals = run("replay", "--json").documents
    assert [deal["deal"] for deal in deals] == ["1.1", "1.2", "1.3", "1.4"]
    assert [[key for key in REPLAY_KEYS.split() if key not in deal] for deal in deals] == [
        []
    ] * DEALS
    deal = deals[0]
    assert deal["schema"] == "trickbook.replay/1"
    assert (deal["file"], deal["session"], deal["number"]) == (FIRST_LOG, "1", 1)
    assert deal["hands"]["A"] == "AJ87.Q.KQJ942.A6"
    assert deal["calls"][3] == {"seat": "A", "call": "keep"}
    assert (deal["contract"], deal["caller"], deal["trumps"]) == ("8", "B", "H")
    assert (deal["target"], deal["made"], deal["turned"]) == (8, False, "5H")
    assert deal["tricks"] == {"A": 5, "B": 6, "C": 2, "D": 0}
    assert deal["play"][5] == {"leader": "A", "cards": ["KD", "AD", "7H", "5D"], "winner": "C"}
    assert deal["net"] == {"A": "35", "B": "-145", "C": "35", "D": "35"}
    assert deal["pool"] == {"before": "40", "after": "80", "full": 0, "current": "80"}
    assert deal["recorded"] == {"net": deal["net"], "pool": "80"}
    assert deal["balances"] == {"A": "1025", "B": "845", "C": "1025", "D": "1025"}
    assert [line["amount"] for line in deal["contributions"]] == ["10"] * 4
    assert (deal["level"], deal["division"], deal["points"]) == ("all-tricks", [], None)
    assert [finding["code"] for finding in deal["findings"]] == ["revoke"]


@pytest.mark.usefixtures("book")
def test_what_was_not_noted_is_null() -> None:
    deal = run("replay", "1.2", "--json").document
    assert deal["level"] == "result"
    assert [deal[key] for key in ("hands", "talon", "discards", "calls", "play", "tricks")] == [
        None
    ] * 6


@pytest.mark.usefixtures("book")
def test_replay_takes_sessions_deals_and_files_in_order() -> None:
    lines = done("replay").splitlines()
    assert len(lines) == DEALS
    assert lines[0].startswith("1.1  Boris 8♥ alone · took 6, 2 short")
    assert lines[2].endswith("[4 findings]")
    assert done("replay", "1").splitlines() == lines
    assert done("replay", "1.3", "1.1").splitlines() == [lines[2], lines[0]]
    assert done("replay", FIRST_LOG).splitlines() == lines


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("name", ["1.9", "2", "none.jsonl", "./", "no/where", "x", "1:t1.1"])
@pytest.mark.parametrize("command", ["replay", "audit"])
def test_what_is_not_there_is_not_replayed(command: str, name: str) -> None:
    ran = run(command, name)
    if name == "./":  # the book itself
        assert ran.code in {DONE, FINDINGS}
    else:
        refused(ran, USAGE if name in {"x", "1:t1.1"} else NOT_FOUND)


@pytest.mark.parametrize("command", [("replay", "{}"), ("list", "1", "--book", "{}")])
def test_a_log_in_which_no_session_can_be_read_is_told(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    log = tmp_path / "pasted.jsonl"
    log.write_bytes(b"\xef\xbb\xbf{}\n")
    ran = run(*(word.format(log) for word in command))
    refused(ran, DAMAGED)
    assert "no session can be read" in ran.err
