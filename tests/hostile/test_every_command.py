"""Whatever an entry, note, event, author or file name contains: no command passes a control sequence on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from memdecay import event
from memdecay.cli.app import VERBS
from tests.builders import happened, instant
from tests.front_door import Shell
from tests.hostile.corpus import ESCAPES
from tests.terminal import at_terminal

BIDI = "\u202egnp.exe\u2066\u200b"


def quoted(text: str) -> str:
    """Text as a YAML scalar that holds it whatever it is."""
    return json.dumps(text)


@pytest.fixture(scope="module")
def sly(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A memory in which every place that takes text holds what terminals obey."""
    shell = Shell(folder=tmp_path_factory.mktemp("sly"), now="2026-06-03T09:14:00Z")
    shell.did("init")
    for number, payload in enumerate([*ESCAPES, BIDI]):
        told = quoted(f"Dana {payload}")
        header = (
            f"id: sly-{number}\ntitle: {told}\nvalid_from: 2025-01-01\nauthor: {told}\nsource: {told}\n"
            f"tags: [{told}]\nscope: [{told}]\nsection: {told}\n"
        )
        shell.write(f"sly-{number}.md", f"---\n{header}---\nRun {payload} the tests.\n")
        bare = f"# T {payload}\n\nRun {payload} it {number}.\n"
        shell.write(f"bare-{number}.md", f"---\nid: bare-{number}\n---\n{bare}")
        if number % 3 == 0:
            note = f"closes: sly-{number}\nvalid_until: 2026-01-01\nreason: {told}\nclosed_by: {told}\n"
            shell.write(f"sly-{number}.closed.md", f"---\n{note}---\n{payload}\n")
        if not {"/", "\0"} & set(payload):
            shell.write(f"named {payload}.md", f"---\nid: named-{number}\n---\nRun them {number}.\n")
    waiting = shell.memory / ".spool" / "new"
    waiting.mkdir(parents=True)
    for number, payload in enumerate(ESCAPES):
        told = {"by": f"Tom {payload}", "note": payload, "query": payload, "session": payload}
        id = event.uuid7(instant("2026-05-01"), bytes([number]) * 10)  # noqa: A001 - the domain's own word
        one = happened("misled", "2026-05-01", id=id, entry=f"bare-{number}", **told)
        (waiting / f"{one.id}.json").write_bytes(event.write(one))
    (shell.folder / "AGENTS.md").write_text("".join(f"- Do {one}.\n" for one in ESCAPES), "utf-8")
    (shell.folder / "asked.yaml").write_text(f"- query: {quoted(ESCAPES[0])}\n  expect: bare-1\n", "utf-8")
    (shell.folder / "list.md").write_text(f"# {ESCAPES[0]}\n- [x] `close {ESCAPES[0]}` <!-- 0 -->\n", "utf-8")
    (shell.folder / "message").write_text(f"Add\n\nMemory: {ESCAPES[0]}\n", "utf-8")
    return shell


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("init",), ("init", ESCAPES[1]), ("add", ESCAPES[0]), ("add", "Run", "--id", ESCAPES[0]),
    ("close", ESCAPES[0], "--reason", "x"), ("import", "AGENTS.md"), ("import", "AGENTS.md", "--dry-run"),
    ("import", "list.md", "--from", "memdecay"), ("recall", "run the tests"),
    ("recall", ESCAPES[2], "--history", "--explain", "-k", "50"), ("context", "run the tests"),
    ("context",), ("show", "sly-0", "bare-1"), ("show", ESCAPES[0]), ("why", "sly-3"), ("list",),
    ("used", ESCAPES[0]), ("confirm", "bare-2", "--note", ESCAPES[0]), ("helped", ESCAPES[0]),
    ("misled", "bare-2", "--by", ESCAPES[0]), ("feedback", ESCAPES[0], "--outcome", "1"), ("log",),
    ("seal",), ("propose", "--stdout"), ("propose",), ("review", "list.md"), ("apply", "list.md"),
    ("apply", "list.md", "--dry-run"), ("check",), ("check", "--explain", ESCAPES[0]),
    ("check", "--format", "github"), ("check", "--format", "sarif"), ("check", "--message", "message"),
    ("hooks", "status"), ("sync", "AGENTS.md", "--check"), ("sync", ESCAPES[0]), ("export",),
    ("export", "--format", "markdown"), ("export", "--format", "jsonl"), ("agent-hook", "claude", "prompt"),
    ("mcp", ESCAPES[0]), ("policy",), ("policy", "--entry", "bare-1"), ("policy", "fit"),
    ("eval", "asked.yaml", "--failures"), ("report",), ("index",), ("doctor",),
)  # fmt: skip

IN_JSON = frozenset(
    "add recall context show why list log propose check export eval report doctor import sync".split()
)


def test_every_command_is_tried() -> None:
    assert {words[0] for words in COMMANDS} == set(VERBS)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: ascii(" ".join(words))[:40])
def test_no_command_passes_a_control_sequence_on(sly: Shell, words: tuple[str, ...]) -> None:
    prompt = json.dumps({"prompt": f"run the tests {ESCAPES[0]}", "session_id": ESCAPES[0]})
    ran = sly.run(*words, stdin=prompt)
    assert ran.code in (0, 1, 2)
    assert obeyed(ran.out) == obeyed(ran.err) == []


@pytest.mark.parametrize("words", [one for one in COMMANDS if one[0] in IN_JSON and "--format" not in one])
def test_no_document_passes_one_on_either(sly: Shell, words: tuple[str, ...]) -> None:
    ran = sly.run(*words, "--json")
    assert obeyed(ran.out) == obeyed(ran.err) == []
    assert ran.out.isascii()


@pytest.mark.parametrize("words", [("list",), ("recall", "run", "-k", "50"), ("doctor",), ("why", "sly-3")])
def test_a_terminal_gets_none_either(sly: Shell, words: tuple[str, ...]) -> None:
    assert obeyed(at_terminal(sly, *words, environment={"NO_COLOR": "1"}).out) == []


def obeyed(text: str) -> list[str]:
    """What of a text is not for the eye, line ends and tabs aside."""
    return [sign for sign in text.replace("\r\n", "\n") if sign not in "\n\t" and not sign.isprintable()]


def test_what_a_terminal_obeys_would_show() -> None:
    assert obeyed("a\x1b[2J\u202e\x9b\n") == ["\x1b", "\u202e", "\x9b"]


def test_files_written_for_people_hold_none(sly: Shell, tmp_path: Path) -> None:
    shutil.rmtree(sly.memory / "proposals", ignore_errors=True)  # or nothing would be proposed again
    sly.did("propose", "--out", str(tmp_path / "list.md"))
    sly.did("report", "--html", str(tmp_path / "page.html"))
    for path in (tmp_path / "list.md", tmp_path / "page.html"):
        assert obeyed(path.read_text("utf-8")) == []
