"""Our own export, read back, is the same memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.builders import markdown
from tests.front_door import Shell, contents


@pytest.fixture
def full(memory: Shell) -> Shell:
    """A memory with a chain, a file that is none of ours to read, and things that happened."""
    memory.did("add", "Install packages with npm.", "--id", "npm")
    memory.did("add", "Install packages with pnpm.", "--id", "pnpm", "--supersedes", "npm")
    memory.write("web/crlf.md", markdown("id: crlf", body="Wait for green.\n").replace(b"\n", b"\r\n"))
    memory.write("broken.md", b"no front matter \xff\n")
    memory.did("used", "pnpm")
    memory.did("misled", "npm", "--note", "it made a second lock file")
    return memory


def other(shell: Shell, tmp_path: Path) -> Shell:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    made = Shell(folder=folder)
    made.did("init")
    return made


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_import_of_our_own_export_gives_the_same_memory(full: Shell, tmp_path: Path, form: str) -> None:
    full.did("export", "--format", form, "--out", "all.txt")
    there = other(full, tmp_path)
    archive = str(full.folder / "all.txt")
    done = there.did("import", archive, "--from", "memdecay")
    assert done.out == "Put back 5 files and 2 events.\n"
    entries = {name for name in contents(full.memory) if name.endswith(".md")}
    for name in entries:
        assert (there.memory / name).read_bytes() == (full.memory / name).read_bytes()
    assert there.did("export", "--format", form).out == full.did("export", "--format", form).out
    again = there.did("import", archive, "--from", "memdecay")
    assert again.out == "Put back 0 files and 0 events; 7 were there already.\n"


def test_a_dry_run_says_what_would_be_put_back_and_writes_nothing(full: Shell, tmp_path: Path) -> None:
    full.did("export", "--out", "all.json")
    there = other(full, tmp_path)
    before = contents(there.folder)
    archive = str(full.folder / "all.json")
    done = there.did("import", archive, "--from", "memdecay", "--dry-run")
    assert done.out == "Would put back 5 files and 2 events.\n"
    document = there.did("import", archive, "--from", "memdecay", "--dry-run", "--json").document
    assert document == {
        "dry_run": True,
        "files": ["broken.md", "npm.closed.md", "npm.md", "pnpm.md", "web/crlf.md"],
        "known_files": 0,
        "events": 2,
        "known_events": 0,
    }
    assert contents(there.folder) == before


def test_what_says_something_else_is_never_replaced(full: Shell, tmp_path: Path) -> None:
    full.did("export", "--out", "all.json")
    there = other(full, tmp_path)
    there.did("add", "Use yarn.", "--id", "pnpm")
    before = contents(there.folder)
    refused = there.run("import", str(full.folder / "all.json"), "--from", "memdecay")
    assert refused.code == 1
    assert refused.err == (
        "error: nothing was restored: pnpm.md is there and says something else; "
        "restore into an empty memory, or move them away\n"
    )
    assert contents(there.folder) == before


def archived(*others: dict[str, object]) -> bytes:
    return json.dumps({"memdecay": "archive/1", "entries": [], "others": others, "events": []}).encode()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "is no JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"# Notes\n", "is no JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"[1, 2]\n", "lacks something: 'list' object has no attribute 'get'"),
        (
            archived({"path": "a.md", "text": "one"}, {"path": "a.md", "text": "two"}),
            "holds 'a.md' twice",
        ),
        (archived({"path": 7, "text": "one"}), "holds a file with the path 7"),
        (archived({"path": "a.md"}), "lacks something: 'base64'"),
        (archived({"path": "a.md", "base64": "?"}), "holds 'a.md' in broken base64"),
        (b'{"memdecay": "archive/9"}\n', "is 'archive/9' where 'archive/1' is read; use a newer memdecay"),
    ],
)
def test_what_is_no_export_of_ours_is_named(memory: Shell, data: bytes, fault: str) -> None:
    (memory.folder / "notes").write_bytes(data)
    refused = memory.run("import", "notes", "--from", "memdecay")
    assert refused.code == 2
    assert refused.err == (
        f"error: notes {fault}; name a file that `memdecay export` wrote as json or jsonl\n"
    )


@pytest.mark.parametrize("data", [b"1" * 5000, b"[" * 50_000, b'{"memdecay": ' + b"1" * 5000, b"\xff\xfe"])
def test_what_no_parser_takes_is_no_export_either(memory: Shell, data: bytes) -> None:
    (memory.folder / "notes").write_bytes(data)
    refused = memory.run("import", "notes", "--from", "memdecay")
    assert refused.code == 2
    assert refused.err.startswith("error: notes ")
    assert refused.err.endswith("; name a file that `memdecay export` wrote as json or jsonl\n")


def test_one_file_has_to_be_named_and_be_there(memory: Shell) -> None:
    assert memory.run("import", "--from", "memdecay").err == (
        "error: --from memdecay reads one file; name the one that `memdecay export` wrote\n"
    )
    assert memory.run("import", "nothing.json", "--from", "memdecay").err == (
        "error: cannot read nothing.json (No such file or directory); "
        "name a file that `memdecay export` wrote\n"
    )
