"""The `memdecay` command: its list of verbs, the one clock, and the one error boundary."""

from __future__ import annotations

import copy
import errno
import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup, TyperOption

from memdecay import __version__, moment
from memdecay.cli import render, streams
from memdecay.errors import MemdecayError, Unusable, did_you_mean
from memdecay.memory.opening import Memory, open_memory

VERBS = {
    "init": "create a memory",
    "add": "write an instruction",
    "close": "record that an instruction no longer applies",
    "import": "bring in what stands in files of other tools",
    "recall": "list the instructions that hold for a question",
    "context": "the block an agent should read now",
    "show": "one entry with its standing",
    "why": "its chain and timeline",
    "list": "all entries",
    "used": "record that someone acted on an entry",
    "confirm": "record that an entry still holds",
    "helped": "record that acting on an entry helped",
    "misled": "record that acting on an entry misled",
    "feedback": "record an outcome between misled and helped",
    "log": "what happened to entries",
    "seal": "write what happened into the ledger",
    "propose": "write a list of what could be closed, confirmed or deleted",
    "review": "tick a prune list, item by item",
    "apply": "carry out the ticked lines of a prune list",
    "check": "look for whatever breaks the rules of a memory",
    "hooks": "let git check every commit, and coding agents ask",
    "sync": "bring a file that agents read up to date",
    "export": "write everything in a form that others read",
    "agent-hook": "answer the hook of a coding agent",
    "mcp": "serve the memory to an agent over the Model Context Protocol",
    "policy": "the numbers in force, and how an entry fades",
    "eval": "how well it answers questions whose answers are known",
    "report": "a page that shows the whole memory",
    "index": "bring the index up to date",
    "doctor": "what is wrong with this memory, and what protects it",
}
"""Every command, in the order of the help; each has a module of its name beside this one."""

_SHARED = ("memory", "now", "color")
_TAKING_VALUES = {"--memory", "--now"}
_TAKING_A_SENTENCE = {"add", "recall", "context"}
_INTERRUPTED = 130


def _the_clock() -> datetime:
    return datetime.now(timezone.utc).replace(microsecond=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What holds for the whole command: which memory, and what time it is."""

    memory: Path | None
    now: datetime
    clock: Callable[[], datetime] = field(default=_the_clock)
    """What time it is by then, for a command that goes on for long."""

    def open(self) -> Memory:
        return open_memory(Path.cwd(), self.memory, now=self.now, say=render.say, progress=render.progress)

    def open_later(self) -> Memory:
        """The memory as it is by then."""
        return replace(self, now=self.clock()).open()


class Verbs(TyperGroup):
    """Loads a command's module when it is asked for, so that no command pays for another.

    The options of the program itself are accepted behind every command too.
    """

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"memdecay.cli.{cmd_name.replace('-', '_')}")
        command = _built(cmd_name, module)
        for one in (command, *getattr(command, "commands", {}).values()):
            one.params += [_late(option) for option in self.params if option.name in _SHARED]
        return command

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> Any:  # type: ignore[override]
        wanted = args[0]
        if wanted not in VERBS and not wanted.startswith("-") and not ctx.resilient_parsing:
            meant = did_you_mean(wanted.lower(), VERBS, "see `memdecay --help`", most=2, cutoff=0.6)
            raise Unusable(f"no such command {wanted!r}; {meant}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader has seen enough; typer would end with 1
            streams.stop_talking()
            return 0


def _built(name: str, module: Any) -> Any:
    """The command of a module: the one function it has, or its group of them."""
    if hasattr(module, "group"):
        command = typer.main.get_group(module.group)
        command.name, command.short_help = name, VERBS[name]
        return command
    single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    single.command(name, short_help=VERBS[name], context_settings=getattr(module, "LENIENT", None))(
        module.command
    )
    return typer.main.get_command(single)


def _late(option: Any) -> TyperOption:
    """A copy of an option of the program for use behind a command."""
    late: TyperOption = copy.copy(option)
    late.expose_value = False
    late.callback = _take_late  # type: ignore[assignment]
    late.default = None
    late.envvar = None
    return late


def _take_late(context: typer.Context, option: Any, value: Any) -> Any:
    if value is not None:
        changed = _checked(**{option.name: value})
        context.obj = replace(context.obj, **changed)
    return value


def _checked(memory: Path | None = None, now: str | None = None, color: bool | None = None) -> dict[str, Any]:
    """The values of the program's options that were given, read and in effect."""
    found: dict[str, Any] = {}
    if memory is not None:
        found["memory"] = Path(memory)
    if now is not None:
        try:
            stated = moment.parse(now).begins
        except ValueError as fault:
            raise Unusable(f"--now {now!r}: {fault}") from None
        found |= {"now": stated, "clock": lambda: stated}
    if color is not None:
        render.use_color(color)
    return found


def _print_version(wanted: bool) -> None:
    if wanted:
        render.line(f"memdecay {__version__}")
        raise typer.Exit


app = typer.Typer(
    name="memdecay",
    cls=Verbs,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _program(
    context: typer.Context,
    memory: Annotated[
        Path | None,
        typer.Option(
            envvar="MEMDECAY_DIR", metavar="DIR", help="The memory; default: found from here upwards."
        ),
    ] = None,
    now: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Take this date or time for now."),
    ] = None,
    color: Annotated[
        bool | None, typer.Option("--color/--no-color", help="Colour or none; default: on a terminal.")
    ] = None,
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool | None,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = None,
) -> None:
    """Keeps the instructions of coding agents as plain Markdown files and answers what is currently true.

    `memdecay recall "how do I install packages"` asks; `memdecay COMMAND --help` shows an example of each.
    """
    given = _checked(memory, now, color)
    context.obj = replace(Call(memory=None, now=_the_clock()), **given)


def main() -> None:
    """Run the command line and exit: 0 done, 1 refused or findings, 2 usage or unreadable memory."""
    streams.prepare()
    sys.exit(_answered_an_agent() if _verb(sys.argv[1:]) == "agent-hook" else _ran())


def _ran() -> int:
    try:
        code = app(standalone_mode=False, prog_name="memdecay")
        sys.stdout.flush()
        if code == _INTERRUPTED:  # typer has made a code of the interruption, and says nothing
            raise KeyboardInterrupt
    except MemdecayError as fault:
        render.error(str(fault))
        code = fault.exit_code
    except typer.TyperException as fault:
        if said := _usage(fault):
            render.error(said)
        code = 2
    except SystemExit as fault:  # so rich ends where the reader has seen enough of the help
        if not isinstance(fault.__context__, BrokenPipeError):
            raise
        code = 0
    except (typer.Abort, KeyboardInterrupt):
        render.error("interrupted; nothing more was done")
        code = _INTERRUPTED
    except OSError as fault:
        code = _of_system(fault)
    return code if isinstance(code, int) else 0


def _answered_an_agent() -> int:
    """Run `agent-hook` and give 0 whatever happens: to an agent 2 means that the prompt is to be erased."""
    try:
        app(standalone_mode=False, prog_name="memdecay")
        sys.stdout.flush()
    except BaseException as fault:  # noqa: BLE001 - whatever it is
        with suppress(Exception):
            from memdecay.cli.agent_hook import shrug

            shrug(fault, _the_clock())
            sys.stdout.flush()
        with suppress(Exception):  # what cannot be written now could not be written at the end either
            streams.stop_talking()
    return 0


def _verb(words: list[str]) -> str:
    """The first word that is no option of the program and no value of one."""
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            return word
        if word in _TAKING_VALUES:
            next(rest, None)
    return ""


def _usage(fault: Any) -> str:
    """One sentence with the remedy; nothing where a group of commands has shown its help instead."""
    context = getattr(fault, "ctx", None)
    command = context.command_path if context else "memdecay"
    message = fault.format_message().rstrip(".").replace(". Did you mean ", "; did you mean ")
    if not message:
        return ""
    message = f"{message[:1].lower()}{message[1:]}"
    if "unexpected extra argument" in message and context and context.info_name in _TAKING_A_SENTENCE:
        return f"{message}; put the whole text in quotes"
    return message if message.endswith("?") else f"{message}; see `{command} --help`"


def _of_system(fault: OSError) -> int:
    if fault.errno == errno.EPIPE:  # the reader has seen enough
        streams.stop_talking()
        return 0
    place = f"{fault.filename}: " if fault.filename else ""
    render.error(f"{place}{fault.strerror or fault}; mend that and run it again: nothing was half written")
    try:
        sys.stdout.flush()
    except OSError:
        streams.stop_talking()
    return 1
