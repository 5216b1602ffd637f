"""HTML made of parts that are escaped unless they are markup already: names are user data."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final
from unicodedata import bidirectional
from urllib.parse import urlencode

LONGEST_NAME: Final = 24
TURNING: Final = frozenset(
    {"R", "AL", "RLE", "RLO", "LRO", "LRE", "RLI", "LRI", "FSI", "PDI", "PDF"}
)
"""Kinds of letters that change which way a line runs."""


class Markup(str):
    """Text that is HTML already; anything else is escaped before it becomes part of it."""

    __slots__ = ()


def safe(content: str) -> str:
    """Escape text; leave markup as it is."""
    return content if isinstance(content, Markup) else escape(content)


def el(tag: str, *children: str, **attributes: str | None) -> Markup:
    """Make an element; an attribute's final underscore is dropped, None leaves it out."""
    told = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{tag}{told}>{''.join(map(safe, children))}</{tag}>")


def join(parts: Iterable[str], between: str = "") -> Markup:
    """Put parts together."""
    return Markup(safe(between).join(map(safe, parts)))


def href(page: str, parameters: Mapping[str, str | None]) -> str:
    """Give the address of a page of the dashboard; parameters that are None are left out."""
    told = urlencode({name: value for name, value in parameters.items() if value is not None})
    return f"/{page}?{told}" if told else f"/{page}"


def link(text: str, to: str, **attributes: str | None) -> Markup:
    """Make a link within the dashboard."""
    return el("a", text, href=to, **attributes)


def shown_name(name: str) -> str:
    """Cut a long name, and keep one that runs from right to left from turning what is beside it."""
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    turns = any(bidirectional(letter) in TURNING for letter in short)
    return f"\u2068{short}\u2069" if turns else short


def person(name: str) -> Markup:
    """Write a name: cut if it is long, whole as its title."""
    short = shown_name(name)
    return el("bdi", short, title=name if len(short) < len(name) else None)


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, kind: str = ""
) -> Markup:
    """Make a table; the first cell of a row is its head. It scrolls by itself where it is wide."""
    heads = join(el("th", cell, scope="col") for cell in head)
    body = join(
        el("tr", el("th", row[0], scope="row"), *(el("td", cell) for cell in row[1:]))
        for row in rows
    )
    whole = el(
        "table",
        el("caption", caption),
        el("thead", el("tr", heads)),
        el("tbody", body),
        class_=kind,
    )
    return el("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)


SUIT_CLASS: Final = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}


def suited(text: str) -> Markup:
    """Colour the suit signs in a text; the sign itself stays."""
    return join(
        el("span", letter, class_=SUIT_CLASS[letter]) if letter in SUIT_CLASS else letter
        for letter in text
    )
