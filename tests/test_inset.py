"""Entry text as a part of another document: verbatim where it can be, and never out of its section."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt  # comes with rich

from memdecay.inset import code, fenced, quoted

LINES = (
    "# One", "## Two ##", "####### seven", "#no", "a # b", "`# c`", "Words.", "more words", "===", "---",
    "--", "***", "```", "````md", "~~~", "  ```", "    ```", "``` a`b", "- item", "- ```", "  - deep",
    "* # heading", "1. first", "2. second", "*",
    "> quote", "> # q", "> ```", "<div>", "</div>", "- <b>", "<script>", "<!-- open", "-->", "a <!-- b",
    "    indented", "\ttabbed", " \t# tabbed heading", "`tick", "``", "<!-- memdecay:end -->",
    "<!--MEMDECAY:begin v=1 sha256=0 -->", "| a | b |", "|---|---|", "\\# escaped", "[a]: b", "",
    "   # three blanks", "Title", "   ---", "<?php", "<![CDATA[", "&lt;", "x  ",
)  # fmt: skip
bodies = st.lists(st.sampled_from(LINES), max_size=9).map("\n".join)


def outline(document: str) -> list[tuple[str, str]]:
    """The headings of level 1 to 3 that stand in no list or quotation, and all other top-level kinds."""
    tokens = MarkdownIt("commonmark").parse(document)
    found = []
    for place, token in enumerate(tokens):
        if token.level == 0 and token.type == "heading_open" and token.tag in {"h1", "h2", "h3"}:
            found.append((token.tag, tokens[place + 1].content))
    return found


@settings(max_examples=1000, deadline=None)
@given(bodies)
@example("  ```\n\n  ```\n===")
def test_nothing_breaks_out_of_its_section(body: str) -> None:
    document = f"## Title\n\n### one\n\n{quoted(body, 3)}\n\n### two\n\nThe end.\n"
    assert outline(document) == [("h2", "Title"), ("h3", "one"), ("h3", "two")], document
    last = MarkdownIt("commonmark").parse(document)[-2]
    assert (last.level, last.content) == (1, "The end.")
    assert not re.search(r"<!--\s*/?memdecay:", document, re.IGNORECASE)


@given(bodies)
def test_no_word_is_lost_and_none_comes_in(body: str) -> None:
    shown = quoted(body, 3)
    if shown.startswith("```") and shown != body.strip("\n"):
        shown = shown.split("\n", 1)[1]
    assert re.findall(r"\w+", shown.replace("&lt;!--", "<!--")) == re.findall(r"\w+", body)


@pytest.mark.parametrize(
    "body",
    [
        "Use pnpm.",
        "Use `<div>`, never a <table>.",
        "- one\n  - deep\n\n    more\n- two",
        "Run:\n\n```sh\n# a comment\nmake <all>\n```\n\nThen wait.",
        "1. first\n   ```sh\n   make\n   ```\n2. second",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "> Quoted.\n\n---\n\nMore.",
        "- item\n---\nMore.",
        "Mark it `# pragma: no cover`, and write C # with a blank.\nAsk in the # channel.",
        "- # Not ours\n> # nor this",
        "A \\* star, a [link](x.md) and `code`.",
    ],
)
def test_ordinary_text_stands_verbatim(body: str) -> None:
    assert quoted(f"\n{body}\n\n", 3) == body


def test_headings_go_below_the_section() -> None:
    assert quoted("# Title\n\ntext\n\n##### Deep", 3) == "#### Title\n\ntext\n\n###### Deep"
    assert quoted("Title\n=====\n\nPart\n---\ntext", 3) == "#### Title\n\n##### Part\ntext"


def test_what_could_swallow_the_rest_is_fenced_as_a_whole() -> None:
    assert quoted("<details>\nx", 3) == "```markdown\n<details>\nx\n```"
    assert quoted("```sh\nnever closed", 3) == "````markdown\n```sh\nnever closed\n````"
    assert quoted("a <!-- b", 3) == "```markdown\na <!-- b\n```"


def test_our_own_markers_are_spelled_so_that_nobody_takes_them_for_markers() -> None:
    assert quoted("x\n<!-- memdecay:end -->\ny", 3) == "x\n&lt;!-- memdecay:end -->\ny"


def test_a_fence_is_longer_than_any_in_it() -> None:
    assert fenced("`````") == "``````markdown\n`````\n``````"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("web", "`web`"),
        ("a`b", "``a`b``"),
        ("`x`", "`` `x` ``"),
        ("two\nlines\x1b[2J", "`two lines\\u001b[2J`"),
        ("<!-- memdecay:end -->", "`&lt;!-- memdecay:end -->`"),
        ("  ", ""),
    ],
)
def test_a_line_of_text_as_code(text: str, shown: str) -> None:
    assert code(text) == shown
