"""The opening of a session as it is asked for: game, seats, settings, the day."""

from core.games import BY_KEY
from core.rulebook import RuleBook
from core.seats import SEAT_LETTERS
from events.exit_codes import IMPOSSIBLE, USAGE
from events.fields import parse_day
from events.model import SessionOpened
from replay.console import steers
from replay.recorder.decide import players_named
from replay.recorder.refusal import RefusedError


def seats_named(text: str) -> dict[int, str]:
    """Read ``A=Ada,B=Boris``.

    Raises:
        RefusedError: a part is not a seat and a name, or a seat is named twice.

    """
    named: dict[int, str] = {}
    for part in text.split(","):
        letter, sign, name = part.strip().partition("=")
        place = SEAT_LETTERS.find(letter.strip().upper())
        if not sign or len(letter.strip()) != 1 or place < 0 or not name.strip():
            message = f"“{part}”: a seat and a name were expected, as A=Ada"
            raise RefusedError(message, USAGE)
        if place in named:
            message = f"seat {SEAT_LETTERS[place]} is named twice"
            raise RefusedError(message, USAGE)
        named[place] = name.strip()
    return named


def session_opened(
    game: str | None,
    players: dict[int, str],
    *,
    dealer: int | None,
    options: dict[str, str],
    played: str | None,
    place: str | None = None,
    title: str | None = None,
) -> SessionOpened:
    """Make the event that opens a session, every option resolved.

    Raises:
        RefusedError: no such game, seats that do not fit it, or options that it does not have.

    """
    book = book_named(game)
    if len(players) not in book.seats or sorted(players) != list(range(len(players))):
        counts = book.table_sizes
        seats = ", ".join(SEAT_LETTERS[seat] for seat in sorted(players)) or "none"
        message = (
            f"{book.title} is played at {counts} seats, from A on without a gap, not at {seats}"
        )
        raise RefusedError(message, IMPOSSIBLE)
    if bad := next((name for name in players.values() if any(map(steers, name))), None):
        message = f"the name {bad!a} holds a character that no terminal should be shown"
        raise RefusedError(message, USAGE)
    if played is not None:
        _check_day(played)
    if len(set(players.values())) != len(players):
        message = "two seats have the same name: tell them apart, as in Ada-1 and Ada-2"
        raise RefusedError(message, IMPOSSIBLE)
    if dealer is not None and dealer not in players:
        message = f"there is no seat {SEAT_LETTERS[dealer]} that could deal"
        raise RefusedError(message, IMPOSSIBLE)
    return SessionOpened(
        game=book.key,
        edition=book.edition,
        options=resolve_options(book, options),
        players=players_named(tuple(players.items())),
        dealer=dealer or 0,
        played=played,
        place=place,
        title=title,
    )


def _check_day(text: str) -> None:
    try:
        parse_day(text)
    except ValueError:
        message = f"“{text}” is not a day: YYYY-MM-DD was expected, or unknown"
        raise RefusedError(message, USAGE) from None


def book_named(game: str | None) -> RuleBook:
    """Find a rule book by its key.

    Raises:
        RefusedError: there is none of that name.

    """
    found = BY_KEY.get(game or "")
    if found is None:
        what = (
            f"there is no game “{game}”" if game else "no game is named, with --game or by the book"
        )
        message = f"{what}: {', '.join(BY_KEY)} (trickbook games)"
        raise RefusedError(message, USAGE)
    return found


def resolve_options(book: RuleBook, chosen: dict[str, str]) -> dict[str, str]:
    """Complete the chosen options with the game's defaults.

    Raises:
        RefusedError: an option or value that the game does not have.

    """
    try:
        return book.resolve(chosen)
    except KeyError as error:
        names = ", ".join(rule.name for rule in book.options)
        message = f"{book.title} has no option {error}: it has {names}"
        raise RefusedError(message, USAGE) from None
    except ValueError as error:
        name, value = error.args
        values = next(rule.values for rule in book.options if rule.name == name)
        expected = " or ".join(values) or "an amount such as 1000"
        message = f"the option {name} cannot be “{value}”: {expected}"
        raise RefusedError(message, USAGE) from None
