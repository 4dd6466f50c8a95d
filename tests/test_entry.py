"""How a file becomes an entry or a closing note, and how either is written."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memdecay import front_matter, ids, moment
from memdecay.entry import (
    ClosingNote,
    Declared,
    Entry,
    Trust,
    is_note,
    note_body,
    read_entry,
    read_note,
    write_entry,
    write_note,
)
from memdecay.errors import MemdecayError
from memdecay.problem import Severity
from tests.builders import entry, markdown, note

DOCUMENTED_ENTRY = b"""\
---
id: install-with-pnpm
status: active
valid_from: 2026-06-03
valid_until:
supersedes: [install-with-npm]
scope: [web, "packages/web/**"]
tags: [package-manager, pnpm, npm]
importance: 0.7
created: 2026-06-03T09:14:00Z
author: Dana
source: cli
---
Install packages with pnpm, not npm.
"""

DOCUMENTED_NOTE = b"""\
---
closes: install-with-npm
status: closed
valid_until: 2026-06-02
superseded_by: install-with-pnpm
reason: the workspace moved to pnpm
closed_by: Dana
recorded: 2026-06-03T09:14:00Z
---
Closed on 2026-06-02, replaced by [install-with-pnpm](install-with-pnpm.md).
"""

NOT_AN_ID = "use 1 to 80 of a-z, 0-9 and hyphens, beginning with a letter or digit"


def read(*block: str, path: str = "a.md", body: str = "Use pnpm.\n") -> Entry:
    """The entry of a file in which nothing is wrong."""
    found, problems = read_entry(path, markdown(*block, body=body))
    assert not problems
    assert found is not None
    return found


def read_with_faults(*block: str, path: str = "a.md") -> tuple[Entry, list[str]]:
    found, problems = read_entry(path, markdown(*block))
    assert found is not None
    return found, [str(problem) for problem in problems]


# Reading an entry


def test_the_documented_entry_is_read() -> None:
    found, problems = read_entry("install-with-pnpm.md", DOCUMENTED_ENTRY)
    assert problems == ()
    assert found == Entry(
        id="install-with-pnpm",
        path="install-with-pnpm.md",
        title="Install packages with pnpm, not npm.",
        body="Install packages with pnpm, not npm.\n",
        valid_from=moment.parse("2026-06-03"),
        supersedes=("install-with-npm",),
        scope=("web", "packages/web/**"),
        tags=("package-manager", "pnpm", "npm"),
        importance=0.7,
        created=moment.parse("2026-06-03T09:14:00Z"),
        author="Dana",
        source="cli",
    )
    assert found.lines["supersedes"] == 6


def test_an_entry_that_says_nothing_has_the_documented_defaults() -> None:
    found = read("# nothing", path="web/retry-policy.md")
    assert found.id == "retry-policy"
    assert found.declared is Declared.ACTIVE
    assert found.trust is Trust.REVIEWED
    assert (found.valid_from, found.valid_until, found.created) == (None, None, None)
    assert (found.supersedes, found.superseded_by) == ((), None)
    assert (found.scope, found.tags) == ((), ())
    assert (found.importance, found.pinned) == (0.5, False)
    assert (found.author, found.source) == (None, None)
    assert found.can_be_judged


def test_an_entry_closed_by_hand_is_read() -> None:
    found = read("status: closed", "valid_until: 2026-06-02", "superseded_by: b")
    assert found.declared is Declared.CLOSED
    assert found.valid_until == moment.parse("2026-06-02")
    assert found.superseded_by == "b"


def test_pinned_and_unreviewed_are_read() -> None:
    found = read("pinned: true", "trust: unreviewed")
    assert found.pinned
    assert found.trust is Trust.UNREVIEWED


# B006
def test_a_closed_entry_behind_a_byte_order_mark_is_closed() -> None:
    data = b"\xef\xbb\xbf---\nid: r-bom\nstatus: closed\n---\nOld rule.\n"
    found, problems = read_entry("r-bom.md", data)
    assert problems == ()
    assert found is not None
    assert (found.id, found.declared, found.title) == ("r-bom", Declared.CLOSED, "Old rule.")


# B009
def test_a_checkout_with_windows_line_ends_gives_the_same_entries_and_faults() -> None:
    files = [
        DOCUMENTED_ENTRY,
        markdown("id: b", "tags: #x", body="One.\nTwo.\n"),
        markdown("id: c", "valid_until: yesterday"),
        markdown("id: d", "id: e"),
        b"no front matter\n",
    ]
    for data in files:
        assert read_entry("x.md", data.replace(b"\n", b"\r\n")) == read_entry("x.md", data)


# B010, B025
def test_a_file_that_cannot_be_read_is_one_fault_and_no_entry() -> None:
    found, problems = read_entry("web/a.md", b"---\nid: a\n---\n5 \xa2\n")
    assert found is None
    assert [str(problem) for problem in problems] == [
        "web/a.md:4: is not UTF-8 text: byte 16; save it as UTF-8"
    ]
    assert read_note("a.closed.md", b"Closed.\n")[0] is None


# B013
def test_ids_that_look_like_numbers_stay_as_typed() -> None:
    typed = ["007", "7", "08", "0612345", "40e91200", "83e4127", "no"]
    assert [read(f"id: {id_}", path=f"{n}.md").id for n, id_ in enumerate(typed)] == typed
    assert [read("tags: x", path=f"{id_}.md").id for id_ in typed] == typed
    assert read(f"supersedes: [{', '.join(typed)}]").supersedes == tuple(typed)


# B015
def test_a_value_of_another_type_is_text_or_a_named_fault() -> None:
    found, faults = read_with_faults("title: 2025-11-03", "tags: 2025", "importance: high", "scope: true")
    assert (found.title, found.tags) == ("2025-11-03", ("2025",))
    assert (found.importance, found.scope) == (0.5, ())
    assert not found.can_be_judged
    assert sorted(faults) == [
        "a.md:4: importance: 'high' is not a number from 0 to 1",
        "a.md:5: scope: 'true' names no scope: write names and path globs",
    ]


def test_a_stated_title_wins_over_the_first_sentence() -> None:
    assert read("title: Package manager").title == "Package manager"
    assert read("title:").title == "Use pnpm."


# B024
def test_a_folded_title_is_one_line() -> None:
    found = read("title: >-", "  Always run the formatter", "  before committing")
    assert found.title == "Always run the formatter before committing"


# B083
@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("../../AGENTS", "'../../AGENTS'"),
        ("Foo", "'Foo'"),
        ('"x\\0y"', "'x\\u0000y'"),
        ("'a\\..\\x'", "'a\\..\\x'"),
        ("C:x", "'C:x'"),
        ("~/x", "'~/x'"),
    ],
)
def test_an_id_that_is_none_is_named_and_the_file_name_stands_in(stated: str, shown: str) -> None:
    found, faults = read_with_faults("tags: x", f"id: {stated}")
    assert found.id == "a"
    assert faults == [
        f"a.md:3: id: {shown} is not an id: {NOT_AN_ID}; read as 'a' meanwhile",
    ]


# B084, B085
@pytest.mark.parametrize(
    ("name", "id_"), [("Foo", "foo"), ("caf\u00e9", "cafe"), ("cafe\u0301", "cafe"), ("a b", "a-b")]
)
def test_a_file_name_that_is_no_id_is_named_and_read_in_its_folded_form(name: str, id_: str) -> None:
    found, faults = read_with_faults("tags: x", path=f"web/{name}.md")
    assert found.id == id_
    assert faults == [f"web/{name}.md:1: id: '{name}' is not an id: {NOT_AN_ID}; read as '{id_}' meanwhile"]


def test_links_that_name_no_entry_are_named_and_the_others_hold() -> None:
    found, faults = read_with_faults("supersedes: [b, ../x, c, b]", "superseded_by: 'a b'")
    assert (found.supersedes, found.superseded_by) == (("b", "c"), None)
    assert faults == [
        "a.md:2: supersedes: '../x' is not an id, so it names no entry",
        "a.md:3: superseded_by: 'a b' is not an id, so it names no entry",
    ]


@pytest.mark.parametrize("window", ["status: done", "valid_from: soon", "valid_until: [x]"])
def test_an_entry_whose_window_is_unknown_cannot_be_judged(window: str) -> None:
    found, faults = read_with_faults(window)
    assert not found.can_be_judged
    assert len(faults) == 1


# B007: failing to see a scope must not widen it.
@pytest.mark.parametrize("scope", ["#web", "{a: b}", "[[web]]", "true"])
def test_an_entry_whose_scope_is_unknown_cannot_be_judged(scope: str) -> None:
    found, faults = read_with_faults(f"scope: {scope}")
    assert found.scope == ()
    assert not found.can_be_judged
    assert len(faults) == 1


# B033
def test_a_date_of_creation_that_cannot_be_read_is_unknown() -> None:
    assert read("created: 2019-03-02 16:33 +0200").recorded == moment.parse("2019-03-02 16:33 +0200")
    expected = "expected a date like 2026-06-03 or a time like 2026-06-03T09:14:00Z"
    for text in ("26/05/2025", "yesterday"):
        found, faults = read_with_faults(f"created: {text}")
        assert (found.created, found.recorded) == (None, None)
        assert faults == [f"a.md:2: created: '{text}': {expected}"]
    found, faults = read_with_faults("created: 2025-02-30")
    assert found.recorded is None
    assert faults[0].startswith("a.md:2: created: '2025-02-30': is not a date in the calendar: ")


# B033
def test_an_empty_date_of_creation_is_named() -> None:
    found, faults = read_with_faults("created:")
    assert found.recorded is None
    assert faults == ["a.md:2: created: is empty: write when it was recorded, or leave the key out"]


def test_an_entry_was_recorded_when_its_window_began_unless_it_says_otherwise() -> None:
    assert entry(valid_from="2026-06-03").recorded == moment.parse("2026-06-03")
    assert entry(valid_from="2026-06-03", created="2026-05-01").recorded == moment.parse("2026-05-01")


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        ("2026-06-03", "2026-06-02"),
        ("2026-06-03", "2025-06-03"),
        ("2026-06-03T09:00:00Z", "2026-06-03T08:59:59Z"),
        ("2026-06-03T00:00:00Z", "2026-06-02"),
        ("2026-06-03", "2026-06-03T01:00:00+02:00"),
    ],
)
def test_a_window_that_ends_before_it_begins_is_named(begins: str, ends: str) -> None:
    _, faults = read_with_faults(f"valid_from: {begins}", f"valid_until: {ends}")
    assert faults == ["a.md:3: valid_until: is before valid_from, so it never applies"]


# B031
@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        ("2025-09-18", "2025-09-18"),
        ("2025-09-18T12:00:00Z", "2025-09-18"),
        ("2025-09-18", "2025-09-18T00:00:01Z"),
        ("", "2025-09-18"),
        ("2025-09-18", ""),
    ],
)
def test_a_window_of_a_day_or_less_is_a_window(begins: str, ends: str) -> None:
    read(f"valid_from: {begins}", f"valid_until: {ends}")


def test_an_active_entry_that_names_a_successor_is_a_finding() -> None:
    _, problems = read_entry("a.md", markdown("superseded_by: b"))
    (problem,) = problems
    assert str(problem) == (
        "a.md:2: superseded_by: names a successor while status is active; write status: closed"
    )
    assert problem.severity is Severity.WARNING


# Reading a closing note


def test_the_documented_note_is_read() -> None:
    found, problems = read_note("install-with-npm.closed.md", DOCUMENTED_NOTE)
    assert problems == ()
    assert found == ClosingNote(
        closes="install-with-npm",
        path="install-with-npm.closed.md",
        body="Closed on 2026-06-02, replaced by [install-with-pnpm](install-with-pnpm.md).\n",
        valid_until=moment.parse("2026-06-02"),
        superseded_by="install-with-pnpm",
        reason="the workspace moved to pnpm",
        closed_by="Dana",
        recorded=moment.parse("2026-06-03T09:14:00Z"),
    )


def test_a_note_closes_the_entry_it_stands_beside() -> None:
    found, problems = read_note("web/a.closed.md", markdown("reason: no longer needed"))
    assert problems == ()
    assert found is not None
    assert (found.closes, found.reason) == ("a", "no longer needed")
    assert (found.valid_until, found.recorded, found.superseded_by) == (None, None, None)


def test_a_note_that_names_another_entry_is_named() -> None:
    found, problems = read_note("a.closed.md", markdown("reason: x", "closes: b"))
    assert found is not None
    assert found.closes == "b"
    assert [str(problem) for problem in problems] == [
        "a.closed.md:3: closes: names 'b', but the note stands beside 'a'"
    ]


def test_a_note_that_names_a_path_closes_the_entry_beside_it() -> None:
    found, problems = read_note("a.closed.md", markdown("closes: ../b"))
    assert found is not None
    assert found.closes == "a"
    assert [str(problem) for problem in problems] == [
        "a.closed.md:2: closes: '../b' is not an id, so it names no entry"
    ]


def test_a_note_is_known_by_its_name() -> None:
    assert is_note("web/a.closed.md")
    assert not is_note("web/a.md")
    assert not is_note("web/closed.md")


# Writing


def test_the_documented_entry_is_written_byte_for_byte() -> None:
    found, _ = read_entry("install-with-pnpm.md", DOCUMENTED_ENTRY)
    assert found is not None
    assert write_entry(found) == DOCUMENTED_ENTRY


def test_the_documented_note_is_written_byte_for_byte() -> None:
    found, _ = read_note("install-with-npm.closed.md", DOCUMENTED_NOTE)
    assert found is not None
    assert write_note(found) == DOCUMENTED_NOTE


def test_a_pinned_and_unreviewed_entry_says_so_and_the_defaults_stay_out() -> None:
    text = write_entry(entry("a", pinned=True, trust=Trust.UNREVIEWED)).decode()
    assert "\npinned: true\ntrust: unreviewed\n" in text
    text = write_entry(entry("a")).decode()
    for key in ("pinned", "trust", "author", "source", "supersedes", "superseded_by"):
        assert f"\n{key}:" not in text


# B012
def test_an_id_that_yaml_could_type_is_written_in_quotes_wherever_it_stands() -> None:
    new = write_entry(entry("40e91200", supersedes=("007", "no"))).decode()
    assert '\nid: "40e91200"\n' in new
    assert '\nsupersedes: ["007", "no"]\n' in new
    closing = write_note(note("007", superseded_by="40e91200")).decode()
    assert 'closes: "007"\n' in closing
    assert 'superseded_by: "40e91200"\n' in closing


# B032
def test_a_bare_date_is_written_as_a_bare_date() -> None:
    text = write_entry(entry(valid_from="2025-02-11", created="2025-02-11")).decode()
    assert "\nvalid_from: 2025-02-11\n" in text
    assert "\ncreated: 2025-02-11\n" in text


def test_the_sentence_of_a_note_links_the_successor_or_says_there_is_none() -> None:
    ended = moment.parse("2026-06-02T09:14:00Z")
    assert note_body(ended, "b", "../b.md") == "Closed on 2026-06-02, replaced by [b](../b.md)."
    assert note_body(ended, None, None) == "Closed on 2026-06-02, nothing replaces it."


ODD_TEXTS = [
    *("no", "null", "~", "0612345", "12:30", "1_000", "40e91200", "2025-11-03", "# x", "a: b"),
    *("a #b", "- a", "---", "'a'", '"a"', "it's", "\\", "C:\\work", " leading", "trailing ", "a, b"),
    *("[a]", "{a, b}", "*.ts", "src/{a,b}/**", "\U0001f600", "\u65e5\u672c", "a\nb", "\t", "<!-- -->"),
]
ODD_IDS = ["no", "0612345", "1-000", "40e91200", "007", "null", "true", "2026-06-03", "y", "1e3"]
texts = st.sampled_from(ODD_TEXTS) | st.text(
    st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), min_size=1, max_size=30
)
names = st.sampled_from(ODD_IDS) | st.from_regex(ids.PATTERN, fullmatch=True).filter(ids.is_valid)
moments = st.dates().map(moment.of_day) | st.datetimes(timezones=st.just(moment.UTC)).map(moment.of_instant)
entries = st.builds(
    Entry,
    id=names,
    path=st.just("x.md"),
    title=st.just("Use pnpm."),
    body=st.just("Use pnpm.\n"),
    declared=st.sampled_from(Declared),
    valid_from=st.none() | moments,
    valid_until=st.none() | moments,
    supersedes=st.lists(names, unique=True, max_size=3).map(tuple),
    scope=st.lists(texts, max_size=3).map(tuple),
    tags=st.lists(texts, max_size=3).map(tuple),
    importance=st.integers(0, 100).map(lambda percent: percent / 100),
    pinned=st.booleans(),
    trust=st.sampled_from(Trust),
    created=moments,
    author=st.none() | texts,
    source=st.none() | texts,
)
notes = st.builds(
    ClosingNote,
    closes=names,
    path=st.just(""),
    body=texts.map(lambda text: text.strip("\n") + "\n"),
    valid_until=st.none() | moments,
    superseded_by=st.none() | names,
    reason=st.none() | texts,
    closed_by=st.none() | texts,
    recorded=st.none() | moments,
)


def block_of(data: bytes) -> dict[str, str | list[str]]:
    """The keys of a file as PyYAML reads them, all scalars as text."""
    _, block, _ = front_matter.split(data.decode())
    return yaml.load(block, yaml.BaseLoader)  # type: ignore[no-any-return] # noqa: S506


def as_text(value: object) -> str | list[str]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(value)
    return str(getattr(value, "text", getattr(value, "value", value)))


@given(entries)
@settings(max_examples=300, deadline=None)
def test_an_entry_is_read_back_as_it_was_written_by_both_readers(written: Entry) -> None:
    data = write_entry(written)
    found, problems = read_entry("x.md", data)
    assert found == written
    assert {problem.rule for problem in problems} <= {"window"}
    for key, value in block_of(data).items():
        if key == "importance":
            assert float(str(value)) == written.importance
        elif key == "pinned":
            assert value == "true"
        elif value:
            name = "declared" if key == "status" else key
            assert value == as_text(getattr(written, name))


@given(notes)
@settings(max_examples=300, deadline=None)
def test_a_note_is_read_back_as_it_was_written_by_both_readers(written: ClosingNote) -> None:
    path = f"{written.closes}.closed.md"
    data = write_note(written)
    found, problems = read_note(path, data)
    assert problems == ()
    assert found is not None
    for name in ("closes", "body", "valid_until", "superseded_by", "reason", "closed_by"):
        assert getattr(found, name) == getattr(written, name)
    assert found.recorded == written.recorded
    block = block_of(data)
    assert block.pop("status") == "closed"
    assert block == {key: as_text(getattr(written, key)) for key in block}


def test_an_entry_closed_by_hand_is_written_with_its_successor() -> None:
    closed = entry(declared=Declared.CLOSED, superseded_by="b", created="2026-06-03")
    found, problems = read_entry("a.md", write_entry(closed))
    assert problems == ()
    assert found is not None
    assert found.superseded_by == "b"


# An empty `created` is a finding when it is read; an entry that is written must have none.
def test_an_entry_without_a_date_of_creation_is_written_without_that_key() -> None:
    assert b"\ncreated:" not in write_entry(entry())


@given(st.floats(0, 1))
@example(0.1234567)
@settings(max_examples=50, deadline=None)
def test_an_importance_is_read_back_exactly(importance: float) -> None:
    found, problems = read_entry("a.md", write_entry(entry(importance=importance, created="2026-06-03")))
    assert problems == ()
    assert found is not None
    assert found.importance == importance


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
@example("")
@example("---\nid: b\nstatus: closed\n---\nA page with front matter of its own.\n")
@example("---\nnote: beware\n---\n")
@example("---\n\n---\n")
@example("\n\nTwo blank lines.\n\n\n")
@settings(deadline=None)
def test_whatever_body_is_written_can_be_read_or_is_refused_before(body: str) -> None:
    data = b""
    with contextlib.suppress(ValueError, MemdecayError):
        data = write_entry(entry(body=body, created="2026-06-03"))
    if data:
        found, problems = read_entry("a.md", data)
        assert problems == ()
        assert found is not None
        assert found.body == body.rstrip("\r\n").replace("\r\n", "\n") + "\n"
