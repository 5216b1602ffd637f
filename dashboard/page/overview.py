"""Overview: where the book stands, the latest sessions and deals, and how to go on."""

from core.games import ALL, BY_KEY
from dashboard.board import with_short_names
from dashboard.indexed import index_of
from dashboard.markup import Markup, el, href, join, link, person, suited, table
from dashboard.reading import Sitting, moment, sitting
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from replay.browsing import Filter, SessionRow, deal_facets, finding_facets, sessions
from replay.explain import plain
from replay.score_sheet import SheetRow, sheet_of
from replay.session import Session
from replay.standing import standing_document, standing_text

LATEST = 10
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
    show(el("p", "To go on: ", el("code", f"trickbook record --book {book.path}")))
    if found.state is not None:
        text, document = standing_text(book), standing_document(book)
        as_text_and_json(text, document, "trickbook status")


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
    worst = ", ".join(f"{count} {severity}" for severity, count in opened.by["sev"].most_common())
    figures = [
        el("li", el("strong", link(str(counts.total), href("history", {}))), "deals"),
        el("li", el("strong", str(rows[0].sessions if rows else 0)), "sessions"),
        el(
            "li",
            el("strong", link(str(opened.total), href("findings", to_open))),
            f"open findings{f': {worst}' if worst else ''}",
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
        str(row.deals),
        el("span", link(f"⚠ {row.findings}", to), class_="badge red") if row.findings else "",
    ]


def _last_session(found: Sitting, state: Session) -> None:
    number = str(found.log.number)
    deals = [(with_short_names(replay), findings) for replay, findings in found.deals]
    sheet = sheet_of(state, found.log.number, deals)
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
        rows = [_row(row) for row in reversed(sheet.rows[-LATEST:])]
        show(table(("deal", "dealer", "how it went", "found"), rows, "Its latest deals"))


def _balances(state: Session) -> Markup:
    players = (one for _, one in sorted(state.players.items()))
    balances = zip(players, state.balance_by_seat(), strict=True)
    items = (el("li", el("strong", plain(now)), person(one.name)) for one, now in balances)
    return el("ul", *items, class_="figures")


def _row(row: SheetRow) -> list[str]:
    to = href("replay", {"deal": row.deal, "as_of": moment()})
    badge = el("span", f"⚠ {row.findings}", class_="badge red")
    return [
        link(row.deal, to),
        person(row.dealer),
        suited(row.result),
        badge if row.findings else "",
    ]


render(page, moves=True)
