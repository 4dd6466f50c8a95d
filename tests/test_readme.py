"""The README names every command and every option, and what it shows can be typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from memdecay.cli.app import VERBS, Call, app
from memdecay.errors import Unusable

README = Path(__file__).parents[1] / "README.md"
PROGRAM: Any = get_command(app)


def readme() -> str:
    return README.read_text("utf-8")


def command(verb: str) -> Any:
    return PROGRAM.get_command(None, verb)


def options(of: Any) -> Iterator[str]:
    """The long names of every option of a command; of those that come in pairs the first."""
    for one in of.params:
        if one.param_type_name == "option" and "completion" not in one.name:
            yield next(name for name in one.opts if name.startswith("--"))


def examples() -> list[str]:
    """Every command line that begins with `memdecay` in a fenced block, without its comment."""
    fenced = re.findall(r"^```(?:sh|console|shell|bash|text)?\n(.*?)^```$", readme(), re.M | re.S)
    joined = "\n".join(fenced).replace("\\\n", " ")
    lines = [line.removeprefix("$ ") for line in joined.splitlines()]
    return [line for line in lines if line.startswith("memdecay ")]


@pytest.mark.parametrize("verb", VERBS)
def test_every_command_is_in_the_readme(verb: str) -> None:
    assert re.search(rf"`?memdecay {verb}\b", readme()), f"memdecay {verb} is not in the README"


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_of_every_command_is_in_the_readme(verb: str) -> None:
    missing = [name for name in options(command(verb)) if not re.search(rf"{name}(?![\w-])", readme())]
    assert not missing, f"options of memdecay {verb} that are not in the README: {missing}"


def test_every_option_of_the_program_is_in_the_readme() -> None:
    assert not [name for name in options(PROGRAM) if not re.search(rf"{name}(?![\w-])", readme())]


def test_every_example_in_the_readme_can_be_typed() -> None:
    assert examples(), "the README shows no command"
    for line in examples():
        parse(line)


def parse(line: str) -> None:
    """Hand the words of an example to the command they name, which refuses what it does not know."""
    words = shlex.split(line.split(" | ")[0], comments=True)[1:]
    with PROGRAM.make_context("memdecay", words) as context:
        rest = [*context._protected_args, *context.args]
        if rest:
            verb, its_command, rest = PROGRAM.resolve_command(context, rest)
            context.obj = Call(memory=None, now=datetime(2026, 6, 3, tzinfo=timezone.utc))
            with its_command.make_context(verb, rest, parent=context):
                pass


# The test of the README itself


@pytest.mark.parametrize(
    "line",
    [
        'memdecay recall "run the tests" --path packages/web/app.ts',
        "memdecay --memory notes list --standing active  # what holds",
        'memdecay add "Use pnpm." | cat',
    ],
)
def test_a_good_example_parses(line: str) -> None:
    parse(line)


@pytest.mark.parametrize("line", ["memdecay recall --bogus x", "memdecay close a", "memdecay frobnicate"])
def test_a_bad_example_does_not_parse(line: str) -> None:
    with pytest.raises((typer.TyperException, Unusable)):
        parse(line)
