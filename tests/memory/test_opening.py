"""A memory that git has and that is not checked out is not made anew."""

from __future__ import annotations

import shutil

from tests.front_door import Shell
from tests.memory.happenings import commit, git

REFUSED = (
    "error: git has memory/memdecay.yaml, but it is not checked out here; run `git restore memory`, or in a "
    "sparse checkout `git sparse-checkout add memory`\n"
)


def test_a_memory_that_is_not_checked_out_is_named_so_and_its_remedies_work(memory: Shell) -> None:
    memory.did("add", "Install packages with pnpm.", "--id", "pnpm")
    git(memory.folder, "init", "--quiet", "--initial-branch=main")
    commit(memory.folder)
    shutil.rmtree(memory.memory)
    refused = memory.run("--memory", "memory", "recall", "pnpm")
    assert (refused.code, refused.err) == (2, REFUSED)
    git(memory.folder, "restore", "memory")
    assert memory.recalled("pnpm") == ["pnpm"]
    shutil.rmtree(memory.memory / ".cache")
    git(memory.folder, "sparse-checkout", "set", "docs")
    refused = memory.run("--memory", "memory", "recall", "pnpm")
    assert (refused.code, refused.err) == (2, REFUSED)
    git(memory.folder, "sparse-checkout", "add", "memory")
    assert memory.recalled("pnpm") == ["pnpm"]


def test_a_folder_that_git_does_not_have_is_not_said_to_be_in_git(memory: Shell) -> None:
    git(memory.folder, "init", "--quiet", "--initial-branch=main")
    refused = memory.run("--memory", "elsewhere", "recall", "pnpm")
    assert (refused.code, refused.err) == (
        2, "error: elsewhere is not a folder; make a memory there with `memdecay init elsewhere`\n",
    )  # fmt: skip
