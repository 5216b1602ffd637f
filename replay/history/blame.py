"""Who set each field of a deal: event, time, scorer; what stood there before, and why no more."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from events.book import Book, BookError
from replay.columns import short, table_lines
from replay.documents import Document, Json
from replay.history.as_written import LINE
from replay.history.authors import Authors, authors_of
from replay.history.field_words import Telling
from replay.history.histories import histories_of, wanted_deal
from replay.history.replaced import (
    Replaced,
    replaced_deals,
    replaced_documents,
    replaced_lines,
)
from replay.history.traces import Earlier, History
from replay.locate import count_deals, deal_target, missing_deal, parse_address

SCHEMA: Final = "trickbook.blame/1"
_COLUMNS: Final = ("step", "what", "value", "event", "at", "by", "note")


class Blame(NamedTuple):
    """The histories of a deal's fields, and who wrote the events in them."""

    deal: str
    """Its address."""
    histories: Sequence[History]
    replaced: Sequence[Replaced]
    """Deals that had been taken back whole when this one was recorded in their place."""
    authors: Authors


def blame(book: Book | None, address: str, telling: Telling) -> Blame:
    """Find who set the fields of a deal, or those of one step.

    Raises:
        BookError: there is no such deal, or nothing is recorded at the step.

    """
    target, step = deal_target(book, address), parse_address(address).step
    wanted = wanted_deal(target.log, target.deal or 0)
    if wanted is None:
        raise missing_deal(target, count_deals(target.log))
    histories = histories_of(target.log, wanted, telling)
    deal = f"{target.log.number}.{wanted.place}"
    if step is not None:
        histories = [one for one in histories if one.field.step == step]
    if not histories:
        message = f"nothing is recorded at {deal}:{step} (trickbook blame {deal} tells all)"
        raise BookError(message)
    replaced = replaced_deals(target.log, wanted, telling)
    return Blame(deal, histories, replaced, authors_of(book, target.log))


def blame_document(found: Blame) -> Document:
    """Tell it to a program (``trickbook.blame/1``)."""
    fields: list[Json] = [_field(history, found.authors) for history in found.histories]
    replaced = replaced_documents(found.replaced, found.authors)
    return {"schema": SCHEMA, "deal": found.deal, "in_place_of": replaced, "fields": fields}


def _field(history: History, authors: Authors) -> Document:
    field, now = history.field, history.now
    return {
        "step": field.step,
        "what": field.name,
        "value": None if now is None else now.field.value,
        "text": None if now is None else now.field.text,
        **authors.document(history.set_by),
        "was": [_earlier(one, authors) for one in history.was],
        "reason": authors.why(history),
    }


def _earlier(one: Earlier, authors: Authors) -> Json:
    until = authors.document(one.until)
    return {
        "value": one.held.field.value,
        "text": one.held.field.text,
        **authors.document(one.held.event),
        "until": until["event"],
        "until_at": until["at"],
        "until_by": until["by"],
        "reason": authors.reasons.get(one.until),
    }


def blame_text(found: Blame) -> str:
    """Tell it in columns: a line for what stands, and under it a line for each earlier value."""
    rows = [row for history in found.histories for row in _rows(history, found.authors)]
    wide = len(_COLUMNS) - (not any(row[-1] for row in rows))  # a note only where there is any
    replaced = replaced_lines(found.deal, found.replaced, found.authors)
    return "\n".join([*replaced, *table_lines(_COLUMNS[:wide], [row[:wide] for row in rows])])


def _rows(history: History, authors: Authors) -> Iterator[tuple[str, ...]]:
    field = history.field
    text = "taken back" if history.now is None else field.text
    why = "" if history.was else short(authors.why(history) or "", LINE)
    yield field.step, field.name, text, *authors.told(history.set_by), why
    for one in history.was:
        until, _, by = authors.told(one.until)
        note = f"until {until} by {by}{authors.said(one.until)}"
        yield "", "was", one.held.field.text, *authors.told(one.held.event), note
