"""Charts of counts: a calendar as a grid, bars made of kinds, a line; and who pays whom."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, Literal, cast

import altair as alt

from dashboard.charts import (
    AROUND,
    HEIGHT,
    Heading,
    Rows,
    colours,
    data_of,
    ink,
    is_dark,
    layered,
    title_in_lines,
    title_of,
)

FRAME: Final = 110
"""What heading and axes take of the height of a chart."""
HEAT_LIGHT: Final = ("#dfe8f4", "#0a4fb3", "#ffffff", "#1c1f23")
"""A grid's faintest and strongest cell, what is written on strong ones, and on others."""
HEAT_DARK: Final = ("#24333f", "#85b8f8", "#14181b", "#edebe6")
FEW_LIGHT: Final = "#e6e7e8"
FEW_DARK: Final = "#2e3338"
"""A cell that counts too little to say something."""
NARROW, LETTER = 3, 6
"""So many letters fit above a column; names of more are turned. The width of a letter of these."""
NAME_AT_MOST: Final = 84
"""So much room a name has beside a matrix: on a phone the cells need the rest."""
SHADES_LIGHT: Final = ("#0a4fb3", "#7fa6dc", "#b8bcc0")
SHADES_DARK: Final = ("#85b8f8", "#4a7bb5", "#5d656c")


def heat(
    rows: Rows,
    heading: Heading,
    across: Sequence[str],
    down: Sequence[str],
    labels: Mapping[str, str] | None = None,
    least: int = 0,
) -> alt.LayerChart:
    """Draw counts as a grid, each written in its cell.

    Args:
        rows: each with ``across``, ``down``, ``count``, ``told`` and ``href``.
        heading: what the chart answers.
        across: the columns.
        down: the lines.
        labels: what is written above some columns; all bear their own names without.
        least: cells that count less are grey.

    """
    faint, strong, on_strong, ink = HEAT_DARK if is_dark() else HEAT_LIGHT
    most = max((int(row["count"]) for row in rows), default=1)
    base = alt.Chart(data_of(rows), title=title_of(heading)).encode(
        x=alt.X("across:O", scale=alt.Scale(domain=list(across)), axis=_above(across, labels)),
        y=alt.Y(
            "down:O",
            scale=alt.Scale(domain=list(down)),
            axis=alt.Axis(title=None, domain=False, ticks=False, labelOverlap=False, labelLimit=0),
        ),
        tooltip=["told:N"],
        href="href:N",
    )
    shade = alt.Color(
        "count:Q", legend=None, scale=alt.Scale(domain=[0, most], range=[faint, strong])
    )
    is_strong = f"datum.count > {most * 0.5} && datum.count >= {least}"
    colour = alt.condition(is_strong, alt.value(on_strong), alt.value(ink))
    few = alt.value(FEW_DARK if is_dark() else FEW_LIGHT)
    told = alt.condition(f"datum.count >= {least}", shade, few) if least else shade
    cells = base.mark_rect(cornerRadius=2, stroke=faint, strokeWidth=1).encode(color=told)
    drawn = layered(cells, base.mark_text(fontSize=11).encode(text="count:Q", color=colour))
    return drawn.properties(height=FRAME + _turned(across) * LETTER + 24 * len(down))


def outlined(grid: alt.LayerChart, cells: Rows) -> alt.LayerChart:
    """Draw a line around some cells of a grid.

    Args:
        grid: what `heat` drew.
        cells: each with ``across``, ``down``, ``told`` and ``href``: the line takes the clicks.

    """
    places = grid.layer[0].encoding
    outline = alt.Chart(data_of(cells)).mark_rect(filled=False, stroke=ink(), strokeWidth=1.5)
    outline = outline.encode(x=places.x, y=places.y, tooltip=["told:N"], href="href:N")
    return cast("alt.LayerChart", grid + outline)


def _above(across: Sequence[str], labels: Mapping[str, str] | None) -> alt.Axis:
    """Give the axis above a grid; long names are turned."""
    angle = -90 if _turned(across) else 0
    ticks = alt.Axis(title=None, orient="top", labelAngle=angle, domain=False, ticks=False)
    if angle:
        ticks.labelLimit = 0
        ticks.labelOverlap = False
    if labels is not None:
        said = ", ".join(f"'{column}': '{text}'" for column, text in labels.items())
        ticks.labelExpr = f"({{{said}}})[datum.value] || ''"
        ticks.labelOverlap = False
    return ticks


def _turned(across: Sequence[str]) -> int:
    """Give the letters of the longest name above a grid; none where all fit unturned."""
    longest = max(map(len, across), default=0)
    return longest if longest > NARROW else 0


def matrix(
    rows: Rows, heading: Heading, across: Sequence[str], down: Sequence[str]
) -> alt.LayerChart:
    """Draw amounts between people as a grid, each written in its cell.

    Args:
        rows: each with ``across`` and ``down``, places among the names, ``amount``, ``figure``,
            ``told`` and ``href``.
        heading: what the chart answers.
        across: the names of the columns.
        down: the names of the lines.

    """
    faint, strong, on_strong, ink = HEAT_DARK if is_dark() else HEAT_LIGHT
    most = max((float(row["amount"]) for row in rows), default=1.0)
    base = alt.Chart(data_of(rows), title=title_in_lines(heading)).encode(
        x=alt.X("across:O", scale=_places(across), axis=_named(across, orient="top")),
        y=alt.Y("down:O", scale=_places(down), axis=_named(down, orient="left")),
        tooltip=["told:N"],
        href="href:N",
    )
    scale = alt.Scale(domain=[0, most], range=[faint, strong])
    cells = base.mark_rect(cornerRadius=2, stroke=faint, strokeWidth=1)
    colour = alt.condition(f"datum.amount > {most * 0.5}", alt.value(on_strong), alt.value(ink))
    size = alt.ExprRef(f"min(12, max(7, width / {2.6 * max(1, len(across))}))")
    drawn = layered(
        cells.encode(color=alt.Color("amount:Q", legend=None, scale=scale)),
        base.mark_text(fontSize=size).encode(text="figure:N", color=colour),
    )
    return drawn.properties(height=AROUND + NAME_AT_MOST + 28 * len(down))


def _places(names: Sequence[str]) -> alt.Scale:
    return alt.Scale(domain=list(range(len(names))))


def _named(names: Sequence[str], *, orient: Literal["top", "left"]) -> alt.Axis:
    """Give an axis of places that bears their names: two people may look alike when cut."""
    return alt.Axis(
        title=None,
        orient=orient,
        labelExpr=f"{json.dumps(list(names))}[datum.value]",
        labelAngle=-60 if orient == "top" else 0,
        labelAlign="left" if orient == "top" else "right",
        labelLimit=NAME_AT_MOST,
        labelOverlap=False,
        domain=False,
        ticks=False,
    )


def stacked(
    rows: Rows, heading: Heading, across: Sequence[str], kinds: Sequence[str]
) -> alt.LayerChart:
    """Draw counts as bars, each made of kinds.

    Args:
        rows: each with ``across``, ``kind``, ``rank`` (of the kind), ``count``, ``told``, ``href``.
        heading: what the chart answers.
        across: the bars.
        kinds: what they are made of, from below.

    """
    legend = alt.Legend(orient="top", title=None)
    scale = alt.Scale(domain=list(kinds), range=list(SHADES_DARK if is_dark() else SHADES_LIGHT))
    bars = alt.Chart(data_of(rows), title=title_of(heading)).encode(
        x=alt.X("across:O", scale=alt.Scale(domain=list(across)), title=None),
        y=alt.Y("count:Q", title="deals", axis=alt.Axis(tickMinStep=1, format="d")),
        color=alt.Color("kind:N", scale=scale, legend=legend),
        order=alt.Order("rank:Q"),
        tooltip=["told:N"],
        href="href:N",
    )
    return layered(bars.mark_bar()).properties(height=HEIGHT)


def counts(rows: Rows, heading: Heading, along: str) -> alt.LayerChart:
    """Draw counts as bars in the order of the rows, each with its figure above it.

    Args:
        rows: each with ``across``, ``count``, ``is_loss``, ``told`` and ``href``.
        heading: what the chart answers.
        along: what the bars are.

    """
    blue, red = colours()[:2]
    order = [str(row["across"]) for row in rows]
    names = alt.Axis(title=along, labelAngle=0, labelOverlap=False, ticks=False)
    base = alt.Chart(data_of(rows), title=title_of(heading)).encode(
        x=alt.X("across:N", sort=order, scale=alt.Scale(domain=order), axis=names),
        y=alt.Y("count:Q", title="deals", axis=alt.Axis(tickMinStep=1, format="d")),
        tooltip=["told:N"],
        href="href:N",
    )
    colour = alt.condition("datum.is_loss", alt.value(red), alt.value(blue))
    figures = base.mark_text(dy=-8, fontSize=12, color=ink()).encode(text="count:Q")
    return layered(base.mark_bar().encode(color=colour), figures).properties(height=HEIGHT)


def trail(rows: Rows, heading: Heading, across: Sequence[str]) -> alt.LayerChart:
    """Draw a count as a line.

    Args:
        rows: each with ``across``, ``count``, ``told`` and ``href``.
        heading: what the chart answers.
        across: the points.

    """
    red = colours()[1]
    base = alt.Chart(data_of(rows), title=title_of(heading)).encode(
        x=alt.X("across:O", scale=alt.Scale(domain=list(across)), title=None),
        y=alt.Y("count:Q", title="findings", axis=alt.Axis(tickMinStep=1, format="d")),
        tooltip=["told:N"],
        href="href:N",
    )
    drawn = layered(base.mark_line(color=red), base.mark_circle(color=red, size=50, opacity=1))
    return drawn.properties(height=HEIGHT - FRAME // 2)
