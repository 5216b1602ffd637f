"""The empty form of a score sheet: filled in at the table, and typed in from it later."""

import datetime as dt
from collections.abc import Iterator
from typing import Final

from core.cards import SUIT_SIGNS
from core.rulebook import Call, RuleBook
from core.seats import SEAT_LETTERS
from events.book import Book
from events.exit_codes import USAGE
from replay.paper.pages import DEALS
from replay.paper.row import BLANK, NOTHING, Row
from replay.paper.sheet import PaperSheet, Seated, columns_of, sheet_named
from replay.recorder.opening import book_named
from replay.recorder.refusal import RefusedError
from replay.recorder.script import typed_call

TO_FILL: Final = "________________"


def form_for_game(name: str | None, seats: int | None, printed: dt.datetime) -> PaperSheet:
    """Make the form for any session of a game.

    Args:
        name: the game's.
        seats: how many sit at the table; None for as many as there can be.
        printed: the time now.

    Raises:
        RefusedError: there is no such game, or it is not played by so many.

    """
    game = book_named(name)
    seats = max(game.seats) if seats is None else seats
    if seats not in game.seats:
        message = f"--seats {seats}: {game.title} is played at {game.table_sizes} seats"
        raise RefusedError(message, USAGE)
    return PaperSheet(
        club="",
        game=game,
        session="",
        facts=tuple(f"{what} {TO_FILL}" for what in ("played", "place", "settings")),
        columns=columns_of(game),
        players=tuple(Seated(letter, "", letter) for letter in SEAT_LETTERS[:seats]),
        opening=Row("opening", what="opening balances"),
        rows=_rows(game),
        printed=printed,
        is_form=True,
        key=tuple(_key(game)),
    )


def form_in(book: Book | None, name: str | None, printed: dt.datetime) -> PaperSheet:
    """Make the form for a session of a book, or for the book's usual game.

    Args:
        book: the book that an address belongs to.
        name: the session, by address or file; None for the last one, if there is any.
        printed: the time now.

    Raises:
        BookError: there is no such session.
        RefusedError: nothing tells which game it is.

    """
    if name is None and book is not None and not book.logs():
        return form_for_game(book.game, None, printed)
    return form_for_session(sheet_named(book, name or "last", printed))


def form_for_session(sheet: PaperSheet) -> PaperSheet:
    """Empty the sheet of a session, so that its game can be written down by hand.

    Its players and what they come with stand there.
    """
    seated = [one for one in sheet.players if one.id in sheet.opening.balances]
    return sheet._replace(
        facts=tuple(fact for fact in sheet.facts if fact not in {"open", "closed"}),
        players=tuple(one._replace(seats=one.seats[0]) for one in seated),
        opening=sheet.opening._replace(standing=NOTHING),
        rows=_rows(sheet.game),
        division=(),
        aside="",
        notes=(),
        head=None,
        is_form=True,
        key=tuple(_key(sheet.game)),
    )


def _rows(game: RuleBook) -> tuple[Row, ...]:
    return tuple(Row(BLANK, deal=str(number)) for number in range(1, (game.deals or DEALS) + 1))


def _key(game: RuleBook) -> Iterator[str]:
    """Tell how calls and suits are written, so that they can be typed as they stand."""
    suits = zip("shdc", SUIT_SIGNS, strict=True)
    told = " · ".join(f"{letter} {sign}" for letter, sign in suits)
    yield f"suits: {told}"
    if not game.ladder:
        return
    said = [f"{typed_call(Call(word))} {word.replace('-', ' ')}" for word in game.calls]
    numbers = [int(rung.key) for rung in game.ladder if rung.key.isdecimal()]
    said += [f"{min(numbers)} to {max(numbers)} with a suit, as {min(numbers)}h"] if numbers else []
    named = [rung for rung in game.ladder if not rung.key.isdecimal()]
    said += [f"{typed_call(Call(rung.key))} {rung.title}" for rung in named]
    yield f"calls, from the eldest hand: {' · '.join(dict.fromkeys(said))}"
    yield "took: tricks of the caller's side, of two 5+4 · pay adversaries give up · po all pass"
