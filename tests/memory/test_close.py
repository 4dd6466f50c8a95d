"""What is closed at a future day applies until then, and can still be replaced before."""

from __future__ import annotations

from tests.front_door import Shell

NOW = "2026-06-03T09:14:00Z"


def test_what_is_closed_at_a_future_day_applies_until_then(memory: Shell) -> None:
    memory.did("add", "Use Node 20.", "--id", "node", now=NOW)
    closed = memory.did("close", "node", "--on", "2026-12-31", "--reason", "end of life", now=NOW)
    assert closed.out == "node applies until 2026-12-31 and is closed then; recorded in node.closed.md.\n"
    assert memory.standings(now=NOW) == {"node": "active"}
    assert memory.standings(now="2027-01-01T00:00:00Z") == {"node": "closed"}


def test_what_ends_on_a_future_day_is_replaced_before_and_not_closed_twice(memory: Shell) -> None:
    memory.did("add", "Use Node 20.", "--id", "node", now=NOW)
    memory.did("close", "node", "--on", "2026-12-31", "--reason", "end of life", now=NOW)
    again = memory.run("close", "node", "--reason", "sooner", now=NOW)
    assert again.code == 1
    assert again.err == (
        "error: node ends on 2026-12-31 already (node.closed.md); `memdecay add --supersedes node` replaces "
        "it before that\n"
    )
    memory.did("add", "Use Node 22.", "--supersedes", "node", "--id", "newer", now=NOW)
    assert memory.standings(now="2026-06-04T00:00:00Z") == {"newer": "active", "node": "closed"}
    late = memory.run("close", "node", "--reason", "sooner", now="2027-01-01T00:00:00Z")
    assert late.err == "error: node was closed on 2026-12-31; see node.closed.md\n"


def test_days_are_counted_in_one_and_many(memory: Shell) -> None:
    memory.did("add", "Use Node 20.", "--id", "node", now=NOW)
    shown = memory.did("show", "node", now="2026-06-04T09:14:00Z").out
    assert "last affirmed 2026-06-03, 1 day ago, 1 day old, stability 430 days;" in " ".join(shown.split())
