"""Correct and decide: fix, undo, redo, void, ruling."""

from typing import TYPE_CHECKING, Annotated

import typer

from events.exit_codes import DONE, INTERRUPTED
from replay.commands.app import (
    RECORD,
    BookOption,
    ByOption,
    DryRunOption,
    ExpectOption,
    IdOption,
    YesOption,
    agreed,
    app,
    book_of,
    console_of,
    print_written,
)

if TYPE_CHECKING:
    from replay.console import Console
    from replay.recorder.keeping import Written

ReasonOption = Annotated[str | None, typer.Option("--reason", help="Why.")]


def _tell(written: "Written", console: "Console") -> None:
    print_written(console, written.addresses)
    for told in written.news:
        console.talk(f"  {told}")
    for told in written.consequences:
        console.talk(f"  no longer fits: {told}")


@app.command(rich_help_panel=RECORD)
def fix(
    ctx: typer.Context,
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="As 12.8.")],
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="STEP VALUE",
            help="As t5.2 h9, or b2 8h; several in one go: t5.2 h9, t6.1 h4. none: nothing there.",
        ),
    ],
    *,
    reason: ReasonOption = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse what is against the rules.")
    ] = False,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Let something else stand at a step: trickbook fix 12.8 "t5.2 h9" --reason typing."""
    from replay.recorder.keeping import Signed, fix_deal

    signed = Signed(by, identity, expect_seq, dry_run)
    written = fix_deal(book_of(ctx, book), deal, " ".join(what), reason, signed, strict=strict)
    _tell(written, console_of(ctx))


@app.command(rich_help_panel=RECORD)
def undo(
    ctx: typer.Context,
    count: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1,
    *,
    session: Annotated[str, typer.Option(help="Which session.")] = "last",
    reason: ReasonOption = None,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Take back the last entries; they stay in the log: trickbook undo 2."""
    from replay.recorder.keeping import Signed, undo_entries

    signed = Signed(by, identity, expect_seq, dry_run)
    written = undo_entries(book_of(ctx, book), session, count, reason, signed)
    _tell(written, console_of(ctx))


@app.command(rich_help_panel=RECORD)
def redo(
    ctx: typer.Context,
    *,
    session: Annotated[str, typer.Option(help="Which session.")] = "last",
    reason: ReasonOption = None,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Put back what was last taken back: trickbook redo."""
    from replay.recorder.keeping import Signed, redo_entry

    signed = Signed(by, identity, expect_seq, dry_run)
    written = redo_entry(book_of(ctx, book), session, reason, signed)
    _tell(written, console_of(ctx))


@app.command(rich_help_panel=RECORD)
def void(
    ctx: typer.Context,
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="As 12.8.")],
    *,
    reason: Annotated[str, typer.Option(help="Why it does not stand.")],
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> int:
    """Let a deal not stand: trickbook void 12.8 --reason "wrong pack"."""
    from replay.recorder.keeping import Signed, void_deal

    console = console_of(ctx)
    question = f"deal {deal} is to count nowhere, and every total follows"
    asked = not yes and not dry_run
    if asked and not agreed(console, console.ask_for(deal, question), f"{question}."):
        return INTERRUPTED
    signed = Signed(by, identity, expect_seq, dry_run)
    _tell(void_deal(book_of(ctx, book), deal, reason, signed), console)
    return DONE


@app.command(rich_help_panel=RECORD)
def ruling(
    ctx: typer.Context,
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="As 12.8.")],
    words: Annotated[
        list[str],
        typer.Argument(metavar="[FINDING] REMEDIES", help='As revoke@12.8:t2.3 "tricks 3 b>a".'),
    ],
    *,
    ground: Annotated[str | None, typer.Option(help="Why it was so decided.")] = None,
    settle: Annotated[
        bool, typer.Option("--settle", help="The table has paid by it: the settlement follows.")
    ] = False,
    dry_run: DryRunOption = False,
    book: BookOption = None,
    by: ByOption = None,
    identity: IdOption = None,
    expect_seq: ExpectOption = None,
) -> None:
    """Write down what was decided: trickbook ruling 12.8 revoke@12.8:t2.3 "tricks 3 b>a"."""
    from replay.recorder.keeping import Decided, Signed, rule_deal

    if len(words) > 2:  # noqa: PLR2004  (a finding, and the remedies)
        message = 'a finding and the remedies in quotes were expected, as revoke "tricks 3 b>a"'
        raise typer.BadParameter(message)
    finding = words[0] if len(words) == 2 else None  # noqa: PLR2004
    decided = Decided(finding, words[-1], ground, settle)
    signed = Signed(by, identity, expect_seq, dry_run)
    written = rule_deal(book_of(ctx, book), deal, decided, signed)
    _tell(written, console_of(ctx))
