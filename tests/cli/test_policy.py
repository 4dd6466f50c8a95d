"""What `policy` says to a program, and what it learns from a repository with a history."""

from __future__ import annotations

import subprocess
from dataclasses import fields

import pytest

from memdecay.policy import Policy
from tests.builders import markdown
from tests.front_door import Shell


def test_the_document_holds_every_setting_with_its_reason_and_curves_as_points(memory: Shell) -> None:
    memory.write("memdecay.yaml", "version: 1\nfloor: 0.25\ncurve: ebbinghaus\n")
    document = memory.ask("policy", "--days", "120")
    assert list(document) == ["settings", "curves"]
    assert [one["name"] for one in document["settings"]] == [one.name for one in fields(Policy)]
    held = {one["name"]: one for one in document["settings"]}
    assert {name for name, one in held.items() if one["value"] != one["default"]} == {"floor", "curve"}
    assert list(held["floor"]) == ["name", "value", "default", "reason", "by"]
    assert (held["curve"]["value"], held["curve"]["default"]) == ("ebbinghaus", "weibull")
    assert list(document["curves"]) == ["ordinary", "version"]
    ordinary = document["curves"]["ordinary"]
    assert ordinary["days"] == [float(day) for day in range(121)]
    assert ordinary["retention"][::40] == [1.0, 0.8574, 0.7351, 0.6303]  # exp(-t / 260)


def test_an_entry_is_drawn_from_now_on(memory: Shell) -> None:
    memory.write("a.md", markdown("id: a", "created: 2026-01-01"))
    memory.write("b.md", markdown("id: b", body="Use tabs.\n"))
    for entry, expected in {
        "a": memory.ask("show", "a")["entries"][0]["strength"]["retention"],
        "b": 1.0,
    }.items():
        curves = memory.ask("policy", "--entry", entry, "--days", "30")["curves"]
        assert list(curves) == [entry]
        assert curves[entry]["retention"][0] == expected
        assert curves[entry]["retention"] == sorted(curves[entry]["retention"], reverse=True)
        assert (curves[entry]["days"][0], curves[entry]["days"][-1], len(curves[entry]["days"])) == (
            0.0,
            30.0,
            121,
        )


@pytest.mark.parametrize("sort", ["ordinary", "version", "important", "unimportant"])
def test_each_sort_can_be_drawn_alone_and_beside_an_entry(memory: Shell, sort: str) -> None:
    memory.write("a.md", markdown("id: a"))
    assert list(memory.ask("policy", "--sort", sort)["curves"]) == [sort]
    assert list(memory.ask("policy", "--sort", sort, "--entry", "a")["curves"]) == [sort, "a"]


def test_at_the_end_of_the_calendar_the_curve_stops(memory: Shell) -> None:
    memory.write("a.md", markdown("id: a", "created: 9999-01-01"))
    curve = memory.ask("policy", "--entry", "a", "--days", "36500", now="9999-12-30")["curves"]["a"]
    assert len(set(curve["retention"])) == 2


@pytest.fixture
def repository(memory: Shell) -> Shell:
    """A repository whose AGENTS.md lost two of its instructions every ten days, 18 times."""
    _git(memory, "init", "--quiet")
    rules = [f"- Rule {number}: never touch {_word(number)} in {_word(number * 7)}." for number in range(60)]
    for step in range(19):
        agents = "\n".join(rules[2 * step :])
        (memory.folder / "AGENTS.md").write_text(f"# Rules\n\n{agents}\n", "utf-8")
        _git(memory, "add", "AGENTS.md")
        month, day = divmod(step * 10, 28)
        _git(memory, "commit", "--quiet", "-m", "Rules", date=f"2025-{month + 1:02}-{day + 1:02}T00:00:00Z")
    return memory


def _word(number: int) -> str:
    return "".join("bdfgklmn"[int(digit)] + "aeiouaei"[int(digit)] for digit in f"{number:03o}")


def _git(shell: Shell, *words: str, date: str = "") -> None:
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}
    identity = {"GIT_AUTHOR_EMAIL": "dana@example.org", "GIT_COMMITTER_EMAIL": "dana@example.org"}
    subprocess.run(
        ["git", *words],
        cwd=shell.folder,
        env={**shell.environment_of_a_process(dates), **identity, "GIT_COMMITTER_NAME": "Dana"},
        check=True,
    )


def test_the_law_is_fitted_to_the_history_of_the_instruction_files(repository: Shell) -> None:
    found = repository.ask("policy", "fit")
    assert (found["observations"], found["retirements"]) == (60, 36.0)
    assert (found["entries"], found["files"]) == (0, ["AGENTS.md"])
    assert found["log_likelihood"] >= found["exponential_log_likelihood"]
    for name in ("stability_days", "shape"):
        assert 0 < found[name]["low"] < found[name]["value"] < found[name]["high"]
    said = repository.did("policy", "fit", "AGENTS.md").lines
    assert said[0] == "60 instructions, 36 retirements, from 0 entries and 1 file."
    assert said[-1] == (
        f"To use it, set stability_days: {found['stability_days']['value']:.0f} and "
        f"shape: {found['shape']['value']:.2f} in memdecay.yaml."
    )


def test_what_has_no_history_is_refused_by_name(repository: Shell) -> None:
    (repository.folder / "NEW.md").write_text("- Use tabs.\n", "utf-8")
    home, top = repository.folder.parent, repository.folder
    for path, message in {
        "NEW.md": "git tracks no file NEW.md; commit it first, or name another",
        "../elsewhere.md": f"{home}/elsewhere.md is not in the repository {top}",
    }.items():
        refused = repository.run("policy", "fit", path)
        assert (refused.code, refused.out, refused.err) == (1, "", f"error: {message}\n")
