"""The server, by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.front_door import Shell, contents

pytest.importorskip("mcp", reason="the library of the extra memdecay[mcp] is not installed")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import Implementation

TEXT = "Install packages with pnpm."


def talk(shell: Shell, work: Callable[[ClientSession], Awaitable[Any]], *words: str) -> Any:
    """Start `memdecay mcp`, shake hands, do `work`, hang up; its stderr goes into a file."""

    async def conversation() -> Any:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "memdecay", "--now", shell.now, *words, "mcp"],
            cwd=shell.folder,
            env=shell.environment_of_a_process({}),
        )
        name = Implementation(name="Robo\x1b[31m", version="1")
        with (shell.folder / "stderr.txt").open("w", encoding="utf-8") as heard:
            async with (
                stdio_client(server, errlog=heard) as streams,
                ClientSession(*streams, client_info=name) as session,
            ):
                await session.initialize()
                return await work(session)

    return asyncio.run(asyncio.wait_for(conversation(), 60))


def calls(shell: Shell, *wanted: tuple[str, dict[str, Any]]) -> list[Any]:
    """The results of calling tools one after another in one conversation."""

    async def work(session: ClientSession) -> list[Any]:
        return [await session.call_tool(name, arguments) for name, arguments in wanted]

    return talk(shell, work)


def test_the_tools_are_these_and_none_confirms_or_applies(memory: Shell) -> None:
    async def work(session: ClientSession) -> Any:
        return await session.list_tools()

    tools = {tool.name: tool for tool in talk(memory, work).tools}
    assert sorted(tools) == ["add", "feedback", "propose", "recall", "supersede", "why"]
    outcomes = tools["feedback"].input_schema["$defs"]["Report"]["enum"]
    assert outcomes == ["used", "helped", "misled"]
    assert all(len(tool.description or "") < 100 for tool in tools.values())


def test_recall_and_why_give_the_documents_of_the_commands_also_after_errors(memory: Shell) -> None:
    memory.did("add", "Install packages with npm.")
    memory.did("add", TEXT, "--supersedes", "install-packages-with-npm", "--reason", "one store")
    empty, bad_day, recalled, why = calls(
        memory,
        ("recall", {"query": " "}),
        ("recall", {"query": "x", "as_of": "someday"}),
        ("recall", {"query": "install packages", "limit": 3, "history": True}),
        ("why", {"id": "install-packages-with-pnpm"}),
    )
    assert empty.is_error
    assert empty.content[0].text == "the question is empty; ask something, such as: how are the tests run?"
    assert bad_day.content[0].text.startswith("as_of 'someday': ")
    assert not recalled.is_error
    assert recalled.structured_content == memory.ask("recall", "install packages", "-k", "3", "--history")
    assert why.structured_content == memory.ask("why", "install-packages-with-pnpm")
    assert (memory.folder / "stderr.txt").read_text("utf-8") == ""


def test_what_an_agent_writes_is_unreviewed_and_goes_through_the_gate(memory: Shell) -> None:
    memory.did("add", "Install packages with npm.")
    added, correction, duplicate, secret = calls(
        memory,
        ("add", {"text": "Run the tests with make test.", "tags": ["tests"], "scope": ["web"]}),
        ("add", {"text": TEXT}),
        ("add", {"text": "Install packages with npm."}),
        ("add", {"text": "Use the token ghp_" + "a1B2" * 9}),
    )
    entry = added.structured_content["entry"]
    assert (entry["trust"], entry["source"], entry["author"]) == ("unreviewed", "mcp", "Robo[31m (mcp)")
    assert (entry["scope"], entry["tags"]) == (["web"], ["tests"])
    assert correction.is_error
    assert correction.structured_content == {
        "error": "this looks like a correction of install-packages-with-npm, which a person accepted, so "
        "only a person replaces it; keep_both keeps both, and the tool propose asks a person",
        "refused": "correction",
        "of": "install-packages-with-npm",
        "text": "Install packages with npm.",
    }
    assert duplicate.is_error
    assert duplicate.content[0].text == (
        "already known as install-packages-with-npm; if it still holds: "
        "`memdecay confirm install-packages-with-npm`"
    )
    assert secret.is_error
    assert "a1B2" not in secret.model_dump_json()
    assert memory.standings() == {
        "install-packages-with-npm": "active", "run-the-tests-with-make-test": "active",
    }  # fmt: skip


def test_of_a_draft_the_gate_says_that_it_may_be_replaced(memory: Shell) -> None:
    memory.did("add", "Install packages with npm.", "--unreviewed")
    (correction,) = calls(memory, ("add", {"text": TEXT}))
    assert correction.structured_content["error"] == (
        "this looks like a correction of install-packages-with-npm; the tool supersede replaces it, "
        "keep_both keeps both"
    )


def test_an_agent_silences_nothing_that_a_person_accepted(memory: Shell) -> None:
    memory.did("add", "Install packages with npm.")
    before = contents(memory.memory)
    wanted = {"ids": ["install-packages-with-npm"], "text": TEXT}
    refused, kept = calls(memory, ("supersede", wanted), ("add", {"text": TEXT, "keep_both": True}))
    assert refused.is_error
    assert refused.content[0].text == (
        "install-packages-with-npm was accepted by a person, so only a person replaces it; add the new text "
        "beside it (`--anyway`, keep_both), and `memdecay propose` asks a person"
    )
    assert not kept.is_error
    assert set(contents(memory.memory)) - set(before) == {"install-packages-with-pnpm.md"}
    assert memory.standings() == {
        "install-packages-with-npm": "active", "install-packages-with-pnpm": "active",
    }  # fmt: skip


def test_superseding_closes_the_old_and_changes_no_byte_of_it(memory: Shell) -> None:
    memory.did("add", "Install packages with npm.", "--unreviewed")
    before = (memory.memory / "install-packages-with-npm.md").read_bytes()
    wanted = {"ids": ["install-packages-with-npm"], "text": TEXT, "reason": "one store"}
    (done,) = calls(memory, ("supersede", wanted))
    assert done.structured_content["entry"]["trust"] == "unreviewed"
    assert done.structured_content["closed"][0]["reason"] == "one store"
    assert memory.standings()["install-packages-with-npm"] == "closed"
    assert (memory.memory / "install-packages-with-npm.md").read_bytes() == before


def test_feedback_becomes_events_and_confirming_is_refused(memory: Shell) -> None:
    memory.did("add", TEXT)
    ids = ["install-packages-with-pnpm"]
    used, misled, confirmed, unknown = calls(
        memory,
        ("feedback", {"ids": ids, "outcome": "used", "query": "add a dependency"}),
        ("feedback", {"ids": ids, "outcome": "misled", "note": "wrong store"}),
        ("feedback", {"ids": ids, "outcome": "confirmed"}),
        ("feedback", {"ids": ["no-such"], "outcome": "used"}),
    )
    assert [one["kind"] for one in used.structured_content["events"]] == ["used"]
    assert misled.structured_content["events"][0]["outcome"] == -1.0
    assert confirmed.is_error
    assert unknown.content[0].text == "no entry has the id 'no-such'; `memdecay list` shows all ids"
    events = memory.ask("log")["events"]
    assert {(one["kind"], one["by"]) for one in events} == {
        ("used", "Robo[31m (mcp)"), ("misled", "Robo[31m (mcp)"),
    }  # fmt: skip


def test_proposing_writes_a_list_and_nothing_else(memory: Shell) -> None:
    memory.did("add", TEXT, "--unreviewed")
    before = contents(memory.memory)
    (proposed,) = calls(memory, ("propose", {"only": "unreviewed"}))
    document = proposed.structured_content
    assert [one["id"] for one in document["entries"]] == ["install-packages-with-pnpm"]
    after = contents(memory.memory)
    assert set(after) - set(before) == {"proposals", document["path"]}
    assert {name: after[name] for name in before} == before


def test_each_call_sees_the_memory_as_it_is_by_then(memory: Shell) -> None:
    async def work(session: ClientSession) -> tuple[int, int]:
        before = await session.call_tool("recall", {"query": "install packages"})
        memory.spawn("add", TEXT)
        after = await session.call_tool("recall", {"query": "install packages"})
        return len(before.structured_content["results"]), len(after.structured_content["results"])

    assert talk(memory, work) == (0, 1)


def test_nothing_in_an_entry_reaches_the_agent_as_a_control_character(memory: Shell) -> None:
    hostile = "Use pnpm.\x1b]0;owned\x07 \u202egnp\u202c \x9b31m \u2028 ghi"
    memory.write("hostile.md", f"---\nid: hostile\n---\n{hostile}\n")
    (recalled,) = calls(memory, ("recall", {"query": "use pnpm"}))
    text = recalled.content[0].text
    assert "^[]0;owned^G <U+202E>gnp<U+202C> <U+009B>31m <U+2028> ghi" in text
    assert all(one == "\n" or one.isprintable() for one in text)
    shown = recalled.structured_content["results"][0]["text"]
    assert all(one == "\n" or one.isprintable() for one in shown)
