"""How long the program takes to start, as whole processes, and what it loads for that.

``python bench/startup.py``; wanted are less than 0.3 s, and none of the heavy modules.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
TIMES: Final = 11
WANTED: Final = 0.3
HEAVY: Final = ("pydantic", "duckdb", "pyarrow", "pandas", "streamlit")
RUN: Final = "from replay.cli import run; run()"
TELL: Final = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
AS_TRICKBOOK: Final = "sys.argv[0] = 'trickbook'; "

CASES: Final[Mapping[str, tuple[tuple[str, ...], Mapping[str, str]]]] = {
    "trickbook --version": (("--version",), {}),
    "trickbook --help": (("--help",), {}),
    "completion of a command": (
        (),
        {
            "_TRICKBOOK_COMPLETE": "complete_bash",
            "COMP_WORDS": "trickbook re",
            "COMP_CWORD": "1",
        },
    ),
}


class Started(NamedTuple):
    """What a start took."""

    median: float
    best: float
    modules: int
    heavy: tuple[str, ...]


def measure(arguments: tuple[str, ...], environment: Mapping[str, str]) -> Started:
    """Start the program again and again."""
    command = [sys.executable, "-c", f"import sys; {AS_TRICKBOOK}{RUN}", *arguments]
    times = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        _run(command, environment)
        times.append(time.perf_counter() - begun)
    command[2] = f"{TELL}{AS_TRICKBOOK}{RUN}"
    modules = _run(command, environment).split()
    heavy = tuple(name for name in HEAVY if name in modules)
    return Started(statistics.median(times), min(times), len(modules), heavy)


def _run(command: list[str], environment: Mapping[str, str]) -> str:
    """Run a process to its end and give what it said on stderr."""
    everything = {**os.environ, **environment}
    done = subprocess.run(  # noqa: S603  (our own program)
        command, cwd=ROOT, env=everything, capture_output=True, text=True, check=False
    )
    return done.stderr


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found = {name: measure(*case) for name, case in CASES.items()}
    if chosen.json:
        cases = {name: started._asdict() for name, started in found.items()}
        print(json.dumps({"schema": "trickbook.bench.startup/1", "cases": cases}))
        return
    for name, started in found.items():
        heavy = ", ".join(started.heavy) or "none"
        reached = "reached" if started.median < WANTED and not started.heavy else "not reached"
        print(
            f"{name:<26}median {started.median:.3f} s, best {started.best:.3f} s, "
            f"{started.modules} modules, of the heavy ones {heavy}: {reached}"
        )


if __name__ == "__main__":
    main()
