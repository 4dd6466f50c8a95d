"""Gemini CLI: facts of docs/hooks/reference.md in google-gemini/gemini-cli. It documents no limit."""

from __future__ import annotations

from memdecay.agents.agent import Agent, Hook, Occasion, in_envelope

GEMINI = Agent(
    name="gemini",
    title="Gemini CLI",
    hooks=(
        # One entry without a matcher: for these events a matcher is one exact word.
        Hook(
            occasion=Occasion.SESSION_START,
            event="SessionStart",
            settings={"name": "memdecay", "timeout": 30_000},
        ),
        Hook(
            occasion=Occasion.PROMPT,
            event="BeforeAgent",
            settings={"name": "memdecay", "timeout": 30_000},
        ),
    ),
    shape=in_envelope,
    room=9_000,
    settings_path=".gemini/settings.json",
    instruction_files=("GEMINI.md",),
    verified="2026-11-30",
)
