"""Record: init, open, record, add, note, close."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from events.exit_codes import BUSY, DONE, FINDINGS, INTERRUPTED
from replay.commands.app import (
    RECORD,
    BookOption,
    ByOption,
    DryRunOption,
    ExpectOption,
    IdOption,
    OptOption,
    YesOption,
    agreed,
    app,
    book_of,
    console_of,
    print_written,
    seat_named,
)
from replay.console import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.console import Console
    from replay.recorder.recording import Recorder, Reply

STDIN = "-"


@app.command(rich_help_panel=RECORD)
def init(
    ctx: typer.Context,
    folder: Annotated[str, typer.Argument(metavar="DIR")],
    game: Annotated[str | None, typer.Option(help="The game that is usual here.")] = None,
    title: Annotated[str | None, typer.Option(help="What the book is called.")] = None,
    unit: Annotated[str, typer.Option(help="What one counter is.")] = "white counter",
    *,
    dry_run: DryRunOption = False,
) -> None:
    """Make a book: trickbook init ~/book --game boston."""
    from events.book import book_around, check_place, make_book
    from replay.recorder.opening import book_named

    if not folder:
        message = "DIR is the folder that becomes the book, as winter"
        raise typer.BadParameter(message)
    key = None if game is None else book_named(game).key
    path = Path(folder)
    console = console_of(ctx)
    if (around := book_around(path)) is not None:
        console.talk(f"! {path} lies inside the book {around}")
    if dry_run:
        check_place(path)
        console.talk(f"nothing written; {path} can become a book")
        return
    book = make_book(path, title or path.resolve().name, key, unit)
    which = "" if key else "--game … "
    console.talk(f"made {book.path}; next: trickbook open {which}--seats A=Ada,B=Boris,…")


@app.command(name="open", rich_help_panel=RECORD)
def open_(
    ctx: typer.Context,
    *,
    seats: Annotated[str, typer.Option(help="Who sits where, as A=Ada,B=Boris,C=Chloé,D=Dmitri.")],
    game: Annotated[str | None, typer.Option(help="Else the book's own game.")] = None,
    dealer: Annotated[str, typer.Option(help="Who deals first.")] = "A",
    played: Annotated[str | None, typer.Option(help="The day, YYYY-MM-DD, or unknown.")] = None,
    opt: OptOption = None,
    place: Annotated[str | None, typer.Option()] = None,
    title: Annotated[str | None, typer.Option()] = None,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Open a session: trickbook open --game boston --seats A=Ada,B=Boris,C=Chloé,D=Dmitri."""
    from events.append import now
    from replay.recorder.opening import seats_named, session_opened
    from replay.recorder.recording import Recorder
    from replay.score import options_of

    found = book_of(ctx, book)
    recorder = Recorder(
        book=found, clock=now, by=by, dry_run=dry_run, identity=identity, expect_seq=expect_seq
    )
    recorder.resume()
    opened = session_opened(
        game or found.game,
        seats_named(seats),
        dealer=seat_named(dealer),
        options=dict(options_of(opt or [])),
        played=None if played == "unknown" else played,
        place=place,
        title=title,
    )
    recorder.begin(opened)
    console_of(ctx).out(recorder.where())
    print_written(console_of(ctx), recorder.written)


@app.command(rich_help_panel=RECORD)
def record(
    ctx: typer.Context,
    *,
    script: Annotated[str | None, typer.Option(help="A script file, or - for stdin.")] = None,
    strict: Annotated[bool, typer.Option(help="Refuse what is against the rules.")] = False,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> int:
    """Record at the prompt, or a script: trickbook record --script evening.txt."""
    from events.append import now
    from replay.recorder.recording import Recorder

    console = console_of(ctx)
    recorder = Recorder(
        book=book_of(ctx, book),
        clock=now,
        by=by,
        strict=strict,
        dry_run=dry_run,
        by_deal=script is not None,
        whole=identity is not None,
        signs=console.signs,
        identity=identity,
        expect_seq=expect_seq,
    )
    at_prompt = script is None and sys.stdin.isatty() and not console.no_input
    if at_prompt and identity is not None:
        message = "--id needs --script, which is then one entry; at the prompt each line is one"
        raise typer.BadParameter(message)
    recorder.resume()
    if at_prompt:
        return _prompt(recorder, console)
    return _run(recorder, console, STDIN if script is None else script)


def _run(recorder: "Recorder", console: "Console", script: str) -> int:
    from events.append import LogError
    from replay.recorder.recording import run_script, script_lines
    from replay.recorder.refusal import RefusedError

    recorder.by_deal = True
    name = "stdin" if script == STDIN else script
    lines = sys.stdin if script == STDIN else script_lines(script)
    try:
        run_script(recorder, lines, name, lambda reply: _say(reply, console))
    except (RefusedError, LogError, OSError) as error:
        if recorder.unsettled:
            console.talk(f"! {_unsettled(recorder)}")
        console.talk(_written(recorder))
        raise error from None
    _notice(recorder, console)
    for told in _left(recorder):
        console.talk(f"! {told}")
    console.talk(_written(recorder))
    return FINDINGS if recorder.strict and recorder.irregular else DONE


def _left(recorder: "Recorder") -> "Iterator[str]":
    """Say which deals are not settled at the end of a script."""
    if recorder.unsettled:
        yield _unsettled(recorder)
    if (left_open := recorder.left_open()) is not None:
        yield left_open


def _unsettled(recorder: "Recorder") -> str:
    return f"not settled, and followed by others: {', '.join(recorder.unsettled)}"


def _written(recorder: "Recorder") -> str:
    verb = "checked" if recorder.dry_run else "written"
    where = f": {', '.join(_runs(recorder.written))}" if recorder.written else ""
    return f"{counted(recorder.deals_written, 'deal')} {verb}{where}"


def _runs(written: list[str]) -> list[str]:
    """Join what was written into one session: from its first event to its last."""
    runs: dict[str, tuple[str, str]] = {}
    for run in written:
        first, _, last = run.partition("..")
        number = first.partition("@")[0]
        runs[number] = (runs.get(number, (first, ""))[0], last or first)
    return [first if first == last else f"{first}..{last}" for first, last in runs.values()]


def _say(reply: "Reply", console: "Console") -> None:
    if reply.text:
        console.out(reply.text)
    for warning in reply.warnings:
        console.talk(f"  {warning}")


def _notice(recorder: "Recorder", console: "Console") -> None:
    """Tell once what was found in the log while it was written to."""
    for notice in recorder.notices:
        console.talk(f"! {notice}")
    recorder.notices.clear()


def _prompt(recorder: "Recorder", console: "Console") -> int:
    """Take lines until the end of input; a refused line is told and asked for again."""
    from events.append import LogError
    from replay.recorder.refusal import RefusedError

    console.out(recorder.where())
    while True:
        try:
            line = input(console.spoken(recorder.prompt()) + " ")
        except EOFError:
            for told in _left(recorder):
                console.talk(f"! {told}")
            return DONE
        try:
            _say(recorder.enter(line or "?"), console)
        except RefusedError as error:
            console.talk(error.shown())
        except LogError as error:
            if error.exit_code != BUSY:
                raise
            console.talk(f"{error}\nnot written: {line}")
            recorder.pending.clear()
            recorder.resume()
        _notice(recorder, console)


@app.command(rich_help_panel=RECORD)
def add(
    ctx: typer.Context,
    line: Annotated[str, typer.Argument(metavar="RESULT", help="A result line, as b 8h 6.")],
    *,
    strict: Annotated[bool, typer.Option(help="Refuse what is against the rules.")] = False,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Record one result: trickbook add "b 8h 6"."""
    from events.append import now
    from replay.recorder.recording import Recorder, add_line

    console = console_of(ctx)
    recorder = Recorder(
        book=book_of(ctx, book),
        clock=now,
        by=by,
        strict=strict,
        dry_run=dry_run,
        by_deal=True,
        signs=console.signs,
        identity=identity,
        expect_seq=expect_seq,
    )
    recorder.resume()
    _say(add_line(recorder, line), console)
    print_written(console, recorder.written)
    _notice(recorder, console)


@app.command(rich_help_panel=RECORD)
def note(
    ctx: typer.Context,
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="As 12.8.")],
    text: Annotated[str, typer.Argument()],
    *,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Write a remark on a deal: trickbook note 12.8 "the light went out"."""
    from replay.recorder.keeping import Signed, note_on_deal

    signed = Signed(by, identity, expect_seq, dry_run)
    written = note_on_deal(book_of(ctx, book), deal, text, signed)
    print_written(console_of(ctx), written.addresses)


@app.command(rich_help_panel=RECORD)
def close(
    ctx: typer.Context,
    session: Annotated[str, typer.Argument(metavar="[SESSION]")] = "last",
    *,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> int:
    """Close a session; with open findings it asks first: trickbook close 12."""
    from replay.recorder.keeping import Signed, close_session, open_findings

    console = console_of(ctx)
    found = book_of(ctx, book)
    findings = open_findings(found, session)
    if findings and not yes and not dry_run:
        found_open = counted(len(findings), "open finding")
        question = f"{found_open} (trickbook audit {session}): close all the same?"
        if not agreed(console, console.ask(question), question):
            return INTERRUPTED
    signed = Signed(by, identity, expect_seq, dry_run)
    print_written(console, close_session(found, session, signed).addresses)
    return DONE
