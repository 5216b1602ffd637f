"""The score sheet of a session: one row a deal, what each player won and stands at, the pool."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from core.counters import Twelfths, net_of
from core.outcome import level_of
from events.model import Noted
from replay.explain import Line, explain_payments, outcome_text, plain, signed
from replay.findings import Finding
from replay.session import Session
from replay.state import DealReplay

Amount: TypeAlias = "Twelfths | None"
"""None where nobody knows."""
SIGNS: Final[Mapping[str, str]] = {"result": "○", "all-tricks": "●"}
"""How much of a deal is recorded; what is not here is in between."""
IN_PART: Final = "◐"


class Change(NamedTuple):
    """What a deal did to one player."""

    change: str
    balance: str


class SheetRow(NamedTuple):
    """One deal."""

    deal: str
    """Its address."""
    number: int
    dealer: str
    result: str
    changes: Mapping[str, Change]
    """By player id; who did not sit at the table is left out."""
    pool: str
    level: str
    sign: str
    findings: int
    """Open ones."""
    ruled: int


class Sheet(NamedTuple):
    """A whole session."""

    players: Mapping[str, str]
    """Names by player id, in the order in which they sat down."""
    rows: tuple[SheetRow, ...]
    division: tuple[Line, ...]
    """How the pool was divided after the last deal."""
    notes: tuple[str, ...]
    has_pool: bool


def sheet_of(
    state: Session, number: int, deals: Sequence[tuple[DealReplay, Sequence[Finding]]]
) -> Sheet:
    """Write the score sheet of a session.

    Args:
        state: the session as its log leaves it.
        number: its number.
        deals: its deals with what was found in each.

    """
    players: dict[str, str] = {}
    rows: list[SheetRow] = []
    for replay, findings in deals:
        players |= {one.id: one.name for _, one in sorted(replay.players.items())}
        rows.append(_row(number, replay, findings))
    players = players or {one.id: one.name for _, one in sorted(state.players.items())}
    last = deals[-1][0] if deals else None
    division = () if last is None else explain_payments(last.division, last.players)
    return Sheet(
        players, tuple(rows), division, tuple(_notes(state, number, deals)), state.book.has_pool
    )


def changes_of(replay: DealReplay) -> dict[str, Amount]:
    """Give what a deal changed for each player, contributions in and its division left out."""
    seats = len(replay.players)
    put_in = net_of(replay.contributions, seats)
    taken = replay.taken or (0,) * seats
    return {
        replay.players[seat].id: None if change is None else change + before
        for seat, (change, before) in enumerate(zip(taken, put_in, strict=True))
    }


def _row(
    number: int,
    replay: DealReplay,
    findings: Sequence[Finding],
) -> SheetRow:
    level = level_of(replay.deal)
    changes = changes_of(replay)
    division = net_of(replay.division, len(replay.players))
    return SheetRow(
        deal=f"{number}.{replay.place}",
        number=replay.opened.number,
        dealer=replay.players[replay.opened.dealer].name,
        result=outcome_text(replay.outcome, replay.players, replay.deal)
        if replay.voided is None
        else f"does not stand: {replay.voided.kind}",
        changes={
            player: Change(signed(None if change is None else change + share), plain(balance))
            for (player, change), share, balance in zip(
                changes.items(), division, replay.balances, strict=True
            )
        },
        pool=plain(None if replay.pool_now is None else replay.pool_now.total),
        level=level,
        sign=SIGNS.get(level, IN_PART),
        findings=sum(one.state == "open" for one in findings),
        ruled=sum(one.state == "ruled" for one in findings),
    )


def _notes(
    state: Session, number: int, deals: Sequence[tuple[DealReplay, Sequence[Finding]]]
) -> list[str]:
    """Gather the notes: those between the deals, then those on each."""
    told = [
        remark.text if remark.deal is None else f"{number}.{remark.deal}: {remark.text}"
        for _, remark in state.remarks
        if isinstance(remark, Noted)
    ]
    for replay, _ in deals:
        for _, remark in replay.remarks:
            if isinstance(remark, Noted):
                told.append(f"{number}.{replay.place}: {remark.text}")
    return told
