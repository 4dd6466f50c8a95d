"""The exit codes that scripts and hooks rely on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from memdecay.errors import MemdecayError, ModelUnusable, NameTaken, Refused, Unusable
from tests.front_door import Shell


@pytest.mark.parametrize("refused", [Refused, NameTaken])
def test_a_command_that_will_not_do_what_was_asked_ends_with_1(refused: type[MemdecayError]) -> None:
    assert refused("no").exit_code == 1


@pytest.mark.parametrize("unusable", [Unusable, ModelUnusable])
def test_a_command_that_cannot_start_ends_with_2(unusable: type[MemdecayError]) -> None:
    assert unusable("no").exit_code == 2


def test_a_name_that_is_taken_is_not_mistaken_for_a_refusal() -> None:
    # `add` tries the next free name after the one, and gives up after the other.
    assert not issubclass(NameTaken, Refused)
    assert not issubclass(Refused, NameTaken)


def with_closed(shell: Shell, redirection: str, *words: str) -> tuple[int, str, str]:
    """Run a command whose shell closed or redirected a stream."""
    line = f'exec "$0" -m memdecay "$@" {redirection}'
    done = subprocess.run(
        ["/bin/sh", "-c", line, sys.executable, *words],
        cwd=shell.folder, env=shell.environment_of_a_process({}),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


CLOSING = pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell that closes streams")


@CLOSING
def test_a_closed_standard_input_reads_as_an_empty_one(memory: Shell) -> None:
    code, out, err = with_closed(memory, "<&-", "add", "-")
    empty = memory.run("add", "-")
    assert (code, out, err) == (empty.code, "", empty.err)


@CLOSING
def test_a_closed_standard_output_changes_neither_the_work_nor_the_exit_code(memory: Shell) -> None:
    assert with_closed(memory, ">&-", "add", "Use tabs.") == (0, "", "")
    assert [*memory.standings()] == ["use-tabs"]


@CLOSING
def test_a_closed_standard_error_takes_the_sentence_and_leaves_the_exit_code(memory: Shell) -> None:
    assert with_closed(memory, "2>&-", "show", "nobody") == (1, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_in_a_sentence_with_what_to_do(memory: Shell) -> None:
    memory.did("add", "Use tabs.")
    assert with_closed(memory, ">/dev/full", "list") == (
        1,
        "",
        "error: No space left on device; mend that and run it again: nothing was half written\n",
    )


def test_an_interrupted_command_says_so_and_ends_as_a_shell_expects(
    memory: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("memdecay.cli.app.open_memory", interrupted)
    ran = memory.run("index")
    assert (ran.code, ran.out, ran.err) == (130, "", "error: interrupted; nothing more was done\n")
