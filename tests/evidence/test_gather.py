"""The rules together: in a fixed order, and only where one of them is enough."""

from __future__ import annotations

from memdecay.entry import Trust
from memdecay.evidence import gather
from tests.evidence.cases import around, case, near


def test_evidence_comes_in_the_order_in_which_it_should_be_read() -> None:
    one = case(trust=Trust.UNREVIEWED, secrets=("a key at line 1",))
    assert [clue.rule for clue in gather(one, around())] == ["secret", "noise", "fading", "unreviewed"]


def test_what_is_no_reason_by_itself_is_told_beside_others_only() -> None:
    old = {"importance": 1.0, "valid_from": "2000-01-01"}
    assert gather(case(**old), around()) == ()
    assert [c.rule for c in gather(case(**old, trust=Trust.UNREVIEWED), around())] == ["fading", "unreviewed"]


def test_of_what_cannot_be_judged_only_its_text_is_looked_at() -> None:
    one = case(unreadable=frozenset({"scope"}), body="maria.lopez@cornershop-demo.net")
    assert [clue.rule for clue in gather(one, around())] == ["personal-data"]


def test_a_copy_is_told_once() -> None:
    one = case(body="Use pnpm.", near=(near("b", "Use pnpm."), near("c", "Use pnpm!", 0.99)))
    assert [clue.sentence for clue in gather(one, around())][:2] == [
        "says nearly the same as `c` (cosine 0.99) · `c` says “Use pnpm!”",
        "noise: `b` says the same word for word",
    ]
