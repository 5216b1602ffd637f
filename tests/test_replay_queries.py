"""Every figure of the index against an independent pass in plain Python over the replay JSON.

The pass reads what ``trickbook replay --json`` prints and adds up by itself; it shares nothing with
the index but the deals.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import duckdb
import pytest

from core.games import ALL, BY_KEY
from core.seats import ANTICLOCKWISE
from events.book import Book, make_book, open_book
from replay import queries
from replay.index.asking import opened
from replay.index.sql_text import named
from replay.showing import replay_documents
from replay.simulated import write_simulation

Deal: TypeAlias = dict[str, Any]
"""A deal as ``replay --json`` has it."""

FEW: Final = 200
MANY: Final = 5_000


class Both(NamedTuple):
    """The same deals twice: as the index has them, and as replay prints them."""

    con: duckdb.DuckDBPyConnection
    deals: list[Any]

    def ask(self, query: str) -> dict[Any, Any]:
        """Ask for pairs of a key, or of a tuple of keys, and a figure."""
        rows = self.con.sql(query).fetchall()
        found = {(row[0] if len(row) == 2 else row[:-1]): row[-1] for row in rows}
        assert len(found) == len(rows)
        return found


def simulated(folder: Path, deals: int) -> Book:
    """Make a book of all games, so many deals in all."""
    book = make_book(folder / "all", "", None, "white counter")
    each = -(-deals // len(ALL))
    for seed, game in enumerate(ALL):
        write_simulation(game, each, seed, game.seats[0], game.resolve({}), folder / game.key)
        for log in open_book(folder / game.key).logs():
            log.rename(book.next_log())
    return book


def both_of(folder: Path, deals: int) -> Iterator[Both]:
    book = simulated(folder, deals)
    with opened(book) as asked:
        yield Both(asked.con, list(replay_documents(book, [])))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both_of(tmp_path_factory.mktemp("few"), FEW)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both_of(tmp_path_factory.mktemp("many"), MANY)


@pytest.fixture(params=["few", pytest.param("many", marks=pytest.mark.sweep)])
def both(request: pytest.FixtureRequest) -> Both:
    found: Both = request.getfixturevalue(request.param)
    return found


# -- the pass in plain Python ---------------------------------------------------------------------


def twelfths(amount: str) -> int:
    found = Fraction(amount) * 12
    assert found.denominator == 1
    return found.numerator


def key_of(deal: Deal) -> tuple[int, int]:
    session, place = deal["deal"].split(".")
    return int(session), int(place)


def taken(deal: Deal) -> dict[str, int] | None:
    """Give what each seat gained as the balances have it."""
    said = deal["recorded"] if deal["recorded"] is not None and deal["voided"] is None else deal
    if said["net"] is None or None in said["net"].values():
        return None
    return {seat: twelfths(amount) for seat, amount in said["net"].items()}


def counts(deal: Deal) -> bool:
    return deal["voided"] is None and taken(deal) is not None


def role(deal: Deal, seat: str) -> str | None:
    if not BY_KEY[deal["game"]].ladder:
        return "single"
    if deal["caller"] is not None:
        return {deal["caller"]: "caller", deal["partner"]: "partner"}.get(seat, "defender")
    ended = deal["calls"] is not None and deal["voided"] is None
    return "all-pass" if ended or deal["contract"] is not None else None


def per_player(deals: list[Any]) -> Iterator[tuple[Any, str, str]]:
    """Give each deal for each of its players: deal, seat, player."""
    for deal in deals:
        for seat, name in deal["players"].items():
            yield deal, seat, name.casefold()


def total(pairs: Iterator[tuple[Any, int]]) -> dict[Any, int]:
    sums: defaultdict[Any, int] = defaultdict(int)
    for key, value in pairs:
        sums[key] += value
    return dict(sums)


# -- the figures ----------------------------------------------------------------------------------


def test_there_are_as_many_deals(both: Both) -> None:
    assert both.ask("select game, count(*) from player_deals group by 1") == Counter(
        deal["game"] for deal, _, _ in per_player(both.deals)
    )
    assert both.ask("select 'all', count(*) from deals") == {"all": len(both.deals)}


def test_roles_are_deals_times_players(both: Both) -> None:
    found = both.ask("select person, role, count(*) from player_deals group by all")
    assert found == Counter((name, role(deal, seat)) for deal, seat, name in per_player(both.deals))
    assert sum(found.values()) == sum(len(deal["players"]) for deal in both.deals)
    by_place = both.ask("select place, count(*) from player_deals where seats = 4 group by 1")
    assert len(set(by_place.values())) == 1


def test_net_by_person_and_game(both: Both) -> None:
    found = both.ask(
        "select person, game, sum(net_12) from player_deals where left_out is null group by all"
    )
    assert found == total(
        ((name, deal["game"]), (taken(deal) or {})[seat])
        for deal, seat, name in per_player(both.deals)
        if counts(deal)
    )


def test_net_by_role_contract_and_made(both: Both) -> None:
    found = both.ask(
        "select role, contract, made, count(*) || ' ' || sum(net_12) from player_deals "
        "where left_out is null group by all"
    )
    rows = [
        ((role(deal, seat), deal["contract"], deal["made"]), (taken(deal) or {})[seat])
        for deal, seat, _ in per_player(both.deals)
        if counts(deal)
    ]
    number, net = Counter(key for key, _ in rows), total(iter(rows))
    assert found == {key: f"{number[key]} {net[key]}" for key in number}


def test_made_rates_of_contracts(both: Both) -> None:
    found = both.ask(
        "select game, contract, trumps, made, count(*) from contracts where left_out is null "
        "group by all"
    )
    assert found == Counter(
        (deal["game"], deal["contract"], deal["trumps"], deal["made"])
        for deal in both.deals
        if counts(deal) and deal["contract"] is not None
    )


def test_tricks_of_each_seat(both: Both) -> None:
    found = both.ask("select person, sum(own_tricks) from player_deals group by 1")
    assert found == total(
        (name, deal["tricks"][seat])
        for deal, seat, name in per_player(both.deals)
        if deal["tricks"] is not None
    )


def test_who_pays_whom(both: Both) -> None:
    found = both.ask("select payer, payee, kind, sum(amount_12) from pairs group by all")
    kinds = {"contribution": "contributions", "payment": "payments", "division": "division"}

    def paid() -> Iterator[tuple[Any, int]]:
        for deal in both.deals:
            who = {seat: name.casefold() for seat, name in deal["players"].items()}
            for kind, field in kinds.items():
                for one in deal[field] or ():
                    key = (who.get(one["from"]), who.get(one["to"]), kind)
                    yield key, twelfths(one["amount"])

    assert found == total(paid())


def test_every_card(both: Both) -> None:
    found = both.ask("select seat, card, won, count(*) from plays group by all")

    def cards() -> Iterator[tuple[str, str, bool | None]]:
        for deal in both.deals:
            right = BY_KEY[deal["game"]].direction == ANTICLOCKWISE
            for trick in deal["play"] or ():
                around = "ABCD"[: len(deal["players"])]
                at = around.index(trick["leader"])
                turns = around[at:] + around[:at]
                turns = turns[0] + turns[:0:-1] if right else turns
                for seat, card in zip(trick.get("seats") or turns, trick["cards"], strict=False):
                    yield seat, card, None if trick["winner"] is None else seat == trick["winner"]

    assert found == Counter(cards())


def test_every_call(both: Both) -> None:
    found = both.ask("select person, call, count(*) from auctions group by all")
    assert found == Counter(
        (deal["players"][call["seat"]].casefold(), call["call"])
        for deal in both.deals
        for call in deal["calls"] or ()
    )


def test_balances_in_a_session(both: Both) -> None:
    found = both.ask("select session, deal, seat, balance_12 from player_deals")
    assert found == {
        (*key_of(deal), seat): None if amount is None else twelfths(amount)
        for deal in both.deals
        for seat, amount in deal["balances"].items()
    }


def test_the_running_balance_is_what_was_gained_so_far(both: Both) -> None:
    found = both.ask("select session, deal, person, running_12 from balances")
    before: defaultdict[str, int] = defaultdict(int)
    expected: dict[Any, int] = {}
    sessions: defaultdict[int, list[Any]] = defaultdict(list)
    for deal in both.deals:
        sessions[key_of(deal)[0]].append(deal)
    for _, deals in sorted(sessions.items()):
        start = twelfths(deals[0]["options"]["initial_balance"])
        now: dict[str, int] = {}
        for deal in deals:
            for seat, amount in deal["balances"].items():
                name = deal["players"][seat].casefold()
                now[name] = before[name] + twelfths(amount) - start
                expected[*key_of(deal), name] = now[name]
        before |= now
    assert found == expected


def test_findings_and_levels(both: Both) -> None:
    assert both.ask("select code, count(*) from findings group by 1") == Counter(
        finding["code"] for deal in both.deals for finding in deal["findings"]
    )
    assert both.ask("select level, count(*) from deals group by 1") == Counter(
        deal["level"] for deal in both.deals
    )
    assert both.ask("select coalesce(voided, ''), count(*) from deals group by 1") == Counter(
        deal["voided"] or "" for deal in both.deals
    )


def test_hands_and_their_strength(both: Both) -> None:
    found = both.ask("select session, deal, seat, hand from player_deals where hand is not null")
    expected = {
        (*key_of(deal), seat): hand
        for deal in both.deals
        for seat, hand in (deal["hands"] or {}).items()
        if hand is not None and "?" not in hand
    }
    assert {key: found[key] for key in expected} == expected
    strengths = both.ask(
        "select session, deal, seat, strength from player_deals where hand is not null"
    )
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1}
    assert strengths == {
        key: sum(worth.get(char, 0) for char in hand) for key, hand in found.items()
    }


def test_pools(both: Both) -> None:
    found = both.ask(
        "select session, deal, pool_before || ' ' || pool_after from deals "
        "where pool_after is not null"
    )
    assert found == {
        key_of(deal): f"{twelfths(deal['pool']['before'])} {twelfths(deal['pool']['after'])}"
        for deal in both.deals
        if deal["pool"] is not None and deal["pool"]["after"] is not None
    }


FILTERS: Final = ("game", "role", "contract", "made", "trumps", "place", "level", "ending", "seat")


@pytest.mark.parametrize("filtered", FILTERS)
def test_the_sums_over_all_values_of_a_filter_are_the_unfiltered_total(
    both: Both, filtered: str
) -> None:
    parts = both.con.sql(
        f"select {filtered}, count(*), sum(net_12) from player_deals where left_out is null "
        "group by 1"
    ).fetchall()
    ((number, net),) = both.con.sql(
        "select count(*), sum(net_12) from player_deals where left_out is null"
    ).fetchall()
    assert (sum(row[1] for row in parts), sum(row[2] for row in parts)) == (number, net)
    values = [row[0] for row in parts]
    assert len(values) == len(set(values))


def test_streaks(both: Both) -> None:
    runs: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    last: dict[str, str] = {}
    for deal, seat, name in per_player(sorted(both.deals, key=key_of)):
        if counts(deal):
            net = (taken(deal) or {})[seat]
            kind = "won" if net > 0 else "lost" if net < 0 else "even"
            if last.get(name) == kind:
                runs[name, kind][-1] += 1
            else:
                runs[name, kind].append(1)
            last[name] = kind
    found = both.ask(
        "select person, kind, list(length order by length desc) from streaks "
        "where kind in ('won', 'lost') group by all"
    )
    assert found == {
        key: sorted(lengths, reverse=True)[:20] for key, lengths in runs.items() if key[1] != "even"
    }


def test_every_person_is_one_row(both: Both) -> None:
    names = {name.casefold(): name for deal in both.deals for name in deal["players"].values()}
    assert both.ask("select person, name from people") == names


# -- named questions ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", named())
def test_a_question_tells_what_it_asks_and_what_it_counts(name: str) -> None:
    told = list(queries.heading(name))
    assert told[0].endswith(("?", ".", ")."))
    assert any(line.startswith("Columns: ") for line in told)
    assert any("Counted: " in line for line in told)


@pytest.mark.parametrize("name", named())
def test_a_question_is_answered(both: Both, name: str) -> None:
    assert queries.ask(both.con, name, person="ada").fetchall()


def test_the_questions_answer_what_the_pass_gives(both: Both) -> None:
    made = queries.ask(both.con, "made_rates").fetchall()
    assert {row[:3]: row[3:5] for row in made} == {
        key: (len(found), sum(found)) for key, found in _made(both.deals).items()
    }
    leaders = queries.ask(both.con, "leaders").fetchall()
    gained = both.ask(
        "select person, arg_max(running_12, position * 1000 + deal) from balances group by 1"
    )
    assert {row[0]: row[4] for row in leaders} == gained


def _made(deals: list[Deal]) -> dict[Any, list[bool]]:
    found: defaultdict[Any, list[bool]] = defaultdict(list)
    for deal in deals:
        if counts(deal) and deal["caller"] is not None and deal["made"] is not None:
            person = deal["players"][deal["caller"]].casefold()
            found[person, deal["game"], deal["contract"]].append(deal["made"])
    return found
