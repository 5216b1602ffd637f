"""The manifest of an index: which files are the picture, and what made them. Replaced whole."""

import hashlib
import os
import re
import time
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

import core
import events
import replay
from core.games import ALL
from replay import index
from replay.documents import rules_document
from replay.index.sums import summing_digest
from replay.index.tables import TABLES

FOLDER: Final = ".index"
NAME: Final = "manifest.json"
FORMAT: Final = 1
KEPT_SECONDS: Final = 3600.0
"""So long a file is kept that no manifest names any more: an old reader keeps a whole picture."""
_OURS: Final = re.compile(r"(?:[0-9]+-[a-z]+|[a-z]+)-[0-9a-f]{12}\.parquet")


class Segment(BaseModel):
    """The files of one block."""

    model_config = ConfigDict(extra="forbid", strict=True)

    files: dict[str, str]
    """By table."""
    sizes: dict[str, int]
    """Of the files, in bytes, by table."""
    deals: int


class Manifest(BaseModel):
    """What an index is made of."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: int = FORMAT
    made_by: str = ""
    """Program, tables and rule books as they were: others make other rows."""
    folder_time: int = 0
    """The time of the sessions' folder when it was looked through; 0 if that is no proof."""
    blocks: dict[int, Segment] = {}
    streaks: str | None = None
    """The roll-up of streaks."""
    streaks_of: str = ""
    """The blocks and the list of players it was made from."""
    retired: dict[str, float] = {}
    """Files that are no longer named, and since when."""

    @property
    def name(self) -> str:
        """Name the picture: another one has another name."""
        told = orjson.dumps([self.made_by, {str(n): s.files for n, s in self.blocks.items()}])
        return hashlib.sha256(told).hexdigest()[:16]

    @property
    def files(self) -> list[str]:
        """List all files that belong to the picture."""
        named = [name for block in self.blocks.values() for name in block.files.values()]
        return named if self.streaks is None else [*named, self.streaks]


_MAKERS: Final = ((core, "**/*.py"), (events, "**/*.py"), (replay, "*.py"), (index, "*.py"))
"""Where rows are made: how a sitting is recorded and what is asked of rows changes none."""


@cache
def maker() -> str:
    """Tell what makes rows: the program, its source, the tables and the rule books."""
    hasher = hashlib.sha256(metadata.version("trickbook").encode())
    for package, pattern in _MAKERS:
        for path in sorted(Path(str(package.__file__)).parent.glob(pattern)):
            hasher.update(path.read_bytes())
    hasher.update(repr(TABLES).encode())
    hasher.update(summing_digest().encode())
    hasher.update(orjson.dumps([rules_document(book) for book in ALL]))
    return hasher.hexdigest()


def read_manifest(folder: Path) -> Manifest | None:
    """Read the manifest; None where there is none, or none that this program understands."""
    try:
        read = Manifest.model_validate_json((folder / NAME).read_bytes())
    except (OSError, ValidationError):
        return None
    return read if read.format == FORMAT else None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Put a manifest in the place of the one before, in one step.

    Raises:
        OSError: the disk refuses; the one before stays.

    """
    fresh = folder / f"{NAME}.tmp"
    with fresh.open("wb") as stream:
        stream.write(manifest.model_dump_json().encode())
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(folder / NAME)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def retire(manifest: Manifest, files: Iterable[str]) -> None:
    """Note that files are no longer part of the picture."""
    now = time.time()
    for name in files:
        manifest.retired.setdefault(name, now)


def sweep(folder: Path, manifest: Manifest) -> None:
    """Remove files that were retired an hour ago, and those that a killed run left behind."""
    now, named = time.time(), set(manifest.files)
    for path in folder.iterdir():
        if not _OURS.fullmatch(path.name) or path.name in named:
            continue  # what is not ours is left alone
        since = manifest.retired.get(path.name, path.stat().st_mtime)
        if now - since > KEPT_SECONDS:
            path.unlink(missing_ok=True)
            manifest.retired.pop(path.name, None)
