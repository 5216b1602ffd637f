"""The log written: whole entries, seals, torn ends, retries, many writers, kills, a full disk."""

import contextlib
import errno
import hashlib
import io
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import orjson
import pytest
from filelock import FileLock

from core.games.boston import BOSTON
from core.rulebook import Call
from events import append as appending
from events.append import Appended, LogError, LogWriter, append, log_end, now
from events.exit_codes import BUSY, DAMAGED
from events.fields import Turned
from events.log import Entry, read_log, verify_log
from events.model import (
    CallMade,
    CardPlayed,
    Counted,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    Noted,
    PlayerAdded,
    Sealed,
    SessionClosed,
    SessionOpened,
)
from events.written import Unread, read_event
from replay.simulate import simulate

ROOT = Path(__file__).parent.parent
PLAYED = read_event("play A KS")
NOTE = Noted(text="Дама пик! Ещё раз: 🂭")
OPENED = DealOpened(number=1, dealer=0)
SETTLED = DealSettled(net={0: 0, 1: 0, 2: 0, 3: 0})
AFTER = Noted(text="afterwards")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "0001.jsonl"


@pytest.fixture
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test of what is written go without waiting until it is on the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def entries(path: Path) -> list[Entry]:
    """Read a log that has no fault, and every event of which can be read."""
    with path.open("rb") as stream:
        seen = verify_log(stream)
    assert seen.faults == ()
    with path.open("rb") as stream:
        return [item for item in read_log(stream) if isinstance(item, Entry)]


def events_in(path: Path) -> list[Event]:
    """Give all events but seals."""
    found = [event for entry in entries(path) for event in entry.events]
    return [e for e in found if not isinstance(e, Sealed | Unread)]


def is_sealed(path: Path) -> bool:
    """Tell whether the last line is a seal; that it fits is seen by reading."""
    return isinstance(entries(path)[-1].events[0], Sealed)


def head_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def kinds(path: Path) -> list[str]:
    """Name the events of a log by their types."""
    return [type(event).__name__ for entry in entries(path) for event in entry.events]


def refused(path: Path, *events: Event, expect_seq: int | None = None) -> LogError:
    """Append what is refused, and see that nothing was written."""
    before = path.read_bytes()
    with pytest.raises(LogError) as caught:
        append(path, events, expect_seq=expect_seq)
    assert path.read_bytes() == before
    return caught.value


# -- entries --------------------------------------------------------------------------------------


def test_an_entry_is_read_back_with_who_when_and_its_name(log: Path) -> None:
    done = append(log, [NOTE, PLAYED], at="2026-11-29T20:14:40Z", by="анна", identity="x-1")
    assert done == Appended(seq=0, events=2, known=False, torn=None)
    assert entries(log)[0] == Entry(0, (NOTE, PLAYED), 1, "2026-11-29T20:14:40Z", "анна", "x-1")


def test_events_are_numbered_on_and_seals_counted(log: Path) -> None:
    first = append(log, [OPENED, PLAYED])
    second = append(log, [PLAYED])
    third = append(log, [SETTLED])
    fourth = append(log, [NOTE])
    assert [done.seq for done in (first, second, third, fourth)] == [0, 2, 3, 5]
    assert [entry.seq for entry in entries(log)] == [0, 2, 3, 4, 5, 6]


def test_the_line_is_canonical(log: Path) -> None:
    append(log, [OPENED, PLAYED], by="anna")
    assert log.read_bytes() == (
        b'{"by":"anna","events":[{"dealer":"A","number":1,"type":"deal_opened"},"play A KS"],'
        b'"seq":0}\n'
    )


def test_earlier_bytes_are_never_touched(log: Path) -> None:
    before = b""
    for event in (OPENED, PLAYED, SETTLED, NOTE, SessionClosed()):
        append(log, [event])
        after = log.read_bytes()
        assert after.startswith(before)
        assert len(after) > len(before)
        before = after


def test_the_recording_time_is_utc_to_the_second() -> None:
    assert time.strptime(now(), "%Y-%m-%dT%H:%M:%SZ").tm_year >= 2026


@pytest.mark.usefixtures("_no_waiting_for_the_disk")
def test_a_bulk_writer_and_appending_write_the_same_bytes(log: Path) -> None:
    stream = io.BytesIO()
    writer = LogWriter(stream)
    (steps,) = simulate(BOSTON, 6, 5, 4, BOSTON.resolve({}))
    for step in steps:
        writer.entry(step.events, by="x")
        writer.seal()
        append(log, step.events, by="x")
    assert log.read_bytes() == stream.getvalue()
    assert len(entries(log)) == 14


def test_a_bulk_writer_can_go_on_where_a_log_ends() -> None:
    whole = io.BytesIO()
    writer = LogWriter(whole)
    writer.entry([OPENED, PLAYED])
    before = whole.getvalue()
    writer.entry([SETTLED])
    writer.seal()
    rest = io.BytesIO()
    going_on = LogWriter(rest, before, 2)
    going_on.entry([SETTLED])
    going_on.seal()
    assert before + rest.getvalue() == whole.getvalue()


# -- what may not be written ----------------------------------------------------------------------

UNREADABLE: list[Event] = [
    Noted(text="x" * 100_001),
    Noted(text="x", deal=2**53 + 1),
    Noted(text="x", deal=-1),
    Noted(text="\udcff"),
    PlayerAdded(id="", name="x"),
    PlayerAdded(id="x", name="x" * 1001),
    DealSettled(net={0: 12 * 10**20}),
    CardPlayed(seat=7, card=0),
    CardPlayed(seat=0, card=99),
    CallMade(seat=0, call=Call("ask", solo=True)),
    DealOpened(number=1, dealer=0, turned=Turned(suit=0, card=51)),
    EventCorrected(first=0, last=0, stands=({"type": "noted", "text": 1.5},)),
]


@pytest.mark.filterwarnings("ignore:Pydantic serializer")
@pytest.mark.parametrize("event", UNREADABLE, ids=lambda event: repr(event)[:50])
def test_an_event_that_could_not_be_read_back_is_refused_and_the_log_is_as_it_was(
    log: Path, event: Event
) -> None:
    append(log, [NOTE])
    before = log.read_bytes()
    with pytest.raises((LogError, ValueError, LookupError, TypeError)):
        append(log, [PLAYED, event])
    assert log.read_bytes() == before
    append(log, [AFTER])
    assert events_in(log) == [NOTE, AFTER]


def test_an_entry_of_no_events_is_refused(log: Path) -> None:
    append(log, [NOTE])
    with pytest.raises(ValueError, match="an entry holds at least one event, and no seal"):
        append(log, [])
    append(log, [AFTER])
    assert events_in(log) == [NOTE, AFTER]


@pytest.mark.parametrize("before", [[], [AFTER]])
def test_a_seal_is_never_written_by_hand(log: Path, before: list[Event]) -> None:
    append(log, [NOTE])
    fits = Sealed(bytes=log.stat().st_size, sha256=head_of(log))
    with pytest.raises(ValueError, match="an entry holds at least one event, and no seal"):
        append(log, [*before, fits])
    assert events_in(log) == [NOTE]


@pytest.mark.parametrize("name", ["by", "identity", "at"])
def test_a_name_that_is_no_text_is_refused_and_the_log_is_as_it_was(log: Path, name: str) -> None:
    append(log, [NOTE])
    before = log.read_bytes()
    said = {name: "\udcff"}
    with pytest.raises((LogError, ValueError, TypeError)):
        append(log, [AFTER], at=said.get("at"), by=said.get("by"), identity=said.get("identity"))
    assert log.read_bytes() == before
    append(log, [AFTER])


# -- seals ----------------------------------------------------------------------------------------


def test_the_last_line_is_a_seal_whenever_no_deal_is_open(log: Path) -> None:
    players = SessionOpened(game="boston", edition=1, options={}, players={}, dealer=0)
    corrected = EventCorrected(first=1, last=1, stands=())
    steps: list[tuple[list[Event], bool]] = [
        ([players], True),
        ([NOTE], True),
        ([OPENED], False),
        ([PLAYED], False),
        ([NOTE], False),
        ([SETTLED], True),
        ([OPENED, PLAYED], False),
        ([DealVoided(deal=2, kind="misdeal")], True),
        ([OPENED, PLAYED, SETTLED], True),
        ([SETTLED, OPENED], False),
        ([PLAYED, SETTLED], True),
        ([corrected], True),
        ([Counted(balances={})], True),
        ([OPENED], False),
        ([SessionClosed()], True),
        ([NOTE], True),
    ]
    for number, (events, sealed) in enumerate(steps):
        append(log, events)
        assert is_sealed(log) is sealed, number
    with log.open("rb") as stream:
        seen = verify_log(stream)
    assert seen.events == seen.sealed


def test_a_seal_stands_alone_and_without_who_or_when(log: Path) -> None:
    append(log, [NOTE], at="2026-11-29T20:14:40Z", by="anna", identity="x")
    assert set(orjson.loads(log.read_bytes().splitlines()[1])) == {"seq", "events"}
    sealing = entries(log)[1]
    assert sealing[3:] == (None, None, None)
    assert len(sealing.events) == 1


def test_a_seal_is_checked_with_head_and_sha256sum(log: Path) -> None:
    steps: list[list[Event]] = [[OPENED, NOTE, SETTLED], [NOTE], [OPENED, PLAYED], [SETTLED]]
    for events in steps:
        append(log, events)
    seals = [e for entry in entries(log) for e in entry.events if isinstance(e, Sealed)]
    assert len(seals) == 3
    for seal in seals:
        assert hashlib.sha256(log.read_bytes()[: seal.bytes]).hexdigest() == seal.sha256
        told = subprocess.run(
            ["/bin/sh", "-c", 'head -c "$1" "$2" | sha256sum', "sh", str(seal.bytes), str(log)],
            capture_output=True,
            check=True,
            text=True,
        )
        assert told.stdout.split()[0] == seal.sha256


def test_a_list_of_players_is_sealed_after_every_entry(tmp_path: Path) -> None:
    path = tmp_path / "players.jsonl"
    append(path, [PlayerAdded(id="ada", name="Ada")])
    append(path, [PlayerAdded(id="b", name="Борис")])
    assert kinds(path) == ["PlayerAdded", "Sealed"] * 2


# -- the number expected --------------------------------------------------------------------------


def test_the_number_expected_is_the_next_one(log: Path) -> None:
    assert append(log, [OPENED, PLAYED], expect_seq=0).seq == 0
    assert append(log, [PLAYED], expect_seq=2).seq == 2
    assert append(log, [SETTLED], expect_seq=3).seq == 3
    assert append(log, [NOTE], expect_seq=5).seq == 5


@pytest.mark.parametrize("expected", [0, 1, 3, 4, 100, -1])
def test_a_log_that_has_moved_on_is_not_written(log: Path, expected: int) -> None:
    append(log, [OPENED, PLAYED])
    error = refused(log, PLAYED, expect_seq=expected)
    assert error.exit_code == BUSY == 6
    assert str(error) == f"{log}: event {expected} was to be next, but the log stands at 2"


def test_a_log_that_is_not_there_stands_at_0(log: Path) -> None:
    with pytest.raises(LogError):
        append(log, [PLAYED], expect_seq=1)
    assert append(log, [PLAYED], expect_seq=0).seq == 0


# -- the same command again -----------------------------------------------------------------------


def test_the_same_command_again_adds_nothing(log: Path) -> None:
    append(log, [OPENED])
    first = append(log, [PLAYED, NOTE], identity="x", at="2026-11-29T20:14:40Z", by="anna")
    append(log, [SETTLED])
    before = log.read_bytes()
    again = append(log, [PLAYED, NOTE], identity="x", at=now(), by="boris", expect_seq=1)
    assert again == Appended(seq=1, events=2, known=True, torn=None)
    assert first == Appended(seq=1, events=2, known=False, torn=None)
    assert log.read_bytes() == before


@pytest.mark.parametrize("events", [[PLAYED], [NOTE, PLAYED], [PLAYED, NOTE, NOTE], [AFTER, NOTE]])
def test_a_name_is_not_used_for_other_events(log: Path, events: list[Event]) -> None:
    append(log, [PLAYED, NOTE], identity="x")
    before = log.read_bytes()
    with pytest.raises(LogError) as caught:
        append(log, events, identity="x")
    assert caught.value.exit_code == BUSY
    assert str(caught.value) == f"{log}: the id x was used for other events (event 0)"
    assert log.read_bytes() == before


def test_another_name_for_the_same_events_adds_them(log: Path) -> None:
    append(log, [NOTE], identity="x")
    append(log, [NOTE], identity="y")
    append(log, [NOTE])
    assert events_in(log) == [NOTE] * 3


@pytest.mark.usefixtures("_no_waiting_for_the_disk")
def test_a_command_whose_seal_was_lost_is_known_when_it_comes_again_and_is_sealed(
    log: Path,
) -> None:
    append(log, [NOTE], identity="x")
    data = log.read_bytes()
    for end in range(data.index(b"\n") + 1, len(data)):
        cut = log.with_name(f"{end}.jsonl")
        cut.write_bytes(data[:end])
        again = append(cut, [NOTE], identity="x")
        assert (again.seq, again.known) == (0, True)
        assert events_in(cut) == [NOTE]
        assert is_sealed(cut)


# -- torn ends ------------------------------------------------------------------------------------


def test_a_torn_end_is_set_aside_and_told(log: Path) -> None:
    append(log, [OPENED])
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"events":["play A K')
    done = append(log, [PLAYED])
    aside = log.with_name("0001.jsonl.torn-1")
    assert done == Appended(seq=1, events=1, known=False, torn=aside)
    assert aside.read_bytes() == b'{"events":["play A K'
    assert log.read_bytes().startswith(whole)
    assert events_in(log) == [OPENED, PLAYED]


def test_torn_ends_are_numbered_and_none_is_written_over(log: Path) -> None:
    append(log, [OPENED])
    for number in range(1, 12):
        with log.open("ab") as stream:
            stream.write(b"torn %d" % number)
        done = append(log, [PLAYED])
        assert done.torn == log.with_name(f"0001.jsonl.torn-{number}")
    asides = {path.name: path.read_bytes() for path in log.parent.glob("*.torn-*")}
    assert asides == {f"0001.jsonl.torn-{n}": b"torn %d" % n for n in range(1, 12)}
    assert events_in(log) == [OPENED] + [PLAYED] * 11


def test_a_log_that_is_all_torn_begins_anew(log: Path) -> None:
    log.write_bytes(b'{"events":[')
    done = append(log, [NOTE], expect_seq=0)
    assert (done.seq, done.torn) == (0, log.with_name("0001.jsonl.torn-1"))
    assert events_in(log) == [NOTE]


def test_a_torn_end_is_set_aside_even_if_nothing_is_written_then(log: Path) -> None:
    append(log, [OPENED], identity="x")
    whole = log.read_bytes()
    log.write_bytes(whole + b"torn")
    again = append(log, [OPENED], identity="x")
    assert (again.known, again.torn) == (True, log.with_name("0001.jsonl.torn-1"))
    assert log.read_bytes() == whole


def test_a_cut_inside_a_letter_of_several_bytes_is_set_aside_byte_by_byte(log: Path) -> None:
    append(log, [OPENED])
    whole = log.read_bytes()
    append(log, [NOTE])
    data = log.read_bytes()
    cut = data.index("Д".encode()) + 1
    log.write_bytes(data[:cut])
    done = append(log, [AFTER])
    assert done.torn is not None
    assert done.torn.read_bytes() == data[len(whole) : cut]
    with pytest.raises(UnicodeDecodeError):
        done.torn.read_text(encoding="utf-8")
    assert events_in(log) == [OPENED, AFTER]


def test_a_seal_lost_with_a_torn_end_is_made_up(log: Path) -> None:
    append(log, [OPENED, SETTLED])
    sealed = log.read_bytes()
    start = sealed.index(b"\n") + 1
    for cut in (start, start + 1, len(sealed) - 1):
        log.write_bytes(sealed[:cut])
        append(log, [NOTE])
        assert kinds(log) == ["DealOpened", "DealSettled", "Sealed", "Noted", "Sealed"]
        assert log.read_bytes().startswith(sealed)


def test_the_next_number_is_right_after_a_seal_was_made_up(log: Path) -> None:
    append(log, [OPENED, SETTLED])
    data = log.read_bytes()
    log.write_bytes(data[: data.index(b"\n") + 1])
    assert "the log stands at 3" in str(refused(log, NOTE, expect_seq=1))
    done = append(log, [NOTE], expect_seq=2)  # as whoever read the log before the seal expects
    assert done.seq == 3
    assert entries(log)[-2] == Entry(3, (NOTE,), 3)


CUT_LOGS: dict[str, list[list[Event]]] = {
    "a deal is open": [[NOTE], [OPENED, PLAYED], [NOTE], [PLAYED, NOTE]],
    "no deal is open": [[OPENED, PLAYED, SETTLED], [NOTE]],
    "a deal ends": [[OPENED], [PLAYED, NOTE], [NOTE, SETTLED]],
    "the session is closed": [[OPENED, SETTLED], [NOTE, SessionClosed()]],
}


@pytest.mark.usefixtures("_no_waiting_for_the_disk")
@pytest.mark.parametrize("name", CUT_LOGS)
def test_a_log_cut_at_any_byte_of_its_last_three_lines_loses_nothing_before_and_goes_on(
    tmp_path: Path, name: str
) -> None:
    uncut = tmp_path / "uncut.jsonl"
    for events in CUT_LOGS[name]:
        append(uncut, events, by="Дмитрий")
    data = uncut.read_bytes()
    lines = data.splitlines(keepends=True)
    assert any("Дама".encode() in each for each in lines[-3:])
    for cut in range(sum(map(len, lines[:-3])), len(data) + 1):
        log = tmp_path / f"{cut}.jsonl"  # a file of its own: faster than to write over one
        log.write_bytes(data[:cut])
        whole = data[:cut].rfind(b"\n") + 1
        before = [item for item in read_log(io.BytesIO(data[:whole])) if isinstance(item, Entry)]
        done = append(log, [AFTER])
        after = entries(log)
        assert log.read_bytes().startswith(data[:whole])
        assert after[: len(before)] == before
        added = [e for entry in after[len(before) :] for e in entry.events]
        assert [e for e in added if not isinstance(e, Sealed)] == [AFTER]
        assert next(entry for entry in after if entry.events == (AFTER,)).seq == done.seq
        assert (done.torn is None) == (cut == whole)
        if done.torn is not None:
            assert done.torn.read_bytes() == data[whole:cut]
        is_open = log_end(log, log.read_bytes()).deal_open
        assert is_sealed(log) is not is_open


# -- logs that are only read ----------------------------------------------------------------------


def line(*events: object, seq: int = 0, **envelope: object) -> bytes:
    written = {**envelope, "seq": seq, "events": list(events)}
    return orjson.dumps(written, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


@pytest.mark.parametrize(
    "event",
    ["jump A", "play/2 A KS", {"type": "hat_thrown"}, {"type": "noted", "v": 2, "words": "x"}],
)
def test_a_log_of_a_newer_program_is_read_and_never_written(log: Path, event: object) -> None:
    log.write_bytes(line("play A KS", event, "play B 2S"))
    (entry,) = (item for item in read_log(io.BytesIO(log.read_bytes())) if isinstance(item, Entry))
    assert [type(each) for each in entry.events] == [CardPlayed, Unread, CardPlayed]
    error = refused(log, NOTE)
    assert error.exit_code == DAMAGED
    assert f"{log}:1: " in str(error)
    assert "the log is newer than this program: not written" in str(error)


def test_a_log_with_an_event_that_says_nonsense_is_not_written(log: Path) -> None:
    log.write_bytes(line("play A KS") + line("play A XX", seq=1))
    error = refused(log, NOTE)
    assert error.exit_code == DAMAGED == 5
    assert f"{log}:2: " in str(error)
    assert "the log is damaged: not written" in str(error)


@pytest.mark.parametrize(
    "damage",
    [
        b"\n",
        b"{}\n",
        b"\x00\n",
        b'{"seq":1,"events":["play A KS"]}\n',
        line("play A KS", seq=0),
        line("play A KS", seq=2),
        line({"type": "sealed", "bytes": 0, "sha256": hashlib.sha256().hexdigest()}, seq=1),
        line("play A KS", seq=1, id=[]),
        line("play A KS", seq=1, id={"x": 1}),
        line("play A KS", seq=1, id=5),
        b'{"events":[' + b"[" * 300 + b"]" * 300 + b'],"seq":1}\n',
        line("take A " + "9" * 5000, seq=1),
    ],
)
def test_a_damaged_log_is_not_written(log: Path, damage: bytes) -> None:
    log.write_bytes(line("play A KS") + damage)
    error = refused(log, NOTE)
    assert error.exit_code == DAMAGED
    assert str(error).startswith(f"{log}:2: ")


def test_a_log_edited_by_hand_is_not_written(log: Path) -> None:
    append(log, [OPENED, PLAYED, SETTLED])
    log.write_bytes(log.read_bytes().replace(b"KS", b"QS"))
    assert str(refused(log, NOTE)) == (
        f"{log}:2: the seal in line 2 does not fit what stands before it; "
        "nothing is written to a damaged log"
    )


def test_how_a_log_stands_is_read_from_its_lines(log: Path) -> None:
    append(log, [OPENED], identity="x")
    append(log, [PLAYED, NOTE])
    end = log_end(log, log.read_bytes())
    assert (end.seq, end.deal_open, end.sealed, set(end.by_id)) == (3, True, False, {"x"})
    append(log, [SETTLED], identity="y")
    end = log_end(log, log.read_bytes())
    assert (end.seq, end.deal_open, end.sealed, set(end.by_id)) == (5, False, True, {"x", "y"})
    end = log_end(log, b"")
    assert (end.seq, end.deal_open, end.sealed, end.by_id) == (0, False, False, {})


# -- the disk -------------------------------------------------------------------------------------


def test_bytes_and_folder_are_on_the_disk_before_it_answers(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    append(log, [NOTE])
    assert synced[-2:] == [log.stat().st_ino, log.parent.stat().st_ino]


def test_the_folder_tells_by_its_time_that_something_is_new(log: Path) -> None:
    append(log, [NOTE])
    os.utime(log.parent, (0, 0))
    append(log, [NOTE])
    assert log.parent.stat().st_mtime > time.time() - 60


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond a size: what is beyond is not written, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.usefixtures("_no_waiting_for_the_disk")
def test_a_disk_that_is_full_after_any_byte_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    uncut = tmp_path / "uncut.jsonl"
    append(uncut, [OPENED, SETTLED])
    before = uncut.read_bytes()
    append(uncut, [NOTE])
    after = uncut.read_bytes()
    for room in range(len(before), len(after)):
        log = tmp_path / f"{room}.jsonl"
        log.write_bytes(before)
        with room_for(room), pytest.raises(OSError, match="File too large"):
            append(log, [NOTE])
        assert log.read_bytes() == before, room
        append(log, [NOTE])
        assert log.read_bytes() == after


def fails(monkeypatch: pytest.MonkeyPatch, name: str, nth: int, code: int) -> None:
    """Let the nth call of a function of `os` fail, and no other."""
    real: Callable[..., object] = getattr(os, name)
    calls = iter(range(1, 1000))

    def once(*args: object, **named: object) -> object:
        if next(calls) == nth:
            raise OSError(code, os.strerror(code))
        return real(*args, **named)

    monkeypatch.setattr(os, name, once)


@pytest.mark.parametrize(
    ("name", "nth", "code"),
    [
        ("fsync", 1, errno.ENOSPC),
        ("fsync", 1, errno.EIO),
        ("fsync", 2, errno.EIO),
        ("utime", 1, errno.EPERM),
        ("utime", 1, errno.EROFS),
    ],
)
def test_when_the_disk_refuses_the_log_is_as_it_was(
    log: Path, monkeypatch: pytest.MonkeyPatch, name: str, nth: int, code: int
) -> None:
    append(log, [OPENED, SETTLED])
    before = log.read_bytes()
    with monkeypatch.context() as patch:
        fails(patch, name, nth, code)
        with pytest.raises(OSError, match=os.strerror(code)):
            append(log, [NOTE])
    assert log.read_bytes() == before
    append(log, [NOTE])
    assert events_in(log) == [OPENED, SETTLED, NOTE]


def test_when_the_disk_refuses_a_new_log_there_is_none(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fails(patch, "fsync", 1, errno.ENOSPC)
        with pytest.raises(OSError, match="No space left"):
            append(log, [NOTE])
    assert not log.exists()


def test_when_the_disk_refuses_to_set_a_torn_end_aside_nothing_is_lost(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(log, [OPENED])
    torn = log.read_bytes() + b"torn"
    log.write_bytes(torn)
    with monkeypatch.context() as patch:
        fails(patch, "fsync", 1, errno.ENOSPC)
        with pytest.raises(OSError, match="No space left"):
            append(log, [PLAYED])
    assert log.read_bytes() == torn
    done = append(log, [PLAYED])
    assert done.torn is not None
    assert done.torn.read_bytes() == b"torn"
    assert events_in(log) == [OPENED, PLAYED]


def test_a_folder_that_may_only_be_read_leaves_the_log_as_it_was(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(log, [NOTE])
    before = log.read_bytes()
    log.with_name("0001.jsonl.lock").unlink()
    real = os.open

    def read_only(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return real(path, flags, mode, dir_fd=dir_fd)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        with pytest.raises(PermissionError):
            append(log, [AFTER])
    assert log.read_bytes() == before
    append(log, [AFTER])


def test_a_log_that_may_only_be_read_is_as_it_was(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(log, [NOTE])
    before = log.read_bytes()
    real = Path.open

    def read_only(path: Path, mode: str = "r", *args: object, **named: object) -> object:
        if path == log and mode != "rb":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return real(path, mode, *args, **named)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", read_only)
        with pytest.raises(OSError, match="Read-only file system"):
            append(log, [AFTER])
    assert log.read_bytes() == before


# -- the lock -------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from events.append import LogError, append
from events.exit_codes import BUSY
from events.model import Noted

log, name, count, identity = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4] or None

def persist(text, identity):
    while True:
        try:
            return append(log, [Noted(text=text)], by=name, identity=identity)
        except LogError as error:  # told to try again
            if error.exit_code != BUSY:
                raise

persist("once", identity)
for number in range(count):
    done = persist(f"{name} {number}", None)
    print(done.seq, number, flush=True)
"""

HOLDER = """
import os, sys, time
from pathlib import Path
from events.append import append
from events.model import Noted

def never(handle):
    print("holds", flush=True)
    time.sleep(600)

os.fsync = never
append(Path(sys.argv[1]), [Noted(text="never acknowledged")], by=sys.argv[2])
"""


@contextlib.contextmanager
def started(program: str, *args: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program in a process of its own, and end it."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *args], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def next_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_who_is_writing_is_told_when_it_takes_too_long(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(log, [NOTE], by="boris")
    monkeypatch.setattr(appending, "LOCK_SECONDS", 0.1)
    with started(HOLDER, str(log), "anna") as holder:
        assert next_line(holder) == "holds\n"
        start = time.monotonic()
        with pytest.raises(LogError) as caught:
            append(log, [AFTER], by="boris")
        assert time.monotonic() - start < 3
    assert caught.value.exit_code == BUSY
    assert str(caught.value) == (
        f"{log}: anna, process {holder.pid} is writing; try again, or see who still has it open"
    )


def test_a_process_killed_while_it_holds_the_lock_leaves_the_log_to_others(log: Path) -> None:
    append(log, [NOTE])
    with started(HOLDER, str(log), "anna") as holder:
        assert next_line(holder) == "holds\n"
    assert holder.returncode == -signal.SIGKILL
    assert log.with_name("0001.jsonl.lock").read_text() == f"anna, process {holder.pid}\n"
    append(log, [AFTER])
    assert events_in(log)[0] == NOTE
    assert events_in(log)[-1] == AFTER


def test_a_lock_whose_holder_left_no_name_is_told_too(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appending, "LOCK_SECONDS", 0.05)
    with FileLock(log.with_name("0001.jsonl.lock")), pytest.raises(LogError) as caught:
        append(log, [NOTE])
    assert "another program is writing" in str(caught.value)
    assert not log.exists()


def test_a_name_in_the_lock_that_is_cut_within_a_letter_is_told_as_far_as_it_goes(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appending, "LOCK_SECONDS", 0.05)
    lock = log.with_name("0001.jsonl.lock")
    with FileLock(lock):
        lock.write_bytes("Д".encode()[:1])
        with pytest.raises(LogError) as caught:
            append(log, [NOTE])
    assert caught.value.exit_code == BUSY


def test_a_writer_without_a_name_is_somebody(log: Path) -> None:
    append(log, [NOTE])
    lock = log.with_name("0001.jsonl.lock")
    assert lock.read_text() == f"somebody, process {os.getpid()}\n"


def test_the_lock_is_given_back_whatever_happens(log: Path) -> None:
    log.write_bytes(b"{}\n")
    for _ in range(3):
        assert refused(log, NOTE).exit_code == DAMAGED
    log.unlink()
    append(log, [NOTE])


# -- several writers ------------------------------------------------------------------------------


def write_together(log: Path, writers: int, count: int) -> None:
    """Let several processes append at once; nothing is lost, doubled or out of order."""
    with contextlib.ExitStack() as stack:
        running = [
            stack.enter_context(started(WRITER, str(log), f"w{number}", str(count), "once"))
            for number in range(writers)
        ]
        told = [process.communicate(timeout=500)[0] for process in running]
        assert [process.returncode for process in running] == [0] * writers
    found = entries(log)
    by_seq = {entry.seq: entry for entry in found}
    assert [entry.seq for entry in found] == list(range(2 * (writers * count + 1)))
    for number, output in enumerate(told):
        acknowledged = [each.split() for each in output.splitlines()]
        assert len(acknowledged) == count
        numbers = [int(seq) for seq, _ in acknowledged]
        assert numbers == sorted(numbers)
        for seq, place in acknowledged:
            assert by_seq[int(seq)].events == (Noted(text=f"w{number} {place}"),)
            assert by_seq[int(seq)].by == f"w{number}"
    assert sum(entry.id == "once" for entry in found) == 1


def test_eight_processes_that_append_at_once_lose_nothing(log: Path) -> None:
    write_together(log, writers=8, count=40)


@pytest.mark.sweep
@pytest.mark.parametrize("number", range(5))
def test_eight_processes_that_append_five_hundred_entries_each_lose_nothing(
    tmp_path: Path, number: int
) -> None:
    # In five logs: an append reads its whole log, and one of 8,000 lines would take minutes.
    write_together(tmp_path / f"{number}.jsonl", writers=8, count=100)


# -- kills ----------------------------------------------------------------------------------------


def kill_and_go_on(log: Path, seeds: Sequence[int]) -> None:
    """Kill a writer at some moment, again and again; all that it acknowledged is there."""
    acknowledged: dict[int, Noted] = {}
    for seed in seeds:
        dice = random.Random(seed)
        with started(WRITER, str(log), f"w{seed}", "100000", "") as process:
            told = [next_line(process) for _ in range(dice.randrange(1, 20))]
            time.sleep(dice.random() / 100)
            process.kill()
            told += process.communicate()[0].splitlines()
        for each in told:
            seq, number = each.split()
            acknowledged[int(seq)] = Noted(text=f"w{seed} {number}")
        append(log, [AFTER])
        assert is_sealed(log)
        by_seq = {entry.seq: entry.events for entry in entries(log)}
        assert {seq: by_seq[seq] for seq in acknowledged} == {
            seq: (said,) for seq, said in acknowledged.items()
        }


def test_a_writer_killed_at_any_moment_loses_nothing_acknowledged(log: Path) -> None:
    kill_and_go_on(log, range(2))


@pytest.mark.sweep
def test_a_writer_killed_at_forty_moments_loses_nothing_acknowledged(log: Path) -> None:
    kill_and_go_on(log, range(2, 42))


def test_a_copy_of_a_log_goes_on_by_itself(log: Path) -> None:
    append(log, [NOTE])
    copy = log.with_name("0002.jsonl")
    shutil.copy(log, copy)
    append(copy, [AFTER])
    assert events_in(log) == [NOTE]
    assert events_in(copy) == [NOTE, AFTER]
