"""A replayed session as plain rows for each table of the index. Pure: no file, no clock."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

import orjson

from core.cards import CARD_TEXT, UNKNOWN_CARD, HandRecord, hand_text
from core.counters import POOL, Twelfths, net_of, purse_name
from core.deal import Deal
from core.outcome import level_of
from core.pool import Pool
from core.rulebook import ACCEPT, ASK, AT_LEAST, PASS, THROWN_IN, Contract, Outcome
from core.seats import ANTICLOCKWISE, CLOCKWISE, SEAT_LETTERS, Seat, rounds
from events.fields import call_text, turned_text
from events.model import DealOpened
from replay.audit import begin_audit
from replay.documents import seat_or_none, suit_or_none
from replay.findings import DAMAGE, Finding
from replay.index.tables import DEALS, TABLES
from replay.session import DealReplay, Session, SessionLog
from replay.state import opening_balances, starting_balance

Cell: TypeAlias = int | str | bool | dt.date | dt.datetime | None
Row: TypeAlias = tuple[Cell, ...]
Rows: TypeAlias = dict[str, list[Row]]
"""By table."""

CALLER: Final = "caller"
PARTNER: Final = "partner"
DEFENDER: Final = "defender"
ALL_PASS: Final = "all-pass"  # noqa: S105  (no password)
SINGLE: Final = "single"
LEFT_OUT: Final = "left out"
_PROBLEMS: Final = DAMAGE - {"torn-line"} | {"newer-event", "unknown-edition", "unfit-session"}
"""What leaves a session out. An entry is there whole or not at all: a torn one is not there yet."""
_NOBODY: Final = (None, None, None, None)
_NOTHING: Final = (0, 0, 0, 0)
_NO_BIDS: Final = frozenset({PASS.word, ASK.word, ACCEPT.word})
_DEAL_COLUMNS: Final = tuple(column.name for column in DEALS.columns)


def _cells(*names: str) -> Callable[[Row], Row]:
    """Take some cells of a deal's row."""
    return itemgetter(*[_DEAL_COLUMNS.index(name) for name in names])


_of_contract: Final = _cells("contract", "rung", "trumps", "aim", "target", "tricks")
_of_deal: Final = _cells("ending", "forced", "level", "voided", "left_out", "findings")


class LogFile(NamedTuple):
    """A log as a file: what tells whether it has changed."""

    name: str
    bytes: int
    modified: int
    """Nanoseconds since 1970."""
    head: str
    events: int


def empty_rows() -> Rows:
    """Give no rows for each table."""
    return {table.name: [] for table in TABLES}


def add_session(rows: Rows, log: SessionLog, file: LogFile) -> None:
    """Replay and audit a session and add all its rows."""
    audit = begin_audit(log)
    replays: list[DealReplay] = []
    outside: list[Finding] = []
    found: list[list[Finding]] = []
    for replay, findings in audit.seen:
        if replay is None:
            outside += findings
        else:
            replays.append(replay)
            found.append(findings)
    problem = _problem(outside, found, audit.fold.session)
    number = log.number
    rows["findings"] += [_finding_row(number, None, one) for one in outside]
    for replay, findings in zip(replays, found, strict=True):
        _add_deal(rows, number, replay, findings, damaged=problem is not None)
    rows["sessions"].append(_session_row(log, file, audit.fold.session, replays, problem))
    if audit.fold.session is not None:
        rows["results"] += _result_rows(number, audit.fold.session, replays)


def add_unreadable(rows: Rows, number: int, file: LogFile, problem: str) -> None:
    """Add the row of a log in which there is no session, or that cannot be read at all."""
    nothing = SessionLog(file.name, number, (), ())
    rows["sessions"].append(_session_row(nothing, file, None, (), problem))


def _problem(
    outside: Sequence[Finding], found: Sequence[Sequence[Finding]], session: Session | None
) -> str | None:
    """Tell why a session counts in no figure; None where it does."""
    for finding in (*outside, *(one for findings in found for one in findings)):
        if finding.code in _PROBLEMS:
            return f"{finding.code}: {finding.message}"
    return "nothing is recorded in it" if session is None else None


# -- sessions -------------------------------------------------------------------------------------


def _session_row(
    log: SessionLog,
    file: LogFile,
    session: Session | None,
    replays: Sequence[DealReplay],
    problem: str | None,
) -> Row:
    return (
        log.number,
        *file,
        LEFT_OUT if problem is not None else _state(session),
        problem,
        *_opened_cells(session),
        log.begun,
        log.latest,
        *_table_cells(session),
        len(replays),
        None if session is None else _pool(session, session.pool),
    )


def _state(session: Session | None) -> str:
    return "closed" if session is not None and session.closed else "open"


def _opened_cells(session: Session | None) -> Row:
    """Give game, edition, options, title, place, day."""
    if session is None:
        return (None,) * 6
    opened, book = session.opened, session.book
    options = orjson.dumps(dict(session.options), option=orjson.OPT_SORT_KEYS).decode()
    day = None if opened.played is None else dt.date.fromisoformat(opened.played)
    return book.key, book.edition, options, opened.title, opened.place, day


def _table_cells(session: Session | None) -> Row:
    """Give seats, cards dealt to each, cards of the pack."""
    if session is None:
        return (None,) * 3
    book = session.book
    pack = book.packs.get(session.seats, book.pack)
    return session.seats, book.cards_each[session.seats], pack.bit_count()


def _pool(session: Session, pool: Pool | None) -> Twelfths | None:
    return None if pool is None or not session.book.has_pool else pool.total


def _result_rows(number: int, session: Session, replays: Sequence[DealReplay]) -> Iterator[Row]:
    """Give what each came with and left with."""
    sat = [one for replay in replays for one in replay.players.values()]
    here = {one.id: one for one in (*session.opened.players.values(), *sat)}
    here |= {one.id: one for one in session.players.values()}
    deals = dict.fromkeys(here, 0)
    for one in sat:
        deals[one.id] += 1
    start = starting_balance(session.options)
    given = opening_balances(session.opened, session.options)
    for player, one in here.items():
        opening, closing = given.get(player, start), session.balances.get(player)
        change = None if closing is None else closing - opening
        yield number, player, one.name, deals[player], opening, closing, change


# -- deals ----------------------------------------------------------------------------------------


def _add_deal(
    rows: Rows, number: int, replay: DealReplay, findings: Sequence[Finding], *, damaged: bool
) -> None:
    deal, place = replay.deal, replay.place
    taken = _taken(replay)
    left_out = _left_out(replay, taken, damaged=damaged)
    row = _deal_row(number, replay, findings, left_out)
    rows["deals"].append(row)
    shared = _shared_cells(deal, row)
    rows["players"] += [(*one, *shared) for one in _player_rows(number, replay, taken)]
    if deal.calls:
        rows["calls"] += [
            (number, place, step, SEAT_LETTERS[seat], call_text(call))
            for step, (seat, call) in enumerate(deal.calls, 1)
        ]
    if deal.cards or deal.winners:
        rows["tricks"] += _trick_rows(number, place, deal)
    rows["payments"] += _payment_rows(number, replay)
    rows["findings"] += [_finding_row(number, place, one) for one in findings]


def _taken(replay: DealReplay) -> tuple[Twelfths | None, ...]:
    """Give what each gained as the balances have it: as the table took it, else by the rules."""
    seats = replay.deal.seats
    if replay.recorded is not None and replay.voided is None:
        return tuple([replay.recorded.net.get(seat) for seat in range(seats)])
    return (None,) * seats if replay.net is None else replay.net


def _left_out(replay: DealReplay, taken: Sequence[Twelfths | None], *, damaged: bool) -> str | None:
    """Tell why a deal counts in no figure of people; None where it does."""
    if damaged:
        return "session left out"
    if replay.voided is not None:
        return replay.voided.kind
    if None not in taken:
        return None
    return "not finished" if replay.is_open and replay.recorded is None else "amounts not known"


def _deal_row(
    number: int, replay: DealReplay, findings: Sequence[Finding], left_out: str | None
) -> Row:
    deal, opened = replay.deal, replay.opened
    return (
        number,
        replay.place,
        replay.first_event,
        opened.number,
        SEAT_LETTERS[opened.dealer],
        _turned(deal, opened),
        *_contract_cells(deal, replay.outcome),
        len(deal.calls),
        None if replay.outcome is None else replay.outcome.honours,
        level_of(deal),
        None if replay.voided is None else replay.voided.kind,
        left_out,
        replay.payments is not None,
        replay.recorded is not None,
        *_pool_cells(replay),
        sum([finding.state == "open" for finding in findings]),
    )


def _turned(deal: Deal, opened: DealOpened) -> str | None:
    if deal.talon and deal.talon[0] != UNKNOWN_CARD:
        return CARD_TEXT[deal.talon[0]]
    return None if opened.turned is None else turned_text(opened.turned)


def _contract_cells(deal: Deal, outcome: Outcome | None) -> Row:
    """Give contract, rung, caller, partner, trumps, aim, target, tricks, made, ending, forced."""
    if outcome is None:
        return (None,) * 11
    contract = _named(outcome.contract)
    ended = deal.ending is not None or deal.result is not None
    trump, caller = outcome.trump, outcome.caller
    return (
        None if contract is None else contract.key,
        None if contract is None else contract.rung,
        seat_or_none(caller),
        seat_or_none(outcome.partner),
        suit_or_none(trump),
        None if contract is None else contract.aim.value,
        None if contract is None else contract.target,
        None if caller is None else outcome.side,
        outcome.made,
        outcome.ending.value if ended else None,
        _is_forced(deal, caller),
    )


def _named(contract: Contract | None) -> Contract | None:
    """Give a contract that has a name; the one of a game without calls has none."""
    return contract if contract is not None and contract.key else None


def _is_forced(deal: Deal, caller: Seat | None) -> bool | None:
    if caller is None or not deal.calls:
        return None
    return not any(seat == caller and call != PASS for seat, call in deal.calls)


def _pool_cells(replay: DealReplay) -> Row:
    """Give the pool before, after by the rules, and as the table took it."""
    if not replay.deal.book.has_pool:
        return _NOBODY[:3]
    pools = (replay.pool_before, replay.pool_after, replay.pool_now)
    return tuple([None if pool is None else pool.total for pool in pools])


# -- players --------------------------------------------------------------------------------------


def _player_rows(
    number: int, replay: DealReplay, taken: Sequence[Twelfths | None]
) -> Iterator[Row]:
    deal, outcome = replay.deal, replay.outcome
    seats = deal.seats
    order = rounds(deal.book.direction, seats)[replay.opened.dealer]
    contributed = net_of(replay.contributions, seats) if replay.contributions else _NOTHING
    divided = net_of(replay.division, seats) if replay.division else _NOTHING
    tricks, honours = _tricks(deal, outcome), None if outcome is None else outcome.honours_by_seat
    roles, spoken = _roles(deal, outcome), _spoken(deal)
    for seat in range(seats):
        hand, strength = _hand(deal, seat)
        yield (
            number,
            replay.place,
            SEAT_LETTERS[seat],
            replay.players[seat].id,
            order.index(seat) or seats,
            roles[seat],
            hand,
            strength,
            None if honours is None else honours[seat],
            None if tricks is None else tricks[seat],
            -contributed[seat],
            taken[seat],
            None if replay.net is None else replay.net[seat],
            divided[seat],
            replay.balances[seat] if replay.balances else None,
            *spoken[seat],
        )


def _shared_cells(deal: Deal, row: Row) -> Row:
    """Give what the row of a deal says of all its seats alike."""
    cells = dict(zip(_DEAL_COLUMNS, row, strict=True))
    caller, tricks, target = cells["caller"], cells["tricks"], cells["target"]
    margin = None
    if cells["aim"] == AT_LEAST.value and isinstance(tricks, int) and isinstance(target, int):
        margin = tricks - target
    return (
        deal.book.key,
        deal.seats,
        *_of_contract(row),
        None if caller is None else cells["partner"] is None,
        cells["made"],
        margin,
        *_of_deal(row),
    )


def _spoken(deal: Deal) -> Sequence[tuple[int | None, int | None]]:
    """Count the calls of each seat, and among them the bids; None without an auction."""
    if not deal.calls:
        return ((None, None),) * deal.seats
    counts = [[0, 0] for _ in range(deal.seats)]
    for seat, call in deal.calls:
        counts[seat][0] += 1
        counts[seat][1] += call.word not in _NO_BIDS
    return [(calls, bids) for calls, bids in counts]


def _roles(deal: Deal, outcome: Outcome | None) -> Sequence[str | None]:
    """Name what each was in the deal; None where nobody knows."""
    if not deal.book.ladder:
        return (SINGLE,) * deal.seats
    if outcome is None:
        return (None,) * deal.seats
    if outcome.caller is None:
        contract = outcome.contract
        passed = contract is not None and contract.key == _all_pass(deal)
        passed = passed or outcome.ending is THROWN_IN
        return (ALL_PASS if passed else None,) * deal.seats
    roles: list[str | None] = [DEFENDER] * deal.seats
    roles[outcome.caller] = CALLER
    if outcome.partner is not None:
        roles[outcome.partner] = PARTNER
    return roles


def _all_pass(deal: Deal) -> str | None:
    return None if deal.book.all_pass is None else deal.book.all_pass.key


def _tricks(deal: Deal, outcome: Outcome | None) -> Sequence[int] | None:
    """Give the tricks by seat: in the end, or as far as they were played."""
    if outcome is None:
        return None
    told = bool(deal.winners) and None not in deal.winners and not deal.unshared
    return outcome.tricks or (deal.taken if told else None)


def _points() -> tuple[int, ...]:
    """Count the points of all 8,192 holdings of a suit: ace 4, king 3, queen 2, jack 1."""
    worth = dict(zip(range(12, 8, -1), range(4, 0, -1), strict=True))
    return tuple(
        sum(points for rank, points in worth.items() if bits >> rank & 1) for bits in range(1 << 13)
    )


_POINTS: Final = _points()


def _hand(deal: Deal, seat: Seat) -> tuple[str | None, int | None]:
    """Give a hand as dealt and its strength, if every card of it is known."""
    record = deal.dealt[seat]
    if record is not None and not record.unknown:
        cards, text = record.known, hand_text(record)
    elif deal.cards and not deal.book.talon:
        cards = deal.shown_by(seat)
        if cards.bit_count() != deal.book.cards_each[deal.seats]:
            return None, None
        text = hand_text(HandRecord(cards))
    else:
        return None, None
    points = _POINTS
    strength = (
        points[cards & 0x1FFF]
        + points[cards >> 13 & 0x1FFF]
        + points[cards >> 26 & 0x1FFF]
        + points[cards >> 39]
    )
    return text, strength


# -- tricks, payments, findings -------------------------------------------------------------------


def _trick_rows(number: int, place: int, deal: Deal) -> list[Row]:
    """Give the tricks column by column: there are thirteen and more in a deal."""
    size, finished = deal.seats, len(deal.winners)
    texts = [CARD_TEXT[card] for card in deal.cards[: size * finished]]
    nobody: Sequence[str | None] = [None] * finished
    columns: list[Sequence[str | None]] = [texts[at::size] for at in range(size)]
    columns += [nobody] * (4 - size)
    orders = _ORDERS[deal.rounds]
    seats = [None if leader is None else orders[leader] for leader in deal.leaders]
    winners = [None if winner is None else SEAT_LETTERS[winner] for winner in deal.winners]
    steps = range(1, finished + 1)
    rows: list[Row] = list(
        zip(repeat(number), repeat(place), steps, seats, *columns, winners, strict=False)
    )
    for index, order in deal.orders.items():
        if index < finished:
            rows[index] = (*rows[index][:3], _order_text(order), *rows[index][4:])
    for index in [index for index, leader in enumerate(deal.leaders[:finished]) if leader is None]:
        rows[index] = (*rows[index][:4], None, None, None, None, rows[index][8])
    if deal.trick:
        cards: list[str | None] = [CARD_TEXT[card] for card in deal.trick]
        cards += [None] * (4 - len(cards))
        rows.append((number, place, finished + 1, _order_text(deal.trick_order), *cards, None))
    return rows


def _order_text(seats: tuple[Seat, ...]) -> str | None:
    return "".join([SEAT_LETTERS[seat] for seat in seats]) or None


_ORDERS: Final = {
    rounds(direction, count): tuple(
        "".join(SEAT_LETTERS[seat] for seat in order) for order in rounds(direction, count)
    )
    for direction in (CLOCKWISE, ANTICLOCKWISE)
    for count in (2, 3, 4)
}
"""By the turns of a table: for each leader the seats in order, as text."""


_KINDS: Final = ("contribution", "payment", "division")


def _payment_rows(number: int, replay: DealReplay) -> Iterator[Row]:
    kinds = (replay.contributions, replay.payments or (), replay.division)
    paid = [(kind, one) for kind, all_ in zip(_KINDS, kinds, strict=True) for one in all_]
    players = replay.players
    for step, (kind, (payer, payee, amount, because, rule)) in enumerate(paid, 1):
        yield (
            number,
            replay.place,
            step,
            kind,
            purse_name(payer),
            purse_name(payee),
            None if payer == POOL else players[payer].id,
            None if payee == POOL else players[payee].id,
            amount,
            because,
            rule,
        )


def _finding_row(number: int, place: int | None, finding: Finding) -> Row:
    return (
        number,
        place,
        finding.code,
        finding.severity.value,
        finding.place,
        finding.event,
        finding.provable,
        finding.recorded,
        finding.expected,
        finding.difference,
        finding.rule,
        finding.state,
        finding.message,
    )
