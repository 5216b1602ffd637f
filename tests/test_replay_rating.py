"""Ratings: who wins rises, draws change nothing among equals, seats and units do not matter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.rating import Rating, Table, rate_sessions

_gains = st.dictionaries(
    st.sampled_from("abcdefg"), st.integers(-3000, 3000), min_size=2, max_size=4
)
_tables = st.lists(_gains, max_size=8)


def _tables_of(gains: list[dict[str, int]]) -> list[Table]:
    return [Table(number, one) for number, one in enumerate(gains, 1)]


def _last(gains: list[dict[str, int]]) -> dict[str, Rating]:
    return {
        name: rating
        for step in rate_sessions(_tables_of(gains))
        for name, rating in step.ratings.items()
    }


def test_the_winner_rises_and_the_loser_falls() -> None:
    after = _last([{"ada": 120, "boris": 0, "chloé": -36, "dmitri": -84}])
    skills = [after[name].skill for name in ("ada", "boris", "chloé", "dmitri")]
    assert skills == sorted(skills, reverse=True)
    assert skills[0] > 25 > skills[3]


def test_a_draw_leaves_equals_where_they_were() -> None:
    after = _last([{"ada": 5, "boris": 5, "chloé": 5}])
    assert {rating.skill for rating in after.values()} == {25.0}


def test_two_who_draw_between_a_winner_and_a_loser_stay_alike() -> None:
    """Two of four with the same gain are rated alike, whichever is named first."""
    after = _last([{"ada": 36, "boris": 12, "chloé": 12, "dmitri": -60}])
    assert after["boris"].skill == pytest.approx(after["chloé"].skill)
    assert after["boris"].skill == pytest.approx(25)


def test_a_lone_player_is_not_rated() -> None:
    assert rate_sessions([Table(1, {"ada": 12}), Table(2, {})]) == []


def test_sessions_are_counted_for_each() -> None:
    after = _last([{"ada": 1, "boris": -1}, {"ada": 1, "chloé": -1}])
    assert (after["ada"].sessions, after["boris"].sessions) == (2, 1)


@given(_tables)
def test_the_order_of_seats_does_not_matter(gains: list[dict[str, int]]) -> None:
    turned = [dict(reversed(one.items())) for one in gains]
    assert _last(gains) == _last(turned)


@given(gains=_tables, times=st.integers(1, 50))
def test_the_unit_does_not_matter(gains: list[dict[str, int]], times: int) -> None:
    assert _last([{n: g * times for n, g in one.items()} for one in gains]) == _last(gains)


@given(_tables)
def test_what_is_rated_first_does_not_hang_on_what_comes_later(gains: list[dict[str, int]]) -> None:
    whole = rate_sessions(_tables_of(gains))
    assert whole[:-1] == rate_sessions(_tables_of(gains)[:-1])


@given(_tables)
def test_doubt_never_vanishes(gains: list[dict[str, int]]) -> None:
    assert all(0 < rating.doubt < 9 for rating in _last(gains).values())
