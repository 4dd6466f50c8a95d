from __future__ import annotations

import hashlib
import json
import math
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import memdecay.embedding
from memdecay.embedding.static import StaticEmbedder, open_builtin
from memdecay.errors import ModelUnusable
from tests.embedding.texts import many

BUILTIN = Path(memdecay.embedding.__file__).parent / "builtin"


@pytest.fixture(scope="module")
def embedder() -> Iterator[StaticEmbedder]:
    opened = open_builtin()
    yield opened
    opened.close()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUILTIN, tmp_path / "model"))


def dot(left: tuple[float, ...], right: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def test_a_text_becomes_a_unit_vector_of_the_stated_dimension(embedder: StaticEmbedder):
    vector = embedder.encode("install the packages with pnpm")
    assert embedder.dimension == len(vector) == 256
    assert math.hypot(*vector) == pytest.approx(1.0)


def test_texts_that_mean_the_same_are_nearer_than_others(embedder: StaticEmbedder):
    query = embedder.encode("which package manager installs the dependencies?")
    right = embedder.encode("Install packages with pnpm.")
    wrong = embedder.encode("The logo is blue on white.")
    assert dot(query, right) > dot(query, wrong) + 0.2


@pytest.mark.parametrize("text", ["", "  \n", "🚀🚀", "\x00\x07", "x" * 101])
def test_a_text_without_a_known_token_is_all_zeros(embedder: StaticEmbedder, text: str):
    assert embedder.encode(text) == (0.0,) * 256


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text())
def test_any_text_gives_finite_numbers(embedder: StaticEmbedder, text: str):
    length = math.hypot(*embedder.encode(text))
    assert length == 0.0 or length == pytest.approx(1.0)


def test_remembering_rows_changes_no_vector(monkeypatch: pytest.MonkeyPatch, embedder: StaticEmbedder):
    monkeypatch.setattr("memdecay.embedding.static._REMEMBERED_ROWS", 2)
    forgetful = open_builtin()
    text = "retry the flaky test twice, then ask"
    assert forgetful.encode(text) == forgetful.encode(text) == embedder.encode(text)
    assert len(forgetful._rows) == 2


def test_a_long_text_is_read_to_its_end(embedder: StaticEmbedder):
    padding = "alpha beta " * 2000
    assert embedder.encode(padding + "zebra " * 2000) != embedder.encode(padding)


def test_nothing_can_be_encoded_after_closing():
    closed = open_builtin()
    closed.close()
    with pytest.raises(ValueError, match="closed"):
        closed.encode("anything")


class CountingReader:
    """Stands in for the mapped file and counts the bytes taken from it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.bytes_read = 0

    def __getitem__(self, part: slice) -> bytes:
        self.bytes_read += part.stop - part.start
        return self.data[part]


def test_one_query_reads_one_row_for_each_of_its_tokens(monkeypatch: pytest.MonkeyPatch):
    embedder = open_builtin()
    expected = embedder.encode("use pnpm")
    counting = CountingReader(embedder._data[:])
    monkeypatch.setattr(embedder, "_data", counting)
    embedder._rows.clear()
    assert embedder.encode("use pnpm") == expected
    assert counting.bytes_read == 4 * (256 + 4)


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="needs Linux's map of the process")
def test_opening_the_model_and_one_query_leaves_most_of_it_on_disk():
    script = (
        "from memdecay.embedding.static import open_builtin\n"
        "embedder = open_builtin()\n"
        "embedder.encode('which package manager do we use?')\n"
        "print(open('/proc/self/smaps').read())\n"
    )
    maps = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    resident = re.search(r"model\.safetensors\n(?:.*\n)*?Rss: +(\d+) kB", maps.stdout)
    assert resident
    assert int(resident[1]) < 2000


def test_reading_needs_no_module_beyond_the_light_ones_of_the_standard_library():
    script = (
        "import sys\n"
        "from memdecay.embedding.static import open_builtin\n"
        "open_builtin().encode('which package manager do we use?')\n"
        "print(*sys.modules)\n"
    )
    run = [sys.executable, "-S", "-c", script]
    root = Path(memdecay.embedding.__file__).parents[2]
    loaded = subprocess.run(run, capture_output=True, text=True, check=True, cwd=root).stdout.split()
    heavy = {"numpy", "tokenizers", "typing", "pathlib", "dataclasses", "unicodedata", "hashlib"}
    assert heavy.isdisjoint(loaded)


def test_the_identity_is_the_hash_of_the_weights(embedder: StaticEmbedder):
    weights = hashlib.sha256((BUILTIN / "model.safetensors").read_bytes()).hexdigest()
    assert embedder.identity == f"builtin-minilm-l6-256@{weights[:12]}"


def test_the_notice_lists_every_file_of_the_model_with_its_hash():
    listed = re.findall(
        r"^\| `([^`]+)` \| (\d+) \| `(\w{64})` \|$", (BUILTIN / "NOTICE.md").read_text(), re.M
    )
    found = [
        (path.name, str(path.stat().st_size), hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(BUILTIN.iterdir())
        if path.name not in ("NOTICE.md", "LICENSE")
    ]
    assert listed == found


@pytest.mark.parametrize("name", ["config.json", "vocab.txt", "model.safetensors"])
def test_a_missing_file_makes_the_model_unusable(copy: Path, name: str):
    (copy / name).unlink()
    with pytest.raises(ModelUnusable) as refusal:
        StaticEmbedder(str(copy))
    assert str(refusal.value) == (
        f"the embedding model {copy} cannot be used: "
        f"[Errno 2] No such file or directory: '{copy / name}'; reinstall memdecay"
    )


@pytest.mark.parametrize("name", ["config.json", "vocab.txt", "model.safetensors"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[]", b"{}", b"version https://git-lfs"])
def test_a_damaged_file_makes_the_model_unusable(copy: Path, name: str, content: bytes):
    (copy / name).write_bytes(content)
    with pytest.raises(
        ModelUnusable, match=r"^the embedding model .* cannot be used: .*; reinstall memdecay$"
    ):
        StaticEmbedder(str(copy))


def test_weights_cut_short_make_the_model_unusable(copy: Path):
    weights = copy / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1])
    with pytest.raises(ModelUnusable) as refusal:
        StaticEmbedder(str(copy))
    assert str(refusal.value) == (
        f"the embedding model {copy} cannot be used: model.safetensors is cut short; reinstall memdecay"
    )


@pytest.mark.parametrize(
    "change",
    [
        {"dtype": "F16"},
        {"shape": [3, 256]},
        {"data_offsets": [-8, 7_558_136]},
        {"data_offsets": [0]},
        {"data_offsets": []},
        {"data_offsets": None},
    ],
)
def test_a_header_that_does_not_fit_makes_the_model_unusable(copy: Path, change: dict[str, object]):
    weights = copy / "model.safetensors"
    data = weights.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    header["embeddings"].update(change)
    written = json.dumps(header).encode()
    weights.write_bytes(len(written).to_bytes(8, "little") + written + data[8 + size :])
    with pytest.raises(ModelUnusable):
        StaticEmbedder(str(copy))


def test_a_weight_that_is_not_a_number_is_refused_instead_of_spreading(copy: Path):
    weights = copy / "model.safetensors"
    data = bytearray(weights.read_bytes())
    start = 8 + int.from_bytes(data[:8], "little")
    count = len((copy / "vocab.txt").read_text("utf-8").split("\n"))
    data[start : start + 4 * count] = struct.pack("<f", math.nan) * count
    weights.write_bytes(data)
    broken = StaticEmbedder(str(copy))
    with pytest.raises(ModelUnusable) as refusal:
        broken.encode("anything")
    assert str(refusal.value) == (
        f"the embedding model {broken.identity} cannot be used: a weight is not a number; reinstall memdecay"
    )


@pytest.mark.models
def test_vectors_are_those_of_model2vec(embedder: StaticEmbedder):
    model = pytest.importorskip("model2vec").StaticModel.from_pretrained(str(BUILTIN))
    assert_same_vectors(embedder, model.encode(many(), max_length=None))
    assert model.max_length is None


@pytest.mark.models
def test_vectors_are_those_of_sentence_transformers(embedder: StaticEmbedder):
    library = pytest.importorskip("sentence_transformers")
    model = library.SentenceTransformer(str(BUILTIN), device="cpu")
    assert_same_vectors(embedder, model.encode(many()))


def assert_same_vectors(embedder: StaticEmbedder, theirs) -> None:
    texts = many()
    assert len(theirs) == len(texts) > 300
    for text, their in zip(texts, theirs.tolist(), strict=True):
        mine = embedder.encode(text)
        if any(mine):
            assert dot(mine, tuple(their)) > 0.99999
        else:
            assert not any(their)


def test_texts_of_any_length_are_read_whole_and_alike_on_either_side(embedder: StaticEmbedder):
    texts = ["install with pnpm", "word " * 5000]
    assert embedder.window == 64
    assert embedder.size("install with pnpm") == len(embedder._tokenizer.ids("install with pnpm"))
    assert list(embedder.encode_all(texts)) == [embedder.encode(text) for text in texts]
