"""Peak memory over a short and a long log: what is wanted is the same.

``python bench/memory.py`` writes both to a temporary folder, reads, replays and audits each in a
process of its own, and prints the peaks.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from typing import Final

# Before this folder, where `replay.py` would hide the package `replay`.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.logs import SEATS, settled_deals
from core.games import BY_KEY
from events.append import LogWriter
from replay.simulate import simulate

GAME: Final = "boston"
SEED: Final = 20
DISTINCT: Final = 300
SIZES: Final = (2_000, 100_000)
READ: Final = "--read"


def write_repeated(path: Path, deals: int) -> int:
    """Write simulated sessions over and over until so many deals stand in the log.

    Args:
        path: the log to write.
        deals: how many at least; the last session is whole.

    Returns:
        How many there are.

    """
    book = BY_KEY[GAME]
    sessions = list(simulate(book, DISTINCT, SEED, SEATS, book.resolve({})))
    written = 0
    with path.open("xb") as stream:
        writer = LogWriter(stream)
        for steps in cycle(sessions):
            for step in steps:
                writer.entry(step.events)
                writer.seal()
            written += sum(step.ends_deal for step in steps)
            if written >= deals:
                break
    return written


def peak() -> int:
    """Give this process's peak of memory in bytes.

    Linux gives the peak of the parent too if that was higher, but not in its status file.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        found = next((line for line in lines if line.startswith("VmHWM:")), None)
        if found is not None:
            return int(found.split()[1]) * 1024
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


def read(path: Path) -> dict[str, float]:
    """Read, replay and audit a log; tell what it took."""
    begun = time.process_time()
    deals = sum(1 for _ in settled_deals(path))
    return {"deals": deals, "seconds": time.process_time() - begun, "peak_bytes": peak()}


def _read_apart(path: Path) -> dict[str, float]:
    """Read a log in a fresh process."""
    command = [sys.executable, __file__, READ, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  (ours)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure(folder: Path) -> list[dict[str, float]]:
    """Write and read a log of each size."""
    figures = []
    for size in SIZES:
        path = folder / f"{size}.jsonl"
        write_repeated(path, size)
        figures.append({**_read_apart(path), "file_bytes": path.stat().st_size})
        path.unlink()
    return figures


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument(READ, type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.read is not None:
        print(json.dumps(read(chosen.read)))
        return
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    if chosen.json:
        print(json.dumps({"schema": "trickbook.bench.memory/1", "logs": figures}))
        return
    for figure in figures:
        print(
            f"{figure['deals']:>8,} deals, {figure['file_bytes'] / 1e6:7.1f} MB: "
            f"peak {figure['peak_bytes'] / 1e6:.1f} MB, {figure['seconds']:.1f} s of CPU"
        )
    print(f"ratio of the peaks {figures[-1]['peak_bytes'] / figures[0]['peak_bytes']:.2f}")


if __name__ == "__main__":
    main()
