"""Every page for every game, and every state in which there is nothing to show."""

import json
import logging
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest
from pyarrow.ipc import open_stream  # type: ignore[import-untyped]
from streamlit.testing.v1 import AppTest

import dashboard
from core.games import ALL
from dashboard.sheets import printed
from events.book import BOOK_VARIABLE, Book, make_book
from replay.auditing import audit_targets
from replay.index.asking import opened
from replay.index.browsing import Filter, days, deal_facets, deals
from replay.recorder.keeping import Signed, note_on_deal
from replay.verifying import heads
from tests.dashboard_book import book_of_samples, book_with, with_names
from tests.deals_to_show import SAMPLES

APP = str(Path(dashboard.__file__).with_name("app.py"))
PAGES = (
    *("overview", "history", "session", "replay", "findings", "finding"),
    *("players", "contracts", "balances", "rules", "log"),
)
NOTHING: Mapping[str, str] = MappingProxyType({})


class Shown(NamedTuple):
    """A page as it was shown."""

    html: str
    code: str
    board: dict[str, Any] | None

    @property
    def text(self) -> str:
        """All that it says."""
        return f"{self.html}\n{self.code}"


class Samples(NamedTuple):
    """The book of the samples, and the number of each session by its name."""

    book: Book
    numbers: dict[str, int]

    def count(self, wanted: Filter) -> int:
        """Count the deals that fit a filter."""
        with opened(self.book) as asked:
            return deal_facets(asked.con, wanted).total

    def of(self, game: str) -> int:
        """Give the number of a session of a game."""
        return next(n for name, n in self.numbers.items() if name.startswith(f"{game}/"))


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    """Make the book of the samples."""
    return Samples(*book_of_samples(tmp_path_factory.mktemp("dashboard") / "book"))


@pytest.fixture(autouse=True)
def _no_book_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let no test read a book that happens to lie around."""
    monkeypatch.delenv(BOOK_VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)


def run(
    page: str, query: Mapping[str, str | list[str]], book: Path | None, *, told: bool = True
) -> Shown:
    """Show a page, with or without what it tells of itself as text and JSON."""
    with pytest.MonkeyPatch.context() as patch:
        if book is not None:
            patch.setenv(BOOK_VARIABLE, str(book))
        at = AppTest.from_file(APP, default_timeout=30)
        for name, value in query.items():
            at.query_params[name] = value
        at.session_state["told"] = told
        at.switch_page(f"page/{page}.py")
        at.run()
    assert not at.exception, [one.value for one in at.exception]
    html = "\n".join(one.proto.body for one in at.get("html") if "<style>" not in one.proto.body)
    code = "\n".join(one.value for one in at.code)
    boards = [one.proto.json for one in at.get("bidi_component") if one.proto.json]
    return Shown(html, code, json.loads(boards[0]) if boards else None)


# -- what there is --------------------------------------------------------------------------------

GAMES = pytest.mark.parametrize("game", [book.key for book in ALL])


@GAMES
def test_a_session_of_every_game_has_its_score_sheet(samples: Samples, game: str) -> None:
    number = samples.of(game)
    page = run("session", {"session": str(number)}, samples.book.path)
    assert f"<h1>Session {number}</h1>" in page.html
    assert "Score sheet" in page.html
    assert f'href="/replay?deal={number}.1"' in page.html


def test_the_sheet_to_print_is_offered_and_is_the_one_of_the_command_line(
    samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = samples.of("french")
    monkeypatch.setenv(BOOK_VARIABLE, str(samples.book.path))
    at = AppTest.from_file(APP, default_timeout=30)
    at.query_params["session"] = str(number)
    at.switch_page("page/session.py")
    at.run()
    (button,) = at.get("download_button")
    assert button.proto.label == "Download the sheet to print"
    sheet = printed(samples.book, str(number)).decode()
    assert sheet.startswith("<!DOCTYPE html>")
    assert next(heads(samples.book, str(number)))["head"] in sheet


@GAMES
def test_a_deal_of_every_game_is_replayed(samples: Samples, game: str) -> None:
    number = samples.of(game)
    deals = [f"{number}.{place}" for place in range(1, 6)]
    boards = [run("replay", {"deal": deal}, samples.book.path).board for deal in deals]
    shown = [board for board in boards if board is not None]
    assert shown
    assert all(board["start"] == "deal" for board in shown)


@GAMES
def test_the_rules_of_every_game_are_shown(samples: Samples, game: str) -> None:
    page = run("rules", {"game": game}, samples.book.path)
    book = next(one for one in ALL if one.key == game)
    assert book.title in page.html
    assert all(f'id="{name}"' in page.html for name in book.tables)
    assert all(option.name in page.html for option in book.options)


def test_the_overview_tells_where_the_book_stands(samples: Samples) -> None:
    page = run("overview", {}, samples.book.path)
    assert "<h1>The samples</h1>" in page.html
    assert "Its latest deals" in page.html
    assert f"<strong>{len(samples.numbers)}</strong>sessions" in page.html
    assert "trickbook open --game russian-fontainebleau --seats" in page.code


def test_replay_begins_at_a_step_and_in_a_seats_view(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    query = {"deal": f"{number}.2", "step": "t5.2", "seat": "B"}
    page = run("replay", query, samples.book.path)
    assert page.board is not None
    assert (page.board["start"], page.board["seat"]) == ("t5.2", "B")
    assert "could know at each step" in page.html
    assert "As written" not in page.html  # events and payments tell what is hidden


def test_a_seats_view_is_not_headed_with_how_the_deal_ended(samples: Samples) -> None:
    query = {"deal": f"{samples.numbers['boston/2026-11-29']}.2"}
    whole = run("replay", query, samples.book.path)
    for seat in "ABCD":
        page = run("replay", {**query, "step": "t1.1", "seat": seat}, samples.book.path)
        assert "seen by" in page.html
        for told in ("took", r"pool \d+ →"):
            assert re.search(told, whole.html)
            assert not re.search(told, page.html)


def test_payments_are_told_with_reason_and_rule_and_what_was_recorded_beside(
    samples: Samples,
) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("replay", {"deal": f"{number}.9"}, samples.book.path)
    assert "Who pays whom, and why" in page.html
    assert "/rules?rule=AB_WIN" in page.html
    assert (
        "The table settled otherwise"
        not in run("replay", {"deal": f"{number}.2"}, samples.book.path).html
    )


def test_text_and_json_are_those_of_the_command_line(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("replay", {"deal": f"{number}.2"}, samples.book.path)
    assert f"trickbook show {number}.2" in page.code
    assert '"schema": "trickbook.replay/1"' in page.code


def test_a_deal_with_corrections_offers_what_tells_who_changed_what(samples: Samples) -> None:
    number = samples.numbers["boston/1954-06-05"]
    corrected, plain = (
        run("replay", {"deal": f"{number}.{place}"}, samples.book.path, told=False).code
        for place in (3, 7)
    )
    assert corrected.splitlines() == [f"trickbook diff {number}.3", f"trickbook blame {number}.3"]
    assert plain == ""


def test_text_and_json_are_made_only_where_somebody_opens_them(
    samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replay.showing.show_text", None)
    monkeypatch.setattr("replay.documents.deal_document", None)
    deal = {"deal": f"{samples.numbers['boston/2026-11-29']}.2"}
    page = run("replay", deal, samples.book.path, told=False)
    assert page.board is not None
    assert page.code == ""
    assert "went wrong" not in page.html


@pytest.mark.sweep
def test_every_finding_of_the_samples_has_its_page(samples: Samples) -> None:
    found = audit_targets(samples.book, [], None).findings
    assert len(found) > 10
    for finding in found:
        name = f"{finding.code}@{finding.place}"
        page = run("finding", {"finding": name}, samples.book.path)
        assert finding.code in page.html
        assert f"rule={finding.rule}".replace("(", "%28").replace(")", "%29") in page.html


def test_findings_are_filtered_by_the_address(samples: Samples) -> None:
    number = str(samples.numbers["boston/1954-06-05"])
    everything = run("findings", {"session": number}, samples.book.path)
    only = run("findings", {"session": number, "sev": "irregular"}, samples.book.path)
    assert "wrong-pool" in everything.html
    assert "/finding?finding=wrong-pool" in everything.html
    assert "/finding?finding=wrong-pool" not in only.html
    assert "/finding?finding=revoke" in only.html
    nothing = run("findings", {"session": number, "sev": "note"}, samples.book.path)
    assert "None is of this kind" in nothing.html


def test_the_log_is_paged_newest_first_and_filtered(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    first = run("log", {"target": str(number)}, samples.book.path)
    assert "612 events, the newest first" in first.html
    assert f"<h1>Log of session {number}</h1>" in first.html
    assert f">{number}@611<" in first.html
    second = run("log", {"target": str(number), "page": "2"}, samples.book.path)
    assert f">{number}@511<" in second.html
    sealed = run("log", {"target": str(number), "type": "sealed"}, samples.book.path)
    assert "play A" not in sealed.html
    one = run("log", {"target": f"{number}@605"}, samples.book.path)
    assert f"<h1>Event {number}@605</h1>" in one.html
    deal = run("log", {"target": f"{number}.1"}, samples.book.path)
    assert f"<h1>Log of deal {number}.1</h1>" in deal.html


def test_a_correction_is_drawn_as_what_was_and_what_is(samples: Samples) -> None:
    number = samples.numbers["boston/1954-06-05"]
    page = run("log", {"target": str(number), "type": "event_corrected"}, samples.book.path)
    assert re.search(r"was <del>[^<]+</del>( <details>.*?</details>)? → is <ins>", page.html)
    assert '<span class="badge amber">event corrected</span>' in page.html


def test_a_note_stands_with_the_deal_that_it_is_about_whenever_it_was_made(tmp_path: Path) -> None:
    book = book_with(tmp_path / "book", SAMPLES / "boston" / "1893-11-04.jsonl")
    note_on_deal(book, "1.1", "the light went out", Signed())
    assert "the light went out" in run("replay", {"deal": "1.1"}, book.path, told=False).html
    last = run("replay", {"deal": "1.last"}, book.path, told=False)
    assert "the light went out" not in last.html


def test_a_correction_leads_to_the_deal_that_it_is_about(samples: Samples) -> None:
    number = samples.numbers["boston/1954-06-05"]
    page = run("log", {"target": str(number), "type": "event_corrected"}, samples.book.path)
    rows = {row.partition("<")[0]: row for row in page.html.split(f">{number}@")}
    told = {event: re.findall(r"/replay\?deal=([0-9.]+)", row) for event, row in rows.items()}
    assert told["189"] == [f"{number}.4"]  # corrected by 211, when 3.6 was being played
    assert told["125"] == [f"{number}.3"]
    page = run("log", {"target": str(number), "type": "ruled"}, samples.book.path)
    assert f"/replay?deal={number}.4" in page.html


def test_an_event_leads_to_its_step_and_to_the_book_as_it_was_then(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("log", {"target": str(number), "page": "2"}, samples.book.path)
    assert re.search(rf'href="/replay\?deal={number}\.\d+&amp;step=t\d+\.\d"', page.html)
    assert f'href="/session?session={number}&amp;as_of={number}%40511"' in page.html
    assert '<span class="badge green">sealed</span>' in page.html


def test_one_event_is_told_as_json_with_the_events_beside_it(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("log", {"target": f"{number}@605"}, samples.book.path)
    raw = json.loads(page.code[: page.code.index("\n}") + 2])
    assert raw["event"] == f"{number}@605"
    assert raw["written"]
    for beside in (604, 606):
        assert f"target={number}%40{beside}" in page.html


# -- the history ----------------------------------------------------------------------------------


def test_the_history_lists_deals_fifty_a_page(samples: Samples) -> None:
    total = samples.count(Filter())
    first = run("history", {}, samples.book.path)
    assert f"1–50 of {total}" in first.html
    assert first.html.count('<th scope="row">') == 50
    last = run("history", {"page": "99"}, samples.book.path)
    assert f"–{total} of {total}" in last.html


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({"game": "boston"}, Filter(game="boston")),
        (
            {"game": "boston", "made": "lost", "who": "Chloé"},
            Filter(game="boston", made="lost", who=("Chloé",)),
        ),
        ({"found": "open"}, Filter(found=True)),
        ({"from": "2026-01-01"}, Filter(since="2026-01-01")),
        ({"to": "1900-01-01"}, Filter(until="1900-01-01")),
        ({"rec": "result"}, Filter(level="result")),
        ({"c": "grand-misere"}, Filter(contract="grand-misere")),
        ({"sort": "dearest"}, Filter()),
    ],
)
def test_the_history_is_filtered_by_the_address(
    samples: Samples, query: Mapping[str, str], wanted: Filter
) -> None:
    page = run("history", query, samples.book.path)
    count = samples.count(wanted)
    assert count
    assert f">{count} deals" in page.html


def test_links_keep_all_players_of_the_filter_but_the_one_left_out(samples: Samples) -> None:
    page = run("history", {"who": ["Chloé", "José"], "game": "boston"}, samples.book.path)
    links = page.html.split("<a")
    oldest = next(part for part in links if ">oldest<" in part)
    assert "who=Chlo%C3%A9&amp;who=Jos%C3%A9" in oldest
    leave = [part for part in links if 'aria-label="leave out"' in part]
    assert [("Chlo" in part, "Jos" in part) for part in leave] == [
        (True, True),  # the game
        (False, True),
        (True, False),
    ]


def test_a_filter_that_fits_nothing_can_be_cleared(samples: Samples) -> None:
    page = run("history", {"game": "boston", "c": "misere-four-aces"}, samples.book.path)
    assert f"without it there are {samples.count(Filter())}" in page.html
    assert 'aria-label="leave out"' in page.html
    bad = run("history", {"from": "yesterday", "game": "skat"}, samples.book.path)
    assert "“yesterday” is no day" in bad.html


def test_a_deal_opened_from_a_list_has_its_neighbours_in_the_list(samples: Samples) -> None:
    wanted = Filter(game="boston", made="lost", who=("Chloé",))
    with opened(samples.book) as asked:
        rows = [row.address for row in deals(asked.con, wanted, "dearest", 0)]
    query = {"game": "boston", "made": "lost", "who": "Chloé", "sort": "dearest"}
    history = run("history", query, samples.book.path)
    listed = "game=boston&who=Chlo%C3%A9&made=lost"
    told = re.findall(r'href="/replay\?deal=([0-9.]+)&amp;list=([^"&]+)"', history.html)
    assert [deal for deal, _ in told][:3] == rows[:3]
    assert unquote(told[0][1]) == f"sort=dearest&{listed}"
    page = run("replay", {"deal": rows[1], "list": unquote(told[0][1])}, samples.book.path)
    assert f"2 of {len(rows)} in this list" in page.html
    assert f"← {rows[0]}<" in page.html
    assert f">{rows[2]} →<" in page.html
    assert f"/history?page=1&amp;sort=dearest&amp;{listed.replace('&', '&amp;')}" in page.html
    if page.board is not None:
        assert (page.board["before"], page.board["after"]) == (rows[0], rows[2])


@pytest.mark.parametrize(
    "listed", ["", "game=french", "from=yesterday&game=skat&sort=x", "%%&&=", "who=Nobody"]
)
def test_a_deal_that_is_not_in_its_list_has_its_session_around_it(
    samples: Samples, listed: str
) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("replay", {"deal": f"{number}.2", "list": listed}, samples.book.path)
    if "skat" in listed or "%%" in listed:  # what cannot be read of a list is left out of it
        assert "in this list" in page.html
        return
    assert f"← {number}.1<" in page.html
    assert f">{number}.3 →<" in page.html
    assert "in this list" not in page.html


def test_a_damaged_session_is_told_on_the_overview(tmp_path: Path) -> None:
    log = SAMPLES / "errors" / "unfit-session.jsonl"
    good = SAMPLES / "boston" / "1893-11-04.jsonl"
    book = book_with(tmp_path / "book", good, log)
    page = run("overview", {}, book.path)
    assert "trickbook verify 2" in page.html
    assert "The last log, session 2, cannot be read" in page.html


@GAMES
def test_players_of_every_game_have_their_figures(samples: Samples, game: str) -> None:
    page = run("players", {"game": game}, samples.book.path)
    assert "All players" in page.html
    assert "/players?" in page.html


def test_a_player_has_a_page(samples: Samples) -> None:
    page = run("players", {"player": "Chloé"}, samples.book.path)
    assert "In each part" in page.html
    assert "/history?who=Chlo%C3%A9" in page.html
    assert "no player called" in run("players", {"player": "Nobody"}, samples.book.path).html


def test_two_players_are_set_side_by_side(samples: Samples) -> None:
    alone = run("players", {"player": "Chloé"}, samples.book.path)
    assert "/players?player=Chlo%C3%A9&amp;against=Jos%C3%A9" in alone.html
    page = run("players", {"player": "Chloé", "against": "José"}, samples.book.path)
    for caption in ("Side by side", "Gained a deal, by role", "What they paid each other"):
        assert caption in page.html
    assert "together · " in page.html
    assert "trickbook stats player --who 'Chloé' --who 'José'" in page.code
    assert '"question": "pair"' in page.code
    same = run("players", {"player": "Chloé", "against": "Chloé"}, samples.book.path)
    assert "the same one" in same.html
    nobody = run("players", {"player": "Chloé", "against": "<b>"}, samples.book.path)
    assert "nobody in this book is called “&lt;b&gt;”" in nobody.html
    never = run("players", {"player": "Chloé", "against": "Пётр"}, samples.book.path)
    assert "They have not sat at one table" in never.html


@pytest.mark.parametrize("game", [book.key for book in ALL if book.ladder])
def test_contracts_stand_in_the_order_of_the_ladder(samples: Samples, game: str) -> None:
    page = run("contracts", {"game": game}, samples.book.path)
    assert "The ladder from below" in page.html
    assert f"/history?game={game}&amp;c=" in page.html


def test_balances_lead_to_their_deals(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("balances", {"session": str(number)}, samples.book.path)
    assert f"Balances of session {number}" in page.html
    assert f"/replay?deal={number}.13" in page.html
    assert "over all sessions" in run("balances", {}, samples.book.path).html


@pytest.mark.parametrize("rule", ["AB_WIN", "2.3", "AB-G4", "W6", "revoke", "C-1"])
def test_a_rule_is_told_as_the_command_line_tells_it(samples: Samples, rule: str) -> None:
    page = run("rules", {"rule": rule}, samples.book.path)
    assert f"<h1>Rule {rule}</h1>" in page.html
    assert f"trickbook explain {rule}" in page.code


# -- what there is not ----------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_without_a_book_each_page_tells_how_to_make_one(page: str) -> None:
    shown = run(page, {}, None)
    assert "There is no book here" in shown.html
    assert "trickbook init DIR" in shown.html


@pytest.mark.parametrize("page", PAGES)
def test_a_book_that_is_not_there_is_told_with_its_path(page: str, tmp_path: Path) -> None:
    shown = run(page, {}, tmp_path / "nowhere")
    assert "nowhere" in shown.html
    assert "Not found" in shown.html


@pytest.mark.parametrize("page", PAGES)
def test_an_empty_book_breaks_no_page(page: str, tmp_path: Path) -> None:
    make_book(tmp_path / "book", "", None, "white counter")
    shown = run(page, {}, tmp_path / "book")
    assert shown.html
    if page in {"players", "contracts"}:
        assert "yet: <code>trickbook record</code>" in shown.html
    if page == "overview":
        assert "Nothing has been recorded yet" in shown.html
        assert "trickbook open" in shown.html


@pytest.mark.parametrize(
    ("page", "query", "told"),
    [
        ("replay", {"deal": "99.1"}, "no session 99"),
        ("replay", {"deal": "1.99"}, "no deal 1.99; the last of session 1 is"),
        ("replay", {"deal": "abc"}, "is no address"),
        ("replay", {"deal": "1"}, "names no deal"),
        ("replay", {}, "no deal is named"),
        ("session", {"session": "99"}, "no session 99"),
        ("finding", {"finding": "revoke@1.1:t1.1"}, "there is no finding"),
        ("finding", {"finding": "x"}, "no finding is named"),
        ("rules", {"game": "skat"}, "there is no game “skat”"),
        ("rules", {"rule": "AB_NIX"}, "There is no rule “AB_NIX”"),
        ("log", {"target": "1@99999"}, "no event 1@99999"),
        ("session", {"as_of": "yesterday"}, "is no moment"),
        ("session", {"as_of": "1@99999"}, "no event 1@99999"),
    ],
)
def test_what_is_not_there_is_told(
    samples: Samples, page: str, query: Mapping[str, str], told: str
) -> None:
    assert told in run(page, query, samples.book.path).html


def test_a_step_or_seat_that_is_not_there_is_told_and_the_deal_is_shown(samples: Samples) -> None:
    query = {"deal": f"{samples.numbers['boston/2026-11-29']}.2", "step": "abc", "seat": "Z"}
    page = run("replay", query, samples.book.path)
    assert "There is no step “abc”" in page.html
    assert "There is no seat “Z”" in page.html
    assert page.board is not None
    assert (page.board["start"], page.board["seat"]) == ("deal", None)


def test_a_deal_kept_without_cards_has_no_table(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("replay", {"deal": f"{number}.10"}, samples.book.path)
    assert page.board is None
    assert "Cards were not recorded" in page.html
    assert "Who pays whom, and why" in page.html


def test_a_voided_deal_says_why_it_does_not_stand(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    assert (
        "does not stand: misdeal" in run("replay", {"deal": f"{number}.12"}, samples.book.path).html
    )


def test_as_of_then_is_told_and_what_came_later_is_left_out(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    then = {"as_of": f"{number}@131"}
    page = run("session", {"session": str(number), **then}, samples.book.path)
    assert f"As recorded at {number}@131" in page.html
    assert f">{number}.2<" in page.html
    assert f">{number}.3<" not in page.html
    later = run("replay", {"deal": f"{number}.3", **then}, samples.book.path)
    assert f"{number}.3 was recorded later, at {number}@" in later.html


DAMAGED = ("torn-line", "unreadable-event", "broken-seal", "newer-event", "unfit-session")


@pytest.mark.parametrize("code", DAMAGED)
def test_a_damaged_log_is_told_on_its_pages(code: str, tmp_path: Path) -> None:
    book = book_with(tmp_path / "book", SAMPLES / "errors" / f"{code}.jsonl")
    for page in ("overview", "session", "log", "findings"):
        assert run(page, {}, book.path).html
    assert code in run("findings", {"session": "1"}, book.path).html
    session = run("session", {"session": "1"}, book.path).html
    assert "trickbook verify 1" in session or "cannot be shown" in session


@pytest.mark.sweep
@pytest.mark.parametrize("code", sorted(file.stem for file in (SAMPLES / "errors").glob("*.jsonl")))
def test_the_sample_of_every_finding_is_shown(code: str, tmp_path: Path) -> None:
    book = book_with(tmp_path / "book", SAMPLES / "errors" / f"{code}.jsonl")
    listed = run("findings", {"session": "1"}, book.path)
    assert code in listed.html
    for deal in ("1.1", "1.2"):
        run("replay", {"deal": deal}, book.path)


def test_one_log_by_itself_is_a_book_too() -> None:
    log = SAMPLES / "boston" / "2026-11-29.jsonl"
    assert "Session 1" in run("session", {}, log).html
    assert run("replay", {"deal": "1.2"}, log).board is not None


def test_a_log_that_may_not_be_read_is_told(
    samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "sessions/0001.jsonl")

    monkeypatch.setattr("replay.standing.standing_text", refuse)
    page = run("overview", {}, samples.book.path)
    assert "This cannot be shown" in page.html
    assert "sessions/0001.jsonl: Permission denied" in page.html


def test_every_page_tells_the_keys(samples: Samples) -> None:
    for name in ("overview", "history", "session", "log"):
        assert "Keys: Tab and Enter" in run(name, {}, samples.book.path).html


def test_a_page_that_fails_says_so_with_an_id(
    samples: Samples, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        message = "boom"
        raise RuntimeError(message)

    monkeypatch.setattr("replay.standing.standing_text", fail)
    with caplog.at_level(logging.CRITICAL):
        page = run("overview", {}, samples.book.path)
    assert "Something went wrong on this page" in page.html
    assert "boom" not in page.html


# -- names ----------------------------------------------------------------------------------------

HOSTILE = ("<b onclick=alert(1)>&", "$x$ *y* # [z](http://a)", "دمیتری", "x" * 90)


def test_names_are_shown_and_never_interpreted(tmp_path: Path) -> None:
    log = tmp_path / "1.jsonl"
    log.write_bytes(with_names(SAMPLES / "boston" / "1893-11-04.jsonl", HOSTILE))
    pages = [
        run("overview", {}, log),
        run("session", {"session": "1"}, log),
        run("replay", {"deal": "1.1"}, log),
        run("log", {"target": "1"}, log),
        run("findings", {"session": "1"}, log),
        run("history", {}, log),
    ]
    for page in pages:
        assert "<b " not in page.html
        assert "x" * 40 not in page.html.replace(f'title="{"x" * 90}', "").replace(
            "x" * 90, ""
        )  # whole only where a title or the log as written tells it
    assert "&lt;b onclick=alert(1)&gt;&amp;" in pages[1].html


# -- paper and proof ------------------------------------------------------------------------------


def test_a_change_on_the_sheet_leads_to_its_explanation(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    page = run("session", {"session": str(number)}, samples.book.path)
    assert f'href="#why-{number}.8"' in page.html
    explained = page.html.partition(f'id="why-{number}.8"')[2].partition("<details")[0]
    assert "bid 9, took 8: 1 short, first figure of row 9 is 35" in explained
    assert "/rules?rule=AB_FAIL" in explained
    assert "The table settled otherwise" in explained
    overview = run("overview", {}, samples.book.path)
    last = len(samples.numbers)
    assert f'href="/session?session={last}#why-{last}.' in overview.html


@GAMES
def test_every_deal_of_a_sheet_is_explained(samples: Samples, game: str) -> None:
    page = run("session", {"session": str(samples.of(game))}, samples.book.path)
    sheet = page.html.partition("What was paid, and why")[0]
    linked = set(re.findall(r'href="#why-([0-9.]+)"', sheet))
    assert linked == set(re.findall(r'id="why-([0-9.]+)"', page.html))
    assert linked


def test_the_overview_tells_what_was_verified_and_its_head(tmp_path: Path) -> None:
    book = book_with(tmp_path / "book", SAMPLES / "boston" / "1893-11-04.jsonl")
    page = run("overview", {}, book.path)
    (head,) = [one["head"] for one in heads(book, "1")]
    assert re.search(
        r'"badge green">verified</span> \d{4}-\d\d-\d\d [\d:]+ UTC, every byte', page.html
    )
    assert head in page.html
    assert "trickbook record" in page.code or "trickbook open" in page.code
    with book.log(1).open("ab") as log:
        log.write(b"{}\n")
    damaged = run("overview", {}, book.path)
    assert '"badge red">not as written</span>' in damaged.html


def test_a_long_log_is_verified_on_a_click_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = book_with(tmp_path / "book", SAMPLES / "boston" / "1893-11-04.jsonl")
    monkeypatch.setattr("dashboard.verified.AT_ONCE", 0)
    monkeypatch.setenv(BOOK_VARIABLE, str(book.path))
    at = AppTest.from_file(APP, default_timeout=30).run()
    assert any("not verified since the dashboard was started" in told for told in html_of(at))
    at.button(key="verify").click().run()
    assert any('"badge green">verified</span>' in told for told in html_of(at))
    shutil.copy(SAMPLES / "boston" / "1954-06-05.jsonl", book.log(1))
    at.run()
    assert any('amber">not verified since 2' in told for told in html_of(at))


def html_of(at: AppTest) -> list[str]:
    """Give the markup of a page."""
    return [one.proto.body for one in at.get("html")]


def test_open_findings_are_counted_by_severity(samples: Samples) -> None:
    page = run("overview", {}, samples.book.path)
    links = re.findall(r'href="/findings\?sev=([a-z]+)&amp;state=open">(\d+) ', page.html)
    told = {severity: int(count) for severity, count in links}
    found = audit_targets(samples.book, [], None).findings
    assert told == Counter(one.severity.value for one in found if one.state == "open")


# -- charts ---------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A chart as it was sent."""

    title: str
    basis: str
    data: list[dict[str, Any]]


def charts_of(page: str, query: Mapping[str, str], book: Path) -> dict[str, Drawn]:
    """Give the charts of a page by their titles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(BOOK_VARIABLE, str(book))
        at = AppTest.from_file(APP, default_timeout=30)
        for name, value in query.items():
            at.query_params[name] = value
        at.switch_page(f"page/{page}.py")
        at.run()
    assert not at.exception
    found: dict[str, Drawn] = {}
    for one in at.get("vega_lite_chart"):
        spec = json.loads(one.proto.spec)
        title = spec["layer"][0].get("title") or next(
            layer["title"] for layer in spec["layer"] if "title" in layer
        )
        values = [layer.get("data", {}).get("values", []) for layer in [spec, *spec["layer"]]]
        told = title if isinstance(title, str) else title["text"]
        basis = "" if isinstance(title, str) else title["subtitle"]
        basis = basis if isinstance(basis, str) else "; ".join(basis)
        if one.proto.data.data:  # what all layers share is sent apart
            values.append(open_stream(one.proto.data.data).read_all().to_pylist())
        found[told] = Drawn(told, basis, [row for rows in values for row in rows])
    return found


def test_the_calendar_counts_every_deal_and_leads_to_it(samples: Samples) -> None:
    drawn = charts_of("history", {"view": "time"}, samples.book.path)["When do we play?"]
    total = samples.count(Filter())
    assert drawn.basis == f"deals a month; n = {total}"
    cells = [row for row in drawn.data if "down" in row]
    assert sum(row["count"] for row in cells) == total
    one = next(row for row in cells if (row["down"], row["across"]) == ("1954", "Jun"))
    assert one["href"] == "/history?from=1954-06-01&to=1954-06-30"
    assert one["count"] == samples.count(Filter(since="1954-06-01", until="1954-06-30"))


def test_the_calendar_of_one_year_is_told_by_days(samples: Samples) -> None:
    query = {"view": "time", "from": "2026-01-01", "to": "2026-12-31", "game": "boston"}
    drawn = charts_of("history", query, samples.book.path)["When do we play?"]
    (day,) = [row for row in drawn.data if "down" in row]
    assert (day["down"], day["across"]) == ("Sun", "47")  # the 29th of November
    assert day["href"] == "/history?game=boston&from=2026-11-29&to=2026-11-29"


def test_the_records_are_told_by_month_with_their_deals(samples: Samples) -> None:
    found = charts_of("history", {"view": "time"}, samples.book.path)
    bars = [row for row in found["How good are the records?"].data if "kind" in row]
    assert sum(row["count"] for row in bars) == samples.count(Filter())
    one = next(row for row in bars if (row["across"], row["rank"]) == ("2026-11", 2))
    november = Filter(since="2026-11-01", until="2026-11-30", level="result")
    assert one["href"] == "/history?from=2026-11-01&to=2026-11-30&rec=result"
    assert one["count"] == samples.count(november)
    open_ = [row for row in found["How much is still to be settled?"].data if "told" in row]
    with opened(samples.book) as asked:
        settled = sum(row.findings for row in days(asked.con, Filter()))
    assert sum(row["count"] for row in open_) == settled > 0


def test_the_pool_of_a_session_is_drawn_with_what_was_won_and_set_aside(samples: Samples) -> None:
    number = samples.numbers["boston/2026-11-29"]
    drawn = charts_of("balances", {"session": str(number)}, samples.book.path)
    pool = drawn["What did the pool do?"]
    assert "n = 13 of 13" in pool.basis
    points = {row["place"]: row for row in pool.data if "mark" in row}
    assert [points[place]["mark"] for place in (1, 2, 13)] == ["won", "fed", ""]
    assert points[5]["amount"] == 570
    assert points[5]["href"] == f"/replay?deal={number}.5"
    assert [row["high"] for row in pool.data if row.get("place") == 5 and "high" in row] == [
        250,
        500,
    ]
    whist = str(samples.of("german-whist"))
    assert "What did the pool do?" not in charts_of(
        "balances", {"session": whist}, samples.book.path
    )
