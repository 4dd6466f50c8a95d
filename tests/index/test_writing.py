"""An index that is filled in any number of steps holds what one filled at once holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import relevance
from memdecay.index.reading import Reader
from memdecay.index.rows import View
from memdecay.index.writing import Writer
from tests.index.shelf import EMBEDDER, document, file, fill, lifetime, made, opened, seal

NOW = View(at=0)


def found(reader: Reader, question: str) -> list[tuple[str, float]]:
    hits = reader.lexical(relevance.expression(relevance.terms(question)), NOW, 0.7, 100)
    rows = reader.rows([hit.number for hit in hits], NOW)
    return [(rows[hit.number].id, hit.score) for hit in hits]


def test_an_index_begins_as_a_copy_of_the_previous_one_which_stays_as_it_is(tmp_path: Path) -> None:
    first = made(tmp_path / "1", document("a", "use pnpm"))
    before = first.read_bytes(), first.stat().st_mtime_ns
    fill(Writer(tmp_path / "2", first), [document("b", "use cargo")])
    reader = Reader.open(seal(tmp_path / "2"))
    assert [row.id for row in reader.rows_of_ids(["a", "b"], NOW).values()] == ["b"]  # no lifetime, no row
    assert reader.size() == 2
    assert (first.read_bytes(), first.stat().st_mtime_ns) == before


def test_a_dropped_file_leaves_no_row_in_any_part(tmp_path: Path) -> None:
    # B098
    writer = Writer(tmp_path / "i")
    both = [document("a", "quokka"), document("b", "wombat")]
    writer.put_files(file(one.path) for one in both)
    writer.put_documents(both)
    writer.put_vectors(EMBEDDER, [(one.digest, b"12345678") for one in both])
    writer.drop(["a.md"])
    writer.keep_vectors_of(EMBEDDER)
    fill(writer, [])
    reader = Reader.open(seal(tmp_path / "i"))
    assert reader.frequency('"quokka"') == 0
    assert reader.size() == 1
    assert [path for path, _, _ in reader.records()] == ["b.md"]
    assert [len(reader.vectors([number], EMBEDDER)) for number in (1, 2)] == [0, 1]


def test_vectors_of_another_embedder_are_dropped_and_missed(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "i")
    writer.put_documents([document("b", "same", digest="s"), document("a", "same", digest="s")])
    writer.put_vectors("old@1", [("s", b"1")])
    assert writer.missing_vectors("new@1") == [("s", "a.md")]
    writer.put_vectors("new@1", [("s", b"2")])
    writer.keep_vectors_of("new@1")
    assert writer.missing_vectors("new@1") == []
    assert writer.missing_vectors("old@1") == [("s", "a.md")]
    assert [vector for _, vector in writer.vectors("new@1")] == [b"2", b"2"]


def test_files_that_are_put_again_take_the_place_of_the_old_row(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "i")
    writer.put_files([file("a.md", size=1), file("b.md", kind="broken")])
    writer.put_files([file("a.md", size=2)])
    assert writer.stamps() == {"a.md": (2, 2, 3), "b.md": (1, 2, 3)}
    assert writer.broken() == 1


def test_lifetimes_of_what_is_not_there_are_passed_over(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "i")
    writer.put_documents([document("a", "x")])
    writer.put_lifetimes([lifetime("a.md"), lifetime("gone.md")])
    kept = writer.finish({}).execute("SELECT path FROM lifetimes JOIN entries USING (number)").fetchall()
    assert kept == [("a.md",)]


def test_entries_of_one_scope_share_its_number_in_whatever_order_it_is_written(tmp_path: Path) -> None:
    reader = opened(
        tmp_path / "i",
        document("a", "x", scope=("web", "api")),
        document("b", "x", scope=("api", "web")),
        document("c", "x"),
    )
    rows = reader.rows_of_ids(["a", "b", "c"], NOW)
    scope_of = {row.id: row.scope for row in rows.values()}
    assert scope_of["a"] == scope_of["b"] != scope_of["c"]
    assert reader.scopes() == {scope_of["a"]: ("api", "web"), scope_of["c"]: ()}


texts = st.lists(st.sampled_from("pnpm npm cargo make test lint".split()), min_size=1, max_size=6).map(
    " ".join
)
states = st.dictionaries(st.sampled_from("abcdef"), texts, max_size=6)


@given(st.lists(states, min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_an_index_updated_step_by_step_answers_like_one_made_at_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("steps")
    previous, held = None, {}
    for number, step in enumerate(steps):
        writer = Writer(folder / f"{number}", previous)
        writer.drop([f"{id_}.md" for id_ in held])
        # Only what differs is put again; the rest was dropped too, as after a rename of everything.
        fill(writer, [document(id_, text) for id_, text in step.items()])
        previous, held = seal(folder / f"{number}"), step
    updated = Reader.open(folder / f"{len(steps) - 1}")
    anew = opened(folder / "anew", *(document(id_, text) for id_, text in sorted(held.items())))
    for question in ("pnpm", "npm test", "cargo make lint pnpm"):
        assert found(updated, question) == found(anew, question)
    assert updated.size() == anew.size() == len(held)
    updated.close()
    anew.close()
