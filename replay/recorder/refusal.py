"""A line that is not taken: what is said of it, and with which exit code."""

from collections.abc import Mapping

from core.seats import SEAT_LETTERS, Seat
from events.entry import EntryError
from events.model import Player


class RefusedError(Exception):
    """A line that was not taken.

    Args:
        message: where, what, and what to do.
        exit_code: `USAGE` for a line that cannot be read, `IMPOSSIBLE` for what cannot have
            happened, `FINDINGS` for what a strict table refuses.
        column: where on the line, from 0.

    """

    def __init__(self, message: str, exit_code: int, column: int | None = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.column = column

    def shown(self, prefix: str = "") -> str:
        """Give the message after a prefix, with the place marked under the line if it has one."""
        cause = self.__cause__
        if isinstance(cause, EntryError):
            return f"{cause.caret(prefix)}\n{self}"
        return f"{prefix}{self}"


def with_seat_of(error: EntryError, players: Mapping[Seat, Player]) -> EntryError:
    """Name the seat of a player whose name stands where a line cannot be read.

    Args:
        error: what is wrong with the line.
        players: who sits at the table.

    """
    said = error.token.casefold().strip('"')
    named = [seat for seat, one in players.items() if said in _names(one)]
    if not said or len(named) != 1:
        return error
    (seat,) = named
    letter, rest = SEAT_LETTERS[seat], error.line[error.end :].rstrip()
    hint = f"{players[seat].name} sits at {letter}, so {letter.lower()}{rest}"
    return EntryError(error.line, error.column, error.end, error.message, hint)


def _names(player: Player) -> tuple[str, ...]:
    """Give what a player may be called at the table: the whole name, or a word of it."""
    name = player.name.casefold()
    return name, *name.split()
