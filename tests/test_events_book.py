"""The book: a folder with a mark and one log a session, made, found, opened and numbered."""

import hashlib
from pathlib import Path

import orjson
import pytest

from events.append import append
from events.book import (
    BOOK_VARIABLE,
    Book,
    BookError,
    find_book,
    head_line,
    make_book,
    open_book,
    session_number,
)
from events.model import Noted

NOTE = Noted(text="Заметка")


def made(folder: Path, *sessions: str) -> Book:
    """Make a book with sessions of these names, each with one remark."""
    book = make_book(folder, "Клуб", "boston", "white counter")
    for name in sessions:
        append(folder / "sessions" / name, [Noted(text=name)])
    return book


def names(book: Book) -> list[str]:
    return [log.name for log in book.logs()]


# -- made -----------------------------------------------------------------------------------------


def test_a_book_is_a_folder_with_a_mark_and_a_folder_for_its_sessions(tmp_path: Path) -> None:
    folder = tmp_path / "not there yet" / "book"
    book = make_book(folder, "Клуб “5”", "boston", "red counter")
    assert book == Book(folder, "Клуб “5”", "boston", "red counter")
    assert sorted(path.name for path in folder.iterdir()) == ["book.json", "sessions"]
    assert orjson.loads((folder / "book.json").read_bytes()) == {
        "format": 1,
        "title": "Клуб “5”",
        "game": "boston",
        "unit": "red counter",
    }
    assert not book.is_file


def test_a_book_that_was_made_is_opened_the_same(tmp_path: Path) -> None:
    book = made(tmp_path / "book")
    assert open_book(tmp_path / "book") == book
    without_game = make_book(tmp_path / "other", "", None, "franc")
    assert (
        open_book(tmp_path / "other") == without_game == Book(tmp_path / "other", "", None, "franc")
    )


def test_a_book_is_made_in_a_folder_that_is_there_already(tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    make_book(tmp_path, "x", None, "y")
    assert open_book(tmp_path).title == "x"


def test_a_book_is_never_made_over_another(tmp_path: Path) -> None:
    made(tmp_path)
    before = (tmp_path / "book.json").read_bytes()
    with pytest.raises(BookError) as caught:
        make_book(tmp_path, "another", None, "y")
    assert caught.value.exit_code == 4
    assert str(caught.value) == (
        f"{tmp_path} is a book already (trickbook status --book {tmp_path})"
    )
    assert (tmp_path / "book.json").read_bytes() == before


def test_a_book_cannot_be_made_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "book"):
        with pytest.raises(BookError) as caught:
            make_book(folder, "x", None, "y")
        assert caught.value.exit_code == 3
        assert str(caught.value).startswith(f"{folder}: a book cannot be made here: ")


# -- found ----------------------------------------------------------------------------------------


def test_the_book_that_is_named_is_taken_before_any_other(tmp_path: Path) -> None:
    named, other, around = (made(tmp_path / name) for name in ("named", "other", "around"))
    environment = {BOOK_VARIABLE: str(other.path)}
    assert find_book(named.path, environment, around.path).path == named.path


def test_the_book_of_the_environment_is_taken_before_the_one_around(tmp_path: Path) -> None:
    other, around = made(tmp_path / "other"), made(tmp_path / "around")
    assert find_book(None, {BOOK_VARIABLE: str(other.path)}, around.path).path == other.path
    assert find_book(None, {BOOK_VARIABLE: ""}, around.path).path == around.path
    assert find_book(None, {}, around.path).path == around.path


def test_the_nearest_book_upward_is_taken(tmp_path: Path) -> None:
    made(tmp_path)
    inner = made(tmp_path / "a" / "b")
    deep = tmp_path / "a" / "b" / "c" / "d"
    deep.mkdir(parents=True)
    assert find_book(None, {}, deep).path == inner.path
    assert find_book(None, {}, inner.path).path == inner.path
    assert find_book(None, {}, tmp_path / "a").path == tmp_path


def test_where_there_is_no_book_it_is_told_how_to_make_or_name_one(tmp_path: Path) -> None:
    (tmp_path / "book.json").mkdir()
    with pytest.raises(BookError) as caught:
        find_book(None, {}, tmp_path)
    assert caught.value.exit_code == 3
    assert str(caught.value) == (
        f"no book in {tmp_path} or above it: make one with trickbook init DIR, "
        "or name one with --book PATH or TRICKBOOK_BOOK"
    )


def test_a_book_that_was_chosen_and_is_not_there_is_not_looked_for_elsewhere(
    tmp_path: Path,
) -> None:
    made(tmp_path)
    gone = tmp_path / "gone"
    choices: list[tuple[Path | None, dict[str, str]]] = [
        (gone, {}),
        (None, {BOOK_VARIABLE: str(gone)}),
    ]
    for named, environment in choices:
        with pytest.raises(BookError) as caught:
            find_book(named, environment, tmp_path)
        assert caught.value.exit_code == 3
        assert str(caught.value) == (
            f"{gone}: no such file or folder (make one with trickbook init {gone})"
        )


# -- opened ---------------------------------------------------------------------------------------


def test_a_log_by_itself_is_a_book_of_one_session(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    append(log, [NOTE])
    book = open_book(log)
    assert book == Book(log)
    assert book.is_file
    assert book.logs() == [log]
    assert book.log(1) == log
    assert (book.title, book.game, book.unit) == ("", None, "white counter")


def test_a_log_by_itself_may_be_named_by_the_environment(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    append(log, [NOTE])
    assert find_book(None, {BOOK_VARIABLE: str(log)}, tmp_path).logs() == [log]


def test_a_folder_without_a_mark_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(BookError) as caught:
        open_book(tmp_path)
    assert caught.value.exit_code == 3
    assert str(caught.value) == (
        f"{tmp_path}: no book there (make one with trickbook init {tmp_path})"
    )


@pytest.mark.parametrize(
    "mark", [b"", b"x", b'{"title":', b"\xff", b"[]", b"5", b"null", b'"book"', b"[" * 10_000]
)
def test_a_mark_that_cannot_be_read_is_damage(tmp_path: Path, mark: bytes) -> None:
    (tmp_path / "book.json").write_bytes(mark)
    with pytest.raises(BookError) as caught:
        open_book(tmp_path)
    assert caught.value.exit_code == 5
    assert str(caught.value).startswith(f"{tmp_path / 'book.json'} cannot be read: ")


def test_a_mark_that_is_a_folder_is_damage(tmp_path: Path) -> None:
    (tmp_path / "book.json").mkdir()
    with pytest.raises(BookError) as caught:
        open_book(tmp_path)
    assert caught.value.exit_code == 5


def test_a_path_through_a_file_is_not_there(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    append(log, [NOTE])
    with pytest.raises(BookError) as caught:
        open_book(log / "book")
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ({}, ("", None, "white counter")),
        ({"format": 1, "more": [1.5]}, ("", None, "white counter")),
        ({"title": None, "game": None, "unit": None}, ("", None, "white counter")),
        ({"title": "x", "game": 5, "unit": ""}, ("x", None, "white counter")),
        ({"title": "x", "game": "boston", "unit": "franc"}, ("x", "boston", "franc")),
    ],
)
def test_nothing_in_a_mark_is_needed(
    tmp_path: Path, mark: dict[str, object], expected: tuple[str, str | None, str]
) -> None:
    (tmp_path / "book.json").write_bytes(orjson.dumps(mark))
    book = open_book(tmp_path)
    assert (book.title, book.game, book.unit) == expected


def test_a_book_without_its_folder_of_logs_is_not_an_empty_one(tmp_path: Path) -> None:
    book = made(tmp_path)
    assert book.logs() == []
    (tmp_path / "sessions").rmdir()
    for asked in (book.logs, book.next_log, book.head, lambda: book.log(1)):
        with pytest.raises(BookError, match="sessions is not there") as caught:
            asked()
        assert caught.value.exit_code == 3


def test_a_log_that_is_not_there_is_not_to_be_made_into_a_book(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"no such file$"):
        open_book(tmp_path / "none.jsonl")


# -- numbered -------------------------------------------------------------------------------------


def test_sessions_are_numbered_from_1_with_four_figures(tmp_path: Path) -> None:
    book = made(tmp_path)
    assert book.logs() == []
    for number in range(1, 4):
        assert book.next_log() == tmp_path / "sessions" / f"{number:04}.jsonl"
        append(book.next_log(), [NOTE])
    assert names(book) == ["0001.jsonl", "0002.jsonl", "0003.jsonl"]


def test_the_next_session_comes_after_the_last_and_fills_no_gap(tmp_path: Path) -> None:
    book = made(tmp_path, "0001.jsonl", "0007.jsonl")
    assert book.next_log().name == "0008.jsonl"


def test_sessions_go_on_beyond_9999_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    book = made(tmp_path, "9999.jsonl", "0998.jsonl", "1000.jsonl")
    assert book.next_log().name == "10000.jsonl"
    append(book.next_log(), [NOTE])
    assert book.next_log().name == "10001.jsonl"
    assert names(book) == ["0998.jsonl", "1000.jsonl", "9999.jsonl", "10000.jsonl"]
    assert [session_number(log) for log in book.logs()] == [998, 1000, 9999, 10000]
    assert book.log(10000).name == "10000.jsonl"


def test_what_else_lies_beside_the_sessions_is_no_session(tmp_path: Path) -> None:
    book = made(tmp_path, "0001.jsonl")
    for name in (
        "0001.jsonl.torn-1",
        "0001.jsonl.lock",
        "0001.jsonl~",
        "0002.json",
        "notes.jsonl",
        "old-0003.jsonl",
        "0004 (copy).jsonl",
        "0005-old.jsonl",
        "6x.jsonl",
    ):
        (tmp_path / "sessions" / name).write_bytes(b"")
    assert names(book) == ["0001.jsonl"]
    assert book.next_log().name == "0002.jsonl"


def test_a_session_is_found_by_its_number(tmp_path: Path) -> None:
    book = made(tmp_path, "0001.jsonl", "0012.jsonl")
    assert book.log(12) == tmp_path / "sessions" / "0012.jsonl"


def test_to_find_one_session_the_others_are_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = made(tmp_path / "book", "0001.jsonl", "0002.jsonl", "3.jsonl")
    assert book.log(3).name == "3.jsonl"  # named otherwise, it is looked for
    monkeypatch.setattr(Book, "logs", None)
    assert book.log(2).name == "0002.jsonl"


def test_a_session_that_is_not_there_is_told_with_the_last_one(tmp_path: Path) -> None:
    book = made(tmp_path, "0001.jsonl", "0012.jsonl")
    for number in (0, 2, 13, -1):
        with pytest.raises(BookError) as caught:
            book.log(number)
        assert caught.value.exit_code == 3
        assert str(caught.value) == (
            f"{tmp_path}: no session {number}; its last session is 12 (trickbook list)"
        )


def test_in_a_new_book_no_session_is_found(tmp_path: Path) -> None:
    with pytest.raises(BookError) as caught:
        made(tmp_path).log(1)
    assert str(caught.value) == (
        f"{tmp_path}: no session 1; it has no session yet (trickbook list)"
    )


@pytest.mark.parametrize(
    ("name", "number"),
    [("0012.jsonl", 12), ("10000.jsonl", 10000), ("evening.jsonl", 1), ("12.8.jsonl", 1)],
)
def test_the_number_of_a_session_is_in_its_name_and_a_loose_file_is_the_first(
    name: str, number: int
) -> None:
    assert session_number(Path("somewhere") / name) == number


# -- heads ----------------------------------------------------------------------------------------


def test_the_head_of_a_session_is_its_number_its_events_and_the_hash_of_its_lines(
    tmp_path: Path,
) -> None:
    log = tmp_path / "0012.jsonl"
    append(log, [NOTE, NOTE])
    sha256 = hashlib.sha256(log.read_bytes()).hexdigest()
    assert head_line(log) == f"12 3 {sha256}"


def test_a_torn_end_is_no_part_of_the_head(tmp_path: Path) -> None:
    log = tmp_path / "0012.jsonl"
    append(log, [NOTE])
    before = head_line(log)
    with log.open("ab") as stream:
        stream.write('{"events":[{"text":"Ж'.encode()[:-1])
    assert head_line(log) == before


def test_the_head_of_a_book_is_the_hash_of_its_sessions_head_lines_in_order(
    tmp_path: Path,
) -> None:
    book = made(tmp_path, "10000.jsonl", "0002.jsonl", "9999.jsonl")
    lines = [
        head_line(tmp_path / "sessions" / f"{name}.jsonl") for name in ("0002", "9999", "10000")
    ]
    text = "".join(f"{line}\n" for line in lines)
    assert book.head() == hashlib.sha256(text.encode()).hexdigest()


def test_the_head_of_a_book_tells_of_any_change(tmp_path: Path) -> None:
    book = made(tmp_path)
    heads = [book.head()]
    append(book.next_log(), [NOTE])
    heads.append(book.head())
    append(book.next_log(), [NOTE])
    heads.append(book.head())
    append(book.log(1), [NOTE])
    heads.append(book.head())
    book.log(1).unlink()
    heads.append(book.head())
    assert len(set(heads)) == 5
    assert heads[0] == hashlib.sha256(b"").hexdigest()


def test_the_head_of_a_log_by_itself_is_made_in_the_same_way(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    append(log, [NOTE])
    line = head_line(log)
    assert line.startswith("1 2 ")
    assert Book(log).head() == hashlib.sha256(f"{line}\n".encode()).hexdigest()
