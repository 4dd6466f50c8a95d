"""Sources as text and back, and which of them no longer say what was imported from them."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memdecay.memory import provenance
from memdecay.memory.provenance import Source, vanished
from tests.builders import entry
from tests.memory.happenings import commit
from tests.memory.happenings import git as run

PATHS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=20)


@given(st.lists(PATHS, min_size=1, max_size=3), st.sampled_from([None, "use-npm"]))
def test_sources_read_as_they_were_written(paths: list[str], after: str | None) -> None:
    listed = tuple(Source(path=path, lines=(3, 5), span=(20, 40), digest="0" * 16) for path in paths)
    text = provenance.written(listed, after)
    assert "\n" not in text
    assert provenance.sources(text) == listed
    assert provenance.after(text) == after


def test_what_was_not_imported_has_no_sources() -> None:
    for text in (None, "", "cli", "AGENTS.md", "AGENTS.md#L1-L2@b0-3 sha256:zz"):
        assert provenance.sources(text) == ()


def test_a_source_is_found_again_by_its_text_whatever_the_line_ends() -> None:
    assert provenance.digest("Use pnpm,\nnot npm.\n") == provenance.digest("Use pnpm,\r\nnot npm.\r\n\r\n")
    assert provenance.digest("Use pnpm.") != provenance.digest("Use npm.")


def imported(id: str, body: str, *paths: str, after: str | None = None):  # type: ignore[no-untyped-def]  # noqa: A002
    listed = [Source(path=path, lines=(1, 1), span=(0, 1), digest="0" * 16) for path in paths]
    return entry(id, body=body, source=provenance.written(listed, after))


def test_a_text_has_vanished_when_none_of_its_files_says_it(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("- Use **pnpm**. <!-- not npm -->\n- Install npm-run-all.\n")
    (tmp_path / "CLAUDE.md").write_text("- Use tabs.\n")
    entries = [
        imported("kept", "Use pnpm.", "AGENTS.md"),
        imported("elsewhere", "Use tabs.", "AGENTS.md", "CLAUDE.md"),
        imported("part-of-a-word", "Install npm", "AGENTS.md"),
        imported("gone", "Use yarn.", "AGENTS.md", "CLAUDE.md"),
        imported("newer", "Use pnpm.", "AGENTS.md", after="gone"),
        imported("not-here", "Use yarn.", "missing.md"),
        imported("outside", "Use yarn.", "../AGENTS.md", "/etc/hosts"),
        entry("by-hand", body="Use yarn.", source="cli"),
    ]
    run(tmp_path, "init", "--quiet")
    found = vanished(tmp_path, entries)
    assert {one: (held.path, held.after) for one, held in found.items()} == {
        "gone": ("AGENTS.md", "newer"),
        "part-of-a-word": ("AGENTS.md", None),
    }
    assert vanished(tmp_path / "elsewhere", entries) == {}


def test_a_file_that_is_gone_proves_something_where_history_saw_it_go(tmp_path: Path) -> None:
    top = tmp_path / "shop"
    top.mkdir()
    run(top, "init", "--quiet", "--initial-branch=main")
    (top / "CLAUDE.md").write_text("- Use yarn.\n")
    commit(top)
    one = imported("one", "Use yarn.", "CLAUDE.md")
    (top / "CLAUDE.md").unlink()
    assert vanished(top, [one]) == {}
    commit(top)
    assert vanished(top, [one])["one"].is_file_gone
