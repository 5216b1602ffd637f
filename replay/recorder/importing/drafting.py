"""Sessions drafted line by line, by the same recorder as at the table, and written nowhere yet."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from events.append import LogWriter, UnwritableError, check_writable
from events.corrected import OpenDeal
from events.exit_codes import IMPOSSIBLE
from events.log import Entry, read_log
from events.model import SessionOpened
from replay.recorder.decide import Decision
from replay.recorder.importing.plan import Complaint, Offer
from replay.recorder.recording import Recorder
from replay.recorder.refusal import RefusedError
from replay.session import open_session


@dataclass(slots=True, kw_only=True)
class Drafter(Recorder):
    """Takes lines as a recorder does, and keeps what it would write: a deal is an entry."""

    by_deal: bool = True
    lines: io.BytesIO = field(default_factory=io.BytesIO)
    """The log of the session so far."""
    writer: LogWriter | None = None
    open_deal: OpenDeal = field(default_factory=OpenDeal)

    def begin(self, opened: SessionOpened) -> SessionOpened:
        """Begin the session.

        Raises:
            RefusedError: it has begun already.

        """
        if self.session is not None:
            message = "a session is open: close ends it before another begins"
            raise RefusedError(message, IMPOSSIBLE)
        self.writer = LogWriter(self.lines)
        self.session = open_session(opened)
        self._write((opened,))
        return opened

    def _as_listed(self, decision: Decision) -> Decision:
        """Leave those who sit down as they are named: who they are is found out at the import."""
        return decision

    def flush(self) -> None:
        """Keep what is pending as one entry, and seal it unless a deal is open."""
        if not self.pending or self.writer is None:
            return
        at = self.clock()
        check_writable(self.pending, at, self.by)
        self.writer.entry(self.pending, at=at, by=self.by)
        self.open_deal.read(self.next_seq, tuple(self.pending))
        if not self.open_deal.is_open:
            self.writer.seal()
        self.next_seq = self.writer.seq
        self.pending.clear()

    def entries(self) -> Sequence[Entry]:
        """Give the session so far as it would be read."""
        self.flush()
        read = read_log(io.BytesIO(self.lines.getvalue()))
        return [item for item in read if isinstance(item, Entry)]


@dataclass(slots=True, kw_only=True)
class Drafted:
    """A session as far as its lines have been taken, and what there is to say against them."""

    place: str
    """Where it begins."""
    recorder: Drafter
    complaints: list[Complaint] = field(default_factory=list[Complaint])
    told: list[str] = field(default_factory=list[str])

    def take(self, line: str, where: Callable[[int | None], str]) -> bool:
        """Take a line; tells whether it could be.

        Args:
            line: as it would be typed.
            where: names the place of a column of the line, or of all of it.

        """
        try:
            reply = self.recorder.enter(line)
        except (RefusedError, UnwritableError) as error:
            column = error.column if isinstance(error, RefusedError) else None
            self.complaints.append(Complaint(f"{where(column)}: {error}", error.exit_code))
            return False
        self.told += [f"{where(None)}: {told.removeprefix('! ')}" for told in reply.warnings]
        return True

    def offer(self) -> Offer:
        """Offer it."""
        if self.complaints:
            return Offer(self.place, (), tuple(self.complaints))
        return Offer(self.place, self.recorder.entries(), told=tuple(self.told))
