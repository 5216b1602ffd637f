"""The Russian account: every cell of its tables, its worked examples, and what it takes from FB.

Spades are senior and hearts junior unless a test says otherwise; C deals and B is eldest.
"""

from typing import Any, Final

import pytest

from core.cards import parse_suit
from core.counters import amount_text, net_of
from core.games import ALL, BY_KEY
from core.games.french import FRENCH
from core.games.russian_fontainebleau import LADDER, RUSSIAN_FONTAINEBLEAU, TARIFF, contributions
from core.pool import Pool
from core.rulebook import Aim, Carried, Purse
from tests.dealing import Money, lawfully, opened, result, worth
from tests.rulebook_text import TABLES, Example, examples, headed, ids

BOOK: Final = RUSSIAN_FONTAINEBLEAU
SENIOR: Final = Carried(parse_suit("S"))
SUIT: Final = {"senior": "S", "junior": "H"}
MISPRINT: Final = "**32** (S3 prints 30)"


def money(
    pool: str = "0",
    *,
    turned: str | None = "H",
    number: int = 2,
    carried: Carried | None = SENIOR,
    options: dict[str, str] | None = None,
    **said: Any,  # noqa: ANN401
) -> Money | None:
    """Settle a stated result; without a word of it C has the jack of diamonds."""
    deal = opened(turned, "C", number, BOOK, options or {})
    deal.carried = carried
    return worth(lawfully(deal, result(**said)), pool)


def each(number: int = 2, **said: Any) -> int:  # noqa: ANN401
    """What one loser pays one winner, the jack left out: A pays the other side or is paid."""
    found = money(number=number, jack="B", **said)
    assert found is not None
    return abs(int(found[0].split()[0]) + (4 if number in range(33, 41) else 2))


def won(kind: str, suit: str, tricks: int, **more: Any) -> int:  # noqa: ANN401
    """Price a game of B, with C where it was supported; D and A are against them."""
    said: dict[str, Any] = {"caller": "B", "trumps": SUIT[suit], "tricks": tricks, **more}
    said["contract"] = "6" if kind == "solo" else "demand"
    if kind == "bought":
        said["partner"] = "C"
    return each(**said)


# -- tables ---------------------------------------------------------------------------------------


def test_the_registry_holds_the_russian_account_in_the_order_of_the_sections() -> None:
    assert BY_KEY["russian-fontainebleau"] is BOOK
    sections = [int(book.section) for book in ALL]
    assert sections == sorted(sections)


@pytest.mark.parametrize("name", ["RF_LADDER", "RF_WON", "RF_UNSUP"])
def test_rf_the_book_prints_the_table_cell_by_cell(name: str) -> None:
    printed, kept = TABLES[name], BOOK.tables[name]
    assert kept.columns == printed.head
    plain = {MISPRINT: "32", "exactly 1 of 13, **no discard**": "exactly 1 of 13, no discard"}
    rows = [tuple(plain.get(cell, cell) for cell in row) for row in printed.rows]
    assert [tuple(map(str, row)) for row in kept.rows] == rows


def test_rf_g2_one_printed_cell_is_told_to_be_a_misprint() -> None:
    cells = [cell for row in TABLES["RF_WON"].rows for cell in row]
    assert [cell for cell in cells if not cell.replace(" ", "").isalnum()] == [MISPRINT]


def test_rf_the_book_has_no_other_tables() -> None:
    assert sorted(BOOK.tables) == sorted(t for t in TABLES if t.startswith("RF_"))


def test_rf_e_base_step_and_tricks_owed_are_those_of_the_text() -> None:
    printed = headed("contract", "b", "s", "r")
    assert printed.head == TARIFF.columns
    assert [tuple(map(str, row)) for row in TARIFF.rows] == [*printed.rows]


def test_rf_b_the_ladder_has_the_fourteen_rungs_of_the_table() -> None:
    always = [contract for contract in LADDER if contract.only_if is None]
    printed = [(int(row[0]), row[1]) for row in TABLES["RF_LADDER"].rows]
    assert [contract.rung for contract in always] == [rung for rung, _ in printed]
    assert [c.key for c in LADDER if c.only_if is not None] == ["grand-spread", "11"]


@pytest.mark.parametrize("contract", LADDER, ids=lambda contract: contract.key)
def test_rf_b_every_rung_has_its_russian_name_and_none_is_the_bare_word(contract: Any) -> None:  # noqa: ANN401
    assert contract.native
    assert contract.native.casefold() not in {"бостон", "boston"}
    assert "boston" not in contract.title.casefold()
    printed = {int(row[0]): row[1] for row in TABLES["RF_LADDER"].rows}[contract.rung]
    if contract.only_if is None and contract.key not in {"piccolissimo", "13"}:
        assert contract.native == printed
    else:
        named = {"piccolissimo": "пикколиссимо", "13": "шлем", "11": "прикуп к 11"}
        assert contract.native == named.get(contract.key, "большой мизер открытый")


@pytest.mark.parametrize("contract", [c for c in LADDER if not c.trumps], ids=lambda c: c.key)
def test_rf_b_miseres_lose_all_and_piccolissimo_takes_one(contract: Any) -> None:  # noqa: ANN401
    if contract.key == "piccolissimo":
        assert (contract.aim, contract.target, contract.caller_limit) == (Aim.EXACTLY, 1, 2)
    else:
        assert (contract.aim, contract.target, contract.caller_limit) == (Aim.NONE, 0, 1)
    assert contract.discards == (contract.key in {"little-misere", "little-spread"})
    assert contract.exposed == (contract.key in {"little-spread", "grand-spread"})


def test_rf_g17_no_card_taken_means_no_trick() -> None:
    for key in ("grand-misere", "little-spread"):
        assert BOOK.ladder_by_key[key].target == 0


def test_10_the_options_of_the_russian_account_are_those_of_the_list_default_first() -> None:
    listed = {
        name: values
        for name, values, games, _ in headed("setting", "values", "games", "from").rows
        if "RF" in games or games.startswith("all")
    }
    assert [rule.name for rule in BOOK.options] == list(listed)
    for rule in BOOK.options:
        if rule.name == "initial_balance":
            assert rule.default == "0"
        elif rule.name == "carte_blanche":
            assert rule.default == rule.values[0] == "no_court_card"
        else:
            assert rule.values == tuple(listed[rule.name].split(", "))
            assert rule.default == rule.values[0]


WON_ROWS: Final = [
    (row[0], row[1], int(column), 32 if cell == MISPRINT else int(cell))
    for row in TABLES["RF_WON"].rows
    for column, cell in zip(TABLES["RF_WON"].head[2:], row[2:], strict=True)
]


@pytest.mark.parametrize(("row", "tour", "tricks", "due"), WON_ROWS)
def test_rf_won_and_rf_g14_every_cell_is_paid_as_it_is_printed(
    row: str, tour: str, tricks: int, due: int
) -> None:
    kind, suit = row.split()
    number = 33 if tour == "double" else 2
    assert won({"supported": "bought"}.get(kind, kind), suit, tricks, number=number) == due


UNSUP_ROWS: Final = [
    (row[0].split(",")[0], int(column), int(cell))
    for row in TABLES["RF_UNSUP"].rows
    for column, cell in zip(TABLES["RF_UNSUP"].head[1:], row[1:], strict=True)
]


@pytest.mark.parametrize(("suit", "tricks", "due"), UNSUP_ROWS)
def test_rf_unsup_every_cell_is_paid_as_it_is_printed(suit: str, tricks: int, due: int) -> None:
    assert won("unbought", suit, tricks) == due
    assert won("unbought", suit, tricks, number=40) == 2 * due  # RF-G7


LOST: Final = {  # the text of (e), junior suit, simple tour: base, step, owed, without a trick
    "bought": (2, 2, 8, 24),
    "solo": (16, 4, 8, 96),
    "unbought": (2, 2, 5, 24),
}


@pytest.mark.parametrize("kind", LOST)
@pytest.mark.parametrize(("suit", "times"), [("junior", 1), ("senior", 2)])
@pytest.mark.parametrize("number", [2, 33])
def test_rf_e_every_game_lost_is_the_base_and_a_step_for_each_trick_short(
    kind: str, suit: str, times: int, number: int
) -> None:
    base, step, owed, nothing = LOST[kind]
    tours = 2 if number == 33 else 1
    for tricks in range(1, owed):
        due = (base + step * (owed - tricks)) * times * tours
        assert won(kind, suit, tricks, number=number) == due
    assert won(kind, suit, 0, number=number) == nothing * times * tours


# -- worked examples ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "example",
    examples("RF", "rf_won", "rf_lost"),
    ids=ids(examples("RF", "rf_won", "rf_lost")),
)
def test_rf_x1_to_x11_x14_and_x15_a_game_won_or_lost(example: Example) -> None:
    given = example.given
    number = 33 if given["dbl"] else 2
    due = won(given["kind"], given["suit"], given["tricks"], number=number)
    assert due == example.out["each"]


def test_rf_x12_carte_blanche_has_ten_from_each() -> None:
    (example, _) = examples("RF", "ledger")
    found = money(thrown_in=True, carte_blanche=["B"])
    assert found == (" ".join(example.out["net"]), example.out["pool"])


def test_rf_x13_and_rf_g1_the_box_of_fifty_is_filled_by_all_four() -> None:
    (_, example) = examples("RF", "ledger")
    paid = contributions(Purse(Pool(0), 1, 2, redeal=False), BOOK.resolve({}), 4)
    assert [amount_text(net) for net in net_of(paid, 4)] == example.out["net"]
    assert amount_text(sum(one.amount for one in paid)) == example.out["pool"]


def test_every_worked_example_of_the_russian_account_is_tested() -> None:
    kinds = ("rf_won", "rf_lost", "ledger")
    assert len(examples("RF", *kinds)) == len(examples("RF")) == 15


# -- what is French Boston's ----------------------------------------------------------------------


def test_rf_g20_set_up_jack_and_end_are_those_of_french_boston() -> None:
    taken = (
        *("seats", "direction", "deals", "cards_each", "turns_card", "turns_last", "paid_card"),
        *("card_order", "carry", "division", "plays_on", "may_speak", "bars_concession"),
    )
    assert [name for name in taken if getattr(BOOK, name) != getattr(FRENCH, name)] == []


def test_rf_f_an_offence_cancels_the_deal_and_a_misdeal_loses_it_to_the_right() -> None:
    assert {rule.cancels for rule in BOOK.sanctions.values()} == {True}
    assert sorted(BOOK.sanctions) == ["cards", "exposed", "lead", "revoke"]
    assert BOOK.voids["misdeal"][:3] == (True, True, 0)
    assert BOOK.voids["cancelled"][:3] == (False, False, 0)
