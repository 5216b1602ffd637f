"""The pool and the full pools set aside (3(e), AB-G7 to AB-G9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.counters import counters
from core.pool import Pool
from tests.dealing import pool_of, pool_text


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        (pool_of(40), 40, "80"),
        (pool_of(160), 160, "250+70"),
        (pool_of(240), 10, "250+0"),
        (pool_of(249), 1, "250+0"),
        (pool_of(249), 249, "250+248"),
        (pool_of(70, 1), 250, "250+250+70"),
        (pool_of(70, 1), -250, "70"),
        (pool_of(0, 1), -250, "0"),
        (pool_of(245, 1), 10, "250+250+5"),
        (pool_of(40), -40, "0"),
    ],
)
def test_ab_g7_whenever_the_pool_reaches_250_it_is_set_aside(
    before: Pool, change: int, after: str
) -> None:
    assert pool_text(before.after(counters(change))) == after


def test_a_pool_without_a_cap_just_grows() -> None:
    pool = Pool(counters(240)).after(counters(100))
    assert pool == Pool(counters(340), 0, None)
    assert pool.total == counters(340)


def test_ab_e_the_total_counts_the_full_pools() -> None:
    assert pool_of(70, 2).total == counters(570)
    assert pool_of(0).total == 0


@given(st.integers(0, 249), st.integers(0, 4), st.integers(-2000, 2000))
def test_ab_e_the_current_pool_stays_below_250_and_nothing_is_lost(
    partial: int, full: int, change: int
) -> None:
    before = pool_of(partial, full)
    after = before.after(counters(change))
    assert 0 <= after.current < counters(250)
    assert after.total == before.total + counters(change)


@given(st.integers(0, 249), st.integers(0, 3), st.lists(st.integers(-90, 600), max_size=6))
def test_the_pool_comes_to_the_same_paid_at_once_or_bit_by_bit(
    partial: int, full: int, parts: list[int]
) -> None:
    step = pool_of(partial, full)
    for part in parts:
        step = step.after(counters(part))
    assert step == pool_of(partial, full).after(counters(sum(parts)))
