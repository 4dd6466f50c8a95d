"""Front matter of other tools: read line by line where it is no YAML, never repaired."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.importers.header import read


def header(text: str, *, is_yaml: bool = True):  # type: ignore[no-untyped-def]
    return read(text.encode(), is_yaml=is_yaml)


@pytest.mark.parametrize("globs", ["*.ts", "*", "**/*", "*.{ts,tsx}"])
def test_globs_without_quotes_are_no_yaml_and_are_read(globs: str) -> None:  # FORMATS 7, the third
    found = header(f"---\ndescription: \nglobs: {globs}\nalwaysApply: false\n---\nUse tabs.\n", is_yaml=False)
    assert found.texts("globs") == (globs,)
    assert found.text("description") is None
    assert found.text("alwaysApply") == "false"
    assert found.fault is None


def test_where_yaml_is_expected_a_fault_is_told_and_the_lines_count() -> None:
    found = header("---\npaths: *.ts\n---\nx\n")
    assert found.texts("paths") == ("*.ts",)
    assert found.fault == "front matter uses an anchor or alias (& or *); quote the value"


def test_a_list_may_be_written_in_each_way() -> None:
    for text in (
        'paths:\n  - "a/**"\n  - b\n',
        'paths: ["a/**", b]\n',
        "paths: a/**, b\n",
        "paths: a/**,b\n",
        'paths: "a/**", "b"\n',
        "paths: 'a/**','b'\n",
        'paths: "a/**, b"\n',
    ):
        assert header(f"---\n{text}---\n").texts("paths") == ("a/**", "b"), text
    assert header("---\npaths: src/{a,b}/**, c\n---\n").texts("paths") == ("src/{a,b}/**", "c")


def test_an_empty_list_is_told_from_no_list() -> None:
    assert header("---\npaths: []\n---\n").is_empty_list("paths")
    assert not header("---\npaths:\n---\n").is_empty_list("paths")
    assert not header("---\nother: x\n---\n").is_empty_list("paths")


def test_a_key_below_another_is_named_with_both() -> None:
    found = header("---\nname: a\nmetadata: \n  node_type: memory\n  type: feedback\n---\nText.\n")
    assert found.text("metadata.type", "type") == "feedback"


def test_a_folded_text_is_one() -> None:
    assert header("---\ndescription: >-\n  one\n  two\n---\n", is_yaml=False).text("description") == "one two"


def test_values_are_taken_as_written() -> None:
    found = header("---\nversion: 1.10\ndate: 2026-02-30\nflag: no\n---\n")
    assert (found.text("version"), found.text("date"), found.text("flag")) == ("1.10", "2026-02-30", "no")


@pytest.mark.parametrize(
    "text", ["", "x\n", "---\nnot closed\n", "text\n---\nkey: value\n---\n", "----\na: b\n---\n"]
)
def test_what_has_no_two_fences_at_its_top_has_no_header(text: str) -> None:
    assert header(text).end == 0


def test_a_header_ends_behind_its_fence_whatever_the_line_ends_are() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = f"\ufeff---{end}a: b{end}---{end}Text."
        found = header(text)
        assert text.encode()[found.end :] == b"Text."
        assert found.text("a") == "b"


@given(st.text(max_size=80))
def test_nothing_in_a_header_stops_the_reading(text: str) -> None:
    read(f"---\n{text}\n---\nx".encode("utf-8", "replace"))
    read(f"---\n{text}\n---\nx".encode("utf-8", "replace"), is_yaml=False)
