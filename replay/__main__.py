"""The program's first step: waits for an interrupt before anything takes time to import."""

import sys

INTERRUPTED = 130


def run() -> None:
    """Be the console script, and ``python -m replay``."""
    try:
        from replay.cli import run as run_commands  # noqa: PLC0415  (that is the point)

        run_commands()
    except KeyboardInterrupt:  # before the command line could say so itself
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    run()
