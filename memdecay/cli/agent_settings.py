"""The part of `memdecay hooks` that is about coding agents: `--agent`."""

from __future__ import annotations

import difflib
from pathlib import Path
from shutil import which

import typer

from memdecay import files
from memdecay.agents import settings_file
from memdecay.agents.agent import Agent
from memdecay.agents.known import AGENTS
from memdecay.agents.settings_file import Change
from memdecay.cli import render
from memdecay.errors import Unusable


def install(name: str, *, dry_run: bool, as_json: bool) -> None:
    """Make an agent run our hooks, and say what else it needs."""
    change = settings_file.plan_install(_agent(name), settings_file.project(Path.cwd()))
    events = ", ".join(hook.event for hook in change.agent.hooks)
    _do(change, dry_run=dry_run, as_json=as_json)
    if as_json or dry_run:
        return
    title, path = change.agent.title, change.agent.settings_path
    if change.is_needed:
        render.line(f"Wrote {path}: {title} runs memdecay at {events}.")
    else:
        render.line(f"{title} runs memdecay already; {path} stays as it is.")
    if change.agent.remark:
        render.say(change.agent.remark)
    if files.find(Path.cwd()) is None:
        render.say("there is no memory here yet, so the agent will hear nothing; `memdecay init` makes one")
    if which("memdecay") is None:
        render.say("the agent will look for `memdecay` on the PATH, where it is not now; see `pipx install`")


def uninstall(name: str, *, dry_run: bool, as_json: bool) -> None:
    """Make an agent run none of our hooks."""
    change = settings_file.plan_uninstall(_agent(name), settings_file.project(Path.cwd()))
    _do(change, dry_run=dry_run, as_json=as_json)
    if as_json or dry_run:
        return
    path = change.agent.settings_path
    render.line(
        f"Took memdecay's hooks out of {path}."
        if change.is_needed
        else f"{path} holds none of memdecay's hooks."
    )


def status(name: str, *, as_json: bool) -> None:
    """Say of each hook of an agent whether ours is there. Ends with 1 where one is missing."""
    agent = _agent(name)
    held = settings_file.status(agent, settings_file.project(Path.cwd()))
    if as_json:
        render.document({"agent": agent.name, "path": agent.settings_path, "hooks": held})
    else:
        for event, is_there in held.items():
            render.line(f"{event}  {'installed' if is_there else 'missing'} in {agent.settings_path}")
    if not all(held.values()):
        raise typer.Exit(1)


def _agent(name: str) -> Agent:
    if name not in AGENTS:
        raise Unusable(f"--agent {name!r} is no agent that memdecay knows; it knows {', '.join(AGENTS)}")
    return AGENTS[name]


def _do(change: Change, *, dry_run: bool, as_json: bool) -> None:
    if not dry_run:
        settings_file.carry_out(change)
    if as_json:
        render.document(
            {
                "agent": change.agent.name,
                "path": change.agent.settings_path,
                "changed": change.is_needed and not dry_run,
                "difference": _difference(change),
            }
        )
    elif dry_run:
        render.line(_difference(change) or f"{change.agent.settings_path} stays as it is.")


def _difference(change: Change) -> str:
    """What changes, as a unified diff."""
    before, after = ((one or b"").decode("utf-8").splitlines() for one in (change.before, change.after))
    path = change.agent.settings_path
    lines = difflib.unified_diff(before, after, f"a/{path}", f"b/{path}", lineterm="")
    return "\n".join(lines)
