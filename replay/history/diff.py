"""What changed in a deal between two moments of its log, and what follows from the change."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from events.book import Book, BookError
from events.exit_codes import USAGE
from replay.corrections import corrections_among, numbered
from replay.findings import Finding
from replay.history.authors import Authors, authors_of
from replay.history.between import Between, compared
from replay.history.concerning import Concerned, concerned
from replay.history.deal_facts import KINDS, Fact, Key, facts_of
from replay.history.deal_fields import Field
from replay.history.field_words import Telling
from replay.history.histories import Wanted, histories_of
from replay.history.replaced import Replaced, replaced_deals
from replay.history.stood import Audited, stood
from replay.history.traces import History
from replay.locate import deal_target, parse_address
from replay.session import SessionLog


class Changed(NamedTuple):
    """A field in which something else stands."""

    was: Field | None
    history: History
    event: int
    """The one that holds what stands, as blame names it; or what has put that back in between."""


class Following(NamedTuple):
    """What follows otherwise than before."""

    key: Key
    was: Fact | None
    now: Fact | None

    @property
    def of(self) -> str:
        """Of whom or of which it is, in words."""
        fact = self.was if self.now is None else self.now
        return "" if fact is None else fact.of


class FindingChange(NamedTuple):
    """A finding that came or went, or that a ruling answers now."""

    how: str
    """``new``, ``gone``, ``ruled``, or ``open`` again."""
    finding: Finding


class Diff(NamedTuple):
    """What changed, and what follows."""

    deal: str
    """Its address."""
    between: Between
    changed: tuple[Changed, ...]
    follows: tuple[Following, ...]
    later: tuple[tuple[str, tuple[Following, ...]], ...]
    """The same of later deals, by their addresses; those to which nothing happened left out."""
    findings: tuple[FindingChange, ...]
    replaced: tuple[Replaced, ...]
    """Deals that had been taken back whole when this one was recorded in their place."""
    authors: Authors

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not (self.changed or self.follows or self.later or self.findings)


def diff(book: Book | None, address: str, named: str | None, telling: Telling) -> Diff:
    """Compare a deal as it was at two moments.

    Args:
        book: the book that addresses belong to.
        address: the deal's.
        named: an event, for before and after it; two, as ``12@40..12@61``; None for the deal as
            it was first entered, and as it stands.
        telling: how to tell names and suits.

    Raises:
        BookError: there is no such deal or event.

    """
    target = deal_target(book, address)
    if parse_address(address).step is not None:
        message = f"“{address:.60}”: a whole deal is compared, as {address.partition(':')[0]}"
        raise BookError(message, USAGE)
    wanted, between = compared(target, address, named)
    before, log = target.log.until(between.before), target.log.until(between.after)
    was, now = stood(before, wanted), stood(log, wanted)
    others = was if between.others == between.before else stood(log.until(between.others), wanted)
    later = [(one, now.later[at]) for at, one in others.later.items() if at in now.later]
    told = [(f"{log.number}.{new.place}", _following(old, new, telling)) for old, new in later]
    about = concerned(log.chunks, wanted.firsts)
    pairs = [
        (was.deal.findings, now.deal.findings),
        *((old.findings, new.findings) for old, new in later),
        (_known(was.outside, wanted, between, about), _known(now.outside, wanted, between, about)),
    ]
    return Diff(
        deal=f"{log.number}.{wanted.place}",
        between=between,
        changed=tuple(changed_fields(log, wanted, between, telling)),
        follows=_following(was.deal, now.deal, telling),
        later=tuple((deal, follows) for deal, follows in told if follows),
        findings=tuple(change for pair in pairs for change in _findings(*pair)),
        replaced=replaced_deals(target.log, wanted, telling),
        authors=authors_of(book, target.log),
    )


def changed_fields(
    log: SessionLog, wanted: Wanted, between: Between, telling: Telling
) -> Iterator[Changed]:
    """Give the fields of a deal in which something else stands.

    Args:
        log: the log at the second moment.
        wanted: the deal.
        between: the moments.
        telling: how to tell the fields.

    """
    corrections = {number for number, _ in corrections_among(numbered(log.chunks))}
    for history in histories_of(log, wanted, telling):
        was, now = history.at(between.before), history.now
        if between.named is None:  # what was put right while it was entered is told as well
            first = history.first
            entered = first.event <= between.before and first.event not in corrections
            was = first if entered else None
        if (was and was.field.value) != (now and now.field.value):
            yield Changed(was and was.field, history, _credited(history, between))


def _credited(history: History, between: Between) -> int:
    """Give the event to name: of one before the first moment, what has put back its value."""
    is_told = between.named is None or history.set_by > between.before
    return history.set_by if is_told else history.changed_by


def _following(was: Audited, now: Audited, telling: Telling) -> tuple[Following, ...]:
    before, since = facts_of(was.replay, telling), facts_of(now.replay, telling)
    keys = sorted({**since, **before}, key=lambda key: KINDS.index(key[0]))
    pairs = (Following(key, before.get(key), since.get(key)) for key in keys)
    return tuple(one for one in pairs if (one.was and one.was.value) != (one.now and one.now.value))


def _known(
    findings: Iterable[Finding], wanted: Wanted, between: Between, about: Concerned
) -> Sequence[Finding]:
    """Leave out what was found outside the deals of events that came since about something else."""

    def is_told(number: int) -> bool:
        return number <= between.before or wanted.place in about.deals(number)

    return [
        one for one in findings if one.event is None or is_told(int(one.event.partition("@")[2]))
    ]


def _findings(was: Sequence[Finding], now: Sequence[Finding]) -> Iterator[FindingChange]:
    before, since = ({_same(one): one for one in found} for found in (was, now))
    yield from (FindingChange("gone", one) for key, one in before.items() if key not in since)
    for key, finding in since.items():
        if key not in before:
            yield FindingChange("new", finding)
        elif before[key].state != finding.state:
            yield FindingChange(finding.state, finding)


def _same(finding: Finding) -> tuple[str, str, str]:
    """Give what is alike in one finding at two moments."""
    return finding.code, finding.place, finding.message
