"""Marks of blocks that other tools keep, in each way they are written."""

from __future__ import annotations

import pytest

from memdecay.importers.managed import Block, Mark, blocks, mark


@pytest.mark.parametrize(
    ("begin", "end", "name"),
    [
        ("<!-- BEGIN BEADS INTEGRATION v:1 hash:75 -->", "<!-- END BEADS INTEGRATION -->", "beads"),
        ("<!-- gitnexus:start -->", "<!-- gitnexus:end -->", "gitnexus"),
        ("<!-- memdecay:begin v=1 sha256=3f9a1c2b4d5e -->", "<!-- memdecay:end -->", "memdecay"),
        ("<!-- nx configuration start-->", "<!-- nx configuration end-->", "nx"),
        ("<!-- OPENSPEC:START -->", "<!-- OPENSPEC:END -->", "openspec"),
        ("<!-- START doctoc generated TOC -->", "<!-- END doctoc generated TOC -->", "doctoc"),
        ("# --- BEGIN RULER ---", "# --- END RULER ---", "ruler"),
    ],
)
def test_a_block_is_told_by_its_marks(begin: str, end: str, name: str) -> None:
    assert mark(begin) == Mark(name, opens=True)
    assert mark(end) == Mark(name, opens=False)


@pytest.mark.parametrize(
    "text", ["<!-- a remark -->", "<!-- begin -->", "# Begin here", "text", "<!-- x -->"]
)
def test_what_is_no_mark(text: str) -> None:
    assert mark(text) is None


def test_a_block_goes_to_its_own_end_and_one_without_end_is_none() -> None:
    one, two = Mark("one", opens=True), Mark("two", opens=True)
    end = Mark("one", opens=False)
    assert list(blocks([(0, 1, one), (3, 4, two), (5, 6, end)], [], 9)) == [Block(0, 6, "one")]
    assert list(blocks([(0, 1, two), (5, 6, end)], [], 9)) == []
    assert list(blocks([(0, 1, Mark("m", opens=True, is_lone=True))], [4, 7], 9)) == [Block(0, 4, "m")]
