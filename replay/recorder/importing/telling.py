"""What an import would write, or has written, told in words and as a document."""

from collections.abc import Iterator, Sequence
from typing import Final

from replay.columns import OF_SEVERAL, short
from replay.console import counted
from replay.documents import Document
from replay.likeness import alike
from replay.recorder.importing.mapping import who_is
from replay.recorder.importing.plan import Plan, Planned, State

SCHEMA: Final = "trickbook.import/1"


def told(plan: Plan) -> Iterator[str]:
    """Tell what is refused, what is known already, and what else there is to know."""
    for one in plan.sessions:
        yield from (f"! {said}" for said in one.told)
        yield from (f"! {complaint.message}" for complaint in one.complaints)
        if one.state is State.KNOWN:
            yield f"{one.place}: session {one.number} already, skipped"
    yield from (f"! {notice}" for notice in _notices(plan))


def _notices(plan: Plan) -> Iterator[str]:
    """Tell what there is to know of the players."""
    for name in sorted(plan.unmet):
        yield f"the map names {name} among the players, and nobody is called so in what is read"
    yield from _spelt_alike(plan)


def _spelt_alike(plan: Plan) -> Iterator[str]:
    """Say which new names may be those of players who are known."""
    new, people = {player.id for player in plan.players}, plan.people
    names = {player: name for player, name in people.names.items() if player not in people.into}
    for pair in alike(names.items()):
        one, other = sorted(pair, key=new.__contains__, reverse=True)
        if one in new:
            yield (
                f"{names[one]} is new, and spelt like {names[other]}: if they are one person, a "
                f"map tells it, {who_is(one, other)}, or later trickbook players merge"
            )


def consequence(plan: Plan) -> str | None:
    """Say in numbers what would be written; None if nothing would."""
    if not plan.writes:
        return None
    numbers = [one.number for one in plan.of(State.NEW)]
    span = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else "".join(map(str, numbers))
    where = f", as {'session' if len(numbers) == 1 else 'sessions'} {span}" if numbers else ""
    return f"{_numbers(plan)} will be written{where}."


def summary(plan: Plan, *, dry_run: bool) -> str:
    """Say in numbers what became of what was offered."""
    known, refused = len(plan.of(State.KNOWN)), len(plan.of(State.REFUSED))
    rest = [f"{known} known already" if known else "", f"{refused} refused" if refused else ""]
    done = f"{_numbers(plan)} {'would be imported' if dry_run else 'imported'}"
    return "; ".join([done, *filter(None, rest)])


def _numbers(plan: Plan) -> str:
    longer = len(plan.of(State.LONGER))
    told = [counted(len(plan.of(State.NEW)), "session")]
    told += [f"more of {counted(longer, 'session')}"] if longer else []
    told += [counted(plan.deals, "deal"), counted(len(plan.players), "new player")]
    return ", ".join(told)


def left_open(plan: Plan) -> str | None:
    """Say that recording would go on with what is imported; None if it would not."""
    last = max(plan.writes, key=lambda one: one.number or 0, default=None)
    if last is None or not last.is_open:
        return None
    number = last.number
    return f"! session {number} is not closed: trickbook record goes on, close {number} ends it"


def rows(plan: Plan) -> list[Document]:
    """List the sessions of which something is new."""
    return [
        {
            "session": one.number,
            "game": one.opened.game,
            "played": one.opened.played,
            "deals": one.deals,
            "players": ", ".join(short(name, OF_SEVERAL) for name in _names(one)),
            "from": one.place,
        }
        for one in plan.writes
        if one.opened is not None
    ]


def _names(one: Planned) -> Sequence[str]:
    players = {} if one.opened is None else one.opened.players
    return [player.name for _, player in sorted(players.items())]


def import_document(plan: Plan, written: Sequence[str], *, dry_run: bool) -> Document:
    """Write what became of all that was offered (``trickbook.import/1``)."""
    return {
        "schema": SCHEMA,
        "ok": not plan.of(State.REFUSED),
        "dry_run": dry_run,
        "sessions": [
            {
                "place": one.place,
                "state": one.state.value,
                "session": None if one.number is None else str(one.number),
                "game": None if one.opened is None else one.opened.game,
                "played": None if one.opened is None else one.opened.played,
                "deals": one.deals,
                "players": list(_names(one)),
                "messages": [*one.told, *(complaint.message for complaint in one.complaints)],
            }
            for one in plan.sessions
        ],
        "notices": list(_notices(plan)),
        "players": [{"id": player.id, "name": player.name} for player in plan.players],
        "counts": {
            "sessions": len(plan.of(State.NEW)),
            "longer": len(plan.of(State.LONGER)),
            "deals": plan.deals,
            "players": len(plan.players),
            "known": len(plan.of(State.KNOWN)),
            "refused": len(plan.of(State.REFUSED)),
        },
        "written": list(written),
    }
