"""Explore: dashboard."""

from typing import Annotated

import typer

from replay.commands.app import EXPLORE, BookOption, app, book_of, console_of


@app.command(rich_help_panel=EXPLORE)
def dashboard(
    ctx: typer.Context,
    *,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Else the first free one from 8501 on.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only serve.")] = False,
    book: BookOption = None,
) -> None:
    """Browse the book in a browser, step through deals: trickbook dashboard --port 8501."""
    import webbrowser

    from replay.serving import HOST, choose_port, ended_by_signals, serving

    console = console_of(ctx)
    found = book_of(ctx, book)
    chosen = choose_port(port)
    with ended_by_signals(), serving(found, chosen) as process:
        address = f"http://{HOST}:{chosen}/"
        console.out(address)
        console.talk(f"the dashboard of {found.path}; Ctrl-C ends it")
        if not no_browser and not console.no_input:
            webbrowser.open(address)
        process.wait()
