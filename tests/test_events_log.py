"""A log read and verified: whatever stands in the file becomes an entry or a fault."""

import hashlib
import io
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.boston import BOSTON
from events.append import LogWriter
from events.log import (
    Entry,
    Fault,
    Verification,
    leaves_deal_open,
    read_log,
    verify_log,
)
from events.model import (
    CardPlayed,
    DealOpened,
    DealSettled,
    DealVoided,
    Event,
    EventCorrected,
    Noted,
    Sealed,
    SessionClosed,
)
from events.written import Unread, read_event
from replay.simulate import simulate
from replay.simulated import write_simulation

EMPTY_SHA256 = hashlib.sha256().hexdigest()
PLAYED = read_event("play A KS")
NOTE = Noted(text="Заметка “1”")
OPENED = DealOpened(number=1, dealer=0)
SETTLED = DealSettled(net={0: 0, 1: 0, 2: 0, 3: 0})


def line(*events: object, seq: int = 0, **envelope: object) -> bytes:
    """Write a line of a log as it should stand there, whatever it says."""
    written = {**envelope, "seq": seq, "events": list(events)}
    return orjson.dumps(written, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def seal(before: bytes, seq: int, **envelope: object) -> bytes:
    """Write the seal that fits what stands before it."""
    sha256 = hashlib.sha256(before).hexdigest()
    sealed = {"type": "sealed", "bytes": len(before), "sha256": sha256}
    return line(sealed, seq=seq, **envelope)


def read(data: bytes) -> list[Entry | Fault]:
    return list(read_log(io.BytesIO(data)))


def entries(data: bytes) -> list[Entry]:
    return [item for item in read(data) if isinstance(item, Entry)]


def faults(data: bytes) -> list[tuple[str, int, int]]:
    """Give code, line and expected event of each fault."""
    return [(item.code, item.line, item.seq) for item in read(data) if isinstance(item, Fault)]


def verify(data: bytes, head: str | None = None) -> Verification:
    return verify_log(io.BytesIO(data), head)


def head_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# -- entries --------------------------------------------------------------------------------------


def test_entries_read_back_as_they_were_written() -> None:
    stream = io.BytesIO()
    writer = LogWriter(stream)
    writer.entry([OPENED, PLAYED], at="2026-11-29T20:14:40Z", by="anna", identity="x-1")
    writer.entry([NOTE])
    writer.entry([SETTLED], by="борис")
    writer.seal()
    assert entries(stream.getvalue())[:3] == [
        Entry(0, (OPENED, PLAYED), 1, "2026-11-29T20:14:40Z", "anna", "x-1"),
        Entry(2, (NOTE,), 2, None, None, None),
        Entry(3, (SETTLED,), 3, None, "борис", None),
    ]
    assert faults(stream.getvalue()) == []


def test_events_are_numbered_from_0_without_a_gap() -> None:
    data = line("play A KS", "play B 2S") + line("play C 3S", seq=2) + line("take A", seq=3)
    assert [(entry.seq, len(entry.events)) for entry in entries(data)] == [(0, 2), (2, 1), (3, 1)]
    assert faults(data) == []


def test_an_event_that_cannot_be_read_stands_in_its_place_and_counts() -> None:
    data = line("play A KS", "jump B", "play C 3S") + line("take A", seq=3)
    first, second = entries(data)
    assert first.events == (PLAYED, Unread("“jump B”: no act has the verb “jump”", True), THIRD)  # noqa: FBT003
    assert second.seq == 3
    assert faults(data) == []


THIRD = read_event("play C 3S")


def test_an_empty_log_has_no_entries_and_no_faults() -> None:
    assert read(b"") == []


def test_a_simulated_log_reads_without_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "simulated.jsonl"
    assert write_simulation(BOSTON, 30, 7, 4, BOSTON.resolve({}), path) > 1
    with path.open("rb") as stream:
        items = list(read_log(stream))
    assert [item for item in items if isinstance(item, Fault)] == []
    last = items[-1]
    assert isinstance(last, Entry)
    assert isinstance(last.events[0], Sealed)


@pytest.mark.parametrize(
    ("before", "events", "after"),
    [
        (False, [], False),
        (True, [], True),
        (False, [PLAYED, NOTE], False),
        (True, [PLAYED, NOTE], True),
        (False, [OPENED], True),
        (True, [OPENED, PLAYED], True),
        (True, [SETTLED], False),
        (True, [DealVoided(deal=1, kind="misdeal")], False),
        (True, [SessionClosed()], False),
        (False, [OPENED, PLAYED, SETTLED], False),
        (True, [SETTLED, OPENED], True),
        (False, [SETTLED, EventCorrected(first=1, last=1, stands=())], False),
        (True, [Unread("“jump”", newer=True)], True),
    ],
)
def test_a_deal_is_open_from_its_opening_until_it_is_settled_voided_or_the_session_closed(
    before: bool,  # noqa: FBT001
    events: list[Event | Unread],
    after: bool,  # noqa: FBT001
) -> None:
    assert leaves_deal_open(tuple(events), before=before) is after


# -- faults ---------------------------------------------------------------------------------------

FIRST = line("play A KS", "play B 2S")


def test_a_last_line_without_an_end_is_torn() -> None:
    second = line("play C 3S", "take C", seq=2)
    for cut in range(1, len(second)):
        assert faults(FIRST + second[:cut]) == [("torn-line", 2, 2)]
    torn = read(FIRST + b"{")[-1]
    assert isinstance(torn, Fault)
    assert torn.message == "line 2 has no end: it was cut off while it was written"


@pytest.mark.parametrize(
    "bad",
    [
        b"\n",
        b" \n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"5\n",
        b'"play A KS"\n',
        b'{"events":["play A KS"]}\n',
        b'{"seq":2}\n',
        b'{"events":[],"seq":2}\n',
        b'{"events":{},"seq":2}\n',
        b'{"events":"play A KS","seq":2}\n',
        b'{"events":null,"seq":2}\n',
        b'{"events":["play A KS"],"seq":null}\n',
        b'{"events":["play A KS"],"seq":"2"}\n',
        b'{"events":["play A KS"],"seq":2.0}\n',
        b'{"events":["play A KS"],"seq":true}\n',
        b'{"events":["play A KS"],"seq":18446744073709551616}\n',
        b'{"events":["play A KS"],"seq":02}\n',
        b'{"events":["play A KS"],"more":1,"seq":2}\n',
        b'{"Events":["play A KS"],"seq":2}\n',
        b'{"events":["play A KS"],"seq":2}}\n',
        b'{"events":["play A KS"],"seq":2},\n',
        b'{"events":["play A KS"],"seq":2,}\n',
        b'{"events":["play A KS"],"seq":2\n',
        b'{"events":[NaN],"seq":2}\n',
        b"{'events':['play A KS'],'seq':2}\n",
        b'{"events":["play A \xff"],"seq":2}\n',
        b'{"events":[{"text":"\\ud800","type":"noted"}],"seq":2}\n',
        b'{"events":["play A KS"],"seq":2}\x00\n',
        b'\xef\xbb\xbf{"events":["play A KS"],"seq":2}\n',
        "[Event “x”]\n".encode(),
        b"\x89PNG\r\n",
    ],
)
def test_a_line_that_is_no_object_with_a_number_and_events_is_not_an_entry(bad: bytes) -> None:
    data = FIRST + bad + line("play C 3S", seq=2)
    assert faults(data) == [("not-an-entry", 2, 2)]
    assert [entry.line for entry in entries(data)] == [1, 3]


@pytest.mark.parametrize(
    "bad",
    [
        b'{"seq":2,"events":["play A KS"]}\n',
        b'{"events":["play A KS"], "seq":2}\n',
        b' {"events":["play A KS"],"seq":2}\n',
        b'{"events":["play A KS"],"seq":2} \n',
        b'{"events":["play A KS"],"seq":2}\r\n',
        b'{"events":["play A KS"],"seq":2,"seq":2}\n',
        b'{"events":["take A"],"events":["play A KS"],"seq":2}\n',
        b'{"events":[{"text":"x","text":"y","type":"noted"}],"seq":2}\n',
        b'{"events":[{"type":"noted","text":"x"}],"seq":2}\n',
        b'{"events":["play A\\u0020KS"],"seq":2}\n',
        b'{"events":[{"text":"\\u0416","type":"noted"}],"seq":2}\n',
        b'{"events":[{"text":"\\/","type":"noted"}],"seq":2}\n',
        b'{"events":[{"text":"\\u001F","type":"noted"}],"seq":2}\n',
        b'{"events":[{"deal":1e0,"text":"x","type":"noted"}],"seq":2}\n',
        b'{"events":[{"deal":18446744073709551617,"text":"x","type":"noted"}],"seq":2}\n',
        b'{"events":["play A KS"],"seq":-0}\n',
    ],
)
def test_an_entry_in_any_form_but_the_canonical_one_is_a_fault(bad: bytes) -> None:
    data = FIRST + bad + line("play C 3S", seq=2)
    assert faults(data) == [("not-canonical", 2, 2)]
    assert [entry.line for entry in entries(data)] == [1, 3]


@pytest.mark.parametrize("bad", ["1.0", "1.5", "1e3", "9007199254740993", "-1", "true", "null"])
def test_a_number_in_an_event_that_is_no_plain_one_is_never_read(bad: str) -> None:
    raw = f'{{"events":[{{"deal":{bad},"text":"x","type":"noted"}}],"seq":0}}\n'.encode()
    assert [e for entry in entries(raw) for e in entry.events if not isinstance(e, Unread)] == []


@pytest.mark.parametrize("seq", [-1, 0, 1, 3, 100, 2**53])
def test_an_entry_with_another_number_than_the_next_is_out_of_sequence(seq: int) -> None:
    data = FIRST + line("play C 3S", seq=seq) + line("take A", seq=seq + 1)
    assert faults(data) == [("wrong-sequence", 2, 2)]
    assert [entry.seq for entry in entries(data)] == [0, seq, seq + 1]


def test_two_entries_with_one_number_are_out_of_sequence() -> None:
    again = read(FIRST + FIRST)[1]
    assert isinstance(again, Fault)
    assert again == Fault("wrong-sequence", 2, 2, "line 2 begins with event 0, 2 was expected")


@pytest.mark.parametrize(
    "bad",
    [
        seal(b"", 2),
        seal(FIRST[:-1], 2),
        seal(FIRST + b" ", 2),
        seal(b"x" * len(FIRST), 2),
        line({"type": "sealed", "bytes": len(FIRST) + 1, "sha256": head_of(FIRST)}, seq=2),
    ],
)
def test_a_seal_that_does_not_fit_what_stands_before_it_is_broken(bad: bytes) -> None:
    assert faults(FIRST + bad + line("play C 3S", seq=3)) == [("broken-seal", 2, 2)]


def test_a_seal_that_fits_is_no_fault() -> None:
    data = FIRST + seal(FIRST, 2)
    assert faults(data) == []
    assert faults(seal(b"", 0)) == []
    assert faults(data + seal(data, 3)) == []


def test_every_fault_is_told_with_its_line() -> None:
    data = line("play A KS", seq=1) + b"x\n" + seal(b"", 2) + line("take A", seq=3)[:-1]
    found = [item for item in read(data) if isinstance(item, Fault)]
    assert [fault.code for fault in found] == [
        "wrong-sequence",
        "not-an-entry",
        "broken-seal",
        "torn-line",
    ]
    assert all(f"line {fault.line}" in fault.message for fault in found)


# -- the envelope ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["at", "by", "id"])
@pytest.mark.parametrize("value", [None, 5, True, 1.5, [], ["x"], {}, {"x": "y"}])
def test_who_and_when_and_the_name_of_an_entry_are_text_or_left_out(
    name: str, value: object
) -> None:
    data = FIRST + line("play C 3S", seq=2, **{name: value})
    assert [where for _, where, _ in faults(data)] == [2]


@pytest.mark.parametrize("name", ["at", "by", "id"])
def test_a_seal_says_neither_who_nor_when_so_that_none_of_its_bytes_is_unguarded(
    name: str,
) -> None:
    data = FIRST + seal(FIRST, 2, **{name: "x"})
    assert [where for _, where, _ in faults(data)] == [2]
    assert verify(data).sealed == 0


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_seal_stands_alone_in_its_line(place: int) -> None:
    events: list[object] = ["play C 3S", "take C"]
    events.insert(place, orjson.loads(seal(FIRST, 2))["events"][0])
    data = FIRST + line(*events, seq=2)
    assert [where for _, where, _ in faults(data)] == [2]
    assert verify(data).sealed == 0


# -- nothing raises -------------------------------------------------------------------------------


def nested(depth: int, opening: bytes = b"[", closing: bytes = b"]") -> bytes:
    return b'{"events":[' + opening * depth + closing * depth + b'],"seq":0}\n'


ODD_FILES = {
    "UTF-16": '{"events":["play A KS"],"seq":0}\n'.encode("utf-16"),
    "UTF-16 without a mark": '{"events":["play A KS"],"seq":0}\n'.encode("utf-16-le"),
    "UTF-32": '{"events":["play A KS"],"seq":0}\n'.encode("utf-32"),
    "a byte order mark": b"\xef\xbb\xbf" + FIRST,
    "Latin-1": '{"events":[{"text":"Chloé","type":"noted"}],"seq":0}\n'.encode("latin-1"),
    "NULs": b"\x00" * 4096 + b"\n",
    "NULs at the end": FIRST + b"\x00" * 4096,
    "a NUL in a line": FIRST.replace(b"KS", b"K\x00"),
    "an escaped NUL": FIRST.replace(b"KS", b"K\\u0000"),
    "old line ends": FIRST.replace(b"\n", b"\r"),
    "10,000 brackets": nested(10_000),
    "10,000 braces": nested(10_000, b'{"a":', b"}").replace(b'"a":}', b'"a":0}'),
    "no end to 10,000 brackets": b"[" * 10_000 + b"\n",
    "a line of 10 MiB": b'{"events":["play A ' + b"K" * (10 << 20) + b'"],"seq":0}\n',
    "10 MiB without a line's end": b"x" * (10 << 20),
    "a number of 10,000 figures": b'{"events":[{"deal":' + b"9" * 10_000 + b"}]}\n",
    "a seq of 10,000 figures": b'{"events":["take A"],"seq":' + b"9" * 10_000 + b"}\n",
    "duplicate keys": b'{"events":["play A KS"],"events":["play A KS"],"seq":0}\n',
    "a float": b'{"events":["play A KS"],"seq":0.0}\n',
    "an infinity": b'{"events":["play A KS"],"seq":1e999}\n',
    "one line's end": b"\n",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "a zip": b"PK\x03\x04\n\x00\n",
    "an object": orjson.dumps({"format": 1, "title": "Book"}, option=orjson.OPT_INDENT_2),
    "PBN": b'% PBN 2.1\n[Event "Club"]\n[Deal "N:AKQ.T53.J92.8642 - - -"]\n',
    "CSV": b"deal,contract,tricks\n1,8H,6\n",
    "another program's JSON lines": b'{"id":1,"type":"deal"}\n{"id":2,"type":"play"}\n',
}


@pytest.mark.parametrize("kind", ODD_FILES)
def test_a_file_of_another_kind_is_faults_and_never_an_exception(kind: str) -> None:
    data = ODD_FILES[kind]
    assert faults(data) or all(isinstance(e.events[0], Unread) for e in entries(data))
    seen = verify(data)
    assert seen.faults
    assert seen.first_bad == 1
    assert (seen.sealed, seen.bytes) == (0, len(data))
    assert all(len(fault.message) < 1000 for fault in seen.faults)


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_brackets_of_any_depth_are_faults_and_never_an_exception(opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"
    for depth in (1, 2, 100, *range(248, 260), 500, *range(980, 1030)):
        data = nested(depth, opening, closing).replace(b":}", b":0}")
        assert verify(data).faults, depth


def test_an_act_with_a_number_of_five_thousand_figures_is_a_fault() -> None:
    for text in ("take A " + "9" * 5000, "play/" + "9" * 5000 + " A KS"):
        assert [fault.code for fault in verify(line(text)).faults] == ["unreadable-event"]


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    seen = verify(data)
    assert seen.bytes == len(data)
    assert bool(data) == bool(seen.faults)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["play A KS", "noted", "sealed"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["seq", "events", "at", "id", "type", "bytes"]) | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=4))
def test_no_lines_of_json_raise(values: list[object]) -> None:
    data = b"".join(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE) for value in values)
    assert verify(data).bytes == len(data)


# -- verifying ------------------------------------------------------------------------------------


class Closed(NamedTuple):
    """A log of three closed sessions of four deals each, every entry followed by its seal."""

    lines: list[bytes]
    deals_before: list[int]
    """The deals opened before the entry that stands in a line, or that the line seals."""

    @property
    def data(self) -> bytes:
        return b"".join(self.lines)

    def bad_deal(self, place: int) -> int:
        """The deal in which a line lies, or the next one after the last seal before it."""
        return self.deals_before[min(place, len(self.lines) - 1)] + 1


def simulated_entries() -> Iterator[tuple[Event, ...]]:
    for seed in range(3):
        (steps,) = simulate(BOSTON, 4, seed, 4, BOSTON.resolve({}))
        yield from (step.events for step in steps)
        yield (SessionClosed(),)


@pytest.fixture(scope="session")
def closed() -> Closed:
    stream = io.BytesIO()
    writer = LogWriter(stream)
    deals = 0
    before: list[int] = []
    for events in simulated_entries():
        before += [deals, deals]
        writer.entry(events, at="2026-11-29T20:14:40Z", by="Дмитрий")
        writer.seal()
        deals += sum(isinstance(event, DealOpened) for event in events)
    lines = stream.getvalue().splitlines(keepends=True)
    assert (len(lines), deals) == (len(before), 12)
    return Closed(lines, before)


def assert_found(closed: Closed, data: bytes, place: int) -> None:
    """See that a change is found, in the deal where it begins."""
    seen = verify(data)
    assert seen.faults
    assert seen.first_bad == closed.bad_deal(place)
    assert seen.faults[0].line <= place + 3  # by the next seal at the latest
    good = b"".join(closed.lines[: place - place % 2])
    assert seen.sealed == verify(good).events


def test_a_log_as_it_was_written_is_sealed_to_its_end(closed: Closed) -> None:
    seen = verify(closed.data)
    assert seen == Verification(
        events=sum(len(entry.events) for entry in entries(closed.data)),
        sealed=seen.events,
        bytes=len(closed.data),
        head=head_of(closed.data),
        head_found=None,
        faults=(),
        first_bad=None,
    )


def test_every_seal_is_the_hash_of_the_bytes_before_it(closed: Closed) -> None:
    before = b""
    for each in closed.lines:
        (entry,) = (item for item in read_log([each]) if isinstance(item, Entry))
        if isinstance(sealed := entry.events[0], Sealed):
            assert sealed == Sealed(bytes=len(before), sha256=head_of(before))
            assert (entry.at, entry.by, entry.id, len(entry.events)) == (None, None, None, 1)
        before += each


def edit_at_random(closed: Closed, seeds: range) -> None:
    data = closed.data
    starts = [0]
    for each in closed.lines:
        starts.append(starts[-1] + len(each))
    for seed in seeds:
        dice = random.Random(seed)
        place = dice.randrange(len(data))
        byte = dice.choice([other for other in range(256) if other != data[place]])
        edited = data[:place] + bytes([byte]) + data[place + 1 :]
        where = next(number for number, start in enumerate(starts) if start > place) - 1
        assert_found(closed, edited, where)


def test_an_edit_of_one_byte_is_found_in_its_deal(closed: Closed) -> None:
    edit_at_random(closed, range(100))


@pytest.mark.sweep
def test_each_of_a_thousand_edits_of_one_byte_is_found_in_its_deal(closed: Closed) -> None:
    edit_at_random(closed, range(100, 1100))


@pytest.mark.sweep
def test_an_edit_of_any_byte_of_the_last_four_lines_is_found(closed: Closed) -> None:
    data = closed.data
    first = len(closed.lines) - 4
    for place in range(sum(map(len, closed.lines[:first])), len(data)):
        for byte in (data[place] ^ 1, data[place] ^ 2, data[place] ^ 32, 10):
            if byte != data[place]:
                edited = data[:place] + bytes([byte]) + data[place + 1 :]
                assert verify(edited).faults, (place, byte)


def test_a_byte_put_in_or_taken_out_is_found_in_its_deal(closed: Closed) -> None:
    dice = random.Random(1)
    for _ in range(100):
        where = dice.randrange(len(closed.lines))
        each = closed.lines[where]
        place = dice.randrange(len(each))
        byte = bytes([dice.randrange(256)])
        for changed in (each[:place] + each[place + 1 :], each[:place] + byte + each[place:]):
            lines = [*closed.lines[:where], changed, *closed.lines[where + 1 :]]
            assert_found(closed, b"".join(lines), where)


def test_a_word_put_into_the_last_seal_is_found(closed: Closed) -> None:
    last = orjson.loads(closed.lines[-1])
    before = b"".join(closed.lines[:-1])
    for more in ({"by": "eve"}, {"at": "2026-11-29T20:14:40Z"}, {"id": "x"}, {"note": "x"}):
        data = before + line(*last["events"], seq=last["seq"], **more)
        assert_found(closed, data, len(closed.lines) - 1)


def test_a_line_taken_out_is_found_in_its_deal(closed: Closed) -> None:
    for place in range(len(closed.lines) - 1):
        lines = closed.lines[:place] + closed.lines[place + 1 :]
        assert_found(closed, b"".join(lines), place)


def test_a_run_of_lines_taken_out_is_found_in_its_first_deal(closed: Closed) -> None:
    for first, last in combinations(range(0, len(closed.lines), 3), 2):
        lines = closed.lines[:first] + closed.lines[last:]
        assert_found(closed, b"".join(lines), first)


def put_in(closed: Closed, places: range, strangers: list[bytes]) -> None:
    for place in places:
        for stranger in strangers:
            if [stranger] == closed.lines[place : place + 1]:
                continue  # the same as to double it: the one after it is the stranger
            lines = [*closed.lines[:place], stranger, *closed.lines[place:]]
            data = b"".join(lines)
            assert verify(data).faults
            assert verify(data).first_bad == (
                13 if place == len(closed.lines) else closed.bad_deal(place)
            )


def test_a_line_put_in_is_found_in_its_deal(closed: Closed) -> None:
    strangers = [b"\n", b"{}\n", line("take A"), seal(b"", 0)]
    put_in(closed, range(len(closed.lines) + 1), strangers)


def test_a_line_doubled_is_found_in_its_deal(closed: Closed) -> None:
    for place, each in enumerate(closed.lines):
        put_in(closed, range(place + 1, place + 2), [each])


@pytest.mark.sweep
def test_any_line_put_in_anywhere_once_more_is_found_in_its_deal(closed: Closed) -> None:
    put_in(closed, range(len(closed.lines) + 1), closed.lines)


def swap(closed: Closed, one: int, other: int) -> None:
    lines = list(closed.lines)
    lines[one], lines[other] = lines[other], lines[one]
    assert_found(closed, b"".join(lines), one)


def test_two_neighbouring_lines_swapped_are_found_in_their_deal(closed: Closed) -> None:
    for place in range(len(closed.lines) - 1):
        swap(closed, place, place + 1)


@pytest.mark.sweep
def test_any_two_lines_swapped_are_found_in_the_deal_of_the_first(closed: Closed) -> None:
    for one, other in combinations(range(len(closed.lines)), 2):
        swap(closed, one, other)


def test_two_sessions_exchanged_are_found(closed: Closed) -> None:
    each = len(closed.lines) // 3
    lines = closed.lines
    exchanged = lines[each : 2 * each] + lines[:each] + lines[2 * each :]
    assert_found(closed, b"".join(exchanged), 0)


def test_a_fault_is_no_longer_hidden_by_later_seals_that_fit() -> None:
    bad = FIRST + b"{}\n"
    data = bad + seal(bad, 2)
    seen = verify(data)
    assert [fault.code for fault in seen.faults] == ["not-an-entry"]
    assert (seen.sealed, seen.first_bad) == (0, 1)


def test_an_event_that_cannot_be_read_is_a_fault_of_its_line() -> None:
    data = FIRST + line("play C 3S", "jump.A", 5, seq=2)
    seen = verify(data)
    assert [(fault.code, fault.line, fault.seq) for fault in seen.faults] == [
        ("unreadable-event", 2, 2),
        ("unreadable-event", 2, 2),
    ]
    assert seen.faults[0].message == "“jump.A”: no act has the verb “jump.A”"
    assert seen.events == 5


def test_events_after_the_last_seal_are_told_as_unsealed() -> None:
    data = FIRST + seal(FIRST, 2)
    seen = verify(data + line("take A", seq=3))
    assert (seen.events, seen.sealed, seen.faults) == (4, 3, ())


# -- heads ----------------------------------------------------------------------------------------


def test_a_cut_end_is_found_only_against_a_head_kept_elsewhere(closed: Closed) -> None:
    head = head_of(closed.data)
    for count in range(len(closed.lines)):
        cut = b"".join(closed.lines[:count])
        assert verify(cut).faults == ()
        assert verify(cut).head_found is None
        seen = verify(cut, head)
        assert (seen.faults, seen.head_found) == ((), False)


def test_an_end_cut_within_a_line_is_torn(closed: Closed) -> None:
    for count in range(1, len(closed.lines), 5):
        whole = b"".join(closed.lines[: count - 1])
        cut = whole + closed.lines[count - 1][:-1]
        seen = verify(cut)
        assert [fault.code for fault in seen.faults] == ["torn-line"]
        assert (seen.head, seen.bytes) == (head_of(whole), len(cut))
        assert verify(cut, head_of(whole)).head_found
        assert verify(cut, head_of(cut)).head_found is False


def test_a_head_that_the_log_had_at_the_end_of_any_line_is_accepted(closed: Closed) -> None:
    for count in range(len(closed.lines) + 1):
        head = head_of(b"".join(closed.lines[:count]))
        seen = verify(closed.data, head)
        assert seen.head_found is True
        assert seen.faults == ()
        assert seen.head == head_of(closed.data)


@pytest.mark.parametrize("head", ["", "0" * 64, "x", head_of(b"another log")])
def test_a_head_that_the_log_never_had_is_not_accepted(closed: Closed, head: str) -> None:
    assert verify(closed.data, head).head_found is False


def test_the_head_of_an_empty_log_is_that_of_no_bytes() -> None:
    seen = verify(b"", EMPTY_SHA256)
    assert seen == Verification(0, 0, 0, EMPTY_SHA256, head_found=True, faults=(), first_bad=None)


def test_a_head_taken_before_an_edit_is_accepted_only_if_it_is_older_than_the_edit(
    closed: Closed,
) -> None:
    place = 20
    lines = list(closed.lines)
    lines[place] = lines[place].replace(b"Z", b"Y")
    edited = b"".join(lines)
    for count in range(len(lines) + 1):
        head = head_of(b"".join(closed.lines[:count]))
        assert verify(edited, head).head_found is (count <= place)


def test_a_card_is_played_in_the_log(closed: Closed) -> None:
    played = {type(event) for entry in entries(closed.data) for event in entry.events}
    assert CardPlayed in played
