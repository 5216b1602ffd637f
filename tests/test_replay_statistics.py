"""Statistics against an independent pass over what `trickbook replay --json` tells."""

import datetime as dt
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import duckdb
import pytest

from core.games import ALL, BY_KEY
from core.rulebook import Aim
from events.book import Book, make_book, open_book
from replay.documents import Document
from replay.index.asking import opened
from replay.showing import replay_documents
from replay.simulated import write_simulation
from replay.statistics.chances import strength_expected
from replay.statistics.enquiry import Enquiry, Filters
from replay.statistics.parts import PAGE, QUESTIONS
from replay.statistics.question import LEVELS, Wanted, deals_behind

SAMPLES: Final = Path(__file__).parent.parent / "samples"
DEALS: Final = 44
"""Of each game in the quick tests: more than a session of French Boston."""
MANY: Final = 1000
"""Of each game in the sweep."""
POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
NO_BIDS: Final = {"pass", "ask", "accept"}
_ADD_UP: Final = {"deals", "net", "declared", "made", "hands", "honoured", "stakes", "fed", "won"}
PARTS: Final = list(dict.fromkeys([part for parts in QUESTIONS.values() for part in parts]))


# -- books ----------------------------------------------------------------------------------------


def simulated_book(folder: Path, deals: int) -> Book:
    """Make a book of simulated sessions of all games."""
    for seed, game in enumerate(ALL):
        write_simulation(game, deals, seed, game.seats[0], game.resolve({}), folder / game.key)
    book = open_book(folder / ALL[0].key)
    for game in ALL[1:]:
        for log in open_book(folder / game.key).logs():
            log.rename(book.next_log())
    return book


def samples_book(folder: Path) -> Book:
    """Make a book of the samples: what people typed, with what they got wrong and left out."""
    book = make_book(folder / "samples", "samples", None, "white counter")
    for log in sorted(SAMPLES.glob("[bfrg]*/*.jsonl")):
        if not log.name.endswith(".replay.jsonl"):
            shutil.copy(log, book.next_log())
    return book


class Seen:
    """A book, its index, and what its replay tells."""

    def __init__(self, book: Book, con: duckdb.DuckDBPyConnection) -> None:
        self.con = con
        self.deals = [_read(document) for document in replay_documents(book, [])]

    def rows(self, part: str, **filters: object) -> list[dict[str, Any]]:
        """Count a part."""
        enquiry = Enquiry(self.con, _filters_of(filters))
        chosen = next(one for one in PARTS if one.name == part)
        return [dict(row) for row in enquiry.table(chosen).rows]


def _filters_of(filters: Mapping[str, Any]) -> Filters:
    return Filters(limit=None, **filters)


@pytest.fixture(scope="module", params=["simulated", "samples"])
def seen(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Seen]:
    folder = tmp_path_factory.mktemp("statistics")
    book = samples_book(folder) if request.param == "samples" else simulated_book(folder, DEALS)
    with opened(book) as asked:
        yield Seen(book, asked.con)


# -- the independent pass -------------------------------------------------------------------------


def _read(document: Document) -> dict[str, Any]:
    """Make of a replayed deal what is counted of it; amounts are fractions of a counter."""
    deal: dict[str, Any] = dict(document)
    players: dict[str, str] = deal["players"]
    book = BY_KEY[deal["game"]]
    seats = list(players)
    recorded = deal["recorded"] if deal["voided"] is None else None
    net = (recorded or {}).get("net") or deal["net"] or {}
    known = all(net.get(seat) is not None for seat in seats)
    deal["counts"] = deal["voided"] is None and known
    deal["stands"] = deal["voided"] is None
    money = _moved(deal)
    deal["money"] = {
        seat: {**money[seat], "net": Fraction(net[seat]) if known else None} for seat in seats
    }
    for one in deal["money"].values():
        one["gain"] = None if not known else one["net"] - one["stakes"] + one["division"]
    contract = {rung.key: rung for rung in book.ladder}.get(deal["contract"])
    deal["declared"] = deal["stands"] and deal["caller"] is not None and deal["made"] is not None
    deal["margin"] = None
    side = _side_tricks(deal)
    if contract is not None and contract.aim is Aim.AT_LEAST and side is not None:
        deal["margin"] = side - deal["target"]
    dealer, step = seats.index(deal["dealer"]), book.direction
    order = [seats[(dealer + step * (place + 1)) % len(seats)] for place in range(len(seats))]
    deal["place"] = {seat: place for place, seat in enumerate(order, 1)}
    deal["strength"] = {seat: _strength(deal, seat) for seat in seats}
    return deal


def _moved(deal: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    moved = {seat: {"stakes": Fraction(0), "division": Fraction(0)} for seat in deal["players"]}
    for paid in deal["contributions"]:
        moved[paid["from"]]["stakes"] += Fraction(paid["amount"])
    for paid in deal["division"]:
        moved[paid["to"]]["division"] += Fraction(paid["amount"])
    return moved


def _side_tricks(deal: Mapping[str, Any]) -> int | None:
    """Only what all tricks by seat tell; a result may tell it otherwise."""
    tricks = deal["tricks"]
    if tricks is None or deal["caller"] is None:
        return None
    partner = deal["partner"]
    return int(tricks[deal["caller"]]) + (0 if partner is None else int(tricks[partner]))


def _strength(deal: Mapping[str, Any], seat: str) -> int | None:
    hand = (deal["hands"] or {}).get(seat)
    if hand is not None and "?" not in hand:
        return sum(POINTS.get(card, 0) for card in hand)
    if deal["talon"] is not None or deal["game"] == "german-whist":
        return None
    cards = [card for card in _shown(deal, seat) if card != "?"]
    if len(set(cards)) < BY_KEY[deal["game"]].cards_each[len(deal["players"])]:
        return None
    return sum(POINTS.get(card[0], 0) for card in set(cards))


def _shown(deal: Mapping[str, Any], seat: str) -> Iterator[str]:
    seats = list(deal["players"])
    discard = (deal["discards"] or {}).get(seat)
    if discard is not None:
        yield discard
    hand = (deal["hands"] or {}).get(seat)
    if hand and "." in hand:
        for suit, ranks in zip("SHDC", hand.removesuffix("?").split("."), strict=True):
            yield from (rank + suit for rank in ranks.rstrip("?"))
    for trick in deal["play"] or ():
        if trick["leader"] is None or trick["cards"] is None:
            continue
        first, step = seats.index(trick["leader"]), BY_KEY[deal["game"]].direction
        order = trick.get("seats") or [
            seats[(first + step * turn) % len(seats)] for turn in range(len(seats))
        ]
        yield from (card for who, card in zip(order, trick["cards"], strict=False) if who == seat)


def _role(deal: Mapping[str, Any], seat: str) -> str:
    if not BY_KEY[deal["game"]].ladder:
        return "single"
    if deal["caller"] is None:
        return "all-pass"
    if seat in (deal["caller"], deal["partner"]):
        return "caller" if seat == deal["caller"] else "partner"
    return "defender"


def twelfths(amount: Fraction | int) -> int:
    """Give an amount as the index has it."""
    whole = amount * 12
    assert whole == int(whole)
    return int(whole)


def sums(deals: Sequence[Mapping[str, Any]], *keys: str) -> dict[Any, dict[str, int]]:
    """Sum the deals that count by what is named: name, role, place, game …"""
    found: dict[Any, dict[str, int]] = defaultdict(Counter)
    for deal in deals:
        if not deal["counts"]:
            continue
        for seat, name in deal["players"].items():
            told = {
                "name": name,
                "role": _role(deal, seat),
                "place": deal["place"][seat],
                "session": int(deal["session"]),
            }
            row = found[tuple(told[key] for key in keys)]
            row["deals"] += 1
            for figure, amount in deal["money"][seat].items():
                row[figure] += twelfths(amount)
    return found


def contracts(deals: Sequence[Mapping[str, Any]], *keys: str) -> dict[Any, Counter[str]]:
    """Count contracts declared and made."""
    found: dict[Any, Counter[str]] = defaultdict(Counter)
    for deal in deals:
        if not deal["declared"]:
            continue
        names = deal["players"]
        told = {
            "caller_name": names[deal["caller"]],
            "partner_name": deal["partner"] and names[deal["partner"]],
            "game": deal["game"],
            "contract": deal["contract"],
            "alone": deal["partner"] is None,
        }
        row = found[tuple(told[key] for key in keys)]
        row["declared"] += 1
        row["made"] += deal["made"]
        row["priced"] += deal["counts"]
        if deal["counts"]:
            row["gain"] += twelfths(deal["money"][deal["caller"]]["gain"])
    return found


def picked(rows: Sequence[Mapping[str, Any]], keys: Sequence[str], *figures: str) -> dict[Any, Any]:
    """Take some figures of rows, by what the rows are of."""
    return {
        tuple(row[key] for key in keys): tuple(row[figure] for figure in figures) for row in rows
    }


def told(found: Mapping[Any, Mapping[str, int]], *figures: str) -> dict[Any, Any]:
    """Take the same figures of what was counted here."""
    return {key: tuple(row[figure] for figure in figures) for key, row in found.items()}


# -- every aggregate ------------------------------------------------------------------------------


def test_players(seen: Seen) -> None:
    figures = ("deals", "net", "stakes", "division", "gain")
    rows = seen.rows("players")
    assert picked(rows[:-1], ["name"], *figures) == told(sums(seen.deals, "name"), *figures)
    assert picked(rows[-1:], [], *figures) == told(sums(seen.deals), *figures)
    called = contracts(seen.deals, "caller_name")
    for row in rows[:-1]:
        mine = called[(row["name"],)]
        assert (row["declared"], row["made"]) == (mine["declared"], mine["made"])
        sat = {one["session"] for one in seen.deals if row["name"] in one["players"].values()}
        assert row["sessions"] <= len(sat)


def test_what_others_make_of_his_contracts(seen: Seen) -> None:
    usual = contracts(seen.deals, "game", "contract", "alone")
    owed: dict[str, Fraction] = defaultdict(Fraction)
    compared: Counter[str] = Counter()
    own = contracts(seen.deals, "caller_name", "game", "contract", "alone")
    for (name, *contract), row in own.items():
        everybody = usual[tuple(contract)]
        others = everybody["declared"] - row["declared"]
        if others:
            compared[name] += row["declared"]
            owed[name] += Fraction(row["declared"] * (everybody["made"] - row["made"]), others)
    for one in seen.rows("players")[:-1]:
        assert one["compared"] == compared[one["name"]]
        assert (one["owed"] or 0) == pytest.approx(float(owed[one["name"]]))


@pytest.mark.parametrize("key", ["role", "place"])
def test_roles_and_places(seen: Seen, key: str) -> None:
    rows = seen.rows(f"{key}s")
    figures = ("deals", "net", "gain")
    assert picked(rows, ["name", key], *figures) == told(sums(seen.deals, "name", key), *figures)
    seats = sum(len(deal["players"]) for deal in seen.deals if deal["counts"])
    assert sum(row["deals"] for row in rows) == seats


def test_contracts(seen: Seen) -> None:
    keys = ("game", "contract", "alone")
    found = contracts(seen.deals, *keys)
    figures = ("declared", "made", "priced", "gain")
    assert picked(seen.rows("contracts"), keys, *figures) == told(found, *figures)


def test_margins(seen: Seen) -> None:
    """Of deals played to the last trick as the tricks tell it; the table as the deals tell it."""
    deals = {deal["deal"]: deal for deal in deals_behind(seen.con, Wanted("contract"))}
    played = [deal for deal in seen.deals if deal["declared"] and _is_played_out(deal)]
    assert played
    for deal in played:
        assert deals[deal["deal"]]["margin"] == deal["margin"], deal["deal"]
    found: dict[Any, Counter[int]] = defaultdict(Counter)
    for told_of in deals.values():
        if "margin" in told_of["counts"]:
            margin = min(4, max(-4, told_of["margin"]))
            found[told_of["game"], told_of["contract"]][margin] += 1
    names = [f"under_{n}" for n in (4, 3, 2, 1)] + ["exact"] + [f"over_{n}" for n in (1, 2, 3, 4)]
    have: dict[Any, Counter[int]] = defaultdict(Counter)
    for row in seen.rows("margins"):
        for margin, name in enumerate(names, -4):
            have[row["game"], row["contract"]][margin] += row[name]
    assert have == found


def _is_played_out(deal: Mapping[str, Any]) -> bool:
    tricks = BY_KEY[deal["game"]].cards_each[len(deal["players"])]
    tricks -= deal["discards"] is not None
    winners = [trick["winner"] for trick in deal["play"] or ()]
    scored_as_played = not any(finding["code"] == "revoke" for finding in deal["findings"])
    return len(winners) == tricks and None not in winners and scored_as_played


def test_who_pays_whom(seen: Seen) -> None:
    paid: dict[Any, Counter[str]] = defaultdict(Counter)
    for deal in seen.deals:
        for payment in deal["payments"] or ():
            if "pool" not in (payment["from"], payment["to"]):
                names = deal["players"]
                row = paid[names[payment["from"]], names[payment["to"]]]
                row["payments"] += 1
                row["amount"] += twelfths(Fraction(payment["amount"]))
    rows = seen.rows("pays")
    figures = ("payments", "amount")
    assert picked(rows, ["payer_name", "payee_name"], *figures) == told(paid, *figures)
    for one in rows:
        back = paid[one["payee_name"], one["payer_name"]]["amount"]
        assert (one["back"], one["more"]) == (back, one["amount"] - back)


def test_partners(seen: Seen) -> None:
    found = contracts(seen.deals, "caller_name", "partner_name")
    with_partner = {key: row for key, row in found.items() if key[1] is not None}
    rows = seen.rows("partners")
    figures = ("declared", "made")
    keys = ["caller_name", "partner_name"]
    assert picked(rows, keys, *figures) == told(with_partner, *figures)


def test_pool(seen: Seen) -> None:
    moved: dict[Any, Counter[str]] = defaultdict(Counter)
    for deal in seen.deals:
        names = deal["players"]
        for one in deal["contributions"]:
            moved[(names[one["from"]],)]["stakes"] += twelfths(Fraction(one["amount"]))
        for one in deal["division"]:
            moved[(names[one["to"]],)]["division"] += twelfths(Fraction(one["amount"]))
        for one in deal["payments"] or ():
            kind, seat = ("fed", "from") if one["to"] == "pool" else ("won", "to")
            if "pool" in (one["from"], one["to"]):
                moved[(names[one[seat]],)][kind] += twelfths(Fraction(one["amount"]))
                moved[(names[one[seat]],)][f"{kind}_times"] += 1
    figures = ("stakes", "fed", "fed_times", "won", "won_times", "division")
    for name, row in picked(seen.rows("pool"), ["name"], *figures).items():
        assert row == tuple(moved[name][figure] for figure in figures), name


def test_boldness(seen: Seen) -> None:
    own: dict[str, Counter[str]] = defaultdict(Counter)
    usual: dict[Any, Counter[str]] = defaultdict(Counter)
    for deal in seen.deals:
        if not deal["stands"] or deal["calls"] is None:
            continue
        for seat, name in deal["players"].items():
            spoke = any(one["seat"] == seat and one["call"] not in NO_BIDS for one in deal["calls"])
            strength = deal["strength"][seat]
            own[name]["auctions"] += 1
            own[name]["spoke"] += spoke
            if strength is not None:
                own[name]["hands"] += 1
                own[name]["spoke_known"] += spoke
                own[name][f"{deal['game']} {strength}"] += 1
                usual[f"{deal['game']} {strength}"]["hands"] += 1
                usual[f"{deal['game']} {strength}"]["spoke"] += spoke
    figures = ("auctions", "spoke", "hands", "spoke_known")
    for row in seen.rows("boldness"):
        mine = own[row["name"]]
        assert tuple(row[one] for one in figures) == tuple(mine[one] for one in figures)
        owed = sum(
            Fraction(mine[key] * all_["spoke"], all_["hands"]) for key, all_ in usual.items()
        )
        assert (row["usual"] or 0) == pytest.approx(float(owed))


def test_forced_contracts(seen: Seen) -> None:
    found: Counter[str] = Counter()
    for deal in seen.deals:
        if deal["declared"] and deal["calls"]:
            bid = any(
                one["seat"] == deal["caller"] and one["call"] != "pass" for one in deal["calls"]
            )
            found[deal["players"][deal["caller"]]] += not bid
    rows = seen.rows("boldness")
    assert {row["name"]: row["forced"] for row in rows} == {
        row["name"]: found[row["name"]] for row in rows
    }


def test_hands_and_their_strength(seen: Seen) -> None:
    points: dict[str, Counter[str]] = defaultdict(Counter)
    bands: Counter[int] = Counter()
    for deal in seen.deals:
        for seat, name in deal["players"].items() if deal["stands"] else ():
            strength = deal["strength"][seat]
            if strength is not None:
                points[name]["hands"] += 1
                points[name]["points"] += strength
                bands[max(least for least in (0, 5, 8, 11, 14, 17) if least <= strength)] += 1
                if deal["counts"]:
                    points[name]["priced"] += 1
                    points[name]["gain"] += twelfths(deal["money"][seat]["gain"])
    for row in seen.rows("luck"):
        mine = points[row["name"]]
        assert (row["hands"], row["points"] or 0) == (mine["hands"], mine["points"])
        assert (row["priced"], row["gain"] or 0) == (mine["priced"], mine["gain"])
        owed = mine["hands"] * strength_expected(BY_KEY["boston"].pack, 13).mean
        assert (row["owed"] or 0) == pytest.approx(float(owed))
    assert picked(seen.rows("strengths"), ["band"], "hands") == {
        (band,): (count,) for band, count in bands.items()
    }


def test_luck_and_the_rest_are_all_that_was_gained(seen: Seen) -> None:
    rows = [row for row in seen.rows("luck") if row["priced"]]
    for row in rows:
        assert row["by_cards"] + row["by_play"] == pytest.approx(row["gain"])
    assert sum(row["by_cards"] for row in rows) == pytest.approx(sum(row["gain"] for row in rows))


def test_sessions_and_the_largest_deals(seen: Seen) -> None:
    rows = seen.rows("best_deals")
    gains = sorted(
        twelfths(one["gain"])
        for deal in seen.deals
        if deal["counts"]
        for one in deal["money"].values()
    )
    assert [row["gain"] for row in rows if row["gain"] > 0] == [g for g in gains[:-6:-1] if g > 0]
    assert [row["gain"] for row in rows if row["gain"] < 0][::-1] == [g for g in gains[:5] if g < 0]
    by_session = sorted(row["gain"] for row in sums(seen.deals, "name", "session").values())
    best = [row["gain"] for row in seen.rows("best_sessions") if row["gain"] > 0]
    assert best == [gain for gain in by_session[:-6:-1] if gain > 0]


def test_runs(seen: Seen) -> None:
    """In the order of days and numbers, which is the order of sessions here or is asked for."""
    order = {
        session: place
        for place, (session,) in enumerate(
            seen.con.sql("select session from timeline order by position").fetchall()
        )
    }
    deals = sorted(seen.deals, key=lambda deal: (order[int(deal["session"])], _place(deal)))
    for row in seen.rows("runs"):
        longest = run = 0
        for deal in deals:
            for state in _states(deal, row["name"], row["kind"]):
                run = run + 1 if state else 0
                longest = max(longest, run)
        assert row["length"] == longest, (row["name"], row["kind"])


def _place(deal: Mapping[str, Any]) -> int:
    return int(deal["deal"].partition(".")[2])


def _states(deal: Mapping[str, Any], name: str, kind: str) -> Iterator[bool]:
    for seat, who in deal["players"].items():
        if who != name or not deal["counts"]:
            continue
        if kind in {"won", "lost"}:
            net = deal["money"][seat]["net"]
            yield net > 0 if kind == "won" else net < 0
        elif seat == deal["caller"] and deal["made"] is not None:
            yield deal["made"] is (kind == "made")


def test_trend(seen: Seen) -> None:
    rows = seen.rows("trend", by="session")
    deals = Counter(deal["session"] for deal in seen.deals if deal["counts"])
    declared = Counter(deal["session"] for deal in seen.deals if deal["declared"])
    assert {row["period"]: row["deals"] for row in rows} == dict(deals)
    assert {row["period"]: row["declared"] for row in rows if row["declared"]} == {
        session: count for session, count in declared.items() if session in deals
    }


# -- laws of filters ------------------------------------------------------------------------------


def _filters(seen: Seen, by: str) -> list[dict[str, Any]]:
    if by == "game":
        return [{"game": book.key} for book in ALL]
    if by == "level":
        return [{"levels": (level,)} for level in LEVELS]
    ids = [row[0] for row in seen.con.sql("select distinct person from people").fetchall()]
    return [{"people": (one,)} for one in ids]


@pytest.mark.parametrize("by", ["game", "level", "person"])
@pytest.mark.parametrize(
    ("part", "figures"),
    [
        ("roles", ("deals", "net", "gain")),
        ("places", ("deals", "gain")),
        ("contracts", ("declared", "made", "priced", "gain", "conceded", "given_up", "forced")),
        ("margins", ("declared", "exact", "over_1")),
        ("boldness", ("auctions", "spoke", "hands", "declared")),
        ("strengths", ("hands", "auctions", "spoke")),
        ("luck", ("hands", "honoured", "priced")),
        ("pool", ("stakes", "fed", "won", "division")),
    ],
)
def test_sums_over_filters_are_the_whole(
    seen: Seen, by: str, part: str, figures: tuple[str, ...]
) -> None:
    def total(**filters: object) -> list[int]:
        rows = seen.rows(part, **filters)
        return [sum(row[figure] for row in rows) for figure in figures]

    parts = [total(**one) for one in _filters(seen, by)]
    assert [sum(column) for column in zip(*parts, strict=True)] == total()


@pytest.mark.parametrize("part", [one.name for one in PARTS])
def test_all_levels_together_are_no_filter(seen: Seen, part: str) -> None:
    """What is folded by session and the roll-up of runs tell what counting deal by deal tells."""
    told = [_rounded(seen.rows(part, **filters)) for filters in ({"levels": LEVELS}, {})]
    assert told[0] == told[1]


@pytest.mark.parametrize("part", [one.name for one in PARTS])
def test_sums_that_are_kept_tell_what_summing_the_deals_tells(seen: Seen, part: str) -> None:
    """With a session hidden, the sums of its block are not used: its deals are counted anew."""
    kept = _rounded(seen.rows(part))
    hidden = seen.con.table("hidden_sessions").to_arrow_table()
    sessions = seen.con.sql("select session from sessions").to_arrow_table()
    seen.con.register("hidden_sessions", sessions)
    try:
        assert _rounded(seen.rows(part)) == kept
    finally:
        seen.con.register("hidden_sessions", hidden)


@pytest.mark.parametrize("part", ["roles", "contracts", "strengths", "luck", "pool", "partners"])
def test_two_periods_together_are_the_whole(seen: Seen, part: str) -> None:
    """Also where a block lies in both of them."""
    found = seen.con.sql("select day from timeline order by day nulls last").fetchall()
    days = [day for (day,) in found if day is not None]
    middle = days[len(days) // 2] if days else dt.date(2000, 1, 1)
    periods = [
        {"last": middle},
        {"first": middle + dt.timedelta(days=1)},
        {"first": dt.date.min, "last": dt.date.max},
    ]
    counts = [_counts(seen.rows(part, **period)) for period in periods]
    assert counts[0] + counts[1] == counts[2]
    assert (counts[2] == _counts(seen.rows(part))) is (len(days) == len(found))


def _counts(rows: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """Sum the whole numbers of all rows, but those that compare with everybody."""
    told: Counter[str] = Counter()
    for row in rows:
        whole = {name: one for name, one in row.items() if isinstance(one, int)}
        told.update({name: one for name, one in whole.items() if name in _ADD_UP})
    return told


def _rounded(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: round(one, 6) if isinstance(one, float) else one for name, one in row.items()}
        for row in rows
    ]


def test_several_parts_together_tell_what_each_tells(seen: Seen) -> None:
    """Also where a part is made of what another has counted."""
    together = Enquiry(seen.con, Filters(limit=None)).tables((PARTS[0], *PARTS[3:5]))
    for table in together:
        assert _rounded(table.rows) == _rounded(seen.rows(table.part.name))


def test_left_out_and_counted_are_all_deals(seen: Seen) -> None:
    reasons = Enquiry(seen.con, Filters()).reasons
    assert sum(one.deals for one in reasons) == len(seen.deals)
    counted = sum(one.deals for one in reasons if not one.why)
    assert counted == sum(deal["counts"] for deal in seen.deals)
    voided = Counter(deal["voided"] for deal in seen.deals if deal["voided"])
    assert {one.why: one.deals for one in reasons if one.why in voided} == voided


# -- the deals behind -----------------------------------------------------------------------------


def test_the_deals_behind_are_as_many_as_are_counted(seen: Seen) -> None:
    deals = list(deals_behind(seen.con, Wanted("player")))
    assert len(deals) == len(seen.deals)
    assert sum("gain" in deal["counts"] for deal in deals) == sum(
        deal["counts"] for deal in seen.deals
    )
    declared = sum(row["declared"] for row in seen.rows("contracts"))
    assert sum("contract" in deal["counts"] for deal in deals) == declared
    margins = sum(row["declared"] for row in seen.rows("margins"))
    assert sum("margin" in deal["counts"] for deal in deals) == margins


def test_the_deals_behind_a_player_are_his(seen: Seen) -> None:
    (players,) = [row for row in seen.rows("players") if row["name"] == "Boris"]
    deals = list(deals_behind(seen.con, Wanted("player", who=("Boris",))))
    counted = [deal for deal in deals if "gain" in deal["counts"]]
    assert len(counted) == players["deals"]
    assert sum(deal["gain"] for deal in counted) == players["gain"]
    assert sum("contract" in deal["counts"] for deal in deals) == players["declared"]
    (luck,) = seen.rows("luck", people=(players["person"],))
    assert sum("hand" in deal["counts"] for deal in deals) == luck["hands"]
    assert all(deal["left_out"] or deal["counts"] for deal in deals)


def test_every_part_of_a_page_can_be_counted_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    (tmp_path / "book.json").write_text("{}", encoding="utf-8")
    with opened(open_book(tmp_path)) as asked:
        enquiry = Enquiry(asked.con, Filters())
        tables = [enquiry.table(part) for part in (*PARTS, *PAGE)]
    assert [row for table in tables for row in table.rows if row.get("name") != "all"] == []


@pytest.mark.sweep
def test_five_thousand_deals(tmp_path: Path) -> None:
    """Of all games, each aggregate as the replay tells it."""
    book = simulated_book(tmp_path, MANY)
    with opened(book) as asked:
        many = Seen(book, asked.con)
        assert len(many.deals) == MANY * len(ALL)
        for test in (
            test_players,
            test_what_others_make_of_his_contracts,
            test_contracts,
            test_margins,
            test_who_pays_whom,
            test_partners,
            test_pool,
            test_boldness,
            test_forced_contracts,
            test_hands_and_their_strength,
            test_luck_and_the_rest_are_all_that_was_gained,
            test_sessions_and_the_largest_deals,
            test_runs,
            test_trend,
            test_left_out_and_counted_are_all_deals,
        ):
            test(many)
        for key in ("role", "place"):
            test_roles_and_places(many, key)
