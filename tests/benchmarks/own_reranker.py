"""Trains the small cross-encoder of the reranking rows: no package that could be installed has one's weights.

    python -m tests.benchmarks.own_reranker DOCUMENTS --base FOLDER --out FOLDER [--most N]

Each folder in DOCUMENTS is one repository, none of them one of the labelled histories. What its Markdown says
under a heading answers that heading; the most similar blocks under its other headings do not. It needs
`datasets` and `accelerate` beside `memdecay[sentence-transformers]`, and time: about 40 pairs a second.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from memdecay.errors import Unusable
from memdecay.importers import header, markdown
from memdecay.importers.page import Page
from tests.benchmarks.program import count, options_of, run, say

_SEED = 7
_NEGATIVES = 3
_LONGEST_TEXT = 350
"""Characters: most instructions are shorter, and a longer text takes as long as several."""
_ASKS = re.compile(r"(?!.*(\d\.\d|[<\[{]))[\x20-\x7e]*\w \w[\x20-\x7e]*")
"""Two words of English or more: "Usage" may stand over anything; versions and markup ask nothing."""
_TELLS_HISTORY = re.compile(r"(?i)change|history|release")
"""File names whose headings are versions and "Bug fixes"."""
_FORMS = ("{}", "{}", "How do I do this: {}?", "What about {}?", "Where do I find {}?", "{}?")
_WINDOW, _BATCH, _RATE, _WARM_UP = 96, 32, 5e-5, 100


class Pair(NamedTuple):
    """A heading, and what stands under it, led by the heading above."""

    heading: str
    text: str


class Example(NamedTuple):
    """A question with a text that answers it (1) or not (0)."""

    question: str
    text: str
    label: float


Nearest = Callable[[Sequence[str], Sequence[str], int], list[list[int]]]
"""For each question the numbers of so many texts that are most similar to it, the nearest first."""


def pairs_of(repository: Path, most: int) -> list[Pair]:
    """So many pairs of a repository's Markdown, drawn with a fixed seed; each heading and text comes once."""
    paths = (path for path in sorted(repository.rglob("*.md*")) if path.is_file())
    by_text = {pair.text: pair for path in paths for pair in _pairs_in(path)}
    once = list({pair.heading.casefold(): pair for pair in by_text.values()}.values())
    random.Random(_SEED).shuffle(once)
    return once[:most]


def _pairs_in(path: Path) -> Iterator[Pair]:
    data = path.read_bytes()
    if _TELLS_HISTORY.search(path.stem) or not _is_text(data):
        return
    for item in markdown.read(Page(path=path.name, data=data, header=header.read(data))).items:
        *above, heading = item.section or ("",)
        if _ASKS.fullmatch(heading):
            text = "\n".join([*above[-1:], item.body(data).decode().strip()])
            yield Pair(heading, text[:_LONGEST_TEXT])


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def examples(pairs: Sequence[Pair], nearest: Nearest) -> Iterator[Example]:
    """Each heading, asked in one of several forms, with its text and with the nearest of others."""
    near = nearest([one.heading for one in pairs], [one.text for one in pairs], _NEGATIVES + 1)
    for number, (pair, found) in enumerate(zip(pairs, near, strict=True)):
        question = _FORMS[number % len(_FORMS)].format(pair.heading)
        yield Example(question, pair.text, 1.0)
        for other in [one for one in found if one != number][:_NEGATIVES]:
            yield Example(question, pairs[other].text, 0.0)


def nearest_by(base: Path) -> Nearest:
    """Nearness by the vectors of a sentence model."""
    from sentence_transformers import SentenceTransformer, util

    model = SentenceTransformer(str(base), device="cpu", local_files_only=True)

    def nearest(questions: Sequence[str], texts: Sequence[str], most: int) -> list[list[int]]:
        asked = model.encode(list(questions), convert_to_tensor=True)
        found = util.semantic_search(asked, model.encode(list(texts), convert_to_tensor=True), top_k=most)
        return [[int(hit["corpus_id"]) for hit in hits] for hits in found]

    return nearest


def train(learnt: Sequence[Example], base: Path, out: Path) -> None:
    """Teach a cross-encoder, which begins as the model at `base`, to tell 1 from 0; it is saved in `out`."""
    import torch
    from datasets import Dataset
    from sentence_transformers import cross_encoder
    from sentence_transformers.cross_encoder.losses import BinaryCrossEntropyLoss

    torch.manual_seed(_SEED)
    model = cross_encoder.CrossEncoder(
        str(base), num_labels=1, max_length=_WINDOW, device="cpu", local_files_only=True
    )
    arguments = cross_encoder.CrossEncoderTrainingArguments(
        output_dir=str(out), seed=_SEED, num_train_epochs=1, per_device_train_batch_size=_BATCH,
        learning_rate=_RATE, warmup_steps=_WARM_UP, save_strategy="no", logging_steps=50,
        report_to="none", use_cpu=True, bf16=True,
    )  # fmt: skip
    trainer = cross_encoder.CrossEncoderTrainer(
        model=model, args=arguments, train_dataset=Dataset.from_list([one._asdict() for one in learnt]),
        loss=BinaryCrossEntropyLoss(model, pos_weight=torch.tensor(float(_NEGATIVES))),
    )  # fmt: skip
    trainer.train()
    model.save_pretrained(str(out))


def main() -> None:
    parser = options_of(__doc__, has_tables=False)
    add = parser.add_argument
    add("documents", type=Path, metavar="DOCUMENTS", help="a folder of repositories with Markdown")
    add("--base", type=Path, required=True, metavar="FOLDER", help="the sentence model to begin with")
    add("--out", type=Path, required=True, metavar="FOLDER", help="where the reranker goes")
    add("--most", type=count, default=800, metavar="N", help="headings of one repository; default: 800")
    options = parser.parse_args()
    if not options.documents.is_dir():
        raise Unusable(f"there is no folder {str(options.documents)!r}; name one that holds repositories")
    nearest = nearest_by(options.base)
    learnt: list[Example] = []
    for repository in sorted(one for one in options.documents.iterdir() if one.is_dir()):
        pairs = pairs_of(repository, options.most)
        learnt += examples(pairs, nearest)
        say(f"{repository.name}: {len(pairs)} headings")
    train(learnt, options.base, options.out)


if __name__ == "__main__":
    run(main)
