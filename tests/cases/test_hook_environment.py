"""Cases of the kind hook-environment: whose repository, whose hooks folder, whose hook it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.front_door import contents
from tests.hooks.repository import PACKAGE, Repository, repository


def test_what_runs_in_a_hook_of_a_linked_work_tree_leaves_the_repository_alone(
    shop: Repository,
    tmp_path: Path,
) -> None:  # B137
    shop.git("worktree", "add", "--quiet", "../linked", "-b", "side")
    linked = shop.at(shop.top.parent / "linked")
    tests = f"{PACKAGE}/tests/git/test_history.py::test_changes_come_newest_first_with_both_contents"
    run = f"{sys.executable} -m pytest -q -p no:cacheprovider -x {tests} --basetemp {tmp_path}/t"
    command = f"cd {PACKAGE} && {run}"
    (shop.hooks / "pre-commit").unlink()
    shop.user_hook("pre-commit", f'test -n "$GIT_DIR" && {command}')
    before = contents(shop.top)
    (linked.top / "a.txt").write_text("one\n")
    linked.git("add", "a.txt")
    done = linked.try_git("commit", "--quiet", "-m", "x")
    assert done.returncode == 0, done.stdout + done.stderr
    assert linked.committed() == ["a.txt"]
    after = contents(shop.top)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    own = (".git/objects", ".git/worktrees/linked", ".git/logs", ".git/refs/heads", ".git/hooks")
    assert {name for name in changed if not name.startswith(own)} == set()
    assert shop.git("log", "--format=%s", "side") == "x\nbegin"


def test_a_hook_judges_the_tree_in_which_the_commit_is_made(shop: Repository) -> None:  # B138
    shop.git("worktree", "add", "--quiet", "../linked", "-b", "side")
    linked = shop.at(shop.top.parent / "linked")
    shop.rewrite("npm")
    shop.git("add", ".")
    linked.put("bun")
    linked.git("add", ".")
    linked.commit()
    assert linked.committed() == ["memory/bun.md"]
    assert shop.try_git("commit", "-m", "x").returncode == 1


@pytest.mark.parametrize("where", ["linked", "inner", "hooksPath"])
def test_a_hook_is_run_wherever_it_was_installed_from(
    where: str,
    tmp_path: Path,
    program: Path,
) -> None:  # B139
    made = repository(tmp_path.resolve() / "shop", program, "npm")
    if where == "linked":
        made.git("worktree", "add", "--quiet", "../linked")
        made = made.at(tmp_path.resolve() / "linked")
    elif where == "inner":
        outer = made.at(tmp_path.resolve() / "outer")
        outer.top.mkdir()
        outer.git("init", "--quiet")
        words = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add")
        outer.git(*words, made.top.as_posix(), "inner")
        made = outer.at(outer.top / "inner")
    else:
        made.git("config", "core.hooksPath", "tools/hooks")
    made.did("hooks", "install")
    made.rewrite("npm")
    path = {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    refused = made.try_git("commit", "--all", "-m", "x", environment=path)
    assert refused.returncode == 1
    assert "memory/npm.md" in refused.stdout + refused.stderr


def test_a_hook_of_the_users_own_runs_once_at_each_commit_and_comes_back(
    tmp_path: Path,
    program: Path,
) -> None:  # B140
    made = repository(tmp_path.resolve() / "shop", program, "npm")
    own = made.user_hook("pre-commit", "echo ran >> seen.txt")
    before = (own.read_bytes(), own.stat().st_mode)
    for _ in range(2):
        made.did("hooks", "install")
    for number in (1, 2):
        made.commit("--allow-empty")
        assert (made.top / "seen.txt").read_text() == "ran\n" * number
    made.did("hooks", "uninstall")
    assert (own.read_bytes(), own.stat().st_mode) == before
    assert [path.name for path in made.hooks.iterdir() if "memdecay" in path.name] == []


def test_a_hook_names_its_memory_and_its_program_with_forward_slashes() -> None:  # B141
    from pathlib import PureWindowsPath

    from memdecay.hooks import script
    from memdecay.hooks.script import Program

    command = PureWindowsPath("C:\\Users\\Dana\\memdecay.exe").as_posix()
    memory = PureWindowsPath("mem\\sub").as_posix()
    data = script.write("pre-commit", Program(command=command), [memory])
    assert b"\\" not in data.split(b"run() {")[1]
    assert script.memories(data) == ("mem/sub",)
    done = subprocess.run(["sh", "-n"], input=data, check=False)
    assert done.returncode == 0
