"""Figures as they are written."""

from fractions import Fraction

import pytest

from replay.statistics.figures import Kind, written


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (1.0, "100 %"),
        (0.99999, "> 99 %"),
        (Fraction(199, 200), "> 99 %"),
        (0.994, "99 %"),
        (0.0, "0 %"),
    ],
)
def test_what_is_nearly_all_is_not_told_as_all(value: float, told: str) -> None:
    assert written(value, Kind.RATE) == told
