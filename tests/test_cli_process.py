"""The command line as its users start it: real processes, pipes, signals and terminals.

It is the console script that is started, beside the Python that runs the tests.
"""

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import IO, Final

import pytest
from _pytest.mark import ParameterSet

from tests.test_cli import (
    BUSY,
    CODES,
    DAMAGED,
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
    log_of,
    make_book,
    stand_apart,
)

ROOT: Final = Path(__file__).parent.parent
PROGRAM: Final = Path(sys.executable).with_name("trickbook")
PIPE_GONE: Final = 141
SUMMARY: Final = "5 findings in 4 deals (1 irregular, 4 difference); 3 checks not possible\n"
PATIENCE: Final = 60
"""Seconds until a process that does not end is a failure; the machine is shared."""

UTF_8: Final = MappingProxyType({"LC_ALL": "C.UTF-8"})
ASCII: Final = MappingProxyType(
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
)

pytestmark = [
    pytest.mark.skipif(not PROGRAM.exists(), reason="no console script beside this Python"),
    pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them"),
]


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(autouse=True)
def interruptible() -> Generator[None]:
    """Let what we start be interrupted, also where we ourselves were started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return make_book(tmp_path, EVENING)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return make_book(tmp_path, SESSION)


def started(
    *arguments: str,
    environment: Mapping[str, str] = UTF_8,
    stdin: int | IO[bytes] = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [PROGRAM, *arguments],
        env={**os.environ, **environment},
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


def ended(process: subprocess.Popen[bytes], given: bytes | None = None) -> Ran:
    """Wait for a process; whatever happened, no traceback may have been shown."""
    try:
        out, err = process.communicate(given, timeout=PATIENCE)
    finally:
        process.kill()
    ran = Ran(process.returncode, (out or b"").decode(), (err or b"").decode())
    assert "Traceback" not in ran.err, ran
    assert ran.code in CODES, ran
    return ran


def trickbook(*arguments: str, given: bytes = b"", environment: Mapping[str, str] = UTF_8) -> Ran:
    """Run the program to its end."""
    return ended(started(*arguments, environment=environment, stdin=subprocess.PIPE), given)


def later(*values: object) -> ParameterSet:
    """Leave a case to the sweep."""
    return pytest.param(*values, marks=pytest.mark.sweep)


# -- exit codes, data on stdout, talk on stderr ---------------------------------------------------

DATA, TALK, BOTH = "data", "talk", "data and talk"


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("show 1.1:t6.3 --json", DONE, DATA),
        ("audit", FINDINGS, BOTH),
        ("audit --json", FINDINGS, DATA),
        ("audit 1.2", DONE, TALK),
        ("blame 1.1:t6.3 --json", DONE, DATA),
        ("diff 1.1 1@20", DONE, DATA),
        ("sheet 1", DONE, DATA),
        ("sheet 1 -o sheet.html", DONE, TALK),
        ("init new", DONE, TALK),
        ("nonsense", USAGE, TALK),
        ("show 1.9", NOT_FOUND, TALK),
        ("init .", IMPOSSIBLE, TALK),
        ("note 1.1 x --expect-seq 1", BUSY, TALK),
        later("--version", DONE, DATA),
        later("games --json", DONE, DATA),
        later("status", DONE, DATA),
        later("verify", DONE, DATA),
        later("head", DONE, DATA),
        later("score boston b\\ 8h\\ 6 --json", DONE, DATA),
        later("score boston b\\ 8h", USAGE, TALK),
        later("diff 1.1 1@99999", NOT_FOUND, TALK),
        later("diff 1.1 1@9..1@3", USAGE, TALK),
        later("blame 1", USAGE, TALK),
        later("audit --fail-on x", USAGE, TALK),
        later("close --yes x", USAGE, TALK),
        later("--book nowhere list", NOT_FOUND, TALK),
    ],
)
def test_how_commands_end_and_where_they_speak(line: str, code: int, said: str) -> None:
    arguments = [word.replace("\0", " ") for word in line.replace("\\ ", "\0").split()]
    ran = trickbook(*arguments)
    assert (ran.code, bool(ran.out), bool(ran.err)) == (code, said != TALK, said != DATA), ran
    if "--json" in arguments:
        assert ran.documents


@pytest.mark.parametrize(
    ("script", "code", "place"),
    [
        ("b 8h 6\nb 8h 14\n", IMPOSSIBLE, "stdin:2:"),
        later("b 8h 6\n", DONE, ""),
        later("b 8h 6\nzzz\n", USAGE, "stdin:2:1: "),
    ],
)
def test_a_script_from_a_pipe(script: str, code: int, place: str, table: Path) -> None:
    ran = trickbook("record", given=script.encode())
    assert ran.code == code
    assert place in ran.err
    assert "1 deal written" in ran.err
    assert "Boris 8♥ alone" in ran.out
    assert "deals>" not in ran.out  # reading stdin never prompts
    assert trickbook("list", "1", "--book", str(table)).out.count("\n") == 2


def test_a_changed_byte_is_damage(book: Path) -> None:
    log = book / FIRST_LOG
    log.write_bytes(log.read_bytes().replace(b"KD", b"QD", 1))
    for command in ("audit", "verify"):
        ran = trickbook(command)
        assert (ran.code, FIRST_LOG in ran.out) == (DAMAGED, True)
    assert trickbook("note", "1.1", "x").code == DAMAGED


def test_the_same_deals_the_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("one", "1"), ("two", "2")):
        arguments = ["boston", "--deals", "24", "--seed", "5", "-o", f"{name}.jsonl"]
        ran = trickbook("simulate", *arguments, environment={**UTF_8, "PYTHONHASHSEED": seed})
        assert (ran.code, ran.out) == (DONE, "")
    one, two = (tmp_path / f"{name}.jsonl" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert trickbook("audit", "one.jsonl", "--fail-on", "note").code == DONE
    replays = [
        trickbook("replay", "one.jsonl", "--json", environment={**UTF_8, "PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    ]
    assert replays[0] == replays[1]
    assert len(replays[0].documents) == 24


# -- a quick start --------------------------------------------------------------------------------

HEAVY: Final = ("altair", "duckdb", "pandas", "prompt_toolkit", "pyarrow", "streamlit")
OURS: Final = ("events.model", "events.log", "replay.session", "orjson")
LOADED: Final = """
import atexit, sys
sys.argv = ["trickbook", *sys.argv[1:]]
atexit.register(lambda: print("loaded", *sorted(sys.modules), file=sys.stderr))
from replay.cli import run
run()
"""
INTERRUPTED_AT: Final = """
import sys
name = sys.argv[1]
class Interrupt:
    def find_spec(self, wanted, *_):
        if wanted == name:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
sys.argv = ["trickbook", *sys.argv[2:]]
from replay.__main__ import run
run()
"""


@pytest.mark.parametrize("name", ["replay.cli", "typer", "orjson"])
def test_an_interrupt_at_the_start_shows_no_traceback(name: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED_AT, name, "games", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ran.returncode, ran.stdout) == (INTERRUPTED, "")
    assert ran.stderr in {"", "interrupted\n"}


def test_a_signal_amid_an_import_shows_no_traceback() -> None:
    amid = INTERRUPTED_AT.replace("raise KeyboardInterrupt", "os.kill(os.getpid(), 2)")
    command = [sys.executable, "-c", "import os" + amid, "pathlib", "games"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ran.returncode, ran.stdout, ran.stderr) == (INTERRUPTED, "", "")


def test_the_program_is_what_stands_in_the_project_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, function = project["project"]["scripts"]["trickbook"].partition(":")
    assert callable(getattr(importlib.import_module(module), function))


def test_the_program_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "replay", "games"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ran.returncode, ran.stderr) == (DONE, "")
    assert ran.stdout.startswith("boston")


COMPLETE: Final = MappingProxyType(
    {
        "_TRICKBOOK_COMPLETE": "complete_bash",
        "COMP_WORDS": "trickbook ver",
        "COMP_CWORD": "1",
    }
)


@pytest.mark.parametrize(
    ("arguments", "environment", "printed"),
    [
        (["--version"], {}, "trickbook "),
        (["--help"], {}, "Usage: trickbook"),
        ([], COMPLETE, "verify"),
    ],
    ids=["version", "help", "completion"],
)
def test_nothing_heavy_is_loaded(
    arguments: list[str], environment: Mapping[str, str], printed: str
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        env={**os.environ, **UTF_8, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ran.returncode == DONE, ran
    assert printed in ran.stdout
    loaded = ran.stderr.partition("loaded ")[2].split()
    assert "replay.cli" in loaded
    assert set(loaded) & {*HEAVY, *OURS} == set()
    if environment is not COMPLETE:  # Typer itself needs it to see which option is meant
        assert "pydantic" not in loaded


# -- pipes ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    "line", ["audit", "-h", *map(later, ("games", "replay --json", "help", "schema", "--version"))]
)
def test_the_reader_of_the_pipe_has_gone(line: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ran = ended(started(*line.split(), stdout=writer))
    finally:
        os.close(writer)
    assert (ran.code, ran.err.replace(SUMMARY, "")) == (PIPE_GONE, "")


def test_the_reader_goes_after_the_first_line(tmp_path: Path) -> None:
    (tmp_path / "long.jsonl").write_bytes(log_of(EVENING))
    arguments = ["long.jsonl"] * 60  # more than a pipe holds
    process = started("replay", *arguments, "--json")
    assert process.stdout is not None
    first = process.stdout.readline()
    process.stdout.close()
    process.stdout = None
    assert json.loads(first)["deal"] == "1.1"
    assert ended(process) == Ran(PIPE_GONE, "", "")


SHELL: Final = shutil.which("sh")


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("line", "closed"),
    [
        ("audit", ">&-"),
        ("record", "<&-"),
        ("show 1.9", ">&- 2>&- <&-"),
        *(
            later(line, closed)
            for line in ("status", "audit", "show 1.9", "record", "score boston -")
            for closed in (">&-", "2>&-", "<&-", ">&- 2>&- <&-")
        ),
    ],
)
def test_a_standard_stream_is_closed(line: str, closed: str) -> None:
    assert SHELL is not None
    command = [SHELL, "-c", f'exec "$@" {closed}', SHELL, str(PROGRAM), *line.split()]
    ran = ended(
        subprocess.Popen(
            command,
            env={**os.environ, **UTF_8},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    )
    expected = {"status": {DONE}, "audit": {FINDINGS}, "show 1.9": {NOT_FOUND}}
    if ">&-" not in closed.split():
        assert ran.code in expected.get(line, {DONE, USAGE, NOT_FOUND, IMPOSSIBLE})


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("line", ["games", later("replay --json")])
def test_stdout_is_full(line: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = ended(started(*line.split(), stdout=full.fileno()))
    assert ran.code not in {DONE, FINDINGS}
    assert "space" in ran.err


# -- terminals of other letters -------------------------------------------------------------------


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    "line",
    ["list", *map(later, ("replay --json", "help entry", "show 1.1", "audit", "rules", "log"))],
)
def test_a_terminal_of_ascii(line: str) -> None:
    ran = trickbook(*line.split(), environment=ASCII)
    assert ran.code in {DONE, FINDINGS}
    if "--json" in line:
        assert ran.documents[0]["players"]["C"] == "Chloé"
    else:
        assert ran.out.isascii()
        assert "Boris" in ran.out or line in {"rules", "help entry"}


def test_what_is_typed_at_a_terminal_of_ascii_is_written_as_it_is(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    assert trickbook("open", "--seats", SEATS, environment=ASCII).code == DONE
    assert trickbook("add", "b 8♥ 6", environment=ASCII).code == DONE
    assert trickbook("record", given="note Zoé ♥\n".encode(), environment=ASCII).code == DONE
    text = (book / FIRST_LOG).read_bytes().decode()
    assert '"name":"Chloé"' in text
    assert '"text":"Zoé ♥"' in text
    assert trickbook("verify").code == DONE


NO_TEXT: Final[Mapping[str, tuple[Sequence[str | bytes], bytes]]] = {
    "open": (["open", "--seats", b"A=\xff,B=b,C=c,D=d"], b""),
    "score": (["score", "boston", b"b 8h \xff"], b""),
    "show": (["show", b"\xff"], b""),
    "explain": (["explain", b"\xff", "--json"], b""),
    "init": (["init", b"\xff", "--title", b"\xfe"], b""),
    "record": (["record"], b"b 8h 6 \xff\n"),
    "score -": (["score", "boston", "-", "--json"], b"b 8h \xff\nb 8h 6\n"),
}


@pytest.mark.parametrize("name", ["open", "score -", *map(later, NO_TEXT)])
@pytest.mark.parametrize(
    "environment", [UTF_8, pytest.param(ASCII, marks=pytest.mark.sweep)], ids=["UTF-8", "ASCII"]
)
def test_bytes_that_are_no_text(name: str, environment: Mapping[str, str], tmp_path: Path) -> None:
    arguments, given = NO_TEXT[name]
    make_book(tmp_path, EVENING)
    before = bytes_of(tmp_path)
    command = [os.fsencode(PROGRAM), *(os.fsencode(word) for word in arguments)]
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    ran = ended(process, given)
    if arguments[0] == "init":
        assert ran.code in {DONE, USAGE}
    else:
        assert ran.code in {USAGE, NOT_FOUND, IMPOSSIBLE}, ran
        assert bytes_of(tmp_path) == before


# -- interrupted ----------------------------------------------------------------------------------


def read_until(channel: IO[bytes], word: bytes) -> bytes:
    """Read a pipe until a word has come."""
    seen = b""
    while word not in seen:
        more = os.read(channel.fileno(), 4096)
        assert more, seen
        seen += more
    return seen


@pytest.mark.parametrize("line", ["record", later("record --script -"), later("score boston -")])
def test_an_interrupt_while_lines_are_read(line: str, table: Path) -> None:
    environment = {**UTF_8, "PYTHONUNBUFFERED": "1"}
    process = started(*line.split(), environment=environment, stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"b 8h 6\n")
    process.stdin.flush()
    read_until(process.stdout, b"\n")
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    ran = ended(process)
    assert ran.code == INTERRUPTED
    assert trickbook("verify", "--book", str(table)).code == DONE


@pytest.fixture
def terminal() -> tuple[int, int]:
    """The two ends of a terminal: ours, and the program's."""
    return os.openpty()


def test_the_prompt_at_a_terminal(terminal: tuple[int, int], table: Path) -> None:
    ours, theirs = terminal
    with os.fdopen(theirs, "rb") as stdin, os.fdopen(ours, "wb", buffering=0) as keys:
        process = started("record", environment={**UTF_8, "PYTHONUNBUFFERED": "1"}, stdin=stdin)
        assert process.stdout is not None
        read_until(process.stdout, b"1.1")
        keys.write(b"b 8h 6\n")
        read_until(process.stdout, b"1.2")
        keys.write(b"zzz\n")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        ran = ended(process)
    assert ran.code == INTERRUPTED
    assert "'zzz'" in ran.err
    assert b'"deal_settled"' in (table / FIRST_LOG).read_bytes()
    assert trickbook("verify").code == DONE


# -- two at once ----------------------------------------------------------------------------------


def test_two_who_add_at_once(table: Path) -> None:
    processes = [started("add", f"{seat} 8h 6") for seat in "bcda"]
    codes = [ended(process).code for process in processes]
    assert set(codes) <= {DONE, BUSY}
    assert DONE in codes
    audit = trickbook("audit", "--json")
    assert audit.document["findings"] == []  # each was decided where it was written
    assert audit.document["deals"] == codes.count(DONE)
    assert trickbook("verify", "--book", str(table)).code == DONE


def test_two_who_open_at_once(tmp_path: Path) -> None:
    make_book(tmp_path)
    processes = [started("open", "--seats", SEATS) for _ in range(3)]
    codes = [ended(process).code for process in processes]
    assert sorted(set(codes)) in ([DONE, IMPOSSIBLE], [DONE, IMPOSSIBLE, BUSY], [DONE, BUSY])
    assert codes.count(DONE) == 1
    assert len(trickbook("list", "--json").documents) == 1


def test_one_who_adds_while_another_is_at_the_prompt(
    terminal: tuple[int, int], table: Path
) -> None:
    ours, theirs = terminal
    with os.fdopen(theirs, "rb") as stdin, os.fdopen(ours, "wb", buffering=0) as keys:
        process = started("record", environment={**UTF_8, "PYTHONUNBUFFERED": "1"}, stdin=stdin)
        assert process.stdout is not None
        read_until(process.stdout, b"1.1")
        assert trickbook("add", "b 8h 6").code == DONE
        keys.write(b"c 9s =\n\x04")
        ended(process)
    assert trickbook("audit", "--json", "--book", str(table)).document["findings"] == []


def test_a_killed_writer_hinders_nobody(terminal: tuple[int, int], table: Path) -> None:
    ours, theirs = terminal
    with os.fdopen(theirs, "rb") as stdin, os.fdopen(ours, "wb", buffering=0) as keys:
        process = started("record", environment={**UTF_8, "PYTHONUNBUFFERED": "1"}, stdin=stdin)
        assert process.stdout is not None
        read_until(process.stdout, b"1.1")
        keys.write(b"deal turned h7\n6 p 7\n")
        read_until(process.stdout, b"auction A>")
        process.kill()
        process.communicate(timeout=PATIENCE)
    assert trickbook("verify").code == DONE
    assert trickbook("record", given=b"p 8h 3p\npay\ndone\n").code == DONE
    assert trickbook("list", "1", "--book", str(table)).out.count("\n") == 2


# -- many -----------------------------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.parametrize("output", ["many.jsonl", "many"])
def test_an_interrupted_simulation_leaves_whole_logs(output: str, tmp_path: Path) -> None:
    process = started("simulate", "boston", "--deals", "100000", "-o", output)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    assert ended(process).code == INTERRUPTED
    if (tmp_path / output).exists():
        told = trickbook("--book", output, "verify").out.splitlines()
        assert len([line for line in told if "  ok  " not in line]) <= 1


@pytest.mark.sweep
def test_an_import_that_is_killed_leaves_whole_sessions_and_goes_on(tmp_path: Path) -> None:
    assert trickbook("simulate", "boston", "--deals", "400", "-o", "old.jsonl").code == DONE
    assert trickbook("init", "book").code == DONE
    process = started("import", "old.jsonl", "--yes", "--book", "book")
    fourth, end = tmp_path / "book/sessions/0004.jsonl", time.monotonic() + PATIENCE
    while not fourth.exists() and time.monotonic() < end:
        time.sleep(0.005)
    process.kill()
    process.communicate(timeout=PATIENCE)
    told = trickbook("--book", "book", "verify")
    assert (told.code, told.out.count("\n") > 4) == (DONE, True)
    assert trickbook("--book", "book", "import", "old.jsonl", "--yes").code == DONE
    assert trickbook("--book", "book", "export", "-o", "again.jsonl").code == DONE
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "old.jsonl").read_bytes()
