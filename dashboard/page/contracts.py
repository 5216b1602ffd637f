"""Contracts: how often each rung of a ladder is played, made, and what it brings."""

from core.games import ALL, BY_KEY
from core.rulebook import RuleBook
from dashboard.charts import rates, show_chart
from dashboard.declaring import show_bidders, show_margins, show_took
from dashboard.filters import chosen, nothing_such, strip
from dashboard.indexed import index_of
from dashboard.making import contract_dot, contract_name
from dashboard.markup import Markup, el, href, link, number, table
from dashboard.shell import as_text_and_json, headline, render, show, title
from events.book import Book
from replay.explain import signed
from replay.index.browsing import Filter, deal_facets, declared
from replay.statistics.figures import Row
from replay.statistics.page_figures import Shown, contracts_shown, counted_deals, rate_text
from replay.statistics.parts import CONTRACTS, MARGINS

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
        shown = contracts_shown(con, wanted)
        bids = declared(con, wanted._replace(contract=None, made=None, found=None))
    rows = shown.rows(CONTRACTS) if shown else []
    rules = BY_KEY.get(wanted.game or "")
    title(f"contracts of {rules.title}" if rules else "contracts")
    headline(f"Contracts of {rules.title}" if rules else "Contracts", BASIS)
    show(_games(wanted), strip("contracts", wanted, counted_deals(rows)))
    if rules is None or shown is None or not rows:
        nothing_such("contracts", wanted, "No contract was declared")
        return
    listed = table(
        ("contract", "deals", "made", "caller gained", "in 12 such deals"),
        [_row(shown, row, rules, wanted) for row in rows],
        "The ladder from below",
    )
    drawn = [contract_dot(row, rules, _to_deals(row, rules, wanted)) for row in rows]
    made, total = (sum(row[name] for row in rows) for name in ("made", "declared"))
    show(listed)
    chart = rates(drawn, "Which contracts are made?", made / total)
    cells = [[str(dot["what"]), str(dot["told"])] for dot in drawn]
    says = "dots: share made of each contract, with what it lies between"
    show_chart(chart, says, table(("contract", "made"), cells, "Made"))
    show_margins(shown.rows(MARGINS), rules.key, total)
    show_bidders(bids, rules)
    show_took(bids, rules)
    as_text_and_json(shown.text, shown.document, shown.command)


def _games(wanted: Filter) -> Markup:
    links = (
        el("strong", book.title)
        if book.key == wanted.game
        else link(book.title, href("contracts", {"game": book.key}))
        for book in ALL
        if book.ladder
    )
    return el("nav", *(el("span", one, " ") for one in links), class_="games", aria_label="games")


def _row(shown: Shown, row: Row, rules: RuleBook, wanted: Filter) -> list[str]:
    return [
        link(contract_name(row, rules), _to_deals(row, rules, wanted)),
        el("span", str(row["declared"]), class_="num"),
        rate_text(row),
        number(signed(row["gain"] if row["priced"] else None)),
        number(shown.told(CONTRACTS, row, "per_game")),
    ]


def _to_deals(row: Row, rules: RuleBook, wanted: Filter) -> str:
    to = {"game": rules.key, "c": row["contract"], "from": wanted.since, "to": wanted.until}
    return href("history", to)


render(page)
