"""Codex: facts of codex-rs/hooks/schema in openai/codex, whose schemas allow no unknown key.

Context of more than 2,500 tokens is spilled to a file; 6,000 bytes are fewer in any script.
"""

from __future__ import annotations

from memdecay.agents.agent import Agent, Hook, Occasion, in_envelope

CODEX = Agent(
    name="codex",
    title="Codex",
    hooks=(
        Hook(
            occasion=Occasion.SESSION_START,
            event="SessionStart",
            matcher="startup|resume|clear",
            settings={"timeout": 30},
        ),
        Hook(occasion=Occasion.PROMPT, event="UserPromptSubmit", settings={"timeout": 30}),
    ),
    shape=in_envelope,
    room=6_000,
    settings_path=".codex/hooks.json",
    instruction_files=("AGENTS.override.md", "AGENTS.md"),
    remark="Codex runs hooks where its config.toml says `hooks = true` under [features], "
    "once you have trusted them.",
    verified="2026-11-30",
)
