"""Each finding code has a log in which it is found, and the page of findings is made of them."""

import contextlib
import io
import json
import re
from collections import Counter
from typing import Final

import pytest

from core.games import ALL
from events.book import Book, NoBookError
from events.log import verify_log
from replay.cli import main
from replay.explaining import explain_text
from replay.findings import CODES, DAMAGE
from tests.error_stories import EIGHT, STORIES, Story, changed
from tests.make_error_samples import (
    FOREIGN,
    PAGE,
    PARTS,
    findings,
    log_path,
    made,
    page,
)
from tests.make_samples import ERRORS, address, audited

UNFIT: Final = {"unknown-edition", "unfit-session"}
"""The file is whole, and still this program cannot read what it says."""
each_code = pytest.mark.parametrize("code", STORIES)


# -- codes and files ------------------------------------------------------------------------------


def test_every_code_has_a_story() -> None:
    assert list(CODES) == list(STORIES)


def test_there_is_a_log_and_its_audit_for_every_code_and_nothing_else() -> None:
    expected = {f"{code}{suffix}" for code in STORIES for suffix in (".jsonl", ".txt")}
    assert {path.name for path in ERRORS.iterdir()} == expected


def test_the_lists_of_the_program_have_every_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--codes"]) == 0
    listed = json.loads(capsys.readouterr().out)["codes"]
    assert {code: (one["severity"], one["meaning"]) for code, one in listed.items()} == CODES


# -- samples --------------------------------------------------------------------------------------


@each_code
def test_the_story_told_again_gives_the_same_log(code: str) -> None:
    assert made(STORIES[code]) == log_path(code).read_bytes()


@each_code
def test_audit_gives_what_is_expected(code: str) -> None:
    assert audited(log_path(code)) == log_path(code).with_suffix(".txt").read_bytes()


@each_code
def test_only_this_code_is_found_and_only_once(code: str) -> None:
    assert Counter(found.code for found in findings(code)) == Counter(
        [code, *STORIES[code].also.split()]
    )


@each_code
def test_the_finding_is_as_grave_as_listed_and_tells_what_and_where(code: str) -> None:
    (finding,) = [found for found in findings(code) if found.code == code]
    assert (finding.severity, finding.state) == (CODES[code][0], "open")
    assert re.fullmatch(r"1(\.\d+:\w+(\.\d)?)?", finding.place)
    assert (finding.event is None) == (code in UNFIT)
    assert finding.message


def no_book() -> Book:
    """Find no book, as where none lies around."""
    message = "no book lies around"
    raise NoBookError(message)


@each_code
def test_the_rule_of_the_finding_is_explained(code: str) -> None:
    for finding in findings(code):
        told = explain_text(no_book, finding.rule)
        assert told.startswith(finding.rule) or any(finding.rule in book.tables for book in ALL)


@each_code
def test_the_exit_code_is_that_of_the_severity(code: str) -> None:
    graver = {"unreadable", "impossible", "irregular", "difference"}
    expected = 5 if code in DAMAGE else int(CODES[code][0] in graver)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["audit", str(log_path(code))]) == expected
        limit = main(["audit", str(log_path(code)), "--fail-on", "note"])
    assert limit == (5 if code in DAMAGE else 1)


@each_code
def test_only_the_samples_of_damage_are_damaged(code: str) -> None:
    with log_path(code).open("rb") as stream:
        seen = verify_log(stream)
    assert {fault.code for fault in seen.faults} == {code} & DAMAGE
    assert seen.newer == (code == "newer-event")


@each_code
def test_what_can_be_typed_is_typed(code: str) -> None:
    """Other programs write only what cannot have happened, or what no line can say."""
    story = STORIES[code]
    foreign = any(line.startswith(FOREIGN) for line in (story.lines + story.session).splitlines())
    no_line_says_it = {*UNFIT, "trump-by-another", "wrong-winner", "late-claim"}
    no_line_says_it.add("needless-agreement")  # a line with it says what the table took
    assert foreign == (CODES[code][0] == "impossible" or code in no_line_says_it)


def test_damage_changes_what_stands_in_the_log_just_once() -> None:
    whole = made(Story("", EIGHT))
    assert made(Story("", EIGHT, damage=changed("B 8H", "B 9H"))) == whole.replace(b"8H", b"9H")
    with pytest.raises(ValueError, match="'pass' does not stand in the log just once"):
        made(Story("", EIGHT, damage=changed("pass", "8S")))


# -- the page -------------------------------------------------------------------------------------


def test_the_page_of_findings_is_made_of_the_samples() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "python tests/make_error_samples.py"


def test_the_page_has_every_code_in_its_part() -> None:
    headings = re.findall(r"^###? (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    expected = [name for code in CODES for name in (PARTS.get(code), code) if name is not None]
    assert headings == expected


@each_code
def test_the_page_shows_what_happened_and_what_the_audit_says(code: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition(f"\n### {code}\n")[2].partition("\n##")[0]
    assert " ".join(STORIES[code].scene.split()) in " ".join(section.split())
    assert f"[{address(log_path(code))}](../{address(log_path(code))})" in section
    assert audited(log_path(code)).decode() in section
    assert CODES[code][1] in " ".join(section.split())
