"""`memdecay mcp`: serve the memory to an agent over the Model Context Protocol."""

from __future__ import annotations

import typer

from memdecay.errors import Unusable

_LIBRARIES = {"mcp", "mcp_types", "pydantic"}


def command(context: typer.Context) -> None:
    """Answer an agent on standard input and output until it hangs up; agents start this themselves.

    The tools are recall, why, add, supersede, feedback and propose. What they write is unreviewed.

    Example: `memdecay mcp`
    """
    context.obj.open()  # says at once where there is no memory
    try:
        from memdecay.agents.server import serve  # the protocol's library takes a second to load
    except ModuleNotFoundError as fault:
        if (fault.name or "").split(".")[0] not in _LIBRARIES:
            raise
        raise Unusable(
            "the Model Context Protocol library is not installed; "
            "install it with `pip install 'memdecay[mcp]'`"
        ) from None
    serve(context.obj.open_later)
