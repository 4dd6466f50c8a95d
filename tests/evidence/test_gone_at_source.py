"""What its source no longer says is evidence, and names what came in its place."""

from __future__ import annotations

from memdecay.evidence.case import Vanished
from memdecay.evidence.gone_at_source import gone_at_source
from memdecay.state import Standing
from tests.evidence.cases import around, case, sentences


def test_a_text_that_was_taken_out_is_told_with_its_file() -> None:
    gone = around(vanished={"a": Vanished(path="AGENTS.md")})
    assert sentences(gone_at_source(case(), gone)) == [
        "gone at the source: its source `AGENTS.md` no longer says it"
    ]


def test_what_came_in_its_place_is_named() -> None:
    gone = around(vanished={"a": Vanished(path="AGENTS.md", after="use-pnpm")})
    assert sentences(gone_at_source(case(), gone)) == [
        "gone at the source: its source `AGENTS.md` no longer says it; `use-pnpm` came in its place"
    ]


def test_a_file_that_was_removed_is_told_as_such() -> None:
    gone = around(vanished={"a": Vanished(path="a`b.md", is_file_gone=True)})
    assert sentences(gone_at_source(case(), gone)) == ["gone at the source: its source `ab.md` was removed"]


def test_what_is_over_or_still_stands_there_is_not_told() -> None:
    gone = around(vanished={"a": Vanished(path="AGENTS.md")})
    assert not list(gone_at_source(case(standing=Standing.CLOSED), gone))
    assert not list(gone_at_source(case("b"), gone))
