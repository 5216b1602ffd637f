"""The index is the logs, whatever happened in between: appends, corrections, kills, damage."""

import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
import pytest
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import ALL, BY_KEY
from events.append import LogWriter, append
from events.book import Book, make_book, read_entries
from events.log import Entry
from events.model import (
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    PlayersMerged,
    PlayersUnmerged,
)
from events.moment import parse_moment
from events.written import write_event
from replay.index import folding, manifest
from replay.index import upkeep as index
from replay.index.asking import opened, roll_up
from replay.index.segments import Blocks, write_block
from replay.index.tables import TABLES
from replay.index.upkeep import BusyError, Picture, Run, picture_of, update, update_in
from replay.people import read_people
from replay.simulate import simulate

ROOT: Final = Path(__file__).parent.parent
SESSIONS: Final = {
    game.key: [
        tuple(step.events for step in steps)
        for steps in itertools.islice(simulate(game, 100, 5, game.seats[0], game.resolve({})), 3)
    ]
    for game in ALL
}
"""Some sessions of each game, as entries."""
NUMBERS: Final = (1, 2, 3, 999, 1000, 2500)
"""Sessions of three blocks."""


def rows(picture: Picture) -> dict[str, list[dict[str, object]]]:
    """Read all rows of a picture, table by table, in their order."""
    return {
        table.name: [
            row for path in picture.paths(table.name) for row in pq.read_table(path).to_pylist()
        ]
        for table in TABLES
    }


def rebuilt(book: Book) -> dict[str, list[dict[str, object]]]:
    """Give the rows of an index made from nothing, somewhere else."""
    with tempfile.TemporaryDirectory() as folder:
        return rows(update_in(book, Path(folder), Run()).picture)


def write_session(book: Book, number: int, entries: Sequence[Sequence[Event]]) -> Path:
    """Record a session."""
    path = book.log_named(number)
    with path.open("xb") as stream:
        writer = LogWriter(stream)
        for place, events in enumerate(entries):
            writer.entry(events, at=f"2026-11-{1 + number % 28:02}T20:{place:02}:00Z", by="anna")
            writer.seal()
    os.utime(path.parent)
    return path


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """A book with three sessions of two games, in two blocks."""
    made = make_book(tmp_path / "book", "", "boston", "white counter")
    write_session(made, 1, SESSIONS["boston"][0])
    write_session(made, 2, SESSIONS["german-whist"][0])
    write_session(made, 1000, SESSIONS["boston"][1])
    return made


# -- incremental is rebuilt -----------------------------------------------------------------------

STEPS: Final = st.one_of(
    st.tuples(st.just("record"), st.sampled_from(NUMBERS), st.integers(1, 4)),
    st.tuples(st.just("correct"), st.sampled_from(NUMBERS), st.integers(0, 30)),
    st.tuples(st.just("take back"), st.sampled_from(NUMBERS), st.integers(0, 30)),
    st.tuples(st.just("void"), st.sampled_from(NUMBERS), st.integers(1, 3)),
    st.tuples(st.just("merge"), st.sampled_from("abcd"), st.sampled_from("abcd")),
    st.tuples(st.just("unmerge"), st.sampled_from("abcd"), st.just(0)),
    st.tuples(st.just("damage"), st.sampled_from(NUMBERS), st.integers(0, 400)),
    st.tuples(st.just("remove"), st.sampled_from(NUMBERS), st.just(0)),
    st.tuples(st.just("index"), st.just(0), st.just(0)),
)


class Table:
    """A book to which things happen."""

    def __init__(self, folder: Path) -> None:
        self.book = make_book(folder, "", None, "white counter")
        self.waiting = {
            number: list(SESSIONS[ALL[place % len(ALL)].key][0])
            for place, number in enumerate(NUMBERS)
        }

    def do(self, what: str, which: Any, more: Any) -> None:  # noqa: ANN401  (as drawn)
        """Let something happen."""
        if what == "index":
            people = read_people(self.book)
            update(self.book, Run(roll_up=roll_up(people)))
        elif what in {"merge", "unmerge"}:
            event = (
                PlayersMerged(id=which, into=more) if what == "merge" else PlayersUnmerged(id=which)
            )
            append(self.book.path / "players.jsonl", [event])
        else:
            self._to_log(what, which, more)

    def _to_log(self, what: str, number: int, more: int) -> None:
        path = self.book.log_named(number)
        if what == "record":
            for events in self.waiting[number][:more]:
                self._append(path, events)
            del self.waiting[number][:more]
        elif not path.exists():
            return
        elif what == "remove":
            path.unlink()
            os.utime(path.parent)
        elif what == "damage":
            data = bytearray(path.read_bytes())
            data[more % len(data)] ^= 1
            path.write_bytes(data)
        else:
            self._append(path, [self._second_thought(what, more)])

    def _second_thought(self, what: str, more: int) -> Event:
        if what == "void":
            return DealVoided(deal=more, kind="cancelled", reason="x")
        settled = DealSettled(net={0: 12, 1: -12, 2: 0, 3: 0}, pool=120)
        stands = (write_event(settled),) if what == "correct" else ()
        return EventCorrected(first=more, last=more, stands=stands)

    def _append(self, path: Path, events: Sequence[Event]) -> None:
        try:
            append(path, events, at="2026-11-29T20:00:00Z")
        except Exception as error:  # noqa: BLE001  (a damaged log is written to by nobody)
            assert getattr(error, "exit_code", None) == 5, error  # noqa: PT017


def check_steps(steps: list[tuple[str, Any, Any]]) -> None:
    """See that an index that was there all along is the one made from nothing."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder) / "book")
        for step in (*steps, ("index", 0, 0), ("index", 0, 0)):
            table.do(*step)
        assert rows(picture_of(table.book)) == rebuilt(table.book)


@settings(max_examples=15)
@given(steps=st.lists(STEPS, min_size=4, max_size=14))
def test_an_index_brought_up_to_date_is_the_one_made_from_nothing(
    steps: list[tuple[str, Any, Any]],
) -> None:
    check_steps(steps)


@pytest.mark.sweep
@settings(max_examples=200)
@given(steps=st.lists(STEPS, min_size=4, max_size=30))
def test_an_index_brought_up_to_date_is_the_one_made_from_nothing_at_length(
    steps: list[tuple[str, Any, Any]],
) -> None:
    check_steps(steps)


def test_only_what_differs_is_folded(book: Book) -> None:
    assert update(book).folded == 3
    assert (update(book).folded, update(book).blocks) == (0, 0)
    write_session(book, 1001, SESSIONS["boston"][2])
    report = update(book)
    assert (report.folded, report.blocks) == (1, 1)
    assert rows(report.picture) == rebuilt(book)


def test_several_workers_make_the_same_index(book: Book) -> None:
    one = rows(update(book).picture)
    assert rows(update(book, Run(workers=2, rebuild=True)).picture) == one


@pytest.mark.parametrize("change", ["version", "tables", "edition"])
def test_another_program_builds_all_anew(
    book: Book, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(book)
    made_by = manifest.maker()
    with monkeypatch.context() as patch:
        if change == "version":
            patch.setattr("importlib.metadata.version", lambda _: "9.9")
        elif change == "tables":
            patch.setattr(manifest, "TABLES", TABLES[:-1])
        else:
            patch.setattr(manifest, "ALL", ALL[:-1])
        manifest.maker.cache_clear()
        assert manifest.maker() != made_by
        assert update(book).folded == 3
    manifest.maker.cache_clear()
    assert update(book).folded == 3
    assert update(book).folded == 0


# -- what goes wrong ------------------------------------------------------------------------------


def folder_of(book: Book) -> Path:
    return book.path / ".index"


def test_a_deleted_index_is_made_again(book: Book) -> None:
    before = rows(update(book).picture)
    for path in folder_of(book).iterdir():
        path.unlink()
    folder_of(book).rmdir()
    assert rows(picture_of(book)) == before


@pytest.mark.parametrize("table", [table.name for table in TABLES])
@pytest.mark.parametrize("harm", ["gone", "short", "empty"])
def test_a_file_that_is_not_as_it_was_written_is_made_again(
    book: Book, table: str, harm: str
) -> None:
    before = rows(update(book).picture)
    (path, *_) = folder_of(book).glob(f"0-{table}-*.parquet")
    if harm == "gone":
        path.unlink()
    else:
        path.write_bytes(b"" if harm == "empty" else path.read_bytes()[:-9])
    assert rows(picture_of(book)) == before
    assert update(book).folded == 0


def test_a_block_with_a_rotten_file_is_folded_whole_when_it_grows(book: Book) -> None:
    path = Path(update(book).picture.paths("players")[0])
    path.write_bytes(bytes(path.stat().st_size))
    write_session(book, 3, SESSIONS["boston"][2])
    report = update(book)
    assert report.folded == 3  # the new one, and the two of its block that were as they were
    assert rows(report.picture) == rebuilt(book)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format":99}', '{"blocks":{"0":{}}}', "\0"])
def test_a_manifest_that_cannot_be_read_is_made_again(book: Book, text: str) -> None:
    before = rows(update(book).picture)
    (folder_of(book) / "manifest.json").write_text(text, encoding="utf-8")
    assert rows(picture_of(book)) == before


def test_what_is_not_ours_is_left_alone(book: Book) -> None:
    update(book)
    strangers = ["notes.txt", "0-deals-zzz.parquet", "my.parquet", "manifest.json.bak"]
    for name in strangers:
        (folder_of(book) / name).write_text("mine", encoding="utf-8")
        os.utime(folder_of(book) / name, (0, 0))
    (folder_of(book) / "folder").mkdir()
    update(book, Run(rebuild=True))
    assert [name for name in strangers if not (folder_of(book) / name).exists()] == []
    assert (folder_of(book) / "folder").is_dir()


def test_old_files_stay_an_hour(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    old = update(book).picture
    seen = rows(old)
    write_session(book, 3, SESSIONS["boston"][2])
    update(book)
    update(book)
    assert rows(old) == seen  # a reader that opened it before keeps a whole picture
    later = time.time() + manifest.KEPT_SECONDS + 60
    monkeypatch.setattr("replay.index.manifest.time.time", lambda: later)
    update(book)
    assert not Path(old.paths("deals")[0]).exists()
    assert Path(old.paths("deals")[1]).exists()  # block 1 has not changed


def test_what_a_killed_run_left_behind_goes_after_an_hour(book: Book) -> None:
    update(book)
    left = folder_of(book) / "7-deals-0123456789ab.parquet"
    left.write_bytes(b"half")
    update(book)
    assert left.exists()
    os.utime(left, (0, 0))
    update(book)
    assert not left.exists()


def test_an_interrupted_run_leaves_the_old_picture(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(update(book).picture)
    write_session(book, 3, SESSIONS["boston"][2])
    calls = itertools.count()

    def interrupted(folder: Path, block: int, token: str, rows: Blocks) -> dict[str, str]:
        if next(calls):
            raise KeyboardInterrupt
        return write_block(folder, block, token, rows)

    write_session(book, 1001, SESSIONS["boston"][2])
    with monkeypatch.context() as patch:
        patch.setattr(folding, "write_block", interrupted)
        with pytest.raises(KeyboardInterrupt):
            update(book)
    named = manifest.read_manifest(folder_of(book))
    assert named is not None
    assert rows(Picture(folder_of(book), named)) == before
    assert rows(update(book).picture) == rebuilt(book)


def test_a_killed_run_leaves_the_old_picture_and_no_lock(book: Book) -> None:
    before = rows(update(book).picture)
    for number in range(3, 40):
        write_session(book, number, SESSIONS["boston"][number % 3])
    run = [sys.executable, "-m", "replay", "--book", str(book.path), "index", "--rebuild"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for delay in (0.3, 0.6, 0.9):
        process = subprocess.Popen(
            run, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        named = manifest.read_manifest(folder_of(book))
        assert named is not None
        seen = rows(Picture(folder_of(book), named))
        assert seen == before or len(seen["sessions"]) == 40
    assert rows(update(book).picture) == rebuilt(book)


def test_one_indexer_at_a_time(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    update(book)
    monkeypatch.setattr(index, "LOCK_SECONDS", 0.05)
    write_session(book, 3, SESSIONS["boston"][2])
    with FileLock(folder_of(book) / "lock"):
        with pytest.raises(BusyError):
            update(book)
        picture = picture_of(book)  # a reader takes the figures before, and is told
        assert picture.notice is not None
        assert "another program" in picture.notice
        append(book.log_named(4), SESSIONS["boston"][0][0])  # who records does not wait
    assert rows(update(book).picture) == rebuilt(book)


@pytest.mark.parametrize("made_by", ["another", None])
def test_without_figures_before_a_reader_is_told_to_wait(
    book: Book, made_by: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "LOCK_SECONDS", 0.05)
    folder_of(book).mkdir()
    if made_by is not None:
        manifest.write_manifest(folder_of(book), manifest.Manifest(made_by=made_by))
    with FileLock(folder_of(book) / "lock"), pytest.raises(BusyError):
        picture_of(book)


def test_a_folder_that_cannot_be_written_is_read_all_the_same(book: Book) -> None:
    folder_of(book).write_text("in the way", encoding="utf-8")
    with opened(book) as asked:
        assert "cannot be written" in asked.notices[0]
        assert asked.con.sql("select count(*) from sessions").fetchall() == [(3,)]
    with pytest.raises(OSError, match="exists"):
        update(book)


# -- logs that are not whole ----------------------------------------------------------------------


def problems(book: Book) -> dict[str, str]:
    """Give why logs are left out, by file."""
    found = rows(update(book).picture)["sessions"]
    return {str(row["file"]): str(row["problem"]) for row in found if row["problem"] is not None}


def change(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))


def test_a_damaged_log_is_listed_and_hides_no_other(book: Book) -> None:
    change(book.log_named(1), b'"play ', b'"plaz ')
    assert {name: why.partition(":")[0] for name, why in problems(book).items()} == {
        "sessions/0001.jsonl": "broken-seal"
    }
    with opened(book) as asked:
        counted = asked.con.sql(
            "select session, count(*) filter (left_out is null) > 0, count(*) from player_deals "
            "group by 1 order by 1"
        ).fetchall()
        assert [row[:2] for row in counted] == [(1, False), (2, True), (1000, True)]
        assert asked.con.sql("select distinct session from totals order by 1").fetchall() == [
            (2,),
            (1000,),
        ]


def test_a_newer_log_is_listed(book: Book) -> None:
    append(book.log_named(3), SESSIONS["boston"][0][0])
    line = b'{"events":[{"type":"photographed"}],"seq":2}\n'
    with book.log_named(3).open("ab") as stream:
        stream.write(line)
    assert problems(book)["sessions/0003.jsonl"].startswith("newer-event")


def test_a_game_of_another_edition_is_listed(book: Book) -> None:
    append(book.log_named(3), SESSIONS["boston"][0][0])
    opened_line = book.log_named(3).read_bytes().splitlines(keepends=True)[0]
    book.log_named(3).write_bytes(opened_line.replace(b'"edition":1', b'"edition":99'))
    assert problems(book)["sessions/0003.jsonl"].startswith("unknown-edition")


def test_an_empty_log_is_listed(book: Book) -> None:
    book.log_named(3).write_bytes(b"")
    assert problems(book) == {"sessions/0003.jsonl": "nothing is recorded in it"}


def test_a_torn_line_is_not_there_yet(book: Book) -> None:
    before = rows(update(book).picture)["deals"]
    with book.log_named(1).open("ab") as stream:
        stream.write(b'{"events":["call')
    assert problems(book) == {}
    assert rows(update(book).picture)["deals"] == before


def test_a_log_with_two_sessions_is_listed(book: Book) -> None:
    write_session(book, 3, [*SESSIONS["boston"][0], *SESSIONS["boston"][1]])
    assert problems(book) == {
        "sessions/0003.jsonl": "it holds 2 sessions, and a book's log holds one"
    }


def test_two_logs_of_one_number_are_told(book: Book) -> None:
    before = len(rows(update(book).picture)["deals"])
    book.path.joinpath("sessions/1.jsonl").write_bytes(book.log_named(1).read_bytes())
    assert problems(book) == {"sessions/1.jsonl": "sessions/0001.jsonl has the same number"}
    assert len(rows(update(book).picture)["deals"]) == before
    assert update(book).folded == 0


def test_a_log_that_nobody_may_read_is_listed(book: Book) -> None:
    book.log_named(3).mkdir()
    assert list(problems(book)) == ["sessions/0003.jsonl"]
    assert rows(update(book).picture) == rebuilt(book)


def test_a_number_that_no_address_can_name_is_no_session(book: Book) -> None:
    data = book.log_named(1).read_bytes()
    (book.path / "sessions" / "12345678901.jsonl").write_bytes(data)
    (book.path / "sessions" / f"{10**30}.jsonl").write_bytes(data)
    assert len(rows(update(book).picture)["sessions"]) == 3


def test_numbers_beyond_all_bounds_are_unknown(book: Book) -> None:
    entries = [json.loads(line) for line in book.log_named(1).read_bytes().splitlines()]
    (first,) = [e for e in entries[0]["events"] if e["type"] == "session_opened"]
    assert first["game"] == "boston"
    append(book.log_named(3), SESSIONS["boston"][0][0])
    deal = json.loads(b'{"dealer":"A","number":9007199254740991,"type":"deal_opened"}')
    with book.log_named(3).open("ab") as stream:
        stream.write(
            json.dumps({"events": [deal], "seq": 2}, separators=(",", ":")).encode() + b"\n"
        )
    found = [row for row in rows(update(book).picture)["deals"] if row["session"] == 3]
    assert [row["number"] for row in found] == [None]


# -- as of then -----------------------------------------------------------------------------------


def cut_copy(book: Book, moment: str, folder: Path) -> Book:
    """Give a book whose logs hold what was there then."""
    copy = make_book(folder, "", None, "white counter")
    for log in book._replace(as_of=parse_moment(moment)).logs():
        lines = log.read_bytes().splitlines(keepends=True)
        items = list(read_entries(log, parse_moment(moment)))
        assert all(isinstance(item, Entry) for item in items)
        copy.log_named(int(log.stem)).write_bytes(b"".join(lines[: len(items)]))
    return copy


def asked_rows(book: Book) -> dict[str, list[tuple[object, ...]]]:
    with opened(book) as asked:
        return {
            name: asked.con.sql(f"select * from {name} order by all").fetchall()
            for name in (
                "deals",
                "player_deals",
                "balances",
                "plays",
                "pairs",
                "results",
                "streaks",
                "timeline",
            )
        }


@pytest.mark.parametrize(
    "moment",
    [
        "2026-11-01T00:00:00Z",
        "2026-11-02T20:00:30Z",
        "2026-11-02T20:03:00Z",
        "2026-11-03T20:05:00Z",
        "2026-11-21T20:04:59Z",
        "2026-11-30",
    ],
)
def test_as_of_a_time_the_index_is_that_of_the_logs_then(
    book: Book, moment: str, tmp_path: Path
) -> None:
    then = book._replace(as_of=parse_moment(moment))
    assert asked_rows(then) == asked_rows(cut_copy(book, moment, tmp_path / "then"))


def test_as_of_an_event_one_session_is_cut(book: Book) -> None:
    then = asked_rows(book._replace(as_of=parse_moment("1@30")))
    now = asked_rows(book)
    others = [row for row in now["deals"] if row[0] != 1]
    assert [row for row in then["deals"] if row[0] != 1] == others
    assert 0 < len([row for row in then["deals"] if row[0] == 1]) < 12


# -- nobody waits ---------------------------------------------------------------------------------


def test_recording_goes_on_while_the_index_is_built_and_read(book: Book) -> None:
    for number in range(3, 15):
        write_session(book, number, SESSIONS["boston"][number % 3])
    over = threading.Event()
    told: list[int] = []

    def ask() -> Iterator[int]:
        while not over.is_set():
            with opened(book) as asked:
                ((count,),) = asked.con.sql("select count(*) from deals").fetchall()
                yield count

    reader = threading.Thread(target=lambda: told.extend(ask()))
    reader.start()
    taken: list[float] = []
    try:
        for number in range(15, 20):
            for events in SESSIONS["boston"][number % 3]:
                begun = time.perf_counter()
                append(book.log_named(number), events)
                taken.append(time.perf_counter() - begun)
    finally:
        over.set()
        reader.join()
    assert max(taken) < 2.0, sorted(taken)[-5:]  # far under the five seconds of a writer's lock
    assert told == sorted(told)
    assert rows(picture_of(book)) == rebuilt(book)


@pytest.mark.sweep
def test_recording_goes_on_while_other_programs_index_and_ask(book: Book) -> None:
    for number in range(3, 40):
        write_session(book, number, SESSIONS["boston"][number % 3])
    program = [sys.executable, "-m", "replay", "--book", str(book.path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    asked = "select count(*) from player_deals"
    others = [
        subprocess.Popen(
            [*program, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for words in (
            ["index", "--rebuild"],
            ["sql", asked],
            ["sql", asked],
            ["index", "--rebuild"],
        )
    ]
    taken: list[float] = []
    number = 40
    while any(other.poll() is None for other in others) or len(taken) < 20:
        for events in SESSIONS["boston"][number % 3]:
            begun = time.perf_counter()
            append(book.log_named(number), events)
            taken.append(time.perf_counter() - begun)
        number += 1
    ended = [(other.communicate(), other.returncode) for other in others]
    assert [code for _, code in ended if code not in {0, 6}] == [], ended  # 6: two at one index
    assert max(taken) < 2.0, sorted(taken)[-5:]  # nobody waited for a lock
    assert rows(picture_of(book)) == rebuilt(book)


def test_a_session_is_counted_once_however_often_it_is_indexed(book: Book) -> None:
    with opened(book) as asked:
        once = asked.con.sql(
            "select count(*), count(distinct (session, deal)) from deals"
        ).fetchall()
    update(book, Run(rebuild=True))
    with opened(book) as asked:
        again = asked.con.sql(
            "select count(*), count(distinct (session, deal)) from deals"
        ).fetchall()
    assert once == again
    assert once[0][0] == once[0][1]


def test_all_games_are_there() -> None:
    assert set(SESSIONS) == set(BY_KEY)
