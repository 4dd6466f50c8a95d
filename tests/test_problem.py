"""A fault shows its place, its key and its sentence, and faults sort down the page."""

from __future__ import annotations

import dataclasses
import json

import pytest

from memdecay.problem import Problem, Severity


def fault(path: str = "web/a.md", message: str = "is before valid_from", **rest: object) -> Problem:
    return Problem(rule="window", path=path, message=message, **rest)  # type: ignore[arg-type]


def test_a_fault_in_a_value_reads_as_file_line_column_key_and_sentence() -> None:
    full = fault(line=4, column=7, key="valid_until")
    assert str(full) == "web/a.md:4:7: valid_until: is before valid_from"


def test_a_fault_without_a_column_names_the_line_and_the_key() -> None:
    assert str(fault(line=4, key="valid_until")) == ("web/a.md:4: valid_until: is before valid_from")


def test_a_fault_of_a_whole_file_names_the_file_only() -> None:
    assert str(fault(message="is a link")) == "web/a.md: is a link"


def test_a_fault_is_an_error_unless_it_says_otherwise() -> None:
    assert fault().severity is Severity.ERROR
    assert fault(severity=Severity.NOTE).severity is Severity.NOTE


def test_a_severity_is_written_to_json_as_its_word() -> None:
    assert json.dumps([*Severity]) == '["error", "warning", "note"]'


def test_faults_sort_by_file_then_line_then_column_then_key_then_sentence() -> None:
    in_order = [
        fault("a.md"),
        fault("a.md", line=2, column=1),
        fault("a.md", line=2, column=10),
        fault("a.md", line=10),
        fault("a.md", line=10, key="id"),
        fault("a.md", line=10, key="tags", message="b"),
        fault("a.md", line=10, key="tags", message="c"),
        fault("b.md", line=1),
    ]
    backwards = in_order[::-1]
    assert sorted(backwards, key=lambda one: one.address) == in_order


def test_a_fault_cannot_be_changed_afterwards() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        fault().message = "all is well"  # type: ignore[misc]
