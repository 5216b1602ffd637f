"""Deals taken back whole, in whose place another one was recorded: they are told, not compared."""

from collections.abc import Sequence
from typing import NamedTuple

from replay.corrections import corrections_among, numbered
from replay.documents import Json
from replay.history.authors import Authors
from replay.history.concerning import concerned
from replay.history.deal_facts import facts_of
from replay.history.field_words import Telling
from replay.history.histories import Wanted, deals_then
from replay.session import SessionLog

_PROGRAM = Telling()


class Replaced(NamedTuple):
    """A deal that stood in a place before the one that stands there."""

    first_event: int
    taken_back: int
    """The correction since which it does not stand."""
    result: str
    """How it went, in one line, as it stood last."""


def replaced_deals(
    log: SessionLog, wanted: Wanted, telling: Telling = _PROGRAM
) -> tuple[Replaced, ...]:
    """Find what had been recorded in the place of a deal and taken back whole, the oldest first.

    Args:
        log: the session.
        wanted: the deal.
        telling: how to tell names.

    """
    corrections = _corrections_before(log, wanted)
    if not corrections:
        return ()
    beside = {one.first_event for one in deals_then(log.until(wanted.first_event - 1))}
    standing = beside | {*wanted.firsts}
    found: dict[int, Replaced] = {}
    for number in corrections:
        left = {one.first_event for one in deals_then(log.until(number))}
        for replay in deals_then(log.until(number - 1)):
            first = replay.first_event
            if replay.place == wanted.place and first not in standing | left:
                result = facts_of(replay, telling)["result", ""].text
                found[first] = Replaced(first, number, result)
    return tuple(found[first] for first in sorted(found))


def _corrections_before(log: SessionLog, wanted: Wanted) -> list[int]:
    """Give the corrections in the place of a deal that came before it was opened."""
    earlier = log.until(wanted.first_event - 1)
    numbers = [number for number, _ in corrections_among(numbered(earlier.chunks))]
    if not numbers:
        return []
    about = concerned(log.chunks, wanted.firsts)
    return [number for number in numbers if wanted.place in about.deals(number)]


def replaced_documents(replaced: Sequence[Replaced], authors: Authors) -> list[Json]:
    """Tell them to a program."""
    return [
        {
            "opened": authors.address(one.first_event),
            "result": one.result,
            **authors.document(one.taken_back),
            "reason": authors.reasons.get(one.taken_back),
        }
        for one in replaced
    ]


def replaced_lines(deal: str, replaced: Sequence[Replaced], authors: Authors) -> list[str]:
    """Tell each in a line, and what shows it as it stood last."""
    lines: list[str] = []
    for one in replaced:
        event, _, by = authors.told(one.taken_back)
        gone = f"taken back whole by {event} by {by}{authors.said(one.taken_back)}"
        shown = f"trickbook show {deal} --as-of {authors.address(one.taken_back - 1)}"
        lines.append(f"in the place of: {one.result} · {gone} ({shown})")
    return lines
