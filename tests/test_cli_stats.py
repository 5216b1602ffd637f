"""`trickbook stats` as people and programs meet it, and as those who try what cannot be."""

import csv
import io
from pathlib import Path
from typing import Any, Final

import pytest

from replay.statistics.parts import QUESTIONS
from tests.test_cli import (
    DONE,
    EVENING,
    NOT_FOUND,
    USAGE,
    Document,
    done,
    make_book,
    refused,
    run,
    stand_apart,
)

TWO_ADAS: Final = "session boston A=ada B=adelaide C=Chloé D=Dmitri\nb 8h 6\nb 8h 8\n"
"""Two of them are called Ada Orlova by the list of players."""
SEASON: Final = """\
session boston A=Ada B=Boris C=Chloé D=Dmitri dealer A played 2025-03-01
deal
b 8h 6
deal
po 6 4 2 1
deal
c gm 0
close
"""


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_apart(tmp_path, monkeypatch)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return make_book(tmp_path, EVENING, SEASON)


def rows(document: Document, table: str) -> list[dict[str, Any]]:
    """Give the rows of a table of an answer."""
    (found,) = [one for one in document["tables"] if one["name"] == table]
    return list(found["rows"])


# -- answers --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered_in_every_form(question: str) -> None:
    ran = run("stats", question)
    assert ran.code == DONE
    assert ran.out.strip()
    document = run("stats", question, "--json").document
    assert (document["schema"], document["question"]) == ("trickbook.stats/1", question)
    for table in document["tables"]:
        names = {figure["name"] for figure in table["figures"]}
        assert all(names <= row.keys() for row in table["rows"])
    table = document["tables"][0]
    lines = list(csv.DictReader(io.StringIO(done("stats", question, "--csv"))))
    assert len(lines) == len(table["rows"])


@pytest.mark.usefixtures("book")
def test_a_player() -> None:
    document = run("stats", "player", "--json").document
    boris = next(row for row in rows(document, "players") if row["name"] == "Boris")
    assert (boris["person"], boris["deals"], boris["sessions"]) == ("Boris", 7, 2)
    assert (boris["declared"], boris["made"], boris["rate"]) == (2, 0, 0.0)
    assert boris["per_game_95"] is None  # two sessions are too few
    assert boris["latest"] == "2026-11-29"
    everybody = rows(document, "players")[-1]
    assert (everybody["name"], everybody["deals"]) == ("all", 28)


@pytest.mark.usefixtures("book")
def test_a_page_tells_all_of_a_player() -> None:
    ran = run("stats", "player", "--who", "boris")
    assert ran.out.startswith("Boris\n")
    for title in ("In which role", "Which contracts are made", "Who pays whom", "Longest runs"):
        assert title in ran.out
    assert "7 deals" in ran.err
    assert "by made" not in ran.err


@pytest.mark.usefixtures("book")
def test_a_page_names_the_command_for_the_rating() -> None:
    named = "trickbook stats rating --who "
    told = run("stats", "player", "--who", "boris").err
    assert "Rating" not in run("stats", "player", "--who", "boris").out
    command = told[told.index(named) :].splitlines()[0].split()
    assert done(*command[1:]).splitlines()[0] == "Boris"
    assert named not in run("stats", "player", "--who", "boris", "--part", "roles").err


@pytest.mark.usefixtures("book")
def test_zero_of_zero_is_a_dash() -> None:
    told = done("stats", "player", "--who", "Ada", "--part", "players")
    line = told.splitlines()[-1].split()
    assert line[line.index("0") :][:3] == ["0", "0", "—"]  # declared, made, made %
    row = rows(run("stats", "player", "--who", "Ada", "--json").document, "players")[0]
    assert (row["declared"], row["rate"], row["rate_95"]) == (0, None, None)


@pytest.mark.usefixtures("book")
def test_the_deals_behind_a_figure() -> None:
    document = run("stats", "contract", "--json").document
    declared = sum(row["declared"] for row in rows(document, "contracts"))
    deals = run("stats", "contract", "--deals", "--json").documents
    assert sum("contract" in deal["counts"] for deal in deals) == declared
    assert deals[0]["deal"] == "2.1"  # played earlier, written later
    assert "2.1" in done("stats", "contract", "--deals")
    lines = list(csv.DictReader(io.StringIO(done("stats", "contract", "--deals", "--csv"))))
    assert [line["deal"] for line in lines] == [deal["deal"] for deal in deals]


@pytest.mark.usefixtures("book")
def test_what_is_left_out_is_told_with_its_reason() -> None:
    done("void", "2.2", "--reason", "miscounted", "--yes")
    ran = run("stats", "player")
    assert "6 deals · left out: 1 (cancelled)" in ran.err
    document = run("stats", "player", "--json").document
    assert document["deals"] == 6
    assert document["left_out"] == [{"reason": "cancelled", "deals": 1}]
    (deal,) = [
        one for one in run("stats", "player", "--deals", "--json").documents if one["left_out"]
    ]
    assert (deal["deal"], deal["left_out"], deal["counts"]) == ("2.2", "cancelled", [])


def test_deals_of_sessions_that_are_left_out_are_listed_too(tmp_path: Path) -> None:
    make_book(tmp_path, EVENING, SEASON.replace("played 2025-03-01", "played unknown"), SEASON)
    with (tmp_path / "sessions/0003.jsonl").open("ab") as damaged:
        damaged.write(b"no entry\n")
    document = run("stats", "player", "--json", "--from", "2026-11").document
    left = {one["reason"]: one["deals"] for one in document["left_out"]}
    assert left["session left out"] == 3
    deals = run("stats", "player", "--deals", "--json", "--from", "2026-11").documents
    assert len(deals) == document["deals"] + sum(left.values())
    told = [deal["left_out"] for deal in deals if deal["left_out"]]
    assert told == [reason for reason in sorted(left) for _ in range(left[reason])]
    of_boris = run("stats", "player", "--deals", "--json", "--who", "Boris").documents
    assert [deal["deal"] for deal in of_boris if deal["left_out"]] == ["3.1", "3.2", "3.3"]


@pytest.mark.usefixtures("book")
def test_figures_as_of_then() -> None:
    assert run("stats", "player", "--json", "--as-of", "2@4").document["deals"] == 5
    assert run("stats", "player", "--json").document["deals"] == 7


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("period", "deals"),
    [
        (("--from", "2026"), 4),
        (("--to", "2025-03"), 3),
        (("--from", "2025-03-01", "--to", "2026-11-29"), 7),
        (("--game", "boston"), 7),
        (("--level", "result"), 6),
        (("--level", "result", "--level", "all-tricks"), 7),
    ],
)
def test_filters(period: tuple[str, ...], deals: int) -> None:
    assert run("stats", "player", "--json", *period).document["deals"] == deals


@pytest.mark.usefixtures("book")
def test_a_loose_log_is_asked_as_a_book_is() -> None:
    document = run("--book", "sessions/0001.jsonl", "stats", "player", "--json").document
    assert document["deals"] == 4


@pytest.mark.usefixtures("book")
def test_a_trend_by_month_and_session() -> None:
    by_month = run("stats", "trend", "--by", "month", "--json").document
    assert [row["period"] for row in rows(by_month, "trend")] == ["2025-03", "2026-11"]
    by_session = run("stats", "trend", "--by", "session", "--who", "Ada", "--json").document
    assert [row["period"] for row in rows(by_session, "trend")] == ["2", "1"]


# -- what is not there ----------------------------------------------------------------------------


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("luck",), USAGE, "the question is one of player, contract"),
        (("player", "--who", "Zoë"), NOT_FOUND, "nobody in this book is called “Zoë”"),
        (("player", "--who", ""), NOT_FOUND, "nobody in this book is called “”"),
        (("player", "--who", "Бoris"), NOT_FOUND, "nobody"),
        (("player", "--game", "whist"), USAGE, "there is no game “whist”"),
        (("player", "--level", "cards"), USAGE, "--level is one of result"),
        (("player", "--part", "nothing"), USAGE, "--part is one of players"),
        (("trend", "--by", "week"), USAGE, "--by is one of year, month, session"),
        (("player", "--by", "month"), USAGE, "--by is of trend; with --who also of rating"),
        (("rating", "--by", "session"), USAGE, "--by is of trend; with --who also of rating"),
        (("player", "--from", "2026-02-30"), USAGE, "--from is a day, month or year"),
        (("player", "--from", "0000"), USAGE, "--from is a day, month or year"),
        (("player", "--to", "soon"), USAGE, "--to is a day, month or year"),
        (("player", "--from", "2026", "--to", "2025"), USAGE, "no day lies between them"),
        (("player", "--csv", "--json"), USAGE, "only one of --csv and --json"),
        (("player", "--as-of", "9@1"), NOT_FOUND, "9"),
    ],
)
def test_what_cannot_be_asked_is_said(words: tuple[str, ...], code: int, told: str) -> None:
    refused(run("stats", *words), code, told)


@pytest.mark.usefixtures("book")
def test_a_period_without_deals_says_where_there_are_some() -> None:
    ran = run("stats", "player", "--from", "1900", "--to", "1901")
    assert ran.code == DONE
    assert "no deal fits; there are 7 deals of boston, 2025-03-01 to 2026-11-29" in ran.err
    assert run("stats", "player", "--who", "Ada", "--game", "french").code == DONE


def test_an_empty_book(tmp_path: Path) -> None:
    make_book(tmp_path)
    for question in QUESTIONS:
        ran = run("stats", question)
        assert ran.code == DONE
        assert "no deal is recorded" in ran.err
    assert run("stats", "player", "--json").document["deals"] == 0
    assert run("stats", "player", "--deals").code == DONE


def test_a_player_called_as_an_option_is(tmp_path: Path) -> None:
    make_book(tmp_path, SEASON.replace("A=Ada", 'A="--help"').replace("B=Boris", 'B="=1+1"'))
    ran = run("stats", "player", "--who", "--help", "--json")
    assert rows(ran.document, "players")[0]["name"] == "--help"
    assert run("stats", "player", "--who=--help").out.startswith("--help\n")
    assert "'=1+1" in done("stats", "player", "--csv")


def test_two_of_one_name_are_told_apart(tmp_path: Path) -> None:
    make_book(tmp_path, SEASON)
    done("players", "add", "Boris", "Boris", "--by", "anna")
    done("players", "add", "Boris", "boris.2", "--by", "anna")
    ran = run("stats", "player", "--who", "boris")
    refused(ran, USAGE, "Boris (Boris), Boris (boris.2)")
    (row,) = rows(run("stats", "player", "--who", "boris.2", "--json").document, "players")
    assert (row["name"], row["deals"]) == ("Boris (boris.2)", 0)
    both = done("stats", "player", "--who", "Boris", "--who", "boris.2")
    assert "Boris (Boris)" in both
    assert "Boris (boris.2)" in both


def test_who_is_merged_into_another_is_found_by_his_old_name(tmp_path: Path) -> None:
    make_book(tmp_path, EVENING)
    done("players", "add", "Boris the Elder", "elder", "--by", "anna")
    done("players", "merge", "Boris", "elder", "--yes", "--by", "anna")
    by_id = done("stats", "player", "--who", "elder")
    assert by_id.startswith("Boris the Elder")
    assert done("stats", "player", "--who", "Boris") == by_id
    done("players", "rename", "Boris", "Borya", "--by", "anna")
    assert done("stats", "player", "--who", "borya") == by_id
    refused(run("stats", "player", "--who", "Basil"), NOT_FOUND)


def test_merged_people_are_one(tmp_path: Path) -> None:
    make_book(tmp_path, SEASON)
    done("players", "add", "Boris the Elder", "elder", "--by", "anna")
    done("players", "merge", "Boris", "elder", "--yes", "--by", "anna")
    (row,) = rows(run("stats", "player", "--who", "Boris", "--json").document, "players")
    assert (row["person"], row["name"], row["deals"]) == ("elder", "Boris the Elder", 3)
    done("players", "unmerge", "Boris", "--by", "anna")
    (row,) = rows(run("stats", "player", "--who", "Boris", "--json").document, "players")
    assert (row["name"], row["deals"]) == ("Boris", 3)


# -- two of one name ------------------------------------------------------------------------------


@pytest.fixture
def two_adas(tmp_path: Path) -> Path:
    """Make a book in which two people who are both called Ada sit at one table."""
    folder = tmp_path / "two"
    done("init", str(folder))
    for player in ("ada", "adelaide"):
        done("--book", str(folder), "players", "add", "Ada Orlova", player)
    script = tmp_path / "two.txt"
    script.write_text(TWO_ADAS, encoding="utf-8")
    done("--book", str(folder), "record", "--script", str(script))
    return folder


def test_two_of_one_name_have_rows_of_their_own_with_their_ids(two_adas: Path) -> None:
    document = run("--book", str(two_adas), "stats", "player", "--json").document
    named = {row["name"]: row["person"] for row in rows(document, "players") if row["person"]}
    assert named["Ada Orlova (ada)"] == "ada"
    assert named["Ada Orlova (adelaide)"] == "adelaide"
    assert "Chloé" in named


def test_a_name_of_two_lists_them_and_an_id_or_the_name_with_it_is_one(two_adas: Path) -> None:
    for asked in ("Ada Orlova", "ada o"):
        ran = run("--book", str(two_adas), "stats", "player", "--who", asked)
        refused(ran, USAGE, "Ada Orlova (ada), Ada Orlova (adelaide): name one by the id")
    for asked in ("adelaide", "Ada Orlova (adelaide)"):
        told = done("--book", str(two_adas), "stats", "player", "--who", asked)
        assert told.startswith("Ada Orlova (adelaide)\n")
