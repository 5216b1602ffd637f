"""The command line in process: what each command prints, where, and with which exit code.

`run` is the door for all `test_cli*.py`: a command with its own stdin, stdout and stderr.
"""

import contextlib
import functools
import io
import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from unittest import mock

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from core.games import ALL
from core.rulebook import RuleBook
from events.book import Book
from replay.cli import main
from replay.commands.app import ORDER, PANELS, app
from replay.simulate import Step, simulate

Document: TypeAlias = dict[str, Any]
Asked: TypeAlias = tuple[RuleBook, int, int, int, dict[str, str]]
"""What a simulation is asked for."""

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
    data = buffer.getvalue()
    try:
        return data.decode(channel.encoding)
    except UnicodeDecodeError:  # JSON is UTF-8 whatever the terminal's letters
        return data.decode()


def run(
    *arguments: str, stdin: str | bytes = b"", terminal: bool = False, encoding: str = "utf-8"
) -> Ran:
    """Run a command; what it leaves by any other way than its exit code is an error."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    program = mock.patch("sys.argv", ["trickbook", *arguments])
    into = stream(data, errors="surrogateescape")
    into.terminal = terminal
    out, err = stream(encoding=encoding), stream(encoding=encoding, errors="backslashreplace")
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch("sys.stdin", into),
        program,
    ):
        code = main(list(arguments))
    return Ran(code, printed(out), printed(err))


def done(*arguments: str, stdin: str | bytes = b"") -> str:
    """Run a command that must end well; gives its data."""
    ran = run(*arguments, stdin=stdin)
    assert ran.code == DONE, ran
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


def events(book: Path, number: int = 1) -> list[Any]:
    """Read the events of a session as they are written, seals left out."""
    lines = (book / f"sessions/{number:04}.jsonl").read_bytes().splitlines()
    written = [event for line in lines for event in json.loads(line)["events"]]
    return [e for e in written if isinstance(e, str) or e["type"] != "sealed"]


def kinds(book: Path, number: int = 1) -> list[str]:
    """Name the kinds of a session's events."""
    return [e.split()[0] if isinstance(e, str) else e["type"] for e in events(book, number)]


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with the evening, found from the folder the test works in."""
    return make_book(tmp_path, EVENING)


# -- the program as a whole -----------------------------------------------------------------------


def test_the_version_is_told() -> None:
    assert done("--version").startswith("trickbook ")


@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["help"]])
def test_help_names_every_command(asked: list[str]) -> None:
    told = done(*asked)
    assert [name for name in ORDER if f"  {name} " not in told] == []


def test_help_lists_the_commands_under_their_headings_in_the_order_of_use() -> None:
    told = done("--help")
    headings = [told.index(f"\n{heading}:\n") for heading in PANELS]
    assert headings == sorted(headings)
    named = [told.index(f"\n  {name} ") for name in ORDER]
    assert named == sorted(named)
    assert headings[0] < named[0] < named[ORDER.index("players")] < headings[1]


def test_each_command_has_its_place_in_the_help() -> None:
    known = get_command(app)
    assert isinstance(known, TyperGroup)
    assert sorted(ORDER) == sorted(known.commands)


@pytest.mark.parametrize("command", ORDER)
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
    assert done("statu", "--book", str(book)) == done("status", "--book", str(book))


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
    "blame 1.1", "blame 1.2:end", "diff 1.1", "diff 1.1 @20",
)  # fmt: skip


@pytest.mark.usefixtures("book")
def test_json_is_one_object_a_line() -> None:
    for line in READING:
        ran = run(*line.split(), "--json")
        assert ran.code in {DONE, FINDINGS}, line
        assert ran.documents, line


@pytest.mark.usefixtures("book")
def test_each_object_names_its_schema() -> None:
    unnamed = {
        line
        for line in READING
        for document in run(*line.split(), "--json").documents
        if not document.get("schema", "").startswith("trickbook.")
    }
    assert unnamed == set()


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("line", READING)
def test_reading_changes_no_byte(line: str, tmp_path: Path) -> None:
    before = bytes_of(tmp_path)
    text, document = run(*line.split()), run(*line.split(), "--json")
    assert text.code == document.code
    assert text.out or text.err
    assert bytes_of(tmp_path) == before


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("encoding", ["ascii", "koi8-r"])
def test_any_terminal_can_show_everything(encoding: str) -> None:
    lines = [*READING, *(f"{line} --json" for line in READING), "help entry", "schema --codes"]
    lines += ["--ascii help entry", "--ascii rules", "--ascii list"]
    runs = {line: run(*line.split(), encoding=encoding) for line in lines}
    assert [line for line, ran in runs.items() if ran.code not in {DONE, FINDINGS}] == []
    assert [line for line, ran in runs.items() if line.endswith("json") and not ran.documents] == []


@pytest.mark.usefixtures("book")
def test_ascii_draws_no_signs() -> None:
    told = "".join(run("--ascii", *line.split()).out for line in READING)
    assert set(told) & set("♠♥♦♣→−…·─│“”") == set()


# -- colours --------------------------------------------------------------------------------------

ESCAPE = "\x1b["


COLOURED: Final = (
    "--color auto FORCE_COLOR=1",
    "--color auto FORCE_COLOR=1 NO_COLOR=",
    "--color always NO_COLOR=1",
    "--color always TERM=dumb",
)
PLAIN: Final = (
    "--color auto",
    "--color auto TERM=dumb",
    "--color auto FORCE_COLOR=1 NO_COLOR=1",
    "--color never FORCE_COLOR=1",
)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("setting", [*COLOURED, *PLAIN])
def test_colours(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    option, value, *environment = setting.split()
    for name, _, said in (pair.partition("=") for pair in environment):
        monkeypatch.setenv(name, said)
    for command in ("audit", "verify"):
        assert (ESCAPE in run(option, value, command).out) is (setting in COLOURED)
    assert ESCAPE not in run(option, value, "audit", "--json").out


@pytest.mark.usefixtures("book")
def test_what_is_grave_is_red_and_a_difference_yellow() -> None:
    irregular, difference, *_ = run("--color", "always", "audit").out.splitlines()
    assert "\x1b[31mirregular" in irregular
    assert "\x1b[33mdifference" in difference


# -- faults of the program ------------------------------------------------------------------------


@pytest.mark.parametrize("message", ["broken", "half \udcff a character", "two\nlines"], ids=ascii)
def test_a_fault_is_told_without_its_traceback(
    message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_books: object) -> None:
        raise RuntimeError(message)

    monkeypatch.setattr("replay.documents.games_document", fail)
    ran = run("games", "--json")
    assert (ran.code, ran.out) == (70, "")
    assert "internal error" in ran.err
    assert "Traceback" not in ran.err
    (report,) = tmp_path.glob("trickbook-*.txt")
    assert str(report) in ran.err
    assert "RuntimeError" in report.read_text(encoding="utf-8", errors="replace")


def test_an_interrupt_that_an_import_made_an_error_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_books: object) -> None:
        message = "Error calling __set_name__"
        raise RuntimeError(message) from KeyboardInterrupt()

    monkeypatch.setattr("replay.documents.games_document", fail)
    assert run("games", "--json") == Ran(INTERRUPTED, "", "interrupted\n")


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
    assert " ".join(document) == (
        "schema game title edition seats direction deals ladder calls tables options"
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


def test_one_table_for_programs() -> None:
    for line in ("rules boston --table AB_WIN --json", "rules --table AB_WIN --json"):
        assert list(run(*line.split()).document["tables"]) == ["AB_WIN"]
    refused(run("rules", "boston", "--table", "X", "--json"), NOT_FOUND, "AB_WIN")
    refused(run("rules", "--table", "X"), NOT_FOUND, "AB_WIN")


def test_what_is_json_already_takes_the_option() -> None:
    for kind in ([], ["--forms"], ["--codes"]):
        assert done("schema", "--json", *kind) == done("schema", *kind)


def test_help_on_a_command() -> None:
    assert done("help", "add") == done("add", "--help")
    assert done("help", "statu") == done("status", "--help")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("given", "usual"),
    [
        ("show 1.1 --ascii", "--ascii show 1.1"),
        ("audit --color always -q", "--color always -q audit"),
        ("audit --color=always --no-input", "--color=always --no-input audit"),
        ("games --book nowhere", "--book nowhere games"),
        ("--json audit 1", "audit 1 --json"),
        ("--book . --json show 1.1", "--book . show 1.1 --json"),
    ],
)
def test_a_global_option_may_stand_behind_the_command(given: str, usual: str) -> None:
    ran = run(*given.split())
    assert ran.code in {DONE, FINDINGS}
    assert ran == run(*usual.split())


def test_the_value_of_an_option_is_no_global_option(book: Path) -> None:
    done("note", "1.1", "--by", "--ascii", "--", "-q")
    assert events(book)[-1]["text"] == "-q"
    assert "--ascii" in done("log", "1", "--type", "noted")
    refused(run("audit", "--color", "perhaps"), USAGE, "--color")
    refused(run("--json", "init", "new"), USAGE, "--json")


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


def test_simulated_sessions_are_whole() -> None:
    done("simulate", "boston", "--deals", "30", "--seed", "7", "-o", "s.jsonl")
    states = [row["state"] for row in run("--book", "s.jsonl", "list", "--json").documents]
    assert states[:-1] == ["closed", "closed"]  # only the last may stay open


def test_a_dash_is_no_name_for_a_book(tmp_path: Path) -> None:
    ran = run("simulate", "boston", "--deals", "2", "--seed", "7", "-o", "-")
    assert not (tmp_path / "-").exists()
    done("simulate", "boston", "--deals", "2", "--seed", "7", "-o", "s.jsonl")
    assert ran.out.encode() == (tmp_path / "s.jsonl").read_bytes()
    assert ran.err == "1 session, 2 deals\n"


def test_a_book_is_simulated(tmp_path: Path) -> None:
    arguments = ["--deals", "15", "--seed", "3", "--opt", "lost_slam=stop", "-o", "book"]
    assert run("simulate", "boston", *arguments).code == DONE
    rows = run("--book", "book", "list", "--json").documents
    assert sum(row["deals"] + row["voided"] for row in rows) == 15
    assert events(tmp_path / "book")[0]["options"]["lost_slam"] == "stop"
    assert run("--book", "book", "verify").code == DONE
    assert run("--book", "book", "audit").code == DONE


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["whist", "-o", "new.jsonl"], USAGE),
        (["boston", "-o", "new.jsonl", "--seats", "3"], USAGE),
        (["boston", "-o", "new.json"], USAGE),
        (["boston", "-o", "new.jsonl.gz"], USAGE),
        (["boston", "-o", ""], USAGE),
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


def test_what_is_no_log_and_no_folder_is_told_how_to_become_one(tmp_path: Path) -> None:
    ran = run("simulate", "boston", "--deals", "2", "-o", "z.json")
    refused(ran, USAGE, "z.json", ".jsonl", "slash")
    (tmp_path / "y.d").mkdir()
    for name in ("z.json/", "y.d", "plain"):
        done("simulate", "boston", "--deals", "2", "-o", name)
        assert (tmp_path / name / "book.json").is_file()


def test_boston_is_not_played_by_three() -> None:
    ran = run("simulate", "boston", "--deals", "2", "--seats", "3", "-o", "x")
    refused(ran, USAGE, "--seats 3", "at 4 seats")


def test_an_interrupted_simulation_takes_its_file_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*asked: *Asked) -> Iterator[list[Step]]:
        yield from itertools.islice(simulate(*asked), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("replay.simulated.simulate", interrupted)
    assert run("simulate", "boston", "--deals", "30", "-o", "s.jsonl").code == INTERRUPTED
    assert run("simulate", "boston", "--deals", "30", "-o", "book").code == INTERRUPTED
    logs = [name for name in bytes_of(tmp_path) if name.endswith(".jsonl")]
    assert logs == ["book/sessions/0001.jsonl", "book/sessions/0002.jsonl"]  # whole ones stay
    assert run("--book", "book", "verify").code == DONE


def test_sessions_are_written_as_they_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def watched(*asked: *Asked) -> Iterator[list[Step]]:
        for steps in simulate(*asked):
            sizes.append((tmp_path / "s.jsonl").stat().st_size)
            yield steps

    monkeypatch.setattr("replay.simulated.simulate", watched)
    done("simulate", "boston", "--deals", "40", "-o", "s.jsonl")
    assert sizes == sorted(sizes)
    assert sizes[1] > 0


def test_a_book_is_listed_once_while_it_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[Book] = []
    logs = Book.logs

    def counted_logs(book: Book) -> list[Path]:
        listed.append(book)
        return logs(book)

    monkeypatch.setattr(Book, "logs", counted_logs)
    done("simulate", "boston", "--deals", "30", "-o", "book")
    assert len(listed) == 1


def test_the_demonstration(monkeypatch: pytest.MonkeyPatch) -> None:
    told = done("demo", "shown")
    for word in ("trickbook init", "trickbook replay", "trickbook audit", "revoke", "verify"):
        assert word in told
    assert run("--book", "shown", "verify").code == DONE
    assert run("--book", "shown", "audit").code == FINDINGS
    refused(run("demo", "shown"), IMPOSSIBLE, "shown")
    monkeypatch.chdir(Path("shown"))
    assert done("demo", "shown") == told


@pytest.mark.parametrize(
    ("called", "found", "told"),
    [
        ("/x/.venv/bin/trickbook", None, "/x/.venv/bin/trickbook"),
        ("/x/.venv/bin/trickbook", "/x/.venv/bin/trickbook", "trickbook"),
        ("/x/replay/__main__.py", None, "trickbook"),
    ],
)
def test_the_demonstration_names_the_program_as_it_can_be_called(
    called: str,
    found: str | None,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", [called])
    monkeypatch.setattr("shutil.which", lambda _name: found)
    assert main(["demo", "shown"]) == DONE
    assert f"To browse it: {told} --book " in capsys.readouterr().out
