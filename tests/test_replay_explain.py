"""Words for amounts, payments, contracts and outcomes; what a finding, a code or a rule means."""

from pathlib import Path
from typing import Final

import pytest

from core.counters import POOL, Payment, counters
from core.deal import Deal
from core.games.boston import BOSTON
from core.outcome import outcome_of
from core.rulebook import Award
from core.tricks import NO_TRUMP
from events.book import Book, BookError, NoBookError
from events.model import Player
from replay.explain import (
    check_sum,
    contract_text,
    explain_payments,
    name_of,
    outcome_text,
    plain,
    signed,
)
from replay.explaining import explain_document, explain_text, find_finding
from replay.findings import CODES
from tests.dealing import called, claim, happen, opened, stopped
from tests.test_replay_session import (
    EIGHT_LOST,
    EIGHT_LOST_NET,
    NAMES,
    Said,
    book_of,
    counted,
    deal,
    log_of,
    opening,
    seats,
    settled,
    sitting,
)

PLAYERS: Final = {seat: Player(id=name, name=name) for seat, name in enumerate(NAMES)}


# -- amounts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "with_sign", "without"),
    [
        (0, "0", "0"),
        (counters(35), "+35", "35"),
        (counters(-145), "−145", "−145"),
        (-6, "−1/2", "−1/2"),
        (810, "+135/2", "135/2"),
        (None, "—", "—"),
    ],
)
def test_amounts_are_written_for_people(amount: int | None, with_sign: str, without: str) -> None:
    assert (signed(amount), plain(amount)) == (with_sign, without)


# -- payments -------------------------------------------------------------------------------------


def paid(payer: int, payee: int, amount: int, because: str = "made") -> Payment:
    """Let counters pass from one to another."""
    return Payment(payer, payee, counters(amount), because, "AB_WIN")


def lines(*payments: Payment) -> list[str]:
    """Tell payments in lines."""
    told = explain_payments(payments, PLAYERS)
    return [f"{one.payer} → {one.payee}: {one.amount} ({one.because}; {one.rule})" for one in told]


def test_payments_that_differ_only_in_who_gets_them_are_told_together() -> None:
    assert lines(paid(1, 0, 35), paid(1, 2, 35), paid(1, 3, 35)) == [
        "Boris → Ada, Chloé, Дмитрий: 35 each = 105 (made; AB_WIN)"
    ]


def test_payments_that_differ_only_in_who_pays_them_are_told_together() -> None:
    assert lines(paid(0, 1, 10), paid(2, 1, 10)) == [
        "Ada, Chloé → Boris: 10 each = 20 (made; AB_WIN)"
    ]


def test_payments_of_other_amounts_reasons_or_purses_are_told_apart() -> None:
    told = lines(paid(1, 0, 35), paid(1, 2, 40), paid(1, 3, 35, "lost"), paid(1, POOL, 35))
    assert [one.partition(":")[0] for one in told] == [
        *("Boris → Ada", "Boris → Chloé", "Boris → Дмитрий", "Boris → pool")
    ]


def test_of_many_who_pay_many_each_pays_and_gets_what_is_told() -> None:
    """Misère partout of two leaders: the total is that of all their payments."""
    told = lines(paid(0, 2, 15), paid(0, 3, 20), paid(1, 2, 15), paid(1, 3, 20))
    assert told == [
        "Ada, Boris → Chloé: 15 each = 30 (made; AB_WIN)",
        "Ada, Boris → Дмитрий: 20 each = 40 (made; AB_WIN)",
    ]


def test_nothing_to_pay_is_no_line() -> None:
    assert lines() == []
    assert check_sum((), PLAYERS) == "Ada 0, Boris 0, Chloé 0, Дмитрий 0, pool 0; sum 0"


def test_the_sum_of_all_changes_is_nothing() -> None:
    told = check_sum((paid(1, 0, 35), paid(1, POOL, 40)), PLAYERS)
    assert told == "Ada +35, Boris −75, Chloé 0, Дмитрий 0, pool +40; sum 0"


def test_a_purse_is_named_by_its_player_or_its_letter() -> None:
    assert [name_of(PLAYERS, purse) for purse in (0, POOL)] == ["Ada", "pool"]
    assert name_of({}, 2) == "C"


# -- contracts and outcomes -----------------------------------------------------------------------


def over(said: str, *acts: object) -> Deal:
    """Give a deal after some calls and acts; A is eldest."""
    table = called(opened(dealer="D"), said)
    happen(table, *[act for act in acts if isinstance(act, str | dict)])
    return table


@pytest.mark.parametrize(
    ("deal_", "text"),
    [
        (opened(), "no contract"),
        (over("8H pass pass pass"), "8♥"),
        (over("8 pass pass pass"), "8, trumps unknown"),
        (over("grand-misere pass pass pass"), "grand misère"),
        (over("pass pass pass pass"), "misère partout"),
    ],
)
def test_a_contract_is_told_in_short(deal_: Deal, text: str) -> None:
    assert contract_text(deal_) == text


def test_a_contract_is_told_with_letters_for_signs() -> None:
    assert contract_text(over("8H pass pass pass"), ascii_only=True) == "8H"


def test_a_number_without_trumps_says_so() -> None:
    table = opened()
    table.undertake(Award(BOSTON.ladder_by_key["8"], 0, None, NO_TRUMP))
    assert contract_text(table) == "8 no trump"


@pytest.mark.parametrize(
    ("deal_", "text"),
    [
        (opened(), "nothing recorded yet"),
        (over("8H pass"), "result unknown"),
        (over("8H pass pass pass"), "Ada 8♥ alone · result unknown"),
        (over("8H pass pass pass", claim(A=9, B=4)), "Ada 8♥ alone · took 9, made"),
        (over("8H pass pass pass", claim(A=6, B=7)), "Ada 8♥ alone · took 6, 2 short"),
        (over("8H pass pass pass", *("take A",) * 8, stopped()), "Ada 8♥ alone · took 8, made"),
        (
            over("5H pass pass pass", "concede B", "concede C", "concede D"),
            "Ada 5♥ alone · conceded in time",
        ),
        (
            over("5H pass pass pass", "take B", "take B", *("concede B", "concede C", "concede D")),
            "Ada 5♥ alone · conceded",
        ),
        (over("8H pass pass pass", "concede A"), "Ada 8♥ alone · took 7, 1 short"),
        (over("grand-misere pass pass pass", "concede A"), "Ada grand misère alone · given up"),
        (over("grand-misere pass pass pass", "take A"), "Ada grand misère alone · took 1, lost"),
        (
            over("grand-misere pass pass pass", *("take B",) * 13),
            "Ada grand misère alone · took 0, made",
        ),
        (
            over("pass pass pass pass", claim(A=6, B=4, C=2, D=1)),
            "misère partout · tricks A 6 B 4 C 2 D 1",
        ),
        (over("pass pass pass pass"), "misère partout"),
    ],
)
def test_an_outcome_is_told_in_a_line(deal_: Deal, text: str) -> None:
    assert outcome_text(outcome_of(deal_), PLAYERS, deal_) == text


def test_a_deal_that_does_not_stand_has_no_outcome() -> None:
    assert outcome_text(None, PLAYERS, opened()) == "does not stand"


def test_two_who_play_together_are_told_together() -> None:
    table = over("8H pass pass pass", claim(A=9, B=4))
    outcome = outcome_of(table)._replace(partner=2)
    assert outcome_text(outcome, PLAYERS, table) == "Ada and Chloé 8♥ · took 9, made"


def test_an_outcome_made_without_a_count_says_so() -> None:
    table = over("8H pass pass pass", claim(A=9, B=4))
    assert outcome_text(outcome_of(table)._replace(side=None), PLAYERS, table).endswith("· made")


# -- what is explained ----------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Make a book with a slip in its only deal."""
    slip = (deal(1, "A"), "call C 8H", EIGHT_LOST, settled("35 -144 35 35", "80"))
    return book_of(tmp_path, sitting(*slip))


def explained(book: Book, what: str) -> list[str]:
    """Explain something in text."""
    return explain_text(lambda: book, what).splitlines()


def nowhere() -> Book:
    """Stand in a place without a book."""
    message = "no book here"
    raise NoBookError(message)


def no_book() -> Book:
    """Stand for a book that must not be needed."""
    message = "no book was to be opened"
    raise AssertionError(message)


def test_a_deal_is_explained_by_its_payments(book: Book) -> None:
    told = explained(book, "1.1")
    assert "Boris → pool  40  failure doubles the pool: 40 → 80  AB(e)" in "\n".join(told)
    assert told[-1].startswith("  recorded otherwise")


def test_a_finding_is_explained_with_its_figures_and_its_deal(book: Book) -> None:
    told = explained(book, "wrong-amount@1.1:end")
    assert told[:5] == [
        "1.1:end  difference  wrong-amount  open",
        "  Boris (B) is recorded with −144, the rules give −145  (AB_FAIL)",
        "  recorded   -144",
        "  expected   -145",
        "  difference 1",
    ]
    assert told[5].startswith("  event      1@")
    assert told[-1].startswith("  recorded otherwise")
    assert explained(book, "call-out-of-turn@1.1:b1")[2:4] == [
        "  recorded   C",
        "  expected   B",
    ]


def test_a_finding_is_explained_to_a_program(book: Book) -> None:
    told = explain_document(lambda: book, "wrong-amount@1.1:end")
    assert (told["schema"], told["what"]) == ("trickbook.explain/1", "wrong-amount@1.1:end")
    finding = told["finding"]
    assert isinstance(finding, dict)
    assert (finding["code"], finding["difference"]) == ("wrong-amount", "1")


def test_a_deal_is_explained_to_a_program_in_text(book: Book) -> None:
    told = explain_document(lambda: book, "1.1")
    assert told["text"] == explain_text(lambda: book, "1.1")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("no-open-deal@1", ("call B 8H",)),
        ("unfit-seats@1", (deal(1, "A"), seats(A="Eva"))),
        ("count-differs@1.0:end", (counted(A="7"),)),
    ],
)
def test_a_finding_outside_the_deals_is_explained_too(
    tmp_path: Path, what: str, said: tuple[Said, ...]
) -> None:
    told = explained(book_of(tmp_path, sitting(*said)), what)
    assert told[0].startswith(f"{what.partition('@')[2]}  ")
    assert explain_document(lambda: book_of(tmp_path / "again", sitting(*said)), what)["finding"]


def test_a_finding_about_no_event_is_explained_too(tmp_path: Path) -> None:
    log = log_of(opening(game="tarok"))
    told = explained(book_of(tmp_path, log), "unknown-edition@1")
    assert told[0].startswith("1  unreadable  unknown-edition")


@pytest.mark.parametrize("rule", ["2.3", "2.11", "C-2", "W6", "AB(e)", "AB-G9"])
def test_a_rule_is_explained_by_where_it_stands(rule: str) -> None:
    assert explain_text(nowhere, rule).startswith(f"{rule}  ")


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained_without_a_book(code: str) -> None:
    severity, meaning = CODES[code]
    assert explain_text(no_book, code) == f"{code}  {severity}  {meaning}"


def test_a_table_and_a_setting_are_explained_without_a_book() -> None:
    assert explain_text(no_book, "AB_WIN").splitlines()[:2] == [
        "Boston (American settlement)",
        "AB_WIN",
    ]
    told = explain_text(no_book, "AB-G1")
    assert "lost_slam is play_on or stop; default play_on" in told
    assert "initial_balance is any amount; default 1000" in explain_text(nowhere, "2.4")
    assert explain_document(no_book, "C-1")["text"] == explain_text(no_book, "C-1")


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("wrong-pool@1.1:end", r"no finding wrong-pool@1\.1:end \(trickbook audit 1\)"),
        ("wrong-amount@1.9:end", "no finding"),
        ("wrong-amount@9.1:end", "no session 9"),
        ("wrong-amount@here", "is no address"),
        ("hat", "is no address"),
        ("1", "a deal was expected"),
        ("1.9", r"no deal 1\.9"),
        ("", "is no address"),
        ("@", "is no address"),
    ],
)
def test_what_cannot_be_explained_is_refused(book: Book, what: str, message: str) -> None:
    with pytest.raises(BookError, match=message):
        explain_text(lambda: book, what)
    with pytest.raises(BookError, match=message):
        explain_document(lambda: book, what)


def test_a_finding_is_found_by_code_and_place(book: Book) -> None:
    assert find_finding(book, "wrong-amount@1.1:end").recorded == "-144"
    assert find_finding(book, "wrong-amount@1.1:end").expected == EIGHT_LOST_NET.split()[1]
