"""The card corpus: logs of simulated sessions, and the events of their deals as already read."""

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from core.cards import UNKNOWN_CARD
from core.deal import Deal
from core.games import BY_KEY
from events.model import (
    CallMade,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CardPlayed,
    CardShown,
    CardTurned,
    CarteBlancheDeclared,
    Conceded,
    Event,
    HandExposed,
    PlayEnded,
    ResultStated,
    TrickTaken,
    TrumpNamed,
)
from replay.audit import audit_session
from replay.reducer import Observation, evolve_all
from replay.session import DealReplay
from replay.simulated import write_simulation
from replay.source import sessions_of

SEATS: Final = 4
COUNTED: Final[dict[type, str]] = {
    CallMade: "calls",
    TrumpNamed: "trumps",
    CardLaid: "laid cards",
    CardShown: "shown cards",
    CardDiscarded: "discards",
    HandExposed: "exposures",
    CarteBlancheDeclared: "cartes blanches",
    CardPlayed: "cards",
    CardTurned: "turned cards",
    CardDrawn: "draws",
    TrickTaken: "winners told",
    Conceded: "endings",
    PlayEnded: "endings",
    ResultStated: "results",
}
"""What counts as a recorded act: all that is said or done at the table, results and ends included.
Openings, hands, settlements and seals are read and checked, not counted."""
NO_EARLY_END: Final[dict[str, Any]] = dict.fromkeys(
    ("MISDEALS", "CANCELLED", "CONCESSIONS", "GIVES_UP", "CLAIMS", "STOPS"), 0.0
)
"""The simulation's chances of a deal that ends before its rules end it."""


class Fold(NamedTuple):
    """A deal for the engine alone: how it opens, and all its events."""

    start: Deal
    events: tuple[Event, ...]

    def fresh(self) -> Deal:
        """Open the deal anew."""
        start = self.start
        card = start.talon[0] if start.talon else UNKNOWN_CARD
        told = (start.number, start.dealer, start.turned, card)
        deal = Deal(start.book, start.options, start.seats, *told)
        deal.carried = start.carried
        return deal


class Log(NamedTuple):
    """A log file and what is in it."""

    path: Path
    deals: int
    acts: int
    kinds: dict[str, int]
    """Acts by what they are."""
    folds: tuple[Fold, ...]

    @property
    def acts_a_deal(self) -> float:
        """Give the mean length of a deal."""
        return self.acts / self.deals


def write_log(
    path: Path, game: str, deals: int, seed: int, *, played_out: bool, seats: int = SEATS
) -> Log:
    """Simulate sessions into one log file.

    Args:
        path: the file to write.
        game: the game's key.
        deals: how many, voided ones included.
        seed: the same one gives the same file.
        played_out: no deal is voided, conceded, claimed or stopped: the cards or the rules
            of the contract end each.
        seats: how many sit at the table.

    """
    book = BY_KEY[game]
    patched = patch.multiple("replay.simulate", **NO_EARLY_END)
    with patched if played_out else nullcontext():
        write_simulation(book, deals, seed, seats, book.resolve({}), path)
    return _gathered(path)


def _gathered(path: Path) -> Log:
    replays = list(settled_deals(path))
    folds = tuple(_fold(replay) for replay in replays)
    kinds = Counter(
        COUNTED[type(event)] for fold in folds for event in fold.events if type(event) in COUNTED
    )
    return Log(path, len(replays), kinds.total(), dict(kinds), folds)


def _fold(replay: DealReplay) -> Fold:
    return Fold(replay.start(), tuple(event for _, run in replay.runs for event in run))


def settled_deals(path: Path) -> Iterator[DealReplay]:
    """Read a log, replay it and check everything: the whole way from text to settlement.

    Raises:
        ValueError: the audit has found something.

    """
    for log in sessions_of(path):
        for replay, findings in audit_session(log):
            if findings:
                raise ValueError(findings)
            if replay is not None:
                yield replay


def fold_deals(folds: tuple[Fold, ...]) -> None:
    """Fold the events of deals through the rules, each act checked against the law.

    Raises:
        ValueError: the law has found something.

    """
    observed: list[Observation] = []
    for fold in folds:
        evolve_all(fold.fresh(), fold.events, 0, observed)
    if observed:
        raise ValueError(observed)
