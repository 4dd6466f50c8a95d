"""Markdown is cut by its structure: items with all below them, procedures whole, nothing torn or lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.importers.markdown import read, read_whole, read_with_imports
from memdecay.importers.page import tiled
from tests.importers.pages import bodies, page, said, skips


def test_an_item_is_an_instruction_with_all_below_it() -> None:
    text = "- Use pnpm.\n- Deploy so:\n  - tag\n  - push\n\n  and wait.\n- Third.\n"
    assert said(read, text) == ["Use pnpm.", "Deploy so:\n  - tag\n  - push\n\n  and wait.", "Third."]


def test_the_mark_of_an_item_stays_where_its_text_would_read_otherwise_without_it() -> None:
    deep = "-   Deploy so:\n\n    and wait.\n"
    task = "- [ ] Write a test.\n"
    assert said(read, deep) == [deep.rstrip()]
    assert said(read, task) == [task.rstrip()]


def test_a_hard_wrapped_item_is_one_instruction() -> None:
    assert said(read, "* Use pnpm,\n  not npm.\n* Go on\n  here.\n") == [
        "Use pnpm,\n  not npm.",
        "Go on\n  here.",
    ]


def test_an_ordered_list_is_one_procedure_with_the_paragraph_that_announces_it() -> None:
    assert said(read, "To release:\n\n1. tag\n2. push\n") == ["To release:\n\n1. tag\n2. push"]
    assert said(read, "Releases matter.\n\n1. tag\n2. push\n") == ["Releases matter.", "1. tag\n2. push"]


def test_code_and_tables_stay_with_the_paragraph_before_them() -> None:
    text = "Run this.\n\n```sh\n# not a heading\nmake\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThen look.\n"
    first, _ = text.split("\n\nThen")
    assert said(read, text) == [first, "Then look."]


def test_code_stays_in_its_item_whatever_it_holds() -> None:  # FORMATS 7, the eighth
    item = "- Write:\n\n  ```markdown\n  ---\n  key: value\n  ---\n  # Heading\n  - item\n  ```\n"
    assert said(read, item + "- Next.\n") == [item.removeprefix("- ").rstrip(), "Next."]


def test_headings_are_the_section_of_what_stands_below_them() -> None:
    one = page("# Shop\n\n## Web\n\n### Tests\n- Run tox.\n\n## API\nUse REST.\n")
    assert [item.section for item in read(one).items] == [("Web", "Tests"), ("API",)]


def test_the_only_heading_of_the_first_level_names_the_file_and_no_section() -> None:
    assert [item.section for item in read(page("# Shop\n\n- Use pnpm.\n")).items] == [()]
    assert [item.section for item in read(page("# Web\n- a b.\n\n# API\n- c d.\n")).items] == [
        ("Web",),
        ("API",),
    ]


def test_an_introduction_is_part_of_the_section_of_its_items() -> None:
    one = page("## Style\n\nFor all **Python** code:\n\n- Annotate.\n- Format.\n")
    assert [item.section for item in read(one).items] == [("Style", "For all Python code")] * 2
    assert skips(read, one.data)["introduction"] == "For all **Python** code:\n"


def test_what_a_heading_denies_stays_with_it() -> None:
    text = "## Never\n\n- commit secrets\n- push to main\n"
    assert said(read, f"{text}\n## Setup\n- Use pnpm.\n") == [text.rstrip(), "Use pnpm."]


def test_what_an_introduction_denies_stays_with_it() -> None:
    text = "Please avoid:\n\n- Global state.\n- Singletons.\n"
    assert said(read, text) == [text.rstrip()]


def test_a_sentence_that_goes_on_in_a_list_stays_whole() -> None:
    text = "A pull request needs:\n\n- a test, and\n- a line in the changelog.\n"
    assert said(read, text) == [text.rstrip()]


def test_a_heading_with_nothing_below_it_is_an_instruction() -> None:
    assert said(read, "# Shop\n\n## Never push to main\n\n## Setup\n- Use pnpm.\n") == [
        "## Never push to main",
        "Use pnpm.",
    ]


def test_pictures_and_mere_links_are_skipped_with_the_reason() -> None:
    text = (
        "[![build](https://x/b.svg)](https://x)\n\n- [Setup](#setup)\n- [Tests](#tests)\n\n## Setup\n\n"
        "- [Guide](docs/guide.md)\n\n- See [the guide](docs/guide.md).\n- [Why](docs/why.md)\n\n"
        "---\n\n<br/>\n"
    )
    assert said(read, text) == [
        "[Guide](docs/guide.md)",
        "See [the guide](docs/guide.md).",
        "[Why](docs/why.md)",
    ]
    assert set(skips(read, text)) == {
        "badges", "table of contents", "heading", "list mark", "rule", "HTML without text",
    }  # fmt: skip
    assert skips(read, "- [Guide](docs/guide.md)\n- [Why](docs/why.md)\n") == {
        "links only": "- [Guide](docs/guide.md)\n- [Why](docs/why.md)\n"
    }


def test_comments_are_cut_out_but_not_of_code() -> None:
    text = "- Use tabs. <!-- or so --> Always.\n- Write `<!-- x -->` and\n  ```\n  <!-- y -->\n  ```\n"
    assert said(read, text) == ["Use tabs.  Always.", "Write `<!-- x -->` and\n  ```\n  <!-- y -->\n  ```"]
    assert skips(read, text)["comment"] == "<!-- or so -->"


def test_a_comment_with_a_stable_name_names_the_item_below_it() -> None:
    one = page("<!-- rule:587 -->\n- Use tabs.\n\n<!-- rule:588 -->\n- Use LF.\n")
    assert [item.facts.id for item in read(one).items] == ["rule-587", "rule-588"]


def test_blocks_of_other_tools_are_kept_out_and_ours_as_well() -> None:
    text = (
        "- Ours.\n\n<!-- BEGIN BEADS INTEGRATION v:1 -->\n## Beads\n- Run bd.\n"
        "<!-- END BEADS INTEGRATION -->\n\n<!-- memdecay:begin v=1 sha256=3f9a1c2b4d5e -->\n"
        "- Stored.\n<!-- memdecay:end -->\n- Also ours.\n"
    )
    assert said(read, text) == ["Ours.", "Also ours."]
    assert {"managed block of beads", "managed block of memdecay"} <= set(skips(read, text))


def test_a_block_of_another_tool_parts_what_a_heading_denies() -> None:
    text = "## Never\n- push\n\n<!-- BEGIN X -->\n- theirs\n<!-- END X -->\n\n- one\n"
    assert said(read, text) == ["## Never\n- push", "one"]


def test_a_block_that_is_never_closed_is_none() -> None:
    assert said(read, "<!-- BEGIN X -->\n- Ours.\n") == ["Ours."]
    assert said(read, "<!-- membook -->\n- Theirs.\n\n## Ours\n- Ours.\n") == ["Ours."]


def test_an_import_alone_on_its_line_is_no_instruction_where_imports_are_followed() -> None:
    text = "@AGENTS.md\n\n- @docs/flow.md\n- See @docs/a.md for more.\n"
    assert said(read_with_imports, text) == ["See @docs/a.md for more."]
    assert skips(read_with_imports, text)["import"] == "@AGENTS.md\n- @docs/flow.md\n"


def test_a_whole_page_is_one_instruction_without_its_comments() -> None:
    text = "# Testing\n\nRun tox.\n\n<!-- old -->\n\n- Always.\n"
    assert said(read_whole, text) == ["# Testing\n\nRun tox.\n\n\n\n- Always."]
    assert said(read_whole, "<!-- nothing else -->\n") == []


def test_a_page_of_one_item_reads_as_that_item_does_in_a_longer_page() -> None:
    assert said(read_whole, "\n- Name booleans as questions.\n") == ["Name booleans as questions."]
    assert said(read_whole, "- One.\n- Two.\n") == ["- One.\n- Two."]
    assert said(read_whole, "# Style\n\n- One.\n") == ["# Style\n\n- One."]


def test_bytes_stay_as_they_are() -> None:
    one = page(b"\xef\xbb\xbf- Use tabs\r\n  always.\r\n- \xe6\xb5\x8b\xe8\xaf\x95\xe3\x80\x82")
    assert [item.body(one.data) for item in read(one).items] == [
        b"Use tabs\r\n  always.\r\n",
        "测试。".encode(),
    ]


LINES = st.sampled_from(
    [
        "# A", "## Never", "### B", "- one", "- two:", "  - below", "    deep", "1. first", "2. second", "",
        "text.", "text:", "```", "~~~sh", "| a | b |", "|---|---|", "> quoted", "<!-- c", "-->", "<!-- d -->",
        "<!-- BEGIN X -->", "<!-- END X -->", "---", "<div>", "[x]: http://y", "[link](z)", "![p](q)",
        "", "\ttab", "@a.md", "- `<!--` x", "***", "===", "-", "a\rb", "é — 测试", "- [ ] task", "Setext",
        "* * *",
    ]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(LINES, max_size=25), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.booleans())
def test_every_byte_is_in_exactly_one_place(
    lines: list[str], end: str, is_ended: bool, has_header: bool
) -> None:
    head = ["---", "paths: [a]", "---"] if has_header else []
    one = page(end.join([*head, *lines]) + (end if is_ended else ""))
    for reader in (read, read_with_imports, read_whole):
        reading = reader(one)
        tiles = tiled(reading, one.data)
        assert b"".join(one.data[tile.begin : tile.end] for tile in tiles) == one.data
        kept = b"".join(one.data[tile.begin : tile.end] for tile in tiles if tile.item is not None)
        assert kept == b"".join(item.body(one.data) for item in reading.items)
        if one.header.end == 0:
            assert "left over" not in {tile.reason for tile in tiles}


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_no_text_stops_the_cutting(text: str) -> None:
    one = page(text.encode("utf-8", "replace"))
    for reader in (read, read_whole):
        tiled(reader(one), one.data)
        bodies(reader(one), one)
