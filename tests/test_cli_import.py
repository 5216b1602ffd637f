"""Sessions brought in from other books: nothing lost, nothing twice, nothing damaged, all told."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.games import ALL
from core.rulebook import RuleBook
from events.book import Book
from replay.people import read_people
from replay.simulated import write_simulation
from tests.test_cli import (
    BUSY,
    DAMAGED,
    DONE,
    EVENING,
    IMPOSSIBLE,
    INTERRUPTED,
    NOT_FOUND,
    SESSION,
    USAGE,
    Ran,
    bytes_of,
    done,
    events,
    log_of,
    make_book,
    refused,
    run,
    stand_apart,
)

SECOND = SESSION.replace("D=Dmitri", "D=Eva played 2026-12-06") + "b 8h 6\nc 7s 7\nclose\n"
THIRD = SESSION.replace("D=Dmitri", "D=Eva played 2026-12-13") + "b 8h 6\nd gm 0\nclose\n"


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty book."""
    stand_apart(tmp_path, monkeypatch)
    make_book(tmp_path / "book")
    monkeypatch.setenv("TRICKBOOK_BOOK", str(tmp_path / "book"))
    return tmp_path / "book"


def exported(name: str, *scripts: str) -> Path:
    """Export a book with these sessions as one log."""
    other = make_book(Path(f"{name}-book"), *scripts)
    done("export", "--book", str(other), "-o", f"{name}.jsonl")
    return Path(f"{name}.jsonl")


def brought(*names: str, code: int = DONE) -> Ran:
    """Import files without a question."""
    ran = run("import", *names, "--yes")
    assert ran.code == code, ran
    return ran


def logs(book: Path) -> list[Path]:
    """List the logs of a book."""
    return Book(book).logs()


# -- nothing lost ---------------------------------------------------------------------------------


def test_the_logs_of_another_book_come_byte_for_byte(book: Path) -> None:
    source = exported("old", EVENING, SECOND)
    ran = brought(str(source))
    assert [log.read_bytes() for log in logs(book)] == [log_of(EVENING), log_of(SECOND)]
    assert [line for line in ran.out.splitlines() if line[0] in "12"] == ["1@0..1@83", "2@0..2@11"]
    assert "2 sessions, 6 deals, 5 new players imported\n" in ran.err
    assert "DAMAGED" not in done("verify")


def test_corrections_rulings_and_notes_keep_what_they_are_about(book: Path) -> None:
    other = make_book(Path("other"), SECOND, EVENING)
    at = ("--book", "other", "--by", "zoë")
    done("ruling", "2.1", "revoke@2.1:t6.3", "tricks 1 c>a", "--ground", "as agreed", *at)
    done("fix", "2.2", "end c 7s 6", "--reason", "misread", *at)
    done("note", "2.3", "counted twice", *at)
    done("void", "2.4", "--reason", "wrong pack", "--yes", *at)
    done("export", "--book", "other", "-o", "old.jsonl")
    brought("old.jsonl")
    assert [log.read_bytes() for log in logs(book)] == [log.read_bytes() for log in logs(other)]
    told = json.loads(done("replay", "2.1", "--json"))
    assert [finding["state"] for finding in told["findings"]] == ["ruled"]


def test_a_session_gets_the_next_number_and_the_day_it_was_played() -> None:
    done("record", "--script", _written("here.txt", EVENING))
    brought(str(exported("old", SECOND)))
    (here, there) = [json.loads(line) for line in done("list", "--json").splitlines()]
    assert (here["session"], there["session"], there["played"]) == ("1", "2", "2026-12-06")
    assert done("head", "2").split()[2] == done("head", "--book", "old-book", "1").split()[2]


def test_a_book_is_imported_by_its_folder(book: Path) -> None:
    other = make_book(Path("other"), EVENING, SECOND)
    brought("other")
    assert [log.read_bytes() for log in logs(book)] == [log.read_bytes() for log in logs(other)]


def _written(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_exported_and_imported_a_game_is_as_it_was(game: RuleBook) -> None:
    cases = [*((seats, {}) for seats in game.seats), (game.seats[-1], _last_values(game))]
    for seats, chosen in cases:
        options = game.resolve(chosen)
        write_simulation(game, 14, 7, seats, options, name := f"{seats}{_word(chosen)}.jsonl")
        there = Path(f"to-{name}").with_suffix("")
        make_book(there)
        brought(name, "--book", str(there))
        done("export", "--book", str(there), "-o", f"again-{name}")
        assert Path(f"again-{name}").read_bytes() == Path(name).read_bytes()


def _last_values(game: RuleBook) -> dict[str, str]:
    """Set each option to its last value."""
    return {rule.name: rule.values[-1] for rule in game.options if rule.values}


def _word(chosen: dict[str, str]) -> str:
    return "-set" if chosen else ""


def test_a_replay_tells_the_same_but_for_the_session() -> None:
    done("record", "--script", _written("here.txt", THIRD))
    brought(str(exported("old", EVENING, SECOND)))
    there, here = (
        [_placeless(line) for line in done("replay", *names, "--json").splitlines()]
        for names in (["--book", "old-book"], ["2", "3"])
    )
    assert there == here
    assert len(here) == 6


def _placeless(line: str) -> dict[str, object]:
    """Read a deal, with addresses that do not tell of which session they are."""
    deal = json.loads(line)
    assert deal.pop("file")
    number = deal.pop("session")
    for told in (deal, *deal["findings"]):
        for name in ("deal", "place", "event", "provable"):
            told[name] = str(told.get(name)).removeprefix(number)
    return dict(deal)


# -- nothing twice --------------------------------------------------------------------------------


def test_an_import_twice_writes_nothing_the_second_time(book: Path) -> None:
    source = exported("old", EVENING, SECOND)
    brought(str(source))
    before = bytes_of(book)
    ran = brought(str(source))
    assert bytes_of(book) == before
    assert f"{source}:1: session 1 already, skipped\n" in ran.err
    assert ran.out == ""
    assert "0 sessions, 0 deals, 0 new players imported; 2 known already\n" in ran.err


def test_the_same_session_in_two_files_is_one(book: Path) -> None:
    brought(str(exported("old", EVENING)), str(exported("both", EVENING, SECOND)))
    assert len(logs(book)) == 2


def test_an_interrupted_import_goes_on(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = exported("old", EVENING, SECOND, THIRD)
    put, calls = "replay.recorder.importing.planning.put_log", itertools.count()
    really = _resolved(put)

    def stopped(*said: object) -> None:
        if next(calls):
            raise KeyboardInterrupt
        really(*said)

    monkeypatch.setattr(put, stopped)
    brought(str(source), code=INTERRUPTED)
    monkeypatch.setattr(put, really)
    assert [log.read_bytes() for log in logs(book)] == [log_of(EVENING)]
    assert "2 sessions, 4 deals, 0 new players imported; 1 known" in brought(str(source)).err
    assert len(logs(book)) == 3


def _resolved(name: str) -> Callable[..., None]:
    module, _, function = name.rpartition(".")
    found: Callable[..., None] = getattr(__import__(module, fromlist=[function]), function)
    return found


def test_a_session_that_went_on_here_is_known(book: Path) -> None:
    source = exported("old", EVENING)
    brought(str(source))
    done("note", "1.1", "a remark of ours")
    assert "session 1 already" in brought(str(source)).err
    assert len(logs(book)) == 1


UNFINISHED = SECOND.replace("close\n", "deal turned 5h\nauction 6 p\n")


def test_of_a_session_that_went_on_there_the_rest_is_written(book: Path) -> None:
    other = make_book(Path("other"), EVENING, UNFINISHED)
    brought("other")
    done("record", "--book", "other", "--script", _written("more.txt", "7 p 8h 3p\ncancel\n"))
    ran = brought("other")
    assert [log.read_bytes() for log in logs(book)] == [log.read_bytes() for log in logs(other)]
    assert ran.out == "2@13..2@20\n"
    assert "0 sessions, more of 1 session, 1 deal, 0 new players imported; 1 known" in ran.err
    assert "4 known already" in brought("other", "other").err


def test_a_session_that_went_on_there_and_here_is_refused(book: Path) -> None:
    brought(str(exported("old", UNFINISHED)))
    done("record", "--script", _written("here.txt", "p 8h 3p\n"))
    ran = brought(str(exported("more", SECOND)), code=IMPOSSIBLE)
    assert "more.jsonl:1: session 1 has its first 2 deals" in ran.err
    assert len(logs(book)) == 1


def test_a_session_written_otherwise_is_not_lengthened(book: Path) -> None:
    done("record", "--script", _written("here.txt", SECOND.replace("close\n", "")), "--by", "eva")
    before = bytes_of(book)
    ran = brought(str(exported("more", SECOND)), code=IMPOSSIBLE)
    assert "session 1 has its first 2 deals and ends there, and was written otherwise" in ran.err
    assert bytes_of(book) == before


def test_two_copies_of_an_evening_that_differ_are_not_both_counted() -> None:
    brought(str(exported("old", SECOND)))
    ran = brought(str(exported("other", SECOND.replace("c 7s 7", "c 7s 8"))), code=IMPOSSIBLE)
    assert "session 1 has its first 1 deal, of the same day, and goes on otherwise" in ran.err
    assert "trickbook fix 1.2" in ran.err


def test_another_sitting_of_the_same_day_is_imported_and_told(book: Path) -> None:
    brought(str(exported("old", SECOND)))
    ran = brought(str(exported("evening", SECOND.replace("b 8h 6", "a 8s 9"))))
    assert "session 1 was opened alike on the same day; this is another one" in ran.err
    assert len(logs(book)) == 2


def test_an_undated_session_that_begins_with_the_deals_of_another_is_told(book: Path) -> None:
    undated = SECOND.replace(" played 2026-12-06", "")
    brought(str(exported("old", undated)))
    ran = brought(str(exported("other", undated.replace("c 7s 7", "c 7s 8"))))
    assert "other.jsonl:1: session 1 has its first 1 deal, and neither tells its day" in ran.err
    assert len(logs(book)) == 2
    apart = brought(str(exported("apart", undated.replace("b 8h 6", "a 8s 9"))))
    assert "neither tells its day" not in apart.err


# -- nothing damaged ------------------------------------------------------------------------------


def test_good_sessions_before_the_damage_come_and_what_no_seal_proves_does_not(book: Path) -> None:
    source = exported("old", EVENING, SECOND, THIRD)
    data = source.read_bytes()
    source.write_bytes(data.replace(b'"tricks":7,"trumps":"S"', b'"tricks":9,"trumps":"S"', 2))
    # the first is the third deal's of the evening, which stands in the first session
    ran = brought(str(source), code=DAMAGED)
    assert logs(book) == []
    assert ran.err.count("damaged: the seal in line") == 3


def test_a_damaged_session_among_good_files_is_the_only_one_left_out(book: Path) -> None:
    other = make_book(Path("other"), EVENING, SECOND, THIRD)
    bad = other / "sessions/0002.jsonl"
    bad.write_bytes(bad.read_bytes().replace(b'"tricks":6', b'"tricks":8'))
    ran = brought("other", code=DAMAGED)
    assert "0002.jsonl:1: damaged: the seal in line 4 does not fit" in ran.err
    assert "trickbook verify" in ran.err
    assert [log.read_bytes() for log in logs(book)] == [log_of(EVENING), log_of(THIRD)]
    assert "2 sessions, 6 deals, 5 new players imported; 1 refused" in ran.err


def test_the_unsealed_end_of_a_session_is_guarded_by_the_seals_after_it(book: Path) -> None:
    open_ended = SECOND.replace("close\n", "deal turned 5h\nauction 6 p 7 p 8h 3p\n")
    source = exported("old", open_ended, THIRD)
    lines = source.read_bytes().splitlines(keepends=True)
    bad = [line.replace(b"call B 7", b"call B 9") for line in lines]
    assert bad != lines
    source.write_bytes(b"".join(bad))
    ran = brought(str(source), code=DAMAGED)
    assert "its end may be damaged" in ran.err
    assert logs(book) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data[:-20], "has no end: it was cut off while it was written"),
        (lambda data: data + b"[]\n", "is not an entry"),
        (lambda data: data.replace(b"played", b"payed", 1), "damaged: "),
        (lambda data: b"\n" + data, "is not an entry"),
    ],
)
def test_what_is_damaged_is_never_imported(
    book: Path, change: Callable[[bytes], bytes], told: str
) -> None:
    source = exported("old", EVENING)
    source.write_bytes(change(source.read_bytes()))
    assert told in brought(str(source), code=DAMAGED).err
    assert bytes_of(book).keys() == {"book.json"}


def test_a_session_of_a_newer_program_is_told_as_such() -> None:
    newer = log_of(EVENING).replace(b'"claim","', b'"wager","')
    Path("newer.jsonl").write_bytes(b'{"events":[{"type":"table_blessed"}],"seq":0}\n' + newer[:0])
    ran = brought("newer.jsonl", code=DAMAGED)
    assert "newer.jsonl:1: written by a newer program" in ran.err


def test_a_session_of_a_game_that_is_not_there_is_refused_and_the_next_is_not(book: Path) -> None:
    Path("odd.jsonl").write_bytes(
        log_of(EVENING).partition(b"\n")[0].replace(b'"boston"', b'"bridge"') + b"\n"
    )
    ran = brought("odd.jsonl", str(exported("old", SECOND)), code=NOT_FOUND)
    assert "odd.jsonl:1: this program has no game “bridge”" in ran.err
    assert len(logs(book)) == 1


# -- who is who -----------------------------------------------------------------------------------


def players(book: Path) -> dict[str, str]:
    """Give the names on the list, by id."""
    return read_people(Book(book)).names


def test_new_players_are_put_on_the_list_and_known_ones_are_found_by_name(book: Path) -> None:
    done("players", "add", "Boris", "orlov")
    ran = brought(str(exported("old", EVENING)))
    assert "3 new players" in ran.err
    assert players(book) == {"orlov": "Boris", "Ada": "Ada", "Chloé": "Chloé", "Dmitri": "Dmitri"}
    opened = events(book)[0]
    assert opened["players"]["B"] == {"id": "orlov", "name": "Boris"}
    assert "DAMAGED" not in done("verify")
    assert "session 1 already" in brought("old.jsonl").err


def test_who_plays_here_and_is_on_no_list_is_not_new(book: Path) -> None:
    done("record", "--script", _written("here.txt", THIRD))
    assert "1 new player imported" in brought(str(exported("old", EVENING))).err
    assert players(book) == {"Dmitri": "Dmitri"}


def test_two_of_one_name_are_told_apart_by_a_map(book: Path) -> None:
    done("players", "add", "Boris", "b1")
    done("players", "add", "Boris", "b2")
    source = str(exported("old", EVENING))
    ran = brought(source, code=IMPOSSIBLE)
    assert "old.jsonl:1: b1 and b2 are both called Boris here: a map tells who it is" in ran.err
    _written("who.toml", '[players]\nBoris = "b2"\n')
    brought(source, "--map", "who.toml")
    assert events(book)[0]["players"]["B"] == {"id": "b2", "name": "Boris"}


def test_one_id_of_two_people_is_refused() -> None:
    done("players", "add", "Boris Orlov", "orlov", "--book", "book")
    other = make_book(Path("other"))
    done("players", "add", "Nikolai Orlov", "orlov", "--book", str(other))
    seats = "A=Ada,B=Nikolai Orlov,C=Chloé,D=Dmitri"
    done("open", "--game", "boston", "--seats", seats, "--book", str(other))
    ran = brought("other", code=IMPOSSIBLE)
    assert "orlov is called Boris Orlov here and Nikolai Orlov there" in ran.err


def test_a_player_who_was_renamed_here_is_still_known() -> None:
    done("players", "add", "Boris Orlov", "orlov")
    done("open", "--game", "boston", "--seats", "A=Ada,B=orlov,C=Chloé,D=Dmitri")
    done("close", "--yes")
    done("export", "-o", "old.jsonl")
    done("players", "rename", "orlov", "Count Orlov")
    assert "session 1 already" in brought("old.jsonl").err


def test_nothing_is_imported_beside_a_damaged_list_of_players(book: Path) -> None:
    done("players", "add", "Boris")
    listed = book / "players.jsonl"
    listed.write_bytes(listed.read_bytes().replace(b"Boris", b"Borsi", 1))
    before = bytes_of(book)
    refused(run("import", str(exported("old", EVENING)), "--yes"), DAMAGED, "damaged list")
    assert bytes_of(book) == before


def test_a_map_that_names_nobody_is_told() -> None:
    _written("who.toml", '[players]\nBorsi = "orlov"\nBoris = "orlov"\n')
    ran = run("import", str(exported("old", EVENING)), "--map", "who.toml", "--yes")
    assert "the map names Borsi among the players, and nobody is called so" in ran.err
    assert "the map names Boris" not in ran.err
    (notice,) = run("import", "old.jsonl", "--map", "who.toml", "--json").document["notices"]
    assert "the map names Borsi" in notice


def test_who_is_merged_in_the_other_book_is_told() -> None:
    other = str(make_book(Path("other"), EVENING))
    done("players", "add", "Boris", "--book", other)
    done("players", "merge", "Dmitri", "Boris", "--yes", "--book", other)
    assert "other/players.jsonl: Dmitri is Boris there: not imported" in brought("other").err


def test_one_person_has_one_seat() -> None:
    _written("who.toml", '[players]\nBoris = "Ada"\n')
    ran = brought(str(exported("old", EVENING)), "--map", "who.toml", code=IMPOSSIBLE)
    assert "Ada and Boris sit at one table, and are both Ada here" in ran.err


def test_a_name_that_is_spelt_alike_is_told_and_nothing_is_done_about_it() -> None:
    done("record", "--script", _written("here.txt", EVENING))
    ran = brought(str(exported("old", THIRD.replace("Boris", "Борис"))))
    assert "Борис is new, and spelt like Boris" in ran.err
    assert "trickbook players merge" in ran.err


# -- asked, told, refused -------------------------------------------------------------------------


def test_what_would_be_written_is_asked_in_numbers(book: Path) -> None:
    source = str(exported("old", EVENING, SECOND))
    question = "2 sessions, 6 deals, 5 new players will be written, as sessions 1 to 2."
    refused(run("import", source), USAGE, question, "--yes does it")
    no = run("import", source, stdin="n\n", terminal=True)
    assert (no.code, question in no.err, logs(book)) == (INTERRUPTED, True, [])
    assert run("import", source, stdin="y\n", terminal=True).code == DONE
    assert len(logs(book)) == 2


def test_a_dry_run_tells_all_and_writes_nothing(book: Path) -> None:
    before = bytes_of(book)
    out = done("import", str(exported("old", EVENING, SECOND)), "--dry-run")
    assert [line.split()[:4] for line in out.splitlines()] == [
        ["session", "game", "played", "deals"],
        ["1", "boston", "2026-11-29", "4"],
        ["2", "boston", "2026-12-06", "2"],
    ]
    assert bytes_of(book) == before


def test_programs_are_told_in_json() -> None:
    told = run("import", str(exported("old", EVENING)), "--yes", "--json").document
    assert told["schema"] == "trickbook.import/1"
    assert told["counts"] == {
        "sessions": 1, "deals": 4, "longer": 0, "players": 4, "known": 0, "refused": 0
    }  # fmt: skip
    assert told["written"][-1] == "1@0..1@83"
    (session,) = run("import", "old.jsonl", "--json").document["sessions"]
    assert (session["state"], session["session"], session["place"]) == ("known", "1", "old.jsonl:1")


def test_nothing_comes_after_a_session_that_is_open() -> None:
    done("open", "--game", "boston", "--seats", "A=Ada,B=Boris,C=Chloé,D=Dmitri")
    source = str(exported("old", SECOND))
    refused(run("import", source, "--yes"), IMPOSSIBLE, "session 1 is open", "trickbook close 1")
    done("close")
    brought(source)


def test_a_session_that_is_left_open_is_told() -> None:
    source = str(exported("old", EVENING, SECOND.replace("close\n", "")))
    assert "session 2 is not closed: trickbook record goes on" in brought(source).err
    assert "session 2 already" in brought(source).err


def test_a_session_opened_meanwhile_is_not_written_over(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = "replay.recorder.importing.planning.put_log"
    really = _resolved(put)

    def late(path: Path, *said: object) -> None:
        path.write_bytes(log_of(THIRD))
        really(path, *said)

    monkeypatch.setattr(put, late)
    ran = brought(str(exported("old", EVENING)), code=BUSY)
    assert "somebody else has just opened a session" in ran.err
    assert [log.read_bytes() for log in logs(book)] == [log_of(THIRD)]


@pytest.mark.parametrize(
    ("name", "data", "code", "told"),
    [
        ("none.jsonl", None, NOT_FOUND, "no such file"),
        ("empty.jsonl", b"", USAGE, "is empty"),
        ("book.pdf", b"%PDF", USAGE, "a table in .csv or .tsv"),
        ("players.jsonl", b"", USAGE, "is empty"),
        ("latin.txt", b"\xe9", USAGE, "UTF-8"),
    ],
)
def test_a_file_of_which_no_session_comes_is_refused(
    name: str, data: bytes | None, code: int, told: str
) -> None:
    if data is not None:
        Path(name).write_bytes(data)
    refused(run("import", name, "--yes"), code, name, told)


def test_a_list_of_players_and_the_book_itself_hold_nothing_to_import() -> None:
    done("players", "add", "Boris")
    assert "a list of players" in brought("book/players.jsonl", code=USAGE).err
    refused(run("import", "book", "--yes"), USAGE, "is the book itself")


def test_a_log_by_itself_takes_no_sessions() -> None:
    source = str(exported("old", EVENING))
    refused(run("import", source, "--book", "old.jsonl", "--yes"), USAGE, "is one log")


# -- scripts --------------------------------------------------------------------------------------


def test_a_script_is_recorded_whole(book: Path) -> None:
    script = _written("old.txt", f"# two evenings\n{EVENING}\n{SECOND}")
    ran = brought(script)
    assert "2 sessions, 6 deals" in ran.err
    there = make_book(Path("there"), EVENING, SECOND)
    assert [events(book, number) for number in (1, 2)] == [
        events(there, number) for number in (1, 2)
    ]
    assert "old.txt:2: session 1 already" in brought(script).err


def test_a_session_of_a_script_with_a_bad_line_is_left_out_and_the_next_is_not(book: Path) -> None:
    script = _written(
        "old.txt", EVENING.replace("trick d10 cj c8 dj", "trick d10 cj c8 d10") + SECOND
    )
    ran = brought(script, code=IMPOSSIBLE)
    assert "old.txt:19:17: " in ran.err
    assert events(book)[0]["played"] == "2026-12-06"
    assert len(logs(book)) == 1


@pytest.mark.parametrize("text", ["", "\n# nothing yet\n\n"])
def test_a_script_without_a_session_is_refused_as_an_empty_log_is(text: str) -> None:
    refused(
        run("import", _written("old.txt", text)), USAGE, "old.txt is empty: no session is in it"
    )


def test_of_a_folder_that_is_no_book_the_files_are_to_be_named(tmp_path: Path) -> None:
    (tmp_path / "years").mkdir()
    (tmp_path / "years/1893.csv").write_text("A,B,C,D,result\n", encoding="utf-8")
    ran = run("import", "years")
    refused(ran, NOT_FOUND, "years is a folder, and no book", "trickbook import years/*.csv")
