"""Replacing: the old stays readable, never stands first, and no failure leaves nothing in force."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from memdecay import fsio
from tests.builders import markdown
from tests.front_door import Shell, contents


def test_the_words_of_a_closed_entry_lead_to_its_successor(memory: Shell) -> None:  # B050
    memory.write("old.md", markdown("id: old", body="Start the frobnicator before the nightly export.\n"))
    memory.write("new.md", markdown("id: new", "supersedes: [old]", body="Exports run by themselves now.\n"))
    asked = ("recall", "start the frobnicator before the nightly export")
    (only,) = memory.ask(*asked)["results"]
    assert (only["id"], only["via"], only["standing"]) == ("new", "old", "active")
    first, second = memory.ask(*asked, "--history")["results"]
    assert (first["id"], second["id"]) == ("new", "old")
    assert (second["standing"], second["superseded_by"]) == ("closed", "new")


def test_what_ran_out_is_absent_unless_history_is_asked_for(memory: Shell) -> None:  # B051
    memory.write(
        "e.md", markdown("id: e", "valid_until: 2026-05-03", body="The staging database host is db-old.\n")
    )
    memory.write("n.md", markdown("id: n", body="Staging data moved to the database host pg-new.\n"))
    question = "what is the staging database host"
    assert memory.recalled(question) == ["n"]
    held = memory.ask("recall", question, "--history")["results"]
    assert {one["id"]: one["standing"] for one in held} == {"n": "active", "e": "expired"}


def test_struck_out_text_keeps_its_marks_and_is_named(memory: Shell) -> None:  # B052
    memory.write("f.md", markdown("id: f", body="~~Format with tool A.~~ Format with tool B.\n"))
    assert "~~Format with tool A.~~ Format with tool B." in memory.did("recall", "tool A").out
    (fault,) = memory.problems()
    assert fault.startswith("warning: f.md")
    assert "holds text that is struck through; write what holds as a new entry" in fault


def test_a_link_to_what_is_gone_is_named(memory: Shell) -> None:  # B053
    memory.did("add", "Use npm.", "--id", "b")
    memory.did("add", "Use pnpm.", "--id", "a", "--supersedes", "b", now="2026-07-01")
    (memory.memory / "b.md").unlink()
    assert memory.standings(now="2026-07-02") == {"a": "active"}
    assert memory.problems(now="2026-07-02") == [
        "error: a.md:6: supersedes: names b, but no entry has that id",
        "error: b.closed.md:2: closes: closes b, but no entry has that id",
    ]


def test_what_is_only_similar_in_other_scopes_closes_nothing(memory: Shell) -> None:  # B054
    for scope in ("web", "api", "mobile"):
        memory.did("add", "Run the tests before you push.", "--id", scope, "--scope", scope)
    added = memory.did("add", "Run the tests before you push!", "--id", "infra", "--scope", "infra")
    assert set(memory.standings().values()) == {"active"}
    assert added.lines[-1] == "The same text is known in another scope: api, mobile, web."


@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_between_entry_and_note_leaves_the_new_one_in_force(
    memory: Shell, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:  # B055
    memory.did("add", "Use npm.", "--id", "a")
    create = fsio.create

    def failing(root: Path, relative: str, data: bytes) -> Any:
        if relative.endswith(".closed.md"):
            raise fault
        return create(root, relative, data)

    with monkeypatch.context() as broken:
        broken.setattr(fsio, "create", failing)
        failed = memory.run("add", "Use pnpm.", "--id", "b", "--supersedes", "a", now="2026-07-01")
    assert failed.code in {1, 130}
    assert "Traceback" not in failed.err
    assert memory.standings(now="2026-07-02") == {"a": "closed", "b": "active"}
    (half,) = memory.problems(now="2026-07-02")
    assert half.startswith("warning: a.md: was replaced by b but has no closing note")
    memory.did("close", "a", "--by", "b", "--reason", "we moved", now="2026-07-02")
    assert memory.problems(now="2026-07-02") == []


def test_a_failure_before_the_entry_leaves_the_old_one_in_force(
    memory: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:  # B055
    memory.did("add", "Use npm.", "--id", "a")
    before = contents(memory.memory)
    create = fsio.create

    def failing(root: Path, relative: str, data: bytes) -> Any:
        if relative.endswith(".md"):
            raise OSError(errno.ENOSPC, "No space left on device", relative)
        return create(root, relative, data)

    with monkeypatch.context() as broken:
        broken.setattr(fsio, "create", failing)
        failed = memory.run("add", "Use pnpm.", "--id", "b", "--supersedes", "a", now="2026-07-01")
    assert failed.code == 1
    assert contents(memory.memory) == before
    assert memory.standings() == {"a": "active"}
