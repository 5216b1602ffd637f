"""The exit codes of the command line: what each failure, and each finding, answers a script.

They stand here and nowhere else, below everything that raises an error with one (`BookError`,
`LogError`). The README's table tells them to users; codes above 125 are what shells expect.
"""

from typing import Final

DONE: Final = 0
"""Done, and nothing found."""
FINDINGS: Final = 1
"""Open findings: of `audit`, or refused by `--strict`; nothing else answers so."""
USAGE: Final = 2
"""A wrong option, a line that cannot be read, a confirmation that is needed."""
NOT_FOUND: Final = 3
"""No such book, session, deal, rule or file, or one that may not be read or written."""
IMPOSSIBLE: Final = 4
"""What cannot have happened, or cannot be written; nothing of it is."""
DAMAGED: Final = 5
"""A damaged log. It outranks findings."""
BUSY: Final = 6
"""Busy or stale: another writer, a log that has moved on, an id used twice, a full disk."""
INTERNAL: Final = 70
"""An error of the program."""
INTERRUPTED: Final = 130
"""Interrupted, or stopped when its time was over."""
PIPE_GONE: Final = 141
"""The reader of the pipe has gone."""
