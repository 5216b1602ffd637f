"""Books for the tests of the dashboard, made of the samples."""

import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import orjson

from events.book import Book, make_book
from tests.deals_to_show import SAMPLES


def sample_logs() -> list[Path]:
    """Give the logs of the samples, those of single findings left out."""
    logs = [file for file in sorted(SAMPLES.glob("*/*.jsonl")) if file.suffixes == [".jsonl"]]
    return [file for file in logs if file.parent.name != "errors"]


def book_of_samples(folder: Path) -> tuple[Book, dict[str, int]]:
    """Make a book that holds every sample as a session; gives their numbers by name."""
    book = make_book(folder, "The samples", None, "white counter")
    numbers = {f"{log.parent.name}/{log.stem}": n for n, log in enumerate(sample_logs(), 1)}
    for name, number in numbers.items():
        shutil.copy(SAMPLES / f"{name}.jsonl", book.log_named(number))
    return book, numbers


def book_with(folder: Path, *logs: Path) -> Book:
    """Make a book of some logs."""
    book = make_book(folder, "", None, "white counter")
    for number, log in enumerate(logs, 1):
        shutil.copy(log, book.log_named(number))
    return book


def with_names(log: Path, names: Sequence[str]) -> bytes:
    """Give a log with other names for its players, sealed again."""
    whole = b""
    for line in log.read_bytes().splitlines():
        entry = json.loads(line)
        for event in entry["events"]:
            if isinstance(event, str):
                continue
            if event["type"] == "session_opened":
                for name, player in zip(names, event["players"].values(), strict=True):
                    player["name"] = name
            if event["type"] == "sealed":
                event |= {"bytes": len(whole), "sha256": hashlib.sha256(whole).hexdigest()}
        whole += orjson.dumps(entry, option=orjson.OPT_SORT_KEYS) + b"\n"
    return whole
