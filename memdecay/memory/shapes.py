"""The JSON that commands and servers answer with: stable keys, plain values, no entry text escaped away."""

from __future__ import annotations

import math
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memdecay import moment

if TYPE_CHECKING:  # each command shows one or two of these and need not load the rest
    from memdecay.entry import ClosingNote, Entry, Trust
    from memdecay.memory.add import Added
    from memdecay.memory.proposing import Proposal, Proposed
    from memdecay.memory.recall import Answer, Result
    from memdecay.memory.show import Shown
    from memdecay.moment import Moment
    from memdecay.problem import Problem
    from memdecay.retention import Strength
    from memdecay.survival import Estimate
    from memdecay.track_record import Mark


def of_answer(answer: Answer, *, explain: bool = False) -> dict[str, Any]:
    """The document of `recall`."""
    question, withheld = answer.question, answer.withheld
    return {
        "query": question.text,
        "at": moment.timestamp(question.at),
        "known_at": moment.timestamp(question.known_at) if question.known_at else None,
        "model": answer.model,
        "withheld": {
            "closed": withheld.closed,
            "weak": withheld.weak,
            "scope": withheld.scope,
            "beyond": withheld.beyond,
            "unreadable": answer.broken + withheld.unreadable,
        },
        "results": [_of_result(one, rank, explain=explain) for rank, one in enumerate(answer.results, 1)],
    }


def of_shown(shown: Shown) -> dict[str, Any]:
    """One entry with its standing, links and closing note."""
    entry = shown.entry
    return {
        **_of_entry(entry, shown.trust),
        "standing": shown.standing.value,
        "declared": entry.declared.value,
        "supersedes": list(shown.predecessors),
        "superseded_by": _one_or_all(shown.successors),
        "tips": list(shown.tips),
        "strength": of_strength(shown.strength),
        "uses": shown.record.uses,
        "held_against": [of_mark(mark) for mark in shown.record.marks],
        "closed": of_note(shown.note) if shown.note else None,
    }


def of_added(added: Added) -> dict[str, Any]:
    """What `add` wrote, and what it resembles."""
    return {
        "entry": _of_entry(added.entry, added.entry.trust),
        "closed": [{"closes": note.closes, **of_note(note)} for note in added.closed],
        "neighbours": list(added.verdict.neighbours),
        "elsewhere": list(added.verdict.elsewhere),
    }


def of_note(note: ClosingNote) -> dict[str, Any]:
    """A closing note."""
    return {
        "path": note.path,
        "valid_until": _written(note.valid_until),
        "superseded_by": note.superseded_by,
        "reason": note.reason,
        "closed_by": note.closed_by,
        "recorded": _written(note.recorded),
    }


def of_mark(mark: Mark) -> dict[str, Any]:
    """What was held against an entry and not answered yet."""
    return {"at": moment.timestamp(mark.at), "by": mark.by, "note": mark.note, "query": mark.query}


def of_strength(strength: Strength) -> dict[str, Any]:
    """How strong an entry is, and what that follows from. Days are fractional."""
    affirmed = strength.last_affirmed
    return {
        "retention": round(strength.retention, 4),
        "factor": round(strength.factor, 4),
        "stability_days": _rounded(strength.stability_days),
        "age_days": _rounded(strength.age_days),
        "idle_days": _rounded(strength.idle_days),
        "last_affirmed": _day_or_instant(affirmed) if affirmed else None,
    }


def of_estimate(estimate: Estimate) -> dict[str, float]:
    """A number with its 95 % interval."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def of_problem(problem: Problem) -> dict[str, Any]:
    """A fault in a file."""
    return {
        "rule": problem.rule,
        "severity": problem.severity.value,
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "key": problem.key,
        "message": problem.message,
    }


def of_proposed(proposed: Proposed, path: str | None) -> dict[str, Any]:
    """What is proposed, and the path of the list that was written, where one was."""
    return {
        "created": moment.timestamp(proposed.prune_list.created),
        "base": proposed.prune_list.base,
        "path": path,
        "beyond": proposed.beyond,
        "asked_before": proposed.asked_before,
        "allowed": proposed.allowed,
        "entries": [_of_proposal(one) for one in proposed.proposals],
    }


def _of_proposal(one: Proposal) -> dict[str, Any]:
    return {
        "id": one.entry,
        "path": one.path,
        "list": "deletion" if one.is_deletion else "decay",
        "text": one.masked,
        "evidence": [
            {
                "rule": clue.rule,
                "sentence": clue.sentence,
                "numbers": dict(clue.numbers),
                "fingerprint": clue.fingerprint,
            }
            for clue in one.clues
        ],
        "dependents": list(one.dependents),
        "actions": [{"action": line.said, "hash": line.digest} for line in one.lines],
    }


def _of_result(result: Result, rank: int, *, explain: bool) -> dict[str, Any]:
    entry, ranked = result.entry, result.ranked
    candidate = ranked.candidate
    shape = {
        "rank": rank,
        **_of_entry(entry, result.trust),
        "valid_until": _written(result.ended),
        "standing": candidate.standing.value,
        "supersedes": list(result.predecessors),
        "superseded_by": _one_or_all(result.successors),
        "score": round(ranked.score, 4),
        "relevance": round(ranked.relevance, 4),
        "factor": round(candidate.factor, 4),
        "marks": candidate.marks,
        "via": ranked.via,
        "last_affirmed": of_strength(candidate.strength)["last_affirmed"],
    }
    if candidate.marks:
        shape["held_against"] = [of_mark(mark) for mark in result.marks]
    if explain:
        shape["explain"] = {
            **of_strength(candidate.strength),
            "lexical": round(candidate.relevance.lexical, 4),
            "dense": round(candidate.relevance.dense, 4),
            "dense_weight": round(candidate.relevance.dense_weight, 4),
            "judged": round(candidate.relevance.judged, 4),
            "judged_weight": round(candidate.relevance.judged_weight, 4),
            "own_relevance": round(candidate.relevance.fused, 4),
        }
    return shape


def _of_entry(entry: Entry, trust: Trust) -> dict[str, Any]:
    return {
        "id": entry.id,
        "path": entry.path,
        "title": entry.title,
        "text": entry.body.strip("\n"),
        "valid_from": _written(entry.valid_from),
        "valid_until": _written(entry.valid_until),
        "scope": list(entry.scope),
        "tags": list(entry.tags),
        "importance": entry.importance,
        "pinned": entry.pinned,
        "trust": trust.value,
        "created": _written(entry.created),
        "author": entry.author,
        "source": entry.source,
        "section": entry.section,
        "dated_by": entry.dated_by,
    }


def _one_or_all(ids: tuple[str, ...]) -> str | list[str] | None:
    """The successor; a list only where a fork left several."""
    if len(ids) > 1:
        return list(ids)
    return ids[0] if ids else None


def _rounded(days: float | None) -> float | None:
    return None if days is None or math.isinf(days) else round(days, 2)


def _day_or_instant(at: datetime) -> str:
    """A day where it began at midnight, as a written date does."""
    text = moment.timestamp(at)
    return text.removesuffix("T00:00:00Z")


def _written(written: Moment | None) -> str | None:
    return written.text if written else None
