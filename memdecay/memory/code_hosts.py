"""A report in the formats of code hosts: workflow commands of GitHub Actions, and SARIF 2.1.0."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from memdecay import __version__
from memdecay.characters import escaped
from memdecay.checks.catalogue import CATALOGUE
from memdecay.memory.checking import Finding
from memdecay.problem import Problem, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def in_repository(path: str, memory: str) -> str:
    """The path of a finding from the top of the repository, in which the memory stands at `memory`."""
    whole = f"{memory}/{path}" if memory else path
    return posixpath.normpath(whole) if path.startswith("../") else whole  # of a memory that is no more


def said(finding: Finding) -> str:
    """What was found, in one sentence: with its key, and with the commit that brought it in."""
    one = finding.problem
    key = f"{one.key}: " if one.key else ""
    commit = f" (commit {finding.commit})" if finding.commit else ""
    return f"{key}{one.message}{commit}"


def workflow_commands(findings: Iterable[Finding], memory: str) -> Iterator[str]:
    """One line each, by which GitHub Actions marks the line of the file."""
    for finding in findings:
        one = finding.problem
        properties = {
            "file": in_repository(one.path, memory),
            "line": one.line,
            "col": one.column,
            "title": f"memdecay {one.rule}",
        }
        told = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value)
        yield f"::{_COMMANDS[one.severity]} {told}::{_data(escaped(said(finding)))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(escaped(text)).replace(":", "%3A").replace(",", "%2C")


def sarif(findings: Iterable[Finding], memory: str) -> dict[str, Any]:
    """The document that code scanning reads. The same findings give the same bytes."""
    found = list(findings)
    rules = sorted({one.problem.rule for one in found})
    driver = {"name": "memdecay", "version": __version__, "rules": [_rule(one) for one in rules]}
    results = [_result(one, rules.index(one.problem.rule), memory) for one in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, Any]:
    about = CATALOGUE[name]
    return {
        "id": name,
        "shortDescription": {"text": about.reason},
        "help": {"text": about.remedy},
    }


def _result(finding: Finding, number: int, memory: str) -> dict[str, Any]:
    one = finding.problem
    place: dict[str, Any] = {
        "artifactLocation": {"uri": quote(in_repository(one.path, memory), errors="surrogateescape")}
    }
    if one.line:
        place["region"] = {"startLine": one.line, **({"startColumn": one.column} if one.column else {})}
    return {
        "ruleId": one.rule,
        "ruleIndex": number,
        "level": _LEVELS[one.severity],
        "message": {"text": said(finding)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"memdecay/1": _fingerprint(one)},
    }


def _fingerprint(one: Problem) -> str:
    """What stays the same when lines are added above."""
    parts = (one.rule, one.path, one.key or "", one.message)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]
