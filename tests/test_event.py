"""One event is one line: written once, read for ever, and a bad line costs only itself."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.event import (
    AFFIRMING,
    LONGEST_LINE,
    LONGEST_TEXT,
    Event,
    EventFault,
    Kind,
    read,
    read_all,
    uuid7,
    write,
)
from tests.builders import instant

GOOD = {
    "v": 1, "id": "01974a1e-7a40-7000-8000-000000000001", "at": "2026-06-03T09:14:00Z", "kind": "used",
    "entry": "install-with-pnpm", "by": "Dana",
}  # fmt: skip


def line(**changed: Any) -> bytes:
    """A good line with these keys in place of its own; None leaves one out."""
    return json.dumps(
        {key: value for key, value in {**GOOD, **changed}.items() if value is not None}
    ).encode()


def refusal(data: bytes) -> str:
    with pytest.raises(EventFault) as fault:
        read(data)
    return str(fault.value)


def faults(data: bytes) -> list[str]:
    """The problems in a file, as a person reads them."""
    return [f"{one.severity.value}: {one}" for one in read_all("ledger/x.jsonl", data)[1]]


def entries(data: bytes) -> list[str]:
    return [one.entry for one in read_all("ledger/x.jsonl", data)[0]]


# Writing and reading

texts = st.text(max_size=40)
said = texts.filter(str.strip)
events = st.builds(
    Event,
    id=st.uuids().map(str),
    at=st.datetimes(timezones=st.just(timezone.utc)),
    kind=st.sampled_from(Kind),
    entry=st.from_regex(r"[a-z][a-z0-9-]{3,20}", fullmatch=True),
    by=said,
    query=st.none() | texts,
    note=st.none() | texts,
    outcome=st.none() | st.floats(-1, 1),
    session=st.none() | texts,
    memory=st.none() | texts,
)


@given(events)
def test_what_is_written_is_read_back(event: Event) -> None:
    assert read(write(event)) == event


@given(st.lists(events, max_size=5))
def test_a_file_of_events_is_read_back_whole(written: list[Event]) -> None:
    assert read_all("ledger/x.jsonl", b"".join(write(one) for one in written)) == (written, [])


@given(events)
def test_an_event_is_one_line_of_printable_ascii(event: Event) -> None:
    written = write(event)
    assert written.endswith(b"}\n")
    assert all(0x20 <= byte < 0x7F for byte in written[:-1])


def test_an_event_is_written_like_this() -> None:
    event = Event(
        id="01974a1e-7a40-7000-8000-000000000001",
        at=instant("2026-06-03T11:14:00+02:00"),
        kind=Kind.MISLED,
        entry="retry-flaky-test",
        by="Zoë",
        note="it hid a regression",
        outcome=-1.0,
    )
    assert write(event) == (
        b'{"v":1,"id":"01974a1e-7a40-7000-8000-000000000001","at":"2026-06-03T09:14:00Z","kind":"misled",'
        b'"entry":"retry-flaky-test","by":"Zo\\u00eb","note":"it hid a regression","outcome":-1.0}\n'
    )


@pytest.mark.parametrize("character", ["x", "ü", "包", "🦆"])
def test_four_texts_of_the_longest_fit_in_a_line_in_every_script(character: str) -> None:
    longest = character * LONGEST_TEXT
    event = replace(read(line()), by=longest, note=longest, query=longest, session=longest)
    assert read(write(event)) == event


def test_a_key_that_is_not_known_is_passed_over() -> None:
    assert read(line(colour="green")) == read(line())


# B039
def test_a_time_with_an_offset_is_the_same_instant_in_utc() -> None:
    assert read(line(at="2026-06-03T11:14:00+02:00")) == read(line())
    assert b'"at":"2026-06-03T09:14:00Z"' in write(read(line(at="2026-06-03T11:14:00+02:00")))


def test_being_shown_affirms_nothing() -> None:
    assert {kind.value for kind in AFFIRMING} == {"used", "helped", "confirmed"}


def test_a_writer_has_one_day_from_midnight_to_midnight_in_utc() -> None:
    assert read(line(at="2026-06-03T23:59:59Z")).writer_day == ("Dana", "2026-06-03")
    assert read(line(at="2026-06-03T23:59:59-01:00")).writer_day == ("Dana", "2026-06-04")


# Ids

some_time = st.datetimes(min_value=datetime(1970, 1, 1), timezones=st.just(timezone.utc))  # noqa: DTZ001


@given(some_time, st.binary(min_size=10, max_size=10))
def test_an_id_is_a_uuid_of_version_7_that_begins_with_the_milliseconds(at: datetime, noise: bytes) -> None:
    made = uuid.UUID(uuid7(at, noise))
    assert str(made) == uuid7(at, noise)
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    since_1970 = at - datetime(1970, 1, 1, tzinfo=timezone.utc)
    assert made.int >> 80 == (since_1970.days * 86_400 + since_1970.seconds) * 1000 + at.microsecond // 1000


def test_an_id_is_that_of_the_standard_for_its_example() -> None:
    # RFC 9562, appendix A.6: 2022-02-22 19:22:22 UTC, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
    noise = bytes.fromhex("0cc318c4dc0c0c07398f")
    assert uuid7(instant("2022-02-22T19:22:22Z"), noise) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


def test_all_the_randomness_but_six_bits_is_in_the_id() -> None:
    at = instant("2026-06-03T09:14:00Z")
    seen = {uuid7(at, (1 << place).to_bytes(10, "big")) for place in range(80)}
    assert (
        len(seen) == 75
    )  # one for each of the 74 bits, and the one where the bits of version and variant go


def test_a_time_before_1970_still_gives_an_id() -> None:
    assert uuid7(datetime(1, 1, 1, tzinfo=timezone.utc), bytes(10)) == "00000000-0000-7000-8000-000000000000"


# Lines that are no events


@pytest.mark.parametrize("note_length", [LONGEST_LINE, 700 * 1024])
def test_a_line_that_is_too_long_is_refused_unread(note_length: int) -> None:
    assert refusal(line(note="x" * note_length)) == "is longer than 131,072 bytes"


def test_a_line_of_just_the_longest_length_is_read() -> None:
    spare = LONGEST_LINE - len(line(note=""))
    assert read(line(note="x" * spare)).note == "x" * spare
    assert refusal(line(note="x" * (spare + 1))) == "is longer than 131,072 bytes"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"v":1,"note":"\xff"}', "is not UTF-8"),
        (b'{"v":1,"outcome":NaN}', "holds NaN, which is no number"),
        (b'{"v":1,"outcome":-Infinity}', "holds -Infinity, which is no number"),
        (b'{"v":1,"kind":"used","kind":"misled"}', "names a key twice"),
        (b'{"v":1,"x":{"y":1,"y":2}}', "names a key twice"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"a":' * 3_000, "is nested too deeply"),
        (b"[1]", "is not a JSON object"),
        (b"7", "is not a JSON object"),
        (b"null", "is not a JSON object"),
        (b"used a", "is not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"{}", "is of format None, this program reads 1; use a newer memdecay"),
    ],
)  # fmt: skip
def test_what_is_no_json_object_is_refused(data: bytes, message: str) -> None:
    assert refusal(data) == message


def test_a_number_too_long_to_be_one_is_refused() -> None:
    assert refusal(b'{"v":' + b"9" * 10_000 + b"}").startswith("is not JSON: Exceeds the limit")


NO_TIME = "expected a date like 2026-06-03 or a time like 2026-06-03T09:14:00Z"
NOT_A_DAY = "is not a date in the calendar: day is out of range for month"
NOT_AN_ID = "which is not an id"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"v": 2}, "is of format 2, this program reads 1; use a newer memdecay"),
        ({"v": "1"}, "is of format '1', this program reads 1; use a newer memdecay"),
        ({"id": None}, "has no id"),
        ({"id": 7}, "has no id"),
        ({"id": " "}, "has no id"),
        ({"id": "a\ud800"}, "has the id 'a\\ud800', which is no UUID"),
        ({"id": "../../x"}, "has the id '../../x', which is no UUID"),
        ({"at": None}, "has no at"),
        ({"at": 1780477200}, "has no at"),
        ({"at": "not-a-date"}, f"has an unreadable time 'not-a-date': {NO_TIME}"),  # B041
        (
            {"at": "2026-02-30"},
            f"has an unreadable time '2026-02-30': {NOT_A_DAY}",
        ),
        ({"kind": None}, "has no kind"),
        ({"kind": "loved"}, "is of an unknown kind 'loved'; use a newer memdecay"),
        ({"entry": None}, "has no entry"),
        ({"entry": "../secrets"}, f"names '../secrets', {NOT_AN_ID}"),
        ({"entry": "Install"}, f"names 'Install', {NOT_AN_ID}"),
        ({"entry": "con"}, f"names 'con', {NOT_AN_ID}"),
        ({"by": None}, "has no by"),
        ({"by": ""}, "has no by"),
        ({"note": 7}, "has a note that is no text"),
        ({"query": ["x"]}, "has a query that is no text"),
        ({"session": True}, "has a session that is no text"),
        ({"memory": {}}, "has a memory that is no text"),
        ({"outcome": 1.01}, "has the outcome 1.01, which is not from -1 to 1"),
        ({"outcome": -2}, "has the outcome -2, which is not from -1 to 1"),
        ({"outcome": True}, "has the outcome True, which is not from -1 to 1"),
        ({"outcome": "0.5"}, "has the outcome '0.5', which is not from -1 to 1"),
    ],
)
def test_a_key_that_says_nothing_usable_is_named(changed: dict[str, Any], message: str) -> None:
    assert refusal(line(**changed)) == message


def test_an_outcome_beyond_every_number_is_refused() -> None:
    data = line(outcome=0.5).replace(b"0.5", b"1e400")
    assert refusal(data) == "has the outcome inf, which is not from -1 to 1"


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_refused(data: bytes) -> None:
    found, problems = read_all("ledger/x.jsonl", data)
    assert found == []
    assert len(problems) == sum(1 for one in data.split(b"\n") if one.strip())


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(GOOD)), json_values)
def test_whatever_a_key_holds_the_line_is_an_event_or_refused(key: str, value: Any) -> None:
    found, problems = read_all("ledger/x.jsonl", line(**{key: value}) + b"\n")
    assert len(found) + len(problems) == 1


# Files


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085"])
def test_a_separator_in_a_note_ends_no_line(separator: str) -> None:
    note = f"one{separator}two"
    unescaped = json.dumps({**GOOD, "note": note}, ensure_ascii=False).encode()
    found, problems = read_all("ledger/x.jsonl", unescaped + b"\n" + line() + b"\n")
    assert ([one.note for one in found], problems) == ([note, None], [])


def test_blank_lines_and_windows_line_ends_are_no_faults() -> None:
    data = b"\n" + line() + b"\r\n\r\n" + line(entry="b") + b"\r\n  \n"
    assert (entries(data), faults(data)) == (["install-with-pnpm", "b"], [])


TORN = b'{"v":1,"kind":"used","id":'
AT_THE_END = "the event is not JSON: Expecting value: line 1 column 27 (char 26)"


# B073 B079
def test_a_torn_last_line_is_only_a_warning() -> None:
    data = line() + b"\n" + TORN
    assert entries(data) == ["install-with-pnpm"]
    assert faults(data) == [f"warning: ledger/x.jsonl:2: {AT_THE_END}"]


# B079
def test_a_bad_line_that_has_its_newline_is_an_error() -> None:
    for data in (TORN + b"\n" + line(), line(entry="b") + b"\n" + TORN + b"\n"):
        assert len(entries(data)) == 1
    assert faults(TORN + b"\n" + line() + b"\n") == [f"error: ledger/x.jsonl:1: {AT_THE_END}"]


# B073
def test_what_comes_after_a_torn_line_is_safe() -> None:
    data = TORN + b"\n" + line(entry="b") + b"\n" + line(entry="c") + b"\n"
    assert entries(data) == ["b", "c"]
    assert len(faults(data)) == 1


# B078
def test_conflict_marks_are_named_line_by_line_and_the_events_between_them_count() -> None:
    data = b"\n".join([b"<<<<<<< HEAD", line(entry="a"), b"=======", line(entry="b"), b">>>>>>> b", b""])
    assert entries(data) == ["a", "b"]
    message = "the event is a conflict marker of git; delete the line, the events around it count"
    assert faults(data) == [f"error: ledger/x.jsonl:{number}: {message}" for number in (1, 3, 5)]


# B041
def test_one_unreadable_time_costs_one_event() -> None:
    data = b"\n".join([line(at="not-a-date"), line(entry="b"), b""])
    assert entries(data) == ["b"]
    assert faults(data) == [
        f"error: ledger/x.jsonl:1: the event has an unreadable time 'not-a-date': {NO_TIME}"
    ]


@given(st.lists(st.sampled_from([line(), TORN, b"", b"<<<<<<< HEAD", b"\xff", b"[" * 9_000]), max_size=8))
def test_every_good_line_is_read_whatever_stands_around_it(lines: Iterable[bytes]) -> None:
    lines = list(lines)
    found, problems = read_all("ledger/x.jsonl", b"\n".join([*lines, b""]))
    assert len(found) == lines.count(line())
    assert [one.line for one in problems] == [
        number for number, one in enumerate(lines, 1) if one and one != line()
    ]
