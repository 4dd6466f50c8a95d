"""What is kept in the index comes back as it went in."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import moment
from memdecay.entry import ClosingNote, Declared, Entry, Trust, read_entry, read_note
from memdecay.memory import records
from memdecay.problem import Problem, Severity
from tests.builders import entry, markdown, note

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
maybe_texts = st.none() | texts
lists = st.lists(texts, max_size=3).map(tuple)
lines = st.dictionaries(st.sampled_from(["id", "scope", "created"]), st.integers(1, 99), max_size=3)
written = ["2026-06-03", "2026-06-03T09:14:00Z", "2026-06-03 11:14+02:00", "0001-01-01", "9999-12-31",
           "2026-06-03T09:14:00.123456789-0800"]  # fmt: skip
moments = st.none() | st.sampled_from(written).map(moment.parse)

entries = st.builds(
    Entry,
    id=texts, path=texts, title=texts, body=texts, declared=st.sampled_from(Declared),
    valid_from=moments, valid_until=moments, supersedes=lists, superseded_by=maybe_texts, scope=lists,
    tags=lists, importance=st.floats(0, 1), pinned=st.booleans(), trust=st.sampled_from(Trust),
    created=moments, author=maybe_texts, source=maybe_texts, unreadable=lists.map(frozenset), lines=lines,
)  # fmt: skip
notes = st.builds(
    ClosingNote,
    closes=texts, path=texts, body=texts, valid_until=moments, superseded_by=maybe_texts, reason=maybe_texts,
    closed_by=maybe_texts, recorded=moments, lines=lines,
)  # fmt: skip
problems = st.builds(
    Problem,
    rule=texts, path=texts, message=texts, line=st.none() | st.integers(1), column=st.none() | st.integers(1),
    key=maybe_texts, severity=st.sampled_from(Severity),
)  # fmt: skip


@given(entries)
@settings(max_examples=200, deadline=None)
def test_an_entry_comes_back_whole(one: Entry) -> None:
    back = records.to_entry(one.path, records.of_entry(one))
    # Field by field: lines do not count when entries are compared.
    for field in fields(Entry):
        assert getattr(back, field.name) == getattr(one, field.name), field.name
        assert type(getattr(back, field.name)) is type(getattr(one, field.name)), field.name


@given(notes)
@settings(max_examples=200, deadline=None)
def test_a_closing_note_comes_back_whole(one: ClosingNote) -> None:
    back = records.to_note(one.path, records.of_note(one))
    for field in fields(ClosingNote):
        assert getattr(back, field.name) == getattr(one, field.name), field.name


@given(st.lists(problems, max_size=3).map(tuple))
@settings(max_examples=100, deadline=None)
def test_problems_come_back_in_their_order(some: tuple[Problem, ...]) -> None:
    assert records.to_problems(records.of_problems(some)) == some


def test_what_a_file_says_is_kept_as_it_was_typed() -> None:
    block = ("id: '007'", "valid_from: 2026-06-03 11:14+02:00", "tags: [no, 1e3]", "importance: 1")
    one, _ = read_entry("007.md", markdown(*block))
    assert one is not None
    back = records.to_entry("007.md", records.of_entry(one))
    assert (back.id, back.tags, back.importance) == ("007", ("no", "1e3"), 1.0)
    assert back.valid_from is not None
    assert back.valid_from.text == "2026-06-03 11:14+02:00"
    assert back.lines == {"id": 2, "valid_from": 3, "tags": 4, "importance": 5}


def test_a_record_says_nothing_of_the_path_so_that_a_file_can_move() -> None:
    assert records.of_entry(entry("a", path="x/a.md")) == records.of_entry(entry("a", path="y/a.md"))
    assert records.of_note(note("a", path="x.md")) == records.of_note(note("a", path="y.md"))
    assert read_note("x/a.closed.md", markdown("closes: a"))[0] is not None


def test_files_without_problems_are_told_apart_by_their_record() -> None:
    # The index looks for this very text.
    assert records.of_problems(()) == "[]"
