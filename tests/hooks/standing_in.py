"""A small `memdecay check` for where the package has none: enough to see when and how hooks call it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from memdecay.cli import app, render


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
) -> None:
    """Refuse a changed or deleted file of the memory, and a trailer that names no entry."""
    root = context.obj.open().root
    if staged:
        listed = ["git", "diff", "--cached", "--no-renames", "--name-status", "-z", "--", str(root)]
        parts = subprocess.run(listed, capture_output=True, check=True).stdout.decode().split("\0")
        changes = dict(zip(parts[1::2], parts[::2], strict=False))
        bad = sorted(path for path, how in changes.items() if how in "MD" and path.endswith(".md"))
        for path in bad:
            render.line(f"error: {path}: is rewritten")
        if bad:
            raise typer.Exit(1)
    if message:
        lines = message.read_text().splitlines()
        named = [line.removeprefix("Memory: ").strip() for line in lines if line.startswith("Memory: ")]
        unknown = [one for one in named if not list(root.rglob(f"{one}.md"))]
        if unknown:
            render.line(f"error: no entry has the id {', '.join(unknown)}")
            raise typer.Exit(1)
