"""What protects a memory: each gap is told with its remedy, and none of them is a fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdecay.git import configuration
from memdecay.hooks.protection import flushes_objects
from tests.front_door import Shell
from tests.hooks.repository import Repository, repository

LATER = "2027-01-01T00:00:00Z"
"""Later than the commits that these tests make."""


@pytest.fixture
def bare(tmp_path: Path, program: Path) -> Repository:
    return repository(tmp_path.resolve() / "shop", program, "npm")


def guards(made: Repository | Shell, now: str = LATER) -> dict[str, str | None]:
    """Of every guard what `doctor` says is missing, None where it is in place."""
    shown = json.loads(made.did("doctor", "--json", now=now).out)["protection"]
    for one in shown:
        assert (one["remedy"] is None) == one["protected"]
    return {one["name"]: None if one["protected"] else f"{one['detail']}; {one['remedy']}" for one in shown}


def test_a_fresh_repository_is_told_what_is_missing(bare: Repository) -> None:
    done = bare.did("doctor", now=LATER)
    assert done.lines == [
        "1 entry in 1 file: no faults.",
        "protected: history, full clone, git folder, cache, clock",
        "unprotected: hooks: all are missing; run `memdecay hooks install`",
        (
            "unprotected: CI: no workflow that git tracks calls memdecay; let CI run `memdecay check "
            "--range`, for hooks can be passed by"
        ),
        (
            "unprotected: power loss: git may lose or damage the newest commits (core.fsync); run "
            "`git config core.fsync committed`"
        ),
    ]


def test_with_everything_in_place_there_is_one_line(shop: Repository) -> None:
    workflow = shop.top / ".github" / "workflows" / "check.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text("steps:\n- run: memdecay check --range origin/main..HEAD\n")
    shop.git("config", "core.fsync", "committed")
    shop.arrange()
    assert shop.did("doctor", now=LATER).lines == [
        "2 entries in 2 files: no faults.",
        "protected: history, hooks, CI, full clone, power loss, git folder, cache, clock",
    ]


def test_a_repository_in_which_git_refuses_to_answer_is_told_so_and_nothing_is_guessed(
    bare: Repository,
) -> None:
    other = Shell(folder=bare.top, environment={"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"})
    assert guards(other) == {
        "git": (
            "git refuses to answer in this repository, so neither history nor hooks guard the memory; "
            "`git status` says why; where you trust its owner, run `git config --global --add "
            f"safe.directory {bare.top}`"
        ),
        "cache": None,
        "clock": None,
    }


def test_what_is_unprotected_is_no_fault_and_a_fault_is_one_still(bare: Repository) -> None:
    (bare.memory / "bad.md").write_text("---\nimportance: high\n---\nx\n")
    done = bare.shell.run("doctor", now=LATER)
    assert done.code == 1
    assert done.lines[:2] == [
        "error: bad.md:2: importance: 'high' is not a number from 0 to 1",
        "2 entries in 2 files: 1 error, 0 warnings.",
    ]


def test_each_hook_that_is_not_run_is_named(shop: Repository) -> None:
    (shop.hooks / "commit-msg").unlink()
    (shop.hooks / "post-commit").write_text("#!/bin/sh\n")
    assert guards(shop)["hooks"] == (
        "commit-msg is missing, post-commit is foreign; run `memdecay hooks install`"
    )


def test_a_workflow_that_does_not_judge_commits_is_not_enough(bare: Repository) -> None:
    (bare.top / ".gitlab-ci.yml").write_text("script: memdecay doctor\n")
    assert (guards(bare)["CI"] or "").startswith("no workflow")  # git does not track it yet
    bare.arrange()
    assert guards(bare)["CI"] == (
        ".gitlab-ci.yml calls memdecay, but not `memdecay check --range`; let CI run `memdecay check "
        "--range`, for hooks can be passed by"
    )


def test_a_shallow_clone_is_told(bare: Repository, tmp_path: Path) -> None:
    bare.arrange("another")
    cut = bare.at(tmp_path.resolve() / "cut")
    bare.git("clone", "--quiet", "--depth=1", f"file://{bare.top}", cut.top.as_posix())
    assert guards(cut)["full clone"] == (
        "this clone is shallow, so history cannot be looked into; run `git fetch --unshallow`"
    )


@pytest.mark.parametrize(
    ("setting", "is_safe"),
    [
        ("", False), ("committed", True), ("all", True), ("committed,-loose-object", False), ("none", False),
        ("default,loose-object", True), ("none, objects", True), ("all,none", False), ("reference", False),
    ],
)  # fmt: skip
def test_git_keeps_commits_through_a_power_cut_where_it_flushes_objects(
    setting: str, *, is_safe: bool
) -> None:
    assert flushes_objects(setting) is is_safe


def test_a_memory_that_git_does_not_track_is_told(bare: Repository) -> None:
    (bare.top / ".gitignore").write_text("memory/\n")
    bare.git("rm", "-rq", "--cached", "memory")
    assert guards(bare)["history"] == (
        "git does not track this memory; `git add` and commit it (`git check-ignore -v` says whether git was "
        "told to ignore it)"
    )


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ((2, 17, 1), "git 2.17.1 is too old; install git 2.29 or later"),
        ((), "git cannot be run; install git 2.29 or later"),
    ],
)
def test_a_git_that_is_too_old_or_missing_is_told(
    bare: Repository, monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...], told: str
) -> None:
    monkeypatch.setattr(configuration, "version", lambda _: version)
    assert guards(bare)["git"] == told


def test_places_that_cannot_be_written_are_told(bare: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    bare.did("index")
    monkeypatch.setattr("os.access", lambda _, __: False)  # root may write everywhere
    told = guards(bare)
    common = bare.top / ".git"
    assert told["git folder"] == (
        f"{common} cannot be written, so events wait where `git clean -fdx` takes them; make it writable, or "
        "run `memdecay seal` and commit often"
    )
    assert told["cache"] == (
        f"the index cannot be kept, so every answer is worked out anew; make {bare.memory / '.cache'} a "
        "folder that can be written"
    )


def test_a_clock_that_went_wrong_is_told(bare: Repository) -> None:
    bare.did("used", "npm", now="2028-01-01")
    shown = bare.shell.run("doctor", "--json", now="2020-01-01").document["protection"]
    (clock,) = [one for one in shown if one["name"] == "clock"]
    day = bare.git("log", "-1", "--format=%cd", "--date=format:%Y-%m-%d")
    assert (clock["detail"], clock["remedy"]) == (
        f"events dated in the future: 1, the newest commit is dated {day}, in the future",
        "set this machine's clock, or wait",
    )


def test_outside_git_there_is_one_thing_to_do_first(tmp_path: Path, program: Path) -> None:
    made = Repository(top=tmp_path.resolve(), launcher=program)
    made.did("init")
    assert made.did("doctor").lines == [
        "0 entries in 0 files: no faults.",
        "protected: cache, clock",
        (
            "unprotected: git: this memory is in no git repository, so no history, hook or CI guards it; run "
            "`git init` and commit the memory"
        ),
    ]
