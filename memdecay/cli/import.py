"""`memdecay import`: bring in the instructions that people and tools wrote down elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from memdecay.cli import render
from memdecay.cli.options import Json
from memdecay.cli.render import Piece
from memdecay.errors import Unusable
from memdecay.importers.formats import NAMES, OWN_EXPORT
from memdecay.importers.own_export import read_archive
from memdecay.importers.page import QUIET, Note
from memdecay.importers.planning import Plan, carry_out, plan
from memdecay.importers.reading import Leaf
from memdecay.memory.drafts import Fate, Judged
from memdecay.memory.opening import Memory
from memdecay.memory.restoring import restore

_AUTO = "auto"
_MOST_SHOWN = 20
"""Lines of one kind that a person reads; a program gets all."""


def command(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH...", help="Files and folders; default: all that is known in this folder."
        ),
    ] = None,
    tool: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="TOOL",
            help=f"Whose files they are: {', '.join((_AUTO, *NAMES, OWN_EXPORT))}.",
        ),
    ] = _AUTO,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be written and write nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Bring in instructions that stand elsewhere, each as an unreviewed entry. No source is changed.

    What is in the memory already is not written again, so that a second run finds nothing new. Ends
    with 1 where something was refused; the rest is imported all the same.

    `--from memdecay` puts back what `memdecay export` wrote, byte for byte and reviewed as it was.

    Example: `memdecay import AGENTS.md docs/adr --dry-run`
    """
    memory = context.obj.open()
    if tool == OWN_EXPORT:
        _restore(memory, paths or [], dry_run=dry_run, as_json=as_json)
        return
    made = plan(memory, _wanted(paths or []), tool)
    if not dry_run:
        carry_out(memory, made)
    if as_json:
        render.document(_document(made, dry_run=dry_run))
    else:
        _tell(made, dry_run=dry_run)
    for one in made.considered.of(Fate.REFUSED):
        render.say(f"refused {one.draft.source.place}: {one.reason}")
    if made.considered.of(Fate.REFUSED):
        raise typer.Exit(1)


def _restore(memory: Memory, paths: list[Path], *, dry_run: bool, as_json: bool) -> None:
    if len(paths) != 1:
        raise Unusable("--from memdecay reads one file; name the one that `memdecay export` wrote")
    restored = restore(memory, read_archive(paths[0]), dry_run=dry_run)
    if as_json:
        render.document(
            {
                "dry_run": dry_run,
                "files": [*restored.files],
                "known_files": restored.known_files,
                "events": restored.events,
                "known_events": restored.known_events,
            }
        )
        return
    files = render.counted(len(restored.files), "file", "files")
    events = render.counted(restored.events, "event", "events")
    known = restored.known_files + restored.known_events
    done = "Would put back" if dry_run else "Put back"
    render.line(f"{done} {files} and {events}{_known(known)}.")


def _known(number: int) -> str:
    return f"; {number} {'was' if number == 1 else 'were'} there already" if number else ""


def _wanted(paths: list[Path]) -> list[Path]:
    """The paths that were named; none, or the word `auto`, is the folder one stands in."""
    here = Path.cwd()
    return [here if str(one) == _AUTO and not one.exists() else one for one in paths] or [here]


def _tell(made: Plan, *, dry_run: bool) -> None:
    fates: dict[str, Counter[Fate]] = {}
    for one in made.considered.judged:
        fates.setdefault(one.draft.source.path, Counter())[one.fate] += 1
    for leaf in made.leaves:
        if leaf.is_read:
            _tell_leaf(leaf, fates.get(leaf.name, Counter()))
    new = made.considered.of(Fate.NEW)
    if dry_run:
        for one in new:
            _tell_entry(one)
    _tell_some(list(_relations(made)))
    _tell_some([f"{one.draft.source.place}: already known as {one.of}" for one in _said_before(made)])
    for note in made.notes:
        render.say(f"{_place(note)}: {note.message}")
    for fault in made.considered.faults:
        render.say(fault)
    _tell_sum(made, dry_run=dry_run)


def _tell_leaf(leaf: Leaf, fates: Counter[Fate]) -> None:
    said = [
        render.counted(fates[Fate.NEW], "new entry", "new entries"),
        f"{fates[Fate.KNOWN]} known" if fates[Fate.KNOWN] else "",
        f"{fates[Fate.DUPLICATE]} said elsewhere" if fates[Fate.DUPLICATE] else "",
        f"{fates[Fate.REFUSED]} refused" if fates[Fate.REFUSED] else "",
    ]
    skipped = Counter(tile.reason for tile in leaf.tiles if tile.item is None and tile.reason not in QUIET)
    if skipped:
        said.append(
            f"skipped: {', '.join(_times(reason, count) for reason, count in sorted(skipped.items()))}"
        )
    parts = ", ".join(part for part in said if part)
    render.pieces([Piece(leaf.name, "bold"), Piece(f" ({leaf.label}): ", "dim"), Piece(parts)])


def _times(reason: str, count: int) -> str:
    return reason if count == 1 else f"{count} × {reason}"


def _tell_entry(one: Judged) -> None:
    entry = one.written
    dated = f"  since {entry.valid_from.text} ({entry.dated_by})" if entry.valid_from else "  no date"
    where = f"  in {', '.join(entry.scope)}" if entry.scope else ""
    closed = "  closed" if entry.declared.value == "closed" else ""
    under = f"  under {entry.section}" if entry.section else ""
    render.pieces([Piece(entry.id, "bold cyan"), Piece(f"{closed}{dated}{where}{under}", "dim")], indent=2)
    render.pieces([Piece(entry.title)], indent=4)


def _relations(made: Plan) -> Iterator[str]:
    """What new entries have to do with old ones, and which old ones their source no longer says."""
    for one in made.considered.of(Fate.NEW):
        if one.after:
            yield f"{one.written.id} stands where {one.after} stood: `memdecay propose` will ask"
        for other in one.resembles:
            if other.id != one.after:
                differing = ", ".join(other.differing[:6])
                yield f"{one.written.id} resembles {other.id} (differs in: {differing})"
    for entry in made.considered.gone:
        yield f"{entry} is gone from its source: `memdecay propose` will ask"


def _said_before(made: Plan) -> list[Judged]:
    return [one for one in made.considered.of(Fate.KNOWN) if one.reason]


def _tell_some(lines: list[str]) -> None:
    for one in lines[:_MOST_SHOWN]:
        render.pieces([Piece(one)], indent=2)
    if len(lines) > _MOST_SHOWN:
        render.pieces([Piece(f"… and {len(lines) - _MOST_SHOWN} more; --json lists all", "dim")], indent=2)


def _tell_sum(made: Plan, *, dry_run: bool) -> None:
    new = len(made.considered.of(Fate.NEW))
    entries, files = (
        render.counted(new, "entry", "entries"),
        render.counted(sum(leaf.is_read for leaf in made.leaves), "file", "files"),
    )
    if not made.leaves:
        render.line(
            "Found no file of a tool that memdecay knows; name one, or read Markdown with --from plain."
        )
    elif not new:
        render.line(f"Nothing new in {files}.")
    elif dry_run:
        render.line(f"Would write {entries} from {files}, unreviewed. Nothing was written.")
    else:
        render.line(f"Wrote {entries} from {files}, unreviewed.")
        render.line("Look them over: memdecay propose --only unreviewed")


def _place(note: Note) -> str:
    return f"{note.path}:{note.line}" if note.line else note.path


def _document(made: Plan, *, dry_run: bool) -> dict[str, Any]:
    considered = made.considered
    return {
        "dry_run": dry_run,
        "files": [_of_leaf(leaf) for leaf in made.leaves],
        "entries": [_of_new(one) for one in considered.of(Fate.NEW)],
        "known": [{"source": one.draft.source.place, "id": one.of} for one in considered.of(Fate.KNOWN)],
        "duplicates": [
            {"source": one.draft.source.place, "of": one.of} for one in considered.of(Fate.DUPLICATE)
        ],
        "refused": [
            {"source": one.draft.source.place, "reason": one.reason} for one in considered.of(Fate.REFUSED)
        ],
        "gone": list(considered.gone),
        "problems": [
            *({"path": note.path, "line": note.line, "message": note.message} for note in made.notes),
            *({"path": None, "line": None, "message": fault} for fault in considered.faults),
        ],
    }


def _of_leaf(leaf: Leaf) -> dict[str, Any]:
    return {
        "path": leaf.name,
        "format": leaf.label,
        "entries": len(leaf.drafts),
        "skipped": [
            {
                "begin": tile.begin,
                "end": tile.end,
                "line": leaf.lines.number(tile.begin),
                "reason": tile.reason,
            }
            for tile in leaf.tiles
            if tile.item is None
        ],
    }


def _of_new(one: Judged) -> dict[str, Any]:
    entry = one.written
    return {
        "id": entry.id,
        "path": entry.path,
        "source": entry.source,
        "text": entry.body.rstrip("\r\n"),
        "section": entry.section,
        "scope": list(entry.scope),
        "tags": list(entry.tags),
        "status": entry.declared.value,
        "superseded_by": entry.superseded_by,
        "valid_from": entry.valid_from.text if entry.valid_from else None,
        "valid_until": entry.valid_until.text if entry.valid_until else None,
        "dated_by": entry.dated_by,
        "takes_the_place_of": one.after,
        "resembles": [{"id": other.id, "differing": list(other.differing)} for other in one.resembles],
    }
