"""How our count of tokens stands to the vocabularies of models, which come with no package of ours.

    MEMDECAY_DATA=... python -m tests.benchmarks.token_counts NAME=tokenizer.json...

Each file is one that the `tokenizers` library reads, which the models group brings. A ratio below 1 means
that a text has more tokens than we count, which must not be.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memdecay.errors import Unusable
from memdecay.packing import tokens
from tests.benchmarks.histories import units
from tests.benchmarks.program import options_of, run
from tests.benchmarks.tables import Table, show
from tests.test_packing import MEASURED

_MOST = 1_500


def counter(path: Path) -> Callable[[str], int]:
    """A function that counts the tokens of a text by the vocabulary in a file."""
    try:
        from tokenizers import Tokenizer
    except ModuleNotFoundError:
        raise Unusable("tokenizers is not installed; install the group: pip install --group models") from None
    if not path.is_file():
        raise Unusable(f"there is no file {str(path)!r}; name each vocabulary as NAME=FILE")
    reader = Tokenizer.from_file(str(path))
    return lambda text: len(reader.encode(text, add_special_tokens=False).ids)


def ratios(name: str, texts: list[str], count: Callable[[str], int]) -> tuple[str, int, float, float, int]:
    """Of a vocabulary: how many texts, our count by its own in all and at the least, and how often below."""
    pairs = [(tokens(text), count(text)) for text in texts if text.strip()]
    shares = [ours / theirs for ours, theirs in pairs]
    total = sum(ours for ours, _ in pairs) / sum(theirs for _, theirs in pairs)
    return name, len(pairs), total, min(shares), sum(share < 1 for share in shares)


def main() -> None:
    parser = options_of(__doc__)
    parser.add_argument("vocabularies", nargs="+", metavar="NAME=FILE")
    options = parser.parse_args()
    every = [row["text"] for rows in units().values() for row in rows]
    texts = every[:: max(1, len(every) // _MOST)] + [text for text, _ in MEASURED]
    named = [one.partition("=") for one in options.vocabularies]
    table = Table(
        title="Tokens counted by ours for one of theirs",
        columns=("vocabulary", "texts", "in all", "least", "below 1"),
        rows=tuple(ratios(name, texts, counter(Path(path))) for name, _, path in named),
        decimals=2,
    )
    show([table], as_json=options.as_json)


if __name__ == "__main__":
    run(main)
