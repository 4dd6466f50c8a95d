"""Values are the text that stands in the file, and what no instruction needs is refused."""

from __future__ import annotations

import pytest

from memdecay import front_matter as fm
from memdecay.problem import Severity
from tests.blocks import fields, refusal, said
from tests.builders import markdown

ANCHOR = "a.md:2: front matter uses an anchor or alias (& or *); quote the value"
TAG = "a.md:2: front matter uses a tag (!); quote the value"
TOO_DEEP = "a.md:2: front matter is nested too deeply"
NO_KEYS = "a.md:2: front matter is not a list of `key: value` lines"
NOT_YAML = "front matter is not valid YAML: "


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


def test_brackets_in_quotes_or_remarks_are_text() -> None:
    deep = "[" * 20
    fields, problems = fm.read("a.md", f"---\nauthor: '{deep}'\n# {deep}\n---\nText.\n".encode())
    assert fields is not None
    assert (fields.text("author"), problems) == (deep, ())
