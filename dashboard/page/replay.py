"""Replay: one deal on a drawn table, step by step, and why each counter moved."""

from collections.abc import Iterator
from typing import NamedTuple

import streamlit as st

from core.seats import SEAT_LETTERS
from dashboard.board import with_short_names
from dashboard.filters import LIST, came_from
from dashboard.indexed import index_of
from dashboard.markup import Markup, el, href, join, link, person, sentence, suited, table
from dashboard.payload import Shown, board_data
from dashboard.payments import payments as payments_of
from dashboard.reading import Audited, Sitting, deal_in, moment, sitting
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from dashboard.table import mount, wanted
from events.book import Book, BookError
from events.model import Noted
from replay.console import counted
from replay.documents import Document, deal_document
from replay.explain import contract_text, outcome_text, plain
from replay.findings import Finding
from replay.history.as_written import CORRECTION, log_lines
from replay.index.browsing import PAGE, around
from replay.showing import Wanted, show_text
from replay.state import DealReplay
from replay.steps import steps_of

PARTS = ("Findings", "Payments", "Events", "Notes")


def page(book: Book) -> None:
    """Show the deal that the address names."""
    named = st.query_params.get("deal")
    if named is None:
        message = "no deal is named; its address is such as /replay?deal=12.8"
        raise BookError(message)
    found = sitting(book, named)
    audited = _deal(book, found, named)
    replay = audited.replay
    shown = Shown(found.log.number, found.log.file, replay, audited.findings, _seat(replay))
    beside = _beside(book, found, replay)
    with st.container(key="whole_head" if shown.seat is None else "seat_head"):
        _head(found, shown, beside)
    step = _step(replay, named)
    if replay.deal.cards or any(replay.deal.dealt):
        _board(found, shown, step, beside)
    else:
        _without_cards(replay)
    if shown.seat is not None:
        with st.container(key="seat"):
            _only_a_view(shown)
        return
    with st.container(key="whole"):
        _whole(book, found, audited, shown)


def _whole(book: Book, found: Sitting, audited: Audited, shown: Shown) -> None:
    """Show what only one who sees all cards may know; the board hides it as it turns."""
    _parts(book, found, shown)
    replay = audited.replay
    as_text_and_json(
        lambda: show_text(book, Wanted(shown.address, None, "table", ascii_only=False)),
        lambda: deal_document(replay, found.log.file, found.log.number, audited.findings),
        f"trickbook show {shown.address}",
    )


def _deal(book: Book, found: Sitting, named: str) -> Audited:
    """Find the deal; one that was recorded later is told apart from one that is not there.

    Raises:
        BookError: it is not there.

    """
    try:
        return deal_in(found, named)
    except BookError as error:
        if book.as_of is None:
            raise
        later = deal_in(sitting(book._replace(as_of=None), named), named).replay
        event = f"{found.log.number}@{later.first_event}"
        message = f"{named} was recorded later, at {event}: {error}"
        raise BookError(message) from None


def _seat(replay: DealReplay) -> int | None:
    """Read whose view is wanted; a seat that is not at this table is told."""
    letter = st.query_params.get("seat", "").upper()
    if not letter:
        return None
    seat = SEAT_LETTERS.find(letter) if len(letter) == 1 else -1
    if seat in replay.players:
        return seat
    notice(f"There is no seat “{letter[:12]}” at this table: all cards are shown.")
    del st.query_params["seat"]
    return None


def _step(replay: DealReplay, named: str) -> str:
    """Read where to begin; a step that is not there is told, and the address put right."""
    wanted_step = st.query_params.get("step") or named.partition(":")[2]
    names = [step.name for step in steps_of(replay)]
    if not wanted_step or wanted_step in names:
        return wanted_step or names[0]
    notice(
        f"There is no step “{wanted_step[:24]}” in this deal: its steps go from {names[0]} to "
        f"{names[-1]}. It is shown from the start."
    )
    st.query_params["step"] = names[0]
    return names[0]


# -- the head -------------------------------------------------------------------------------------


def _head(found: Sitting, shown: Shown, beside: "Beside") -> None:
    """Tell how the deal ended; a seat does not know that yet, so its view is not headed with it."""
    replay = shown.replay
    if shown.seat is None:
        title(f"{shown.address} · {_short(replay)} · replay")
        heading = _outcome(shown)
    else:
        name = replay.players[shown.seat].name
        title(f"{shown.address} · seen by {name} · replay")
        heading = join([f"{shown.address} · seen by ", person(name)])
    headline(heading, _under(shown), _neighbours(found, beside))
    if any(one.severity.value == "unreadable" for one in found.beside):
        notice(
            f"The log of session {found.log.number} is damaged: ",
            el("code", f"trickbook verify {found.log.number}"),
            kind="bad",
        )


def _outcome(shown: Shown) -> Markup:
    """Head a deal with what it came to, and with how much was found in it."""
    opened = sum(one.state == "open" for one in shown.findings)
    badge = el("span", f"⚠ {opened}", class_="badge red", title=counted(opened, "open finding"))
    told = suited(_told(with_short_names(shown.replay)))
    parts = (f"{shown.address} · ", told, " ", badge if opened else "")
    return el("span", *parts, title=_told(shown.replay))


def _told(replay: DealReplay) -> str:
    if replay.voided is not None:
        return f"does not stand: {replay.voided.kind}"
    return outcome_text(replay.outcome, replay.players, replay.deal)


def _short(replay: DealReplay) -> str:
    """Name a deal for the browser's tab."""
    if replay.voided is not None:
        return replay.voided.kind
    replay = with_short_names(replay)
    outcome = replay.outcome
    if outcome is None or outcome.caller is None:
        return outcome_text(outcome, replay.players, replay.deal)
    made = {True: "made", False: "lost", None: "result unknown"}[outcome.made]
    name = replay.players[outcome.caller].name
    return f"{name} {contract_text(replay.deal)} {made}"


def _under(shown: Shown) -> Markup:
    replay = shown.replay
    book, opened = replay.deal.book, replay.opened
    parts: list[str] = [book.title, f"deal {opened.number}"]
    parts.append(join(["dealer ", person(replay.players[opened.dealer].name)]))
    if book.has_pool and replay.pool_before is not None:
        after = "—" if replay.pool_now is None else plain(replay.pool_now.total)
        then = f" → {after}" if shown.seat is None else ""
        parts.append(f"pool {plain(replay.pool_before.total)}{then}")
    if replay.is_open:
        parts.append("still open")
    return join(parts, " · ")


class Beside(NamedTuple):
    """The deals around this one: of the list that it was opened from, else of its session."""

    before: str | None
    after: str | None
    where: Markup | None = None
    """Which of the list it is, with the way back to it; None for the session."""


def _beside(book: Book, found: Sitting, replay: DealReplay) -> Beside:
    """Look in the list that the address tells; a deal that is not in it has its session around."""
    listed = came_from()
    if listed is not None:
        with index_of(book).asking() as con:
            stands = around(con, listed.wanted, listed.sort, found.log.number, replay.place)
        if stands is not None:
            to = listed.page((stands.position - 1) // PAGE + 1, moment())
            where = link(f"{stands.position} of {stands.total} in this list", to)
            return Beside(stands.before, stands.after, where)
    places = [one.replay.place for one in found.deals]
    at = places.index(replay.place)
    before = f"{found.log.number}.{places[at - 1]}" if at else None
    after = f"{found.log.number}.{places[at + 1]}" if at + 1 < len(places) else None
    return Beside(before, after)


def _neighbours(found: Sitting, beside: Beside) -> Markup:
    session = str(found.log.number)
    links = [link(f"← {beside.before}", _to(beside.before))] if beside.before else []
    links += [beside.where] if beside.where else []
    links.append(link(f"session {session}", href("session", {"session": session, **_then()})))
    links += [link(f"{beside.after} →", _to(beside.after))] if beside.after else []
    return el("nav", *links, class_="go", aria_label="deals around")


def _then() -> dict[str, str | None]:
    return {"as_of": moment()}


def _to(deal: str, step: str | None = None) -> str:
    """Give the address of a deal, or a step of it, in the same list."""
    return href("replay", {"deal": deal, "step": step, LIST: st.query_params.get(LIST), **_then()})


# -- the board ------------------------------------------------------------------------------------


def _board(found: Sitting, shown: Shown, step: str, beside: Beside) -> None:
    data = board_data(shown, step)
    seat = data["seat"] or ""
    events = len(found.log.chunks)
    names = "|".join(player.name for player in shown.replay.players.values())
    data |= {
        "id": f"{shown.address}|{seat}|{moment()}|{events}|{beside.before}|{beside.after}|{names}",
        "before": beside.before,
        "after": beside.after,
    }
    for finding in data["findings"]:  # type: ignore[union-attr]
        _link_finding(finding, shown.seat)  # type: ignore[arg-type]
    mount(data, _go, _look)
    if not replay_is_whole(shown.replay):
        _partly(shown.replay)


def _link_finding(finding: Document, seat: int | None) -> None:
    """Add where a finding and its rule are told; a seat's view leads to nothing that it hides."""
    finding["rule_href"] = href("rules", {"rule": str(finding["rule"])})
    if seat is None:
        finding["href"] = href("finding", {"finding": str(finding["id"]), **_then()})


def _go() -> None:
    """Turn to another deal of the list or session."""
    asked = wanted().get("go")
    if asked:
        st.query_params["deal"] = str(asked["deal"])
        for name in ("step", "seat"):
            st.query_params.pop(name, None)


def _look() -> None:
    """Show what another seat could know, at the same step."""
    asked = wanted().get("seat")
    if asked:
        st.query_params["step"] = str(asked["step"])
        if asked["seat"]:
            st.query_params["seat"] = str(asked["seat"])
        else:
            st.query_params.pop("seat", None)


def replay_is_whole(replay: DealReplay) -> bool:
    """Whether the play was recorded to its end."""
    deal = replay.deal
    return replay.is_open or deal.ending is not None or not deal.tricks_left


def _partly(replay: DealReplay) -> None:
    deal = replay.deal
    notice(
        f"{len(deal.winners)} of {deal.tricks_in_all} tricks were recorded: the steps end there."
    )


def _without_cards(replay: DealReplay) -> None:
    if replay.is_open and replay.deal.result is None:
        notice("Nothing of this deal has been recorded yet.")
    else:
        notice("Cards were not recorded: there is no table to show, only what the deal came to.")


def _only_a_view(shown: Shown) -> None:
    seat = shown.seat or 0
    name = shown.replay.players[seat].name
    whole = link("all cards", _to(shown.address))
    show(
        el(
            *(
                "p",
                "This is what ",
                person(name),
                " could know at each step, and the findings that ",
            ),
            *("he could raise. Payments, events and notes come with ", whole, "."),
            class_="under",
        ),
        el("p", el("code", f"trickbook show {shown.address}:STEP --seat {SEAT_LETTERS[seat]}")),
    )


# -- the parts below ------------------------------------------------------------------------------


def _parts(book: Book, found: Sitting, shown: Shown) -> None:
    notes = list(_notes(found, shown.replay))
    counts = {"Findings": len(shown.findings), "Notes": len(notes)}
    names = [f"{name} {counts[name]}" if counts.get(name) else name for name in PARTS]
    findings, payments, events, noted = st.tabs(names)
    with findings:
        show(_findings(shown))
    with payments:
        show(payments_of(shown.replay))
    with events:
        _events(book, shown)
    with noted:
        show(el("ul", *notes) if notes else el("p", "No notes on this deal."))


def _findings(shown: Shown) -> Markup:
    if not shown.findings:
        return el("p", "Nothing was found in this deal.")
    head = ("moment", "severity", "finding", "what", "rule", "state")
    rows = [_finding_row(shown, one) for one in shown.findings]
    return table(head, rows, "Findings of this deal")


def _finding_row(shown: Shown, finding: Finding) -> list[str]:
    step = finding.place.partition(":")[2]
    at = _to(shown.address, step)
    whole = href("finding", {"finding": f"{finding.code}@{finding.place}", **_then()})
    return [
        link(step or "deal", at),
        finding.severity.value,
        link(finding.code, whole),
        sentence(finding.message),
        link(finding.rule, href("rules", {"rule": finding.rule})),
        finding.state,
    ]


def _events(book: Book, shown: Shown) -> None:
    """List the events of a deal; if any was corrected, what tells the changes and their authors."""
    written = log_lines(book, shown.address, kind=None, by=None)
    rows = [
        [
            link(str(row["event"]), href("log", {"target": str(row["event"]), **_then()})),
            str(row["at"] or "—"),
            str(row["by"] or "—"),
            str(row["text"]),
        ]
        for row in written
    ]
    show(table(("event", "recorded", "by", "as written"), rows, "Events of this deal"))
    if any(row["type"] == CORRECTION for row in written):
        show(el("p", "What was changed, and who set each field:"))
        st.code(f"trickbook diff {shown.address}", language=None)
        st.code(f"trickbook blame {shown.address}", language=None)


def _notes(found: Sitting, replay: DealReplay) -> Iterator[Markup]:
    """Give the notes of a deal, those that were made on it later as well."""
    later = [] if found.state is None else found.state.remarks
    for _, remark in replay.remarks:
        if isinstance(remark, Noted):
            yield el("li", remark.text)
    for _, remark in later:
        if isinstance(remark, Noted) and remark.deal == replay.place:
            yield el("li", remark.text)


render(page)
