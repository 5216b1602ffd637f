"""Simulated play: the same seed gives the same bytes, and everything lawful can come up."""

import dataclasses
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from core.counters import counters
from core.games.boston import BOSTON
from core.rulebook import Ending
from events.book import BookError, open_book
from events.log import verify_log
from events.model import DealOpened, SessionOpened
from replay.locate import state_of
from replay.session import DealReplay, SessionLog, open_session, replay_session
from replay.simulate import Step, _Table, simulate
from replay.simulated import write_simulation
from replay.source import sessions_of
from tests.test_replay_session import events_in, simulated_logs

OPTIONS: Final = BOSTON.resolve({})


def sessions(deals: int, seed: int, **options: str) -> list[list[Step]]:
    """Simulate sessions of Boston."""
    return list(simulate(BOSTON, deals, seed, 4, BOSTON.resolve(options)))


# -- seeds ----------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.jsonl", "two.jsonl"):
        assert write_simulation(BOSTON, 30, 7, 4, OPTIONS, tmp_path / name) == 3
    one, two = ((tmp_path / name).read_bytes() for name in ("one.jsonl", "two.jsonl"))
    assert one == two
    write_simulation(BOSTON, 30, 8, 4, OPTIONS, tmp_path / "three.jsonl")
    assert (tmp_path / "three.jsonl").read_bytes() != one


def test_the_same_seed_gives_the_same_deals_whatever_was_drawn_before() -> None:
    random.seed(1)
    first = sessions(5, 3)
    random.seed(2)
    random.random()
    assert sessions(5, 3) == first


def test_more_deals_go_on_where_fewer_have_ended() -> None:
    assert sessions(20, 3)[0] == sessions(13, 3)[0]


# -- sessions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [0, 1, 12, 13, 40])
def test_so_many_deals_are_dealt_as_were_asked_for(deals: int) -> None:
    found = sessions(deals, 5)
    assert sum(step.ends_deal for steps in found for step in steps) == deals


def test_ab_a_a_session_is_closed_after_its_twelfth_deal_and_the_last_may_stay_open() -> None:
    *whole, last = (state_of(log) for log in simulated_logs(120, 4))
    assert all(session is not None and session.is_complete for session in whole)
    assert all(session is not None and session.closed for session in whole)
    assert last is not None
    assert last.closed is last.is_complete is False


def test_a_last_session_that_is_whole_is_closed_too() -> None:
    deals = sum(step.ends_deal for step in sessions(40, 3)[0])
    (only,) = sessions(deals, 3)
    assert only[-1].events[0].type == "session_closed"


def test_each_session_has_a_table_of_its_own() -> None:
    opened = [steps[0].events[0] for steps in sessions(120, 4)]
    dealers = [one.dealer for one in opened if isinstance(one, SessionOpened)]
    assert len(dealers) == len(opened)
    assert len(set(dealers)) > 2


def test_the_options_of_the_table_stand_in_each_session() -> None:
    for steps in sessions(30, 5, lost_slam="stop"):
        opened = steps[0].events[0]
        assert isinstance(opened, SessionOpened)
        assert opened.options == BOSTON.resolve({"lost_slam": "stop"})


def test_each_deal_is_one_entry_from_its_opening_to_its_settlement() -> None:
    for steps in sessions(30, 5):
        deals = [step for step in steps if step.ends_deal]
        kinds = [step.events[0].type for step in steps if not step.ends_deal]
        assert kinds in (["session_opened"], ["session_opened", "session_closed"])
        for step in deals:
            assert isinstance(step.events[0], DealOpened)
            assert step.events[-1].type in {"deal_settled", "deal_voided"}


# -- everything can come up -----------------------------------------------------------------------


def replays(logs: Iterable[SessionLog]) -> list[DealReplay]:
    """Replay all deals of some logs."""
    return [one for log in logs for one in replay_session(log.chunks)]


class Seen:
    """What came up in simulated deals."""

    def __init__(self, deals: Iterable[DealReplay]) -> None:
        self.voids: Counter[str] = Counter()
        self.contracts: Counter[tuple[str, bool | None]] = Counter()
        self.endings: Counter[tuple[str, Ending]] = Counter()
        self.leaders: Counter[int] = Counter()
        self.full: set[int] = set()
        self.in_time: set[bool] = set()
        for one in deals:
            self.see(one)

    def see(self, one: DealReplay) -> None:
        """See a deal."""
        if one.pool_now is not None:
            self.full.add(one.pool_now.full)
        if one.voided is not None:
            self.voids[one.voided.kind] += 1
            return
        outcome = one.outcome
        assert outcome is not None
        assert outcome.contract is not None
        self.contracts[outcome.contract.key, outcome.made] += 1
        self.endings[outcome.contract.key, outcome.ending] += 1
        if outcome.ending is Ending.CONCEDED:
            self.in_time.add(outcome.in_time)
        if outcome.caller is None and outcome.tricks is not None:
            self.leaders[outcome.tricks.count(max(outcome.tricks))] += 1


LADDER: Final = [contract.key for contract in BOSTON.ladder]


def test_most_of_what_is_lawful_comes_up_in_240_deals() -> None:
    seen = Seen(
        replays((*simulated_logs(120, 4), *simulated_logs(72, 51), *simulated_logs(60, 41)))
    )
    assert set(seen.voids) == {"misdeal", "cancelled"}
    made = {key for key, made in seen.contracts if made}
    lost = {key for key, made in seen.contracts if made is False}
    assert len(made & {*LADDER}) >= 12
    assert len(lost & {*LADDER}) >= 12
    assert {ending for _, ending in seen.endings} == set(Ending) - {Ending.THROWN_IN}
    assert {1, 2} <= set(seen.leaders)
    assert {0, 1} <= seen.full


@pytest.mark.sweep
def test_every_contract_made_and_lost_and_every_lawful_ending_comes_up() -> None:
    seen = Seen(replays((*simulated_logs(3000, 91), *simulated_logs(600, 92, lost_slam="stop"))))
    expected = {(key, made) for key in LADDER for made in (True, False)}
    assert expected <= set(seen.contracts)
    numbers = [key for key in LADDER if key.isdigit()]
    endings = {(key, Ending.STOPPED) for key in numbers}
    endings |= {(key, ending) for key in LADDER for ending in (Ending.PLAYED, Ending.CONCEDED)}
    endings |= {(key, Ending.CLAIMED) for key in (*LADDER, "misere-partout")}
    assert endings - set(seen.endings) == set()
    assert {key for key, ending in seen.endings if ending is Ending.GIVEN_UP} >= {*numbers[:3]}
    assert set(seen.leaders) == {1, 2, 3}
    assert {0, 1, 2} <= seen.full
    assert seen.in_time == {True, False}
    assert min(seen.voids["misdeal"], seen.voids["cancelled"]) > 20


# -- files and books ------------------------------------------------------------------------------


def test_a_file_holds_sessions_one_after_another_each_entry_sealed(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    assert write_simulation(BOSTON, 30, 7, 4, OPTIONS, path) == 3
    logs = list(sessions_of(path))
    assert [log.number for log in logs] == [1, 2, 3]
    assert len(replays(logs)) == 30
    with path.open("rb") as stream:
        seen = verify_log(stream)
    assert (seen.faults, seen.sealed) == ((), seen.events)


def test_a_folder_becomes_a_book_with_a_log_a_session(tmp_path: Path) -> None:
    assert write_simulation(BOSTON, 30, 7, 4, OPTIONS, tmp_path / "book") == 3
    book = open_book(tmp_path / "book")
    assert (book.game, book.title) == ("boston", "Boston (American settlement), simulated")
    assert [path.name for path in book.logs()] == ["0001.jsonl", "0002.jsonl", "0003.jsonl"]
    write_simulation(BOSTON, 30, 7, 4, OPTIONS, tmp_path / "x.jsonl")
    in_file = [events_in(run) for log in sessions_of(tmp_path / "x.jsonl") for _, run in log.chunks]
    in_book = [
        events_in(run) for path in book.logs() for log in sessions_of(path) for _, run in log.chunks
    ]
    acts = [[run for run in runs if run[0].type != "sealed"] for runs in (in_file, in_book)]
    assert acts[0] == acts[1]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"mine")
    with pytest.raises(BookError, match="is there already; a log is never written over") as error:
        write_simulation(BOSTON, 1, 7, 4, OPTIONS, tmp_path / "x.jsonl")
    assert error.value.exit_code == 4
    assert (tmp_path / "x.jsonl").read_bytes() == b"mine"
    write_simulation(BOSTON, 1, 7, 4, OPTIONS, tmp_path / "book")
    with pytest.raises(BookError, match="is a book already"):
        write_simulation(BOSTON, 1, 7, 4, OPTIONS, tmp_path / "book")


# -- other games ----------------------------------------------------------------------------------


def with_a_book(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Any:  # noqa: ANN401
    """Let Boston be another game for this test."""
    book = dataclasses.replace(BOSTON, **changes)
    monkeypatch.setattr("replay.session.BY_KEY", {book.key: book})
    return book


def test_a_game_that_turns_no_card_has_none_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    book = with_a_book(monkeypatch, turns_card=False)
    for steps in simulate(book, 8, 3, 4, OPTIONS):
        for step in steps[1:]:
            assert isinstance(step.events[0], DealOpened)
            assert step.events[0].turned is None


def test_a_deal_that_nobody_can_price_is_not_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    book = with_a_book(monkeypatch, settle=lambda *_: None)
    with pytest.raises(ValueError, match="come to an end that the rules do not price"):
        list(simulate(book, 8, 3, 4, OPTIONS))


def test_a_deal_that_is_over_is_not_gone_on_with() -> None:
    opened = sessions(1, 3)[0][0].events[0]
    assert isinstance(opened, SessionOpened)
    table = _Table(open_session(opened), random.Random(1))
    table.void("cancelled")
    with pytest.raises(ValueError, match="the deal is over"):
        _ = table.deal


def test_the_pool_of_simulated_sessions_is_never_below_nothing() -> None:
    for one in replays(simulated_logs(120, 4)):
        assert one.pool_now is not None
        assert 0 <= one.pool_now.current < counters(250)
