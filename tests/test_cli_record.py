"""Recording on the command line: init, open, record, add, note, close."""

import errno
import json
import os
import shlex
from pathlib import Path
from typing import Any, Final

import pytest
from filelock import FileLock

from core.games import ALL
from tests.test_cli import (
    BUSY,
    CODES,
    DEALS,
    DONE,
    EVENING,
    FINDINGS,
    FIRST_LOG,
    IMPOSSIBLE,
    INTERRUPTED,
    NOT_FOUND,
    SEATS,
    SESSION,
    USAGE,
    Ran,
    bytes_of,
    done,
    events,
    kinds,
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


# -- init -----------------------------------------------------------------------------------------


def test_init_makes_a_book(tmp_path: Path) -> None:
    ran = run("init", "new/book", "--game", "boston", "--title", "Ours", "--unit", "fish")
    assert (ran.code, ran.out) == (DONE, "")
    assert "new/book" in ran.err
    mark = json.loads((tmp_path / "new/book/book.json").read_bytes())
    assert mark == {"format": 1, "game": "boston", "title": "Ours", "unit": "fish"}
    assert "no session yet" in done("--book", "new/book", "status")


@pytest.mark.parametrize(("named", "which"), [([], "--game … "), (["--game", "french"], "")])
def test_init_says_how_to_go_on(tmp_path: Path, named: list[str], which: str) -> None:
    told = run("init", str(tmp_path / "winter"), *named).err
    assert f"next: trickbook open {which}--seats" in told


def test_init_leaves_a_book_alone(book: Path) -> None:
    before = bytes_of(book)
    refused(run("init", str(book)), IMPOSSIBLE, "is a book already")
    assert bytes_of(book) == before


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["new", "--game", "whist"], USAGE, "whist"),
        (["file"], NOT_FOUND, "file"),
        (["file/new"], NOT_FOUND, "file/new"),
        ([""], USAGE, "DIR"),
    ],
    ids=["unknown game", "a file", "below a file", "an empty name"],
)
def test_init_refused_makes_nothing(
    arguments: list[str], code: int, word: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    refused(run("init", *arguments), code, word)
    assert bytes_of(tmp_path) == {"file": b"mine"}
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


# -- open -----------------------------------------------------------------------------------------


def test_open_begins_a_session(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    options = ["--opt", "division=whole", "--place", "Lyon", "--title", "T", "--by", "zoë"]
    told = done("open", "--seats", SEATS, "--dealer", "b", "--played", "1893-11-04", *options)
    assert told.startswith("1.1 B deals>")
    (opened,) = events(book)
    assert opened["game"] == "boston"
    assert opened["players"]["C"] == {"id": "Chloé", "name": "Chloé"}
    assert (opened["dealer"], opened["played"]) == ("B", "1893-11-04")
    assert (opened["place"], opened["title"]) == ("Lyon", "T")
    defaults = {option.name: option.default for option in ALL[0].options}
    assert opened["options"] == defaults | {"division": "whole"}
    assert json.loads((book / FIRST_LOG).read_bytes().splitlines()[0])["by"] == "zoë"
    assert run("verify").code == DONE


def test_a_day_that_nobody_knows_is_left_out(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    done("open", "--seats", SEATS, "--played", "unknown")
    assert "played" not in events(book)[0]


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["--seats", "A=Ada,B=Boris"], IMPOSSIBLE, "4 seats"),
        (["--seats", "A=a,B=b,C=c,D=a"], IMPOSSIBLE, "same name"),
        (["--seats", "A=a,A=b,C=c,D=d"], USAGE, "twice"),
        (["--seats", "E=a,B=b,C=c,D=d"], USAGE, "E=a"),
        (["--seats", "A=a,B=,C=c,D=d"], USAGE, "B="),
        (["--seats", ""], USAGE, "A=Ada"),
        (["--seats", SEATS, "--game", "whist"], USAGE, "whist"),
        (["--seats", SEATS, "--opt", "division"], USAGE, "division"),
        (["--seats", SEATS, "--opt", "division=half"], USAGE, "whole"),
        (["--seats", SEATS, "--opt", "colour=red"], USAGE, "colour"),
        (["--seats", SEATS, "--opt", "initial_balance=lots"], USAGE, "lots"),
        (["--seats", SEATS, "--dealer", "E"], USAGE, "E"),
        (["--seats", SEATS, "--dealer", ""], USAGE, "seat"),
        (["--seats", SEATS, "--played", "yesterday"], USAGE, "yesterday"),
        (["--seats", SEATS, "--played", "2026-13-01"], USAGE, "2026-13-01"),
        (["--seats", SEATS, "--played", "20261101"], USAGE, "20261101"),
    ],
)
def test_open_refused_writes_nothing(
    arguments: list[str], code: int, word: str, tmp_path: Path
) -> None:
    make_book(tmp_path)
    before = bytes_of(tmp_path)
    refused(run("open", *arguments), code, word)
    assert bytes_of(tmp_path) == before


def test_one_session_at_a_time(table: Path) -> None:
    before = bytes_of(table)
    refused(run("open", "--seats", SEATS), IMPOSSIBLE, "close")
    assert bytes_of(table) == before


def test_the_next_session_has_the_next_number(book: Path) -> None:
    assert done("open", "--seats", SEATS).startswith("2.1 ")
    assert kinds(book, 2) == ["session_opened"]


@pytest.mark.parametrize("name", ["علی\u200cرضا", "👩\u200d👧", "क्\u200dष", "Ω", "王五"])  # noqa: RUF001
def test_a_name_is_written_with_what_joins_its_signs(name: str, tmp_path: Path) -> None:
    book = make_book(tmp_path / "book", SESSION)
    assert name in done("--book", str(book), "players", "add", name) + done(
        "--book", str(book), "players"
    )


@pytest.mark.parametrize("name", ["b\x1b[31mred", "a\nb", "a\rb", "bell\x07", "a\u202eb\u2028c"])
def test_a_name_cannot_steer_the_terminal(name: str, tmp_path: Path) -> None:
    make_book(tmp_path)
    ran = run("open", "--seats", f"A={name},B=b,C=c,D=d")
    assert ran.code in {DONE, USAGE, IMPOSSIBLE}
    for told in (ran.out, ran.err, *(run(word).out for word in ("status", "list", "log"))):
        assert set(told) & set("\x1b\r\x07\u202e\u2028") == set()
    if ran.code == DONE:
        assert len(done("list").splitlines()) == 2


@pytest.mark.parametrize(
    "name",
    ["<b>&*#$;--", 'O\'Neil "Bo"', "שלום", "Ž" * 200, "日本", "a  b", "=x", "-", "A B", "🙂"],
)
def test_a_name_is_kept_as_it_is(name: str, tmp_path: Path) -> None:
    book = make_book(tmp_path)
    done("open", "--seats", f"A={name},B=Boris,C=Chloé,D=Dmitri")
    assert events(book)[0]["players"]["A"] == {"id": name, "name": name}
    done("add", "b 8h 6")
    assert run("replay", "--json").document["players"]["A"] == name
    for line in ("status", "list", "list 1", "show 1.1", "explain 1.1", "replay", "log"):
        assert done(*line.split())
    assert run("verify").code == DONE


# -- record ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["--script FILE", "--script -", "stdin"])
def test_an_evening_is_recorded(given: str, tmp_path: Path) -> None:
    book = make_book(tmp_path)
    (tmp_path / "evening.txt").write_text(EVENING, encoding="utf-8")
    if given == "--script FILE":
        ran = run("record", "--script", "evening.txt")
    else:
        ran = run("record", *given.split()[given == "stdin" :], stdin=EVENING)
    assert ran.code == DONE
    assert "4 deals written" in ran.err
    assert "revoke" in ran.err
    assert "Boris 8♥ alone · took 6, 2 short" in ran.out
    assert kinds(book).count("deal_settled") == DEALS
    assert kinds(book)[-1] == "session_closed"
    assert run("verify").code == DONE


def test_a_script_stops_at_the_first_impossible_line(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    script = SESSION + "b 8h 6\nc 9s =\ndeal turned h7\nauction 5h 3p\ntrick hk 5 hk 2\nd 5h 5\n"
    (tmp_path / "evening.txt").write_text(script, encoding="utf-8")
    ran = run("record", "--script", "evening.txt")
    assert ran.code == IMPOSSIBLE
    assert "evening.txt:6:12: " in ran.err  # the second king of hearts
    assert "2 deals written" in ran.err
    assert kinds(book) == ["session_opened", *["deal_opened", "result_stated", "deal_settled"] * 2]
    assert run("verify").code == DONE
    assert "1.2" in done("list", "1")
    assert "1.3" not in done("list", "1")


def test_a_deal_that_is_left_unsettled_is_written_before_the_next_one(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    begun = "deal turned h7\nauction 8h 3p\ntrick sk 4 9 a\n"
    script = f"{SESSION}{begun}{begun}trick sk 4 9 a\ndeal turned h7\nauction zz\n"
    ran = run("record", stdin=script)
    assert ran.code == IMPOSSIBLE
    assert "0 deals written" not in ran.err
    assert kinds(book).count("deal_opened") == 1  # the second one is not whole
    assert run("verify").code == DONE


@pytest.mark.parametrize(("line", "column"), [("zzz", 1), ("c 9s 10 nonsense", 9), ("b 8h 99", 6)])
def test_a_line_that_cannot_be_read_is_named_with_its_column(
    line: str, column: int, table: Path
) -> None:
    script = f"b 8h 6\n{line}\nc 9s =\n"
    (table / "evening.txt").write_text(script, encoding="utf-8")
    ran = run("record", "--script", "evening.txt")
    assert ran.code == USAGE
    assert f"evening.txt:2:{column}: " in ran.err
    assert "1 deal written" in ran.err
    assert kinds(table)[-1] == "deal_settled"
    assert run("record", stdin=script[7:]).err.count(f"stdin:1:{column}: ") == 1


def test_an_unfinished_deal_is_kept_and_gone_on_with(table: Path) -> None:
    deal = "deal turned h7\nauction 5h 3p\ntrick hk 5 9 2\n"
    assert "0 deals written" in run("record", stdin=deal).err
    assert kinds(table)[-1] == "play"
    assert "deal 1.1 in progress" in done("status")
    ran = run("record", stdin="give\ndone\n")
    assert (ran.code, "1 deal written" in ran.err) == (DONE, True)


def test_a_dry_run_checks_all_and_writes_nothing(table: Path) -> None:
    before = bytes_of(table)
    ran = run("record", "--dry-run", stdin="b 8h 6\nc 9s =\n")
    assert (ran.code, "2 deals checked" in ran.err) == (DONE, True)
    assert run("record", "--dry-run", stdin="b 8h 6\nb 8h 14\n").code == IMPOSSIBLE
    assert run("record", "--dry-run", stdin="b 8h 6\nzzz\n").code == USAGE
    assert bytes_of(table) == before


def test_what_is_irregular_is_told_and_kept(table: Path) -> None:
    ran = run("record", stdin="deal turned h7\nauction 6 p 5\n")
    assert ran.code == DONE
    assert "insufficient-call" in ran.err
    assert kinds(table).count("call") == 3


def test_a_warning_names_its_line(table: Path) -> None:
    (table / "evening.txt").write_text("deal turned h7\n\nauction 6 p 5\n", encoding="utf-8")
    ran = run("record", "--script", "evening.txt")
    (warning,) = (line for line in ran.err.splitlines() if "insufficient-call" in line)
    assert "evening.txt:3" in warning


def test_a_strict_table_refuses_what_is_irregular(table: Path) -> None:
    ran = run("record", "--strict", stdin="b 8h 6\ndeal turned h7\nauction 6 p 5\n")
    assert ran.code == FINDINGS  # ux 7.1: 1 is findings, of audit and of record --strict
    assert "stdin:3" in ran.err
    assert kinds(table)[-1] == "deal_settled"


@pytest.mark.parametrize(
    ("name", "data", "codes"),
    [
        ("missing.txt", None, {NOT_FOUND}),
        ("folder", None, {USAGE, NOT_FOUND}),
        ("", None, {USAGE, NOT_FOUND}),
        ("binary", bytes(range(256)), {USAGE}),
        ("utf16", "b 8h 6\n".encode("utf-16"), {USAGE}),
        ("latin1", "note Zoé\n".encode("latin-1"), {USAGE}),
    ],
)
def test_a_file_that_is_no_script(name: str, data: bytes | None, codes: set[int]) -> None:
    Path("folder").mkdir()
    make_book(Path("book"), SESSION)
    if data is not None:
        Path(name).write_bytes(data)
    before = bytes_of(Path())
    ran = run("--book", "book", "record", "--script", name)
    assert ran.code in codes, ran
    assert name in ran.err
    assert bytes_of(Path()) == before


def test_a_script_that_leaves_a_deal_open_says_so(table: Path) -> None:
    whole = run("record", stdin="b 8h 6\n")
    assert "left open" not in whole.err
    ran = run("record", stdin="b 8h 6\ndeal turned h7\nauction 8h 3p\ntrick sk 4 9 a\n")
    assert ran.code == DONE
    assert ran.err.splitlines()[-2:] == [
        "! deal 1.3 is left open, not settled: trickbook record goes on",
        "1 deal written: 1@6..1@18",
    ]
    assert kinds(table)[-1] == "play"


def test_line_ends_and_a_byte_order_mark_do_not_matter(table: Path) -> None:
    lines = "note Zoé\r\nb 8h 6\r\n\r\n# rien\r\n"
    (table / "windows.txt").write_bytes(b"\xef\xbb\xbf" + lines.encode())
    assert run("record", "--script", "windows.txt").code == DONE
    assert kinds(table)[1:] == ["noted", "deal_opened", "result_stated", "deal_settled"]


def test_the_prompt_says_where_we_are_and_goes_on_after_a_refusal(table: Path) -> None:
    lines = "deal turned h7\n6 p 7 p 8h 3p\nks 4 7 a\n9h 9h\nzzz\n\n9h 5 3 2\n"
    ran = run("record", stdin=lines, terminal=True)
    assert ran.code == DONE
    assert "1.1 auction B> " in ran.out
    assert "1.1 t2 A> " in ran.out
    assert "♥9 has already been played" in ran.err
    assert "'zzz'" in ran.err
    assert kinds(table).count("play") == 8
    lines_written = (table / FIRST_LOG).read_bytes().splitlines()
    assert len(lines_written) == 2 + 4  # session and seal, then an entry for each good line


def test_the_prompt_is_left_by_an_interrupt(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    before = bytes_of(table)
    assert run("record", terminal=True).code == INTERRUPTED
    assert bytes_of(table) == before


def test_with_no_input_nobody_is_asked(table: Path) -> None:
    ran = run("--no-input", "record", stdin="b 8h 6\n", terminal=True)
    assert ran.code == DONE
    assert "auction" not in ran.out
    assert kinds(table)[-1] == "deal_settled"


# -- add ------------------------------------------------------------------------------------------


def test_add_records_a_result_as_one_entry(table: Path) -> None:
    told = done("add", "b 8h 6")
    assert "Boris 8♥ alone · took 6, 2 short" in told
    assert "pool 40 → 80" in told
    assert events(table)[-1] == {
        "net": {"A": "35", "B": "-145", "C": "35", "D": "35"},
        "pool": "80",
        "type": "deal_settled",
    }
    entry = json.loads((table / FIRST_LOG).read_bytes().splitlines()[2])
    assert [event["type"] for event in entry["events"]] == [
        "deal_opened",
        "result_stated",
        "deal_settled",
    ]


def test_the_same_id_adds_nothing(table: Path) -> None:
    first = done("add", "b 8h 6", "--id", "x1")
    before = bytes_of(table)
    assert run("add", "b 8h 6", "--id", "x1") == Ran(DONE, first, "")
    assert bytes_of(table) == before
    done("add", "c 9s =", "--id", "x2")
    before = bytes_of(table)
    assert run("add", "b 8h 6", "--id", "x1").code == DONE  # and not only the last one
    assert bytes_of(table) == before


def test_an_id_used_for_something_else_is_refused(table: Path) -> None:
    done("add", "b 8h 6", "--id", "x1")
    before = bytes_of(table)
    refused(run("add", "b 8h 7", "--id", "x1"), BUSY, "x1")
    refused(run("note", "1.1", "hm", "--id", "x1"), BUSY, "x1")
    assert bytes_of(table) == before


def test_the_expected_number_is_checked(table: Path) -> None:
    before = bytes_of(table)
    refused(run("add", "b 8h 6", "--expect-seq", "7"), BUSY, "7")
    assert bytes_of(table) == before
    assert run("add", "b 8h 6", "--expect-seq", "2").code == DONE


def test_a_dry_run_of_add_is_refused_as_add_would_be(table: Path) -> None:
    before = bytes_of(table)
    assert "Boris" in done("add", "b 8h 6", "--dry-run")
    assert run("add", "b 8h 14", "--dry-run").code == IMPOSSIBLE
    assert run("add", "b 8h 6", "--dry-run", "--expect-seq", "7").code == BUSY
    assert bytes_of(table) == before


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("", USAGE, "b 8h 6"),
        ("  # nothing", USAGE, "b 8h 6"),
        ("b 8h x", USAGE, "'x'"),
        ("x 8h 6", USAGE, "'x'"),
        ("b 8h 99999999999999999999", USAGE, "99999999999999999999"),
        ("b 8h 14", IMPOSSIBLE, "14 tricks of 13"),
        ("po 1 2 3", USAGE, "four"),
        ("po 1 2 3 4", IMPOSSIBLE, "add up to 10"),
        ("b pic 1", IMPOSSIBLE, "piccolissimo"),
        ("a askc 5", IMPOSSIBLE, "no demands"),
        ("b+c 8h 6", IMPOSSIBLE, "partner"),
        ("session boston A=a B=b C=c D=d", IMPOSSIBLE, "close"),
    ],
)
def test_add_refused_writes_nothing(line: str, code: int, word: str, table: Path) -> None:
    before = bytes_of(table)
    refused(run("add", line), code, word)
    assert bytes_of(table) == before


@pytest.mark.parametrize(
    "line", ["8h 6", "8h", "auction 6 p", "deal 8 dealer A", "deal", "h a AKQ7.T53.-.J92864"]
)
def test_add_leaves_no_deal_open_without_a_result(line: str, table: Path) -> None:
    before = bytes_of(table)
    for more in ([], ["--id", "x1"], ["--dry-run"]):
        refused(run("add", line, *more), USAGE, "who, call and tricks, as b 8h 6", "record takes")
        assert bytes_of(table) == before


def test_add_takes_the_result_of_an_open_deal_and_no_card_of_it(table: Path) -> None:
    done("record", stdin="deal turned h7\nauction 8h 3p\n")
    before = bytes_of(table)
    refused(run("add", "sk 4 9 a"), USAGE, "record takes")
    assert bytes_of(table) == before
    done("add", "note # the light went out")
    done("add", "result 8 each 40")
    assert kinds(table)[-1] == "deal_settled"


@pytest.mark.parametrize("game", ["boston", "fontainebleau"])
def test_all_passed_without_tricks_is_told_what_is_missing(game: str, tmp_path: Path) -> None:
    new = str(tmp_path / "new")
    done("init", new)
    done("--book", new, "open", "--game", game, "--seats", SEATS)
    missing = "deal 1 is not settled: nobody noted the tricks of A B C D (po 6 4 2 1)"
    assert missing in run("--book", new, "add", "po").err
    settled = run("--book", new, "add", "result 6 4 2 1")
    assert (settled.code, settled.err) == (DONE, "")
    assert kinds(tmp_path / "new")[-1] == "deal_settled"


def test_add_tells_of_a_result_that_does_not_settle_its_deal(table: Path) -> None:
    ran = run("add", "result b 8h")
    assert (ran.code, "deal 1 is not settled: nobody noted the tricks" in ran.err) == (DONE, True)
    assert (run("add", "result 6").err, kinds(table)[-1]) == ("", "deal_settled")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ada 8h 6", "'ada' is not a call: Ada sits at A, so a 8h 6"),
        ("Dmitri 6 6", "'Dmitri' is not a call: Dmitri sits at D, so d 6 6"),
        ("result chloé gm 0", "'chloé' is not a score or a flag: Chloé sits at C, so c gm 0"),
    ],
)
def test_a_player_named_where_a_seat_is_due_is_told_by_letter(
    line: str, told: str, table: Path
) -> None:
    ran = run("--book", str(table), "add", line)
    assert (ran.code, ran.err.splitlines()[-1]) == (USAGE, told)


def test_a_name_that_two_players_bear_is_not_guessed(book: Path) -> None:
    names = "A=Ada Orlova,B=Boris Orlov,C=Ada Braun,D=Dmitri"
    done("--book", str(book), "open", "--seats", names)
    ran = run("--book", str(book), "add", "ada 8h 6")
    assert (ran.code, ran.err.splitlines()[-1]) == (USAGE, "'ada' is not a call")
    assert "Boris Orlov sits at B" in run("--book", str(book), "add", "orlov 8h 6").err


def test_a_token_that_is_not_understood_is_marked(table: Path) -> None:
    err = run("--book", str(table), "add", "b 8h x").err
    assert err.startswith("trickbook: b 8h x\n                ^\n")


def test_add_needs_an_open_session(book: Path) -> None:
    before = bytes_of(book)
    refused(run("add", "b 8h 6"), NOT_FOUND, "trickbook open")
    assert bytes_of(book) == before


def test_who_is_writing_is_told(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.append.LOCK_SECONDS", 0.05)
    before = bytes_of(table)
    with FileLock(f"{FIRST_LOG}.lock"):
        (table / f"{FIRST_LOG}.lock").write_text("zoë, process 7", encoding="utf-8")
        refused(run("add", "b 8h 6"), BUSY, "zoë, process 7", FIRST_LOG)
        refused(run("note", "1.1", "x"), NOT_FOUND)
    assert bytes_of(table) == before
    assert run("add", "b 8h 6").code == DONE


def test_a_full_disk_leaves_the_log_as_it_was(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = bytes_of(table)
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        ran = run("add", "b 8h 6")
    assert ran.code in CODES - {DONE, FINDINGS}
    assert os.strerror(errno.ENOSPC) in ran.err
    assert bytes_of(table) == before
    assert run("add", "b 8h 6").code == DONE


def test_a_disk_that_fills_up_amid_a_script_is_told_with_what_was_written(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, sync = 3, os.fsync

    def filling(handle: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(handle)

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", filling)
        ran = run("record", stdin="b 8h 6\n" * 9)
    written, why = ran.err.splitlines()
    assert (ran.code, os.strerror(errno.ENOSPC) in why) == (BUSY, True)
    deals = [event for event in kinds(table) if event == "deal_settled"]
    assert 0 < len(deals) < 9
    assert written.startswith(f"{len(deals)} deal")


# -- what all that write have in common -----------------------------------------------------------

BEFORE: Final = {
    "open": "close 2",
    "record --script lines.txt": None,
    "add 'c 9s ='": None,
    "note 2.1 hm": None,
    "fix 2.1 'end b 8h 7' --reason slip": None,
    "undo": None,
    "redo": "undo",
    "void 2.1 --reason pack --yes": None,
    "close 2 --yes": None,
}
"""The commands that write into a log, and what has to be done before they can."""


@pytest.fixture(params=BEFORE)
def writing(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A command that writes, in a book where it can."""
    make_book(tmp_path, EVENING, SESSION + "b 8h 6\n")
    (tmp_path / "lines.txt").write_text("c 9s =\nd gm 0\n", encoding="utf-8")
    line = str(request.param)
    if (before := BEFORE[line]) is not None:
        done(*before.split())
    return [*shlex.split(line), *(["--seats", SEATS] if line == "open" else [])]


def next_number(writing: list[str], tmp_path: Path) -> int:
    """The number of the event that comes next in the log that a command writes to."""
    return 0 if writing[0] == "open" else len(all_events(tmp_path))


def all_events(folder: Path) -> list[Any]:
    lines = (folder / "sessions/0002.jsonl").read_bytes().splitlines()
    return [event for line in lines for event in json.loads(line)["events"]]


def test_a_dry_run_writes_nothing(writing: list[str], tmp_path: Path) -> None:
    before = bytes_of(tmp_path)
    assert run(*writing, "--dry-run").code == DONE
    number = next_number(writing, tmp_path)
    assert run(*writing, "--dry-run", "--expect-seq", str(number)).code == DONE
    assert run(*writing, "--dry-run", "--expect-seq", str(number + 1)).code == BUSY
    assert bytes_of(tmp_path) == before


def test_the_number_of_the_first_event_is_checked(writing: list[str], tmp_path: Path) -> None:
    before = bytes_of(tmp_path)
    number = next_number(writing, tmp_path)
    refused_as_stale = run(*writing, "--expect-seq", str(number + 1))
    assert refused_as_stale.code == BUSY
    assert str(number + 1) in refused_as_stale.err
    assert bytes_of(tmp_path) == before
    assert run(*writing, "--expect-seq", str(number)).code == DONE


def test_the_same_command_under_the_same_id_adds_nothing(
    writing: list[str], tmp_path: Path
) -> None:
    first = run(*writing, "--id", "x1", "--by", "zoë")
    before = bytes_of(tmp_path)
    assert first.code == DONE
    assert run(*writing, "--id", "x1", "--by", "zoë") == first
    assert bytes_of(tmp_path) == before


def test_an_id_that_another_command_has_is_refused(writing: list[str], tmp_path: Path) -> None:
    done("note", "1.1" if writing[0] in {"open", "redo"} else "2.1", "other", "--id", "x1")
    if writing[0] == "redo":
        done("add", "c 9s =", "--id", "x1")
        done("undo")
    before = bytes_of(tmp_path)
    ran = run(*writing, "--id", "x1")
    assert (ran.code == BUSY) == (writing[0] != "open")  # a new log has ids of its own
    assert writing[0] == "open" or bytes_of(tmp_path) == before


def test_what_was_written_has_an_address_and_a_scorer(writing: list[str], tmp_path: Path) -> None:
    number = next_number(writing, tmp_path)
    ran = run(*writing)
    session = 3 if writing[0] == "open" else 2
    assert f"{session}@{number}" in (ran.err if writing[0] == "record" else ran.out)
    lines = (tmp_path / f"sessions/{session:04}.jsonl").read_bytes().splitlines()
    assert json.loads(lines[-2])["by"] == "anna"  # $USER, as the fixture has it


def test_a_script_under_an_id_is_one_entry_a_session(tmp_path: Path) -> None:
    make_book(tmp_path)
    arguments = ["record", "--script", "-", "--id", "x1"]
    first = run(*arguments, stdin=EVENING + SESSION + "b 8h 6\n")
    assert first.err.endswith("5 deals written: 1@0..1@77, 2@0..2@3\n")
    before = bytes_of(tmp_path)
    assert run(*arguments, stdin=EVENING + SESSION + "b 8h 6\n") == first
    assert bytes_of(tmp_path) == before
    assert run(*arguments, stdin=SESSION + "b 8h 7\n").code == BUSY
    assert run(*arguments, stdin="c 9s =\nb 8h 14\n").code == IMPOSSIBLE
    assert bytes_of(tmp_path) == before


@pytest.mark.usefixtures("table")
def test_the_prompt_has_no_id() -> None:
    refused(run("record", "--id", "x1", terminal=True, stdin="b 8h 6\n"), USAGE, "--script")


@pytest.mark.parametrize("option", [["--id", ""], ["--expect-seq", "-1"]])
def test_what_is_no_id_and_no_number(option: list[str], writing: list[str], tmp_path: Path) -> None:
    before = bytes_of(tmp_path)
    refused(run(*writing, *option), USAGE, option[0])
    assert bytes_of(tmp_path) == before


def test_an_empty_scorer_is_nobody(writing: list[str], tmp_path: Path) -> None:
    assert run(*writing, "--by", "").code == DONE
    session = 3 if writing[0] == "open" else 2
    lines = (tmp_path / f"sessions/{session:04}.jsonl").read_bytes().splitlines()
    assert "by" not in json.loads(lines[-2])


def test_a_void_says_why(book: Path) -> None:
    before = bytes_of(book)
    refused(run("void", "1.1", "--reason", " ", "--yes"), USAGE, "--reason")
    assert bytes_of(book) == before


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("line", ["close 1.2", "undo --session 1.2", "redo --session 1@3"])
def test_a_deal_is_no_session_to_write_to(line: str) -> None:
    refused(run(*line.split()), USAGE, "1 was expected")


def test_no_session_is_opened_in_a_loose_log(book: Path) -> None:
    before = bytes_of(book)
    arguments = ["open", "--seats", SEATS, "--game", "boston", "--book", FIRST_LOG]
    refused(run(*arguments), USAGE, "is one log", "trickbook init")
    assert bytes_of(book) == before


def test_without_a_game_it_is_told_how_to_name_one(tmp_path: Path) -> None:
    done("init", "new")
    refused(run("--book", str(tmp_path / "new"), "open", "--seats", SEATS), USAGE, "--game")


def test_init_can_be_tried(book: Path, tmp_path: Path) -> None:
    before = bytes_of(tmp_path)
    assert "nothing written" in run("init", "new", "--dry-run").err
    refused(run("init", str(book), "--dry-run"), IMPOSSIBLE, "is a book already")
    refused(run("init", "book.json/new", "--dry-run"), NOT_FOUND, "book.json")
    assert bytes_of(tmp_path) == before
    assert not (tmp_path / "new").exists()


def test_a_book_inside_a_book_is_told(book: Path) -> None:
    assert f"inside the book {book.resolve()}" in run("init", "new").err


# -- note, close ----------------------------------------------------------------------------------


def test_a_note_stands_on_its_deal(book: Path) -> None:
    text = 'the light went out # "and" <so> 🙂'
    told = done("note", "1.2", text, "--by", "zoë")
    assert told.startswith("1@")
    assert events(book)[-1] == {"deal": 2, "text": text, "type": "noted"}
    assert text in done("log", "1", "--type", "noted")
    assert run("verify").code == DONE


def test_a_note_is_retried_by_its_id(book: Path) -> None:
    first = done("note", "1.2", "hm", "--id", "n1")
    before = bytes_of(book)
    assert done("note", "1.2", "hm", "--id", "n1") == first
    assert bytes_of(book) == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["1.9", "x"], NOT_FOUND),
        (["2.1", "x"], NOT_FOUND),
        (["1", "x"], USAGE),
        (["1.1", ""], USAGE),
        (["1.1", "  "], USAGE),
        (["x", "x"], USAGE),
        (["1.1", "x", "--expect-seq", "1"], BUSY),
    ],
)
def test_a_note_refused_writes_nothing(arguments: list[str], code: int, book: Path) -> None:
    before = bytes_of(book)
    refused(run("note", *arguments), code)
    refused(run("note", *arguments, "--dry-run"), code)
    assert bytes_of(book) == before


def test_close_ends_a_session(table: Path) -> None:
    done("add", "b 8h 6")
    before = bytes_of(table)
    done("close", "--dry-run")
    assert bytes_of(table) == before
    assert done("close").startswith("1@")
    assert kinds(table)[-1] == "session_closed"
    refused(run("close"), IMPOSSIBLE, "closed already")


@pytest.mark.usefixtures("table")
def test_a_session_is_not_closed_over_an_open_deal() -> None:
    done("record", stdin="deal turned h7\nauction 6 p\n")
    refused(run("close"), IMPOSSIBLE, "1.1")


def test_close_asks_about_open_findings(table: Path) -> None:
    done("add", "b 8h 8 each 20")
    before = bytes_of(table)
    refused(run("close"), USAGE, "4 open findings", "--yes")
    assert run("close").err.count("4 open findings") == 1
    refused(run("-q", "close"), USAGE, "4 open findings", "--yes")
    refused(run("-q", "void", "1.1", "--reason", "x"), USAGE, "deal 1.1", "--yes")
    refused(run("--no-input", "close", terminal=True, stdin="y\n"), USAGE, "--yes")
    answered_no = run("close", terminal=True, stdin="n\n")
    assert bytes_of(table) == before
    assert answered_no.code == INTERRUPTED  # ux 7.1: interrupted or answered no
    assert run("close", terminal=True, stdin="y\n").code == DONE
    assert kinds(table)[-1] == "session_closed"


@pytest.mark.usefixtures("table")
def test_yes_is_not_asked() -> None:
    done("add", "b 8h 8 each 20")
    assert done("close", "--yes").startswith("1@")
