"""The list of players kept and told: added, renamed, merged, unmerged; who has played how much."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from events.append import LogError, append, now
from events.book import Book, BookError, read_entries
from events.exit_codes import DAMAGED, IMPOSSIBLE, NOT_FOUND, USAGE
from events.log import Entry, Fault
from events.model import Event, PlayerAdded, PlayerRenamed, PlayersMerged, PlayersUnmerged
from replay.console import counted, steers
from replay.documents import Document
from replay.index.asking import opened
from replay.likeness import alike
from replay.people import FILE, People, fold, list_path, read_people
from replay.recorder.keeping import Signed, Written

SCHEMA: Final = "trickbook.players/1"


class Sat(NamedTuple):
    """How much an id has played, as written in the logs: deals that count, and their sessions."""

    name: str
    sessions: int
    deals: int
    first_day: str | None
    last_day: str | None


_SAT: Final = """
    select r.player, arg_max(r.name, coalesce(t.position, 0)),
        count(distinct session) filter (k.deals > 0), coalesce(sum(k.deals), 0),
        min(t.day) filter (k.deals > 0), max(t.day) filter (k.deals > 0)
    from results r left join timeline t using (session)
        left join kept.sittings k on k.session = r.session and k.player = r.player
    group by r.player order by r.player
"""
"""Counted as `trickbook stats` does: deals that are not left out."""


def who_sat(book: Book) -> dict[str, Sat]:
    """Give everybody who has sat at a table, by the id as written.

    Raises:
        BookError: the logs cannot be read.

    """
    with opened(book) as asked:
        rows = asked.con.sql(_SAT).fetchall()
    return {
        player: Sat(name, sessions, int(deals), *(day and day.isoformat() for day in days))
        for player, name, sessions, deals, *days in rows
    }


def player_rows(book: Book) -> Iterator[Document]:
    """List who is on the list of players, and who else has played.

    Raises:
        BookError: the logs or the list cannot be read.

    """
    people, sat = read_people(book), who_sat(book)
    for player in sorted({*people.ids(), *sat}):
        played = sat.get(player)
        person = people.person(player)
        yield {
            "schema": SCHEMA,
            "id": player,
            "name": people.names.get(player) or (player if played is None else played.name),
            "person": person if person != player else None,
            "listed": player in people.names,
            "sessions": 0 if played is None else played.sessions,
            "deals": 0 if played is None else played.deals,
            "first_day": None if played is None else played.first_day,
            "last_day": None if played is None else played.last_day,
        }


def suggestions(rows: Sequence[Document]) -> Iterator[str]:
    """Say which names may be one person's; nothing is done about it."""
    own = [(str(row["id"]), str(row["name"])) for row in rows if row["person"] is None]
    names = dict(own)
    for one, other in alike(own):
        told = f"{names[one]} ({one}) and {names[other]} ({other}) are spelt alike"
        yield f"{told}: if they are one person, trickbook players merge {one!r} {other!r}"


# -- changing -------------------------------------------------------------------------------------


def add_player(book: Book, name: str, player: str | None, signed: Signed) -> Written:
    """Put somebody on the list.

    Args:
        book: the book.
        name: what he is called.
        player: his id; the name if it is left out.
        signed: how it is written.

    Raises:
        BookError: the id is taken, or somebody else is called so and no id tells them apart.
        LogError: the list cannot be written.

    """
    _check_name(name)
    people = _before(book, signed)
    chosen = name if player is None else player
    _check_name(chosen)
    if chosen in people.names:
        message = (
            f"{chosen} is on the list already ({people.names[chosen]}); another player of that "
            f"name needs an id of his own: trickbook players add {name!r} ID"
        )
        raise BookError(message, IMPOSSIBLE)
    same = people.called(name)
    if same and player is None:
        message = (
            f"{' and '.join(same)} is called {name} already: a second one needs an id of his own, "
            f"trickbook players add {name!r} ID"
        )
        raise BookError(message, IMPOSSIBLE)
    return _write(book, PlayerAdded(id=chosen, name=name), signed)


def rename_player(book: Book, player: str, name: str, signed: Signed) -> Written:
    """Let a player be called otherwise, in all sessions.

    Raises:
        BookError: nobody has this id.
        LogError: the list cannot be written.

    """
    _check_name(name)
    _check_known(book, _before(book, signed), player)
    return _write(book, PlayerRenamed(id=player, name=name), signed)


def merge_players(book: Book, player: str, into: str, signed: Signed) -> Written:
    """Let two ids be one person.

    Raises:
        BookError: nobody has such an id, or they are one already.
        LogError: the list cannot be written.

    """
    people = _before(book, signed)
    for one in (player, into):
        _check_known(book, people, one)
    if player in people.into:
        message = f"{player} is merged into {people.into[player]} (trickbook players unmerge)"
        raise BookError(message, IMPOSSIBLE)
    if people.person(into) == player:
        message = f"{player} and {into} are one person already"
        raise BookError(message, IMPOSSIBLE)
    return _write(book, PlayersMerged(id=player, into=into), signed)


def unmerge_player(book: Book, player: str, signed: Signed) -> Written:
    """Let an id be a person of its own again.

    Raises:
        BookError: it is merged into nobody.
        LogError: the list cannot be written.

    """
    people = _before(book, signed)
    if player not in people.into:
        _check_known(book, people, player)
        message = f"{player} is merged into nobody"
        raise BookError(message, IMPOSSIBLE)
    return _write(book, PlayersUnmerged(id=player), signed)


def consequence(book: Book, player: str, into: str) -> str:
    """Say in numbers what a merge leads to."""
    sat = who_sat(book).get(player)
    deals, sessions = (0, 0) if sat is None else (sat.deals, sat.sessions)
    told = f"{counted(deals, 'deal')} in {counted(sessions, 'session')}"
    doubt = together(book, player, into)
    more = "" if doubt is None else f" But {doubt}."
    return f"{told} of {player} will count for {into}; unmerge takes it back.{more}"


_TOGETHER: Final = """
    with met as (
        select position, deal, address from player_deals where person in (?, ?)
        group by all having count(distinct person) = 2
    )
    select count(*), list(address order by position, deal)[1] from met
"""


def together(book: Book, player: str, into: str) -> str | None:
    """Say in how many deals two have sat at one table, as one person cannot; None if in none."""
    people = read_people(book)
    asked = [people.person(player), people.person(into)]
    with opened(book) as index:
        deals, first = index.con.execute(_TOGETHER, asked).fetchall()[0]
    if not deals:
        return None
    told = f"{counted(deals, 'deal')}, first in {first}"
    return f"{player} and {into} sat at one table in {told}: one person cannot"


def _check_name(name: str) -> None:
    if not name.strip() or name != name.strip():
        message = f"“{name}” is no name: letters, and no blank at its ends"
        raise BookError(message, USAGE)
    if any(map(steers, name)):
        message = f"the name {name!a} holds a character that no terminal should be shown"
        raise BookError(message, USAGE)


def _check_known(book: Book, people: People, player: str) -> None:
    """See that an id is on the list, or in some log."""
    if player in people.names or player in (sat := who_sat(book)):
        return
    known = people.called(player)
    hint = f"; {' and '.join(known)} is called so" if known else ""
    every = ", ".join(sorted({*people.ids(), *sat})[:8])
    message = f"nobody has the id {player}{hint}; there are {every or 'no players yet'}"
    raise BookError(message, NOT_FOUND)


def _before(book: Book, signed: Signed) -> People:
    """Give the list as it is, or as it was when the id of the command was first used.

    Raises:
        BookError: the book is one log.
        LogError: the list is damaged.

    """
    if book.is_file:
        message = f"{book.path} is one log: a list of players belongs to a book"
        raise BookError(message, USAGE)
    path = list_path(book)
    items = list(read_entries(path)) if path.exists() else []
    people = fold(takewhile(lambda item: not _has_id(item, signed.identity), items))
    if people.problem is not None:
        message = f"{path}: {people.problem}; nothing is written to a damaged list"
        raise LogError(message, DAMAGED)
    return people


def _has_id(item: Entry | Fault, identity: str | None) -> bool:
    return isinstance(item, Entry) and item.id is not None and item.id == identity


def _write(book: Book, event: Event, signed: Signed) -> Written:
    if signed.dry_run:
        return Written(())
    written = append(
        list_path(book),
        [event],
        at=now(),
        by=signed.by,
        identity=signed.identity,
        expect_seq=signed.expect_seq,
    )
    return Written((f"{FILE}@{written.seq}",))
