"""Deals of every game for the tests of the dashboard: those of the samples, and simulated ones."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.games import ALL, BY_KEY
from core.rulebook import RuleBook
from dashboard.payload import Shown
from events.model import Player
from replay.audit import audit_session
from replay.session import SessionLog
from replay.simulate import simulate
from replay.source import sessions_of

if TYPE_CHECKING:
    from replay.corrections import Chunk

SAMPLES = Path(__file__).parents[1] / "samples"


class Case(NamedTuple):
    """A deal to be shown."""

    label: str
    shown: Shown

    def as_seen_by(self, seat: int | None) -> Shown:
        """Give it in the view of a seat."""
        return self.shown._replace(seat=seat)

    def with_names(self, *names: str) -> Shown:
        """Give it with other players."""
        players = {
            seat: Player(id=f"p{seat}", name=names[seat % len(names)])
            for seat in self.shown.replay.players
        }
        return self.shown._replace(replay=replace(self.shown.replay, players=players))


def _cases(log: SessionLog, label: str) -> Iterator[Case]:
    for replay, findings in audit_session(log):
        if replay is not None:
            shown = Shown(log.number, log.file, replay, findings, None)
            yield Case(f"{label}:{log.number}.{replay.place}", shown)


@cache
def sample_cases() -> tuple[Case, ...]:
    """Give the deals of the samples."""
    files = [f for f in sorted(SAMPLES.glob("*/*.jsonl")) if f.suffixes == [".jsonl"]]
    return tuple(
        case
        for file in files
        for log in sessions_of(file)
        for case in _cases(log, f"{file.parent.name}/{file.stem}")
    )


@cache
def simulated_cases(key: str, seats: int, deals: int) -> tuple[Case, ...]:
    """Give simulated deals of a game, all cards known."""
    cases: list[Case] = []
    book = BY_KEY[key]
    for number, steps in enumerate(simulate(book, deals, 5, seats, book.resolve({})), 1):
        chunks: list[Chunk] = []
        seq = 0
        for step in steps:
            chunks.append((seq, tuple(step.events)))
            seq += len(step.events)
        log = SessionLog("simulated.jsonl", number, tuple(chunks), ())
        cases += _cases(log, book.key)
    return tuple(cases)


def games() -> list[tuple[RuleBook, int]]:
    """Give each game with each number of seats that it is played at."""
    return [(book, seats) for book in ALL for seats in book.seats]


def case(label: str) -> Case:
    """Give a deal of the samples by its name: ``boston/2026-11-29:1.2``."""
    return next(one for one in sample_cases() if one.label == label)
