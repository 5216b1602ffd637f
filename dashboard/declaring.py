"""Charts of what was declared and what came of it: what the page of contracts draws."""

from collections.abc import Sequence
from typing import Final

from dashboard.charts import Heading, show_chart
from dashboard.filters import others
from dashboard.grids import counts
from dashboard.markup import Markup, el, href, link, table
from dashboard.shell import show
from replay.console import counted
from replay.statistics.figures import Row
from replay.statistics.parts import MARGINS

UNDER: Final = "under_"
STEPS: Final = {
    figure.name: figure.title
    for figure in MARGINS.figures
    if figure.name.startswith((UNDER, "exact", "over_"))
}
"""How far under or over a target a side came, from the worst, as it is named."""


def _number(count: int) -> Markup:
    return el("span", str(count), class_="num")


def _to_deals(**more: str) -> str:
    """Give the address of such deals, by the filter of the page."""
    return href("history", {**others("made", "c", "found"), **more})


def _basis(drawn: int, declared: int) -> str:
    of = "" if drawn == declared else f" of {declared}"
    return f"n = {drawn}{of} {'contract' if declared == 1 else 'contracts'}"


# -- by how much ----------------------------------------------------------------------------------


def show_margins(rows: Sequence[Row], game: str, declared: int) -> None:
    """Draw by how many tricks contracts were made or missed.

    Args:
        rows: those of the part MARGINS.
        game: the key of the game.
        declared: how many contracts were declared in all.

    """
    found = {name: sum(row[name] for row in rows) for name in STEPS}
    drawn = sum(found.values())
    if not drawn:
        return
    bars = [_step(name, count, game) for name, count in found.items()]
    heading = Heading("By how much over or under?", _basis(drawn, declared))
    chart = counts(bars, heading, "tricks over (+) or under (−) what was asked for")
    cells = [
        [link(str(bar["across"]), str(bar["href"])), _number(found[name])]
        for name, bar in zip(found, bars, strict=True)
    ]
    listed = table(("tricks", "deals"), cells, "Tricks over or under")
    show_chart(chart, "bars: deals by tricks over or under what was asked for", listed)
    left = ""
    if drawn < declared:
        left = (
            f"Left out: {counted(declared - drawn, 'contract')} that asked for no trick or for "
            "exactly so many, or of which the tricks are not known. "
        )
    told = "A click opens the deals that were made, or those that were lost."
    show(el("p", left, told, class_="under"))


def _step(name: str, count: int, game: str) -> dict[str, object]:
    is_loss = name.startswith(UNDER)
    return {
        "across": STEPS[name],
        "count": count,
        "is_loss": is_loss,
        "told": f"{STEPS[name]}: {counted(count, 'deal')}",
        "href": _to_deals(game=game, made="lost" if is_loss else "made"),
    }
