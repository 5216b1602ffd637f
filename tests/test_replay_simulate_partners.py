"""Simulated Fontainebleau and Russian Boston: clean, and everything lawful comes up."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from core.games import BY_KEY
from core.rulebook import Ending
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
from replay.audit import audit_session
from replay.recorder.recording import Recorder, Reply, run_script
from replay.recorder.script import deal_script, session_line
from replay.session import DealReplay, SessionLog, replay_session
from replay.simulate import simulate
from replay.simulated import write_simulation
from replay.source import sessions_of

GAMES: Final = ("fontainebleau", "russian")
LADDER: Final = [rung.key for rung in BY_KEY["fontainebleau"].ladder]
OTHERWISE: Final = {
    "fontainebleau": {
        "suit_order": "french",
        "grand_price": "plus_ten",
        "slam_table": "2",
        "honours": "false",
        "lost_slam_surcharge": "true",
        "pay_instead": "base",
        "revoke_rule": "recommended",
        "division": "whole",
    },
    "russian": {"carte_blanche": "no_court_card", "suit_order": "french", "division": "whole"},
}


class Seen:
    """What came up in the deals of a file, and what the audit found in it."""

    def __init__(self, game: str, deals: int, seed: int, options: dict[str, str]) -> None:
        self.findings: list[str] = []
        self.contracts: Counter[tuple[str, bool | None]] = Counter()
        self.partners: Counter[tuple[str, bool | None, int]] = Counter()
        self.endings: set[Ending] = set()
        self.suits: set[int | None] = set()
        self.solo = self.carte_blanche = self.asked_in_vain = 0
        book = BY_KEY[game]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.jsonl"
            write_simulation(book, deals, seed, 4, book.resolve(options), path)
            for log in sessions_of(path):
                for replay, found in audit_session(log):
                    self.findings += [f"{one.place} {one.code}" for one in found]
                    if replay is not None:
                        self.see(replay)

    def see(self, replay: DealReplay) -> None:
        outcome, deal = replay.outcome, replay.deal
        if outcome is None or outcome.contract is None:
            return
        key = outcome.contract.key
        self.contracts[key, outcome.made] += 1
        self.endings.add(outcome.ending)
        self.suits.add(outcome.trump)
        self.solo += any(call.solo for _, call in deal.calls)
        self.carte_blanche += bool(outcome.carte_blanche)
        self.asked_in_vain += deal.asked and outcome.partner is None
        if outcome.partner is not None and outcome.caller is not None:
            self.partners[key, outcome.made, (outcome.partner - outcome.caller) % 4] += 1


@pytest.mark.parametrize("game", GAMES)
def test_120_deals_are_clean_and_most_comes_up(game: str) -> None:
    for options in ({}, OTHERWISE[game]):
        seen = Seen(game, 120, 5, options)
        assert seen.findings == []
        assert len({key for key, _ in seen.contracts}) >= 14
        assert seen.suits >= {0, 1, 2, 3, 4}
        assert seen.partners


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_1200_deals_are_clean_and_every_contract_is_made_and_lost(game: str) -> None:
    seen = Seen(game, 1200, 7, {})
    assert seen.findings == []
    expected = {(key, made) for key in LADDER for made in (True, False)}
    assert set(seen.contracts) == {*expected, ("misere-partout", None)}
    assert seen.endings == set(Ending) - {Ending.THROWN_IN}
    adds = BY_KEY[game].partner_adds
    assert {(key, made) for key, made, _ in seen.partners} == {
        (key, made) for key in adds for made in (True, False)
    }
    assert {apart for _, _, apart in seen.partners} == {1, 2, 3}
    assert seen.asked_in_vain > 5
    assert (seen.solo > 20, seen.carte_blanche > 20) == ((game == "russian",) * 2)


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_1200_deals_by_other_settings_are_clean(game: str) -> None:
    assert Seen(game, 1200, 8, OTHERWISE[game]).findings == []


# -- recorded again from its script ---------------------------------------------------------------


def happened(events: list[Event]) -> list[object]:
    """List what happened: hands one by one, the words of a session apart."""
    said: list[object] = []
    for event in events:
        match event:
            case SessionOpened() | Sealed():
                pass
            case HandsDealt(hands=hands):
                said += hands.items()
            case DealVoided(deal=deal, kind=kind):
                said.append((deal, kind))
            case _:
                said.append(event)
    return said


def sayable(game: str, deals: int, seed: int) -> Iterator[list[Event]]:
    """Simulate sessions in which no claim shares tricks among several: no line can say that."""
    book = BY_KEY[game]
    for steps in simulate(book, deals, seed, 4, book.resolve(OTHERWISE[game])):
        events = [event for step in steps for event in step.events]
        if not any(isinstance(event, PlayEnded) and event.how == "claim" for event in events):
            yield events


@pytest.mark.parametrize("game", GAMES)
def test_ux_6_a_session_recorded_again_from_its_script_has_the_same_events(
    game: str, tmp_path: Path
) -> None:
    count = 0
    for number, events in enumerate(sayable(game, 60, 11)):
        opened = events[0]
        assert isinstance(opened, SessionOpened)
        script = session_line(opened)
        for replay in replay_session([(0, tuple(events))]):
            script += f"\n{deal_script(replay)}"
        if isinstance(events[-1], SessionClosed):
            script += "\nclose"
        book = make_book(tmp_path / f"{number}", "again", None, "counter")
        recorder = Recorder(book=book, clock=lambda: None, by_deal=True)
        replies: list[Reply] = []
        run_script(recorder, script.splitlines(), "x", replies.append)
        (log,) = sessions_of(book.logs()[0])
        assert isinstance(log, SessionLog)
        again = [e for _, run in log.chunks for e in run]
        assert happened(again) == happened(events)  # type: ignore[arg-type]
        assert [reply.warnings for reply in replies if reply.warnings] == []
        count += 1
    assert count
