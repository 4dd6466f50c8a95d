"""An entry that is there is never written again, least of all one that could not be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.front_door import Shell, contents
from tests.git.guarded import guarded


def test_a_file_with_two_blocks_is_named_and_is_neither_an_entry_nor_touched(memory: Shell) -> None:  # B026
    place = memory.write("x.md", "---\nslug: p/x\n---\n\n---\nid: r-x\nstatus: closed\n---\nBody.\n")
    before = place.read_bytes()
    ran = memory.run("check")
    assert (ran.code, ran.lines) == (
        1,
        [
            "error: x.md:5: has two front-matter blocks; keep one of them [front-matter]",
            "1 file: 1 error, 0 warnings.",
        ],
    )
    memory.did("index")
    assert memory.standings() == {}
    assert memory.recalled("Body") == []
    assert place.read_bytes() == before


def test_an_entry_that_cannot_be_read_cannot_be_closed_or_replaced(memory: Shell) -> None:  # B027
    memory.write("a.md", '---\nid: a\ntitle: "never closed\n---\nUse npm.\n')
    before = contents(memory.memory)
    for words in (
        ("close", "a", "--reason", "over"),
        ("add", "Use pnpm.", "--supersedes", "a"),
        ("used", "a"),
        ("misled", "a", "--note", "x"),
    ):
        assert memory.run(*words).code == 1, words
    assert contents(memory.memory) == before
    assert memory.ask("log")["events"] == []
    assert memory.run("check").lines[0].startswith("error: a.md:")


ODD = """\
---
# who wrote this order?
x-note: keep
created: 2026-01-01  # the day we moved
owner: team-a
id: "a"
status: active
---
Use npm.
"""


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_comments_order_quotes_and_unknown_keys_outlive_every_command(  # B028 B029
    end: str, memory: Shell
) -> None:
    data = ODD.removesuffix("\n") + end
    place = memory.write("a.md", data)
    memory.write("b.md", "---\nid: b\ncreated: 2026-01-01\n---\nDeploy by tag.\n")
    memory.did("used", "a")
    memory.did("confirm", "a", "--by", "Dana")
    memory.did("recall", "npm", "--record")
    memory.did("seal")
    memory.did("propose", now="2029-01-01")
    (listed,) = (memory.memory / "proposals").iterdir()
    listed.write_text(listed.read_text().replace("- [ ] `close a`", "- [x] `close a`"))
    memory.did("apply", str(listed), "--by", "Dana", "--allow-many", now="2029-01-02")
    memory.run("close", "a", "--reason", "over")
    memory.did("check", now="2029-01-02")
    memory.did("index", "--rebuild")
    assert place.read_bytes() == data.encode()
    assert memory.standings(now="2029-01-03")["a"] == "closed"


def test_only_the_keys_that_close_may_be_edited_by_a_person(tmp_path: Path) -> None:  # B028
    shop = guarded(tmp_path / "shop")
    shop.put("a.md", ODD)
    start = shop.commit()
    shop.put("a.md", ODD.replace("status: active", "status: closed\nvalid_until: 2026-06-01"))
    assert shop.commit()
    assert shop.found("--range", f"{start}..HEAD") == []
    shop.put("a.md", ODD.replace("status: active", "status: closed").replace("owner: team-a\n", ""))
    shop.commit()
    assert shop.found("--range", "HEAD~1..HEAD") == ["rewrite a.md"]
