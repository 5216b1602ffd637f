"""What a result is worth in the games with partners, through the program; and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from replay.cli import main


def scored(capsys: pytest.CaptureFixture[str], game: str, *arguments: str) -> dict[str, Any]:
    """Run ``score`` and read what it answers."""
    assert main(["score", game, *arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert isinstance(document, dict)
    return document


def test_bf_x1_nine_hearts_pays_115_to_each_and_to_the_pool(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = scored(capsys, "fontainebleau", "b 9h 6", "--pool", "5")
    assert document["net"] == {"A": "115", "B": "-460", "C": "115", "D": "115"}
    assert document["pool"] == {"before": "5", "after": "120"}
    assert {p["amount"] for p in document["payments"]} == {"115"}


def test_bf_x2_two_partners_pay_135_a_head_and_135_between_them_into_the_pool(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = scored(capsys, "fontainebleau", "b+c 7d 9", "--pool", "5")
    assert document["net"] == {"A": "135", "B": "-405/2", "C": "-405/2", "D": "135"}
    assert document["pool"] == {"before": "5", "after": "140"}
    assert (document["caller"], document["partner"], document["made"]) == ("B", "C", False)
    paid = [(p["from"], p["to"], p["amount"]) for p in document["payments"]]
    assert paid == [
        ("B", "A", "135"),
        ("C", "D", "135"),
        ("B", "pool", "135/2"),
        ("C", "pool", "135/2"),
    ]


@pytest.mark.parametrize(
    ("game", "line", "net"),
    [
        ("fontainebleau", "b 7g 7", "-70 215 -70 -70"),
        ("fontainebleau", "b 7nt =", "-70 215 -70 -70"),
        ("fontainebleau", "d gm 0", "-150 -150 -150 455"),
        ("fontainebleau", "b pic 1", "-100 305 -100 -100"),
        ("fontainebleau", "b pic -1", "100 -400 100 100"),
        ("fontainebleau", "a 13d 13", "1505 -500 -500 -500"),
        ("fontainebleau", "a slam d 13", "1505 -500 -500 -500"),
        ("fontainebleau", "a ssd 13", "2405 -800 -800 -800"),
        ("fontainebleau", "a ss d =", "2405 -800 -800 -800"),
        ("fontainebleau", "b 8s 10 hon 3", "-90 275 -90 -90"),
        ("fontainebleau", "b 9h give", "105 -420 105 105"),
        ("fontainebleau", "a+c 6h 6+5", "225/2 -110 225/2 -110"),
        ("fontainebleau", "a+c 6h +2", "225/2 -110 225/2 -110"),
        ("fontainebleau", "b+c 7d give", "135 -405/2 -405/2 135"),
        ("fontainebleau", "b+c 7d pay", "-130 265/2 265/2 -130"),
        ("fontainebleau", "b+c 7g 10", "-130 265/2 265/2 -130"),
        ("fontainebleau", "po 6 4 2 1", "0 0 0 5"),
        ("russian", "b 7d solo 9", "-80 245 -80 -80"),
        ("russian", "b 7d 9 cb c", "-90 235 -50 -90"),
        ("russian", "a+b 5s 8 hon 4", "185/2 185/2 -90 -90"),
    ],
)
def test_a_result_is_worth_what_the_rules_say(
    capsys: pytest.CaptureFixture[str], game: str, line: str, net: str
) -> None:
    document = scored(capsys, game, line)
    assert document["net"] == dict(zip("ABCD", net.split(), strict=True))


def test_bf_g11_in_the_last_deal_what_is_left_is_divided(
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = scored(capsys, "fontainebleau", "b 8h 7", "--pool", "60", "--deal", "12")
    assert document["net"] == {"A": "400/3", "B": "-340", "C": "400/3", "D": "400/3"}
    assert document["pool"] == {"before": "60", "after": "0"}
    assert [p["rule"] for p in document["payments"]][-3:] == ["BF-G11"] * 3


@pytest.mark.parametrize(
    ("game", "arguments", "code", "words"),
    [
        ("fontainebleau", ["b 9 6"], 2, "does not say enough to be settled"),
        ("fontainebleau", ["b 9h"], 2, "b 9h"),
        ("fontainebleau", ["po"], 2, "does not say enough"),
        ("fontainebleau", ["a+a 7d 9"], 2, "its own partner"),
        ("fontainebleau", ["b 9h 6 hon 5"], 2, "a number from 0 to 4"),
        ("fontainebleau", ["b 9h 6 hon"], 2, "the number of honours is missing"),
        ("fontainebleau", ["po 6 4 2 1 hon 3"], 2, "hon"),
        ("fontainebleau", ["b 9h 6", "--full-pools", "1"], 2, "no full pools"),
        ("fontainebleau", ["b 9h 6", "--deal", "13"], 2, "deals 1 to 12"),
        ("fontainebleau", ["b 9h 6", "--opt", "slam_table=3"], 2, "1 or 2"),
        ("fontainebleau", ["b 9h 6", "--opt", "carte_blanche=no_trump"], 2, "has no option"),
        ("russian", ["b 9h 6", "--opt", "honours=true"], 2, "has no option"),
        ("fontainebleau", ["b 9h 14"], 4, "14 tricks of 13"),
        ("fontainebleau", ["b pic 13"], 4, "13 tricks of 12"),
        ("fontainebleau", ["b+c 11h 13"], 4, "played alone"),
        ("fontainebleau", ["b+c gm 0"], 4, "played alone"),
        ("fontainebleau", ["b+c 7d 10 give"], 4, "it is not given up"),
        ("fontainebleau", ["b 8h solo 9"], 4, "has no contract “8H solo”"),
        ("fontainebleau", ["b gm 0 hon 3"], 4, "honours are counted, and there are no trumps"),
        ("fontainebleau", ["b 7g 7 hon 3"], 4, "honours are counted, and there are no trumps"),
        ("fontainebleau", ["b 8h 6 cb c"], 4, "knows no carte blanche"),
        ("fontainebleau", ["po 6 4 2 1 cb c"], 4, "knows no carte blanche"),
        ("fontainebleau", ["b 8h 6 jack a"], 4, "no honours or jack"),
        ("fontainebleau", ["a askc 5"], 4, "has no demands"),
        ("fontainebleau", ["b m4 0"], 4, "has no contract"),
        ("russian", ["b+c 9h 9"], 4, "played alone"),
        ("russian", ["b+c 7d solo 9"], 4, "played without a partner"),
        ("russian", ["b lm 0 hon 1"], 4, "honours are counted, and there are no trumps"),
    ],
)
def test_what_cannot_be_is_refused_with_one_message(
    capsys: pytest.CaptureFixture[str], game: str, arguments: list[str], code: int, words: str
) -> None:
    assert main(["score", game, *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert "Traceback" not in err


SESSION = "session fontainebleau A=Ada B=Bo C=Cléo D=Dora dealer D\n"


@pytest.mark.parametrize(
    ("lines", "place", "words"),
    [
        ("auction 7d 3p\nacc", "2:1", "nobody is to say “accept” now: name the seat, as in c:acc"),
        ("auction 7d 3p ask acc acc", "1:23", "nobody is to say “accept” now"),
        ("auction 7d 3p\ncb a", "2:1", "knows no carte blanche"),
        ("auction 7d solo 3p", "1:9", "has no call “7 ♦ solo”"),
        ("auction 7d 4p", "1:12", "the auction is over; to change it: fix b2 8h"),
        ("auction k", "1:9", "has no call “keep”"),
        ("auction 7d 3p\ntrick 1d 2 3 4", "2:7", "is not a card"),
        ("result b+c 12h 13", "1:1", "twelve is played alone"),
    ],
)
def test_a_line_of_a_script_that_cannot_be_is_named_by_file_line_and_column(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: str, place: str, words: str
) -> None:
    script = tmp_path / "x.txt"
    script.write_text(SESSION + "deal 1\n" + lines + "\n", encoding="utf-8")
    assert main(["init", str(tmp_path / "book")]) == 0
    code = main(["--book", str(tmp_path / "book"), "record", "--script", str(script)])
    err = capsys.readouterr().err
    row, column = map(int, place.split(":"))
    assert code in {2, 4}
    assert f"x.txt:{row + 2}:{column}: " in err
    assert words in err


def test_what_is_against_the_rules_is_written_and_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = tmp_path / "x.txt"
    script.write_text(SESSION + "auction 7 6s b:8d 3p\n", encoding="utf-8")
    assert main(["init", str(tmp_path / "book")]) == 0
    assert main(["--book", str(tmp_path / "book"), "record", "--script", str(script)]) == 0
    err = capsys.readouterr().err
    for code in ("call-without-suit", "insufficient-call", "self-raise"):
        assert f"x.txt:2: {code}: " in err
