"""When deals were played, and how well they are recorded: days put into months or years."""

import calendar
import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from dashboard.charts import Heading, show_chart
from dashboard.filters import others
from dashboard.grids import heat, stacked, trail
from dashboard.markup import Markup, el, href, link, number, table
from dashboard.shell import notice, show
from replay.console import counted
from replay.index.browsing import DayRow

MONTHS: Final = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    *("Jul", "Aug", "Sep", "Oct"),
    "Nov",
    "Dec",
)
WEEKDAYS: Final = tuple(calendar.day_abbr)
MOST: Final = 36
"""So many months are told one by one; of more it is told by years."""
KINDS: Final = {"whole": "● all cards", "part": "◐ in part", "result": "○ result only"}


class Span(NamedTuple):
    """A day, a month or a year, and what was played in it."""

    name: str
    first: dt.date
    last: dt.date
    sessions: int
    deals: int
    by_level: dict[str, int]
    """Deals by how much is recorded."""
    findings: int

    def href(self, **more: str) -> str:
        """Give the address of its deals."""
        days = {"from": self.first.isoformat(), "to": self.last.isoformat()}
        return href("history", {**others("view", *days, *more), **days, **more})

    @property
    def told(self) -> str:
        """Say what it is, in words."""
        return f"{self.name}: {counted(self.deals, 'deal')}, {counted(self.sessions, 'session')}"


def _spans(
    rows: Sequence[DayRow], within: Callable[[dt.date], tuple[str, dt.date, dt.date]]
) -> list[Span]:
    """Put days together; gives them in their order."""
    spans: dict[str, Span] = {}
    for row in rows:
        if row.day is None:
            continue
        name, first, last = within(row.day)
        span = spans.setdefault(name, Span(name, first, last, 0, 0, dict.fromkeys(KINDS, 0), 0))
        levels = {kind: span.by_level[kind] + getattr(row, kind) for kind in KINDS}
        spans[name] = span._replace(
            sessions=span.sessions + row.sessions,
            deals=span.deals + row.deals,
            by_level=levels,
            findings=span.findings + row.findings,
        )
    return list(spans.values())


def _day(day: dt.date) -> tuple[str, dt.date, dt.date]:
    return day.isoformat(), day, day


def _month(day: dt.date) -> tuple[str, dt.date, dt.date]:
    first = day.replace(day=1)
    last = (first + dt.timedelta(days=31)).replace(day=1) - dt.timedelta(days=1)
    return f"{day:%Y-%m}", first, last


def _year(day: dt.date) -> tuple[str, dt.date, dt.date]:
    return f"{day:%Y}", day.replace(month=1, day=1), day.replace(month=12, day=31)


def show_times(rows: Sequence[DayRow]) -> None:
    """Draw when these deals were played and how well they are recorded."""
    known = [row for row in rows if row.day is not None]
    if not known:
        notice("Of none of these deals the day is known.")
        return
    deals, dated = (sum(row.deals for row in some) for some in (rows, known))
    basis = f"n = {dated}"
    if dated < deals:
        basis = f"n = {dated} of {deals} deals; of the others no day is known"
    years = {row.day.year for row in known if row.day is not None}
    _calendar(known, basis, in_days=len(years) == 1)
    months = _spans(known, _month)
    by_months = len(months) <= MOST
    _records(months if by_months else _spans(known, _year), basis, by_months=by_months)


# -- when -----------------------------------------------------------------------------------------


def _calendar(rows: Sequence[DayRow], basis: str, *, in_days: bool) -> None:
    """Draw a calendar: of one year day by day, of several month by month."""
    spans = _spans(rows, _day if in_days else _month)
    cells = [{**_cell(span, in_days=in_days), **_of(span)} for span in spans]
    unit = "deals a day" if in_days else "deals a month"
    heading = Heading("When do we play?", f"{unit}; {basis}")
    if in_days:
        weeks = [str(week) for week in range(54)]
        firsts = [spans[0].first.replace(month=month, day=1) for month in range(1, 13)]
        starts = {str(_week(day)): MONTHS[day.month - 1] for day in firsts}
        drawn = heat(cells, heading, weeks, WEEKDAYS, starts)
    else:
        years = list(dict.fromkeys(f"{span.first:%Y}" for span in spans))
        drawn = heat(cells, heading, MONTHS, years)
    says = f"calendar: {unit} from {spans[0].name} to {spans[-1].name}"
    show_chart(drawn, says, _table(spans, "day" if in_days else "month"))


def _week(day: dt.date) -> int:
    """Give a day's week of its year: the first is that of the first of January."""
    first = day.replace(month=1, day=1)
    return (day.timetuple().tm_yday - 1 + first.weekday()) // 7


def _cell(span: Span, *, in_days: bool) -> dict[str, object]:
    day = span.first
    if in_days:
        return {"across": str(_week(day)), "down": WEEKDAYS[day.weekday()]}
    return {"across": MONTHS[day.month - 1], "down": f"{day:%Y}"}


def _of(span: Span) -> dict[str, object]:
    return {"count": span.deals, "told": span.told, "href": span.href()}


# -- how well -------------------------------------------------------------------------------------


def _records(spans: Sequence[Span], basis: str, *, by_months: bool) -> None:
    unit = "month" if by_months else "year"
    rows: list[dict[str, Any]] = [
        {
            "across": span.name,
            "kind": label,
            "rank": rank,
            "count": span.by_level[kind],
            "told": f"{span.name}, {label}: {span.by_level[kind]} of {span.deals} deals",
            "href": span.href(rec=kind),
        }
        for span in spans
        for rank, (kind, label) in enumerate(KINDS.items())
        if span.by_level[kind]
    ]
    names = [span.name for span in spans]
    heading = Heading("How good are the records?", f"deals a {unit}; {basis}")
    drawn = stacked(rows, heading, names, tuple(KINDS.values()))
    says = f"stacked bars: deals a {unit} by how much of them is recorded"
    show_chart(drawn, says, _table(spans, unit))
    if any(span.findings for span in spans):
        _unsettled(spans, unit)
    show(el("p", "A click opens the deals behind what is drawn.", class_="under"))


def _unsettled(spans: Sequence[Span], unit: str) -> None:
    """Draw how many findings are open."""
    rows = [
        {
            "across": span.name,
            "count": span.findings,
            "told": f"{span.name}: {counted(span.findings, 'open finding')}",
            "href": span.href(found="open"),
        }
        for span in spans
    ]
    told = f"open findings a {unit}"
    found = sum(span.findings for span in spans)
    heading = Heading("How much is still to be settled?", f"{told}; n = {found}")
    drawn = trail(rows, heading, [span.name for span in spans])
    cells = [
        [link(span.name, span.href(found="open")), number(span.findings)]
        for span in spans
        if span.findings
    ]
    listed = table((unit, _head("open findings")), cells, "Open findings")
    show_chart(drawn, f"line: {told}", listed)


def _table(spans: Sequence[Span], unit: str) -> Markup:
    head = (unit, *map(_head, ("sessions", "deals", *KINDS.values(), "open findings")))
    cells = [
        [
            link(span.name, span.href()),
            *map(number, (span.sessions, span.deals, *span.by_level.values(), span.findings)),
        ]
        for span in spans
    ]
    return table(head, cells, f"By {unit}")


def _head(text: str) -> Markup:
    return el("span", text, class_="num")
