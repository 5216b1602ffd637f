"""What changed in a deal, told: for people in columns, for programs as an object."""

from collections.abc import Sequence
from typing import Final

from replay.columns import short, table_lines
from replay.documents import Document, Json, finding_document
from replay.history.as_written import LINE
from replay.history.authors import Authors
from replay.history.between import RANGE
from replay.history.deal_facts import AS_TAKEN, Fact
from replay.history.diff import Changed, Diff, FindingChange, Following
from replay.history.replaced import replaced_documents, replaced_lines

SCHEMA: Final = "trickbook.diff/1"
NOTHING: Final = "—"
INDENT: Final = "  "
_POOL: Final = ("pool", AS_TAKEN)
_IN_RESULT: Final = frozenset({"contract", "trumps", "caller", "partner", "made"})
"""What the line of the result tells in one."""
_HOW: Final = ("new", "gone", "ruled", "open")


def diff_document(found: Diff) -> Document:
    """Tell it to a program (``trickbook.diff/1``)."""
    authors, between = found.authors, found.between
    later: list[Json] = [
        {"deal": deal, **_following(one)} for deal, follows in found.later for one in follows
    ]
    return {
        "schema": SCHEMA,
        "deal": found.deal,
        "from": None if between.named is None else authors.address(between.before),
        "to": authors.address(between.after),
        "in_place_of": replaced_documents(found.replaced, authors),
        "changed": [_changed(one, found) for one in found.changed],
        "follows": [_following(one) for one in found.follows],
        "later": later,
        "findings": {
            how: [finding_document(one.finding) for one in found.findings if one.how == how]
            for how in _HOW
        },
    }


def _changed(one: Changed, found: Diff) -> Document:
    was, now, authors = one.was, one.history.now, found.authors
    return {
        "step": one.history.field.step,
        "what": one.history.field.name,
        "was": None if was is None else was.value,
        "is": None if now is None else now.field.value,
        "was_text": None if was is None else was.text,
        "is_text": None if now is None else now.field.text,
        **authors.document(one.event),
        "reason": _reason(one, authors),
        "since": authors.address(one.history.changed_by),
    }


def _reason(one: Changed, authors: Authors) -> str | None:
    """Give the reason of the event that is named."""
    if one.event == one.history.set_by:
        return authors.why(one.history)
    return authors.reasons.get(one.event)


def _following(one: Following) -> Document:
    was, now = one.was, one.now
    return {
        "what": one.key[0],
        "of": one.key[1] or None,
        "was": None if was is None else was.value,
        "is": None if now is None else now.value,
    }


# -- for people -----------------------------------------------------------------------------------


def diff_text(found: Diff) -> str:
    """Tell it in columns, each part under its heading; a part that would be empty is left out."""
    replaced = replaced_lines(found.deal, found.replaced, found.authors)
    if found.is_empty:
        return "\n".join([f"{found.deal}: nothing changed {_when(found)}", *replaced])
    parts = {
        "changed": _changed_lines(found.changed, found.authors),
        "what follows": _following_lines(found.follows),
        "later deals": _later_lines(found.later),
        "findings": _finding_lines(found.findings),
    }
    blocks = ["\n".join([head, *lines]) for head, lines in parts.items() if lines]
    head = "\n".join([f"{found.deal} · {_when(found)}", *replaced])
    return "\n\n".join([head, *blocks])


def together_text(found: Diff) -> str | None:
    """Say that the event is but a part of a change, and what tells the whole of it."""
    if found.between.together is None:
        return None
    address, (first, last) = found.authors.address, found.between.together
    whole = f"{address(first - 1)}{RANGE}{address(last)}"
    told = f"{address(first)} to {address(last)} were written in one go"
    return f"{told}: trickbook diff {found.deal} {whole}"


def _when(found: Diff) -> str:
    address, between = found.authors.address, found.between
    if between.named is None:
        return "since it was first entered"
    if RANGE not in between.named:
        return f"by {address(between.after)}"
    return f"from {address(between.before)} to {address(between.after)}"


def _changed_lines(changed: Sequence[Changed], authors: Authors) -> list[str]:
    columns = ("step", "what", "was", "is", "event", "at", "by", "reason")
    rows = [
        (
            one.history.field.step,
            one.history.field.name,
            NOTHING if one.was is None else one.was.text,
            NOTHING if one.history.now is None else one.history.now.field.text,
            *authors.told(one.event),
            _why(one, authors),
        )
        for one in changed
    ]
    at_left = [False] * len(columns)
    return list(table_lines(columns, rows, indent=INDENT, right=at_left)) if rows else []


def _why(one: Changed, authors: Authors) -> str:
    """Tell the reason, and what has put back the value if that is not what is named."""
    since = one.history.changed_by
    if one.event == since:
        return short(_reason(one, authors) or "", LINE)
    own = short(authors.reasons.get(one.event) or "", LINE)
    address, _, by = authors.told(since)
    return "; ".join(filter(None, (own, f"since {address} by {by}{authors.said(since)}")))


def _following_lines(follows: Sequence[Following]) -> list[str]:
    rows = [
        (one.key[0], one.of, _text(one.was), _text(one.now))
        for one in follows
        if one.key[0] not in _IN_RESULT
    ]
    columns = ("what", "of", "was", "is")
    return list(table_lines(columns, rows, indent=INDENT)) if rows else []


def _later_lines(later: Sequence[tuple[str, Sequence[Following]]]) -> list[str]:
    """Tell of each deal how the pool and the players stand after it, or else what differs."""
    rows: list[tuple[str, str]] = []
    for deal, follows in later:
        standing = [one for one in follows if one.key[0] == "balance" or one.key == _POOL]
        rows.append((deal, "  ".join(map(_in_a_line, standing or follows))))
    return list(table_lines(("deal", "stands"), rows, indent=INDENT)) if rows else []


def _in_a_line(one: Following) -> str:
    what = one.of if one.key[0] == "balance" else " ".join(filter(None, (one.key[0], one.of)))
    return f"{what} {_text(one.was)} → {_text(one.now)}"


def _text(fact: Fact | None) -> str:
    return NOTHING if fact is None else fact.text


def _finding_lines(findings: Sequence[FindingChange]) -> list[str]:
    columns = ("", "place", "severity", "code", "finding")
    rows = [
        (how, one.place, one.severity.value, one.code, f"{one.message}  {one.rule}")
        for how, one in findings
    ]
    return list(table_lines(columns, rows, indent=INDENT)) if rows else []
