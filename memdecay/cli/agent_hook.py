"""`memdecay agent-hook`: answer the hook of a coding agent, whatever happens with exit code 0."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay import files
from memdecay.agents import hook as hooks
from memdecay.agents import payload, settings_file
from memdecay.agents.agent import Agent, Hook
from memdecay.agents.known import AGENTS, asking
from memdecay.agents.payload import Payload
from memdecay.cli import render
from memdecay.errors import MemdecayError
from memdecay.memory import hook_notes
from memdecay.memory.hook_notes import About
from memdecay.memory.opening import open_memory

LENIENT = {"ignore_unknown_options": True, "allow_extra_args": True}
"""An agent that says more than we know is answered all the same."""


def command(
    context: typer.Context,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help=f"{', '.join(AGENTS)}.")] = "",
    when: Annotated[
        str, typer.Argument(metavar="WHEN", help="session-start, prompt or instructions-loaded.")
    ] = "",
) -> None:
    """Tell a coding agent what holds: it gives JSON on standard input and reads JSON.

    Agents run this themselves, once `memdecay hooks install --agent claude` has told them to. The exit
    code is always 0, and `{}` says that there is nothing to say; `memdecay doctor` says what went wrong.

    Example: `memdecay agent-hook claude session-start`
    """
    said = payload.read(sys.stdin)
    asked = asking(agent, when, str(said.get("hook_event_name", "")), os.environ)
    if asked is None:
        unknown = f"agent-hook knows no hook {when!r} of {agent!r}; agents: {', '.join(AGENTS)}"
        shrug(MemdecayError(unknown), context.obj.now)
        return
    heard = payload.understood(said, asked[0].session_key)
    if _asks_twice(agent, *asked, _folder(heard)):
        render.document(asked[0].shape(asked[1], ""))
    else:
        render.document(_answer(context.obj, *asked, heard))


def shrug(fault: BaseException, now: datetime) -> None:
    """Say nothing to the agent, and tell of the fault where a person sees it: here, or by `doctor`."""
    typer.echo("{}")
    why = fault.format_message() if isinstance(fault, typer.TyperException) else hooks.reason(fault)
    if sys.stdin is not None and sys.stdin.isatty():
        render.say(why)
    elif (root := files.find(Path.cwd())) is not None:
        hook_notes.leave(root, [hook_notes.fault("agent-hook", now, why)])


def _asks_twice(said: str, agent: Agent, hook: Hook, folder: Path) -> bool:
    """Whether an agent runs another's hook (Cursor runs those of Claude Code) and has ours of its own too."""
    if said in ("", agent.name):
        return False
    with suppress(MemdecayError):
        return settings_file.status(agent, settings_file.project(folder))[hook.event]
    return False


def _answer(call: Any, agent: Agent, hook: Hook, heard: Payload) -> dict[str, Any]:
    """The answer as the agent understands it; one that says nothing where there is no memory."""
    folder = _folder(heard)
    root = call.memory if call.memory is not None else files.find(folder)
    if root is None:
        return agent.shape(hook, "")
    name = agent.command(hook).removeprefix("memdecay ")
    try:
        memory = open_memory(folder, root, now=call.now, say=_unheard, progress=_plain)
        said = hooks.answer(agent, hook, heard, memory, folder)
        try:
            hooks.keep(agent, said, heard, memory)
        except (MemdecayError, OSError) as fault:  # said all the same: nobody waits for an event of this kind
            hook_notes.leave(root, [hook_notes.fault(name, call.now, hooks.reason(fault))])
        else:
            hook_notes.settle(
                root, lambda note: note.about is About.FAULT and note.hook in {name, "agent-hook"}
            )
    except Exception as fault:  # noqa: BLE001 - an agent's turn is worth more than a traceback
        hook_notes.leave(root, [hook_notes.fault(name, call.now, hooks.reason(fault))])
        return agent.shape(hook, "")
    return agent.shape(hook, said.context)


def _folder(heard: Payload) -> Path:
    """Where the agent works: as it says, else as its variables say, else here."""
    named = [
        os.environ.get(one, "") for one in ("CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR")
    ]
    for folder in (*heard.folders, *(Path(one) for one in named if one)):
        if folder.is_absolute() and folder.is_dir():
            return folder
    return Path.cwd()


def _unheard(sentence: str) -> None:  # noqa: ARG001 - an agent reads what is said on stderr as a failure
    return


def _plain(items: list[str], doing: str) -> Iterable[str]:  # noqa: ARG001 - nobody watches a bar
    return items
