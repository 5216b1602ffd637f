"""How the dashboard writes amounts and sets tables."""

import pytest

from core.counters import COUNTER, Twelfths, amount_text
from dashboard.markup import Markup, el, figure, sentence, table
from replay.amounts import counters, with_minus

HEAD = ("player", "gained")


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("345/2", "172½"),
        ("−345/2", "−172½"),
        ("-1/3", "−⅓"),
        ("+65/2", "+32½"),
        ("7/12", "⁷\u2044₁₂"),
        ("25/2 each = 50", "12½ each = 50"),
        ("12", "12"),
        ("3/7", "3/7"),
        ("1/0", "1/0"),
        ("—", "—"),
    ],
)
def test_amounts_are_written_as_people_write_them(told: str, written: str) -> None:
    assert counters(told) == written


def test_no_amount_in_counters_is_left_as_an_improper_fraction() -> None:
    for twelfths in range(-3 * COUNTER, 3 * COUNTER + 1):
        assert "/" not in counters(amount_text(Twelfths(twelfths))), twelfths


def test_a_minus_is_told_from_a_hyphen() -> None:
    assert with_minus("C has -10, on 2026-11-29 of the well-to-do") == (
        "C has −10, on 2026-11-29 of the well-to-do"
    )


def test_a_column_of_numbers_has_its_head_at_the_right() -> None:
    made = table(HEAD, [["Ada", figure("345/2")], ["Bo", ""], ["Cy", figure("—")]], "Gains")
    assert '<th scope="col">player</th><th scope="col" class="right">gained</th>' in made
    assert '<span class="num">172½</span>' in made
    mixed = table(HEAD, [["Ada", figure("3")], ["Bo", "thrown in"]], "Gains")
    assert "right" not in mixed


def test_only_long_cells_may_be_broken() -> None:
    link = el("a", "2026-11-29", href="/session?session=4&as_of=2026-11-29T20:43:00Z")
    made = table(HEAD, [[link, "x" * 300]], "Gains")
    assert '<th scope="row"><a' in made
    assert '<td class="long">xxx' in made


def test_only_amounts_are_rewritten_in_a_table() -> None:
    made = table(HEAD, [["3/4 & -1", Markup("1/2")]], "Gains")
    assert "3/4 &amp; -1" in made
    assert ">1/2<" in made


def test_a_sentence_has_mixed_numbers_and_coloured_suits() -> None:
    told = sentence("C has −405/2, and plays ♥A")
    assert "−202½" in told
    assert '<span class="heart">♥</span>A' in told
