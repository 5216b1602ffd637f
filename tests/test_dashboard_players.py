"""What is drawn of players: the figures that `trickbook stats` prints."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.markup import href, shown_name
from events.book import BOOK_VARIABLE, Book, make_book
from tests.dashboard_book import book_of_samples, sample_logs, with_names
from tests.test_cli import DONE
from tests.test_cli import run as run_command
from tests.test_dashboard_pages import APP, charts_of
from tests.test_dashboard_pages import run as show_page

PRINTED = 1e-6
"""Figures that are not whole are printed with six digits."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """Make the book of the samples."""
    return book_of_samples(tmp_path_factory.mktemp("players") / "book")[0]


@pytest.fixture(autouse=True)
def _no_book_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let no test read a book that happens to lie around."""
    monkeypatch.delenv(BOOK_VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)


def stats(book: Book, command: str, part: str) -> list[dict[str, Any]]:
    """Give the rows of a part as `trickbook stats` prints them."""
    told = run_command("--book", str(book.path), "stats", *shlex.split(command), "--json")
    assert told.code == DONE
    tables = json.loads(told.out)["tables"]
    rows: list[dict[str, Any]] = next(one["rows"] for one in tables if one["name"] == part)
    return rows


# -- who pays whom --------------------------------------------------------------------------------


def test_what_players_paid_each_other_is_drawn_of_the_twelve_of_most_deals(book: Book) -> None:
    drawn = charts_of("players", {}, book.path)["Who pays whom?"]
    everybody = [row["name"] for row in stats(book, "player --limit 0", "players") if row["person"]]
    cells = [row for row in drawn.data if "figure" in row]
    told = {(everybody[c["down"]], everybody[c["across"]]): c["figure"] for c in cells}
    rows = stats(book, "pair --part pays --limit 12", "pays")
    assert told == {(row["payer_name"], row["payee_name"]): row["amount"] for row in rows}
    payments = sum(row["payments"] for row in rows)
    assert f"n = {payments} payments" in drawn.basis
    assert f"of {len(everybody)} players the 12 of the most deals" in drawn.basis


def test_payments_of_one_player_lead_to_the_deals_of_both(book: Book) -> None:
    drawn = charts_of("players", {"who": "Chloé", "game": "boston"}, book.path)["Who pays whom?"]
    cells = [row for row in drawn.data if "figure" in row]
    rows = stats(book, "pair --who Chloé --game boston --part pays", "pays")
    assert [cell["figure"] for cell in cells] == [row["amount"] for row in rows]
    assert [cell["told"].partition(":")[0] for cell in cells] == [
        f"Chloé to {row['payee_name']}" for row in rows
    ]
    assert cells[0]["href"].startswith("/history?game=boston&who=Chlo%C3%A9&who=")


# -- in which role, at which place ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "part"),
    [("In which role?", "roles"), ("At which place after the dealer?", "places")],
)
def test_what_a_player_gains_a_deal_is_drawn(book: Book, question: str, part: str) -> None:
    drawn = charts_of("players", {"player": "Chloé", "game": "boston"}, book.path)[question]
    dots = list({row["what"]: row for row in drawn.data if "told" in row}.values())
    rows = stats(book, f"player --who Chloé --game boston --part {part}", part)
    assert [dot["amount"] for dot in dots] == pytest.approx(
        [row["per_deal"] for row in rows], abs=PRINTED
    )
    assert [dot["told"].partition("(")[2] for dot in dots] == [f"n {row['deals']})" for row in rows]
    assert all(("−" in dot["told"]) == (dot["amount"] < 0) for dot in dots)
    assert drawn.basis == f"n = {sum(row['deals'] for row in rows)} deals"
    assert {dot["href"] for dot in dots} == {"/history?game=boston&who=Chlo%C3%A9"}


# -- contracts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [None, "fontainebleau"])
def test_a_players_contracts_are_drawn_beside_everybodys(book: Book, game: str | None) -> None:
    query = {"player": "Chloé"} if game is None else {"player": "Chloé", "game": game}
    drawn = charts_of("players", query, book.path)["Does he make his contracts?"]
    dots = list({row["what"]: row for row in drawn.data if "usual" in row}.values())
    every = stats(book, "player --who Chloé --part contracts", "contracts")
    rows = [row for row in every if row["game"] == (game or "boston")]
    assert [dot["n"] for dot in dots] == [row["declared"] for row in rows]
    for name, figure in (("share", "rate"), ("usual", "all_rate")):
        assert [dot[name] for dot in dots] == pytest.approx(
            [row[figure] for row in rows], abs=PRINTED
        )
    for end in ("low", "high"):
        told = [row["rate_95"][end] for row in rows]
        assert [dot[end] for dot in dots] == pytest.approx(told, abs=PRINTED)
    assert f"n = {sum(row['declared'] for row in rows)} deals declared" in drawn.basis
    assert (", of 8 in 2 games" in drawn.basis) == (game is None)
    assert all(f"&c={row['contract']}" in dot["href"] for row, dot in zip(rows, dots, strict=True))


# -- who is ahead ---------------------------------------------------------------------------------


def of_four_people(folder: Path) -> Book:
    """Make a book of several evenings, at each of which the same four people sat."""
    book = make_book(folder / "book", "", None, "white counter")
    names = ("Ada", "Boris", "Chloé", "Dmitri")
    logs = [log for log in sample_logs() if log.parent.name in {"boston", "french"}]
    for number, log in enumerate(logs, 1):
        text = log.read_text(encoding="utf-8")
        ids = re.findall(r'"id":("[^"]*")', text.partition("\n")[0])
        for one, name in zip(ids, names, strict=True):
            text = text.replace(f'"id":{one}', f'"id":"{name}"')
        other = folder / "log.jsonl"
        other.write_text(text, encoding="utf-8")
        book.log_named(number).write_bytes(with_names(other, names))
    return book


def test_gains_are_drawn_with_their_interval_where_there_is_one(tmp_path: Path) -> None:
    book = of_four_people(tmp_path)
    drawn = charts_of("players", {}, book.path)["Who is ahead, in twelve deals?"]
    bars = list({row["what"]: row for row in drawn.data if "between" in row}.values())
    rows = [row for row in stats(book, "player --limit 0", "players") if row["person"]]
    told = {row["name"]: row for row in rows}
    assert any(row["per_game_95"] for row in rows)
    for bar in bars:
        row = told[bar["what"]]
        assert bar["amount"] == pytest.approx(row["per_game"], abs=0.006)
        if row["per_game_95"] is None:
            assert bar["low"] == bar["high"]
            assert bar["between"] == "—"
        else:
            ends = [row["per_game_95"]["low"], row["per_game_95"]["high"]]
            assert [bar["low"], bar["high"]] == pytest.approx(ends, abs=PRINTED)
    assert "the line beneath: 95 % interval" in drawn.basis


def test_no_interval_is_told_of_few_sessions(book: Book) -> None:
    drawn = charts_of("players", {}, book.path)["Who is ahead, in twelve deals?"]
    assert "interval" not in drawn.basis
    assert "the 16 first are drawn" in drawn.basis


HOSTILE = ('"]; alert(1)//', "</script><b>", "\\u2028' + datum + '", "x" * 300)


def test_names_stay_names_beside_the_matrix(tmp_path: Path) -> None:
    log = next(log for log in sample_logs() if log.parent.name == "boston")
    book = make_book(tmp_path / "book", "", None, "white counter")
    book.log_named(1).write_bytes(with_names(log, HOSTILE))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BOOK_VARIABLE, str(book.path))
        at = AppTest.from_file(APP, default_timeout=30).switch_page("page/players.py").run()
    assert not at.exception
    specs = [json.loads(one.proto.spec) for one in at.get("vega_lite_chart")]
    axes = [spec["layer"][0]["encoding"]["y"].get("axis") or {} for spec in specs]
    (labels,) = [axis["labelExpr"] for axis in axes if "labelExpr" in axis]
    names = json.loads(labels.removesuffix("[datum.value]"))
    assert set(names) == {shown_name(name) for name in HOSTILE}


def test_two_of_one_name_have_pages_of_their_own(tmp_path: Path) -> None:
    log = next(log for log in sample_logs() if log.stem == "2026-11-29")
    book = make_book(tmp_path / "book", "", None, "white counter")
    text = with_names(log, ("Ada", "Ada", "Chloé", "Dmitri")).decode()
    ids = re.findall(r'"id":"([^"]*)"', text.partition("\n")[0])
    book.log_named(1).write_bytes(text.encode())
    both = show_page("players", {}, book.path).html
    for player in ids[:2]:
        name = f"Ada ({player})"
        assert shown_name(name) in both
        address = href("players", {"player": player})
        assert address in both
        assert name in show_page("players", {"player": player}, book.path).html
