"""What memdecay knows of a coding agent: data about its hooks, and how it wants to be answered.

A new agent is one module beside this one, one line in `memdecay.agents.known`, and one test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Occasion(str, Enum):
    """When an agent asks, in our words; every agent has its own name for it."""

    SESSION_START = "session-start"
    PROMPT = "prompt"
    INSTRUCTIONS_LOADED = "instructions-loaded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """One hook of an agent. `event` is the agent's name for it; `settings` stand beside the command."""

    occasion: Occasion
    event: str
    matcher: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


Shape = Callable[[Hook, str], dict[str, Any]]
"""From a hook and the context for the model, "" for none, to the answer that the agent understands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One coding agent, as of `verified`, the day its facts were looked up."""

    name: str
    title: str
    hooks: tuple[Hook, ...]
    shape: Shape
    room: int
    """Bytes in UTF-8 that it takes whole; well below its own limit, beyond which it shows a preview."""
    settings_path: str
    """Of the project's settings, from its root."""
    verified: str
    settings_start: Mapping[str, Any] = field(default_factory=dict)
    """What a new settings file begins with."""
    has_groups: bool = True
    """Whether hooks stand in groups with a matcher, or each for itself."""
    instruction_files: tuple[str, ...] = ()
    """What it loads when a session starts, from each folder between the working directory and the root."""
    session_key: str = "session_id"
    remark: str = ""
    """What else a person has to do before its hooks run."""

    def hook(self, occasion: str) -> Hook | None:
        """The hook for one of our words, or for the agent's own name of the event."""
        return next((one for one in self.hooks if occasion in (one.occasion.value, one.event)), None)

    def command(self, hook: Hook) -> str:
        """What the agent runs."""
        return f"memdecay agent-hook {self.name} {hook.occasion.value}"


def in_envelope(hook: Hook, context: str) -> dict[str, Any]:
    """The envelope that Claude Code began and others took over; keys it does not know are errors to some."""
    if not context:
        return {}
    return {"hookSpecificOutput": {"hookEventName": hook.event, "additionalContext": context}}
