"""Where a block begins and ends, how its values are typed, and what is refused of it."""

from __future__ import annotations

import json
import time

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from memdecay import front_matter as fm
from memdecay.front_matter import Fields, Verbatim
from memdecay.problem import Severity
from tests.builders import markdown

NO_FRONT_MATTER = "a.md:1: has no front matter: an entry begins with a line of three dashes"
NOT_CLOSED = "a.md:1: front matter is not closed: add a line of three dashes after the last key"
ANCHOR = "a.md:2: front matter uses an anchor or alias (& or *); quote the value"
TAG = "a.md:2: front matter uses a tag (!); quote the value"
TOO_DEEP = "a.md:2: front matter is nested too deeply"
NO_KEYS = "a.md:2: front matter is not a list of `key: value` lines"
NOT_YAML = "front matter is not valid YAML: "


def fields(*block: str, body: str = "Use pnpm.\n") -> Fields:
    found, problems = fm.read("a.md", markdown(*block, body=body))
    assert not problems
    assert found is not None
    return found


def refusal(data: bytes) -> str:
    """The one sentence about a file in which nothing can be trusted."""
    found, problems = fm.read("a.md", data)
    assert found is None
    (problem,) = problems
    assert problem.rule == "front-matter"
    assert problem.severity is Severity.ERROR
    return str(problem)


def said(read: Fields) -> list[str]:
    return [str(problem) for problem in read.problems]


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


# Values as text


@pytest.mark.parametrize(
    "typed",
    [
        "007",  # B013
        "08",
        "0612345",
        "83e4127",
        "40e91200",
        "no",
        "on",
        "12:30",
        "1_000",
        "0x1F",
        "1.10",
        "2026-05-26",
        "2026-02-30",
        ".inf",
        "NaN",
        "0o17",
        "=",
        "a: b",
        "# x",
    ],
)
def test_a_value_is_the_text_that_was_typed(typed: str) -> None:
    written = f"'{typed}'" if typed in {"a: b", "# x"} else typed
    assert fields(f"title: {written}").text("title") == typed
    assert fields(f"tags: [{written}]").texts("tags") == (typed,)


@pytest.mark.parametrize("nothing", ["", "~", "null", "Null", "NULL"])
def test_an_empty_value_is_nothing_and_a_quoted_word_is_text(nothing: str) -> None:
    assert fields(f"author: {nothing}").text("author") is None
    assert fields(f"author: '{nothing}'").text("author") == nothing
    assert fields("id: a").text("author") is None


# B014
def test_items_of_a_list_are_text_also_where_they_look_typed() -> None:
    read = fields("tags: [no, on, yes, off, null, ~, 1.10, 11:20]")
    assert read.texts("tags") == ("no", "on", "yes", "off", "null", "~", "1.10", "11:20")
    assert said(read) == []


# B023
@pytest.mark.parametrize(
    ("block", "tags"),
    [
        (["tags: python"], ("python",)),
        (["tags: python, api"], ("python", "api")),
        (["tags: [python, api]"], ("python", "api")),
        (["tags:", "  - python"], ("python",)),
        (["tags:", "- python"], ("python",)),
        (["tags: python,, api,"], ("python", "api")),
        (["tags: two words, api"], ("two words", "api")),
        (["tags: 2025"], ("2025",)),  # B015
        (["tags: 'a, b'"], ("a", "b")),
        (["tags: ['a, b']"], ("a, b",)),
        (["tags:"], ()),
        (["tags: []"], ()),
        (["id: a"], ()),
    ],
)
def test_a_word_a_line_with_commas_and_a_list_are_lists(block: list[str], tags: tuple[str, ...]) -> None:
    assert fields(*block).texts("tags") == tags


def test_the_comma_inside_the_braces_of_a_glob_parts_nothing() -> None:
    read = fields("scope: src/a.{ts,tsx}, web")
    assert read.texts("scope") == ("src/a.{ts,tsx}", "web")


# B024
def test_block_scalars_are_read_whole() -> None:
    read = fields("title: >-", "  Always run the formatter", "  before committing", "note: |", "  x")
    assert read.text("title") == "Always run the formatter before committing"
    assert read.text("note") == "x\n"


def test_unknown_keys_are_kept_and_cost_nothing() -> None:
    read = fields("owner: team-a", "x-note: keep", "meta: {deep: {er: [1]}}", "id: a")
    assert read.text("owner") == "team-a"
    assert read.text("id") == "a"
    assert said(read) == []


def test_each_key_knows_its_line_in_the_file() -> None:
    read = fields("# a remark", "id: a", "title: >-", "  one", "  two", "tags: [x]")
    assert read.lines == {"id": 3, "title": 4, "tags": 7}


# Values that lost something


# B018
def test_a_list_that_a_hash_emptied_is_a_finding_and_empty() -> None:
    read = fields("id: a", "tags: #backend #api")
    assert read.texts("tags") == ()
    assert said(read) == ["a.md:3: tags: is empty because # starts a comment; quote '#backend #api'"]
    assert read.problems[0].severity is Severity.WARNING


# B018
@pytest.mark.parametrize("key", ["valid_until", "status", "importance", "pinned", "author"])
def test_a_value_that_a_hash_emptied_is_a_finding_whatever_its_type(key: str) -> None:
    read = fields(f"{key}: #x")
    {
        "valid_until": lambda: read.moment(key),
        "status": lambda: read.choice(key, ["active", "closed"], "active"),
        "importance": lambda: read.fraction(key, 0.5),
        "pinned": lambda: read.boolean(key),
        "author": lambda: read.text(key),
    }[key]()
    assert said(read) == [f"a.md:2: {key}: is empty because # starts a comment; quote '#x'"]


def test_a_value_that_a_hash_cut_is_a_finding() -> None:
    read = fields("title: PR #41 broke it")
    assert read.text("title") == "PR"
    assert said(read) == [
        "a.md:2: title: everything from '#41 broke it' on is a comment; quote the whole value"
    ]


# B018
@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        ("PR #41", "everything from '#41' on is a comment; quote the whole value"),
        ("#backend", "is empty because # starts a comment; quote '#backend'"),
    ],
)
def test_an_item_that_a_hash_cut_is_a_finding(item: str, sentence: str) -> None:
    read = fields("tags:", f"  - {item}")
    assert "" not in read.texts("tags")
    assert [problem.message for problem in read.problems] == [sentence]


def test_an_item_that_is_empty_is_no_item() -> None:
    assert fields("tags:", "  - python", "  -").texts("tags") == ("python",)


@pytest.mark.parametrize("line", ["tags: # none yet", "tags: [x] # one", "valid_until:  # open"])
def test_a_remark_that_costs_nothing_is_no_finding(line: str) -> None:
    read = fields(line)
    read.texts("tags")
    read.moment("valid_until")
    assert said(read) == []


@pytest.mark.parametrize("quoted", ["'PR #41'", '"PR #41"'])
def test_a_hash_in_quotes_is_text(quoted: str) -> None:
    read = fields(f"title: {quoted} # a remark")
    assert read.text("title") == "PR #41"
    assert said(read) == []


def test_a_hash_without_a_blank_before_it_is_text() -> None:
    read = fields("title: issue#41")
    assert read.text("title") == "issue#41"
    assert said(read) == []


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


def test_a_value_in_a_message_is_escaped_and_cut() -> None:
    assert fm.shown("a\x1b[2Jb\n") == "'a\\u001b[2Jb\\u000a'"
    assert fm.shown("x" * 100) == "'" + "x" * 59 + "…'"
    assert fm.shown("caf\u00e9 \U0001f600") == "'caf\u00e9 \U0001f600'"
    assert fm.shown("\u202e\u200b") == "'\\u202e\\u200b'"


def test_a_fault_about_a_key_that_is_not_there_stands_at_the_top() -> None:
    read = fields("tags: x")
    read.report("id", "is missing", key="id")
    assert said(read) == ["a.md:1: id: is missing"]


# What is refused as a whole


# B022
def test_a_key_that_stands_twice_is_refused_with_both_lines() -> None:
    data = markdown("id: a", "status: active", "tags: x", "author: y", "status: closed")
    assert refusal(data) == "a.md:6: status: appears twice, on lines 3 and 6"


# B025
def test_a_character_that_yaml_keeps_for_itself_is_refused_with_its_line() -> None:
    assert refusal(markdown("id: a", "path: `C:\\work`: x")) == (
        f"a.md:3: {NOT_YAML}found character '`' that cannot start any token"
    )


# B027
def test_a_quote_that_is_not_closed_is_refused_with_its_line() -> None:
    assert refusal(markdown('title: "unclosed')) == (f"a.md:3: {NOT_YAML}found unexpected end of stream")


# B019
@pytest.mark.parametrize("glob", ["*.ts", "**/*.ts, **/*.tsx", "*"])
def test_a_glob_without_quotes_is_refused_with_the_remedy(glob: str) -> None:
    assert refusal(markdown(f"scope: {glob}")) == ANCHOR


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        ("a: &a [x, x]\nb: [*a, *a]", ANCHOR),
        ("a: &a x", ANCHOR),
        ("a: *a", ANCHOR),
        ("&k a: x", ANCHOR),
        ("<<: *base", ANCHOR),
        ("a: !!python/object/apply:os.system [echo]", TAG),
        ("a: !!binary aGk=", TAG),
        ("a: !important x", TAG),
        ("a: [!x y]", TAG),
        ("a: " + "[" * 500, TOO_DEEP),
        ("a: " + "{a: " * 500, TOO_DEEP),
        ("b: c\na: [ [ [ [ [ [ [ [ [x", TOO_DEEP.replace(":2:", ":3:")),
        ("- a\n- b", NO_KEYS),
        ("- " * 15_000, NO_KEYS),
        ("[" * 30_000, TOO_DEEP),
        ("just text", NO_KEYS),
        ("? [a]\n: b", "a.md:2: front matter has a key that is not a word"),
        ("a: b: c", f"a.md:2: {NOT_YAML}mapping values are not allowed here"),
        (
            "\ta: b",
            f"a.md:2: {NOT_YAML}found character '\\t' that cannot start any token",
        ),
        (
            "%YAML 99.1\na: b",
            f"a.md:2: {NOT_YAML}found incompatible YAML document (version 1.* is required)",
        ),
        (
            "a: x\0y",
            f"a.md:2: {NOT_YAML}unacceptable character #x0000: special characters are not allowed",
        ),
    ],
    ids=lambda value: value[:30].encode("unicode_escape").decode(),
)
def test_what_no_instruction_needs_is_refused_in_one_sentence(block: str, sentence: str) -> None:
    assert refusal(markdown(block)) == sentence


def test_a_second_document_is_refused() -> None:
    assert refusal(markdown("id: a", "...", "id: b")) == ("a.md:1: front matter holds more than one document")


def test_nesting_line_by_line_is_refused_too() -> None:
    block = [f"{' ' * depth}a:" for depth in range(200)]
    assert refusal(markdown(*block)).endswith(": front matter is nested too deeply")


# ruamel.yaml raises ValueError and AssertionError here, which are no YAMLError.
@pytest.mark.parametrize("block", ['a: "\\U00110000"', "%YAML 1.10", "%YAML 1.10\na: b"])
def test_yaml_that_makes_the_parser_itself_stumble_is_refused_without_a_traceback(
    block: str,
) -> None:
    assert refusal(markdown(block)).startswith(f"a.md:2: {NOT_YAML}")


def test_half_a_character_behind_an_escape_is_refused_because_no_file_can_hold_it() -> None:
    assert refusal(markdown('a: "\\ud800"')).startswith(f"a.md:2: {NOT_YAML}")


def test_a_key_with_control_characters_is_shown_escaped() -> None:
    sentence = refusal(markdown('"\\e[2J": 1', '"\\e[2J": 2'))
    assert sentence.isprintable(), repr(sentence)


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


def test_brackets_in_quotes_or_remarks_are_text() -> None:
    deep = "[" * 20
    fields, problems = fm.read("a.md", f"---\nauthor: '{deep}'\n# {deep}\n---\nText.\n".encode())
    assert fields is not None
    assert (fields.text("author"), problems) == (deep, ())
