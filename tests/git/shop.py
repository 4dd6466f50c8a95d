"""A repository without a memory, and commits of single files in it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def run(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)


def repository(folder: Path, name: str | None = "Dana", *options: str) -> Path:
    folder.mkdir(parents=True)
    run(folder, "init", "--quiet", *options)
    if name is not None:
        run(folder, "config", "user.name", name)
        run(folder, "config", "user.email", "dana@example.org")
    return folder


def commit(folder: Path, path: str, data: bytes | None, at: str = "2026-06-03T09:14:00+02:00") -> None:
    """Commit the file `path`, or that it is gone."""
    place = folder / path
    if data is None:
        place.unlink()
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    run(folder, "add", "--all")
    subprocess.run(
        ["git", "-C", str(folder), "commit", "--quiet", "-m", "x"],
        check=True, capture_output=True, env={**os.environ, "GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at},
    )  # fmt: skip


def committed(shop: Path, message: str = "x") -> str:
    run(shop, "add", ".")
    run(shop, "commit", "--quiet", "-m", message)
    short = ["git", "-C", str(shop), "rev-parse", "--short", "HEAD"]
    return subprocess.run(short, check=True, capture_output=True, text=True).stdout.strip()
