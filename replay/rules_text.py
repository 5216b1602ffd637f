"""A rule book in text: its tables, its options, what it lays down for offences."""

from collections.abc import Iterator, Sequence

from core.rulebook import RuleBook, Sanction, Table
from core.wording import counted
from events.book import BookError
from replay.columns import table_lines


def books_with(books: Sequence[RuleBook], table: str) -> tuple[RuleBook, ...]:
    """Give the rule books that have a table.

    Raises:
        BookError: none of them has it.

    """
    found = tuple(book for book in books if table in book.tables)
    if not found:
        names = ", ".join(name for book in books for name in book.tables)
        who = books[0].title if len(books) == 1 else "no game here"
        message = f"{who} has {'no' if len(books) == 1 else 'a'} table “{table}”: {names}"
        raise BookError(message)
    return found


def rules_text(book: RuleBook, table: str | None) -> str:
    """Show a rule book, or one of its tables.

    Raises:
        BookError: it has no such table.

    """
    if table is not None:
        books_with((book,), table)
        return "\n".join(lines_of_table(table, book.tables[table]))
    side = "clockwise" if book.direction > 0 else "anticlockwise"
    seats = book.table_sizes
    deals = "" if book.deals is None else f", {book.deals} deals"
    lines = [f"{book.title} ({book.key}), edition {book.edition}: {seats} seats, {side}{deals}"]
    lines.append(
        f"rules.md section {book.section}; calls besides the ladder: {', '.join(book.words)}"
    )
    for name, one in book.tables.items():
        lines += ["", *lines_of_table(name, one)]
    lines += _names(book)
    lines += ["", "options (the default first)"]
    for rule in book.options:
        values = [rule.default, *(value for value in rule.values if value != rule.default)]
        told = ", ".join(values) if rule.values else f"{rule.default}, any amount"
        lines.append(f"  {rule.name:22} {told}  ({rule.rule})")
    if book.sanctions:
        lines += ["", "offences for which the source lays something down"]
    for offence, sanction in book.sanctions.items():
        lines.append(f"  {offence:22} {sanction_text(sanction)}  ({sanction.rule})")
    return "\n".join(lines)


def _names(book: RuleBook) -> list[str]:
    """List the contracts with their names in the language of the source, where it has others."""
    named = [rung for rung in book.ladder if rung.native]
    if not named:
        return []
    width = max(len(rung.title) for rung in named)
    lines = [f"  {rung.key:22} {rung.title:{width}}  {rung.native}" for rung in named]
    return ["", "names in the language of the source", *lines]


def sanction_text(sanction: Sanction) -> str:
    """Tell what a source lays down for an offence."""
    told = ["the deal is cancelled"] if sanction.cancels else []
    told += [f"{counted(sanction.tricks, 'trick')} to the other side"] if sanction.tricks else []
    told += ["the offender doubles the pool"] if sanction.doubles else []
    return ", ".join(told) or "nothing"


def lines_of_table(name: str, table: Table) -> Iterator[str]:
    """Set a table under its name, an empty cell empty."""
    yield name
    rows = [["" if cell is None else cell for cell in row] for row in table.rows]
    yield from table_lines(table.columns, rows, indent="  ")
