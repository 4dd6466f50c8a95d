"""Run by the Python that memdecay is installed for: one recall, with a clock around its steps.

    PYTHON traced.py --memory DIR recall QUERY

Prints one JSON document on stderr: milliseconds by step, each without the steps inside it.
"""

from __future__ import annotations

import time

_BEGAN = time.perf_counter()

import atexit  # noqa: E402 - the clock starts before anything is imported
import functools  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from typing import Any  # noqa: E402

_spent: dict[str, float] = {}
_inside: list[float] = []


def _timed(step: str, function: Any) -> Any:
    @functools.wraps(function)
    def timed(*arguments: Any, **named: Any) -> Any:
        _inside.append(0.0)
        began = time.perf_counter()
        try:
            return function(*arguments, **named)
        finally:
            took = time.perf_counter() - began
            _spent[step] = _spent.get(step, 0.0) + took - _inside.pop()
            if _inside:
                _inside[-1] += took

    return timed


def _watch(step: str, owner: Any, *names: str) -> None:
    for name in names:
        found = vars(owner)[name]
        if isinstance(found, classmethod):
            setattr(owner, name, classmethod(_timed(step, found.__func__)))
        else:
            setattr(owner, name, _timed(step, found))


def _watch_all() -> None:
    from memdecay import files, git, spool
    from memdecay.cli import recall as verb
    from memdecay.embedding import static, vectors
    from memdecay.index.reading import Reader
    from memdecay.memory import fading, freshness, models, opening, search
    from memdecay.memory import recall as recalling

    _watch("scan of the files", files, "scan")
    _watch("comparing with the index", freshness, "_matches")
    _watch("opening the index", Reader, "open")
    _watch("settings", opening, "policy_from")
    _watch("opening the model", models, "open_builtin")
    _watch("encoding the question", static.StaticEmbedder, "encode", "grasp")
    _watch("asking git for the repository", git, "work_tree")
    _watch("events that wait", spool, "waiting")
    _watch("words (FTS)", Reader, "lexical", "frequency", "holding")
    _watch("meaning: nearest codes", vectors, "nearest_codes")
    _watch("meaning: codes from the index", Reader, "codes")
    _watch("meaning: vectors from the index", Reader, "vectors")
    _watch("meaning: cosines", vectors, "cosines")
    _watch("rows of the candidates", Reader, "rows", "rows_of_ids")
    _watch("fusing and the rest of the search", search.Search, "candidates")
    _watch("fading", fading.Happenings, "held")
    _watch("ranking", recalling, "rank")
    _watch("texts of the results", recalling, "_with_entries")
    _watch("output", verb, "_show")
    _watch("counts", Reader, "size", "broken")
    _watch("the rest of recall", verb, "recall")


def main() -> None:
    from memdecay.cli import app
    from memdecay.cli import recall as _verb  # noqa: F401 - loaded here, so that it counts as import

    _spent["imports"] = time.perf_counter() - _BEGAN
    _watch_all()
    began = time.perf_counter()

    @atexit.register
    def report() -> None:
        whole = time.perf_counter() - began
        named = sum(took for step, took in _spent.items() if step != "imports")
        _spent["command line (typer)"] = whole - named
        json.dump({step: 1000 * took for step, took in _spent.items()}, sys.stderr)

    app.main()


if __name__ == "__main__":
    main()
