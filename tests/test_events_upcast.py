"""Old forms of events become today's by one small step per type and version, without a gap."""

import importlib.util
from functools import partial
from pathlib import Path

import pytest

from events import upcast as upcasting
from events import written
from events.model import CardPlayed, Noted
from events.upcast import (
    CURRENT,
    STEPS,
    NewerVersionError,
    Step,
    Written,
    check_steps,
    upcast,
)
from events.written import KINDS, UnreadableError, read_event


def to_second(said: Written) -> Written:
    """Version 1 said `remark`, version 2 `words`."""
    kept = {name: value for name, value in said.items() if name != "remark"}
    return {**kept, "words": said["remark"]}


def to_third(said: Written) -> Written:
    """Version 3 says `text`, trimmed."""
    kept = {name: value for name, value in said.items() if name != "words"}
    return {**kept, "text": str(said["words"]).strip()}


CHAIN: dict[tuple[str, int], Step] = {("noted", 1): to_second, ("noted", 2): to_third}
TODAY = {"noted": 3}
FIRST: Written = {"type": "noted", "remark": " x "}
SECOND: Written = {"type": "noted", "words": " x "}
THIRD: Written = {"type": "noted", "text": "x"}


# -- the chain ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "version"), [(FIRST, 1), (SECOND, 2), (THIRD, 3)])
def test_an_event_of_any_version_goes_through_every_step_after_it(
    said: Written, version: int
) -> None:
    assert upcast(said, version, TODAY, CHAIN) == THIRD


def test_what_was_written_is_left_as_it_is() -> None:
    said = dict(FIRST)
    upcast(said, 1, TODAY, CHAIN)
    assert said == FIRST


def test_an_event_of_today_is_not_touched() -> None:
    assert upcast(THIRD, 3, TODAY, CHAIN) is THIRD
    assert upcast(upcast(FIRST, 1, TODAY, CHAIN), 3, TODAY, CHAIN) == THIRD


def test_a_type_that_never_left_version_1_has_no_steps() -> None:
    said: Written = {"type": "session_closed"}
    assert upcast(said, 1, TODAY, CHAIN) is said


@pytest.mark.parametrize("kind", KINDS)
def test_today_every_type_is_of_its_current_version_already(kind: str) -> None:
    said: Written = {"type": kind}
    assert upcast(said, CURRENT.get(kind, 1)) is said


@pytest.mark.parametrize("version", [4, 5, 1000])
def test_an_event_of_a_later_version_is_refused_as_newer(version: int) -> None:
    with pytest.raises(NewerVersionError) as caught:
        upcast(THIRD, version, TODAY, CHAIN)
    assert str(caught.value) == (f"noted of version {version}: this program knows versions up to 3")


def test_a_later_version_of_a_type_that_never_left_version_1_is_refused_as_newer() -> None:
    with pytest.raises(NewerVersionError, match=r"session_closed of version 2.*up to 1"):
        upcast({"type": "session_closed"}, 2, TODAY, CHAIN)


# -- gaps -----------------------------------------------------------------------------------------


def test_a_whole_chain_has_no_gap() -> None:
    check_steps(TODAY, CHAIN)
    check_steps({}, {})
    check_steps({"noted": 1}, {})


@pytest.mark.parametrize("missing", CHAIN)
def test_an_upcaster_that_was_removed_is_noticed(missing: tuple[str, int]) -> None:
    left = {step: function for step, function in CHAIN.items() if step != missing}
    with pytest.raises(ValueError, match="upcasting has gaps or steps too many") as caught:
        check_steps(TODAY, left)
    assert str([missing]) in str(caught.value)


@pytest.mark.parametrize("more", [("noted", 3), ("noted", 0), ("noted", -1), ("counted", 1)])
def test_a_step_too_many_is_noticed(more: tuple[str, int]) -> None:
    with pytest.raises(ValueError, match="upcasting has gaps or steps too many") as caught:
        check_steps(TODAY, {**CHAIN, more: to_second})
    assert str([more]) in str(caught.value)


def test_every_gap_is_named() -> None:
    with pytest.raises(ValueError, match=r"\[\('counted', 1\), \('noted', 1\), \('noted', 2\)\]"):
        check_steps({"noted": 3, "counted": 2}, {})


def test_the_steps_of_this_program_have_no_gap_and_are_of_known_types() -> None:
    check_steps(CURRENT, STEPS)
    assert set(CURRENT) <= set(KINDS)


@pytest.mark.parametrize("current", ["{}", '{"noted": 2}'])
def test_the_steps_are_checked_when_the_program_starts(tmp_path: Path, current: str) -> None:
    text = Path(upcasting.__file__).read_text(encoding="utf-8")
    head, sign, rest = text.partition("CURRENT: Final[Mapping[str, int]] = {}")
    assert sign, "CURRENT is no longer empty: take a step out of STEPS here instead"
    file = tmp_path / "upcast_again.py"
    file.write_text(f"{head}{sign[:-2]}{current}{rest}", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("upcast_again", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if current == "{}":
        spec.loader.exec_module(module)
        return
    with pytest.raises(ValueError, match="upcasting has gaps"):
        spec.loader.exec_module(module)


# -- as it is read --------------------------------------------------------------------------------


@pytest.fixture
def _third_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program in which notes have come to their third version."""
    monkeypatch.setattr(written, "upcast", partial(upcast, current=TODAY, steps=CHAIN))


@pytest.mark.usefixtures("_third_version")
def test_an_event_without_a_version_is_read_as_version_1() -> None:
    assert read_event(FIRST) == Noted(text="x")


@pytest.mark.usefixtures("_third_version")
def test_an_old_event_is_read_as_today_s() -> None:
    assert read_event({**SECOND, "v": 2}) == Noted(text="x")
    assert read_event({**THIRD, "v": 3}) == Noted(text="x")
    assert read_event("play A KS") == CardPlayed(seat=0, card=11)


@pytest.mark.usefixtures("_third_version")
def test_a_newer_event_is_told_apart_from_a_wrong_one() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_event({**THIRD, "v": 4})
    assert caught.value.newer
    with pytest.raises(UnreadableError) as caught:
        read_event({**SECOND, "v": 3})
    assert not caught.value.newer
