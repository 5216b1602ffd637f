"""What is told under a score sheet: findings with their rules, rulings, corrections, remarks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from events.corrected import corrections_in_force
from events.model import DealSettled, DealVoided, EventCorrected, Noted
from replay.corrections import corrections_among, numbered
from replay.findings import Finding
from replay.ruling import told_rulings
from replay.state import DealReplay, Session, SessionLog


class Note(NamedTuple):
    """A note, numbered on the sheet by its place among all."""

    place: str
    """The address of what it is about."""
    text: str
    rule: str | None = None
    state: str = ""
    """Of a finding: ``open`` or ``ruled``."""
    kind: str = "finding"
    """``finding``, ``ruling``, ``void``, ``corrected`` or ``remark``."""


def finding_notes(findings: Iterable[Finding]) -> Iterator[Note]:
    """Tell findings, each with its rule."""
    for one in findings:
        yield Note(one.place, one.message, one.rule, one.state)


def deal_notes(
    number: int, replay: DealReplay, findings: Sequence[Finding], corrected: Sequence[str]
) -> Iterator[Note]:
    """Tell what is to be said of a deal.

    Args:
        number: the session's.
        replay: the deal.
        findings: what the audit found in it.
        corrected: what was corrected in it after it was settled.

    """
    place = f"{number}.{replay.place}"
    yield from finding_notes(findings)
    yield from (Note(place, told, kind="ruling") for told in told_rulings(replay))
    if replay.voided is not None and replay.voided.reason:
        yield Note(place, f"{replay.voided.kind}: {replay.voided.reason}", kind="void")
    yield from (Note(place, told, kind="corrected") for told in corrected)
    for _, remark in replay.remarks:
        if isinstance(remark, Noted):
            yield Note(place, remark.text, kind="remark")


def session_notes(number: int, state: Session) -> dict[int | None, list[Note]]:
    """Gather the remarks made between the deals, by the deal that each is about."""
    told: dict[int | None, list[Note]] = {}
    for _, remark in state.remarks:
        if isinstance(remark, Noted):
            known = remark.deal is not None and 1 <= remark.deal <= state.deals
            place = f"{number}.{remark.deal}" if remark.deal is not None else str(number)
            note = Note(place, remark.text, kind="remark")
            told.setdefault(remark.deal if known else None, []).append(note)
    return told


def late_corrections(log: SessionLog, deals: Sequence[DealReplay]) -> Mapping[int, list[str]]:
    """Tell, by deal, the corrections in force that came after the deal was settled."""
    events = dict(numbered(log.chunks))
    made = list(corrections_among(events.items()))
    settled = [n for n, event in events.items() if isinstance(event, DealSettled | DealVoided)]
    found: dict[int, list[str]] = {}
    for one in sorted(corrections_in_force(made, events).active):
        place = sum(replay.first_event <= one.run.start for replay in deals)
        if not place or all(isinstance(events.get(n), EventCorrected) for n in one.run):
            continue  # what takes back a correction shows in what stands
        opened = deals[place - 1].first_event
        if any(opened < number < one.number for number in settled):
            reason = f": {one.event.reason}" if one.event.reason else ""
            told = f"corrected after it was settled ({log.number}@{one.number}){reason}"
            found.setdefault(place, []).append(told)
    return found
