"""Rules: a game's ladder, tables and settings, or what a rule id stands for."""

import re
from collections.abc import Sequence
from typing import Final

import streamlit as st

from core.games import ALL, BY_KEY
from core.rulebook import RuleBook, Table
from dashboard.markup import Markup, el, figure, href, link, table
from dashboard.shell import as_text_and_json, headline, notice, render, show, title
from events.book import Book, BookError
from replay.documents import games_document, rules_document
from replay.explain import needed
from replay.rule_ids import no_rule, rule_text
from replay.rules_text import rules_text, sanction_text

FIGURE: Final = re.compile(r"(?:[+−-]?\d+(?:/\d+)?)?")
"""What stands in a column of figures: a number, or nothing."""


def page(book: Book) -> None:
    """Show the rule or the game that the address names, else the book's game."""
    rule = st.query_params.get("rule")
    if rule is not None:
        _rule(rule)
        return
    key = st.query_params.get("game", book.game or ALL[0].key)
    if key not in BY_KEY:
        message = f"there is no game “{key:.40}”: there are {', '.join(BY_KEY)}"
        raise BookError(message)
    _game(BY_KEY[key])


def _rule(rule: str) -> None:
    title(f"rule {rule[:40]}")
    told = rule_text(rule)
    if told is None:
        headline(f"There is no rule “{rule[:60]}”", no_rule(rule) or "")
        show(_games())
        return
    headline(f"Rule {rule}")
    found = [book for book in ALL if rule in book.tables]
    if found:
        show(el("p", link(found[0].title, href("rules", {"game": found[0].key}))))
        show(*(_table(rule, book.tables[rule]) for book in found))
    else:
        show(*(el("p", line) for line in told.splitlines()))
    show(_games())
    as_text_and_json(told, None, f"trickbook explain {rule}")


def _games(shown: RuleBook | None = None) -> Markup:
    links = (
        el("strong", book.title)
        if book is shown
        else link(book.title, href("rules", {"game": book.key}))
        for book in ALL
    )
    return el("nav", *(el("span", one, " ") for one in links), class_="games", aria_label="games")


def _game(book: RuleBook) -> None:
    title(f"rules of {book.title}")
    seats = " or ".join(map(str, book.seats))
    way = "clockwise" if book.direction > 0 else "anticlockwise"
    deals = "" if book.deals is None else f", {book.deals} deals"
    headline(book.title, f"{seats} seats, {way}{deals}; edition {book.edition} of its rule book")
    show(_games(book))
    if book.ladder:
        show(_ladder(book))
    show(*(_table(name, one) for name, one in book.tables.items()))
    show(_options(book))
    if book.sanctions:
        rows = [
            [offence, sanction_text(one), _to_rule(one.rule)]
            for offence, one in book.sanctions.items()
        ]
        show(table(("offence", "what the source lays down", "rule"), rows, "Offences"))
    if not book.ladder:
        notice("Nobody calls in this game.")
    document = {**rules_document(book), "games": games_document(ALL)["games"]}
    as_text_and_json(rules_text(book, None), document, f"trickbook rules {book.key}")


def _ladder(book: RuleBook) -> Markup:
    rows = [
        [
            str(one.rung),
            one.title,
            needed(one),
            "yes" if one.trumps else "no",
            "yes" if one.discards else "",
            "yes" if one.exposed else "",
        ]
        for one in book.ladder
    ]
    head = ("rung", "bid", "tricks", "trumps", "all put out a card", "played open")
    return table(head, _aligned(rows), "The ladder, from the lowest bid up")


def _table(name: str, one: Table) -> Markup:
    rows = [["" if cell is None else str(cell) for cell in row] for row in one.rows]
    return el("div", table(one.columns, _aligned(rows), name), id=name)


def _aligned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Set columns that hold nothing but figures as such."""
    figures = {
        place
        for place in range(max(map(len, rows), default=0))
        if all(FIGURE.fullmatch(row[place]) for row in rows if place < len(row))
    }
    return [
        [figure(text) if place in figures else text for place, text in enumerate(row)]
        for row in rows
    ]


def _options(book: RuleBook) -> Markup:
    rows = [
        [
            one.name,
            one.default,
            ", ".join(value for value in one.values if value != one.default) or "any amount",
            _to_rule(one.rule),
        ]
        for one in book.options
    ]
    return table(("setting", "default", "or", "rule"), rows, "Settings of the table")


def _to_rule(rule: str) -> Markup:
    return link(rule, href("rules", {"rule": rule}))


render(page)
