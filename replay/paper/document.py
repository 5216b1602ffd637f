"""A session's score sheet for programs (``trickbook.sheet/1``)."""

from collections.abc import Mapping

from core.counters import MINUS, amount_text
from replay.documents import Document, Json
from replay.paper.row import CHECKED, UNKNOWN, Row
from replay.paper.sheet import PaperSheet
from replay.score_sheet import Amount

SCHEMA = "trickbook.sheet/1"


def sheet_document(sheet: PaperSheet) -> Document:
    """Write a sheet; amounts are text, and what nobody knows is null."""
    return {
        "schema": SCHEMA,
        "session": sheet.session,
        "game": sheet.game.key,
        "title": sheet.game.title,
        "facts": list(sheet.facts),
        "players": [one._asdict() for one in sheet.players],
        "opening": _by_player(sheet.opening.balances),
        "rows": [_row(sheet, row) for row in sheet.rows],
        "balances": _by_player(sheet.rows[-1].standing if sheet.rows else sheet.opening.balances),
        "division": [line._asdict() for line in sheet.division],
        "notes": [{"number": n, **note._asdict()} for n, note in enumerate(sheet.notes, 1)],
        "head": sheet.head,
        "printed": None if sheet.printed is None else sheet.printed.isoformat(timespec="seconds"),
    }


def _row(sheet: PaperSheet, row: Row) -> Document:
    document: Document = {"kind": row.kind}
    if row.is_deal:
        document |= {
            "deal": f"{sheet.session}.{row.deal}",
            "number": row.number,
            "dealer": row.dealer,
            "auction": _told(row.auction),
            "contract": _told(row.what),
            "by": list(row.who),
            "took": _told(row.took),
            "over": _told(row.over),
            "each": None if row.each is None else [amount_text(one) for one in row.each],
            "points": _told(row.points),
            "checked": row.check == CHECKED,
        }
    else:
        document["text"] = row.what
    pools: Json = None
    if row.pools is not None:
        pools = {"before": _amount(row.pools.before), "after": _amount(row.pools.after)}
    return {
        **document,
        "changes": _by_player(row.changes),
        "balances": _by_player(row.balances),
        "pool": pools,
        "notes": list(row.notes),
    }


def _told(text: str) -> str | None:
    """Write what stands in a cell; None for nothing, and where nobody knows."""
    return None if text in {"", UNKNOWN} else text.replace(MINUS, "-")


def _by_player(amounts: Mapping[str, Amount]) -> Document:
    return {player: _amount(value) for player, value in amounts.items()}


def _amount(value: Amount) -> str | None:
    return None if value is None else amount_text(value)
