"""Which environments are those of a coding agent, and which are those of a person."""

from __future__ import annotations

import pytest

from memdecay.memory.coding_agents import VARIABLES, running


@pytest.mark.parametrize(
    ("variable", "agent"),
    [
        ("CLAUDECODE", "Claude Code"),
        ("CURSOR_AGENT", "Cursor"),
        ("CODEX_SANDBOX", "Codex"),
        ("GEMINI_CLI", "Gemini CLI"),
        ("AI_AGENT", "a coding agent"),
    ],
)
def test_an_agent_is_told_by_its_variable(variable: str, agent: str) -> None:
    assert running({variable: "1", "PATH": "/bin"}) == f"{agent} ({variable})"


@pytest.mark.parametrize(
    "variable", ["TERM_PROGRAM", "CURSOR_TRACE_ID", "AIDER_MODEL", "CODEX_HOME", "ANTHROPIC_API_KEY", "CI"]
)
def test_an_editor_a_setting_or_a_build_is_no_agent(variable: str) -> None:
    assert running({variable: "1"}) is None


@pytest.mark.parametrize("variable", VARIABLES)
def test_an_empty_variable_says_nothing(variable: str) -> None:
    assert running({variable: " "}) is None
    assert running({}) is None
