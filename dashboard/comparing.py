"""Two players side by side: the same figures in two columns."""

from collections.abc import Sequence
from typing import Any, cast

from core.games import BY_KEY
from dashboard.filters import others
from dashboard.indexed import index_of
from dashboard.markup import Markup, colour_of, el, href, join, link, person, shown_name, table
from dashboard.reading import moment
from dashboard.shell import as_text_and_json, headline, notice, show, title
from events.book import Book
from replay.amounts import counters
from replay.console import counted
from replay.explain import plain, signed
from replay.index.browsing import Companion, Filter, companions
from replay.statistics.comparing import Beside, Cell, Comparison, Evening, compare
from replay.statistics.page_figures import command_of, levels_of
from replay.statistics.question import Wanted
from replay.statistics.text import answer_document, answer_text

ROLES = {
    "caller": "declarer",
    "defender": "against",
    "all-pass": "when all passed",
    "single": "each for himself",
}
LATEST = 50


def show_comparison(book: Book, one: str, other: str, wanted: Filter) -> None:
    """Show two players side by side, in the deals that are looked at.

    Raises:
        BookError: nobody is called so, or both are the same.

    """
    days = (wanted.since, wanted.until)
    asked = Wanted("player", (one, other), wanted.game, *days, levels_of(wanted))
    with index_of(book).asking() as con:
        told = compare(con, asked)
    names = [shown_name(found.name) for found in told.people]
    title(f"{names[0]} and {names[1]}")
    basis = f"In {counted(told.answers[0].deals, 'deal')} that count, whoever sat there"
    games = "" if wanted.game is None else f", of {BY_KEY[wanted.game].title}"
    both = [person(found.name) for found in told.people]
    headline(el("span", both[0], " and ", both[1]), f"{basis}{games}.", _around(told))
    show(_side_by_side(told, told.figures, "Side by side", "figure"))
    roles = [row._replace(title=ROLES.get(row.title, row.title)) for row in told.roles]
    show(_side_by_side(told, roles, "Gained a deal, by role", "role"))
    show(_side_by_side(told, told.places, "Gained a deal, by place after the dealer", "place"))
    show(_side_by_side(told, told.paid, "What they paid each other", "figure"))
    _evenings(told)
    text = "\n\n".join(map(answer_text, told.answers))
    as_text_and_json(text, lambda: _document(told), command_of(asked))


def _document(told: Comparison) -> dict[str, Any]:
    player, pair = (cast("dict[str, Any]", answer_document(one)) for one in told.answers)
    together = [
        one._asdict() | {"one": plain(one.one), "other": plain(one.other)} for one in told.evenings
    ]
    return {"player": player, "pair": pair, "together": together}


def _around(told: Comparison) -> Markup:
    one, other = (found.person for found in told.people)
    kept = others("player", "against")
    links = [
        el("a", person(found.name), href=href("players", {**kept, "player": found.person}))
        for found in told.people
    ]
    turned = {**kept, "player": other, "against": one}
    return el(
        "nav",
        *links,
        link("the other way round", href("players", turned)),
        class_="go",
        aria_label="around",
    )


def _side_by_side(told: Comparison, rows: Sequence[Beside], caption: str, what: str) -> Markup:
    if not rows:
        return Markup("")
    heads = (el("span", person(found.name), class_="num") for found in told.people)
    alike = len({row.counts for row in rows}) == 1  # then the caption says it
    cells = [
        [
            el("span", row.title, "" if alike else _beneath(row.counts)),
            _number(row.one),
            _number(row.other),
        ]
        for row in rows
    ]
    return table((what, *heads), cells, caption, "beside")


def _number(cell: Cell) -> Markup:
    told = el("span", counters(cell.told), class_=colour_of(cell.told) or None)
    return el("span", told, _beneath(cell.basis), class_="num")


def _beneath(text: str) -> Markup:
    return el("small", text, class_="quiet") if text else Markup("")


def _evenings(told: Comparison) -> None:
    if not told.evenings:
        notice("They have not sat at one table in such deals.")
        return
    one, other = told.ahead
    names = [person(found.name) for found in told.people]
    head = f"{counted(len(told.evenings), 'evening')} together"
    ahead = (f" · {one} in which ", names[0], f" gained more, {other} in which ", names[1], " did")
    rows = [_evening(evening) for evening in told.evenings[:LATEST]]
    columns = ("session", "day", "game", *(el("span", name, class_="num") for name in names))
    show(el("h2", head, *ahead), table(columns, rows, "What each gained in them, the newest first"))


def _evening(evening: Evening) -> list[str]:
    number = str(evening.session)
    game = BY_KEY[evening.game].title if evening.game in BY_KEY else "—"
    return [
        link(number, href("session", {"session": number, "as_of": moment()})),
        evening.day or "—",
        game,
        _number(Cell(signed(evening.one))),
        _number(Cell(signed(evening.other))),
    ]


def companions_of(book: Book, player: str) -> Markup:
    """Lead to comparisons with those who sat most often at the same tables."""
    with index_of(book).asking() as con:
        found = companions(con, player)
    if not found:
        return Markup("")
    links = join((_companion(player, one) for one in found), " ")
    return el(
        *("div", el("span", "Compare with", class_="quiet"), el("span", links)),
        class_="facets",
        title="with the number of evenings together",
    )


def _companion(player: str, other: Companion) -> Markup:
    to = href("players", {**others("against"), "player": player, "against": other.person})
    evenings = el("small", str(other.sessions), class_="quiet")
    return el("span", el("a", person(other.name), href=to), " ", evenings, class_="badge")
