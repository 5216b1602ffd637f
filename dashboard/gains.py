"""What players gain, drawn: from whom, in which role, and at which place."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from core.counters import COUNTER
from dashboard.charts import Heading, dots, show_chart
from dashboard.filters import others
from dashboard.grids import matrix
from dashboard.markup import Markup, el, href, join, number, person, shown_name, table
from replay.amounts import counters
from replay.console import counted
from replay.explain import plain
from replay.statistics.figures import Row
from replay.statistics.page_figures import Shown
from replay.statistics.parts import PAYS, PLACES, ROLES, Part

MOST: Final = 12
"""So many players a matrix shows: the figures in its cells stay legible."""
PARTS: Final = {
    "caller": "declarer",
    "partner": "partner",
    "defender": "against",
    "all-pass": "when all passed",
    "single": "each for himself",
}
_A_DEAL: Final = "white counters gained a deal"
_PAID: Final = ("payments", "amount", "back", "more")


def show_pays(shown: Shown | None, players: Sequence[str], *, all_asked: bool) -> None:
    """Draw who pays whom, the payers in lines.

    Args:
        shown: what they pay.
        players: who is told of on the page, those of the most deals first.
        all_asked: whether nobody is asked about: then only these are told of.

    """
    rows = shown.rows(PAYS) if shown else []
    if shown is None or not rows:
        return
    down = list(dict.fromkeys(players))
    found = (
        down if all_asked else list(dict.fromkeys([*down, *(row["payee_name"] for row in rows)]))
    )
    down, across = down[:MOST], found[:MOST]
    drawn = _cells(rows, across, down)
    if not drawn:
        return
    payments = sum(cell["payments"] for cell in drawn)
    basis = f"white counters, the line pays the column; n = {counted(payments, 'payment')}"
    if len(found) > MOST:
        basis += f"; of {len(found)} players the {MOST} of the most deals"
    names = [[shown_name(name) for name in some] for some in (across, down)]
    chart = matrix(drawn, Heading("Who pays whom?", basis), *names)
    says = "matrix: what each player in the lines paid to each in the columns"
    show_chart(chart, says, _pays_table(shown, rows))


def _cells(rows: Sequence[Row], across: Sequence[str], down: Sequence[str]) -> list[dict[str, Any]]:
    """Sum payments by name, as links tell people, of those who have a line and a column."""
    amounts, payments = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in rows:
        pair = (row["payer_name"], row["payee_name"])
        if pair[0] in down and pair[1] in across:
            amounts[pair] += row["amount"]
            payments[pair] += row["payments"]
    return [_cell(pair, amounts[pair], payments[pair], across, down) for pair in amounts]


def _cell(
    pair: tuple[str, str], amount: int, payments: int, across: Sequence[str], down: Sequence[str]
) -> dict[str, Any]:
    payer, payee = pair
    figure = counters(plain(amount))
    both = f"{shown_name(payer)} to {shown_name(payee)}"
    to = href("history", {**others("player", "against", "who"), "who": pair})
    return {
        "across": across.index(payee),
        "down": down.index(payer),
        "amount": amount / COUNTER,
        "figure": figure,
        "payments": payments,
        "told": f"{both}: {figure} in {counted(payments, 'payment')}",
        "href": to,
    }


def _pays_table(shown: Shown, rows: Sequence[Row]) -> Markup:
    """List all pairs, with the command that prints the same."""
    cells = [
        [
            el("span", person(row["payer_name"])),
            el("span", person(row["payee_name"])),
            *(el("span", shown.told(PAYS, row, name), class_="num") for name in _PAID),
        ]
        for row in rows
    ]
    listed = table(("from", "to", *_PAID), cells, "Who pays whom")
    return join((listed, el("p", el("code", shown.command), class_="under")))


# -- in which role, at which place ----------------------------------------------------------------


def show_parts(shown: Shown, name: str) -> None:
    """Draw, side by side, what somebody gains in each role and at each place."""
    roles, places = st.columns(2)
    with roles:
        _dots(shown, ROLES, name, "In which role?")
    with places:
        _dots(shown, PLACES, name, "At which place after the dealer?")


def _dots(shown: Shown, part: Part, name: str, question: str) -> None:
    rows = shown.rows(part)
    if not rows:
        return
    to = href("history", {**others("player", "against", "who"), "who": name})
    drawn = [
        {
            "what": _what(row),
            "amount": row["gain"] / row["deals"] / COUNTER,
            "told": f"{shown.told(part, row, 'per_deal')} (n {row['deals']})",
            "href": to,
        }
        for row in rows
    ]
    deals = sum(row["deals"] for row in rows)
    heading = Heading(question, f"n = {counted(deals, 'deal')}")
    says = f"dots: gain of {name} a deal, {question[0].lower()}{question[1:-1]}"
    show_chart(dots(drawn, heading, _A_DEAL), says, _dots_table(shown, part, question))


def _what(row: Row) -> str:
    """Name a role, or a place: which one is the dealer's depends on the table."""
    if "role" in row:
        return PARTS.get(str(row["role"]), str(row["role"]))
    return "1, eldest hand" if row["place"] == 1 else str(row["place"])


def _dots_table(shown: Shown, part: Part, question: str) -> Markup:
    figures = ("deals", "net", "gain", "per_deal")
    cells = [
        [_what(row), *(number(shown.told(part, row, name)) for name in figures)]
        for row in shown.rows(part)
    ]
    head = ("role" if part is ROLES else "place", "deals", "net", "gained", "a deal")
    return table(head, cells, question)
