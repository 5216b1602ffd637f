"""Charts: each has its question as title, and the same figures as a table beside it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

import altair as alt
import streamlit as st

from dashboard.markup import Markup
from dashboard.shell import show

Rows = Sequence[Mapping[str, Any]]
LIGHT: Final = (
    "#0a4fb3",
    "#b3121d",
    "#0b6b2a",
    "#7a4b00",
    "#6a3d9a",
    "#444b52",
    "#00707a",
    "#a3366b",
)
DARK: Final = (
    "#85b8f8",
    "#f2919a",
    "#7ed5b0",
    "#f0c27a",
    "#c9a7f0",
    "#b9c0c6",
    "#7fd6de",
    "#f0a3c8",
)
HEIGHT: Final = 340
LETTER, NAME = 8, 130
"""The width of a letter of a name beside its line, and the most that a name takes."""
ROW: Final = 26
AROUND: Final = 96
"""So much of a chart's height is taken by its title and the axis below."""
BENEATH: Final = 12
"""What a line beneath a bar adds to a row."""
IN_TWELVE: Final = "white counters in twelve deals"


def is_dark() -> bool:
    """Whether the page is light on dark."""
    return st.context.theme.type == "dark"


def colours() -> tuple[str, ...]:
    """Give the colours of lines; the first two are those of gain and loss."""
    return DARK if is_dark() else LIGHT


def data_of(rows: Rows) -> alt.Data:
    """Give rows to a chart."""
    return alt.Data(values=list(rows))  # type: ignore[no-untyped-call]


def layered(*charts: alt.Chart) -> alt.LayerChart:
    """Lay charts on each other."""
    return cast("alt.LayerChart", alt.layer(*charts))


class Heading(NamedTuple):
    """What a chart answers, and on what its answer rests: unit, how many, of how many."""

    question: str
    basis: str


def title_of(heading: Heading) -> alt.TitleParams:
    """Write a question above a chart, and below it what its answer rests on."""
    colour = "#b9c0c6" if is_dark() else "#5b6168"
    return alt.TitleParams(heading.question, subtitle=heading.basis, subtitleColor=colour)


def title_in_lines(heading: Heading) -> alt.TitleParams:
    """Write a question above a chart, and each part of what its answer rests on in a line.

    On a phone a long line would leave no room for the chart: all has to fit.
    """
    told = title_of(heading)
    told.subtitle = heading.basis.split("; ")
    return told


def show_chart(chart: alt.LayerChart, says: str, listed: Markup) -> None:
    """Show a chart, and its figures as a table on demand."""
    st.altair_chart(_legible(chart), alt=says)
    with st.expander("Show as table", type="compact"):
        show(listed)


def ink() -> str:
    """Give the colour of what is written in a chart."""
    return "#d5d8da" if is_dark() else "#3f454b"


def _legible(chart: alt.LayerChart) -> alt.LayerChart:
    drawn = chart.configure_axis(labelColor=ink(), titleColor=ink(), labelFontSize=12)
    return cast("alt.LayerChart", drawn)


def _with_room(amounts: Sequence[float], share: float = 0.5) -> tuple[float, float]:
    """Give what an axis shows: all amounts from nothing on, and room for what is written beside."""
    low, high = min(0.0, *amounts), max(0.0, *amounts)
    room = share * (high - low or 1.0)
    return low - room * (low < 0), high + room * (high > 0 or low == 0)


def names_along(rows: Rows) -> alt.Y:
    """Give an axis that names each row, in the order of the rows."""
    order = [str(row["what"]) for row in rows]
    axis = alt.Axis(labelLimit=0, labelOverlap=False, domain=False, ticks=False, labelPadding=12)
    return alt.Y("what:N", sort=order, title=None, axis=axis)


def height_of(rows: Rows) -> int:
    """Give a height in which each row has room, with title and axis."""
    return ROW * len(rows) + AROUND


def lines(rows: Rows, question: str, across: str) -> alt.LayerChart:
    """Draw step lines, each named at its end.

    Args:
        rows: each with ``name``, ``place``, ``amount``, ``where`` and ``href``, where it leads.
        question: what the chart answers.
        across: what the places are.

    """
    names = list(dict.fromkeys(str(row["name"]) for row in rows))
    shades = colours()
    scale = alt.Scale(domain=names, range=[shades[n % len(shades)] for n in range(len(names))])
    base = alt.Chart(data_of(rows), title=question).encode(
        x=alt.X(
            "place:Q",
            title=across,
            axis=alt.Axis(tickMinStep=1, format="d", grid=False),
            scale=alt.Scale(nice=False),
        ),
        y=alt.Y("amount:Q", title="white counters", axis=alt.Axis(format="~f")),
        color=alt.Color("name:N", scale=scale, legend=None),
        tooltip=["name:N", "where:N", "amount:Q"],
        href="href:N",
    )
    last = {str(row["name"]): row for row in rows}
    ends = alt.Chart(data_of(list(last.values()))).encode(
        x="place:Q",
        y="amount:Q",
        color=alt.Color("name:N", scale=scale, legend=None),
        text="name:N",
    )
    line = base.mark_line(interpolate="step-after", strokeWidth=2)
    room = min(LETTER * max(map(len, names), default=0), NAME)
    text = ends.mark_text(align="left", dx=6, fontSize=13, limit=room)
    drawn = layered(line, base.mark_circle(size=28), text)
    return drawn.properties(height=HEIGHT, padding={"right": room})


def rates(rows: Rows, question: str | alt.TitleParams, average: float | None) -> alt.LayerChart:
    """Draw shares as dots with what they lie between, in the order of the rows.

    Args:
        rows: each with ``what``, ``share``, ``low``, ``high``, ``n``, ``told`` and ``href``;
            with ``usual``, the share of everybody, where a tick is drawn for it.
        question: what the chart answers.
        average: the share over all, drawn as a line; None for none.

    """
    colour = colours()[0]
    percent = alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1])
    base = alt.Chart(data_of(rows), title=question).encode(
        y=names_along(rows),
        tooltip=["what:N", "told:N"],
        href="href:N",
    )
    scale = alt.Scale(domain=[0, 1])
    reach = base.mark_rule(color=colour, strokeWidth=2, opacity=0.5).encode(
        x=alt.X("low:Q", scale=scale, title="made", axis=percent), x2="high:Q"
    )
    dots = base.mark_circle(color=colour, opacity=1).encode(
        x="share:Q", size=alt.Size("n:Q", legend=None, scale=alt.Scale(range=[40, 320]))
    )
    layers: list[alt.Chart] = [reach, dots]
    if average is not None:
        mean = alt.Chart(data_of([{"share": average}]))
        layers.append(mean.mark_rule(strokeDash=[4, 4], color="#888888").encode(x="share:Q"))
    if any("usual" in row for row in rows):
        layers.append(base.mark_tick(color=ink(), thickness=2, size=16).encode(x="usual:Q"))
    drawn = layered(*layers)
    return drawn.properties(height=height_of(rows))


def bars(rows: Rows, heading: Heading) -> alt.LayerChart:
    """Draw gains as bars to both sides of nothing, beneath each what it lies between.

    Args:
        rows: each with ``what``, ``amount``, ``low``, ``high``, ``between`` (the two as they
            are told), ``told`` and ``href``; where nothing is known of what it lies between, both
            are the amount.
        heading: what the chart answers.

    """
    blue, red = colours()[:2]
    ends = [float(row[name]) for row in rows for name in ("low", "high", "amount")]
    base = alt.Chart(data_of(rows), title=title_in_lines(heading)).encode(
        y=names_along(rows),
        x=alt.X(
            "amount:Q",
            title=IN_TWELVE,
            axis=alt.Axis(format="~f", tickCount=8),
            scale=alt.Scale(domain=_with_room(ends)),
        ),
        tooltip=["what:N", "told:N", alt.Tooltip("between:N", title="95 %")],
        href="href:N",
    )
    colour = alt.condition("datum.amount < 0", alt.value(red), alt.value(blue))
    beneath = base.mark_rule(color=ink(), strokeWidth=2, opacity=0.7, yOffset=10)
    reach = beneath.encode(x="low:Q", x2="high:Q")
    figure = base.encode(text="told:N")
    gains = figure.mark_text(align="left", dx=5, fontSize=12, color=ink())
    losses = figure.mark_text(align="right", dx=-5, fontSize=12, color=ink())
    drawn = layered(
        base.mark_bar(height=14).encode(color=colour),
        reach.transform_filter("datum.low < datum.high"),
        gains.transform_filter("datum.amount >= 0"),
        losses.transform_filter("datum.amount < 0"),
    )
    beneath_all = BENEATH * any(row["low"] < row["high"] for row in rows) * len(rows)
    return drawn.properties(height=height_of(rows) + ROW + beneath_all)


def dots(rows: Rows, heading: Heading, unit: str) -> alt.LayerChart:
    """Draw gains as dots to both sides of nothing, the figure written at each.

    Args:
        rows: each with ``what``, ``amount``, ``told`` and ``href``.
        heading: what the chart answers.
        unit: what the amounts are.

    """
    blue, red = colours()[:2]
    domain = _with_room([float(row["amount"]) for row in rows], share=0.75)
    base = alt.Chart(data_of(rows), title=title_in_lines(heading)).encode(
        y=names_along(rows),
        x=alt.X(
            "amount:Q",
            title=unit,
            axis=alt.Axis(format="~f", tickCount=4),
            scale=alt.Scale(domain=domain),
        ),
        tooltip=["what:N", "told:N"],
        href="href:N",
    )
    colour = alt.condition("datum.amount < 0", alt.value(red), alt.value(blue))
    nought = alt.Chart(data_of([{"amount": 0}])).mark_rule(color=ink(), opacity=0.6)
    figure = base.encode(text="told:N")
    right = figure.mark_text(align="left", dx=9, fontSize=12, color=ink())
    left = figure.mark_text(align="right", dx=-9, fontSize=12, color=ink())
    drawn = layered(
        base.mark_circle(size=90, opacity=1).encode(color=colour),
        nought.encode(x="amount:Q"),
        right.transform_filter("datum.amount >= 0"),
        left.transform_filter("datum.amount < 0"),
    )
    return drawn.properties(height=height_of(rows) + ROW)
