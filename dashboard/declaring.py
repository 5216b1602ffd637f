"""Charts of what was declared and what came of it: what the page of contracts draws."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from core.rulebook import RuleBook
from dashboard.charts import Heading, show_chart
from dashboard.filters import others
from dashboard.grids import counts, heat, outlined
from dashboard.making import rung_title
from dashboard.markup import el, href, link, number, person, shown_name, table
from dashboard.shell import show
from replay.console import counted
from replay.index.browsing import DeclaredRow
from replay.statistics.figures import Row
from replay.statistics.parts import MARGINS

MOST: Final = 12
"""So many players are drawn."""
LEAST: Final = 5
"""What was declared less often is grey."""
UNDER: Final = "under_"
STEPS: Final = {
    figure.name: figure.title
    for figure in MARGINS.figures
    if figure.name.startswith((UNDER, "exact", "over_"))
}
"""How far under or over a target a side came, from the worst, as it is named."""
MARGIN_OF: Final = dict(zip(STEPS, range(-4, 5), strict=True))
"""The same in tricks; the first and the last stand for more as well."""


def _to_deals(**more: str) -> str:
    """Give the address of such deals, by the filter of the page."""
    return href("history", {**others("made", "c", "found", "caller", "margin"), **more})


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
        [link(str(bar["across"]), str(bar["href"])), number(found[name])]
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
    told = "A click opens these deals."
    show(el("p", left, told, class_="under"))


def _step(name: str, count: int, game: str) -> dict[str, object]:
    is_loss = name.startswith(UNDER)
    return {
        "across": STEPS[name],
        "count": count,
        "is_loss": is_loss,
        "told": f"{STEPS[name]}: {counted(count, 'deal')}",
        "href": _to_deals(game=game, margin=str(MARGIN_OF[name])),
    }


# -- who bids what --------------------------------------------------------------------------------


def show_bidders(rows: Sequence[DeclaredRow], rules: RuleBook) -> None:
    """Draw who declared which contract how often."""
    known = [row for row in rows if row.is_known]
    everybody = list(dict.fromkeys(row.name for row in known))
    names = _labels(everybody[:MOST])
    found: Counter[tuple[str, str]] = Counter()
    for row in known:
        found[row.contract, row.name] += row.deals
    contracts = _by_ladder(rules, [row.contract for row in known if row.name in names])
    cells = [
        _bid(rules, contract, name, label, found[contract, name])
        for contract in contracts
        for name, label in names.items()
        if found[contract, name]
    ]
    if not cells:
        return
    drawn = sum(found[contract, name] for contract, name in found if name in names)
    heading = Heading("Who bids what?", _basis(drawn, sum(row.deals for row in rows)))
    lines = [rung_title(contract, rules) for contract in contracts]
    chart = heat(cells, heading, list(names.values()), lines, least=LEAST)
    says = "grid: contracts from below against players, how often each declared each"
    heads = [el("span", person(name), class_="num") for name in names]
    listed = [
        [rung_title(contract, rules), *(number(found[contract, name]) for name in names)]
        for contract in contracts
    ]
    show_chart(chart, says, table(("contract", *heads), listed, "Declared by each"))
    _below_bidders(rows, len(everybody), found.total() - drawn)


def _below_bidders(rows: Sequence[DeclaredRow], callers: int, of_others: int) -> None:
    """Tell who and what is left out, and where a click leads."""
    told = [f"Grey: declared fewer than {LEAST} times. "]
    if callers > MOST:
        others_told = f"{counted(of_others, 'contract')} of {callers - MOST} more are left out"
        told.append(f"The {MOST} who played most deals are drawn; {others_told}. ")
    unknown = sum(row.deals for row in rows if not row.is_known)
    if unknown:
        told.append(f"Left out: {counted(unknown, 'contract')} not known to be made or lost. ")
    told.append("A click opens the deals with that contract that he declared.")
    show(el("p", *told, class_="under"))


def _labels(names: Iterable[str]) -> dict[str, str]:
    """Give each name as it is shown; names that are cut alike are told apart by numbers."""
    found: dict[str, str] = {}
    for name in names:
        short = shown_name(name)
        alike = sum(shown_name(other) == short for other in found)
        found[name] = f"{short} ({alike + 1})" if alike else short
    return found


def _by_ladder(rules: RuleBook, contracts: Iterable[str]) -> list[str]:
    """Put contracts in the order of the ladder, unknown ones last."""
    rank = {key: place for place, key in enumerate(rules.ladder_by_key)}
    return sorted(set(contracts), key=lambda key: (rank.get(key, len(rank)), key))


def _bid(rules: RuleBook, contract: str, name: str, label: str, count: int) -> dict[str, object]:
    what = rung_title(contract, rules)
    return {
        "across": label,
        "down": what,
        "count": count,
        "told": f"{label}, {what}: {counted(count, 'deal')}",
        "href": _to_deals(game=rules.key, c=contract, caller=name),
    }


# -- bid against took -----------------------------------------------------------------------------


def show_took(rows: Sequence[DeclaredRow], rules: RuleBook) -> None:
    """Draw how many tricks were asked for and how many were taken."""
    known = [row for row in rows if row.is_known and row.asks_at_least and row.tricks is not None]
    found: Counter[tuple[int, int]] = Counter()
    contracts: dict[int, set[str]] = {}
    for row in known:
        found[row.target, row.tricks or 0] += row.deals
        contracts.setdefault(row.target, set()).add(row.contract)
    if not found:
        return
    took = range(max(map(max, found)) + 1)
    asked = sorted(contracts)
    cells = [
        {**_taken(rules, *place, count, contracts[place[0]]), "count": count}
        for place, count in found.items()
    ]
    even = [_taken(rules, one, one, found[one, one], contracts[one]) for one in asked]
    basis = _basis(found.total(), sum(row.deals for row in rows))
    heading = Heading(
        "What was asked for, and what was taken?",
        f"tricks asked for (down) and taken (across); {basis}",
    )
    grid = heat(cells, heading, [str(tricks) for tricks in took], [str(one) for one in asked])
    says = "grid: tricks asked for against tricks that the caller's side took"
    listed = [[str(one), *(number(found[one, tricks]) for tricks in took)] for one in asked]
    heads = ("asked for", *(number(tricks) for tricks in took))
    show_chart(outlined(grid, even), says, table(heads, listed, "Tricks asked for, and taken"))
    _below_took(rows)


def _taken(
    rules: RuleBook, target: int, tricks: int, count: int, contracts: set[str]
) -> dict[str, object]:
    """Make a cell; it leads to deals only where one contract asks for so many tricks."""
    one = next(iter(contracts)) if len(contracts) == 1 else None
    return {
        "across": str(tricks),
        "down": str(target),
        "told": f"asked for {target}, took {tricks}: {counted(count, 'deal')}",
        "href": "" if one is None else _to_deals(game=rules.key, c=one),
    }


def _below_took(rows: Sequence[DeclaredRow]) -> None:
    """Tell how the grid is read, what is left out, and where a click leads."""
    apart = sum(row.deals for row in rows if not row.asks_at_least)
    unknown = sum(
        row.deals for row in rows if row.asks_at_least and (row.tricks is None or not row.is_known)
    )
    left = [
        f"{counted(count, 'contract')} {why}"
        for count, why in (
            (apart, "that asked for no trick or for exactly so many"),
            (unknown, "of which tricks or result are not known"),
        )
        if count
    ]
    told = ["Outlined: just as many as were asked for. "]
    if left:
        told.append(f"Left out: {' and '.join(left)}. ")
    told.append("Where one contract alone asks for so many, a click opens the deals with it.")
    show(el("p", *told, class_="under"))
