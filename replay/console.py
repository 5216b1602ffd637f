"""Where words go: data to stdout, talk to stderr, colours only where they are wanted."""

import os
import re
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from core.wording import counted

__all__ = ["Console", "counted", "harmless", "in_letters", "steers"]

RED = "31"
YELLOW = "33"
GREEN = "32"
DIM = "2"
BOLD = "1"

_PAINT = re.compile(r"(\x1b\[(?:0|1|2|31|32|33)m)")
"""The only signs for a terminal that may pass: colours steer nothing."""

_BY_SEVERITY = {
    "unreadable": RED,
    "impossible": RED,
    "irregular": RED,
    "difference": YELLOW,
    "note": DIM,
}


@dataclass(slots=True, kw_only=True)
class Console:
    """What the global options say about talk; kept in the command's context."""

    book: Path | None = None
    color: str = "auto"
    ascii_only: bool = False
    quiet: bool = False
    no_input: bool = False

    @property
    def signs(self) -> str:
        """The suit signs that this terminal can show."""
        encoding = (sys.stdout.encoding or "ascii").lower()
        return "SHDC" if self.ascii_only or "utf" not in encoding else "♠♥♦♣"

    @property
    def plain_letters(self) -> bool:
        """Whether suits are letters."""
        return self.signs == "SHDC"

    def out(self, text: str) -> None:
        """Print data."""
        print(self.spoken(text))

    def talk(self, text: str) -> None:
        """Print what is said about the data."""
        if not self.quiet:
            print(self.spoken(text), file=sys.stderr)

    def spoken(self, text: str) -> str:
        """Put signs that this terminal cannot show into letters."""
        text = "".join(
            part if _PAINT.fullmatch(part) else harmless(part) for part in _PAINT.split(text)
        )
        return in_letters(text) if self.plain_letters else text

    def wants_color(self, stream: TextIO) -> bool:
        """Decide on colour: the option, then NO_COLOR, FORCE_COLOR, TERM=dumb, then a terminal."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return os.environ.get("TERM") != "dumb" and stream.isatty()

    def paint(self, text: str, style: str) -> str:
        """Colour a text that goes to stdout."""
        if not self.wants_color(sys.stdout):
            return text
        return f"\x1b[{style}m{text}\x1b[0m"

    def severity(self, word: str) -> str:
        """Colour a severity by its weight."""
        return self.paint(word, _BY_SEVERITY.get(word.strip(), BOLD))

    def ask_for(self, word: str, question: str) -> bool | None:
        """Ask on stderr for a word to be typed; None where nobody can be asked."""
        if self.no_input or not sys.stdin.isatty():
            return None
        print(f"{question}; type {word} to do it: ", end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip() == word

    def ask(self, question: str) -> bool | None:
        """Ask on stderr; None where nobody can be asked: no terminal, or --no-input."""
        if self.no_input or not sys.stdin.isatty():
            return None
        print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().casefold() in {"y", "yes"}


def in_letters(text: str) -> str:
    """Write suits and other signs in letters that any terminal has."""
    for sign, letter in zip(
        "♠♥♦♣→−…“”·", ["S", "H", "D", "C", "->", "-", "...", '"', '"', "|"], strict=True
    ):
        text = text.replace(sign, letter)
    return text


def harmless(text: str) -> str:
    """Replace what could steer a terminal or turn its text around; line ends stay."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if char != "\n" and steers(char) else char for char in text
    )


def steers(char: str) -> bool:
    """Whether a terminal may act on the character instead of showing it."""
    return char not in _JOINING and unicodedata.category(char) in _STEERING


_JOINING = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""What names are written with in Persian, in Indic scripts, in families of signs."""
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
