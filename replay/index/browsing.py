"""Deals, findings and sessions of a whole book, filtered and paged: what the dashboard lists."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import duckdb
import pyarrow as pa

from core.cards import SUIT_LETTERS, SUIT_SIGNS
from core.counters import Twelfths
from core.games import BY_KEY
from core.rulebook import Aim, Ending
from core.tricks import NO_TRUMP_TEXT
from replay.explain import plain, signed
from replay.queries import ask

PAGE: Final = 50
SORTS: Final = ("newest", "oldest", "dearest")
Row = TypeVar("Row", bound=tuple[Any, ...])


class Filter(NamedTuple):
    """Which deals are wanted; what is None leaves nothing out."""

    game: str | None = None
    since: str | None = None
    """A day, ``2026-11-29``."""
    until: str | None = None
    who: tuple[str, ...] = ()
    """Names; one of them sat at the table."""
    contract: str | None = None
    made: str | None = None
    """``made``, ``lost``, ``void`` or ``not known``."""
    level: str | None = None
    """``result``, or ``cards`` for all others: ``whole`` where every trick is known, ``part``."""
    found: bool | None = None
    """Only deals with open findings."""
    caller: str | None = None
    """His name."""
    margin: int | None = None
    """By how many tricks the contract was made (+) or missed (−); four is four or more."""

    def parameters(self) -> dict[str, object]:
        """Give it as parameters of a question."""
        return {**self._asdict(), "who": list(self.who)}


class DealRow(NamedTuple):
    """One deal of a list."""

    session: int
    deal: int
    day: object
    game: str | None
    dealer: str | None
    contract: str | None
    trumps: str | None
    caller: str | None
    partner: str | None
    tricks: int | None
    target: int | None
    made: bool | None
    ending: str | None
    gain_12: Twelfths | None
    pool_before: Twelfths | None
    pool: Twelfths | None
    level: str
    voided: str | None
    findings: int

    @property
    def address(self) -> str:
        """The deal's address."""
        return f"{self.session}.{self.deal}"

    @property
    def what(self) -> str:
        """The contract in short."""
        return contract_short(self.game, self.contract, self.trumps)

    @property
    def how(self) -> str:
        """How it went, in short."""
        if self.voided is not None:
            return f"does not stand: {self.voided}"
        if self.ending == Ending.THROWN_IN.value:
            return "thrown in"
        if self.ending == Ending.CONCEDED.value:
            return "conceded"
        if self.made is None:
            return "—" if self.contract is None else "result not known"
        wanted = f" of {self.target}" if self.target else ""
        took = "" if self.tricks is None else f"took {self.tricks}{wanted}, "
        return f"{took}{'made' if self.made else 'lost'}"

    @property
    def gain(self) -> str:
        """What the caller gained."""
        return signed(self.gain_12)

    @property
    def pools(self) -> str:
        """The pool before and after it."""
        if self.pool_before is None:
            return "—"
        return f"{plain(self.pool_before)} → {plain(self.pool)}"


class FindingRow(NamedTuple):
    """One finding of a list."""

    session: int
    deal: int | None
    place: str
    code: str
    severity: str
    rule: str
    state: str
    message: str


class SessionRow(NamedTuple):
    """One session of a list."""

    session: int
    day: object
    game: str | None
    state: str
    problem: str | None
    deals: int
    findings: int
    players: str | None
    sessions: int
    """How many there are in all."""


class Around(NamedTuple):
    """Where a deal stands in a list."""

    position: int
    """From 1."""
    total: int
    before: str | None
    """The address of the deal above it in the list; None where it is the first."""
    after: str | None


class Facets(NamedTuple):
    """How many fit a filter, by what can be chosen next."""

    total: int
    by: Mapping[str, Counter[str]]


def contract_short(game: str | None, contract: str | None, trumps: str | None) -> str:
    """Write a contract in short: ``8♥``, ``little misère``; a dash where there is none."""
    if contract is None:
        return "—"
    book = BY_KEY.get(game or "")
    rung = None if book is None else book.ladder_by_key.get(contract)
    if rung is None:
        return contract
    if not rung.trumps:
        return rung.title
    if trumps is None:
        return rung.code or rung.title
    if trumps == NO_TRUMP_TEXT:
        return f"{rung.code} no trump"
    return rung.code + SUIT_SIGNS[SUIT_LETTERS.index(trumps)]


def deals(con: duckdb.DuckDBPyConnection, wanted: Filter, sort: str, page: int) -> list[DealRow]:
    """List deals, a page at a time, counted from 0."""
    found = ask(con, "browse/deals", **wanted.parameters(), sort=sort, skip=PAGE * page)
    return [DealRow(*row) for row in found.fetchall()]


def around(
    con: duckdb.DuckDBPyConnection, wanted: Filter, sort: str, session: int, deal: int
) -> Around | None:
    """Tell where a deal stands in a list, and which are beside it; None if it is not in it."""
    asked = {**wanted.parameters(), "sort": sort, "session": session, "deal": deal}
    rows = ask(con, "browse/around", **asked).fetchall()
    return Around(*rows[0]) if rows else None


def deal_facets(con: duckdb.DuckDBPyConnection, wanted: Filter) -> Facets:
    """Count the deals that fit, by game, contract, result, and how much is recorded."""
    rows = ask(con, "browse/facets", **wanted.parameters()).fetchall()
    by: dict[str, Counter[str]] = {
        name: Counter() for name in ("game", "c", "made", "rec", "found")
    }
    total = 0
    for game, contract, made, level, count, found in rows:
        total += count
        for name, value in (("game", game), ("c", contract), ("made", made), ("rec", level)):
            by[name].update({value: count} if value is not None else {})
        by["found"].update({"open": found} if found else {})
    return Facets(total, by)


def findings(
    con: duckdb.DuckDBPyConnection, wanted: Mapping[str, object], page: int
) -> list[FindingRow]:
    """List findings, a page at a time, counted from 0."""
    found = ask(con, "browse/findings", **wanted, skip=PAGE * page)
    return [FindingRow(*row) for row in found.fetchall()]


def finding_facets(con: duckdb.DuckDBPyConnection, wanted: Mapping[str, object]) -> Facets:
    """Count the findings that fit, by severity, code and state."""
    rows: Sequence[tuple[str, str, str, int]]
    rows = ask(con, "browse/finding_counts", **wanted).fetchall()
    by: dict[str, Counter[str]] = {name: Counter() for name in ("sev", "state", "code")}
    for severity, code, state, count in rows:
        for name, value in (("sev", severity), ("state", state), ("code", code)):
            by[name].update({value: count})
    return Facets(sum(row[3] for row in rows), by)


def sessions(con: duckdb.DuckDBPyConnection, count: int) -> list[SessionRow]:
    """List the latest sessions."""
    return [SessionRow(*row) for row in ask(con, "browse/sessions", count=count).fetchall()]


# -- names hidden ---------------------------------------------------------------------------------


class Known(NamedTuple):
    """One who is known to the index."""

    id: str
    """As written."""
    name: str
    alias: str
    """A number, in the order in which they first sat at a table: the same for merged entries."""


def players_of(con: duckdb.DuckDBPyConnection) -> list[Known]:
    """Give everybody with an alias."""
    numbers: dict[str, int] = {}
    found: list[Known] = []
    for player, person, name in ask(con, "browse/people").fetchall():
        number = numbers.setdefault(person, len(numbers) + 1)
        found.append(Known(player, name, f"player {number}"))
    return found


def hide_names(con: duckdb.DuckDBPyConnection, called: Mapping[str, str]) -> None:
    """Let an opened index know everybody by another name only.

    Args:
        con: the index.
        called: what each is called, by id.

    """
    people = con.table("people").to_arrow_table()
    alias = [called[one] for one in people["id"].to_pylist()]
    persons = [called[one] for one in people["person"].to_pylist()]
    for name, words in (("person", persons), ("name", alias), ("own_name", alias)):
        at = people.schema.get_field_index(name)
        people = people.set_column(at, name, pa.array(words, pa.string()))
    con.register("people", people)
    pairs = [pa.array([*words], pa.string()) for words in (called, called.values())]
    con.register("aliases", pa.Table.from_arrays(pairs, ["id", "alias"]))
    con.execute("alter view streaks rename to streaks_by_id")
    con.execute(
        "create view streaks as select s.* replace (a.alias as person) "
        "from streaks_by_id s join aliases a on a.id = s.person"
    )


# -- days, contracts, balances -----------------------------------------------------------------


class DayRow(NamedTuple):
    """How much was played on a day, and how well it is recorded."""

    day: dt.date | None
    sessions: int
    deals: int
    whole: int
    """Deals of which every trick is known with its cards."""
    part: int
    result: int
    findings: int
    """Open ones."""


class DeclaredRow(NamedTuple):
    """What one player declared so many times, with the same tricks in the end."""

    name: str
    sat: int
    """In how many such deals he sat, whoever called."""
    contract: str
    aim: str
    target: int
    tricks: int | None
    """Of his side; None where they are not known."""
    is_known: bool
    """Whether it is known if the contract was made."""
    deals: int

    @property
    def asks_at_least(self) -> bool:
        """Whether the contract asks for so many tricks or more."""
        return self.aim == Aim.AT_LEAST.value


class Point(NamedTuple):
    """Where a player stood."""

    name: str
    session: int
    deal: int
    place: int
    """Of the point in the line: the deal, or the session in the order of sessions."""
    amount_12: Twelfths


class Companion(NamedTuple):
    """Who sat at a player's tables, and in how many sessions."""

    person: str
    name: str
    sessions: int


def companions(con: duckdb.DuckDBPyConnection, person: str) -> list[Companion]:
    """Name those who sat most often at a player's tables."""
    return [Companion(*row) for row in ask(con, "browse/companions", player=person).fetchall()]


def balances(
    con: duckdb.DuckDBPyConnection, session: int | None, game: str | None, who: Sequence[str]
) -> list[Point]:
    """Tell where the players stood: in a session by deal, else over all sessions."""
    found = ask(con, "browse/balances", session=session, game=game, who=list(who))
    return [Point(*row) for row in found.fetchall()]


def days(con: duckdb.DuckDBPyConnection, wanted: Filter) -> list[DayRow]:
    """Tell how much was played on each day; deals whose day is not known come last."""
    return [DayRow(*row) for row in ask(con, "browse/days", **wanted.parameters()).fetchall()]


def declared(con: duckdb.DuckDBPyConnection, wanted: Filter) -> list[DeclaredRow]:
    """Tell who declared what in deals that stand, those who sat in most deals first.

    Args:
        con: the index.
        wanted: which deals; players named in it are callers.

    """
    found = ask(con, "browse/declared", **wanted.parameters())
    return [DeclaredRow(*row) for row in found.fetchall()]
