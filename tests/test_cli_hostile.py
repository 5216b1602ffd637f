"""Three hundred inputs that somebody spoilt: arguments, scripts, logs.

Whatever is typed, the program answers with a documented exit code and a sentence, never with a
traceback, and the books are as they were or grown by whole entries. Each case is made from its
number alone, so a failure comes again.
"""

import hashlib
import io
import itertools
import json
import random
import re
from pathlib import Path
from typing import Any, Final

import pytest

from events.log import verify_log
from tests.test_cli import (
    CODES,
    DAMAGED,
    DONE,
    EVENING,
    FINDINGS,
    FIRST_LOG,
    IMPOSSIBLE,
    SESSION,
    USAGE,
    Ran,
    bytes_of,
    log_of,
    make_book,
    run,
    stand_apart,
)

CASES: Final = 100
"""Of each of the three kinds."""
QUICK: Final = 20
SECOND: Final = SESSION + "b 8h 6\ndeal turned h7\nauction 6 p 7 p 8h 3p\ntrick ks 4s 7s as\n"
"""A session that is still open, in the middle of a deal."""
LOOSE: Final = "loose.jsonl"


NUMBERS: Final = (
    *range(QUICK),
    *(pytest.param(number, marks=pytest.mark.sweep) for number in range(QUICK, CASES)),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place with a book, a loose log and other things, far enough below to climb out of."""
    place = tmp_path / "up" / "home"
    make_book(place, EVENING, SECOND)
    (place / LOOSE).write_bytes(log_of(EVENING))
    (place / "empty").write_bytes(b"")
    (place / "binary").write_bytes(bytes(range(256)))
    (place / "script.txt").write_text("c 7s 7\n", encoding="utf-8")
    (place / "folder").mkdir()
    stand_apart(place, monkeypatch)
    return place


def answered(ran: Ran, about: object) -> None:
    """See that an answer is one that a user may get."""
    assert ran.code in CODES, (about, ran)
    assert "Traceback" not in ran.out + ran.err, about
    if ran.code not in {DONE, FINDINGS, DAMAGED}:
        assert (ran.err + ran.out).strip(), (about, "not a word")
        assert len(ran.err) < 4000 + len(str(about)), about


def only_grown(before: dict[str, bytes], after: dict[str, bytes]) -> bool:
    """Whether every file is still there, and begins as it was."""
    return all(after.get(name, b"").startswith(data) for name, data in before.items())


def sound(data: bytes) -> bool:
    """Whether every byte of a log is as it was written."""
    return not verify_log(io.BytesIO(data)).faults


# -- arguments ------------------------------------------------------------------------------------

LINES: Final = (
    "init new --game boston --title T", "init folder", "open --seats A=a,B=b,C=c,D=d --dealer B",
    "open --game boston --seats A=a,B=b,C=c,D=d --played 1893-11-04 --opt division=whole",
    "record --script script.txt --strict", "record --script script.txt --dry-run --by zoë",
    "add result --id x1 --expect-seq 30", "add result --dry-run --strict", "add note --by b",
    "note 2.1 remark --id n1", "note 1.2 remark --dry-run", "close 2 --yes", "close --dry-run",
    "fix 1.2 fixed --reason slip", "fix 2.1 fixed --dry-run", "undo 2 --session 2", "redo",
    "void 1.3 --reason pack --yes", "void 2.1 --reason pack --dry-run", "status --json",
    "list 2 --json", "list --book loose.jsonl", "show 1.1:t6.3 --seat C --json",
    "show last.last --auction", "show 2.2:b3 --script", "show 1.4 --payments --ascii",
    "log 1.2 -n 20 --type call_made --by anna", "log 2@9 --json", "log loose.jsonl -n 3",
    "replay 1 2.1 loose.jsonl --json", "replay last-1", "audit 1 --fail-on irregular --json",
    "audit loose.jsonl --code wrong-*", "explain revoke@1.1:t6.3 --json", "explain AB_FAIL",
    "explain 1.3", "score boston result --pool 40 --full-pools 1 --deal 3 --dealer B --json",
    "score boston - --seats 4 --turned H --opt lost_slam=stop", "verify 1 --head 00ff --json",
    "head 2 --json", "head loose.jsonl", "rules boston --table AB_WIN", "games --json",
    "simulate boston --deals 3 --seed 2 -o new.jsonl", "simulate boston --deals 2 -o new",
    "demo new", "schema --forms", "help entry", "--color always --no-input -q audit --book .",
)  # fmt: skip
PHRASES: Final = {"result": "b 8h 6", "note": "note a # b", "remark": "<so> 'it' was",
                  "fixed": "end b 8h 7"}  # fmt: skip
NASTY: Final = (
    "", " ", "-", "--", "---", "-1", "0", "1", "1.1", "1.1:t6.3", "1@3", "last", "last.last",
    "last-1", "999999999", "99999999999999999999", "1e9", "0x10", "1.", ".1", "1..2", "1.1:", "@",
    "revoke@", "*", "[", "[!", "%s", "{}", "{0}", "\\", "'", '"', "$HOME", "`x`", "A=a", "=",
    "division=", "=whole", "E", "e", "AB", "♥", "Ж", "שלום", "🙂", "é" * 200, "x" * 5000, "\u202e",
    "\x1b[31m", "a\nb", "\x7f", "\ud800", "\udcff", ".", "..", "./", "folder", "empty", "binary",
    "script.txt", LOOSE, FIRST_LOG, "no/where", "no/where.jsonl", "/dev/null", "book.json",
    "boston", "b 8h 6", "b 8h 14", "po", "session boston A=a B=b C=c D=d", "close", "u", "null",
)  # fmt: skip
OPTIONS: Final = (
    "--json", "--book", "--book=loose.jsonl", "--book=folder", "--dry-run", "--yes", "--id",
    "--expect-seq", "--by", "-n", "--seat", "--opt", "--head", "--fail-on", "--code", "--strict",
    "--ascii", "--color", "-q", "-h", "--version", "--nonsense", "-o", "--seats", "--no-yes",
)  # fmt: skip


def spoilt_words(words: list[str], rng: random.Random) -> list[str]:
    """Spoil a command line in one or two places, seldom in the command itself."""
    words = list(words)
    for _ in range(rng.randint(1, 2)):
        place = rng.randint(min(rng.choice([0, 1, 1, 1, 1]), len(words)), len(words))
        match rng.randrange(8):
            case 0 | 1 | 2 | 3:
                words[place : place + 1] = [rng.choice(NASTY)]
            case 4:
                words[place:place] = [rng.choice(OPTIONS)]
            case 5:
                words[place:place] = [rng.choice(OPTIONS), rng.choice(NASTY)]
            case 6:
                del words[place : place + rng.randint(1, 2)]
            case _:
                words[place:place] = words[place : place + 1]
    if any(word.startswith("sim") for word in words[:3]):
        words = [word for word in words if not word.strip("-").isdecimal() or len(word) < 4]
    return words  # a thousand million deals would be a lawful wish


def wants_json(words: list[str]) -> bool:
    """Whether a line asks for JSON, and not for help, and not as the value of another option."""
    asked = [before for before, word in itertools.pairwise(words) if word == "--json"]
    other = {"-h", "--help", "help", "--version"} & set(words)
    return bool(asked) and not other and not asked[0].startswith("-")


@pytest.mark.parametrize("number", NUMBERS)
def test_spoilt_arguments(number: int, home: Path) -> None:
    rng = random.Random(f"arguments {number}")
    for _ in range(5):
        good = [PHRASES.get(word, word) for word in rng.choice(LINES).split()]
        words = spoilt_words(good, rng)
        stdin = rng.choice([b"", b"b 8h 6\n", b"\xff\xfe\n", b"zzz\n", b"\x00"])
        before = bytes_of(home)
        ran = run(*words, stdin=stdin)
        after = bytes_of(home)
        answered(ran, words)
        if wants_json(words) and ran.code in {DONE, FINDINGS}:
            assert ran.documents or not ran.out, words
        assert only_grown(before, after), words
        made = {name for name, data in after.items() if data != before.get(name)}
        if ran.code not in {DONE, FINDINGS} and "record" not in words:
            assert made == set(), (words, ran)
        logs = {name for name in after if name.startswith("sessions/")}
        assert [name for name in logs if not sound(after[name])] == [], words


# -- scripts --------------------------------------------------------------------------------------

TYPED: Final = (
    "u", "u 3", "u t", "u deal", "redo", "fix b2 8h", "fix t1.1 hk", "deal", "deal 0 dealer D",
    "deal 99999 dealer a", "deal turned c2", "auction 9 p p p", "3p", "13h", "slam", "gm", "ss h",
    "b:8h!", "trump s", "discard a 2h", "expose b", "lay b ?", "show b 7h", "cb c", "turn 7d",
    "draw a 4c", "trick ? ? ? ?", "trick sk49a", "sk4h29", "4h2", "d:h4!", "w a b b c d", "w a",
    "claim b 14", "claim c 2", "claim 0", "stop", "done", "done done", "pay", "give", "concede a",
    "b 8h 6", "b 8h =", "a+c askc 5+4", "po", "po 6 4 2 1", "po 13 0 0 0", "16 10", "result 6",
    "b 6s 7 each 1/12", "b 6s 7 each 9999999 pool 1", "b 6s 7 hon 4 jack a cb c", "h a ????",
    "h b -", "h c AKQJT98765432...", "h d 2.2.2.2", "h a jc/4h kc/? + 2d", "talon 9h 4c ?",
    "misdeal a", "misdeal d", "cancel", "irr revoke c t2.3", "irr cards b", "rule tricks 3 b>a",
    "rule none", "rule pay 20 b>pool, double b, cancel", "counted A=1000 pool=40", "counted A=x",
    "seats C=Eva", "seats A=Boris", "settled A=35 B=-35 pool=80", "settled A=1/3", "settled",
    "note", "note # x", "close", "session boston A=a B=b C=c D=d", "session whist A=a",
    "session boston A=Ada", "?", "#", "\t",
    "x" * 3000, "é", "ыл", "\x00", "♥♥♥♥", "sk " * 60, '"', 'title "', "-1 -1", "9" * 30,
)  # fmt: skip
LETTERS: Final = "abcdshtkqj0123456789=+-?!:.,/#\"' \t♥♠é\x00\x0b\x1c\x85\u2028🙂"


def spoilt_script(rng: random.Random) -> str:
    """Spoil the evening's script in one to four places."""
    lines = EVENING.splitlines()
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(rng.choice([8, len(lines)]))
        line = lines[place]
        match rng.randrange(8):
            case 0 | 1 | 2:
                lines[place:place] = [rng.choice(TYPED)]
            case 3:
                lines[place] = rng.choice(TYPED)
            case 4:
                del lines[place]
            case 5:
                lines[place:place] = [line]
            case 6:
                other = rng.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
            case _:
                at = rng.randrange(len(line) + 1)
                lines[place] = line[:at] + rng.choice(LETTERS) + line[at + rng.randint(0, 1) :]
    return rng.choice(["\n", "\n", "\r\n"]).join(lines)


@pytest.mark.parametrize("number", NUMBERS)
def test_spoilt_scripts(number: int, home: Path) -> None:
    rng = random.Random(f"scripts {number}")
    for turn in range(2):
        book = make_book(home / f"book{turn}")
        (home / "spoilt.txt").write_bytes(spoilt_script(rng).encode())
        options = rng.choice([[], [], ["--strict"]])
        recording = ["--book", str(book), "record", "--script", "spoilt.txt", *options]
        tried = run(*recording, "--dry-run")
        assert set(bytes_of(book)) == {"book.json"}
        ran = run(*recording)
        answered(ran, recording)
        assert (ran.code, ran.out) == (tried.code, tried.out)
        assert ran.code in {DONE, FINDINGS, USAGE, IMPOSSIBLE}
        if ran.code in {USAGE, IMPOSSIBLE}:
            assert re.search(r"(?m)^trickbook: spoilt\.txt:\d+(:\d+)?: \S", ran.err), ran.err
        judged_lawful(book)


def judged_lawful(book: Path) -> None:
    """What the program has recorded it can read, and nothing of it is impossible."""
    named = ["--book", str(book)]
    assert run(*named, "verify").code == DONE
    audit = run(*named, "audit", "--json")
    assert audit.code in {DONE, FINDINGS}
    counts = audit.document["counts"]
    assert not {"impossible", "unreadable"} & set(counts), audit.document["findings"]
    for deal in run(*named, "replay", "--json").documents:
        assert run(*named, "show", deal["deal"]).code == DONE
        assert run(*named, "explain", deal["deal"]).code == DONE
        assert run(*named, "blame", deal["deal"]).code == DONE
        assert run(*named, "diff", deal["deal"]).code == DONE
    for line in ("status", "list", "head", "log"):
        ran = run(*named, *line.split())
        assert ran.code == DONE or not (book / FIRST_LOG).exists(), ran


# -- logs -----------------------------------------------------------------------------------------

ACTS: Final = (
    "call A pass", "call B 13H", "call D 99", "call B 8H-solo", "call C keep-over", "trump A H",
    "play A AS", "play B ?", "play D 2C", "play C 1S", "play E AS", "play A", "play/2 B KS",
    "play/1 B KS", "discard A 2H", "expose C", "take B", "take D 14", "take A 0", "concede B",
    "turn 7D", "draw B 4C", "show B 7H", "lay C ?", "cb A", "cheat B KS", "", " ", "play  B KS",
)  # fmt: skip
VALUES: Final[tuple[Any, ...]] = (
    0, 1, -1, 7, 99, 2**53, 2**60, True, None, "", "A", "D", "E", "boston", "9", "x", "0", "-145",
    "1/3", "1/12", "99999999999999999999999", "KS", "AKQJT98765432...", "...", [], {}, {"A": "1"},
    {"A": 1}, {"E": "1"}, ["play A AS"], "2026-02-30", "misdeal", "é" * 300,
)  # fmt: skip
COMMANDS: Final = (
    "status", "list", "list 1", "show 1.1:t6.3", "show 1.1 --seat C", "show 1.last --script", "log",
    "log 1.2 --json", "replay --json", "audit --json", "explain 1.3", "verify --json", "head",
    "status --json", "show 1.1 --json", "blame 1.1", "diff 1.2 1@3..1@30 --json",
    "note 1.1 x --dry-run", "close 1 --yes --dry-run",
)  # fmt: skip
WRITING: Final = ("note 1.1 x", "add result", "close 1 --yes", "undo", "void 1.1 --reason x --yes",
                  "fix 1.2 fixed")  # fmt: skip


def spoilt_bytes(log: bytes, rng: random.Random) -> bytes:
    """Spoil a log as a disk or an editor would."""
    at = rng.randrange(len(log))
    match rng.randrange(6):
        case 0:
            return log[:at] + bytes([rng.randrange(256)]) + log[at + 1 :]
        case 1:
            return log[:at]
        case 2:
            return log[:at] + rng.randbytes(rng.randint(1, 40)) + log[at:]
        case 3:
            return log.decode().encode(rng.choice(["utf-16", "utf-8-sig", "utf-16-le"]))
        case _:
            return spoilt_lines(log.splitlines(keepends=True), rng)


def spoilt_lines(lines: list[bytes], rng: random.Random) -> bytes:
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[other])
        case 2:
            lines[place], lines[other] = lines[other], lines[place]
        case 3:
            lines[place] = lines[place].rstrip(b"\n") + b"\r\n"
        case _:
            lines[place] = rng.choice([b"\n", b"{}\n", b"[]\n", b"null\n", b"[" * 3000 + b"\n"])
    return b"".join(lines)


def spoilt_events(log: bytes, rng: random.Random) -> bytes:
    """Let other things have happened; the log is whole, numbered and sealed again."""
    entries: list[list[Any]] = [json.loads(line)["events"] for line in log.splitlines()]
    for _ in range(rng.randint(1, 4)):
        said = rng.choice([entry for entry in entries if not is_seal(entry)] or [[]])
        place = rng.randrange(len(said) + 1)
        match rng.randrange(6):
            case 0:
                said[place:place] = [rng.choice(ACTS)]
            case 1:
                said[place : place + 1] = [rng.choice(ACTS)]
            case 2:
                del said[place : place + 1]
            case 3:
                said[place:place] = said[place : place + 1]
            case 4:
                first, last = sorted(rng.randrange(90) for _ in range(2))
                stands = rng.sample(ACTS, rng.randint(0, 2))
                correction = {"first": first, "last": last, "stands": stands}
                said.append({**correction, "type": "event_corrected"})
            case _:
                spoil_record(said, rng)
    return resealed([entry for entry in entries if entry])


def is_seal(entry: list[Any]) -> bool:
    return bool(entry) and isinstance(entry[0], dict) and entry[0].get("type") == "sealed"


def spoil_record(said: list[Any], rng: random.Random) -> None:
    """Change, drop or add a field of a record."""
    records = [event for event in said if isinstance(event, dict)]
    if not records:
        return
    record = rng.choice(records)
    name = rng.choice([*record, "type", "extra", "v", "deal", "seat"])
    if rng.randrange(4):
        record[name] = rng.choice(VALUES)
    else:
        record.pop(name, None)


def resealed(entries: list[list[Any]]) -> bytes:
    log, seq = b"", 0
    for said in entries:
        if is_seal(said):
            digest = hashlib.sha256(log).hexdigest()
            said[:] = [{"bytes": len(log), "sha256": digest, "type": "sealed"}]
        entry = {"events": said, "seq": seq}
        text = json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        log += text.encode() + b"\n"
        seq += len(said)
    return log


@pytest.mark.parametrize("number", NUMBERS)
def test_spoilt_logs(number: int, home: Path) -> None:
    rng = random.Random(f"logs {number}")
    whole = log_of(rng.choice([EVENING, SECOND]))
    spoil = spoilt_events if number % 2 else spoilt_bytes
    data = spoil(whole, rng)
    make_book(home / "book", EVENING, EVENING)
    log = home / "book" / FIRST_LOG
    log.write_bytes(data)
    before = bytes_of(home / "book")
    for line in (*COMMANDS, *(f"--book {log} {line}" for line in ("list", "replay", "log 1"))):
        ran = run("--book", "book", *line.split())
        answered(ran, line)
        if "--json" in line:
            assert ran.documents or not ran.out, line
    assert bytes_of(home / "book") == before
    sound_before = sound(data)
    assert (run("--book", str(log), "verify").code == DONE) is sound_before
    assert run("--book", "book", "audit", "2").code == FINDINGS  # the other is no worse for it
    for line in rng.sample(WRITING, 2):
        words = [PHRASES.get(word, word) for word in line.split()]
        ran = run("--book", str(log), *words)
        answered(ran, line)
        now = log.read_bytes()
        assert now.startswith(data[: data.rfind(b"\n") + 1]), line
        if sound_before:
            assert sound(now), line
    assert bytes_of(home / "book" / "sessions")["0002.jsonl"] == before["sessions/0002.jsonl"]
