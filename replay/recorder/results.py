"""The result of a deal put right: another one in its place, or more added to it."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import reduce
from typing import TypeAlias

from core.breach import Severity
from core.deal import Deal
from events.book import BookError
from events.exit_codes import IMPOSSIBLE
from events.model import Event, ResultStated
from events.statements import Flags, PassedOut, Replacement, ResultTyped
from replay.locate import state_of
from replay.recorder.draft import Draft, ImpossibleError
from replay.recorder.following import acts_of
from replay.recorder.stated import adds_to, result_event
from replay.reducer import fold, judge
from replay.session import DealReplay, SessionLog

Replaced: TypeAlias = tuple[int, Event, Sequence[Event]]
"""The number of an event that gives way, the event, and what is to stand in its place."""


def may_have_result(replay: DealReplay) -> bool:
    """Whether a result may be put right: there is one, or the table went on without it."""
    return not replay.is_open or replay.deal.result is not None


def results_instead(
    log: SessionLog, replay: DealReplay, typed: ResultTyped | PassedOut
) -> list[Replaced]:
    """Let another result stand, or add to the one that there is.

    Raises:
        BookError: the game has no such result.

    """
    acts = acts_of(replay)
    stated = [(at, act) for at, act in acts if isinstance(act, ResultStated)]
    if not stated:
        at, last = acts[-1] if acts else (replay.first_event, replay.opened)
        return [(at, last, [last, _event(log, replay, typed)])]
    (at, was), *more = stated
    if adds_to(replay.deal, typed):
        said = [event for _, event in stated]
        instead = reduce(_with, [*said, _event(log, replay, typed)])
    else:
        instead = _event(log, replay, typed, whole=True)
    _check(log, replay, instead)
    return [(at, was, [instead]), *((number, event, []) for number, event in more)]


def _event(
    log: SessionLog, replay: DealReplay, typed: ResultTyped | PassedOut, *, whole: bool = False
) -> ResultStated:
    """Make the event of a typed result, read against its deal; a whole one without the earlier."""
    session = state_of(log)
    if session is None:
        message = f"session {log.number} was never opened"
        raise BookError(message, IMPOSSIBLE)
    deal = _without_result(replay) if whole else replay.deal
    draft = Draft(session)
    try:
        return result_event(draft, deal, typed)
    except ImpossibleError:
        raise BookError(draft.objections[-1].breach.message, IMPOSSIBLE) from None


def _without_result(replay: DealReplay) -> Deal:
    """Give a deal as its acts leave it, with no word on its result."""
    acts = (event for _, event in acts_of(replay) if not isinstance(event, ResultStated))
    return fold(acts, replay.start())


def _with(said: ResultStated, more: ResultStated) -> ResultStated:
    """Give a result with what another one says beside it, or otherwise."""
    told = {one.name: getattr(more, one.name) for one in fields(more)}
    return replace(said, **{name: value for name, value in told.items() if value is not None})


def _check(log: SessionLog, replay: DealReplay, event: ResultStated) -> None:
    """Refuse a result that cannot be.

    Raises:
        BookError: the law says why.

    """
    for breach in judge(_without_result(replay), event):
        if breach.severity is Severity.IMPOSSIBLE:
            message = f"{log.number}.{replay.place}: {breach.message}"
            raise BookError(message, IMPOSSIBLE)


def paid_by(replay: DealReplay, stands: Replacement) -> Mapping[int, Flags]:
    """Give what the table paid by the words of a result, if they tell it."""
    if not isinstance(stands, ResultTyped | PassedOut):
        return {}
    flags = stands.flags
    told = (flags.each, flags.pool, flags.settled)
    return {replay.place: flags} if any(one is not None for one in told) else {}
