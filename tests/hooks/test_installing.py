"""Putting hooks in place and taking them away: nothing of the user's is lost, nothing is done twice."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from memdecay.fsio import programs
from memdecay.git import configuration
from memdecay.hooks import place, script
from memdecay.hooks.script import EVENTS, KEPT, Kind
from tests.front_door import contents
from tests.hooks.repository import Repository, repository


@pytest.fixture
def bare(tmp_path: Path, program: Path) -> Repository:
    """A repository without hooks."""
    return repository(tmp_path.resolve() / "shop", program, "npm")


def test_every_hook_is_written_so_that_all_may_run_it(bare: Repository) -> None:
    done = bare.did("hooks", "install")
    assert done.lines == [
        "Wrote .git/hooks/pre-commit: checks what is staged, then seals what happened.",
        "Wrote .git/hooks/pre-merge-commit: checks what a merge would commit.",
        "Wrote .git/hooks/commit-msg: verifies the `Memory: <id>` lines of the message.",
        "Wrote .git/hooks/post-commit: records what the commit says it used.",
    ]
    for event in EVENTS:
        path = bare.hooks / event
        assert stat.S_IMODE(path.stat().st_mode) == 0o755
        assert script.kind(path.read_bytes()) is Kind.OURS


def test_a_second_time_changes_nothing(bare: Repository) -> None:
    bare.did("hooks", "install")
    before = contents(bare.hooks)
    done = bare.did("hooks", "install")
    assert done.lines == [f".git/hooks/{event} is there already." for event in EVENTS]
    assert contents(bare.hooks) == before


def test_a_dry_run_says_the_same_and_changes_nothing(bare: Repository) -> None:
    bare.user_hook("pre-commit", "exit 0")
    before = contents(bare.top / ".git")
    planned = bare.did("hooks", "install", "--dry-run")
    assert contents(bare.top / ".git") == before
    done = bare.did("hooks", "install")
    assert [one.replace("Would write", "Wrote") for one in planned.lines] == done.lines
    assert done.lines[0] == (
        "Wrote .git/hooks/pre-commit: checks what is staged, then seals what happened; yours, now "
        "pre-commit.before-memdecay, runs first."
    )
    document = bare.did("hooks", "uninstall", "--dry-run", "--json").document
    assert document["dry_run"] is True
    assert document["steps"][0] == {
        "hook": "pre-commit",
        "action": "restore",
        "path": ".git/hooks/pre-commit",
        "kept": ".git/hooks/pre-commit.before-memdecay",
        "reason": None,
    }


@pytest.mark.parametrize("mode", [0o755, 0o700, 0o644])
@pytest.mark.parametrize("data", [b"#!/bin/sh\r\nexit 0", b"\x7fELF\x00\xff", b""])
def test_a_users_hook_comes_back_byte_for_byte(bare: Repository, data: bytes, mode: int) -> None:
    path = bare.hooks / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
    before = contents(bare.hooks)
    bare.did("hooks", "install")
    bare.did("hooks", "install")
    assert (bare.hooks / f"pre-commit{KEPT}").read_bytes() == data
    assert script.kind(path.read_bytes()) is Kind.OURS
    bare.did("hooks", "uninstall")
    assert contents(bare.hooks) == before


def test_a_users_hook_that_is_a_link_stays_one(bare: Repository) -> None:
    own = bare.user_hook("mine", "exit 3", bare.top)
    bare.hooks.mkdir(exist_ok=True)
    (bare.hooks / "pre-commit").symlink_to("../../mine")
    before = contents(bare.hooks)
    bare.did("hooks", "install")
    assert bare.try_git("commit", "--allow-empty", "-m", "x").returncode == 1
    bare.did("hooks", "uninstall")
    assert contents(bare.hooks) == before
    assert own.read_text() == "#!/bin/sh\nexit 3\n"


def test_a_hook_of_ours_that_was_changed_stays_and_nothing_is_installed(bare: Repository) -> None:
    bare.did("hooks", "install")
    changed = bare.hooks / "commit-msg"
    changed.write_bytes(changed.read_bytes() + b"echo mine\n")
    (bare.hooks / "pre-commit").unlink()
    before = contents(bare.hooks)
    refused = bare.shell.run("hooks", "install")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        "error: .git/hooks/commit-msg was changed since memdecay wrote it, so nothing was installed; "
        "move your changes elsewhere and remove it\n"
    )
    assert contents(bare.hooks) == before
    left = bare.shell.run("hooks", "uninstall")
    assert left.code == 1
    assert left.lines == [
        "Removed .git/hooks/pre-merge-commit.",
        ".git/hooks/commit-msg was changed since memdecay wrote it, so it stays; remove it by hand.",
        "Removed .git/hooks/post-commit.",
    ]
    assert changed.read_bytes().endswith(b"echo mine\n")


def test_a_hook_that_another_program_put_over_ours_is_not_lost(bare: Repository) -> None:
    bare.user_hook("pre-commit", "exit 0")
    bare.did("hooks", "install")
    bare.user_hook("pre-commit", "exit 1")
    before = contents(bare.hooks)
    refused = bare.shell.run("hooks", "install")
    assert refused.code == 1
    assert refused.err == (
        "error: .git/hooks/pre-commit is not memdecay's, and another one is kept as "
        "pre-commit.before-memdecay already, so nothing was installed; remove the one you do not need\n"
    )
    assert contents(bare.hooks) == before


def test_a_hook_that_somebody_removed_gives_the_users_own_its_name_back(bare: Repository) -> None:
    bare.user_hook("pre-commit", "exit 0")
    before = contents(bare.hooks)
    bare.did("hooks", "install")
    (bare.hooks / "pre-commit").unlink()
    assert bare.did("hooks", "uninstall").lines[0] == "Put your own .git/hooks/pre-commit back."
    assert contents(bare.hooks) == before


def test_an_install_that_was_killed_half_way_is_finished_by_the_next(
    bare: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = bare.user_hook("pre-commit", "exit 0")
    before = contents(bare.hooks)
    os.link(path, bare.hooks / f"pre-commit{KEPT}")  # as far as it came
    bare.did("hooks", "install")
    assert script.kind(path.read_bytes()) is Kind.OURS
    bare.did("hooks", "uninstall")
    assert contents(bare.hooks) == before


def test_a_hook_that_calls_memdecay_itself_stays_as_it_is(bare: Repository) -> None:
    bare.user_hook("pre-commit", "npm test && memdecay check --staged")
    done = bare.did("hooks", "install")
    assert done.lines[0] == ".git/hooks/pre-commit calls memdecay itself."
    assert not (bare.hooks / f"pre-commit{KEPT}").exists()
    assert bare.did("hooks", "status").lines[0] == (
        "pre-commit: called by git, by the hook that is there (.git/hooks/pre-commit)"
    )


def test_two_memories_of_one_repository_are_looked_after_by_one_hook(bare: Repository) -> None:
    bare.did("hooks", "install")
    bare.did("init", "docs/memory", "--hooks")
    hook = bare.hooks / "pre-commit"
    assert script.memories(hook.read_bytes()) == ("docs/memory", "memory")
    bare.did("hooks", "uninstall")
    assert script.memories(hook.read_bytes()) == ("docs/memory",)
    assert bare.shell.run("hooks", "status").lines[0] == (
        "pre-commit: outdated, does not look after this memory (.git/hooks/pre-commit)"
    )
    bare.did("hooks", "uninstall", "--memory", "docs/memory")
    assert not hook.exists()


def test_hooks_go_even_where_the_memory_is_gone(bare: Repository) -> None:
    bare.did("hooks", "install")
    (bare.memory / "memdecay.yaml").unlink()
    assert bare.did("hooks", "uninstall").lines[0] == "Removed .git/hooks/pre-commit."
    assert bare.did("hooks", "uninstall").lines == ["No hook of memdecay is here."]


def test_outside_git_there_is_nothing_to_install(tmp_path: Path, program: Path) -> None:
    made = Repository(top=tmp_path.resolve(), launcher=program)
    made.did("init")
    refused = made.shell.run("hooks", "install")
    assert (refused.code, refused.err) == (
        1,
        f"error: {made.memory} is in no git repository, so nothing runs hooks; make one with `git init`\n",
    )


def test_a_hook_that_changes_meanwhile_is_not_replaced(
    bare: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare.did("hooks", "install")
    path = bare.hooks / "pre-commit"
    ours = path.read_bytes()
    path.write_bytes(b"mine\n")
    with pytest.raises(Exception, match="has changed meanwhile"):
        programs.uninstall(path, ours)
    with pytest.raises(Exception, match="has changed meanwhile"):
        programs.renew(path, ours, b"new\n")
    assert path.read_bytes() == b"mine\n"


# Where git looks for hooks


def test_a_bare_repository_with_work_trees_has_hooks_too(bare: Repository, tmp_path: Path) -> None:
    store = tmp_path / "store.git"
    bare.git("clone", "--quiet", "--bare", ".", store.as_posix())
    bare.git("--git-dir", store.as_posix(), "worktree", "add", "--quiet", (tmp_path / "tree").as_posix())
    tree = bare.at(tmp_path.resolve() / "tree")
    tree.did("hooks", "install")
    assert (store / "hooks" / "pre-commit").is_file()
    tree.rewrite("npm")
    assert tree.try_git("commit", "--all", "-m", "x").returncode == 1


def test_a_hooks_folder_of_the_project_gets_hooks_that_name_no_machine(bare: Repository) -> None:
    bare.git("config", "core.hooksPath", ".githooks")
    done = bare.did("hooks", "install")
    assert done.lines[0].startswith("Wrote .githooks/pre-commit")
    text = (bare.top / ".githooks" / "pre-commit").read_text()
    assert script.programs(text.encode()) == ()
    assert str(bare.top.parent) not in text
    bare.rewrite("npm")
    path = {"PATH": f"{bare.launcher.parent}:{os.environ['PATH']}"}
    assert bare.try_git("commit", "--all", "-m", "x", environment=path).returncode == 1
    assert not (bare.hooks / "pre-commit").exists()


def test_a_hook_of_the_project_is_not_moved_but_told_its_line(
    bare: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configuration, "version", lambda _: (2, 53, 9))
    bare.git("config", "core.hooksPath", ".githooks")
    bare.user_hook("pre-commit", "npm test", bare.top / ".githooks")
    before = contents(bare.top)
    refused = bare.shell.run("hooks", "install")
    assert refused.code == 1
    assert refused.lines == [
        "Add to .githooks/pre-commit:", "", '    memdecay hooks run pre-commit "$@" || exit', "",
    ]  # fmt: skip
    assert refused.err == "error: .githooks/pre-commit belongs to the project, so nothing was installed\n"
    assert contents(bare.top) == before


@pytest.mark.parametrize("folder", ["/dev/null", "elsewhere"])
def test_hooks_of_the_whole_machine_are_not_touched(
    bare: Repository, tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configuration, "version", lambda _: (2, 53, 9))
    shared = tmp_path / folder
    if folder == "elsewhere":
        shared.mkdir()
    bare.git("config", "core.hooksPath", shared.as_posix())
    before = contents(tmp_path)
    refused = bare.shell.run("hooks", "install")
    assert refused.code == 1
    assert refused.err == (
        f"error: git looks for hooks in {shared}, which is not of this repository alone, so nothing was "
        "installed\n"
    )
    assert refused.lines[0] == f"Add to {shared}/pre-commit:"
    assert bare.did("hooks", "uninstall").lines == ["No hook of memdecay is here."]
    assert contents(tmp_path) == before


# Hooks that git's configuration names; git 2.54 runs them


@pytest.fixture
def modern(bare: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository of a git that would run them, whose hooks are another program's."""
    monkeypatch.setattr(configuration, "version", lambda _: (2, 54, 0))
    (bare.top / "lefthook.yml").write_text("pre-commit:\n  jobs: []\n")
    bare.user_hook("pre-commit", "call_lefthook run pre-commit")
    return bare


def test_beside_another_program_the_configuration_names_our_hooks(modern: Repository) -> None:
    theirs = contents(modern.hooks)
    done = modern.did("hooks", "install")
    assert done.lines[0].startswith("Wrote .git/memdecay/hooks/pre-commit")
    assert done.lines[-1] == "Named post-commit in .git/config."
    assert contents(modern.hooks) == theirs
    assert modern.git("config", "--get", "hook.memdecay-commit-msg.event") == "commit-msg"
    command = modern.git("config", "--get", "hook.memdecay-pre-commit.command")
    modern.rewrite("npm")
    modern.git("add", ".")
    assert modern.try_git("-c", f"alias.x=!{command}", "x").returncode == 1
    assert modern.did("hooks", "status").lines[0] == (
        "pre-commit: installed (.git/memdecay/hooks/pre-commit)"
    )
    again = modern.did("hooks", "install")
    assert again.lines == [f".git/memdecay/hooks/{event} is there already." for event in EVENTS]


def test_a_git_that_can_leaves_hooks_of_the_project_and_of_the_machine_alone(
    modern: Repository, tmp_path: Path
) -> None:
    (modern.top / "lefthook.yml").unlink()
    for folder in (modern.top / ".githooks", tmp_path / "shared"):
        modern.user_hook("pre-commit", "npm test", folder)
        modern.git("config", "core.hooksPath", folder.as_posix())
        theirs = contents(folder)
        modern.did("hooks", "install")
        assert contents(folder) == theirs
        assert modern.did("hooks", "status").lines[0] == (
            "pre-commit: installed (.git/memdecay/hooks/pre-commit)"
        )
        modern.did("hooks", "uninstall")


def test_uninstall_leaves_the_configuration_as_it_was(modern: Repository) -> None:
    modern.git("config", "hook.mine.command", "true")
    before = contents(modern.top / ".git")
    modern.did("hooks", "install")
    modern.did("hooks", "uninstall")
    after = contents(modern.top / ".git")
    assert {name: after[name] for name in before} == before
    assert not [name for name in after if "hooks/" in name and name not in before]


def test_an_older_git_does_not_heed_the_configuration_and_status_says_so(
    modern: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    modern.did("hooks", "install")
    monkeypatch.setattr(configuration, "version", lambda _: (2, 39, 5))
    told = modern.shell.run("hooks", "status")
    assert told.code == 1
    assert told.lines[0] == (
        "pre-commit: outdated, is named in git's configuration, which only git 2.54 and later heed "
        "(.git/memdecay/hooks/pre-commit)"
    )


def test_hooks_move_from_the_configuration_into_the_folder_once_that_is_free(modern: Repository) -> None:
    modern.did("hooks", "install")
    (modern.top / "lefthook.yml").unlink()
    (modern.hooks / "pre-commit").unlink()
    done = modern.did("hooks", "install")
    assert done.lines[0].startswith("Wrote .git/hooks/pre-commit")
    assert done.lines[4:8] == [f"Took {event} out of .git/config." for event in EVENTS]
    assert not list((modern.top / ".git/memdecay/hooks").iterdir())
    assert modern.did("hooks", "status").code == 0


def test_what_is_shared_names_no_program(bare: Repository) -> None:
    assert place.program(place.place_of(bare.top)).interpreter
    bare.git("config", "core.hooksPath", "hooks")
    assert place.program(place.place_of(bare.top)) == script.Program()
