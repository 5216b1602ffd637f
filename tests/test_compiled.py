"""The compiled build is the same text: it passes the same tests, and the samples to the byte."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
NOT_TAKEN: Final = shutil.ignore_patterns("*.pyc", "__pycache__", ".*", "build", "dist", "venv")
PACKAGES: Final = ("core", "dashboard", "events", "replay")
TESTS: Final = (
    *("test_core_*.py", "test_events_log.py", "test_events_written.py"),
    *("test_replay_reducer.py", "test_replay_session.py", "test_samples*.py"),
)
PATCHED: Final = "not test_the_first_dealer_must_sit_at_the_table"
"""It gives a module another name to look up, and compiled code has looked it up already."""
COMPILED: Final = ("core.deal", "core.games.boston", "events.written", "replay.session")
UNREACHABLE: Final = ("No matching distribution", "Could not find a version")


def need_a_compiler() -> None:
    """Skip where nothing can be compiled."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        pytest.skip(f"no C compiler: {compiler} is not there")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        pytest.skip("no C compiler can use this Python: its headers are not installed")


def run(command: list[str], here: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Python's without what points at this tree."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "PYTHON"))}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=here,
        env={**environment, **more},
        capture_output=True,
        text=True,
        check=False,
    )


def compiled_tree(folder: Path) -> Path:
    """Build compiled, and lay the build where the packages of a copy of this tree lay."""
    wheels, tree = folder / "wheels", folder / "tree"
    shutil.copytree(ROOT, tree, ignore=NOT_TAKEN)
    build = ["pip", "wheel", "-q", "--no-deps", "-w", str(wheels), "."]
    built = run(build, tree, TRICKBOOK_COMPILED="1")
    if any(told in built.stderr for told in UNREACHABLE):
        pytest.skip("what compiles cannot be had: no package index is in reach")
    assert built.returncode == 0, built.stderr[-2000:]
    for package in PACKAGES:
        shutil.rmtree(tree / package)
    (wheel,) = wheels.iterdir()
    zipfile.ZipFile(wheel).extractall(tree)
    return tree


@pytest.mark.sweep
def test_the_compiled_build_passes_the_tests_and_replays_the_samples(tmp_path: Path) -> None:
    need_a_compiler()
    tree = compiled_tree(tmp_path)
    for module in COMPILED:
        place = tree.joinpath(*module.split(".")).with_suffix(
            sysconfig.get_config_var("EXT_SUFFIX")
        )
        assert place.exists(), module
    tests = [str(path) for named in TESTS for path in sorted((tree / "tests").glob(named))]
    assert tests
    passed = run(["pytest", "-q", "-p", "no:cacheprovider", "-k", PATCHED, *tests], tree)
    assert passed.returncode == 0, passed.stdout[-4000:]
    assert " passed" in passed.stdout
