"""A score sheet as a table, each change leading to its explanation; and as a file to print."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from dashboard.board import with_short_names
from dashboard.markup import Markup, colour_of, el, href, join, link, person, suited, table
from dashboard.payments import payments
from dashboard.reading import Audited, Sitting, moment
from events.book import Book
from replay.explain import outcome_text
from replay.paper.forms import HTML, Printing, sheet_bytes
from replay.paper.sheet import sheet_in as sheet_on_paper
from replay.score_sheet import Sheet, SheetRow, sheet_of
from replay.session import Session

LEVELS: Final = "● all cards · ◐ in part · ○ result only"


def sheet_in(found: Sitting, state: Session) -> Sheet:
    """Write the score sheet of a session, with names cut for people to look at."""
    deals = [(with_short_names(replay), findings) for replay, findings in found.deals]
    return sheet_of(state, found.log.number, deals)


def printed(book: Book, session: str) -> bytes:
    """Write the score sheet to print, as the book is shown: names hidden, or as of then.

    Raises:
        BookError: there is no such session any more.

    """
    now = dt.datetime.now().astimezone()
    return sheet_bytes(sheet_on_paper(book, session, now), Printing(form=HTML))


def sheet_table(sheet: Sheet, rows: Sequence[SheetRow], caption: str, to: str = "") -> Markup:
    """Show rows of a score sheet.

    Args:
        sheet: the whole sheet.
        rows: those of it that are wanted.
        caption: what they are.
        to: the page that explains the changes; none for this page.

    """
    head = ["deal", "dealer", "how it went"]
    head += [el("span", person(name), class_="num") for name in sheet.players.values()]
    head += [el("span", "pool", class_="num")] if sheet.has_pool else []
    head += ["kept", "found"]
    return table(head, [_row(row, sheet, to) for row in rows], caption, "sheet")


def _row(row: SheetRow, sheet: Sheet, to: str) -> list[str]:
    deal = href("replay", {"deal": row.deal, "as_of": moment()})
    cells: list[str] = [link(row.deal, deal), person(row.dealer), suited(row.result)]
    cells += [_change(row, player, to) for player in sheet.players]
    cells += [el("span", row.pool, class_="num")] if sheet.has_pool else []
    cells.append(el("span", row.sign, title=row.level, role="img", aria_label=row.level))
    return [*cells, _found(row)]


def _change(row: SheetRow, player: str, to: str) -> Markup:
    """Write where a deal left a player, and small beside it the change, which is explained."""
    one = row.changes.get(player)
    if one is None:
        return el("span", "", class_="num")
    kind = colour_of(one.change, "quiet")
    says = f"{one.change} in {row.deal}: why"
    change = link(one.change, f"{to}#{_anchor(row.deal)}", class_=kind, aria_label=says, title=says)
    return el("span", one.balance, " ", el("small", change), class_="num")


def _found(row: SheetRow) -> Markup:
    told = []
    if row.findings:
        to = href("findings", {"session": row.deal.partition(".")[0], "as_of": moment()})
        told.append(el("span", link(f"⚠ {row.findings}", to), class_="badge red"))
    if row.ruled:
        told.append(el("span", f"{row.ruled} ruled", class_="badge"))
    return join(told, " ")


# -- why ------------------------------------------------------------------------------------------


def _anchor(deal: str) -> str:
    return f"why-{deal}"


def explanations(found: Sitting) -> Markup:
    """Explain each deal's payments, closed until it is looked for; on paper all are open."""
    told = [_explained(f"{found.log.number}.{one.replay.place}", one) for one in found.deals]
    return el("section", el("h2", "What was paid, and why"), *told, class_="whys")


def _explained(deal: str, audited: Audited) -> Markup:
    replay = with_short_names(audited.replay)  # the anchor is within: so a link to it unfolds it
    went = (
        outcome_text(replay.outcome, replay.players, replay.deal)
        if replay.voided is None
        else f"does not stand: {replay.voided.kind}"
    )
    return el(
        "details",
        el("summary", f"{deal} · ", suited(went)),
        el("div", payments(audited.replay, headed=False), id=_anchor(deal)),
        class_="why",
    )
