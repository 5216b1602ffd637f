"""A line that is not taken: what is said of it, and with which exit code."""

from events.entry import EntryError


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
