"""`memdecay mcp` where it cannot start; what it does is in tests/agents/test_mcp.py."""

from __future__ import annotations

import sys

import pytest

from tests.front_door import Shell


def test_without_its_library_it_says_what_to_install(memory: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "memdecay.agents.server", raising=False)
    for name in ("mcp", "mcp.server.mcpserver"):
        monkeypatch.setitem(sys.modules, name, None)
    ran = memory.run("mcp")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "error: the Model Context Protocol library is not installed; "
        "install it with `pip install 'memdecay[mcp]'`\n"
    )
