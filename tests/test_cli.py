"""The command line in process: what each command prints, where, and with which exit code.

`run` is the door for all `test_cli*.py`: a command with its own stdin, stdout and stderr.
"""

import contextlib
import functools
import hashlib
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from unittest import mock

import pytest

from core.games import ALL
from replay.cli import main

Document: TypeAlias = dict[str, Any]

DONE, FINDINGS, USAGE, NOT_FOUND, IMPOSSIBLE, DAMAGED, BUSY = range(7)
INTERRUPTED: Final = 130
CODES: Final = frozenset({0, 1, 2, 3, 4, 5, 6, 130, 141})
"""The exit codes that a user may see; 70 is a fault of the program."""

SEATS: Final = "A=Ada,B=Boris,C=Chloé,D=Dmitri"
SESSION: Final = "session boston A=Ada B=Boris C=Chloé D=Dmitri\n"
EVENING: Final = """\
session boston A=Ada B=Boris C=Chloé D=Dmitri dealer A played 2026-11-29 title "An evening"
deal turned 5h
h a AJ87.Q.KQJ942.A6
h b Q.AKT9854.AT87.T
h c KT965.J763.3.KJ4
h d 432.2.65.Q987532
auction 5 p p k 8 3p
trump h
trick ha 3 2 q
trick hk 6 s2 d2
trick h10 j c2 d4
trick s6 3 a q
trick ca 10 4 3
trick dk a h7 5         # Chloé trumps a diamond …
trick sk 4 7 h4
trick d7 3 6 9          # … and follows in diamonds two tricks later
trick dq 8 s5 c5
trick sj h5 s9 c7
trick d10 cj c8 dj
trick c6 h8 k 9
done
deal turned ks
c 7s 7
deal turned 9c
d 6c 7 each 20          # fifteen are due
deal turned 3d
po 6 4 2 1
close
"""
"""Four deals: a revoke in the sixth trick of the first, a wrong amount in the third."""

DEALS: Final = 4
FIRST_LOG: Final = "sessions/0001.jsonl"


class Ran(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def documents(self) -> list[Document]:
        """The JSON objects that were printed, one a line."""
        documents = [json.loads(line) for line in self.out.splitlines()]
        assert all(isinstance(document, dict) for document in documents), self
        return documents

    @property
    def document(self) -> Document:
        """The only JSON object that was printed."""
        (document,) = self.documents
        return document


class Stream(io.TextIOWrapper):
    """A standard stream; a terminal if wanted."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


def stream(data: bytes = b"", encoding: str = "utf-8", errors: str = "strict") -> Stream:
    return Stream(io.BytesIO(data), encoding, errors, newline=None, write_through=True)


def printed(channel: Stream) -> str:
    buffer = channel.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(channel.encoding)


def run(
    *arguments: str, stdin: str | bytes = b"", terminal: bool = False, encoding: str = "utf-8"
) -> Ran:
    """Run a command; what it leaves by any other way than its exit code is an error."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    into = stream(data, errors="surrogateescape")
    into.terminal = terminal
    out, err = stream(encoding=encoding), stream(encoding=encoding, errors="backslashreplace")
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch("sys.stdin", into),
    ):
        code = main(list(arguments))
    return Ran(code, printed(out), printed(err))


def done(*arguments: str, stdin: str | bytes = b"") -> str:
    """Run a command that must end well; gives its data."""
    ran = run(*arguments, stdin=stdin)
    assert (ran.code, ran.err[:0]) == (DONE, ""), ran
    return ran.out


@functools.cache
def log_of(script: str) -> bytes:
    """Record a script once; gives the log."""
    with tempfile.TemporaryDirectory() as place:
        book = Path(place, "book")
        done("init", str(book))
        done("--book", str(book), "record", "--by", "anna", stdin=script)
        return (book / FIRST_LOG).read_bytes()


def make_book(folder: Path, *scripts: str) -> Path:
    """Make a book with a session for each script."""
    (folder / "sessions").mkdir(parents=True)
    mark = '{"format":1,"title":"T","game":"boston","unit":"white counter"}'
    (folder / "book.json").write_text(mark, encoding="utf-8")
    for number, script in enumerate(scripts, 1):
        (folder / f"sessions/{number:04}.jsonl").write_bytes(log_of(script))
    return folder


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Read every file below a folder, but for locks: they hold nothing of the record."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    }


def stand_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the user's books and settings out of it."""
    monkeypatch.chdir(tmp_path)
    for name in ("TRICKBOOK_BOOK", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("USER", "anna")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def refused(ran: Ran, code: int, *words: str) -> None:
    """See that a command was refused in words: on stderr, without data, naming what is said."""
    assert ran.code == code, ran
    assert ran.out == "", ran
    assert "Traceback" not in ran.err
    assert [word for word in words if word not in ran.err] == [], ran


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with the evening, found from the folder the test works in."""
    return make_book(tmp_path, EVENING)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A book whose only session is open and has no deal yet."""
    return make_book(tmp_path, SESSION)


def events(book: Path, number: int = 1) -> list[Any]:
    """Read the events of a session as they are written, seals left out."""
    lines = (book / f"sessions/{number:04}.jsonl").read_bytes().splitlines()
    written = [event for line in lines for event in json.loads(line)["events"]]
    return [e for e in written if isinstance(e, str) or e["type"] != "sealed"]


def kinds(book: Path, number: int = 1) -> list[str]:
    """Name the kinds of a session's events."""
    return [e.split()[0] if isinstance(e, str) else e["type"] for e in events(book, number)]


# -- the program as a whole -----------------------------------------------------------------------

COMMANDS = (
    "init open record add note close status list show log replay audit explain score verify head"
    " rules games simulate demo schema help"
).split()


def test_the_version_is_told() -> None:
    assert done("--version").startswith("trickbook ")


@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["help"]])
def test_help_names_every_command(asked: list[str]) -> None:
    told = done(*asked)
    assert [name for name in COMMANDS if f"  {name} " not in told] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command: str) -> None:
    told = done(command, "--help")
    assert f"trickbook {command}" in told


def test_without_a_command_help_is_a_refusal() -> None:
    refused(run(), USAGE, "Usage: trickbook", "audit")


def test_a_slip_in_a_command_is_guessed() -> None:
    refused(run("recrod"), USAGE, "No such command 'recrod'", "'record'")


@pytest.mark.parametrize("beginning", ["game", "gam", "g"])
def test_the_beginning_of_a_command_is_enough(beginning: str) -> None:
    assert done(beginning) == done("games")


def test_an_ambiguous_beginning_lists_the_commands() -> None:
    refused(run("s"), USAGE, "score", "show", "simulate", "status", "schema")


def test_a_beginning_works_with_arguments(book: Path) -> None:
    assert done("stat", "--book", str(book)) == done("status", "--book", str(book))


@pytest.mark.parametrize(
    "arguments",
    [
        ["games", "--nonsense"],
        ["show"],
        ["score", "boston"],
        ["add", "b 8h 6", "--expect-seq", "x"],
        ["simulate", "boston", "--deals", "0", "-o", "x.jsonl"],
        ["simulate", "boston", "--deals", "2"],
        ["--color", "perhaps", "games"],
        ["help", "nothing"],
        ["audit", "--fail-on", "anything"],
        ["games", "boston"],
    ],
)
def test_a_wrong_option_or_argument_is_usage(arguments: list[str]) -> None:
    refused(run(*arguments), USAGE)


def test_the_book_is_named_before_or_after_the_command(tmp_path: Path) -> None:
    here = str(make_book(tmp_path / "here", EVENING))
    there = str(make_book(tmp_path / "there", SESSION))
    assert done("list", "--book", here) == done("--book", here, "list")
    assert done("--book", there, "list", "--book", here) == done("list", "--book", here)


def test_the_environment_names_a_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = make_book(tmp_path / "here", EVENING), make_book(tmp_path / "there", SESSION)
    monkeypatch.setenv("TRICKBOOK_BOOK", str(here))
    assert done("list") == done("list", "--book", str(here))
    assert done("list", "--book", str(there)) != done("list")


def test_the_nearest_book_upward_is_found(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (book / "deep/er").mkdir(parents=True)
    monkeypatch.chdir(book / "deep/er")
    assert "session 1 closed" in done("status")


@pytest.mark.parametrize(
    "arguments", [["status"], ["list"], ["audit"], ["add", "b 8h 6"], ["show", "1.1"], ["close"]]
)
def test_without_a_book_it_is_told_how_to_make_one(arguments: list[str]) -> None:
    refused(run(*arguments), NOT_FOUND, "trickbook init", "--book")


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    refused(run("--book", "nowhere", "status"), NOT_FOUND, "nowhere")
    (tmp_path / "plain").mkdir()
    refused(run("--book", "plain", "status"), NOT_FOUND, "plain")


@pytest.mark.parametrize("mark", ["", "x", "[]", '{"title":'])
def test_a_mark_that_cannot_be_read_is_damage(book: Path, mark: str) -> None:
    (book / "book.json").write_text(mark, encoding="utf-8")
    refused(run("status"), DAMAGED, "book.json")


READING = (
    "status", "list", "list 1", "show 1.1", "show 1.1:t6.3", "show 1.1:t6.3 --seat B", "log",
    "log 1.2", "replay", "replay 1.2", "audit", "audit 1.2", "explain 1.1", "explain revoke",
    "explain revoke@1.1:t6.3", "explain AB_FAIL", "verify", "verify 1", "head", "head 1", "rules",
    "rules boston", "games", f"audit ./{FIRST_LOG}", f"verify {FIRST_LOG}", f"head {FIRST_LOG}",
    f"replay {FIRST_LOG}", f"--book {FIRST_LOG} list", f"--book {FIRST_LOG} status",
    f"--book {FIRST_LOG} show 1.1", f"--book {FIRST_LOG} log 1.1", f"log {FIRST_LOG}",
)  # fmt: skip


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("line", READING)
def test_json_is_one_object_a_line_that_names_its_schema(line: str) -> None:
    ran = run(*line.split(), "--json")
    assert ran.code in {DONE, FINDINGS}
    assert ran.documents
    named = [document.get("schema", "") for document in ran.documents]
    assert [name for name in named if not name.startswith("trickbook.")] == []


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("line", READING)
def test_reading_changes_no_byte(line: str, tmp_path: Path) -> None:
    before = bytes_of(tmp_path)
    text, document = run(*line.split()), run(*line.split(), "--json")
    assert text.code == document.code
    assert text.out or line in {"verify"} or line.startswith("audit")
    assert bytes_of(tmp_path) == before


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("line", READING)
def test_letters_do_where_signs_cannot_be_shown(line: str) -> None:
    ran = run(*line.split(), encoding="ascii")
    assert ran.code in {DONE, FINDINGS}, ran.err
    assert ran.out.isascii()
    assert run("--ascii", *line.split()).code == ran.code


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("sign", list("♠♥♦♣→−…·─│"))
def test_ascii_draws_no_signs(sign: str) -> None:
    told = [run("--ascii", *line.split()) for line in READING]
    assert [ran for ran in told if sign in ran.out] == []


# -- colours --------------------------------------------------------------------------------------

ESCAPE = "\x1b["


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("option", "environment", "coloured"),
    [
        ("auto", {}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ("always", {"NO_COLOR": "1"}, True),
        ("always", {"TERM": "dumb"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours(
    option: str, environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for command in ("audit", "verify"):
        assert (ESCAPE in run("--color", option, command).out) is coloured
    assert ESCAPE not in run("--color", option, "audit", "--json").out


# -- init -----------------------------------------------------------------------------------------


def test_init_makes_a_book(tmp_path: Path) -> None:
    ran = run("init", "new/book", "--game", "boston", "--title", "Ours", "--unit", "fish")
    assert (ran.code, ran.out) == (DONE, "")
    assert "new/book" in ran.err
    mark = json.loads((tmp_path / "new/book/book.json").read_bytes())
    assert mark == {"format": 1, "game": "boston", "title": "Ours", "unit": "fish"}
    assert "no session yet" in done("--book", "new/book", "status")


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


@pytest.mark.parametrize(
    ("line", "column"), [("zzz", 1), ("c 9s 10 nonsense", 9), ("note x\x00", 7), ("b 8h 99", 6)]
)
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


def test_line_ends_and_a_byte_order_mark_do_not_matter(table: Path) -> None:
    lines = "note Zoé\r\nb 8h 6\r\n\r\n# rien\r\n"
    (table / "windows.txt").write_bytes(b"\xef\xbb\xbf" + lines.encode())
    assert run("record", "--script", "windows.txt").code == DONE
    assert kinds(table) == ["session_opened", "noted", "deal_opened", "result_stated"] + [
        "deal_settled"
    ]


def test_the_prompt_says_where_we_are_and_goes_on_after_a_refusal(table: Path) -> None:
    lines = "deal turned h7\n6 p 7 p 8h 3p\nks 4 7 a\n9h 9h\nzzz\n\n9h 5 3 2\n"
    ran = run("record", stdin=lines, terminal=True)
    assert ran.code == DONE
    assert "1.1 auction B> " in ran.out
    assert "1.1 t2 A> " in ran.out
    assert "9H" in ran.err
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


def test_a_token_that_is_not_understood_is_marked(table: Path) -> None:
    err = run("add", "b 8h x", "--book", str(table)).err
    assert "b 8h x\n     ^\n" in err


def test_add_needs_an_open_session(book: Path) -> None:
    before = bytes_of(book)
    refused(run("add", "b 8h 6"), NOT_FOUND, "trickbook open")
    assert bytes_of(book) == before


# -- note, close ----------------------------------------------------------------------------------


def test_a_note_stands_on_its_deal(book: Path) -> None:
    seq = len((book / FIRST_LOG).read_bytes().split(b'"seq":'))
    text = 'the light went out # "and" <so> 🙂'
    told = done("note", "1.2", text, "--by", "zoë")
    assert told.startswith("1@")
    assert events(book)[-1] == {"deal": 2, "text": text, "type": "noted"}
    assert text in done("log", "1", "--type", "noted")
    assert run("verify").code == DONE
    assert seq > 0


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


def test_a_session_is_not_closed_over_an_open_deal(table: Path) -> None:
    done("record", stdin="deal turned h7\nauction 6 p\n")
    refused(run("close"), IMPOSSIBLE, "1.1")


def test_close_asks_about_open_findings(table: Path) -> None:
    done("add", "b 8h 8 each 20")
    before = bytes_of(table)
    refused(run("close"), USAGE, "4 open findings", "--yes")
    refused(run("--no-input", "close", terminal=True, stdin="y\n"), USAGE, "--yes")
    answered_no = run("close", terminal=True, stdin="n\n")
    assert bytes_of(table) == before
    assert answered_no.code == INTERRUPTED  # ux 7.1: interrupted or answered no
    assert run("close", terminal=True, stdin="y\n").code == DONE
    assert kinds(table)[-1] == "session_closed"


def test_yes_is_not_asked(table: Path) -> None:
    done("add", "b 8h 8 each 20")
    assert done("close", "--yes").startswith("1@")


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
        "open_deal": None,
        "number": 2,
        "dealer": "B",
        "pool": "80",
        "players": {"A": "Ada", "B": "Boris", "C": "Chloé", "D": "Dmitri"},
        "balances": {"A": "1025", "B": "845", "C": "1025", "D": "1025"},
        "findings": 0,
    }


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
    assert (
        list(document)
        == ("schema deal step seat hands table leader turn lawful tricks trumps talon text").split()
    )
    assert done("show", f"1.1:{step}").rstrip("\n") == document["text"]


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
    assert [document["hands"][seat] for seat in "ACD"] == ["...??????", "...???????", "...???????"]
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
        (["1.1", "--seat", "E"], USAGE, "E"),
        (["1.1", "--seat", ""], USAGE, "seat"),
    ],
)
def test_what_cannot_be_shown(arguments: list[str], code: int, word: str) -> None:
    refused(run("show", *arguments), code, word)
    refused(run("show", *arguments, "--json"), code, word)


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
    assert [row["text"] for row in calls][:4] == ["call B 5", "call C pass", "call D pass"] + [
        "call A keep"
    ]
    assert done("log", "--by", "nobody") == ""
    assert len(run("log", "--by", "anna", "--json").documents) > len(calls)


@pytest.mark.usefixtures("book")
def test_the_log_at_an_event() -> None:
    (row,) = run("log", "1@38", "--json").documents
    assert (row["event"], row["text"]) == ("1@38", "play C 7H")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("count", ["0", "-1", "-99"])
def test_the_log_shows_no_fewer_than_one(count: str) -> None:
    refused(run("log", "-n", count), USAGE)


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
    assert sum(row["deals"] for row in rows) == 30
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

REPLAY_KEYS = (
    "schema file session deal number game edition options players dealer turned belle hands talon"
    " discards calls contract caller partner trumps target made tricks play contributions payments"
    " net pool division points recorded balances level findings"
).split()


@pytest.mark.usefixtures("book")
def test_replay_for_programs() -> None:
    deals = run("replay", "--json").documents
    assert [deal["deal"] for deal in deals] == ["1.1", "1.2", "1.3", "1.4"]
    assert [[key for key in REPLAY_KEYS if key not in deal] for deal in deals] == [[]] * DEALS
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
    assert list(document) == ["schema", "ok", "deals", "counts", "findings", "unchecked"]
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
    assert run("audit", "--code", "no-such").code == DONE


def test_a_clean_audit(several: Path) -> None:
    ran = run("audit", str(several))
    assert ran == Ran(DONE, "", "0 findings in 30 deals\n")


DAMAGE = {
    "edited": lambda log: log.replace(b'"tricks":7', b'"tricks":6', 1),
    "line lost": lambda log: b"".join(log.splitlines(keepends=True)[:2] + log.splitlines(True)[3:]),
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
    assert (
        list(document)
        == ("schema file ok events sealed bytes head head_found first_bad message").split()
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
    done("record", stdin="deal turned h7\nauction 6 p\n", *[])
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


# -- rules, games, schema, help -------------------------------------------------------------------


def test_the_games() -> None:
    document = run("games", "--json").document
    assert document["schema"] == "trickbook.games/1"
    assert [game["game"] for game in document["games"]] == [book.key for book in ALL]
    assert document["games"][0] == {
        "game": "boston",
        "title": ALL[0].title,
        "edition": 1,
        "seats": [4],
        "deals": 12,
    }
    assert done("games").count("\n") == len(ALL)


def test_a_rule_book_for_programs() -> None:
    document = run("rules", "boston", "--json").document
    assert (
        list(document)
        == ("schema game title edition seats direction deals ladder calls tables options").split()
    )
    assert document["ladder"][3] == {
        "rung": 4,
        "contract": "little-misere",
        "title": "little misère",
    }
    assert document["tables"]["AB_FAIL"]["columns"][:3] == ["bid", "1", "2"]
    assert document["tables"]["AB_FAIL"]["rows"][3][:3] == [8, 25, 35]
    assert document["options"][0] == {
        "name": "division",
        "values": ["exact", "whole"],
        "default": "exact",
        "rule": "C-1",
    }
    assert [one["game"] for one in run("rules", "--json").documents] == [book.key for book in ALL]


def test_a_rule_book_in_words() -> None:
    told = done("rules", "boston")
    for word in ("AB_WIN", "AB_FAIL", "preference_binding", "exact_suit", "AB-G4"):
        assert word in told
    assert done("rules", "boston", "--table", "AB_WIN").startswith("AB_WIN\n")
    refused(run("rules", "whist"), USAGE, "whist")
    refused(run("rules", "boston", "--table", "X"), NOT_FOUND, "AB_WIN")


def test_the_schema_and_the_codes() -> None:
    codes = json.loads(done("schema", "--codes"))
    assert codes["codes"]["revoke"]["severity"] == "irregular"
    forms = json.loads(done("schema", "--forms"))
    assert forms["forms"]["card_played"] == "play seat card"
    assert "$schema" in json.loads(done("schema"))


def test_help_shows_the_grammar_on_one_screen() -> None:
    told = done("help", "entry")
    assert "WHAT TO TYPE" in told
    assert max(map(len, told.splitlines())) <= 80


# -- simulate, demo -------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_deals(tmp_path: Path) -> None:
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        ran = run("simulate", "boston", "--deals", "20", "--seed", seed, "-o", f"{name}.jsonl")
        assert (ran.code, ran.out) == (DONE, "")
    one, same, other = (tmp_path / f"{name}.jsonl" for name in "abc")
    assert one.read_bytes() == same.read_bytes() != other.read_bytes()
    assert run("audit", "a.jsonl", "--fail-on", "note").code == DONE
    assert len(done("replay", "a.jsonl").splitlines()) == 20


def test_a_book_is_simulated(tmp_path: Path) -> None:
    arguments = ["--deals", "15", "--seed", "3", "--opt", "lost_slam=stop", "-o", "book"]
    assert run("simulate", "boston", *arguments).code == DONE
    rows = run("--book", "book", "list", "--json").documents
    assert sum(row["deals"] for row in rows) == 15
    assert events(tmp_path / "book")[0]["options"]["lost_slam"] == "stop"
    assert run("--book", "book", "verify").code == DONE
    assert run("--book", "book", "audit").code == DONE


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["whist", "-o", "new.jsonl"], USAGE),
        (["boston", "-o", "new.jsonl", "--seats", "3"], USAGE),
        (["boston", "-o", "new.jsonl", "--seats", "0"], USAGE),
        (["boston", "-o", "new.jsonl", "--opt", "x=y"], USAGE),
        (["boston", "-o", "no/where/new.jsonl"], NOT_FOUND),
        (["boston", "-o", "there.jsonl"], IMPOSSIBLE),
        (["boston", "-o", "file"], NOT_FOUND),
    ],
)
def test_simulate_refused_writes_nothing(arguments: list[str], code: int, tmp_path: Path) -> None:
    for name in ("there.jsonl", "file"):
        (tmp_path / name).write_text("mine", encoding="utf-8")
    before = bytes_of(tmp_path)
    refused(run("simulate", *arguments, "--deals", "2"), code)
    assert bytes_of(tmp_path) == before


def test_the_demonstration() -> None:
    told = done("demo", "shown")
    for word in ("trickbook init", "trickbook replay", "trickbook audit", "revoke", "verify"):
        assert word in told
    assert run("--book", "shown", "verify").code == DONE
    assert run("--book", "shown", "audit").code == FINDINGS
    refused(run("demo", "shown"), IMPOSSIBLE, "shown")
    assert done("demo", "again").replace("again", "shown") == told


@pytest.fixture(scope="module", autouse=True)
def _recorded_once() -> Iterator[None]:
    yield
    log_of.cache_clear()
