"""Imports: CommonMark decides where to cut, all text is accounted for, a rerun is a no-op, dates survive."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.front_door import Shell, contents
from tests.importers.shop import Shop


@pytest.fixture
def folder(shell: Shell) -> Shop:
    return Shop.made(shell, in_git=False)


def test_code_is_never_cut(folder: Shop) -> None:  # B106
    folder.put("AGENTS.md", "## Setup\n```bash\n# install deps\nmake deps\n```\n## Test\n- run make test\n")
    assert folder.texts() == ["```bash\n# install deps\nmake deps\n```", "run make test"]


def test_code_between_tildes_is_code(folder: Shop) -> None:  # B107
    folder.put("AGENTS.md", "# T\n~~~py\n# comment\nx()\n~~~\n# U\n")
    assert folder.texts() == ["~~~py\n# comment\nx()\n~~~", "# U"]


def test_nothing_in_a_comment_is_an_instruction(folder: Shop) -> None:  # B108
    folder.put("AGENTS.md", "# A\n<!--\n# old heading\n- old rule\n-->\n# B\n- new rule\n")
    assert folder.texts() == ["# A", "new rule"]
    assert "AGENTS.md (AGENTS.md): 2 new entries, skipped: comment" in folder.run().lines


def test_the_text_of_a_comment_is_dropped_and_that_is_said(folder: Shop) -> None:  # B109
    folder.put("CLAUDE.md", "- Use tabs.\n<!-- - Never use tabs. -->\n")
    assert folder.texts() == ["Use tabs."]
    assert folder.run().lines[0] == "CLAUDE.md (CLAUDE.md): 1 new entry, skipped: comment"


def test_every_reference_is_resolved_told_or_text(folder: Shop) -> None:  # B110
    folder.put(
        "CLAUDE.md",
        "See @docs/flow.md: steps\n\n@docs/a.md, @docs/b.md\n\n`@not/import.md`\n\nmail me@host.tld\n\n"
        "@missing.md\n\n@C:\\My Dir\\x.md\n",
    )
    for name in ("flow", "a", "b"):
        folder.put(f"docs/{name}.md", f"- Of {name}.\n")
    found = folder.planned()
    assert [one["text"] for one in found["entries"]][-3:] == ["Of flow.", "Of a.", "Of b."]
    assert [(one["line"], one["message"]) for one in found["problems"]] == [
        (9, "@missing.md is not there"),
        (11, "@C:\\My is a path of Windows, which leads nowhere here"),
    ]


def test_a_table_is_never_cut_in_a_row(folder: Shop) -> None:  # B111
    head = "Limits are as follows.\n\n| name | value |\n|------|-------|\n"
    rows = [f"| row {number} | {'x' * 2000} |\n" for number in range(60)]
    folder.put("AGENTS.md", head + "".join(rows))
    texts = folder.texts()
    assert len(texts) > 1
    assert all(sum(row.strip() in text for text in texts) == 1 for row in rows)
    folder.run()
    assert folder.shell.problems() == []


def test_a_retried_import_makes_no_duplicate(folder: Shop) -> None:  # B112
    folder.put("CLAUDE.md", "- Use pnpm to install.\n- Use tabs.\n")
    folder.run()
    before = contents(folder.shell.memory)
    assert folder.run().lines[-1] == "Nothing new in 1 file."
    folder.put("CLAUDE.md", "- Use bun to install.\n- Use tabs.\n")
    assert folder.entry()["takes_the_place_of"] == "use-pnpm-to-install"
    assert contents(folder.shell.memory) == before


def test_a_date_comes_from_the_source(shell: Shell) -> None:  # B113
    shop = Shop.made(shell)
    shop.put("AGENTS.md", "- Use pnpm.\n")
    days_ago = {"GIT_AUTHOR_DATE": "2025-04-29T12:00:00Z", "GIT_COMMITTER_DATE": "2025-04-29T12:00:00Z"}
    for words in (
        ("add", "AGENTS.md"),
        ("-c", "user.name=D", "-c", "user.email=d@e.f", "commit", "-qm", "x"),
    ):
        subprocess.run(["git", *words], cwd=shell.folder, env={**os.environ, **days_ago}, check=True)
    one = shop.entry()
    assert (one["valid_from"], one["dated_by"]) == ("2025-04-29", "git blame")
