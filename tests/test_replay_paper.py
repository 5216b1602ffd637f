"""The score sheet on paper: its arithmetic, its pages, and its forms as text and HTML."""

import datetime as dt
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from core.games import ALL, BY_KEY
from events.append import LogWriter
from events.book import Book, open_book
from events.log import verify_log
from events.moment import AfterEvent
from replay.columns import width
from replay.paper.blank import form_for_game, form_for_session
from replay.paper.cells import amount, change
from replay.paper.document import sheet_document
from replay.paper.html_form import sheet_html
from replay.paper.layout import HEIGHT, layout_of
from replay.paper.notes import Note
from replay.paper.pages import DEALS, Page, pages_of
from replay.paper.row import Row
from replay.paper.sheet import PaperSheet, sheet_in
from replay.paper.text_columns import WIDTH
from replay.paper.text_form import sheet_text
from replay.simulate import simulate
from tests.dashboard_book import sample_logs, with_names
from tests.deals_to_show import SAMPLES

NOW: Final = dt.datetime(2026, 11, 29, 21, 4, tzinfo=dt.UTC)
HOSTILE: Final = ("<b onmouseover=alert(1)>", 'Tom & Jerry *#* "q"', "دمیتری", "W" * 40)
EVENING: Final = SAMPLES / "boston/2026-11-29.jsonl"


def sheet_of(log: Path) -> PaperSheet:
    """Write the sheet of the last session of a log."""
    return sheet_in(open_book(log), "last", NOW)


@cache
def sample_sheets() -> dict[str, PaperSheet]:
    """Write the sheets of all samples."""
    return {f"{log.parent.name}/{log.stem}": sheet_of(log) for log in sample_logs()}


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PaperSheet]:
    """Write the sheets of a simulated session of each game, and each number of seats."""
    folder = tmp_path_factory.mktemp("simulated")
    found: dict[str, PaperSheet] = {}
    for game in ALL:
        for seats in game.seats:
            log = folder / f"{game.key}-{seats}.jsonl"
            with log.open("wb") as stream:
                writer = LogWriter(stream)
                for step in next(
                    iter(simulate(game, max(game.deals or 0, 12) + 5, 3, seats, game.resolve({})))
                ):
                    writer.entry(step.events)
                    writer.seal()
            found[log.stem] = sheet_of(log)
    return found


def all_sheets(simulated: dict[str, PaperSheet]) -> Iterator[tuple[str, PaperSheet]]:
    yield from sample_sheets().items()
    yield from simulated.items()


# -- arithmetic -----------------------------------------------------------------------------------


def test_every_change_leads_from_one_balance_to_the_next(simulated: dict[str, PaperSheet]) -> None:
    for name, sheet in all_sheets(simulated):
        standing = dict(sheet.opening.balances)
        for row in sheet.rows:
            if row.kind == "seats":
                standing |= row.balances
            for player, moved in row.changes.items():
                assert moved is not None, (name, row)
                before = standing[player]
                assert before is not None, (name, row)
                standing[player] = before + moved
                assert standing[player] == row.balances[player], (name, row.deal)
            assert row.standing == standing, (name, row.deal)


def test_what_all_have_and_the_pool_never_changes(simulated: dict[str, PaperSheet]) -> None:
    """Counters only pass from one to another, and into the pool and out of it (2.4)."""
    for name, sheet in simulated.items():
        sums = {
            sum(filter(None, row.standing.values())) + ((row.pools.after or 0) if row.pools else 0)
            for row in sheet.rows
        }
        assert len(sums) == 1, name


def test_what_is_carried_forward_is_what_everybody_has(simulated: dict[str, PaperSheet]) -> None:
    for name, sheet in all_sheets(simulated):
        pages = [page for page in pages_of(sheet, 5) if page.carried is not None]
        for page, following in pairwise(pages):
            assert page.carried is not None
            assert following.brought is not None
            assert page.carried.balances == following.brought.balances == page.rows[-1].standing
            assert page.carried.what == "carried forward", name
            assert following.brought.what == "brought forward", name
        assert pages[0].brought == sheet.opening
        assert pages[-1].carried is not None
        assert pages[-1].carried.what == "balances"
        assert [row for page in pages for row in page.rows] == list(sheet.rows)


def test_one_who_has_left_keeps_what_he_has_to_the_end() -> None:
    sheet = sample_sheets()["boston/1911-12-26"]
    (left,) = (one for one in sheet.players if one.name == "Søren")
    page = pages_of(sheet)[-1]
    assert page.carried is not None
    assert amount(page.carried.balances[left.id]) == "−50"
    assert left.id not in sheet.rows[-1].changes
    (seats,) = (row for row in sheet.rows if row.kind == "seats")
    assert seats.what.startswith("now sit A Мария Павловна, B René, C Eva")
    assert [amount(value) for value in seats.balances.values()] == ["500"]


def written(log: Path, *events: str) -> PaperSheet:
    """Write a log that opens as the evening does; gives its sheet."""
    opened = EVENING.read_bytes().splitlines(keepends=True)[0]
    log.write_bytes(opened + f'{{"events":[{",".join(events)}],"seq":1}}\n'.encode())
    return sheet_of(log)


def test_who_changes_his_seat_is_told(tmp_path: Path) -> None:
    names = ("José", "Анна", "Chloé", "Юрий")
    players = (f'"{s}":{{"id":"{n}","name":"{n}"}}' for s, n in zip("ABCD", names, strict=True))
    sheet = written(
        tmp_path / "seats.jsonl",
        f'{{"players":{{{",".join(players)}}},"type":"seats_changed"}}',
        '{"dealer":"B","number":1,"type":"deal_opened"}',
    )
    assert [row.kind for row in sheet.rows] == ["seats", "deal"]
    assert sheet.rows[0].what == "now sit A José, B Анна, C Chloé, D Юрий"
    assert [one.seats for one in sheet.players] == ["AB", "BA", "C", "D"]


def test_what_nobody_knew_is_known_again_when_it_was_counted(tmp_path: Path) -> None:
    amounts = ('"A":"990"', '"B":"990"', '"C":"1000"', '"D":"980"')
    sheet = written(
        tmp_path / "counted.jsonl",
        '{"dealer":"B","number":1,"type":"deal_opened"}',
        '{"net":{"A":"25","B":"25"},"pool":"80","type":"deal_settled"}',
        f'{{"balances":{{{",".join(amounts)}}},"type":"counted"}}',
        '{"dealer":"C","number":2,"type":"deal_opened"}',
    )
    first, counted, second = sheet.rows
    assert [amount(value) for value in first.balances.values()] == ["1015", "1015", "—", "—"]
    assert counted.kind == "counted"
    assert [amount(value) for value in counted.balances.values()] == ["1000", "980"]
    assert counted.changes == {}
    assert [amount(value) for value in second.balances.values()] == ["1015", "1015", "1000", "980"]


def test_the_pool_is_divided_on_a_line_of_its_own() -> None:
    sheet = sample_sheets()["boston/2026-11-29"]
    last, division = sheet.rows[-2:]
    assert division.kind == "division"
    assert [change(value) for value in division.changes.values()] == ["+12½"] * 4
    assert last.pools is not None
    assert division.pools is not None
    assert division.pools == (last.pools.after, 0)
    assert [line.rule for line in sheet.division] == ["AB(e)"]


# -- what stands in a row -------------------------------------------------------------------------


def row_of(sheet: str, deal: int) -> Row:
    """Give the row of a deal."""
    (found,) = (row for row in sample_sheets()[sheet].rows if row.deal == str(deal))
    return found


LITTLE: Final = "little spread"


@pytest.mark.parametrize(
    ("sheet", "deal", "told"),
    [
        ("boston/2026-11-29", 1, ("6 p k p ko 3p", ("Chloé",), "6♠", "6", "=", (180,), "✓")),
        (
            "boston/2026-11-29",
            3,
            ("3p 5 ls 3p", ("Анна",), "little spread", "1", "lost", (960,), "✓"),
        ),
        ("boston/2026-11-29", 6, ("p 5 p 8 3p", ("Chloé",), "8♥", "pay", "made", (300,), "✓")),
        ("boston/2026-11-29", 12, ("—", (), "void: misdeal", "", "", (), "")),
        ("boston/2026-11-29", 13, ("4p", (), "misère partout", "4 6 1 2", "", (), "✓")),
        ("boston/2026-11-29", 8, ("3p 9 3p", ("Анна",), "9♠", "8", "−1", (420,), "")),
        ("french/1898-02-21", 12, ("—", ("Jeanne", "Hugo"), "ask♣", "5+2", "−1", (120,), "✓")),
        ("french/1898-02-21", 9, ("4p", (), "thrown in", "", "", (), "✓")),
        ("german-whist/2026-11-28", 4, ("—", (), "—", "A 15 B 11", "", (30,), "")),
        ("chinese-whist/1897-12-31", 9, ("—", (), "♠", "AC 3 BD 10", "", (60,), "✓")),
    ],
)
def test_a_deal_in_short(sheet: str, deal: int, told: tuple[object, ...]) -> None:
    row = row_of(sheet, deal)
    assert (row.auction, row.who, row.what, row.took, row.over, row.each, row.check) == told


def test_points_stand_after_the_deal_that_they_are_scored_in() -> None:
    assert row_of("chinese-whist/1897-12-31", 8).points == "AC 5 BD 6"


def test_a_finding_has_a_number_and_a_note_with_its_rule() -> None:
    row, sheet = row_of("boston/2026-11-29", 8), sample_sheets()["boston/2026-11-29"]
    assert row.notes == (1, 2, 3, 4)
    assert (sheet.notes[0].place, sheet.notes[0].rule) == ("1.8:end", "AB_FAIL")


def test_what_was_ruled_on_is_checked_and_told() -> None:
    row, sheet = row_of("chinese-whist/1897-12-31", 12), sample_sheets()["chinese-whist/1897-12-31"]
    assert row.check == "✓"
    told = [sheet.notes[number - 1] for number in row.notes]
    assert [(one.kind, one.state) for one in told[:2]] == [("finding", "ruled"), ("ruling", "")]


# -- pages ----------------------------------------------------------------------------------------


def test_a_game_of_forty_deals_takes_four_pages(simulated: dict[str, PaperSheet]) -> None:
    pages = pages_of(simulated["french-4"])
    assert [sum(row.kind == "deal" for row in page.rows) for page in pages[:3]] == [DEALS] * 3
    assert len(pages) == 4


def test_a_game_of_twelve_takes_one_with_its_void_deals() -> None:
    sheet = sample_sheets()["boston/1893-11-04"]
    assert sum(row.kind == "void" for row in sheet.rows) == 1
    assert [len(page.rows) for page in pages_of(sheet)] == [14]


def test_a_page_holds_as_many_deals_as_are_asked_for() -> None:
    sheet = sample_sheets()["boston/2026-11-29"]
    assert [sum(row.kind == "deal" for row in page.rows) for page in pages_of(sheet, 5)] == [
        5,
        5,
        2,
    ]


def test_no_page_is_higher_than_paper(simulated: dict[str, PaperSheet]) -> None:
    for name, sheet in all_sheets(simulated):
        layout = layout_of(sheet)
        for page in pages_of(sheet, 40):
            assert sum(map(layout.height, page.rows)) + layout.head_height < HEIGHT, name


def test_notes_that_find_no_room_go_on_other_pages() -> None:
    sheet = sample_sheets()["boston/2026-11-29"]
    many = sheet._replace(notes=sheet.notes * 40)
    pages = pages_of(many)
    assert len(pages) > 2
    numbers = [number for page in pages for number, _ in page.notes]
    assert numbers == list(range(1, len(many.notes) + 1))
    assert [page.is_last for page in pages] == [False] * (len(pages) - 1) + [True]


def test_a_session_without_deals_has_a_sheet(tmp_path: Path) -> None:
    log = tmp_path / "new.jsonl"
    log.write_bytes(EVENING.read_bytes().splitlines(keepends=True)[0])
    sheet = sheet_of(log)
    (page,) = pages_of(sheet)
    assert page.carried is not None
    assert page.carried.balances == sheet.opening.balances
    assert "1000" in sheet_text(sheet, [page])
    assert "1000" in sheet_html(sheet, [page])


# -- text -----------------------------------------------------------------------------------------

FIRST_LINES: Final = """\
Boston (American settlement)
session 1 · played 2026-11-29 · Юрий's kitchen · unit white counter · closed
A Анна · B José · C Chloé · D Юрий

   deal dealer contract, by                          took    ± each Анна  José Chloé Юрий pool check
────────────────────────────────────────────────────────────────────────────────────────────────────
  opening balances                                                  1000  1000  1000 1000    0
      1 José   6♠ Chloé                                 6    =   15  −25   −25   +75  −25   40 ✓
        6 p k p ko 3p                                                975   975  1075  975    0
"""


def test_the_text_as_a_terminal_shows_it() -> None:
    sheet = sample_sheets()["boston/2026-11-29"]
    told = sheet_text(sheet, pages_of(sheet))
    assert told.startswith(FIRST_LINES)
    assert "division: pool → Анна, José, Chloé, Юрий: 12½ each = 50" in told
    assert "  5  1.9:t6.2  D plays ♣5 to the ♠A led, but holds ♠10 (2.3)" in told
    assert told.splitlines()[-2:] == [
        f"log head {sheet.head}",
        "printed 2026-11-29 21:04 · page 1 of 1",
    ]


def test_no_line_is_longer_than_a_hundred_columns(simulated: dict[str, PaperSheet]) -> None:
    for name, sheet in all_sheets(simulated):
        for ascii_only in (False, True):
            told = sheet_text(sheet, pages_of(sheet), ascii_only=ascii_only)
            long = [line for line in told.splitlines() if width(line) > WIDTH]
            assert not long, (name, long)


def test_in_letters_there_are_no_signs(simulated: dict[str, PaperSheet]) -> None:
    for name, sheet in all_sheets(simulated):
        told = sheet_text(sheet, pages_of(sheet), ascii_only=True)
        for one in sheet.players:
            told = told.replace(one.name, "")
        assert not set(told) & set("♠♥♦♣→−✓—–─±·"), name


# -- HTML -----------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Reads a page: which elements are open, which were seen, what is said."""

    EMPTY: Final = frozenset({"meta", "col"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.said.append(data)

    def count(self, tag: str) -> int:
        return sum(seen == tag for seen, _ in self.seen)


def test_every_sheet_is_whole_html_that_fetches_and_runs_nothing(
    simulated: dict[str, PaperSheet],
) -> None:
    for name, sheet in all_sheets(simulated):
        pages = pages_of(sheet)
        page = sheet_html(sheet, pages)
        read = Reader(page)
        assert read.open == [], name
        assert read.count("section") == len(pages)
        assert read.count("tr") >= len(sheet.rows) + 4
        assert not {tag for tag, _ in read.seen} & {"script", "link", "img", "iframe", "a"}
        assert not re.search(r"url\(|@import|https?:", page), name
        assert not [of for _, of in read.seen if set(of) & {"src", "href", "onclick"}]


def test_names_are_no_markup_and_turn_nothing_around(tmp_path: Path) -> None:
    log = tmp_path / "hostile.jsonl"
    log.write_bytes(with_names(EVENING, HOSTILE))
    sheet = sheet_of(log)
    page = sheet_html(sheet, pages_of(sheet))
    read = Reader(page)
    assert read.count("b") == len(sheet.notes)
    assert "".join(read.said).count(HOSTILE[0]) > 3
    assert "<bdi>دمیتری</bdi>" in page
    assert page.count(f"<bdi>{HOSTILE[3]}</bdi>") >= 3  # over its column, and where he signs
    assert f"<bdi>{'W' * 15}…</bdi>" in page


def test_names_and_remarks_of_any_length_find_their_place(tmp_path: Path) -> None:
    log = tmp_path / "long.jsonl"
    log.write_bytes(with_names(EVENING, ["漢" * 900, "x " * 400, "Ж" * 1000, "i" * 1000]))
    sheet = sheet_of(log)
    remarks = [Note("1.1", text, kind="remark") for text in ("w" * 9000, "漢字 " * 900, "x\ny" * 9)]
    sheet = sheet._replace(notes=(*sheet.notes, *remarks), club="C" * 500)
    pages = pages_of(sheet)
    assert len(pages) < 6
    told = sheet_text(sheet, pages)
    assert not [line for line in told.splitlines() if width(line) > WIDTH]
    assert Reader(sheet_html(sheet, pages)).open == []


def test_the_table_head_stands_on_every_page_and_rows_are_equally_long(
    simulated: dict[str, PaperSheet],
) -> None:
    sheet = simulated["french-4"]
    page = sheet_html(sheet, pages_of(sheet))
    assert page.count("<thead>") == page.count('<section class="page">') == 4
    for row in re.findall(r'<tr class="\w+">.*?</tr>', page):
        spans = [int(n) - 1 for n in re.findall(r'colspan="(\d+)"', row)]
        assert row.count("<td") + row.count("<th") + sum(spans) == 7 + 1 + 4 + 2 + 1 - 1


def test_what_nobody_knows_is_a_dash_and_never_nothing(tmp_path: Path) -> None:
    log = tmp_path / "unknown.jsonl"
    lines = EVENING.read_bytes().splitlines(keepends=True)
    opened = [b'{"dealer":"B","number":1,"type":"deal_opened"}', b'{"type":"session_closed"}']
    again = b'{"dealer":"C","number":2,"type":"deal_opened"}'
    seq = 1
    log.write_bytes(
        lines[0] + b'{"events":[%b,%b,%b],"seq":%d}\n' % (opened[0], again, opened[1], seq)
    )
    sheet = sheet_of(log)
    first = sheet.rows[0]
    assert (first.what, first.took, first.each, first.check) == ("—", "—", None, "")
    assert sheet.notes[first.notes[0] - 1].rule == "C-2"
    assert set(first.changes.values()) == {None}
    assert sheet.rows[1].changes == {}  # in progress: nothing is paid yet
    document = sheet_document(sheet)
    rows = document["rows"]
    assert isinstance(rows, list)
    assert rows[0]["balances"] == dict.fromkeys(sheet.opening.balances)
    told = sheet_text(sheet, pages_of(sheet)).splitlines()
    assert any(re.fullmatch(r" +—( +—){5}", line) for line in told)


# -- the empty form -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BY_KEY)
def test_the_form_has_the_columns_of_the_sheet(game: str) -> None:
    form = form_for_game(game, None, NOW)
    full = next(sheet for name, sheet in sample_sheets().items() if name.startswith(f"{game}/"))
    assert form.columns == full.columns
    deals = BY_KEY[game].deals or DEALS
    assert [row.deal for row in form.rows] == [str(n) for n in range(1, deals + 1)]
    pages = pages_of(form)
    assert len(pages) == -(-deals // DEALS)
    assert Reader(sheet_html(form, pages)).open == []
    told = sheet_text(form, pages)
    assert told.count("opening balances") == 1
    assert told.count("brought forward") == len(pages) - 1
    assert not [line for line in told.splitlines() if width(line) > WIDTH]


def test_the_form_of_a_session_has_its_players_and_what_they_come_with() -> None:
    form = form_for_session(sample_sheets()["boston/1911-12-26"])
    assert [one.name for one in form.players] == ["Мария Павловна", "René", "Søren", "Łucja"]
    assert {amount(value) for value in form.opening.balances.values()} == {"500"}
    assert (form.notes, form.division, form.head) == ((), (), None)
    (page,) = pages_of(form)
    assert "500" in sheet_text(form, [page])
    assert "♠" in sheet_text(form, [page])


def test_the_form_tells_how_calls_are_typed() -> None:
    key = " ".join(form_for_game("french", None, NOW).key)
    for told in ("p pass", "ask demand", "m4 misère des quatre as", "h ♥"):
        assert told in key


# -- as of then -----------------------------------------------------------------------------------


def test_the_head_is_the_one_that_the_log_had_then() -> None:
    book = open_book(EVENING)
    whole = sheet_in(book, "last", NOW)
    then = sheet_in(Book(book.path, as_of=AfterEvent(1, 120)), "last", NOW)
    assert len(then.rows) < len(whole.rows)
    assert then.head is not None
    assert then.head != whole.head
    with EVENING.open("rb") as stream:
        assert verify_log(stream, then.head.split()[-1]).head_found


def test_all_is_there_in_json() -> None:
    sheet = sample_sheets()["russian/2026-10-31"]
    document = sheet_document(sheet)
    assert document["schema"] == "trickbook.sheet/1"
    assert document["balances"] == {
        "Ann": "3325",
        "Bo": "-10805/6",
        "Cléo": "6965/3",
        "Dora": "925/6",
    }
    rows = document["rows"]
    assert isinstance(rows, list)
    first = rows[0]
    assert (first["deal"], first["over"], first["each"]) == ("1.1", "=", ["10"])
    assert first["pool"] == {"before": "5", "after": "0"}
    assert {type(page) for page in pages_of(sheet)} == {Page}
