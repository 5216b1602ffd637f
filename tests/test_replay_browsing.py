"""What the dashboard lists of a whole book: the same as the replay of each deal tells."""

import json
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from core.counters import Twelfths
from replay.audit import audit_session
from replay.index.asking import opened
from replay.index.browsing import (
    PAGE,
    SORTS,
    DealRow,
    Filter,
    around,
    balances,
    contract_short,
    days,
    deal_facets,
    deals,
    finding_facets,
    findings,
    sessions,
)
from replay.locate import read_sessions
from replay.session import DealReplay
from tests.dashboard_book import book_of_samples
from tests.deals_to_show import SAMPLES

EVERY = dict.fromkeys(("session", "severity", "code", "state", "rule"))


class Samples:
    """The index of the samples, and their deals as they are replayed."""

    def __init__(
        self, folder: Path, con: duckdb.DuckDBPyConnection, numbers: dict[str, int]
    ) -> None:
        self.con = con
        self.numbers = numbers
        self.replays: dict[str, DealReplay] = {}
        self.findings: list[tuple[str, str, str]] = []
        for log in sorted((folder / "sessions").glob("*.jsonl")):
            for session in read_sessions(log, None):
                for replay, found in audit_session(session):
                    self.findings += [(f.code, f.severity.value, f.state) for f in found]
                    if replay is not None:
                        self.replays[f"{session.number}.{replay.place}"] = replay

    def rows(self, wanted: Filter, sort: str = "newest") -> list[DealRow]:
        """List all deals that fit, page by page."""
        found: list[DealRow] = []
        for number in range(len(self.replays) // PAGE + 1):
            found += deals(self.con, wanted, sort, number)
        return found


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Samples]:
    """Index the samples."""
    folder = tmp_path_factory.mktemp("browsing") / "book"
    book, numbers = book_of_samples(folder)
    with opened(book) as asked:
        yield Samples(folder, asked.con, numbers)


def test_every_deal_is_listed_once_and_as_its_replay_tells(samples: Samples) -> None:
    rows = {row.address: row for row in samples.rows(Filter())}
    assert rows.keys() == samples.replays.keys()
    for address, replay in samples.replays.items():
        row = rows[address]
        assert row.dealer == replay.players[replay.opened.dealer].name
        outcome = replay.outcome
        if outcome is not None and outcome.caller is not None:
            assert row.caller == replay.players[outcome.caller].name
            assert row.made == outcome.made
            assert row.gain_12 == gain_of(replay, outcome.caller)


def gain_of(replay: DealReplay, seat: int) -> Twelfths | None:
    """Tell what a seat gained: as the table took it, else by the rules."""
    if replay.recorded is not None:
        return replay.recorded.net.get(seat)
    return None if replay.net is None else replay.net[seat]


def test_each_filter_leaves_in_what_it_says(samples: Samples) -> None:
    replays = samples.replays
    boston = samples.rows(Filter(game="boston"))
    assert {row.game for row in boston} == {"boston"}
    assert len(boston) == sum(r.deal.book.key == "boston" for r in replays.values())
    names = ("Chloé",)
    sat = samples.rows(Filter(who=names))
    assert len(sat) == sum(
        any(p.name in names for p in r.players.values()) for r in replays.values()
    )
    lost = samples.rows(Filter(made="lost"))
    assert lost
    assert all(row.made is False for row in lost)
    assert all(row.findings for row in samples.rows(Filter(found=True)))
    assert all(row.level == "result" for row in samples.rows(Filter(level="result")))


def test_the_counts_beside_a_list_are_those_of_the_list(samples: Samples) -> None:
    for wanted in (Filter(), Filter(game="french"), Filter(made="made", level="cards")):
        rows = samples.rows(wanted)
        counts = deal_facets(samples.con, wanted)
        assert counts.total == len(rows)
        assert counts.by["game"].total() == sum(row.game is not None for row in rows)
        assert counts.by["c"].total() == sum(row.contract is not None for row in rows)


def test_lists_are_in_the_order_that_was_asked_for(samples: Samples) -> None:
    oldest = [(row.session, row.deal) for row in samples.rows(Filter(), "oldest")]
    assert oldest == sorted(oldest)
    dearest = [abs(row.gain_12) for row in samples.rows(Filter(), "dearest") if row.gain_12]
    assert dearest == sorted(dearest, reverse=True)


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize(
    "wanted",
    [
        Filter(),
        Filter(game="boston", made="lost"),
        Filter(who=("Chloé",), level="cards"),
        Filter(found=True, since="1900-01-01"),
        Filter(contract="grand-misere", until="2026-12-31"),
    ],
)
def test_beside_a_deal_are_those_beside_it_in_the_list(
    samples: Samples, wanted: Filter, sort: str
) -> None:
    rows = samples.rows(wanted, sort)
    assert rows
    for at in {0, 1, len(rows) // 2, len(rows) - 1} & set(range(len(rows))):
        stands = around(samples.con, wanted, sort, rows[at].session, rows[at].deal)
        assert stands is not None
        assert (stands.position, stands.total) == (at + 1, len(rows))
        assert stands.before == (rows[at - 1].address if at else None)
        assert stands.after == (rows[at + 1].address if at + 1 < len(rows) else None)


def test_a_deal_that_is_not_in_a_list_has_no_place_in_it(samples: Samples) -> None:
    boston = samples.rows(Filter(game="boston"))[0]
    french = Filter(game="french")
    assert around(samples.con, french, "newest", boston.session, boston.deal) is None


@pytest.mark.parametrize("wanted", [Filter(), Filter(game="boston"), Filter(found=True)])
def test_days_add_up_to_the_list(samples: Samples, wanted: Filter) -> None:
    rows = samples.rows(wanted)
    by_day = days(samples.con, wanted)
    assert [str(row.day) for row in by_day] == sorted({str(row.day) for row in rows})
    for day in by_day:
        on_it = [row for row in rows if row.day == day.day]
        assert day.deals == len(on_it) == day.whole + day.part + day.result
        assert day.sessions == len({row.session for row in on_it})
        assert day.whole == sum(row.level == "all-tricks" for row in on_it)
        assert day.findings == sum(row.findings for row in on_it)


@pytest.mark.parametrize("level", ["cards", "whole", "part", "result"])
def test_levels_part_the_deals(samples: Samples, level: str) -> None:
    one_of = {"cards": {"whole", "part"}}.get(level, {level})
    everything, rows = samples.rows(Filter()), samples.rows(Filter(level=level))
    assert rows
    assert {row.address for row in rows} == {
        row.address
        for row in everything
        if {"all-tricks": "whole", "result": "result"}.get(row.level, "part") in one_of
    }
    assert deal_facets(samples.con, Filter(level=level)).total == len(rows)
    stands = around(samples.con, Filter(level=level), "newest", rows[0].session, rows[0].deal)
    assert stands is not None
    assert stands.total == len(rows)


def test_every_finding_is_counted_and_listed(samples: Samples) -> None:
    counts = finding_facets(samples.con, EVERY)
    assert counts.total == len(samples.findings)
    assert counts.by["state"]["open"] == sum(s == "open" for _, _, s in samples.findings)
    revokes = findings(samples.con, {**EVERY, "code": "revoke"}, 0)
    assert len(revokes) == sum(code == "revoke" for code, _, _ in samples.findings)


def test_the_latest_sessions_come_first_with_their_players(samples: Samples) -> None:
    rows = sessions(samples.con, 3)
    count = len(samples.numbers)
    assert [row.session for row in rows] == [count, count - 1, count - 2]
    assert {row.sessions for row in rows} == {count}
    opened = json.loads(
        (SAMPLES / f"{list(samples.numbers)[-1]}.jsonl").read_bytes().split(b"\n")[0]
    )
    sat = sorted(opened["events"][0]["players"].values(), key=lambda player: player["id"])
    assert rows[0].players == ", ".join(player["name"] for player in sat)


def test_contracts_are_written_as_the_command_line_writes_them() -> None:
    assert contract_short("boston", "8", "H") == "8♥"
    assert contract_short("fontainebleau", "7", "NT") == "7 no trump"
    assert contract_short("boston", "little-misere", None) == "little misère"
    assert contract_short("boston", None, None) == "—"
    assert contract_short("skat", "grand", None) == "grand"


def test_balances_of_a_session_are_those_of_its_deals(samples: Samples) -> None:
    for point in balances(samples.con, samples.numbers["boston/2026-11-29"], None, ()):
        replay = samples.replays[f"{point.session}.{point.deal}"]
        seats = {player.name: seat for seat, player in replay.players.items()}
        assert replay.balances[seats[point.name]] == point.amount_12


def test_over_all_sessions_there_is_a_point_a_session(samples: Samples) -> None:
    points = balances(samples.con, None, None, ("Chloé",))
    assert len(points) > 1
    assert len({point.session for point in points}) == len(points)
