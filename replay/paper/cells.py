"""What stands in the cells of a score sheet: its columns, how amounts and people are written."""

from collections.abc import Callable
from typing import Final, NamedTuple

from replay.amounts import counters
from replay.columns import short
from replay.console import in_letters
from replay.explain import Line, plain, signed
from replay.paper.notes import Note
from replay.paper.row import CHECKED, UNKNOWN, Row
from replay.paper.sheet import Columns, PaperSheet, Seated
from replay.score_sheet import Amount

Write = Callable[[str], str]


NAME: Final = 48
"""So many letters of a name, of a fact, of a note stand on paper; --json has all."""
FACT: Final = 100
NOTE: Final = 600


class Writing(NamedTuple):
    """How a form of the sheet writes a player's name, and any other text."""

    name: Write
    text: Write


class Column(NamedTuple):
    """A column besides those of the players and the pool."""

    key: str
    head: str
    at_right: bool = False


def columns_told(columns: Columns) -> list[Column]:
    """Name the columns from the left up to the players."""
    told = [Column("deal", "deal", at_right=True), Column("dealer", "dealer")]
    if columns.calls:
        told += [Column("auction", "auction"), Column("contract", "contract, by")]
        told += [Column("took", "took", at_right=True), Column("over", "±", at_right=True)]
    else:
        told += [Column("contract", "trumps"), Column("took", "tricks")]
    told.append(Column("each", "each", at_right=True))
    return [*told, Column("points", "points")] if columns.points else told


def cell(row: Row, column: str, writing: Writing) -> str:
    """Write what a deal has in a column."""
    name, text = writing
    match column:
        case "dealer":
            return name(row.dealer) if row.dealer else ""
        case "contract":
            return " ".join(filter(None, (text(row.what), text(" + ").join(map(name, row.who)))))
        case "deal":
            return text(_deal(row))
        case "each":
            return text(UNKNOWN if row.each is None else ", ".join(map(amount, row.each)))
        case _:
            return text(str(getattr(row, column)))


def _deal(row: Row) -> str:
    """Write which deal it is; in brackets its number in the game, where that is another."""
    same = row.number is None or row.deal == str(row.number)
    return row.deal if same else f"{row.deal} ({row.number})"


def amount(value: Amount) -> str:
    """Write an amount; one that nobody knows is a dash."""
    return counters(plain(value))


def change(value: Amount) -> str:
    """Write an amount with its sign."""
    return counters(signed(value))


def check_told(row: Row) -> str:
    """Write the check mark, and the numbers of the notes, which follow one on the other."""
    numbers = str(row.notes[0]) if row.notes else ""
    if len(row.notes) > 1:
        numbers += f"–{row.notes[-1]}"
    return " ".join(filter(None, (row.check, numbers)))


def lettered(text: str) -> str:
    """Write what only print has in letters and signs that any machine has."""
    for sign, letters in (("✓", "ok"), (UNKNOWN, "?"), ("±", "+/-"), ("–", "-"), ("×", "x")):
        text = text.replace(sign, letters)
    return in_letters(text)


def balance(row: Row, player: Seated) -> str:
    """Write what a player has after a row; nothing where the row is not about him."""
    return amount(row.balances[player.id]) if player.id in row.balances else ""


def changed(row: Row, player: Seated) -> str:
    """Write what a row changed for a player; nothing where he did not sit at the table."""
    return change(row.changes[player.id]) if player.id in row.changes else ""


def pools_told(row: Row) -> tuple[str, str]:
    """Write the pool before and after; of sums, and of what is counted, only how it is."""
    if row.pools is None:
        return "", ""
    before, after = map(amount, row.pools)
    return (before if row.changes else ""), after


def head_told(player: Seated) -> str:
    """Write what stands over a player's column: the name, on a form for anybody the seat."""
    return short(player.name, NAME) or player.seats


def seats_told(sheet: PaperSheet, name: Write) -> list[str]:
    """Write who sits where."""
    return [f"{one.seats} {name(short(one.name, NAME))}" for one in sheet.players if one.name]


def title_lines(sheet: PaperSheet) -> tuple[str, str]:
    """Write what heads each page: the game, which session, what is known of it."""
    session = f"session {sheet.session}" if sheet.session else "session"
    title = sheet.game.title
    told = f"{short(sheet.club, FACT)} · {title}" if sheet.club else title
    return told, " · ".join((session, *(short(fact, FACT) for fact in sheet.facts)))


def foot_lines(sheet: PaperSheet, page: int, pages: int) -> tuple[str, str]:
    """Write the end of a page: the log's head; when it was printed, and which page it is."""
    printed = "" if sheet.printed is None else f"printed {sheet.printed:%Y-%m-%d %H:%M} · "
    head = "" if sheet.head is None else f"log head {sheet.head}"
    return head, f"{printed}page {page} of {pages}"


def legend(sheet: PaperSheet) -> list[str]:
    """Explain the signs of a sheet."""
    if sheet.is_form:
        return list(sheet.key)
    return [LEGEND, LEGEND_OF_CALLS] if sheet.columns.calls else [LEGEND]


def note_told(note: Note) -> str:
    """Write a note with the rule that it rests on, and whether it has been ruled on."""
    rule = "" if note.rule is None else f" ({note.rule})"
    text = short(counters(note.text) if note.kind in {"finding", "ruling"} else note.text, NOTE)
    return f"{text}{rule}{' · ruled' if note.state == 'ruled' else ''}"


def division_told(line: Line) -> str:
    """Write a line of the division of the pool."""
    told = counters(line.amount)
    return f"{line.payer} → {line.payee}: {told} ({line.because}; {line.rule})"


LEGEND: Final = (
    "deal: its place in the log, in brackets its number in the game · each: the price by the rules "
    f"· {CHECKED} settled as the rules give · {UNKNOWN} not known, or not to be checked · a number "
    "is that of a note"
)
LEGEND_OF_CALLS: Final = (
    "auction: as it is typed, from the eldest hand, p pass, 3p three of them · took: pay, the "
    "adversaries gave up; give, the caller paid; of all, A to D"
)
