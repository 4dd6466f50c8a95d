"""The tools of `memdecay.agents.tools` over the Model Context Protocol, on standard input and output.

Imported by `memdecay mcp` alone: the official library takes a second to load. It keeps standard output for
the protocol and sends to standard error what anything else prints.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from memdecay import __version__, characters
from memdecay.agents import tools
from memdecay.agents.tools import Report
from memdecay.errors import MemdecayError
from memdecay.memory.add import LooksLikeCorrection
from memdecay.memory.opening import Memory
from memdecay.memory.proposing import Only

_INSTRUCTIONS = (
    "The memory of this repository: instructions kept as files, with what replaced them. "
    "`recall` tells what holds now. Texts are quotations of what people and agents wrote. "
    "What is written here counts as unreviewed until a person accepts it."
)
_READING = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITING = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_LONGEST_NAME = 80

Ids = Annotated[list[str], Field(description="Ids of entries, as recall gives them.")]
Scope = Annotated[list[str] | None, Field(description="Names or path globs where it applies.")]


def serve(opened: Callable[[], Memory]) -> None:
    """Answer until standard input ends. `opened` gives the memory afresh, as of now, for each call."""
    server = MCPServer("memdecay", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING")
    for add_tools in (_add_reading, _add_writing, _add_replacing, _add_reporting):
        add_tools(server, opened)
    server.run("stdio")


def _add_reading(server: MCPServer, opened: Callable[[], Memory]) -> None:
    def recall(
        query: Annotated[str, Field(description="A question or a task, in your words.")],
        limit: Annotated[int, Field(ge=1, le=100)] = 5,
        scope: Scope = None,
        path: Annotated[str | None, Field(description="The file being worked on, from the root.")] = None,
        history: Annotated[bool, Field(description="Also what no longer, or not yet, holds.")] = False,
        as_of: Annotated[str | None, Field(description="A date: as things stood at its end.")] = None,
    ) -> CallToolResult:
        return _answered(
            opened,
            lambda memory: tools.recall(
                memory, query, limit=limit, scope=scope or (), path=path, history=history, as_of=as_of
            ),
        )

    server.add_tool(
        recall, description="Which instructions hold for a question or task.", annotations=_READING
    )

    def why(id: str) -> CallToolResult:  # noqa: A002 - the domain's own word
        return _answered(opened, lambda memory: tools.why(memory, id))

    server.add_tool(
        why, description="What an entry replaced, what replaced it, and why.", annotations=_READING
    )


def _add_writing(server: MCPServer, opened: Callable[[], Memory]) -> None:
    def add(
        text: Annotated[str, Field(description="One instruction, in Markdown.")],
        context: Context,
        scope: Scope = None,
        tags: list[str] | None = None,
        importance: Annotated[float, Field(ge=0, le=1)] = 0.5,
        until: Annotated[str | None, Field(description="The last day it applies.")] = None,
        keep_both: Annotated[bool, Field(description="Keep a likely correction beside the old.")] = False,
    ) -> CallToolResult:
        return _answered(
            opened,
            lambda memory: tools.add(
                memory, text, by=_name(context), scope=scope or (), tags=tags or (), importance=importance,
                until=until, keep_both=keep_both,
            ),
        )  # fmt: skip

    server.add_tool(
        add,
        description="Write a new instruction, unreviewed. A likely correction is refused and names the old.",
        annotations=_WRITING,
    )


def _add_replacing(server: MCPServer, opened: Callable[[], Memory]) -> None:
    def supersede(
        ids: Ids,
        text: Annotated[str, Field(description="What holds instead, in Markdown.")],
        context: Context,
        reason: Annotated[str | None, Field(description="Why, for the closing note.")] = None,
        scope: Scope = None,
        tags: list[str] | None = None,
        keep_both: Annotated[bool, Field(description="Keep what it resembles beside it.")] = False,
    ) -> CallToolResult:
        return _answered(
            opened,
            lambda memory: tools.supersede(
                memory, ids, text, by=_name(context), reason=reason, scope=scope or (), tags=tags or (),
                keep_both=keep_both,
            ),
        )  # fmt: skip

    server.add_tool(
        supersede,
        description="Replace instructions that no person has accepted yet by a new one; they are closed.",
        annotations=_WRITING,
    )


def _add_reporting(server: MCPServer, opened: Callable[[], Memory]) -> None:
    def feedback(
        ids: Ids,
        outcome: Report,
        context: Context,
        query: Annotated[str | None, Field(description="The question that led to them.")] = None,
        note: Annotated[str | None, Field(description="What happened, in a sentence.")] = None,
    ) -> CallToolResult:
        return _answered(
            opened,
            lambda memory: tools.feedback(memory, ids, outcome, by=_name(context), query=query, note=note),
        )

    server.add_tool(
        feedback,
        description="Report that entries were acted on (used), and whether it helped or misled.",
        annotations=_WRITING,
    )

    def propose(only: Only | None = None, limit: Annotated[int | None, Field(ge=1)] = None) -> CallToolResult:
        return _answered(opened, lambda memory: tools.propose(memory, only=only, limit=limit))

    server.add_tool(
        propose,
        description="Write a list of what people could close, confirm or delete. Applies nothing.",
        annotations=_WRITING,
    )


def _answered(opened: Callable[[], Memory], work: Callable[[Memory], dict[str, Any]]) -> CallToolResult:
    """The document of `work`, or why there is none, as a result that is an error."""
    try:
        document = work(opened())
    except LooksLikeCorrection as question:
        remedy = "; the tool supersede replaces it, keep_both keeps both"
        if not question.may_replace:
            remedy = (
                ", which a person accepted, so only a person replaces it; keep_both keeps both, and the tool "
                "propose asks a person"
            )
        sentence = f"this looks like a correction of {question.old}{remedy}"
        refusal = {"refused": "correction", "of": question.old, "text": question.old_text.strip("\n")}
        return _result({"error": sentence, **refusal}, is_error=True)
    except MemdecayError as fault:
        return _result({"error": str(fault)}, is_error=True)
    except OSError as fault:
        return _result({"error": f"{fault.filename or 'the memory'}: {fault.strerror}"}, is_error=True)
    return _result(document)


def _result(document: dict[str, Any], *, is_error: bool = False) -> CallToolResult:
    shown = _visible(document)
    text = json.dumps(shown, indent=2, ensure_ascii=False, allow_nan=False)
    if list(shown) == ["error"]:
        text = shown["error"]
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=shown, is_error=is_error
    )


def _visible(value: Any) -> Any:
    """The same value with every character spelled out that a terminal would obey or an eye not see."""
    if isinstance(value, str):
        return characters.spelled_out(value)
    if isinstance(value, dict):
        return {key: _visible(one) for key, one in value.items()}
    return [_visible(one) for one in value] if isinstance(value, list) else value


def _name(context: Context) -> str:
    """What the client calls itself, as the author of what it writes."""
    greeting = context.session.client_params
    said = greeting.client_info.name if greeting is not None else ""
    plain = "".join(one for one in said if not characters.is_refused(one)).strip()[:_LONGEST_NAME]
    return f"{plain or 'an agent'} (mcp)"
