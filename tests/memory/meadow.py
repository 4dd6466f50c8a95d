"""A memory in a folder, opened as often as a test likes, with a model that counts letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from memdecay.index.reading import Reader
from memdecay.index.rows import View
from memdecay.memory import freshness
from memdecay.memory.freshness import Workshop
from memdecay.memory.opening import open_memory
from tests.builders import instant, markdown

NOW = instant("2026-06-03T09:14:00Z")
ALWAYS = View(at=1_780_000_000_000_000)


@dataclass(frozen=True, kw_only=True)
class LetterEmbedder:
    """A vector of eight letters' counts: cheap, and alike for texts that are alike."""

    identity: str = "letters@1"
    letters: str = "pnmcargo "
    longest: int | None = None
    encoded: list[str] = field(default_factory=list)

    def encode(self, text: str) -> tuple[float, ...]:
        self.encoded.append(text)
        counts = [text.lower().count(letter) for letter in self.letters[:8]]
        length = sum(count * count for count in counts) ** 0.5 or 1.0
        return tuple(count / length for count in counts)

    @property
    def window(self) -> int | None:
        return self.longest

    def size(self, text: str) -> int:
        return len(text.split())

    def encode_all(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        return [self.encode(text) for text in texts]

    def grasp(self, text: str) -> float:  # noqa: ARG002 - it reads all alike
        return 1.0


@dataclass(frozen=True, kw_only=True)
class Meadow:
    """The folder of a memory; `said` is everything that was told to a person."""

    root: Path
    embedder: LetterEmbedder = field(default_factory=LetterEmbedder)
    said: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)

    @property
    def index_path(self) -> Path:
        return self.root / ".cache" / "index.sqlite"

    def put(self, path: str, text: str, *block: str) -> Path:
        """Write a file: an entry, or a note, that says `text`."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(markdown(*(block or ("tags: []",)), body=f"{text}\n"))
        return place

    def workshop(self) -> Workshop:
        opened = open_memory(self.root, self.root, now=NOW, say=self.said.append, progress=self._progress)
        return replace(opened.workshop, embedder=self.embedder)

    def fresh(self) -> Reader:
        reader, _ = freshness.fresh(self.workshop())
        return reader

    def answers(self) -> object:
        """Everything the memory answers now."""
        return told(self.fresh())

    def answers_without_cache(self) -> object:
        """The same, from an index that is made of the files alone and not kept."""
        reader, _, _ = freshness._filled(self.workshop(), Path(":memory:"), None, clock=0)
        return told(reader)

    def words(self, *words: str) -> list[list[str]]:
        """For each word, the paths of the entries that hold it."""
        reader = self.fresh()
        return [_holding(reader, word) for word in words]

    def _progress(self, items: list[str], doing: str) -> Iterable[str]:
        self.read.extend(items if doing == "reading" else [])
        return items


def told(reader: Reader) -> object:
    """All that an index tells, without the numbers that only it knows."""
    paths = {path: (kind, record) for path, kind, record in reader.records()}
    rows = reader.rows(range(1, 1000), ALWAYS)
    scopes = reader.scopes()
    numbers, codes = reader.codes()
    width = len(codes) // max(1, len(numbers))
    code_of = {rows[n].path: codes[k * width : (k + 1) * width] for k, n in enumerate(numbers) if n in rows}
    vectors = sorted((rows[n].path, vector) for n, vector in reader.vectors(list(rows), "letters@1"))
    found = [
        [
            (rows[hit.number].path, hit.group, round(hit.score, 9))
            for hit in reader.lexical(word, ALWAYS, 0.7, 99)
        ]
        for word in WORDS
    ]
    stood = {row.path: (row._replace(number=0, scope=0), scopes[row.scope]) for row in rows.values()}
    return paths, stood, found, vectors, code_of, reader.broken(), reader.problems(), reader.size()


WORDS = ("pnpm", "npm", "cargo", "wombat", "gone")


def _holding(reader: Reader, word: str) -> list[str]:
    hits = reader.lexical(word, ALWAYS, 0.7, 99)
    rows = reader.rows([hit.number for hit in hits], ALWAYS)
    return sorted(row.path for row in rows.values())
