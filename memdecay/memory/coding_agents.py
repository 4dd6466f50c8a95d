"""Whether a coding agent runs this command: who approves its own list approves nothing."""

from __future__ import annotations

from collections.abc import Mapping

from memdecay import settings
from memdecay.errors import Refused
from memdecay.memory.opening import AGENTS_MAY_APPLY, Memory

VARIABLES = {
    "AI_AGENT": "a coding agent",  # what several agents and code hosts agreed on
    "AIDER": "Aider",
    "AMP_CURRENT_THREAD_ID": "Amp",
    "AUGMENT_AGENT": "Augment",
    "CLAUDECODE": "Claude Code",
    "CLAUDE_CODE_ENTRYPOINT": "Claude Code",
    "CLINE_ACTIVE": "Cline",
    "CODEX_CI": "Codex",
    "CODEX_SANDBOX": "Codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "Codex",
    "CODEX_THREAD_ID": "Codex",
    "COPILOT_CLI": "Copilot",
    "CURSOR_AGENT": "Cursor",
    "GEMINI_CLI": "Gemini CLI",
    "GOOSE_TERMINAL": "Goose",
    "OPENCODE": "OpenCode",
    "QWEN_CODE": "Qwen Code",
    "ROO_ACTIVE": "Roo Code",
}
"""Variables that agents set for the commands they run. Those that an editor also sets in the terminal
of a person are not among them, nor those that a person sets to configure an agent."""


def running(environment: Mapping[str, str]) -> str | None:
    """The agent that runs this command, with the variable that says so."""
    found = next((name for name in VARIABLES if environment.get(name, "").strip()), None)
    return f"{VARIABLES[found]} ({found})" if found else None


def refuse_agents(memory: Memory, environment: Mapping[str, str], by: str | None) -> None:
    """Raises Refused where an agent runs this and is not allowed to, or names no person."""
    agent = running(environment)
    if agent is None:
        return
    if by is None or not _may_apply(memory):
        raise Refused(
            f"{agent} runs this command, and no agent approves its own list; let a person run it, or set "
            f"`{AGENTS_MAY_APPLY}: true` in memdecay.yaml and name who approved with --by"
        )


def _may_apply(memory: Memory) -> bool:
    # From the file and not from the index: a permission is read where people review it.
    return settings.is_true(settings.read(memory.root), AGENTS_MAY_APPLY, memory.root / "memdecay.yaml")
