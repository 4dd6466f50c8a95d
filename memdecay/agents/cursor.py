"""Cursor: facts of cursor.com/docs/hooks as others read them, and of what client 3.20 accepts.

Context on a prompt is accepted and not documented, and a prompt goes on only where the answer says so.
Context is inlined up to 10,000 characters.
"""

from __future__ import annotations

from typing import Any

from memdecay.agents.agent import Agent, Hook, Occasion


def _shape(hook: Hook, context: str) -> dict[str, Any]:
    shape: dict[str, Any] = {"continue": True} if hook.occasion is Occasion.PROMPT else {}
    return {**shape, "additional_context": context} if context else shape


CURSOR = Agent(
    name="cursor",
    title="Cursor",
    hooks=(
        Hook(occasion=Occasion.SESSION_START, event="sessionStart"),
        Hook(occasion=Occasion.PROMPT, event="beforeSubmitPrompt"),
    ),
    shape=_shape,
    room=9_000,
    settings_path=".cursor/hooks.json",
    settings_start={"version": 1},
    has_groups=False,
    instruction_files=("AGENTS.md", ".cursorrules"),
    session_key="conversation_id",
    verified="2026-11-30",
)
