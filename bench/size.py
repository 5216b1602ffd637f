"""Bytes a deal takes in a log where a deal is one entry, its seal included; wanted <= 1.4 kB."""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

# Before this folder, where `replay.py` would hide the package `replay`.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.logs import Log, write_log

GAME: Final = "boston"
SEED: Final = 20
DEALS: Final = 480
WANTED: Final = 1400
SEAL: Final = b'"type":"sealed"'


class Size(NamedTuple):
    """How large the parts of a log are, by deal."""

    entry: float
    seal: float
    whole_file: float
    """With the openings of the sessions."""
    largest_entry: int


def size_of(log: Log) -> Size:
    """Weigh the lines of a log."""
    lines = log.path.read_bytes().splitlines(keepends=True)
    entries = [len(line) for line in lines if b'"deal_opened"' in line]
    seals = [len(line) for line in lines if SEAL in line]
    return Size(
        sum(entries) / len(entries),
        sum(seals) / len(seals),
        sum(map(len, lines)) / log.deals,
        max(entries),
    )


def main() -> None:
    """Weigh and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = {
            name: size_of(
                write_log(
                    Path(folder) / f"{number}.jsonl", GAME, DEALS, SEED, played_out=played_out
                )
            )
            for number, (name, played_out) in enumerate(
                {"deals played out": True, "all simulated deals": False}.items(), 1
            )
        }
    if chosen.json:
        sizes = {name: size._asdict() for name, size in found.items()}
        print(json.dumps({"schema": "trickbook.bench.size/1", "bytes_a_deal": sizes}))
        return
    for name, size in found.items():
        with_seal = size.entry + size.seal
        reached = "reached" if with_seal <= WANTED else "not reached"
        print(
            f"{name}: entry {size.entry:.0f}, seal {size.seal:.0f}, together {with_seal:.0f} "
            f"bytes a deal (wanted <= {WANTED}: {reached}); the whole file by deals "
            f"{size.whole_file:.0f}; largest entry {size.largest_entry}"
        )


if __name__ == "__main__":
    main()
