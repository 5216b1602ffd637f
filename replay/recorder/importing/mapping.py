"""What a map says of a table: what its columns and its words mean, what is the same in all rows."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple, cast

from core.seats import SEAT_LETTERS
from events.book import BookError
from events.exit_codes import USAGE
from replay.console import steers
from replay.recorder.refusal import RefusedError

OF_SESSION: Final = ("session", "played", "game", "place", "title")
SEATS: Final = tuple(SEAT_LETTERS.lower())
NETS: Final = tuple(f"net {letter}" for letter in SEATS)
PARTS: Final = ("caller", "partner", "contract", "trumps", "tricks")
"""What may stand apart instead of a result line."""
BESIDE: Final = ("honours", "jack", "flags", "each", "pool", *NETS, "pool after")
"""What may stand beside either."""
OF_DEAL: Final = ("deal", "dealer", "turned", "result", *PARTS, *BESIDE, "note")
COLUMNS: Final = (*OF_SESSION, *SEATS, *OF_DEAL)
ALIASES: Final[Mapping[str, str]] = {
    "date": "played",
    "day": "played",
    "took": "tricks",
    "suit": "trumps",
    "honors": "honours",
}
_TABLES: Final = ("columns", "constant", "options", "values", "players")
_WORDS: Final = ("delimiter", "day", "unit")
_UNIT: Final = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?")


class TableMap(NamedTuple):
    """How a table is to be read."""

    delimiter: str | None = None
    """What stands between cells; found by the headings if it is not said."""
    day: str | None = None
    """The form of a day, as strptime has it; else 1893-11-04."""
    unit: Fraction = Fraction(1)
    """How many counters one in the table is."""
    columns: Mapping[str, str] = {}
    """The headings of the file, by our names."""
    constant: Mapping[str, str] = {}
    """What stands in every row, by our names."""
    options: Mapping[str, str] = {}
    values: Mapping[str, Mapping[str, str]] = {}
    """What cells of a column mean, by our names; cells with small letters."""
    players: Mapping[str, str] = {}
    """Who is who: names of the file, and ids of the book."""


def column_named(heading: str) -> str:
    """Give a heading as our names are written."""
    plain = " ".join(heading.casefold().split())
    return ALIASES.get(plain, plain)


def read_map(path: Path) -> TableMap:
    """Read a map.

    Raises:
        BookError: there is no such file.
        RefusedError: it is no TOML, or says what no map can say.

    """
    try:
        said: dict[str, object] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        message = f"{path}: the map cannot be read: {error.strerror}"
        raise BookError(message) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"{path} is no map: TOML was expected ({error})"
        raise RefusedError(message, USAGE) from None
    try:
        return _map_of(said)
    except ValueError as error:
        message = f"{path}: {error}"
        raise RefusedError(message, USAGE) from None


def who_is(name: str, player: str) -> str:
    """Write what a map says of who somebody is, as TOML has it."""
    quoted, known = (json.dumps(one, ensure_ascii=False) for one in (name, player))
    return f"[players] {quoted} = {known}"


def _map_of(said: Mapping[str, object]) -> TableMap:
    _check_names(said, (*_TABLES, *_WORDS), "a map")
    columns, constant = _words_of(said, "columns"), _words_of(said, "constant")
    meanings = _table(said, "values")
    values = {
        column_named(name): {
            cell.casefold(): ours for cell, ours in _words_of(meanings, name).items()
        }
        for name in meanings
    }
    for named in (columns, constant, values):
        _check_names({column_named(name): None for name in named}, COLUMNS, "a table's columns")
    unit = _word(said, "unit") or "1"
    if not _UNIT.fullmatch(unit) or not Fraction(unit):
        message = f"unit “{unit}” is no number of counters: 5 or 1/5 was expected"
        raise ValueError(message)
    day = _word(said, "day")
    if day is not None and "%Y" not in day:
        message = f"day “{day}” tells no whole year: %Y was expected in it, as %d.%m.%Y"
        raise ValueError(message)
    return TableMap(
        _word(said, "delimiter"),
        day,
        Fraction(unit),
        {column_named(name): heading for name, heading in columns.items()},
        {column_named(name): value for name, value in constant.items()},
        _words_of(said, "options"),
        values,
        _players(said),
    )


def _check_names(said: Iterable[str], known: Iterable[str], what: str) -> None:
    if unknown := [name for name in said if name not in known]:
        message = f"“{unknown[0]}” is not of {what}: there are {', '.join(known)}"
        raise ValueError(message)


def _table(said: Mapping[str, object], name: str) -> Mapping[str, object]:
    found = said.get(name, {})
    if not isinstance(found, dict):
        message = f"[{name}] has lines such as one = “other”"
        raise ValueError(message)  # noqa: TRY004  (of a file, not of the program)
    return cast("dict[str, object]", found)


def _words_of(said: Mapping[str, object], name: str) -> dict[str, str]:
    """Give the lines of a part of a map, all of them words or whole numbers."""
    lines = _table(said, name)
    for key, value in lines.items():
        if not isinstance(value, str | int) or isinstance(value, bool):
            message = f"{key} in {name} is no word: {key} = “…” was expected"
            raise ValueError(message)  # noqa: TRY004  (of a file, not of the program)
    return {key.strip(): str(value).strip() for key, value in lines.items()}


def _players(said: Mapping[str, object]) -> dict[str, str]:
    players = _words_of(said, "players")
    for name, player in players.items():
        if not player or any(map(steers, player)):
            message = f"{player!a} cannot be who {name} is: a player's id was expected"
            raise ValueError(message)
    return players


def _word(said: Mapping[str, object], name: str) -> str | None:
    value = said.get(name)
    if value is None or (isinstance(value, str) and value):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    message = f"{name} is a word, as {name} = “…”"
    raise ValueError(message)
