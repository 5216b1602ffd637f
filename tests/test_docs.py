"""What the documents say is so: every example is run, every name and every link is looked up.

An example stands in a ```console block: a line with ``$`` is typed, what follows is its output.
The blocks of a page are one sitting in an empty folder. ``…`` alone in a line stands for any lines,
within a line for any text. ``cat FILE`` shows a file, and makes it if it is not there yet.

``python tests/test_docs.py`` puts what really comes out in the place of what no longer does.
"""

import contextlib
import dataclasses
import datetime as dt
import hashlib
import io
import itertools
import json
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Final, NamedTuple

import pytest
import typer

from core import rulebook
from core.deal import Deal
from core.games import BY_KEY
from core.rulebook import RuleBook
from events import append, exit_codes
from events.model import Act
from events.written import KINDS, read_event, write_event
from replay.cli import main
from replay.commands.app import app
from replay.schema import forms_document
from replay.state import Session

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")))
}
README: Final = PAGES["README.md"]
RECORD: Final = PAGES["docs/record.md"]
CONTRACT: Final = PAGES["docs/rulebook-contract.md"]

_BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE: Final = re.compile(r"`([^`\n]+)`")
_PATH: Final = re.compile(r"(?:core|events|replay|dashboard|tests|docs|\.ci)/[\w./-]*")
_NAME: Final = re.compile(r"([A-Z]\w+)\.([a-z]\w*|[A-Z_]+)")
ELISION: Final = "…"

COMMANDS: Final = typer.main.get_command(app).commands  # type: ignore[attr-defined]
OWNERS: Final[Mapping[str, type]] = {"Deal": Deal, "Session": Session} | {
    kind.__name__: kind
    for kind in (
        RuleBook,
        rulebook.Award,
        rulebook.Bid,
        rulebook.Call,
        rulebook.Contract,
        rulebook.Ending,
        rulebook.OptionRule,
        rulebook.Outcome,
        rulebook.Carried,
        rulebook.Purse,
        rulebook.VoidRule,
    )
}


class Example(NamedTuple):
    """One thing typed, and the output that a page shows for it."""

    command: str
    output: tuple[str, ...]


def examples(page: str) -> list[Example]:
    """Read the examples of a page."""
    found: list[Example] = []
    for line in (line for block in _BLOCK.findall(page) for line in block.splitlines()):
        if line.startswith("$ "):
            found.append(Example(line[2:], ()))
        else:
            found[-1] = Example(found[-1].command, (*found[-1].output, line))
    return found


def fits(shown: tuple[str, ...], real: str) -> bool:
    """Tell whether an output is the one shown; ends of lines may have lost their blanks."""
    parts = [
        r"(?:[^\n]*\n)*?"
        if line.strip() == ELISION
        else re.escape(line.rstrip()).replace(ELISION, r"[^\n]*") + r"\n"
        for line in shown
    ]
    text = "".join(line.rstrip() + "\n" for line in real.splitlines())
    return re.fullmatch("".join(parts), text) is not None


# -- a terminal -----------------------------------------------------------------------------------


class Shell:
    """Runs what is typed, in this process; the clock goes on half a minute whenever it is read."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        ticks = itertools.count()
        start = dt.datetime(2026, 11, 29, 20, tzinfo=dt.UTC)

        def now(_zone: dt.tzinfo) -> dt.datetime:
            return start + dt.timedelta(seconds=30 * next(ticks))

        patch.setattr(append, "dt", SimpleNamespace(UTC=dt.UTC, datetime=SimpleNamespace(now=now)))
        patch.chdir(folder)
        patch.setenv("USER", "anna")
        for name in ("TRICKBOOK_BOOK", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        self._patch = patch
        self._code = 0

    def run(self, example: Example) -> str:
        """Give the output of a command."""
        out = ""
        match shlex.split(example.command, comments=True):
            case ["trickbook", *arguments]:
                out = self._trickbook(arguments)
            case ["cat", name]:
                out = _cat(Path(name), example.output)
            case ["export", setting]:
                self._patch.setenv(*setting.split("=", 1))
            case ["echo", "$?"]:
                out = f"{self._code}\n"
            case ["head", "-c", count, name, "|", "sha256sum"]:
                data = Path(name).read_bytes()[: int(count)]
                out = f"{hashlib.sha256(data).hexdigest()}  -\n"
            case _:
                message = f"no example may say {example.command!r}: the test cannot run it"
                raise ValueError(message)
        return out

    def _trickbook(self, arguments: list[str]) -> str:
        told = io.BytesIO()
        said = io.TextIOWrapper(told, encoding="utf-8", write_through=True)
        self._patch.setattr(sys, "stdin", io.StringIO())
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            self._code = main(arguments)
        said.detach()
        return told.getvalue().decode()


def _cat(path: Path, shown: tuple[str, ...]) -> str:
    if not path.exists():
        path.write_text("".join(f"{line}\n" for line in shown), encoding="utf-8")
    return path.read_text(encoding="utf-8")


def outputs(page: str, folder: Path, patch: pytest.MonkeyPatch) -> list[tuple[Example, str]]:
    """Run the examples of a page, one after the other."""
    shell = Shell(folder, patch)
    return [(example, shell.run(example)) for example in examples(page)]


@pytest.mark.parametrize("name", PAGES)
def test_the_examples_of_a_page_are_what_comes_out(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = outputs(PAGES[name], tmp_path, monkeypatch)
    wrong = [
        f"$ {example.command}\n{out}" for example, out in seen if not fits(example.output, out)
    ]
    assert not wrong, "\n".join([f"{name}: python tests/test_docs.py mends it", *wrong])


@pytest.mark.parametrize("name", ["README.md", "docs/record.md"])
def test_the_page_has_examples(name: str) -> None:
    assert len(examples(PAGES[name])) > 3


@pytest.mark.parametrize(
    ("shown", "real", "expected"),
    [
        (("a", "b"), "a\nb\n", True),
        (("a", "b"), "a  \nb", True),
        (("a", "b"), "a\n", False),
        (("a", "b"), "a\nb\nc\n", False),
        (("a", "…", "d"), "a\nb\nc\nd\n", True),
        (("a", "…", "d"), "a\nd\n", True),
        (("a", "…", "d"), "a\nb\n", False),
        (('{"a":1…}',), '{"a":1,"b":2}\n', True),
        (('{"a":1…}',), '{"a":1\n}\n', False),
        (("a.c",), "abc\n", False),
        ((), "", True),
        ((), "a\n", False),
    ],
)
def test_an_output_fits_or_does_not(shown: tuple[str, ...], real: str, *, expected: bool) -> None:
    assert fits(shown, real) is expected


def test_an_example_is_a_command_and_its_output() -> None:
    page = "text\n```console\n$ one  # why\nout\n\n$ two\n```\n```text\n$ no\n```\n"
    assert examples(page) == [Example("one  # why", ("out", "")), Example("two", ())]


def test_what_the_test_cannot_run_is_no_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="rm -r"):
        Shell(tmp_path, monkeypatch).run(Example("rm -r book", ()))


# -- commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_is_in_the_documents(name: str) -> None:
    typed = re.compile(rf"\btrickbook (?:--book \S+ )?{name}\b")
    assert [page for page, text in PAGES.items() if typed.search(text)]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_the_command_has_an_example(name: str) -> None:
    command = COMMANDS[name]
    told = " ".join([command.help or "", command.epilog or ""])
    assert re.search(rf"\btrickbook {name}\b", told), told


def test_every_command_of_the_documents_is_there() -> None:
    typed = {
        (page, name)
        for page, text in PAGES.items()
        for name in re.findall(r"`trickbook (?:--book \S+ )?([a-z]+)", text)
    }
    assert {(page, name) for page, name in typed if name not in COMMANDS} == set()
    assert len(typed) > 10


def test_the_exit_codes_are_those_of_the_program() -> None:
    said = {int(row[0]) for row in table(README, "exit codes")}
    assert said == {code for name, code in vars(exit_codes).items() if name.isupper()}


# -- names and links ------------------------------------------------------------------------------


def table(page: str, mark: str) -> list[list[str]]:
    """Read the rows of the table behind a mark, without head and rule."""
    _, found, rest = page.partition(f"<!-- {mark} -->\n")
    assert found, f"no table is marked {mark}"
    rows = itertools.takewhile(lambda line: line.startswith("|"), rest.splitlines())
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in list(rows)[2:]]


def code(cell: str) -> str:
    """Take the one name in a cell out of its backticks."""
    (name,) = _CODE.findall(cell)
    return str(name)


def anchors(text: str) -> set[str]:
    """Name the headings of a page as links do."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


def broken_links(name: str, text: str) -> Iterator[str]:
    """Give the links of a page that lead nowhere."""
    for link in _LINK.findall(text):
        path, _, anchor = str(link).partition("#")
        if "://" in path:
            continue
        target = ROOT / name if not path else (ROOT / name).parent / path
        if not (target.exists() and (not anchor or anchor in anchors(target.read_text("utf-8")))):
            yield link


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    assert list(broken_links(name, PAGES[name])) == []


def test_a_broken_link_is_seen() -> None:
    text = "[a](docs/record.md) [b](docs/none.md) [c](README.md#no-such) [d](https://e.example/f)"
    assert list(broken_links("README.md", text)) == ["docs/none.md", "README.md#no-such"]


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_a_page_names_is_there(name: str) -> None:
    named = {span for span in _CODE.findall(PAGES[name]) if _PATH.fullmatch(span)}
    assert {span for span in named if not (ROOT / span).exists()} == set()


def test_the_map_names_files() -> None:
    answers = [row[1] for row in table(README, "map")]
    assert len(answers) > 10
    files = [[*filter(_PATH.fullmatch, _CODE.findall(a)), *_LINK.findall(a)] for a in answers]
    assert [answer for answer, found in zip(answers, files, strict=True) if not found] == []


def test_the_table_of_games_tells_what_there_is_from_what_is_planned() -> None:
    rows = table(README, "games")
    assert {code(row[0]) for row in rows if row[-1] == "yes"} == set(BY_KEY)
    assert {row[-1] for row in rows} <= {"yes", "planned"}


# -- the record -----------------------------------------------------------------------------------


def test_the_written_forms_are_those_of_the_program() -> None:
    acts = {code(row[0]): code(row[1]) for row in table(RECORD, "acts")}
    objects = {code(row[0]): {"object": _CODE.findall(row[1])} for row in table(RECORD, "objects")}
    assert acts | objects == forms_document()["forms"]


def test_every_act_is_shown_as_it_is_written() -> None:
    for kind, _, example, *_ in table(RECORD, "acts"):
        event = read_event(code(example))
        assert (event.type, write_event(event)) == (code(kind), code(example))


def test_every_object_is_shown_as_it_is_written() -> None:
    (block,) = re.findall(r"^```jsonl\n(.*?)^```$", RECORD, re.MULTILINE | re.DOTALL)
    written = [json.loads(line) for line in str(block).splitlines()]
    for raw in written:
        assert write_event(read_event(raw)) == raw
    shown = [raw["type"] for raw in written]
    assert sorted(shown) == sorted(
        name for name, kind in KINDS.items() if not issubclass(kind, Act)
    )


# -- the contract of a rule book ------------------------------------------------------------------

FIELDS: Final = {field.name: field for field in dataclasses.fields(RuleBook) if field.init}


def is_there(name: str) -> bool:
    """Tell whether ``RuleBook.title`` or ``Deal.calls`` is in the program."""
    owner, attribute = name.split(".")
    return hasattr(OWNERS[owner], attribute)


def names_in(cell: str) -> list[str]:
    """Give the dotted names of a cell."""
    return [span for span in _CODE.findall(cell) if _NAME.fullmatch(span)]


def test_the_page_has_every_field_of_a_rule_book() -> None:
    rows = {code(row[0]): row[1] for row in table(CONTRACT, "fields")}
    assert set(rows) == set(FIELDS)
    required = {
        name
        for name, field in FIELDS.items()
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    assert {name for name, default in rows.items() if default == "required"} == required


def test_what_carries_a_peculiarity_is_in_the_program() -> None:
    rows = table(CONTRACT, "peculiarities")
    assert len(rows) > 20
    named = [name for row in rows for name in names_in(row[2])]
    assert len(named) > 20
    assert [name for name in named if not is_there(name)] == []


def test_a_name_that_is_not_there_is_seen() -> None:
    assert names_in("`RuleBook.title`, `RuleBook.no_such`, `Deal.calls`, `core`") == [
        "RuleBook.title",
        "RuleBook.no_such",
        "Deal.calls",
    ]
    assert (is_there("RuleBook.title"), is_there("Deal.calls")) == (True, True)
    assert (is_there("RuleBook.no_such"), is_there("Deal.no_such")) == (False, False)


# -- mending --------------------------------------------------------------------------------------


def mended(page: str, seen: list[tuple[Example, str]]) -> str:
    """Put real outputs in the place of those that do not fit."""
    at = 0
    for example, out in seen:
        old = "".join(f"{line}\n" for line in (f"$ {example.command}", *example.output))
        new = "".join(f"{line.rstrip()}\n" for line in (f"$ {example.command}", *out.splitlines()))
        at = page.index(old, at)
        new = old if fits(example.output, out) else new
        page = page[:at] + new + page[at + len(old) :]
        at += len(new)
    return page


def test_an_output_that_does_not_fit_is_mended() -> None:
    page = "```console\n$ one\nkept\n$ two\n$ two\nold\n```\n"
    outs = ["kept\n", "new \n", "newer\n"]
    assert mended(page, list(zip(examples(page), outs, strict=True))) == (
        "```console\n$ one\nkept\n$ two\nnew\n$ two\nnewer\n```\n"
    )


def mend() -> None:
    """Mend the examples of all pages."""
    for name, page in PAGES.items():
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            text = mended(page, outputs(page, Path(folder), patch))
            os.chdir(ROOT)
        if text != page:
            (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    mend()
