"""What people and programs read of a table."""

from __future__ import annotations

import json

import pytest

from tests.benchmarks.tables import Table, marked, show

TABLE = Table(
    title="Shares", columns=("who", "n", "share"), remarks=("A remark.",),
    rows=(("one", 1_000, 0.125), ("the other", 7, None), ("most", 30, 1_234.5)),
)  # fmt: skip


def test_words_stand_left_and_numbers_right_with_a_dash_for_what_is_not_known() -> None:
    assert str(TABLE) == (
        "Shares\n"
        "\n"
        "| who       |    n |     share |\n"
        "|-----------|------|-----------|\n"
        "| one       | 1000 |     0.125 |\n"
        "| the other |    7 |         - |\n"
        "| most      |   30 | 1,234.500 |\n"
        "\n"
        "A remark.\n"
    )


def test_decimals_are_of_the_table_and_whole_numbers_have_none() -> None:
    one = Table(title="T", columns=("a", "b"), rows=((2, 2.0),), decimals=1)
    assert str(one).split("\n")[4] == "| 2 | 2.0 |"


def test_a_table_without_rows_has_its_heading_alone() -> None:
    assert str(Table(title="T", columns=("a", "b"), rows=())) == "T\n\n| a | b |\n|---|---|\n"


def test_a_document_names_every_cell_by_its_column_and_rounds_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    third = Table(title="T", columns=("a", "b"), rows=((1 / 3, None),))
    show([TABLE, third], as_json=True)
    document = json.loads(capsys.readouterr().out)
    assert document["tables"] == [
        {
            "title": "Shares",
            "columns": ["who", "n", "share"],
            "rows": [
                {"who": "one", "n": 1000, "share": 0.125},
                {"who": "the other", "n": 7, "share": None},
                {"who": "most", "n": 30, "share": 1234.5},
            ],
            "remarks": ["A remark."],
        },
        {"title": "T", "columns": ["a", "b"], "rows": [{"a": 1 / 3, "b": None}], "remarks": []},
    ]
    assert list(document["measured"]) == ["commit", "CPython", "SQLite", "on", "processors"]


def test_columns_of_the_same_name_would_lose_cells_in_a_document_and_are_refused() -> None:
    with pytest.raises(ValueError, match="two columns are named 'to'"):
        Table(title="T", columns=("to", "from", "to"), rows=())


def test_the_default_among_what_was_tried_is_bold() -> None:
    assert [marked(one, 0.5) for one in (0.25, 0.5, 1.0)] == ["0.25", "**0.5**", "1"]


def test_people_read_the_tables_and_then_where_they_were_measured(capsys: pytest.CaptureFixture[str]) -> None:
    show([TABLE, TABLE], as_json=False)
    said = capsys.readouterr().out
    assert said.startswith(f"{TABLE}\n{TABLE}\n")
    assert said.split("\n")[-2].startswith("commit ")
