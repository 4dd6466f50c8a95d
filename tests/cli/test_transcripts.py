"""Every transcript reads as it is played. `pytest --rewrite-transcripts` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.cli.app import VERBS
from tests.cli.transcript import Block, blocks, played
from tests.front_door import Shell

PAGES = sorted((Path(__file__).parent / "transcripts").glob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_transcript_reads_as_it_is_played(path: Path, shell: Shell, pytestconfig: pytest.Config) -> None:
    expected = path.read_text("utf-8")
    actual = played(expected, shell)
    if pytestconfig.getoption("--rewrite-transcripts") and actual != expected:
        path.write_bytes(actual.encode())
    else:
        assert actual == expected


def test_the_transcripts_show_every_command() -> None:
    typed = [line for path in PAGES for block in blocks(path.read_text("utf-8")) for line in block.lines]
    for verb in VERBS:
        assert any(line.startswith("$ ") and f"memdecay {verb}" in line for line in typed), verb


# The reader of transcripts itself


def test_a_page_is_its_blocks() -> None:
    page = "# Title\n\n````file a.md\n```sh\nls\n```\n````\n\n```console\n$ ls .\na.md\n```\nThe end.\n"
    found = list(blocks(page))
    assert "".join(block.text for block in found) == page
    assert found[1] == Block("file", ("```sh", "ls", "```"), "````", "a.md")


def test_what_a_page_expects_wrongly_is_put_right(shell: Shell) -> None:
    page = "```file a.md\nHello.\n```\n```console\n$ cat a.md\nGood bye.\n? 3\n$ ls .\n```\n"
    right = "```file a.md\nHello.\n```\n```console\n$ cat a.md\nHello.\n$ ls .\na.md\n```\n"
    assert played(page, shell) == right


def test_messages_and_exit_codes_are_marked_and_places_are_told_from_the_folder(shell: Shell) -> None:
    page = "```console\n$ NOW=2026-01-01\n$ memdecay list\n```\n"
    assert played(page, shell).splitlines()[3:] == [
        "! error: no memory in /shop or above; make one with `memdecay init`, or name one with --memory",
        "? 2",
        "```",
    ]


def test_a_variable_before_a_command_holds_for_that_command_only(shell: Shell) -> None:
    page = "```console\n$ MEMDECAY_DIR=/shop/notes memdecay list\n$ memdecay list\n```\n"
    first, second = (line for line in played(page, shell).splitlines() if line.startswith("! "))
    assert first.startswith("! error: /shop/notes is not a folder")
    assert second.startswith("! error: no memory in /shop or above")
