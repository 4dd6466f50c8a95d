"""What the index holds of an entry: the words it is found by, its scope, its place in time and chain."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from memdecay.index.rows import Row, View
from memdecay.memory import indexing, records
from memdecay.memory.freshness import renewed
from memdecay.memory.indexing import embedded
from tests.builders import entry
from tests.memory.meadow import ALWAYS, LetterEmbedder, Meadow


@pytest.fixture
def meadow(tmp_path: Path) -> Meadow:
    (tmp_path / "memdecay.yaml").write_text("version: 1\n")
    return Meadow(root=tmp_path)


def rows(meadow: Meadow, view: View = ALWAYS) -> dict[str, Row]:
    return {row.path: row for row in meadow.fresh().rows(range(1, 1000), view).values()}


# Words


def test_an_entry_is_found_by_its_text_title_tags_scope_id_and_the_reason_of_its_note(meadow: Meadow) -> None:
    meadow.put("a-name.md", "The body.", "title: Apart", "tags: [label]", 'scope: [place, "deep/folder/**"]')
    meadow.put("a-name.closed.md", "Closed.", "closes: a-name", "status: closed", "reason: because")
    found = meadow.words("body", "apart", "label", "place", "folder", "name", "because", "closed", "status")
    assert found == [["a-name.md"]] * 7 + [[], []]


# B002
def test_text_behind_a_rule_in_the_body_is_found(meadow: Meadow) -> None:
    meadow.put("a.md", "First part.\n\n---\n\nstatus: closed\n\n---\n\nLast quokka.")
    assert meadow.words("quokka") == [["a.md"]]
    assert rows(meadow)["a.md"].group == "active"


# B104
def test_the_last_word_of_a_long_entry_is_found(meadow: Meadow) -> None:
    meadow.put("a.md", "word " * 2000 + "quokka")
    assert meadow.words("quokka") == [["a.md"]]


# Vectors


def test_the_vector_is_that_of_the_tags_and_the_text() -> None:
    assert embedded(entry("a", title="Use pnpm.", body="Use pnpm.\n")) == "Use pnpm.\n"
    tagged = entry("a", title="Use pnpm.", body="Use pnpm.\n", tags=("npm", "tool"))
    assert embedded(tagged) == "npm tool\nUse pnpm.\n"


def test_a_title_that_stands_apart_is_part_of_what_is_read_and_one_from_the_text_is_not_doubled() -> None:
    assert embedded(entry("a", title="Apart", body="Use pnpm.\n")) == "Apart\nUse pnpm.\n"
    assert embedded(entry("a", title="Use pnpm", body="Use **pnpm**.\n")) == "Use **pnpm**.\n"


def test_entries_that_say_the_same_share_one_vector(meadow: Meadow) -> None:
    meadow.put("a.md", "Use pnpm.")
    meadow.put("b.md", "Use pnpm.")
    _, _, done = renewed(meadow.workshop(), from_nothing=True)
    assert (done.entries, done.read, done.encoded) == (2, 2, 1)
    assert [len(found) for found in meadow.fresh().codes()] == [2, 2]


# B099
def test_an_entry_with_an_empty_body_has_a_place_in_the_index(meadow: Meadow) -> None:
    meadow.put("a.md", "")
    assert rows(meadow).keys() == {"a.md"}


# Time and chain


def test_rows_tell_the_standing_at_any_instant_and_the_chain(meadow: Meadow) -> None:
    meadow.put("a.md", "Use npm.", "valid_from: 2026-01-01")
    meadow.put("b.md", "Use yarn.", "supersedes: [a]", "valid_from: 2026-02-01")
    meadow.put("c.md", "Use pnpm.", "supersedes: [b]", "valid_from: 2026-03-01")
    at = {"January": 1_768_000_000_000_000, "February": 1_770_500_000_000_000, "June": ALWAYS.at}
    groups = {
        month: [row.group for _, row in sorted(rows(meadow, View(instant)).items())]
        for month, instant in at.items()
    }
    assert groups == {
        "January": ["active", "pending", "pending"],
        "February": ["closed", "active", "pending"],
        "June": ["closed", "closed", "active"],
    }
    first, last = rows(meadow)["a.md"], rows(meadow)["c.md"]
    assert (first.predecessors, first.successors, first.tips) == ((), ("b",), ("c",))
    assert (last.predecessors, last.successors, last.tips) == (("b",), (), ())


def test_one_new_file_changes_the_lifetimes_of_others(meadow: Meadow) -> None:
    meadow.put("a.md", "Use npm.")
    assert rows(meadow)["a.md"].group == "active"
    meadow.put("b.md", "Use pnpm.", "supersedes: [a]")
    assert rows(meadow)["a.md"].group == "closed"
    (meadow.root / "b.md").unlink()
    assert rows(meadow)["a.md"].group == "active"


def test_an_entry_whose_window_or_scope_cannot_be_read_is_not_judged(meadow: Meadow) -> None:
    meadow.put("a.md", "Use npm.", "valid_until: some day")
    meadow.put("b.md", "Use npm.", "scope: true")
    meadow.put("c.md", "Use npm.", "importance: high")
    assert {path: row.group for path, row in rows(meadow).items()} == {
        "a.md": "unjudged", "b.md": "unjudged", "c.md": "active",
    }  # fmt: skip


# Files of no use


def test_a_file_of_no_use_is_counted_and_named_and_the_rest_works(meadow: Meadow) -> None:
    (meadow.root / "bad.md").write_bytes(b"---\nid: a\n---\n5 \xa2\n")
    meadow.put("good.md", "Use pnpm.")
    reader, _, done = renewed(meadow.workshop(), from_nothing=True)
    assert (done.entries, done.read, done.broken) == (1, 2, 1)
    assert reader.broken() == {"bad.md"}
    named = [str(problem) for kept in reader.problems() for problem in records.to_problems(kept)]
    assert named == ["bad.md:4: is not UTF-8 text: byte 16; save it as UTF-8"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_named_with_the_remedy(meadow: Meadow) -> None:
    meadow.put("a.md", "Use pnpm.").chmod(0)
    reader = meadow.fresh()
    named = [str(problem) for kept in reader.problems() for problem in records.to_problems(kept)]
    assert named == ["a.md: cannot be read: Permission denied; check its permissions"]


def test_a_file_that_vanishes_between_listing_and_reading_is_named(
    meadow: Meadow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memdecay import files

    meadow.put("a.md", "Use pnpm.")
    meadow.put("b.md", "Use npm.")
    read = files.read

    def vanish(root: Path, relative: str, limit: int) -> bytes:
        if relative == "a.md":
            (root / relative).unlink(missing_ok=True)
        return read(root, relative, limit)

    monkeypatch.setattr(files, "read", vanish)
    reader = meadow.fresh()
    named = [str(problem) for kept in reader.problems() for problem in records.to_problems(kept)]
    assert named == ["a.md: cannot be read: No such file or directory; check its permissions"]
    monkeypatch.undo()
    assert meadow.fresh().problems() == []


def test_files_read_in_several_processes_give_the_same_index(
    meadow: Meadow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(7):
        meadow.put(f"e{number}.md", f"Use tool number {number}.")
    (meadow.root / "broken.md").write_text("no fences")
    alone = [tuple(row) for row in meadow.fresh().records()]
    monkeypatch.setattr(indexing, "_WORTH_PROCESSES", 2)
    monkeypatch.setattr(indexing, "_CHUNK", 2)
    (meadow.root / ".cache" / "index.sqlite").unlink()
    assert [tuple(row) for row in meadow.fresh().records()] == alone


# Passages


def windowed(meadow: Meadow, longest: int) -> Meadow:
    return Meadow(root=meadow.root, embedder=LetterEmbedder(longest=longest))


def test_an_entry_longer_than_the_window_has_a_vector_for_each_passage(meadow: Meadow) -> None:
    meadow.put("a.md", "Use pnpm for it.\n\nRun cargo in the core.")
    meadow.put("b.md", "Use npm.")
    narrow = windowed(meadow, 6)
    reader = narrow.fresh()
    numbers, codes = reader.codes()
    assert [len(narrow.embedder.encoded), len(numbers), len(codes)] == [3, 3, 3]
    assert sorted(narrow.embedder.encoded) == [
        "Run cargo in the core.\n",
        "Use npm.\n",
        "Use pnpm for it.\n\n",
    ]
    found = reader.vectors(set(numbers), "letters@1")
    assert len({number for number, _ in found}) == 2
    assert len({vector for _, vector in found}) == 3


# B104
def test_no_word_of_a_long_entry_is_left_unread_by_the_model(meadow: Meadow) -> None:
    text = " ".join(f"word{number}" for number in range(300))
    meadow.put("a.md", text)
    narrow = windowed(meadow, 16)
    narrow.fresh()
    assert " ".join("".join(narrow.embedder.encoded).split()) == text
    assert max(len(one.split()) for one in narrow.embedder.encoded) <= 16


def test_each_passage_after_the_first_says_again_what_the_entry_is_about(meadow: Meadow) -> None:
    meadow.put("a.md", "# Deploy\n\nPush a tag to it.\n\nWait for the green light.", "tags: [ship]")
    narrow = windowed(meadow, 12)
    narrow.fresh()
    assert narrow.embedder.encoded == [
        "ship\n# Deploy\n\nPush a tag to it.\n\n",
        "ship Deploy\nWait for the green light.\n",
    ]


def test_a_heading_that_would_fill_the_window_is_not_said_again(meadow: Meadow) -> None:
    meadow.put("a.md", "A first sentence that says a lot of things at once.\n\nThe rest.")
    narrow = windowed(meadow, 6)
    narrow.fresh()
    assert narrow.embedder.encoded[-1] == "at once.\n\nThe rest.\n"


def test_an_entry_that_got_shorter_keeps_no_passage_of_before(meadow: Meadow) -> None:
    meadow.put("a.md", "Use pnpm for it.\n\nRun cargo in the core.")
    narrow = windowed(meadow, 6)
    assert len(narrow.fresh().codes()[0]) == 2
    meadow.put("a.md", "Use pnpm for it.")
    assert len(narrow.fresh().codes()[0]) == 1
    assert len(narrow.fresh().vectors(range(9), "letters@1")) == 1
