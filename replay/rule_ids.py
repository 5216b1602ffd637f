"""Rule ids: which there are, where their words stand in the rule book, and which is nearest."""

import re
from difflib import get_close_matches
from string import digits
from typing import Final

from core.games import ALL
from replay.findings import CODES
from replay.rules_text import lines_of_table, sanction_text

SECTIONS: Final = 11
"""How many sections, 2.1 and so on, hold for all games."""
CONVENTIONS: Final = 4
WHIST_LAWS: Final = 10
GAMES: Final = range(3, 10)
"""The sections of the rule book that hold a game each."""

_LIKE_A_RULE: Final = re.compile(r"[A-Z]{2}[-_(].*|C-.*|W-?[0-9R].*")

_PARTS: Final = {
    "a": "set-up",
    "b": "ladder",
    "c": "auction",
    "d": "play",
    "e": "payments and pool",
    "f": "irregularities",
}


def rule_text(what: str) -> str | None:
    """Tell what a rule id or a finding code stands for; None if there is no such rule."""
    if what in CODES:
        severity, meaning = CODES[what]
        return f"{what}  {severity}  {meaning}"
    for book in ALL:
        if what in book.tables:
            return "\n".join([book.title, *lines_of_table(what, book.tables[what])])
    said = {**_shared(), **_of_games()}.get(what)
    return None if said is None else "\n".join([f"{what}  {said}", *_settings(what)])


def no_rule(what: str) -> str | None:
    """Say that there is no such rule, with the nearest; None for what is not like a rule's id."""
    nearest = _nearest(what)
    if not nearest and not _LIKE_A_RULE.fullmatch(what):
        return None
    told = f": the nearest is {' or '.join(nearest)}" if nearest else " (trickbook rules)"
    return f"there is no rule “{what:.60}”{told}"


def _nearest(what: str) -> list[str]:
    tables = [name for book in ALL for name in book.tables]
    known = {rule.casefold(): rule for rule in (*CODES, *tables, *_shared(), *_of_games())}
    asked = what.casefold()
    stem = asked.rstrip(digits)
    in_row = [known[rule] for rule in known if stem and rule.rstrip(digits) == stem != asked]
    if asked in known or in_row:
        return [known.get(asked, in_row[-1] if in_row else "")]
    named = [rule for rule in known if rule[0].isalpha()]  # a number is an address
    return [known[rule] for rule in get_close_matches(asked, named, n=2)]


def _settings(rule: str) -> list[str]:
    """Tell the table settings that stand behind a rule, and what it lays down for offences."""
    return [
        f"  {book.title}: {option.name} is {' or '.join(option.values) or 'any amount'}; "
        f"default {option.default}"
        for book in ALL
        for option in book.options
        if option.rule == rule
    ] + [
        f"  {book.title}: {offence}: {sanction_text(sanction)}"
        for book in ALL
        for offence, sanction in book.sanctions.items()
        if sanction.rule == rule
    ]


def _shared() -> dict[str, str]:
    """Give the rules of all games, each with where its words stand."""
    places = {f"2.{n}": f"2.{n}" for n in range(1, SECTIONS + 1)}
    places |= {f"C-{n}": f"C-{n}" for n in range(1, CONVENTIONS + 1)}
    places |= {f"W{n}": "2.7" for n in range(1, WHIST_LAWS + 1)} | {"W-R": "2.7"}
    places |= {str(n): str(n) for n in GAMES}
    return {
        rule: f"rule book, section {place}, shared by all games" for rule, place in places.items()
    }


def _of_games() -> dict[str, str]:
    """Give the sections and rulings of each game, each with where its words stand."""
    found: dict[str, str] = {}
    for book in ALL:
        where = f"{book.title}: rule book, section {book.section}"
        found |= {f"{book.mark}({c})": f"{where}({c}), {part}" for c, part in _PARTS.items()}
        if book.rule_of_origin:
            found[book.rule_of_origin] = f"{where}, what the book takes from another game"
        for n in range(1, book.rulings + 1):
            found[f"{book.mark}-G{n}"] = f"{where}(g), ruling G{n}"
    return found
