"""A file is its tiles, its lines are those of CommonMark, and what is too long is cut between lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.importers.page import LARGEST_ITEM, Item, Lines, Reading, Span, tiled, trimmed
from memdecay.importers.reading import fitting


def test_what_nobody_named_is_blank_or_left_over() -> None:
    tiles = tiled(Reading(items=(Item(ranges=((2, 4),)),), spans=(Span(5, 6, "rule"),)), b"\n\nab\n-xx\n")
    assert [(tile.begin, tile.end, tile.reason) for tile in tiles] == [
        (0, 2, "blank"), (2, 4, ""), (4, 5, "blank"), (5, 6, "rule"), (6, 9, "left over"),
    ]  # fmt: skip


def test_no_byte_is_read_twice() -> None:
    with pytest.raises(ValueError, match="bytes 3 to 4 were read twice"):
        tiled(Reading(items=(Item(ranges=((0, 4),)), Item(ranges=((3, 5),)))), b"abcdef")


@given(st.text(alphabet="a\r\n", max_size=30))
def test_a_line_ends_as_in_commonmark(text: str) -> None:
    data = text.encode()
    lines = Lines.of(data)
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    wanted = unified.removesuffix("\n").split("\n") if unified else [""]
    starts = [*lines.starts, len(data)]
    found = [data[starts[n] : starts[n + 1]].decode().rstrip("\r\n") for n in range(len(starts) - 1)]
    assert found == wanted
    for number, start in enumerate(lines.starts, 1):
        assert lines.number(start) == number


def test_blank_lines_at_the_ends_are_left_out_and_the_last_line_end_stays() -> None:
    data = b"\n \n  a\r\n\r\nb \r\n\r\n\n"
    begin, end = trimmed(data, 0, len(data))
    assert data[begin:end] == b"  a\r\n\r\nb \r\n"
    assert trimmed(b"x\n \n", 1, 4) == (1, 1)


def test_an_item_that_is_too_long_is_cut_between_lines_and_nothing_is_lost() -> None:
    data = b"".join(b"line %d of many\n" % number for number in range(9000))
    parts = list(fitting(Item(ranges=((0, len(data)),)), data))
    assert len(parts) > 1
    assert b"".join(part.body(data) for part in parts) == data
    assert all(len(part.body(data)) <= LARGEST_ITEM and part.body(data).endswith(b"\n") for part in parts)


def test_the_head_of_a_long_table_stands_over_each_part() -> None:  # B111
    head = b"| name | value |\n|------|-------|\n"
    rows = [b"| row %d | %s |\n" % (number, b"x" * 1500) for number in range(60)]
    data = head + b"".join(rows)
    parts = list(fitting(Item(ranges=((0, len(data)),)), data))
    assert len(parts) == 2
    assert all(part.body(data).startswith(head) and len(part.body(data)) <= LARGEST_ITEM for part in parts)
    assert b"".join(data[b:e] for part in parts for b, e in part.ranges) == data


def test_a_line_that_is_too_long_is_cut_between_characters() -> None:
    data = ("é" * LARGEST_ITEM).encode()
    parts = list(fitting(Item(ranges=((0, len(data)),)), data))
    assert "".join(part.body(data).decode() for part in parts) == data.decode()
