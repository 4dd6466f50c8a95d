"""The index is a cache: lost, damaged or foreign, it changes no answer and costs no file."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from tests.builders import markdown
from tests.front_door import Ran, Shell, contents

ASKED = ("recall", "how do I run the tests", "--history")


@pytest.fixture
def asked(memory: Shell) -> Shell:
    """A memory of three entries that has been asked once."""
    memory.write("tox.md", markdown("id: tox", body="Run the tests with tox.\n"))
    memory.write("nox.md", markdown("id: nox", "supersedes: [tox]", body="Run the tests with nox.\n"))
    memory.write("pnpm.md", markdown("id: pnpm", body="Install packages with pnpm.\n"))
    memory.did(*ASKED)
    return memory


def index_of(shell: Shell) -> Path:
    return shell.memory / ".cache" / "index.sqlite"


def test_a_vector_of_another_length_is_noticed_and_healed(asked: Shell) -> None:  # B090
    before = asked.did(*ASKED)
    with sqlite3.connect(index_of(asked)) as database:
        database.execute("UPDATE vectors SET vector = x'010203'")
    database.close()
    healed = asked.did(*ASKED)
    assert healed.out == before.out
    assert "rebuilding it from the files" in healed.err
    assert asked.did(*ASKED) == before


def test_a_missing_model_is_an_error_and_never_an_empty_answer(
    asked: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # B091
    from memdecay.embedding.static import StaticEmbedder
    from memdecay.memory import models

    (tmp_path / "nothing").mkdir()
    monkeypatch.setattr(models, "open_builtin", lambda: StaticEmbedder(str(tmp_path / "nothing")))
    refused = asked.run(*ASKED)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("error: ")
    assert "Traceback" not in refused.err


def _delete(folder: Path) -> None:
    shutil.rmtree(folder)


def _empty_file(folder: Path) -> None:
    (folder / "index.sqlite").write_bytes(b"")


def _a_folder(folder: Path) -> None:
    (folder / "index.sqlite").unlink()
    (folder / "index.sqlite").mkdir()


def _damaged(folder: Path) -> None:
    path = folder / "index.sqlite"
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 1024] = random.Random(7).randbytes(1024)
    path.write_bytes(data)


def _noise(folder: Path) -> None:
    (folder / "index.sqlite").write_bytes(random.Random(7).randbytes(40_000))


def _cut(folder: Path) -> None:
    path = folder / "index.sqlite"
    path.write_bytes(path.read_bytes()[:5000])


HARMS = [_delete, _empty_file, _a_folder, _damaged, _noise, _cut]


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize(
    "words",
    [ASKED, ("list",), ("doctor",), ("show", "tox"), ("why", "tox"), ("index",), ("index", "--rebuild")],
)
def test_a_lost_or_damaged_index_changes_no_answer(
    asked: Shell, harm: object, words: tuple[str, ...]
) -> None:  # B092 B096 B097
    before, files = asked.run(*words), contents(asked.memory)
    assert callable(harm)
    harm(asked.memory / ".cache")
    healed, again = asked.run(*words), asked.run(*words)
    assert healed.code == again.code == before.code
    if words[0] != "index":  # which tells how much there was to do
        assert healed.out == again.out == before.out
    assert healed.err == "" or healed.err.endswith("rebuilding it from the files\n")
    assert healed.err.count("\n") <= 1
    assert again.err == ""
    assert contents(asked.memory) == files


def test_files_that_changed_by_hand_are_answered_as_they_are_now(asked: Shell) -> None:  # B093
    (asked.memory / "tox.md").unlink()
    asked.write("pnpm.md", markdown("id: pnpm", body="Install packages with yarn.\n"))
    assert "tox" not in asked.recalled("tox", "--history", "-k", "50")
    assert "pnpm." not in asked.did("recall", "pnpm packages").out
    assert asked.recalled("yarn")[0] == "pnpm"


def test_a_change_within_one_tick_of_the_clock_is_seen(memory: Shell) -> None:  # B093
    for number in range(20):
        word = f"word{number:02}"
        memory.write("a.md", markdown("id: a", body=f"Say {word}.\n"))
        assert f"Say {word}." in memory.did("list").out


def test_a_memory_whose_last_entry_is_gone_is_empty(memory: Shell) -> None:  # B094
    path = memory.write("a.md", markdown("id: a"))
    assert memory.recalled("use pnpm") == ["a"]
    path.unlink()
    assert memory.did("recall", "use pnpm").lines[0].startswith("The memory is empty")
    assert memory.did("list").err == "memdecay: the memory is empty\n"


def test_indexing_again_encodes_nothing(asked: Shell) -> None:  # B095
    time.sleep(0.1)  # longer than a file counts as young, which is read once more
    asked.did("index")
    assert asked.did("index").out == "3 entries indexed; 0 files read, 0 texts encoded.\n"
    for path in asked.memory.glob("*.md"):
        os.utime(path, (1, 1))
    assert asked.did("index").out == "3 entries indexed; 3 files read, 0 texts encoded.\n"


def test_nothing_of_a_removed_file_stays_in_the_index(asked: Shell) -> None:  # B098
    asked.write("odd.md", markdown("id: odd", body="The quetzalcoatlus flies at noon.\n"))
    assert asked.recalled("quetzalcoatlus") == ["odd"]
    (asked.memory / "odd.md").unlink()
    assert asked.recalled("quetzalcoatlus", "--history") == []
    assert b"quetzalcoatlus" not in index_of(asked).read_bytes().lower()
    database = sqlite3.connect(index_of(asked))
    entries = database.execute("SELECT count(*) FROM entries").fetchone()
    encoded = database.execute("SELECT count(*) FROM vectors").fetchone()
    database.close()
    assert (entries, encoded) == ((3,), (3,))


def test_where_the_cache_cannot_be_made_the_answer_is_the_same(asked: Shell) -> None:  # B092
    before: Ran = asked.did(*ASKED)
    shutil.rmtree(asked.memory / ".cache")
    (asked.memory / ".cache").write_text("in the way")
    answered = asked.did(*ASKED)
    assert answered.out == before.out
    assert "answering without it" in answered.err
    assert (asked.memory / ".cache").read_text() == "in the way"
