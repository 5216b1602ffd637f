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

    @property
    def shown(self) -> str:
        """The message, with the place marked under the line where there is one."""
        cause = self.__cause__
        return f"{cause.caret()}\n{self}" if isinstance(cause, EntryError) else str(self)
