"""Ratings: openskill's own; who wins rises, draws among equals and the unit change nothing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from replay.statistics.rating import Rating, Ratings

_gains = st.dictionaries(
    st.sampled_from("abcdefg"), st.integers(-3000, 3000), min_size=1, max_size=4
)
_tables = st.lists(_gains, max_size=8)


def _rated(tables: list[dict[str, int]]) -> Ratings:
    ratings = Ratings()
    for gains in tables:
        players = sorted(gains)
        ratings.add(players, [gains[one] for one in players])
    return ratings


def _last(tables: list[dict[str, int]]) -> dict[str, Rating]:
    ratings = _rated(tables)
    found = {one: ratings.of(one) for gains in tables for one in gains}
    return {one: rating for one, rating in found.items() if rating is not None}


@given(_tables)
def test_ratings_are_those_of_openskill(tables: list[dict[str, int]]) -> None:
    model = BradleyTerryFull()
    held: dict[str, BradleyTerryFullRating] = {}
    for gains in (one for one in tables if len(one) > 1):
        teams = [[held.get(one) or model.rating()] for one in gains]
        rated = model.rate(teams, scores=[float(gain) for gain in gains.values()])
        held |= {one: rating for one, (rating,) in zip(gains, rated, strict=True)}
    ours = _last(tables)
    assert ours.keys() == held.keys()
    for one, rating in ours.items():
        assert rating.skill == pytest.approx(held[one].mu, rel=1e-9)
        assert rating.doubt == pytest.approx(held[one].sigma, rel=1e-9)


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
    assert _last([{"ada": 12}, {}]) == {}


def test_sessions_are_counted_for_each() -> None:
    after = _last([{"ada": 1, "boris": -1}, {"ada": 1, "chloé": -1}])
    assert (after["ada"].sessions, after["boris"].sessions) == (2, 1)


@given(gains=_tables, times=st.integers(1, 50))
def test_the_unit_does_not_matter(gains: list[dict[str, int]], times: int) -> None:
    assert _last([{n: g * times for n, g in one.items()} for one in gains]) == _last(gains)


@given(_tables)
def test_doubt_never_vanishes(gains: list[dict[str, int]]) -> None:
    assert all(0 < rating.doubt < 9 for rating in _last(gains).values())


def test_who_wins_again_and_again_rises_each_time() -> None:
    skills = [_last([{"ada": 1, "boris": -1}] * times)["ada"].skill for times in range(1, 6)]
    assert all(before < after for before, after in pairwise(skills))
