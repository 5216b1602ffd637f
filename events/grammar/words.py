"""The English words of entry, and how each card and each call may be spelt.

Every spelling stands in one table, so that a second meaning would be seen at once. The words of
another language would be another set of these tables.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Final, NamedTuple

from core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from core.rulebook import PASS, Call
from core.seats import Seat
from core.tricks import NO_TRUMP

SEATS: Final[Mapping[str, Seat]] = {"a": 0, "b": 1, "c": 2, "d": 3}
SUITS: Final[Mapping[str, Suit]] = {"s": SPADES, "h": HEARTS, "d": DIAMONDS, "c": CLUBS}
SUIT_WORDS: Final[Mapping[str, Suit]] = {
    **SUITS,
    "spade": SPADES,
    "heart": HEARTS,
    "diamond": DIAMONDS,
    "club": CLUBS,
    "spades": SPADES,
    "hearts": HEARTS,
    "diamonds": DIAMONDS,
    "clubs": CLUBS,
}
STRAINS: Final[Mapping[str, Suit]] = {**SUITS, "g": NO_TRUMP, "nt": NO_TRUMP}
STRAIN_WORDS: Final[Mapping[str, Suit]] = {**SUIT_WORDS, **STRAINS}
RANKS: Final[Mapping[str, int]] = {
    **{name: rank for rank, name in enumerate("23456789tjqka")},
    "10": 8,
}

# -- cards ----------------------------------------------------------------------------------------


class Spelt(NamedTuple):
    """What the spelling of a card says: no suit for a bare rank, nothing for one not noted."""

    rank: int | None
    suit: Suit | None


def _cards() -> dict[str, Spelt]:
    found = {"?": Spelt(None, None)}
    for (name, rank), (letter, suit) in product(RANKS.items(), SUITS.items()):
        found[name] = Spelt(rank, None)
        found[name + letter] = found[letter + name] = Spelt(rank, suit)
    return found


CARDS: Final[Mapping[str, Spelt]] = _cards()

# -- calls ----------------------------------------------------------------------------------------

LEVELS: Final = tuple(str(tricks) for tricks in range(5, 14))
SOLO: Final = "solo"

CALL_WORDS: Final[Mapping[str, Call]] = {
    **dict.fromkeys(("p", "pass", "-"), PASS),
    **dict.fromkeys(("k", "keep"), Call("keep")),
    **dict.fromkeys(("ko", "over", "keep-over"), Call("keep-over")),
    **dict.fromkeys(("lm", "little-misere"), Call("little-misere")),
    **dict.fromkeys(("gm", "grand-misere"), Call("grand-misere")),
    **dict.fromkeys(("ls", "little-spread"), Call("little-spread")),
    **dict.fromkeys(("gs", "grand-spread"), Call("grand-spread")),
    **dict.fromkeys(("pic", "piccolissimo"), Call("piccolissimo")),
    **dict.fromkeys(("m4", "misere-four-aces"), Call("misere-four-aces")),
    **dict.fromkeys(("askb", "demand-belle"), Call("demand-belle")),
    **dict.fromkeys(("acc", "accept"), Call("accept")),
    "ask": Call("ask"),
    "demand": Call("demand"),
}
ANSWERS: Final = ("p", "pass", "-", "ask", "acc", "accept")
"""What may still be said between the auction and the lead: asking for a partner, answering."""
SUITED_WORDS: Final[Mapping[str, str]] = {
    "slam": "13",
    "ss": "spread-slam",
    "spread-slam": "spread-slam",
    "slam-a-deux": "slam-a-deux",
    "slam-seul": "slam-seul",
    "slam-sur-table": "slam-sur-table",
}
"""Contracts called by a word that a suit may follow, glued on or as the next word."""
WORDS_ALONE: Final[Mapping[str, str]] = {
    **{call.word: word for word, call in reversed([*CALL_WORDS.items()])},
    "demand": "ask",
}
"""Calls that are one word, which no suit follows: the shortest spelling of each."""
_SHORTEST: Final[Mapping[str, str]] = {
    **{key: word for word, key in reversed([*SUITED_WORDS.items()]) if not key.isdigit()},
    **WORDS_ALONE,
}


def word_of(key: str) -> str:
    """Give how a contract is typed: the shortest of its spellings."""
    return _SHORTEST.get(key, key)


def _calls() -> dict[str, Call]:
    found = dict(CALL_WORDS)
    for level in LEVELS:
        spelt = {level: Call(level)}
        for name, strain in STRAINS.items():
            spelt[level + name] = spelt[name + level] = Call(level, strain)
        for text, call in spelt.items():
            found[text] = call
            found[text + SOLO] = found[f"{text}-{SOLO}"] = call._replace(solo=True)
    for word, key in SUITED_WORDS.items():
        found[word] = Call(key)
        for name, strain in STRAINS.items():
            found[word + name] = found[f"{word}-{name}"] = Call(key, strain)
    return found


CALLS: Final[Mapping[str, Call]] = _calls()

NO_CONTRACTS: Final = frozenset({"pass", "keep", "keep-over", "accept", "ask", "demand"})
"""Calls that no result names; a demand stands there with its suit."""

DEMANDS: Final[Mapping[str, Suit | None]] = {
    "ask": None,
    "demand": None,
    **{f"ask{name}": suit for name, suit in SUITS.items()},
    **{f"{word}-{name}": suit for word in ("ask", "demand") for name, suit in SUITS.items()},
}
"""Demands as results name them."""

_SEVERAL_PASSES: Final = re.compile(r"([1-9])p")


def passes(word: str) -> int:
    """Count the passes of a word such as ``3p``; 0 if it is none."""
    found = _SEVERAL_PASSES.fullmatch(word)
    return int(found[1]) if found else 0


def is_call(word: str) -> bool:
    """Whether a word by itself is a call."""
    return word in CALLS or bool(passes(word))


# -- marks ----------------------------------------------------------------------------------------

_MARKS: Final = re.compile(r"(?:([abcd]):)?(.*?)(!?)", re.DOTALL)


class Marked(NamedTuple):
    """A call or a card with what may stand around it."""

    seat: Seat | None
    body: str
    sure: bool


def unmarked(word: str) -> Marked:
    """Take a seat in front and a "!" behind off a call or a card."""
    found = _MARKS.fullmatch(word)
    seat, body, mark = found.groups() if found else (None, word, "")
    return Marked(None if seat is None else SEATS[seat], body, bool(mark))


# -- what was meant -------------------------------------------------------------------------------

_LONGEST_LIKE_A_WORD: Final = 20
_SIMILARITY: Final = 0.7
_RUSSIAN_KEYS: Final = str.maketrans(
    "йцукенгшщзхъфывапролджэячсмитьбюё",
    "qwertyuiop[]asdfghjkl;'zxcvbnm,.`",
)


def suggestion(word: str, words: Iterable[str], reads: Callable[[str], bool]) -> str:
    """Say what a word that cannot be read may have been meant for; nothing if nothing is near.

    Args:
        word: the word.
        words: the words possible here.
        reads: whether a word would be read here, though it is not in the list.

    """
    known = list(words)
    latin = word.translate(_RUSSIAN_KEYS)
    if latin != word and (latin in known or reads(latin)):
        return f"Russian layout? {latin}"
    if len(word) > _LONGEST_LIKE_A_WORD:
        return ""
    near = difflib.get_close_matches(word, known, 1, _SIMILARITY)
    return f"did you mean {near[0]!r}?" if near else ""
