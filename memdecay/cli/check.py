"""`memdecay check`: every rule, for people, hooks and CI."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.errors import Unusable
from memdecay.git import whereabouts
from memdecay.git.commits import Repository
from memdecay.memory import code_hosts, shapes
from memdecay.memory.checking import Report, check_all, check_staged
from memdecay.memory.opening import Memory
from memdecay.problem import Severity

_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}


class Format(str, Enum):
    """Who reads the findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


def command(
    context: typer.Context,
    path: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH]...", help="Show only what is found there.")
    ] = None,
    staged: Annotated[
        bool, typer.Option("--staged", help="What is staged, as a commit made now would have it.")
    ] = False,
    range: Annotated[
        str | None, typer.Option("--range", metavar="A..B", help="Each commit, against its parents.")
    ] = None,
    all: Annotated[bool, typer.Option("--all", help="All files on disk; the default.")] = False,
    message: Annotated[
        Path | None,
        typer.Option("--message", metavar="FILE", help="The entries that a commit message names."),
    ] = None,
    format: Annotated[Format, typer.Option("--format", help="For whom.")] = Format.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 for warnings too.")] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="RULE", help="Why a rule is one; `all` lists them.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Look for whatever breaks the rules of a memory. Changes nothing; ends with 1 where it finds an error.

    Warnings are shown and end with 0, unless --strict is given. Ends with 2 where it cannot check at all.

    Example: `memdecay check --range origin/main..HEAD`
    """
    if explain is not None:
        _explain(explain, as_json=as_json or format is Format.JSON)
        return
    _refuse_two(staged=staged, range=range, all=all, message=message)
    memory = context.obj.open()
    repository = whereabouts.around(memory.root, Path.cwd(), os.environ)
    report = _checked(memory, repository, staged=staged, range_=range, message=message)
    report = _only_at(report, path or [], memory)
    place = repository.memory if repository and message is None else ""
    _tell(report, Format.JSON if as_json else format, place)
    if report.count(Severity.ERROR) or (strict and report.count(Severity.WARNING)):
        raise typer.Exit(1)


def _refuse_two(**asked: object) -> None:
    named = [f"--{name}" for name, value in asked.items() if value]
    if len(named) > 1:
        raise Unusable(f"{' and '.join(named)} exclude each other; choose one")


def _checked(
    memory: Memory, repository: Repository | None, *, staged: bool, range_: str | None, message: Path | None
) -> Report:
    if not staged and range_ is None and message is None:
        return check_all(memory, repository)
    if repository is None:
        raise Unusable(f"{memory.root} is in no git repository; `memdecay check` looks at the files on disk")
    if staged:
        return check_staged(memory, repository)
    if message is None:
        from memdecay.memory.judging import check_range  # late: a hook asks for nothing but what it needs

        return check_range(memory, repository, range_ or "")
    from memdecay.memory.message import check_message

    return check_message(memory, repository, message)


def _only_at(report: Report, paths: Iterable[Path], memory: Memory) -> Report:
    """The report without what was found elsewhere than in those files and folders."""
    wanted = [_inside(one, memory) for one in paths]
    if not wanted:
        return report
    kept = [
        one
        for one in report.findings
        if any(
            place in ("", one.problem.path) or one.problem.path.startswith(f"{place}/") for place in wanted
        )
    ]
    return replace(report, findings=tuple(kept))


def _inside(path: Path, memory: Memory) -> str:
    root = memory.root.resolve()
    place = path.absolute()  # a link is looked at where it stands
    place = place.resolve() if place.name == ".." else place.parent.resolve() / place.name
    if root == place or place in root.parents:
        return ""
    if root not in place.parents:
        raise Unusable(f"{path} is not in the memory {memory.root}; name files or folders of it")
    return place.relative_to(root).as_posix()


def _tell(report: Report, format: Format, place: str) -> None:
    match format:
        case Format.TEXT:
            _show(report, place)
        case Format.JSON:
            render.document(_document(report, place))
        case Format.SARIF:
            render.document(code_hosts.sarif(report.findings, place))
        case Format.GITHUB:
            for line in code_hosts.workflow_commands(report.findings, place):
                render.line(line)
            render.say(f"{_looked_at(report)}: {_outcome(report)}")


def _show(report: Report, place: str) -> None:
    for finding in report.findings:
        one = finding.problem
        where = ":".join(
            str(part) for part in (code_hosts.in_repository(one.path, place), one.line, one.column) if part
        )
        render.pieces(
            [
                Piece(f"{one.severity.value}: ", _STYLES[one.severity]),
                Piece(f"{where}: {code_hosts.said(finding)} "),
                Piece(f"[{one.rule}]", "dim"),
            ]
        )
    if report.files:
        render.line(f"{_looked_at(report)}: {_outcome(report)}.")
    elif report.entries is None:
        render.line("No file of the memory is touched, so there is nothing to check.")
    if report.amendable:
        # Before a commit, git does not tell a hook whether it amends.
        there = ", ".join(code_hosts.in_repository(one, place) for one in report.amendable)
        way = "`git reset --soft HEAD~1`, then `git commit -c ORIG_HEAD`"
        render.pieces([Piece(f"Only your last commit has {there}. To amend it: {way}.")])
    if report.allowances:
        exceptions = render.counted(report.allowances, "line is an exception", "lines are exceptions")
        render.line(f"{exceptions} by a pragma.")
    if report.elsewhere:
        faults = render.counted(report.elsewhere, "more fault", "more faults")
        render.line(f"{faults} in files that this does not touch; `memdecay check` names them.")


def _looked_at(report: Report) -> str:
    parts = [render.counted(report.files, "file", "files")]
    if report.commits is not None:
        parts.insert(0, render.counted(report.commits, "commit", "commits"))
    return ", ".join(parts)


def _outcome(report: Report) -> str:
    errors, warnings = report.count(Severity.ERROR), report.count(Severity.WARNING)
    if not errors and not warnings:
        return "no faults"
    return f"{render.counted(errors, 'error', 'errors')}, {render.counted(warnings, 'warning', 'warnings')}"


def _document(report: Report, place: str) -> dict[str, Any]:
    return {
        "files": report.files,
        "entries": report.entries,
        "commits": report.commits,
        "allowances": report.allowances,
        "elsewhere": report.elsewhere,
        "amendable": list(report.amendable),
        "problems": [
            {
                **shapes.of_problem(one.problem),
                "file": code_hosts.in_repository(one.problem.path, place),
                "commit": one.commit,
            }
            for one in report.findings
        ],
    }


def _explain(rule: str, *, as_json: bool) -> None:
    from memdecay.checks.catalogue import CATALOGUE

    chosen = CATALOGUE if rule == "all" else {rule: CATALOGUE[rule]} if rule in CATALOGUE else None
    if chosen is None:
        raise Unusable(f"no rule is called {rule!r}; there are: {', '.join(sorted(CATALOGUE))}")
    if as_json:
        render.document(
            {
                "rules": [
                    {"rule": name, "reason": one.reason, "remedy": one.remedy} for name, one in chosen.items()
                ]
            }
        )
        return
    for name, one in chosen.items():
        render.line(name, "bold")
        render.pieces([Piece(one.reason)], indent=2)
        render.pieces([Piece(one.remedy)], indent=2)
