"""Numbers of things in words."""

import pytest

from core.wording import are, counted


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 tricks"),
        (1, "1 trick"),
        (2, "2 tricks"),
        (-1, "-1 tricks"),
        (12345678, "12345678 tricks"),
    ],
)
def test_one_is_a_thing_and_any_other_number_are_things(count: int, told: str) -> None:
    assert counted(count, "trick") == told


def test_a_part_of_one_is_written_without_zeros() -> None:
    assert [counted(one, "second") for one in (1.0, 0.5, 30.0)] == [
        "1 second",
        "0.5 seconds",
        "30 seconds",
    ]


def test_the_verb_goes_with_the_number() -> None:
    assert [are(count) for count in (0, 1, 2)] == ["are", "is", "are"]
