"""Trains the small cross-encoder of the reranking rows: no package that could be installed has one's weights.

    python -m tests.benchmarks.own_reranker DOCUMENTS --base FOLDER --out FOLDER [--most N]

Each folder in DOCUMENTS is one repository, none of them one of the labelled histories. What its Markdown says
under a heading answers that heading; similar and other blocks under its other headings do not. Every fifth
repository is kept apart, and the table tells how well its headings are answered. It needs `datasets` and
`accelerate` beside `memdecay[sentence-transformers]`, and time: about 40 pairs a second.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from memdecay.errors import Unusable
from memdecay.importers import header, markdown
from memdecay.importers.page import Page
from tests.benchmarks.program import count, options_of, run, say
from tests.benchmarks.tables import Cell, Table, show

_SEED = 7
_NEGATIVES, _NEAREST, _TOO_NEAR = 2, 20, 3
"""Texts that do not answer: one similar, one drawn. The most similar ones often answer as well."""
_LONGEST_TEXT = 350
"""Characters: most instructions are shorter, and a longer text takes as long as several."""
_ASKS = re.compile(r"(?!.*(\d\.\d|[<\[{]))[\x20-\x7e]*\w \w[\x20-\x7e]*")
"""Two words of English or more: "Usage" may stand over anything; versions and markup ask nothing."""
_TELLS_HISTORY = re.compile(r"(?i)change|history|release")
"""File names whose headings are versions and "Bug fixes"."""
_FORMS = ("{}", "{}", "How do I do this: {}?", "What about {}?", "Where do I find {}?", "{}?")
_WINDOW, _BATCH, _RATE, _WARM_UP = 96, 32, 1e-4, 100
_APART, _ASKED = 5, 100
_METRICS = ("map", f"mrr@{_NEAREST}", f"ndcg@{_NEAREST}")


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
    """Each heading, asked in one of several forms, with its text and with two that do not answer it."""
    drawn = random.Random(_SEED)
    for number, (question, near) in enumerate(_asked(pairs, nearest)):
        yield Example(question, pairs[number].text, 1.0)
        for others in (near[_TOO_NEAR:], range(len(pairs))):
            others = [one for one in others if one != number]
            if others:
                yield Example(question, pairs[drawn.choice(others)].text, 0.0)


def _asked(pairs: Sequence[Pair], nearest: Nearest) -> Iterator[tuple[str, list[int]]]:
    """Each heading as a question, and the numbers of the texts that are most similar to it."""
    questions = [_FORMS[number % len(_FORMS)].format(pair.heading) for number, pair in enumerate(pairs)]
    return zip(questions, nearest(questions, [one.text for one in pairs], _NEAREST), strict=True)


def judged(pairs: Sequence[Pair], nearest: Nearest) -> Iterator[dict[str, Any]]:
    """What a reranker is asked: a heading, its text, and the texts that the sentence model would show."""
    for pair, (question, near) in zip(pairs, _asked(pairs, nearest), strict=True):
        yield {"query": question, "positive": [pair.text], "documents": [pairs[one].text for one in near]}


def nearest_by(base: Path) -> Nearest:
    """Nearness by the vectors of a sentence model."""
    from sentence_transformers import SentenceTransformer, util

    model = SentenceTransformer(str(base), device="cpu", local_files_only=True)

    def nearest(questions: Sequence[str], texts: Sequence[str], most: int) -> list[list[int]]:
        asked = model.encode(list(questions), convert_to_tensor=True)
        found = util.semantic_search(asked, model.encode(list(texts), convert_to_tensor=True), top_k=most)
        return [[int(hit["corpus_id"]) for hit in hits] for hits in found]

    return nearest


def train(learnt: Sequence[Example], asked: Sequence[dict[str, Any]], base: Path, out: Path) -> Table:
    """Teach a cross-encoder, which begins as the model at `base`, to tell 1 from 0; it is saved in `out`.

    Returns how well it orders what is `asked` of it, beside the order in which the texts came.
    """
    import torch
    from datasets import Dataset
    from sentence_transformers import cross_encoder
    from sentence_transformers.cross_encoder.evaluation import CrossEncoderRerankingEvaluator
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
    return scores(
        CrossEncoderRerankingEvaluator(
            list(asked), at_k=_NEAREST, always_rerank_positives=False, write_csv=False
        )(model)
    )


def scores(found: Mapping[str, float]) -> Table:
    """What the evaluator measured, of the sentence model and of the reranker."""
    rows: list[tuple[Cell, ...]] = [
        (name, *(round(found[f"{prefix}{metric}"], 3) for metric in _METRICS))
        for name, prefix in (("sentence model", "base_"), ("reranker", ""))
    ]
    return Table(
        title="Headings of repositories kept apart", columns=("order by", *_METRICS), rows=tuple(rows)
    )


def main() -> None:
    parser = options_of(__doc__)
    add = parser.add_argument
    add("documents", type=Path, metavar="DOCUMENTS", help="a folder of repositories with Markdown")
    add("--base", type=Path, required=True, metavar="FOLDER", help="the sentence model to begin with")
    add("--out", type=Path, required=True, metavar="FOLDER", help="where the reranker goes")
    add("--most", type=count, default=2_000, metavar="N", help="headings of one repository; default: 2000")
    options = parser.parse_args()
    if not options.documents.is_dir():
        raise Unusable(f"there is no folder {str(options.documents)!r}; name one that holds repositories")
    nearest = nearest_by(options.base)
    learnt: list[Example] = []
    asked: list[dict[str, Any]] = []
    for number, repository in enumerate(
        sorted(one for one in options.documents.iterdir() if one.is_dir()), 1
    ):
        pairs = pairs_of(repository, options.most)
        if number % _APART:
            learnt += examples(pairs, nearest)
        else:
            asked += list(judged(pairs, nearest))[:_ASKED]
        say(f"{repository.name}: {len(pairs)} headings{'' if number % _APART else ', kept apart'}")
    show([train(learnt, asked, options.base, options.out)], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
