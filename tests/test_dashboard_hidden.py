"""With the names hidden no page holds a name, an id, or what somebody wrote, in any form."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from dashboard.privacy import TITLE
from dashboard.sheets import printed
from events.book import BOOK_VARIABLE, Book, make_book
from replay.auditing import audit_targets
from replay.index.asking import opened
from replay.index.browsing import Filter, hide_names, players_of
from replay.recorder.keeping import open_findings
from replay.statistics.page_figures import players_shown
from replay.statistics.parts import PLAYERS
from tests.dashboard_book import with_names
from tests.deals_to_show import SAMPLES

APP = str(Path(dashboard.__file__).with_name("app.py"))
NAMES = ("Qadir <b>", "Wendeline&Co", "دمیتری", "Zebulon Zzz")
IDS = ("Анна", "José", "Chloé", "Юрий")
"""As they are written in the sample: there they are the names too."""
LOGS = ("boston/2026-11-29", "boston/1954-06-05")
WORDS = ("kitchen", "it was six that she had bid", "Åsa", "Jiří")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """Make a book of two evenings."""
    made = make_book(
        tmp_path_factory.mktemp("hidden") / "book", "Wendeline's book", None, "counter"
    )
    made.log_named(1).write_bytes(with_names(SAMPLES / f"{LOGS[0]}.jsonl", NAMES))
    made.log_named(2).write_bytes((SAMPLES / f"{LOGS[1]}.jsonl").read_bytes())
    return made


def forms(word: str) -> set[str]:
    """Give the ways in which a word may stand in a page."""
    escaped = word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {word, escaped, quote(word), quote_plus(word), json.dumps(word)[1:-1]}


def run(page: str, query: Mapping[str, str], book: Book) -> AppTest:
    """Show a page with the names hidden."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BOOK_VARIABLE, str(book.path))
        at = AppTest.from_file(APP, default_timeout=30)
        for name, value in {**query, "hide": "true"}.items():
            at.query_params[name] = value
        at.session_state["told"] = True  # what the page tells of itself as text and JSON, open
        at.switch_page(f"page/{page}.py")
        at.run()
    assert not at.exception
    return at


def all_of(at: AppTest) -> Iterator[str]:
    """Give all that is sent to the browser."""
    for part in (at.main, at.sidebar):
        for node in part:
            proto = getattr(node, "proto", None)
            if proto is not None:
                yield proto.SerializeToString().decode("utf-8", "replace")


PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("overview", {}),
    ("history", {}),
    ("history", {"who": "player 2"}),
    ("history", {"view": "time"}),
    ("session", {"session": "1"}),
    ("session", {"session": "2"}),
    ("replay", {"deal": "1.8"}),
    ("replay", {"deal": "1.2", "seat": "B", "step": "t5.2"}),
    ("findings", {}),
    ("finding", {"finding": "wrong-amount@1.8:end"}),
    ("players", {}),
    ("players", {"player": "player 1"}),
    ("players", {"player": "player 5", "against": "player 6"}),
    ("contracts", {"game": "boston"}),
    ("balances", {}),
    ("balances", {"session": "1"}),
    ("log", {"target": "1"}),
    ("log", {"target": "1@0"}),
    ("log", {"target": "2", "type": "event_corrected"}),
    ("log", {"target": "1", "type": "noted"}),
)


@pytest.mark.parametrize(("page", "query"), PAGES)
def test_no_page_names_anybody(book: Book, page: str, query: Mapping[str, str]) -> None:
    told = "\n".join(all_of(run(page, query, book)))
    assert len(told) > 1000
    for word in (*NAMES, *IDS, *WORDS, "Wendeline"):
        for form in forms(word):
            assert form not in told, form
    if page not in {"contracts", "log"}:
        assert "player 1" in told or "player+1" in told


def test_somebody_named_in_the_address_is_looked_at_under_the_other_name(book: Book) -> None:
    at = run("players", {"player": "Zebulon Zzz"}, book)
    told = "\n".join(all_of(at))
    assert "Zebulon" not in told
    assert at.query_params["player"] == "player 8"
    listed = "sort=newest&who=Zebulon+Zzz"
    at = run("history", {"who": "Zebulon Zzz"}, book)
    assert "Zebulon" not in "\n".join(all_of(at))
    at = run("replay", {"deal": "1.2", "list": listed}, book)
    assert "Zebulon" not in "\n".join(all_of(at))
    assert "in this list" in "\n".join(all_of(at))


def test_the_toggle_renames_who_is_looked_at_this_way_and_that(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BOOK_VARIABLE, str(book.path))
    at = AppTest.from_file(APP, default_timeout=30)
    at.query_params["player"] = "Zebulon Zzz"
    at.switch_page("page/players.py")
    at.run()
    assert any("Zebulon" in told for told in all_of(at))
    at.toggle(key="hide").set_value(True).run()
    assert at.query_params["player"] == "player 8"
    assert not any("Zebulon" in told for told in all_of(at))
    assert any("In each part" in told for told in all_of(at))
    at.toggle(key="hide").set_value(False).run()
    assert at.query_params["player"] == "Zebulon Zzz"


def test_a_filter_by_names_is_let_go_when_they_are_hidden(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BOOK_VARIABLE, str(book.path))
    at = AppTest.from_file(APP, default_timeout=30)
    at.query_params["who"] = "Zebulon Zzz"
    at.switch_page("page/history.py")
    at.run()
    assert any("13 deals" in told for told in all_of(at))
    at.toggle(key="hide").set_value(True).run()
    assert not any("Zebulon" in told for told in all_of(at))
    assert any("26 deals" in told for told in all_of(at))


def test_who_recorded_is_not_asked_for_while_names_are_hidden(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = run("log", {"target": "2", "by": "Åsa"}, book)
    assert "Åsa" not in "\n".join([*all_of(at), str(at.query_params)])
    assert any("events, the newest first" in told for told in all_of(at))
    monkeypatch.setenv(BOOK_VARIABLE, str(book.path))
    at = AppTest.from_file(APP, default_timeout=30)
    for name, value in {"target": "2", "by": "Åsa"}.items():
        at.query_params[name] = value
    at.switch_page("page/log.py")
    at.run()
    assert any("Åsa" in told for told in all_of(at))
    at.toggle(key="hide").set_value(True).run()
    assert not at.exception
    assert not any("Åsa" in told for told in all_of(at))


def test_numbers_are_by_who_sat_first_and_the_same_for_merged_entries(book: Book) -> None:
    with opened(book) as asked:
        known = {one.id: one.alias for one in players_of(asked.con)}
        before = players_shown(asked.con, Filter())
        hide_names(asked.con, known)
        hidden = players_shown(asked.con, Filter())
    assert before
    assert hidden
    rows = hidden.rows(PLAYERS)
    assert sorted(known.values()) == [f"player {n}" for n in range(1, 9)]
    assert {known[one] for one in IDS} == {f"player {n}" for n in range(5, 9)}  # 2026 after 1954
    assert [row["deals"] for row in rows] == [row["deals"] for row in before.rows(PLAYERS)]
    assert {row["name"] for row in rows} == set(known.values()) == {row["person"] for row in rows}


@pytest.mark.parametrize("session", ["1", "2"])
def test_no_sheet_to_print_names_anybody(book: Book, session: str) -> None:
    with opened(book) as asked:
        known = {one.id: one.alias for one in players_of(asked.con)}
    sheet = printed(book._replace(aliases=known, title=TITLE), session).decode()
    for word in (*NAMES, *IDS, *WORDS, "Wendeline"):
        for form in forms(word):
            assert form not in sheet, form
    assert sheet.count("<bdi>player ") > 40


def test_what_is_found_is_the_same(book: Book) -> None:
    with opened(book) as asked:
        known = {one.id: one.alias for one in players_of(asked.con)}
    hidden = book._replace(aliases=known)
    plain, told = (audit_targets(one, [], None).findings for one in (book, hidden))
    assert [(one.code, one.place, one.state) for one in plain] == [
        (one.code, one.place, one.state) for one in told
    ]
    assert len(open_findings(hidden, "last")) == len(open_findings(book, "last"))
    assert not any(word in one.message for one in told for word in (*NAMES, *IDS))
