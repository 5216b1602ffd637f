"""Simulated sessions written as scripts and recorded again from them (ux 6)."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from core.rulebook import RuleBook
from events.book import make_book
from events.model import (
    DealVoided,
    Event,
    HandsDealt,
    PlayEnded,
    Sealed,
    SessionClosed,
    SessionOpened,
)
from replay.recorder.recording import Recorder, Reply, run_script
from replay.recorder.script import deal_script, session_line
from replay.session import SessionLog, replay_session
from replay.simulate import Step, simulate
from replay.source import sessions_of


def sayable(
    book: RuleBook, deals: int, seed: int, options: dict[str, str]
) -> Iterator[list[Event]]:
    """Simulate sessions in which no claim shares tricks among several: no line can say that."""
    for steps in simulate(book, deals, seed, 4, book.resolve(options)):
        if not any(map(_is_claimed, steps)):
            yield [event for step in steps for event in step.events]


def _is_claimed(step: Step) -> bool:
    return any(isinstance(event, PlayEnded) and event.how == "claim" for event in step.events)


def script_of(events: Sequence[Event]) -> str:
    """Write a session as a script."""
    opened = events[0]
    assert isinstance(opened, SessionOpened)
    parts = [deal_script(replay) for replay in replay_session([(0, tuple(events))])]
    closing = ["close"] if isinstance(events[-1], SessionClosed) else []
    return "\n".join([session_line(opened), *parts, *closing])


def sat(folder: Path, script: str) -> tuple[SessionLog, list[Reply]]:
    """Record a script into a book of its own."""
    book = make_book(folder, "", None, "counter")
    replies: list[Reply] = []
    recorder = Recorder(book=book, clock=lambda: None, by_deal=True)
    run_script(recorder, script.splitlines(), "x", replies.append)
    (log,) = sessions_of(book.logs()[0])
    assert isinstance(log, SessionLog)
    return log, replies


def typed(script: str, folder: Path) -> tuple[list[Event], list[str]]:
    """Record a script; gives the events and the warnings."""
    log, replies = sat(folder, script)
    again: list[Event] = [e for _, run in log.chunks for e in run]  # type: ignore[misc]
    return again, [warning for reply in replies for warning in reply.warnings]


def happened(events: Iterable[object]) -> list[object]:
    """List what happened: hands one by one and with them the talon, a session's words apart."""
    said: list[object] = []
    for event in events:
        match event:
            case SessionOpened() | Sealed():
                pass
            case HandsDealt(hands=hands, talon=talon):
                said += [*hands.items(), *([talon] if talon else [])]
            case DealVoided(deal=deal, kind=kind):
                said.append((deal, kind))
            case _:
                said.append(event)
    return said
