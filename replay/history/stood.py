"""A session as it stood at a moment: one deal of it, those after, and what was found."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from replay.audit import audit_session
from replay.findings import Finding
from replay.history.histories import Wanted
from replay.session import DealReplay, SessionLog


class Audited(NamedTuple):
    """A deal and what was found in it; nothing where it was not there."""

    replay: DealReplay | None = None
    findings: Sequence[Finding] = ()

    @property
    def place(self) -> int:
        """Its place in the session; 0 where it was not there."""
        return 0 if self.replay is None else self.replay.place


class Stood(NamedTuple):
    """A session as it stood."""

    deal: Audited
    """The one that is meant."""
    later: Mapping[int, Audited]
    """Those after it, by their first events; one that was still open is left out."""
    outside: Sequence[Finding]
    """What was found outside the deals."""


def stood(log: SessionLog, wanted: Wanted) -> Stood:
    """Audit a session as a log has it.

    Args:
        log: cut at the moment.
        wanted: the deal that is meant.

    """
    seen = list(audit_session(log))
    meant = wanted.among(replay for replay, _ in seen if replay is not None)
    deal, later, outside = Audited(), dict[int, Audited](), list[Finding]()
    for replay, findings in seen:
        if replay is None:
            outside += findings
        elif replay is meant:
            deal = Audited(replay, findings)
        elif replay.place > wanted.place and not replay.is_open:
            later[replay.first_event] = Audited(replay, findings)
    return Stood(deal, later, outside)
