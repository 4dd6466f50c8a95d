"""An archive is read back or refused with the reason; for people there are two forms more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memdecay.errors import Refused
from memdecay.exporters import archive, readable
from memdecay.exporters.archive import ArchiveFault
from memdecay.exporters.writing import write_file, write_folder
from memdecay.state import Standing
from tests.builders import markdown
from tests.front_door import contents
from tests.memory.happenings import Shop

EMPTY = {"memdecay": "archive/1", "entries": [], "others": [], "events": []}


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """A memory with an entry that another one replaced."""
    made = Shop(root=tmp_path / "memory")
    made.put()
    for name, data in {
        "npm.md": markdown("id: npm", "valid_from: 2026-01-01", body="# Use npm\n\n<b>now</b>\n"),
        "npm.closed.md": markdown(
            "closes: npm",
            "valid_until: 2026-02-01",
            "superseded_by: pnpm",
            "reason: one store",
            "closed_by: Dana",
        ),
        "pnpm.md": markdown(
            "id: pnpm", "valid_from: 2026-02-02", "supersedes: [npm]", "tags: ['a`b']", body="Use pnpm.\n"
        ),
        "later.md": markdown("id: later", "valid_from: 2027-01-01", body="Use bun.\n"),
        "broken.md": b"\xff\n",
    }.items():
        (made.root / name).write_bytes(data)
    made.record("pnpm")
    return made


def test_both_forms_hold_the_same(shop: Shop) -> None:
    export = archive.gather(shop.open())
    whole, lines = archive.write_json(export), archive.write_lines(export)
    assert archive.load(whole.encode()) == archive.load(lines.encode())
    assert archive.load(json.dumps(json.loads(whole)).encode()) == archive.load(lines.encode())
    assert whole.isascii()
    assert sorted(archive.load(whole.encode()).files) == [
        "broken.md", "later.md", "npm.closed.md", "npm.md", "pnpm.md",
    ]  # fmt: skip
    assert [json.loads(line).keys() for line in lines.splitlines()[1:]] == [
        *[{"entry": 0}.keys()] * 3, {"other": 0}.keys(), {"event": 0}.keys(),
    ]  # fmt: skip


def test_of_some_standings_all_that_belongs_to_them_comes_along(shop: Shop) -> None:
    some = archive.gather(shop.open(), [Standing.CLOSED])
    assert sorted(some.files) == ["npm.closed.md", "npm.md"]
    assert some.events == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\xff", "is no JSON: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        (b"[]", "lacks something: 'list' object has no attribute 'get'"),
        (json.dumps(EMPTY | {"memdecay": "archive/9"}, indent=2).encode(),
         "is 'archive/9' where 'archive/1' is read; use a newer memdecay"),
        (json.dumps(EMPTY | {"entries": [{"id": "a"}]}, indent=2).encode(), "lacks something: 'closed'"),
        (json.dumps(EMPTY | {"others": [{"path": "a.md", "base64": "x"}]}, indent=2).encode(),
         "holds 'a.md' in broken base64"),
        (json.dumps(EMPTY | {"events": [{"v": 1}]}, indent=2).encode(), "holds an event that has no id"),
    ],
)  # fmt: skip
def test_what_is_no_archive_is_refused_with_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(ArchiveFault) as fault:
        archive.load(data)
    assert str(fault.value) == message


def test_an_empty_archive_holds_nothing() -> None:
    for indent in (None, 2):
        held = archive.load(json.dumps(EMPTY, indent=indent).encode())
        assert (held.files, held.events) == ({}, ())


def test_the_document_for_people(shop: Shop) -> None:
    assert readable.write_markdown(archive.gather(shop.open())) == (
        "# The memory on 2026-06-03\n\n"
        "## Holds\n\n"
        "### pnpm\n\n- since 2026-02-02\n- instead of npm\n- about ``a`b``\n\nUse pnpm.\n\n"
        "- 2026-06-03 used by `Dana`\n\n"
        "## Holds not yet\n\n"
        "### later\n\n- since 2027-01-01\n\nUse bun.\n\n"
        "## Closed\n\n"
        "### npm\n\n- since 2026-01-01\n- until 2026-02-01\n- replaced by pnpm\n"
        "- closed by `Dana`: `one store`\n\n"
        "```markdown\n# Use npm\n\n<b>now</b>\n```\n"
    )


def test_decision_records_are_numbered_by_age_and_linked(shop: Shop) -> None:
    records = readable.decision_records(archive.gather(shop.open()))
    assert list(records) == ["0001-npm.md", "0002-pnpm.md", "0003-later.md"]
    assert records["0001-npm.md"].decode() == (
        '---\nstatus: "superseded by [ADR-0002](0002-pnpm.md)"\ndate: 2026-01-01\n---\n\n'
        "# 1. Use npm\n\n## Decision\n\n```markdown\n# Use npm\n\n<b>now</b>\n```\n\n"
        "## Closed\n\nClosed by `Dana`: `one store`.\n"
    )
    assert records["0003-later.md"].decode().startswith('---\nstatus: "proposed"\ndate: 2027-01-01\n---\n')


def test_no_file_is_replaced_and_none_is_made_in_the_memory(shop: Shop, tmp_path: Path) -> None:
    memory = shop.open()
    (tmp_path / "adr").mkdir()
    (tmp_path / "adr" / "b.md").write_bytes(b"mine\n")
    memory.index  # noqa: B018 - makes the cache, so that the folders can be compared
    before = contents(tmp_path)
    with pytest.raises(Refused, match=r"b\.md is there and says something else; name another folder"):
        write_folder(memory, tmp_path / "adr", {"a.md": b"x", "b.md": b"y"})
    with pytest.raises(Refused, match="is there already; name another file, or remove it"):
        write_file(memory, tmp_path / "adr" / "b.md", b"y")
    with pytest.raises(Refused, match="is inside the memory, where every file is an entry"):
        write_file(memory, shop.root / "x.json", b"y")
    with pytest.raises(Refused, match="is inside the memory, where every file is an entry"):
        write_folder(memory, shop.root, {"x.md": b"y"})
    assert contents(tmp_path) == before
