"""What players gain, drawn: from whom."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from core.counters import COUNTER
from dashboard.charts import Heading, show_chart
from dashboard.filters import others
from dashboard.grids import matrix
from dashboard.markup import Markup, counters, el, href, join, person, shown_name, table
from replay.console import counted
from replay.explain import plain
from replay.statistics.figures import Row
from replay.statistics.page_figures import Shown
from replay.statistics.parts import PAYS

MOST: Final = 12
"""So many players a matrix shows: the figures in its cells stay legible."""
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
    to = href("history", {**others("player", "against", "who"), "who": payer})
    return {
        "across": across.index(payee),
        "down": down.index(payer),
        "amount": amount / COUNTER,
        "figure": figure,
        "payments": payments,
        "told": f"{both}: {figure} in {counted(payments, 'payment')}",
        "href": f"{to}&{urlencode({'who': payee})}",
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
