"""What an entry holds is data: no terminal obeys it, no pipe or encoding breaks on it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.builders import markdown
from tests.front_door import NOW, Shell
from tests.terminal import at_terminal

READING = [
    ("list",), ("recall", "validate"), ("show", "sly"), ("why", "sly"), ("doctor",), ("index",),
    ("list", "--json"), ("recall", "validate", "--json"), ("show", "sly", "--json"), ("doctor", "--json"),
]  # fmt: skip

EVIL = "ok\x1b[1A\x1b[2Kvalidate: all good"


@pytest.fixture
def sly(memory: Shell) -> Shell:
    """A memory whose one entry tries everything on the terminal."""
    link = "\x1b]8;;http://x\x07here\x1b]8;;\x07"
    body = f"# {EVIL}\n\nvalidate {link} \x9b31m \x7f \u202egnp.exe \x08\x08\r gone\n"
    memory.write("sly.md", markdown("id: sly", f"author: {EVIL}", body=body))
    memory.write("sly\x1b[31m.md", markdown("id: sly-two", 'reason: "\\e[2J"', body=f"validate {EVIL}\n"))
    note = markdown("closes: sly-two", f'reason: "\\e[2J"\nclosed_by: "{chr(0x202E)}anaD"', body="x\n")
    memory.write("sly-two.closed.md", note)
    return memory


def commands(text: str) -> list[str]:
    """What of a text is not for the eye, line ends and tabs aside."""
    return [c for c in text if c not in "\n\t" and not c.isprintable()]


@pytest.mark.parametrize("words", READING)
def test_no_command_passes_a_control_sign_from_content_on(sly: Shell, words: tuple[str, ...]) -> None:  # B153
    ran = sly.run(*words)
    assert commands(ran.out) == []
    assert commands(ran.err) == []


@pytest.mark.parametrize("words", READING[:5])
def test_a_terminal_gets_no_control_sign_from_content_either(sly: Shell, words: tuple[str, ...]) -> None:
    shown = at_terminal(sly, *words, environment={"NO_COLOR": "1"}).out  # B153
    assert commands(shown) == []


def test_an_error_spells_out_what_it_quotes(memory: Shell) -> None:  # B153
    for words in (("show", EVIL), ("add", "x", "--id", EVIL), ("list", "--as-of", EVIL), (EVIL,)):
        refused = memory.run(*words)
        assert refused.code in {1, 2}
        assert commands(refused.err) == []


def test_a_reversed_title_stays_in_its_row(memory: Shell) -> None:  # B154
    memory.write("a.md", markdown("id: a", body="Run \u202eexe.tset now.\n"))
    memory.write("b.md", markdown("id: b", body="Use tabs.\n"))
    assert memory.did("list").lines == [
        "a\tactive\t-\t-\tRun <U+202E>exe.tset now.",
        "b\tactive\t-\t-\tUse tabs.",
    ]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_seen_enough_is_no_error(memory: Shell, unbuffered: str) -> None:  # B155
    for number in range(400):
        memory.write(f"e{number:03}.md", markdown(f"id: e{number:03}", body="Wait for green. " * 40 + "\n"))
    memory.did("list")
    environment = memory.environment_of_a_process({"PYTHONUNBUFFERED": unbuffered})
    command = [sys.executable, "-m", "memdecay", "--now", NOW, "list", "--json"]
    listing = subprocess.Popen(
        command, cwd=memory.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert listing.stdout is not None
    assert listing.stderr is not None
    first = os.read(listing.stdout.fileno(), 10)
    listing.stdout.close()
    message = listing.stderr.read()
    listing.stderr.close()
    assert (first[:1], message, listing.wait(timeout=30)) == (b"{", b"", 0)


def test_a_pipe_gets_no_colour(memory: Shell) -> None:  # B156
    memory.did("add", "Use pnpm.", "--id", "a")
    for words in (("list",), ("recall", "pnpm"), ("why", "a"), ("show", "a"), ("doctor",), ("--help",)):
        assert "\x1b" not in memory.spawn(*words, environment={"NO_COLOR": ""}).out


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}]
)
@pytest.mark.parametrize("words", [("list",), ("recall", "tests"), ("show", "a"), ("why", "b"), ("doctor",)])
def test_an_encoding_that_lacks_a_sign_ends_nothing(
    memory: Shell, environment: dict[str, str], words: tuple[str, ...]
) -> None:  # B157
    memory.write("a.md", markdown("id: a", body="提交之前必须运行单元测试 🦆 tests\n".encode().decode()))
    memory.write("b.md", markdown("id: b", "supersedes: [a]", body="Run the tests — 🦆 first.\n"))
    ran = memory.spawn(*words, environment=environment)
    assert ran.code in {0, 1}
    assert "Traceback" not in ran.err
    assert ran.out


def test_json_is_ascii_and_whole(memory: Shell) -> None:  # B153 B158
    text = "提交之前 🦆 \u202e\x7f" + "very long " * 50
    memory.write("a.md", markdown("id: a", body=f"{text}\n"))
    shown = memory.did("list", "--json")
    assert shown.out.isascii()
    assert shown.document["entries"][0]["text"] == text.rstrip("\n")
