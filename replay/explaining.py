"""Why each counter moved: a deal's arithmetic, a finding's, or what a rule id stands for."""

import re
from collections.abc import Callable

from core.games import ALL
from events.book import Book, BookError
from replay.audit import Finding, audit_session
from replay.documents import Document, finding_document
from replay.findings import CODES
from replay.locate import parse_address, targets
from replay.rules_text import table_lines
from replay.showing import Wanted, show_text

FindBook = Callable[[], Book]


def explain_text(find_book: FindBook, what: str) -> str:
    """Explain a deal, a finding such as revoke@12.8:t2.3, a finding code, or a rule id.

    Raises:
        BookError: it is none of these, or not there.

    """
    if (rule := _rule_text(what)) is not None:
        return rule
    if "@" in what and not what[0].isdigit():
        return _finding_text(find_book(), what)
    return show_text(find_book(), Wanted(what, None, "payments", ascii_only=False))


def explain_document(find_book: FindBook, what: str) -> Document:
    """Explain to a program (``trickbook.explain/1``).

    Raises:
        BookError: it is nothing that can be explained, or not there.

    """
    document: Document = {"schema": "trickbook.explain/1", "what": what}
    if "@" in what and not what[0].isdigit() and _rule_text(what) is None:
        return {**document, "finding": finding_document(find_finding(find_book(), what))}
    return {**document, "text": explain_text(find_book, what)}


def _rule_text(what: str) -> str | None:
    """Tell a table, an option's ruling, or a finding code."""
    if what in CODES:
        severity, meaning = CODES[what]
        return f"{what}  {severity}  {meaning}"
    law = [] if (said := _law_text(what)) is None else [said]
    if law or _settings(what):
        return "\n".join([*(law or [what]), *_settings(what)])
    for book in ALL:
        if what in book.tables:
            return "\n".join([book.title, *table_lines(what, book.tables[what])])
    return None


def _settings(rule: str) -> list[str]:
    """Tell the table settings that stand behind a rule."""
    return [
        f"  {book.title}: {option.name} is {' or '.join(option.values) or 'any amount'}; "
        f"default {option.default}"
        for book in ALL
        for option in book.options
        if option.rule == rule
    ]


_PARTS = {
    "a": "set-up",
    "b": "ladder",
    "c": "auction",
    "d": "play",
    "e": "payments and pool",
    "f": "irregularities",
}


def _law_text(what: str) -> str | None:
    """Tell where the rule book has a section, a ruling or a law: the words stand there."""
    for book in ALL:
        found = re.fullmatch(rf"{book.mark}(?:\(([a-f])\)|-(G[0-9]+))", what)
        if found is not None:
            part = f"({found[1]}), {_PARTS[found[1]]}" if found[1] else f"(g), ruling {found[2]}"
            return f"{what}  {book.title}: rule book, section {book.section}{part}"
    if re.fullmatch(r"2\.[0-9]+|C-[0-9]+|W-R|W[0-9]+|[3-9]", what):
        section = "2.7" if what.startswith("W") else what
        return f"{what}  rule book, section {section}, shared by all games"
    return None


def find_finding(book: Book, what: str) -> Finding:
    """Find a finding by code and place.

    Raises:
        BookError: it is not there.

    """
    code, _, place = what.partition("@")
    named = parse_address(place)
    target = next(targets([named.session], book))
    for _, findings in audit_session(target.log):
        for finding in findings:
            if finding.code == code and finding.place == place:
                return finding
    message = f"no finding {what} (trickbook audit {named.session})"
    raise BookError(message)


def _finding_text(book: Book, what: str) -> str:
    finding = find_finding(book, what)
    lines = [
        f"{finding.place}  {finding.severity}  {finding.code}  {finding.state}",
        f"  {finding.message}  ({finding.rule})",
    ]
    for name in ("recorded", "expected", "difference", "provable"):
        value = getattr(finding, name)
        if value is not None:
            lines.append(f"  {name:10} {value}")
    if finding.event is not None:
        lines.append(f"  {'event':10} {finding.event}")
    address = finding.place.partition(":")[0]
    if parse_address(address).deal not in {None, "0"}:  # else it is about the session
        lines += ["", show_text(book, Wanted(address, None, "payments", ascii_only=False))]
    return "\n".join(lines)
