"""What a result is worth: a result line and a pool, without a book or a log."""

import argparse
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from core.breach import Severity
from core.cards import Suit, parse_suit
from core.counters import amount_text, counters, net_of, parse_amount, pool_change
from core.deal import Deal
from core.outcome import outcome_of
from core.pool import Pool
from core.rulebook import NOBODY, Carried, Outcome, Purse, RuleBook
from core.seats import SEAT_LETTERS, parse_seat
from events.entry import EntryError, Phase, parse_line
from events.exit_codes import IMPOSSIBLE, USAGE
from events.fields import parse_turned
from events.grammar.seats import is_number
from events.model import DealOpened, Player, ResultStated, SessionOpened
from events.statements import BySeat, PassedOut, ResultTyped
from replay.documents import (
    Document,
    Json,
    by_seat,
    contract_key,
    payments_document,
    points_document,
    pool_document,
    seat_or_none,
    sides_document,
    suit_or_none,
)
from replay.lacking import lacking
from replay.recorder.decide import decide
from replay.recorder.draft import no_price
from replay.recorder.opening import resolve_options
from replay.recorder.refusal import RefusedError
from replay.session import Session, evolve_session, open_session
from replay.suits import Suits

Kind = TypeVar("Kind")

MOST_FULL_POOLS = 999
"""More than any evening fills."""


@dataclass(slots=True, kw_only=True)
class Setting:
    """The table that a result is scored at."""

    pool: str | None = None
    full_pools: int = 0
    deal: int = 1
    dealer: str = "A"
    turned: str | None = None
    belle: str | None = None
    """The suit of the whole game."""
    points: str | None = None
    seats: int | None = None
    options: dict[str, str] = field(default_factory=dict[str, str])


def score(book: RuleBook, line: str, setting: Setting) -> Document:
    """Settle a result (``trickbook.score/1``).

    Raises:
        RefusedError: the line cannot be read, or the result cannot be.

    """
    deal = _deal(book, line, setting)
    pool = _pool(book, setting, deal)
    outcome = outcome_of(deal)
    if outcome.holder is None:  # like honours: what the line does not name is not paid
        outcome = outcome._replace(holder=NOBODY, honours=outcome.honours or 0)
    payments = book.settle(outcome, pool, deal.options, deal.seats)
    if payments is None:
        message = f"“{line}”: {_why_not(book, outcome, deal)}"
        raise RefusedError(message, USAGE)
    after = pool.after(pool_change(payments))
    if setting.deal == book.deals and not book.plays_on:  # what is left then is divided at once
        payments += book.division(after, outcome, deal.options, deal.seats)
    document: Document = {
        "schema": "trickbook.score/1",
        "game": book.key,
        "contract": contract_key(outcome),
        "trumps": suit_or_none(outcome.trump),
        "caller": seat_or_none(outcome.caller),
        "partner": seat_or_none(outcome.partner),
        "made": outcome.made,
        "tricks": _tricks(deal, outcome),
        "payments": payments_document(payments),
        "net": by_seat(net_of(payments, deal.seats)),
        "pool": None,
        "points": points_document(deal, outcome),
    } | sides_document(outcome)
    if book.has_pool:
        document["pool"] = pool_document(pool, pool.after(pool_change(payments)))
    return document


def _why_not(book: RuleBook, outcome: Outcome, deal: Deal) -> str:
    """Say what a result lacks to be settled."""
    if book.lacks_price(outcome, deal.options):
        return no_price(book, "b 7h 7 each 40")
    gaps = lacking(book, outcome, deal.options, deal.seats)
    missing = " and ".join(f"{gap.what} {gap.option}".rstrip() for gap in gaps)
    needed = missing or "who, what, suit, tricks"
    return f"the result does not say enough to be settled: {needed}"


def _tricks(deal: Deal, outcome: Outcome) -> Json:
    if outcome.side is not None:
        return outcome.side
    if deal.result is None or deal.result.tricks is None:
        return None if deal.result is None else deal.result.side
    return {SEAT_LETTERS[seat]: taken for seat, taken in enumerate(deal.result.tricks)}


def _pool(book: RuleBook, setting: Setting, deal: Deal) -> Pool:
    if setting.full_pools < 0:
        message = f"--full-pools {setting.full_pools}: there are none, or so many"
        raise RefusedError(message, USAGE)
    if setting.full_pools and book.pool_cap is None:
        message = f"--full-pools {setting.full_pools}: {book.title} sets no full pools aside"
        raise RefusedError(message, USAGE)
    if setting.full_pools > MOST_FULL_POOLS:
        message = f"--full-pools {setting.full_pools}: no table has more than {MOST_FULL_POOLS}"
        raise RefusedError(message, USAGE)
    first = Purse(book.opening_pool(), 1, deal.dealer, redeal=False)
    current = pool_change(book.contributions(first, deal.options, deal.seats))
    if setting.pool is not None:
        current = _amount(setting.pool)
    cap = book.pool_cap or counters(0)
    return book.opening_pool().after(current + setting.full_pools * cap)


def _amount(text: str) -> int:
    try:
        amount = parse_amount(text)
    except ValueError as error:
        message = f"--pool {error}"
        raise RefusedError(message, USAGE) from None
    if amount < 0:
        message = f"--pool {text}: a pool is not below nothing"
        raise RefusedError(message, USAGE)
    return amount


def _deal(book: RuleBook, line: str, setting: Setting) -> Deal:
    """Let the result happen at a table of its own."""
    typed = _read(line)
    session = _table(book, setting, typed)
    decision = decide(session, typed)
    against = [o.breach for o in decision.objections if o.breach.severity is not Severity.NOTE]
    if against:  # what is against the rules has no price by them
        message = f"“{line}”: {against[0].message}"
        raise RefusedError(message, IMPOSSIBLE)
    stated = [event for event in decision.events if isinstance(event, ResultStated)]
    each = typed.flags.each
    if each is not None and not any(event.agreed for event in stated):
        raise RefusedError(_as_taken(line, f"each {amount_text(each)}"), USAGE)
    for _ in evolve_session(session, (0, tuple(stated))):
        pass
    if session.current is None:
        message = f"“{line}” is no result"
        raise RefusedError(message, USAGE)
    deal = session.current.deal
    if book.points is not None or setting.points is not None:
        deal.carried = _carried(deal, setting)
    return deal


def _seats(book: RuleBook, setting: Setting, typed: ResultTyped | PassedOut) -> int:
    """Give the size of the table; where it is not said, that at which the tricks add up."""
    if setting.seats is not None:
        return setting.seats
    if isinstance(typed, ResultTyped) and isinstance(typed.score, BySeat):
        tricks = typed.score.tricks
        sizes = {count: {count, len(book.sides.get(count, ()))} for count in book.seats}
        fitting = [count for count, numbers in sizes.items() if len(tricks) in numbers]
        exactly = [count for count in fitting if sum(tricks) == book.most_tricks[count]]
        return (*exactly, *fitting, *book.seats)[0]
    return book.seats[0]


def _carried(deal: Deal, setting: Setting) -> Carried:
    """Read the points before the deal: by seat, or by side where partners are fixed."""
    told, book = setting.points, deal.book
    if told is None:
        return Carried(points=(0,) * deal.seats)
    if book.points is None:
        message = f"--points {told}: {book.title} counts no points from deal to deal"
        raise RefusedError(message, USAGE)
    words = told.split(",")
    if not all(is_number(word) for word in words) or len(words) not in {
        deal.seats,
        len(deal.sides),
    }:
        whose = "each seat or of each side" if deal.sides else "each seat"
        message = f"--points {told}: the points of {whose} were expected, as 6,4"
        raise RefusedError(message, USAGE)
    points = dict(enumerate(map(int, words)))
    sides = deal.sides if len(words) == len(deal.sides) else [(s,) for s in range(deal.seats)]
    by_seat = {seat: points[number] for number, side in enumerate(sides) for seat in side}
    if any(by_seat[seat] != by_seat[side[0]] for side in deal.sides for seat in side):
        message = f"--points {told}: partners have the same points"
        raise RefusedError(message, USAGE)
    return Carried(points=tuple(by_seat[seat] for seat in range(deal.seats)))


def _read(line: str) -> ResultTyped | PassedOut:
    try:
        statements = parse_line(line, Phase.BETWEEN)
    except EntryError as error:
        message = f"“{line}”: {error}"
        raise RefusedError(message, USAGE) from error
    if len(statements) != 1 or not isinstance(statements[0], ResultTyped | PassedOut):
        message = f"“{line}” is no result: who, call and tricks were expected, such as b 8h 6"
        raise RefusedError(message, USAGE)
    flags = statements[0].flags
    if flags.settled is not None:
        raise RefusedError(_as_taken(line, "settled"), USAGE)
    if flags.pool is not None:
        raise RefusedError(_as_taken(line, f"pool {amount_text(flags.pool)}"), USAGE)
    return statements[0]


def _as_taken(line: str, said: str) -> str:
    """Say that an amount tells nothing of what is due; only an agreed one does."""
    return (
        f"“{line}”: {said} is what a table took, and score tells "
        "what is due: leave it out (the pool before the deal is --pool)"
    )


def _table(book: RuleBook, setting: Setting, typed: ResultTyped | PassedOut) -> Session:
    count = _seats(book, setting, typed)
    if count not in book.seats:
        counts = book.table_sizes
        message = f"--seats {count}: {book.title} is played at {counts} seats"
        raise RefusedError(message, USAGE)
    last = None if book.plays_on else book.deals
    if setting.deal < 1 or (last is not None and setting.deal > last):
        message = (
            f"--deal {setting.deal}: a game of {book.title} has deals 1 to {last or book.deals}"
        )
        raise RefusedError(message, USAGE)
    players = {s: Player(id=SEAT_LETTERS[s], name=SEAT_LETTERS[s]) for s in range(count)}
    dealer = _parsed(setting.dealer, parse_seat, "--dealer")
    if dealer not in players:
        message = f"--dealer {setting.dealer}: no such seat at this table"
        raise RefusedError(message, USAGE)
    session = open_session(
        SessionOpened(
            game=book.key,
            edition=book.edition,
            options=resolve_options(book, setting.options),
            players=players,
            dealer=dealer,
        )
    )
    turned = _parsed_or_none(setting.turned, parse_turned, "--turned")
    suits = Suits(turned, _parsed_or_none(setting.belle, parse_suit, "--belle"), _suit_of(typed))
    turned = suits.turned_on(setting.deal)
    session.carried = suits.carried_to(session, setting.deal)
    opened = DealOpened(number=setting.deal, dealer=dealer, turned=turned)
    for _ in evolve_session(session, (0, (opened,))):
        pass
    return session


def _suit_of(typed: ResultTyped | PassedOut) -> Suit | None:
    """Give the trumps that a result names."""
    return None if isinstance(typed, PassedOut) or typed.contract is None else typed.contract.suit


def _parsed_or_none(text: str | None, parse: Callable[[str], Kind], option: str) -> Kind | None:
    return None if text is None else _parsed(text, parse, option)


def _parsed(text: str, parse: Callable[[str], Kind], option: str) -> Kind:
    try:
        return parse(text.upper())
    except ValueError as error:
        message = f"{option} {error}"
        raise RefusedError(message, USAGE) from None


class _Quiet(argparse.ArgumentParser):
    """Reads the options behind a row; says what is wrong instead of leaving the program."""

    def error(self, message: str) -> NoReturn:
        """Refuse the row."""
        raise RefusedError(message, USAGE)


def score_row(book: RuleBook, row: str, common: Setting) -> Document:
    """Score one row of standard input: a result and its own options behind it.

    Raises:
        RefusedError: the row cannot be read or settled.

    """
    try:
        words = shlex.split(row)
    except ValueError as error:
        message = f"{row!r}: {error}"
        raise RefusedError(message, USAGE) from None
    first = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    said = _row_options().parse_args(words[first:])
    setting = Setting(
        pool=said.pool if said.pool is not None else common.pool,
        full_pools=said.full_pools if said.full_pools is not None else common.full_pools,
        deal=said.deal if said.deal is not None else common.deal,
        dealer=said.dealer or common.dealer,
        turned=said.turned or common.turned,
        belle=said.belle or common.belle,
        points=said.points or common.points,
        seats=said.seats if said.seats is not None else common.seats,
        options={**common.options, **dict(pair_of(text) for text in said.opt)},
    )
    return score(book, " ".join(words[:first]), setting)


def _row_options() -> _Quiet:
    reader = _Quiet(prog="score", add_help=False, allow_abbrev=False)
    for name in ("--pool", "--dealer", "--turned", "--belle", "--points"):
        reader.add_argument(name)
    for name in ("--full-pools", "--deal", "--seats"):
        reader.add_argument(name, type=int)
    reader.add_argument("--opt", action="append", default=[])
    return reader


def pair_of(text: str) -> tuple[str, str]:
    """Read ``name=value``.

    Raises:
        RefusedError: there is no equals sign.

    """
    name, sign, value = text.partition("=")
    if not sign or not name:
        message = f"“{text}”: NAME=VALUE was expected"
        raise RefusedError(message, USAGE)
    return name, value


def options_of(pairs: Sequence[str]) -> Mapping[str, str]:
    """Read several ``name=value``.

    Raises:
        RefusedError: one of them is not of this form.

    """
    return dict(pair_of(text) for text in pairs)


def score_text(book: RuleBook, document: Document) -> str:
    """Set a score for people: each payment with its reason and rule."""
    told = document["contract"] or "no contract"
    tricks = document.get("by_side") or document["tricks"]
    if not book.ladder and isinstance(tricks, dict):
        told = "tricks " + " ".join(f"{seat} {taken}" for seat, taken in tricks.items())
    lines = [f"{book.title}: {told}"]
    payments = document["payments"]
    lines += [
        f"  {payment['from']} → {payment['to']}  {payment['amount']}  "
        f"{payment['because']}  {payment['rule']}"
        for payment in (payments if isinstance(payments, list) else [])
        if isinstance(payment, dict)
    ]
    net = document["net"]
    if isinstance(net, dict):
        lines.append("  net  " + "  ".join(f"{seat} {amount}" for seat, amount in net.items()))
    points = document["points"]
    if isinstance(points, dict) and isinstance(after := points["after"], dict):
        lines.append("  points  " + "  ".join(f"{seat} {count}" for seat, count in after.items()))
    pool = document["pool"]
    if isinstance(pool, dict):
        lines.append(f"  pool {pool['before']} → {pool['after']}")
    return "\n".join(lines)
