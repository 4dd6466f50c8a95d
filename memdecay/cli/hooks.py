"""`memdecay hooks`: let git check the memory at every commit, and coding agents ask it.

What each command needs is imported by it: git waits for `run` at every commit.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from memdecay.agents.known import AGENTS
from memdecay.cli.options import Json
from memdecay.hooks.script import EVENTS

group = typer.Typer(
    help="Let git check the memory at every commit, and coding agents ask it.\n\n"
    "Example: `memdecay hooks install`",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)

Named = Annotated[
    str | None,
    typer.Option("--agent", metavar="NAME", help=f"The hooks of an agent instead: {', '.join(AGENTS)}."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be done; change nothing.")]

Event = Enum("Event", {name.replace("-", "_").upper(): name for name in EVENTS}, type=str)  # type: ignore[misc]


@group.callback()
def hooks() -> None:
    """Let git run memdecay at every commit: what is staged is checked, and what happened travels along.

    Example: `memdecay hooks install`
    """


@group.command()
def install(
    context: typer.Context, agent: Named = None, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Make git run memdecay before and after commits, or a coding agent run it.

    A hook of your own is kept and runs first.

    Example: `memdecay hooks install --agent claude --dry-run`
    """
    from memdecay.cli import agent_settings, git_hooks

    if agent is not None:
        agent_settings.install(agent, dry_run=dry_run, as_json=as_json)
    else:
        git_hooks.install(context.obj, is_dry=dry_run, as_json=as_json)


@group.command()
def uninstall(
    context: typer.Context, agent: Named = None, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Take memdecay's hooks away. Your own hook gets its name back, byte for byte.

    Example: `memdecay hooks uninstall`
    """
    from memdecay.cli import agent_settings, git_hooks

    if agent is not None:
        agent_settings.uninstall(agent, dry_run=dry_run, as_json=as_json)
    elif not git_hooks.uninstall(context.obj, is_dry=dry_run, as_json=as_json):
        raise typer.Exit(1)


@group.command()
def status(context: typer.Context, agent: Named = None, as_json: Json = False) -> None:
    """Say of each hook whether it is there. Ends with 1 where one is missing.

    Example: `memdecay hooks status`
    """
    from memdecay.cli import agent_settings, git_hooks

    if agent is not None:
        agent_settings.status(agent, as_json=as_json)
    elif not git_hooks.status(context.obj, as_json=as_json):
        raise typer.Exit(1)


@group.command()
def run(
    context: typer.Context,
    event: Annotated[Event, typer.Argument(metavar="HOOK", help="Which of git's hooks this is.")],
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGUMENT...", help="What git gave the hook.")
    ] = None,
    no_seal: Annotated[
        bool, typer.Option("--no-seal", help="Check only: put nothing that happened into the commit.")
    ] = False,
) -> None:
    """Do what a hook does; for the hooks themselves, and for programs that run hooks.

    Where there is no memory, as on an older branch, it does nothing.

    Example: `memdecay hooks run pre-commit`
    """
    from memdecay.cli import hook_run

    hook_run.run(context, event.value, arguments or [], is_sealing=not no_seal)
