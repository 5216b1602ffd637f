"""The score sheet on the command line: forms, files, the empty form, what is refused."""

import os
import re
import shutil
import stat
from pathlib import Path
from typing import Final

import pytest

from tests.test_cli import (
    BUSY,
    DAMAGED,
    DONE,
    EVENING,
    FIRST_LOG,
    IMPOSSIBLE,
    NOT_FOUND,
    SESSION,
    USAGE,
    done,
    make_book,
    refused,
    run,
    stand_apart,
)

CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium")


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = make_book(tmp_path / "book", EVENING, SESSION)
    monkeypatch.setenv("TRICKBOOK_BOOK", str(made))
    return made


def test_a_sheet_is_text_on_a_terminal() -> None:
    told = done("sheet", "1")
    assert told.startswith("T · Boston (American settlement)\nsession 1 · played 2026-11-29")
    assert "A Ada · B Boris · C Chloé · D Dmitri" in told
    assert re.search(r"^ +3 Chloé +6♣ Dmitri +7 \+1 +15 ", told, re.MULTILINE), told
    assert "log head 1 " in told
    assert "page 1 of 1" in told


def test_the_head_on_the_sheet_is_the_one_that_is_kept_elsewhere() -> None:
    (head,) = re.findall(r"log head (.+)", done("sheet", "1"))
    assert head == done("head", "1").strip()
    assert done("verify", "--head", head)


def test_without_a_session_it_is_the_last_one() -> None:
    assert "session 2" in done("sheet")
    assert done("sheet", "last-1").startswith("T · Boston")


def test_in_letters() -> None:
    told = done("--ascii", "sheet", "1")
    assert "6C Dmitri" in told
    assert "♣" not in told
    assert "♣" not in run("sheet", "1", encoding="ascii").out
    done("--ascii", "sheet", "1", "-o", "sheet.html")
    assert "♣" not in Path("sheet.html").read_text("utf-8")


def test_files_by_their_endings() -> None:
    for name in ("sheet.txt", "sheet.html"):
        ran = run("sheet", "1", "-o", name)
        assert (ran.code, ran.out) == (DONE, "")
        assert name in ran.err
    assert Path("sheet.txt").read_text("utf-8").startswith("T · Boston")
    assert Path("sheet.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert done("sheet", "1", "--as", "html").startswith("<!DOCTYPE html>")
    done("sheet", "1", "--as", "html", "-o", "sheet")
    assert "size: letter landscape" in done("sheet", "1", "--as", "html", "--paper", "letter")


def test_nothing_is_written_over() -> None:
    Path("sheet.html").write_text("mine", encoding="utf-8")
    refused(run("sheet", "1", "-o", "sheet.html"), IMPOSSIBLE, "sheet.html is there already")
    assert Path("sheet.html").read_text("utf-8") == "mine"
    assert [path.name for path in Path().glob("*.part")] == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("sheet 1.1", USAGE, ("1.1", "more than a session")),
        ("sheet 1@3", USAGE, ("more than a session",)),
        ("sheet 9", NOT_FOUND, ("no session 9",)),
        ("sheet none.jsonl", NOT_FOUND, ("none.jsonl",)),
        ("sheet 1 -o sheet.docx", USAGE, ("sheet.docx", "txt, html, pdf", "--as")),
        ("sheet 1 --as docx", USAGE, ("--as is one of",)),
        ("sheet 1 --as html --paper a5", USAGE, ("a4 or letter",)),
        ("sheet 1 --json -o x.html", USAGE, ("--json", "-o")),
        ("sheet 1 --deals 0", USAGE, ("--deals",)),
        ("sheet --game boston", USAGE, ("--blank",)),
        ("sheet 1 --blank --game boston", USAGE, ("--game",)),
        ("sheet --blank --seats 4", USAGE, ("--seats",)),
        ("sheet --blank --game bridge", USAGE, ("bridge",)),
        ("sheet --blank --game german-whist --seats 3", USAGE, ("2 seats",)),
        ("sheet 1 -o no/such/folder/x.html", NOT_FOUND, ("no/such/folder",)),
    ],
)
def test_what_cannot_be_is_refused(arguments: str, code: int, words: tuple[str, ...]) -> None:
    refused(run(*arguments.split()), code, *words)


def test_for_programs() -> None:
    document = run("sheet", "1", "--json").document
    assert document["schema"] == "trickbook.sheet/1"
    assert [player["name"] for player in document["players"]] == ["Ada", "Boris", "Chloé", "Dmitri"]
    rows = [row for row in document["rows"] if row["kind"] == "deal"]
    assert [row["deal"] for row in rows] == ["1.1", "1.2", "1.3", "1.4"]
    assert [row["checked"] for row in rows] == [False, True, False, True]
    assert document["notes"][0]["rule"] == "2.3"
    assert rows[2]["changes"] == {"Ada": "-30", "Boris": "-30", "Chloé": "-30", "Dmitri": "90"}


def test_as_it_was(book: Path) -> None:
    whole = done("sheet", "1")
    then = done("sheet", "1", "--as-of", "1@70")
    assert whole.count("✓") > then.count("✓")
    assert "carried forward" not in then
    (head,) = re.findall(r"log head 1 \d+ (\w+)", then)
    assert done("verify", "--head", head, str(book / FIRST_LOG))


def test_a_note_stands_under_the_deal_that_it_is_about() -> None:
    done("note", "1.2", "Ada counted twice")
    told = done("sheet", "1")
    assert re.search(r"^ *(\d+)  1\.2  Ada counted twice$", told, re.MULTILINE)
    assert re.search(r"^ +2 .* ✓ \d$", told, re.MULTILINE)


def test_a_correction_is_told_as_long_as_it_stands() -> None:
    done("add", "b 8h 6")
    assert "corrected" not in done("sheet")
    done("fix", "2.1", "end b 8h 7", "--reason", "misheard")
    told = done("sheet")
    assert re.search(r"2\.1  corrected after it was settled \(2@\d+\): misheard", told)
    assert re.search(r"^ +1 Ada +8♥ Boris +7 −1 ", told, re.MULTILINE)
    done("undo")
    told = done("sheet")
    assert "corrected" not in told
    assert re.search(r"^ +1 Ada +8♥ Boris +6 −2 ", told, re.MULTILINE)


def test_what_was_ruled_on_is_checked() -> None:
    (place,) = re.findall(r"^ +\d+  (1\.1:\S+)  .*\(2\.3\)$", done("sheet", "1"), re.MULTILINE)
    done("ruling", "1.1", f"revoke@{place}", "none", "--ground", "seen too late", "--settle")
    told = done("sheet", "1")
    assert "(2.3) · ruled" in told
    assert "ground: seen too late" in " ".join(told.split())


def test_a_damaged_log_is_printed_as_far_as_it_can_be_read(book: Path) -> None:
    log = book / FIRST_LOG
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]) + b"{rubbish}\n")
    ran = run("sheet", "1", "-o", "sheet.html")
    assert ran.code == DAMAGED
    assert "damaged" in ran.err
    assert "Chloé" in Path("sheet.html").read_text("utf-8")
    log.write_bytes(b"{rubbish}\n")
    refused(run("sheet", "1"), DAMAGED, "no session can be read")


def test_a_session_without_deals() -> None:
    told = done("sheet", "2")
    assert told.count("1000") == 8
    assert "day not known · unit white counter · open" in told


def test_a_loose_log_and_one_of_several_sessions(book: Path) -> None:
    shutil.copy(book / FIRST_LOG, "loose.jsonl")
    assert "session 1" in done("sheet", "loose.jsonl")
    done("simulate", "german-whist", "--deals", "30", "-o", "many.jsonl", "--seed", "5")
    done("simulate", "boston", "--deals", "30", "-o", "several.jsonl", "--seed", "5")
    refused(run("sheet", "several.jsonl"), USAGE, "several.jsonl holds", "--book several.jsonl")
    assert "session 2" in done("--book", "several.jsonl", "sheet", "2")


def test_the_empty_form() -> None:
    form = done("sheet", "--blank", "--game", "chinese-whist", "--seats", "3")
    assert "points" in form
    assert "Chinese Whist" in form
    assert "1000" in done("sheet", "--blank")
    done("sheet", "--blank", "--game", "french", "-o", "form.html")
    assert Path("form.html").read_text("utf-8").count('<section class="page">') == 4


def test_the_empty_form_needs_no_session_and_no_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_book(tmp_path / "new")
    assert "Boston" in done("--book", str(tmp_path / "new"), "sheet", "--blank")
    monkeypatch.delenv("TRICKBOOK_BOOK")
    assert "Boston" in done("sheet", "--blank", "--game", "boston")
    refused(run("sheet", "--blank"), NOT_FOUND, "no book")


# -- PDF ------------------------------------------------------------------------------------------


def browser(folder: Path, script: str) -> str:
    """Make a program that is taken for a browser."""
    program = folder / "browser"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


def test_a_pdf_is_what_the_browser_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = 'for a; do case $a in --print-to-pdf=*) echo %PDF > "${a#*=}";; esac; done'
    monkeypatch.setenv("CHROMIUM", browser(tmp_path, script))
    done("sheet", "1", "-o", "sheet.pdf")
    assert Path("sheet.pdf").read_bytes() == b"%PDF\n"


def test_without_a_browser_the_other_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CHROMIUM", raising=False)
    refused(run("sheet", "1", "-o", "s.pdf"), NOT_FOUND, "no Chromium", "-o FILE.html")
    monkeypatch.setenv("CHROMIUM", "nobody")
    refused(run("sheet", "1", "-o", "s.pdf"), NOT_FOUND, "CHROMIUM names nobody", "-o FILE.html")
    assert not list(Path().glob("s.pdf*"))


@pytest.mark.parametrize("script", ["exit 1", "exit 0"])
def test_a_browser_that_prints_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setenv("CHROMIUM", browser(tmp_path, script))
    refused(run("sheet", "1", "-o", "s.pdf"), BUSY, "has printed no PDF", "-o FILE.html")
    assert not list(Path().glob("s.pdf*"))


@pytest.mark.sweep
@pytest.mark.skipif(CHROMIUM is None, reason="NOT RUN: no Chromium here")
def test_the_browser_breaks_pages_where_the_sheet_does(tmp_path: Path) -> None:
    for game, deals in (("boston", 14), ("french", 45), ("russian", 14), ("chinese-whist", 30)):
        log = tmp_path / f"{game}.jsonl"
        done("simulate", game, "--deals", str(deals), "--seed", "4", "-o", str(log))
        for paper in ("a4", "letter"):
            sheet = ("--book", str(log), "sheet", "1", "--paper", paper, "--as")
            pages = done(*sheet, "html").count('<section class="page">')
            done(*sheet, "pdf", "-o", f"{game}-{paper}.pdf")
            printed = Path(f"{game}-{paper}.pdf").read_bytes().count(b"/Type /Page\n")
            assert printed == pages, (game, paper)
