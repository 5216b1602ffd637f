"""Look: status, list, show, log, replay, diff, blame."""

from typing import Annotated

import typer

from events.exit_codes import DAMAGED, DONE
from replay.commands.app import (
    LOOK,
    AsOfOption,
    BookOption,
    JsonOption,
    app,
    book_of,
    console_of,
    damage_code,
    maybe_book,
    print_json,
    seat_named,
)


@app.command(rich_help_panel=LOOK)
def status(
    ctx: typer.Context,
    *,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Tell where the book stands, next deal, pool, balances, findings: trickbook status."""
    from replay.standing import standing_document, standing_text

    found = book_of(ctx, book, as_of)
    if json:
        print_json(standing_document(found))
    else:
        console_of(ctx).out(standing_text(found))
    return damage_code(console_of(ctx), found, ["last"] if found.logs() else [])


@app.command(name="list", rich_help_panel=LOOK)
def list_(
    ctx: typer.Context,
    session: Annotated[str | None, typer.Argument(metavar="[SESSION]")] = None,
    *,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """List the sessions, or the deals of one: trickbook list 12."""
    from replay.columns import in_columns
    from replay.standing import deal_rows, session_rows

    found = book_of(ctx, book, as_of)
    damaged = [] if session is None else [session]
    if session is None:
        rows = list(session_rows(found, whole=json))
        damaged = [str(row["session"]) for row in rows if row.get("state") in {None, "damaged"}]
    else:
        rows = list(deal_rows(found, session, whole=json))
    if json:
        for row in rows:
            print_json(row)
    else:
        nothing = "nothing recorded yet" if as_of is None else "nothing had been recorded by then"
        console_of(ctx).out(in_columns(rows) or nothing)
    return damage_code(console_of(ctx), found, damaged) if damaged else DONE


@app.command(rich_help_panel=LOOK)
def show(
    ctx: typer.Context,
    deal: Annotated[str, typer.Argument(metavar="DEAL[:STEP]", help="As 12.8 or 12.8:t5.2.")],
    *,
    seat: Annotated[str | None, typer.Option(help="Only what this seat could know.")] = None,
    auction: Annotated[bool, typer.Option("--auction", help="Only the calls.")] = False,
    play: Annotated[bool, typer.Option("--play", help="Only the tricks.")] = False,
    payments: Annotated[bool, typer.Option("--payments", help="Only who pays what.")] = False,
    script: Annotated[bool, typer.Option("--script", help="As a script that records it.")] = False,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Draw the table at a step: trickbook show 12.8:t5.2 --seat B."""
    from replay.showing import Wanted, show_document, show_text

    console = console_of(ctx)
    offered = {"auction": auction, "play": play, "payments": payments, "script": script}
    parts = [name for name, chosen in offered.items() if chosen]
    if len(parts) > 1:
        message = f"only one of --{' and --'.join(parts)} can be shown at a time"
        raise typer.BadParameter(message)
    part = parts[0] if parts else "table"
    wanted = Wanted(
        deal=deal,
        seat=None if seat is None else seat_named(seat),
        part=part,
        ascii_only=console.plain_letters,
    )
    found = maybe_book(ctx, book, [deal], as_of)
    if json:
        print_json(show_document(found, wanted))
    else:
        console.out(show_text(found, wanted))
    return damage_code(console, found, [deal])


@app.command(rich_help_panel=LOOK)
def log(
    ctx: typer.Context,
    target: Annotated[str, typer.Argument(metavar="[DEAL|SESSION|FILE]")] = "last",
    *,
    count: Annotated[int | None, typer.Option("-n", min=1, help="Only the last so many.")] = None,
    kind: Annotated[str | None, typer.Option("--type", help="Only this type of event.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="Only what this one recorded.")] = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """List events as written, newest last: trickbook log 12.8 -n 20."""
    from replay.history.as_written import log_lines

    found = maybe_book(ctx, book, [target], as_of)
    rows = log_lines(found, target, kind=kind, by=by, whole=json)
    for row in rows[-count:] if count else rows:
        if json:
            print_json(row)
        else:
            at, by_ = row["at"] or "—", row["by"] or "—"
            console_of(ctx).out(f"{row['event']}  {at}  {by_}  {row['text']}")
    return damage_code(console_of(ctx), found, [target])


@app.command(rich_help_panel=LOOK)
def replay(
    ctx: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="[FILE|SESSION|DEAL]…")] = None,
    *,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Replay through the rules, a line a deal: trickbook replay 12 --json."""
    from replay.showing import replay_documents, replay_lines

    found, damage = maybe_book(ctx, book, names or [], as_of), list[str]()
    if json:
        for document in replay_documents(found, names or [], damage):
            print_json(document)
    else:
        for line in replay_lines(found, names or [], damage):
            console_of(ctx).out(line)
    for told in damage:
        console_of(ctx).talk(f"! {told}")
    return DAMAGED if damage else DONE


@app.command(rich_help_panel=LOOK)
def diff(
    ctx: typer.Context,
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="As 12.8.")],
    event: Annotated[
        str | None,
        typer.Argument(
            metavar="[EVENT[..EVENT]]",
            help="Before and after an event, as 12@61 or @61, or between two: 12@40..12@61.",
        ),
    ] = None,
    *,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Tell what changed in a deal, and what followed: trickbook diff 12.8 12@40..12@61."""
    from replay.history.diff import diff as compare
    from replay.history.diff_text import diff_document, diff_text, together_text
    from replay.history.field_words import Telling

    console = console_of(ctx)
    opened = maybe_book(ctx, book, [deal], as_of)
    found = compare(opened, deal, event, Telling(console.signs, whole=json))
    if json:
        print_json(diff_document(found))
    else:
        console.out(diff_text(found))
    if (told := together_text(found)) is not None:
        console.talk(told)
    return damage_code(console, opened, [deal])


@app.command(rich_help_panel=LOOK)
def blame(
    ctx: typer.Context,
    deal: Annotated[str, typer.Argument(metavar="DEAL[:STEP]", help="As 12.8 or 12.8:b3.")],
    *,
    as_of: AsOfOption = None,
    json: JsonOption = False,
    book: BookOption = None,
) -> int:
    """Tell who set each field of a deal, and what stood there before: trickbook blame 12.8."""
    from replay.history.blame import blame as find
    from replay.history.blame import blame_document, blame_text
    from replay.history.field_words import Telling

    console = console_of(ctx)
    opened = maybe_book(ctx, book, [deal], as_of)
    found = find(opened, deal, Telling(console.signs, whole=json))
    if json:
        print_json(blame_document(found))
    else:
        console.out(blame_text(found))
    return damage_code(console, opened, [deal])
