"""A finding: one thing that the audit found, and where; a check that could not be made."""

from typing import NamedTuple

from core.breach import Severity
from replay.state import DealReplay


class Finding(NamedTuple):
    """One thing that the audit found."""

    code: str
    severity: Severity
    file: str
    place: str
    """The address of a step, such as ``12.8:t2.3``."""
    event: str | None
    """The address of an event, such as ``12@37``."""
    message: str
    rule: str
    recorded: str | None = None
    expected: str | None = None
    difference: str | None = None
    provable: str | None = None
    state: str = "open"


class Unchecked(NamedTuple):
    """A check that could not be made, which is not the same as passed."""

    place: str
    check: str
    missing: str


class Context(NamedTuple):
    """Where a replayed deal stands in the book."""

    file: str
    session: int
    late: frozenset[int] = frozenset()
    """Claims that came when the next deal had been opened."""

    def place(self, replay: DealReplay, step: str) -> str:
        """Address a step of a deal."""
        return f"{self.session}.{replay.place}:{step}"

    def event(self, number: int | None) -> str | None:
        """Address an event."""
        return None if number is None else f"{self.session}@{number}"
