"""Contracts that are made, as rows of a chart; and those of one player, beside everybody's."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.games import BY_KEY
from core.rulebook import RuleBook
from dashboard.charts import Heading, height_of, rates, show_chart, title_in_lines
from dashboard.filters import others
from dashboard.markup import Markup, el, href, link, shown_name, table
from replay.statistics.figures import Row
from replay.statistics.intervals import wilson
from replay.statistics.page_figures import Shown, counted_deals, rate_text
from replay.statistics.parts import CONTRACTS

BENEATH: Final = 60
"""So much of a chart's height the lines beneath its question take."""


def rung_title(contract: str, rules: RuleBook) -> str:
    """Name a contract; one that is not on the ladder by its key."""
    rung = rules.ladder_by_key.get(contract)
    return contract if rung is None else rung.title


def contract_name(row: Row, rules: RuleBook) -> str:
    """Name a contract, and whether it was declared with a partner."""
    told = rung_title(row["contract"], rules)
    return told if row["alone"] else f"{told}, with a partner"


def contract_dot(row: Row, rules: RuleBook, to: str) -> dict[str, Any]:
    """Give a contract as `rates` draws it."""
    made, declared = row["made"], row["declared"]
    share, found = made / declared, wilson(made, declared)
    return {
        "what": contract_name(row, rules),
        "n": declared,
        "told": rate_text(row),
        "share": share,
        "low": min(found.low, share) if found else share,
        "high": max(found.high, share) if found else share,
        "href": to,
    }


def show_own_contracts(shown: Shown, name: str, game: str | None) -> None:
    """Draw which contracts somebody makes, in the game named or that he declared most in."""
    found = shown.rows(CONTRACTS)
    declared = Counter[str]()
    for row in found:
        declared[row["game"]] += row["declared"]
    game = game or next((key for key, _ in declared.most_common()), None)
    rows = [row for row in found if row["game"] == game]
    if not rows or game is None:
        return
    rules = BY_KEY[game]
    drawn = [_beside_all(row, rules, name) for row in rows]
    of = f", of {declared.total()} in {len(declared)} games" if len(declared) > 1 else ""
    told = f"n = {counted_deals(rows)} declared{of}"
    basis = f"{rules.title}; {told}; the tick: what everybody makes"
    title = title_in_lines(Heading("Does he make his contracts?", basis))
    says = f"dots: share made of each contract that {shown_name(name)} declared, and by everybody"
    drawing = rates(drawn, title, None).properties(height=height_of(drawn) + BENEATH)
    show_chart(drawing, says, _own_table(shown, rows, drawn))


def _beside_all(row: Row, rules: RuleBook, name: str) -> dict[str, Any]:
    kept = others("player", "against", "who", "game", "c", "caller", "margin")
    to = href("history", {**kept, "game": rules.key, "caller": name, "c": row["contract"]})
    dot = contract_dot(row, rules, to)
    everybody = f"{row['all_made']} of {row['all_declared']}"
    told = f"{dot['told']}; everybody {everybody}"
    return {**dot, "told": told, "usual": row["all_made"] / row["all_declared"]}


def _own_table(shown: Shown, rows: Sequence[Row], drawn: Sequence[Mapping[str, Any]]) -> Markup:
    cells = [
        [
            link(dot["what"], dot["href"]),
            rate_text(row),
            el("span", str(row["all_declared"]), class_="num"),
            el("span", shown.told(CONTRACTS, row, "all_rate"), class_="num"),
        ]
        for row, dot in zip(rows, drawn, strict=True)
    ]
    return table(("contract", "made", "declared by all", "made by all"), cells, "His contracts")
