"""A small `memdecay check` for where the package has none: enough to see when and how hooks call it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from memdecay.cli import app, render
from memdecay.event import Kind, read_all


def prepare() -> None:
    """Give the program a `check`, unless it has its own."""
    if "check" not in app.VERBS:
        app.VERBS["check"] = "stands in"
        module = ModuleType("memdecay.cli.check")
        module.command = command  # type: ignore[attr-defined]
        sys.modules["memdecay.cli.check"] = module


def command(
    context: typer.Context,
    staged: Annotated[bool, typer.Option("--staged")] = False,
    message: Annotated[Path | None, typer.Option("--message")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Refuse a changed or deleted file of the memory, and a trailer that names no entry."""
    root = context.obj.open().root
    found = _staged(root) if staged else []
    found += _named(root, message) if message else []
    if as_json:
        render.document({"problems": found})
    for one in [] if as_json else found:
        render.line(f"error: {one}")
    if found:
        raise typer.Exit(1)


def _staged(root: Path) -> list[str]:
    listed = ["git", "diff", "--cached", "--no-renames", "--name-status", "-z", "--", str(root)]
    parts = subprocess.run(listed, capture_output=True, check=True).stdout.decode().split("\0")
    changes = dict(zip(parts[1::2], parts[::2], strict=False))
    added = [path for path, how in changes.items() if how == "A" and path.endswith(".jsonl")]
    shown = [
        subprocess.run(["git", "show", f":{path}"], capture_output=True, check=True).stdout for path in added
    ]
    approved = {
        event.entry for data in shown for event in read_all("", data)[0] if event.kind is Kind.DELETED
    }
    changes = {path: how for path, how in changes.items() if how != "D" or Path(path).stem not in approved}
    return [
        f"{path}: is rewritten"
        for path, how in sorted(changes.items())
        if how in "MD" and path.endswith(".md")
    ]


def _named(root: Path, message: Path) -> list[str]:
    lines = message.read_text().splitlines()
    named = [line.removeprefix("Memory: ").strip() for line in lines if line.startswith("Memory: ")]
    return [f"no entry has the id {one}" for one in named if not list(root.rglob(f"{one}.md"))]
