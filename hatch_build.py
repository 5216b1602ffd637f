"""Build hook: with TRICKBOOK_COMPILED=1 the way from log to settlement is compiled by mypyc.

It is the same text: nothing of it is written twice or in another language. Without the variable
the wheel is plain Python, and so is an editable install, whose files are read as they stand.
(The plugin there is for this has had no release since early 2023, so the steps stand here.)
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE: Final = "TRICKBOOK_COMPILED"
COMPILED: Final = (
    "core/**/*.py",
    "events/log.py",
    "events/upcast.py",
    "events/written.py",
    "replay/audit.py",
    "replay/corrections.py",
    "replay/findings.py",
    "replay/inference.py",
    "replay/reducer.py",
    "replay/session.py",
    "replay/settling.py",
    "replay/source.py",
    "replay/state.py",
)
"""What is compiled: the rules, and all that each deal of a log goes through but its models."""


class CompiledBuild(BuildHookInterface):
    """Adds the compiled modules to the wheel, beside their text."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Name what a compiled build needs: the compiler, and what the text imports."""
        if not is_wanted():
            return []
        return [
            *self.metadata.core.optional_dependencies["compiled"],
            *self.metadata.core.dependencies,
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, if it is wanted.

        Raises:
            RuntimeError: an editable install is to be compiled.

        """
        if not is_wanted():
            return
        if version == "editable":
            message = f"an editable install is never compiled: leave out -e, or {VARIABLE}"
            raise RuntimeError(message)
        self.built = Path(tempfile.mkdtemp())
        compile_into(self.built, Path(self.root))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {
            str(path): str(path.relative_to(self.built)) for path in self.built.rglob("*.*")
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  (the interface)
        """Leave nothing behind."""
        if is_wanted():
            shutil.rmtree(self.built)


def is_wanted() -> bool:
    """Tell whether a compiled build is asked for."""
    return os.environ.get(VARIABLE, "") not in {"", "0"}


def compile_into(folder: Path, root: Path) -> None:
    """Compile the modules into a folder, in the places that they have below the root."""
    # Only a compiled build has them.
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    os.chdir(root)
    files = [str(path) for named in COMPILED for path in sorted(Path().glob(named))]
    with tempfile.TemporaryDirectory() as scratch:
        modules = mypycify(files, target_dir=scratch, group_name="trickbook", debug_level="0")
        command = build_ext(Distribution({"name": "trickbook", "ext_modules": modules}))
        command.build_lib, command.build_temp = str(folder), scratch
        command.ensure_finalized()
        command.run()
