"""The fixed JSON forms: replayed deals, findings, rule books, games, and what a log may hold."""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any, Final

import orjson
import pytest

from core.counters import counters
from core.games import ALL
from core.games.boston import BOSTON
from core.pool import Pool
from core.rulebook import Table
from events.book import BookError
from events.model import ResultStated
from events.written import ACTS, KINDS, read_event
from replay.audit import Finding
from replay.documents import (
    by_seat,
    contract_key,
    deal_document,
    finding_document,
    games_document,
    pool_document,
    rules_document,
    seat_or_none,
    suit_or_none,
)
from replay.findings import CODES
from replay.rules_text import lines_of_table, rules_text
from replay.schema import codes_document, forms_document, schema_document
from replay.session import replay_session
from tests.dealing import claim, hands, result, stopped
from tests.rulebook_text import TABLES
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    FILE,
    SESSION,
    Said,
    deal,
    findings_of,
    replayed,
    settled,
    simulated_logs,
    sitting,
    voided,
)

ALL_HANDS: Final = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
EIGHT: Final = (deal(1, "A"), "call B 8H", "call C pass", "call D pass", "call A pass")
TRICK: Final = ("play B AH", "play C AD", "play D AC", "play A AS")


def document(*said: Said) -> dict[str, Any]:
    """Write the last deal of a session as a program gets it."""
    log = sitting(*said)
    replay = list(replay_session(log.chunks))[-1]
    found = [one for one in findings_of(log) if one.place.startswith(f"12.{replay.place}:")]
    written = dict(deal_document(replay, FILE, SESSION, found))
    again: object = orjson.loads(orjson.dumps(written))
    assert again == written
    return written


# -- a replayed deal ------------------------------------------------------------------------------

KEYS: Final = (
    "schema", "file", "session", "deal", "number", "game", "edition", "options", "players",
    "dealer", "turned", "belle", "hands", "inferred", "talon", "discards", "calls", "contract",
    "caller", "partner", "trumps", "target", "made", "tricks", "play", "contributions", "payments",
    "net", "pool", "division", "points", "recorded", "balances", "level", "rulings", "voided",
    "findings",
)  # fmt: skip


def payment(payer: str, payee: str, amount: str, because: str, rule: str) -> dict[str, str]:
    return {"from": payer, "to": payee, "amount": amount, "because": because, "rule": rule}


def test_design_6_a_replayed_deal_has_this_form() -> None:
    said = (*EIGHT, ALL_HANDS, *TRICK, claim(B=5, C=7), settled(EIGHT_LOST_NET, "80"))
    short = "bid 8, took 6: 2 short, second figure of row 8 is 35"
    assert document(*said) == {
        "schema": "trickbook.replay/1",
        "file": FILE,
        "session": "12",
        "deal": "12.1",
        "number": 1,
        "game": "boston",
        "edition": 1,
        "options": BOSTON.resolve({}),
        "players": {"A": "Ada", "B": "Boris", "C": "Chloé", "D": "Дмитрий"},
        "dealer": "A",
        "turned": "7H",
        "belle": None,
        "hands": {
            "A": "AKQJT98765432...",
            "B": ".AKQJT98765432..",
            "C": "..AKQJT98765432.",
            "D": "...AKQJT98765432",
        },
        "inferred": None,
        "talon": None,
        "discards": None,
        "calls": [
            {"seat": "B", "call": "8H"},
            *({"seat": seat, "call": "pass"} for seat in "CDA"),
        ],
        "contract": "8",
        "caller": "B",
        "partner": None,
        "trumps": "H",
        "target": 8,
        "made": False,
        "tricks": {"A": 0, "B": 6, "C": 7, "D": 0},
        "play": [{"leader": "B", "cards": ["AH", "AD", "AC", "AS"], "winner": "B"}],
        "contributions": [
            payment(seat, "pool", "10", "everybody pays 10 into the pool", "AB(a)")
            for seat in "ABCD"
        ],
        "payments": [
            *(payment("B", seat, "35", short, "AB_FAIL") for seat in "CDA"),
            payment("B", "pool", "40", "failure doubles the pool: 40 → 80", "AB(e)"),
        ],
        "net": {"A": "35", "B": "-145", "C": "35", "D": "35"},
        "pool": {"before": "40", "after": "80", "full": 0, "current": "80"},
        "division": [],
        "points": None,
        "recorded": {"net": {"A": "35", "B": "-145", "C": "35", "D": "35"}, "pool": "80"},
        "balances": {"A": "1025", "B": "845", "C": "1025", "D": "1025"},
        "level": "all-tricks",
        "rulings": [],
        "voided": None,
        "findings": [],
    }


def test_design_6_every_deal_has_the_same_keys_in_the_same_order() -> None:
    for log in simulated_logs(120, 4):
        for replay in replay_session(log.chunks):
            assert tuple(deal_document(replay, FILE, log.number, [])) == KEYS


def test_of_a_deal_without_cards_hands_calls_and_play_are_null() -> None:
    told = document(deal(1, "A", None), EIGHT_LOST, settled("35 . 35 35"))
    unknown = ("turned", "hands", "talon", "discards", "calls", "play", "tricks")
    assert [told[name] for name in unknown] == [None] * 7
    assert told["recorded"] == {"net": {"A": "35", "C": "35", "D": "35"}, "pool": None}
    assert told["balances"] == {"A": "1025", "B": None, "C": "1025", "D": "1025"}


def test_of_a_deal_of_unknown_result_payments_net_and_made_are_null() -> None:
    told = document(deal(1, "A"), "call B 8H", settled(". . . .", "90"))
    assert [told[name] for name in ("payments", "net", "made", "contract", "caller")] == [None] * 5
    assert told["pool"] == {"before": "40", "after": None}


def test_where_nobody_knows_the_pool_it_is_null() -> None:
    told = document(deal(1, "A"), settled(". . . ."), deal(2, "B"), EIGHT_LOST)
    assert (told["pool"], told["recorded"]) == (None, None)


def test_a_deal_that_does_not_stand_tells_how_and_pays_the_fine_alone() -> None:
    told = document(deal(1, "A"), voided(1))
    assert (told["voided"], told["contract"], told["made"]) == ("misdeal", None, None)
    fine = payment("A", "pool", "10", "fine of the dealer for a misdeal", "AB(f)")
    assert told["payments"] == [fine]
    assert document(deal(1, "A"), voided(1, "cancelled"))["payments"] == []


def test_hands_and_discards_are_told_as_far_as_they_are_known() -> None:
    misere = (deal(1, "A"), "call B little-misere", "call C pass", "call D pass", "call A pass")
    told = document(*misere, hands(A="AK...???????????"), "discard B KH", "discard C ?")
    assert told["hands"] == {"A": "AK...???????????", "B": None, "C": None, "D": None}
    assert told["discards"] == {"A": None, "B": "KH", "C": "?", "D": None}


def test_tricks_tell_what_was_noted_of_them() -> None:
    acts = (
        *("take B", "play B KS", "play D 9S", "play C 4S", "play A AS"),
        *("play A ?", "play B 2D", "play C 3D", "play D 4D", "play D 5H", "play A 6H"),
    )
    assert document(*EIGHT, *acts)["play"] == [
        {"leader": None, "cards": None, "winner": "B"},
        {
            "leader": "B",
            "cards": ["KS", "9S", "4S", "AS"],
            "winner": "A",
            "seats": ["B", "D", "C", "A"],
        },
        {"leader": "A", "cards": ["?", "2D", "3D", "4D"], "winner": "D"},
        {"leader": "D", "cards": ["5H", "6H"], "winner": None},
    ]


def test_a_trick_on_the_table_that_was_played_out_of_turn_tells_its_seats() -> None:
    told = document(*EIGHT, "play B KS", "play D 9S")["play"]
    assert told == [{"leader": "B", "cards": ["KS", "9S"], "winner": None, "seats": ["B", "D"]}]


def test_tricks_of_a_deal_stopped_early_are_those_that_were_taken() -> None:
    told = document(*EIGHT, *("take B",) * 8, stopped())
    assert told["tricks"] == {"A": 0, "B": 8, "C": 0, "D": 0}
    assert document(*EIGHT)["tricks"] is None
    assert document(*EIGHT, claim(C=4))["tricks"] is None
    unknown = ("play B ?", "play C AD", "play D AC", "play A AS")
    assert document(*EIGHT, *unknown)["tricks"] is None


def test_the_division_after_the_last_deal_is_told_apart() -> None:
    told = document(deal(12, "A"), EIGHT_LOST, settled(EIGHT_LOST_NET, "80"))
    because = "80 divided among the four after the last deal"
    assert told["division"] == [payment("pool", seat, "20", because, "AB(e)") for seat in "ABCD"]


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("result", (deal(1, "A"), EIGHT_LOST)),
        ("result", (deal(1, "A"),)),
        ("auction", EIGHT),
        ("hands", (*EIGHT, hands(A="AKQJT98765432..."))),
        ("some-tricks", (*EIGHT, *TRICK)),
        ("some-tricks", (*EIGHT, "play B ?", *TRICK[1:], claim(B=13))),
        ("all-tricks", (*EIGHT, *TRICK, claim(B=12))),
    ],
)
def test_design_4_a_deal_tells_how_much_of_it_is_known(level: str, said: tuple[Said, ...]) -> None:
    assert document(*said)["level"] == level


def test_findings_stand_in_their_deal_as_they_stand_everywhere() -> None:
    told = document(deal(1, "A"), EIGHT_LOST, settled("35 -144 35 35", "80"))
    assert told["findings"][0] == {
        "code": "wrong-amount",
        "severity": "difference",
        "place": "12.1:end",
        "event": "12@3",
        "provable": None,
        "recorded": "-144",
        "expected": "-145",
        "difference": "1",
        "rule": "AB_FAIL",
        "state": "open",
        "message": "Boris (B) is recorded with −144, the rules give −145",
    }


def test_a_finding_has_no_part_that_its_form_leaves_out() -> None:
    fields = set(Finding._fields) - {"file"}
    (one, *_) = findings_of(sitting("call B 8H"))
    assert set(finding_document(one)) == fields


# -- small forms ----------------------------------------------------------------------------------


def test_what_nobody_knows_is_null() -> None:
    assert by_seat((counters(5), None, -6, 0)) == {"A": "5", "B": None, "C": "-1/2", "D": "0"}
    assert (seat_or_none(None), seat_or_none(2)) == (None, "C")
    assert [suit_or_none(suit) for suit in (None, 0, 3, 4)] == [None, "S", "C", None]
    assert contract_key(None) is None


def test_a_pool_is_told_whole_and_with_its_full_ones_apart() -> None:
    cap = counters(250)
    before, after = Pool(counters(40), 1, cap), Pool(counters(30), 2, cap)
    assert pool_document(None, after) is None
    assert pool_document(before, None) == {"before": "290", "after": None}
    told = {"before": "290", "after": "530", "full": 2, "current": "30"}
    assert pool_document(before, after) == told
    uncapped = pool_document(Pool(counters(5)), Pool(counters(10)))
    assert uncapped == {"before": "5", "after": "10"}


# -- rule books and games -------------------------------------------------------------------------


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.key)
def test_design_6_a_rule_book_has_this_form(book: Any) -> None:  # noqa: ANN401
    told = rules_document(book)
    assert tuple(told) == (
        *("schema", "game", "title", "edition", "seats", "direction", "deals", "ladder", "calls"),
        *("tables", "options"),
    )
    assert told["schema"] == "trickbook.rules/1"
    assert orjson.loads(orjson.dumps(told)) == told


def test_boston_tells_its_tables_as_they_are_printed() -> None:
    tables = rules_document(BOSTON)["tables"]
    assert isinstance(tables, Mapping)
    for name, table in tables.items():
        printed = TABLES[name]
        assert isinstance(table, Mapping)
        assert tuple(table["columns"]) == printed.head  # type: ignore[arg-type]
        rows = [["" if cell is None else str(cell) for cell in row] for row in table["rows"]]  # type: ignore[union-attr]
        assert rows == [list(row) for row in printed.rows]


def test_boston_tells_its_ladder_calls_and_options() -> None:
    told: dict[str, Any] = dict(rules_document(BOSTON))
    assert told["ladder"][3] == {
        "rung": 4,
        "contract": "little-misere",
        "title": "little misère",
    }
    assert told["calls"] == ["pass", "keep", "keep-over"]
    assert told["options"][0] == {
        "name": "division",
        "values": ["exact", "whole"],
        "default": "exact",
        "rule": "C-1",
    }
    assert (told["seats"], told["direction"], told["deals"]) == ([4], 1, 12)


def test_design_6_the_games_are_told_with_their_seats_and_deals() -> None:
    assert games_document(ALL) == {
        "schema": "trickbook.games/1",
        "games": [
            {
                "game": "boston",
                "title": "Boston (American settlement)",
                "edition": 1,
                "seats": [4],
                "deals": 12,
            },
            {
                "game": "fontainebleau",
                "title": "Boston de Fontainebleau",
                "edition": 1,
                "seats": [4],
                "deals": 12,
            },
            {
                "game": "french",
                "title": "French Boston",
                "edition": 1,
                "seats": [4],
                "deals": 40,
            },
            {
                "game": "russian",
                "title": "Russian Boston",
                "edition": 1,
                "seats": [4],
                "deals": 12,
            },
            {
                "game": "russian-fontainebleau",
                "title": "Fontainebleau Boston, the Russian account",
                "edition": 1,
                "seats": [4],
                "deals": 40,
            },
            {
                "game": "german-whist",
                "title": "German Whist",
                "edition": 1,
                "seats": [2],
                "deals": None,
            },
            {
                "game": "chinese-whist",
                "title": "Chinese Whist",
                "edition": 1,
                "seats": [4, 3, 2],
                "deals": None,
            },
        ],
    }


def test_a_rule_book_in_text_has_its_tables_and_options() -> None:
    lines, offences = (part.splitlines() for part in rules_text(BOSTON, None).split("\n\noffences"))
    assert offences[1].endswith("the deal is cancelled  (AB-G13)")
    assert lines[0] == (
        "Boston (American settlement) (boston), edition 1: 4 seats, clockwise, 12 deals"
    )
    assert lines[1] == "rules.md section 3; calls besides the ladder: pass, keep, keep-over"
    assert {"AB_LADDER", "AB_WIN", "AB_FAIL"} <= set(lines)
    assert re.fullmatch(r"  initial_balance +1000, any amount  \(2\.4\)", lines[-3])
    assert re.fullmatch(r"  lost_slam +play_on, stop  \(AB-G1\)", lines[-1])


def test_another_game_in_text_tells_its_own_direction() -> None:
    other = dataclasses.replace(BOSTON, direction=-1, deals=None, seats=(3, 4))
    first = rules_text(other, None).splitlines()[0]
    assert first.endswith("edition 1: 3 or 4 seats, anticlockwise")


def test_one_table_in_text_is_set_in_columns() -> None:
    lines = rules_text(BOSTON, "AB_FAIL").splitlines()
    assert lines[0] == "AB_FAIL"
    assert lines[1].split() == ["bid", *map(str, range(1, 14))]
    assert lines[2].split() == ["5", "10", "20", "30", "40", "50"]
    table = Table(("a", "b"), ((1, None), ("x", 22)))
    assert list(lines_of_table("T", table)) == ["T", "  a   b", "  1", "  x  22"]


def test_a_table_that_a_book_does_not_have_is_said_to_be_missing() -> None:
    with pytest.raises(BookError, match="no table “BF_TABLE1”: AB_LADDER, AB_WIN, AB_FAIL"):
        rules_text(BOSTON, "BF_TABLE1")


# -- what a log may hold --------------------------------------------------------------------------


def test_the_schema_describes_every_event() -> None:
    told: dict[str, Any] = dict(schema_document())
    assert told["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    described = {
        one["properties"]["type"]["const"] for one in told["$defs"].values() if is_event(one)
    }
    assert described == set(KINDS)


def is_event(described: Mapping[str, Any]) -> bool:
    """Whether a description is that of an event."""
    return "const" in described.get("properties", {}).get("type", {})


def test_each_kind_of_event_has_one_written_form() -> None:
    told: dict[str, Any] = dict(forms_document())
    assert told["schema"] == "trickbook.forms/1"
    assert set(told["forms"]) == set(KINDS)
    assert told["forms"]["card_played"] == "play seat card"
    assert told["forms"]["trick_taken"] == "take seat number"
    assert told["forms"]["session_closed"] == {"object": []}
    written = [form for form in told["forms"].values() if isinstance(form, str)]
    assert {form.split()[0] for form in written} == set(ACTS)


def test_codes_are_told_with_severity_and_meaning() -> None:
    told: dict[str, Any] = dict(codes_document())
    assert told["schema"] == "trickbook.codes/1"
    assert told["codes"]["revoke"] == {
        "severity": "irregular",
        "meaning": CODES["revoke"][1],
    }
    assert list(told["codes"]) == list(CODES)


def test_a_result_that_says_nothing_is_told_as_nothing() -> None:
    event = read_event(result())
    assert event == ResultStated()
    (one,) = replayed(deal(1, "A"), event)
    told = deal_document(one, FILE, SESSION, [])
    assert (told["contract"], told["target"], told["level"]) == (None, None, "result")
