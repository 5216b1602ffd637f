"""The tour shows every picture that is made for it, and no other; together they stay small."""

import re
from pathlib import Path

TOUR = Path(__file__).parents[1] / "docs" / "tour.md"
MOST_BYTES = 1_500_000


def test_pictures_and_page_belong_together() -> None:
    shown = re.findall(r"!\[[^]]+\]\(tour/([a-z]+\.png)\)", TOUR.read_text(encoding="utf-8"))
    made = [file.name for file in (TOUR.parent / "tour").iterdir()]
    assert sorted(shown) == sorted(made)


def test_pictures_stay_small() -> None:
    sizes = [file.stat().st_size for file in (TOUR.parent / "tour").iterdir()]
    assert sum(sizes) < MOST_BYTES
