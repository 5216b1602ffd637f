"""Russian Boston, section 6: partners, solo, carte blanche, and its worked examples."""

from typing import Any

import pytest

from core.counters import POOL, Payment, net_of, parse_amount, pool_change
from core.deal import Deal
from core.games import ALL, BY_KEY
from core.games.fontainebleau import FONTAINEBLEAU
from core.games.russian import RUSSIAN
from core.outcome import outcome_of
from core.rulebook import Call, Stage
from core.seats import SEAT_LETTERS, parse_seat
from replay.recorder.refusal import RefusedError
from replay.score import Setting, score
from replay.session import replay_session
from tests.dealing import (
    Money,
    amounts,
    called,
    claim,
    hands,
    happen,
    lawfully,
    opened,
    result,
    taken,
    worth,
)
from tests.rulebook_text import TABLES, Example, examples, headed, ids
from tests.test_replay_session import deal as deal_opened
from tests.test_replay_session import log_of, opening

SUITS = hands(
    A="AKQJT98765432...", B=".AKQJT98765432..", C="..AKQJT98765432.", D="...AKQJT98765432"
)
NO_COURT = hands(A="T98765432.T98.T.")


def start(**options: str) -> Deal:
    return opened(None, book=RUSSIAN, options=options)


def won(bid: str, **options: str) -> Deal:
    return called(start(**options), f"{bid} pass pass pass")


# -- the book -------------------------------------------------------------------------------------


def test_the_registry_holds_russian_boston() -> None:
    assert RUSSIAN in ALL
    assert BY_KEY["russian"] is RUSSIAN


def test_rb_b_ladder_tables_and_pool_are_those_of_fontainebleau() -> None:
    assert RUSSIAN.ladder == FONTAINEBLEAU.ladder
    assert {**RUSSIAN.tables, "RB_PARTNER": 0} == {**FONTAINEBLEAU.tables, "RB_PARTNER": 0}
    assert (RUSSIAN.deals, RUSSIAN.direction, RUSSIAN.contributions) == (
        FONTAINEBLEAU.deals,
        FONTAINEBLEAU.direction,
        FONTAINEBLEAU.contributions,
    )


def test_rb_f_an_offence_cancels_the_deal_as_in_fontainebleau() -> None:
    assert set(RUSSIAN.sanctions) == set(FONTAINEBLEAU.sanctions)
    assert all(sanction.cancels for sanction in RUSSIAN.sanctions.values())
    assert {s.rule for s in RUSSIAN.sanctions.values()} == {"RB(f)"}


def test_rb_partner_the_book_prints_the_table_cell_by_cell() -> None:
    printed, kept = TABLES["RB_PARTNER"], RUSSIAN.tables["RB_PARTNER"]
    assert kept.columns == printed.head
    assert [tuple(map(str, row)) for row in kept.rows] == [*printed.rows]
    assert [name for name in TABLES if name.startswith("RB_")] == ["RB_PARTNER"]


@pytest.mark.parametrize("row", TABLES["RB_PARTNER"].rows[:4], ids=lambda row: row[0])
def test_rb_partner_a_pair_makes_and_is_paid_what_the_table_says(row: tuple[str, ...]) -> None:
    bid, possible, together, paid_as = row
    deal = won(f"{bid}S")
    if possible.startswith("on asking"):
        lawfully(deal, "call A ask")
    lawfully(deal, "call B accept")
    assert deal.contract is not None
    assert deal.contract.target == int(together)
    figure = FONTAINEBLEAU.tables["BF_TABLE1"].figure(paid_as, "♣♠")
    tricks = "A" * int(together) + "C" * (13 - int(together))
    lawfully(taken(deal, tricks), result(honours=0))
    assert worth(deal, "0") == (f"{figure} {figure} -{figure} -{figure}", "0")


def test_10_the_options_are_those_of_the_list_default_first() -> None:
    listed = [
        (name, tuple(value.split(" (")[0] for value in values.split(", ")))
        for name, values, games, _ in headed("setting", "values", "games", "from").rows
        if "RB" in games.split(", ") or games.startswith("all")
    ]
    assert [rule.name for rule in RUSSIAN.options] == [name for name, _ in listed]
    for rule, (name, values) in zip(RUSSIAN.options, listed, strict=True):
        if name != "initial_balance":
            assert (rule.values, rule.default) == (values, values[0])


# -- worked examples ------------------------------------------------------------------------------


def in_words(given: dict[str, Any]) -> str:
    who = "abcd"[given["caller"]]
    who += f"+{'abcd'[given['partner']]}" if "partner" in given else ""
    honours = f" hon {given['honours']}" if "honours" in given else ""
    return f"{who} {given['bid']}{given['suit'].lower()} {given['tricks']}{honours}"


def by_score(given: dict[str, Any]) -> Money:
    document = score(RUSSIAN, in_words(given), Setting(pool=str(given["pool"])))
    net, pool = document["net"], document["pool"]
    assert isinstance(net, dict)
    assert isinstance(pool, dict)
    return " ".join(str(net[seat]) for seat in "ABCD"), str(pool["after"])


def by_play(given: dict[str, Any]) -> Money | None:
    caller, *others = (SEAT_LETTERS[(given["caller"] + turn) % 4] for turn in range(4))
    solo = "" if "partner" in given else "-solo"
    deal = opened(None, others[-1], book=RUSSIAN)
    called(deal, f"{given['bid']}{given['suit']}{solo} pass pass pass")
    for other in others if "partner" in given else []:
        joins = SEAT_LETTERS.index(other) == given["partner"]
        lawfully(deal, f"call {other} {'accept' if joins else 'pass'}")
        if joins:
            break
    against = next(other for other in others if not deal.side >> SEAT_LETTERS.index(other) & 1)
    taken(deal, caller * given["tricks"] + against * (13 - given["tricks"]))
    if outcome_of(deal).made:
        lawfully(deal, result(honours=given.get("honours", 0)))
    return worth(deal, str(given["pool"]))


CONTRACTS = examples("RB", "bf")


@pytest.mark.parametrize("way", [by_score, by_play])
@pytest.mark.parametrize("example", CONTRACTS, ids=ids(CONTRACTS))
def test_rb_g5_worked_example_of_a_contract(example: Example, way: Any) -> None:  # noqa: ANN401
    expected = (" ".join(example.out["net"]), str(example.out["pool"]))
    assert way(dict(example.given)) == expected


def purse(name: str) -> int:
    return POOL if name == "pool" else parse_seat(name)


def test_rb_x1_carte_blanche_is_worth_ten_from_each_of_the_others() -> None:
    (example,) = examples("RB", "ledger")
    payments = [
        Payment(purse(payer), purse(payee), parse_amount(amount), "because", "RB-G1")
        for payer, payee, amount in example.given["moves"]
    ]
    assert amounts(net_of(payments, 4)) == " ".join(example.out["net"])
    assert str(pool_change(payments)) == example.out["pool"]
    deal = lawfully(won("8D"), "cb C", claim(A=8, B=5), result(honours=0))
    assert worth(deal, "0") == ("260 -100 -60 -100", "0")
    plain = lawfully(won("8D"), claim(A=8, B=5), result(honours=0))
    assert worth(plain, "0") == ("270 -90 -90 -90", "0")


def test_every_worked_example_has_its_test() -> None:
    assert [example.id for example in examples("RB")] == [f"RB-X{n}" for n in range(1, 8)]
    assert {example.fn for example in examples("RB")} == {"bf", "ledger"}


# -- partner and solo -----------------------------------------------------------------------------


@pytest.mark.parametrize("bid", ["6S", "7H", "8NT"])
def test_rb_g4_six_to_eight_are_open_to_a_partner_in_turn_from_the_callers_left(bid: str) -> None:
    deal = won(bid)
    assert (deal.to_answer, deal.asked) == (1, False)
    lawfully(deal, "call B pass")
    assert deal.to_answer == 2
    deal = lawfully(deal, "call C accept")
    assert (deal.partner, deal.to_answer) == (2, None)


@pytest.mark.parametrize("bid", ["6S", "7H", "8NT"])
def test_rb_g4_who_says_solo_gets_no_partner(bid: str) -> None:
    deal = won(f"{bid}-solo")
    assert deal.to_answer is None
    assert happen(deal, "call B accept") == ["answer-out-of-place"]
    assert happen(deal, "call A ask") == ["ask-out-of-place"]
    assert deal.partner is None


def test_rb_g4_solo_does_not_change_the_rank_of_a_bid() -> None:
    assert happen(called(start(), "7D"), "call B 7D-solo") == ["insufficient-call"]
    assert happen(called(start(), "7D-solo"), "call B 7D") == ["insufficient-call"]
    assert happen(called(start(), "7H-solo"), "call B 7D") == []


def test_rb_g4_what_was_said_with_an_earlier_bid_does_not_bind() -> None:
    deal = called(start(), "6D-solo 7S pass pass 7D pass")
    assert (deal.caller, deal.to_answer) == (0, 1)
    deal = called(start(), "6D 7S pass pass 7D-solo pass")
    assert (deal.caller, deal.to_answer) == (0, None)


def test_rb_g4_each_is_free_to_offer_and_if_none_does_the_caller_plays_alone() -> None:
    deal = lawfully(won("6S"), *(f"call {seat} pass" for seat in "BCD"))
    assert (deal.partner, deal.to_answer, deal.stage) == (None, None, Stage.PLAY)
    silent = lawfully(won("6S"), "take A")  # nobody has to say that he stays away
    assert (silent.partner, silent.to_answer) == (None, None)


def test_rb_g4_a_result_with_solo_names_no_partner() -> None:
    assert score(RUSSIAN, "b 7d solo 9", Setting())["made"] is True
    with pytest.raises(Exception, match="is played without a partner"):
        score(RUSSIAN, "b+c 7d solo 9", Setting())
    deal = won("7D-solo")
    assert happen(deal, result(partner="C", tricks=9)) == ["result-differs"]
    assert deal.partner is None


@pytest.mark.parametrize("bid", ["little-misere", "piccolissimo", "grand-spread", "spread-slam"])
def test_rb_g4_solo_is_said_with_a_number_only(bid: str) -> None:
    assert RUSSIAN.bid_of(start(), Call(bid, None, solo=True)) is None


def test_rb_g2_five_has_a_partner_on_asking_for_three_more() -> None:
    deal = won("5D")
    assert deal.to_answer is None
    deal = lawfully(deal, "call A ask")
    assert deal.to_answer == 1
    lawfully(deal, "call B accept")
    assert deal.contract is not None
    assert deal.contract.target == 8


@pytest.mark.parametrize(
    "bid", ["9S", "10D", "11H", "12NT", "13S", "spread-slam-S", "grand-misere"]
)
def test_rb_g3_from_nine_on_everybody_plays_alone(bid: str) -> None:
    deal = won(bid)
    assert happen(deal.copy(), "call A ask") == ["ask-out-of-place"]
    assert happen(deal, "call B accept") == ["answer-out-of-place"]
    assert deal.partner is None


def test_rb_g6_piccolissimo_stands_between_seven_and_eight_with_its_discard() -> None:
    keys = [rung.key for rung in RUSSIAN.ladder]
    assert keys[keys.index("7") : keys.index("8") + 1] == ["7", "piccolissimo", "8"]
    deal = won("piccolissimo")
    assert (deal.stage, deal.tricks_in_all) == (Stage.DISCARDS, 12)


def test_rb_e_honours_are_counted_as_a_matter_of_course() -> None:
    assert "honours" not in RUSSIAN.resolve({})
    with pytest.raises(KeyError, match="honours"):
        RUSSIAN.resolve({"honours": "false"})
    four = result(contract="9", caller="A", trumps="S", tricks=9, honours=4)
    three = result(contract="9", caller="A", trumps="S", tricks=9, honours=3)
    assert worth(lawfully(start(), four), "0") == ("330 -110 -110 -110", "0")
    assert worth(lawfully(start(), three), "0") == ("300 -100 -100 -100", "0")


# -- carte blanche --------------------------------------------------------------------------------


def test_rb_g1_carte_blanche_is_a_hand_without_trumps_declared_before_the_lead() -> None:
    deal = lawfully(won("8D"), SUITS, "cb A", "cb B", "cb D")
    assert happen(deal.copy(), "cb C") == ["carte-blanche-not-held"]
    assert outcome_of(deal).carte_blanche == (0, 1, 3)


@pytest.mark.parametrize("act", ["play A 2S", "take A"])
def test_rb_g1_after_the_lead_it_is_declared_in_vain(act: str) -> None:
    deal = lawfully(won("8D"), SUITS, act)
    assert happen(deal, "cb A") == ["carte-blanche-out-of-place"]
    assert outcome_of(deal).carte_blanche == ()


@pytest.mark.parametrize("bid", ["8NT", "grand-misere", "little-spread"])
def test_rb_g1_never_in_a_hand_without_trumps(bid: str) -> None:
    deal = won(bid)
    assert happen(deal, "cb A") == ["carte-blanche-out-of-place"]
    assert outcome_of(deal).carte_blanche == ()


@pytest.mark.parametrize(
    ("said", "net"),
    [
        ({"contract": "8", "caller": "B", "trumps": "NT", "tricks": 8}, "-90 270 -90 -90"),
        ({"contract": "grand-misere", "caller": "B", "tricks": 0}, "-150 450 -150 -150"),
        (
            {"contract": "misere-partout", "by_seat": dict(zip("ABCD", (4, 3, 3, 3), strict=True))},
            "0 0 0 0",
        ),
    ],
    ids=["grand", "misere", "partout"],
)
def test_rb_g1_a_result_without_trumps_pays_no_carte_blanche(
    said: dict[str, Any], net: str
) -> None:
    deal = start()
    assert happen(deal, result(**said, carte_blanche=["A"])) == ["carte-blanche-out-of-place"]
    assert worth(deal, "0") == (net, "0")
    option = lawfully(start(carte_blanche="no_court_card"), result(**said, carte_blanche=["A"]))
    assert outcome_of(option).carte_blanche == (0,)


def test_rb_g1_a_result_beside_calls_without_trumps_pays_no_carte_blanche() -> None:
    deal = taken(won("8NT"), "A" * 8 + "B" * 5)
    assert happen(deal, result(carte_blanche=["A"])) == ["carte-blanche-out-of-place"]
    assert outcome_of(deal).carte_blanche == ()


@pytest.mark.parametrize("line", ["b 8g 8 cb a", "b gm 0 cb a", "po 4 3 3 3 cb a"])
def test_rb_g1_no_score_is_given_for_carte_blanche_without_trumps(line: str) -> None:
    with pytest.raises(RefusedError, match="carte blanche, and there are no trumps"):
        score(RUSSIAN, line, Setting(pool="0"))


def test_rb_g1_before_trumps_are_known_it_cannot_be_declared() -> None:
    assert happen(start(), "cb A") == ["carte-blanche-out-of-place"]
    deal = start()
    happen(deal, "call A 8")
    called(deal, "pass pass pass")
    assert happen(deal, "cb A") == ["carte-blanche-out-of-place"]


def test_rb_g1_a_card_that_denies_it_later_takes_it_away() -> None:
    deal = lawfully(won("8D"), "cb A")
    assert outcome_of(deal).carte_blanche == (0,)
    lawfully(deal, "play A 2D")
    assert outcome_of(deal).carte_blanche == ()


def test_rb_g1_carte_blanche_by_option_is_a_hand_without_court_cards() -> None:
    plain, option = start(), start(carte_blanche="no_court_card")
    lawfully(option, NO_COURT, "cb A")
    assert outcome_of(option).carte_blanche == (0,)
    assert happen(lawfully(plain, NO_COURT), "cb A") == ["carte-blanche-out-of-place"]
    called(option, "8S pass pass pass")  # eight in the suit of which he has most
    lawfully(option, claim(A=8, B=5), result(honours=0))
    assert worth(option, "0") == ("240 -80 -80 -80", "0")
    trumps = lawfully(won("8S"), NO_COURT)
    assert happen(trumps, "cb A") == ["carte-blanche-not-held"]


def test_rb_g1_by_that_option_it_is_declared_before_the_first_call() -> None:
    deal = called(start(carte_blanche="no_court_card"), "pass")
    assert happen(deal, "cb B") == ["carte-blanche-out-of-place"]
    held = lawfully(start(carte_blanche="no_court_card"), SUITS)
    assert happen(held, "cb B") == ["carte-blanche-not-held"]


def test_rb_g1_it_is_paid_whatever_comes_of_the_deal() -> None:
    option = lawfully(start(carte_blanche="no_court_card"), "cb A")
    partout = called(option, "pass pass pass pass")
    taken(partout, "A" * 4 + "B" * 3 + "C" * 3 + "D" * 3)
    assert worth(partout, "0") == ("30 -10 -10 -10", "0")
    failed = lawfully(won("8D"), "cb A", claim(A=7, B=6))
    assert worth(failed, "0") == ("-350 85 85 85", "95")


def ruled_on(*remedies: dict[str, Any]) -> str:
    """Play eight short of one with carte blanche of A, and rule on it; gives what changes hands."""
    log = log_of(
        opening(game="russian", options=RUSSIAN.resolve({})),
        deal_opened(1, "D", None),
        *(f"call {call}" for call in ("A 8D", "B pass", "C pass", "D pass")),
        "cb A",
        claim(A=7, B=6),
        {"type": "ruled", "remedies": [*remedies]},
    )
    (played,) = replay_session(log.chunks)
    assert played.net is not None
    return amounts(played.net)


def test_rb_g1_it_is_paid_beside_an_amount_that_was_agreed_for_the_deal() -> None:
    twenty = {"remedy": "pay", "amount": "20", "payer": "C", "payee": "B"}
    assert ruled_on() == "-350 85 85 85"
    assert ruled_on(twenty) == "30 10 -30 -10"
    assert ruled_on(twenty, {"remedy": "pay", "amount": "5", "payer": "D"}) == "30 10 -30 -15"


def test_c_4_it_is_not_paid_in_a_deal_that_is_cancelled() -> None:
    assert ruled_on({"remedy": "cancel"}) == "0 0 0 0"


def test_rb_g1_an_ace_is_no_court_card() -> None:
    aces = hands(A="A.A.A.AT98765432")
    assert happen(lawfully(start(carte_blanche="no_court_card"), aces), "cb A") == []


def test_rb_g7_of_two_carte_blanche_hands_each_collects_from_the_three_others() -> None:
    deal = lawfully(won("8D"), "cb B", "cb C", claim(A=8, B=5), result(honours=0))
    assert worth(deal, "0") == ("250 -70 -70 -110", "0")
    paid = RUSSIAN.settle(outcome_of(deal), RUSSIAN.opening_pool(), deal.options, 4)
    assert paid is not None
    assert len([p for p in paid if p.rule == "RB-G1"]) == 6


def test_rb_g1_a_result_tells_it_by_a_flag() -> None:
    document = score(RUSSIAN, "b 9h 7 cb c cb d", Setting(pool="10"))
    assert document["net"] == {"A": "90", "B": "-460", "C": "130", "D": "130"}
