"""Why each counter moved: a deal's arithmetic, a finding's, or what a rule id stands for."""

from collections.abc import Callable

from events.book import Book, BookError, NoBookError
from events.exit_codes import NOT_FOUND
from replay.audit import Finding, audit_session
from replay.documents import Document, finding_document
from replay.locate import find_deal, parse_address, targets
from replay.rule_ids import no_rule, rule_text
from replay.showing import Wanted, show_text

FindBook = Callable[[], Book]


def explain_text(find_book: FindBook, what: str) -> str:
    """Explain a deal, a finding such as revoke@12.8:t2.3, a finding code, or a rule id.

    What may be both, such as 2.3, is the deal if the book has it, else the section of the rules.

    Raises:
        BookError: it is none of these, or not there.

    """
    rule = rule_text(what)
    if rule is not None and not _is_deal(find_book, what):
        return rule
    if _names_finding(what):
        return _finding_text(find_book(), what)
    if not _is_address(what) and (said := no_rule(what)) is not None:
        raise BookError(said, NOT_FOUND)
    try:
        return show_text(find_book(), Wanted(what, None, "payments", ascii_only=False))
    except BookError as error:
        said = no_rule(what)
        if said is None or error.exit_code != NOT_FOUND:
            raise
        message = f"{error}; {said}"
        raise BookError(message, NOT_FOUND) from None


def explain_document(find_book: FindBook, what: str) -> Document:
    """Explain to a program (``trickbook.explain/1``).

    Raises:
        BookError: it is nothing that can be explained, or not there.

    """
    document: Document = {"schema": "trickbook.explain/1", "what": what}
    if _names_finding(what):
        return {**document, "finding": finding_document(find_finding(find_book(), what))}
    return {**document, "text": explain_text(find_book, what)}


def _names_finding(what: str) -> bool:
    return "@" in what and not what[0].isdigit()


def _is_address(what: str) -> bool:
    try:
        parse_address(what)
    except BookError:
        return False
    return True


def _is_deal(find_book: FindBook, what: str) -> bool:
    """Whether a book lies around that has this deal."""
    if not _is_address(what) or parse_address(what).deal is None:
        return False
    try:
        book = find_book()
    except NoBookError:
        return False
    try:
        find_deal(next(targets([what], book)))
    except BookError as error:
        if error.exit_code != NOT_FOUND:
            raise
        return False
    return True


def session_of(find_book: FindBook, what: str) -> str | None:
    """Give the session that is explained, in part; None where it is a rule."""
    place = what.partition("@")[2] if _names_finding(what) else what
    if not _names_finding(what) and not _is_deal(find_book, what):
        return None
    return parse_address(place).session


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
