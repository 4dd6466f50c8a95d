"""The README names every command and every option, and what it shows can be typed."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import fields
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from memdecay.cli.app import VERBS, Call, app
from memdecay.errors import Unusable
from memdecay.policy import Policy
from tests.front_door import Shell

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


def unfenced() -> str:
    return re.sub(r"^```.*?^```$", "", readme(), flags=re.M | re.S)


def test_no_line_of_prose_is_too_long_to_read_in_an_editor() -> None:
    prose = [line for line in unfenced().splitlines() if not line.startswith("|")]
    assert [line for line in prose if len(line) > 120] == []


def anchors(text: str) -> set[str]:
    """What a code host makes of the headings."""
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def test_every_link_of_the_readme_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", unfenced())
    assert links, "the README links to nothing"
    inside = anchors(unfenced())
    for link in links:
        if link.startswith("#"):
            assert link[1:] in inside, f"no heading is called {link}"
        elif not link.startswith("https://"):
            assert (README.parent / link).is_file(), f"there is no {link}"


def settings_told() -> dict[str, str]:
    """The rows of the table of settings, with their defaults; a row may hold several."""
    table = readme().split("| setting | default | is |\n")[1].split("\n\n")[0]
    told: dict[str, str] = {}
    for row in table.splitlines()[1:]:
        names, defaults = row.split("|")[1:3]
        told |= zip(re.findall(r"`(\w+)`", names), defaults.strip().split(", "), strict=True)
    return told


def test_every_number_of_the_policy_is_told_with_its_default() -> None:
    defaults = {one.name: one.default for one in fields(Policy)}
    shown = {
        name: value.value if isinstance(value, Enum) else f"{value:g}" for name, value in defaults.items()
    }
    told = settings_told()
    assert {name: told.get(name) for name in shown} == shown


def shown_of_the_sample_memory() -> list[tuple[str, str]]:
    """Every command that the README asks of the sample memory, with what it shows of the answer."""
    pattern = r"^```console\n\$ memdecay --memory sample-memory (.*)\n((?:.*\n)*?)```$"
    return [(asked, answer) for asked, answer in re.findall(pattern, readme(), re.M)]


def test_what_the_readme_shows_of_the_sample_memory_is_what_it_answers(shell: Shell) -> None:
    shown = shown_of_the_sample_memory()
    assert [asked.split()[0] for asked, _ in shown] == ["recall", "why"]
    sample = README.parent / "sample-memory"
    shutil.copytree(sample, shell.memory, ignore=shutil.ignore_patterns(".cache"))
    for asked, answer in shown:
        begins = answer.removesuffix("\n").removesuffix(" […]")
        assert shell.did(*shlex.split(asked), now="2026-11-30").out.startswith(begins)


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
