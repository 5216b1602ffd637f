"""Explore: stats."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.commands.app import (
    EXPLORE,
    AsOfOption,
    BookOption,
    JsonOption,
    app,
    book_of,
    console_of,
    print_json,
)

if TYPE_CHECKING:
    import duckdb

    from replay.console import Console
    from replay.statistics.question import Wanted

TEXT, CSV, AS_JSON = "text", "csv", "json"
QUESTIONS = "player, contract, pair, pool, auction, hands, trend, records, rating"


@app.command(rich_help_panel=EXPLORE)
def stats(
    ctx: typer.Context,
    question: Annotated[str, typer.Argument(help=f"One of {QUESTIONS}.")],
    *,
    who: Annotated[
        list[str] | None, typer.Option("--who", help="Only this player; also several.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="Only this game.")] = None,
    first: Annotated[
        str | None, typer.Option("--from", metavar="DAY", help="1893-11-04, 1893-11 or 1893.")
    ] = None,
    last: Annotated[str | None, typer.Option("--to", metavar="DAY", help="With its end.")] = None,
    level: Annotated[
        list[str] | None,
        typer.Option("--level", help="result, auction, hands, some-tricks, all-tricks."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option("--by", help="Of trend, and of rating with --who: year, month, session."),
    ] = None,
    part: Annotated[str | None, typer.Option("--part", help="Only this table.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Rows of players; 0 for all.")] = 40,
    deals: Annotated[bool, typer.Option("--deals", help="The deals behind it.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="For spreadsheets: the first table.")] = False,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> None:
    """Who succeeds at what, and by how much luck: trickbook stats player --who Ada."""
    from replay.index.asking import opened
    from replay.index.indexing import Progress
    from replay.statistics.question import Wanted

    console = console_of(ctx)
    if csv and json:
        message = "only one of --csv and --json can be written at a time"
        raise typer.BadParameter(message)
    form = CSV if csv else AS_JSON if json else TEXT
    wanted = Wanted(
        question, tuple(who or ()), game, first, last, tuple(level or ()), by, limit, part
    )
    with opened(book_of(ctx, book, as_of), Progress(console)) as asked:
        for notice in asked.notices:
            console.talk(f"! {notice}")
        if deals:
            _print_deals(asked.con, wanted, console, form)
        else:
            _print_answer(asked.con, wanted, console, form)


def _print_answer(
    con: "duckdb.DuckDBPyConnection", wanted: "Wanted", console: "Console", form: str
) -> None:
    from replay.statistics.question import answer
    from replay.statistics.text import answer_document, answer_text, csv_rows, legend
    from replay.writing import write_csv

    found = answer(con, wanted)
    if form == AS_JSON:
        print_json(answer_document(found))
    elif form == CSV:
        write_csv(sys.stdout, *csv_rows(found.tables[0]))
    else:
        console.out(answer_text(found))
        console.talk(f"\n{legend(found)}")


def _print_deals(
    con: "duckdb.DuckDBPyConnection", wanted: "Wanted", console: "Console", form: str
) -> None:
    from replay.columns import table_lines
    from replay.statistics.question import deals_behind
    from replay.statistics.text import deal_cells, deal_documents
    from replay.writing import write_csv

    told: Any = deal_documents(deals_behind(con, wanted))
    if form == AS_JSON:
        for document in told:
            print_json(document)
        return
    documents: list[dict[str, object]] = list(told)
    columns = [name for name in documents[0] if name != "schema"] if documents else ["deal"]
    rows = [deal_cells(document) for document in documents]
    if form == CSV:
        write_csv(sys.stdout, columns, rows)
    else:
        for line in table_lines(columns, rows):
            console.out(line)
