"""The program's first step: an interrupt ends it quietly, however little of it is there yet."""

import os
import sys

INTERRUPTED = 130
"""As in `events.exit_codes`, which an interrupt might come amid the import of."""


def run() -> None:
    """Be the console script, and ``python -m replay``."""
    try:
        import signal  # noqa: PLC0415  (what is imported here, an interrupt may come amid)

        usual = signal.getsignal(signal.SIGINT)
        if usual is signal.default_int_handler:  # else it is ignored, as in the background
            signal.signal(signal.SIGINT, _leave)
        from replay.cli import run as run_commands  # noqa: PLC0415  (so here)

        signal.signal(signal.SIGINT, usual)
        run_commands()
    except KeyboardInterrupt:  # before the command line could say so itself
        sys.exit(INTERRUPTED)


def _leave(_signal: int, _frame: object) -> None:
    """Leave at once: an import would make other errors of an exception that comes amid it."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    run()
