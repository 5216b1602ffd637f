"""Who wrote the events of a session, when, and with which reasons they were corrected."""

from collections.abc import Mapping
from typing import NamedTuple

from events.book import Book
from replay.columns import short
from replay.corrections import corrections_among, numbered
from replay.documents import Document
from replay.history.as_written import LINE, Stamp, stamps
from replay.history.traces import History
from replay.session import SessionLog

_NOBODY = Stamp(None, None)


class Authors(NamedTuple):
    """The stamps of a session's entries, and the reasons given with corrections."""

    session: int
    stamps: Mapping[int, Stamp]
    reasons: Mapping[int, str | None]

    def address(self, number: int) -> str:
        """Address an event."""
        return f"{self.session}@{number}"

    def stamp(self, number: int) -> Stamp:
        """Tell when and by whom an event was recorded."""
        return self.stamps.get(number, _NOBODY)

    def why(self, history: History) -> str | None:
        """Tell the reason given with what stands in a field, or else with its last change."""
        reason = self.reasons.get(history.set_by) or self.reasons.get(history.changed_by)
        if reason is None and history.was:  # taken back with a reason, and written again
            return self.reasons.get(history.was[0].until)
        return reason

    def document(self, number: int) -> Document:
        """Write which event it was, when and by whom."""
        at, by = self.stamp(number)
        return {"event": self.address(number), "at": at, "by": by}

    def told(self, number: int) -> tuple[str, str, str]:
        """Tell the same for people."""
        at, by = self.stamp(number)
        return self.address(number), at or "—", by or "—"

    def said(self, number: int) -> str:
        """Tell the reason given with a correction: in a line, after a colon; nothing without."""
        reason = self.reasons.get(number)
        return f": {short(reason, LINE)}" if reason else ""


def authors_of(book: Book | None, log: SessionLog) -> Authors:
    """Read who wrote a session."""
    reasons = {number: event.reason for number, event in corrections_among(numbered(log.chunks))}
    return Authors(log.number, stamps(book, log.number), reasons)
