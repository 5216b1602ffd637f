"""Exact amounts and payments (2.4, ruling C-1)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.counters import (
    COUNTER,
    POOL,
    Payment,
    amount_text,
    counters,
    net_of,
    parse_amount,
    pool_change,
    purse_name,
)


def pay(payer: int, payee: int, amount: int) -> Payment:
    return Payment(payer, payee, amount, "because", "2.4")


@pytest.mark.parametrize("shares", [1, 2, 3, 4, 6, 12])
def test_c_1_a_whole_counter_divides_exactly_among_so_many(shares: int) -> None:
    assert COUNTER % shares == 0
    assert counters(1) // shares * shares == counters(1)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("115", Fraction(115)),
        ("-135/2", Fraction(-135, 2)),
        ("0", Fraction(0)),
        ("1/12", Fraction(1, 12)),
        ("-1/12", Fraction(-1, 12)),
        ("25/2", Fraction(25, 2)),
        ("7/3", Fraction(7, 3)),
        ("-290", Fraction(-290)),
    ],
)
def test_an_amount_is_written_in_lowest_terms_and_read_back(text: str, amount: Fraction) -> None:
    assert parse_amount(text) == amount * 12
    assert amount_text(int(amount * 12)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "1.5",
        "+1",
        "01",
        "-0",
        "1/0",
        "1/1",
        "2/4",
        "0/2",
        "1/100",
        "1/",
        "1e3",
        " 1",
        "\u0661",
    ],
)
def test_an_amount_in_any_other_form_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount"):
        parse_amount(text)


@pytest.mark.parametrize("text", ["1/5", "1/7", "1/24", "5/24"])
def test_c_1_an_amount_finer_than_a_twelfth_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no finer than a twelfth"):
        parse_amount(text)


def test_an_amount_longer_than_any_purse_is_refused() -> None:
    assert parse_amount("9" * 16) == 12 * int("9" * 16)
    with pytest.raises(ValueError, match="is not an amount"):
        parse_amount("9" * 17)


@given(st.integers(-(10**15), 10**15))
def test_every_amount_reads_back_as_it_is_written(twelfths: int) -> None:
    assert parse_amount(amount_text(twelfths)) == twelfths


def test_2_4_what_each_seat_gains_is_the_sum_of_its_payments() -> None:
    payments = [pay(0, 1, 24), pay(1, 2, 12), pay(3, POOL, 60), pay(POOL, 2, 36)]
    assert net_of(payments, 4) == (-24, 12, 48, -60)
    assert pool_change(payments) == 24


def test_2_4_without_payments_nothing_changes() -> None:
    assert net_of([], 3) == (0, 0, 0)
    assert pool_change([]) == 0


@given(st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 5000))))
def test_2_4_the_seats_and_the_pool_together_neither_gain_nor_lose(
    moves: list[tuple[int, int, int]],
) -> None:
    payments = [pay(*move) for move in moves]
    assert sum(net_of(payments, 4)) + pool_change(payments) == 0


def test_a_purse_is_named_by_its_seat_or_as_the_pool() -> None:
    assert [purse_name(purse) for purse in (0, 3, POOL)] == ["A", "D", "pool"]
