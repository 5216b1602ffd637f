"""Contracts: how often each rung of a ladder is played, made, and what it brings."""

from typing import TYPE_CHECKING

from core.games import ALL, BY_KEY
from core.rulebook import RuleBook
from dashboard.charts import rates, show_chart
from dashboard.filters import chosen, strip
from dashboard.indexed import index_of
from dashboard.markup import Markup, el, href, link, table
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from replay.browsing import ContractRow, Filter, contracts, deal_facets
from replay.columns import in_columns
from replay.console import counted
from replay.explain import signed
from replay.rates import per_deals, rate, rate_text

if TYPE_CHECKING:
    from replay.documents import Document

BASIS = (
    "Declared contracts of deals that stand. Conceded by the others counts as made; in brackets "
    "what the share lies between with 95 %. Alone and with a partner are told apart."
)


def page(book: Book) -> None:
    """Show the contracts of the game that is looked at, else of the one played most."""
    wanted = chosen()
    with index_of(book).asking() as con:
        games = deal_facets(con, wanted).by["game"]
        if wanted.game is None:
            calls = [key for key, _ in games.most_common() if key in BY_KEY and BY_KEY[key].ladder]
            wanted = wanted._replace(game=next(iter(calls), None))
        rows = contracts(con, wanted)
    rules = BY_KEY.get(wanted.game or "")
    title(f"contracts of {rules.title}" if rules else "contracts")
    headline(f"Contracts of {rules.title}" if rules else "Contracts", BASIS)
    show(
        _games(wanted), strip("contracts", wanted, counted(sum(row.deals for row in rows), "deal"))
    )
    if rules is None or not rows:
        notice("No contract was declared in such deals. ", link("clear it", href("contracts", {})))
        return
    listed = table(
        ("contract", "deals", "made", "caller gained", "in 12 such deals"),
        [_row(row, rules, wanted) for row in rows],
        "The ladder from below",
    )
    drawn = [_dot(row, rules, wanted) for row in rows if row.known]
    made, known = sum(row.made for row in rows), sum(row.known for row in rows)
    show(listed)
    if drawn:
        chart = rates(drawn, "Which contracts are made?", made / known if known else None)
        cells = [[str(dot["what"]), str(dot["told"])] for dot in drawn]
        says = "dots: share made of each contract, with what it lies between"
        show_chart(chart, says, table(("contract", "made"), cells, "Made"))
    documents: list[Document] = [row._asdict() for row in rows]
    document: Document = {"contracts": [*documents]}
    as_text_and_json(in_columns(iter(documents)), document, "trickbook status")


def _games(wanted: Filter) -> Markup:
    links = (
        el("strong", book.title)
        if book.key == wanted.game
        else link(book.title, href("contracts", {"game": book.key}))
        for book in ALL
        if book.ladder
    )
    return el("nav", *(el("span", one, " ") for one in links), class_="games", aria_label="games")


def _name(row: ContractRow, rules: RuleBook) -> str:
    rung = rules.ladder_by_key.get(row.contract)
    told = row.contract if rung is None else rung.title
    return told if row.alone else f"{told}, with a partner"


def _row(row: ContractRow, rules: RuleBook, wanted: Filter) -> list[str]:
    return [
        link(_name(row, rules), _to_deals(row, rules, wanted)),
        el("span", str(row.deals), class_="num"),
        rate_text(row.made, row.known),
        _gain(signed(row.gain_12)),
        _gain(per_deals(row.gain_12, row.gains)),
    ]


def _to_deals(row: ContractRow, rules: RuleBook, wanted: Filter) -> str:
    to = {"game": rules.key, "c": row.contract, "from": wanted.since, "to": wanted.until}
    return href("history", to)


def _gain(text: str) -> Markup:
    kind = "red" if text.startswith("−") else "blue" if text.startswith("+") else ""
    return el("span", text, class_=f"num {kind}".strip())


def _dot(row: ContractRow, rules: RuleBook, wanted: Filter) -> dict[str, object]:
    found = rate(row.made, row.known)
    if found is None:
        return {}
    return {
        "what": _name(row, rules),
        "n": row.known,
        "told": rate_text(row.made, row.known),
        "share": found.share,
        "low": found.low,
        "high": found.high,
        "href": _to_deals(row, rules, wanted),
    }


render(page)
