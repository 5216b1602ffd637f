"""A row of a table put into the lines that would be typed, with the columns that they come from."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from core.counters import COUNTER, amount_text
from core.seats import SEAT_LETTERS
from events.entry import quoted
from events.fields import parse_day
from events.grammar.headers import UNKNOWN_DAY
from events.grammar.tokens import COMMENT
from replay.recorder.importing.cells import CellError
from replay.recorder.importing.mapping import NETS, OF_DEAL, OF_SESSION, PARTS, SEATS, TableMap

VOIDS: Final = ("misdeal", "cancel")
"""What a result may begin with that is none."""
_PLAIN: Final = str.maketrans({"−": "-", "–": "-", ",": ".", " ": None})
_AMOUNT: Final = re.compile(r"[-+]?[0-9]{1,15}(\.[0-9]{1,15}|/0*[1-9][0-9]{0,14})?")
_TYPED: Final = frozenset(OF_DEAL) - {"note"} | {"game"}
"""The columns whose cells stand in a line as they are."""


@dataclass(slots=True)
class Line:
    """A line as it would be typed, built word by word."""

    text: str = ""
    begins: list[tuple[int, str | None]] = field(default_factory=list[tuple[int, str | None]])
    """Where the words of a column begin, and its name."""

    def add(self, word: str, column: str | None = None) -> None:
        """Put a word at the end."""
        self.text += " " if self.text else ""
        self.begins.append((len(self.text), column))
        self.text += word

    def column_at(self, place: int | None) -> str | None:
        """Name the column that a place of the line comes from."""
        before = [name for begin, name in self.begins if place is not None and begin <= place]
        return before[-1] if before else None


def session_line(cells: Mapping[str, str], how: TableMap) -> Line:
    """Write the line that opens the session of a row.

    Raises:
        CellError: the day or the dealer cannot be understood.

    """
    line = Line()
    line.add("session")
    if game := cells.get("game"):
        line.add(game, "game")
    for letter in SEATS:
        if name := cells.get(letter):
            line.add(f"{letter.upper()}={quoted(name)}", letter)
    _add_dealer(line, cells)
    if day := cells.get("played"):
        line.add(f"played {day_of(day, how)}", "played")
    for name in ("place", "title"):
        if text := cells.get(name):
            line.add(f"{name} {quoted(text)}", name)
    for name, value in how.options.items():
        line.add(f"opt {name}={value}")
    return line


def _add_dealer(line: Line, cells: Mapping[str, str]) -> None:
    if dealer := cells.get("dealer"):
        line.add(f"dealer {_seat('dealer', dealer, cells)}", "dealer")


def day_of(cell: str, how: TableMap) -> str:
    """Read a day in the form that the map names.

    Raises:
        CellError: it has another form.

    """
    if how.day is None:
        _check_day(cell)
        return cell
    try:
        return dt.datetime.strptime(cell, how.day).date().isoformat()  # noqa: DTZ007  (a day)
    except ValueError:
        message = f"“{cell}” is not a day: {how.day} was expected, as the map has it"
        raise CellError(message, "played") from None


def _check_day(cell: str) -> None:
    """See that a day is written as the log has it, for no map names its form."""
    if cell.casefold() == UNKNOWN_DAY:
        return
    try:
        parse_day(cell)
    except ValueError:
        message = (
            f"“{cell:.60}” is not a day: YYYY-MM-DD or unknown was expected, or a map (--map) that "
            'names another form: day = "%d.%m.%Y"'
        )
        raise CellError(message, "played") from None


def check_typed(cells: Mapping[str, str]) -> None:
    """See that no cell hides what stands behind it in its line.

    Raises:
        CellError: one would begin a comment.

    """
    for name in sorted(_TYPED.intersection(cells)):
        if COMMENT in cells[name]:
            message = f"“{cells[name]}” has a {COMMENT} in it: a remark belongs in the column note"
            raise CellError(message, name)


def seats_line(cells: Mapping[str, str], before: Mapping[str, str]) -> Line | None:
    """Write the line with which others sit down; None while the same sit there."""
    others = [letter for letter in SEATS if cells.get(letter) != before.get(letter)]
    if not others:
        return None
    line = Line()
    line.add("seats")
    for letter in others:
        line.add(f"{letter.upper()}={quoted(cells.get(letter, ''))}", letter)
    return line


def deal_lines(cells: Mapping[str, str], how: TableMap) -> Iterator[Line]:
    """Write the lines of the deal of a row.

    Raises:
        CellError: a cell cannot be understood, or two of them say the same.

    """
    line = Line()
    line.add("deal")
    if number := cells.get("deal"):
        line.add(number, "deal")
    _add_dealer(line, cells)
    if turned := cells.get("turned"):
        line.add(f"turned {turned}", "turned")
    yield line
    if text := cells.get("note"):
        line = Line()
        line.add(f"note {text}", "note")
        yield line
    yield _ending(cells, how)


def _ending(cells: Mapping[str, str], how: TableMap) -> Line:
    line = Line()
    apart = [name for name in PARTS if name in cells]
    result = cells.get("result")
    if result is not None and apart:
        message = f"the result stands in {apart[0]} as well: one of them only"
        raise CellError(message, "result")
    if result is not None:
        if result.split()[0].casefold() not in VOIDS:
            line.add("result", "result")
        line.add(result, "result")
    elif apart:
        line.add("result", apart[-1])
        _add_parts(line, cells)
    _add_beside(line, cells)
    _add_taken(line, cells, how)
    if not line.text:
        message = "no result: who, call and tricks were expected, or what each won or lost"
        raise CellError(message, None)
    return line


def _add_parts(line: Line, cells: Mapping[str, str]) -> None:
    """Write who played what, and the tricks."""
    if caller := cells.get("caller"):
        who = "+".join(_seat("caller", one, cells) for one in caller.split("+"))
        if partner := cells.get("partner"):
            who += f"+{_seat('partner', partner, cells)}"
        line.add(who, "caller")
    elif "partner" in cells:
        message = "a partner without a caller"
        raise CellError(message, "partner")
    contract, trumps = cells.get("contract"), cells.get("trumps")
    if contract is not None:
        line.add(contract, "contract")
    if trumps is not None:
        joined = contract is not None and (contract[-1].isdecimal() or contract == "ask")
        if joined:
            line.text += trumps
        else:
            line.add(trumps, "trumps")
    if tricks := cells.get("tricks"):
        line.add(tricks, "tricks")


def _add_beside(line: Line, cells: Mapping[str, str]) -> None:
    if honours := cells.get("honours"):
        line.add(f"hon {honours}", "honours")
    if jack := cells.get("jack"):
        line.add(f"jack {_seat('jack', jack, cells)}", "jack")
    if flags := cells.get("flags"):
        line.add(flags, "flags")


def _add_taken(line: Line, cells: Mapping[str, str], how: TableMap) -> None:
    """Write what was paid: for each share, or what everybody won or lost."""
    for name in ("each", "pool"):
        if cell := cells.get(name):
            line.add(f"{name} {_amount(name, cell, how)}", name)
    nets = [name for name in NETS if name in cells]
    if not nets and "pool after" in cells:
        message = "the pool after a deal stands beside what each won or lost in it"
        raise CellError(message, "pool after")
    if not nets:
        return
    line.add("settled", nets[0])
    for name in nets:
        line.add(f"{name[-1].upper()}={_amount(name, cells[name], how)}", name)
    if after := cells.get("pool after"):
        line.add(f"pool={_amount('pool after', after, how)}", "pool after")


def _amount(column: str, cell: str, how: TableMap) -> str:
    """Write an amount in counters: 67,5 and 135/2 are the same."""
    plain = cell.translate(_PLAIN)
    if not _AMOUNT.fullmatch(plain):
        message = f"“{cell:.60}” is no amount: 35, −35, 67,5 or 135/2 was expected"
        raise CellError(message, column)
    amount = Fraction(plain) * how.unit * COUNTER
    if amount.denominator != 1:
        message = f"“{cell}” is finer than a twelfth of a counter"
        raise CellError(message, column)
    return amount_text(amount.numerator)


def _seat(column: str, cell: str, cells: Mapping[str, str]) -> str:
    """Give the letter of a seat that is named by it, or by who sits there.

    Raises:
        CellError: nobody of that name sits there, or two could be meant.

    """
    named = {seat.upper() for seat in SEATS if cells.get(seat, "").casefold() == cell.casefold()}
    letters = {letter for letter in SEAT_LETTERS if letter == cell.strip().upper()}
    found = named | letters
    if len(found) == 1:
        return found.pop()
    there = ", ".join(f"{seat.upper()} {cells[seat]}" for seat in SEATS if seat in cells)
    what = "may be two seats" if found else "does not sit there"
    message = f"“{cell}” {what}: a seat or a name was expected, of {there}"
    raise CellError(message, column)


def of_session(cells: Mapping[str, str]) -> dict[str, str]:
    """Give what a row says of its session."""
    return {name: cells[name] for name in OF_SESSION if name in cells}
