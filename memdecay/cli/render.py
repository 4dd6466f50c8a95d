"""What a person or a program sees: text lines, JSON, progress. The only module that knows rich.

Whatever an entry, a file name or an author holds is data: it passes `safe` before it is shown.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from memdecay import characters

if TYPE_CHECKING:
    from rich.console import Console

_FORCED: list[bool] = []
_LEGIBLE = 12
"""So many columns of a title still say something."""
_WORTH_A_BAR = 500
"""Fewer steps are done before a bar could be read."""


class Piece(NamedTuple):
    """A run of text in one style; styles are those of the terminal library, "" is none."""

    text: str
    style: str = ""


def use_color(wanted: bool) -> None:
    """Overrule what the terminal and NO_COLOR say."""
    _FORCED[:] = [wanted]


def safe(text: str) -> str:
    """`text` with everything a terminal would obey, or an eye would not see, spelled out."""
    return characters.spelled_out(text)


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: 1 file, 2 files."""
    return f"{number} {one if number == 1 else many}"


def say_unusable(number: int, one: str, many: str) -> None:
    """Say on stderr that so many things could not be used, and where to look; nothing of none."""
    if number:
        say(f"{counted(number, one, many)} could not be used; `memdecay doctor` names the faults")


def line(text: str = "", style: str = "") -> None:
    """One line on stdout."""
    pieces([Piece(text, style)])


def pieces(parts: Sequence[Piece], *, indent: int = 0) -> None:
    """One logical line of styled pieces; on a terminal it wraps between words under its indent."""
    plain = "".join(safe(part.text) for part in parts)
    if not _is_terminal(sys.stdout) and not _wants_color(sys.stdout):
        blank = " " * indent
        typer.echo("\n".join(blank + one if one else one for one in plain.split("\n")))
        return
    from rich.padding import Padding
    from rich.text import Text

    text = Text.assemble(*((safe(part.text), part.style) for part in parts))
    _console().print(Padding(text, (0, 0, 0, indent)))


def block(text: str) -> None:
    """A text of several lines on stdout as it stands, also on a terminal: it is there to be copied."""
    typer.echo(safe(text), nl=False)


def document(value: Any) -> None:
    """One JSON document on stdout, in ASCII, so that nothing in it can reach a terminal raw."""
    text = json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)
    typer.echo(text.replace("\x7f", "\\u007f"))


def say(sentence: str) -> None:
    """One sentence on stderr about what is going on."""
    typer.echo(f"memdecay: {safe(sentence)}", err=True)


def quote(text: str) -> None:
    """Somebody's text on stderr, marked as such."""
    for one in text.strip("\n").split("\n"):
        typer.echo(f"  | {safe(one)}", err=True)


def error(sentence: str) -> None:
    """Why the command ends, on stderr."""
    mark = typer.style("error:", fg="red", bold=True) if _wants_color(sys.stderr) else "error:"
    typer.echo(f"{mark} {safe(sentence)}", err=True)


def progress(items: list[str], doing: str) -> Iterable[str]:
    """Pass items on; where there are many and a person watches, with a bar on stderr."""
    if len(items) < _WORTH_A_BAR or not _is_terminal(sys.stderr):
        return items
    return _with_bar(items, doing)


def table(rows: Sequence[Sequence[Piece]]) -> None:
    """Rows in columns, each on one line on a terminal wide enough; separated by tabs elsewhere."""
    if not _is_terminal(sys.stdout):
        for row in rows:
            typer.echo("\t".join(_on_one_line(cell) for cell in row))
    elif rows and not _fits(rows, _console().width):
        for row in rows:
            pieces(row[:1])
            pieces([Piece(f"{'  ' if place else ''}{_on_one_line(cell)}", cell.style)
                    for place, cell in enumerate(row[1:])], indent=3)  # fmt: skip
    else:
        _in_columns(rows)


def _on_one_line(cell: Piece) -> str:
    return safe(cell.text).replace("\n", " ").replace("\t", " ")


def _fits(rows: Sequence[Sequence[Piece]], columns: int) -> bool:
    """Whether only the last column would be cut, and would keep enough to be read."""
    from rich.cells import cell_len

    widths = [max(cell_len(_on_one_line(cell)) for cell in column) for column in zip(*rows, strict=True)]
    return sum(widths[:-1]) + 2 * len(widths[:-1]) + min(widths[-1], _LEGIBLE) <= columns


def _in_columns(rows: Sequence[Sequence[Piece]]) -> None:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2), expand=True)  # so that the last column gives way
    for place in range(len(rows[0]) if rows else 0):
        is_last = place == len(rows[0]) - 1
        grid.add_column(no_wrap=True, overflow="ellipsis", ratio=1 if is_last else None)
    for row in rows:
        grid.add_row(*(Text(_on_one_line(cell), cell.style) for cell in row))
    _console().print(grid)


def chart(curves: Mapping[str, tuple[Sequence[float], Sequence[float]]], *, title: str, x: str) -> None:
    """Draw curves of values from 0 to 1 over a common axis, as wide as the terminal allows."""
    import plotext

    marks = ("braille", "dot", "x", "*")
    columns = _console().width
    plotext.clear_figure()
    plotext.plot_size(min(columns, 100), 16)
    plotext.theme("clear")
    for (name, (along, values)), mark in zip(curves.items(), itertools.cycle(marks), strict=False):
        plotext.plot(list(along), list(values), label=safe(name), marker=mark)
    plotext.ylim(0, 1)
    plotext.yticks([0, 0.25, 0.5, 0.75, 1])
    longest = max(max(along) for along, _ in curves.values())
    plotext.xticks([round(longest * quarter / 4) for quarter in range(5)])
    plotext.title(title)
    plotext.xlabel(x)
    typer.echo(plotext.uncolorize(plotext.build()).rstrip())


class Branch(NamedTuple):
    """A node of a drawn tree: its lines and what hangs below it."""

    lines: tuple[tuple[Piece, ...], ...]
    below: tuple[Branch, ...] = ()


def tree(roots: Sequence[Branch]) -> None:
    """Draw branches under their roots."""
    from rich.console import Console

    is_plain = not _is_terminal(sys.stdout) and not _wants_color(sys.stdout)
    console = Console(width=10_000, no_color=True, highlight=False) if is_plain else _console()
    for root in roots:
        with console.capture() as drawn:
            console.print(_grown(root))
        text = "\n".join(one.rstrip() for one in drawn.get().split("\n"))
        typer.echo(text, nl=False, color=not is_plain)


def _grown(root: Branch) -> Any:
    from rich.text import Text
    from rich.tree import Tree

    def node(branch: Branch) -> Tree:
        lines = [Text.assemble(*((safe(p.text), p.style) for p in one)) for one in branch.lines]
        return Tree(Text("\n").join(lines), guide_style="dim")

    grown = node(root)
    waiting = [(root, grown)]
    while waiting:  # not by recursion: a chain may be longer than the stack is deep
        branch, tree = waiting.pop()
        for below in branch.below:
            tree.children.append(node(below))
            waiting.append((below, tree.children[-1]))
    return grown


def _with_bar(items: list[str], doing: str) -> Iterator[str]:
    from rich.progress import track

    yield from track(items, description=doing, console=_console(stderr=True), transient=True)


def _console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    color = _wants_color(stream)
    return Console(
        stderr=stderr, highlight=False, markup=False, emoji=False, no_color=not color,
        color_system="auto" if color else None,  # without it not even bold or dim
        force_terminal=True if color else None, soft_wrap=False,
    )  # fmt: skip


def _wants_color(stream: Any) -> bool:
    if _FORCED:
        return _FORCED[0]
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return _is_terminal(stream)


def _is_terminal(stream: Any) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)())
