"""Blocks that are read without the YAML library: only such as it would read the same."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memdecay import front_matter as fm
from memdecay.entry import read_entry
from memdecay.errors import Refused
from memdecay.plain_block import Value, read_plain
from memdecay.problem import BlockFault
from memdecay.yaml_block import read_block

_SIGNS = st.sampled_from(
    [*"aZ09 _-./@+:#,[]{}\"'\\!&*?|>%`~=\t\r\n\0\x85\xa0é中\u2028\ufeff😀", ": ", " #", ", "]
)
_TEXTS = st.lists(_SIGNS, max_size=12).map("".join)
_VALUES = st.one_of(
    _TEXTS,
    _TEXTS.map(lambda text: f'"{text}"'),
    st.lists(st.one_of(_TEXTS, _TEXTS.map(lambda text: f'"{text}"')), max_size=4).map(
        lambda items: f"[{', '.join(items)}]"
    ),
    st.sampled_from(["null", "~", "yes", "007", "83e4127", "2026-06-03T09:14:00Z", "a:b", "1:30", "- a"]),
)
_KEYS = st.one_of(st.sampled_from(["id", "tags", "y", "no", "a-b", "null", "x", "<<", "-a", "1"]), _TEXTS)
_LINES = st.one_of(
    st.tuples(_KEYS, _VALUES).map(lambda pair: f"{pair[0]}: {pair[1]}"),
    st.tuples(_KEYS, _VALUES).map(lambda pair: f"{pair[0]}:{pair[1]}"),
    _TEXTS,
)
_BLOCKS = st.lists(_LINES, max_size=4).map(lambda lines: "\n".join(["", *lines, ""]))


def by_the_library(block: str) -> dict[str, Value] | str:
    try:
        return read_block(block, 1)
    except BlockFault as fault:
        return str(fault)


@settings(max_examples=400)
@given(_BLOCKS)
@example('\na: "x # y"\nb: [one, "two, three", ""]\nc: a:b, c#d - e\nd:\n')
@example("\na: - b\n")
@example("\na: b: c\n")
@example("\na: b\n  c\n")
@example("\na: b\na: c\n")
@example("\na:\n- b\n")
@example("\na: b # c\n")
@example("\na: [b - c, -]\n")
def test_what_is_read_without_the_library_reads_as_the_library_reads_it(block: str) -> None:
    plain = read_plain(block, 1)
    assert plain is None or plain == by_the_library(block)


@given(st.text(max_size=30), st.lists(st.text(max_size=12), max_size=3))
def test_what_memdecay_writes_reads_the_same_either_way(text: str, tags: list[str]) -> None:
    try:
        data = fm.compose([("id", "a"), ("author", text), ("tags", tags)], "Use pnpm.\n")
    except Refused:
        return
    first_line, block, _ = fm.split(fm.decode(data))
    plain = read_plain(block, first_line)
    assert plain is None or plain == by_the_library(block)


PLAIN = """
id: install-with-pnpm
status: active
valid_from: 2026-06-03
valid_until:
supersedes: [install-with-npm]
scope: [web, "packages/web/**"]
importance: 0.7
created: 2026-06-03T09:14:00Z
author: Dana
source: "AGENTS.md#L12-L15@b120-340 sha256:9f86d081884c7d65"
"""


def test_an_ordinary_block_is_read_with_its_lines() -> None:
    values = read_plain(PLAIN, 1)
    assert values is not None
    assert values["id"] == Value(line=2, text="install-with-pnpm")
    assert values["valid_until"].is_empty
    assert values["scope"] == Value(line=7, texts=("web", "packages/web/**"))
    assert values["source"].text == "AGENTS.md#L12-L15@b120-340 sha256:9f86d081884c7d65"
    assert not values["source"].is_plain
    assert values == by_the_library(PLAIN)


@pytest.mark.parametrize(
    "line",
    ["a: b # c", "a: 'b'", "a: *b", "a: b: c", "  a: b", "a: |", "- a", "# a", "a", 'a: "\\n"', "a: [[b]]"],
)
def test_whatever_takes_judgement_is_left_to_the_library(line: str) -> None:
    assert read_plain(f"\nid: x\n{line}\n", 1) is None


def test_an_ordinary_entry_needs_no_yaml_parser() -> None:
    assert read_entry("a.md", f"---{PLAIN}---\nUse pnpm.\n".encode())[1] == ()
    program = (
        "import sys; from memdecay.entry import read_entry; "
        f"read_entry('a.md', {f'---{PLAIN}---'.encode()!r}); sys.exit('ruamel.yaml' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
