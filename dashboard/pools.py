"""What the pool of a session did, as a chart and as a table."""

import altair as alt

from core.counters import COUNTER, Twelfths
from dashboard.board import with_short_names
from dashboard.charts import (
    HEIGHT,
    Heading,
    Rows,
    colours,
    data_of,
    is_dark,
    layered,
    show_chart,
    title_of,
)
from dashboard.markup import Markup, el, href, link, table
from dashboard.reading import Sitting, moment
from replay.explain import plain
from replay.pool_line import PoolPoint, pool_points


def show_pool(found: Sitting) -> None:
    """Draw what the pool of a session did."""
    points = pool_points(with_short_names(replay) for replay, _ in found.deals)
    if not points:
        return
    number = found.log.number
    rows = [_pool_row(number, point) for point in points]
    blocks = [
        {
            "place": point.place,
            "low": below * full / COUNTER,
            "high": (below + 1) * full / COUNTER,
            "told": f"{number}.{point.place}: a full pool set aside",
            "href": _to_deal(number, point.place),
        }
        for point in points
        if point.pool is not None and (full := point.pool.cap) is not None
        for below in range(point.pool.full)
    ]
    cap = next((one.pool.cap for one in points if one.pool is not None and one.pool.cap), None)
    known = sum(point.pool is not None for point in points)
    basis = f"after each deal, n = {known} of {len(points)}; ▲ won, ▼ paid in by what happened"
    heading = Heading("What did the pool do?", basis)
    drawn = pool_line(rows, heading, blocks, None if cap is None else cap / COUNTER)
    cells = [
        [
            link(f"{number}.{one.place}", _to_deal(number, one.place)),
            el("span", one.told, class_="num"),
            _moved(one.won),
            _moved(one.fed),
            "; ".join(one.says),
        ]
        for one in points
    ]
    head = ("deal", "in the pool", "won ▲", "paid in ▼", "why")
    show_chart(drawn, f"line: the pool of session {number}", table(head, cells, "The pool"))


def _pool_row(number: int, point: PoolPoint) -> dict[str, object]:
    told = [f"{number}.{point.place}: {point.told}", *point.says]
    return {
        "place": point.place,
        "amount": None if point.pool is None else point.pool.total / COUNTER,
        "mark": "won" if point.won else "fed" if point.fed else "",
        "told": "; ".join(told),
        "href": _to_deal(number, point.place),
    }


def _moved(amount: Twelfths) -> Markup:
    return el("span", plain(amount) if amount else "", class_="num")


def _to_deal(session: int, deal: int) -> str:
    return href("replay", {"deal": f"{session}.{deal}", "as_of": moment()})


def pool_line(rows: Rows, heading: Heading, blocks: Rows, cap: float | None) -> alt.LayerChart:
    """Draw what lay in a pool after each deal, what was set aside, who won it or paid in.

    Args:
        rows: each with ``place``, ``amount`` (None where it is not known), ``mark`` (``won``,
            ``fed`` or nothing), ``told`` and ``href``.
        heading: what the chart answers.
        blocks: full pools set aside, each with ``place``, ``low``, ``high``, ``told``, ``href``.
        cap: the size at which a pool is full; None where it has no limit.

    """
    blue, red = colours()[:2]
    grey = "#b9c0c6" if is_dark() else "#5b6168"
    deals = alt.Axis(tickMinStep=1, format="d", grid=False)
    within = alt.Scale(nice=False, zero=False, padding=16)
    base = alt.Chart(data_of(rows), title=title_of(heading)).encode(
        x=alt.X("place:Q", title="deal", axis=deals, scale=within),
        y=alt.Y("amount:Q", title="white counters", axis=alt.Axis(format="~f")),
        tooltip=["told:N"],
        href="href:N",
    )
    full = alt.Chart(data_of(blocks)).encode(
        x="place:Q", y="low:Q", y2="high:Q", tooltip=["told:N"], href="href:N"
    )
    layers: list[alt.Chart] = [full.mark_bar(size=14, color=grey, fillOpacity=0.4, stroke=grey)]
    if cap is not None:
        limit = alt.Chart(data_of([{"amount": cap, "told": f"full at {cap:g}"}])).encode(
            y="amount:Q"
        )
        layers.append(limit.mark_rule(strokeDash=[6, 4], color=grey))
        words = limit.mark_text(align="left", x=4, dy=-7, fontSize=12, color=grey)
        layers.append(words.encode(text="told:N"))
    layers.append(base.mark_line(interpolate="step-after", strokeWidth=2, color=grey))
    layers.append(base.mark_circle(size=24, color=grey, opacity=1))
    for kind, shape, colour in (("won", "triangle-up", blue), ("fed", "triangle-down", red)):
        marked = base.transform_filter(f"datum.mark === '{kind}'")
        layers.append(
            marked.mark_point(shape=shape, filled=True, size=130, color=colour, opacity=1)
        )
    return layered(*layers).properties(height=HEIGHT)
