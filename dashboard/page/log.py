"""Log: the events as they were written, the newest first; corrections as what was and what is."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import orjson
import streamlit as st

from dashboard.markup import Markup, el, href, join, link, table
from dashboard.paging import page_number, turn
from dashboard.privacy import names_are_hidden
from dashboard.reading import Sitting, moment, sitting
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from events.written import KINDS, Unread, write_event
from replay.console import counted
from replay.documents import Document
from replay.history.as_written import CORRECTION, UNREADABLE, log_lines
from replay.history.concerning import concerned
from replay.locate import parse_address
from replay.steps import steps_of

PER_PAGE = 100
ANY = "any"
FEW = 4
"""So many events of a correction are shown at once."""
SEAL = "sealed"


class Place(NamedTuple):
    """Where an event is replayed."""

    deal: str
    step: str | None


def page(book: Book) -> None:
    """Show the events of a session, a deal, or one event."""
    target = st.query_params.get("target", "last")
    title(f"log of {target:.40}")
    if not book.logs():
        headline("Log")
        notice("Nothing has been recorded yet: ", el("code", "trickbook record"))
        return
    found = sitting(book, target)
    head = st.container()
    named = parse_address(target)
    only = named.event
    kind, by = _filters() if only is None else (None, None)
    rows = log_lines(book, target, kind=kind, by=by)
    rows.reverse()
    with head:
        if only is None:
            whose = f"session {found.log.number}" if named.deal is None else f"deal {target}"
            headline(f"Log of {whose}", f"{counted(len(rows), 'event')}, the newest first")
        else:
            headline(f"Event {target}", "", _around(found, only))
    at = page_number(len(rows), PER_PAGE)
    part = rows[PER_PAGE * at : PER_PAGE * (at + 1)]
    if part:
        show(_table(found, part, whole=only is not None))
    else:
        notice("No event is of this kind. ", link("show all", href("log", {"target": target})))
    if only is None:
        show(turn("log", at, len(rows), PER_PAGE))
    else:
        st.code(_json(found, part[0]), language="json")
    text = "\n".join(f"{row['event']}  {row['at']}  {row['by']}  {row['text']}" for row in part)
    command = f"trickbook log {target}"
    as_text_and_json(text, {"schema": "trickbook.log/1", "events": [*part]}, command)


def _filters() -> tuple[str | None, str | None]:
    left, right, _ = st.columns([2, 2, 4])
    with left:
        kinds = [ANY, *sorted(KINDS), UNREADABLE]
        kind = st.selectbox("type", kinds, key="type", bind="query-params")
    by = ""
    if not names_are_hidden():
        with right:
            by = st.text_input("recorded by", key="by", bind="query-params")
    return None if kind == ANY else kind, by.strip() or None


def _around(found: Sitting, event: int) -> Markup:
    """Lead from one event to those beside it and to its session's log."""
    number = found.log.number
    last = max((first + len(run) - 1 for first, run in found.log.chunks), default=0)
    links = [_to_log(f"{number}@{event - 1}", "← ")] if event else []
    links.append(link(f"session {number}", href("log", {"target": str(number), **_then()})))
    links += [_to_log(f"{number}@{event + 1}")] if event < last else []
    return el("nav", *links, class_="go", aria_label="events around")


def _to_log(event: str, before: str = "") -> Markup:
    text = f"{before}{event}" if before else f"{event} →"
    return link(text, href("log", {"target": event, **_then()}))


def _then() -> dict[str, str | None]:
    return {"as_of": moment()}


# -- the list -------------------------------------------------------------------------------------


def _table(found: Sitting, part: Sequence[Document], *, whole: bool) -> Markup:
    """List events; beside each its JSON on demand, unless that is shown whole below."""
    places = _places(found, part)
    columns = ("event", "recorded", "by", "type", "as written", "at", "the book then")
    raws = [Markup("") if whole else _raw(found, row) for row in part]
    rows = [_row(row, raw, places) for row, raw in zip(part, raws, strict=True)]
    return table(columns, rows, "Events", "log")


def _places(found: Sitting, rows: Sequence[Document]) -> dict[str, Place]:
    """Tell at which deal and step events are replayed; what is about no deal is at none."""
    about = concerned(found.log.chunks, [one.replay.first_event for one in found.deals])
    steps: dict[int, dict[int | None, str]] = {}
    places: dict[str, Place] = {}
    for row in rows:
        deal = min(about.deals(_number(row["event"])), default=0)
        if not 1 <= deal <= len(found.deals):
            continue
        if deal not in steps:
            replay = found.deals[deal - 1].replay
            steps[deal] = {step.number: step.name for step in steps_of(replay)}
        # a correction leads to what it corrects
        step = steps[deal].get(_number(row.get("place", row["event"])))
        places[str(row["event"])] = Place(f"{found.log.number}.{deal}", step)
    return places


def _number(event: object) -> int:
    return int(str(event).partition("@")[2])


def _row(row: Document, raw: Markup, places: Mapping[str, Place]) -> list[str]:
    event = str(row["event"])
    session = event.partition("@")[0]
    then = href("session", {"session": session, "as_of": event})
    return [
        link(event, href("log", {"target": event, **_then()})),
        str(row["at"] or "—").replace("T", " "),
        str(row["by"] or "—"),
        _kind(str(row["type"])),
        join([_amended(row) if "was" in row else str(row["text"]), raw]),
        _place(places.get(event)),
        link("as of here", then, title=f"the session as it was after {event}"),
    ]


def _kind(kind: str) -> str:
    badges = {SEAL: "badge green", CORRECTION: "badge amber", UNREADABLE: "badge red"}
    told = kind.replace("_", " ")
    return el("span", told, class_=badges[kind]) if kind in badges else told


def _place(place: Place | None) -> Markup:
    if place is None:
        return Markup("—")
    told = place.deal if place.step is None else f"{place.deal}:{place.step}"
    return link(told, href("replay", {"deal": place.deal, "step": place.step, **_then()}))


def _amended(row: Document) -> Markup:
    """Write a correction as what was and what is."""
    where = str(row["place"])
    at = link(where, href("log", {"target": where, **_then()}))
    if row["refused"]:
        return el("span", "cannot be, and changes nothing: ", str(row["refused"]))
    was, now = cast("list[str]", row["was"]), cast("list[str]", row["is"])
    return el(
        *("span", at, " was ", _several(was, "del"), " → is ", _several(now, "ins")),
        *([" (", str(row["reason"]), ")"] if row["reason"] else []),
        class_="amended",
    )


def _several(told: Sequence[str], tag: str) -> Markup:
    """Write what stands in a place: a few events at once, the rest on demand."""
    if not told:
        return el(tag, "nothing")
    few = el(tag, "; ".join(told[:FEW]))
    if len(told) <= FEW:
        return few
    more = f"and {len(told) - FEW} more"
    return join([few, el("details", el("summary", more), "; ".join(told[FEW:]))], " ")


# -- as JSON --------------------------------------------------------------------------------------


def _raw(found: Sitting, row: Document) -> Markup:
    """Offer an event as it is written, in JSON."""
    return el("details", el("summary", "JSON"), el("pre", _json(found, row)), class_="raw")


def _json(found: Sitting, row: Document) -> str:
    """Give an event with all that is written of it."""
    number = _number(row["event"])
    told: dict[str, object] = {**row}
    for first, run in found.log.chunks:
        if first <= number < first + len(run):
            event = run[number - first]
            if not isinstance(event, Unread):
                told["written"] = write_event(event)  # type: ignore[arg-type]
    return orjson.dumps(told, option=orjson.OPT_INDENT_2).decode()


render(page)
