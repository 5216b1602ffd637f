"""Cutting a line into tokens, and reading them one by one."""

from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from events.grammar.errors import EntryError, shown
from events.grammar.words import suggestion

QUOTE: Final = '"'
COMMENT: Final = "#"

# Typed or pasted for a letter or a sign; the marks that only choose a glyph are left out.
_READ_AS: Final = {
    **dict.fromkeys("♠♤", "s"),
    **dict.fromkeys("♥♡", "h"),
    **dict.fromkeys("♦♢", "d"),
    **dict.fromkeys("♣♧", "c"),
    **dict.fromkeys("−–—", "-"),
    **dict.fromkeys("\ufe0e\ufe0f", ""),
}
_BYTE_ORDER_MARK: Final = "\ufeff"  # opens the files of some editors


@dataclass(frozen=True)
class Token:
    """A run of characters between blanks."""

    text: str
    """As typed, quotes included."""
    column: int

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.column + len(self.text)

    @cached_property
    def spelling(self) -> tuple[tuple[str, int], ...]:
        """The characters as they are read, each with its column."""
        return tuple(
            (char, column)
            for column, typed in enumerate(self.text, self.column)
            if (char := _read_as(typed))
        )

    @cached_property
    def word(self) -> str:
        """The token as it is read: small letters, also for suit symbols."""
        return "".join(char for char, _ in self.spelling)


def _read_as(typed: str) -> str:
    small = typed.lower()
    return _READ_AS.get(typed, small if len(small) == 1 else typed)


def is_blank(char: str) -> bool:
    """Whether it parts tokens."""
    return char.isspace() or char in {",", _BYTE_ORDER_MARK}


def quoted(text: str) -> str:
    """Write a name for a line, between quotes where it needs them."""
    plain = text and not any(is_blank(char) or char in {QUOTE, COMMENT} for char in text)
    return text if plain else QUOTE + text.replace(QUOTE, QUOTE * 2) + QUOTE


def _never(_word: str) -> bool:
    return False


class Reader:
    """The tokens of one line, taken from the left."""

    def __init__(self, line: str, verbs: Collection[str] = ()) -> None:
        """Cut a line up.

        Args:
            line: the line, with or without its end.
            verbs: what may be suggested for a first word that cannot be read.

        Raises:
            EntryError: a quote is not closed, or it is more than one line.

        """
        self.line = whole(line)
        self.verbs = verbs
        self.example = ""
        """A right line, the hint where something is missing."""
        self.tokens = _tokens(self.line)
        self._next = 0
        self._stop = len(self.tokens)

    def peek(self) -> Token | None:
        """Look at the next token."""
        return self.tokens[self._next] if self._next < self._stop else None

    def peek_word(self) -> str:
        """Look at the next token as it is read; nothing at the end."""
        token = self.peek()
        return "" if token is None else token.word

    def need(self, wanted: str) -> Token:
        """Look at the next token, which must be there.

        Raises:
            EntryError: there is none.

        """
        token = self.peek()
        if token is None:
            raise self.missing(wanted)
        return token

    def take(self, wanted: str) -> Token:
        """Take the next token.

        Raises:
            EntryError: there is none.

        """
        token = self.need(wanted)
        self._next += 1
        return token

    def step_back(self) -> None:
        """Put the last token back."""
        self._next -= 1

    def rest(self) -> tuple[Token, ...]:
        """Take all tokens that are left."""
        left = self.ahead
        self._next = self._stop
        return left

    @property
    def ahead(self) -> tuple[Token, ...]:
        """The tokens that are left, not yet taken."""
        return self.tokens[self._next : self._stop]

    @contextmanager
    def part(self, count: int) -> Generator[None]:
        """Read only the next tokens, so many, as if the line ended there; all must be read.

        Raises:
            EntryError: something of them is left.

        """
        whole, self._stop = self._stop, self._next + count
        yield
        self.finish()
        self._stop = whole

    @property
    def end(self) -> int:
        """The end of the last token taken."""
        return self.tokens[self._next - 1].end if self._next else 0

    def finish(self) -> None:
        """Make sure that all has been read.

        Raises:
            EntryError: something is left.

        """
        token = self.peek()
        if token is not None:
            before = self.line[self.tokens[0].column : self.end]
            message = f"{shown(token.text)} is too much after {shown(before)}"
            raise self.error(token, message)

    def error(self, token: Token, message: str, hint: str = "") -> EntryError:
        """Make the error that points at a token."""
        return EntryError(self.line, token.column, token.end, message, hint)

    def missing(self, wanted: str) -> EntryError:
        """Make the error that points behind the last token taken."""
        end = self.end
        before = f" after {shown(self.line[self.tokens[0].column : end])}" if self._next else ""
        hint = f"e.g. {self.example}" if self.example else ""
        return EntryError(self.line, end, end, f"{wanted} is missing{before}", hint)

    def unknown(
        self,
        token: Token,
        wanted: str,
        words: Iterable[str] = (),
        reads: Callable[[str], bool] = _never,
        hint: str = "",
    ) -> EntryError:
        """Make the error for a token that is none of what is wanted, with the nearest that is.

        Args:
            token: the token.
            wanted: what it is not, such as "a card".
            words: the words that might have been meant.
            reads: whether a word would be one of what is wanted.
            hint: what to say where nothing is near.

        """
        verbs = self.verbs if token is self.tokens[0] else ()
        near = suggestion(token.word, (*words, *verbs), reads)
        return self.error(token, f"{shown(token.text)} is not {wanted}", near or hint)


def whole(line: str) -> str:
    """Take the end off a line.

    Raises:
        EntryError: there is more than one line, or half a character.

    """
    line = line.rstrip("\r\n")
    for column, char in enumerate(line):
        if char in _LINE_BREAKS:
            raise EntryError(line, column, column + 1, "the line is broken here", "one at a time")
        if "\ud800" <= char <= "\udfff":
            raise EntryError(line, column, column + 1, f"{shown(char)} is half a character")
    return line


_LINE_BREAKS: Final = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def _tokens(line: str) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    while at < len(line) and line[at] != COMMENT:
        end = _end_of_token(line, at)
        if end > at:
            found.append(Token(line[at:end], at))
        at = max(end, at + 1)
    return tuple(found)


def _end_of_token(line: str, at: int) -> int:
    while at < len(line) and line[at] != COMMENT and not is_blank(line[at]):
        at = _end_of_quote(line, at) if line[at] == QUOTE else at + 1
    return at


def _end_of_quote(line: str, at: int) -> int:
    """Find the place after the closing quote; of a doubled one the next token part goes on."""
    closing = line.find(QUOTE, at + 1)
    if closing < 0:
        message = "the quote that opens here is not closed"
        raise EntryError(line, at, len(line), message, 'a " within a name is written ""')
    return closing + 1
