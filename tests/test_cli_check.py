"""Checking on the command line: audit, explain, score, verify, head; damaged and newer logs."""

import errno
import hashlib
import io
import json
import os
import random
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Final

import pytest

from tests.test_cli import (
    CODES,
    DAMAGED,
    DEALS,
    DONE,
    EVENING,
    FINDINGS,
    FIRST_LOG,
    IMPOSSIBLE,
    NOT_FOUND,
    READING,
    SESSION,
    USAGE,
    Document,
    Ran,
    bytes_of,
    done,
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


@pytest.fixture
def several(tmp_path: Path) -> Path:
    done("simulate", "boston", "--deals", "30", "--seed", "7", "-o", "several.jsonl")
    return tmp_path / "several.jsonl"


# -- audit ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
def test_an_audit_with_findings_fails() -> None:
    ran = run("audit")
    assert ran.code == FINDINGS
    lines = ran.out.splitlines()
    assert [line.split()[:3] for line in lines[:2]] == [
        ["1.1:t6.3", "irregular", "revoke"],
        ["1.3:end", "difference", "wrong-amount"],
    ]
    assert len(lines) == 5
    summary = "5 findings in 4 deals (1 irregular, 4 difference); 3 checks not possible\n"
    assert ran.err == summary
    assert run("-q", "audit").err == ""


@pytest.mark.usefixtures("book")
def test_audit_for_programs() -> None:
    document = run("audit", "--json").document
    assert list(document) == ["schema", "ok", "deals", "counts", "findings", "unchecked", "ruled"]
    assert document["schema"] == "trickbook.audit/1"
    assert (document["ok"], document["deals"]) == (False, DEALS)
    assert document["counts"] == {"irregular": 1, "difference": 4}
    first, second = document["findings"][:2]
    assert first | {"provable": None} == {
        "code": "revoke",
        "severity": "irregular",
        "place": "1.1:t6.3",
        "event": "1@38",
        "provable": None,
        "recorded": "7H",
        "expected": None,
        "difference": None,
        "rule": "2.3",
        "state": "open",
        "message": first["message"],
    }
    assert (second["recorded"], second["expected"], second["difference"]) == ("-20", "-15", "-5")
    assert document["unchecked"][0] == {
        "place": "1.2",
        "check": "follow suit",
        "missing": "the cards were not recorded",
    }


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("target", "limit", "code"),
    [
        ("1", "unreadable", DONE),
        ("1", "impossible", DONE),
        ("1", "irregular", FINDINGS),
        ("1", "difference", FINDINGS),
        ("1", "note", FINDINGS),
        ("1.1", "irregular", FINDINGS),
        ("1.2", "note", DONE),
        ("1.3", "irregular", DONE),
        ("1.3", "difference", FINDINGS),
    ],
)
def test_the_mildest_severity_that_fails(target: str, limit: str, code: int) -> None:
    assert run("audit", target, "--fail-on", limit).code == code
    ran = run("audit", target, "--fail-on", limit, "--json")
    assert (ran.code, ran.document["ok"]) == (code, code == DONE)


@pytest.mark.usefixtures("book")
def test_findings_of_some_codes() -> None:
    codes = run("audit", "--code", "wrong-*", "--json").document["findings"]
    assert {finding["code"] for finding in codes} == {"wrong-amount"}
    assert run("audit", "--code", "wrong-pool").code == DONE


def test_a_clean_audit(several: Path) -> None:
    ran = run("audit", str(several))
    assert ran == Ran(DONE, "", "0 findings in 30 deals\n")


DAMAGE: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "edited": lambda log: log.replace(b'"tricks":7', b'"tricks":6', 1),
    "line lost": lambda log: b"".join(
        log.splitlines(keepends=True)[:2] + log.splitlines(keepends=True)[3:]
    ),
    "torn": lambda log: log + b'{"at":"2026-11',
    "not canonical": lambda log: log.replace(b'","', b'", "', 1),
    "binary": lambda log: log + bytes(range(128, 200)) + b"\n",
    "first event unreadable": lambda log: log.replace(b'"edition":1', b'"edition":"1"', 1),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_outranks_findings(damage: str, book: Path) -> None:
    log = book / FIRST_LOG
    log.write_bytes(DAMAGE[damage](log.read_bytes()))
    ran = run("audit")
    assert ran.code == DAMAGED, ran
    assert "unreadable" in ran.out
    assert run("audit", "--json").code == DAMAGED
    assert run("audit", "--fail-on", "unreadable").code == DAMAGED
    assert run("audit", "--code", "wrong-*").code == DAMAGED
    verified = run("verify")
    assert (verified.code, "DAMAGED" in verified.out) == (DAMAGED, True)
    assert FIRST_LOG in verified.out


@pytest.mark.parametrize("damage", ["edited", "line lost", "torn", "binary"])
def test_a_damaged_log_is_replayed_as_far_as_it_goes_and_said_to_be_damaged(
    damage: str, book: Path
) -> None:
    whole = [run("replay").err, run("head").err]
    assert whole == ["", ""]
    log = book / FIRST_LOG
    log.write_bytes(DAMAGE[damage](log.read_bytes()))
    replayed = run("replay")
    assert (replayed.code, replayed.out != "") == (DAMAGED, True)
    assert replayed.err.startswith("! damaged: ")
    assert "sessions/0001.jsonl:" in replayed.err
    assert "(trickbook verify 1)" in replayed.err
    assert run("replay", "--json").code == DAMAGED
    for command in (("list",), ("list", "1"), ("log", "1"), ("log", "1@0"), ("log", FIRST_LOG)):
        for form in ((), ("--json",)):
            told = run(*command, *form)
            assert (command, told.code, told.out != "") == (command, DAMAGED, True)
            assert told.err.startswith("! damaged: ")
    told = run("head")
    assert (told.code, told.out.startswith("1 ")) == (DAMAGED, True)
    assert "sessions/0001.jsonl is damaged: " in told.err


def tampered(lines: list[bytes], seed: int) -> tuple[bytes, int]:
    """Change a byte, or leave out, repeat, put in or swap lines; gives the line where it begins."""
    dice = random.Random(seed)
    at = dice.randrange(1, len(lines) - 2)
    match seed % 5:
        case 0:
            byte = dice.randrange(len(lines[at]))
            other = bytes([lines[at][byte] ^ 1])
            return b"".join(
                [*lines[:at], lines[at][:byte], other, lines[at][byte + 1 :], *lines[at + 1 :]]
            ), at
        case 1:
            return b"".join(lines[:at] + lines[at + 1 :]), at
        case 2:
            return b"".join(lines[: at + 1] + lines[at:]), at + 1
        case 3:
            return b"".join([*lines[:at], b"{}\n", *lines[at:]]), at
        case _:
            swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
            return b"".join(swapped), at


@pytest.mark.parametrize("seed", range(20))
def test_verify_finds_what_was_tampered_with_and_names_the_first_bad_deal(
    seed: int, tmp_path: Path
) -> None:
    done("simulate", "boston", "--deals", "12", "--seed", "5", "-o", "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    data, place = tampered(lines, seed)
    (tmp_path / "bad.jsonl").write_bytes(data)
    ran = run("verify", "bad.jsonl", "--json")
    sealed = [at for at, line in enumerate(lines) if b'"type":"sealed"' in line and at < place]
    deals = b"".join(lines[: sealed[-1] + 1 if sealed else 0]).count(b'"type":"deal_opened"')
    assert ran.code == DAMAGED
    assert (ran.document["ok"], ran.document["first_bad"]) == (False, f"1.{deals + 1}")
    assert run("audit", "bad.jsonl").code == DAMAGED


@pytest.mark.parametrize("damage", [name for name in DAMAGE if name != "torn"])
def test_nothing_is_written_to_a_damaged_log(damage: str, table: Path) -> None:
    done("add", "b 8h 7")
    log = table / FIRST_LOG
    log.write_bytes(DAMAGE[damage](log.read_bytes()))
    before = bytes_of(table)
    for arguments in (["add", "b 8h 6"], ["note", "1.1", "hm"], ["close", "--yes"]):
        assert run(*arguments).code == DAMAGED, arguments
        assert run(*arguments, "--dry-run").code == DAMAGED, arguments
    assert bytes_of(table) == before


def test_a_torn_line_is_set_aside(table: Path) -> None:
    done("add", "b 8h 6")
    log = table / FIRST_LOG
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"at":"20')
    ran = run("add", "c 9s =")
    assert ran.code == DONE
    assert "torn" in ran.err  # and it is told
    assert log.read_bytes().startswith(whole)
    assert (table / f"{FIRST_LOG}.torn-1").read_bytes() == b'{"at":"20'
    assert run("verify").code == DONE


def test_an_empty_log_is_no_crash(table: Path) -> None:
    (table / FIRST_LOG).write_bytes(b"")
    for line in ("status", "list", "list 1", "log", "replay", "audit", "verify", "head", "close"):
        assert run(*line.split()).code in CODES, line
    for line in ("show 1.1", "explain 1.1", "log 1.1", "note 1.1 x"):
        refused(run(*line.split()), NOT_FOUND)


def test_a_log_that_cannot_be_read_is_not_said_to_be_missing(book: Path) -> None:
    (book / FIRST_LOG).write_bytes(bytes(range(128, 256)) + b"\n")
    ran = run("status")
    assert "no session yet" not in ran.out
    assert FIRST_LOG in ran.out + ran.err


def test_a_book_without_its_logs_is_not_in_order(book: Path) -> None:
    (book / "sessions").rename(book / "elsewhere")
    ran = run("verify")
    assert ran.code in {NOT_FOUND, DAMAGED}
    assert "sessions" in ran.out + ran.err


def test_a_session_without_its_opening_is_not_said_to_be_missing(book: Path) -> None:
    log = book / FIRST_LOG
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[1:]))
    refused(run("status"), DAMAGED, FIRST_LOG, "trickbook verify 1")
    refused(run("status", "--json"), DAMAGED, FIRST_LOG)


def test_a_loose_log_that_cannot_be_read_is_named_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "loose.jsonl").write_bytes(b"x")
    refused(run("status", "--book", "loose.jsonl"), DAMAGED, "trickbook verify loose.jsonl")
    ran = run("verify", "loose.jsonl")
    assert (ran.code, ran.out.count("line 1")) == (DAMAGED, 1)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("line", ["verify", "status", "list", "replay", "head", "add 'b 8h 6'"])
def test_a_folder_of_logs_that_cannot_be_read(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_folder: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "iterdir", denied)
    refused(run(*shlex.split(line)), NOT_FOUND, "sessions", "Permission denied")


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("line", ["status", "replay", "verify", "add 'b 8h 6'", "close"])
def test_a_log_that_may_not_be_read_or_written(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: Callable[..., IO[str]] = io.open

    def denied(path: Path, *mode: str, **more: str) -> IO[str]:
        if str(path).endswith(FIRST_LOG):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(path, *mode, **more)

    with monkeypatch.context() as patch:
        patch.setattr("io.open", denied)
        refused(run(*shlex.split(line)), NOT_FOUND, "0001.jsonl", "Permission denied")


# -- logs of other programs -----------------------------------------------------------------------


def reseal(lines: list[bytes]) -> bytes:
    """Write lines as a log: each but a seal as it is, a seal as it must be."""
    log = b""
    for line in lines:
        entry = json.loads(line)
        if isinstance(entry["events"][0], dict) and entry["events"][0]["type"] == "sealed":
            seal = {"bytes": len(log), "sha256": hashlib.sha256(log).hexdigest()}
            entry = {"events": [{**seal, "type": "sealed"}], "seq": entry["seq"]}
            text = json.dumps(entry, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
            log += text.encode() + b"\n"
        else:
            log += line + b"\n"
    return log


@pytest.fixture(params=["edition", "game", "verb", "type"])
def newer(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A book of two sessions, the second by a newer program: whole, but not understood."""
    book = make_book(tmp_path, EVENING, SESSION + "b 8h 6\n")
    log = book / "sessions/0002.jsonl"
    lines = log.read_bytes().splitlines()
    match request.param:
        case "edition":
            lines[0] = lines[0].replace(b'"edition":1', b'"edition":9')
        case "game":
            lines[0] = lines[0].replace(b'"game":"boston"', b'"game":"bostonian"')
        case "verb":
            lines[2] = lines[2].replace(b'"events":[', b'"events":["cheat B KS",')
        case _:
            lines[2] = lines[2].replace(b'"result_stated"', b'"result_sung"')
    entries = [json.loads(line) for line in lines]
    seq = 0
    for place, entry in enumerate(entries):
        lines[place] = lines[place].replace(b'"seq":%d}' % entry["seq"], b'"seq":%d}' % seq)
        seq += len(entry["events"])
    log.write_bytes(reseal(lines))
    return book


def test_a_newer_log_is_read_and_told(newer: Path) -> None:
    before = bytes_of(newer)
    for line in READING:
        ran = run(*line.split())
        assert ran.code in CODES, (line, ran)
    assert "2" in done("list")
    assert "newer" in run("audit", "2").out or "edition" in run("audit", "2").out
    assert run("audit", "2").code in {FINDINGS, DAMAGED}
    for line in ("status", "log 2", "head 2", "list 2"):
        assert run(*line.split()).code in CODES, line
    assert run("audit", "1.2").code == DONE  # one bad session among good ones
    assert bytes_of(newer) == before


def test_a_newer_log_is_not_written(newer: Path) -> None:
    before = bytes_of(newer)
    for arguments in (["add", "b 8h 6"], ["record"], ["close", "--yes"], ["note", "2.1", "x"]):
        ran = run(*arguments, stdin="b 8h 6\n")
        assert ran.code in CODES - {DONE}, (arguments, ran)
    assert bytes_of(newer) == before


def test_a_newer_log_is_not_called_damaged(newer: Path) -> None:
    ran = run("verify", "2", "--book", str(newer))
    assert "DAMAGED" not in ran.out, ran  # every byte is as it was written


# -- explain --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
def test_a_deal_is_explained() -> None:
    told = done("explain", "1.1")
    for word in ("Boris 8♥ alone · took 6, 2 short", "35 each = 105", "AB_FAIL", "AB(e)", "sum 0"):
        assert word in told
    assert run("explain", "1.1", "--json").document["what"] == "1.1"


@pytest.mark.usefixtures("book")
def test_a_finding_is_explained() -> None:
    told = done("explain", "wrong-amount@1.3:end")
    for word in ("difference", "recorded   -20", "expected   -15", "1@76", "Dmitri 6♣"):
        assert word in told
    document = run("explain", "revoke@1.1:t6.3", "--json").document
    assert document["finding"]["event"] == "1@38"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("revoke", ["revoke", "irregular"]),
        ("AB_FAIL", ["AB_FAIL", "450"]),
        ("AB_WIN", ["170"]),
        ("AB-G4", ["preference_binding", "suit_or_better"]),
        ("C-1", ["division"]),
    ],
)
def test_a_rule_is_explained_without_a_book(what: str, words: list[str]) -> None:
    told = done("explain", what)
    assert [word for word in words if word not in told] == []
    document = run("explain", what, "--json").document
    assert (document["schema"], document["what"]) == ("trickbook.explain/1", what)


def test_a_deal_is_not_taken_for_a_section_of_the_rules(tmp_path: Path) -> None:
    make_book(tmp_path, EVENING, EVENING)
    for deal, name in (("2.3", "Dmitri 6♣ alone"), ("2.4", "misère partout")):
        assert name in done("explain", deal)


def test_a_deal_that_the_book_has_not_is_the_section_of_the_rules(tmp_path: Path) -> None:
    make_book(tmp_path, EVENING)
    assert "section 2.3" in done("explain", "2.3")
    (tmp_path / "book.json").unlink()
    assert "section 2.3" in done("explain", "2.3")
    refused(run("--book", "nowhere", "explain", "2.3"), NOT_FOUND, "nowhere")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("what", "nearest"),
    [
        ("AB-G99", "AB-G19"),
        ("AB-G0", "AB-G19"),
        ("ab-g4", "AB-G4"),
        ("AB(g)", "AB(f)"),
        ("AB_FIAL", "AB_FAIL"),
        ("ab_fail", "AB_FAIL"),
        ("2.99", "2.11"),
        ("W99", "W10"),
        ("C-5", "C-4"),
        ("BG-G22", "BF-G22"),
        ("QQ(q)", "trickbook rules"),
        ("revok", "revoke"),
    ],
)
def test_a_rule_that_there_is_not_is_not_explained(what: str, nearest: str) -> None:
    refused(run("explain", what), NOT_FOUND, f"no rule “{what}”", nearest)
    refused(run("explain", what, "--json"), NOT_FOUND, nearest)


@pytest.mark.usefixtures("book")
def test_each_rule_that_is_printed_can_be_explained() -> None:
    deals = run("replay", "--json").documents
    lines = [p for d in deals for p in (*d["payments"], *d["contributions"], *d["findings"])]
    rules = {line["rule"] for line in lines}
    assert {rule: run("explain", rule).code for rule in rules} == dict.fromkeys(rules, DONE)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("1.9", NOT_FOUND),
        ("9.1", NOT_FOUND),
        ("revoke@1.2:end", NOT_FOUND),
        ("revoke@9.1:end", NOT_FOUND),
        ("revoke@", USAGE),
        ("@", USAGE),
        ("", USAGE),
        ("nonsense", USAGE),
        ("1", USAGE),
    ],
)
def test_what_cannot_be_explained(what: str, code: int) -> None:
    refused(run("explain", what), code)
    refused(run("explain", what, "--json"), code)


# -- score ----------------------------------------------------------------------------------------

FIGURE = "bid 8, took 6: 2 short, second figure of row 8 is 35"
SCORED = {
    "schema": "trickbook.score/1",
    "game": "boston",
    "contract": "8",
    "trumps": "H",
    "caller": "B",
    "partner": None,
    "made": False,
    "tricks": 6,
    "payments": [
        *(
            {"from": "B", "to": seat, "amount": "35", "because": FIGURE, "rule": "AB_FAIL"}
            for seat in "CDA"
        ),
        {
            "from": "B",
            "to": "pool",
            "amount": "40",
            "because": "failure doubles the pool: 40 → 80",
            "rule": "AB(e)",
        },
    ],
    "net": {"A": "35", "B": "-145", "C": "35", "D": "35"},
    "pool": {"before": "40", "after": "80", "full": 0, "current": "80"},
    "points": None,
}


def test_a_result_is_scored() -> None:
    ran = run("score", "boston", "b 8h 6", "--pool", "40", "--json")
    assert (ran.code, ran.err) == (DONE, "")
    assert ran.document == SCORED
    assert list(ran.document) == list(SCORED)
    assert run("score", "boston", "b 8h 6", "--json").document == SCORED  # a first deal's pool


def test_a_score_in_words() -> None:
    told = done("score", "boston", "b 8h 6", "--pool", "40")
    for word in (FIGURE, "AB_FAIL", "A 35", "B -145", "pool 40 → 80"):
        assert word in told


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["b lm 0"], {"contract": "little-misere", "trumps": None, "made": True, "tricks": 0}),
        (["b 8 ="], {"trumps": None, "made": True, "tricks": 8}),
        (["b 8h -2"], {"tricks": 6}),
        (["po 6 4 2 1"], {"contract": "misere-partout", "caller": None, "made": None}),
        (["po 6 4 2 1"], {"tricks": {"A": 6, "B": 4, "C": 2, "D": 1}}),
        (["a 5 1 pay"], {"contract": "5", "made": True, "tricks": 1}),
        (
            ["b 8h 6", "--pool", "40", "--full-pools", "1"],
            {"pool": {"before": "290", "after": "540", "full": 2, "current": "40"}},
        ),
        (["b 8h 6", "--pool", "1/2"], {"net": {"A": "35", "B": "-211/2", "C": "35", "D": "35"}}),
        (["b 8h 6", "--dealer", "d", "--deal", "12", "--turned", "7h"], {"caller": "B"}),
    ],
)
def test_other_results(arguments: list[str], wanted: Document) -> None:
    document = run("score", "boston", *arguments, "--json").document
    assert {key: document[key] for key in wanted} == wanted
    assert list(document) == list(SCORED)


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["whist", "b 8h 6"], USAGE, "whist"),
        (["boston", ""], USAGE, "b 8h 6"),
        (["boston", "zzz"], USAGE, "zzz"),
        (["boston", "note x"], USAGE, "note x"),
        (["boston", "b 8h"], USAGE, "b 8h"),
        (["boston", "b 8h 14"], IMPOSSIBLE, "14 tricks of 13"),
        (["boston", "b pic 0"], IMPOSSIBLE, "piccolissimo"),
        (["boston", "b+c 8h 6"], IMPOSSIBLE, "partner"),
        (["boston", "b 8h 6", "--pool", "x"], USAGE, "--pool"),
        (["boston", "b 8h 6", "--pool", "-5"], USAGE, "--pool"),
        (["boston", "b 8h 6", "--full-pools", "-1"], USAGE, "--full-pools"),
        (["boston", "b 8h 6", "--dealer", "E"], USAGE, "--dealer"),
        (["boston", "b 8h 6", "--turned", "x"], USAGE, "--turned"),
        (["boston", "b 8h 6", "--seats", "3"], USAGE, "--seats"),
        (["boston", "b 8h 6", "--seats", "0"], USAGE, "--seats"),
        (["boston", "b 8h 6", "--deal", "0"], USAGE, "--deal"),
        (["boston", "b 8h 6", "--opt", "x"], USAGE, "x"),
        (["boston", "b 8h 6", "--opt", "x=y"], USAGE, "x"),
    ],
)
def test_what_cannot_be_scored(arguments: list[str], code: int, word: str) -> None:
    refused(run("score", *arguments), code, word)
    refused(run("score", *arguments, "--json"), code, word)


def test_rows_are_scored_in_order_and_bad_ones_fail_at_the_end() -> None:
    rows = [
        "b 8h 6 --pool 40",
        "zzz",
        "b lm 0 --dealer c",
        "b 8h 14",
        "b 8h 6 --pool",
        'b 8h "6',
        "b 8h 6 --nonsense 1",
        "b 8h 6 --pool 40 --full-pools 1",
    ]
    ran = run("score", "boston", "-", "--json", stdin="\n".join(rows))
    assert ran.code == USAGE
    documents = ran.documents
    assert len(documents) == len(rows)
    assert documents[0] == SCORED
    bad = [place for place, document in enumerate(documents) if "error" in document]
    assert bad == [1, 3, 4, 5, 6]
    assert {tuple(documents[place]) for place in bad} == {("schema", "error")}
    assert {document["schema"] for document in documents} == {"trickbook.score/1"}
    assert documents[-1]["pool"]["before"] == "290"
    assert "zzz" in documents[1]["error"]


def test_good_rows_end_well() -> None:
    ran = run("score", "boston", "-", "--pool", "40", "--json", stdin="b 8h 6\nb 8h 6\n")
    assert (ran.code, ran.documents) == (DONE, [SCORED, SCORED])
    assert run("score", "boston", "-", "--json") == Ran(DONE, "", "")
    refused(run("score", "whist", "-", "--json", stdin="b 8h 6\n"), USAGE, "whist")


def test_a_row_that_is_no_text_is_answered_in_its_place() -> None:
    ran = run("score", "boston", "-", "--json", stdin=b"b 8h 6\n\xff\xfe\nb 8h 6\n")
    assert ran.code == USAGE
    assert ["error" in document for document in ran.documents] == [False, True, False]


# -- verify, head ---------------------------------------------------------------------------------


def head_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_verify_for_programs(book: Path) -> None:
    data = (book / FIRST_LOG).read_bytes()
    document = run("verify", "--json").document
    assert " ".join(document) == (
        "schema file ok events sealed bytes head head_found first_bad message"
    )
    assert document["schema"] == "trickbook.verify/1"
    assert document["ok"] is True
    assert (document["bytes"], document["head"]) == (len(data), head_of(data))
    assert document["events"] == document["sealed"] == 84
    assert (document["head_found"], document["first_bad"]) == (None, None)
    assert "ok" in done("verify", "1")


def test_verify_finds_a_head_that_the_log_once_had(book: Path) -> None:
    data = (book / FIRST_LOG).read_bytes()
    lines = data.splitlines(keepends=True)
    for count in (0, 1, 3, len(lines)):
        head = head_of(b"".join(lines[:count]))
        ran = run("verify", "1", "--head", head, "--json")
        assert (ran.code, ran.document["head_found"]) == (DONE, True)
    ran = run("verify", "--head", "0" * 64, "--json")
    assert ran.code == DAMAGED
    assert (ran.document["head_found"], ran.document["ok"]) == (False, False)


@pytest.mark.usefixtures("book")
def test_what_is_no_head() -> None:
    for head in ("zzz", "3f9c", "", "0" * 63, "0" * 65):
        refused(run("verify", "--head", head), USAGE, "--head")


@pytest.mark.usefixtures("book")
def test_the_line_that_head_prints_is_taken_whole() -> None:
    log, whole = done("head").splitlines()
    for line in (log, f"  {log}\n", log.upper(), log.split()[-1]):
        assert "the log had this head" in done("verify", "--head", line)
        assert "the log had this head" in done("verify", "1", "--head", line)
    for line in (whole, whole.split()[-1]):
        assert "the book has this head" in done("verify", "--head", line)
        assert run("verify", "--json", "--head", line).document["head_found"] is True
    done("note", "1.1", "late")
    assert "the log had this head" in done("verify", "--head", log)
    ran = run("verify", "--head", whole)
    assert (ran.code, "has grown" in ran.out) == (DAMAGED, True)
    refused(run("verify", "--head", *log.split()), USAGE, "--head", "in quotes")


def test_a_cut_end_shows_against_the_head(book: Path) -> None:
    log = book / FIRST_LOG
    lines = log.read_bytes().splitlines(keepends=True)
    head = done("head", "1").split()[2]
    log.write_bytes(b"".join(lines[:-2]))
    assert run("verify").code == DONE
    ran = run("verify", "--head", head)
    assert ran.code == DAMAGED
    assert "lines are missing" in ran.out


def test_a_head_is_one_log_s_in_a_book_of_several(tmp_path: Path) -> None:
    make_book(tmp_path, EVENING, SESSION)
    head = done("head", "1").split()[2]
    ran = run("verify", "--head", head, "--json")
    assert ran.code == DONE, "the other session is no worse for not having this head"


def test_the_first_bad_deal_is_named(book: Path) -> None:
    log = book / FIRST_LOG
    log.write_bytes(log.read_bytes().replace(b'"tricks":7', b'"tricks":6', 1))
    document = run("verify", "--json").document
    assert (document["ok"], document["first_bad"]) == (False, "1.2")
    assert "1.2" in document["message"]


def test_what_is_not_sealed_yet_is_told(table: Path) -> None:
    done("record", stdin="deal turned h7\nauction 6 p\n")
    document = run("verify", "--json", "--book", str(table)).document
    assert document["ok"] is True
    assert document["events"] - document["sealed"] == 3
    assert "3 events after the last seal" in document["message"]


def test_heads_for_the_paper_sheet(tmp_path: Path) -> None:
    book = make_book(tmp_path, EVENING, SESSION)
    data = [(book / f"sessions/000{number}.jsonl").read_bytes() for number in (1, 2)]
    lines = [f"1 84 {head_of(data[0])}", f"2 2 {head_of(data[1])}"]
    whole = head_of("".join(f"{line}\n" for line in lines).encode())
    assert done("head").splitlines() == [*lines, f"book 2 {whole}"]
    assert done("head", "2").splitlines() == lines[1:]
    assert done("head", "last").splitlines() == lines[1:]
    assert run("head", "1", "--json").document["head"] == head_of(data[0])
    refused(run("head", "3"), NOT_FOUND, "3")
    refused(run("verify", "3"), NOT_FOUND, "3")


@pytest.mark.parametrize(
    "line",
    ["status", "list 1", "replay", "replay 1.1", "show 1.1", "explain 1.1", "head", "head 1"],
)
def test_what_is_told_of_a_damaged_log_says_so_with_the_way_to_prove_it(
    line: str, table: Path
) -> None:
    path = table / "sessions/0001.jsonl"
    done("add", "c 9 9")
    done("add", "d gm 0")
    path.write_bytes(path.read_bytes().replace(b'"tricks":9', b'"tricks":8'))
    told = run(*line.split())
    assert (told.code, told.out != "") == (DAMAGED, True)
    assert len(told.err.splitlines()) == 1
    assert told.err.startswith("! ")
    assert told.err.endswith("(trickbook verify 1)\n")


def test_of_a_damaged_file_it_is_told_how_to_verify_that(table: Path) -> None:
    path = table / "sessions/0001.jsonl"
    done("add", "c 9 9")
    path.write_bytes(path.read_bytes().replace(b'"tricks":9', b'"tricks":8'))
    for ran in (run("replay", str(path)), run("--book", str(path), "show", "1.1")):
        assert (ran.code, f"(trickbook verify {path})" in ran.err) == (DAMAGED, True)


def test_a_good_log_beside_a_damaged_one_is_told_without_a_word(book: Path) -> None:
    path = book / "sessions/0002.jsonl"
    path.write_bytes(b"no entry\n")
    for line in ("list 1", "replay 1", "show 1.1", "explain 1.1", "explain AB_WIN"):
        ran = run(*line.split())
        assert (ran.code, ran.err) == (DONE, ""), ran
