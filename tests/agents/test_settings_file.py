"""Settings of an agent: our hooks come and go, and nothing else changes by a byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.agents.agent import Agent
from memdecay.agents.known import AGENTS
from memdecay.agents.settings_file import carry_out, lines, plan_install, plan_uninstall, status
from memdecay.errors import Refused

CLAUDE = AGENTS["claude"]


def written(agent: Agent, folder: Path, text: str | bytes) -> Path:
    path = folder / agent.settings_path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize("name", AGENTS)
def test_without_settings_a_file_is_made_that_holds_what_the_agent_documents(
    name: str, tmp_path: Path
) -> None:
    agent = AGENTS[name]
    carry_out(plan_install(agent, tmp_path))
    assert json.loads((tmp_path / agent.settings_path).read_text("utf-8")) == EXPECTED[name]
    assert all(status(agent, tmp_path).values())


def group(command: str, matcher: str | None = None, **more: Any) -> dict[str, Any]:
    start = {"matcher": matcher} if matcher else {}
    return {**start, "hooks": [{"type": "command", "command": f"memdecay agent-hook {command}", **more}]}


EXPECTED: dict[str, Any] = {
    "claude": {
        "hooks": {
            "SessionStart": [group("claude session-start", "startup|resume|clear|compact|fork", timeout=30)],
            "UserPromptSubmit": [group("claude prompt", timeout=30)],
            "InstructionsLoaded": [group("claude instructions-loaded", timeout=30, **{"async": True})],
        }
    },
    "codex": {
        "hooks": {
            "SessionStart": [group("codex session-start", "startup|resume|clear", timeout=30)],
            "UserPromptSubmit": [group("codex prompt", timeout=30)],
        }
    },
    "gemini": {
        "hooks": {
            "SessionStart": [group("gemini session-start", name="memdecay", timeout=30_000)],
            "BeforeAgent": [group("gemini prompt", name="memdecay", timeout=30_000)],
        }
    },
    "cursor": {
        "version": 1,
        "hooks": {
            "sessionStart": [{"command": "memdecay agent-hook cursor session-start"}],
            "beforeSubmitPrompt": [{"command": "memdecay agent-hook cursor prompt"}],
        },
    },
}

SETTLED = """{
    // not here
    "permissions": {"allow": ["Bash(ls:*)", "Read"]},
    "hooks": {
        "SessionStart": [
            {"matcher": "startup", "hooks": [{"type": "command", "command": "echo hi"}]}
        ],
        "Stop": []
    },
    "env": {"A": "\\u00e9é"}
}""".replace("    // not here\n", "")


def test_what_stands_there_keeps_its_bytes(tmp_path: Path) -> None:
    path = written(CLAUDE, tmp_path, SETTLED)
    carry_out(plan_install(CLAUDE, tmp_path))
    text = path.read_text("utf-8")
    assert text.startswith(
        SETTLED[: SETTLED.index('"echo hi"}]}')] + '"echo hi"}]},\n            {\n                "matcher"'
    )
    assert text.endswith('    },\n    "env": {"A": "\\u00e9é"}\n}')
    held = json.loads(text)
    assert held["permissions"] == {"allow": ["Bash(ls:*)", "Read"]}
    assert list(held) == ["permissions", "hooks", "env"]
    assert list(held["hooks"]) == ["SessionStart", "Stop", "UserPromptSubmit", "InstructionsLoaded"]
    assert len(held["hooks"]["SessionStart"]) == 2


def test_taking_our_hooks_away_gives_the_bytes_back(tmp_path: Path) -> None:
    path = written(CLAUDE, tmp_path, SETTLED)
    carry_out(plan_install(CLAUDE, tmp_path))
    carry_out(plan_uninstall(CLAUDE, tmp_path))
    assert path.read_text("utf-8") == SETTLED


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    carry_out(plan_install(CLAUDE, tmp_path))
    assert not plan_install(CLAUDE, tmp_path).is_needed
    carry_out(plan_uninstall(CLAUDE, tmp_path))
    assert not plan_uninstall(CLAUDE, tmp_path).is_needed


def test_a_hook_of_ours_that_somebody_changed_stays_as_it_is(tmp_path: Path) -> None:
    ours = {
        "hooks": [{"type": "command", "command": "/opt/bin/memdecay --memory x agent-hook claude prompt"}]
    }
    written(CLAUDE, tmp_path, json.dumps({"hooks": {"UserPromptSubmit": [ours]}}))
    carry_out(plan_install(CLAUDE, tmp_path))
    held = json.loads((tmp_path / CLAUDE.settings_path).read_text("utf-8"))
    assert held["hooks"]["UserPromptSubmit"] == [ours]
    assert len(held["hooks"]["SessionStart"]) == 1


def test_only_our_hook_leaves_a_group_that_holds_others(tmp_path: Path) -> None:
    others = {"type": "command", "command": "notmemdecay agent-hook x"}
    mixed = {"hooks": [others, {"type": "command", "command": "memdecay agent-hook claude prompt"}]}
    path = written(CLAUDE, tmp_path, json.dumps({"hooks": {"UserPromptSubmit": [mixed]}}))
    carry_out(plan_uninstall(CLAUDE, tmp_path))
    assert json.loads(path.read_text("utf-8")) == {"hooks": {"UserPromptSubmit": [{"hooks": [others]}]}}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
GROUPS = st.lists(st.fixed_dictionaries({"matcher": st.text(max_size=4), "hooks": st.just([])}), max_size=3)
HELD = st.builds(
    lambda rest, hooks: {**rest, **({"hooks": hooks} if hooks is not None else {})},
    st.dictionaries(st.text(max_size=6).filter(lambda key: key != "hooks"), JSON, max_size=4),
    st.none()
    | st.dictionaries(st.sampled_from(["SessionStart", "UserPromptSubmit", "Stop"]), GROUPS, min_size=1),
)


@settings(max_examples=150, deadline=None)
@given(
    held=HELD,
    indent=st.sampled_from([None, 2, 4, "\t"]),
    ascii_only=st.booleans(),
    newline=st.sampled_from(["\n", "\r\n"]),
    end=st.sampled_from(["", "\n", "\n\n"]),
    mark=st.sampled_from([b"", b"\xef\xbb\xbf"]),
)
def test_whatever_stands_there_only_gains(
    tmp_path_factory: pytest.TempPathFactory,
    held: dict[str, Any],
    indent: Any,
    ascii_only: bool,
    newline: str,
    end: str,
    mark: bytes,
) -> None:
    folder = tmp_path_factory.mktemp("project")
    text = json.dumps(held, indent=indent, ensure_ascii=ascii_only).replace("\n", newline) + end.replace(
        "\n", newline
    )
    before = mark + text.encode()
    path = written(CLAUDE, folder, before)
    carry_out(plan_install(CLAUDE, folder))
    after = path.read_bytes()
    rest = iter(after)
    assert all(byte in rest for byte in before), "a byte of the file is gone"
    assert all(status(CLAUDE, folder).values())
    if newline == "\r\n" and "\r\n" in text:
        assert after.count(b"\n") == after.count(b"\r\n")
    carry_out(plan_uninstall(CLAUDE, folder))
    again = json.loads(path.read_bytes().removeprefix(mark))
    without_empty = {event: groups for event, groups in held.get("hooks", {}).items() if groups}
    assert {**again, "hooks": None} == {**held, "hooks": None}
    assert {event: groups for event, groups in again.get("hooks", {}).items() if groups} == without_empty


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{\n  // mine\n  "a": 1\n}', " is not plain JSON (comments are no JSON): "),
        ('{"a": 1, "a": 2}', " is not plain JSON: a key stands there twice; "),
        ("[1]", " holds something else under `hooks` than Claude Code documents; "),
        ('{"hooks": []}', " holds something else under `hooks` than Claude Code documents; "),
        (
            '{"hooks": {"SessionStart": {}}}',
            " holds something else under `hooks` than Claude Code documents; ",
        ),
        ("[" * 100_000, " is not plain JSON: "),
        (b"\xff", " is not plain JSON: "),
    ],
    ids=lambda one: repr(one[:20]),
)
def test_what_cannot_be_edited_is_refused_and_stays(tmp_path: Path, text: str | bytes, why: str) -> None:
    path = written(CLAUDE, tmp_path, text)
    before = path.read_bytes()
    for plan in (plan_install, plan_uninstall):
        with pytest.raises(Refused) as refusal:
            plan(CLAUDE, tmp_path)
        assert str(refusal.value).startswith(f"{path}{why}")
    assert path.read_bytes() == before


def test_a_refusal_says_what_to_do_by_hand_for_what_was_asked(tmp_path: Path) -> None:
    path = written(CLAUDE, tmp_path, '{"a": 1, "a": 2}')
    fault = f"{path} is not plain JSON: a key stands there twice; "
    for ask, remedy in (
        (plan_install, f"add by hand:\n{lines(CLAUDE)}"),
        (plan_uninstall, "take out by hand what runs `memdecay agent-hook`"),
        (status, "look there for what runs `memdecay agent-hook`"),
    ):
        with pytest.raises(Refused) as refusal:
            ask(CLAUDE, tmp_path)
        assert str(refusal.value) == fault + remedy


def test_settings_that_changed_meanwhile_are_not_written_over(tmp_path: Path) -> None:
    path = written(CLAUDE, tmp_path, "{}")
    change = plan_install(CLAUDE, tmp_path)
    path.write_text('{"a": 1}', "utf-8")
    with pytest.raises(Refused, match="has changed meanwhile"):
        carry_out(change)
    assert path.read_text("utf-8") == '{"a": 1}'
    fresh = plan_install(AGENTS["codex"], tmp_path)
    made = written(AGENTS["codex"], tmp_path, "{}")
    with pytest.raises(Refused, match="was made meanwhile"):
        carry_out(fresh)
    assert made.read_text("utf-8") == "{}"


def test_a_link_is_followed_inside_the_project_and_refused_beyond(tmp_path: Path) -> None:
    project = tmp_path / "project"
    outside = written(CLAUDE, tmp_path, "{}")
    (project / ".claude").mkdir(parents=True)
    link = project / ".claude" / "settings.json"
    link.symlink_to(outside)
    with pytest.raises(Refused, match="leads out of"):
        plan_install(CLAUDE, project)
    assert outside.read_text("utf-8") == "{}"
    link.unlink()
    (project / "shared.json").write_text("{}", "utf-8")
    link.symlink_to("../shared.json")
    carry_out(plan_install(CLAUDE, project))
    assert link.is_symlink()
    assert "SessionStart" in (project / "shared.json").read_text("utf-8")


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_file_is_filled(tmp_path: Path, text: str) -> None:
    path = written(CLAUDE, tmp_path, text)
    carry_out(plan_install(CLAUDE, tmp_path))
    assert json.loads(path.read_text("utf-8")) == EXPECTED["claude"]


def test_the_readme_shows_what_is_written() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    shown = next(text for text in readme.split("```json\n") if text.startswith('{"hooks"'))
    assert json.loads(shown.partition("```")[0]) == EXPECTED["claude"]
    assert all(f"| `{name}` | `{agent.settings_path}`" in readme for name, agent in AGENTS.items())
    events = [hook.event for agent in AGENTS.values() for hook in agent.hooks]
    assert [event for event in events if f"`{event}`" not in readme] == []
