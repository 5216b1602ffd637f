"""Shares with what they lie between, and gains for a like number of deals."""

from hypothesis import given
from hypothesis import strategies as st

from core.counters import counters
from replay.rates import per_deals, rate, rate_text


def test_a_share_is_told_with_its_cases_and_its_interval() -> None:
    assert rate_text(5, 8) == "5 of 8, 62 % (31–86)"
    assert rate_text(0, 3) == "0 of 3, 0 % (0–56)"
    assert rate_text(3, 3) == "3 of 3, 100 % (44–100)"
    assert rate_text(0, 0) == "—"


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_within_its_interval(case: tuple[int, int]) -> None:
    found = rate(*case)
    assert found is not None
    assert 0 <= found.low <= found.share <= found.high <= 1


@given(st.integers(1, 50))
def test_more_cases_leave_less_open(cases: int) -> None:
    few, many = rate(cases, 2 * cases), rate(10 * cases, 20 * cases)
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low


def test_a_gain_is_told_for_twelve_deals() -> None:
    assert per_deals(counters(30), 12) == "+30.0"
    assert per_deals(-counters(5), 24) == "−2.5"
    assert per_deals(None, 3) == per_deals(0, 0) == "—"
