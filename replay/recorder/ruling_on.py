"""A ruling on a deal that may be closed long since: what it is about, and what it leads to."""

from core.breach import Severity
from events.book import BookError
from events.exit_codes import IMPOSSIBLE, USAGE
from events.model import DealCancelled, DealVoided, Ruled, TricksMoved
from replay.audit import Finding, audit_session
from replay.findings import is_matter
from replay.locate import parse_address
from replay.recorder.following import (
    Change,
    Settling,
    complete,
    next_number,
    with_events,
)
from replay.ruling import has_event
from replay.session import DealReplay, SessionLog
from replay.steps import steps_of


def matter(log: SessionLog, place: int, named: str | None) -> tuple[int | None, str | None]:
    """Find the event, and the code, that a ruling on a deal is about.

    Args:
        log: the session.
        place: the deal's.
        named: a finding, its code, a step, an event's address; None for the one that is open.

    Raises:
        BookError: it is not there, or several are open and none is named.

    """
    replay, findings = _audited(log, place)
    if named is None:
        return _only_one(log, place, findings)
    if named[:1].isdigit() and "@" in named:
        return _event_in(log, replay, named), None
    code, _, where = named.replace(" ", "@").partition("@")
    step = _step_in(log, place, where)
    numbers = {one.name: one.number for one in steps_of(replay)}
    if not where and code in numbers:
        return numbers[code], None
    for one in findings:
        if one.code == code and (not where or one.place.rpartition(":")[2] == step):
            return _number(one), code
    if step in numbers and is_matter(code):  # the record does not show it; the table saw it
        return numbers[step], code
    message = f"no finding {named} in {log.number}.{place} (trickbook audit {log.number}.{place})"
    raise BookError(message)


def _event_in(log: SessionLog, replay: DealReplay, named: str) -> int | None:
    """Give the event of an address, which is one of the deal's.

    Raises:
        BookError: it is another session's, or it does not stand in the deal.

    """
    address = parse_address(named)
    same = int(address.session) == log.number
    if not same or address.event is None or not has_event(replay, address.event):
        message = (
            f"{named} does not stand in deal {log.number}.{replay.place} "
            f"(trickbook log {log.number}.{replay.place})"
        )
        raise BookError(message, IMPOSSIBLE)
    return address.event


def _step_in(log: SessionLog, place: int, where: str) -> str:
    """Give the step of an address, which is one in the deal.

    Raises:
        BookError: it lies in another deal.

    """
    deal, _, step = where.rpartition(":")
    if deal and deal != f"{log.number}.{place}":
        message = f"{where} is in another deal than {log.number}.{place}, which is ruled on"
        raise BookError(message, USAGE)
    return step


def _audited(log: SessionLog, place: int) -> tuple[DealReplay, list[Finding]]:
    for replay, findings in audit_session(log):
        if replay is not None and replay.place == place:
            return replay, findings
    message = f"no deal {log.number}.{place}"
    raise BookError(message)


def _only_one(
    log: SessionLog, place: int, findings: list[Finding]
) -> tuple[int | None, str | None]:
    limit = Severity.IRREGULAR.rank
    grave = [one for one in findings if one.state == "open" and one.severity.rank <= limit]
    found = grave or [one for one in findings if one.state == "open"]
    matters = {(_number(one), one.code): f"{one.code}@{one.place}" for one in found}
    if len(matters) > 1:
        message = f"{log.number}.{place} has several findings; which? {', '.join(matters.values())}"
        raise BookError(message, USAGE)
    return next(iter(matters), (None, None))


def _number(finding: Finding) -> int | None:
    return None if finding.event is None else int(finding.event.partition("@")[2])


def rule(log: SessionLog, place: int, ruled: Ruled, *, settle: bool) -> Change:
    """Make a ruling, with the settlements that follow it if the table has paid accordingly.

    Raises:
        BookError: the ruling cannot be.

    """
    replay, _ = _audited(log, place)
    of_tricks = any(isinstance(one, TricksMoved | DealCancelled) for one in ruled.remedies)
    if replay.voided is not None and of_tricks:
        message = f"deal {log.number}.{place} does not stand: no trick counts, nothing to cancel"
        raise BookError(message, IMPOSSIBLE)
    _check(log, ruled)
    events: list[Ruled | DealVoided] = [ruled]
    ends = DealCancelled() in ruled.remedies and replay.voided is None
    if ends and (settle or replay.recorded is None):
        events.append(DealVoided(deal=place, kind="cancelled", reason=ruled.ground))
    return complete(log, events, settle=settle, settling=Settling(also={place}))


def _check(log: SessionLog, ruled: Ruled) -> None:
    """See that a ruling can be."""
    number = next_number(log)
    event = f"{log.number}@{number}"
    for _, findings in audit_session(with_events(log, [ruled])):
        for one in findings:
            if one.event == event and one.severity is Severity.IMPOSSIBLE:
                raise BookError(one.message, IMPOSSIBLE)
