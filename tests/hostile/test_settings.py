"""Settings come with the repository, so they may turn numbers and name nothing to run or to read."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from memdecay.errors import Unusable
from memdecay.memory.models import DEFAULTS
from memdecay.memory.opening import AGENTS_MAY_APPLY, JOINERS
from memdecay.policy import Policy
from memdecay.settings import Setting, is_true
from tests.builders import markdown
from tests.front_door import Shell, contents

KEYS = (*(one.name for one in fields(Policy)), *DEFAULTS, "version", "hook", "editor")
SWITCHES = (AGENTS_MAY_APPLY, JOINERS)

HOSTILE = (
    "/bin/sh", "../../etc/passwd", "./model", "~/model", "$(touch canary)", "`touch canary`", "|touch canary",
    "file:///etc/passwd", "https://example.com/model", "!!python/object/apply:os.system ['touch canary']",
    "C:\\\\model", "-rf", "a;touch canary",
)  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_no_setting_of_a_repository_names_a_command_or_a_place(memory: Shell, key: str) -> None:  # T20
    memory.write("a.md", markdown("id: a", body="Run the tests.\n"))
    memory.did("index")
    before = {*contents(memory.folder)}
    settings = memory.memory / "memdecay.yaml"
    for value in HOSTILE:
        settings.write_text(f"{key}: {value}\n", "utf-8")
        ran = memory.run("recall", "run the tests")
        assert ran.code == 2, (key, value)
        assert f"{Path(settings).name}:1: " in ran.err, (key, value, ran.err)
    assert {*contents(memory.folder)} == before


@pytest.mark.parametrize("key", SWITCHES)
def test_a_switch_is_true_or_false_and_nothing_else(tmp_path: Path, key: str) -> None:  # T20
    for value in HOSTILE:
        written = {key: Setting(1, value)}
        with pytest.raises(Unusable, match="is neither true nor false"):
            is_true(written, key, tmp_path)


def test_a_file_of_two_gigabytes_is_named_and_not_read(memory: Shell) -> None:  # T15
    place = memory.write("huge.md", b"---\nid: huge\n---\n")
    with place.open("r+b") as file:
        file.truncate(2 * 1024**3)
    memory.write("a.md", markdown("id: a", body="Run the tests.\n"))
    assert memory.standings() == {"a": "active"}
    assert [one for one in memory.problems() if "huge.md" in one] != []
