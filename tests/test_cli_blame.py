"""Who wrote what, and what a change did: blame and diff on the command line."""

from pathlib import Path
from typing import Any, Final

import pytest

from events.append import append
from events.model import EventCorrected
from tests.test_cli import (
    DAMAGED,
    DONE,
    FIRST_LOG,
    NOT_FOUND,
    SEATS,
    USAGE,
    Document,
    done,
    make_book,
    refused,
    run,
    stand_apart,
)

TABLE: Final = f"""\
session boston {SEATS.replace(",", " ")} dealer A
deal turned h7
h b KJ53.K8432.T6.Q8
auction 6 p 7 p 8h 3p
trick sk 4 9 a
claim b 6
done
deal
c 9s 8
deal
d gm 1
"""
"""Three deals settled by the rules: events 2 to 17 with their seal, 19 to 21, 23 to 25."""


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stand_apart(tmp_path, monkeypatch)
    return make_book(tmp_path, TABLE)


def fields(*named: str) -> list[Document]:
    """Give the fields of a deal as programs get them."""
    found: list[Document] = run("blame", *named, "--json").document["fields"]
    return found


def field(deal: str, step: str, what: str) -> Document:
    (one,) = [one for one in fields(deal) if (one["step"], one["what"]) == (step, what)]
    return one


def changed(*named: str) -> list[tuple[Any, ...]]:
    """Tell what changed: step, kind, was, is, event."""
    rows: list[Document] = run("diff", *named, "--json").document["changed"]
    return [tuple(row[name] for name in ("step", "what", "was", "is", "event")) for row in rows]


def written(*command: str) -> list[str]:
    """Run a command that writes; gives the addresses of what it wrote."""
    return done(*command, "--by", "carl").split()


# -- blame ----------------------------------------------------------------------------------------


def test_each_field_has_its_event_time_and_scorer() -> None:
    told = [(one["step"], one["what"], one["text"], one["event"]) for one in fields("1.1")]
    assert told == [
        ("deal", "number", "1", "1@2"),
        ("deal", "dealer", "Ada", "1@2"),
        ("deal", "turned", "♥7", "1@2"),
        ("deal", "hand B", "♠ K J 5 3  ♥ K 8 4 3 2  ♦ 10 6  ♣ Q 8", "1@3"),
        *(
            (f"b{n}", "call", call, f"1@{n + 3}")
            for n, call in enumerate(
                ("B 6", "C pass", "D 7", "A pass", "B 8♥", "C pass", "D pass", "A pass"), 1
            )
        ),
        *(
            (f"t1.{n}", "card", card, f"1@{n + 11}")
            for n, card in enumerate(("B ♠K", "C ♠4", "D ♠9", "A ♠A"), 1)
        ),
        ("claim", "end of play", "claim: B 6", "1@16"),
        *(
            ("end", f"net {seat}", net, "1@17")
            for seat, net in zip("ABCD", ("+35", "−145", "+35", "+35"), strict=True)
        ),
        ("end", "pool", "80", "1@17"),
    ]
    assert {one["by"] for one in fields("1.1")} == {"anna"}
    assert all(one["at"] and one["was"] == [] and one["reason"] is None for one in fields("1.1"))


def test_the_columns_stand_under_their_names_and_have_a_note_only_where_there_is_one() -> None:
    head, *rows = done("blame", "1.2").splitlines()
    assert head.split() == ["step", "what", "value", "event", "at", "by"]
    assert {row.index("1@") for row in rows} == {head.index("event")}
    written("fix", "1.2", "end", "c", "9s", "9", "--reason", "she made it")
    head, *rows = done("blame", "1.2").splitlines()
    assert head.split()[-1] == "note"
    (was,) = [row for row in rows if "she made it" in row]
    assert was.index("until 1@") == head.index("note")
    assert was.split()[0] == "was"


def test_what_was_put_right_tells_what_stood_before_and_why() -> None:
    event, _settlement, *_ = written("fix", "1.2", "end c 9s 9", "--reason", "she made it")
    one = field("1.2", "end", "tricks")
    assert (one["value"], one["event"], one["by"], one["reason"]) == (
        9,
        event,
        "carl",
        "she made it",
    )
    (was,) = one["was"]
    assert (was["value"], was["event"], was["by"]) == (8, "1@20", "anna")
    assert (was["until"], was["until_by"], was["reason"]) == (event, "carl", "she made it")
    assert field("1.2", "end", "contract")["event"] == "1@20"  # a part that stayed as it was
    assert field("1.2", "end", "net C")["reason"] == "the settlement follows a correction"
    assert field("1.3", "end", "net D")["was"][0]["value"] == "-280"
    assert field("1.3", "end", "net A")["was"] == []  # the same as before


def test_a_correction_of_a_correction_leaves_both_earlier_values() -> None:
    (first,) = written("fix", "1.1", "t1.3 s8", "--reason", "misread")
    (second,) = written("fix", "1.1", "t1.3 s7", "--reason", "again")
    one = field("1.1", "t1.3", "card")
    assert (one["value"], one["event"]) == ("D 7S", second)
    assert [(was["value"], was["event"], was["until"]) for was in one["was"]] == [
        ("D 8S", first, second),
        ("D 9S", "1@14", first),
    ]
    rows = done("blame", "1.1:t1.3").splitlines()[1:]
    assert [row.split()[:4] for row in rows][1:] == [
        ["was", "D", "♠8", first],
        ["was", "D", "♠9", "1@14"],
    ]
    assert [row.partition("until ")[2] for row in rows] == [
        "",
        f"{second} by carl: again",
        f"{first} by carl: misread",
    ]


def test_an_undo_puts_back_the_event_that_had_it_and_a_redo_the_correction() -> None:
    (fixed,) = written("fix", "1.1", "t1.3 s8")
    (undone,) = written("undo", "--reason", "it was the nine")
    one = field("1.1", "t1.3", "card")
    assert (one["value"], one["event"], one["reason"]) == ("D 9S", "1@14", "it was the nine")
    assert [(was["value"], was["until"]) for was in one["was"]] == [
        ("D 8S", undone),
        ("D 9S", fixed),
    ]
    written("redo")
    one = field("1.1", "t1.3", "card")
    assert (one["value"], one["event"], len(one["was"])) == ("D 8S", fixed, 3)


def test_what_was_taken_back_and_typed_again_tells_what_was_typed_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("USER", "anna")
    run("record", stdin="6 p 8\nu\n7\n", terminal=True)
    one = field("1.4", "b3", "call")
    assert (one["text"], [was["text"] for was in one["was"]]) == ("C 7", ["C 8"])
    rows = done("blame", "1.4").splitlines()
    assert [row.split()[:2] for row in rows[-2:]] == [["b3", "call"], ["was", "C"]]


def test_what_was_taken_back_for_good_is_told_where_it_stood() -> None:
    run("record", stdin="6 p 8\nu\n", terminal=True)
    one = field("1.4", "b3", "call")
    assert (one["value"], one["was"][0]["text"]) == (None, "C 8")
    assert one["event"] == one["was"][0]["until"]
    assert "taken back" in done("blame", "1.4:b3")


@pytest.fixture
def retaken() -> tuple[str, str]:
    """Put a deal of the table in the place of one taken back whole; its first event, the undo."""
    run("record", stdin="deal\nc 9s 8\n", terminal=False)
    (opened,) = {one["event"] for one in fields("1.4:deal")}
    done("undo", "1", "--by", "zoe", "--reason", "another table's")
    last = run("log", "--type", "event_corrected", "--json").documents[-1]["event"]
    run("record", stdin="deal\na gm 1\n", terminal=False)
    return opened, last


def test_a_deal_in_the_place_of_one_taken_back_whole_has_fields_of_its_own_only(
    retaken: tuple[str, str],
) -> None:
    opened, undo = retaken
    for command in ("blame", "diff"):
        (one,) = run(command, "1.4", "--json").document["in_place_of"]
        assert (one["opened"], one["event"], one["by"]) == (opened, undo, "zoe")
        assert (one["result"], one["reason"]) == (
            "Chloé 9♠ alone · took 8, 1 short",
            "another table's",
        )
        told = done(command, "1.4")
        before = f"1@{int(undo[2:]) - 1}"
        assert (
            "in the place of: Chloé 9♠ alone · took 8, 1 short · taken back whole by "
            f"{undo} by zoe: another table's (trickbook show 1.4 --as-of {before})\n"
        ) in f"{told}\n"
        assert "took 8, 1 short" in done("show", "1.4", "--as-of", before)
    assert all(one["was"] == [] for one in fields("1.4"))
    assert changed("1.4") == []
    assert "in_place_of" in run("diff", "1.1", "--json").document


def test_a_fix_since_is_all_that_changed_in_such_a_deal(retaken: tuple[str, str]) -> None:
    assert retaken
    fixed, *_ = written("fix", "1.4", "end a gm 0")
    first, *amounts = changed("1.4")
    assert first == ("end", "tricks", 1, 0, fixed)
    assert {row[1][:3] for row in amounts} <= {"net", "poo"}
    assert [was["value"] for was in field("1.4", "end", "tricks")["was"]] == [1]
    assert follows(run("diff", "1.4", "--json").document, "caller") == {}


def test_moments_before_it_was_opened_are_of_the_deal_that_had_its_place(
    retaken: tuple[str, str],
) -> None:
    opened, undo = retaken
    rows = changed("1.4", undo)
    assert ("end", "tricks", 8, None, undo) in rows
    assert {row[3] for row in rows} == {None}
    assert changed("1.4", f"{opened}..{undo}")
    last = run("log", "1.4", "--json").documents[-1]["event"]
    both = changed("1.4", f"{opened}..{last}")
    assert {row[2] for row in both} == {None}


def test_a_void_a_ruling_and_a_note_are_fields_with_their_authors() -> None:
    (void,) = written("void", "1.3", "--reason", "wrong pack", "--yes")
    (ruled,) = written("ruling", "1.1", "t1.3", "pay 20 b>a", "--ground", "agreed")
    (note,) = written("note", "1.1", "the light went out")
    one = field("1.3", "end", "void")
    assert (one["text"], one["event"], one["by"]) == ("cancelled: wrong pack", void, "carl")
    one = field("1.1", "t1.3", "ruling")
    assert one["text"] == "Boris pays 20 to Ada; ground: agreed"
    assert (one["event"], field("1.1", "end", "note")["event"]) == (ruled, note)
    written("undo", "3")
    assert (field("1.3", "end", "void")["value"], field("1.1", "end", "note")["value"]) == (
        None,
        None,
    )


def test_a_late_raise_of_a_partial_record_is_told_as_put_in_by_its_correction(
    tmp_path: Path,
) -> None:
    run("record", stdin="auction p p p p\ndeal\n", terminal=False)
    done("record", stdin="po 4 3 3 3\n")
    event, *_ = written("fix", "1.4", "end po 5 4 3 1", "--reason", "from paper")
    one = field("1.4", "end", "tricks A")
    assert (one["value"], one["event"], one["was"], one["reason"]) == (5, event, [], "from paper")
    assert ("end", "tricks A", None, 5, event) in changed("1.4")
    assert "from paper" in done("blame", "1.4")
    assert tmp_path.is_dir()


def test_one_step_may_be_asked_for() -> None:
    (one,) = fields("1.1:b3")
    assert (one["step"], one["value"]) == ("b3", "D 7")
    refused(run("blame", "1.1:t9.1"), NOT_FOUND, "nothing is recorded at 1.1:t9.1")


def test_blame_looks_at_the_book_as_it_was() -> None:
    (event,) = written("fix", "1.1", "t1.3 s8")
    (one,) = fields("1.1:t1.3", "--as-of", f"1@{int(event[2:]) - 1}")
    assert (one["value"], one["was"]) == ("D 9S", [])


# -- diff -----------------------------------------------------------------------------------------


def test_a_deal_that_nobody_changed() -> None:
    for deal in ("1.1", "1.2", "1.last"):
        assert "nothing changed since it was first entered" in done("diff", deal)
    document = run("diff", "1.2", "--json").document
    assert document == {
        "schema": "trickbook.diff/1",
        "deal": "1.2",
        "from": None,
        "to": "1@26",
        "in_place_of": [],
        "changed": [],
        "follows": [],
        "later": [],
        "findings": {"new": [], "gone": [], "ruled": [], "open": []},
    }


def follows(document: Document, what: str) -> dict[str | None, tuple[Any, Any]]:
    """Give what follows of one kind, by whose it is."""
    return {
        row["of"]: (row["was"], row["is"]) for row in document["follows"] if row["what"] == what
    }


def test_what_was_put_right_and_all_that_follows_from_it() -> None:
    first, *_, last = written("fix", "1.2", "end c 9s 9", "--reason", "she made it")
    document = run("diff", "1.2", "--json").document
    assert changed("1.2")[0] == ("end", "tricks", 8, 9, first)
    assert follows(document, "made") == {None: (False, True)}
    assert follows(document, "net")["C"] == ("-185", "185")
    assert follows(document, "payment")["C → pool"] == ("80", None)
    assert follows(document, "payment")["pool → C"] == (None, "80")
    assert follows(document, "pool")["as taken"] == ("160", "0")
    assert follows(document, "balance")["C"] == ("840", "1210")
    later = {(row["deal"], row["what"], row["of"]): row["is"] for row in document["later"]}
    assert later["1.3", "pool", "as taken"] == "80"
    assert document["findings"] == {"new": [], "gone": [], "ruled": [], "open": []}
    told = done("diff", "1.2")
    for words in (
        "Chloé 9♠ alone · took 8, 1 short  Chloé 9♠ alone · took 9, made",
        "1.3   pool as taken 320 → 80",
        "she made it",
    ):
        assert words in told
    between = f"1@{int(first[2:]) - 1}..{last}"
    assert changed("1.2", between) == changed("1.2")
    assert run("diff", "1.2", between, "--json").document["follows"] == document["follows"]


def test_a_part_of_a_change_names_the_whole() -> None:
    first, second, last = written("fix", "1.2", "end c 9s 9")
    ran = run("diff", "1.2", first)
    before = f"1@{int(first[2:]) - 1}"
    whole = f"{first} to {last} were written in one go: trickbook diff 1.2 {before}..{last}"
    assert whole in ran.err
    assert "wrong-amount" in ran.out
    assert [row[1] for row in changed("1.2", first)] == ["tricks"]
    assert "gone" in done("diff", "1.2", second)
    assert run("diff", "1.2", f"{before}..{last}").err == ""


def test_a_trick_that_another_wins() -> None:
    event, *_ = written("fix", "1.1", "t1.4 s2", "--reason", "misread")
    assert changed("1.1", event) == [("t1.4", "card", "A AS", "A 2S", event)]
    assert changed("1.1", event.removeprefix("1")) == changed("1.1", event)
    document = run("diff", "1.1", event, "--json").document
    assert follows(document, "winner") == {"t1": ("A", "B")}
    assert (document["from"], document["to"]) == (f"1@{int(event[2:]) - 1}", event)


def test_a_card_that_cannot_be_moves_those_behind_it_and_changes_none_of_them(book: Path) -> None:
    correction = EventCorrected(first=13, last=13, stands=("play C KS",))  # fix refuses it
    event = f"1@{append(book / FIRST_LOG, [correction]).seq}"
    assert changed("1.1", event) == [("t1.2", "card, impossible", "C 4S", "C KS", event)]
    told = [(one["step"], one["text"]) for one in fields("1.1") if one["what"].startswith("card")]
    assert told == [("t1.1", "B ♠K"), ("t1.2", "C ♠K"), ("t1.2", "D ♠9"), ("t1.3", "A ♠A")]
    (was,) = field("1.1", "t1.2", "card, impossible")["was"]
    assert was["value"] == "C 4S"


def test_a_change_taken_back_is_none_in_all_and_two_in_its_parts() -> None:
    (fixed,) = written("fix", "1.1", "t1.3 s8")
    (undone,) = written("undo")
    assert changed("1.1") == []
    assert changed("1.1", fixed) == [("t1.3", "card", "D 9S", "D 8S", fixed)]
    assert changed("1.1", undone) == [("t1.3", "card", "D 8S", "D 9S", undone)]
    (redone,) = written("redo")
    assert changed("1.1", redone) == [("t1.3", "card", "D 9S", "D 8S", redone)]
    assert [row[:4] for row in changed("1.1")] == [("t1.3", "card", "D 9S", "D 8S")]


def test_a_fix_that_stands_again_is_credited_with_it_and_the_undo_told_beside_it() -> None:
    done("fix", "1.1", "t1.3 s8", "--by", "xenia", "--reason", "misread")
    done("fix", "1.1", "t1.3 s7", "--by", "yves")
    (undone,) = done("undo", "--by", "zoe", "--reason", "it was the eight").split()
    credited = ("event", "at", "by", "reason")
    ((row, *_), one) = (
        run("diff", "1.1", "--json").document["changed"],
        field("1.1", "t1.3", "card"),
    )
    assert [row[name] for name in credited] == [one[name] for name in credited]
    assert (row["event"], row["by"], row["reason"]) == ("1@27", "xenia", "misread")
    assert row["since"] == undone
    assert f"misread; since {undone} by zoe: it was the eight" in done("diff", "1.1")
    (row,) = run("diff", "1.1", undone, "--json").document["changed"]  # what this one did
    assert [row[name] for name in credited[::2]] == [undone, "zoe"]
    assert row["reason"] == "it was the eight"


def test_what_was_taken_back_and_put_back_changed_twice_and_stands_as_it_did() -> None:
    (note,) = written("note", "1.1", "rain")
    (undone,) = written("undo", "--reason", "of another deal")
    (redone,) = written("redo", "--reason", "of this deal")
    one = field("1.1", "end", "note")
    assert (one["event"], one["was"]) == (note, [])
    assert [row[-3:] for row in changed("1.1", undone)] == [
        ({"deal": 1, "text": "rain"}, None, undone)
    ]
    assert [row[-3:] for row in changed("1.1", redone)] == [
        (None, {"deal": 1, "text": "rain"}, redone)
    ]
    assert changed("1.1", f"{note}..{redone}") == []


def test_a_slip_put_right_while_it_was_typed_is_told_as_first_entered() -> None:
    run("record", stdin="6 p 8\nu\n7\n", terminal=True)
    assert [row[:4] for row in changed("1.4")] == [("b3", "call", "C 8", "C 7")]


def test_a_ruling_moves_the_finding_and_the_money(book: Path) -> None:
    assert book.is_dir()
    run("record", stdin="settled A=0 B=0 C=0 D=0 pool=0\n")
    (event,) = written("ruling", "1.1", "t1.3", "tricks 2 d>b")
    document = run("diff", "1.1", event, "--json").document
    assert follows(document, "tricks")["caller's side"] == (6, 8)
    assert [row["code"] for row in document["findings"]["new"]] == [
        *["wrong-amount"] * 4,
        "wrong-pool",
    ]


def test_a_void_is_told_with_what_it_gives_back() -> None:
    (event,) = written("void", "1.1", "--reason", "wrong pack", "--yes")[:1]
    document = run("diff", "1.1", "--json").document
    assert (
        "end",
        "void",
        None,
        {"deal": 1, "kind": "cancelled", "reason": "wrong pack"},
        event,
    ) in (changed("1.1"))
    assert follows(document, "net")["B"] == ("-145", "0")
    assert {row["deal"] for row in document["later"]} == {"1.2", "1.3"}


def test_a_deal_before_it_was_there_and_after_it_was_taken_back() -> None:
    assert len(changed("1.2", "1@3..1@21")) == len(fields("1.2"))
    done("undo", "1")
    (taken,) = [row["event"] for row in run("log", "--type", "event_corrected", "--json").documents]
    refused(run("diff", "1.3"), NOT_FOUND, "no deal 1.3")
    rows = changed("1.3", taken)
    assert rows
    assert {row[3] for row in rows} == {None}


def test_two_moments_at_which_all_is_the_same() -> None:
    assert done("diff", "1.1", "1@17..1@17") == "1.1: nothing changed from 1@17 to 1@17\n"
    assert done("diff", "1.1", "1@17..1@22") == "1.1: nothing changed from 1@17 to 1@22\n"


def test_a_remark_about_a_deal_changes_nothing_in_another() -> None:
    (note,) = written("note", "1.1", "rain")
    refused(run("diff", "1.2", note), USAGE, f"{note} is of deal 1.1, not of 1.2")
    assert [row[1] for row in changed("1.1", note)] == ["note"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("1.2 1@5", USAGE, "1@5 is of deal 1.1, not of 1.2"),
        ("1.2 1@0", USAGE, "1@0 is of no deal"),
        ("1.2 2@20", USAGE, "2@20 is an event of session 2"),
        ("1.2 1@99", NOT_FOUND, "no event 1@99; the last one is 26"),
        ("1.2 1@20..1@99", NOT_FOUND, "no event 1@99"),
        ("1.2 1@21..1@20", USAGE, "the earlier event comes first"),
        ("1.2 1@21..", USAGE, "an event was expected"),
        ("1.2 1@1..1@2..1@3", USAGE, "an event was expected"),
        ("1.2 21", USAGE, "an event was expected"),
        ("1.2 x", USAGE, "an event was expected"),
        ("1.2:t1.1", USAGE, "a whole deal is compared, as 1.2"),
        ("1.9", NOT_FOUND, "no deal 1.9; the last of session 1 is 1.3"),
        ("1.9 1@5", NOT_FOUND, "no deal 1.9"),
        ("1", USAGE, "a deal was expected"),
        ("1@5", USAGE, "a deal was expected"),
        ("7.1", NOT_FOUND, "no session 7"),
        ("x", USAGE, "is no address"),
    ],
)
def test_what_cannot_be_compared(arguments: str, code: int, words: str) -> None:
    refused(run("diff", *arguments.split()), code, words)


@pytest.mark.parametrize(
    ("deal", "code", "words"),
    [
        ("1", USAGE, "a deal was expected"),
        ("1.9", NOT_FOUND, "no deal 1.9; the last of session 1 is 1.3"),
        ("1.0", NOT_FOUND, "no deal 1.0"),
        ("7.1", NOT_FOUND, "no session 7"),
        ("x", USAGE, "is no address"),
    ],
)
def test_what_nobody_wrote(deal: str, code: int, words: str) -> None:
    refused(run("blame", deal), code, words)


# -- both -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["blame", "diff"])
def test_what_can_be_read_of_a_damaged_log_is_told(command: str, book: Path) -> None:
    written("fix", "1.1", "t1.3 s8")
    log = book / FIRST_LOG
    log.write_bytes(log.read_bytes().replace(b'"play B KS"', b'"play B KX"'))
    ran = run(command, "1.1")
    assert ran.code == DAMAGED
    assert "♠8" in ran.out
    assert "damaged" in ran.err
    assert ("KX" in ran.out) == (command == "blame")


@pytest.mark.parametrize("command", ["blame", "diff"])
def test_a_file_is_a_book_of_its_own(command: str) -> None:
    written("fix", "1.1", "t1.3 s8")
    assert done("--book", FIRST_LOG, command, "1.1") == done(command, "1.1")
    assert run("--ascii", command, "1.1").code == DONE
    assert "♠" not in done("--ascii", command, "1.1")
