"""Programs that run hooks for a team keep their files; a person reads which lines to add to which."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from memdecay.git import configuration
from memdecay.hooks import managers
from memdecay.hooks.managers import manager_of
from memdecay.hooks.script import EVENTS
from tests.front_door import contents
from tests.hooks.repository import Repository, repository


@pytest.fixture
def bare(tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository without hooks, of a git that runs only those in the hooks folder."""
    monkeypatch.setattr(configuration, "version", lambda _: (2, 53, 0))
    return repository(tmp_path.resolve() / "shop", program, "npm")


def refused(bare: Repository, name: str, file: str) -> list[str]:
    """What install says where that program runs the hooks; it must change nothing."""
    before = contents(bare.top)
    ran = bare.shell.run("hooks", "install")
    assert contents(bare.top) == before
    assert ran.code == 1
    assert ran.err == f"error: {name} runs the hooks here ({file}), so nothing was installed\n"
    return ran.lines


def husky(bare: Repository) -> None:
    """Lay husky 9 out as `npx husky` does."""
    bare.git("config", "core.hooksPath", ".husky/_")
    folder = bare.top / ".husky" / "_"
    folder.mkdir(parents=True)
    (folder / "h").write_text('s=".husky/$(basename "$0")"\n[ ! -f "$s" ] || sh -e "$s" "$@"\n')
    for event in EVENTS:
        bare.user_hook(event, '. "$(dirname "$0")/h"', folder)


def test_husky_is_told_by_its_folder_and_gets_a_line_a_hook(bare: Repository) -> None:
    husky(bare)
    assert refused(bare, "husky", ".husky") == [
        "Add to .husky/pre-commit:", "", "    memdecay hooks run pre-commit", "",
        "Add to .husky/pre-merge-commit:", "", "    memdecay hooks run pre-merge-commit", "",
        "Add to .husky/commit-msg:", "", '    memdecay hooks run commit-msg "$1"', "",
        "Add to .husky/post-commit:", "", "    memdecay hooks run post-commit", "",
        "Then run `npx husky`.",
    ]  # fmt: skip


def test_with_its_lines_added_husky_runs_memdecay(bare: Repository) -> None:
    husky(bare)
    added = bare.shell.run("hooks", "install", "--json").document["add"]
    for path, text in added.items():
        (bare.top / path).write_text(text.replace("memdecay", str(bare.launcher), 1) + "# memdecay\n")
    assert bare.did("hooks", "install").lines == ["Every hook calls memdecay already."]
    assert bare.did("init", "more", "--hooks", "--json").document["hooks"] is True
    assert bare.did("hooks", "status").lines[0] == "pre-commit: called by husky (.husky/_/pre-commit)"
    bare.commit("--allow-empty", message="x\n\nMemory: npm")
    assert len(bare.waiting()) == 1
    bare.rewrite("npm")
    assert bare.try_git("commit", "--all", "-m", "x").returncode == 1
    assert bare.try_git("commit", "--allow-empty", "-m", "x\n\nMemory: nobody").returncode == 1


def test_a_folder_of_husky_is_enough_for_npm_install_takes_the_hooks_over(bare: Repository) -> None:
    (bare.top / ".husky").mkdir()
    assert refused(bare, "husky", ".husky")[-1] == "Then run `npx husky`."


@pytest.mark.parametrize("file", ["lefthook.yml", ".lefthook.yaml", ".config/lefthook.toml"])
def test_lefthook_is_told_by_its_file_and_gets_a_command_a_hook(bare: Repository, file: str) -> None:
    (bare.top / file).parent.mkdir(exist_ok=True)
    (bare.top / file).write_text("")
    lines = refused(bare, "lefthook", file)
    assert (lines[0], lines[-1]) == (f"Add to {file}:", "Then run `lefthook install`.")
    added = YAML(typ="safe").load(bare.shell.run("hooks", "install", "--json").document["add"][file])
    assert {event: added[event]["commands"]["memdecay"]["run"] for event in EVENTS} == {
        "pre-commit": "memdecay hooks run pre-commit",
        "pre-merge-commit": "memdecay hooks run pre-merge-commit",
        "commit-msg": "memdecay hooks run commit-msg {1}",
        "post-commit": "memdecay hooks run post-commit",
    }


def test_lefthook_without_a_file_is_told_by_its_hooks(bare: Repository) -> None:
    bare.user_hook("pre-commit", 'call_lefthook run "pre-commit" "$@"')
    assert refused(bare, "lefthook", "lefthook.yml")


def test_the_framework_gets_hooks_of_its_own_kind(bare: Repository) -> None:
    (bare.top / ".pre-commit-config.yaml").write_text("repos: []\n")
    lines = refused(bare, "pre-commit", ".pre-commit-config.yaml")
    assert lines[-1] == (
        "Then run `pre-commit install -t pre-commit -t pre-merge-commit -t commit-msg -t post-commit`."
    )
    text = bare.shell.run("hooks", "install", "--json").document["add"][".pre-commit-config.yaml"]
    (repository,) = YAML(typ="safe").load(f"repos:\n{text}")["repos"]
    assert repository["repo"] == "local"
    for hook, event in zip(repository["hooks"], EVENTS, strict=True):
        assert hook["entry"] == f"memdecay hooks run {event}"
        assert (hook["stages"], hook["always_run"]) == ([event], True)
        assert hook.get("pass_filenames", True) is (event == "commit-msg")


def test_what_is_there_already_is_not_told_again(bare: Repository) -> None:
    file = bare.top / ".pre-commit-config.yaml"
    file.write_text("repos:\n- repo: x\n  hooks:\n  - id: memdecay\n  - id: 'memdecay-message'\n")
    text = bare.shell.run("hooks", "install", "--json").document["add"][file.name]
    assert [line.strip() for line in text.splitlines() if "id:" in line] == [
        "- id: memdecay-check", "- id: memdecay-record",
    ]  # fmt: skip


def test_lines_in_a_file_are_not_enough_where_nothing_runs_them(bare: Repository) -> None:
    text = "".join(f"{event}:\n  run: memdecay hooks run {event}\n" for event in EVENTS)
    (bare.top / "lefthook.yml").write_text(text)
    told = bare.shell.run("hooks", "status")
    assert told.code == 1
    assert told.lines[0] == (
        "pre-commit: missing, lefthook would call it, but is not set up in this clone; run "
        "`lefthook install` (.git/hooks/pre-commit)"
    )


def test_a_memory_that_is_not_found_from_the_top_is_named(bare: Repository) -> None:
    (bare.top / ".husky").mkdir()
    bare.did("init", "my docs/memory")
    told = bare.shell.run("hooks", "install", "--memory", "my docs/memory")
    assert told.lines[2] == "    memdecay --memory 'my docs/memory' hooks run pre-commit"


def test_where_nobody_else_runs_hooks_there_is_no_manager(bare: Repository) -> None:
    (bare.top / "package.json").write_text('{"devDependencies": {"husky": "9"}}')
    assert manager_of(bare.top, {"pre-commit": b"#!/bin/sh\nnpm test\n"}) is None


@pytest.mark.parametrize(
    ("text", "event", "calls"),
    [
        ("memdecay hooks run pre-commit", "pre-commit", True),
        ("npx x && .venv/bin/memdecay --memory notes hooks run commit-msg", "commit-msg", True),
        ("memdecay hooks run pre-merge-commit", "pre-commit", False),
        ("memdecay hooks run pre-commit-other", "pre-commit", True),
        ("memdecay check --staged", "pre-commit", True),
        ("memdecay check --staged", "post-commit", False),
        ("echo memdecay", "pre-commit", False),
        ("hooks run pre-commit", "pre-commit", False),
    ],
)
def test_a_hook_calls_memdecay_where_it_says_so(text: str, event: str, *, calls: bool) -> None:
    assert managers.calls_memdecay(text.encode(), event) is calls


def test_the_hooks_that_we_offer_the_framework_are_the_ones_we_look_for() -> None:
    manifest = YAML(typ="safe").load(Path(managers.__file__).parents[2] / ".pre-commit-hooks.yaml")
    by_id = {hook["id"]: hook for hook in manifest}
    assert set(by_id) == {"memdecay", "memdecay-check", "memdecay-message", "memdecay-record"}
    for hook in manifest:
        words = hook["entry"].split()
        assert words[:3] == ["memdecay", "hooks", "run"]
        assert words[3] in EVENTS
        assert (hook["language"], hook["always_run"]) == ("python", True)
        assert managers.calls_memdecay(f"- id: {hook['id']}\n".encode(), hook["stages"][0])
