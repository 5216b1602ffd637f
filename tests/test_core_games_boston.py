"""American Boston: every cell of its tables, and its worked examples through the real engine."""

from collections.abc import Callable

import pytest

from core.cards import SUIT_LETTERS, parse_suit
from core.counters import POOL, Payment, counters, net_of, parse_amount, pool_change
from core.deal import Deal
from core.games import ALL, BY_KEY
from core.games.boston import (
    BOSTON,
    FIRST_PREFERENCE,
    LADDER,
    MISERE_PARTOUT,
    PLAIN,
    SECOND_PREFERENCE,
    preference_level,
)
from core.rulebook import Aim, Call, Contract, Ending, Outcome, Stage
from core.seats import SEAT_LETTERS, parse_seat
from tests.dealing import (
    Money,
    amounts,
    called,
    cards,
    claim,
    lawfully,
    opened,
    pool_of,
    pool_text,
    result,
    settled,
    stopped,
    taken,
)
from tests.rulebook_text import TABLES, Example, examples, headed, ids

CONTRACTS = {contract.code: contract for contract in (*LADDER, MISERE_PARTOUT)}
FAIL_CELLS = [
    (row[0], short, row[int(short)])
    for row in TABLES["AB_FAIL"].rows
    for short in TABLES["AB_FAIL"].head[1:]
]
WIN_CELLS = list(zip(TABLES["AB_WIN"].head[1:], TABLES["AB_WIN"].rows[0][1:], strict=True))
BINDING = ["AB_LADDER", "AB_WIN", "AB_FAIL"]


def outcome(code: str, caller: int | None, *, made: bool | None, side: int | None) -> Outcome:
    """Make up the end of a deal by the code of its contract."""
    return Outcome(
        contract=CONTRACTS[code],
        caller=caller,
        partner=None,
        trump=None,
        tricks=None,
        side=side,
        made=made,
        ending=Ending.PLAYED,
        in_time=False,
        number=1,
        dealer=3,
        turned=None,
    )


def settle(given: Outcome, partial: int = 40, full: int = 0) -> Money | None:
    """Settle an outcome from a pool, in the words of `tests.dealing.settled`."""
    pool = pool_of(partial, full)
    payments = BOSTON.settle(given, pool, BOSTON.resolve({}), 4)
    if payments is None:
        return None
    return amounts(net_of(payments, 4)), pool_text(pool.after(pool_change(payments)))


# -- tables ---------------------------------------------------------------------------------------


def test_the_registry_holds_boston() -> None:
    assert BOSTON in ALL
    assert BY_KEY["boston"] is BOSTON


@pytest.mark.parametrize("name", BINDING)
def test_ab_the_book_prints_the_table_cell_by_cell(name: str) -> None:
    printed, kept = TABLES[name], BOSTON.tables[name]
    assert kept.columns == printed.head
    assert [tuple("" if c is None else str(c) for c in row) for row in kept.rows] == [*printed.rows]


def test_ab_the_book_has_no_other_tables() -> None:
    assert sorted(BOSTON.tables) == sorted(name for name in TABLES if name.startswith("AB_"))


def test_ab_b_the_ladder_has_the_rungs_and_codes_of_the_table_in_its_order() -> None:
    printed = [(int(row[0]), row[1]) for row in TABLES["AB_LADDER"].rows]
    assert [(contract.rung, contract.code) for contract in BOSTON.ladder] == printed


@pytest.mark.parametrize("row", TABLES["AB_LADDER"].rows, ids=lambda row: row[1])
def test_ab_b_a_rung_requires_what_the_table_says(row: tuple[str, ...]) -> None:
    contract = CONTRACTS[row[1]]
    number = row[1].isdigit()
    assert contract.trumps == number
    assert contract.aim == (Aim.AT_LEAST if number else Aim.NONE)
    assert contract.target == (int(row[1]) if number else 0)
    assert contract.discards == (row[1] in {"LM", "LS"})
    assert contract.exposed == ("open before the opening lead" in row[3])


@pytest.mark.parametrize("row", headed("turned", "first preference", "second", "plain").rows)
def test_ab_a_the_card_turned_gives_first_and_second_preference(row: tuple[str, ...]) -> None:
    suits = dict(zip("♠♥♦♣", SUIT_LETTERS, strict=True))
    turned, first, second, *plain = (parse_suit(suits[s]) for s in "".join(row).replace(" ", ""))
    assert preference_level(turned, first) == FIRST_PREFERENCE == 2
    assert preference_level(turned, second) == SECOND_PREFERENCE == 1
    assert [preference_level(turned, suit) for suit in plain] == [PLAIN, PLAIN] == [0, 0]


def test_ab_a_without_the_card_turned_no_suit_has_a_rank() -> None:
    assert [preference_level(None, suit) for suit in range(4)] == [None] * 4


@pytest.mark.parametrize(("code", "figure"), WIN_CELLS)
def test_ab_win_success_is_paid_by_each_of_three(code: str, figure: str) -> None:
    won = outcome(code, 1, made=True, side=CONTRACTS[code].target)
    mine = 3 * int(figure) + 40
    assert settle(won) == (f"-{figure} {mine} -{figure} -{figure}", "0")


@pytest.mark.parametrize(("bid", "short", "figure"), FAIL_CELLS)
def test_ab_fail_a_shortfall_is_paid_to_each_of_three(bid: str, short: str, figure: str) -> None:
    if not figure:  # nobody can fall short of a bid by more than the bid
        assert int(short) > int(bid)
        return
    lost = outcome(bid, 2, made=False, side=int(bid) - int(short))
    assert settle(lost) == (f"{figure} {figure} -{3 * int(figure) + 40} {figure}", "80")


@pytest.mark.parametrize(("code", "figure"), [cell for cell in WIN_CELLS if not cell[0].isdigit()])
def test_ab_e_a_lost_misere_pays_to_each_what_it_would_have_won(code: str, figure: str) -> None:
    lost = outcome(code, 0, made=False, side=1)
    assert settle(lost) == (f"-{3 * int(figure) + 40} {figure} {figure} {figure}", "80")


@pytest.mark.parametrize("over", [-1, 0, 1])
@pytest.mark.parametrize("bid", [rung for rung in LADDER if rung.trumps], ids=lambda rung: rung.key)
def test_ab_b_one_trick_short_loses_and_the_number_itself_or_more_wins(
    bid: Contract, over: int
) -> None:
    tricks = min(bid.target + over, 13)
    deal = lawfully(opened(), result(contract=bid.key, caller="A", tricks=tricks))
    money = settled(deal)
    assert money is not None
    assert money[0].startswith("-") == (over < 0)


# -- worked examples ------------------------------------------------------------------------------


def example_money(example: Example) -> Money:
    """Write what must come out of a contract or a misère partout."""
    full, partial = example.out.get("full", 0), example.out.get("partial", 40)
    return " ".join(example.out["net"]), pool_text(pool_of(partial, full))


def by_outcome(given: dict[str, object]) -> Money | None:
    code, caller, tricks = str(given["bid"]), int(str(given["caller"])), int(str(given["tricks"]))
    contract, paid = CONTRACTS[code], bool(given.get("ipay"))
    made = paid or (tricks >= contract.target if contract.trumps else not tricks)
    end = outcome(code, caller, made=made, side=tricks)
    if paid:
        end = end._replace(ending=Ending.CONCEDED, in_time=True)
    return settle(end, int(str(given["partial"])), int(str(given["full"])))


def by_result(given: dict[str, object]) -> Money | None:
    stated = result(
        contract=CONTRACTS[str(given["bid"])].key,
        caller=SEAT_LETTERS[int(str(given["caller"]))],
        tricks=given["tricks"],
        **({"paid": True} if given.get("ipay") else {}),
    )
    deal = lawfully(opened(), stated)
    return settled(deal, int(str(given["partial"])), int(str(given["full"])))


def by_play(given: dict[str, object]) -> Money | None:
    """Call it, win the tricks, and end the play as its contract does."""
    contract = CONTRACTS[str(given["bid"])]
    seat, tricks = int(str(given["caller"])), int(str(given["tricks"]))
    caller, *others = (SEAT_LETTERS[(seat + turn) % 4] for turn in range(4))
    deal = called(opened(dealer=others[-1]), f"{contract.key} pass pass pass")
    if contract.trumps:
        lawfully(deal, f"trump {caller} H")
    taken(deal, caller * tricks)
    if given.get("ipay"):
        lawfully(deal, *(f"concede {other}" for other in others))
    elif contract.trumps and tricks >= contract.target:
        lawfully(deal, stopped())
    elif contract.trumps:
        taken(deal, others[0] * (13 - tricks))
    assert deal.stage is Stage.OVER
    return settled(deal, int(str(given["partial"])), int(str(given["full"])))


WAYS: list[Callable[[dict[str, object]], Money | None]] = [by_outcome, by_result, by_play]
CONTRACT_EXAMPLES = examples("AB", "ab_contract")
PARTOUT_EXAMPLES = examples("AB", "ab_partout")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("example", CONTRACT_EXAMPLES, ids=ids(CONTRACT_EXAMPLES))
def test_ab_e_worked_example_of_a_contract(
    example: Example, way: Callable[[dict[str, object]], Money | None]
) -> None:
    assert way(dict(example.given)) == example_money(example)


def partout_played(tricks: list[int]) -> Deal:
    deal = called(opened(), "pass pass pass pass")
    return taken(deal, "".join(s * n for s, n in zip("ABCD", tricks, strict=True)))


def partout_claimed(tricks: list[int]) -> Deal:
    deal = called(opened(), "pass pass pass pass")
    return lawfully(deal, claim(**dict(zip("ABCD", tricks, strict=True))))


def partout_stated(tricks: list[int]) -> Deal:
    by_seat = dict(zip("ABCD", tricks, strict=True))
    return lawfully(opened(), result(contract="misere-partout", by_seat=by_seat))


@pytest.mark.parametrize("way", [partout_played, partout_claimed, partout_stated])
@pytest.mark.parametrize("example", PARTOUT_EXAMPLES, ids=ids(PARTOUT_EXAMPLES))
def test_ab_e_worked_example_of_misere_partout(
    example: Example, way: Callable[[list[int]], Deal]
) -> None:
    assert settled(way(example.given["tricks"])) == example_money(example)


LEDGER_EXAMPLES = examples("AB", "ledger")


def purse(name: str) -> int:
    return POOL if name == "pool" else parse_seat(name)


@pytest.mark.parametrize("example", LEDGER_EXAMPLES, ids=ids(LEDGER_EXAMPLES))
def test_2_4_worked_example_of_a_ledger(example: Example) -> None:
    moves = example.given["moves"]
    payments = [
        Payment(purse(payer), purse(payee), parse_amount(amount), "because", "2.4")
        for payer, payee, amount in moves
    ]
    assert amounts(net_of(payments, 4)) == " ".join(example.out["net"])
    assert pool_change(payments) == parse_amount(example.out["pool"])


def test_2_3_ab_x15_the_sources_own_trick_is_won_at_the_table() -> None:
    (example,) = examples("AB", "trick")
    given = example.given
    deal = called(opened(), f"5{given['trump']} pass pass pass")
    plays = zip("ABCD", given["cards"], strict=True)
    lawfully(deal, *(f"play {seat} {card}" for seat, card in plays))
    assert [trick.winner for trick in deal.tricks] == [example.out["winner"]]
    assert deal.tricks[0].cards == tuple(cards(" ".join(given["cards"])))
    assert deal.to_play == example.out["winner"]


def test_every_worked_example_of_boston_has_its_test() -> None:
    tested = {"ab_contract", "ab_partout", "ledger", "trick"}
    assert {example.fn for example in examples("AB")} == tested


# -- what each payment says -----------------------------------------------------------------------


def payments_of(given: Outcome, partial: int = 40, full: int = 0) -> tuple[Payment, ...]:
    paid = BOSTON.settle(given, pool_of(partial, full), BOSTON.resolve({}), 4)
    assert paid is not None
    return paid


def test_ab_x1_the_payments_say_the_arithmetic_and_the_rule() -> None:
    paid = payments_of(outcome("8", 1, made=False, side=6))
    assert [(p.payer, p.payee, p.amount, p.rule) for p in paid] == [
        (1, 2, counters(35), "AB_FAIL"),
        (1, 3, counters(35), "AB_FAIL"),
        (1, 0, counters(35), "AB_FAIL"),
        (1, POOL, counters(40), "AB(e)"),
    ]
    assert paid[0].because == "bid 8, took 6: 2 short, second figure of row 8 is 35"
    assert paid[3].because == "failure doubles the pool: 40 → 80"


MADE = outcome("8", 0, made=True, side=8)
LOST = outcome("8", 0, made=False, side=7)
PARTOUT = outcome("PO", None, made=None, side=None)


@pytest.mark.parametrize(
    ("given", "full", "rules"),
    [
        (MADE, 0, {"AB_WIN", "AB(e)"}),
        (MADE._replace(ending=Ending.CONCEDED), 0, {"AB_WIN", "AB-G19"}),
        (LOST, 1, {"AB_FAIL", "AB-G9"}),
        (LOST._replace(ending=Ending.GIVEN_UP), 0, {"AB-G10", "AB(e)"}),
        (outcome("LM", 0, made=False, side=1), 0, {"AB_WIN", "AB(e)"}),
        (PARTOUT._replace(tricks=(6, 4, 2, 1)), 0, {"AB(e)"}),
    ],
)
def test_every_payment_names_its_rule(given: Outcome, full: int, rules: set[str]) -> None:
    assert {payment.rule for payment in payments_of(given, 40, full)} == rules


def test_ab_e_nothing_is_paid_into_or_out_of_a_pool_that_is_empty() -> None:
    assert settle(MADE, 0) == ("75 -25 -25 -25", "0")
    assert settle(LOST, 0) == ("-75 25 25 25", "0")
    for end in (MADE, LOST):
        assert POOL not in {purse for p in payments_of(end, 0) for purse in (p.payer, p.payee)}


@pytest.mark.parametrize(
    "unknown",
    [
        MADE._replace(caller=None),
        MADE._replace(made=None, side=None),
        MADE._replace(contract=None),
        LOST._replace(side=None),
        PARTOUT,
    ],
)
def test_what_nobody_knows_is_not_settled(unknown: Outcome) -> None:
    assert settle(unknown) is None


def test_a_call_of_no_rung_proposes_nothing() -> None:
    deal = opened()
    no_bids = [Call("pass"), Call("4"), Call("misere-partout"), Call("demand"), Call("14")]
    no_bids += [Call("8", 4), Call("8", None, solo=True), Call("grand-misere", 1)]
    assert [BOSTON.bid_of(deal, call) for call in no_bids] == [None] * len(no_bids)
