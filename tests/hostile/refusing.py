"""Stages hostile and clean files and asks `memdecay check --staged` about them.

    python -m tests.hostile.refusing [--texts FOLDER]

Everything hostile is to be refused, and of secrets with a named shape 95 in 100. Nothing clean is. With
`--texts`, the real instruction texts in that folder are entries too, and the share refused is told.
The files never touch the disk: git holds them, under names that a file system would not have.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.front_door import Shell
from tests.hostile.corpus import REFUSED_BY, SUBMODULE, Hostile, clean, corpus, entry

_LEAST_SECRETS = 0.95
_MOST_FALSE = 0.01
_SOME_COMMIT = "1" * 40


@dataclass(kw_only=True)
class Counted:
    """How many of each kind were staged, and which were not refused (hostile) or were (clean)."""

    staged: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, list[str]] = field(default_factory=dict)

    def share_right(self, kind: str) -> float:
        return 1 - len(self.wrong.get(kind, ())) / self.staged[kind]


def counted(files: Sequence[Hostile], folder: Path, *, are_clean: bool) -> Counted:
    """Stage the files in a new memory below `folder`, check them, and count."""
    refusals = _refusals(files, folder)
    found = Counted()
    for one in files:
        found.staged[one.kind] += 1
        rules = refusals.get(one.path, set())
        is_wrong = bool(rules) if are_clean else not rules & REFUSED_BY[one.kind]
        if is_wrong:
            found.wrong.setdefault(one.kind, []).append(f"{one.path}: {one.what}")
    return found


def _refusals(files: Sequence[Hostile], folder: Path) -> dict[str, set[str]]:
    """The rules that each file breaks, by path in the memory."""
    shell = Shell(folder=folder)
    shell.did("init")
    environment = shell.environment_of_a_process({})
    _git(folder, environment, "init", "-q")
    shell.write("kept.md", entry("kept", "Buy bread for the kept one.\n"))
    _git(folder, environment, "add", ".")
    _stage(files, folder, environment)
    ran = shell.run("check", "--staged", "--json")
    assert ran.code in (0, 1), ran.err
    broken: dict[str, set[str]] = {}
    for one in ran.document["problems"]:
        if one["severity"] == "error":
            broken.setdefault(one["path"].removeprefix("memory/"), set()).add(one["rule"])
    return broken


def _stage(files: Sequence[Hostile], folder: Path, environment: dict[str, str]) -> None:
    blobs = _blobs([one.data for one in files], folder, environment)
    listed = b"".join(
        f"{one.mode} {_SOME_COMMIT if one.mode == SUBMODULE else blob}\tmemory/{one.path}".encode() + b"\0"
        for one, blob in zip(files, blobs, strict=True)
    )
    protected = ("-c", "core.protectNTFS=false", "-c", "core.protectHFS=false")
    _git(folder, environment, *protected, "update-index", "-z", "--index-info", stdin=listed)


def _blobs(contents: Iterable[bytes], folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """The name of each content, written into the repository in one go."""
    stream, marks = bytearray(), 0
    for marks, data in enumerate(contents, 1):
        stream += b"blob\nmark :%d\ndata %d\n" % (marks, len(data)) + data + b"\n"
    target = folder / "marks"
    _git(folder, environment, "fast-import", "--quiet", f"--export-marks={target}", stdin=bytes(stream))
    named = dict(row.split() for row in target.read_text().splitlines())
    yield from (named[f":{number}"] for number in range(1, marks + 1))


def _git(folder: Path, environment: dict[str, str], *words: str, stdin: bytes = b"") -> bytes:
    done = subprocess.run(
        ["git", *words], cwd=folder, env=environment, input=stdin, capture_output=True, check=False
    )
    assert done.returncode == 0, (words[:6], done.stderr.decode())
    return done.stdout


def real_texts(folder: Path) -> list[Hostile]:
    """The instruction texts of the histories in `folder`, each once, as entries."""
    rows = (folder / "units.jsonl").read_text("utf-8").split("\n")
    texts = dict.fromkeys(json.loads(row)["text"] for row in rows if row.strip())
    return [
        Hostile("real", text[:60], f"real-{number}.md", entry(f"real-{number}", text + "\n"))
        for number, text in enumerate(texts)
        if text.strip()
    ]


def _told(found: Counted, *, are_clean: bool) -> bool:
    is_good = True
    for kind, staged in found.staged.items():
        wrong = found.wrong.get(kind, [])
        least = 1 - _MOST_FALSE if kind == "real" else _LEAST_SECRETS if kind == "secret" else 1.0
        is_good = is_good and found.share_right(kind) >= least
        right = staged - len(wrong)
        print(f"{kind}: {right:,} of {staged:,} {'passed' if are_clean else 'refused'} "
              f"({found.share_right(kind):.2%})")  # fmt: skip
        for one in wrong[:40]:
            print(f"    {one}")
    return is_good


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    default = os.environ.get("MEMDECAY_DATA")
    words.add_argument("--texts", type=Path, default=Path(default) if default else None)
    given = words.parse_args()
    groups = [([*corpus()], False), ([*clean()], True)]
    if given.texts:
        groups.append((real_texts(given.texts), True))
    is_good = True
    for files, are_clean in groups:
        with tempfile.TemporaryDirectory() as folder:
            is_good = (
                _told(counted(files, Path(folder), are_clean=are_clean), are_clean=are_clean) and is_good
            )
    raise SystemExit(not is_good)


if __name__ == "__main__":
    main()
