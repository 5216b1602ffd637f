"""An audit of whatever is named: findings gathered, counted, and told."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch

from core.breach import Severity
from events.book import Book, BookError
from events.exit_codes import USAGE
from replay.audit import Context, Finding, Unchecked, audit_session, unchecked
from replay.console import counted
from replay.documents import Document, finding_document
from replay.findings import CODES, DAMAGE
from replay.locate import Target, missing_deal, targets


@dataclass(slots=True)
class Report:
    """What an audit found."""

    deals: int = 0
    damaged: bool = False
    """Whether a log is not as it was written."""
    findings: list[Finding] = field(default_factory=list[Finding])
    unchecked: list[Unchecked] = field(default_factory=list[Unchecked])

    def fails(self, limit: Severity) -> bool:
        """Whether an open finding is of this severity or graver."""
        ranks = [finding.severity.rank for finding in self.findings if finding.state == "open"]
        return any(rank <= limit.rank for rank in ranks)

    @property
    def ruled(self) -> int:
        """Count the findings that a ruling answers: they fail no audit."""
        return sum(finding.state == "ruled" for finding in self.findings)

    def counts(self) -> dict[str, int]:
        """Count open findings by severity, the gravest first."""
        found = Counter(one.severity for one in self.findings if one.state == "open")
        return {severity.value: found[severity] for severity in Severity if found[severity]}

    def summary(self) -> str:
        """Tell the counts in one line."""
        told = ", ".join(f"{count} {severity}" for severity, count in self.counts().items())
        opened = len(self.findings) - self.ruled
        findings = counted(opened, "finding")
        count = len(self.unchecked)
        checks = counted(count, "check")
        unmade = f"; {checks} not possible" if count else ""
        deals = counted(self.deals, "deal")
        ruled = f"; {self.ruled} ruled" if self.ruled else ""
        return f"{findings} in {deals}{f' ({told})' if told else ''}{ruled}{unmade}"

    def document(self, limit: Severity) -> Document:
        """Write the report (``trickbook.audit/1``)."""
        return {
            "schema": "trickbook.audit/1",
            "ok": not self.fails(limit),
            "deals": self.deals,
            "counts": self.counts(),
            "findings": [finding_document(finding) for finding in self.findings],
            "unchecked": [one._asdict() for one in self.unchecked],
            "ruled": self.ruled,
        }


def audit_targets(book: Book | None, names: Sequence[str], code: str | None) -> Report:
    """Audit what is named, or the whole book.

    Args:
        book: the book that addresses belong to.
        names: files, sessions, deals.
        code: a pattern; only findings of such codes are kept.

    Raises:
        BookError: something named is not there, or no finding has such a code.

    """
    if code is not None and not any(fnmatch(known, code) for known in CODES):
        message = f"no finding has the code “{code}” (trickbook schema --codes lists them)"
        raise BookError(message, USAGE)
    report = Report()
    for target in targets(names, book):
        _audit_target(target, report)
    report.damaged = any(finding.code in DAMAGE for finding in report.findings)
    if code is not None:
        report.findings = [found for found in report.findings if fnmatch(found.code, code)]
    return report


def _audit_target(target: Target, report: Report) -> None:
    context = Context(target.log.file, target.log.number)
    seen = last = 0
    for replay, findings in audit_session(target.log):
        if replay is None:
            report.findings += findings if target.deal is None else []
            continue
        last = replay.place
        if target.deal in {None, replay.place}:
            seen += 1
            report.findings += findings
            report.unchecked += unchecked(replay, context)
    if target.deal is not None and not seen:
        raise missing_deal(target, last)
    report.deals += seen
