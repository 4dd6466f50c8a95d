"""Where a block begins and ends, how its values are typed, and how a new one is written."""

from __future__ import annotations

import json
import time

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from memdecay import front_matter as fm
from memdecay.front_matter import Verbatim
from tests.blocks import fields, refusal, said
from tests.builders import markdown

NO_FRONT_MATTER = "a.md:1: has no front matter: an entry begins with a line of three dashes"
NOT_CLOSED = "a.md:1: front matter is not closed: add a line of three dashes after the last key"
# Where a block begins and ends


# B002
def test_rules_further_down_belong_to_the_body() -> None:
    body = "First part.\n\n---\n\nstatus: closed\n\n---\n\nLast part.\n"
    read = fields("status: active", body=body)
    assert read.text("status") == "active"
    assert read.body == body


# B003
def test_a_body_that_looks_like_yaml_is_not_parsed() -> None:
    body = "intro\n\n---\nand then: more: text\n---\n"
    assert fields("id: a", body=body).body == body


def test_a_body_may_begin_with_a_rule() -> None:
    body = "---\nand then: more\n---\n"
    assert fields("id: a", body=body).body == body


# B004
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("---\n\nJust a paragraph, no metadata.\n", NO_FRONT_MATTER),
        ("--- not a fence\ntext\n", NO_FRONT_MATTER),
        ("---\nid: x\nno closing fence\n", NOT_CLOSED),
    ],
    ids=["a lone rule", "dashes and text", "an open block"],
)
def test_an_opening_fence_alone_is_no_front_matter(text: str, sentence: str) -> None:
    assert refusal(text.encode()) == sentence


@pytest.mark.parametrize("text", ["", "Use pnpm.\n", "\n---\nid: a\n---\n", " ---\nid: a\n---\n"])
def test_front_matter_begins_on_the_first_line_or_is_not_there(text: str) -> None:
    assert refusal(text.encode()) == NO_FRONT_MATTER


def test_a_fence_inside_a_block_scalar_does_not_close_the_block() -> None:
    read = fields("title: |", "  one", "  ---", "  two", "id: a")
    assert read.text("title") == "one\n---\ntwo\n"
    assert read.text("id") == "a"


def test_blanks_behind_a_fence_do_not_count() -> None:
    found, problems = fm.read("a.md", b"--- \t\nid: a\n---  \nBody.\n")
    assert not problems
    assert found is not None
    assert (found.text("id"), found.body) == ("a", "Body.\n")


def test_an_empty_block_says_nothing_and_is_no_fault() -> None:
    assert fields("# only a remark").values == {}
    assert fm.read("a.md", b"---\n---\n")[1] == ()


def test_blank_lines_before_the_body_are_kept() -> None:
    assert fields("id: a", body="\n\nUse pnpm.\n").body == "\n\nUse pnpm.\n"


# B005
def test_a_block_of_12_kilobytes_is_read_to_its_end() -> None:
    tags = [f"  - a-rather-long-tag-number-{number}" for number in range(400)]
    read = fields("tags:", *tags, "id: last")
    assert len(read.texts("tags")) == 400
    assert read.text("id") == "last"


# B026
@pytest.mark.parametrize(("gap", "line"), [("", 4), ("\n", 5), ("\n\n", 6)])
def test_two_blocks_at_the_top_are_refused_at_the_second(gap: str, line: int) -> None:
    text = f"---\nslug: p/x\n---\n{gap}---\nid: r-x\nstatus: closed\n---\nBody.\n"
    assert refusal(text.encode()) == f"a.md:{line}: has two front-matter blocks; keep one of them"


# Bytes


# B006
def test_a_byte_order_mark_is_passed_over_in_silence() -> None:
    found, problems = fm.read("a.md", b"\xef\xbb\xbf---\nid: r-bom\nstatus: closed\n---\nOld.\n")
    assert not problems
    assert found is not None
    assert (found.text("id"), found.text("status")) == ("r-bom", "closed")
    assert found.body == "Old.\n"


# B009
@pytest.mark.parametrize("line_ends", ["all", "odd lines"])
def test_line_ends_of_windows_change_nothing(line_ends: str) -> None:
    lf = markdown("id: a", "tags:", "  - x", "title: >-", "  one", "  two", body="One.\nTwo.\n")
    lines = lf.splitlines(keepends=True)
    step = 1 if line_ends == "all" else 2
    lines[::step] = [line.replace(b"\n", b"\r\n") for line in lines[::step]]
    assert b"".join(lines) != lf
    assert fm.read("a.md", b"".join(lines)) == fm.read("a.md", lf)


# B143
def test_a_lone_carriage_return_stays_in_the_body() -> None:
    assert fields("id: a", body="safe text\rrm -rf\n").body == "safe text\rrm -rf\n"


# B010
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"---\nid: a\n---\n5 \xa2\n", "a.md:4: is not UTF-8 text: byte 16; save it as UTF-8"),
        (
            b"\xef\xbb\xbf---\nid: a\n---\n5 \xa2\n",
            "a.md:4: is not UTF-8 text: byte 19; save it as UTF-8",
        ),
        (
            "---\nid: a\n---\n".encode("utf-16"),
            "a.md:1: is not UTF-8 text: byte 0; save it as UTF-8",
        ),
        (b"---\nid: a\n---\n\xed\xa0\x80", "a.md:4: is not UTF-8 text: byte 14; save it as UTF-8"),
    ],
    ids=["Windows-1252", "behind a mark", "UTF-16", "a surrogate"],
)
def test_bytes_that_are_not_utf_8_are_refused_with_their_place(data: bytes, sentence: str) -> None:
    assert refusal(data) == sentence


def test_a_file_may_have_64_kilobytes_and_not_one_byte_more() -> None:
    fits = markdown("id: a", body="")
    fits += b"x" * (fm.LONGEST_FILE - len(fits))
    assert fm.read("a.md", fits)[1] == ()
    assert refusal(fits + b"x") == ("a.md:1: is larger than 65,536 bytes; split it into several entries")


def test_a_block_may_have_32_768_characters_and_not_more() -> None:
    assert fields("id: a", "# " + "x" * 32_000).text("id") == "a"
    assert refusal(markdown("id: a", "# " + "x" * 33_000)) == (
        "a.md:1: front matter has more than 32,768 characters"
    )


# Typed getters


def test_a_date_that_cannot_be_read_is_unknown_and_named() -> None:
    read = fields("id: a", "valid_until: yesterday")
    assert read.moment("valid_until") is None
    assert read.unreadable == {"valid_until"}
    assert said(read) == [
        (
            "a.md:3: valid_until: 'yesterday': expected a date like 2026-06-03 or a time like "
            "2026-06-03T09:14:00Z"
        )
    ]


# B015
@pytest.mark.parametrize("text", ["high", "-0.1", "1.01", "nan", "inf", "-inf", "50%", "0x1"])
def test_a_number_outside_0_to_1_is_named_and_the_default_holds(text: str) -> None:
    read = fields(f"importance: {text}")
    assert read.fraction("importance", 0.5) == 0.5
    assert said(read) == [f"a.md:2: importance: '{text}' is not a number from 0 to 1"]


@pytest.mark.parametrize(("text", "number"), [("0", 0.0), ("1", 1.0), (".7", 0.7), ("", 0.5)])
def test_a_number_from_0_to_1_is_read(text: str, number: float) -> None:
    read = fields(f"importance: {text}")
    assert read.fraction("importance", 0.5) == number
    assert said(read) == []


@pytest.mark.parametrize(
    ("text", "truth"),
    [("true", True), ("Yes", True), ("on", True), ("false", False), ("NO", False), ("", False)],
)
def test_a_boolean_is_read_in_every_spelling_of_yaml(text: str, truth: bool) -> None:
    read = fields(f"pinned: {text}")
    assert read.boolean("pinned") is truth
    assert said(read) == []


def test_a_boolean_that_is_none_is_named() -> None:
    read = fields("pinned: maybe")
    assert read.boolean("pinned") is False
    assert read.boolean("pinned", default=True) is True
    assert said(read)[0] == "a.md:2: pinned: 'maybe' is neither true nor false"


def test_a_word_that_is_not_allowed_is_named_with_those_that_are() -> None:
    read = fields("status: done")
    assert read.choice("status", ["active", "closed"], "active") == "active"
    assert said(read) == ["a.md:2: status: 'done' is not one of: active, closed"]


def test_a_list_where_one_value_is_expected_is_named() -> None:
    read = fields("author: [Dana, Kim]")
    assert read.text("author") is None
    assert said(read) == ["a.md:2: author: is a list where one value is expected"]


@pytest.mark.parametrize("value", ["{a: b}", "[[a]]", "[{a: b}]"])
def test_a_value_that_is_nested_is_named(value: str) -> None:
    read = fields(f"scope: {value}")
    assert read.texts("scope") == ()
    assert read.unreadable == {"scope"}
    assert said(read) == ["a.md:2: scope: is nested deeper than a value or a plain list"]


def test_a_fault_about_a_key_that_is_not_there_stands_at_the_top() -> None:
    read = fields("tags: x")
    read.report("id", "is missing", key="id")
    assert said(read) == ["a.md:1: id: is missing"]


# T7
@pytest.mark.parametrize(
    "block",
    [
        "a: &a " + "[" + "x," * 9 + "]\n" + "b: &b [" + "*a," * 9 + "]\nc: [" + "*b," * 9 + "]",
        "a: " + "[" * 30_000,
        "a: " + "{a: " * 7_500,
        "? " * 15_000,
        "- " * 15_000,
        "'" * 30_000,
        ": " * 15_000,
        ":" * 30_000,
        "%" * 30_000,
        "!" * 30_000,
        "&" * 30_000,
        "a: " + "x " * 15_000,
        "a: |\n" + " x\n" * 10_000,
        "a:" + "\n" * 30_000 + "b: c",
        "#\n" * 15_000,
        "x" * 30_000 + ": y",
        'a: "' + "\\u0041" * 5_000 + '"',
        "a: [" + "x," * 15_000 + "]",
        "a: [" + "{x: y}," * 4_000 + "]",
        "\n".join(f"k{number}: v" for number in range(3_000)),
    ],
    ids=lambda block: block[:16].encode("unicode_escape").decode(),
)
def test_no_block_is_slow_to_read(block: str) -> None:
    fm.read("a.md", markdown("id: a"))  # the parser's own import does not count
    started = time.process_time()
    fm.read("a.md", markdown(block))
    assert time.process_time() - started < 10


TOKENS = (
    *("id", "tags", "scope", "valid_until", "x", ": ", ":", "\n", "\n  ", " ", "- ", "[", "]"),
    *("{", "}", ",", '"', "'", "|", ">", ">-", "|2", "#", "# ", "&a", "*a", "!", "!!str ", "%"),
    *("%YAML 1.1\n", "%TAG ! x\n", "\n---\n", "\n...\n", "? ", "<<", "=", "~", "@", "`", "\\"),
    *("\\u", "\\x", "\\U0011", "0", "1.10", "2026-01-01", "\t", "\r", "\x85", "\u2028", "\ufeff"),
    *("\0", "\x1b", "\x7f", "\u00e9", "\U0001f600"),
)


@given(st.lists(st.sampled_from(TOKENS), max_size=14).map("".join))
@settings(max_examples=500, deadline=None)
def test_no_text_between_the_fences_raises(block: str) -> None:
    found, problems = fm.read("a.md", markdown(block))
    assert (found is None) == bool(problems)
    for key in found.values if found else ():
        found.texts(key)
        found.text(key)


@given(st.binary(max_size=200))
@example(b"---")
@example(b"---\n---")
@example(b"\xef\xbb\xbf\xef\xbb\xbf---\n---\n")
def test_no_bytes_raise(data: bytes) -> None:
    for whole in (data, b"---\n" + data, b"---\n" + data + b"\n---\n" + data):
        found, problems = fm.read("a.md", whole)
        assert (found is None) == bool(problems)


# Writing


TYPED_WORDS = [
    *("no", "No", "NO", "y", "on", "null", "~", "true", "007", "0612345", "08", "12:30", "1_000"),
    *("40e91200", "83e4127", "1.10", "0x1F", "0o17", ".inf", "NaN", "-1", "+1", "2025-11-03"),
    *("2026-02-30", "=", "<<", "# x", "a #b", "a: b", "a:", "- a", "-", "---", "...", "? a", "*.ts"),
    *("&a", "!a", "%a", "@a", "`a`", "[a]", "{a}", "a, b", "a]", "a}", "'a'", '"a"', "it's", "\\"),
    *("\\n", " a", "a ", "  ", "", "\u00e9", "\U0001f600", "a\nb", "a\tb", "\n", "a\u00a0b", "| a"),
]
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
printable = st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs", "Cf"]), max_size=40)


def as_every_reader_sees_it(written: str) -> list[object]:
    block = f"a: {written}\nb: [{written}, {written}]\n"
    values = []
    for read in (
        lambda: yaml.load(block, yaml.BaseLoader),  # noqa: S506 - makes text of every scalar
        lambda: yaml.safe_load(block),
        lambda: YAML(typ="safe", pure=True).load(block),
    ):
        found = read()
        values += [found["a"], *found["b"]]
    return values


@given(printable | st.sampled_from(TYPED_WORDS))
@settings(max_examples=300, deadline=None)
def test_a_written_text_is_the_same_text_to_every_reader(text: str) -> None:
    assert as_every_reader_sees_it(fm.written(text)) == [text] * 9


@given(any_text)
@example("\x7f")
@example("\x85")
@example("a \u2028b")
@example("\ufffe")
@example("\x1b[2J")
@settings(max_examples=300, deadline=None)
def test_control_characters_are_written_so_that_every_reader_accepts_them(text: str) -> None:
    assert as_every_reader_sees_it(fm.written(text)) == [text] * 9


@pytest.mark.parametrize("text", ["Dana", "package-manager", "web/app", "a.b@c", "two words", "x86"])
def test_a_plain_word_is_written_without_quotes(text: str) -> None:
    assert fm.written(text) == text


# B012, B016, B019
@pytest.mark.parametrize("text", ["40e91200", "2025-11-03", "no", "**/*.ts", "NULL", "y", "12:30"])
def test_a_word_that_yaml_could_type_is_written_in_quotes(text: str) -> None:
    assert fm.written(text) == json.dumps(text)


def test_a_new_file_has_its_keys_in_order_and_ends_in_one_newline() -> None:
    keys = [
        ("id", "a"),
        ("valid_from", Verbatim("2026-06-03")),
        ("valid_until", None),
        ("scope", ["web", "packages/web/**"]),
        ("tags", []),
        ("author", "no"),
    ]
    assert fm.compose(keys, "Use pnpm.\n\n\n") == (
        b"---\n"
        b"id: a\n"
        b"valid_from: 2026-06-03\n"
        b"valid_until:\n"
        b'scope: [web, "packages/web/**"]\n'
        b"tags: []\n"
        b'author: "no"\n'
        b"---\n"
        b"Use pnpm.\n"
    )
