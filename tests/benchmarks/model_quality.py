"""What each model is worth: words and meaning alone and fused, and what a cold recall costs with each.

    MEMDECAY_DATA=... python -m tests.benchmarks.model_quality [--model NAME=FOLDER...] [--original]
        [--rerank FOLDER] [--json]

The built-in model is always measured. `--original` measures each named one through sentence-transformers too,
beside what was exported of it; `--rerank` lets a cross-encoder read again what each hybrid finds. Shares are
means over the labelled questions, with 95 % bootstrap intervals. Times are of processes of their own, in
turn, each with another question, as ratios to the built-in model.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from memdecay import files
from memdecay.evaluation import Mean, Outcome, mean
from memdecay.memory.models import BUILT_IN, NONE, Choice
from tests.benchmarks.data import data_folder
from tests.benchmarks.histories import SETTINGS
from tests.benchmarks.program import options_of, run
from tests.benchmarks.rankers import AGELESS, FUSED, MEANING, METRICS, STALE_FIRST, WORDS, interval
from tests.benchmarks.recall_quality import LOOKALIKES, measured
from tests.benchmarks.tables import Cell, Table, show
from tests.benchmarks.timing import Spent, folder_of, installed, prepare, questions, spent

BUILTIN = "built-in"
_TORCH = "cpu:0"
"""The processor by a name that no exported model serves, so that torch runs from first to last."""
_HYBRID, _DENSE, _AGELESS = "hybrid", "dense", "hybrid, no fading"
_REREAD = ", reranked"
_OF_MODEL = {MEANING: _DENSE, AGELESS: _AGELESS, FUSED: _HYBRID}
_SIZE = 1_000
_QUALITY, _SPEED = "quality", "speed"
_STALE = "stale@1"
_JUDGED = ("success@1", "MRR")

Outcomes = dict[tuple[str, str], list[Outcome]]
"""The outcomes of every question, by setting and ranker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranker:
    """One way to answer: its name, the model it reads with, and the share that meaning has."""

    name: str
    choice: Choice
    dense_weight: float | None = None


def quality(choices: Mapping[str, Choice], split: str) -> list[Table]:
    """The shares of every ranker, and what the hybrids gain over what they are made of."""
    found: Outcomes = {}
    for name, choice in choices.items():
        for (setting, ranker), outcomes in measured(split, 0, choice).items():
            known = WORDS if ranker == WORDS else label(name, choice, _OF_MODEL[ranker])
            found.setdefault((setting, known), outcomes)
    return [_shares(found, choices), _gains(found, choices)]


def label(name: str, choice: Choice, kind: str) -> str:
    """What a ranker is called: its model, how it reads, and whether its best hits are read again."""
    return f"{name.removesuffix(_REREAD)} {kind}{_REREAD if choice.rerank else ''}"


def _is_told_apart(choice: Choice, kind: str) -> bool:
    """Rereading changes what is fused, and nothing of what meaning alone finds."""
    return kind != _DENSE or not choice.rerank


def _shares(found: Outcomes, choices: Mapping[str, Choice]) -> Table:
    kinds = [WORDS, *(
        label(name, choice, kind) for kind in _OF_MODEL.values() for name, choice in choices.items()
        if _is_told_apart(choice, kind)
    )]  # fmt: skip
    rows = [
        (setting, kind, *_cells(found[setting, kind]))
        for setting in (*SETTINGS, *LOOKALIKES.values())
        for kind in kinds
    ]
    return Table(
        title="Labelled questions", columns=("setting", "ranker", *METRICS, _STALE), rows=tuple(rows)
    )


def _cells(outcomes: Sequence[Outcome]) -> Iterator[str | None]:
    for metric in (*METRICS.values(), STALE_FIRST):
        values = [value for one in outcomes if (value := metric(one)) is not None]
        yield said(mean(values)) if values else None


def _gains(found: Outcomes, choices: Mapping[str, Choice]) -> Table:
    """Success@1 and MRR of each hybrid, less those of the words alone and of its model alone."""
    rows: list[tuple[Cell, ...]] = []
    for setting in (*SETTINGS, *LOOKALIKES.values()):
        for hybrid, other in comparisons(choices):
            pairs = [(_values(found[setting, hybrid], n), _values(found[setting, other], n)) for n in _JUDGED]
            rows.append((setting, hybrid, other, *(_said(*interval(*pair)) for pair in pairs)))
    columns = ("setting", "ranker", "less", *_JUDGED)
    return Table(title="Differences, paired bootstrap, 95 %", columns=columns, rows=tuple(rows))


def comparisons(choices: Mapping[str, Choice]) -> Iterator[tuple[str, str]]:
    """What is compared: each hybrid with the words, with its model alone, and with the first hybrid.

    A reranked one is compared with the words and with itself before it was reread.
    """
    first = f"{next(iter(choices))} {_HYBRID}"
    for name, choice in choices.items():
        for kind in (_HYBRID, _AGELESS):
            yield label(name, choice, kind), WORDS
            yield label(name, choice, kind), label(name, BUILT_IN, kind if choice.rerank else _DENSE)
        hybrid = label(name, choice, _HYBRID)
        if hybrid != first and not choice.rerank:
            yield hybrid, first


def _values(outcomes: Sequence[Outcome], name: str) -> list[float]:
    return [METRICS[name](one) for one in outcomes]


def said(one: Mean) -> str:
    """A mean with its interval."""
    return _said(one.value, one.low, one.high)


def _said(value: float, low: float, high: float) -> str:
    return f"{value:.3f} [{low:.2f}, {high:.2f}]"


def speed(rankers: Sequence[Ranker], folder: Path, memdecay: Path, runs: int) -> Table:
    """Cold recalls of one memory by each ranker, its index warm."""
    commands = {one.name: command_of(one, folder, memdecay) for one in rankers}
    asked = questions(runs)
    for command in commands.values():
        spent([*command, asked[0]])  # exports the model, and brings the index up to date
    times: dict[str, list[Spent]] = {name: [] for name in commands}
    for question in asked:
        for name, command in commands.items():
            times[name].append(spent([*command, question]))
    middles = {name: median(one.milliseconds for one in runs) for name, runs in times.items()}
    yardstick = middles[f"{BUILTIN} {_HYBRID}"]
    rows = [
        (
            name, len(times[name]), middle, median(one.cpu_milliseconds for one in times[name]),
            max(one.peak_megabytes for one in times[name]), round(middle / yardstick, 2),
        )
        for name, middle in middles.items()
    ]  # fmt: skip
    columns = ("ranker", "runs", "median ms", "CPU ms", "peak MB", f"x {BUILTIN} {_HYBRID}")
    title = f"Cold recall of {_SIZE:,} entries, index warm"
    return Table(title=title, columns=columns, rows=tuple(rows), decimals=2)


def rankers_of(choices: Mapping[str, Choice]) -> list[Ranker]:
    """Words alone, and each model alone and fused."""
    found = [Ranker(name=WORDS, choice=BUILT_IN, dense_weight=0.0)]
    for name, choice in choices.items():
        if _is_told_apart(choice, _DENSE):
            found.append(Ranker(name=label(name, choice, _DENSE), choice=choice, dense_weight=1.0))
        found.append(Ranker(name=label(name, choice, _HYBRID), choice=choice))
    return found


def command_of(ranker: Ranker, folder: Path, memdecay: Path) -> list[str | Path]:
    """A recall in a copy of the memory that is set as the ranker says."""
    memory = folder / f"{_SIZE}-{ranker.name.replace(' ', '-')}"
    if not memory.is_dir():
        shutil.copytree(folder / str(_SIZE), memory, ignore=shutil.ignore_patterns(".cache"))
        if ranker.dense_weight is not None:
            with (memory / files.SETTINGS_NAME).open("a", encoding="utf-8") as settings:
                settings.write(f"dense_weight: {ranker.dense_weight}\n")
    choice = ranker.choice
    chosen = {"MODEL": choice.model, "DEVICE": choice.device, "RERANK": choice.rerank or NONE}
    return [
        "env",
        *(f"MEMDECAY_{key}={value}" for key, value in chosen.items()),
        memdecay,
        "--memory",
        memory,
        "recall",
    ]


def named(text: str) -> tuple[str, Choice]:
    """NAME=FOLDER as the model of that name. Raises ArgumentTypeError where it is not that."""
    name, equals, model = text.partition("=")
    if not (name and equals and model):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=FOLDER")
    return name, Choice(model=model)


def choices_of(
    named_ones: Sequence[tuple[str, Choice]], *, original: bool, rerank: str = ""
) -> dict[str, Choice]:
    """What is measured, by name: the built-in model, then each named one, exported and, if wanted, itself.

    Where there is a reranker, each that is exported comes once more, reread by it.
    """
    found = {BUILTIN: BUILT_IN, **dict(named_ones)}
    reread = {f"{name}{_REREAD}": replace(one, rerank=rerank) for name, one in found.items() if rerank}
    itself = {f"{name} by torch": replace(one, device=_TORCH) for name, one in named_ones if original}
    return {**found, **itself, **reread}


def main() -> None:
    parser = options_of(__doc__)
    add = parser.add_argument
    add(
        "--model", type=named, nargs="+", default=[], metavar="NAME=FOLDER", help="models beside the built-in"
    )
    add("--original", action="store_true", help="measure them through sentence-transformers too")
    add("--rerank", default="", metavar="FOLDER", help="a cross-encoder that rereads what each hybrid finds")
    add("--skip", choices=(_QUALITY, _SPEED), help="leave this part out")
    add("--runs", type=int, default=20, help="cold recalls of each ranker")
    add("--memdecay", type=Path, help="a command with the models' libraries; default: beside this Python")
    add("--folder", type=Path, help="where to make the memories and keep them for the next run")
    options = parser.parse_args()
    data_folder()
    choices = choices_of(options.model, original=options.original, rerank=options.rerank)
    tables = [] if options.skip == _QUALITY else quality(choices, "dev")
    if options.skip != _SPEED:
        with folder_of(options.folder) as folder:
            prepare(folder, [_SIZE])
            command = options.memdecay or _beside() or installed(folder)
            tables.append(speed(rankers_of(choices), folder, command, options.runs))
    show(tables, as_json=options.as_json)


def _beside() -> Path | None:
    """The command installed with this Python, which has the libraries that this program has."""
    command = Path(sys.executable).with_name("memdecay")
    return command if command.exists() else None


if __name__ == "__main__":
    run(main)
