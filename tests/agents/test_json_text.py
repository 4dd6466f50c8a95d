"""Pieces of JSON go in and out, and the text around them stays."""

from __future__ import annotations

import pytest

from memdecay.agents.json_text import appended, parts, removed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", '{\n  "k": [\n    1\n  ]\n}'),
        ("{ \n }\n", '{\n  "k": [\n    1\n  ]\n}\n'),
        ('{"a": {"b": 2}}', '{"a": {"b": 2}, "k": [1]}'),
        ('{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": [\n\t\t1\n\t]\n}'),
        ('{\r\n    "a": "}"\r\n}\r\n', '{\r\n    "a": "}",\r\n    "k": [\r\n        1\r\n    ]\r\n}\r\n'),
        ('{\n  "a": 1 }', '{\n  "a": 1,\n  "k": [\n    1\n  ] }'),
    ],
)
def test_a_member_more_is_laid_out_as_its_neighbours(before: str, after: str) -> None:
    assert appended(before, before.index("{"), "k", [1]) == after


@pytest.mark.parametrize(("index", "after"), [(0, "[ 2, {} ]"), (1, "[ [1], {} ]"), (2, "[ [1], 2 ]")])
def test_an_element_less_takes_its_comma_along(index: int, after: str) -> None:
    assert removed("[ [1], 2, {} ]", 0, index) == after


def test_the_only_element_leaves_an_empty_list() -> None:
    assert removed('{"a": [\n  1\n]}', 6, 0) == '{"a": []}'


def test_parts_stand_where_they_say() -> None:
    text = ' { "a\\"b" : [1, 2] ,\n "c":null}'
    held = parts(text, 1)
    assert [(one.key, one.value) for one in held] == [('a"b', [1, 2]), ("c", None)]
    assert [text[one.start : one.end] for one in held] == ['"a\\"b" : [1, 2]', '"c":null']
    assert [text[one.value_start : one.end] for one in held] == ["[1, 2]", "null"]
