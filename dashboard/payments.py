"""A deal's payments as a table, each with its reason and rule; and what was taken instead."""

from dashboard.board import with_short_names
from dashboard.markup import Markup, el, href, join, link, person, suited, table
from replay.explain import Line
from replay.settlement import NO_SETTLEMENT, Settlement, settlement_of
from replay.state import DealReplay

HEAD = ("from", "to", el("span", "amount", class_="num"), "because", "rule")


def payments(replay: DealReplay, *, headed: bool = True) -> Markup:
    """Tell who pays whom and why, and that it sums to nothing; above it how the deal went."""
    told = settlement_of(with_short_names(replay))
    parts = [el("p", suited(told.headline))] if headed else []
    parts += [el("p", ruling) for ruling in told.rulings]
    if told.lines:
        parts.append(table(HEAD, map(line_cells, told.lines), "Who pays whom, and why", "pays"))
    why_not = f"There is {NO_SETTLEMENT}: {told.why_not}."
    parts.append(el("p", told.total or why_not, class_="under"))
    if told.taken:
        parts.append(_taken(told))
    return join(parts)


def line_cells(line: Line) -> list[str]:
    """Write one payment, its names cut already; its rule leads to the rules."""
    return [
        line.payer,
        line.payee,
        el("span", line.amount, class_="num"),
        line.because,
        link(line.rule, href("rules", {"rule": line.rule})),
    ]


def _taken(told: Settlement) -> Markup:
    rows = [
        [
            person(one.name),
            el("span", one.by_the_rules, class_="num"),
            el("span", one.recorded, class_="num"),
            el("strong", one.difference, class_="num red"),
        ]
        for one in told.taken
    ]
    head = ("player", "by the rules", "recorded", "difference")
    return table(head, rows, "The table settled otherwise")
