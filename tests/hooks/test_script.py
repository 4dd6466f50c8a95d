"""The text of a hook: plain sh, told apart from anybody else's, and able to find memdecay."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdecay.hooks import script
from memdecay.hooks.script import EVENTS, Kind, Program

PROGRAM = Program(command="/opt/my tools/memdecay", interpreter="/opt/it's/python")
folders = st.text(st.characters(min_codepoint=0x20, exclude_categories=("Cs", "Cc")), min_size=1)


def ran(
    folder: Path, event: str, program: Program, *words: str, path: str = "/usr/bin:/bin", given: str = ""
):
    """Run a hook as git does, from a folder of its own."""
    hook = folder / event
    hook.write_bytes(script.write(event, program, ["memory"]))
    hook.chmod(0o755)
    return subprocess.run(
        [hook, *words],
        env={"PATH": path},
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def tool(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("event", EVENTS)
def test_a_hook_is_sh_with_plain_line_ends_and_says_whose_it_is(event: str) -> None:
    data = script.write(event, PROGRAM, ["memory"])
    first, second, third = data.decode().split("\n")[:3]
    assert first == "#!/bin/sh"
    assert second.startswith("# memdecay hook 1 sha256:")
    assert third == (
        "# Written by `memdecay hooks install`, removed by `memdecay hooks uninstall`; "
        "a changed one is left alone."
    )
    assert b"\r" not in data
    assert data.endswith(b"\n")
    assert script.kind(data) is Kind.OURS
    assert subprocess.run(["sh", "-n"], input=data, check=False).returncode == 0


@given(st.integers(min_value=0), st.binary(min_size=1, max_size=3))
def test_a_hook_that_anybody_touched_is_changed(place: int, extra: bytes) -> None:
    data = script.write("pre-commit", PROGRAM, ["memory"])
    head = data.index(b"\n", 10) + 1
    at = head + place % (len(data) - head + 1)
    assert script.kind(data[:at] + extra + data[at:]) is Kind.CHANGED


@pytest.mark.parametrize(
    "data",
    [b"", b"#!/bin/sh\n", b"#!/bin/sh\necho hi\nmemdecay hook 1\n", b"\x7fELF\n\n\n", b"# memdecay hook 1"],
)
def test_a_hook_without_the_mark_is_somebody_elses(data: bytes) -> None:
    assert script.kind(data) is Kind.OTHERS


def test_a_hook_with_other_line_ends_is_changed() -> None:
    assert script.kind(script.write("pre-commit", PROGRAM, ["a"]).replace(b"\n", b"\r\n")) is not Kind.OURS


@given(st.lists(folders, max_size=3))
def test_a_hook_tells_which_memories_it_looks_after(memories: list[str]) -> None:
    data = script.write("commit-msg", PROGRAM, memories)
    assert script.memories(data) == tuple(sorted(set(memories)))


def test_a_hook_tells_by_which_paths_it_looks_for_memdecay() -> None:
    assert script.programs(script.write("pre-commit", PROGRAM, ["a"])) == (
        "/opt/my tools/memdecay", "/opt/it's/python",
    )  # fmt: skip
    assert script.programs(script.write("pre-commit", Program(), ["a"])) == ()


def test_what_installed_the_hook_comes_before_what_path_leads_to(tmp_path: Path) -> None:
    own = tool(tmp_path / "own tools" / "memdecay", 'echo "own $*"')
    tool(tmp_path / "bin" / "memdecay", 'echo "path $*"')
    path = f"{tmp_path / 'bin'}:/usr/bin:/bin"
    done = ran(tmp_path, "pre-commit", Program(command=own.as_posix()), path=path)
    assert done.stdout == "own --memory=memory hooks run pre-commit\n"
    own.unlink()
    done = ran(tmp_path, "commit-msg", Program(command=own.as_posix()), "a b", path=path)
    assert done.stdout == "path --memory=memory hooks run commit-msg a b\n"


def test_the_interpreter_comes_last_and_imports_nothing_from_the_repository(tmp_path: Path) -> None:
    (tmp_path / "memdecay").mkdir()
    (tmp_path / "memdecay" / "__init__.py").write_text("raise SystemExit('the wrong one')")
    program = Program(command="/nowhere/memdecay", interpreter=sys.executable)
    done = ran(tmp_path, "pre-merge-commit", program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("event", ["pre-commit", "pre-merge-commit", "commit-msg"])
def test_without_memdecay_a_commit_is_refused_with_the_reason(tmp_path: Path, event: str) -> None:
    done = ran(tmp_path, event, PROGRAM)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "memdecay: not found, so this commit cannot be checked; install memdecay, or commit with "
        "--no-verify and let CI check it\n"
    )


def test_without_memdecay_a_commit_that_is_made_is_made(tmp_path: Path) -> None:
    done = ran(tmp_path, "post-commit", PROGRAM)
    assert (done.returncode, done.stderr) == (
        0, "memdecay: not found, so what this commit used was not recorded; install memdecay\n",
    )  # fmt: skip


@pytest.mark.parametrize("code", [0, 1, 2, 77])
def test_the_exit_code_of_memdecay_is_that_of_the_hook(tmp_path: Path, code: int) -> None:
    own = tool(tmp_path / "memdecay", f"exit {code}")
    assert ran(tmp_path, "pre-commit", Program(command=own.as_posix())).returncode == code
    assert ran(tmp_path, "post-commit", Program(command=own.as_posix())).returncode == 0


def test_the_users_own_hook_runs_first_with_its_words_and_its_input(tmp_path: Path) -> None:
    own = tool(tmp_path / "memdecay", "echo memdecay")
    tool(tmp_path / f"commit-msg{script.KEPT}", 'echo "mine $# $1"; cat')
    done = ran(tmp_path, "commit-msg", Program(command=own.as_posix()), "a b", given="typed\n")
    assert done.stdout == "mine 1 a b\ntyped\nmemdecay\n"


def test_the_users_own_hook_has_its_say(tmp_path: Path) -> None:
    own = tool(tmp_path / "memdecay", "echo memdecay")
    tool(tmp_path / f"pre-commit{script.KEPT}", "exit 7")
    done = ran(tmp_path, "pre-commit", Program(command=own.as_posix()))
    assert (done.returncode, done.stdout) == (7, "")
    tool(tmp_path / f"post-commit{script.KEPT}", "exit 7")
    done = ran(tmp_path, "post-commit", Program(command=own.as_posix()))
    assert (done.returncode, done.stdout) == (7, "memdecay\n")


def test_a_hook_that_the_user_switched_off_stays_off(tmp_path: Path) -> None:
    own = tool(tmp_path / "memdecay", "echo memdecay")
    tool(tmp_path / f"pre-commit{script.KEPT}", "exit 7").chmod(0o644)
    done = ran(tmp_path, "pre-commit", Program(command=own.as_posix()))
    assert (done.returncode, done.stdout) == (0, "memdecay\n")


def test_with_several_memories_each_is_looked_after(tmp_path: Path) -> None:
    own = tool(tmp_path / "memdecay", 'echo "$1"; test "$1" != --memory=b')
    hook = tmp_path / "pre-commit"
    hook.write_bytes(script.write("pre-commit", Program(command=own.as_posix()), ["c", "a", "b"]))
    hook.chmod(0o755)
    done = subprocess.run([hook], capture_output=True, text=True, check=False, env=dict(os.environ))
    assert (done.returncode, done.stdout) == (1, "--memory=a\n--memory=b\n")
