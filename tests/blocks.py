"""Front matter that is read for a test: what it says, or why it is refused."""

from __future__ import annotations

from memdecay import front_matter
from memdecay.front_matter import Fields
from memdecay.problem import Severity
from tests.builders import markdown


def fields(*block: str, body: str = "Use pnpm.\n") -> Fields:
    found, problems = front_matter.read("a.md", markdown(*block, body=body))
    assert not problems
    assert found is not None
    return found


def refusal(data: bytes) -> str:
    """The one sentence about a file in which nothing can be trusted."""
    found, problems = front_matter.read("a.md", data)
    assert found is None
    (problem,) = problems
    assert problem.rule == "front-matter"
    assert problem.severity is Severity.ERROR
    return str(problem)


def said(read: Fields) -> list[str]:
    return [str(problem) for problem in read.problems]
