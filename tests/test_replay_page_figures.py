"""Players and contracts on pages: what their replays tell, and what `trickbook stats` prints."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.book import Book
from replay.audit import audit_session
from replay.index.asking import opened
from replay.index.browsing import Filter, deals
from replay.locate import read_sessions
from replay.recorder.keeping import Signed
from replay.roster import merge_players, player_rows
from replay.session import DealReplay
from replay.statistics.page_figures import (
    Shown,
    contracts_shown,
    deals_command,
    pays_shown,
    player_shown,
    players_shown,
    rate_text,
)
from replay.statistics.parts import CONTRACTS, PLAYERS, ROLES
from tests.dashboard_book import book_of_samples
from tests.test_cli import DONE, run

FILTERS = (
    Filter(),
    Filter(game="boston", level="cards"),
    Filter(since="1890-01-01", until="1960-12-31", level="whole"),
    Filter(who=("Chloé", "Ada")),
    Filter(game="french", level="part"),
    Filter(level="result"),
)


class Samples:
    """The index of the samples, and their deals as they are replayed."""

    def __init__(self, book: Book, con: duckdb.DuckDBPyConnection, numbers: dict[str, int]) -> None:
        self.book = book
        self.con = con
        self.numbers = numbers
        self.replays: dict[str, DealReplay] = {
            f"{session.number}.{replay.place}": replay
            for log in book.logs()
            for session in read_sessions(log, None)
            for replay, _ in audit_session(session)
            if replay is not None
        }

    def seen(self, shown: Shown | None) -> Shown:
        """Give what is shown, which has to be something."""
        assert shown is not None
        return shown


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Samples]:
    """Index the samples."""
    book, numbers = book_of_samples(tmp_path_factory.mktemp("figures") / "book")
    with opened(book) as asked:
        yield Samples(book, asked.con, numbers)


def stands(replay: DealReplay) -> bool:
    """Whether a deal counts for its players."""
    return replay.voided is None and not replay.is_open


def test_what_players_gained_is_what_their_balances_moved_by(samples: Samples) -> None:
    """Deals that do not stand may cost a contribution: sessions without such are compared."""
    number = samples.numbers["fontainebleau/1889-10-05"]
    whole = [r for a, r in samples.replays.items() if a.startswith(f"{number}.")]
    assert all(stands(replay) for replay in whole)
    shown = samples.seen(players_shown(samples.con, Filter(until="1889-12-31")))
    found = {row["name"]: row for row in shown.rows(PLAYERS)}
    first, last = whole[0], whole[-1]
    start = 12 * int(first.deal.options["initial_balance"])
    for seat, player in last.players.items():
        assert found[player.name]["gain"] == (last.balances[seat] or 0) - start
        assert found[player.name]["deals"] == len(whole)


@pytest.mark.parametrize("game", ["boston", "fontainebleau", "russian", "french"])
def test_contracts_are_counted_as_their_outcomes_tell(samples: Samples, game: str) -> None:
    rows = samples.seen(contracts_shown(samples.con, Filter(game=game))).rows(CONTRACTS)
    declared = [
        outcome
        for replay in samples.replays.values()
        if replay.deal.book.key == game and replay.voided is None
        if (outcome := replay.outcome) is not None and outcome.made is not None
        if outcome.caller is not None and outcome.contract is not None
    ]
    assert sum(row["declared"] for row in rows) == len(declared)
    assert sum(row["made"] for row in rows) == sum(one.made is True for one in declared)
    assert sum(row["declared"] for row in rows if not row["alone"]) == sum(
        one.partner is not None for one in declared
    )


def test_parts_of_a_player_add_up_to_his_deals(samples: Samples) -> None:
    for row in samples.seen(players_shown(samples.con, Filter())).rows(PLAYERS):
        shown = samples.seen(player_shown(samples.con, Filter(), row["name"]))
        (own,) = shown.rows(PLAYERS)
        assert own["gain"] == row["gain"]
        assert sum(part["deals"] for part in shown.rows(ROLES)) == row["deals"]
        assert sum(part["gain"] for part in shown.rows(ROLES)) == row["gain"]


@pytest.mark.parametrize("wanted", FILTERS)
def test_the_command_beside_a_page_prints_its_figures(samples: Samples, wanted: Filter) -> None:
    for shown in (
        players_shown(samples.con, wanted),
        contracts_shown(samples.con, wanted),
        pays_shown(samples.con, wanted, 12),
    ):
        seen = samples.seen(shown)
        words = [*shlex.split(seen.command)[1:], "--book", str(samples.book.path)]
        ran = run(*words)
        assert (ran.code, ran.out) == (DONE, f"{seen.text}\n")
        assert json.loads(run(*words, "--json").out) == json.loads(json.dumps(seen.document))


def test_the_command_beside_a_players_page_prints_more_than_that(samples: Samples) -> None:
    seen = samples.seen(player_shown(samples.con, Filter(game="boston"), "Chloé"))
    ran = run(*shlex.split(seen.command)[1:], "--book", str(samples.book.path))
    assert ran.out.startswith(seen.text)


@pytest.mark.parametrize(
    "wanted", [Filter(), Filter(game="french"), Filter(who=("Chloé",), level="cards")]
)
def test_the_command_beside_the_history_lists_its_deals(samples: Samples, wanted: Filter) -> None:
    command = deals_command(wanted)
    assert command is not None
    ran = run(*shlex.split(command)[1:], "--json", "--book", str(samples.book.path))
    told = [json.loads(line)["deal"] for line in ran.out.splitlines()]
    listed = [
        row.address for page in range(20) for row in deals(samples.con, wanted, "oldest", page)
    ]
    assert sorted(told) == sorted(listed)


def test_no_command_is_told_that_lists_other_deals() -> None:
    for wanted in (Filter(contract="8"), Filter(made="lost"), Filter(since="1900-01-01")):
        assert deals_command(wanted) is None


def test_nobody_is_shown_where_nobody_is_called_so(samples: Samples) -> None:
    assert players_shown(samples.con, Filter(who=("Nobody",))) is None
    assert player_shown(samples.con, Filter(), "Nobody") is None


def test_the_list_of_players_counts_as_pages_do(tmp_path: Path) -> None:
    book, _ = book_of_samples(tmp_path / "book")
    merge_players(book, "Ann", "Bill", Signed("anna", None, None, dry_run=False))
    with opened(book) as asked:
        shown = players_shown(asked.con, Filter())
    assert shown is not None
    counts: dict[str, int] = {}
    last: dict[str, str] = {}
    for listed in player_rows(book):
        person = str(listed["person"] or listed["id"])
        counts[person] = counts.get(person, 0) + int(str(listed["deals"]))
        last[person] = max(last.get(person, ""), str(listed["last_day"] or ""))
    for row in shown.rows(PLAYERS):
        assert counts.pop(row["person"]) == row["deals"]
        assert last[row["person"]] == (row["latest"] or "")
    assert set(counts.values()) <= {0}


def test_a_share_is_told_with_its_cases_and_its_interval() -> None:
    assert rate_text({"made": 5, "declared": 8}) == "5 of 8, 62 % (31–86)"
    assert rate_text({"made": 0, "declared": 0}) == "—"


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_within_its_interval(case: tuple[int, int]) -> None:
    made, declared = case
    told = rate_text({"made": made, "declared": declared})
    share, (low, high) = int(told.split(", ")[1].split(" ")[0]), told[:-1].split("(")[1].split("–")
    assert int(low) <= share <= int(high)
