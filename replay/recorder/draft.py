"""Events in the making: each is judged and applied to a copy of the session before any is kept."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core import law
from core.breach import LAWFUL, Breach, Breaches, Severity, impossible, note
from core.counters import COUNTER, POOL, Payment, Twelfths, amount_text, net_of, pool_change
from core.deal import Deal
from core.rulebook import Outcome, RuleBook, Stage
from events.model import DealOpened, DealSettled, Event, PlayEnded
from events.statements import DealTyped, Flags, SettledTyped, Typed
from replay.inference import Proof, proofs
from replay.lacking import lacking
from replay.reducer import judge
from replay.session import DealReplay, Session, evolve_session, settlement_due
from replay.settling import priced


class Objection(NamedTuple):
    """A breach, and the characters of the line that it is about."""

    breach: Breach
    column: int
    end: int
    sure: bool
    """The scorer has marked that he has seen it."""


class ImpossibleError(Exception):
    """Stops a draft; the objection says why."""


class Draft:
    """Events in the making, each applied to a copy of the session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.events: list[Event] = []
        self.objections: list[Objection] = []

    def happens(self, event: Event, typed: Typed, *, sure: bool = False) -> None:
        """Let an event happen if it can."""
        current = self.session.current
        runs = 0 if current is None else len(current.runs)
        told = _of_turned(current)
        if current is not None:
            for breach in judge(current.deal, event):
                self.object(breach, typed, sure=sure)
        self.events.append(event)
        refused = len(self.session.refused)
        for _ in evolve_session(self.session, (0, (event,))):
            pass
        for refusal in self.session.refused[refused:]:
            self.object(impossible(refusal.code, refusal.message, "C-2"), typed)
        if self.session.current is current and current is not None and len(current.runs) > runs:
            self._say_what_is_proved(current, typed, sure=sure)
            for breach in () if told else _of_turned(current):
                self.object(breach, typed, sure=sure)

    def _say_what_is_proved(self, current: DealReplay, typed: Typed, *, sure: bool) -> None:
        """Object to an earlier act that the last one proves to have been against the rules."""
        last = sum(len(run) for _, run in current.runs) - 1
        for proof in proofs(current):
            if proof.proved_place == last:
                self.object(_as_of_now(proof, last), typed, sure=sure)

    def object(self, breach: Breach, typed: Typed, *, sure: bool = False) -> None:
        """Keep an objection; one that makes the statement impossible ends the draft."""
        self.objections.append(Objection(breach, typed.column, typed.end, sure))
        if breach.severity is Severity.IMPOSSIBLE:
            raise ImpossibleError

    def refuse(self, code: str, message: str, typed: Typed) -> None:
        """Say that it cannot be."""
        self.object(impossible(code, message, "C-2"), typed)

    def deal(self, typed: Typed) -> Deal:
        """Give the deal on the table; the next one is opened if there is none."""
        if self.session.current is None:
            open_deal(self, DealTyped(column=typed.column, end=typed.end))
        current = self.session.current
        if current is None:
            self.refuse("no-deal", "no deal is open", typed)
            raise ImpossibleError
        return current.deal


def _as_of_now(proof: Proof, last: int) -> Breach:
    """Tell a breach as the table sees it now: of an earlier act, with the way to mend it."""
    step, breach = proof.step, proof.breach
    if proof.place == last:
        return breach
    message = f"{step}: {breach.message}; if {step} was mistyped: fix {step} …"
    return breach._replace(message=message)


def open_deal(draft: Draft, typed: DealTyped) -> None:
    """Open the next deal; one that is still open is settled first."""
    session = draft.session
    if session.closed:
        draft.refuse("session-closed", "the session is closed: trickbook open begins one", typed)
    if session.current is not None:
        finish(draft, typed, leaves=True)
    if not session.takes_deals:
        message = f"all {session.book.deals} deals are played: close ends the session"
        draft.refuse("deal-after-last", message, typed)
    due = session.due
    event = DealOpened(
        number=due[0] if typed.number is None else typed.number,
        dealer=due[1] if typed.dealer is None else typed.dealer,
        turned=typed.turned,
    )
    said = (event.number, event.dealer)
    if event.dealer < session.seats and said not in session.owed:
        numbered = due[0] if session.book.deals is not None else None
        for breach in law.of_opening(session.book, said, (numbered, due[1])):
            draft.object(breach, typed)
    draft.happens(event, typed)


def _of_turned(replay: DealReplay | None) -> Breaches:
    """Tell whether the record of a deal denies that the card turned is the dealer's."""
    turned = None if replay is None else replay.opened.turned
    if replay is None or turned is None or turned.card is None:
        return LAWFUL
    return law.of_turned(replay.deal, turned.card)


def finish(draft: Draft, typed: Typed, *, leaves: bool = False) -> None:
    """Settle the deal; if it cannot be, it is left as it stands, with a note.

    Args:
        draft: the events in the making.
        typed: what was said.
        leaves: whether the table goes on to another deal.

    """
    deal = draft.deal(typed)
    contract = deal.contract
    between_tricks = deal.stage == Stage.PLAY and not deal.trick
    if between_tricks and contract is not None and law.verdict(deal) is contract.may_stop:
        draft.happens(PlayEnded(how="stopped"), typed)
    settle(draft, typed, Flags(), leaves=leaves)


def settle(draft: Draft, typed: Typed, flags: Flags, *, leaves: bool = False) -> None:
    """Settle the open deal: as it was paid at the table if that was said, else by the rules."""
    session = draft.session
    due = _agreed(session, flags) or settlement_due(session)
    if due is not None:
        settle_as_told(draft, typed, due)
        return
    missing = _missing(session)
    message = f"deal {session.deals} is not settled: {missing.what}"
    if missing.waits:
        message += "; it will be with that one"
    elif leaves:
        word = missing.word or "…"
        message += f'; later, trickbook fix last.{session.deals} "end {word}" settles it'
    elif missing.word and missing.word not in missing.what:
        message += f": result {missing.word}"
    if flags.each is not None or flags.pool is not None:
        message += "; what was paid is not kept"
    draft.object(note("not-settled", message, "C-2"), typed)


def settle_as_told(draft: Draft, typed: Typed, due: DealSettled) -> None:
    """Settle the open deal by what the table took."""
    if (message := overdrawn(due)) is not None:
        draft.refuse("overdrawn", message, typed)
    draft.happens(due, typed)


def overdrawn(due: DealSettled) -> str | None:
    """Say that more is taken out of the pool than lies in it; None where it is not."""
    if due.pool is None or due.pool >= 0:
        return None
    return f"{amount_text(-due.pool)} more than the pool holds would be taken out of it"


class _Missing(NamedTuple):
    """What keeps a deal from being settled."""

    what: str
    word: str = ""
    """The word of a result that would tell it, with an example; nothing if it needs a whole one."""
    waits: bool = False
    """It is told by an earlier deal, and settles with that one."""


def _missing(session: Session) -> _Missing:
    """Find what is not known of the open deal."""
    current, book = session.current, session.book
    if current is None:
        message = "no deal is open"
        raise ValueError(message)
    outcome, _ = priced(session, current)
    if book.settle(outcome, book.opening_pool(), session.options, session.seats) is not None:
        return _Missing("the pool is not known, for an earlier deal is not settled", waits=True)
    if book.lacks_price(outcome, session.options):
        return _Missing(no_price(book), "each 40")
    if gaps := lacking(book, outcome, session.options, session.seats):
        words = [gap.word for gap in gaps]
        what = f"nobody noted {' and '.join(gap.what for gap in gaps)}"
        return _Missing(what, " ".join(words) if all(words) else "")
    if book.points and outcome.carried is not None and outcome.carried.points is None:
        return _Missing(
            "the points before it are not known, for an earlier deal is not settled", waits=True
        )
    return _Missing("its result is not known")


def no_price(book: RuleBook, example: str = "result each 40") -> str:
    """Say that no source gives a price, and where one can come from."""
    settings = [rule.name for rule in book.options if rule.rule == book.agreement_rule]
    named = f", or name a price for all by {' or '.join(settings)}" if settings else ""
    return f"no source prices it ({book.agreement_rule}): add what was agreed, {example}{named}"


def _agreed(session: Session, flags: Flags) -> DealSettled | None:
    """Give the settlement with the amounts that were paid at the table in the rules' place."""
    current = session.current
    if current is not None and flags.settled is not None:
        return as_taken(current, flags.settled)
    if current is None or current.pool_before is None:
        return None
    if flags.each is None and flags.pool is None:
        return None
    outcome, payments = priced(session, current)
    paid = paid_at_table(current, outcome, payments, flags)
    if paid is None:
        return None
    pool = current.pool_before.after(pool_change(paid))
    net = dict(enumerate(net_of(paid, session.seats)))
    return DealSettled(net=net, pool=pool.total if session.book.has_pool else None)


def as_taken(replay: DealReplay, said: SettledTyped) -> DealSettled:
    """Give the settlement that was told; where the pool was not, it gains what the seats lose."""
    net, pool, before = dict(said.net), said.pool, replay.pool_before
    whole = len(net) == replay.deal.seats and replay.deal.book.has_pool
    if pool is None and whole and before is not None:
        pool = before.after(-sum(net.values())).total
    return DealSettled(net=net, pool=pool)


def paid_at_table(
    replay: DealReplay,
    outcome: Outcome | None,
    payments: tuple[Payment, ...] | None,
    flags: Flags,
) -> list[Payment] | None:
    """Give the payments of a deal with the amounts of the flags in the rules' place.

    What is paid whatever comes of the deal stays; None where the rules give no payments.
    """
    deal = replay.deal
    if replay.pool_before is None or outcome is None or payments is None:
        return None
    beside = deal.book.beside(outcome, deal.seats)
    shares = [payment for payment in payments if payment not in beside]
    unit = COUNTER if deal.options.get("division") == "whole" else 1
    return [*_as_paid(shares, flags, unit), *(p for p in payments if p in beside)]


def _as_paid(payments: Sequence[Payment], flags: Flags, unit: Twelfths) -> Iterator[Payment]:
    """Let other amounts be paid: each share, and all that passes to or from the pool.

    That is shared out as by the rules, in such units, an odd one to who comes first (C-1).
    """
    whole = sum(payment.amount for payment in payments if POOL in payment[:2])
    due = paid = 0
    for payment in payments:
        if POOL not in payment[:2]:
            yield payment if flags.each is None else payment._replace(amount=flags.each)
        elif flags.pool is None:
            yield payment
        else:
            due += payment.amount
            so_far = min(flags.pool, unit * -(-flags.pool * due // (whole * unit)))
            yield payment._replace(amount=so_far - paid)
            paid = so_far
