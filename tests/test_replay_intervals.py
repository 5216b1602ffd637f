"""Intervals: known values, laws, and what is not told of too few."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.statistics.intervals import FEWEST_SESSIONS, bootstrap, normal_share, wilson

_totals = st.lists(
    st.tuples(st.integers(-20_000, 20_000), st.integers(1, 40)),
    min_size=FEWEST_SESSIONS,
    max_size=40,
)


def test_wilson_of_nothing_is_not_told() -> None:
    assert wilson(0, 0) is None


@pytest.mark.parametrize(
    ("made", "of", "low", "high"),
    [  # published values, to four places
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_newcombes_values(made: int, of: int, low: float, high: float) -> None:
    found = wilson(made, of)
    assert found is not None
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@given(of=st.integers(1, 10_000), data=st.data())
def test_wilson_holds_its_rate_and_mirrors(of: int, data: st.DataObject) -> None:
    made = data.draw(st.integers(0, of))
    found, other = wilson(made, of), wilson(of - made, of)
    assert found is not None
    assert other is not None
    assert 0 <= found.low <= made / of + 1e-12
    assert made / of - 1e-12 <= found.high <= 1
    assert found.low == pytest.approx(1 - other.high)


@given(of=st.integers(1, 2_000), data=st.data())
def test_more_deals_narrow_wilsons_interval(of: int, data: st.DataObject) -> None:
    made = data.draw(st.integers(0, of))
    few, many = wilson(made, of), wilson(4 * made, 4 * of)
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low


@given(st.lists(st.tuples(st.integers(), st.integers(1)), max_size=FEWEST_SESSIONS - 1))
def test_the_bootstrap_of_few_sessions_is_not_told(totals: list[tuple[int, int]]) -> None:
    assert bootstrap(totals) is None


@given(totals=_totals, data=st.data())
def test_the_bootstrap_is_the_same_in_any_order(
    totals: list[tuple[int, int]], data: st.DataObject
) -> None:
    assert bootstrap(data.draw(st.permutations(totals))) == bootstrap(totals)


@given(totals=_totals)
def test_the_bootstrap_stays_among_the_sessions(totals: list[tuple[int, int]]) -> None:
    found = bootstrap(totals)
    assert found is not None
    means = [gain / deals for gain, deals in totals]
    assert min(means) - 1e-9 <= found.low <= found.high <= max(means) + 1e-9


@given(totals=_totals, more=st.integers(-5_000, 5_000))
def test_the_bootstrap_moves_with_what_all_gain_more(
    totals: list[tuple[int, int]], more: int
) -> None:
    """So much more in each deal moves the interval by as much, if that keeps their order."""
    even = [(gain, 12) for gain, _ in totals]
    found, moved = bootstrap(even), bootstrap([(gain + 12 * more, 12) for gain, _ in even])
    assert found is not None
    assert moved is not None
    assert moved.low == pytest.approx(found.low + more)
    assert moved.high == pytest.approx(found.high + more)


def test_sessions_that_are_all_alike_leave_no_doubt() -> None:
    assert bootstrap([(144, 12)] * 9) == (12.0, 12.0)


def test_the_bootstrap_is_as_wide_as_the_mean_strays() -> None:
    """Of 60 sessions of +1 and 40 of −1 a deal, a normal interval of the mean is 0.2 ± 0.192."""
    found = bootstrap([(12, 12)] * 60 + [(-12, 12)] * 40)
    assert found is not None
    assert found.low == pytest.approx(0.2 - 0.192, abs=0.04)
    assert found.high == pytest.approx(0.2 + 0.192, abs=0.04)


def test_the_share_below_a_deviation() -> None:
    assert normal_share(0) == 0.5
    assert normal_share(1.959964) == pytest.approx(float(Fraction(39, 40)), abs=1e-6)
