"""Journeys through the dashboard in a real Chromium: one server and one browser context for all."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from events.book import Book
from replay.serving import HOST, choose_port, serving
from tests.dashboard_book import book_of_samples, with_names
from tests.deals_to_show import SAMPLES, Case, case, sample_cases
from tests.test_dashboard_board import everything_said, known_to

DOWNLOAD: Final = "Download the sheet to print"
CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
IDLE: Final = (
    '[data-testid="stApp"][data-test-connection-state="CONNECTED"]'
    '[data-test-script-state="notRunning"]'
)
HOSTILE: Final = ("<b onclick=alert(1)>&", "$x$ *y* # [z](http://a)", "دمیتری", "x" * 90)
EVENING: Final = "boston/2026-11-29"

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(
        not Path(CHROMIUM).exists(),
        reason="NOT RUN: no Chromium here (apt-get install chromium, or name one in CHROMIUM)",
    ),
]


class Site(NamedTuple):
    """A dashboard that is up, and the book behind it."""

    address: str
    book: Book
    numbers: dict[str, int]
    hostile: int

    def at(self, page: str, **query: str) -> str:
        """Give the address of a page."""
        told = "&".join(f"{name}={value}" for name, value in query.items())
        return f"{self.address}{page}?{told}"


class Visit(NamedTuple):
    """A page in the browser, and what went wrong on it."""

    page: Page
    wrong: list[str]

    def open(self, address: str, sign: str = ".tb h1") -> None:
        """Open an address and wait for what shows that it is there."""
        self.page.goto(address)
        self.page.locator(sign).first.wait_for()
        self.page.locator(IDLE).wait_for()

    def step_to(self, name: str) -> None:
        """Wait until the board is at a step."""
        self.page.locator(f'.host[data-name="{name}"]').wait_for()

    @property
    def at(self) -> int:
        """The step at which the board is."""
        return int(self.page.locator(".host").get_attribute("data-step") or -1)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the book of the samples, and a session whose players have bad names."""
    book, numbers = book_of_samples(tmp_path_factory.mktemp("browser") / "book")
    hostile = len(numbers) + 1
    log = SAMPLES / f"{EVENING}.jsonl"
    book.log_named(hostile).write_bytes(with_names(log, HOSTILE))
    with serving(book, choose_port(None)) as process:
        port = re.search(r"--server.port=(\d+)", " ".join(map(str, process.args)))  # type: ignore[arg-type]
        assert port is not None
        yield Site(f"http://{HOST}:{port[1]}/", book, numbers, hostile)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        yield started
        started.close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Give one context for all: what it has loaded once it keeps."""
    made = browser.new_context(
        viewport={"width": 1366, "height": 768},
        locale="en-GB",
        timezone_id="UTC",
        reduced_motion="reduce",
    )
    yield made
    made.close()


@pytest.fixture
def visit(context: BrowserContext) -> Iterator[Visit]:
    """Open a page; whatever it does wrong by itself fails the test."""
    page = context.new_page()
    page.set_default_timeout(20_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("request", lambda sent: _check_home(sent.url, wrong))
    yield Visit(page, wrong)
    exceptions = page.locator('[data-testid="stException"]').count()
    page.close()
    assert wrong == []
    assert exceptions == 0


def _check_home(address: str, wrong: list[str]) -> None:
    parts = urlsplit(address)
    if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname != HOST:
        wrong.append(f"request to {address}")


# -- journeys -------------------------------------------------------------------------------------


def test_from_the_overview_to_a_rule_and_back(site: Site, visit: Visit) -> None:
    page, number = visit.page, site.numbers[EVENING]
    visit.open(site.at("session", session=str(number)))
    page.get_by_role("link", name=f"{number}.8", exact=True).click()
    visit.step_to("deal")
    expect(page).to_have_title(re.compile(rf"^{number}\.8 · Анна 9♠ lost · replay"))
    page.keyboard.press("f")
    assert visit.at > 0
    page.get_by_role("tab", name="Payments").click()
    page.get_by_role("table", name="Who pays whom, and why").wait_for()
    page.get_by_role("tab", name=re.compile("Findings")).click()
    page.locator(".tb a[href^='/finding?']").first.click()
    page.get_by_role("heading", level=1, name=re.compile("wrong-")).wait_for()
    page.locator(".tb a[href^='/rules?']").first.click()
    page.get_by_role("heading", level=1, name=re.compile("^Rule ")).wait_for()
    page.go_back()
    page.get_by_role("heading", level=1, name=re.compile("wrong-")).wait_for()
    page.go_back()
    page.locator(".host[data-step]").wait_for()
    page.go_back()
    page.get_by_role("heading", level=1, name=f"Session {number}").wait_for()


def test_from_a_filtered_history_to_a_deal_and_back_to_its_page(site: Site, visit: Visit) -> None:
    page = visit.page
    visit.open(site.at("history"))
    page.get_by_role("link", name="Boston (American settlement)").click()
    page.wait_for_url(re.compile("game=boston"))
    page.get_by_role("button", name="Filter").wait_for()
    page.get_by_role("link", name="next →").click()
    page.wait_for_url(re.compile("page=2"))
    row = page.get_by_role("row").nth(1)
    deal = row.get_by_role("link").first.inner_text()
    row.get_by_role("link").first.click()
    page.locator(f'.host[data-deal="{deal}"]').or_(
        page.locator("h1", has_text=deal)
    ).first.wait_for()
    page.go_back()
    page.wait_for_url(re.compile("page=2"))
    page.get_by_role("link", name=deal, exact=True).wait_for()


def test_keys_walk_the_list_that_a_deal_was_opened_from(site: Site, visit: Visit) -> None:
    page = visit.page
    visit.open(site.at("history", game="boston", made="lost", rec="cards"))
    links = page.locator("tbody th a")
    first, second = links.nth(0).inner_text(), links.nth(1).inner_text()
    links.nth(0).click()
    page.locator(f'.host[data-deal="{first}"]').wait_for()
    expect(page.get_by_role("link", name=re.compile(r"^1 of \d+ in this list$"))).to_be_visible()
    page.keyboard.press("]")
    page.locator(f'.host[data-deal="{second}"]').wait_for()
    page.get_by_role("link", name=re.compile(r"^2 of \d+ in this list$")).wait_for()
    page.keyboard.press("2")  # another seat's view keeps the list
    page.locator('.host[data-seat="B"]').wait_for()
    page.keyboard.press("[")
    page.locator(f'.host[data-deal="{first}"]').wait_for()
    page.get_by_role("link", name=re.compile(r"^1 of \d+ in this list$")).click()
    page.wait_for_url(re.compile("history.*game=boston"))
    page.get_by_role("link", name=second, exact=True).wait_for()


def test_from_a_correction_in_the_log_to_its_deal_and_to_the_book_then(
    site: Site, visit: Visit
) -> None:
    page, number = visit.page, site.numbers["boston/1954-06-05"]
    visit.open(site.at("log", target=str(number), type="event_corrected"))
    row = page.get_by_role("row").filter(has_text="it was six that she had bid")
    expect(row.locator("del")).to_contain_text("contract 5")
    expect(row.locator("ins")).to_contain_text("contract 6")
    row.get_by_text("JSON").click()
    expect(row.locator("pre")).to_contain_text('"reason": "it was six that she had bid"')
    row.get_by_role("link", name="as of here").click()
    page.get_by_text(f"As recorded at {number}@").wait_for()
    page.go_back()
    page.get_by_role("link", name=re.compile(rf"^{number}\.4")).first.click()
    page.get_by_role("heading", level=1, name=re.compile(rf"^{number}\.4 ")).wait_for()


def test_a_change_on_the_sheet_opens_its_explanation(site: Site, visit: Visit) -> None:
    page, number = visit.page, site.numbers[EVENING]
    visit.open(site.at("session", session=str(number)))
    why = page.locator(f'[id="why-{number}.8"]')
    expect(why.get_by_text("failure doubles the pool: 70 → 140")).to_be_hidden()
    page.get_by_role("link", name=f"−145 in {number}.8: why").click()
    expect(why.get_by_text("failure doubles the pool: 70 → 140")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"#why-{number}\.8$"))
    expect(page.get_by_role("heading", level=1, name=f"Session {number}")).to_be_attached()


def test_on_paper_is_the_sheet_with_all_reasons_and_no_navigation(site: Site, visit: Visit) -> None:
    page, number = visit.page, site.numbers[EVENING]
    visit.open(site.at("session", session=str(number)))
    page.emulate_media(media="print")
    for reason in ("failure doubles the pool: 70 → 140", "misère partout: 10 × (6 - 4)"):
        expect(page.get_by_text(reason)).to_be_visible()
    for left_out in (DOWNLOAD, "Link, text, JSON, keys", "History", "findings"):
        expect(page.get_by_text(left_out, exact=True).first).to_be_hidden()
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") > 1
    page.emulate_media(media="screen")


def test_the_sheet_that_is_downloaded_fills_one_page_of_its_own(site: Site, visit: Visit) -> None:
    page, number = visit.page, site.numbers[EVENING]
    visit.open(site.at("session", session=str(number)))
    with page.expect_download() as waited:
        page.get_by_role("button", name=DOWNLOAD).click()
    assert waited.value.suggested_filename == f"session-{number}.html"
    sheet = page.context.new_page()
    sheet.set_content(waited.value.path().read_text(encoding="utf-8"))
    assert sheet.get_by_role("columnheader", name="Chloé").count() == 1
    assert sheet.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    sheet.close()


def test_a_choice_in_the_filter_is_in_the_address(site: Site, visit: Visit) -> None:
    visit.open(site.at("history"))
    visit.page.get_by_role("button", name="Filter").click()
    visit.page.get_by_label("From").fill("2026-11-29")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url(re.compile("from=2026-11-29"))
    visit.page.get_by_text("since 2026-11-29").wait_for()


def test_fifty_fast_presses_move_exactly_fifty_steps(site: Site, visit: Visit) -> None:
    visit.open(site.at("replay", deal=f"{site.numbers[EVENING]}.2"), ".host[data-step]")
    start = visit.at
    for _ in range(50):
        visit.page.keyboard.press("ArrowRight")
    assert visit.at == start + 50
    for _ in range(50):
        visit.page.keyboard.press("ArrowLeft")
    assert visit.at == start


SNAPSHOT: Final = """root => [...root.querySelectorAll('.cards > g')]
    .map(g => [g.dataset.card || '', g.getAttribute('transform'), g.getAttribute('class')].join())
    .sort()"""


def test_a_step_looks_the_same_from_both_sides(site: Site, visit: Visit) -> None:
    visit.open(site.at("replay", deal=f"{site.numbers[EVENING]}.2"), ".host[data-step]")
    host = visit.page.locator(".host")
    visit.page.keyboard.press("Home")
    forward = [host.evaluate(SNAPSHOT)]
    while visit.at < 61:
        visit.page.keyboard.press("ArrowRight")
        forward.append(host.evaluate(SNAPSHOT))
    for seen in reversed(forward):
        assert host.evaluate(SNAPSHOT) == seen
        visit.page.keyboard.press("ArrowLeft")


def test_a_deep_link_opens_at_its_step_and_a_reload_keeps_it(site: Site, visit: Visit) -> None:
    number = site.numbers[EVENING]
    visit.open(site.at("replay", deal=f"{number}.2", step="t5.2", seat="B"), ".host[data-step]")
    visit.step_to("t5.2")
    for _ in range(3):
        visit.page.keyboard.press("ArrowRight")
    visit.step_to("t6.1")
    visit.page.wait_for_url(re.compile("step=t6.1"))
    visit.page.reload()
    visit.step_to("t6.1")
    assert "seat=B" in visit.page.url


def test_all_keys_do_what_the_help_tells(site: Site, visit: Visit) -> None:
    page, number = visit.page, site.numbers[EVENING]
    visit.open(site.at("replay", deal=f"{number}.2"), ".host[data-step]")
    for key, step in (
        ("End", "end"),
        ("Home", "deal"),
        ("Shift+ArrowRight", "b7"),
        ("Shift+ArrowRight", "x1"),
        ("Shift+ArrowRight", "t1.4"),
        ("ArrowLeft", "t1.3"),
        ("Shift+ArrowLeft", "x1"),
    ):
        page.keyboard.press(key)
        visit.step_to(step)
    page.keyboard.press("t")
    expect(page.locator("details.words")).to_have_attribute("open", "")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("ArrowRight")  # the dialog has the keys now
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    visit.step_to("x1")
    page.keyboard.press("]")
    page.get_by_role("heading", level=1, name=re.compile(rf"^{number}\.3 ")).wait_for()
    page.locator(f'.host[data-deal="{number}.3"]').wait_for()
    page.keyboard.press("[")
    page.get_by_role("heading", level=1, name=re.compile(rf"^{number}\.2 ")).wait_for()


def test_after_a_toggle_was_clicked_the_arrows_still_step(site: Site, visit: Visit) -> None:
    visit.open(site.at("replay", deal=f"{site.numbers[EVENING]}.2"), ".host[data-step]")
    visit.page.get_by_role("button", name="4 colours").click()
    assert "four" in (visit.page.locator(".host").get_attribute("class") or "")
    before = visit.at
    visit.page.keyboard.press("ArrowRight")
    assert visit.at == before + 1
    visit.page.get_by_role("slider", name="step").focus()
    visit.page.keyboard.press("ArrowRight")
    assert visit.at == before + 2
    visit.page.get_by_role("button", name="4 colours").click()


def test_a_cell_of_the_tricks_jumps_to_its_card(site: Site, visit: Visit) -> None:
    visit.open(site.at("replay", deal=f"{site.numbers[EVENING]}.2"), ".host[data-step]")
    visit.page.get_by_role("button", name="trick 5, Анна: ♣A").click()
    visit.step_to("t5.2")
    assert visit.page.locator("button[aria-current=step]").count() == 1


def test_a_click_into_a_chart_opens_what_is_behind_it(site: Site, visit: Visit) -> None:
    visit.open(site.at("players", game="boston"))
    visit.page.locator('[data-testid*="Vega"] .mark-rect.role-mark path').first.click()
    visit.page.wait_for_url(re.compile("player="))
    visit.page.get_by_role("table", name="In each part").wait_for()


def test_a_click_into_the_calendar_opens_the_deals_of_that_month(site: Site, visit: Visit) -> None:
    visit.open(site.at("history", view="time", game="boston"))
    visit.page.locator('[data-testid*="Vega"] .mark-rect.role-mark path').first.click(
        position={"x": 5, "y": 5}  # beside the figure, which lies on it
    )
    visit.page.wait_for_url(re.compile(r"history\?game=boston&from=1893-11-01&to=1893-11-30"))
    visit.page.get_by_text("13 deals", exact=False).first.wait_for()
    visit.page.get_by_role("table", name="Deals").wait_for()


# -- a seat's view --------------------------------------------------------------------------------

ALL_STEPS: Final = """root => {
    const click = name => root.querySelector(`button[aria-label="${name}"]`).click()
    const seen = []
    click('first step')
    const last = Number(root.querySelector('input[type=range]').max)
    for (let at = 0; at <= last; at++) {
        const cards = [...root.querySelectorAll('[data-card]')].map(node => node.dataset.card)
        const text = [...root.querySelectorAll('*')].flatMap(node => [
            ...[...node.childNodes].filter(child => child.nodeType === 3).map(one => one.data),
            ...[...node.attributes].map(one => one.value)]).join(' ')
        seen.push([cards, text])
        click('next step')
    }
    return seen
}"""


def cases_with_cards() -> list[Case]:
    """Give ten deals with cards, of every game."""
    chosen: dict[str, list[Case]] = {}
    for one in sample_cases():
        game = one.label.partition("/")[0]
        if game != "errors" and one.shown.replay.deal.cards and any(one.shown.replay.deal.dealt):
            chosen.setdefault(game, []).append(one)
    return [one for cases in chosen.values() for one in cases[:2]][:10]


@pytest.mark.parametrize("one", cases_with_cards(), ids=lambda one: one.label)
def test_in_a_seats_view_the_document_holds_no_hidden_card(
    site: Site, visit: Visit, one: Case
) -> None:
    page, name = visit.page, one.label.partition(":")[0]
    deal = f"{site.numbers[name]}.{one.shown.replay.place}"
    bids = {str(call.word) + "SHDC"[call.suit or 0] for _, call in one.shown.replay.deal.calls}
    for seat in one.shown.replay.players:
        letter = "ABCD"[seat]
        visit.open(site.at("replay", deal=deal, seat=letter), f'.host[data-seat="{letter}"]')
        known = known_to(one.as_seen_by(seat), seat)
        seen: Any = page.locator(".host").evaluate(ALL_STEPS)
        assert len(seen) == len(known)
        for at, (cards, text) in enumerate(seen):
            assert set(cards) | everything_said(text) - bids <= known[at], (deal, letter, at)


def test_changing_the_seat_keeps_the_step(site: Site, visit: Visit) -> None:
    number = site.numbers[EVENING]
    visit.open(site.at("replay", deal=f"{number}.2", step="t5.2"), ".host[data-step]")
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("2")
    visit.page.locator('.host[data-seat="B"]').wait_for()
    visit.step_to("t5.3")
    expect(visit.page.get_by_role("tab")).to_have_count(0)
    visit.page.keyboard.press("0")
    visit.page.locator('.host[data-seat=""]').wait_for()
    visit.step_to("t5.3")
    visit.page.get_by_role("tab", name="Payments").wait_for()


TURNED: Final = """root => {
    root.querySelector('.seats button:nth-child(3)').click()
    const below = document.querySelector('.st-key-whole')
    return [root.querySelectorAll('[data-card]').length, root.innerText.trim(),
        getComputedStyle(below).display]
}"""


def test_what_one_view_shows_is_gone_before_the_other_is_there(site: Site, visit: Visit) -> None:
    number = site.numbers[EVENING]
    visit.open(site.at("replay", deal=f"{number}.2", step="t5.2"), ".host[data-step]")
    host, tabs = visit.page.locator(".host"), visit.page.get_by_role("tab")
    tabs.first.wait_for()
    assert host.evaluate(TURNED) == [0, "Turning the table …", "none"]
    visit.page.locator('.host[data-seat="B"]').wait_for()
    expect(tabs).to_have_count(0)
    visit.page.keyboard.press("0")
    visit.page.locator('.host[data-seat=""]').wait_for()
    expect(tabs.first).to_be_visible()
    visit.page.get_by_role("link", name=f"session {number}").click()
    visit.page.get_by_role("heading", level=1, name=f"Session {number}").wait_for()
    assert visit.page.evaluate("document.documentElement.dataset.view || ''") == ""


# -- names hidden ---------------------------------------------------------------------------------


def test_hidden_names_stay_hidden_from_page_to_page(site: Site, visit: Visit) -> None:
    page, number = visit.page, site.numbers[EVENING]

    def nobody_is_named() -> None:
        page.locator(IDLE).wait_for()
        page.get_by_text("Names are hidden.").wait_for()
        told = page.content() + page.title() + unquote(page.url)
        for host in page.locator(".host").all():
            told += host.inner_html()
        assert not [name for name in ("Анна", "José", "Chloé", "Юрий") if name in told]

    visit.open(site.at("session", session=str(number)))
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_text("Hide names", exact=True).click()
    page.wait_for_url(re.compile("hide=true"))
    nobody_is_named()
    page.get_by_role("link", name=f"{number}.8", exact=True).click()
    visit.step_to("deal")
    expect(page).to_have_title(re.compile(rf"^{number}\.8 · player \d+ 9♠ lost · replay"))
    nobody_is_named()
    page.keyboard.press("]")
    page.locator(f'.host[data-deal="{number}.9"]').wait_for()
    nobody_is_named()
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_role("table", name="All players").wait_for()
    nobody_is_named()
    page.get_by_role("link", name="Show them").click()
    page.wait_for_url(re.compile(r"players(?!.*hide)"))
    page.get_by_role("link", name="Николай", exact=True).wait_for()


# -- beside the recorder --------------------------------------------------------------------------


def test_a_new_deal_is_shown_within_three_seconds(site: Site, visit: Visit) -> None:
    def trickbook(*arguments: str) -> None:
        command = [sys.executable, "-m", "replay", "--book", str(site.book.path), *arguments]
        subprocess.run(command, check=True, capture_output=True)

    trickbook("open", "--game", "boston", "--seats", "A=Ada,B=Boris,C=Chloé,D=Dmitri")
    visit.open(site.address)
    trickbook("add", "b 8h 6")
    expect(visit.page.get_by_text("Boris 8♥ alone · took 6, 2 short")).to_be_visible(timeout=3_500)
    visit.open(site.at("rules", game="boston"))
    trickbook("add", "c gm 0")
    expect(visit.page.get_by_text("Something new has been recorded")).to_be_visible(timeout=3_500)


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["session", "replay", "log", "findings"])
def test_bad_names_are_text_and_nothing_else(site: Site, visit: Visit, page: str) -> None:
    number = str(site.hostile)
    query = {"replay": {"deal": f"{number}.2"}, "log": {"target": number}}
    visit.open(site.at(page, **query.get(page, {"session": number})))
    if page == "replay":
        visit.page.locator(".host[data-step]").wait_for()
    assert visit.page.locator("[onclick]").count() == 0
    assert visit.page.locator("a[href='http://a']").count() == 0
    assert visit.page.locator(".katex").count() == 0
    text = visit.page.locator("body").inner_text()
    if page == "replay":
        text += visit.page.locator(".host").inner_text()
    if page in {"session", "replay"}:
        assert "<b onclick=alert(1)>&" in text
        assert "$x$ *y* # [z](http://a)"[:20] in text
        assert "x" * 40 not in text
    assert wide(visit.page) == 0


def wide(page: Page) -> int:
    """Tell by how much a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth")) * (
        page.evaluate("document.documentElement.scrollWidth > innerWidth") is True
    )


# -- looks ----------------------------------------------------------------------------------------

LOOKS: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("", {}),
    ("history", {}),
    ("history", {"game": "boston", "c": "misere-four-aces"}),
    ("history", {"view": "time"}),
    ("session", {"session": "N"}),
    ("replay", {"deal": "N.8", "step": "t5.2"}),
    ("replay", {"deal": "N.2", "step": "t5.2", "seat": "B"}),
    ("findings", {"session": "N"}),
    ("finding", {"finding": "wrong-amount@N.9:end"}),
    ("players", {"game": "boston"}),
    ("players", {"player": "Chloé"}),
    ("players", {"player": "Пётр", "against": "Ольга"}),
    ("contracts", {"game": "fontainebleau"}),
    ("balances", {"session": "N"}),
    ("rules", {"game": "boston"}),
    ("rules", {"rule": "AB_WIN"}),
    ("log", {"target": "N"}),
    ("replay", {"deal": "99.1"}),
)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("page", "query"), LOOKS)
def test_axe_finds_nothing_in_our_markup(
    site: Site, visit: Visit, page: str, query: dict[str, str], theme: Literal["light", "dark"]
) -> None:
    number = str(site.numbers[EVENING])
    visit.page.emulate_media(color_scheme=theme)
    visit.open(site.at(page, **{name: v.replace("N", number) for name, v in query.items()}))
    found = Axe().run(visit.page)
    ours = [
        (one["id"], node["html"][:200])
        for one in found.response["violations"]
        for node in one["nodes"]
        if is_ours(node)
    ]
    assert ours == []


def is_ours(node: Mapping[str, object]) -> bool:
    """Whether a violation is in our markup: the board, or what pages show."""
    target = str(node["target"])
    return "stHtml" in target or "tb" in target or "host" in target or "bidi" in target.lower()


@pytest.mark.parametrize(("page", "query"), LOOKS)
def test_on_a_phone_nothing_is_wider_than_the_screen(
    site: Site, visit: Visit, page: str, query: dict[str, str]
) -> None:
    visit.page.set_viewport_size({"width": 390, "height": 844})
    number = str(site.numbers[EVENING])
    visit.open(site.at(page, **{name: v.replace("N", number) for name, v in query.items()}))
    assert wide(visit.page) == 0


def test_the_board_fits_above_the_fold(site: Site, visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 1366, "height": 768})
    visit.open(site.at("replay", deal=f"{site.numbers[EVENING]}.2"), ".host[data-step]")
    box = visit.page.locator(".board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 768


def test_the_sample_of_these_tests_is_what_they_take_it_for() -> None:
    replay = case(f"{EVENING}:1.2").shown.replay
    assert len(replay.deal.winners) == 13
