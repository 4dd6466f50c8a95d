"""What is said of a name that no entry answers to."""

from __future__ import annotations

import pytest

from tests.front_door import Shell


@pytest.mark.parametrize("verb", ["show", "why", "confirm"])
def test_a_file_that_could_not_be_read_is_named_instead_of_being_denied(verb: str, memory: Shell) -> None:
    memory.write("web/merge.md", "---\nid: merge\n<<<<<<< HEAD\nscope: [a]\n=======\n---\nText.\n")
    refused = memory.run(verb, "merge")
    assert (refused.code, refused.out, refused.err) == (
        1,
        "",
        "error: web/merge.md cannot be read as an entry; `memdecay doctor` names the fault\n",
    )
