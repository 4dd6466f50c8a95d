"""Which agent asks, by what it says and where it runs."""

from __future__ import annotations

import pytest

from memdecay.agents.known import AGENTS, asking


@pytest.mark.parametrize(
    ("said", "when", "event", "found"),
    [
        ("claude", "prompt", "", ("claude", "UserPromptSubmit")),
        ("claude", "UserPromptSubmit", "", ("claude", "UserPromptSubmit")),
        ("claude", "", "InstructionsLoaded", ("claude", "InstructionsLoaded")),
        ("codex", "session-start", "UserPromptSubmit", ("codex", "SessionStart")),
        ("", "", "BeforeAgent", ("gemini", "BeforeAgent")),
        ("", "", "beforeSubmitPrompt", ("cursor", "beforeSubmitPrompt")),
        ("nobody", "prompt", "", None),
        ("", "prompt", "", None),
        ("claude", "never", "Stop", None),
    ],
)
def test_words_come_before_the_event(said: str, when: str, event: str, found: tuple[str, str] | None) -> None:
    asked = asking(said, when, event, {})
    assert (asked and (asked[0].name, asked[1].event)) == found


def test_where_cursor_runs_it_cursor_asks() -> None:
    asked = asking("claude", "prompt", "UserPromptSubmit", {"CURSOR_VERSION": "3.20"})
    assert asked is not None
    assert (asked[0].name, asked[1].event) == ("cursor", "beforeSubmitPrompt")
    assert asking("claude", "instructions-loaded", "", {"CURSOR_VERSION": "3.20"}) is None


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_every_hook_of_an_agent_is_found_by_what_it_runs(agent: object) -> None:
    assert hasattr(agent, "hooks")
    for hook in agent.hooks:
        words = agent.command(hook).split()  # type: ignore[attr-defined]
        assert words[:2] == ["memdecay", "agent-hook"]
        assert asking(*words[2:], "", {}) == (agent, hook)
