"""What is wrong with a typed line, and where."""

import unicodedata
from typing import Final

LONGEST_EXCERPT: Final = 120
LONGEST_SHOWN: Final = 30


class EntryError(ValueError):
    """A line that cannot be read; as text one sentence.

    Attributes:
        line: the line as typed, without its end.
        column: where the token begins, counted in characters from 0.
        end: where it ends; the same as `column` if something is missing there.
        token: the characters between the two.
        message: what is wrong.
        hint: what would be right, perhaps empty.

    """

    def __init__(self, line: str, column: int, end: int, message: str, hint: str = "") -> None:
        super().__init__(f"{message}: {hint}" if hint else message)
        self.line = line
        self.column = column
        self.end = end
        self.token = line[column:end]
        self.message = message
        self.hint = hint

    def caret(self, prefix: str = "") -> str:
        """Show the line after a prefix, such as a prompt, and the token marked below it."""
        start, stop = self._window()
        end = min(self.end, stop)
        before = ("…" if start else "") + _visible(self.line[start : self.column])
        marked = _visible(self.line[self.column : end])
        after = _visible(self.line[end:stop]).rstrip() + ("…" if stop < len(self.line) else "")
        margin = " " * (_width(prefix) + _width(before))
        return f"{prefix}{before}{marked}{after}\n{margin}{'^' * max(1, _width(marked))}"

    def _window(self) -> tuple[int, int]:
        """Cut what is shown out of a long line, the token not too near its left end."""
        if len(self.line) <= LONGEST_EXCERPT:
            return 0, len(self.line)
        start = max(0, self.column - LONGEST_EXCERPT // 2)
        return start, start + LONGEST_EXCERPT


def shown(text: str) -> str:
    """Quote a token for a message; a long one is cut, and nothing in it disturbs the terminal."""
    return repr(_cut(text))


def short(text: str) -> str:
    """Give a token for a hint as it would be typed, cut like one that is quoted."""
    return _visible(_cut(text))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def _visible(text: str) -> str:
    """Put a blank for each tab or other character that has no shape of its own."""
    return "".join(char if char.isprintable() else " " for char in text)


def _width(text: str) -> int:
    """Count the places that a text takes in a terminal."""
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"F", "W"} else 1
