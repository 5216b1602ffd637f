"""Check: audit, explain, score, verify, head, rules, games."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from events.exit_codes import DAMAGED, DONE, FINDINGS, USAGE
from replay.commands.app import (
    CHECK,
    AsOfOption,
    BookOption,
    JsonOption,
    OptOption,
    app,
    book_of,
    console_of,
    damage_code,
    maybe_book,
    print_json,
)

if TYPE_CHECKING:
    from events.book import Book

STDIN = "-"
NamesArgument = Annotated[list[str] | None, typer.Argument(metavar="[FILE|SESSION|DEAL]…")]


@app.command(rich_help_panel=CHECK)
def audit(
    ctx: typer.Context,
    names: NamesArgument = None,
    *,
    fail_on: Annotated[str, typer.Option(help="The mildest severity that fails.")] = "difference",
    code: Annotated[str | None, typer.Option(help="Only these findings, as wrong-*.")] = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Report what does not fit the rules; exit code 1 if anything does: trickbook audit 12."""
    from core.breach import Severity
    from replay.auditing import audit_targets

    if fail_on not in set(Severity):
        message = f"--fail-on is one of {', '.join(Severity)}"
        raise typer.BadParameter(message)
    console = console_of(ctx)
    report = audit_targets(maybe_book(ctx, book, names or [], as_of), names or [], code)
    if json:
        print_json(report.document(Severity(fail_on)))
    else:
        for finding in report.findings:
            severity = console.severity(f"{finding.severity.value:10}")
            ruled = "  ruled" if finding.state == "ruled" else ""
            told = f"{finding.code:20} {finding.message}  {finding.rule}{ruled}"
            console.out(f"{finding.place:12} {severity} {told}")
        console.talk(report.summary())
    if report.damaged:
        return DAMAGED
    return FINDINGS if report.fails(Severity(fail_on)) else DONE


@app.command(rich_help_panel=CHECK)
def explain(
    ctx: typer.Context,
    what: Annotated[str, typer.Argument(metavar="DEAL|FINDING|RULE")],
    *,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Show the arithmetic behind each counter paid: trickbook explain 12.8, or AB_FAIL."""
    from replay.explaining import explain_document, explain_text, session_of

    def found() -> "Book":  # a rule needs none
        return book_of(ctx, book, as_of)

    if json:
        print_json(explain_document(found, what))
    else:
        console_of(ctx).out(explain_text(found, what))
    session = session_of(found, what)
    return DONE if session is None else damage_code(console_of(ctx), found(), [session])


@app.command(rich_help_panel=CHECK)
def score(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument()],
    result: Annotated[str, typer.Argument(help="As b 8h 6; - reads a row a line from stdin.")],
    *,
    pool: Annotated[str | None, typer.Option(help="The current pool before the deal.")] = None,
    full_pools: Annotated[int, typer.Option(help="Full pools set aside.")] = 0,
    deal: Annotated[
        int, typer.Option(help="Which deal of the game; after the last the pool is divided.")
    ] = 1,
    dealer: Annotated[str, typer.Option()] = "A",
    turned: Annotated[str | None, typer.Option(help="The suit turned.")] = None,
    belle: Annotated[str | None, typer.Option(help="The suit of the whole game.")] = None,
    points: Annotated[
        str | None, typer.Option(metavar="N,N", help="Points before the deal, by seat or side.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None,
    opt: OptOption = None,
    json: JsonOption = False,
) -> int:
    """Settle a result without a book: trickbook score boston "b 8h 6" --pool 40."""
    from replay.recorder.opening import book_named
    from replay.score import Setting, options_of, score_text
    from replay.score import score as settle

    book = book_named(game)
    setting = Setting(
        pool=pool,
        full_pools=full_pools,
        deal=deal,
        dealer=dealer,
        turned=turned,
        belle=belle,
        points=points,
        seats=seats,
        options=dict(options_of(opt or [])),
    )
    if result == STDIN:
        return _score_rows(game, setting)
    document = settle(book, result, setting)
    if json:
        print_json(document)
    else:
        console_of(ctx).out(score_text(book, document))
    return DONE


def _score_rows(game: str, setting: "object") -> int:
    """Score a row a line; a bad one is answered in its place and fails at the end."""
    from replay.recorder.opening import book_named
    from replay.recorder.refusal import RefusedError
    from replay.score import Setting, score_row

    failed = False
    common = setting if isinstance(setting, Setting) else Setting()
    for row in sys.stdin:
        try:
            print_json(score_row(book_named(game), row.strip(), common))
        except RefusedError as error:
            failed = True
            print_json({"schema": "trickbook.score/1", "error": str(error)})
    return USAGE if failed else DONE


@app.command(rich_help_panel=CHECK)
def verify(
    ctx: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="[FILE|SESSION]…")] = None,
    *,
    head: Annotated[
        str | None,
        typer.Option(help="A head kept elsewhere, or the line that head prints, in quotes."),
    ] = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Re-read and re-hash every byte; exit code 5 if one is changed: trickbook verify 12."""
    from replay.verifying import verify_files

    console = console_of(ctx)
    good = True
    for seen in verify_files(maybe_book(ctx, book, names or []), names or [], head):
        good = good and seen.ok
        if json:
            print_json(seen.document())
        else:
            word = console.paint("ok", "32") if seen.ok else console.paint("DAMAGED", "31")
            console.out(f"{seen.file}  {word}  {seen.message}")
    return 0 if good else DAMAGED


@app.command(name="head", rich_help_panel=CHECK)
def head_(
    ctx: typer.Context,
    session: Annotated[str | None, typer.Argument(metavar="[SESSION|FILE]")] = None,
    *,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Print the head for the paper sheet, session, events, hash: trickbook head 12."""
    from replay.verifying import heads, verify_files

    names = [] if session is None else [session]
    found = maybe_book(ctx, book, names)
    for row in heads(found, session):
        if json:
            print_json(row)
        else:
            console_of(ctx).out(f"{row['session']} {row['events']} {row['head']}")
    damaged = [seen for seen in verify_files(found, names, None) if not seen.ok]
    for seen in damaged:
        name = seen.file if seen.session is None else seen.session
        told = f"{seen.file} is damaged: {seen.message} (trickbook verify {name})"
        console_of(ctx).talk(f"! {told}")
    return DAMAGED if damaged else DONE


@app.command(rich_help_panel=CHECK)
def rules(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument()] = None,
    *,
    table: Annotated[str | None, typer.Option(help="Only this table, as AB_FAIL.")] = None,
    json: JsonOption = False,
) -> None:
    """Show a game's rule book: ladder, tables, options: trickbook rules boston."""
    from core.games import ALL
    from replay.documents import rules_document
    from replay.recorder.opening import book_named
    from replay.rules_text import books_with, rules_text

    books = ALL if game is None else (book_named(game),)
    if table is not None:
        books = books_with(books, table)
    for book in books:
        if json:
            print_json(rules_document(book, table))
        else:
            console_of(ctx).out(rules_text(book, table))


@app.command(rich_help_panel=CHECK)
def games(ctx: typer.Context, *, json: JsonOption = False) -> None:
    """List the games: trickbook games --json."""
    from core.games import ALL
    from replay.documents import games_document

    if json:
        print_json(games_document(ALL))
        return
    for book in ALL:
        seats = book.table_sizes
        deals = "" if book.deals is None else f", {book.deals} deals"
        console_of(ctx).out(f"{book.key:22} {book.title}: {seats} seats{deals}")
