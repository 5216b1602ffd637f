"""Years typed from paper: tables read as if each row were typed, all that is wrong told at once."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from core.games import BY_KEY
from replay.recorder.importing.mapping import COLUMNS
from tests.test_cli import (
    DONE,
    IMPOSSIBLE,
    NOT_FOUND,
    USAGE,
    Ran,
    bytes_of,
    done,
    events,
    make_book,
    refused,
    run,
    stand_apart,
)

ROOT: Final = Path(__file__).parent.parent
SEATED: Final = "date,A,B,C,D,result"
FOUR: Final = "1893-11-04,Ada,Boris,Chloé,Dmitri"


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty book of Boston."""
    stand_apart(tmp_path, monkeypatch)
    make_book(tmp_path / "book")
    monkeypatch.setenv("TRICKBOOK_BOOK", str(tmp_path / "book"))
    return tmp_path / "book"


def written(name: str, *lines: str) -> str:
    """Write a file of lines."""
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return name


def brought(*lines: str, code: int = DONE, how: str | None = None) -> Ran:
    """Import a table."""
    mapped = () if how is None else ("--map", written("map.toml", how))
    ran = run("import", written("years.csv", *lines), *mapped, "--yes")
    assert ran.code == code, ran
    return ran


def settled(book: Path, number: int = 1) -> list[Any]:
    """Give what the table took, deal by deal."""
    found = [event for event in events(book, number) if isinstance(event, dict)]
    return [event for event in found if event["type"] == "deal_settled"]


def stated(book: Path, number: int = 1) -> list[Any]:
    """Give the results as they are written."""
    found = [event for event in events(book, number) if isinstance(event, dict)]
    return [event for event in found if event["type"] == "result_stated"]


def recorded(tmp_path: Path, *lines: str) -> list[Any]:
    """Record a script into a book of its own; gives its events."""
    make_book(tmp_path / "typed")
    done("record", "--book", "typed", "--script", written("typed.txt", *lines))
    return events(tmp_path / "typed")


# -- as if it were typed --------------------------------------------------------------------------

FOUR_SEATS: Final = "A=Ada B=Boris C=Chloé D=Dmitri"
OF_GAMES: Final[dict[str, tuple[str, ...]]] = {
    "boston": ("b 8h 6", "c gm 0", "po 6 4 2 1", "a 5 1 pay"),
    "fontainebleau": ("b 9h 6", "b+c 7d 9", "po 6 4 2 1", "a ssd 13"),
    "russian": ("b+c 7d 9", "d gm 0 cb c", "a 13d 13"),
    "french": ("a+c askc 5+4 jack b", "b 6s 7 hon 4 jack a", "po"),
    "russian-fontainebleau": ("a+c askh 9 jack b", "b 6h 8 jack a", "b+d 7h 11 each 40 jack a"),
    "german-whist": ("16 10",),
    "chinese-whist": ("5 3 4 1", "9 4"),
}


@pytest.mark.parametrize("game", OF_GAMES)
def test_a_row_is_taken_as_the_line_that_would_be_typed(
    book: Path, tmp_path: Path, game: str
) -> None:
    assert set(OF_GAMES) == set(BY_KEY)
    names = FOUR_SEATS.split()[: 2 if game == "german-whist" else 4]
    cells = ",".join(name.partition("=")[2] for name in names)
    head = ",".join(["game", *(name[0] for name in names), "turned", "result"])
    brought(head, *(f"{game},{cells},7h,{line}" for line in OF_GAMES[game]))
    deals = [text for line in OF_GAMES[game] for text in ("deal turned 7h", f"result {line}")]
    session = f"session {game} {' '.join(names)}"
    assert events(book) == recorded(tmp_path, session, *deals, "close")


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        ("b,,8,h,6,,,,", "b 8h 6"),
        ("Boris,,8h,,=,,,,", "b 8h ="),
        ("c,,little-misere,,0,,,,", "c lm 0"),
        ("a,,13,s,13,,,,", "a 13s 13"),
        (",,po,,6 4 2 1,,,,", "po 6 4 2 1"),
        ("b,,5,h,1,,,pay,", "b 5h 1 pay"),
        ("b,,9,s,8,,,,20", "b 9s 8 each 20"),
    ],
)
def test_the_parts_of_a_result_may_stand_apart(
    book: Path, tmp_path: Path, cells: str, line: str
) -> None:
    head = "A,B,C,D,caller,partner,contract,suit,took,honours,jack,flags,each"
    brought(head, f"Ada,Boris,Chloé,Dmitri,{cells}")
    typed = recorded(tmp_path, f"session boston {FOUR_SEATS}", f"result {line}", "close")
    assert [event for event in events(book) if event not in typed] == []
    assert len(stated(book)) == 1


def test_partners_and_a_demand_stand_apart(book: Path, tmp_path: Path) -> None:
    head = "game,A,B,C,D,turned,caller,partner,contract,trumps,tricks,jack"
    brought(head, "french,Ada,Boris,Chloé,Dmitri,7h,Ada,Chloé,ask,c,5+4,Boris")
    lines = ("deal turned 7h", "result a+c askc 5+4 jack b", "close")
    assert events(book) == recorded(tmp_path, f"session french {FOUR_SEATS}", *lines)


@pytest.mark.parametrize(
    ("delimiter", "mark", "end"),
    [(",", "", "\n"), (";", "\ufeff", "\r\n"), ("\t", "", "\r\n"), (",", "\ufeff", "\r")],
)
def test_any_spreadsheet_may_have_saved_it(book: Path, delimiter: str, mark: str, end: str) -> None:
    rows = [["date", "A", "B", "C", "D", "result", "note"]]
    rows += [["1893-11-04", "Ada", '"Boris, the; elder"', "Chloé", "Dmitri", "b 8h 6", '"a\nb"']]
    text = "".join(delimiter.join(cells) + end for cells in rows)
    Path("years.tsv").write_bytes((mark + text).encode())
    done("import", "years.tsv", "--yes")
    opened, _, noted, *_ = events(book)
    assert opened["players"]["B"]["name"] == "Boris, the; elder"
    assert noted == {"text": "a b", "type": "noted"}


def test_the_day_is_that_of_the_game(book: Path) -> None:
    brought(SEATED, f"{FOUR},b 8h 6")
    assert events(book)[0]["played"] == "1893-11-04"
    (listed,) = [json.loads(line) for line in done("list", "--json").splitlines()]
    assert (listed["played"], listed["state"]) == ("1893-11-04", "closed")


def test_what_goes_on_need_not_be_written_again(book: Path) -> None:
    brought(
        SEATED,
        f"{FOUR},b 8h 6",
        ",,,,,c gm 0",
        "1893-11-11,Eva,Boris,Chloé,Dmitri,a 7s 7",
        f"{FOUR},po 5 5 2 1",
    )
    assert len(stated(book)) == 3
    assert [events(book, n)[0]["played"] for n in (1, 2)] == ["1893-11-04", "1893-11-11"]


def test_who_sits_there_is_told_for_each_session(book: Path) -> None:
    ran = brought(SEATED, f"{FOUR},b 8h 6", "1893-11-11,,,,,a 7s 7", code=USAGE)
    assert "years.csv:3: nobody is named" in ran.err
    assert len(list((book / "sessions").glob("*.jsonl"))) == 1


def test_a_word_may_stand_for_nothing(book: Path) -> None:
    how = '[values.each]\n"-" = ""\n'
    brought("A,B,C,D,result,each", "Ada,Boris,Chloé,Dmitri,b 8h 6,-", how=how)
    assert settled(book)[0]["net"]["A"] == "35"


def test_others_may_sit_down_between_two_deals(book: Path) -> None:
    brought(SEATED, f"{FOUR},b 8h 6", ",,,Eva,,c gm 0")
    (seated,) = [one for one in events(book) if one["type"] == "seats_changed"]
    assert [one["name"] for one in seated["players"].values()] == ["Ada", "Boris", "Eva", "Dmitri"]


def test_names_and_remarks_are_kept_as_they_are(book: Path) -> None:
    head = "A,B,C,D,result,title,note"
    brought(head, 'Ada #1,"B ""the"" B","C, D",Dmitri,b 8h 6,# 17,"| # ""x"" (odd)"')
    opened, _, noted, *_ = events(book)
    names = [player["name"] for player in opened["players"].values()]
    assert names == ["Ada #1", 'B "the" B', "C, D", "Dmitri"]
    assert (opened["title"], noted["text"]) == ("# 17", '| # "x" (odd)')


def test_the_number_on_the_sheet_is_kept_as_the_title(book: Path) -> None:
    brought("session," + SEATED, f"17,{FOUR},b 8h 6", f"18,{FOUR},b 8h 6")
    assert [events(book, n)[0]["title"] for n in (1, 2)] == ["17", "18"]


@pytest.mark.parametrize(
    ("result", "kind"), [("misdeal a", "misdeal"), ("cancel", "cancelled"), ("Cancel", "cancelled")]
)
def test_a_deal_that_does_not_stand_is_a_row_as_well(book: Path, result: str, kind: str) -> None:
    brought(SEATED, f"{FOUR},{result}", ",,,,,b 8h 6")
    (voided,) = [one for one in events(book) if one["type"] == "deal_voided"]
    assert (voided["kind"], voided["deal"]) == (kind, 1)


# -- what the table took --------------------------------------------------------------------------


def test_what_each_won_or_lost_is_kept_as_a_claim_that_the_audit_compares(book: Path) -> None:
    head = "A,B,C,D,result,net A,net B,net C,net D,pool after"
    brought(head, "Ada,Boris,Chloé,Dmitri,b 8h 6,35,−140,35,35,80")
    assert settled(book)[0]["net"] == {"A": "35", "B": "-140", "C": "35", "D": "35"}
    audit = run("audit")
    assert "Boris (B) is recorded with −140, the rules give −145" in audit.out
    assert audit.out.count("\n") == 1


def test_without_the_pool_it_gains_what_the_seats_lose(book: Path) -> None:
    brought("A,B,C,D,result,net A,net B,net C,net D", "Ada,Boris,Chloé,Dmitri,b 8h 6,35,-145,35,35")
    assert settled(book)[0]["pool"] == "80"
    done("audit")


def test_a_deal_of_which_only_the_amounts_are_known(book: Path) -> None:
    brought("A,B,C,D,net A,net B,net C,net D,pool after", "Ada,Boris,Chloé,Dmitri,5,-5,0,0,40")
    assert settled(book)[0]["net"] == {"A": "5", "B": "-5", "C": "0", "D": "0"}


@pytest.mark.parametrize(
    ("cell", "unit", "amount"),
    [
        ("67.5", "1", "135/2"),
        ('"67,5"', "1", "135/2"),
        ("135/2", "1", "135/2"),
        ("−35", "1", "-35"),
        ("'-35", "1", "-35"),
        ("+35", "1", "35"),
        ("7", "5", "35"),
        ("70", "1/2", "35"),
    ],
)
def test_amounts_are_exact_in_any_spelling(book: Path, cell: str, unit: str, amount: str) -> None:
    head = "A,B,C,D,result,net A,net B,pool after"
    brought(head, f"Ada,Boris,Chloé,Dmitri,b 8h 6,{cell},0,40", how=f'unit = "{unit}"')
    assert settled(book)[0]["net"]["A"] == amount


# -- what is wrong --------------------------------------------------------------------------------


def test_all_bad_rows_are_told_at_once_and_their_session_is_left_out(book: Path) -> None:
    rows = [f"{FOUR},b 8h 6", ",,,,,b 8h six", ",,,,,c 9s 14", ",,,,,d gm 0"]
    rows += ["1893-11-11,Ada,Boris,Chloé,Dmitri,b 8h 6"]
    ran = brought(SEATED, *rows, code=IMPOSSIBLE)
    assert "years.csv:3:result: 'six' is not a score" in ran.err
    assert "years.csv:4:result: 14 tricks of 13" in ran.err
    assert "1 session, 1 deal, 4 new players imported; 1 refused" in ran.err
    assert events(book)[0]["played"] == "1893-11-11"


def test_rows_behind_the_last_deal_are_told_once_with_their_number() -> None:
    rows = [f"{FOUR},b 8h 6"] * 20
    ran = brought(SEATED, *rows, code=IMPOSSIBLE)
    assert ran.err.count("deals of the session are played") == 1
    assert ran.err.count("years.csv:") == 1
    assert "years.csv:14: all 12 deals of the session are played, and 8 rows more" in ran.err


def test_a_dry_run_tells_them_too_and_writes_nothing(book: Path) -> None:
    before = bytes_of(book)
    name = written("years.csv", SEATED, f"{FOUR},b 8h six")
    ran = run("import", name, "--dry-run")
    assert (ran.code, "years.csv:2:result" in ran.err) == (USAGE, True)
    assert bytes_of(book) == before


def test_what_is_against_the_rules_is_kept_and_told(book: Path) -> None:
    ran = brought("A,B,C,D,dealer,result", "Ada,Boris,Chloé,Dmitri,A,b 8h 6", ",,,,A,c 8h 6")
    assert "years.csv:3: " in ran.err
    assert len(stated(book)) == 2
    assert run("audit").code == 1


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("Eva", "“Eva” does not sit there: a seat or a name was expected, of A Ada, B Boris"),
        ("e", "“e” does not sit there"),
    ],
)
def test_a_seat_is_named_by_its_letter_or_by_who_sits_there(cell: str, told: str) -> None:
    ran = brought("A,B,C,D,caller,contract,took", f"Ada,Boris,Chloé,Dmitri,{cell},8h,6", code=USAGE)
    assert f"years.csv:2:caller: {told}" in ran.err


def test_a_name_that_is_another_seats_letter_may_be_two(book: Path) -> None:
    row = "B,Ada,Chloé,Dmitri,{},8h,6"
    ran = brought("A,B,C,D,caller,contract,took", row.format("B"), code=USAGE)
    assert "“B” may be two seats" in ran.err
    assert not list((book / "sessions").iterdir())


@pytest.mark.parametrize(
    ("head", "row", "told"),
    [
        ("result,caller", "b 8h 6,b", ":2:result: the result stands in caller as well"),
        ("result,each", "b 8h 6,abc", ":2:each: “abc” is no amount"),
        ("result,each", "b 8h 6,1/0", ":2:each: “1/0” is no amount"),
        ("result,each", "b 8h 6,1e999999999", "is no amount"),
        ("result,each", "b 8h 6,1_000", "is no amount"),
        ("result,each", "b 8h 6,0.01", ":2:each: “0.01” is finer than a twelfth"),
        ("result,each", f"b 8h 6,{'9' * 5000}", f":2:each: “{'9' * 60}” is no amount"),
        ("result,each,net A", "b 8h 6,20,5", "one of them only"),
        ("result", "close", ":2:result: "),
        ("result,each", "b 8h 6 # half,20", ":2:result: “b 8h 6 # half” has a # in it"),
        ("result,turned", "b 8h 6,#7h", ":2:turned: “#7h” has a # in it"),
        ("result,pool after", "b 8h 6,80", ":2:pool after: the pool after a deal stands beside"),
        ("result,deal", ",5", ":2: no result: "),
        ("result,turned", "b 8h 6,x", ":2:turned: "),
        ("partner,contract", "b,8h", ":2:partner: a partner without a caller"),
        ("result", "b 8h 6,b 8h 6", ":2: 6 cells under 5 headings"),
        ("result,date", "b 8h 6,04.11.1893", ":2:date: “04.11.1893” is not a day"),
        (
            "result,date",
            "b 8h 6,2.12.1893",
            'a map (--map) that names another form: day = "%d.%m.%Y"',
        ),
        ("result,game", "b 8h 6,bridge", "there is no game “bridge”"),
    ],
)
def test_a_row_that_cannot_be_is_told_with_its_place(head: str, row: str, told: str) -> None:
    ran = brought(f"A,B,C,D,{head}", f"Ada,Boris,Chloé,Dmitri,{row}", code=USAGE)
    assert told in ran.err


def test_a_row_of_blanks_is_no_row(book: Path) -> None:
    brought(SEATED, f"{FOUR},b 8h 6", " , ,,\t,,", ",,,,,c 9s 9")
    assert len(stated(book)) == 2


def test_one_session_has_one_day(book: Path) -> None:
    rows = (f"17,{FOUR},b 8h 6", "17,1893-11-05,,,,,b 8h 6")
    ran = brought("session," + SEATED, *rows, code=USAGE)
    assert "years.csv:3:date: “1893-11-05”, and “1893-11-04” in the rows above" in ran.err
    assert not list((book / "sessions").iterdir())


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((), "no column tells who sits where"),
        (("A,B,C,D",), "no column tells what was played"),
        (("date,result", "1893-11-04,b 8h 6"), "no column tells who sits where"),
        ((SEATED,), "there are no rows"),
        ((SEATED, "", ",,,,,"), "there are no rows"),
        (("A,B,C,D,result,result", "a,b,c,d,b 8h 6,"), "two columns tell result: result, result"),
        (("date,Day,A,B,C,D,result", "x,x,a,b,c,d,b 8h 6"), "two columns tell played: date, Day"),
        ((SEATED, f'{FOUR},"b 8h 6'), "years.csv:2: this is no table"),
        ((SEATED, f"{FOUR},{'x' * 140_000}"), "years.csv:2: this is no table"),
    ],
)
def test_what_is_no_table_is_refused(lines: tuple[str, ...], told: str) -> None:
    refused(run("import", written("years.csv", *lines), "--yes"), USAGE, told)


def test_a_table_in_other_letters_is_told_with_its_line() -> None:
    Path("years.csv").write_bytes(f"{SEATED}\n{FOUR},b 8h 6\n".encode("latin-1"))
    refused(run("import", "years.csv", "--yes"), USAGE, "years.csv:2: UTF-8 text was expected")


def test_a_book_of_no_game_is_told_once_how_to_name_one(tmp_path: Path) -> None:
    done("init", "any")
    name = written("years.csv", SEATED, f"{FOUR},b 8h 6", "1893-11-11,Ada,Boris,Cé,Di,b 8h 6")
    ran = run("import", name, "--book", str(tmp_path / "any"), "--yes")
    refused(ran, USAGE, "years.csv:1: no column tells which game: a column game")


def test_a_hint_for_a_map_is_toml() -> None:
    row = '1893-11-04,Boris,"Bo""ris",Chloé,Dmitri,b 8h 6'
    assert '[players] "Boris" = "Bo\\"ris"' in brought(SEATED, row).err


def test_a_column_that_is_not_read_is_told(book: Path) -> None:
    ran = brought(SEATED + ",weather", f"{FOUR},b 8h 6,rain")
    assert "! years.csv:1: not read: the column weather" in ran.err
    assert len(stated(book)) == 1


def test_a_name_that_steers_a_terminal_is_refused() -> None:
    ran = brought(SEATED, f"{FOUR.replace('Ada', chr(27) + '[31mAda')},b 8h 6", code=USAGE)
    assert "that no terminal should be shown" in ran.err


def test_a_deal_that_cannot_be_settled_leaves_its_session_open() -> None:
    ran = brought("game,A,B,C,D,result", "french,Ada,Boris,Chloé,Dmitri,b 6s 7")
    assert "not-settled: deal 1 is not settled" in ran.err
    assert "session 1 is not closed" in ran.err


def test_the_page_tells_every_column() -> None:
    text = (ROOT / "docs/import.md").read_text("utf-8").partition("<!-- columns -->")[2]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    told = {name.casefold() for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert told == set(COLUMNS)


# -- twice ----------------------------------------------------------------------------------------


def test_the_same_rows_in_another_layout_are_known(book: Path) -> None:
    brought(SEATED, f"{FOUR},b 8h 6", ",,,,,c gm 0")
    before = bytes_of(book)
    head = "suit;took;contract;caller;date;A;B;C;D"
    rows = ("h;6;8;Boris;1893-11-04;Ada;Boris;Chloé;Dmitri", ";0;gm;c;;;;;")
    assert "session 1 already, skipped" in brought(head, *rows).err
    assert bytes_of(book) == before


def test_a_row_put_right_later_does_not_double_the_evening() -> None:
    brought(SEATED, f"{FOUR},b 8h 6", ",,,,,c gm 0")
    ran = brought(SEATED, f"{FOUR},b 8h 6", ",,,,,c gm 1", code=IMPOSSIBLE)
    assert "session 1 has its first 1 deal, of the same day, and goes on otherwise" in ran.err
    assert "trickbook fix 1.2" in ran.err


def test_evenings_added_to_a_table_are_the_only_new_ones(book: Path) -> None:
    brought(SEATED, f"{FOUR},b 8h 6")
    ran = brought(SEATED, f"{FOUR},b 8h 6", f"{FOUR},c gm 0".replace("-04", "-11"))
    assert "1 session, 1 deal, 0 new players imported; 1 known already" in ran.err
    assert events(book, 2)[0]["played"] == "1893-11-11"


# -- maps -----------------------------------------------------------------------------------------

MAP: Final = """\
day = "%d.%m.%Y"

[columns]
played = "Datum"
caller = "Spieler"
contract = "Ansage"
tricks = "Stiche"

[constant]
A = "Ada"
B = "Boris"
C = "Chloé"
D = "Dmitri"
place = "Wien"

[options]
division = "whole"
initial_balance = 500

[values.contract]
"Kl. Misère" = "lm"

[players]
Boris = "orlov"
"""


def test_a_map_tells_what_columns_and_words_mean(book: Path) -> None:
    row = "04.11.1893;boris;KL. MISÈRE;0"
    brought("Datum;Spieler;Ansage;Stiche", row, how=MAP)
    opened = events(book)[0]
    assert (opened["played"], opened["place"]) == ("1893-11-04", "Wien")
    assert opened["options"]["division"] == "whole"
    assert opened["options"]["initial_balance"] == "500"
    assert opened["players"]["B"] == {"id": "orlov", "name": "Boris"}
    assert stated(book)[0]["contract"] == "little-misere"


def test_a_heading_that_a_map_claims_is_not_read_twice(book: Path) -> None:
    how = '[columns]\n"pool after" = "pool"\n'
    head = "A,B,C,D,result,net A,net B,net C,net D,pool"
    brought(head, "Ada,Boris,Chloé,Dmitri,b 8h 6,35,-145,35,35,80", how=how)
    assert settled(book)[0]["pool"] == "80"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("[", "is no map: TOML was expected"),
        ("[collumns]", "“collumns” is not of a map: there are columns, constant"),
        ('[columns]\nspieler = "Ada"', "“spieler” is not of a table's columns: there are session"),
        ('[columns]\ncaller = "Spieler"', "no column is headed “Spieler”, as the map has it: date"),
        ("[constant]\ngame = true", "game in constant is no word"),
        ("columns = 5", "[columns] has lines"),
        ("day = []", "day is a word"),
        ('day = "%d.%m.%y"', "tells no whole year: %Y was expected"),
        ("unit = 0", "unit “0” is no number of counters"),
        ('unit = "1,5"', "unit “1,5” is no number of counters"),
        ("[values]\ncaller = 5", "[caller] has lines"),
        ('[options]\ndivision = "thirds"', "the option division cannot be “thirds”"),
        ('[players]\nBoris = ""', "'' cannot be who Boris is: a player's id was expected"),
        ('[players]\nBoris = "b\\u001b"', "'b\\x1b' cannot be who Boris is"),
        ('day = "%d.%m.%Y"', "years.csv:2:date: “1893-11-04” is not a day: %d.%m.%Y was expected"),
    ],
)
def test_a_map_that_cannot_be_is_told(how: str, told: str) -> None:
    assert told in brought(SEATED, f"{FOUR},b 8h 6", code=USAGE, how=how).err


def test_a_map_that_is_not_there_is_not_found() -> None:
    name = written("years.csv", SEATED, f"{FOUR},b 8h 6")
    refused(run("import", name, "--map", "none.toml"), NOT_FOUND, "none.toml")
