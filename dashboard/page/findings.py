"""Findings: what does not fit the rules, with the moment, the rule and whether it is settled."""

from collections import Counter

import streamlit as st

from core.breach import Severity
from dashboard.markup import Markup, el, href, join, link, table
from dashboard.reading import moment, sitting
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book
from replay.auditing import audit_targets
from replay.findings import Finding

PARAMETERS = ("session", "sev", "code", "state")


def page(book: Book) -> None:
    """Show the findings of a session, filtered as the address tells."""
    if not book.logs():
        title("findings")
        headline("Findings")
        notice("Nothing has been recorded yet, so nothing was found.")
        return
    found = sitting(book, st.query_params.get("session", "last"))
    number = str(found.log.number)
    title(f"findings of session {number}")
    chosen = [one for one in found.findings if _is_wanted(one)]
    opened = sum(one.state == "open" for one in found.findings)
    headline(f"Findings of session {number}", f"{opened} open, {len(found.findings)} in all")
    if found.findings:
        show(_facets(found.findings, number))
    if chosen:
        head = ("moment", "severity", "finding", "what", "rule", "state")
        show(table(head, [_row(one) for one in chosen], "Findings"))
    else:
        why = (
            "Nothing was found in this session." if not found.findings else "None is of this kind. "
        )
        all_ = link("show all", href("findings", {"session": number}))
        notice(why, *([all_] if found.findings else []))
    report = audit_targets(book, [number], None)
    text = "\n".join(f"{one.place}  {one.severity}  {one.code}  {one.message}" for one in chosen)
    document = report.document(Severity.DIFFERENCE)
    as_text_and_json(f"{text}\n{report.summary()}", document, f"trickbook audit {number}")


def _is_wanted(finding: Finding) -> bool:
    query = st.query_params
    return (
        query.get("sev", finding.severity.value) == finding.severity.value
        and query.get("code", finding.code) == finding.code
        and query.get("state", finding.state) == finding.state
    )


def _facets(findings: list[Finding], session: str) -> Markup:
    """Offer what to look at alone, with counts."""
    chosen = {name: st.query_params.get(name) for name in PARAMETERS}
    groups = {
        "sev": Counter(one.severity.value for one in findings),
        "state": Counter(one.state for one in findings),
        "code": Counter(one.code for one in findings),
    }
    links: list[str] = []
    for name, counts in groups.items():
        for value, count in counts.most_common():
            on = chosen[name] == value
            to = {**chosen, "session": session, name: None if on else value, "as_of": moment()}
            text = f"{'✓ ' if on else ''}{value} {count}"
            links.append(el("span", link(text, href("findings", to)), class_="badge"))
    return el("p", join(links, " "))


def _row(finding: Finding) -> list[str]:
    deal, _, step = finding.place.partition(":")
    at = href("replay", {"deal": deal, "step": step or None, "as_of": moment()})
    if "." not in deal:
        at = href("session", {"session": deal, "as_of": moment()})
    whole = href("finding", {"finding": f"{finding.code}@{finding.place}", "as_of": moment()})
    return [
        link(finding.place, at),
        finding.severity.value,
        link(finding.code, whole),
        finding.message,
        link(finding.rule, href("rules", {"rule": finding.rule})),
        finding.state,
    ]


render(page)
