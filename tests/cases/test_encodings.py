"""Byte-order marks, line ends and broken bytes: read tolerantly, left as they are, harmful to none."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.builders import markdown
from tests.front_door import Shell, contents

BOM = b"\xef\xbb\xbf"
SAMPLE = Path(__file__).parents[2] / "sample-memory"


def test_a_byte_order_mark_hides_no_key(memory: Shell) -> None:  # B006
    path = memory.write("r-bom.md", BOM + markdown("id: r-bom", "status: closed", body="Old rule.\n"))
    assert memory.standings() == {"r-bom": "closed"}
    assert memory.recalled("old rule") == []
    assert memory.problems() == []
    assert path.read_bytes().startswith(BOM)


def test_a_byte_order_mark_widens_no_scope(memory: Shell) -> None:  # B007
    memory.write("typed.md", BOM + markdown('scope: "src/**/*.py"', body="Annotate everything.\n"))
    assert memory.recalled("annotate everything", "--path", "src/app/main.py") == ["typed"]
    assert memory.recalled("annotate everything", "--path", "docs/index.md") == []
    assert memory.ask("recall", "annotate")["results"][0]["text"] == "Annotate everything."


def test_marks_and_line_ends_of_an_entry_outlive_its_closing(memory: Shell) -> None:  # B008
    data = BOM + markdown("id: old", body="Use npm.\n").replace(b"\n", b"\r\n")
    path = memory.write("old.md", data)
    memory.did("add", "Use pnpm.", "--supersedes", "old", "--id", "new")
    memory.did("close", "new", "--reason", "over")
    assert path.read_bytes() == data


def test_a_checkout_with_other_line_ends_gives_the_same_answers(shell: Shell) -> None:  # B009
    shutil.copytree(SAMPLE, shell.folder / "unix", ignore=shutil.ignore_patterns(".cache"))
    shutil.copytree(SAMPLE, shell.folder / "windows", ignore=shutil.ignore_patterns(".cache"))
    for path in (shell.folder / "windows").rglob("*.md"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    for words in (
        ("doctor",),
        ("list",),
        ("recall", "how do I install packages with npm", "--history"),
        ("recall", "error response", "--json"),
        ("why", "deploy-by-tag"),
    ):
        unix, windows = (shell.did(*words, "--memory", one, now="2026-11-30") for one in ("unix", "windows"))
        assert unix.out == windows.out
        assert unix.err == windows.err


def test_a_file_that_is_not_utf_8_costs_only_itself(memory: Shell) -> None:  # B010
    bad = markdown("id: bad", body="It costs 5 ").removesuffix(b"\n") + b"\xa2.\n"
    path = memory.write("bad.md", bad)
    memory.write("one.md", markdown("id: one", body="Use pnpm.\n"))
    memory.write("two.md", markdown("id: two", body="Run the tests with tox.\n"))
    found = memory.did("recall", "run the tests")
    assert "two" in found.lines[0]
    assert found.err == "memdecay: 1 file could not be used; `memdecay doctor` names the faults\n"
    indexed = memory.did("index").lines
    assert indexed[0].startswith("2 entries indexed, 1 failed")
    assert indexed[1].startswith("failed: bad.md:4")
    (fault,) = memory.problems()
    assert fault.startswith("error: bad.md:4")
    assert f"byte {bad.index(0xA2)}" in fault
    assert path.read_bytes() == bad


def test_a_text_that_is_not_utf_8_is_refused(memory: Shell) -> None:  # B010
    before = contents(memory.memory)
    refused = memory.run("add", "-", stdin=b"It costs 5 \xa2.")
    assert refused.code == 2
    assert refused.err == "error: the text is not UTF-8: byte 11; save it as UTF-8\n"
    assert contents(memory.memory) == before
