"""The agents that memdecay knows, by name, and which of them runs a command."""

from __future__ import annotations

from collections.abc import Mapping

from memdecay.agents.agent import Agent, Hook
from memdecay.agents.claude import CLAUDE
from memdecay.agents.codex import CODEX
from memdecay.agents.cursor import CURSOR
from memdecay.agents.gemini import GEMINI

AGENTS: dict[str, Agent] = {agent.name: agent for agent in (CLAUDE, CODEX, CURSOR, GEMINI)}


def asking(said: str, occasion: str, event: str, environment: Mapping[str, str]) -> tuple[Agent, Hook] | None:
    """Which agent asks at which hook: by the words of the command, the event it names, and where it runs.

    Cursor runs the hooks of Claude Code too, and wants its own answers to them.
    """
    if environment.get("CURSOR_VERSION"):
        said = CURSOR.name
    for agent in [AGENTS[said]] if said in AGENTS else AGENTS.values():
        hook = agent.hook(occasion) or agent.hook(event)
        if hook is not None and (said in AGENTS or event == hook.event):
            return agent, hook
    return None
