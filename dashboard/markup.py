"""HTML made of parts that are escaped unless they are markup already: names are user data."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from html import escape
from types import MappingProxyType
from typing import Final
from unicodedata import bidirectional
from urllib.parse import urlencode

from replay.amounts import counters

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


_KEPT: Final[ContextVar[Mapping[str, str]]] = ContextVar("kept", default=MappingProxyType({}))


def keep_in_links(parameters: Mapping[str, str]) -> None:
    """Keep some parameters of the address in all links that this run makes."""
    _KEPT.set(parameters)


def href(page: str, parameters: Mapping[str, str | Sequence[str] | None]) -> str:
    """Give the address of a page of the dashboard; parameters that are None are left out."""
    given = {name: value for name, value in parameters.items() if value is not None}
    told = urlencode(given, doseq=True)
    kept = urlencode({name: of for name, of in _KEPT.get().items() if name not in parameters})
    told = "&".join(filter(None, (told, kept)))
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


# -- figures --------------------------------------------------------------------------------------

_TAG: Final = re.compile(r"<[^>]*>")
_NUMBER: Final = re.compile('<(?:span|strong) class="num')


def colour_of(text: str, otherwise: str = "") -> str:
    """Give the colour of an amount by its sign: losses red, gains blue."""
    return "red" if text.startswith("−") else "blue" if text.startswith("+") else otherwise


def number(told: str | int) -> Markup:
    """Write a number to stand under others, one with a sign in its colour."""
    text = str(told)
    return el("span", text, class_=f"num {colour_of(text)}".strip())


def figure(text: str, kind: str = "") -> Markup:
    """Write an amount to stand under others, in the colour of what it is."""
    return el("span", counters(text), class_=f"num {kind}".strip())


# -- tables ---------------------------------------------------------------------------------------

SHORT: Final = 26
"""So many letters stand on one line, a long name among them."""


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, kind: str = ""
) -> Markup:
    """Make a table; the first cell of a row is its head. It scrolls by itself where it is wide.

    Columns of numbers have their head at the right, as they have; amounts are written as people do.
    """
    cells = [[_in_counters(cell) for cell in row] for row in rows]
    heads = join(
        el("th", cell, scope="col", class_="right" if _is_of_numbers(cells, place) else None)
        for place, cell in enumerate(head)
    )
    body = join(
        el("tr", _cell("th", row[0], "row"), *(_cell("td", cell) for cell in row[1:]))
        for row in cells
    )
    whole = el(
        "table",
        el("caption", caption),
        el("thead", el("tr", heads)),
        el("tbody", body),
        class_=kind,
    )
    return el("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)


def _in_counters(cell: str) -> str:
    return Markup(counters(cell)) if _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    return isinstance(cell, Markup) and _NUMBER.match(cell) is not None


def _is_of_numbers(rows: Sequence[Sequence[str]], place: int) -> bool:
    told = [row[place] for row in rows if place < len(row) and row[place]]
    return bool(told) and all(map(_is_number, told))


def _cell(tag: str, cell: str, scope: str | None = None) -> Markup:
    """Make a cell; only what is long may be broken, anywhere if it is one word."""
    shown = _TAG.sub("", cell) if isinstance(cell, Markup) else cell
    return el(tag, cell, scope=scope, class_="long" if len(shown) > SHORT else None)


SUIT_CLASS: Final = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}


def suited(text: str) -> Markup:
    """Colour the suit signs in a text; the sign itself stays."""
    return join(
        el("span", letter, class_=SUIT_CLASS[letter]) if letter in SUIT_CLASS else letter
        for letter in text
    )


def sentence(text: str) -> Markup:
    """Write what a finding says: amounts as people do, suit signs in their colours."""
    return suited(counters(text))
