"""A log put in whole, or lengthened: all of it on the disk, or nothing."""

import os
from pathlib import Path
from typing import Final

import pytest

from events.append import LogError, StaleError
from events.whole import PART, lengthen_log, put_log

DATA: Final = b'{"events":["call A pass"],"seq":0}\n'
MORE: Final = b'{"events":["call B pass"],"seq":1}\n'


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The place of a log that is not there yet."""
    return tmp_path / "0001.jsonl"


def files(log: Path) -> set[str]:
    """Name what lies beside a log, locks left out."""
    return {path.name for path in log.parent.iterdir() if path.suffix != ".lock"}


def test_a_log_is_put_in_whole_over_what_a_crash_has_left(log: Path) -> None:
    log.with_name(log.name + PART).write_bytes(b"half a li")
    put_log(log, DATA, "anna")
    assert (log.read_bytes(), files(log)) == (DATA, {log.name})


def test_a_log_that_is_there_is_not_written_over(log: Path) -> None:
    log.write_bytes(MORE)
    with pytest.raises(LogError, match="somebody else has just opened"):
        put_log(log, DATA, "anna")
    assert (log.read_bytes(), files(log)) == (MORE, {log.name})


def refuse(*_said: object) -> None:
    """Be a full disk."""
    raise OSError(28, "No space left on device")


def test_a_full_disk_leaves_no_log(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        put_log(log, DATA, None)
    assert files(log) == set()


def test_a_log_is_lengthened(log: Path) -> None:
    put_log(log, DATA, "anna")
    lengthen_log(log, DATA, DATA + MORE, "anna")
    assert log.read_bytes() == DATA + MORE


def test_a_log_that_has_moved_on_is_not_lengthened(log: Path) -> None:
    put_log(log, DATA + DATA, "anna")
    with pytest.raises(StaleError, match="meanwhile"):
        lengthen_log(log, DATA, DATA + MORE, "anna")
    assert log.read_bytes() == DATA + DATA


def test_a_full_disk_leaves_the_log_as_it_was(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_log(log, DATA, "anna")
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        lengthen_log(log, DATA, DATA + MORE, None)
    assert log.read_bytes() == DATA
