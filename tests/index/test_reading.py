"""A finished index answers as it was written, or says that it is damaged. It never changes."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import relevance
from memdecay.index import schema
from memdecay.index.reading import Damaged, Reader
from memdecay.index.rows import View
from memdecay.index.writing import put_lifetimes
from tests.index.shelf import EMBEDDER, document, lifetime, made, opened, seal

NOW = View(at=1000)
CHANGED = "the index was changed by something else"


def asked(reader: Reader, question: str, view: View = NOW, limit: int = 100) -> list[str]:
    hits = reader.lexical(relevance.expression(relevance.terms(question)), view, 0.7, limit)
    rows = reader.rows([hit.number for hit in hits], view)
    return [rows[hit.number].id for hit in hits]


def refusal(path: Path) -> str:
    with pytest.raises(Damaged) as fault:
        Reader.open(path)
    return str(fault.value)


def everything(reader: Reader) -> list[object]:
    """All that a reader can tell."""
    numbers = sorted(reader.rows_of_ids(["a", "b", "c"], NOW))
    found, codes = reader.codes()
    return [
        asked(reader, "use pnpm packages 单元测试"),
        reader.rows(numbers, NOW), reader.scopes(), reader.size(), reader.broken(), reader.problems(),
        list(reader.records()), reader.vectors(numbers, EMBEDDER), list(found), codes,
        reader.frequency('"pnpm"'), reader.fact(schema.VERSION_FACT),
    ]  # fmt: skip


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return made(
        tmp_path / "index.sqlite",
        document("a", "Use pnpm for packages.", scope=("web",), context="package-manager"),
        document("b", "提交之前必须运行单元测试"),
        document("c", "call getUserName first"),
        lifetimes=[lifetime("a.md", predecessors=("z",)), lifetime("c.md", successors=("b",), tips=("b",))],
    )


# Opening


def test_a_missing_index_is_no_usable_index(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none").startswith("there is no usable index (")


def test_an_index_in_a_folder_of_odd_name_is_opened(tmp_path: Path, index: Path) -> None:
    odd = tmp_path / "50% a?b#c&mode=rw é"
    odd.mkdir()
    shutil.copyfile(index, odd / "i.sqlite")
    assert Reader.open(seal(odd / "i.sqlite")).size() == 3


def test_an_index_of_another_version_is_refused(tmp_path: Path) -> None:
    for version in ("0", "999", "x"):
        path = made(tmp_path / f"i{version}", document("a", "x"), version=version)
        assert refusal(path) == "the index was made by another version"


# B092, B097
@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"not a database", os.urandom(5000)])
def test_a_foreign_file_is_refused_even_under_the_seal(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "i"
    path.write_bytes(content)
    assert refusal(path) == CHANGED
    assert refusal(seal(path)).startswith("the index is damaged (")


def test_another_database_is_refused_even_under_the_seal(tmp_path: Path) -> None:
    path = tmp_path / "i"
    rows = sqlite3.connect(path)
    rows.execute("CREATE TABLE x (y)")
    rows.close()
    assert refusal(seal(path)) == "the index is damaged (no such table: facts)"


def test_a_folder_in_place_of_the_index_is_refused(tmp_path: Path) -> None:
    (tmp_path / "i").mkdir()
    assert refusal(tmp_path / "i").startswith("there is no usable index (")


def test_an_index_without_the_seal_is_refused(index: Path) -> None:
    for time in (schema.SEAL - 1_000_000_000, schema.SEAL + 2_000_000_000, 0):
        os.utime(index, ns=(time, time))
        assert refusal(index) == CHANGED


def test_an_unfinished_index_is_refused(index: Path, tmp_path: Path) -> None:
    rows = sqlite3.connect(seal(index))
    rows.execute("DELETE FROM facts")
    rows.commit()
    rows.close()
    assert refusal(seal(index)) == "the index was made by another version"


# Damage


# B096
def test_a_change_of_any_region_shows_by_the_seal(index: Path) -> None:
    whole = index.read_bytes()
    for start in range(0, len(whole), 1024):
        index.write_bytes(whole[:start] + bytes(1024) + whole[start + 1024 :])
        assert refusal(index) == CHANGED


def test_a_truncated_index_is_refused_and_one_without_a_page_even_under_the_seal(index: Path) -> None:
    whole = index.read_bytes()
    index.write_bytes(whole[:-1])
    assert refusal(index) == CHANGED
    for length in range(4096, len(whole), 4096):
        index.write_bytes(whole[:length])
        assert refusal(index) == CHANGED
        assert refusal(seal(index)).startswith("the index is damaged (")


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damage_that_the_seal_cannot_show_is_an_answer_or_a_named_damage_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    # As a disk does that loses bits: the time of the file stays.
    path = made(
        tmp_path_factory.mktemp("flip") / "i",
        document("a", "Use pnpm for packages.", scope=("web",)),
        document("b", "提交之前必须运行单元测试"),
        lifetimes=[lifetime("a.md", successors=("b",), tips=("b",))],
    )
    whole = bytearray(path.read_bytes())
    start = data.draw(st.integers(0, len(whole) - 1))
    junk = data.draw(st.binary(min_size=1, max_size=64))
    whole[start : start + len(junk)] = junk[: len(whole) - start]
    path.write_bytes(whole)
    try:
        reader = Reader.open(seal(path))
    except Damaged:
        return
    try:
        assert len(everything(reader)) == 12
    except Damaged as damage:
        assert str(damage).startswith("the index is damaged (")  # noqa: PT017 - damage may not show at all
    finally:
        reader.close()


@pytest.mark.parametrize("junk", ["null", "{", "1"])
def test_values_that_are_not_as_written_are_a_named_damage(index: Path, junk: str) -> None:
    rows = sqlite3.connect(index)
    rows.execute("UPDATE lifetimes SET tips = ?", (junk,))
    rows.execute("UPDATE scopes SET items = ?1 || scope", (junk,))
    rows.commit()
    rows.close()
    reader = Reader.open(seal(index))
    with pytest.raises(Damaged, match=r"^the index is damaged \("):
        reader.rows([1], NOW)
    with pytest.raises(Damaged, match=r"^the index is damaged \("):
        reader.scopes()


def test_a_lock_that_another_program_holds_keeps_nobody_waiting(index: Path) -> None:
    other = sqlite3.connect(index)
    other.execute("BEGIN EXCLUSIVE")
    assert Reader.open(index).size() == 3
    other.close()


def test_reading_changes_nothing_and_leaves_nothing_beside_the_index(index: Path) -> None:
    before = index.read_bytes(), index.stat().st_mtime_ns
    reader = Reader.open(index)
    everything(reader)
    put_lifetimes(reader.shadow_lifetimes(), [lifetime("a.md")], into="temp")
    everything(reader)
    reader.close()
    assert (index.read_bytes(), index.stat().st_mtime_ns) == before
    assert [path.name for path in index.parent.iterdir()] == [index.name]


def test_nobody_can_write_through_a_reader(index: Path) -> None:
    reader = Reader.open(index)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.shadow_lifetimes().execute("DELETE FROM main.facts")


def test_an_index_that_is_replaced_or_removed_is_read_to_the_end(index: Path, tmp_path: Path) -> None:
    reader = Reader.open(index)
    before = everything(reader)
    made(tmp_path / "other", document("x", "else")).replace(index)
    assert everything(reader) == before
    assert Reader.open(index).size() == 1


# Words


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("pnpm", ["a"]),
        ("PACKAGE", ["a"]),
        ("单元测试", ["b"]),
        ("测", ["b"]),
        ("user name", ["c"]),
        ("getUserName", ["c"]),
        ("package-manager", ["a"]),
        ("NEAR(pnpm, 3) AND", ["a"]),
        ('"pnpm', ["a"]),
        ("text:pnpm", ["a"]),
        ("pn*", []),
        ("yarn", []),
    ],
)
def test_an_entry_is_found_by_its_words(index: Path, question: str, ids: list[str]) -> None:
    assert asked(Reader.open(index), question) == ids


def test_a_broken_expression_is_never_an_empty_answer(index: Path) -> None:
    with pytest.raises(Damaged, match="fts5: syntax error"):
        Reader.open(index).lexical("AND", NOW, 0.7, 5)


def test_a_word_of_the_context_counts_less_than_one_of_the_text(tmp_path: Path) -> None:
    reader = opened(
        tmp_path / "i",
        document("a", "use it here", context="pnpm"),
        document("b", "use pnpm here", context="tool"),
        *(document(f"x{n}", "other words here", context="tool") for n in range(5)),
    )
    assert asked(reader, "pnpm") == ["b", "a"]


def test_equal_scores_are_ordered_by_id_and_then_by_path(tmp_path: Path) -> None:
    reader = opened(
        tmp_path / "i",
        document("c", "pnpm"),
        document("a", "pnpm", path="z/a.md"),
        document("b", "pnpm"),
        document("a", "pnpm", path="y/a.md"),
    )
    hits = reader.lexical('"pnpm"', NOW, 0.7, 3)
    rows = reader.rows([hit.number for hit in hits], NOW)
    assert [rows[hit.number].path for hit in hits] == ["y/a.md", "z/a.md", "b.md"]


def test_how_many_entries_hold_a_word_is_told(index: Path) -> None:
    reader = Reader.open(index)
    assert [reader.frequency(f'"{word}"') for word in ("pnpm", "packages", "manager", "yarn")] == [1, 1, 1, 0]


# Standing


def test_an_entry_is_in_the_group_of_its_lifetime_at_the_instant(tmp_path: Path) -> None:
    reader = opened(
        tmp_path / "i",
        document("a", "x"),
        lifetimes=[lifetime("a.md", begins=100, ends=200, closes=300)],
    )
    groups = {
        at: reader.rows_of_ids(["a"], View(at))[1].group for at in (-5, 99, 100, 199, 200, 299, 300, 999)
    }
    assert groups == {
        -5: "pending", 99: "pending", 100: "active", 199: "active", 200: "expired", 299: "expired",
        300: "closed", 999: "closed",
    }  # fmt: skip


def test_what_is_closed_before_it_began_is_closed_and_what_cannot_be_judged_is_neither(
    tmp_path: Path,
) -> None:
    reader = opened(
        tmp_path / "i",
        document("a", "x"),
        document("b", "x", judged=False),
        lifetimes=[lifetime("a.md", begins=500, closes=10), lifetime("b.md", closes=10)],
    )
    groups = {row.id: row.group for row in reader.rows_of_ids(["a", "b"], View(100)).values()}
    assert groups == {"a": "closed", "b": "unjudged"}


# B163
def test_each_group_has_the_limit_for_itself_so_that_none_crowds_out_another(tmp_path: Path) -> None:
    elsewhere = [document(f"b{n:02}", "pnpm pnpm", scope=("b",)) for n in range(30)]
    closed = [document(f"c{n:02}", "pnpm pnpm pnpm", scope=("a",)) for n in range(30)]
    ours = [document(f"a{n}", "pnpm and many other words", scope=("a",)) for n in range(3)]
    reader = opened(
        tmp_path / "i", *elsewhere, *closed, *ours, lifetimes=[lifetime(one.path, closes=0) for one in closed]
    )
    (scope,) = (number for number, items in reader.scopes().items() if items == ("a",))
    hits = reader.lexical('"pnpm"', View(1000, frozenset({scope})), 0.7, 5)
    groups = [hit.group for hit in hits]
    assert {group: groups.count(group) for group in groups} == {"closed": 5, "elsewhere": 5, "active": 3}
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_without_any_scope_that_applies_everything_is_elsewhere(index: Path) -> None:
    reader = Reader.open(index)
    assert {row.group for row in reader.rows_of_ids(["a", "b", "c"], View(0, frozenset())).values()} == {
        "elsewhere"
    }


# Another point of recorded time


def test_other_lifetimes_hold_for_this_run_and_as_often_as_asked(index: Path) -> None:
    reader = Reader.open(index)
    put_lifetimes(reader.shadow_lifetimes(), [lifetime("a.md", closes=5)], into="temp")
    assert {row.id: row.group for row in reader.rows_of_ids(["a", "b"], NOW).values()} == {"a": "closed"}
    put_lifetimes(reader.shadow_lifetimes(), [lifetime("b.md", begins=5000)], into="temp")
    assert {row.id: row.group for row in reader.rows_of_ids(["a", "b"], NOW).values()} == {"b": "pending"}
    again = Reader.open(index)
    assert {row.group for row in again.rows_of_ids(["a", "b"], NOW).values()} == {"active"}


# Rows


def test_a_row_tells_the_place_of_an_entry_in_its_chain(index: Path) -> None:
    rows = {row.id: row for row in Reader.open(index).rows_of_ids(["a", "c", "none"], NOW).values()}
    assert rows.keys() == {"a", "c"}
    assert (rows["a"].predecessors, rows["a"].successors, rows["a"].tips) == (("z",), (), ())
    assert (rows["c"].predecessors, rows["c"].successors, rows["c"].tips) == ((), ("b",), ("b",))


def test_a_fact_that_is_not_there_is_empty(index: Path) -> None:
    assert Reader.open(index).fact("nothing") == ""


# B090
def test_vectors_of_another_embedder_are_not_handed_out(index: Path) -> None:
    reader = Reader.open(index)
    assert sorted(number for number, _ in reader.vectors([1, 2, 3, 99], EMBEDDER)) == [1, 2, 3]
    assert reader.vectors([1, 2, 3], "other@1") == []
    numbers, codes = reader.codes()
    assert (sorted(numbers), len(codes)) == ([1, 2, 3], 3)


# B094
def test_an_empty_index_answers_with_nothing(tmp_path: Path) -> None:
    reader = opened(tmp_path / "i")
    assert asked(reader, "pnpm") == []
    assert (reader.size(), reader.scopes(), list(reader.records())) == (0, {}, [])
    assert [len(part) for part in reader.codes()] == [0, 0]
