"""One row of a score sheet on paper: a deal in short, what it changed, and how it was checked."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from core.cards import SUIT_SIGNS, SUITS
from core.counters import MINUS, POOL, Twelfths
from core.rulebook import AT_LEAST, CONCEDED, GIVEN_UP, THROWN_IN, Outcome
from core.seats import SEAT_LETTERS, Seat
from core.tricks import NO_TRUMP
from replay.explain import contract_text
from replay.findings import Finding
from replay.recorder.script import auction_words
from replay.score_sheet import Amount, changes_of
from replay.state import DealReplay

NOTHING: Final[Mapping[str, Amount]] = MappingProxyType({})
UNKNOWN: Final = "—"
CHECKED: Final = "✓"
DEAL: Final = "deal"
BLANK: Final = "blank"


class Pools(NamedTuple):
    """What lay in the pool when the deal was played, and what lies in it after."""

    before: Amount
    after: Amount


class Row(NamedTuple):
    """A row of the sheet; what a row has nothing of is empty."""

    kind: str
    """``deal``, ``void``, ``blank`` of a form; or what lies between deals: ``opening``, ``seats``,
    ``counted``, ``division``, ``sums``."""
    deal: str = ""
    """Its place in the session, as addresses name it."""
    number: int | None = None
    """Which deal of the game it is."""
    dealer: str = ""
    auction: str = ""
    """As it is typed, from the eldest hand."""
    who: tuple[str, ...] = ()
    """Names of the caller and his partner."""
    what: str = ""
    """The contract, the trumps, or what happened instead."""
    took: str = ""
    over: str = ""
    """Against the target."""
    each: tuple[Twelfths, ...] | None = ()
    """What one player pays another by the rules; None where nobody knows."""
    points: str = ""
    changes: Mapping[str, Amount] = NOTHING
    """By player id; who did not sit at the table is left out."""
    balances: Mapping[str, Amount] = NOTHING
    """What those whom it is about have after it."""
    standing: Mapping[str, Amount] = NOTHING
    """What everybody has after it, those who have left too."""
    pools: Pools | None = None
    check: str = ""
    notes: tuple[int, ...] = ()
    """The numbers of the notes on it."""

    @property
    def is_deal(self) -> bool:
        """Whether it has the columns of a deal; else it says in words what it is."""
        return self.kind in {DEAL, "void", BLANK}


def deal_row(
    replay: DealReplay, findings: Sequence[Finding], standing: Mapping[str, Amount]
) -> Row:
    """Write the row of a deal; notes are numbered by whoever gathers them.

    Args:
        replay: the deal.
        findings: what the audit found in it.
        standing: what everybody has after it.

    """
    pools = Pools(_total(replay, after=False), _total(replay, after=True))
    is_undecided = replay.is_open and not replay.taken
    changes = changes_of(replay)
    row = Row(
        kind=DEAL,
        deal=str(replay.place),
        number=replay.opened.number,
        dealer=replay.players[replay.opened.dealer].name,
        auction=" ".join(auction_words(replay, SUIT_SIGNS)) or UNKNOWN,
        changes=changes if replay.contributions or not is_undecided else NOTHING,
        balances={player: standing[player] for player in changes},
        standing=standing,
        pools=pools if replay.deal.book.has_pool else None,
        check=_check(replay, findings),
    )
    if replay.voided is not None:
        return row._replace(kind="void", what=f"void: {replay.voided.kind}")
    if is_undecided:
        what = UNKNOWN if replay.deal.contract is None else contract_text(replay.deal)
        return row._replace(who=_names(replay, replay.deal.caller), what=what)
    return _with_result(row, replay)


def _total(replay: DealReplay, *, after: bool) -> Amount:
    pool = replay.pool_now if after and replay.taken else replay.pool_before
    return None if pool is None else pool.total


def _check(replay: DealReplay, findings: Sequence[Finding]) -> str:
    """Write a check mark only where the table's settlement was there to be compared and fits."""
    if replay.is_open and not replay.is_settled:
        return "open"
    if replay.voided is not None or any(one.state == "open" for one in findings):
        return ""
    return UNKNOWN if replay.recorded is None or replay.payments is None else CHECKED


# -- the result -----------------------------------------------------------------------------------


def _with_result(row: Row, replay: DealReplay) -> Row:
    outcome = replay.outcome
    if outcome is None:
        return row._replace(what=UNKNOWN, took=UNKNOWN)
    if outcome.ending is THROWN_IN:
        return row._replace(what="thrown in", each=_each(replay, outcome))
    return row._replace(
        who=_names(replay, outcome.caller, outcome.partner),
        what=_what(replay, outcome),
        took=_took(outcome),
        over=_over(outcome),
        each=_each(replay, outcome),
        points=_points(replay, outcome),
    )


def _names(replay: DealReplay, *seats: Seat | None) -> tuple[str, ...]:
    return tuple(replay.players[seat].name for seat in seats if seat in replay.players)


def _what(replay: DealReplay, outcome: Outcome) -> str:
    """Write the contract; where nobody calls, the trumps alone."""
    if outcome.contract is None:
        return UNKNOWN
    if outcome.contract.key:
        return contract_text(replay.deal)
    if outcome.trump is None:
        return UNKNOWN
    return "no trump" if outcome.trump == NO_TRUMP else SUIT_SIGNS[SUITS[outcome.trump]]


def _took(outcome: Outcome) -> str:
    """Write the tricks as a result line has them; of two who play together each one's."""
    if outcome.ending is CONCEDED:
        return "pay"
    if outcome.ending is GIVEN_UP:
        return "give"
    if outcome.caller is None:
        return _by_seat(outcome)
    if outcome.side is None:
        return UNKNOWN
    if outcome.partner is None or outcome.partner_tricks is None:
        return str(outcome.side)
    return f"{outcome.side - outcome.partner_tricks}+{outcome.partner_tricks}"


def _by_seat(outcome: Outcome) -> str:
    """Write the tricks of all, from A on; where nobody ever calls, each with whose they are."""
    sides = outcome.sides or [(seat,) for seat in range(len(outcome.tricks or ()))]
    tricks = outcome.by_side if outcome.sides else outcome.tricks
    if tricks is None:
        return UNKNOWN
    if outcome.contract is not None and outcome.contract.key:
        return " ".join(map(str, tricks))
    return " ".join(f"{_letters(side)} {n}" for side, n in zip(sides, tricks, strict=True))


def _letters(seats: Sequence[Seat]) -> str:
    return "".join(SEAT_LETTERS[seat] for seat in seats)


def _over(outcome: Outcome) -> str:
    """Write what was made over the target or is short of it; a misère is made or lost."""
    contract = outcome.contract
    if contract is None or outcome.caller is None:
        return ""
    if contract.aim is AT_LEAST and outcome.side is not None and outcome.ending is not CONCEDED:
        return against(outcome.side - contract.target)
    if outcome.made is None:
        return UNKNOWN
    return "made" if outcome.made else "lost"


def against(difference: int) -> str:
    """Write tricks against the target."""
    if not difference:
        return "="
    return f"+{difference}" if difference > 0 else f"{MINUS}{-difference}"


def _each(replay: DealReplay, outcome: Outcome) -> tuple[Twelfths, ...] | None:
    """Give the price of the contract, as one player pays it another; what is beside it left out."""
    if replay.payments is None:
        return None
    between = [one for one in replay.payments if POOL not in {one.payer, one.payee}]
    prices = sorted({one.amount for one in between if one.rule == between[0].rule})
    return tuple(prices) if len(prices) == 1 or outcome.caller is not None else ()


def _points(replay: DealReplay, outcome: Outcome) -> str:
    """Write how a game over several deals stands after this one."""
    book = replay.deal.book
    if book.points is None:
        return ""
    points = book.points(outcome, replay.deal.options, replay.deal.seats)
    if points is None:
        return UNKNOWN
    sides = outcome.sides or [(seat,) for seat in range(replay.deal.seats)]
    return " ".join(f"{_letters(side)} {points.after[side[0]]}" for side in sides)
