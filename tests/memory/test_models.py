"""Which model a memory is read with, who may say so, and what a person reads where it cannot be had."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from memdecay.errors import Unusable
from memdecay.memory import models
from memdecay.memory.models import Choice, chosen
from tests.builders import markdown
from tests.front_door import Shell
from tests.memory.meadow import LetterEmbedder


def choice(root: Path, *lines: str, **environment: str) -> Choice:
    (root / "memdecay.yaml").write_text("\n".join(["version: 1", *lines]) + "\n", "utf-8")
    return chosen(root, environment)


def refusal(root: Path, *lines: str, **environment: str) -> str:
    with pytest.raises(Unusable) as refused:
        choice(root, *lines, **environment)
    return str(refused.value).removeprefix(f"{root}/")


# Who may say so


def test_without_a_word_about_it_the_built_in_model_reads_and_nothing_reranks(tmp_path: Path) -> None:
    assert choice(tmp_path) == Choice(model="builtin", rerank="", device="cpu", batch_size=1)


def test_the_settings_name_models_and_a_name_without_an_owner_has_the_usual_one(tmp_path: Path) -> None:
    found = choice(tmp_path, "model: all-MiniLM-L6-v2", "rerank: ms-marco-MiniLM-L6-v2", "batch_size: 8")
    assert found.model == "sentence-transformers/all-MiniLM-L6-v2"
    assert (found.rerank, found.batch_size) == ("cross-encoder/ms-marco-MiniLM-L6-v2", 8)
    assert choice(tmp_path, "model: BAAI/bge-small-en-v1.5").model == "BAAI/bge-small-en-v1.5"


@pytest.mark.parametrize("path", ["/opt/x", "./x", "../x", "~/x", "C:\\x", "c:/x", "\\\\host\\x"])
@pytest.mark.parametrize("key", ["model", "rerank"])
def test_the_settings_of_a_memory_may_name_no_folder(tmp_path: Path, key: str, path: str) -> None:
    assert refusal(tmp_path, f"{key}: '{path}'") == (
        f"memdecay.yaml:2: {key}: {path!r} is a folder, and the settings of a memory may only name a model; "
        f"name it, and say where it lies with MEMDECAY_{key.upper()}"
    )


def test_what_looks_like_a_name_is_never_looked_up_as_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("platformdirs")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "some" / "model").mkdir(parents=True)
    for name in ("config.json", "model.safetensors"):
        (tmp_path / "some" / "model" / name).write_text("{}")
    with pytest.raises(Unusable, match="the model some/model is not on this machine"):
        models.embedder(choice(tmp_path, "model: some/model"), say=print)


def test_the_user_may_name_a_folder_or_a_model_over_the_settings(tmp_path: Path) -> None:
    folder = str(tmp_path / "x")
    assert choice(tmp_path, "model: a/b", MEMDECAY_MODEL=folder).model == folder
    assert choice(tmp_path, "model: a/b", MEMDECAY_MODEL="builtin").model == "builtin"
    assert choice(tmp_path, "rerank: a/b", MEMDECAY_RERANK="none").rerank == ""
    assert choice(tmp_path, "model: a/b", MEMDECAY_MODEL=" ").model == "a/b"
    assert choice(tmp_path, "device: cuda:1", MEMDECAY_DEVICE="mps").device == "mps"


@pytest.mark.parametrize("name", ["a/b/c", "a b", "", "a/..", "x\ty", "a..b/c", "é", "-x", "a/b@c"])
def test_what_is_no_name_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path, f'model: "{name.encode("unicode_escape").decode()}"').endswith(
        "is not the name of a model, such as sentence-transformers/all-MiniLM-L6-v2"
    )


def test_a_user_whose_folder_reads_as_a_name_is_told_how_folders_are_written(tmp_path: Path) -> None:
    assert refusal(tmp_path, MEMDECAY_MODEL="models/of/mine") == (
        "MEMDECAY_MODEL: 'models/of/mine' is not the name of a model, such as "
        "sentence-transformers/all-MiniLM-L6-v2, nor a folder: one begins with `./`, `/` or `~`"
    )


def test_a_wrong_device_or_batch_is_refused_by_its_place(tmp_path: Path) -> None:
    assert refusal(tmp_path, "device: my gpu") == (
        "memdecay.yaml:2: device: 'my gpu' is not a device: cpu, cuda, cuda:1, mps"
    )
    assert refusal(tmp_path, MEMDECAY_BATCH_SIZE="0") == (
        "MEMDECAY_BATCH_SIZE: '0' is not a number from 1 to 4096"
    )


# What a person reads


def test_a_model_that_is_not_there_ends_the_command_and_says_what_to_do(memory: Shell) -> None:
    pytest.importorskip("platformdirs")
    memory.write("memdecay.yaml", "version: 1\nmodel: all-MiniLM-L6-v2\n")
    memory.environment["XDG_DATA_HOME"] = "/nowhere/data"
    refused = memory.run("recall", "use pnpm")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "error: the model sentence-transformers/all-MiniLM-L6-v2 is not on this machine; "
        "fetch it with `memdecay index --download`, or put its folder at "
        "/nowhere/data/memdecay/models/sentence-transformers/all-MiniLM-L6-v2; "
        "MEMDECAY_MODEL=builtin does without it, or MEMDECAY_RERANK=none for a reranker\n"
    )
    memory.environment["MEMDECAY_MODEL"] = "builtin"
    assert memory.did("recall", "use pnpm").code == 0


def test_where_the_settings_name_no_model_there_is_nothing_to_fetch(memory: Shell) -> None:
    done = memory.did("index", "--download")
    assert done.err == ("memdecay: the settings name no model to fetch; MEMDECAY_MODEL can name one\n")


# Switching


@pytest.fixture
def switching(memory: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A memory of three entries, for which every other model than the built-in one counts letters."""
    for name, text in {"tox": "Run tests with tox.", "pnpm": "Install with pnpm.", "cat": "Feed it."}.items():
        memory.write(f"{name}.md", markdown(f"id: {name}", body=f"{text}\n"))
    monkeypatch.setattr(models, "embedder", _lettered(models.embedder))
    return memory


def _lettered(builtin: Callable[..., object]) -> Callable[..., object]:
    def embedder(chosen: Choice, say: Callable[[str], None]) -> object:
        if chosen.model == "builtin":
            return builtin(chosen, say)
        digest = hashlib.sha256(chosen.model.encode()).hexdigest()[:8]
        letters = "pnmcargo" if chosen.model == "a/one" else "etoxinsk"
        return LetterEmbedder(identity=f"{chosen.model}@{digest}", letters=letters)

    return embedder


def asked(shell: Shell, model: str) -> tuple[object, str]:
    """What a model answers, with all scores, and what was said beside."""
    shell.environment["MEMDECAY_MODEL"] = model
    ran = shell.did("recall", "how do I run the tests", "--json", "--explain", "-k", "9")
    return ran.document, ran.err


def test_switching_back_and_forth_answers_each_time_as_a_fresh_index_would(switching: Shell) -> None:
    fresh = {}
    for model in ("builtin", "a/one", "a/two"):
        fresh[model] = asked(switching, model)
        for path in (switching.memory / ".cache").glob("index*"):
            path.unlink()
    assert len({str(found) for found in fresh.values()}) == 3
    for model in ("builtin", "a/one", "builtin", "a/two", "a/one", "a/one", "builtin"):
        assert asked(switching, model) == fresh[model]
    switching.write("cat.md", markdown("id: cat", body="Feed the tests.\n"))
    for model in ("a/two", "builtin", "a/one"):
        found = asked(switching, model)
        assert found != fresh[model]
        for path in (switching.memory / ".cache").glob("index*"):
            path.unlink()
        assert asked(switching, model) == found


def test_an_index_holds_vectors_of_one_model_only(switching: Shell) -> None:  # B090
    for model in ("builtin", "a/one", "a/two", "a/one"):
        asked(switching, model)
    kept = []
    for path in (switching.memory / ".cache").glob("index*.sqlite"):
        rows = sqlite3.connect(path)
        kept.append(rows.execute("SELECT DISTINCT embedder FROM vectors").fetchall())
        rows.close()
    assert sorted(len(embedders) for embedders in kept) == [1, 1, 1]


def test_a_model_whose_weights_changed_under_its_name_reads_everything_again(
    switching: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(switching, "a/one")
    other = LetterEmbedder(identity="a/one@other", letters="etoxinsk")
    monkeypatch.setattr(models, "embedder", lambda *_: other)
    second = asked(switching, "a/one")
    assert second != first
    assert len(list((switching.memory / ".cache").glob("index*.sqlite"))) == 1
    assert len(other.encoded) == 4  # three entries and the question
    (path,) = (switching.memory / ".cache").glob("index*.sqlite")
    rows = sqlite3.connect(path)
    assert rows.execute("SELECT DISTINCT embedder FROM vectors").fetchall() == [("a/one@other",)]
    rows.close()


def test_two_models_at_once_give_each_their_own_answers(switching: Shell) -> None:
    from memdecay.memory.opening import open_memory
    from memdecay.memory.recall import Question, recall
    from tests.memory.meadow import NOW

    found: dict[str, set[str]] = {"a/one": set(), "a/two": set(), "builtin": set()}
    faults: list[BaseException] = []

    def ask(model: str) -> None:
        try:
            for _ in range(6):
                opened = open_memory(
                    switching.memory, None, now=NOW, say=lambda _: None, progress=lambda items, _: items
                )
                vars(opened)["choice"] = Choice(model=model)
                (switching.memory / "cat.md").touch()  # so that somebody always has something to do
                answer = recall(opened, Question(text="how do I run the tests", at=NOW, limit=9))
                found[model].add(str([(one.entry.id, one.ranked.relevance) for one in answer.results]))
        except BaseException as fault:  # noqa: BLE001 - threads lose them otherwise
            faults.append(fault)

    threads = [threading.Thread(target=ask, args=(model,)) for model in found for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not faults
    assert [len(answers) for answers in found.values()] == [1, 1, 1]
    assert len(set.union(*found.values())) == 3


_ASKING = """
import sys
from memdecay.memory import models
from tests.memory.test_models import _lettered
models.embedder = _lettered(models.embedder)
from memdecay.cli.app import main
main()
"""


def test_processes_with_several_models_at_once_never_mix(switching: Shell) -> None:
    root = str(Path(__file__).parents[2])
    words = [sys.executable, "-c", _ASKING, "--now", switching.now]
    words += ["recall", "how do I run the tests", "--json", "--explain", "-k", "9"]

    def started(model: str) -> subprocess.Popen[str]:
        environment = {**switching.environment_of_a_process({"MEMDECAY_MODEL": model}), "PYTHONPATH": root}
        return subprocess.Popen(
            words,
            cwd=switching.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    fresh = {model: asked(switching, model)[0] for model in ("a/one", "a/two")}
    (switching.memory / "cat.md").touch()  # so that each has an index to write
    for model, process in [(model, started(model)) for model in (*fresh, *fresh)]:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert json.loads(out) == fresh[model]


def test_of_a_long_entry_the_best_passage_counts_wherever_it_stands(
    switching: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    telling, others = "xxxx " * 6, "pppp " * 6
    for place in range(3):
        parts = [others] * 3
        parts[place] = telling
        body = "\n\n".join(parts)
        switching.write(f"e{place}.md", markdown(f"id: e{place}", body=f"{body}\n"))
    reading = LetterEmbedder(identity="a/one@short", letters="xp", longest=8)
    monkeypatch.setattr(models, "embedder", lambda *_: reading)
    switching.environment["MEMDECAY_MODEL"] = "a/one"
    found = switching.ask("recall", "xxxx", "--explain", "-k", "9")["results"]
    dense = {one["id"]: one["explain"]["dense"] for one in found if one["id"].startswith("e")}
    assert sorted(dense) == ["e0", "e1", "e2"]
    assert min(dense.values()) > 0.95


def test_the_gate_judges_alike_whatever_model_reads_questions(switching: Shell) -> None:
    switching.write("deps.md", markdown("id: deps", body="Install packages with pnpm.\n"))
    for model in ("builtin", "a/one", "a/two"):
        switching.environment["MEMDECAY_MODEL"] = model
        assert switching.run("add", "Install packages with npm.").err == (
            "error: this looks like a correction of deps (differs in: npm, pnpm); "
            "`--supersedes deps` replaces it, `--anyway` keeps both\n"
        )
