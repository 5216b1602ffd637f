"""A log put into a book whole: it is there with all its lines, or not at all; or lengthened."""

import os
from pathlib import Path
from typing import Final

from events.append import LogError, StaleError, locked, sync_folder, write_durably
from events.exit_codes import BUSY

PART: Final = ".part"
"""What the name of a log ends in while it is written; no book takes such a file for a log."""


def put_log(path: Path, data: bytes, by: str | None) -> None:
    """Make a new log of lines that are written already, durably.

    Args:
        path: the log; it is not there yet.
        data: all its lines, seals included.
        by: who writes, for those who wait.

    Raises:
        LogError: somebody else has made it, or is about to.
        OSError: the disk refuses; no log is there.

    """
    with locked(path, by):
        if path.exists():
            message = f"{path}: somebody else has just opened a session; look, try again"
            raise LogError(message, BUSY)
        part = path.with_name(path.name + PART)
        try:
            with part.open("wb") as stream:  # what a crash has left is written over
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(path)
            sync_folder(path.parent)
        finally:
            part.unlink(missing_ok=True)


def lengthen_log(path: Path, before: bytes, data: bytes, by: str | None) -> None:
    """Write behind a log what another has behind the same lines, durably.

    Args:
        path: the log.
        before: its bytes.
        data: all that it is to hold, these bytes first.
        by: who writes, for those who wait.

    Raises:
        LogError: somebody writes to it, or has done so.
        OSError: the disk refuses; the log is as it was.

    """
    with locked(path, by):
        if path.read_bytes() != before:
            message = f"{path}: somebody has written to it meanwhile; look, try again"
            raise StaleError(message)
        write_durably(path, data[len(before) :])
