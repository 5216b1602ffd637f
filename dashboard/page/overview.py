"""Overview: where the book stands, the latest sessions and deals, and how to go on."""

import shlex

import streamlit as st

from core.breach import Severity
from core.games import ALL, BY_KEY
from core.seats import SEAT_LETTERS
from dashboard.indexed import index_of
from dashboard.markup import Markup, el, figure, href, join, link, person, table
from dashboard.reading import Sitting, moment, sitting
from dashboard.sheets import sheet_in, sheet_table
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from dashboard.verified import Standing, standing
from events.book import Book
from replay.amounts import counters
from replay.explain import plain
from replay.index.browsing import Filter, SessionRow, deal_facets, finding_facets, sessions
from replay.session import Session
from replay.standing import standing_document, standing_text

LATEST = 10
SEVERITIES = [severity.value for severity in Severity]
LIMITS = (
    "Only this log was looked at; all of them: ",
    el("code", "trickbook verify"),
    ". That its end was cut off shows against a head kept elsewhere, as on a paper sheet.",
)
EVERY_FINDING = dict.fromkeys(("session", "severity", "code", "state", "rule"))


def page(book: Book) -> None:
    """Show where the book stands."""
    title(book.title or book.path.name)
    if not book.logs():
        _empty(book)
        return
    found = sitting(book, "last")
    headline(book.title or book.path.name, "", _to_all())
    listed = _totals(book)
    if found.state is not None:
        _last_session(found, found.state)
    else:
        notice(
            f"The last log, session {found.log.number}, cannot be read: ",
            el("code", f"trickbook verify {found.log.number}"),
            kind="bad",
        )
    show(table(("session", "day", "game", "players", "deals", "found"), listed, "Sessions"))
    _to_go_on(book, found.state)
    if book.as_of is None:
        _log(book, found.log.number)
    if found.state is not None:
        as_text_and_json(
            lambda: standing_text(book), lambda: standing_document(book), "trickbook status"
        )


def _to_all() -> Markup:
    links = [
        link("all deals", href("history", {"as_of": moment()})),
        link("all findings", href("findings", {"as_of": moment()})),
    ]
    return el("nav", *links, class_="go", aria_label="more")


def _empty(book: Book) -> None:
    headline("Nothing has been recorded yet", str(book.path))
    game = book.game or ALL[0].key
    seats = "A=Ada,B=Boris,C=Chloé,D=Dmitri"
    lines = (
        ("open a session", f"trickbook open --game {game} --seats {seats}"),
        ("record deals", "trickbook record"),
        ("or import what was played before", "trickbook import FILE"),
        ("or look at simulated ones", f"trickbook simulate {game} --deals 24 -o season"),
    )
    show(el("ul", *(el("li", what, ": ", el("code", command)) for what, command in lines)))


def _totals(book: Book) -> list[list[str]]:
    """Show how much there is in all; gives the rows of the latest sessions."""
    index = index_of(book)
    with index.asking() as con:
        rows = sessions(con, LATEST)
        counts = deal_facets(con, Filter())
        opened = finding_facets(con, {**EVERY_FINDING, "state": "open"})
    show(*(el("p", told, class_="notice") for told in index.asked.notices))
    to_open = {"state": "open", "as_of": moment()}
    by_severity = [
        link(f"{opened.by['sev'][kind]} {kind}", href("findings", {"sev": kind, **to_open}))
        for kind in SEVERITIES
        if opened.by["sev"][kind]
    ]
    figures = [
        el("li", el("strong", link(str(counts.total), href("history", {}))), "deals"),
        el("li", el("strong", str(rows[0].sessions if rows else 0)), "sessions"),
        el(
            "li",
            el("strong", link(str(opened.total), href("findings", to_open))),
            "open findings: " if by_severity else "open findings",
            join(by_severity, ", "),
        ),
    ]
    show(el("ul", *figures, class_="figures"))
    return [_session_row(row) for row in rows]


def _session_row(row: SessionRow) -> list[str]:
    number = str(row.session)
    game = BY_KEY[row.game].title if row.game in BY_KEY else row.problem or "—"
    players = (row.players or "—").split(", ")
    to = href("findings", {"session": number, "as_of": moment()})
    return [
        link(number, href("session", {"session": number, "as_of": moment()})),
        "—" if row.day is None else str(row.day),
        game,
        join(map(person, players), ", "),
        figure(str(row.deals)),
        el("span", link(f"⚠ {row.findings}", to), class_="badge red") if row.findings else "",
    ]


def _last_session(found: Sitting, state: Session) -> None:
    number = str(found.log.number)
    sheet = sheet_in(found, state)
    to_session = href("session", {"session": number, "as_of": moment()})
    where = "closed" if state.closed else "open"
    parts = [state.book.title, where]
    if state.book.has_pool and state.pool is not None:
        parts.append(f"{plain(state.pool.total)} in the pool")
    show(
        el("h2", link(f"Session {number}", to_session), " · ", " · ".join(parts)),
        _balances(state),
    )
    if sheet.rows:
        rows = [*reversed(sheet.rows[-LATEST:])]
        show(sheet_table(sheet, rows, "Its latest deals", to_session))


def _balances(state: Session) -> Markup:
    players = (one for _, one in sorted(state.players.items()))
    balances = zip(players, state.balance_by_seat(), strict=True)
    items = (
        el("li", el("strong", counters(plain(now))), person(one.name)) for one, now in balances
    )
    return el("ul", *items, class_="figures")


def _to_go_on(book: Book, state: Session | None) -> None:
    """Offer the line that goes on recording, to be copied: the same table sits down again."""
    words = ["trickbook", "record"]
    if state is not None and state.closed:
        seats = (f"{SEAT_LETTERS[seat]}={one.name}" for seat, one in sorted(state.players.items()))
        words = ["trickbook", "open", "--game", state.book.key, "--seats", ",".join(seats)]
    show(el("p", "To go on recording:"))
    st.code(shlex.join([*words, "--book", str(book.path)]), language=None)


# -- the log --------------------------------------------------------------------------------------


def _log(book: Book, session: int) -> None:
    """Tell the head of the last log, and whether every byte of it is as it was written."""
    known = standing(book, session)
    if not known.is_current and st.button("Verify now", key="verify"):
        known = standing(book, session, now=True)
    show(el("h2", f"The log of session {session}"), *_verified(known, session))


def _verified(known: Standing, session: int) -> list[Markup]:
    if known.check is None:
        told = f"{known.size} bytes: not verified since the dashboard was started"
        return [el("p", el("span", "not verified", class_="badge amber"), " ", told)]
    check = known.check
    seen, at = check.verified.seen, f"{check.at:%Y-%m-%d %H:%M:%S} UTC"
    told = check.verified.message.partition(";")[0]
    if not known.is_current:
        line = [el("span", f"not verified since {at}", class_="badge amber"), f" then: {told}"]
    elif check.verified.ok:
        line = [el("span", "verified", class_="badge green"), f" {at}, every byte: {told}"]
    else:
        line = [el("span", "not as written", class_="badge red"), f" {at}: {told}"]
    return [
        el("p", *line),
        el("p", "Head ", el("code", f"{session} {seen.events} {seen.head}")),
        el("p", *LIMITS, class_="under"),
    ]


render(page, moves=True)
