"""What must hold of the project as a whole: names, pins, commands, directions, addresses."""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = ("core", "events", "replay", "dashboard")  # each may import those before it
PIN = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)==[0-9][0-9a-z.]*")
COMMANDS = {
    "demo": (
        "python3 -m venv .venv"
        " && .venv/bin/pip install -q -c constraints.txt ."
        " && .venv/bin/trickbook demo"
    ),
    "test": (
        "python3 -m venv .venv"
        " && .venv/bin/pip install -q -c constraints.txt -e '.[test]'"
        " && .venv/bin/pytest -n auto"
    ),
}
LEAKS = {
    "registry": re.compile(
        r"(?:pypi|pythonhosted|npmjs|registry)[\w.-]*\.(?:org|com|io|net)\b"
        r"|--(?:extra-)?index[-]url|--find[-]links",
    ),
    "path": re.compile(r"(?<![\w./~-])/(?:home|mnt|opt|root|tmp|work|Users)/\w|\bfile:/{3}"),
}


def normal(name: str) -> str:
    """Spell a distribution's name as in constraints.txt."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required(requirements: list[str]) -> set[str]:
    """Name what a list of requirements asks for, without extras of extras."""
    lines = [line for line in requirements if "extra ==" not in line]
    return {normal(re.split(r"[^\w.-]", line)[0]) for line in lines}


def pulled_in(names: set[str]) -> set[str]:
    """Add to `names` what they need in turn, as far as it is installed."""
    known: set[str] = set()
    todo = set(names)
    while todo:
        name = todo.pop()
        known.add(name)
        needed = required(metadata.requires(name) or [])
        todo |= {other for other in needed - known if is_installed(other)}
    return known


def is_installed(name: str) -> bool:
    """Tell whether a distribution is there: one for another system is not."""
    return any(True for _ in metadata.distributions(name=name))


def pins() -> set[str]:
    """Name the distributions that constraints.txt pins."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {line.partition("==")[0] for line in lines}


def readme_block(marker: str) -> str:
    """Take the fenced block right after a marker out of the README."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(
        rf"^<!-- {marker} -->\n```\w*\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL
    )
    assert len(blocks) == 1, f"{marker}: {len(blocks)} blocks"
    return str(blocks[0]).rstrip("\n")


def committed() -> list[Path]:
    """List the files that are, or by git's ignore rules would be, committed."""
    git = shutil.which("git")
    if git is not None and (ROOT / ".git").exists():
        listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        run = subprocess.run([git, *listing], cwd=ROOT, capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return [path for name in run.stdout.split("\0") if (path := ROOT / name).is_file()]
    return list(walked())


def walked() -> Iterator[Path]:
    """List the files of an unpacked source archive, environments and caches left out."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name == ".ci" or name[0] not in "._"]
        yield from (Path(folder, name) for name in files)


def text_of(path: Path) -> str:
    """Read a text file; a binary one has no text."""
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", errors="replace")


def leaks(kind: str, text: str) -> list[int]:
    """Number the lines that hold an address of this kind."""
    return [i for i, line in enumerate(text.splitlines(), 1) if LEAKS[kind].search(line)]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_distribution_owns_the_name(package: str) -> None:
    owners = metadata.packages_distributions().get(package, [])
    assert set(owners) <= {"trickbook"}


def test_the_wheel_holds_the_four_packages() -> None:
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == list(PACKAGES)


def test_constraints_are_names_and_versions() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert lines == sorted(set(lines))


def test_constraints_cover_what_the_program_pulls_in() -> None:
    dependencies = required(PROJECT["project"]["dependencies"])
    assert pulled_in(dependencies) - pins() == set()


@pytest.mark.parametrize("extra", ["test", "dev"])
def test_constraints_cover_the_extra(extra: str) -> None:
    wanted = required(PROJECT["project"]["optional-dependencies"][extra])
    assert wanted - pins() - {"trickbook"} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_readme_holds_the_command(name: str) -> None:
    assert readme_block(f"{name} command") == COMMANDS[name]


def test_ci_runs_the_test_command_of_the_readme(tmp_path: Path) -> None:
    script = ROOT / ".ci" / "run"
    bash = shutil.which("bash")
    assert bash is not None
    printed = subprocess.check_output([bash, script, "test-command"], cwd=tmp_path, text=True)
    assert printed.rstrip("\n") == readme_block("test command")
    assert ".[test]" not in script.read_text(encoding="utf-8")  # no second copy of it


def test_import_linter_knows_the_direction() -> None:
    linter = PROJECT["tool"]["importlinter"]
    layers = [each["layers"] for each in linter["contracts"] if each["type"] == "layers"]
    assert layers == [list(reversed(PACKAGES))]
    assert set(linter["root_packages"]) == set(PACKAGES)


@pytest.mark.parametrize("kind", LEAKS)
def test_no_committed_file_holds_an_address(kind: str) -> None:
    files = committed()
    assert ROOT / "pyproject.toml" in files
    found = {str(path.relative_to(ROOT)): leaks(kind, text_of(path)) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("registry", "get it from https://pypi" + ".example.org"),
        ("registry", "pip install --extra" + "-index-url x"),
        ("path", "see " + "/home" + "/anna/book"),
        ("path", '"' + "/opt" + '/book"'),
        ("path", "file:" + "///srv"),
    ],
)
def test_a_planted_address_is_seen(kind: str, text: str) -> None:
    assert leaks(kind, "first line\n" + text) == [2]


@pytest.mark.parametrize(
    "text", ["an/opt/out", "https://a.example/home/x", "../work/x", "/usr/bin"]
)
def test_other_slashes_are_no_path(text: str) -> None:
    assert leaks("path", text) == []


def test_the_installed_version_is_the_written_one() -> None:
    assert metadata.version("trickbook") == PROJECT["project"]["version"]
