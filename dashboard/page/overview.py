"""Overview: where the book stands, the latest deals, and how to go on."""

from core.games import ALL
from dashboard.board import with_short_names
from dashboard.markup import Markup, el, href, join, link, person, suited, table
from dashboard.reading import Sitting, moment, sitting
from dashboard.shell import as_text_and_json, headline, render, show, title
from events.book import Book
from replay.explain import plain
from replay.score_sheet import SheetRow, sheet_of
from replay.session import Session
from replay.standing import standing_document, standing_text

LATEST = 10


def page(book: Book) -> None:
    """Show where the book stands."""
    title(book.title or book.path.name)
    logs = book.logs()
    if not logs:
        _empty(book)
        return
    found = sitting(book, "last")
    headline(book.title or book.path.name)
    if found.state is not None:
        _last_session(found, found.state)
    show(el("p", "To go on: ", el("code", f"trickbook record --book {book.path}")))
    text, document = standing_text(book), standing_document(book)
    as_text_and_json(text, document, "trickbook status")


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


def _last_session(found: Sitting, state: Session) -> None:
    number = str(found.log.number)
    deals = [(with_short_names(replay), findings) for replay, findings in found.deals]
    sheet = sheet_of(state, found.log.number, deals)
    opened = sum(one.state == "open" for one in found.findings)
    to_session = href("session", {"session": number, "as_of": moment()})
    to_findings = href("findings", {"session": number, "as_of": moment()})
    figures = [
        el("li", el("strong", link(number, to_session)), "session"),
        el("li", el("strong", state.book.title), "open" if not state.closed else "closed"),
        el("li", el("strong", str(state.deals_that_stand)), "deals"),
        el("li", el("strong", link(str(opened), to_findings)), "open findings"),
    ]
    if state.book.has_pool:
        pool = "—" if state.pool is None else plain(state.pool.total)
        figures.append(el("li", el("strong", pool), "in the pool"))
    show(el("ul", *figures, class_="figures"), _balances(state))
    if sheet.rows:
        rows = [_row(row) for row in reversed(sheet.rows[-LATEST:])]
        show(table(("deal", "dealer", "how it went", "found"), rows, "The latest deals"))


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
        join([badge] if row.findings else []),
    ]


render(page, moves=True)
