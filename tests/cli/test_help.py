"""What `--help` shows, and that the words of the program are accepted everywhere."""

from __future__ import annotations

import pytest

from memdecay import __version__
from memdecay.cli.app import VERBS
from tests.front_door import Shell
from tests.test_readme import command, options


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_every_command_shows_an_example(verb: str, shell: Shell) -> None:
    for asked in ("--help", "-h"):
        helped = shell.did(verb, asked)
        assert f"Usage: memdecay {verb}" in helped.out
        assert f"Example: memdecay {verb}" in helped.out
        assert "\x1b" not in helped.out


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_every_command_names_its_options_and_those_of_the_program(
    verb: str, shell: Shell
) -> None:
    helped = shell.did(verb, "--help").out
    names = [*options(command(verb)), "--memory", "--now", "--no-color", "--help"]
    assert [name for name in names if name not in helped] == []


WITHOUT_JSON = {"init", "review", "hooks", "agent-hook", "mcp"}
"""They talk with a person, have commands of their own that take it, or speak nothing but JSON."""


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in WITHOUT_JSON])
def test_every_command_that_reads_a_memory_can_answer_in_json(verb: str, shell: Shell) -> None:
    assert "--json" in shell.did(verb, "--help").out


def test_without_words_the_commands_are_listed(shell: Shell) -> None:
    listed = shell.spawn()
    for verb, does in VERBS.items():
        assert verb in listed.out + listed.err
        assert does in listed.out + listed.err


def test_help_needs_no_memory_and_makes_nothing(shell: Shell) -> None:
    for verb in VERBS:
        shell.did(verb, "--help")
    assert list(shell.folder.iterdir()) == []


def test_the_version_is_told_by_the_module_and_by_the_program(shell: Shell) -> None:
    assert shell.spawn("--version").out == f"memdecay {__version__}\n"
    assert shell.did("--version").out == f"memdecay {__version__}\n"
