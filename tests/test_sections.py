"""An entry as a section: what is known of it in one line, then its text."""

from __future__ import annotations

import pytest

from memdecay.sections import section
from tests.builders import entry


@pytest.mark.parametrize(
    ("headings", "facts"),
    [
        ("Commands", "Holds since 2026-06-03, in `web`, under `Commands`."),
        ("Deploys › On Fridays", "Holds since 2026-06-03, in `web`, under `Deploys › On Fridays`."),
        ("a <!-- memdecay:end -->", "Holds since 2026-06-03, in `web`, under `a &lt;!-- memdecay:end -->`."),
        ("a\u200bb", "Holds since 2026-06-03, in `web`, under `a\\u200bb`."),
        (None, "Holds since 2026-06-03, in `web`."),
    ],
)  # fmt: skip
def test_an_item_of_a_list_keeps_the_headings_it_stood_under(headings: str | None, facts: str) -> None:
    one = entry("ask", valid_from="2026-06-03", scope=("web",), section=headings, body="Ask Dana.\n")
    assert section(one) == f"### ask\n\n{facts}\n\nAsk Dana.\n\n"


def test_headings_alone_are_a_fact() -> None:
    assert section(entry("ask", section="Deploys", body="Ask Dana.\n")) == (
        "### ask\n\nHolds under `Deploys`.\n\nAsk Dana.\n\n"
    )
