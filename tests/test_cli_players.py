"""Who is who: added, renamed, merged, unmerged; two of one name kept apart; nothing by itself."""

import json
from pathlib import Path
from typing import Any

import pytest

from replay.likeness import alike
from tests.test_cli import (
    DAMAGED,
    EVENING,
    IMPOSSIBLE,
    NOT_FOUND,
    USAGE,
    done,
    make_book,
    refused,
    run,
    stand_apart,
)


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with one evening."""
    stand_apart(tmp_path, monkeypatch)
    made = make_book(tmp_path / "book", EVENING)
    monkeypatch.setenv("TRICKBOOK_BOOK", str(made))
    return made


def rows() -> dict[str, Any]:
    listed = [json.loads(line) for line in done("players", "--json").splitlines()]
    assert {row["schema"] for row in listed} == {"trickbook.players/1"}
    return {row["id"]: row for row in listed}


def asked(query: str) -> list[Any]:
    return [json.loads(line) for line in done("sql", query, "--json").splitlines()]


def test_who_has_played_is_listed_without_a_list() -> None:
    found = rows()
    assert [(one, found[one]["deals"], found[one]["listed"]) for one in found] == [
        ("Ada", 4, False),
        ("Boris", 4, False),
        ("Chloé", 4, False),
        ("Dmitri", 4, False),
    ]
    assert found["Ada"]["first_day"] == "2026-11-29"


def test_a_player_is_added_and_renamed(book: Path) -> None:
    assert done("players", "add", "Eva") == "players.jsonl@0\n"
    assert done("players", "add", "Eva Braun-Meier", "eva2") == "players.jsonl@2\n"
    done("players", "rename", "Eva", "Eva Klein")
    assert {one: row["name"] for one, row in rows().items() if row["listed"]} == {
        "Eva": "Eva Klein",
        "eva2": "Eva Braun-Meier",
    }
    assert "ok" in done("verify", str(book / "players.jsonl"))


def test_two_of_one_name_are_kept_apart() -> None:
    done("players", "add", "A. Petrov", "petrov")
    refused(run("players", "add", "A. Petrov"), IMPOSSIBLE, "petrov", "ID")
    done("players", "add", "A. Petrov", "petrov-2")
    refused(run("players", "add", "Somebody", "petrov"), IMPOSSIBLE, "petrov")
    seats = "A=A. Petrov,B=Boris,C=Chloé,D=Dmitri"
    refused(run("open", "--seats", seats), IMPOSSIBLE, "petrov and petrov-2", "by the id")
    done("open", "--seats", "A=petrov-2,B=Boris,C=Chloé,D=Dmitri")
    done("add", "b 8h 6")
    (row,) = asked("select player, person, name from player_deals where session = 2 and seat = 'A'")
    assert row == {"player": "petrov-2", "person": "petrov-2", "name": "A. Petrov (petrov-2)"}


def test_a_name_on_the_list_is_recorded_by_its_id() -> None:
    done("players", "add", "Ada", "ada")
    script = "session boston A=Ada B=Boris C=Chloé D=Dmitri\nb 8h 6\nseats C=Ada A=Chloé\nb 8h 6\n"
    done("record", "--script", "-", stdin=script)
    seats = asked("select deal, seat from player_deals where player = 'ada' order by deal")
    assert seats == [{"deal": 1, "seat": "A"}, {"deal": 2, "seat": "C"}]


def test_a_merge_and_an_unmerge_touch_figures_only(book: Path) -> None:
    log = (book / "sessions/0001.jsonl").read_bytes()
    before = asked("select person, sum(net_12) as net from player_deals group by 1 order by 1")
    ada, boris, *_ = (row["net"] for row in before)
    done("players", "merge", "Boris", "Ada", "--yes")
    merged = asked("select person, sum(net_12) as net from player_deals group by 1 order by 1")
    assert [row["person"] for row in merged] == ["Ada", "Chloé", "Dmitri"]
    assert int(merged[0]["net"]) == int(ada) + int(boris)
    segments = sorted(path.name for path in (book / ".index").glob("0-*"))
    done("players", "unmerge", "Boris")
    assert (
        asked("select person, sum(net_12) as net from player_deals group by 1 order by 1") == before
    )
    assert sorted(path.name for path in (book / ".index").glob("0-*")) == segments
    assert (book / "sessions/0001.jsonl").read_bytes() == log


def test_streaks_follow_a_merge() -> None:
    query = "select person, count(*) as n from streaks group by 1 order by 1"
    before = asked(query)
    done("players", "merge", "Boris", "Ada", "--yes")
    assert "Boris" not in {row["person"] for row in asked(query)}
    done("players", "unmerge", "Boris")
    assert asked(query) == before


def test_merges_form_no_circle() -> None:
    done("players", "merge", "Boris", "Ada", "--yes")
    refused(run("players", "merge", "Ada", "Boris", "--yes"), IMPOSSIBLE, "one person already")
    refused(run("players", "merge", "Ada", "Ada", "--yes"), IMPOSSIBLE, "one person already")
    refused(run("players", "merge", "Boris", "Chloé", "--yes"), IMPOSSIBLE, "unmerge")
    done("players", "merge", "Ada", "Chloé", "--yes")
    assert {row["person"] for row in rows().values()} == {None, "Chloé"}


def test_a_merge_asks_first_and_says_how_much() -> None:
    refused(run("players", "merge", "Boris", "Ada"), USAGE, "4 deals in 1 session", "--yes")
    assert rows()["Boris"]["person"] is None


def test_a_merge_of_two_who_sat_at_one_table_is_told() -> None:
    told = "Boris and Ada sat at one table in 4 deals, first in 1.1: one person cannot"
    refused(run("players", "merge", "Boris", "Ada"), USAGE, told)
    assert told in run("players", "merge", "Boris", "Ada", "--dry-run").err
    ran = run("players", "merge", "Boris", "Ada", "--yes")
    assert (ran.code, ran.out) == (0, "players.jsonl@0\n")
    assert f"{told} (trickbook players unmerge Boris)" in ran.err
    ran = run("players", "merge", "Chloé", "Boris", "--yes")
    assert "Chloé and Boris sat at one table in 4 deals" in ran.err


def test_two_who_never_met_are_merged_without_a_doubt() -> None:
    done("players", "add", "Dmitri Orlov", "orlov")
    ran = run("players", "merge", "Dmitri", "orlov", "--yes")
    assert (ran.code, ran.err) == (0, "")


def test_the_same_id_adds_nothing(book: Path) -> None:
    first = done("players", "merge", "Boris", "Ada", "--yes", "--id", "m1")
    before = (book / "players.jsonl").read_bytes()
    assert done("players", "merge", "Boris", "Ada", "--yes", "--id", "m1") == first
    assert (book / "players.jsonl").read_bytes() == before
    assert done("players", "add", "Eva", "--dry-run") == "nothing written\n"
    assert (book / "players.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["rename", "nobody", "X"], NOT_FOUND),
        (["merge", "nobody", "Ada", "--yes"], NOT_FOUND),
        (["merge", "Ada", "nobody", "--yes"], NOT_FOUND),
        (["unmerge", "nobody"], NOT_FOUND),
        (["unmerge", "Ada"], IMPOSSIBLE),
        (["add", " "], USAGE),
        (["add", "x\x1b[2J"], USAGE),
        (["add", "x", " y"], USAGE),
        (["add"], USAGE),
        (["rename", "Ada"], USAGE),
        (["merge", "Ada", "Boris", "Chloé"], USAGE),
        (["frob"], USAGE),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], code: int, book: Path) -> None:
    refused(run("players", *words), code)
    assert not (book / "players.jsonl").exists()


def test_a_damaged_list_is_told_and_not_written_to(book: Path) -> None:
    done("players", "add", "Eva", "eva")
    path = book / "players.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Eva", b"Eve"))
    ran = run("sql", "select count(*) from people")
    assert (ran.code, ran.out.split()[-1]) == (0, "5")
    assert "players.jsonl" in ran.err
    refused(run("players", "add", "Ivo"), DAMAGED, "damaged list")


def test_a_damaged_list_is_told_by_who_lists_and_who_verifies(book: Path) -> None:
    done("players", "add", "Eva", "eva")
    assert done("verify").splitlines()[-1].startswith(f"{book / 'players.jsonl'}  ok  2 events")
    path = book / "players.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Eva", b"Eve"))
    ran = run("players")
    assert (ran.code, "Eve" in ran.out) == (0, True)
    assert "players.jsonl: the seal in line 2 does not fit" in ran.err
    ran = run("verify", "--json")
    last = json.loads(ran.out.splitlines()[-1])
    assert (ran.code, last["file"], last["ok"]) == (DAMAGED, str(path), False)
    assert last["first_bad"] is None
    assert "deal" not in last["message"]
    assert run("verify", str(path)).code == DAMAGED


def test_a_head_is_not_looked_for_in_the_list() -> None:
    done("players", "add", "Eva", "eva")
    head = done("head").splitlines()[-1]
    lines = done("verify", "--head", head).splitlines()
    assert "has this head" in lines[0]
    assert "has this head" not in lines[-1]
    assert run("verify", "--head", "0" * 64).code == DAMAGED


def test_a_loose_log_has_no_list() -> None:
    done("simulate", "boston", "--deals", "3", "--seed", "1", "-o", "loose.jsonl")
    refused(run("players", "add", "Eva", "--book", "loose.jsonl"), USAGE, "one log")
    assert len(done("players", "--book", "loose.jsonl", "--json").splitlines()) == 4


@pytest.mark.parametrize(
    ("one", "other", "like"),
    [
        ("Müller", "Mueller", True),
        ("Müller", "Мюллер", True),
        ("A. Petrov", "A. Petroff", True),
        ("Petrov A.", "A. Petrov", True),
        ("Chloé", "chloe", True),
        ("Boris", "Борис", True),
        ("Maria", "Marie", False),
        ("Ada", "Ida", False),
        ("Anna", "Hanna Berg", False),
    ],
)
def test_spellings(one: str, other: str, *, like: bool) -> None:
    assert bool(list(alike([("1", one), ("2", other)]))) is like


def test_what_is_alike_is_suggested_and_left_alone() -> None:
    done("players", "add", "Борис", "b2")
    ran = run("players")
    assert "trickbook players merge" in ran.err
    assert all(row["person"] is None for row in rows().values())


@pytest.mark.parametrize(
    "command", ["audit", "replay", "audit --json", "status", "list", "show 1.1"]
)
def test_a_list_of_players_is_no_log_of_a_session(command: str, book: Path) -> None:
    done("players", "add", "Ada")
    path = str(book / "players.jsonl")
    words = command.split()
    named = [*words, path] if words[0] in {"audit", "replay"} else ["--book", path, *words]
    ran = run(*named)
    refused(ran, USAGE, f"trickbook: {path} is a list of players, and no session's log: ")
    assert f"trickbook verify {path} checks it" in ran.err


def test_an_unmerge_of_two_who_sat_at_one_table_leaves_nothing_of_the_merge() -> None:
    views = ("player_deals", "contracts", "pairs", "balances", "streaks", "people", "luck")
    queries = [f"select * from {view} order by all" for view in views]
    before = [asked(query) for query in queries], rows()
    done("players", "merge", "Boris", "Ada", "--yes")
    assert [asked(query) for query in queries] != before[0]
    done("players", "unmerge", "Boris")
    assert ([asked(query) for query in queries], rows()) == before


def test_a_question_that_nobody_can_answer_is_asked_without_the_usage() -> None:
    ran = run("players", "merge", "Boris", "Ada")
    assert (ran.code, ran.err.startswith("trickbook: 4 deals in 1 session of Boris")) == (
        USAGE,
        True,
    )
    assert "Usage" not in ran.err
    refused(run("players", "merge", "Boris", "nobody"), NOT_FOUND)  # before anything is asked


@pytest.mark.parametrize(
    ("action", "example"),
    [
        ("add", 'trickbook players add "Dmitri Orlov" orlov'),
        ("rename", 'trickbook players rename ada "Ada Byron"'),
        ("merge", "trickbook players merge dmitri orlov"),
        ("unmerge", "trickbook players unmerge dmitri"),
        ("list", "trickbook players list"),
    ],
)
def test_each_thing_that_is_done_to_the_list_has_its_help(action: str, example: str) -> None:
    told = done("players", action, "--help")
    assert example in " ".join(told.split())
    assert done("players", action[:3], "-h") == told


def test_the_list_itself_takes_the_global_options_anywhere(book: Path) -> None:
    said = done("players", "--json")
    for words in (["list", "--json"], ["--json", "--book", str(book)], ["list", "--json", "-q"]):
        assert done("players", *words) == said
    assert done("--book", str(book), "players", "list", "--json") == said
