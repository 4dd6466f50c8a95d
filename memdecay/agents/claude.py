"""Claude Code: facts of code.claude.com/docs/en/hooks.

Beyond 10,000 characters the model sees a preview of 2,000. What an InstructionsLoaded hook says is not read.
"""

from __future__ import annotations

from memdecay.agents.agent import Agent, Hook, Occasion, in_envelope

CLAUDE = Agent(
    name="claude",
    title="Claude Code",
    hooks=(
        Hook(
            occasion=Occasion.SESSION_START,
            event="SessionStart",
            matcher="startup|resume|clear|compact|fork",
            settings={"timeout": 30},
        ),
        Hook(occasion=Occasion.PROMPT, event="UserPromptSubmit", settings={"timeout": 30}),
        Hook(
            occasion=Occasion.INSTRUCTIONS_LOADED,
            event="InstructionsLoaded",
            settings={"timeout": 30, "async": True},
        ),
    ),
    shape=in_envelope,
    room=9_000,
    settings_path=".claude/settings.json",
    instruction_files=("CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"),
    verified="2026-11-30",
)
