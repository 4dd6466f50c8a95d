"""Cases of the kind hook-content: a hook judges what will be committed, and only reads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.front_door import contents
from tests.hooks.repository import Repository, repository


def test_what_is_staged_counts_and_not_what_is_on_disk(shop: Repository) -> None:  # B129, B130
    good = (shop.memory / "npm.md").read_bytes()
    shop.rewrite("npm")
    shop.git("add", ".")
    (shop.memory / "npm.md").write_bytes(good)
    assert shop.try_git("commit", "-m", "x").returncode == 1
    shop.git("reset", "--quiet")
    shop.put("bun")
    shop.git("add", ".")
    (shop.memory / "bun.md").unlink()
    done = shop.try_git("commit", "-m", "x")
    assert (done.returncode, done.stderr) == (0, "")
    shop.git("checkout", "--quiet", ".")
    shop.rewrite("npm")
    assert shop.try_git("commit", "-a", "-m", "x").returncode == 1
    assert shop.try_git("commit", "-m", "x", "--", "memory/npm.md").returncode == 1
    shop.put("deno")
    shop.git("add", "memory/deno.md")
    shop.commit()
    assert shop.committed() == ["memory/deno.md"]


def test_the_hook_changes_neither_index_nor_files(shop: Repository) -> None:  # B131
    shop.put("bun", text="staged")
    shop.git("add", ".")
    shop.put("bun", text="on disk")
    before = _all(shop)
    done = subprocess.run([shop.hooks / "pre-commit"], cwd=shop.top, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert _all(shop) == before


def _all(shop: Repository) -> tuple[list[str], dict[str, tuple[int, bytes | str]]]:
    """The index, and every file of the memory."""
    return shop.git("ls-files", "--stage").split("\n"), contents(shop.memory)


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups")
@pytest.mark.parametrize("seconds", [0.05, 0.2])
def test_a_hook_that_is_interrupted_leaves_what_there_was(shop: Repository, seconds: float) -> None:  # B132
    shop.did("used", "npm")
    shop.put("bun", text="staged")
    shop.git("add", ".")
    shop.put("bun", text="on disk")
    index, files = _all(shop)
    hook = subprocess.Popen(
        [shop.hooks / "pre-commit"], cwd=shop.top, stderr=subprocess.DEVNULL, start_new_session=True
    )
    time.sleep(seconds)
    os.killpg(hook.pid, signal.SIGINT)  # as a terminal does
    hook.wait(timeout=20)
    after, left = _all(shop)
    assert set(index) <= set(after)
    assert {name: left[name] for name in files} == files
    assert {name.split("/")[0] for name in left.keys() - files.keys()} <= {"ledger"}
    assert shop.events("npm") == 1


def test_what_a_merge_brings_was_judged_where_it_was_made(shop: Repository) -> None:  # B133
    shop.git("checkout", "--quiet", "-b", "side")
    (shop.top / "a.txt").write_text("side\n")
    shop.arrange()
    shop.git("checkout", "--quiet", "main")
    shop.did("close", "npm", "--reason", "gone", "--on", "2026-06-01")
    shop.put("bun")
    (shop.top / "a.txt").write_text("main\n")
    shop.arrange()
    shop.git("checkout", "--quiet", "side")
    assert shop.try_git("merge", "main").returncode == 1
    (shop.top / "a.txt").write_text("both\n")
    shop.git("add", ".")
    done = shop.try_git("commit", "--no-edit")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_repository_without_commits_can_have_its_first(tmp_path: Path, program: Path) -> None:  # B134
    made = Repository(top=tmp_path.resolve() / "new", launcher=program)
    made.top.mkdir()
    made.git("init", "--quiet")
    made.did("init", "--hooks")
    made.put("a", "b", "c")
    made.git("add", ".")
    made.commit()
    assert "memory/c.md" in made.committed()


def test_names_of_any_kind_are_judged(tmp_path: Path, program: Path) -> None:  # B135
    made = repository(tmp_path.resolve() / "shop", program)
    names = ["\u00fcbung rule", 'it\'s "so"', "-rf", "two\nlines"]
    for number, name in enumerate(names):
        text = f"---\nid: rule-{number}\ncreated: 2026-01-01\n---\nx\n"
        (made.memory / f"{name}.md").write_bytes(text.encode())
    made.arrange()
    made.did("hooks", "install")
    for name in names:
        with (made.memory / f"{name}.md").open("ab") as file:
            file.write(b"More.\n")
    refused = made.try_git("commit", "--all", "-m", "x")
    assert refused.returncode == 1
    shown = refused.stdout + refused.stderr
    assert [name for name in names if name.split("\n")[0] not in shown] == []
