"""A likely secret is told by kind and line."""

from __future__ import annotations

from memdecay.evidence.secret import secret
from memdecay.state import Standing
from tests.evidence.cases import around, case, sentences


def test_secrets_are_told_the_first_three_by_kind_and_line() -> None:
    found = tuple(f"Stripe Access Key at line {line}" for line in range(1, 5))
    assert sentences(secret(case(secrets=found[:1]), around())) == [
        "secret: Stripe Access Key at line 1; rotate it first"
    ]
    assert sentences(secret(case(secrets=found), around())) == [
        f"secret: {', '.join(found[:3])} and 1 more; rotate it first"
    ]


def test_a_closed_entry_still_holds_its_secret() -> None:
    assert list(secret(case(secrets=("x",), standing=Standing.CLOSED), around()))


def test_without_a_secret_nothing_is_told() -> None:
    assert not list(secret(case(), around()))
