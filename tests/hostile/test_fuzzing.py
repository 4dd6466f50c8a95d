"""A small run of the fuzzer, and proof that it would tell."""

from __future__ import annotations

import pytest

from tests.hostile import fuzzing
from tests.hostile.fuzzing import PARSERS, Fuzzer, Parser


@pytest.mark.parametrize("name", PARSERS)
def test_broken_input_gives_a_value_or_an_error_of_ours_within_a_second(name: str) -> None:
    fuzzer = Fuzzer(name=name)
    fuzzer.run(400)
    assert fuzzer.broken == []
    assert fuzzer.tried == 400
    assert len(fuzzer.said) >= 5  # it reached into the parser, and was not always refused at the door


WHOLE = {
    "list": "2 ",
    "settings": {
        "version": (1, "1"), "floor": (2, "0.5"), "curve": (3, "weibull"), "agents_may_apply": (4, "false"),
    },
    "block": "True True",
    "questions": "1",
    "archive": "2",
    "page": " blank heading left over managed block of other",
}  # fmt: skip
"""What each says of the input it begins with."""


@pytest.mark.parametrize("name", PARSERS)
def test_what_the_fuzzer_begins_with_is_well_formed(name: str) -> None:
    said = PARSERS[name].read(PARSERS[name].sample)
    assert said == WHOLE.get(name, "")


def test_an_error_that_is_not_ours_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARSERS, "entry", Parser(lambda data: 1 // (len(data) - 4), b"abcd"))
    fuzzer = Fuzzer(name="entry")
    fuzzer._read(PARSERS["entry"], b"abcd")
    assert fuzzer.broken == ["ZeroDivisionError: integer division or modulo by zero from b'abcd'"]


def test_what_takes_too_long_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "LONGEST_SECONDS", 0.0)
    fuzzer = Fuzzer(name="events")
    fuzzer._read(PARSERS["events"], b"{}\n")
    assert fuzzer.broken[0].endswith(" s for 3 bytes beginning b'{}\\n'")


def test_the_same_seed_gives_the_same_inputs() -> None:
    one, other = Fuzzer(name="list"), Fuzzer(name="list")
    one.run(50)
    other.run(50)
    assert one.said == other.said
