"""Names that may be one person's, also across alphabets. They are suggested, never applied."""

import unicodedata
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final, NamedTuple

LIKE: Final = 0.82
"""From here on two spellings are alike: A. Petrov and A. Petroff, not Maria and Marie."""
MOST: Final = 400
"""Of more names than that only equal spellings are looked for: the rest would take too long."""

_LATIN: Final = {
    ord(letter): latin
    for latin, letters in {
        **dict(zip("bvgdziklmnoprstf", "бвгдзиклмнопрстф", strict=True)),
        "e": "еёэ",
        "y": "йы",
        "a": "ая",
        "u": "ую",
        "zh": "ж",
        "kh": "\N{CYRILLIC SMALL LETTER HA}",
        "ts": "ц",
        "ch": "ч",
        "sh": "ш",
        "shch": "щ",
        "": "ъь",
    }.items()
    for letter in letters
}
_SPELT: Final = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ß"): "ss", ord("ø"): "oe"}


class Alike(NamedTuple):
    """Two entries whose names are alike."""

    one: str
    """An id."""
    other: str


def alike(names: Iterable[tuple[str, str]]) -> Iterator[Alike]:
    """Find names that may be one person's, given with their ids."""
    spelt = [(player, spellings(name)) for player, name in names]
    for (one, first), (other, second) in combinations(spelt, 2):
        if first & second or (len(spelt) <= MOST and _near(first, second)):
            yield Alike(one, other)


def spellings(name: str) -> frozenset[str]:
    """Give how a name may be spelt in plain Latin letters."""
    folded = unicodedata.normalize("NFC", name).casefold()
    told = {folded.translate(_LATIN), folded.translate(_SPELT).translate(_LATIN)}
    return frozenset(map(_plain, told))


def _plain(text: str) -> str:
    letters = [
        char for char in unicodedata.normalize("NFKD", text) if char.isalnum() or char == " "
    ]
    return " ".join(sorted("".join(letters).split()))


def _near(first: frozenset[str], second: frozenset[str]) -> bool:
    return any(_ratio(one, other) >= LIKE for one in first for other in second)


def _ratio(one: str, other: str) -> float:
    if 2 * min(len(one), len(other)) < LIKE * (len(one) + len(other)):
        return 0.0
    match = SequenceMatcher(None, one, other, autojunk=False)
    return match.ratio() if match.quick_ratio() >= LIKE else 0.0
