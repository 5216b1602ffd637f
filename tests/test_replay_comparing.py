"""Two players side by side: the figures of the statistics, and the evenings that both sat."""

import re
from collections.abc import Iterator

import duckdb
import pytest

from replay.index.asking import opened
from replay.index.browsing import companions
from replay.statistics.comparing import Comparison, compare
from replay.statistics.parts import PLAYERS
from replay.statistics.question import StatisticsError, Wanted, answer
from tests.dashboard_book import book_of_samples


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """Index the samples."""
    book, _ = book_of_samples(tmp_path_factory.mktemp("comparing") / "book")
    with opened(book) as asked:
        yield asked.con


def compared(con: duckdb.DuckDBPyConnection, *who: str, game: str | None = None) -> Comparison:
    """Compare two."""
    return compare(con, Wanted("player", who, game))


def test_each_column_is_the_players_own_row(con: duckdb.DuckDBPyConnection) -> None:
    told = compared(con, "Chloé", "José")
    (own,) = (
        row
        for table in answer(con, Wanted("player", ("José",))).tables
        if table.part.name == PLAYERS.name
        for row in table.rows
    )
    figures = {row.title: row for row in told.figures}
    assert figures["deals"].other.told == str(own["deals"])
    assert figures["made"].other.told == str(own["made"])
    assert re.fullmatch(rf"\d+ % to \d+ %, n {own['declared']}", figures["made %"].other.basis)
    assert [found.name for found in told.people] == ["Chloé", "José"]


def test_turned_round_the_columns_change_places(con: duckdb.DuckDBPyConnection) -> None:
    told, turned = compared(con, "Chloé", "José"), compared(con, "José", "Chloé")
    for part in ("figures", "roles", "places", "paid"):
        cells = {row.title: (row.one, row.other) for row in getattr(told, part)}
        assert cells == {row.title: (row.other, row.one) for row in getattr(turned, part)}
    assert told.ahead == turned.ahead[::-1]


def test_what_they_paid_each_other_is_that_of_the_pair(con: duckdb.DuckDBPyConnection) -> None:
    told = compared(con, "Chloé", "José", game="boston")
    paid = {row.title: (row.one.told, row.other.told) for row in told.paid}
    assert paid == {"payments": ("3", "4"), "paid to the other": ("250", "135")}


def test_their_evenings_are_those_in_which_both_sat(con: duckdb.DuckDBPyConnection) -> None:
    told = compared(con, "Chloé", "José")
    gained: dict[str, dict[int, int]] = {}
    rows = con.sql(
        "select name, session, sum(net_12 - contributed_12 + divided_12)::bigint "
        "from player_deals where left_out is null and name in ('Chloé', 'José') group by all"
    ).fetchall()
    for name, session, gain in rows:
        gained.setdefault(name, {})[session] = gain
    both = gained["Chloé"].keys() & gained["José"].keys()
    assert {one.session for one in told.evenings} == both != set()
    for one in told.evenings:
        assert (one.one, one.other) == (gained["Chloé"][one.session], gained["José"][one.session])
    assert sum(told.ahead) <= len(told.evenings)


def test_two_who_never_met_have_no_evenings(con: duckdb.DuckDBPyConnection) -> None:
    told = compared(con, "Chloé", "Пётр")
    assert told.evenings == ()
    assert {row.one.told for row in told.paid} == {"—"}


def test_one_is_not_compared_with_himself(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(StatisticsError, match="the same one"):
        compared(con, "Chloé", "Chloé")
    with pytest.raises(StatisticsError, match="nobody in this book is called"):
        compared(con, "Chloé", "Nobody at all")


def test_companions_are_those_of_the_same_tables(con: duckdb.DuckDBPyConnection) -> None:
    found = {one.person: one.sessions for one in companions(con, "Chloé")}
    assert "José" in found
    assert "Chloé" not in found
    assert [*found.values()] == sorted(found.values(), reverse=True)
    assert found["José"] == len(compared(con, "Chloé", "José").evenings)
