"""Sessions brought into a book from elsewhere: planned first, told, and then written whole.

Whatever they come from, a log, a table or a script, they come as the entries of a log. Of these
only the numbers, the seals and the ids of players become the book's.
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from events.append import LogWriter, append, log_end, now
from events.book import Book, session_number
from events.carried import all_read, seated
from events.exit_codes import IMPOSSIBLE, USAGE
from events.log import read_log
from events.model import Event, PlayerAdded, Sealed, SeatsChanged, SessionOpened
from events.whole import lengthen_log, put_log
from replay.console import counted
from replay.locate import find_session, state_of
from replay.people import FILE, list_path
from replay.recorder.importing.matching import Roster, roster_of
from replay.recorder.importing.plan import Complaint, Offer, Plan, Planned, State
from replay.recorder.importing.recognising import Found, Likeness, Shelf, openings
from replay.recorder.recording import end_of
from replay.recorder.refusal import RefusedError
from replay.session import Session, UnfitSessionError
from replay.source import sessions_in

# -- planning -------------------------------------------------------------------------------------


def plan_import(book: Book, offers: Iterable[Offer], said: Mapping[str, str]) -> Plan:
    """Work out what of some sessions is new to a book.

    Args:
        book: the book.
        offers: the sessions.
        said: who is who, as a map tells: an id or name of the file, and the id here.

    Raises:
        BookError: the book cannot be read.
        LogError: its last log or its list of players is damaged, or of a newer program.
        RefusedError: it is one log, or a session is open that new ones would come after.

    """
    if book.is_file:
        message = f"{book.path} is one log: sessions are imported into a book (trickbook init)"
        raise RefusedError(message, USAGE)
    roster = roster_of(book, said)
    shelf = Shelf(roster.people)
    for number, log, opened in openings(book):
        shelf.put(number, opened, log.read_bytes)
        for player in opened.players.values():
            roster.sat(player)
    free = session_number(book.next_log())
    planned: list[Planned] = []
    for offer in offers:
        tried = roster.copy()
        one = _planned(offer, tried, shelf, free)
        planned.append(one)
        if one.log and one.number is not None:
            roster = tried
            shelf.keep(one.number, one.log)
            free = max(free, one.number + 1)
    plan = Plan(book, tuple(planned), roster.people, roster.unmet)
    _check_closed(plan)
    return plan


def _planned(offer: Offer, roster: Roster, shelf: Shelf, free: int) -> Planned:
    """Plan one session, which would get the number that is free."""
    if offer.complaints:
        return Planned(offer.place, State.REFUSED, complaints=offer.complaints)
    try:
        new = _new(offer, roster, free)
    except (RefusedError, UnfitSessionError) as error:
        return _refused(offer.place, str(error), error.exit_code)
    for found in shelf.like(new.log):
        if (known := _known(new, found)) is not None:
            return known
        if (alike := _alike(new, found)) is not None:
            new = new._replace(told=(*new.told, f"{new.place}: {alike}"))
    return new


def _alike(new: Planned, found: Found) -> str | None:
    """Say what makes one think that two sessions are one; None if nothing does."""
    if new.opened is not None and new.opened.played is not None:
        return f"session {found.number} was opened alike on the same day; this is another one"
    if not found.deals:
        return None
    return (
        f"session {found.number} has its first {counted(found.deals, 'deal')}, and neither tells "
        "its day: if they are one sitting, both are counted"
    )


def _refused(place: str, why: str, code: int, number: int | None = None) -> Planned:
    complaint = Complaint(f"{place}: {why}", code)
    return Planned(place, State.REFUSED, number, complaints=(complaint,))


def _new(offer: Offer, roster: Roster, free: int) -> Planned:
    """Make a session that the book does not know.

    Raises:
        RefusedError: nobody can tell who sits there, or no session is opened.
        UnfitSessionError: its game, edition, seats or options are not what this program has.

    """
    known_before = len(roster.new)
    log, events = _carried(offer, roster)
    session = _folded(log)
    return Planned(
        offer.place,
        State.NEW,
        free,
        session.opened,
        session.deals,
        is_open=not session.closed,
        players=tuple(roster.new[known_before:]),
        log=log,
        events=events,
        told=offer.told,
    )


def _known(new: Planned, found: Found) -> Planned | None:
    """Say what becomes of a session beside one that was opened alike; None if they are two."""
    if found.likeness is Likeness.SAME:
        return Planned(new.place, State.KNOWN, found.number, new.opened)
    if found.likeness is Likeness.LONGER and new.log.startswith(found.log):
        return _longer(new, found)
    why = _against(found, new.opened)
    return None if why is None else _refused(new.place, why, IMPOSSIBLE, found.number)


def _longer(new: Planned, found: Found) -> Planned:
    """Let only the rest be written of a session whose beginning stands in the book as it is."""
    end = log_end(Path(new.place), found.log[: found.log.rfind(b"\n") + 1])
    return new._replace(
        state=State.LONGER,
        number=found.number,
        deals=new.deals - found.deals,
        before=found.log,
        first=end.seq,
    )


def _against(found: Found, opened: SessionOpened | None) -> str | None:
    """Say why a session cannot come beside one that has deals in common with it."""
    named = f"session {found.number} has its first {counted(found.deals, 'deal')}"
    if found.likeness is Likeness.LONGER:
        return f"{named} and ends there, and was written otherwise: nothing can be put behind it"
    dated = opened is not None and opened.played is not None
    if found.likeness is Likeness.OTHERWISE and dated:
        return (
            f"{named}, of the same day, and goes on otherwise: put that one right "
            f"(trickbook fix {found.number}.{found.deals + 1}), or give this one a title of its "
            "own if it is another sitting"
        )
    return None


def _carried(offer: Offer, roster: Roster) -> tuple[bytes, int]:
    """Write the log of a session as it will stand in the book; gives also how many events it has.

    Raises:
        RefusedError: nobody can tell who sits there, or one player would have two seats.

    """
    lines = io.BytesIO()
    writer = LogWriter(lines)
    for entry in offer.entries:
        if isinstance(entry.events[0], Sealed):
            writer.seal()
            continue
        events = [seated(event, roster.known) for event in all_read(entry.events)]
        for event in events:
            _check_seats(event)
        writer.entry(events, at=entry.at, by=entry.by, identity=entry.id)
    end = log_end(Path(offer.place), lines.getvalue())
    if not end.deal_open and not end.sealed:
        writer.seal()
    return lines.getvalue(), writer.seq


def _check_seats(event: Event) -> None:
    if not isinstance(event, SessionOpened | SeatsChanged):
        return
    ids = [player.id for player in event.players.values()]
    if (twice := next((one for one in ids if ids.count(one) > 1), None)) is not None:
        names = " and ".join(one.name for one in event.players.values() if one.id == twice)
        message = f"{names} sit at one table, and are both {twice} here (trickbook players)"
        raise RefusedError(message, IMPOSSIBLE)


def _folded(log: bytes) -> Session:
    """Replay a session to its end.

    Raises:
        UnfitSessionError: its game, edition, seats or options are not what this program has.
        RefusedError: no session is opened in it.

    """
    (session,) = sessions_in(read_log(io.BytesIO(log)), "", 1)
    state = state_of(session)
    if state is None:
        message = "no session is opened in it"
        raise RefusedError(message, USAGE)
    return state


def _check_closed(plan: Plan) -> None:
    """See that no session is left behind while it is open: recording goes on with the last.

    Raises:
        LogError: the last log is damaged, or a newer program has written to it.
        RefusedError: one is open that is none of those that are imported.

    """
    logs = plan.book.logs()
    if not logs or not plan.of(State.NEW):
        return
    end_of(logs[-1])
    last = find_session(plan.book, "last")
    state = state_of(last)
    its_own = {one.number for one in plan.sessions if one.state in {State.KNOWN, State.LONGER}}
    if state is not None and not state.closed and last.number not in its_own:
        message = (
            f"session {last.number} is open, and what is imported would come after it: "
            f"trickbook close {last.number} ends it"
        )
        raise RefusedError(message, IMPOSSIBLE)


# -- writing --------------------------------------------------------------------------------------


def carry_out(plan: Plan, by: str | None) -> Iterator[str]:
    """Write what is new, a session at a time; gives the addresses of each when it is written.

    Raises:
        LogError: somebody else has opened a session, or writes to the list of players.
        OSError: the disk refuses; what was told is written.

    """
    for one in plan.writes:
        if one.players:
            added = [PlayerAdded(id=player.id, name=player.name) for player in one.players]
            listed = append(list_path(plan.book), added, at=now(), by=by)
            yield from (f"{FILE}@{listed.seq + place}" for place in range(listed.events))
        if one.number is not None:
            log = plan.book.log_named(one.number)
            if one.before:
                lengthen_log(log, one.before, one.log, by)
            else:
                put_log(log, one.log, by)
            yield one.address
