"""Finding: what was recorded, what the rules give, the arithmetic, and how to put it right."""

from collections.abc import Sequence

import streamlit as st

from dashboard.board import with_short_names
from dashboard.markup import Markup, el, figure, href, link, sentence, table
from dashboard.payload import Shown, board_data
from dashboard.payments import HEAD, line_cells
from dashboard.reading import Audited, Sitting, moment, sitting
from dashboard.shell import as_text_and_json, headline, render, show, title
from dashboard.table import mount
from events.book import Book, BookError
from replay.amounts import counters
from replay.explaining import explain_document, explain_text
from replay.findings import CODES, Finding
from replay.history.as_written import log_lines
from replay.rule_ids import rule_text
from replay.settlement import settlement_of


def page(book: Book) -> None:
    """Show the finding that the address names."""
    name = st.query_params.get("finding")
    if not name or "@" not in name:
        message = "no finding is named; its address is such as /finding?finding=revoke@12.8:t2.3"
        raise BookError(message)
    code, _, place = name.partition("@")
    found = sitting(book, place)
    named = [one for one in found.findings if (one.code, one.place) == (code, place)]
    if not named:
        message = f"there is no finding {name:.80} now: it may have been put right since"
        raise BookError(message)
    _show(book, found, named)


def _show(book: Book, found: Sitting, named: Sequence[Finding]) -> None:
    """Show what bears one name: of amounts that are wrong there may be one a seat."""
    finding = named[0]
    name = f"{finding.code}@{finding.place}"
    title(name)
    _, meaning = CODES[finding.code]
    under = f"{finding.severity} · {finding.state} · {meaning}"
    headline(f"{finding.place} · {finding.code}", under, _around(finding))
    show(*_what(named))
    show(*map(_rule, dict.fromkeys(one.rule for one in named)))
    audited = _deal_of(found, finding)
    if audited is not None:
        _board(found, audited, finding)
        if finding.severity.value == "difference":
            show(_arithmetic(audited))
    show(_events(book, finding), _remedies(finding))
    as_text_and_json(
        lambda: explain_text(lambda: book, name),
        lambda: explain_document(lambda: book, name),
        f"trickbook explain {name}",
    )


def _around(finding: Finding) -> Markup:
    deal, _, step = finding.place.partition(":")
    links = [
        link("the deal at this step", href("replay", {"deal": deal, "step": step or None}))
        if "." in deal
        else link("the session", href("session", {"session": deal})),
        link("all findings", href("findings", {"session": deal.partition(".")[0]})),
    ]
    return el("nav", *links, class_="go", aria_label="around")


def _what(named: Sequence[Finding]) -> list[Markup]:
    """Tell what was found; of several of one name, a row each."""
    if len(named) == 1:
        return [el("p", sentence(named[0].message)), _figures(named[0])]
    rows = [
        [
            sentence(one.message),
            *(figure(told or "—") for told in (one.recorded, one.expected, one.difference)),
        ]
        for one in named
    ]
    return [table(("what", "recorded", "by the rules", "difference"), rows, "What does not fit")]


def _figures(finding: Finding) -> Markup:
    """Set what was recorded beside what the rules give."""
    told = {
        "recorded": finding.recorded,
        "by the rules": finding.expected,
        "difference": finding.difference,
        "provable at": finding.provable,
    }
    items = [el("li", el("strong", counters(value)), what) for what, value in told.items() if value]
    return el("ul", *items, class_="figures") if items else Markup("")


def _rule(rule: str) -> Markup:
    told = (rule_text(rule) or rule).splitlines()
    return el(
        *("p", "Rule ", link(rule, href("rules", {"rule": rule})), ": "),
        told[0].removeprefix(rule).strip() or rule,
    )


def _deal_of(found: Sitting, finding: Finding) -> Audited | None:
    deal = finding.place.partition(":")[0]
    for audited in found.deals:
        if f"{found.log.number}.{audited.replay.place}" == deal:
            return audited
    return None


def _board(found: Sitting, audited: Audited, finding: Finding) -> None:
    replay = audited.replay
    if not replay.deal.cards and not any(replay.deal.dealt):
        return
    shown = Shown(found.log.number, found.log.file, replay, [finding], None)
    data = board_data(shown, finding.place.partition(":")[2])
    data |= {"id": f"{finding.place}|{finding.code}|{moment()}", "still": True}
    mount(data, _stay, _stay)


def _stay() -> None:
    """Do nothing: the board of a finding leads nowhere else."""


def _arithmetic(audited: Audited) -> Markup:
    told = settlement_of(with_short_names(audited.replay))
    return table(HEAD, map(line_cells, told.lines), "What the rules give")


def _events(book: Book, finding: Finding) -> Markup:
    if finding.event is None:
        return Markup("")
    rows = [
        [
            link(str(row["event"]), href("log", {"target": str(row["event"])})),
            str(row["at"] or "—"),
            str(row["by"] or "—"),
            str(row["text"]),
        ]
        for row in log_lines(book, finding.event, kind=None, by=None)
    ]
    return table(("event", "recorded", "by", "as written"), rows, "The event behind it")


def _remedies(finding: Finding) -> Markup:
    """Tell how it would be put right or ruled on, from the command line."""
    deal, _, step = finding.place.partition(":")
    if "." not in deal:
        return Markup("")
    name = f"{finding.code}@{finding.place}"
    lines = [
        ("if the clerk slipped", f'trickbook fix {deal} "{step or "end"} …" --reason "…"'),
        ("if the table decided", f'trickbook ruling {deal} {name} "none" --ground "…"'),
    ]
    items = (el("li", what, ": ", el("code", command)) for what, command in lines)
    return el("div", el("h2", "To put it right"), el("ul", *items))


render(page)
