"""`memdecay hooks` with `--agent`, as a person reads it."""

from __future__ import annotations

import json

import pytest

from tests.front_door import Shell, contents

PATH = ".claude/settings.json"
EVENTS = "SessionStart, UserPromptSubmit, InstructionsLoaded"


@pytest.fixture(autouse=True)
def _on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memdecay.cli.agent_settings.which", lambda name: f"/usr/bin/{name}")


def test_hooks_come_and_go_and_are_told_of(memory: Shell) -> None:
    asked = ("--agent", "claude")
    missing = memory.run("hooks", "status", *asked)
    assert (missing.code, missing.lines[0]) == (1, f"SessionStart  missing in {PATH}")
    made = memory.did("hooks", "install", *asked)
    assert (made.out, made.err) == (f"Wrote {PATH}: Claude Code runs memdecay at {EVENTS}.\n", "")
    again = memory.did("hooks", "install", *asked)
    assert again.out == f"Claude Code runs memdecay already; {PATH} stays as it is.\n"
    there = memory.did("hooks", "status", *asked)
    assert there.lines == [f"{event}  installed in {PATH}" for event in EVENTS.split(", ")]
    assert memory.did("hooks", "uninstall", *asked).out == f"Took memdecay's hooks out of {PATH}.\n"
    assert memory.did("hooks", "uninstall", *asked).out == f"{PATH} holds none of memdecay's hooks.\n"
    assert (memory.folder / PATH).read_text("utf-8") == "{}\n"


def test_a_dry_run_shows_the_difference_and_writes_nothing(memory: Shell) -> None:
    before = contents(memory.folder)
    shown = memory.did("hooks", "install", "--agent", "cursor", "--dry-run")
    assert shown.lines[:3] == ["--- a/.cursor/hooks.json", "+++ b/.cursor/hooks.json", "@@ -0,0 +1,15 @@"]
    assert '+        "command": "memdecay agent-hook cursor prompt"' in shown.lines
    asked = memory.ask("hooks", "install", "--agent", "cursor", "--dry-run")
    assert (asked["agent"], asked["path"], asked["changed"]) == ("cursor", ".cursor/hooks.json", False)
    assert contents(memory.folder) == before


def test_from_a_folder_below_the_settings_of_the_repository_are_meant(memory: Shell) -> None:
    import subprocess

    subprocess.run(["git", "init", "-q", str(memory.folder)], check=True)
    below = memory.folder / "web"
    below.mkdir()
    Shell(folder=below).did("hooks", "install", "--agent", "claude")
    assert (memory.folder / PATH).is_file()
    assert list(below.iterdir()) == []


def test_what_else_an_agent_needs_is_said(memory: Shell) -> None:
    made = memory.did("hooks", "install", "--agent", "codex")
    assert made.err == (
        "memdecay: Codex runs hooks where its config.toml says `hooks = true` under [features], once you "
        "have trusted them.\n"
    )


def test_without_a_memory_or_a_program_to_run_it_says_so(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdecay.cli.agent_settings.which", lambda _: None)
    made = shell.did("hooks", "install", "--agent", "claude")
    assert made.err == (
        "memdecay: there is no memory here yet, so the agent will hear nothing; `memdecay init` makes one\n"
        "memdecay: the agent will look for `memdecay` on the PATH, where it is not now; see `pipx install`\n"
    )


def test_an_agent_nobody_knows_is_refused(memory: Shell) -> None:
    ran = memory.run("hooks", "install", "--agent", "emacs")
    assert (ran.code, ran.err) == (
        2,
        "error: --agent 'emacs' is no agent that memdecay knows; it knows claude, codex, cursor, gemini\n",
    )


def test_settings_with_comments_are_refused_with_what_to_add(memory: Shell) -> None:
    path = memory.folder / PATH
    path.parent.mkdir()
    path.write_text("{} // mine\n", "utf-8")
    ran = memory.run("hooks", "install", "--agent", "claude")
    assert ran.code == 1
    assert ran.err.startswith(f"error: {path} is not plain JSON (comments are no JSON): Extra data: line 1 ")
    said, _, lines = ran.err.partition("add by hand:\n")
    assert said
    assert "SessionStart" in json.loads(lines)["hooks"]


def test_what_is_installed_runs_and_answers(memory: Shell) -> None:
    memory.did("add", "Install packages with pnpm.")
    memory.did("hooks", "install", "--agent", "claude")
    held = json.loads((memory.folder / PATH).read_text("utf-8"))["hooks"]
    said = {"cwd": str(memory.folder), "session_id": "a", "prompt": "install packages", "source": "startup"}
    for event, groups in held.items():
        (hook,) = groups[0]["hooks"]
        program, *words = hook["command"].split()
        ran = memory.run(*words, stdin=json.dumps({**said, "hook_event_name": event}))
        assert (program, ran.code, ran.err) == ("memdecay", 0, "")
        told = ran.document.get("hookSpecificOutput", {"hookEventName": event})
        assert told["hookEventName"] == event
        assert ("> Install packages with pnpm." in ran.out) == (event != "InstructionsLoaded")


def test_cursor_with_hooks_of_its_own_is_not_told_twice(memory: Shell) -> None:
    memory.did("add", "Install packages with pnpm.")
    memory.environment["CURSOR_VERSION"] = "3.20"
    ask = ("agent-hook", "claude", "session-start")
    assert "pnpm" in memory.did(*ask, stdin="{}").out
    memory.did("hooks", "install", "--agent", "cursor")
    assert memory.did(*ask, stdin="{}").document == {}
    assert "pnpm" in memory.did("agent-hook", "cursor", "session-start", stdin="{}").out
