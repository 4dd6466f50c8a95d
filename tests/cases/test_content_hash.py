"""Line ends do not make another text; a lone carriage return does, for it can hide one."""

from __future__ import annotations

from memdecay import passages
from tests.front_door import Shell

TEXT = "---\nid: a\ncreated: 2026-01-01\n---\nInstall with pnpm.\n\nNever with npm.\n"


def test_a_checkout_with_other_line_ends_encodes_nothing_again(
    memory: Shell,
) -> None:  # B142
    for data in (TEXT, TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT):
        assert passages.digest(data) == passages.digest(TEXT)
    memory.write("a.md", TEXT)
    assert memory.did("index", "--rebuild").out == "1 entry indexed; 1 file read, 1 text encoded.\n"
    memory.write("a.md", TEXT.replace("\n", "\r\n"))
    assert memory.did("index").out == "1 entry indexed; 1 file read, 0 texts encoded.\n"
    assert memory.did("check").out == "1 file: no faults.\n"


def test_a_lone_carriage_return_is_content_and_is_named(memory: Shell) -> None:  # B143
    assert passages.digest("safe text\rrm -rf") != passages.digest("safe text\nrm -rf")
    memory.write("a.md", "---\nid: a\n---\nsafe text\rrm -rf\n")
    assert memory.run("check").lines[0] == (
        "error: a.md:4:10: holds characters that cannot be seen (U+000D at 4:10); remove them [hidden-text]"
    )
    assert "safe text^Mrm" in memory.did("show", "a").out
